"""Force on a sphere that oscillates towards a wall and back in creeping flow, by finite elements: the reference `oscillation-near-wall`.

    python3 -m venv venv && venv/bin/pip install ngsolve
    venv/bin/python validation/references/oscillation_near_wall.py > validation/references/oscillation-near-wall.csv

The sphere moves with the speed Re(U exp(i w t)), its amplitude far below the gap, in liquid at rest; the force of the liquid on it is
-3 pi mu D U Re((in phase + i quadrature) exp(i w t)). Prints gap over diameter, w a^2/nu, and both parts with their numerical uncertainty.

Unsteady Stokes flow, i w rho u = -grad p + mu laplace u, in complex amplitudes and cylindrical coordinates. Lengths are in diameters. Taylor-Hood elements
(Taylor & Hood 1973) of order 4 for the velocity and 3 for the pressure on curved triangles, by NGSolve, with eight elements over the gap and four over the
thickness of the layer of vorticity on the sphere. The force is the residual of the momentum balance, tested with one on the sphere (Babuska & Miller 1984). Side and end lie 60 D away
and slip freely.

The uncertainty of a value is the sum of three changes: from elements of order 4 to order 3, to elements twice as large, and to a domain half as large. Each changes
the value by more than the next refinement would.
`--check` sets the program beside exact solutions: the steady force of Brenner (1961), and that of Stokes (1851) far from the wall.
"""
import sys
from cmath import sqrt
from math import acosh, pi, sinh
from math import sqrt as root

from netgen.occ import OCCGeometry, Pnt, WorkPlane
from ngsolve import Mesh, SetNumThreads, y

from elements import creeping, force as force_of, name_edges, space_of

GAPS = [5, 2, 1, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005]
FREQUENCIES = [0.1, 0.3, 1, 3, 10, 30, 100, 300]


def meshed(gap, layer, domain, finer):
    """Triangles about a sphere of diameter 1 at this gap over the wall x = 0, and the thickness of its layer of vorticity."""
    face = WorkPlane().MoveTo(0, 0).Rectangle(domain, domain).Face() - WorkPlane().Circle(gap + 0.5, 0, 0.5).Face()
    face = face - WorkPlane().MoveTo(0, -1).Rectangle(domain, 1).Face()
    near = finer * min(0.06, 0.25 * layer)
    lines = {"side": lambda at: at.y - domain, "end": lambda at: at.x - domain, "axis": lambda at: at.y, "wall": lambda at: at.x}
    name_edges(face, {"sphere": gap + 0.5}, lines, near)
    for foot in [Pnt(0, 0, 0), Pnt(gap, 0, 0)]:
        face.vertices.Nearest(foot).maxh = min(near, finer * gap / 8)
    return Mesh(OCCGeometry(face, dim=2).GenerateMesh(maxh=domain / 6, grading=0.15))


def force(gap, frequency, order=4, domain=60, finer=1.0):
    """Force over 3 pi mu D U, complex, at a frequency w a^2/nu."""
    omega = 4 * frequency
    mesh = meshed(gap, root(2 / max(omega, 1e-9)), domain, finer)
    mesh.Curve(order + 1)
    space = space_of(mesh, order, "sphere|wall|end", "side", complex=True)
    trial, test = space.TnT()
    (u, w, _), (v, q, _) = trial, test
    return force_of(space, creeping(trial, test) + 1j * omega * y * (u * v + w * q)) / (3 * pi)


def brenner(gap):
    """The steady force over 3 pi mu D U."""
    alpha, total = acosh(1 + 2 * gap), 0.0
    for n in range(1, 4000):
        m = 2 * n + 1
        if m * alpha > 600:
            break
        above = 2 * sinh(m * alpha) + m * sinh(2 * alpha)
        below = 4 * sinh(0.5 * m * alpha) ** 2 - (m * sinh(alpha)) ** 2
        total += n * (n + 1) / ((2 * n - 1) * (2 * n + 3)) * (above / below - 1)
    return 4 / 3 * sinh(alpha) * total


def main():
    SetNumThreads(1)
    if "--check" in sys.argv:
        for gap in [1, 0.1, 0.01]:
            print(f"steady, gap {gap} D:", force(gap, 0).real, "exact", brenner(gap), flush=True)
        for frequency in [10, 100]:
            along = sqrt(1j * frequency)
            print(f"20 D away, w a^2/nu {frequency}:", force(20, frequency), "exact", 1 + along + along**2 / 9, flush=True)
        return
    print("gap_over_d,omega_a2_over_nu,in_phase_over_stokes,uncertainty,quadrature_over_stokes,quadrature_over_stokes_uncertainty")
    for gap in GAPS:
        for frequency in FREQUENCIES:
            value = force(gap, frequency)
            others = [force(gap, frequency, **how) for how in [{"order": 3}, {"finer": 2.0}, {"domain": 30}]]
            parts = [[part, sum(abs(change) for change in changes)] for part, changes in [
                (value.real, [(other - value).real for other in others]), (value.imag, [(other - value).imag for other in others])]]
            print(f"{gap},{frequency}", *(f"{part:.7g},{sigma:.1e}" for part, sigma in parts), sep=",", flush=True)


if __name__ == "__main__":
    main()
