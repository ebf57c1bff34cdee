"""A sphere falls through a liquid onto a wall: how does it land, and how does it bounce?

    import wetbounce as wb

    case = wb.Case("cases/gondret-st152.toml", **{"sphere.diameter": "4 mm", "run.bounces": 1})
    run = wb.run(case)
    run.bounces[0].restitution, run.trajectory["gap_m"]

All numbers are in SI units; names of columns and results end in their unit. Speeds are positive away from the wall. Results are those
of the command line, bit by bit, and stand in the same run directories. Wrong input raises `CaseError`, a failed run `RunError`.
"""

from __future__ import annotations

import csv
import importlib
import json
import shutil
import sys
import tempfile
import sysconfig
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from . import _wetbounce
from ._wetbounce import CaseError, RunError, __version__

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from numpy import float64
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Case", "CaseError", "Fit", "Run", "RunError", "Sweep", "__version__",
    "add_law", "check", "compare", "film", "fit", "impact", "load", "run", "sweep", "theory",
]

PathLike = Union[str, Path]


def _imported(module: str, call: str) -> Any:
    """A module that only some calls need; where it is missing, an `ImportError` that says what to install."""
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise ModuleNotFoundError(f"{call} needs {package}, which is not installed: pip install {package}", name=package) from None


Value = Union[str, int, float, bool, Sequence[Union[str, int, float, bool]]]


def _toml(value: Value) -> str:
    """A value as the command line writes it: texts as they are, lists as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(json.dumps(one) if isinstance(one, str) else _toml(one) for one in value) + "]"
    return repr(float(value)) if isinstance(value, float) else str(value)


def _overrides(settings: Mapping[str, Value]) -> list[str]:
    return [f"{key}={_toml(value)}" for key, value in settings.items()]


def _set(overrides: Sequence[str]) -> list[str]:
    return [word for override in overrides for word in ("--set", override)]


class Case:
    """A case file and what is changed in it.

    `overrides` are keys of the case with their tables, and values with their units:
    `Case("case.toml", **{"sphere.diameter": "4 mm", "run.bounces": 1})`. Raises `CaseError` where something is wrong.
    """

    def __init__(self, path: PathLike, **overrides: Value) -> None:
        self.path = Path(path)
        self.overrides = _overrides(overrides)
        self._read()

    def _read(self) -> None:
        self.name, directory, self._toml = _wetbounce.case(str(self.path), self.overrides)
        self.directory = Path(directory)

    @classmethod
    def from_toml(cls, text: str, name: str = "case", **overrides: Value) -> "Case":
        """A case from its text. Its `name` is that of its default run directory."""
        folder = tempfile.TemporaryDirectory(prefix="wetbounce-")
        path = Path(folder.name) / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        case = cls(path, **overrides)
        case._folder = folder
        return case

    def with_(self, **overrides: Value) -> "Case":
        """The same case with further overrides."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.overrides = [*self.overrides, *_overrides(overrides)]
        other._read()
        return other

    def to_toml(self) -> str:
        """The case with every default written out."""
        return self._toml

    def __repr__(self) -> str:
        return f"Case({str(self.path)!r}" + "".join(f", {override}" for override in self.overrides) + ")"


def _case(case: Union[Case, PathLike]) -> Case:
    return case if isinstance(case, Case) else Case(case)


class Run:
    """A run directory: `summary` is its `summary.json`, `trajectory` the columns of its `trajectory.csv`."""

    def __init__(self, path: PathLike, said: str = "") -> None:
        self.path = Path(path)
        self.said = said
        with open(self.path / "summary.json", encoding="utf-8") as file:
            self.summary: dict[str, Any] = json.load(file)
        self._trajectory: Optional[dict[str, NDArray[float64]]] = None

    @property
    def trajectory(self) -> dict[str, NDArray[float64]]:
        """Columns as arrays: `time_s`, `gap_m`, `velocity_m_s`, with azimuthal modes the lateral motion, then forces `_N` and torques
        `_N_m`."""
        if self._trajectory is None:
            self._trajectory = _wetbounce.trajectory(str(self.path / "trajectory.csv"))
        return self._trajectory

    @property
    def bounces(self) -> list[SimpleNamespace]:
        """The collisions, oldest first: `restitution`, `apex_gap_m`, `impact_speed_m_s` and the others of `summary.json`."""
        return [SimpleNamespace(**bounce) for bounce in self.summary.get("bounces", [])]

    @property
    def warnings(self) -> list[str]:
        """What makes the run doubtful."""
        return self.summary.get("warnings", [])

    def to_pandas(self) -> pandas.DataFrame:
        """The trajectory as a table."""
        pandas = _imported("pandas", "Run.to_pandas()")
        return pandas.DataFrame(self.trajectory)

    def plot_gap(self, ax: Optional[Axes] = None, **line: Any) -> Axes:
        """Draws the gap over the time since the first contact, or since the release where there is none."""
        ax = ax or _imported("matplotlib.pyplot", "Run.plot_gap()").gca()
        bounces = self.bounces
        start = bounces[0].contact_time_s if bounces else 0.0
        time = 1e3 * (self.trajectory["time_s"] - start)
        ax.plot(time, 1e3 * self.trajectory["gap_m"], **{"label": self.summary.get("case"), **line})
        ax.set_xlabel("time after first contact $t$ (ms)" if bounces else "time $t$ (ms)")
        ax.set_ylabel("gap $h$ (mm)")
        return ax

    def plot(self) -> Sequence[Axes]:
        """Gap and velocity over time; returns the two axes."""
        figure, axes = _imported("matplotlib.pyplot", "Run.plot()").subplots(2, 1, sharex=True, figsize=(6, 6))
        self.plot_gap(axes[0])
        axes[0].set_xlabel("")
        bounces = self.bounces
        start = bounces[0].contact_time_s if bounces else 0.0
        axes[1].plot(1e3 * (self.trajectory["time_s"] - start), self.trajectory["velocity_m_s"])
        axes[1].set_xlabel("time after first contact $t$ (ms)" if bounces else "time $t$ (ms)")
        axes[1].set_ylabel("velocity $V$ (m/s)")
        figure.tight_layout()
        return axes

    def __repr__(self) -> str:
        return self.said or f"Run({str(self.path)!r})"


def add_law(word: str, law: Any) -> None:
    """Adds a contact law of your own, which cases ask for with `contact.law = word`: any object with `force(overlap, rate)`.

    `force` gives the force between the bodies in N, positive apart, at an overlap in m, above 0, and the rate in m/s at which it grows. Its part at
    rest, `force(overlap, 0)`, is taken as elastic, the rest as viscous; it must depend on nothing else, so laws with a memory, plastic ones for
    example, need Rust. If there is a method `between(mass, radius)`, it is called before a run with the effective mass in kg and the
    effective radius in m. An exception ends the run and is raised.

    Each evaluation calls `force` six times, for its derivatives too: some 50,000 calls and a tenth more time in the liquid up to the first apex of
    `cases/first-bounce.toml`, 11,000 calls and three times the time in a dry impact alone. Forces that are singular at the first touch are
    integrated to 1e-4 of the restitution. A word that was added before gets the new object. Runs of a sweep are processes of their own,
    which do not know the law.
    """
    _wetbounce.add_law(word, law)


def _listener(progress: Optional[bool]):
    """What hears of a run's progress: a line in a notebook, or nothing where the terminal has its own bar."""
    if progress is False:
        return None
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import HTML, display

    def html(done: float, text: str) -> HTML:
        return HTML(f"<progress value='{done:.4f}' max='1' style='width: 12em'></progress> <code>{text}</code>")

    shown = display(html(0.0, ""), display_id=True)
    return lambda done, text: shown.update(html(done, text))


def _execute(arguments: Sequence[str], path: Optional[PathLike] = None, listener: Any = None) -> str:
    try:
        return _wetbounce.execute([str(word) for word in arguments], listener)
    except RunError as error:
        error.path = None if path is None else str(path)
        raise


def _run(verb: str, case: Case, out: Path, fresh: bool, words: Sequence[str], progress: Optional[bool]) -> Run:
    quiet = ["--quiet"] if verb == "run" and progress is False else []
    arguments = [verb, case.path, *_set(case.overrides), "--out", out, *words, *quiet, *(["--fresh"] if fresh else [])]
    said = _execute(arguments, out, _listener(progress) if verb == "run" else None)
    return Run(out, said)


def _out(case: Case, out: Optional[PathLike], ending: str = "") -> Path:
    return Path(out) if out is not None else Path(str(case.directory) + ending)


def run(case: Union[Case, PathLike], out: Optional[PathLike] = None, fresh: bool = False, progress: Optional[bool] = None) -> Run:
    """Simulates a case. A run that is there is taken as it is, a stopped one goes on; `fresh` computes again.

    `out` is the run directory (default: that of the case, `runs/NAME`). Ctrl-C stops the run with a checkpoint.
    """
    case = _case(case)
    return _run("run", case, _out(case, out), fresh, [], progress)


def theory(case: Union[Case, PathLike], out: Optional[PathLike] = None, fresh: bool = False) -> Run:
    """The motion from theory alone, in milliseconds."""
    case = _case(case)
    return _run("theory", case, _out(case, out, "-theory"), fresh, [], None)


def film(
    case: Union[Case, PathLike],
    speed: Optional[str] = None,
    gap: Optional[str] = None,
    out: Optional[PathLike] = None,
    fresh: bool = False,
) -> Run:
    """The bounce on the elastic film alone, entered at `gap` with `speed` (both with units; the defaults are those of the command)."""
    case = _case(case)
    words = [*(["--gap", gap] if gap else []), *(["--speed", speed] if speed else [])]
    return _run("film", case, _out(case, out, "-film"), fresh, words, None)


def impact(
    case: Union[Case, PathLike], speed: Optional[str] = None, out: Optional[PathLike] = None, fresh: bool = False, **overrides: Value
) -> Run:
    """The dry impact of an impact case, or of an immersed one."""
    if isinstance(case, Case):
        case, overrides = case.path, {**dict(one.split("=", 1) for one in case.overrides), **overrides}
    place = Path(out) if out is not None else Path("runs") / (Path(case).stem + "-dry")
    words = ["impact", case, *_set(_overrides(overrides)), "--out", place, *(["--speed", speed] if speed else [])]
    return Run(place, _execute([*words, *(["--fresh"] if fresh else [])], place))


def check(case: Union[Case, PathLike]) -> str:
    """What a case means, and what it will cost."""
    case = _case(case)
    return _execute(["check", case.path, *_set(case.overrides)])


def load(path: PathLike) -> Run:
    """The run in a directory."""
    return Run(path)


class Sweep:
    """A sweep directory: `rows` are those of its `sweep.csv`, one for each run."""

    def __init__(self, path: PathLike, said: str = "") -> None:
        self.path = Path(path)
        self.said = said

    @property
    def rows(self) -> list[dict[str, str]]:
        """The table as texts."""
        with open(self.path / "sweep.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def runs(self) -> list[Run]:
        """Its runs."""
        return [Run(path.parent) for path in sorted((self.path / "runs").glob("*/summary.json"))]

    def to_pandas(self) -> pandas.DataFrame:
        """The table with numbers."""
        pandas = _imported("pandas", "Sweep.to_pandas()")
        return pandas.read_csv(self.path / "sweep.csv")

    def __repr__(self) -> str:
        return self.said or f"Sweep({str(self.path)!r})"


def sweep(plan: PathLike, jobs: Optional[int] = None, out: Optional[PathLike] = None, **overrides: Value) -> Sweep:
    """Runs every case of a plan, `jobs` at a time (default: one per core); what is done is not repeated."""
    place = Path(out) if out is not None else Path("sweeps") / Path(plan).stem
    words = ["sweep", plan, *_set(_overrides(overrides)), "--out", place, *(["--jobs", jobs] if jobs else [])]
    program = shutil.which("wetbounce", path=sysconfig.get_path("scripts"))
    if program is not None:
        _wetbounce.start_runs_with(program)
    return Sweep(place, _execute(words, place))


def _record(time_s: Optional[ArrayLike], gap_m: Optional[ArrayLike], folder: str) -> Path:
    if time_s is None or gap_m is None:
        raise CaseError("give a record: data=FILE.csv, or time_s and gap_m")
    path = Path(folder) / "record.csv"
    with open(path, "w", encoding="utf-8") as file:
        file.write("time_s,gap_m\n")
        file.writelines(f"{float(time)!r},{float(gap)!r}\n" for time, gap in zip(time_s, gap_m))
    return path


def compare(
    run: Union[Run, PathLike],
    data: Optional[PathLike] = None,
    time_s: Optional[ArrayLike] = None,
    gap_m: Optional[ArrayLike] = None,
    out: Optional[PathLike] = None,
    grid: bool = False,
    **keys: Value,
) -> dict[str, Any]:
    """A run beside a record: a file, or arrays of times and gaps. `keys` are those of `[measurement]`, such as `clock="fitted"`.

    `grid`: also the error of the run's grid, which takes one more run on two thirds of the cells.

    Returns what `comparison.json` holds; files go to `out` (default: the run directory).
    """
    path = run.path if isinstance(run, Run) else Path(run)
    place = Path(out) if out is not None else path
    with tempfile.TemporaryDirectory(prefix="wetbounce-") as folder:
        record = Path(data) if data is not None else _record(time_s, gap_m, folder)
        more = ["--grid"] if grid else []
        _execute(["compare", path, record, *_set(_overrides(keys)), *more, "--out", place, "--quiet"], place)
    with open(place / "comparison.json", encoding="utf-8") as file:
        return json.load(file)


class Fit:
    """What a fit found: `result` is its `fit.json`."""

    def __init__(self, path: PathLike, said: str = "") -> None:
        self.path = Path(path)
        self.said = said
        with open(self.path / "fit.json", encoding="utf-8") as file:
            self.result: Any = json.load(file)

    def __repr__(self) -> str:
        return self.said or f"Fit({str(self.path)!r})"


def fit(
    case: Union[Case, PathLike],
    vary: Mapping[str, Optional[tuple[str, str]]],
    data: Optional[PathLike] = None,
    time_s: Optional[ArrayLike] = None,
    gap_m: Optional[ArrayLike] = None,
    prior: Optional[Mapping[str, str]] = None,
    theory: bool = False,
    out: Optional[PathLike] = None,
    profile: bool = False,
    **keys: Value,
) -> Fit:
    """Parameters of a case from a record. `vary` has keys with their range, `{"liquid.viscosity": ("8 mPa s", "13 mPa s")}`, or `None`.

    `prior` has what is known, `{"liquid.viscosity": "10 mPa s ± 0.2 mPa s"}`. `theory` stops before the flow.
    `profile` adds profile likelihoods, in the last stage of the result. `keys` are those of `[measurement]`, such as `gap_uncertainty="10 um"`.
    """
    case = _case(case)
    place = _out(case, out, "-fit")
    varied = [word for key, ends in vary.items() for word in ("--vary", key if ends is None else f"{key} = {ends[0]} .. {ends[1]}")]
    known = [word for key, text in (prior or {}).items() for word in ("--prior", f"{key} = {text}")]
    overrides = list(case.overrides)
    if data is not None or time_s is not None:
        place.mkdir(parents=True, exist_ok=True)
        record = Path(data).resolve() if data is not None else _record(time_s, gap_m, str(place)).resolve()
        overrides.append(f"measurement.file={json.dumps(str(record))}")
    overrides += [f"measurement.{override}" for override in _overrides(keys)]
    words = ["fit", case.path, *_set(overrides), *varied, *known, "--out", place, *(["--theory"] if theory else []), *(["--profile"] if profile else [])]
    return Fit(place, _execute(words, place))
