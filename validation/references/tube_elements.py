"""Drag of a sphere that moves along the axis of a tube in creeping flow, by finite elements: a second program beside the series of
`tube.py`, whose values are the reference `tube`.

    python3 -m venv venv && venv/bin/pip install ngsolve
    venv/bin/python validation/references/tube_elements.py

Prints radius of the sphere over that of the tube, force over 3 pi mu U D, and its numerical uncertainty.

Steady Stokes flow in cylindrical coordinates, lengths in diameters. Taylor-Hood elements (Taylor & Hood 1973) of order 6 for the velocity and 5 for the pressure on curved
triangles, by NGSolve. The force is the residual of the momentum balance, tested with one on the sphere (Babuska & Miller 1984). The tube is closed five radii ahead of and behind the
sphere, where the flow has decayed by more than a million.

The printed uncertainty of a value is the sum of three changes: from elements of order 6 to order 5, to elements twice as large, and to a tube 3/5 as long. Beside the
series the elements are off by less than 2e-8 of the value up to a ratio of 0.6, by 2e-7 at 0.8 and 9e-7 at 0.9: at the last two by 1.5 and 2.6 times the printed uncertainty.
"""
from math import pi

from netgen.occ import OCCGeometry, WorkPlane
from ngsolve import CF, H1, BilinearForm, GridFunction, InnerProduct, Mesh, SetNumThreads, dx, grad, y

RATIOS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


def force(ratio, order=6, finer=1.0, length=5.0):
    """Force over 3 pi mu U D."""
    tube = 0.5 / ratio
    half = length * tube + 0.5
    face = WorkPlane().MoveTo(-half, 0).Rectangle(2 * half, tube).Face() - WorkPlane().Circle(0, 0, 0.5).Face()
    for edge in face.edges:
        at = edge.center
        if at.y > 1e-3 and at.x**2 + at.y**2 < 0.26:
            edge.name, edge.maxh = "sphere", finer * min(0.15, 0.5 * (tube - 0.5))
        else:
            edge.name = "axis" if abs(at.y) < 1e-9 else "wall"
    mesh = Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=finer * tube / 2, grading=0.3))
    mesh.Curve(order + 1)
    space = (H1(mesh, order=order, dirichlet="sphere|wall") * H1(mesh, order=order, dirichlet="sphere|wall|axis")
             * H1(mesh, order=order - 1))
    (u, w, p), (v, q, s) = space.TnT()  # velocity along the axis and away from it, pressure
    balance = BilinearForm(space)
    balance += (y * (grad(u) * grad(v) + grad(w) * grad(q)) + w * q / y - 1e-10 * y * p * s
                - p * (y * (grad(v)[0] + grad(q)[1]) + q) - s * (y * (grad(u)[0] + grad(w)[1]) + w)) * dx(bonus_intorder=4)
    balance.Assemble()
    flow, one = GridFunction(space), GridFunction(space)
    for field in [flow, one]:
        field.components[0].Set(CF(1), definedon=mesh.Boundaries("sphere"))
    residual = flow.vec.CreateVector()
    inverse = balance.mat.Inverse(space.FreeDofs(), inverse="sparsecholesky")
    for _ in range(3):  # the second and third time take out the round-off of the first
        residual.data = balance.mat * flow.vec
        flow.vec.data -= inverse * residual
    residual.data = balance.mat * flow.vec
    return 2 * pi * InnerProduct(residual, one.vec) / (3 * pi)


def main():
    SetNumThreads(1)
    print("radius_over_tube_radius,force_over_stokes,uncertainty")
    for ratio in RATIOS:
        value = force(ratio)
        others = [force(ratio, **how) for how in [{"order": 5}, {"finer": 2.0}, {"length": 3.0}]]
        print(f"{ratio},{value:.9g},{sum(abs(other - value) for other in others) + 1e-9 * value:.1e}", flush=True)


if __name__ == "__main__":
    main()
