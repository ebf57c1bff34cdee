"""The module does what the command does, bit by bit; run with pytest where `pip install ./python` was done."""

import json
import math
import os
import pickle
import re
import shutil
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


def python(text, cwd):
    """What a program of its own prints."""
    return subprocess.run([sys.executable, "-c", text], cwd=cwd, capture_output=True, text=True, timeout=120)


KEYS = {
    "sphere": {"diameter": "3 mm", "density": "7800 kg/m3", "material": "steel"},
    "liquid": {"density": "935 kg/m3", "viscosity": "10 mPa s"},
    "wall": {"material": "glass"},
    "release": {"gap": "4 D"},
    "run": {"bounces": 1},
    "output": {"report": False},
}


def test_a_case_has_its_keys_without_a_file_and_their_values_are_numbers_in_si_units(place):
    case = wb.Case(**KEYS, title="3 mm", name="mine")
    assert case["liquid.viscosity"] == 0.01 and case["sphere.diameter"] == 0.003 and case["title"] == "3 mm"
    assert case["sphere.material"] == "steel" and case["output.report"] is False and case["run.bounces"] == 1
    assert case["release.gap"] == pytest.approx(0.012) and case["contact.law"] == "hertz"
    assert case["liquid"]["density"] == 935 and "wall.young" in case
    assert case.name == "mine" and case.path is None
    Path("mine.toml").write_text(case.to_toml())
    assert pickle.loads(pickle.dumps(case)) == case
    assert wb.Case("mine.toml") == case == wb.Case("mine.toml", **{"run.bounces": 1})
    assert case.with_(liquid={"viscosity": "20 mPa s"})["liquid.viscosity"] == 0.02 and case["liquid.viscosity"] == 0.01
    with pytest.raises(KeyError, match="did you mean liquid.viscosity"):
        case["liquid.viscosty"]
    with pytest.raises(wb.CaseError, match="furlongs"):
        wb.Case(sphere={"diameter": "3 furlongs"})
    with pytest.raises(TypeError, match="liquid.viscosity"):
        wb.Case(liquid={"viscosity": None})
    with pytest.raises(wb.CaseError, match="give a case file, or keys"):
        wb.Case()
    assert wb.impact(wb.Case(sphere=KEYS["sphere"], impact={"speed": ["0.1 m/s", "1 m/s"]})).summary["impacts"] == 2


def test_what_was_read_is_what_runs_whatever_becomes_of_the_file(place):
    case = wb.Case(**KEYS)
    Path("mine.toml").write_text(case.to_toml())
    read = wb.Case("mine.toml")
    Path("mine.toml").write_text(case.with_(sphere={"diameter": "5 mm"}).to_toml())
    (place / "elsewhere").mkdir()
    os.chdir("elsewhere")
    assert wb.theory(read).summary["groups"] == wb.theory(case).summary["groups"]
    assert read.with_(run={"bounces": 2})["sphere.diameter"] == 0.003
    assert wb.impact(wb.Case.from_toml(case.to_toml()), speed="0.3 m/s").summary["restitution"] == pytest.approx(0.97, abs=1e-3)
    for name in ("../x", "", "a/b", ".x"):
        with pytest.raises(wb.CaseError, match="no name"):
            wb.Case.from_toml(case.to_toml(), name=name)
    Path("record.csv").write_text("time_s,gap_m\n0,0.01\n0.01,0.005\n0.02,0.001\n")
    beside = wb.Case.from_toml(case.to_toml() + "\n[measurement]\nfile = 'record.csv'\nclock = 'release'\n")
    os.chdir(place)
    assert wb.theory(beside).summary["measurement"]["drops"] == 1
    assert sorted(path.name for path in place.iterdir()) == ["elsewhere", "mine.toml"]


def test_a_run_in_memory_has_the_bits_of_the_command_line_and_leaves_nothing(place):
    settings = {**COARSE, "output.trajectory": "0.1 ms", "film.band": "full"}
    case = wb.Case(CASES / "first-bounce.toml", **settings)
    for verb, words in ((wb.run, {"progress": False}), (wb.theory, {}), (wb.film, {"gap": "0.02 D"}), (wb.impact, {"speed": "0.2 m/s"})):
        run = verb(case, **words)
        assert run.path is None and list(place.iterdir()) == []
        assert "results in" not in repr(run) and run.summary["status"] == "finished"
        there = verb(case, out="there", **words)
        assert list(run.trajectory) == list(there.trajectory)
        assert all(np.array_equal(column, there.trajectory[name]) for name, column in run.trajectory.items())
        for summary in (run.summary, there.summary):
            for key in ("wall_s", "provenance", "threads"):
                summary.pop(key)
        assert run.summary == there.summary
        shutil.rmtree("there")
    assert wb.run(case, progress=False).summary["film_band"]
    run.save("saved")
    assert wb.load("saved").summary == run.summary
    assert np.array_equal(wb.load("saved").trajectory["gap_m"], run.trajectory["gap_m"])
    with pytest.raises(wb.CaseError, match="not empty"):
        run.save("saved")


def test_a_run_in_memory_that_fails_has_what_was_computed(place):
    with pytest.raises(wb.RunError, match="steps_max") as failed:
        wb.run(wb.Case(CASES / "first-bounce.toml", **{**COARSE, "release.run_up": "0 D", "run.steps_max": 20}), progress=False)
    assert failed.value.path is None and failed.value.run.summary["status"] == "failed"
    assert len(failed.value.run.trajectory["time_s"]) > 1 and list(place.iterdir()) == []


def test_a_trajectory_is_a_dataset_with_units(place):
    pytest.importorskip("xarray")
    found = wb.theory(wb.Case(**KEYS)).to_xarray()
    assert found["gap_m"].attrs["units"] == "m" and found["velocity_m_s"].attrs["units"] == "m/s"
    assert found["contact_N"].attrs["units"] == "N" and found.sel(time_s=0.0, method="nearest")["gap_m"] == pytest.approx(0.012)


def test_errors_speak_python(place):
    case = wb.Case(CASES / "first-bounce.toml", **COARSE)
    wb.run(case, out="there", progress=False)
    assert "fresh=True" in repr(wb.run(case, out="there")) and "--" not in repr(wb.run(case, out="there"))
    other = case.with_(liquid={"viscosity": "20 mPa s"}, hydrodynamics="theory")
    with pytest.raises(wb.CaseError, match="fresh=True") as refused:
        wb.run(other, out="there")
    assert "--" not in str(refused.value) and "out=" in str(refused.value)
    assert wb.run(other, out="there", fresh=True).summary["status"] == "finished"
    with pytest.raises(wb.CaseError, match="holds no run"):
        wb.load(".")
    with pytest.raises(wb.CaseError, match="holds no run"):
        wb.load("nowhere")
    for verb in (wb.measure, wb.compare):
        with pytest.raises(wb.CaseError, match="time_s has 3 values and gap_m has 2"):
            verb(*([wb.theory(case)] if verb is wb.compare else []), time_s=[0, 1, 2], gap_m=[1, 2])


def test_names_that_complete_are_the_public_ones():
    assert dir(wb) == sorted(wb.__all__) and all(hasattr(wb, name) for name in wb.__all__)
    assert not {"csv", "json", "Path", "annotations"} & set(dir(wb))


def test_measure_law_converge_and_validate(place):
    run = wb.theory(wb.Case(**KEYS))
    record = {"time_s": run.trajectory["time_s"][::5], "gap_m": run.trajectory["gap_m"][::5]}
    found = wb.measure(**record, sphere={"diameter": "3 mm"})
    speed = next(row["value"] for row in found["quantities"] if "impact" in row["quantity"] or "speed" in row["quantity"])
    assert speed == pytest.approx(run.bounces[0].impact_speed_m_s, rel=0.2)
    assert wb.compare(run, **record, clock="release")["gap"]["rms"] < 1e-6 and list(place.iterdir()) == []
    assert "pair_style" in wb.law(host="lammps", density_ratio=2.5, dry_restitution=0.97)
    with pytest.raises(wb.CaseError):
        wb.law(host="lammps")
    forces = place / "forces.csv"
    forces.write_text("gap_over_d,force_over_stokes\n" + "".join(f"{gap},{min(1 + 0.5 / gap, 20)}\n" for gap in [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]))
    found = wb.compare(forces, reference="approach-wall")
    assert len(found["deviations"]) == 8 and 0.005 < found["off_by_20_percent_below_gap_over_d"] < 1
    assert "Not to be counted twice" in wb.law(host="resolved", forces=forces) and list(place.iterdir()) == [forces]
    case = wb.Case(CASES / "first-bounce.toml", **COARSE)
    refined = wb.converge(case, levels=[8, 10], out="refined")
    assert len(refined.runs()) == 2 and refined.rows
    assert {row["verdict"] for row in wb.validate("basset", out="validated").rows} <= {"pass", "known", "reported"}


def test_a_reference_has_its_columns_as_arrays(place):
    wall = wb.reference("approach-wall")
    assert list(wall.columns)[:3] == ["gap_over_d", "force_over_stokes", "uncertainty"]
    assert abs(wall["force_over_stokes"][wall["gap_over_d"] == 0.1][0] - 6.34088669211) < 1e-10
    assert "## What to run" in wall.readme and not os.listdir(place)
    assert wb.reference("ten-cate", out="kept")["case"][0] == "E1" and (place / "kept" / "figure.svg").exists()
    with pytest.raises(wb.CaseError, match="approach-wall"):
        wb.reference("brenner")


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


def test_an_interrupt_of_a_run_in_memory_leaves_nothing(place):
    case = wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1})
    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        wb.run(case, progress=False)
    assert list(place.iterdir()) == []


def test_theory_film_impact_and_check(place):
    case = wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False})
    assert 0.5 < wb.theory(case).bounces[0].restitution < 1
    assert wb.film(case.with_(**{"film.model": "ehd"}), out="film").summary["bounces"]
    assert wb.impact(case, speed="0.3 m/s").summary["restitution"] == pytest.approx(0.97, abs=1e-3)
    assert "Stokes" in wb.check(case)
    assert wb.Case.from_toml(case.to_toml(), name="again").name == "gondret-st152"


def test_a_call_whose_package_is_missing_says_what_to_install(place, monkeypatch):
    run = wb.theory(wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1, "output.report": False}))
    for package, call in [("matplotlib", run.plot), ("matplotlib", run.plot_gap), ("pandas", run.to_pandas), ("xarray", run.to_xarray)]:
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


class Spring:
    """A spring and a dashpot."""

    def __init__(self, stiffness, damping):
        self.stiffness, self.damping = stiffness, damping

    def force(self, overlap, rate):
        return self.stiffness * overlap + self.damping * rate


OWN = {**COARSE, "contact.law": "spring"}


def own_case(**more):
    text = "".join(
        line for line in wb.Case(CASES / "first-bounce.toml").to_toml().splitlines(True)
        if not line.startswith(("restitution", "no_attraction"))
    )
    return wb.Case.from_toml(text, **{**OWN, **more})


def test_results_under_a_law_of_python_are_never_taken_over(place):
    wb.add_law("spring", Spring(1e6, 0))
    case = own_case()
    first = [wb.impact(case, out="dry").summary["restitution"], wb.theory(case, out="theory").bounces[0].restitution_contact]
    wb.add_law("spring", Spring(1e6, 3))
    then = [wb.impact(case, out="dry").summary["restitution"], wb.theory(case, out="theory").bounces[0].restitution_contact]
    assert all(before == pytest.approx(1, abs=1e-2) and after < 0.8 for before, after in zip(first, then))


def test_an_exception_in_a_law_ends_its_own_run_at_once(place):
    calls = []

    class Failing(Spring):
        def force(self, overlap, rate):
            calls.append(overlap)
            if len(calls) > 5000:
                raise ZeroDivisionError("here")
            return super().force(overlap, rate)

    wb.add_law("spring", Failing(1e6, 3))
    case = own_case()
    for verb, words in ((wb.run, {"out": "failed", "progress": False}), (wb.run, {"progress": False}), (wb.theory, {}), (wb.impact, {})):
        calls.clear()
        with pytest.raises(ZeroDivisionError, match="here"):
            verb(case, **words)
        assert len(calls) < 5050
    summary = json.loads(Path("failed/summary.json").read_text())
    assert summary["status"] == "failed" and "ZeroDivisionError: here" in summary["stop_reason"]
    assert not list(Path("failed/checkpoint").glob("*.json"))
    wb.add_law("spring", Spring(1e6, 3))
    assert wb.run(case, out="failed", progress=False).summary["status"] == "finished"


def test_another_thread_does_not_swallow_the_exception_of_a_law(place):
    wb.add_law("spring", Spring(1e6, 3))
    wb.add_law("failing", type("Failing", (), {"force": lambda self, overlap, rate: 1 / 0})())
    raised, stop = [], threading.Event()

    def reads():
        while not stop.is_set():
            wb.Case(CASES / "first-bounce.toml")
            wb.theory(own_case())

    reader = threading.Thread(target=reads)
    reader.start()
    for _ in range(5):
        try:
            wb.theory(own_case(**{"contact.law": "failing"}))
        except ZeroDivisionError as error:
            raised.append(error)
    stop.set()
    reader.join()
    assert len(raised) == 5
    with pytest.raises(ZeroDivisionError):
        wb.check(own_case(**{"contact.law": "failing"}))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_force_that_is_no_number_ends_the_run_with_words(place, number):
    class Odd(Spring):
        def force(self, overlap, rate):
            return number if rate < -1e-3 else super().force(overlap, rate)

    wb.add_law("spring", Odd(1e6, 3))
    for verb, words in ((wb.run, {"progress": False}), (wb.theory, {}), (wb.impact, {})):
        with pytest.raises(wb.RunError) as failed:
            verb(own_case(), **words)
        assert re.search("the contact law gives a force of (NaN|inf) N", re.sub(r"[\s│]+", " ", str(failed.value)))


def test_a_law_that_makes_energy_is_said_to(place):
    wb.add_law("spring", Spring(1e6, -1))
    for verb, words in ((wb.impact, {"speed": "0.2 m/s"}), (wb.theory, {})):
        assert "law-makes-energy" in [remark.name for remark in verb(own_case(), **words).remarks]


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_signals_are_given_back_after_a_run(place):
    text = f"""
import multiprocessing, os, signal
import wetbounce as wb
# Whoever starts this in the background may have it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
case = wb.Case({str(CASES / 'first-bounce.toml')!r}, **{COARSE!r})
for _ in range(2):
    wb.run(case, progress=False)
    wb.check(case)
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(abs, [-1, 2]))
print("given back", flush=True)
try:
    os.kill(os.getpid(), signal.SIGINT)
    signal.pause()
except KeyboardInterrupt:
    print("interrupted", flush=True)
os.kill(os.getpid(), signal.{{}})
print("lives")
"""
    for name in ("SIGTERM", "SIGHUP", "SIGUSR1"):
        done = python(text.replace("{}", name), place)
        assert done.stdout.split("\n")[:3] == ["[1, 2]", "given back", "interrupted"] and "lives" not in done.stdout, done
        assert done.returncode == -getattr(signal, name)


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


class Counting:
    """A spring and a dashpot that raise from some call on."""

    def __init__(self, error=None, at=math.inf):
        self.error, self.at, self.calls = error, at, 0

    def force(self, overlap, rate):
        self.calls += 1
        if self.calls >= self.at:
            raise self.error
        return 1e6 * overlap + 0.3 * rate


def test_an_exception_of_a_law_is_raised_whenever_it_comes(place):
    wb.add_law("counting", Counting())
    case = own_case(**{"contact.law": "counting", "film.band": "off", "output.plots": False, "wall.material": "glass"})
    verbs = {
        "impact": lambda **out: wb.impact(case, speed="0.2 m/s", **out),
        "theory": lambda **out: wb.theory(case, **out),
        "check": lambda **out: wb.check(case),
    }
    for verb, call in verbs.items():
        law = Counting()
        wb.add_law("counting", law)
        call()
        calls = law.calls
        for share in (0.001, 0.1, 0.5, 0.9, 0.99, 1.0):
            for error in (OverflowError("at %s" % share), KeyboardInterrupt("mine"), SystemExit(3)):
                wb.add_law("counting", Counting(error, max(1, int(share * calls))))
                with pytest.raises(type(error)) as raised:
                    call()
                assert raised.value is error, (verb, share)
    # A directory has no sentence that follows from a law that raised.
    wb.add_law("counting", law := Counting())
    wb.impact(case, speed="0.2 m/s", out="whole")
    wb.add_law("counting", Counting(OverflowError(), int(0.8 * law.calls)))
    with pytest.raises(OverflowError):
        wb.impact(case, speed="0.2 m/s", out="raised")
    assumed = [json.loads(Path(at, "summary.json").read_text())["assumed"] for at in ("whole", "raised")]
    assert assumed[0] == assumed[1] and not any("thick from" in text for text in assumed[1])
    # A law that is whole again has no exception of before.
    wb.add_law("counting", Counting())
    assert wb.impact(case, speed="0.2 m/s").summary["restitution"] > 0


def test_exceptions_of_laws_stay_with_the_thread_that_calls(place):
    wb.add_law("good", Spring(1e6, 0.3))
    wb.add_law("bad", Counting(ValueError("of the bad"), 500))
    good, bad = (own_case(**{"contact.law": name}) for name in ("good", "bad"))
    found = {"good": [], "bad": []}

    def work(name, case):
        for _ in range(6):
            try:
                found[name].append(wb.impact(case, speed="0.2 m/s").summary["restitution"])
            except ValueError as error:
                found[name].append(str(error))

    threads = [threading.Thread(target=work, args=one) for one in (("good", good), ("bad", bad))]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(set(found["good"])) == 1 and found["good"][0] > 0 and set(found["bad"]) == {"of the bad"}


def test_a_law_has_a_word_for_a_name(place):
    for name in ("", " ", "two words", "line\nbreak", "tab\t", "quote\"", "a=b", "\x00", "#", "hertz"):
        with pytest.raises(ValueError):
            wb.add_law(name, Spring(1e6, 1))
    for name in ("kelvin-2", "Kelvin_voigt", "größe"):
        wb.add_law(name, Spring(1e6, 1))


def test_arrays_beside_a_file_are_refused(place):
    case = wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 1})
    run = wb.theory(case)
    record = CASES / "references/gondret-st152-apexes.csv"
    arrays = {"time_s": [0, 1, 2], "gap_m": [2, 1, 2]}
    for call in (
        lambda: wb.compare(run, data=record, **arrays),
        lambda: wb.compare(run, data=record, gap_m=arrays["gap_m"]),
        lambda: wb.measure(record, sphere={"diameter": "3 mm"}, **arrays),
        lambda: wb.measure(record, record, sphere={"diameter": "3 mm"}, time_s=[0]),
        lambda: wb.fit(case, {"liquid.viscosity": None}, data=record, **arrays),
    ):
        with pytest.raises(wb.CaseError, match="not both"):
            call()
    for call in (lambda: wb.compare(run), lambda: wb.measure(sphere={"diameter": "3 mm"}), lambda: wb.measure(time_s=[0, 1, 2])):
        with pytest.raises(wb.CaseError, match="give one record|has both"):
            call()


def test_a_notebook_shows_the_bounces_of_a_run_as_a_table(place):
    run = wb.theory(wb.Case(CASES / "gondret-st152.toml", **{"run.bounces": 2}))
    shown = run._repr_html_()
    assert "<th>impact speed (m/s)</th>" in shown and shown.count("<tr>") == 3
    assert f"<td>{run.bounces[0].restitution:.3f}" in shown and "gondret-st152" in shown
    series = wb.impact(wb.Case(sphere=KEYS["sphere"], impact={"speed": ["0.1 m/s", "1 m/s"]}, output={"plots": False}))
    assert "<table>" not in series._repr_html_()


def test_law_says_how_the_atlas_is_read(place):
    with pytest.raises(wb.CaseError, match="law.density_ratio=8, dry_restitution=0.97."):
        wb.law(from_atlas=True)


def test_a_series_of_impacts_is_a_table_in_memory_and_in_a_directory(place):
    case = wb.Case(sphere=KEYS["sphere"], impact={"speed": ["0.1 m/s", "1 m/s"], "angle": "30 deg"}, output={"plots": False})
    memory, disk = wb.impact(case), wb.impact(case, out="series")
    memory.save("saved")
    for run in (memory, disk, wb.load("saved")):
        assert run.trajectory["speed_m_s"].tolist() == [0.1, 1.0] and len(run.to_pandas()) == 2
        assert dict(run.to_xarray().sizes) == {"impact": 2}
        np.testing.assert_array_equal(run.trajectory["restitution"], memory.trajectory["restitution"])
        with pytest.raises(wb.CaseError, match="no motion to draw"):
            run.plot_gap()


def test_sweeps_start_this_python_and_no_file_of_the_present_directory(place):
    plan = f"base = {json.dumps(str(CASES / 'first-bounce.toml'))}\napproach = \"prescribed\"\n[set]\nhydrodynamics = \"theory\"\n[vary]\nstokes = [20, 30]\n"
    Path("plan.toml").write_text(plan)
    for name in ("run", "json.py", "numpy.py", "wetbounce.py"):
        Path(name).write_text("open('PWNED', 'w')\n")
    # Where pip put the command is not where Python's own scripts are.
    found = subprocess.run(
        [sys.executable, *(["-P"] if sys.version_info >= (3, 11) else []), "-c",
         "import sysconfig; sysconfig.get_path = lambda *_: '/nowhere'\nimport wetbounce as wb\nprint(len(wb.sweep('plan.toml', out='out').runs()))"],
        capture_output=True, text=True, timeout=120, env={**os.environ, "PATH": "/usr/bin:/bin"},
    )
    assert found.stdout.strip() == "2", found.stderr
    assert not Path("PWNED").exists() or sys.version_info < (3, 11)
    module = subprocess.run([sys.executable, *(["-P"] if sys.version_info >= (3, 11) else []), "-m", "wetbounce", "sweep", "plan.toml", "--out", "again", "-q"], capture_output=True, text=True)
    assert module.returncode == 0, module.stderr


def test_an_interrupt_ends_validate_at_once(place):
    # Whoever starts this in the background may have it ignored.
    text = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nimport wetbounce as wb\nprint('begins', flush=True)\nwb.validate('gondret-st152', 'tencate-e1')"
    found = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert found.stdout.readline() == "begins\n"
    time.sleep(2)
    found.send_signal(signal.SIGINT)
    _, error = found.communicate(timeout=20)
    assert "KeyboardInterrupt" in error and found.returncode != 0, error


def test_an_interrupt_while_numpy_is_imported_is_no_panic(place):
    text = f"""
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            raise KeyboardInterrupt

import wetbounce as wb
assert "numpy" not in sys.modules
sys.meta_path.insert(0, Interrupted())
try:
    wb.theory({str(CASES / 'first-bounce.toml')!r})
except KeyboardInterrupt:
    print("interrupted")
sys.meta_path.pop(0)
print(len(wb.theory({str(CASES / 'first-bounce.toml')!r}).trajectory) > 3)
"""
    found = python(text, place)
    assert found.stdout.split() == ["interrupted", "True"], found.stderr


def test_a_sphere_is_led_along_arrays_in_place_of_the_start_of_its_case(place):
    free = wb.theory(CASES / "first-bounce.toml")
    times, gaps = free.trajectory["time_s"], free.trajectory["gap_m"]
    even = [k * 5e-4 for k in range(1, int(times[-1] / 5e-4))]
    record = [float(value) for value in np.interp(even, times, gaps)]
    led = wb.theory(CASES / "first-bounce.toml", motion=(even, record))
    assert abs(led.trajectory["gap_m"][0] / record[0] - 1) < 1e-2
    assert "led-by-record" in {remark.name for remark in led.remarks}
    with pytest.raises(wb.CaseError, match="2 times and 1 gaps"):
        wb.theory(CASES / "first-bounce.toml", motion=([0, 1], [1]))
