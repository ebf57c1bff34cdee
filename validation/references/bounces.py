"""Motions of a sphere that falls, bounces and rises again, for `validate records`: an integrator that shares no code with the program.

    python3 validation/references/bounces.py > validation/references/bounces.csv

A row is a moment: motion, time [s], gap [m], velocity [m/s]; cubics between rows are within 2e-6 of the diameter of the motion. Each motion begins with a
row of its diameter [m], dry restitution, and 1 if the medium is a gas or a vacuum. The sphere feels weight, drag (Clift & Gauvin 1970), the added mass near
a wall (Lamb 1932) and its change, the history force (Basset 1888, its kernel cut at the time of a diameter as in Mei 1994), and the drag of the film
(Taylor: 6 pi mu a^2 V/h next to the wall, floored at a roughness). At the roughness it turns at once with its dry restitution. Midpoint steps, with the newest part of the
history implicit. `--check` repeats three motions with half the steps and prints how far speeds after contact move.

    python3 validation/references/bounces.py --of RUN ... > validation/references/flow-bounces.csv

writes the motions of runs by the flow in the same way: wakes that catch up with the sphere, and films that tear, are in no model above. The time in which the
solids touch is left out. The runs are `wetbounce run cases/gondret-stN.toml --set film.band=off --set run.bounces=2` for N = 27, 100, 152, 192 and 742.
"""
import csv
import json
import random
import sys
import tomllib
from pathlib import Path
from math import pi, sqrt

import numpy as np

GRAVITY = 9.81


def motion(d, solid, liquid, mu, dry, height, half=1.0):
    """Rows (time, gap, velocity) of a release at rest, or at the terminal speed where that comes sooner, until the second apex."""
    a, rough = d / 2, 2e-5 * d
    volume = pi * d**3 / 6
    weight = (solid - liquid) * volume * GRAVITY

    def mass(h):
        x = a / (a + h)
        return (solid + liquid * (0.5 + 3 / 16 * x**3)) * volume, -liquid * 9 / 16 * x**4 / a * volume

    def drag(v):
        re = liquid * abs(v) * d / mu if mu else 0.0
        return 3 * pi * mu * d * v * (1 + 0.15 * re**0.687 + 0.0175 * re / (1 + 42500 * max(re, 1e-9) ** -1.16))

    terminal = 100.0
    if mu:
        low, high = 0.0, 100.0
        for _ in range(60):
            terminal = (low + high) / 2
            low, high = (terminal, high) if drag(terminal) < weight else (low, terminal)
    fall = min(terminal, sqrt(2 * GRAVITY * height))
    cut, basset = d / fall, 6 * a * a * sqrt(pi * liquid * mu)

    def history(now):
        """The sum of all changes of speed, each times the mean over its step of 1/sqrt(t), cut at a diameter."""
        begin, dv, step = past[:, :count]
        far, near = now - begin, now - begin - step
        return np.sum(dv * 2 / (np.sqrt(far) + np.sqrt(near)) / (1 + (far + near) / 2 / cut) ** 1.5)

    t, h, v = 0.0, height, -terminal if terminal < sqrt(2 * GRAVITY * height) else 0.0
    rows, past, count, apexes, rising, longest = [(t, h, v)], np.zeros((3, 60000)), 0, 0, False, 0.02 * d / fall * half
    touched = -1.0
    while apexes < 2 and len(rows) < 50000:
        reach = (h - rough + 1e-4 * d) / max(abs(v), 0.02 * fall)
        dt = min(longest, 0.05 * half * reach) if v < 0 else min(longest, max(0.1 * half * (t - touched), 2e-4 * longest))
        old = history(t + dt / 2) if basset else 0.0
        newest = 2 * sqrt(dt / 2) / dt if basset else 0.0
        dv = 0.0
        for _ in range(3):
            vm, hm = v + dv / 2, h + (v + dv / 4) * dt / 2
            m, dm = mass(hm)
            film = 6 * pi * mu * a * a / max(hm, rough) / (1 + hm / a) ** 2
            rest = -weight - drag(v) - basset * old - 0.5 * dm * v * v
            dv = (rest - film * v + (drag(v) - drag(vm))) * dt / (m + film * dt / 2 + basset * newest * dt / 2)
        new_h, new_v = h + (v + dv / 2) * dt, v + dv
        if new_h <= rough and new_v < 0:
            share = (h - rough) / (h - new_h)
            v += share * dv
            t += share * dt
            past[:, count], count = (t - share * dt, share * dv, share * dt), count + 1
            rows.append((t, rough, v))
            if -v < 1e-3 * fall:
                return None
            past[:, count], count = (t, -(1 + dry) * v, 0.0), count + 1
            v, h, rising, touched = -dry * v, rough, True, t
            rows.append((t, h, v))
            continue
        past[:, count], count = (t, dv, dt), count + 1
        t, h = t + dt, new_h
        if rising and new_v <= 0:
            apexes, rising = apexes + 1, False
        v = new_v
        rows.append((t, h, v))
    return rows


def thinned(rows, d):
    """The fewest rows, greedily, between which cubics stay within 2e-6 d."""
    kept, at = [rows[0]], 0
    while at < len(rows) - 1:
        reach = 1
        while at + 2 * reach < len(rows) and fits(rows[at:at + 2 * reach + 1], d):
            reach *= 2
        while at + reach + 1 < len(rows) and fits(rows[at:at + reach + 2], d):
            reach += 1
        at += reach
        kept.append(rows[at])
    return kept


def fits(rows, d):
    (t0, h0, v0), (t1, h1, v1) = rows[0], rows[-1]
    if t1 <= t0:
        return False
    for t, h, _ in rows[1:-1:max(1, len(rows) // 40)]:
        x, span = (t - t0) / (t1 - t0), t1 - t0
        if not 0 < x < 1:
            return False
        cubic = h0 * (1 + 2 * x) * (1 - x) ** 2 + span * v0 * x * (1 - x) ** 2 + h1 * x * x * (3 - 2 * x) + span * v1 * x * x * (x - 1)
        if abs(cubic - h) > 2e-6 * d:
            return False
    return True


def drawn(count, rng):
    between = lambda low, high: low * (high / low) ** rng.random()
    found = 0
    while found < count:
        d, solid, dry, height = between(1e-3, 1e-2), between(1500, 8000), rng.uniform(0.5, 0.98), rng.uniform(8, 25)
        if found % 16 in (3, 11):
            liquid, mu, gas = (1.2, 1.8e-5, 1) if found % 16 == 3 else (0.0, 0.0, 1)
        else:
            liquid, mu, gas = between(800, 1250), between(8e-4, 0.3), 0
            if solid < 1.1 * liquid:
                continue
        yield d, solid, liquid, mu, dry, height * d, gas
        found += 1


def of_run(directory):
    """Diameter, dry restitution and rows of a run up to its second apex, each contact at one time."""
    case = tomllib.loads((directory / "case.toml").read_text())
    bounces = json.loads((directory / "summary.json").read_text())["bounces"]
    with open(directory / "trajectory.csv") as file:
        moments = [tuple(float(row[key]) for key in ("time_s", "gap_m", "velocity_m_s")) for row in csv.DictReader(file)]
    rows, begin, touched = [], 0.0, 0.0
    for bounce in bounces[:2]:
        contact, separation = bounce["contact_time_s"], bounce["separation_time_s"]
        rows += [(t - touched, h, v) for t, h, v in moments if begin < t < contact]
        rows += [(contact - touched, 0.0, -bounce["impact_speed_m_s"]), (contact - touched, 0.0, bounce["rebound_speed_m_s"])]
        begin, touched = separation, touched + separation - contact
    apex = next(t for t, _, v in moments if t > begin and v < 0)
    return length(case["sphere"]["diameter"]), case["contact"]["restitution"], rows + [(t - touched, h, v) for t, h, v in moments if begin < t <= apex]


def length(text):
    number, unit = text.split()
    return float(number) * {"m": 1.0, "mm": 1e-3, "um": 1e-6}[unit]


def written(number, d, dry, gas, rows):
    """The fewest rows of a motion, with two at each contact."""
    print(f"{number},{d:.9g},{dry:.6g},{gas}")
    edges = [0] + [i + 1 for i in range(len(rows) - 1) if rows[i + 1][0] == rows[i][0]] + [len(rows)]
    for begin, end in zip(edges, edges[1:]):
        for t, h, v in thinned(rows[begin:end], d):
            print(f"{number},{t:.10g},{h:.9g},{v:.9g}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        for d, solid, liquid, mu, dry, height, gas in list(drawn(3, random.Random(7))):
            after = lambda half: [rows[i + 1][2] for rows in [motion(d, solid, liquid, mu, dry, height, half) or []] for i in range(len(rows) - 1)
                                  if rows[i + 1][0] == rows[i][0]]
            print([one / other - 1 for one, other in zip(after(1.0), after(0.5))])
        sys.exit()
    print("motion,time_s,gap_m,velocity_m_s")
    if sys.argv[1:2] == ["--of"]:
        for number, directory in enumerate(sys.argv[2:]):
            d, dry, rows = of_run(Path(directory))
            written(number, d, dry, 0, rows)
        sys.exit()
    seed, count = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (7, 32)
    number, rng = 0, random.Random(seed)
    for d, solid, liquid, mu, dry, height, gas in drawn(10 * count, rng):
        rows = motion(d, solid, liquid, mu, dry, height)
        turns = [i for i in range(len(rows or []) - 1) if rows[i + 1][0] == rows[i][0]]
        # A rebound that pictures can show: its apex is above a fortieth of the diameter.
        if not turns or max(h for _, h, _ in rows[turns[0]:]) < d / 40:
            continue
        written(number, d, dry, gas, rows)
        number += 1
        if number == count:
            break
