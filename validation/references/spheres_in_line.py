"""Drag of two equal spheres held in line in a steady, axisymmetric stream, by finite elements: the reference of `pair-drafting`.

    python3 -m venv venv && venv/bin/pip install ngsolve
    venv/bin/python validation/references/spheres_in_line.py

Prints Reynolds number, gap between the surfaces in diameters, and the drag of the leading and of the following sphere over that of a
single one on elements of the same size. Lengths are in diameters, speeds in that of the stream. Taylor-Hood elements (Taylor & Hood 1973) of order
4 for the velocity and 3 for the pressure on curved triangles, by NGSolve (`elements.py`). The stream enters 40 D ahead, leaves 80 D behind without traction, and slips freely 40 D beside.
`--check` repeats the hardest case on elements of order 3 and 5 and on ones half as large, and the farthest-reaching one in twice the domain.
"""
import sys

from netgen.occ import OCCGeometry, WorkPlane
from ngsolve import Mesh, SetNumThreads

from elements import drags, name_edges, space_of


def meshed(centres, domain, near):
    """Triangles about spheres of diameter 1 with these centres on the axis, at most `near` large on their surfaces."""
    front, behind, side = domain
    face = WorkPlane().MoveTo(-front, 0).Rectangle(front + behind, side).Face()
    for centre in centres:
        face = face - WorkPlane().Circle(centre, 0, 0.5).Face()
    lines = {"axis": lambda at: at.y, "inlet": lambda at: at.x + front, "outlet": lambda at: at.x - behind, "side": lambda at: at.y - side}
    name_edges(face, {f"sphere{i}": centre for i, centre in enumerate(centres)}, lines, near)
    return Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=domain[0] / 10, grading=0.15))


def coefficients(reynolds, gap, order=4, near=0.06, domain=(40, 80, 40)):
    """Drag coefficients of the spheres; with `gap` None, of a single one."""
    centres = [0.0] if gap is None else [0.0, 1.0 + gap]
    mesh = meshed(centres, domain, near)
    mesh.Curve(order + 1)
    spheres = [f"sphere{i}" for i in range(len(centres))]
    return drags(space_of(mesh, order, "|".join(["inlet", *spheres]), "side"), spheres, reynolds)


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
