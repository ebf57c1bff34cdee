"""Drag of two equal spheres held in line in a steady, axisymmetric stream, by finite elements: the reference of `pair-drafting`.

    python3 -m venv venv && venv/bin/pip install ngsolve pypardiso scipy
    venv/bin/python validation/references/spheres_in_line.py

Prints Reynolds number, gap between the surfaces in diameters, and the drag of the leading and of the following sphere over that of a
single one on elements of the same size. Lengths are in diameters, speeds in that of the stream. Taylor-Hood elements (Taylor & Hood 1973) of order
4 for the velocity and 3 for the pressure on curved triangles, by NGSolve; Newton's method from half the Reynolds number on. The drag
is the residual of the momentum balance, tested with one on the sphere (Babuska & Miller 1984), which converges twice as fast as a sum of the
stress. The stream enters 40 D ahead, leaves 80 D behind without traction, and slips freely 40 D beside.
`--check` repeats the hardest case on elements of order 3 and 5 and on ones half as large, and the farthest-reaching one in twice the domain.
"""
import sys
from math import pi

import numpy as np
import scipy.sparse as sparse
from netgen.occ import OCCGeometry, WorkPlane
from ngsolve import CF, H1, BilinearForm, GridFunction, InnerProduct, Mesh, Norm, SetNumThreads, dx, grad, y
from pypardiso import PyPardisoSolver


def meshed(centres, domain, near):
    """Triangles about spheres of diameter 1 with these centres on the axis, at most `near` large on their surfaces."""
    front, behind, side = domain
    face = WorkPlane().MoveTo(-front, 0).Rectangle(front + behind, side).Face()
    for centre in centres:
        face = face - WorkPlane().Circle(centre, 0, 0.5).Face()
    for edge in face.edges:
        at = edge.center
        for i, centre in enumerate(centres):
            if at.y > 0.05 and (at.x - centre) ** 2 + at.y**2 < 0.26:
                edge.name, edge.maxh = f"sphere{i}", near
        for name, distance in [("axis", at.y), ("inlet", at.x + front), ("outlet", at.x - behind), ("side", at.y - side)]:
            if abs(distance) < 1e-9:
                edge.name = name
    return Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=domain[0] / 10, grading=0.15))


def coefficients(reynolds, gap, order=4, near=0.06, domain=(40, 80, 40)):
    """Drag coefficients of the spheres; with `gap` None, of a single one."""
    centres = [0.0] if gap is None else [0.0, 1.0 + gap]
    mesh = meshed(centres, domain, near)
    mesh.Curve(order + 1)
    held = "inlet|" + "|".join(f"sphere{i}" for i in range(len(centres)))
    space = (H1(mesh, order=order, dirichlet=held) * H1(mesh, order=order, dirichlet=held + "|axis|side")
             * H1(mesh, order=order - 1))
    free = np.flatnonzero(np.array(list(space.FreeDofs())))
    (u, w, p), (v, q, s) = space.TnT()  # velocity along the axis and away from it, pressure
    flow = GridFunction(space)
    flow.components[0].Set(CF(1), definedon=mesh.Boundaries("inlet"))
    residual, step = flow.vec.CreateVector(), flow.vec.CreateVector()
    for re in [reynolds / 4, reynolds / 2, reynolds]:
        balance = BilinearForm(space)
        balance += (y / re * (grad(u) * grad(v) + grad(w) * grad(q)) + w * q / (re * y)
                    + y * ((u * grad(u)[0] + w * grad(u)[1]) * v + (u * grad(w)[0] + w * grad(w)[1]) * q)
                    - p * (y * (grad(v)[0] + grad(q)[1]) + q) - s * (y * (grad(u)[0] + grad(w)[1]) + w)) * dx(bonus_intorder=4)
        for _ in range(20):
            balance.Apply(flow.vec, residual)
            balance.AssembleLinearization(flow.vec)
            rows, columns, values = (np.array(part) for part in balance.mat.COO())
            matrix = sparse.csr_matrix((values, (rows, columns)), shape=(space.ndof, space.ndof))[free][:, free].tocsr()
            solver = PyPardisoSolver(mtype=11)
            step[:] = 0.0
            step.FV().NumPy()[free] = solver.solve(matrix, np.array(residual.FV().NumPy()[free]))
            solver.free_memory(everything=True)
            flow.vec.data -= step
            if Norm(step) < 1e-10 * Norm(flow.vec):
                break
        else:
            sys.exit(f"Newton's method does not converge at Re {re}, gap {gap}")
    balance.Apply(flow.vec, residual)
    drags = []
    for i in range(len(centres)):
        one = GridFunction(space)
        one.components[0].Set(CF(1), definedon=mesh.Boundaries(f"sphere{i}"))
        drags.append(-2 * pi * InnerProduct(residual, one.vec) / (pi / 8))
    return drags


def ratios(reynolds, gap, **how):
    """Drags of the leading and of the following sphere over that of a single one."""
    single = coefficients(reynolds, None, **how)[0]
    return [drag / single for drag in coefficients(reynolds, gap, **how)]


def main():
    SetNumThreads(1)
    if "--check" in sys.argv:
        for how in [{"order": 3}, {"order": 4}, {"order": 5}, {"near": 0.03}]:
            print("Re 100, 1 D,", how, *(f"{ratio:.5f}" for ratio in ratios(100, 1, **how)), flush=True)
        for how in [{}, {"domain": (80, 160, 80)}]:
            print("Re 20, 4 D,", how, *(f"{ratio:.5f}" for ratio in ratios(20, 4, **how)), flush=True)
        return
    print("reynolds,gap_over_d,drag_leading_over_single,drag_following_over_single")
    for reynolds in [20, 50, 100]:
        single = coefficients(reynolds, None)[0]
        for gap in [1, 2, 4]:
            print(reynolds, gap, *(f"{drag / single:.5f}" for drag in coefficients(reynolds, gap)), sep=",", flush=True)


if __name__ == "__main__":
    main()
