"""Axisymmetric flows of a liquid by finite elements: what scripts of references and of checks have in common. Needs NGSolve (`pip install ngsolve`).

Lengths are in diameters. The axis of symmetry is y = 0, and x runs along it. Taylor-Hood elements (Taylor & Hood 1973): the velocity along the axis and away from it, and the pressure one order lower.
A force is the residual of the momentum balance, tested with one on the sphere (Babuska & Miller 1984), which converges twice as fast as a sum of the stress.
"""
import sys
from math import pi

from ngsolve import CF, H1, BilinearForm, GridFunction, InnerProduct, Norm, dx, grad, y


def name_edges(face, spheres, lines, near):
    """Names the edges of a face: those on `spheres`, centres on the axis of spheres of diameter 1 by name, with elements `near` large at most, and those on `lines`, distances of a point by name."""
    for edge in face.edges:
        at = edge.center
        for name, centre in spheres.items():
            if at.y > 1e-3 and (at.x - centre) ** 2 + at.y**2 < 0.26:
                edge.name, edge.maxh = name, near
        for name, distance in lines.items():
            if abs(distance(at)) < 1e-9:
                edge.name = name


def space_of(mesh, order, held, slips="", **how):
    """Velocity along the axis and away from it, and pressure; the velocity is given on the edges `held`, and does not pass those that it `slips` along."""
    across = "|".join(part for part in [held, "axis", slips] if part)
    return H1(mesh, order=order, dirichlet=held, **how) * H1(mesh, order=order, dirichlet=across, **how) * H1(mesh, order=order - 1, **how)


def creeping(trial, test, viscosity=1.0):
    """Viscous stress, pressure and continuity of trial functions (u, w, p), tested with (v, q, s)."""
    (u, w, p), (v, q, s) = trial, test
    return (viscosity * (y * (grad(u) * grad(v) + grad(w) * grad(q)) + w * q / y)
            - p * (y * (grad(v)[0] + grad(q)[1]) + q) - s * (y * (grad(u)[0] + grad(w)[1]) + w))


def integral(space, integrand):
    """The form of an integrand."""
    form = BilinearForm(space)
    form += integrand * dx(bonus_intorder=4)
    return form


def moving(space, edges):
    """The flow in which these edges move along the axis with the speed 1, and all else is at rest."""
    flow = GridFunction(space)
    flow.components[0].Set(CF(1), definedon=space.mesh.Boundaries(edges))
    return flow


def force(space, integrand, sphere="sphere", times=1):
    """Force over mu U D on a sphere that moves along the axis with the speed U in liquid at rest, in a flow that is linear. More `times` take out round-off."""
    balance = integral(space, integrand)
    balance.Assemble()
    flow, one = moving(space, sphere), moving(space, sphere)
    residual = flow.vec.CreateVector()
    inverse = balance.mat.Inverse(space.FreeDofs(), inverse="sparsecholesky")
    for _ in range(times):
        residual.data = balance.mat * flow.vec
        flow.vec.data -= inverse * residual
    residual.data = balance.mat * flow.vec
    return 2 * pi * InnerProduct(residual, one.vec, conjugate=False)


def drags(space, spheres, reynolds):
    """Drag coefficients F/(rho U^2 pi D^2/8) of spheres held in a stream that enters through `inlet` with the speed 1, by Newton's method from a fifth of the Reynolds number on."""
    (u, w, p), (v, q, s) = trial, test = space.TnT()
    flow = moving(space, "inlet")
    residual, step = flow.vec.CreateVector(), flow.vec.CreateVector()
    for re in [reynolds / 5, reynolds / 2, reynolds]:
        inertia = y * ((u * grad(u)[0] + w * grad(u)[1]) * v + (u * grad(w)[0] + w * grad(w)[1]) * q)
        balance = integral(space, creeping(trial, test, 1 / re) + inertia)
        for _ in range(20):
            balance.Apply(flow.vec, residual)
            balance.AssembleLinearization(flow.vec)
            step.data = balance.mat.Inverse(space.FreeDofs(), inverse="umfpack") * residual
            flow.vec.data -= step
            if Norm(step) < 1e-9 * Norm(flow.vec):
                break
        else:
            sys.exit(f"Newton's method does not converge at Re {re}")
    balance.Apply(flow.vec, residual)
    return [-2 * pi * InnerProduct(residual, moving(space, sphere).vec) / (pi / 8) for sphere in spheres]
