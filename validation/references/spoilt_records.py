"""Records of cameras, spoilt in many ways, of motions that share no code with the program, and how far off programs read them.

    python3 validation/references/spoilt_records.py [--seed N] [--motions N] [--motions-of FILE.py] [--kinds a,b] [--out DIR] PROGRAM [--raw OTHER]

Motions come from `drawn` and `motion` of `bounces.py`, or of another file that has both, with a seed of its own. Each is written once for each kind below, in
records of 0.1 to 5 ms a picture and 5 to 100 um of noise, and read by `PROGRAM measure FILE --format json`. The table has for each kind and quantity the
median of |value - truth| over the truth, of the records that all programs read, the shares within one and beyond four standard errors, the share of the
records in which the quantity is not read, and of those that are doubted. With a second program, `ratio` is the first one's median over that of the second.
`apex` is above the gap at contact; `raw` above the zero of the record, the sum of both. A program after `--raw` states the latter.
"""
import argparse
import importlib.util
import json
import random
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from math import cos, pi, sin
from pathlib import Path

QUANTITIES = ["speed_in_m_s", "speed_out_m_s", "restitution", "apex", "raw", "apex_time_s"]


def truth(rows, d):
    """Contact, speeds, apex above the contact of the first bounce; `None` if its speed after contact is read later than half-way to its apex."""
    at = next(i for i in range(len(rows) - 1) if rows[i + 1][2] > 0 >= rows[i][2])
    fastest = max(-v for _, _, v in rows[:at + 1])
    left = next(i for i in range(at, len(rows)) if rows[i][2] > 0 and rows[i][1] >= rows[at][1] - 1e-9 * d)
    touched = next((t for t, h, _ in rows[:at + 1] if h < 0), rows[at][0])
    second = next((i for i in range(left + 1, len(rows) - 1) if rows[i][2] <= 0 < rows[i + 1][2]), len(rows))
    turn = next((i for i in range(left, second - 1) if rows[i][2] > 0 >= rows[i + 1][2]), None)
    if turn is None:
        return None
    (t0, _, v0), (t1, _, v1) = rows[turn], rows[turn + 1]
    top = t0 + (t1 - t0) * v0 / (v0 - v1)
    when = rows[left][0] + 0.1 * d / fastest
    if when > 0.5 * (rows[left][0] + top):
        return None
    out = velocity(rows, when)
    return {"speed_in_m_s": fastest, "speed_out_m_s": out, "restitution": out / fastest, "apex": gap(rows, top) - max(rows[at][1], 0),
            "apex_time_s": top - touched, "contact": touched, "end": rows[left][0], "top": top}


def place(rows, t):
    low, high = 0, len(rows) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if rows[middle][0] <= t else (low, middle)
    return low


def gap(rows, t):
    (t0, h0, v0), (t1, h1, v1) = rows[(i := place(rows, t))], rows[i + 1]
    x, s = (t - t0) / (t1 - t0), t1 - t0
    return h0 * (1 + 2 * x) * (1 - x) ** 2 + s * v0 * x * (1 - x) ** 2 + h1 * x * x * (3 - 2 * x) + s * v1 * x * x * (x - 1)


def velocity(rows, t):
    (t0, _, v0), (t1, _, v1) = rows[(i := place(rows, t))], rows[i + 1]
    return v0 + (v1 - v0) * (t - t0) / (t1 - t0)


def soft(rows, at, lasts):
    """The same motion with a contact that lasts: half an oscillation, from the speed before to that after."""
    (t, h, v), after, within = rows[at], rows[at + 1][2], []
    for x in (k / 40 for k in range(1, 40)):
        speed = abs(v) * (1 - x) + after * x
        within.append((t + lasts * x, h - lasts / pi * speed * sin(pi * x), -speed * cos(pi * x) - (after - abs(v)) / pi * sin(pi * x)))
    return rows[:at + 1] + within + [(a + lasts, b, c) for a, b, c in rows[at + 1:]]


def merged(h, reach):
    """The middle of sphere and shadow, which a tracker takes for one thing within this reach of the wall."""
    return h - 0.5 * (reach - h) if 0 <= h < reach else h


KINDS = ["plain", "zeroed", "outlier", "pixels", "blurred", "correlated", "scaled", "digitised", "few", "merged", "soft", "weak", "jitter"]


def record(kind, rows, d, rng):
    """Times and gaps, and options of the program."""
    true, between = truth(rows, d), lambda low, high: low * (high / low) ** rng.random()
    if true is None:
        return None
    noise, every, off, options = between(5e-6, 1e-4), between(1e-4, 5e-3), rng.uniform(-5e-4, 5e-4), {}
    if kind == "soft":
        lasts = every * rng.uniform(2, 12)
        if lasts > 0.15 * (true["top"] - true["contact"]):
            return None
        at = next(i for i in range(len(rows) - 1) if rows[i + 1][2] > 0 >= rows[i][2])
        rows = soft(rows, at, lasts)
        true = dict(true, apex_time_s=true["apex_time_s"] + lasts, end=true["end"] + lasts)
        off = 0.0
    if kind == "zeroed":
        off = 0.0
    if kind == "few":
        every = d / true["speed_in_m_s"] * between(0.5, 2)
    rise = true["top"] - true["contact"]
    if kind == "weak":
        every, noise = rise * 2 / 12, true["apex"] / between(8, 30)
    begins = between(1, 12) * d if rng.random() < 0.5 else 1e9
    missing = 0.3 * rng.random() if rng.random() < 1 / 3 else 0.0
    if kind == "weak":
        begins, missing = 1e9, 0.0
    end, t, points, kept = rows[-1][0], every * rng.random(), [], rng.gauss(0, 1)
    if kind == "weak":
        end = min(end, true["contact"] + 2.2 * rise)
    while t <= end:
        fresh = rng.gauss(0, 1)
        kept = 0.7 * kept + 0.51 ** 0.5 * fresh
        h = sum(gap(rows, min(max(t + every * (k / 16 - 0.25), 0), end)) for k in range(9)) / 9 if kind == "blurred" else gap(rows, t)
        if kind == "merged":
            h = merged(h, 0.15 * d)
        if rng.random() >= missing and (t > true["contact"] or h < begins):
            points.append([t, h + off + noise * (kept if kind == "correlated" else fresh)])
        t += every * (rng.uniform(0.7, 1.3) if kind == "jitter" else 1)
    if kind == "outlier" and len(points) > 12:
        points[6 + int(rng.random() * (len(points) - 12))][1] += between(0.05, 1) * d * rng.choice([-1, 1])
    if kind == "pixels":
        pixel = between(2e-5, 1e-4)
        points = [[t, round(h / pixel) * pixel] for t, h in points]
    if kind == "scaled":
        factor = 1 + 0.01 * rng.gauss(0, 1)
        points, options = [[t, h * factor] for t, h in points], {"scale_uncertainty": 0.01}
    if kind == "digitised":
        count = min(len(points), int(between(30, 80)))
        chosen = [points[k * (len(points) - 1) // max(count - 1, 1)] for k in range(count)]
        points = sorted([t + 0.1 * every * rng.gauss(0, 1), h + 3 * noise * rng.gauss(0, 1)] for t, h in chosen)
    before = sum(t < true["contact"] for t, _ in points)
    after = sum(true["end"] < t < true["contact"] + 2 * rise for t, _ in points)
    if before < 4 or after < 5:
        return None
    true["raw"] = true["apex"] + off
    return points, true, options


def read(program, is_raw, path, d, true, options):
    """Value and standard error of each quantity of the bounce nearest to the contact; and what is doubted."""
    known = [f"measurement.{key}={value}" for key, value in options.items()]
    command = [program, "measure", str(path), "--format", "json", "--set", f"sphere.diameter={d} m"]
    found = subprocess.run(command + [part for one in known for part in ("--set", one)], capture_output=True, text=True)
    if found.returncode and options:
        found = subprocess.run(command, capture_output=True, text=True)
    try:
        out = json.loads(found.stdout)
    except ValueError:
        return {}, [found.stderr.strip()[:200]]
    bounces = [b for drop in out.get("drops", []) for b in drop["bounces"]]
    near = [b for b in bounces if b.get("contact_time_s") and abs(b["contact_time_s"]["value"] - true["contact"]) < 0.3 * (true["top"] - true["contact"])]
    near += [b for b in bounces if not b.get("contact_time_s")][:1]
    if not near:
        return {}, out.get("doubts", [])
    bounce = near[0]
    pair = lambda key: (bounce[key]["value"], bounce[key]["sigma"]) if bounce.get(key) else None
    values = {key: pair(key) for key in QUANTITIES if key in bounce}
    apex, contact = pair("apex_gap_m"), pair("contact_gap_m")
    if apex:
        zero = contact or (0.0, 0.0)
        values["raw" if is_raw else "apex"] = apex
        values["apex" if is_raw else "raw"] = (apex[0] + (-zero[0] if is_raw else zero[0]), (apex[1] ** 2 + zero[1] ** 2) ** 0.5)
    return {key: value for key, value in values.items() if value}, out.get("doubts", [])


def main():
    parser = argparse.ArgumentParser()
    for name, default in (("--seed", 101), ("--motions", 24), ("--draws", 1)):
        parser.add_argument(name, type=int, default=default)
    parser.add_argument("--motions-of", default=str(Path(__file__).with_name("bounces.py")))
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--out", default="/tmp/spoilt-records")
    parser.add_argument("--raw", action="append", default=[])
    parser.add_argument("programs", nargs="+")
    args = parser.parse_args()
    spec = importlib.util.spec_from_file_location("motions", args.motions_of)
    of = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(of)
    rng, motions = random.Random(args.seed), []
    for d, solid, liquid, mu, dry, height, _ in of.drawn(20 * args.motions, rng):
        rows = of.motion(d, solid, liquid, mu, dry, height)
        # A rebound that pictures can show.
        if rows and any(b[2] > 0 >= a[2] for a, b in zip(rows, rows[1:])) and (true := truth(rows, d)) and true["apex"] > d / 40:
            motions.append((rows, d))
        if len(motions) == args.motions:
            break
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    jobs = []
    for kind in args.kinds.split(","):
        for number, (rows, d) in enumerate(motions):
            for draw in range(args.draws):
                made = record(kind, rows, d, random.Random(f"{args.seed} {kind} {number} {draw}"))
                if not made:
                    continue
                points, true, options = made
                path = out / f"{kind}-{number}-{draw}.csv"
                path.write_text("time_s,gap_m\n" + "".join(f"{t:.9g},{h:.9g}\n" for t, h in points))
                jobs.append((kind, path, d, true, options))
    (out / "truths.json").write_text(json.dumps([(kind, path.name, d, true, options) for kind, path, d, true, options in jobs]))
    with ThreadPoolExecutor(2) as pool:
        programs = [(one, False) for one in args.programs] + [(one, True) for one in args.raw]
        found = list(pool.map(lambda job: [read(*program, *job[1:]) for program in programs], jobs))
    report(jobs, found, args.kinds.split(","), [one for one, _ in programs])


def report(jobs, found, kinds, programs):
    print("kind,quantity,records,program,median_relative_error,ratio,within_1,beyond_4,not_read,doubted")
    for kind in kinds + ["all"]:
        own = [(job, readings) for job, readings in zip(jobs, found) if kind in (job[0], "all")]
        for quantity in QUANTITIES:
            both = [(job[3][quantity], [r[0][quantity][0] for r in readings]) for job, readings in own if all(quantity in r[0] for r in readings)]
            medians = [statistics.median([abs(v[p] / true - 1) for true, v in both] or [float("nan")]) for p in range(len(programs))]
            for p, program in enumerate(programs):
                z = [abs(r[p][0][quantity][0] - job[3][quantity]) / max(r[p][0][quantity][1], 1e-300) for job, r in own if quantity in r[p][0]]
                share = lambda some, of: f"{100 * sum(some) / max(of, 1):.0f}"
                print(kind, quantity, len(own), Path(program).name, f"{medians[p]:.2e}", f"{medians[0] / medians[-1]:.2f}", share([x < 1 for x in z], len(z)),
                      f"{100 * sum(x > 4 for x in z) / max(len(z), 1):.1f}", share([quantity not in r[p][0] for _, r in own], len(own)),
                      share([bool(r[p][1]) for _, r in own], len(own)), sep=",")
    worst = sorted(((abs(r[0][0][q][0] - job[3][q]) / r[0][0][q][1], job[1].name, q, r[0][0][q], job[3][q], bool(r[0][1])) for job, r in zip(jobs, found)
                    for q in QUANTITIES if q != "raw" and q in r[0][0]), reverse=True)[:15]
    for one in worst:
        print(*one, file=sys.stderr)


if __name__ == "__main__":
    main()
