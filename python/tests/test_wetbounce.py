"""The module does what the command does, bit by bit; run with pytest where `pip install ./python` was done."""

import json
import os
import signal
import subprocess
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
