"""Force on a sphere that approaches a wall in creeping flow, by finite elements on a mesh that does not follow the gap, as of a code of somebody else.

    python3 compare-approach.py SIZE > forces.csv

Taylor-Hood elements of order 2 and 1 with sides of SIZE diameters on the sphere, by NGSolve; a sphere of 3 mm in a liquid of 10 mPa s at 1 mm/s, made dimensionless by `wetbounce.others`.
"""
import sys
from pathlib import Path

from netgen.occ import OCCGeometry, WorkPlane
from ngsolve import Mesh, SetNumThreads, y

root = Path(__file__).resolve().parent.parent
sys.path += [str(root / "validation/references"), str(root / "python/package/wetbounce")]
import others  # noqa: E402
from elements import creeping, force as force_of, name_edges, space_of  # noqa: E402

SIZE, DOMAIN = float(sys.argv[1]), 40
DIAMETER, VISCOSITY, SPEED = 3e-3, 10e-3, 1e-3


def force(gap):
    """Force over mu U D."""
    face = WorkPlane().MoveTo(0, 0).Rectangle(DOMAIN, DOMAIN).Face() - WorkPlane().Circle(gap + 0.5, 0, 0.5).Face()
    face = face - WorkPlane().MoveTo(0, -1).Rectangle(DOMAIN, 1).Face()
    lines = {"side": lambda at: at.y - DOMAIN, "end": lambda at: at.x - DOMAIN, "axis": lambda at: at.y, "wall": lambda at: at.x}
    name_edges(face, {"sphere": gap + 0.5}, lines, SIZE)
    mesh = Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=DOMAIN / 6, grading=0.3))
    # Straight sides: the sphere is a polygon, as on most meshes.
    space = space_of(mesh, 2, "sphere|wall|end", "side")
    trial, test = space.TnT()
    return force_of(space, creeping(trial, test) - 1e-9 * y * trial[2] * test[2])


SetNumThreads(1)
gaps = [1, 0.7, 0.5, 0.3, 0.2, 0.14, 0.1, 0.07, 0.05, 0.03, 0.02]
newtons = [VISCOSITY * SPEED * DIAMETER * force(gap) for gap in gaps]
frame = others.forces([gap * DIAMETER for gap in gaps], newtons, diameter=DIAMETER, viscosity=VISCOSITY, speed=SPEED)
frame.to_csv(sys.stdout, index=False)
