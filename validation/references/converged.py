"""Runs of this program on several grids: the tables of references with computed values.

    python3 validation/references/converged.py ten-cate > validation/references/ten-cate.csv

and so for `gondret`, `restitution-curve`, `pair-collision`, `held-sphere` and `free-fall`.

`--program PATH` names the program [default: wetbounce], `--runs DIR` the folder of the runs [default: runs/references]; a run that is done there is not done again.

A computed value is that of the finest of three grids: 16, 24 and 32 cells per diameter where no others are named. Its numerical uncertainty is the grid-convergence index (Roache 1994), 1.25 |f1 - f2|/(r^p - 1) with the refinement r, with the
observed order p, but 2 at most, which is the order of the scheme. Where no order of 1 or more is observed it is three times the largest change between two grids (ASME V&V 20 asks for a factor of
safety of 3 there). Steps shrink with the cells. Bands are those of the film's unstated inputs at 24 cells (`film.band`), moved to the value of the finest grid.
Measured values are those of the papers.
"""
import csv
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parent.parent / "cases"
CELLS = [16, 24, 32]


def option(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


RUNS = Path(option("--runs", "runs/references"))


def run(name, case, settings):
    """The summary of a run."""
    out = RUNS / name
    if not (out / "summary.json").exists():
        common = ["output.report=false", "output.plots=false"] + settings
        words = [word for setting in common for word in ("--set", setting)]
        subprocess.run([option("--program", "wetbounce"), "run", str(CASES / f"{case}.toml"), "--out", str(out), "--fresh", "--quiet", *words], check=True)
    summary = json.loads((out / "summary.json").read_text())
    if summary["status"] != "finished":
        sys.exit(f"{out} has not finished")
    return summary


def uncertainty(values, cells=CELLS):
    """Of the last of two or three values on grids of so many cells; of three as `uncertainty` of the program's own `analysis/convergence.rs`."""
    if len(values) == 2:
        return 3 * abs(values[1] - values[0])
    coarse, fine = values[1] - values[0], values[2] - values[1]
    wide, narrow = cells[1] / cells[0], cells[2] / cells[1]
    ratio = coarse / fine if fine else float("inf")

    def side(p):
        return narrow**p * (wide**p - 1) / (narrow**p - 1)

    if ratio < side(1.0):
        return 3 * max(abs(coarse), abs(fine), abs(coarse + fine))
    order = 2.0
    if ratio < side(2.0):
        low, high = 1.0, 2.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if side(middle) < ratio else (low, middle)
        order = low
    return 1.25 * abs(fine) / (narrow**order - 1)


def ten_cate():
    """Speeds over that of an unbounded liquid; a square box slows a sphere more than the tube of the same cross-section, by 0.8 % at most (Happel & Bart 1974), and this is the band."""
    print("case,liquid_density_kg_m3,viscosity_mPa_s,u_inf_m_s,reynolds,stokes,peak_speed_over_u_inf,uncertainty,computed,computed_uncertainty,computed_low,computed_high")
    rows = [("e1", 970, 373, 0.038, 1.5, 0.19, 0.947), ("e2", 965, 212, 0.060, 4.1, 0.53, 0.953),
            ("e3", 962, 113, 0.091, 11.6, 1.50, 0.959), ("e4", 960, 58, 0.128, 31.9, 4.13, 0.955)]
    for case, density, viscosity, free, reynolds, stokes, measured in rows:
        peaks = [run(f"tencate-{case}-{cells}", f"tencate-{case}", [f"resolution.cells_per_diameter={cells}", "film.band=off"])["peak_speed_m_s"] for cells in CELLS]
        value, sigma = peaks[2] / free, uncertainty(peaks) / free
        rounding = measured * 0.0005 / free
        print(case.upper(), density, viscosity, free, reynolds, stokes, measured, f"{rounding:.4f}", f"{value:.4f}", f"{sigma:.4f}", f"{0.992 * value:.4f}", f"{value:.4f}", sep=",")


# Bounce, quantity, unit, measured value and its uncertainty, key of the summary and its unit.
GONDRET = [
    ("st27", "restitution", "1", 0.455, 0.025), ("st27", "apex 1", "D", 0.328, 0.010), ("st27", "apex time 1", "ms", 18.6, 1.0),
    ("st100", "restitution", "1", None, None), ("st100", "apex 1", "D", None, None),
    ("st152", "restitution", "1", 0.83, 0.02), ("st152", "apex 1", "D", 2.489, 0.025), ("st152", "apex time 1", "ms", 37.3, 1.0),
    ("st152", "apex 2", "D", 0.745, 0.009), ("st152", "apex 3", "D", 0.175, 0.010), ("st152", "apex 4", "D", 0.0225, 0.004),
    ("st192", "restitution", "1", None, None), ("st192", "apex 1", "D", None, None),
    ("st742", "restitution", "1", None, None), ("st742", "apex 1", "D", None, None),
]


def of_bounce(summary, quantity, diameter, end=None):
    """A quantity of a bounce, or an end of its band; None where it has none. Times are those after the first contact."""
    number = int(quantity[-1]) - 1 if quantity[-1].isdigit() else 0
    key, per = {"restitution": ("restitution", 1.0), "apex": ("apex_gap_m", 1 / diameter), "apex time": ("apex_time_s", 1e3)}[quantity.rstrip(" 1234")]
    bounces = summary["bounces"] if end is None else (summary.get("film_band") or {}).get("bounces", [])
    value = bounces[number].get(key) if len(bounces) > number else None
    if value is not None and end is not None:
        value = value[end]
    elif value is not None and key == "apex_time_s":
        value -= summary["bounces"][0]["contact_time_s"]
    return None if value is None else per * value


def gondret():
    print("bounce,stokes,quantity,unit,measured,uncertainty,computed,computed_uncertainty,computed_low,computed_high")
    runs = {}
    for bounce in ["st27", "st152", "st100", "st192", "st742"]:
        asked = ["run.bounces=4"] if bounce == "st152" else ["run.bounces=1"]
        runs[bounce] = [run(f"gondret-{bounce}-{cells}", f"gondret-{bounce}", asked + [f"resolution.cells_per_diameter={cells}", f"film.band={'auto' if cells == 24 else 'off'}"])
                        for cells in CELLS]
    for bounce, quantity, unit, measured, sigma in GONDRET:
        diameter = DIAMETERS[bounce]
        values = [of_bounce(summary, quantity, diameter) for summary in runs[bounce]]
        ends = [of_bounce(runs[bounce][1], quantity, diameter, end) for end in ["low", "high"]]
        cells = ["" if measured is None else f"{measured}", "" if sigma is None else f"{sigma}"]
        cells += [f"{values[2]:.4g}", f"{uncertainty(values):.2g}"]
        cells += ["" if end is None else f"{end + values[2] - values[1]:.4g}" for end in ends]
        print(bounce, bounce[2:], quantity, unit, *cells, sep=",")


DIAMETERS = {"st27": 6e-3, "st100": 4e-3, "st152": 3e-3, "st192": 6e-3, "st742": 5e-3}
# Density ratio and dry restitution of four solids in a liquid of 965 kg/m3.
SOLIDS = {(1.1, 0.8): "plastic", (2.7, 0.98): "glass", (6.5, 0.98): "ceramic", (10, 0.98): "metal"}


def solids(name, settings):
    """Rows of the plan `restitution-solids` by solid and Stokes number."""
    out = RUNS / f"restitution-{name}"
    if not (out / "sweep.csv").exists():
        plan = CASES / "sweeps/restitution-solids.toml"
        words = [word for setting in settings for word in ("--set", setting)]
        subprocess.run([option("--program", "wetbounce"), "sweep", str(plan), "--out", str(out), "--quiet", *words], check=True)
    rows = csv.DictReader((out / "sweep.csv").open())
    return {(float(row["density_ratio"]), float(row["contact.restitution"]), float(row["stokes"])): row for row in rows}


def restitution_curve():
    """Values on 48 cells per diameter, whose error is the difference to 24; bands and the film that never tears on 24, moved to the value."""
    print("solid,density_ratio,restitution_dry,stokes,restitution,uncertainty,restitution_low,restitution_high,restitution_held,restitution_held_uncertainty")
    fine, coarse = solids(48, ["resolution.cells_per_diameter=48", "film.band=off"]), solids(24, [])
    held = solids("24-held", ["film.nucleus=none", "film.band=off"])
    for solid in SOLIDS:
        for place in sorted(place for place in fine if place[:2] == solid):
            value, other = (float(rows[place]["restitution"] or 0) for rows in [fine, coarse])
            moved = [coarse[place][end] and f"{max(value + float(coarse[place][end]) - other, 0):.4f}" for end in ["restitution_low", "restitution_high"]]
            error = f"{max(abs(value - other), 0.0005):.4f}"
            below = max(value + float(held[place]["restitution"] or 0) - other, 0)
            print(SOLIDS[solid], f"{place[0]:g}", place[1], f"{place[2]:g}", f"{value:.4f}", error, *moved, f"{below:.4f}", error, sep=",")


def pair_collision():
    """What `wetbounce validate pair-collision` reports."""
    out = RUNS / "pair-collision"
    if not (out / "validation.csv").exists():
        subprocess.run([option("--program", "wetbounce"), "validate", "pair-collision", "--out", str(out), "--quiet"], check=True)
    found = {row["quantity"]: float(row["value"]) for row in csv.DictReader((out / "validation.csv").open())}
    print("stokes_binary," + ",".join(f"restitution{where},{'restitution_at_wall_' if where else ''}uncertainty,restitution{where}_low,restitution{where}_high" for where in ["", "_at_wall"]))
    for stokes in [5, 10, 20, 50, 100, 150, 200, 500]:
        cells = []
        for name in [f"restitution of the pair, St_b {stokes}", f"restitution at a wall, St {stokes}"]:
            value, error, low, high = (found[kind + name] for kind in ["", "uncertainty of the ", "lowest ", "highest "])
            cells += [f"{value:.4f}", f"{max(error, 0.0005 if value else REBOUND):.4f}", f"{max(low, 0):.4f}", f"{max(high, 0):.4f}"]
        print(stokes, *cells, sep=",")


# A restitution above this counts as a rebound.
REBOUND = 0.05


def beside(table, axis, computed):
    """A table with the columns that are stated in it, and the computed ones renewed: values and uncertainties by the value of the axis."""
    rows = list(csv.DictReader((HERE / f"{table}.csv").open()))
    stated = [name for name in rows[0] if "_computed" not in name]
    names = [f"{name}_computed" for name in next(iter(computed.values()))]
    print(",".join(stated + [part for name in names for part in (name, f"{name}_uncertainty")]))
    for row in rows:
        found = computed.get(float(row[axis]), {})
        cells = [f"{part:.{digits}f}" if value == value else "" for value, error, digits in found.values() for part in (value, error)]
        print(",".join([row[name] for name in stated] + (cells or [""] * (2 * len(names)))))


def on_grids(name, case, settings, cells, keys):
    """Value, uncertainty and digits of some results on the finest of several grids; the rows of `keys` are name, key, factor, digits, and the key of what is to be added to the uncertainty."""
    runs = [run(f"{name}-{grid}", case, settings + [f"resolution.cells_per_diameter={grid}", "run.threads=1"]) for grid in cells]
    found = {}
    for quantity, key, factor, digits, *more in keys:
        values = [abs(summary["extra"].get(key, float("nan"))) * factor for summary in runs]
        left = sum(runs[-1]["extra"][key] for key in more if key)
        found[quantity] = (values[-1], max(uncertainty(values, cells) + left, 0.5 * 10.0**-digits), digits)
    return found


def held_sphere():
    """Computed values from Reynolds numbers of 200 on beside those of finite elements (`held_sphere.py`) and of others. Means over the last third of a way of 80 or 150 D."""
    computed = {}
    for reynolds, cells, modes, travel in [(200, [24, 32, 48], 0, 60), (250, [24, 32, 48], 3, 80), (300, [32, 48], 3, 150)]:
        settings = [f"groups.reynolds={reynolds}", f"resolution.azimuthal_modes={modes}", f'run.travel="{travel} D"'] + (["release.perturbation=0.1"] if modes else [])
        # Of a steady lift the amplitude is what is left of the start.
        left = "lift_coefficient_amplitude" if reynolds == 250 else None
        keys = [("drag", "drag_coefficient", 1, 4), ("lift", "lift_coefficient", 1, 4, left), ("strouhal", "strouhal_number", 1, 4)]
        computed[float(reynolds)] = on_grids(f"held-{reynolds}", "held-re100", settings, cells, keys)
    beside("held-sphere", "reynolds", computed)


def free_fall():
    """Computed values beside those of Uhlmann & Dusek (2014). Means over the last third of 109 D/u_g."""
    computed = {}
    for galileo, cells in [(144.0, [24, 32, 48]), (178.46, [24, 32, 48])]:
        speed = 1 / 0.0700357051796
        keys = [("vertical_speed", "fall_speed_m_s", speed, 4), ("lateral_speed", "lateral_speed_m_s", speed, 4), ("reynolds", "reynolds_of_the_fall", 1, 2), ("angle_deg", "path_angle_deg", 1, 3)]
        computed[galileo] = on_grids(f"fall-{galileo:.0f}", "falling", [f"groups.galileo={galileo}"], cells, keys)
    beside("free-fall", "galileo", computed)


if __name__ == "__main__":
    {"ten-cate": ten_cate, "gondret": gondret, "restitution-curve": restitution_curve, "pair-collision": pair_collision, "held-sphere": held_sphere, "free-fall": free_fall}[sys.argv[1]]()
