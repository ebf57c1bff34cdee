"""The module does what the command does, bit by bit; run with pytest where `pip install ./python` was done."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import wetbounce as wb

CASES = Path(__file__).resolve().parents[2] / "cases"
COARSE = {
    "resolution.cells_per_diameter": 8,
    "resolution.cells_across_film": 4,
    "resolution.smallest_gap": "0.02 D",
    "resolution.radial_growth": 1.3,
    "resolution.axial_growth": 1.3,
    "resolution.film_growth": 1.3,
    "container.radius": "3 D",
    "release.run_up": "4 D",
    "run.bounces": 1,
    "output.report": False,
}


@pytest.fixture()
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*words):
    return subprocess.run(["wetbounce", *map(str, words)], capture_output=True, text=True)


def test_a_run_is_that_of_the_command_line_bit_by_bit(place):
    case = wb.Case(CASES / "first-bounce.toml", **COARSE)
    run = wb.run(case, out="by-python", progress=False)
    words = [word for override in case.overrides for word in ("--set", override)]
    assert command("run", CASES / "first-bounce.toml", *words, "--out", "by-command", "--quiet").returncode == 0
    assert (place / "by-python/trajectory.csv").read_bytes() == (place / "by-command/trajectory.csv").read_bytes()
    table = np.genfromtxt("by-command/trajectory.csv", delimiter=",", names=True)
    assert run.trajectory["gap_m"].dtype == np.float64
    assert np.array_equal(run.trajectory["gap_m"], table["gap_m"])
    assert list(run.trajectory)[:3] == ["time_s", "gap_m", "velocity_m_s"]
    assert run.bounces[0].restitution == json.loads((place / "by-command/summary.json").read_text())["bounces"][0]["restitution"]
    assert run.to_pandas().shape == (len(table), len(run.trajectory))
    assert wb.load("by-command").bounces[0].apex_gap_m == run.bounces[0].apex_gap_m


def test_wrong_input_is_a_case_error_that_underlines_the_place(place):
    Path("bad.toml").write_text('sphere = { diameter = "3 furlongs" }\n')
    with pytest.raises(wb.CaseError, match="furlongs"):
        wb.Case("bad.toml")
    with pytest.raises(wb.CaseError, match="diametre"):
        wb.Case(CASES / "first-bounce.toml", **{"sphere.diametre": "3 mm"})
    assert issubclass(wb.CaseError, ValueError) and issubclass(wb.RunError, RuntimeError)


def test_a_failed_run_is_a_run_error_that_names_what_was_saved(place):
    with pytest.raises(wb.RunError) as failed:
        wb.run(wb.Case(CASES / "first-bounce.toml", **{**COARSE, "run.steps_max": 20}), out="failed", progress=False)
    assert failed.value.path == "failed" and wb.load("failed").summary["status"] == "failed"


def test_an_interrupt_leaves_a_checkpoint_and_the_next_run_goes_on(place):
    case = wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False})

    def interrupt():
        while not Path("run/trajectory.csv").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        wb.run(case, out="run", progress=False)
    assert list(Path("run/checkpoint").glob("*.json"))
    assert wb.run(case, out="run", progress=False).summary["status"] == "finished"


def test_theory_film_impact_and_check(place):
    case = wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False})
    assert 0.5 < wb.theory(case).bounces[0].restitution < 1
    assert wb.film(case.with_(**{"film.model": "ehd"}), out="film").summary["bounces"]
    assert wb.impact(case, speed="0.3 m/s").summary["restitution"] == pytest.approx(0.97, abs=1e-3)
    assert "Stokes" in wb.check(case)
    assert wb.Case.from_toml(case.to_toml(), name="again").name == "gondret-st152"


def test_a_call_whose_package_is_missing_says_what_to_install(place, monkeypatch):
    run = wb.theory(wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False}))
    for package, call in [("matplotlib", run.plot), ("matplotlib", run.plot_gap), ("pandas", run.to_pandas)]:
        with monkeypatch.context() as without:
            for module in [name for name in sys.modules if name.partition(".")[0] == package]:
                without.delitem(sys.modules, module)
            without.setattr(sys, "meta_path", [Missing(package), *sys.meta_path])
            with pytest.raises(ImportError, match=f"pip install {package}"):
                call()


class Missing:
    """Has a package not be installed."""

    def __init__(self, package):
        self.package = package

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class Hertz:
    """Hertz' force with the damping that gives one restitution at all speeds (Antypov & Elliott 2011)."""

    def __init__(self, young, damping):
        self.young, self.damping = young, damping

    def between(self, mass, radius):
        self.mass, self.stiffness = mass, 4 / 3 * self.young * radius**0.5

    def force(self, overlap, rate):
        return self.stiffness * overlap**1.5 + self.damping * (self.mass * self.stiffness * overlap**0.5) ** 0.5 * rate


def test_a_contact_law_of_python_is_that_of_the_program_dry_and_in_liquid(place):
    log = np.log(0.9)
    law = Hertz(1 / ((1 - 0.3**2) / 200e9 + (1 - 0.23**2) / 60e9), 5**0.5 * -log / (np.pi**2 + log**2) ** 0.5)
    wb.add_law("mine", law)
    solids = {"sphere.young": "200 GPa", "sphere.poisson": 0.3, "wall.young": "60 GPa", "wall.poisson": 0.23}
    settings = {**COARSE, **solids, "contact.restitution": 0.9}
    built_in = wb.Case(CASES / "first-bounce.toml", **settings)
    text = "".join(line for line in built_in.to_toml().splitlines(True) if not line.startswith(("restitution", "no_attraction")))
    own = wb.Case.from_toml(text, name="own", **{"contact.law": "mine"})
    for verb, speed in ((wb.impact, {"speed": "0.2 m/s"}), (wb.run, {"progress": False})):
        one, other = (verb(case, out=f"{verb.__name__}-{n}", **speed) for n, case in enumerate((built_in, own)))
        read = (lambda run: run.summary["restitution"]) if verb is wb.impact else (lambda run: run.bounces[0].restitution_contact)
        # The built-in law knows that its damping starts like the fourth root of the overlap.
        assert read(other) == pytest.approx(read(one), abs=2e-4)

    law.force = lambda overlap, rate: 1 / 0
    with pytest.raises(ZeroDivisionError):
        wb.run(own, out="raised", progress=False)
    with pytest.raises(TypeError):
        wb.add_law("nothing", 3)
    with pytest.raises(ValueError):
        wb.add_law("hertz", law)


def test_sweep_compare_and_fit(place):
    Path("plan.toml").write_text(
        f"base = '{CASES / 'gondret-st152.toml'}'\napproach = 'terminal'\n"
        "[set]\nrun.bounces = 1\noutput.report = false\nhydrodynamics = 'theory'\n[vary]\nstokes = [50, 150]\n"
    )
    table = wb.sweep("plan.toml", jobs=2).to_pandas()
    assert list(table["restitution"].round(1)) == sorted(table["restitution"].round(1)) and len(table) == 2
    case = wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False})
    run = wb.theory(case)
    seconds, gap = run.trajectory["time_s"][::20], run.trajectory["gap_m"][::20]
    assert wb.compare(run, time_s=seconds, gap_m=gap, clock="release")["gap"]["rms"] < 1e-6
    record = {"time_s": seconds, "gap_m": gap, "clock": "release", "gap_uncertainty": "10 um"}
    found = wb.fit(case, vary={"contact.restitution": ("0.9", "1")}, theory=True, **record)
    assert found.result


def test_figures_if_matplotlib_is_there(place):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    run = wb.theory(wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False}))
    assert len(run.plot()) == 2 and run.plot_gap().get_ylabel() == "gap $h$ (mm)"
