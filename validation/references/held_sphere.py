"""Drag of a sphere held in a steady, axisymmetric stream, by finite elements: values of the reference `held-sphere` up to Re 200.

    python3 -m venv venv && venv/bin/pip install ngsolve
    venv/bin/python validation/references/held_sphere.py

Prints Reynolds number U D/nu, drag coefficient F/(rho U^2 pi D^2/8), and its numerical uncertainty. Lengths are in diameters, speeds in that of the stream. Taylor-Hood elements (Taylor & Hood 1973)
of order 4 for the velocity and 3 for the pressure on curved triangles, by NGSolve; Newton's method from
a fifth of the Reynolds number on. The drag is the residual of the momentum balance, tested with
one on the sphere (Babuska & Miller 1984). The stream enters 60 D ahead, leaves 120 D behind without traction, and slips freely 60 D beside.

The uncertainty of a value is the sum of three changes: from elements of order 4 to order 3, to elements twice as large, and to a domain half as large. Each changes the value by more than
the next refinement would.
"""
import sys
from math import pi

from netgen.occ import Glue, OCCGeometry, WorkPlane
from ngsolve import CF, H1, BilinearForm, GridFunction, InnerProduct, Mesh, Norm, SetNumThreads, dx, grad, y

REYNOLDS = [1, 20, 40, 100, 200]


def meshed(near, domain):
    """Triangles about a sphere of diameter 1 at the origin."""
    front, behind, side = domain, 2 * domain, domain
    face = WorkPlane().MoveTo(-front, 0).Rectangle(front + behind, side).Face() - WorkPlane().Circle(0, 0, 0.5).Face()
    wake = WorkPlane().MoveTo(0.55, 0).Rectangle(9, 1.2).Face()
    wake.faces.maxh = 5 * near
    face = Glue([face - wake, face * wake])
    for edge in face.edges:
        at = edge.center
        if at.y > 1e-3 and at.x**2 + at.y**2 < 0.26:
            edge.name, edge.maxh = "sphere", near
        for name, distance in [("axis", at.y), ("inlet", at.x + front), ("outlet", at.x - behind), ("side", at.y - side)]:
            if abs(distance) < 1e-9:
                edge.name = name
    return Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=domain / 8, grading=0.2))


def drag(reynolds, order=4, near=0.1, domain=60):
    """Drag coefficient."""
    mesh = meshed(near, domain)
    mesh.Curve(order + 1)
    space = (H1(mesh, order=order, dirichlet="inlet|sphere") * H1(mesh, order=order, dirichlet="inlet|sphere|axis|side")
             * H1(mesh, order=order - 1))
    (u, w, p), (v, q, s) = space.TnT()  # velocity along the axis and away from it, pressure
    flow = GridFunction(space)
    flow.components[0].Set(CF(1), definedon=mesh.Boundaries("inlet"))
    residual, step = flow.vec.CreateVector(), flow.vec.CreateVector()
    for re in [reynolds / 5, reynolds / 2, reynolds]:
        balance = BilinearForm(space)
        balance += (y / re * (grad(u) * grad(v) + grad(w) * grad(q)) + w * q / (re * y)
                    + y * ((u * grad(u)[0] + w * grad(u)[1]) * v + (u * grad(w)[0] + w * grad(w)[1]) * q)
                    - p * (y * (grad(v)[0] + grad(q)[1]) + q) - s * (y * (grad(u)[0] + grad(w)[1]) + w)) * dx(bonus_intorder=4)
        for _ in range(20):
            balance.Apply(flow.vec, residual)
            balance.AssembleLinearization(flow.vec)
            step.data = balance.mat.Inverse(space.FreeDofs(), inverse=INVERSE) * residual
            flow.vec.data -= step
            if Norm(step) < 1e-9 * Norm(flow.vec):
                break
        else:
            sys.exit(f"Newton's method does not converge at Re {re}")
    balance.Apply(flow.vec, residual)
    one = GridFunction(space)
    one.components[0].Set(CF(1), definedon=mesh.Boundaries("sphere"))
    return -2 * pi * InnerProduct(residual, one.vec) / (pi / 8)


INVERSE = "umfpack"


def main():
    SetNumThreads(1)
    print("reynolds,drag_coefficient,uncertainty")
    for reynolds in REYNOLDS:
        value = drag(reynolds)
        others = [drag(reynolds, **how) for how in [{"order": 3}, {"near": 0.2}, {"domain": 30}]]
        print(f"{reynolds},{value:.6g},{sum(abs(other - value) for other in others):.1e}", flush=True)


if __name__ == "__main__":
    main()
