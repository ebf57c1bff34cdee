"""Drag of a sphere that moves along the axis of a tube in creeping flow, exactly: the reference `tube`.

    python3 -m venv venv && venv/bin/pip install numpy scipy
    venv/bin/python validation/references/tube.py > validation/references/tube.csv

Prints radius of the sphere over that of the tube, force over 3 pi mu U D, and its numerical uncertainty. The method is that of Haberman & Sayre (1958), David Taylor Model Basin report
1143, and of Leichtberg, Pfeffer & Weinbaum (1976), Int. J. Multiphase Flow 3, 147: a series of singular solutions at the centre of the sphere, for each of which the tube's wall answers
with a Fourier integral along the axis. Haberman & Sayre cut the series after a few terms. Here 24 terms are fitted to no slip at 120 points of the sphere.

Singular solutions are u = grad phi with phi = P_n/r^(n+1), n odd, and u = x grad chi - chi e_x with chi = P_n/r^(n+1), n even (x along the axis). Their transforms at the wall follow from
1/r = 2/pi int K0(k rho) cos kx dk. The answer has the stream function int (A rho I1(k rho) + B rho^2 I2(k rho)) cos kx dk, a pair that stays
independent for k -> 0; no liquid flows through a cross-section as a whole.
The first coefficient of chi is the force. Lengths are in radii of the tube.

The uncertainty is the largest change to other numbers of terms, points and nodes of the integral, and 1e-9 of the value at least. `tube_elements.py` solves the same problem by finite elements.
"""
import numpy as np
from scipy.special import eval_legendre, gammaln, ive, kve

# So close that values between rows follow.
RATIOS = [0.01] + [round(0.02 * k, 2) for k in range(1, 41)] + [round(0.8 + 0.01 * k, 2) for k in range(1, 16)]


def derivative(n, z):
    """Of Legendre's polynomial, inside of (-1, 1)."""
    return n * (eval_legendre(n - 1, z) - z * eval_legendre(n, z)) / (1 - z * z) if n else 0 * z


def force(ratio, terms=24, points=120, nodes=16):
    """Force over 3 pi mu U D."""
    r, (node, weight) = ratio, np.polynomial.legendre.leggauss(nodes)
    ends = np.concatenate([[0], np.geomspace(1e-10, 60 / (1 - r) + 40, 80)])
    half = np.diff(ends) / 2
    k, dk = (ends[:-1] + half + np.outer(node, half)).ravel(), np.outer(weight, half).ravel()
    theta = np.pi / 2 * (np.arange(points) + 0.5) / points
    z, s = np.cos(theta), np.sin(theta)
    x, rho = r * z, r * s
    # Bessel functions with their exponentials taken out; `decay` has them all.
    at_wall, wall_k, inside = [ive(n, k) for n in (0, 1, 2)], [kve(n, k) for n in (0, 1)], [ive(n, np.outer(rho, k)) for n in (0, 1, 2)]
    decay = np.exp(np.outer(rho, k) - 2 * k)
    along, across = decay * np.cos(np.outer(x, k)) * dk, decay * np.sin(np.outer(x, k)) * dk
    of_a, of_b = [k * at_wall[0], k * at_wall[1]], [k * at_wall[1], k * at_wall[2]]
    determinant = of_a[0] * of_b[1] - of_a[1] * of_b[0]
    columns = []
    for n in range(2 * terms):
        p, at = eval_legendre(n, z), 2 / np.pi * np.exp(n * np.log(k * r) - gammaln(n + 1))
        radial, polar = -(n + 1) * p / r**2, -derivative(n, z) * s / r**2
        slope = [-(n + 1) * eval_legendre(n + 1, z) / r**2, radial * s + polar * z]  # of P_n/r^(n+1), times r^n
        if n % 2:
            sign = -((-1) ** ((n + 1) // 2))
            wall = [sign * at * k * wall_k[0], -sign * at * k * wall_k[1]]
            own = slope
        else:
            sign = (-1) ** (n // 2)
            wall = [sign * at * (k * wall_k[1] - (n + 2) * wall_k[0]), sign * at * (n * wall_k[1] - k * wall_k[0])]
            own = [x * slope[0] - p / r, x * slope[1]]
        a = (wall[1] * of_b[0] - wall[0] * of_b[1]) / determinant
        b = (wall[0] * of_a[1] - wall[1] * of_a[0]) / determinant
        answer = [(along * k * (a * inside[0] + b * rho[:, None] * inside[1])).sum(1),
                  (across * k * (a * inside[1] + b * rho[:, None] * inside[2])).sum(1)]
        columns.append(np.concatenate([own[0] + answer[0], own[1] + answer[1]]) * r)
    flow = np.array(columns).T
    scale = np.linalg.norm(flow, axis=0)
    found = np.linalg.lstsq(flow / scale, np.concatenate([np.ones(points), np.zeros(points)]), rcond=1e-15)[0] / scale
    return -found[0] / 0.75


def main():
    print("radius_over_tube_radius,force_over_stokes,uncertainty")
    for ratio in RATIOS:
        value = force(ratio)
        others = [force(ratio, **how) for how in [{"terms": 16}, {"terms": 32}, {"points": 80}, {"points": 160}, {"nodes": 24}]]
        error = max(1e-9 * value, *(abs(other - value) for other in others))
        print(f"{ratio},{value:.9g},{error:.1e}")


if __name__ == "__main__":
    main()
