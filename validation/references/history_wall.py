"""Force on a sphere that oscillates towards a no-slip wall, exact in unsteady Stokes flow, and the table of `src/physics/liquid/history_screening.rs`.

    python3 -m venv venv && venv/bin/pip install numpy scipy
    venv/bin/python validation/references/history_wall.py            # the table
    venv/bin/python validation/references/history_wall.py --force    # gap h/a, w a^2/nu, force over 6 pi mu a U: in phase with the speed, with the acceleration
    venv/bin/python validation/references/history_wall.py --check    # error of the table between its rows

Lengths in radii, times in a^2/nu; motion U exp(st), lambda^2 = s. The flow is u = grad(phi + dchi/dz) - lambda^2 chi e_z with harmonic phi and
(laplace - lambda^2) chi = 0 (pressure -lambda^2 phi). About the sphere phi is a sum of P_n/r^(n+1) and chi one of k_n(lambda r) P_n; on the wall each is a Hankel
integral, and so is its reflection, for which the wall's no-slip condition is two equations a wave number. The coefficients meet
no slip on the sphere by least squares. The force follows from the dipole of the pressure. Finite elements (Taylor-Hood, order 5) agree to 1e-4
at the gaps 0.2 and 0.04 and w a^2/nu of 1, 10, 100.

The table: what is left of the force without steady drag (Brenner 1961) and added mass (Hicks 1880) is a sum over relaxation rates x with the weight
r(x)/(pi sqrt(x)); r is piecewise linear in ln x, fitted to the force at 70 real and imaginary s at each gap.
"""
import sys

import numpy as np
from scipy.optimize import lsq_linear
from scipy.special import gammaln, j0, j1

GAPS = np.array([0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3, 1.6, 2.0, 2.4, 2.8, 3.2, 3.6, 4.0])  # ln(1 + 1/gap)
RATES = np.arange(-1.0, 6.01, 0.5)  # log10 of x (1 + gap)^2


def gap_of(place):
    return 1 / np.expm1(max(place, 1e-3))


def wall_image(gap):
    """W and its slope."""
    l = 1 + gap
    before, now, effect, slope = (1.0, 0.0), (2 * l, 2.0), 0.0, 0.0
    while now[0] ** -3 > 1e-17 * max(effect, 1e-300):
        effect, slope = effect + now[0] ** -3, slope - 3 * now[1] / now[0] ** 4
        before, now = now, (2 * l * now[0] - before[0], 2 * (now[0] + l * now[1]) - before[1])
    return effect, slope


def thin(gap):
    effect, slope = wall_image(gap)
    return 1 + effect - (2 + gap) * slope / 3


def brenner(gap):
    a = np.arccosh(1 + gap)
    n = np.arange(1, int(20 + 60 / a) + 1, dtype=float)
    over = 2 * np.sinh((2 * n + 1) * a) + (2 * n + 1) * np.sinh(2 * a)
    under = 4 * np.sinh((n + 0.5) * a) ** 2 - (2 * n + 1) ** 2 * np.sinh(a) ** 2
    return 4 / 3 * np.sinh(a) * (n * (n + 1) / ((2 * n - 1) * (2 * n + 3)) * (over / under - 1)).sum()


def force(gap, s, terms=None):
    """Force of the liquid on the sphere over 6 pi mu a U, for any s but the negative real ones."""
    lam, d = np.sqrt(complex(s)), 1 + gap
    terms = terms or int(14 + 24 / np.arccosh(d))
    n = np.arange(terms + 1)
    theta = (np.arange(3 * terms) + 0.5) / (3 * terms) * np.pi
    mu, sin = np.cos(theta), np.sin(theta)
    z, rho = d + mu, sin

    edges = np.concatenate([[0], np.geomspace(1e-3, max(40 / (1 + 2 * gap) + 1.2 * terms, 30), 14)])
    node, weight = np.polynomial.legendre.leggauss(24)
    half = np.diff(edges)[:, None] / 2
    q, share = (edges[:-1, None] + half * (1 + node)).ravel(), (half * weight).ravel()
    kappa = np.sqrt(q * q + lam * lam)

    ratio = [1 + 1 / lam]  # k_{n+1}/k_n on the sphere
    for m in range(1, terms + 3):
        ratio.append((2 * m + 1) / lam + 1 / ratio[-1])
    sign = (-1.0) ** n
    phi = sign * np.exp(n * np.log(q)[:, None] - gammaln(n + 1) - q[:, None] * d)  # on the wall, by wave number
    chi = np.zeros((len(q), terms + 1), complex)  # P_n(kappa/lambda)/k_n(lambda) exp(-kappa d)
    chi[:, 0] = lam * np.exp(lam - kappa * d)
    chi[:, 1] = kappa / lam * chi[:, 0] / ratio[0]
    for m in range(1, terms):
        up = (2 * m + 1) * kappa / lam * chi[:, m] / ratio[m]
        chi[:, m + 1] = (up - m * chi[:, m - 1] / (ratio[m] * ratio[m - 1])) / (m + 1)
    chi = sign * chi * (q / kappa / lam)[:, None]

    bessel = [j0(np.outer(rho, q)), j1(np.outer(rho, q))]
    decay = [np.exp(-np.outer(z, q)) * share, np.exp(-np.outer(z, kappa)) * share]
    axial, radial = [], []
    for a, b in [(phi, 0 * chi), (0 * phi, chi)]:
        back = (kappa + q)[:, None] * (2 * a + (kappa + q)[:, None] * b) / lam**2  # reflected chi, then phi
        ahead = a + q[:, None] * (b + back)
        axial.append((bessel[0] * decay[0]) @ (-q[:, None] * ahead) + (bessel[0] * decay[1]) @ ((q * q)[:, None] * back))
        radial.append((-bessel[1] * decay[0]) @ (q[:, None] * ahead) + (bessel[1] * decay[1]) @ ((q * kappa)[:, None] * back))

    legendre = np.zeros((len(mu), terms + 3))
    legendre[:, 0], legendre[:, 1] = 1, mu
    for m in range(1, terms + 2):
        legendre[:, m + 1] = ((2 * m + 1) * mu * legendre[:, m] - m * legendre[:, m - 1]) / (m + 1)
    slope = np.zeros_like(legendre)
    for m in range(1, terms + 3):
        slope[:, m] = m * (legendre[:, m - 1] - mu * legendre[:, m]) / sin**2

    def add(which, m, along_r, along_theta, beside=0):
        axial[which][:, m] += mu * along_r - sin * along_theta + beside
        radial[which][:, m] += sin * along_r + mu * along_theta

    def gradient(m):  # of k_m P_m on the sphere, over k_m
        along_r = -lam * ratio[0] if m == 0 else -lam / ratio[m - 1] - (m + 1)
        return np.array([along_r * legendre[:, m], -sin * slope[:, m]])

    for m in range(terms + 1):
        add(0, m, -(m + 1) * legendre[:, m], -sin * slope[:, m])
        of = -lam * (m + 1) / (2 * m + 1) * ratio[m] * gradient(m + 1)
        if m:
            of = of - lam * m / (2 * m + 1) / ratio[m - 1] * gradient(m - 1)
        add(1, m, of[0], of[1], -(lam**2) * legendre[:, m])

    even = np.sqrt(sin + 0.02)
    matrix = np.vstack([np.hstack([part[0][:, 1:], part[1]]) * even[:, None] for part in (axial, radial)])
    given = np.concatenate([even, 0 * even])
    scale = np.linalg.norm(matrix, axis=0)
    dipole = (np.linalg.lstsq(matrix / scale, given, rcond=1e-15)[0] / scale)[0]
    return (-4 * np.pi * dipole - 4 * np.pi / 3) * lam**2 / (6 * np.pi)


def history(gap, s):
    return force(gap, s) - brenner(gap) - (1 + 3 * wall_image(gap)[0]) / 9 * s


def points(gap):
    omega = 10 ** np.arange(-1.5, 7.01, 0.25) / (1 + gap) ** 2
    omega = omega[omega < 3e5]
    return np.concatenate([1j * omega, omega])


def histories_of_rates(gap, s):
    """History at `s` of a share that is 1 at one of the rates, linear to 0 at its neighbours; of the last, 1 beyond it."""
    u = np.linspace(RATES[0] - 0.5, RATES[-1] + 12, int((RATES[-1] - RATES[0] + 12.5) * 200) + 1)
    x, width = 10**u / (1 + gap) ** 2, np.log(10) * (u[1] - u[0])
    hats = np.array([np.clip(1 - abs(u - rate) / 0.5, 0, 1) for rate in RATES])
    hats[-1][u > RATES[-1]] = 1
    return (s[:, None] / (s[:, None] + x) * np.sqrt(x) / np.pi * width) @ hats.T


def shares(gap):
    s = points(gap)
    exact, hats, fast = np.array([history(gap, at) for at in s]), histories_of_rates(gap, s), thin(gap)
    scale = 1 / (abs(exact) ** 0.8 * abs(s) ** 0.1)
    matrix, given = hats[:, :-1] * scale[:, None], (exact - fast * hats[:, -1]) * scale
    smooth = 2e-3 * np.diff(np.eye(len(RATES)), 2, axis=0)
    rows = np.vstack([matrix.real, matrix.imag, smooth[:, :-1]])
    return lsq_linear(rows, np.concatenate([given.real, given.imag, -fast * smooth[:, -1]]), bounds=(0, np.inf)).x


if "--force" in sys.argv:
    for gap in (1.0, 0.2, 0.04):
        for omega in (1, 10, 100):
            z = force(gap, 1j * omega)
            print(f"{gap:g},{omega:g},{z.real:.5f},{z.imag:.5f}")
else:
    table = np.array([np.round(shares(gap_of(place)), 4) for place in GAPS])
    for place, row in zip(GAPS, table):
        print(f"    ({place:.2f}, [" + ", ".join(f"{share:.4f}" for share in row) + "]),")
    for low in range(len(GAPS) - 1 if "--check" in sys.argv else 0):
        gap = gap_of((GAPS[low] + GAPS[low + 1]) / 2)
        s = points(gap)
        s = s[s.imag > 0]
        exact = np.array([history(gap, at) for at in s])
        miss = histories_of_rates(gap, s) @ np.append((table[low] + table[low + 1]) / 2, thin(gap)) - exact
        whole = exact + brenner(gap) + (1 + 3 * wall_image(gap)[0]) / 9 * s
        print(f"h/a {gap:.4g}: in phase {max(abs(miss.real / whole.real)):.1e}, in quadrature {max(abs(miss.imag / whole.imag)):.1e}")
