"""Drag of a sphere held in a steady, axisymmetric stream, by finite elements: values of the reference `held-sphere` up to Re 200.

    python3 -m venv venv && venv/bin/pip install ngsolve
    venv/bin/python validation/references/held_sphere.py

Prints Reynolds number U D/nu, drag coefficient F/(rho U^2 pi D^2/8), and its numerical uncertainty. Lengths are in diameters, speeds in that of the stream. Taylor-Hood elements (Taylor & Hood 1973)
of order 4 for the velocity and 3 for the pressure on curved triangles, by NGSolve (`elements.py`). The stream enters 60 D ahead, leaves 120 D behind without traction, and slips freely 60 D beside.

The uncertainty of a value is the sum of three changes: from elements of order 4 to order 3, to elements twice as large, and to a domain half as large. Each changes the value by more than
the next refinement would.
"""
from netgen.occ import Glue, OCCGeometry, WorkPlane
from ngsolve import Mesh, SetNumThreads

from elements import drags, name_edges, space_of

REYNOLDS = [1, 20, 40, 100, 150, 200]


def meshed(near, domain):
    """Triangles about a sphere of diameter 1 at the origin."""
    front, behind, side = domain, 2 * domain, domain
    face = WorkPlane().MoveTo(-front, 0).Rectangle(front + behind, side).Face() - WorkPlane().Circle(0, 0, 0.5).Face()
    wake = WorkPlane().MoveTo(0.55, 0).Rectangle(9, 1.2).Face()
    wake.faces.maxh = 5 * near
    face = Glue([face - wake, face * wake])
    lines = {"axis": lambda at: at.y, "inlet": lambda at: at.x + front, "outlet": lambda at: at.x - behind, "side": lambda at: at.y - side}
    name_edges(face, {"sphere": 0.0}, lines, near)
    return Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=domain / 8, grading=0.2))


def drag(reynolds, order=4, near=0.1, domain=60):
    """Drag coefficient."""
    mesh = meshed(near, domain)
    mesh.Curve(order + 1)
    return drags(space_of(mesh, order, "inlet|sphere", "side"), ["sphere"], reynolds)[0]


def main():
    SetNumThreads(1)
    print("reynolds,drag_coefficient,uncertainty")
    for reynolds in REYNOLDS:
        value = drag(reynolds)
        others = [drag(reynolds, **how) for how in [{"order": 3}, {"near": 0.2}, {"domain": 30}]]
        print(f"{reynolds},{value:.6g},{sum(abs(other - value) for other in others):.1e}", flush=True)


if __name__ == "__main__":
    main()
