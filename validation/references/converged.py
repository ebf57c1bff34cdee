"""Runs of this program on several grids: the tables of the references `ten-cate`, `gondret` and `restitution-curve`.

    python3 validation/references/converged.py ten-cate > validation/references/ten-cate.csv
    python3 validation/references/converged.py gondret > validation/references/gondret.csv
    python3 validation/references/converged.py restitution-curve > validation/references/restitution-curve.csv

`--program PATH` names the program [default: wetbounce], `--runs DIR` the folder of the runs [default: runs/references]; a run that is done there is not done again.

A computed value is that of the finest of 16, 24 and 32 cells per diameter. Its numerical uncertainty is the grid-convergence index (Roache 1994), 1.25 |f32 - f24|/((4/3)^p - 1), with the
observed order p, but 2 at most, which is the order of the scheme. Where no order of 1 or more is observed it is three times the largest change between two grids (ASME V&V 20 asks for a factor of
safety of 3 there). Steps shrink with the cells. Bands are those of the film's unstated inputs at 24 cells (`film.band`), moved to the value of the finest grid.
Measured values are those of the papers.
"""
import csv
import json
import subprocess
import sys
from math import log
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


def uncertainty(values):
    """Of the last of three values on grids of 16, 24 and 32 cells."""
    coarse, fine = values[1] - values[0], values[2] - values[1]
    finer, ratio = 4 / 3, coarse / fine if fine else float("inf")

    def side(p):
        return finer**p * (1.5**p - 1) / (finer**p - 1)

    if ratio < side(1.0):
        return 3 * max(abs(coarse), abs(fine), abs(coarse + fine))
    order = 2.0
    if ratio < side(2.0):
        low, high = 1.0, 2.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if side(middle) < ratio else (low, middle)
        order = low
    return 1.25 * abs(fine) / (finer**order - 1)


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
    ("st152", "apex 2", "D", 0.745, 0.009), ("st152", "apex 3", "D", 0.175, 0.006),
    ("st192", "restitution", "1", None, None), ("st192", "apex 1", "D", None, None),
    ("st742", "restitution", "1", None, None), ("st742", "apex 1", "D", None, None),
]


def of_bounce(summary, quantity, diameter, end=None):
    """A quantity of a bounce, or an end of its band; None where it has none. Times are those after the first contact."""
    number = int(quantity[-1]) - 1 if quantity[-1].isdigit() else 0
    key, per = {"restitution": ("restitution", 1.0), "apex": ("apex_gap_m", 1 / diameter), "apex time": ("apex_time_s", 1e3)}[quantity.rstrip(" 123")]
    bounces = summary["bounces"] if end is None else (summary.get("film_band") or {}).get("bounces", [])
    value = bounces[number].get(key) if len(bounces) > number else None
    if value is not None and end is not None:
        value = value[end]
    elif value is not None and key == "apex_time_s":
        value -= summary["bounces"][0]["contact_time_s"]
    return None if value is None else per * value


def gondret():
    print("bounce,quantity,unit,measured,uncertainty,computed,computed_uncertainty,computed_low,computed_high")
    runs = {}
    for bounce in ["st27", "st152", "st100", "st192", "st742"]:
        asked = ["run.bounces=3"] if bounce == "st152" else ["run.bounces=1"]
        runs[bounce] = [run(f"gondret-{bounce}-{cells}", f"gondret-{bounce}", asked + [f"resolution.cells_per_diameter={cells}", f"film.band={'auto' if cells == 24 else 'off'}"])
                        for cells in CELLS]
    for bounce, quantity, unit, measured, sigma in GONDRET:
        diameter = DIAMETERS[bounce]
        values = [of_bounce(summary, quantity, diameter) for summary in runs[bounce]]
        ends = [of_bounce(runs[bounce][1], quantity, diameter, end) for end in ["low", "high"]]
        cells = ["" if measured is None else f"{measured}", "" if sigma is None else f"{sigma}"]
        cells += [f"{values[2]:.4g}", f"{uncertainty(values):.2g}"]
        cells += ["" if end is None else f"{end + values[2] - values[1]:.4g}" for end in ends]
        print(bounce, quantity, unit, *cells, sep=",")


DIAMETERS = {"st27": 6e-3, "st100": 4e-3, "st152": 3e-3, "st192": 6e-3, "st742": 5e-3}
# Density ratio and dry restitution of four solids in a liquid of 965 kg/m3.
SOLIDS = [("plastic", 1.1, 0.8), ("glass", 2.7, 0.98), ("ceramic", 6.5, 0.98), ("metal", 10, 0.98)]


def restitution_curve():
    """Values of the atlas that comes with the program (48 cells per diameter; their error is the difference to 24), and bands."""
    print("solid,density_ratio,restitution_dry,stokes,restitution,uncertainty,restitution_low,restitution_high")
    text = (HERE.parent.parent / "src/shell/law/atlas.csv").read_text()
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    bands = {}
    for solid, ratio, dry in SOLIDS:
        table = RUNS / f"band-{solid}" / "sweep.csv"
        for row in csv.DictReader(table.open()) if table.exists() else []:
            if row["restitution_low"]:
                bands[solid, float(row["stokes"])] = [float(row[end]) - float(row["restitution"]) for end in ["restitution_low", "restitution_high"]]
    for solid, ratio, dry in SOLIDS:
        for row in rows:
            if float(row["density_ratio"]) != ratio or float(row["restitution_dry"]) != dry:
                continue
            stokes, value, error = (float(row[key]) for key in ["stokes", "restitution", "restitution_error"])
            band = bands.get((solid, stokes))
            ends = [f"{value + end:.4f}" for end in band] if band else ["", ""]
            print(solid, f"{ratio:g}", dry, f"{stokes:g}", f"{value:.4f}", f"{max(error, 0.0005):.4f}", *ends, sep=",")


if __name__ == "__main__":
    {"ten-cate": ten_cate, "gondret": gondret, "restitution-curve": restitution_curve}[sys.argv[1]]()
