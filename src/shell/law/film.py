from bisect import bisect_right
from math import log, log1p, pi, sqrt

GAP = [
    @GAP@]
MISSING = [
    @MISSING@]
FORCE = [
    @FORCE@]
TORQUE = [
    @TORQUE@]
ROTATION = [
    @ROTATION@]
COEFFICIENTS = [@COEFFICIENTS@]


def missing(x):
    """Missing force over 3 pi mu U D at x = gap/D; 0 beyond the law's range. x > 0."""
    if x >= GAP[-1]:
        return 0.0
    if x <= GAP[0]:
        return MISSING[0] + 0.5 * (1.0 / x - 1.0 / GAP[0]) + 0.2 * log(GAP[0] / x)
    k = min(bisect_right(GAP, x), len(GAP) - 1)
    way = log(x / GAP[k - 1]) / log(GAP[k] / GAP[k - 1])
    low, high = MISSING[k - 1] * GAP[k - 1], MISSING[k] * GAP[k]
    return (low + way * (high - low)) / x


def closed(x):
    """The closed form of the same."""
    d = 2.0 * x
    exact = 1.0 / d + 0.2 * log1p(1.0 / d) + 0.9713 + 0.0287 * d / (1.0 + d)
    if x < @LEAST@:
        return exact - (@BELOW@)
    if x >= @REACH@:
        return 0.0
    t, total = log(@REACH@ / x), 0.0
    for c in reversed(COEFFICIENTS):
        total = (total + c) * t
    return exact * total


def parallel(x):
    """Missing along the wall: force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2, torque of rotation over pi mu Omega D^3."""
    if x >= GAP[-1] or len(GAP) < 2:
        return 0.0, 0.0, 0.0
    k = max(1, min(bisect_right(GAP, x), len(GAP) - 1))
    way = log(x / GAP[k - 1]) / log(GAP[k] / GAP[k - 1])
    return tuple(of[k - 1] + way * (of[k] - of[k - 1]) for of in (FORCE, TORQUE, ROTATION))


def end(diameter, viscosity, speed, modulus, roughness=0.0):
    """The gap at which the film ends [m], of a sphere that comes with `speed` [m/s] onto solids of the effective modulus E* [Pa]."""
    return max(roughness, (4.0 * viscosity * abs(speed) * (0.5 * diameter) ** 1.5 / (pi * modulus)) ** 0.4)


def film_force(gap, velocity, diameter, viscosity, tension=101325.0, end=0.0):
    """The force to add [N], positive away from the wall, at `gap` [m] and `velocity` [m/s], positive away from it.

    `tension` [Pa] is that of the liquid before it tears, 0 or less for one that never does; `end` [m] is that of the film.
    """
    if gap <= end:
        return 0.0
    stokes = 3.0 * pi * viscosity * diameter * velocity
    force = -stokes * missing(gap / diameter)
    if velocity > 0.0 and tension > 0.0:
        onset = sqrt(1.5 * viscosity * diameter * velocity / tension)
        x = gap / onset
        cubic = lambda x: sqrt(3.0) - x * (0.7615 - x * (0.2806 - 0.1242 * x))
        if x < 1.595856:
            part = max(0.0, (x - 1.55) / (1.595856 - 1.55))
            pull = cubic(x) if x <= 1.55 else (1.0 - part) * cubic(1.55) + part / 1.595856
            force += stokes * 0.5 * diameter / gap - pi * diameter * tension * onset * pull
    return force
