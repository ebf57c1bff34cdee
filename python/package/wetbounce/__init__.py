"""A sphere falls through a liquid onto a wall: how does it land, and how does it bounce?

    import wetbounce as wb

    case = wb.Case(
        sphere={"diameter": "3 mm", "material": "steel"},
        liquid={"density": "935 kg/m3", "viscosity": "10 mPa s"},
        wall={"material": "glass"},
        release={"gap": "5 D"},
        run={"bounces": 1},
    )
    run = wb.run(case)
    run.bounces[0].restitution, run.trajectory["gap_m"]

All numbers are in SI units; names of columns and results end in their unit. Speeds are positive away from the wall. Results are those
of the command line, bit by bit; with `out` they stand in the same run directories. Wrong input raises `CaseError`, a failed run `RunError`.
"""

from __future__ import annotations

import contextlib
import csv
import difflib
import html
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Sequence, Union

from . import _words, _wetbounce, others
from ._command import module_words
from ._wetbounce import CaseError, RunError, __version__
from ._words import Value

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes
    from numpy import float64
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Case", "CaseError", "Convergence", "Fit", "Reference", "Run", "RunError", "Sweep", "Validation", "__version__",
    "add_law", "check", "compare", "converge", "film", "fit", "impact", "law", "load", "measure", "others", "reference", "run", "sweep", "theory", "validate",
]

PathLike = Union[str, Path]

# Where a failed run stands, and what a run in memory has computed.
RunError.path = RunError.run = None


def __dir__() -> list[str]:
    return sorted(__all__)


class Case(Mapping):
    """A case: a file with what is changed in it, or its keys alone.

    `Case("case.toml", **{"sphere.diameter": "4 mm"})` reads a file, `Case(sphere={"diameter": "3 mm", "material": "steel"}, ...)` needs
    none. Keys are those of the case file, with their tables or in a mapping for each table; values have their units.

    A case is read once. It does not change, whatever becomes of the file: `with_` makes another one. As a mapping it has every key with
    the value that holds, defaults too: `case["liquid.viscosity"]` is a number in SI units (angles are in degrees), `case["liquid"]` the
    whole table. Raises `CaseError` where something is wrong.
    """

    path: Optional[Path]
    """The file; `None` of a case without one."""
    name: str
    """Its name, which is that of its default run directory."""
    directory: Path
    """The default run directory."""
    overrides: list[str]
    """The changes in the file, as `table.key=value` in TOML."""

    def __init__(self, path: Optional[PathLike] = None, **keys: Value) -> None:
        given = _words.settings(keys)
        if path is not None:
            try:
                text = _wetbounce.read_case(str(path))
            except CaseError as error:
                raise _words.reworded(error) from None
            self._read(text, Path(path).absolute(), given, str(path))
            self.path = Path(path)
        elif given:
            self._read("".join(f"{one}\n" for one in given), Path.cwd() / "case.toml", [], "keywords")
        else:
            raise CaseError("give a case file, or keys: Case(sphere={'diameter': '3 mm', 'material': 'steel'}, liquid=..., release=...)")

    def _read(self, text: str, file: Path, overrides: Sequence[str], shown: str) -> None:
        self.path = None
        self._text, self._file, self._shown, self.overrides = text, file, (str(file), shown), list(overrides)
        self._case = self._read_with(self.overrides)
        self.name, self.directory = self._case.name, Path(self._case.directory)
        self._toml = self._case.to_toml()
        self._values: dict[str, Any] = json.loads(self._case.values())

    def _read_with(self, overrides: Sequence[str]) -> _wetbounce.Case:
        """The case of the program with these changes."""
        try:
            return _wetbounce.Case(str(self._file), self._text, list(overrides))
        except CaseError as error:
            raise _words.reworded(error, self._shown) from None

    @classmethod
    def from_toml(cls, text: str, name: str = "case", **keys: Value) -> "Case":
        """A case from the text of a file. `name` is that of its default run directory, if the text has none."""
        if not name.strip() or name.startswith(".") or len(name) > 100 or re.search(r"[\x00-\x1f/\\:\"<>|?*]", name):
            raise CaseError(f"{name!r} is no name for a case: it must be usable as the name of a directory")
        case = object.__new__(cls)
        case._read(text, Path.cwd() / f"{name}.toml", _words.settings(keys), f"{name}.toml")
        return case

    def with_(self, **keys: Value) -> "Case":
        """The same case with further changes."""
        other = object.__new__(type(self))
        other._read(self._text, self._file, [*self.overrides, *_words.settings(keys)], self._shown[1])
        other.path = self.path
        return other

    def to_toml(self) -> str:
        """The case with every default written out."""
        return self._toml

    def __getitem__(self, key: str) -> Any:
        if key in self._values:
            return self._values[key]
        table = {name[len(key) + 1 :]: value for name, value in self._values.items() if name.startswith(f"{key}.")}
        if table:
            return table
        near = difflib.get_close_matches(str(key), self._values, 1)
        raise KeyError(f"{key} is no key that this case has" + (f"; did you mean {near[0]}?" if near else ""))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Case) and self._toml == other._toml

    def __hash__(self) -> int:
        return hash(self._toml)

    def __repr__(self) -> str:
        of = repr(str(self.path)) if self.path is not None else f"name={self.name!r}"
        return f"Case({of}" + "".join(f", {override}" for override in self.overrides) + ")"


def _case(case: Union[Case, PathLike]) -> Case:
    return case if isinstance(case, Case) else Case(case)


# Endings of the names of columns, and their units.
_UNITS = [
    ("_rad_s", "rad/s"), ("_N_m", "N m"), ("_m_s", "m/s"), ("_J", "J"), ("_N", "N"), ("_m", "m"), ("_s", "s"),
]


class Run:
    """A run: `summary` is its `summary.json`, `trajectory` the columns of its `trajectory.csv`. `path` is its directory; `None` in memory."""

    def __init__(self, path: PathLike, said: str = "") -> None:
        self.path: Optional[Path] = Path(path)
        self.said = said
        self._case: Optional[str] = None
        self._trajectory: Optional[dict[str, NDArray[float64]]] = None
        try:
            self.summary: dict[str, Any] = json.loads((self.path / "summary.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            why = "there is no summary.json" if isinstance(error, FileNotFoundError) else str(error)
            raise CaseError(f"{path} holds no run that has ended: {why}") from None

    @classmethod
    def _in_memory(cls, said: str, case: str, summary: str, trajectory: dict[str, NDArray[float64]]) -> "Run":
        run = object.__new__(cls)
        run.path, run.said, run._case, run._trajectory = None, _words.in_python(said), case, trajectory
        run.summary = json.loads(summary)
        return run

    @property
    def trajectory(self) -> dict[str, NDArray[float64]]:
        """Columns as arrays: `time_s`, `gap_m`, `velocity_m_s`, with azimuthal modes the lateral motion, then forces `_N` and torques
        `_N_m`. Of a series of dry impacts the numbers of `series.csv`, a row for each impact."""
        if self._trajectory is None:
            series = self.path / "series.csv"
            if series.exists() and not (self.path / "trajectory.csv").exists():
                self._trajectory = _series(series)
            else:
                self._trajectory = _wetbounce.trajectory(str(self.path / "trajectory.csv"))
        return self._trajectory

    def save(self, path: PathLike) -> None:
        """Writes a run in memory into a new directory: `case.toml`, `trajectory.csv` and `summary.json`, as those of a run with `out`."""
        if self._case is None:
            raise CaseError(f"the run stands in {self.path}")
        place = Path(path)
        if place.exists() and any(place.iterdir()):
            raise CaseError(f"{place} is not empty: choose another directory")
        place.mkdir(parents=True, exist_ok=True)
        (place / "case.toml").write_text(self._case, encoding="utf-8")
        with open(place / ("trajectory.csv" if "time_s" in self.trajectory else "series.csv"), "w", encoding="utf-8") as file:
            file.write(",".join(self.trajectory) + "\n")
            for row in zip(*(column.tolist() for column in self.trajectory.values())):
                file.write(",".join(map(repr, row)) + "\n")
        (place / "summary.json").write_text(json.dumps(self.summary, indent=2), encoding="utf-8")

    @property
    def bounces(self) -> list[SimpleNamespace]:
        """The collisions, oldest first: `restitution`, `apex_gap_m`, `impact_speed_m_s` and the others of `summary.json`."""
        return [SimpleNamespace(**bounce) for bounce in self.summary.get("bounces", [])]

    @property
    def warnings(self) -> list[str]:
        """What makes the run doubtful."""
        return self.summary.get("warnings", [])

    @property
    def remarks(self) -> list[SimpleNamespace]:
        """Warnings, assumptions and doubts: `name`, which stays when the words change, `kind` and `text`."""
        return [SimpleNamespace(**remark) for remark in self.summary.get("remarks", [])]

    def to_pandas(self) -> pandas.DataFrame:
        """The trajectory as a table."""
        return _words.needs("pandas", "Run.to_pandas()").DataFrame(self.trajectory)

    def to_xarray(self) -> xarray.Dataset:
        """The trajectory over `time_s`, with units; of a series of dry impacts over `impact`, their number from 0."""
        over = "time_s" if "time_s" in self.trajectory else "impact"

        def variable(name: str):
            return over, self.trajectory[name], {"units": next((unit for end, unit in _UNITS if name.endswith(end)), "1")}

        data = {name: variable(name) for name in self.trajectory if name != over}
        times = {over: variable(over)} if over in self.trajectory else {}
        attributes = {key: self.summary[key] for key in ("case", "version")}
        return _words.needs("xarray", "Run.to_xarray()").Dataset(data, coords=times, attrs=attributes)

    def _clock(self) -> tuple[Any, str]:
        """Times in ms since the first contact, or since the release where there is none, and the label of their axis."""
        if "time_s" not in self.trajectory:
            raise CaseError("a series of dry impacts has no motion to draw: to_pandas() has its results")
        bounces = self.bounces
        start = bounces[0].contact_time_s if bounces else 0.0
        label = "time after first contact $t$ (ms)" if bounces else "time $t$ (ms)"
        return 1e3 * (self.trajectory["time_s"] - start), label

    def plot_gap(self, ax: Optional[Axes] = None, **line: Any) -> Axes:
        """Draws the gap over the time since the first contact, or since the release where there is none."""
        ax = ax or _words.needs("matplotlib.pyplot", "Run.plot_gap()").gca()
        time, label = self._clock()
        ax.plot(time, 1e3 * self.trajectory["gap_m"], **{"label": self.summary.get("case"), **line})
        ax.set_xlabel(label)
        ax.set_ylabel("gap $h$ (mm)")
        return ax

    def plot(self) -> Sequence[Axes]:
        """Gap and velocity over time; returns the two axes."""
        figure, axes = _words.needs("matplotlib.pyplot", "Run.plot()").subplots(2, 1, sharex=True, figsize=(6, 6))
        self.plot_gap(axes[0])
        axes[0].set_xlabel("")
        time, label = self._clock()
        axes[1].plot(time, self.trajectory["velocity_m_s"])
        axes[1].set_xlabel(label)
        axes[1].set_ylabel("velocity $V$ (m/s)")
        figure.tight_layout()
        return axes

    def __repr__(self) -> str:
        return self.said or f"Run({str(self.path)!r})"

    def _repr_html_(self) -> str:
        """How the run ended, its bounces as a table and its warnings: what a notebook shows."""

        def cell(name: str, bounce: dict[str, Any], ends: dict[str, Any], unit: str) -> str:
            value, range_ = bounce.get(name), ends.get(name)
            scale, digits = _BOUNCE_UNITS[unit]
            if value is None:
                return "–"
            between = f" ({scale * range_['low']:{digits}} to {scale * range_['high']:{digits}})" if range_ else ""
            return f"{scale * value:{digits}}{between}"

        summary = self.summary
        ending = f"{summary.get('status', '')}: {summary.get('stop_reason') or summary.get('ending', '')}"
        parts = [f"<p><b>{html.escape(str(summary.get('case', 'run')))}</b> {html.escape(ending.strip(': '))}</p>"]
        bounces = summary.get("bounces", [])
        if bounces:
            bands = (summary.get("film_band") or {}).get("bounces", [])
            names = "".join(f"<th>{words}{f' ({unit})' if unit else ''}</th>" for _, words, unit in _BOUNCE)
            rows = ""
            for number, bounce in enumerate(bounces):
                ends = bands[number] if number < len(bands) else {}
                cells = "".join(f"<td>{cell(name, bounce, ends, unit)}</td>" for name, _, unit in _BOUNCE)
                rows += f"<tr><th>{number + 1}</th>{cells}</tr>"
            parts.append(f"<table><thead><tr><th>bounce</th>{names}</tr></thead><tbody>{rows}</tbody></table>")
        if self.warnings:
            items = "".join(f"<li>{html.escape(warning)}</li>" for warning in self.warnings)
            parts.append(f"<details><summary>warnings: {len(self.warnings)}</summary><ul>{items}</ul></details>")
        return "".join(parts)


# What a notebook shows of a bounce: key, words, unit; and how many of the unit are in one of the key, and how a number is written.
_BOUNCE = (
    ("impact_speed_m_s", "impact speed", "m/s"), ("restitution", "restitution", ""), ("restitution_contact", "at contact", ""),
    ("apex_gap_m", "apex", "mm"),
)
_BOUNCE_UNITS = {"m/s": (1.0, ".4g"), "": (1.0, ".3f"), "mm": (1e3, ".4g")}


def _series(path: Path) -> dict[str, NDArray[float64]]:
    """The numbers of a series of dry impacts."""
    from numpy import array

    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    words = {"name", "status", "ending"}
    return {key: array([float(row[key] or "nan") for row in rows]) for key in (rows[0] if rows else {}) if key not in words}


def add_law(word: str, law: Any) -> None:
    """Adds a contact law of your own, which cases ask for with `contact.law = word`: any object with `force(overlap, rate)`.

    `force` gives the force between the bodies in N, positive apart, at an overlap in m, above 0, and the rate in m/s at which it grows. Its part at
    rest, `force(overlap, 0)`, is taken as elastic, the rest as viscous; it must depend on nothing else, so laws with a memory, plastic ones for
    example, need Rust. If there is a method `between(mass, radius)`, it is called before a run with the effective mass in kg and the
    effective radius in m. An exception ends the run at once and is raised; a force that is no number ends it with `RunError`. As an object may
    change, results and checkpoints under such a law are never taken over: each call computes.

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


def _called(call: Callable[[], str], path: Optional[PathLike] = None, case: Optional[Case] = None) -> str:
    """What a call of the program says, in the terms of this module; it is of `case` and writes into `path`."""
    shown = None if case is None else case._shown
    try:
        return _words.in_python(call(), shown)
    except (CaseError, RunError) as failure:
        error = _words.reworded(failure, shown)
        if isinstance(error, RunError):
            error.path, error.run = None if path is None else str(path), None
        raise error from None


def _in_memory(verb: str, case: Case, **settings: Any) -> Run:
    """The run that a verb makes in memory."""
    try:
        said, resolved, summary, columns, failure = case._case.in_memory(verb, **settings)
    except (CaseError, RunError) as error:
        raise _words.reworded(error, case._shown) from None
    run = Run._in_memory(said, resolved, summary, columns)
    if failure is not None:
        error = _words.reworded(failure, case._shown)
        if isinstance(error, RunError):
            error.path, error.run = None, run
        raise error from None
    return run


def _out(case: Case, out: Optional[PathLike], ending: str) -> Path:
    return Path(out) if out is not None else Path(str(case.directory) + ending)


Motion = tuple[Any, Any]
"""Times [s] and gaps [m], as arrays of equal length."""


@contextlib.contextmanager
def _led(case: Case, motion: Optional[Motion]) -> Iterator[Case]:
    """The case, led along a measured motion, if there is one."""
    if motion is None:
        yield case
        return
    times, gaps = ([float(value) for value in values] for values in motion)
    if len(times) != len(gaps):
        raise CaseError(f"motion has {len(times)} times and {len(gaps)} gaps: give as many of each")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "motion.csv"
        rows = "".join(f"{time!r},{gap!r}\n" for time, gap in zip(times, gaps))
        file.write_text("time_s,gap_m\n" + rows, encoding="utf-8")
        yield case.with_(**{"release.motion": str(file)})


def run(
    case: Union[Case, PathLike],
    out: Optional[PathLike] = None,
    fresh: bool = False,
    progress: Optional[bool] = None,
    motion: Optional[Motion] = None,
) -> Run:
    """Simulates a case, in memory, or into the run directory `out`; along a measured `motion`, times in s and gaps in m, in place of its start.

    In a directory, a run that is there is taken as it is, a stopped one goes on, and `fresh` computes again; figures and fields are written
    there alone. Ctrl-C stops the run, in a directory with a checkpoint. What a run in memory has computed before it failed is `error.run`.
    """
    quiet, listener = progress is False, _listener(progress)
    with _led(_case(case), motion) as case:
        if out is not None:
            return Run(out, _called(lambda: case._case.run(str(out), fresh, quiet, listener), out, case))
        if "output.fields" in case:
            raise CaseError("output.fields are files: give a directory for them, out=...")
        return _in_memory("run", case, quiet=quiet, listener=listener)


def theory(
    case: Union[Case, PathLike], out: Optional[PathLike] = None, fresh: bool = False, motion: Optional[Motion] = None
) -> Run:
    """The motion from theory alone, in milliseconds; along a measured `motion` its forces, see `run`."""
    with _led(_case(case), motion) as case:
        if out is not None:
            return Run(out, _called(lambda: case._case.theory(str(out), fresh), out, case))
        return _in_memory("theory", case)


def film(
    case: Union[Case, PathLike],
    speed: Optional[str] = None,
    gap: Optional[str] = None,
    out: Optional[PathLike] = None,
    fresh: bool = False,
) -> Run:
    """The bounce on the elastic film alone, entered at `gap` with `speed` (both with units; the defaults are those of the command)."""
    case = _case(case)
    if out is not None:
        return Run(out, _called(lambda: case._case.film(speed, gap, str(out), fresh), out, case))
    return _in_memory("film", case, speed=speed, gap=gap)


def impact(
    case: Union[Case, PathLike], speed: Optional[str] = None, out: Optional[PathLike] = None, fresh: bool = False, **keys: Value
) -> Run:
    """The dry impact of an impact case, or of an immersed one."""
    case = _case(case)
    case = case.with_(**keys) if keys else case
    if out is not None:
        return Run(out, _called(lambda: case._case.impact_into(speed, str(out), fresh), out, case))
    return _in_memory("impact", case, speed=speed)


def check(case: Union[Case, PathLike]) -> str:
    """What a case means, and what it will cost."""
    case = _case(case)
    return _called(case._case.check, None, case)


def load(path: PathLike) -> Run:
    """The run in a directory."""
    return Run(path)


class _Table:
    """A directory with a table, one row for each run or value."""

    _file = ""

    def __init__(self, path: PathLike, said: str = "") -> None:
        self.path = Path(path)
        self.said = said

    @property
    def rows(self) -> list[dict[str, str]]:
        """The table as texts."""
        with open(self.path / self._file, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def to_pandas(self) -> pandas.DataFrame:
        """The table with numbers."""
        return _words.needs("pandas", f"{type(self).__name__}.to_pandas()").read_csv(self.path / self._file)

    def __repr__(self) -> str:
        return self.said or f"{type(self).__name__}({str(self.path)!r})"


class Sweep(_Table):
    """A sweep directory: `rows` are those of its `sweep.csv`, one for each run."""

    _file = "sweep.csv"

    def runs(self) -> list[Run]:
        """Its runs."""
        return [Run(path.parent) for path in sorted((self.path / "runs").glob("*/summary.json"))]


class Convergence(_Table):
    """A case on finer and finer grids: `rows` are those of its `convergence.csv`, one for each result."""

    _file = "convergence.csv"

    def runs(self) -> list[Run]:
        """Its runs, coarse to fine."""
        found = self.path.glob("level-*/summary.json")
        return [Run(path.parent) for path in sorted(found, key=lambda path: int(path.parent.name.rsplit("-", 1)[1]))]


class Validation(_Table):
    """Comparisons with experiment and theory: `rows` are those of `validation.csv`, one for each value, with its `verdict`."""

    _file = "validation.csv"


def _start_runs() -> None:
    """Has this interpreter start the runs of many, each a process of its own."""
    if not sys.executable:
        raise RunError("this program does not say which Python it runs (sys.executable), so that it cannot start runs: use the command wetbounce")
    _wetbounce.start_runs_with(sys.executable, module_words())


def sweep(plan: PathLike, jobs: Optional[int] = None, out: Optional[PathLike] = None, **overrides: Value) -> Sweep:
    """Runs every case of a plan, `jobs` at a time (default: one per core); what is done is not repeated."""
    place = Path(out) if out is not None else Path("sweeps") / Path(plan).stem
    changes = _words.settings(overrides)
    _start_runs()
    return Sweep(place, _called(lambda: _wetbounce.sweep(str(plan), changes, jobs, str(place)), place))


def converge(
    case: Union[Case, PathLike],
    over: str = "cells",
    levels: Optional[Sequence[float]] = None,
    jobs: Optional[int] = None,
    out: Optional[PathLike] = None,
) -> Convergence:
    """Runs a case at several `levels` of "cells" (per diameter), "step", "domain" or "modes", coarse to fine, with the observed order.

    The runs stay in `out` (default: the run directory of the case with `-converge` added).
    """
    case = _case(case)
    place = _out(case, out, "-converge")
    sizes = None if levels is None else [float(level) for level in levels]
    _start_runs()
    return Convergence(place, _called(lambda: case._case.converge(over, sizes, jobs, str(place)), place, case))


def validate(*names: PathLike, quick: bool = False, jobs: Optional[int] = None, out: PathLike = "runs/validate") -> Validation:
    """Compares with experiment and theory: the built-in comparisons `names`, or case files with a record; all without names.

    Raises `RunError` where a value is outside of its band that was not known to be; the table then stands in its `path`.
    """
    words = ["validate", *names, *(["--quick"] if quick else []), *(["--jobs", jobs] if jobs else []), "--out", out]
    _start_runs()
    # A comparison cannot be stopped on its way: a process of its own can.
    command = [sys.executable, *module_words(), *map(str, words)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", errors="replace")
    if done.returncode != 0:
        error = (CaseError if done.returncode == 2 else RunError)(_words.in_python(done.stderr.strip() or done.stdout.strip()))
        if isinstance(error, RunError):
            error.path, error.run = str(out), None
        raise error
    return Validation(out, _words.in_python(done.stdout))


class Reference:
    """Values that any other program can be held against.

    `columns` has the columns of `reference.csv` by their names: arrays of numbers, NaN where a row has none, or of words. `readme` says what to run, what to write down, the units and
    what the uncertainties are.
    """

    def __init__(self, name: str, readme: str, rows: list[dict[str, str]]) -> None:
        from numpy import array

        def column(cells: list[str]) -> Any:
            try:
                return array([float(cell or "nan") for cell in cells])
            except ValueError:
                return array(cells)

        self.name, self.readme = name, readme
        self.columns = {key: column([row[key] for row in rows]) for key in rows[0]}

    def __getitem__(self, column: str) -> Any:
        return self.columns[column]

    def __repr__(self) -> str:
        return f"Reference({self.name!r}: {', '.join(self.columns)})"


def reference(name: str, out: Optional[PathLike] = None) -> Reference:
    """The reference `name`; with `out` it is written there as well. `wetbounce reference` lists the names."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(out or Path(folder) / "reference")
        _called(lambda: _wetbounce.reference(name, str(place)), place)
        with open(place / "reference.csv", newline="", encoding="utf-8") as file:
            return Reference(name, (place / "README.md").read_text(encoding="utf-8"), list(csv.DictReader(file)))


def law(
    source: Optional[PathLike] = None,
    host: str = "table",
    stokes: Optional[float] = None,
    series: Optional[str] = None,
    density_ratio: Optional[float] = None,
    dry_restitution: Optional[float] = None,
    jobs: Optional[int] = None,
    out: Optional[PathLike] = None,
    forces: Union[PathLike, pandas.DataFrame, None] = None,
    **overrides: Value,
) -> str:
    """The restitution over the Stokes number as another program takes it: the text that `host` reads.

    `source` is the plan of a sweep over `stokes`, whose missing runs are done, or a table of bounces. With `density_ratio` and
    `dry_restitution` the curve is read from the atlas instead, without a run. `host` is "lammps", "liggghts", "yade", "musen" or "table".

    With `host="resolved"` it is the film below the grid of a code that resolves the flow, from the table `forces` of the force over the gap that its own grid gives:
    a CSV file or a pandas frame with the columns `gap_over_d` and `force_over_stokes`.
    """
    if "from_atlas" in overrides:
        raise CaseError(
            "law() takes no from_atlas: without a source it reads the atlas, for example law(density_ratio=8, dry_restitution=0.97)"
        )
    changes = _words.settings(overrides)
    _start_runs()
    with tempfile.TemporaryDirectory(prefix="wetbounce-") as folder:
        table = None if forces is None else str(_table(forces, folder))
        choice = {
            "stokes": stokes, "series": series, "density_ratio": density_ratio, "dry_restitution": dry_restitution, "jobs": jobs,
        }
        plan, place = (None if path is None else str(path) for path in (source, out))

        def text() -> str:
            return _wetbounce.law_for(host, plan, choice, table, changes, place)

        return _called(text, out)


def _record(data: Optional[PathLike], time_s: Optional[ArrayLike], gap_m: Optional[ArrayLike], folder: str) -> Path:
    """The file of a record, which is given as a file or as arrays."""
    if (data is None) == (time_s is None and gap_m is None):
        raise CaseError("give one record: a file, or arrays time_s and gap_m" + ("" if data is None else ", not both"))
    if data is not None:
        return Path(data)
    if time_s is None or gap_m is None:
        raise CaseError("a record has both, time_s and gap_m")
    times, gaps = ([float(value) for value in column] for column in (time_s, gap_m))
    if len(times) != len(gaps):
        raise CaseError(f"time_s has {len(times)} values and gap_m has {len(gaps)}: a record has a gap for each time")
    path = Path(folder) / "record.csv"
    with open(path, "w", encoding="utf-8") as file:
        file.write("time_s,gap_m\n")
        file.writelines(f"{time!r},{gap!r}\n" for time, gap in zip(times, gaps))
    return path


def _table(table: Any, folder: str) -> Path:
    """The file of a table of another program, which may be a pandas frame."""
    if not hasattr(table, "to_csv"):
        return Path(table)
    path = Path(folder) / "table.csv"
    table.to_csv(path, index=False)
    return path


def measure(
    *data: PathLike,
    time_s: Optional[ArrayLike] = None,
    gap_m: Optional[ArrayLike] = None,
    **keys: Value,
) -> dict[str, Any]:
    """Speeds, restitution, apexes and times of contact read off a record alone, each with its standard error.

    `data` are files, one for each drop; or give arrays of times and gaps. `keys` are those of `[measurement]`, and `sphere.diameter`, such as
    `sphere={"diameter": "3 mm"}`. Returns what `measured.json` holds.
    """
    with tempfile.TemporaryDirectory(prefix="wetbounce-") as folder:
        if len(data) > 1 and (time_s is not None or gap_m is not None):
            raise CaseError("give one record: files, or arrays time_s and gap_m, not both")
        files = list(data) if len(data) > 1 else [_record(data[0] if data else None, time_s, gap_m, folder)]
        changes = _words.settings(keys)
        _called(lambda: _wetbounce.measure([str(file) for file in files], changes, folder))
        return json.loads((Path(folder) / "measured.json").read_text(encoding="utf-8"))


def compare(
    run: Union[Run, PathLike, pandas.DataFrame],
    data: Optional[PathLike] = None,
    time_s: Optional[ArrayLike] = None,
    gap_m: Optional[ArrayLike] = None,
    out: Optional[PathLike] = None,
    grid: bool = False,
    reference: Optional[str] = None,
    **keys: Value,
) -> dict[str, Any]:
    """A run beside a record: a file, or arrays of times and gaps. `keys` are those of `[measurement]`, such as `clock="fitted"`.

    With `reference`, the name of a reference, `run` is the table of another program: a CSV file or a pandas frame with the columns of the reference, or a motion
    (`wetbounce.others`). `keys` are axes of the reference, such as `bounce="st152"`, and `uncertainty`; files are written only to `out`.

    `grid`: also the error of the run's grid, which takes one more run on two thirds of the cells.

    Returns what `comparison.json` holds; files go to `out` (default: the run directory, none of a run in memory).
    """
    with tempfile.TemporaryDirectory(prefix="wetbounce-") as folder:
        if reference is not None:
            if isinstance(run, Run) or data is not None or time_s is not None or gap_m is not None or grid:
                raise CaseError("with a reference give the table of another program alone: compare(\"forces.csv\", reference=\"approach-wall\")")
            place = Path(out) if out is not None else Path(folder)
            table, changes = str(_table(run, folder)), _words.settings(keys)
            _called(lambda: _wetbounce.compare(table, None, reference, changes, False, str(place)), place)
            return json.loads((place / "comparison.json").read_text(encoding="utf-8"))
        path = run.path if isinstance(run, Run) else Path(run)
        if path is None:
            path = Path(folder) / "run"
            run.save(path)
        place = Path(out) if out is not None else path
        record = _record(data, time_s, gap_m, folder)
        changes = _words.settings(keys)
        _called(lambda: _wetbounce.compare(str(path), str(record), None, changes, grid, str(place)), place)
        return json.loads((place / "comparison.json").read_text(encoding="utf-8"))


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
    varied = [key if ends is None else f"{key} = {ends[0]} .. {ends[1]}" for key, ends in vary.items()]
    known = [f"{key} = {text}" for key, text in (prior or {}).items()]
    overrides = list(case.overrides)
    if data is not None or time_s is not None or gap_m is not None:
        place.mkdir(parents=True, exist_ok=True)
        record = _record(data, time_s, gap_m, str(place)).resolve()
        overrides.append(f"measurement.file={json.dumps(str(record))}")
    overrides += [f"measurement.{override}" for override in _words.settings(keys)]
    changed = case._read_with(overrides)
    return Fit(place, _called(lambda: changed.fit(varied, known, theory, profile, str(place)), place, case))
