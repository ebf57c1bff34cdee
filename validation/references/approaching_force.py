"""A point force that moves at constant speed U towards a plane wall: the share of its inertial drag that the wall leaves.

    python3 validation/references/approaching_force.py        (numpy; a minute)

Unbounded, Oseen's drag of a sphere of radius a is 6 pi mu a U (1 + 3/8 Ua/nu). Linearised, the flow of the moving force is unsteady Stokes flow.
Its velocity at the force, by the wall's image of all earlier forces, is U (a/l) H(lU/nu) at the distance l: H is 9/8 in creeping flow (Lorentz 1907).
The drag is 6 pi mu a U (1 + 9/8 a/l + c 3/8 Ua/nu) with the share c = 1 - (9/8 - H)/(3/8 lU/nu).

The image of an impulse comes from the transforms of Hankel (in the plane) and Laplace (in time): pressure modes exp(-kz), viscous modes
exp(-qz) with q^2 = k^2 + s/nu, no slip at the wall. Time is inverted on Talbot's contour. Units: U = nu = rho = 1.
"""
import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(160)
PANEL_NODES, PANEL_WEIGHTS = np.polynomial.legendre.leggauss(40)


def image(height, source, time, poles=28):
    """Velocity at `height` above the wall by the wall's image of a unit impulse at `source`, `time` later."""
    unit = (NODES + 1) / 2
    k_max = 45 / (height + source)
    k, weights = k_max * unit**2, k_max * unit * WEIGHTS
    angle = -np.pi + (np.arange(poles) + 0.5) * 2 * np.pi / poles
    s = poles / time * (0.5017 * angle / np.tan(0.6407 * angle) - 0.6122 + 0.2645j * angle)
    ds = poles / time * (0.5017 / np.tan(0.6407 * angle) - 0.5017 * 0.6407 * angle / np.sin(0.6407 * angle) ** 2 + 0.2645j)
    s_column = s[:, None]
    q = np.sqrt(k**2 + s_column)
    pressure = k / (2 * s_column)
    viscous = -k * pressure / q
    at_wall = pressure * np.exp(-k * source) + viscous * np.exp(-q * source)
    slope_at_wall = k * pressure * (np.exp(-k * source) - np.exp(-q * source))
    viscous_image = (k * at_wall + slope_at_wall) * (q + k) / s_column
    mode = (-at_wall - viscous_image) * np.exp(-k * height) + viscous_image * np.exp(-q * height)
    in_time = np.imag((np.exp(s * time) * ds)[:, None] * mode).sum(0) / poles
    return (weights * k * in_time).sum() / (2 * np.pi)


def velocity(distance):
    """H at the distance lU/nu."""
    edges = [0, 0.01 * min(distance, distance**2)]
    while edges[-1] < 3000 * max(distance, 1):
        edges.append(4 * edges[-1])
    total = 0
    for start, end in zip(edges, edges[1:]):
        times = start + (PANEL_NODES + 1) / 2 * (end - start)
        total += sum(w * image(distance, distance + t, t) for w, t in zip(PANEL_WEIGHTS * (end - start) / 2, times))
    return -6 * np.pi * distance * total


def share(distance):
    return 1 - (9 / 8 - velocity(distance)) / (3 / 8 * distance)


if __name__ == "__main__":
    print("distance,share")
    for distance in [0.03, 0.1, 0.3, 0.6, 1, 1.5, 2, 3, 5, 8, 15, 40, 100, 1000]:
        print(f"{distance},{share(distance):.5f}")
