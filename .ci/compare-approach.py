"""Force on a sphere that approaches a wall in creeping flow, by finite elements on a mesh that does not follow the gap, as of a code of somebody else.

    python3 compare-approach.py SIZE > forces.csv

Taylor-Hood elements of order 2 and 1 with sides of SIZE diameters on the sphere, by NGSolve; SI units, a sphere of 3 mm in a liquid of 10 mPa s at 1 mm/s.
"""
import sys
from math import pi

from netgen.occ import OCCGeometry, WorkPlane
from ngsolve import CF, H1, BilinearForm, GridFunction, InnerProduct, Mesh, SetNumThreads, dx, grad, y

SIZE, DOMAIN = float(sys.argv[1]), 40
DIAMETER, VISCOSITY, SPEED = 3e-3, 10e-3, 1e-3


def force(gap):
    """Force over mu U D."""
    face = WorkPlane().MoveTo(0, 0).Rectangle(DOMAIN, DOMAIN).Face() - WorkPlane().Circle(gap + 0.5, 0, 0.5).Face()
    face = face - WorkPlane().MoveTo(0, -1).Rectangle(DOMAIN, 1).Face()
    for edge in face.edges:
        at = edge.center
        if at.y > 1e-3 and (at.x - gap - 0.5) ** 2 + at.y**2 < 0.26:
            edge.name, edge.maxh = "sphere", SIZE
        elif abs(at.x) < 1e-9:
            edge.name = "wall"
        elif abs(at.y) < 1e-9:
            edge.name = "axis"
        else:
            edge.name = "side" if abs(at.y - DOMAIN) < 1e-9 else "end"
    mesh = Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=DOMAIN / 6, grading=0.3))
    # Straight sides: the sphere is a polygon, as on most meshes.
    space = H1(mesh, order=2, dirichlet="sphere|wall|end") * H1(mesh, order=2, dirichlet="sphere|wall|axis|side") * H1(mesh, order=1)
    (u, w, p), (v, q, s) = space.TnT()
    balance = BilinearForm(space)
    balance += (y * (grad(u) * grad(v) + grad(w) * grad(q)) + w * q / y
                - p * (y * (grad(v)[0] + grad(q)[1]) + q) - s * (y * (grad(u)[0] + grad(w)[1]) + w) - 1e-9 * y * p * s) * dx(bonus_intorder=4)
    balance.Assemble()
    flow, one = GridFunction(space), GridFunction(space)
    for field in [flow, one]:
        field.components[0].Set(CF(1), definedon=mesh.Boundaries("sphere"))
    residual = flow.vec.CreateVector()
    residual.data = balance.mat * flow.vec
    flow.vec.data -= balance.mat.Inverse(space.FreeDofs(), inverse="sparsecholesky") * residual
    residual.data = balance.mat * flow.vec
    return 2 * pi * InnerProduct(residual, one.vec)


SetNumThreads(1)
print("h (um),F (nN)")
for gap in [1, 0.7, 0.5, 0.3, 0.2, 0.14, 0.1, 0.07, 0.05, 0.03, 0.02]:
    print(f"{1e6 * gap * DIAMETER:.6g},{-1e9 * VISCOSITY * SPEED * DIAMETER * force(gap):.8g}", flush=True)
