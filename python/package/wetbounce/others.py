"""Files of other programs as tables with the columns of references.

These tables are for `wb.compare(frame, reference=...)`, `wb.law(host="resolved", forces=frame)`, `frame.to_csv(...)`.

    from wetbounce import others

    motion = others.lammps_dump("drop.dump", normal="z", sphere=2, diameter=3e-3, time_step=2e-7)
    wb.compare(motion, reference="gondret", bounce="st152")

Every function returns a pandas `DataFrame` in SI units with `time_s`, `gap_m`, `velocity_m_s`, and whatever else the
file has of `velocity_x_m_s`, `velocity_y_m_s`, `spin_rad_s`, `second_velocity_m_s`, `force_N`. With the `viscosity` of
the liquid it has `gap_over_d` and `force_over_stokes` too. Gaps are those between the surfaces; velocities and forces
count away from the wall.

Nothing is guessed. These arguments say what a file does not:

* `normal`: the axis from the wall into the liquid, such as "z", or "-z" below a ceiling; `wall` is the coordinate of
  the wall on it.
* `sphere`: the number of the sphere; `diameter` its diameter in m.
* `along`: the axis of the motion along the wall. The spin and `force_over_stokes` are then those of this motion.
* `viscosity`: that of the liquid in Pa s; `speed`: the speed of the sphere in m/s, where the file has no velocities.
* names of columns; "-name" takes the column with the other sign.

What is missing or contradicts the file raises a `ValueError` that says what the file has. Where a text file ends in the
middle of a line, this line is left out, with a warning; of a dump the whole last frame.
"""

from __future__ import annotations

import bz2
import re
import warnings
from math import isclose, nan, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["forces", "lammps_dump", "lammps_log", "liggghts", "motion", "openfoam_body", "openfoam_forces", "paraview", "yade"]

PathLike = Union[str, Path]
Columns = Mapping[str, Any]
AXES = "xyz"
# Metres, seconds and newtons in the units of LAMMPS.
_UNITS = {"si": (1.0, 1.0, 1.0), "cgs": (1e-2, 1.0, 1e-5), "micro": (1e-6, 1e-6, 1e-9)}


def forces(gap_m: Any, force_N: Any, *, diameter: float, viscosity: float, speed: Any) -> DataFrame:
    """Forces over gaps as `approach-wall` and `law --for resolved` take them: `gap_over_d`, `force_over_stokes`.

    `force_N` is the force on a sphere that approaches a wall with `speed` (m/s, above 0), positive away from the wall,
    at the gaps `gap_m` between the surfaces. Arrays pair by their order, whatever their index; `speed` may be one
    number.
    """
    frame = _frame(gap_m=gap_m, force_N=force_N, speed=speed)
    _positive(diameter=diameter, viscosity=viscosity, speed=speed)
    return _over_stokes(frame, frame["force_N"], diameter, viscosity, frame["speed"])[["gap_over_d", "force_over_stokes"]]


def motion(time_s: Any, *, gap_m: Any = None, velocity_m_s: Any = None, **columns: Any) -> DataFrame:
    """A motion from arrays in SI units; `columns` are further ones, such as `velocity_x_m_s`, `spin_rad_s`, `force_N`.

    Arrays pair by their order, whatever their index.
    """
    known = {"velocity_x_m_s", "velocity_y_m_s", "spin_rad_s", "second_velocity_m_s", "force_N"}
    if unknown := set(columns) - known:
        raise ValueError(f"a motion has no column {sorted(unknown)[0]!r}; there are {', '.join(sorted(known))}")
    if gap_m is None and velocity_m_s is None:
        raise ValueError("a motion needs gap_m, velocity_m_s, or both")
    given = {"time_s": time_s, "gap_m": gap_m, "velocity_m_s": velocity_m_s, **columns}
    return _in_order(_frame(**{name: values for name, values in given.items() if values is not None}), "the motion")


def lammps_dump(
    path: PathLike,
    *,
    sphere: int,
    diameter: float,
    normal: Optional[str] = None,
    wall: float = 0.0,
    second: Optional[int] = None,
    second_diameter: Optional[float] = None,
    time_step: Optional[float] = None,
    units: str = "si",
    along: Optional[str] = None,
    viscosity: Optional[float] = None,
    speed: Optional[float] = None,
) -> DataFrame:
    """A dump of atoms of LAMMPS or LIGGGHTS (styles `custom` and `yaml`).

    It has `id x y z` or `id xu yu zu`, and `vx vy vz`, `omegax omegay omegaz`, `fx fy fz` where they are needed; before
    a wall, columns along the normal alone will do.

    `sphere` is its id, and `diameter` (m) that of the file, where it has one, within 1 %. The sphere moves before the
    wall that `normal` faces, or before the sphere `second` (its id, with `second_diameter`), along the line of centres.
    Steps need `time_step`, the time of one in the units of the dump, unless the dump has times (`dump_modify time
    yes`). A last frame that is cut in the middle of a line is left out, with a warning.
    """
    _positive(diameter=diameter, second_diameter=second_diameter)
    table, stated = _dump(path)
    scale = _scale(units, stated, path)
    if (normal is None) == (second is None):
        raise ValueError(f"give normal, the axis of the wall, or second, the id of another sphere; {path} has the ids {_ids(table)}")
    one = _atom(table, sphere, diameter, path, scale[0])
    if "time" not in table and time_step is None:
        raise ValueError(f"{path} counts steps: give time_step, the time of one step")
    time = scale[1] * (one["time"] if "time" in table else one["step"] * time_step)
    per = {"position": scale[0], "velocity": scale[0] / scale[1], "spin": 1.0 / scale[1], "force": scale[2]}
    names = {"position": [f"{axis}u" if f"{axis}u" in table else axis for axis in AXES]}
    names.update(velocity=["vx", "vy", "vz"], spin=["omegax", "omegay", "omegaz"], force=["fx", "fy", "fz"])
    if normal is not None:
        needed = {"position": [_normal(normal)[0]]}
        vectors = {key: _vector(one, names[key], path, per[key], needed.get(key, ())) for key in names}
        return _before_wall(time, vectors, str(path), normal, wall, diameter, along, viscosity, speed)
    if second_diameter is None:
        raise ValueError("second needs second_diameter, in m")
    if second == sphere:
        raise ValueError(f"second={second} is the sphere itself: give the id of another sphere; {path} has the ids {_ids(table)}")
    if along is not None:
        raise ValueError("along is for a motion along a wall, and there are two spheres")
    other = _atom(table, second, second_diameter, path, scale[0])
    if (steps := [set(of["step"]) for of in (one, other)])[0] != steps[1]:
        counts = f"{len(one)} steps of {sphere} and {len(other)} of {second}, {len(steps[0] & steps[1])} of them the same"
        raise ValueError(f"{path} has {counts}: give a dump with both in every frame")
    for flag in [f"i{axis}" for axis in AXES if axis in names["position"] and f"i{axis}" in table]:
        if list(_pick(one, flag, path)) != list(_pick(other, flag, path)):
            raise ValueError(f"{path} has {sphere} and {second} in two periodic images ({flag}): dump unwrapped coordinates, xu yu zu")

    def three(of: Any, key: str) -> Any:
        """A vector with all of its components, which its part along the line of centres needs."""
        there = key == "position" or set(names[key]) & set(of)
        return _vector(of, names[key], path, per[key], range(3)) if there else None

    line = three(one, "position") - three(other, "position")
    distance = (line**2).sum(axis=1) ** 0.5
    frame = {"time_s": time.to_numpy(), "gap_m": distance - 0.5 * (diameter + second_diameter)}
    parts = {"velocity_m_s": three(one, "velocity"), "second_velocity_m_s": three(other, "velocity"), "force_N": three(one, "force")}
    frame.update({name: (part * line).sum(axis=1) / distance for name, part in parts.items() if part is not None})
    return _finished(_pandas().DataFrame(frame), str(path), diameter, viscosity, speed)


def lammps_log(
    path: PathLike,
    *,
    diameter: float,
    gap: Optional[str] = None,
    centre: Optional[str] = None,
    wall: float = 0.0,
    velocity: Optional[str] = None,
    time: Optional[str] = None,
    time_step: Optional[float] = None,
    units: str = "si",
    viscosity: Optional[float] = None,
    speed: Optional[float] = None,
    **columns: str,
) -> DataFrame:
    """The thermo output in a log of LAMMPS or LIGGGHTS, all runs whose columns are those of the last.

    Names of columns: `gap` or `centre` (the coordinate of the centre on the normal of the wall), `velocity`, `time`,
    and in `columns` `along`, `across`, `spin`, `force`, `second_velocity`. Without `time`, steps need `time_step`, the
    time of one in the units of the log; commands `timestep` of the log say the same. A last line that is cut is left
    out, with a warning.
    """
    table, stated, steps = _thermo(path)
    if time_step is not None and len(steps) > 1:
        raise ValueError(f"{path} changes its timestep ({', '.join(map(str, steps))}): give time, the name of a column of times")
    if time_step is not None and steps and not isclose(time_step, steps[0], rel_tol=1e-6):
        raise ValueError(f"time_step={time_step}: {path} has timestep {steps[0]}")
    scale = _scale(units, stated, path)
    return _by_names(table, path, scale, diameter, gap, centre, wall, velocity, time, time_step, viscosity, speed, columns)


def liggghts(path: PathLike, **arguments: Any) -> DataFrame:
    """A dump of LIGGGHTS, with the arguments of `lammps_dump`, or its log, with those of `lammps_log`."""
    return (lammps_dump if "ITEM: TIMESTEP" in _text(path, None) else lammps_log)(path, **arguments)


def yade(
    path: PathLike,
    *,
    diameter: float,
    gap: Optional[str] = None,
    centre: Optional[str] = None,
    wall: float = 0.0,
    velocity: Optional[str] = None,
    time: str = "t",
    viscosity: Optional[float] = None,
    speed: Optional[float] = None,
    **columns: str,
) -> DataFrame:
    """A file of Yade's `plot.saveDataTxt` (also `.bz2`), in SI units.

    Names of columns are those of `plot.addData`, as for `lammps_log`.
    """
    lines = [line.split() for line in _text(path).splitlines() if line.strip()]
    if not lines or lines[0][0] != "#":
        raise ValueError(f"{path} does not begin with a line of names after `#`, as plot.saveDataTxt writes it")
    table = _table(lines[1:], lines[0][1:], path)
    return _by_names(table, path, _UNITS["si"], diameter, gap, centre, wall, velocity, time, None, viscosity, speed, columns)


def openfoam_body(
    path: PathLike,
    *,
    normal: str,
    diameter: float,
    wall: float = 0.0,
    sphere: Optional[str] = None,
    along: Optional[str] = None,
) -> DataFrame:
    """The motion of a body in OpenFOAM: `sixDoFRigidBodyState`, or the log of a solver with six degrees of freedom.

    `sphere` is the name of the body in a log that names bodies. A file of `sixDoFRigidBodyState` says whether its
    angles are in radians or degrees; the spin is in rad/s.
    """
    text, vector, turn = _text(path), r"\(\s*(\S+)\s+(\S+)\s+(\S+)\s*\)", 1.0
    rows: list[list[str]] = []
    bodies = sorted(set(re.findall(r"Rigid-body motion of the (.+)", text)))
    if len(bodies) > 1 and sphere is None or sphere not in (None, *bodies):
        way = f"has bodies, and sphere is one of {', '.join(bodies)}" if bodies else "names no body: leave sphere out"
        raise ValueError(f"sphere={sphere!r}: {path} {way}")
    if "Linear velocity:" in text:
        for part in re.split(r"(?m)^Time = ", text)[1:]:
            motions = re.split(r"Rigid-body motion of the (.+)", part)
            part = motions[0] + "".join(after for name, after in zip(motions[1::2], motions[2::2]) if sphere in (None, name))
            found = [re.findall(rf"{name}:\s*{vector}", part) for name in ("Centre of (?:mass|rotation)", "Linear velocity", "Angular velocity")]
            if found[0] and found[1]:
                time = re.match(r"[^\s]+", part)[0].rstrip("s")
                rows.append([time, *found[0][-1], *found[1][-1], *(found[2][-1] if found[2] else ["nan"] * 3)])
    else:
        header = next((line for line in text.splitlines() if line.startswith("#") and "centreOfMass" in line), None)
        if header is None:
            raise ValueError(f"{path} is neither a file of sixDoFRigidBodyState nor a log with `Linear velocity:`")
        names = [name for name in header.lstrip("#").split() if name != "Time"]
        units = dict(re.findall(r"(?m)^#\s*(Angle|Angular Velocity) Units\s*:\s*(.*?)\s*$", text))
        unit = units.get("Angular Velocity", units.get("Angle", "radians"))
        turn = {"rad": 1.0, "radians": 1.0, "deg": pi / 180.0, "degrees": pi / 180.0}.get(unit.strip("[]").replace("/s", ""), nan)
        if turn != turn:
            raise ValueError(f"{path} has angles in {unit!r}: give a file with angles in radians or degrees")
        if missing := {"centreOfMass", "velocity"} - set(names):
            raise ValueError(f"{path} has no {sorted(missing)[0]}; it has {', '.join(names)}")
        for line in text.splitlines():
            if line.strip() and not line.startswith("#"):
                vectors = dict(zip(names, re.findall(vector, line)))
                rows.append([line.split()[0], *vectors["centreOfMass"], *vectors["velocity"], *vectors.get("omega", ["nan"] * 3)])
    names = ["time", *(f"{kind}{axis}" for kind in ("position", "velocity", "spin") for axis in AXES)]
    table, scales = _table(rows, names, path), {"position": 1.0, "velocity": 1.0, "spin": turn}
    vectors = {kind: _vector(table, [f"{kind}{axis}" for axis in AXES], path, scale, range(3)) for kind, scale in scales.items()}
    return _before_wall(_pick(table, "time", path), vectors, str(path), normal, wall, diameter, along, None, None)


def openfoam_forces(
    path: PathLike,
    *,
    normal: str,
    diameter: float,
    viscosity: Optional[float] = None,
    speed: Optional[float] = None,
    start_gap: Optional[float] = None,
    body: Optional[DataFrame] = None,
    along: Optional[str] = None,
) -> DataFrame:
    """Forces on a sphere by the function object `forces` of OpenFOAM (pressure, viscous and porous parts together).

    The gap is `start_gap` (m) less `speed` times the time, of a sphere that approaches the wall steadily, or that of
    `body`, a table of `openfoam_body`. Rows whose time `body` does not have are left out; half of the rows at least
    must be left.
    """
    lines = _text(path).splitlines()
    names = "\n".join(line for line in lines if line.startswith("#"))
    if wrong := re.search(r"(?m)\b(coefficients|Cd|Cl)\b|^#\s*(Moment)\s*$", names):
        kind = "moments" if wrong[2] else "coefficients"
        raise ValueError(f"{path} has {kind}: give the file of forces, force.dat or forces.dat of the function object `forces`")
    rows = [re.sub("[()]", " ", line).split() for line in lines if line.strip() and not line.startswith("#")]
    if not rows or len(rows[0]) < 4:
        raise ValueError(f"{path} has no rows of a time and forces")
    table = _table(rows, [str(at) for at in range(len(rows[0]))], path)
    # Newer files begin with the total; older ones have two or three parts of the force, and as many of the moment.
    parts = 1 if "total" in names.lower() else (len(rows[0]) - 1) // 6
    if parts == 0 or ("total" not in names.lower() and (len(rows[0]) - 1) % 6):
        raise ValueError(f"{path} has rows of {len(rows[0])} numbers: neither a total, nor parts of forces and moments")
    vector = sum(_vector(table, [str(1 + 3 * part + axis) for axis in range(3)], path, 1.0, range(3)) for part in range(parts))
    at, sign = _normal(normal)
    frame = _pandas().DataFrame({"time_s": _pick(table, "0", path), "force_N": sign * vector[:, at]})
    if along is not None:
        frame["along_N"] = vector[:, _along(along, normal)]
    if (body is None) == (start_gap is None):
        raise ValueError("give start_gap and speed, or body, the motion of the sphere")
    if body is None:
        if speed is None:
            raise ValueError("start_gap needs speed, with which the sphere approaches the wall")
        frame["gap_m"] = start_gap - speed * frame["time_s"]
        frame["velocity_m_s"] = -speed
    else:
        frame = frame.merge(body.drop(columns=["force_N"], errors="ignore"), on="time_s")
        if 2 * len(frame) < len(table):
            raise ValueError(f"{len(frame)} of the {len(table)} times of {path} are times of body: write both files at the same times")
    if along is not None and body is None:
        raise ValueError("along needs body, the motion of the sphere")
    return _finished(frame, str(path), diameter, viscosity, speed, frame.pop("along_N") if along is not None else None)


def paraview(
    path: PathLike,
    *,
    normal: str,
    diameter: float,
    wall: float = 0.0,
    sphere: Optional[float] = None,
    number: str = "ID",
    time: str = "Time",
    position: str = "Points",
    velocity: Optional[str] = "Velocity",
    spin: Optional[str] = None,
    force: Optional[str] = None,
    along: Optional[str] = None,
    viscosity: Optional[float] = None,
    speed: Optional[float] = None,
) -> DataFrame:
    """A table that ParaView saved as CSV over time, in SI units.

    Its vectors are in three columns `Name:0`, `Name:1`, `Name:2`; `position`, `velocity`, `spin` and `force` are names
    of vectors. Of several spheres, `sphere` is the value of the column `number`. Rows whose `vtkValidPointMask` is 0
    have no data and are left out.
    """
    table = _pandas().read_csv(path, skipinitialspace=True)
    if "vtkValidPointMask" in table:
        table = table[table["vtkValidPointMask"] != 0]
    spheres = sorted(set(table[number])) if number in table else []
    if sphere is not None:
        _pick(table, number, path)
        table = table[table[number] == sphere]
    if len(table) == 0 or (sphere is None and len(spheres) > 1):
        raise ValueError(f"{path} has the spheres {', '.join(map(str, spheres[:12]))} by {number}: sphere is one of them")

    def parts(name: Optional[str]) -> Any:
        ways = [] if name is None else [[f"{name}{sign}{one}" for one in of] for sign in ":_" for of in ("012", "XYZ", "xyz")]
        names = next((names for names in ways if set(names) <= set(table.columns)), None)
        if name is not None and names is None:
            raise ValueError(f"{path} has no vector {name!r} (`{name}:0`, `{name}:1`, `{name}:2`); it has {', '.join(table.columns)}")
        return None if names is None else _vector(table, names, path, 1.0, range(3))

    vectors = {"position": parts(position), "velocity": parts(velocity), "spin": parts(spin), "force": parts(force)}
    return _before_wall(_pick(table, time, path), vectors, str(path), normal, wall, diameter, along, viscosity, speed)


def _pandas() -> Any:
    try:
        import pandas
    except ModuleNotFoundError as error:
        if error.name != "pandas":
            raise
        raise ModuleNotFoundError("wetbounce.others needs pandas, which is not installed: pip install pandas", name="pandas") from None
    return pandas


def _text(path: PathLike, begin: Optional[str] = "") -> str:
    """The text of a file; of one that ends in the middle of a line, what stands before the last line with `begin`."""
    data = Path(path).read_bytes()
    text = (bz2.decompress(data) if data[:3] == b"BZh" else data).decode("utf-8", "replace")
    if begin is None or not text or text.endswith("\n"):
        return text
    at = max((found.start() for found in re.finditer(f"(?m)^{begin}", text)), default=0)
    first = text.count("\n", 0, at) + 1
    warnings.warn(f"{path} ends in the middle of a line: what stands from line {first} on is left out", stacklevel=3)
    return text[:at]


def _pick(table: Any, name: str, path: PathLike) -> Any:
    """A column as numbers; `-name` has the other sign."""
    bare = name if name in table else name.removeprefix("-") if hasattr(str, "removeprefix") else name.lstrip("-")
    if bare not in table:
        raise ValueError(f"{path} has no column {bare!r}; it has {', '.join(map(str, table.columns))}")
    try:
        column = table[bare].map(float)
    except ValueError as error:
        raise ValueError(f"{path} has no numbers in the column {bare!r}: {error}") from None
    return column if bare == name else -column


def _table(rows: Sequence[Sequence[Any]], names: Sequence[str], path: PathLike) -> DataFrame:
    """Rows as they stand in the file; `_pick` makes numbers of a column."""
    if not rows:
        raise ValueError(f"{path} has no rows; its columns are {', '.join(names)}")
    for row in rows:
        if len(row) != len(names):
            text = " ".join(map(str, row))[:80]
            raise ValueError(f"{path} has the {len(names)} columns {', '.join(names)}, and a row of {len(row)}: {text}")
    return _pandas().DataFrame(rows, columns=list(names))


def _frame(**arrays: Any) -> DataFrame:
    """A table of arrays by their order, without the index of pandas; one number stands for all rows."""
    from numpy import asarray

    given = {name: asarray(values, float) for name, values in arrays.items()}
    if len({values.shape for values in given.values() if values.ndim}) != 1:
        raise ValueError(f"give arrays of one length: {', '.join(f'{name} has {values.size}' for name, values in given.items())}")
    return _pandas().DataFrame(given)


def _positive(**numbers: Any) -> None:
    from numpy import asarray

    for name, number in numbers.items():
        if number is not None and not (asarray(number, float) > 0.0).all():
            unit = {"viscosity": "Pa s", "speed": "m/s"}.get(name, "m")
            raise ValueError(f"{name}={asarray(number, float).min()}: give a number above 0, in {unit}")


def _forwards(table: Any, name: str, path: PathLike) -> Any:
    """The last row of every step; steps that begin again are those of another motion."""
    steps = _pick(table, name, path).to_numpy()
    if (back := steps[1:] < steps[:-1]).any():
        at = int(back.argmax())
        raise ValueError(f"the steps of {path} begin again, {steps[at]:.0f} is followed by {steps[at + 1]:.0f}: give a file of one motion")
    return table.assign(**{name: steps}).drop_duplicates(name, keep="last")


def _scale(units: str, stated: Optional[str], path: PathLike) -> tuple[float, float, float]:
    if units not in _UNITS or (stated is not None and stated != units):
        of_file = "does not say its units" if stated is None else f"is in units {stated}"
        raise ValueError(f"units={units!r}: {path} {of_file}; known are {', '.join(_UNITS)}")
    return _UNITS[units]


def _dump(path: PathLike) -> tuple[DataFrame, Optional[str]]:
    """Rows of all atoms with `step`, and `time` where the dump has it; its units."""
    item, step, time, units = "", 0.0, None, None
    headers: list[list[str]] = []
    rows: list[list[Any]] = []
    lines = _text(path, "(?:ITEM: TIME|---)").splitlines()
    if lines[:1] == ["---"]:
        for line in lines:
            key, _, value = line.partition(":")
            if key in ("timestep", "time"):
                step, time = (float(value), time) if key == "timestep" else (step, float(value))
            elif key == "units":
                units = value.strip()
            elif key == "keywords":
                headers.append(re.findall(r"[^\s,\[\]]+", value))
            elif item == "data" and line.startswith("  - ["):
                rows.append([step, time, *re.findall(r"[^\s,\[\]-][^\s,\[\]]*|-[^\s,\[\]]+", line[3:])])
            if line and line[0] not in " -":
                item = key
    else:
        for line in lines:
            if line.startswith("ITEM:"):
                item, *rest = line[5:].split(maxsplit=1) or [""]
                headers += [rest[0].split()] if item == "ATOMS" and rest else []
            elif item == "TIMESTEP":
                step = float(line)
            elif item == "TIME":
                time = float(line)
            elif item == "UNITS":
                units = line.strip()
            elif item == "ATOMS":
                rows.append([step, time, *line.split()])
    if not headers:
        raise ValueError(f"{path} is no dump of atoms: there is no `ITEM: ATOMS`")
    names = headers[0]
    if other := next((header for header in headers if header != names), None):
        raise ValueError(f"{path} changes its columns from {' '.join(names)} to {' '.join(other)}: give a file with the same in all frames")
    if time is None:
        return _table([[row[0], *row[2:]] for row in rows], ["step", *names], path), units
    return _table(rows, ["step", "time", *names], path), units


def _ids(table: Any) -> str:
    ids = sorted(set(table["id"]), key=float) if "id" in table else []
    return ", ".join(map(str, ids[:12])) + (", …" if len(ids) > 12 else "")


def _atom(table: Any, number: int, diameter: float, path: PathLike, length: float) -> Any:
    """The rows of an atom, whose size in the file is its diameter."""
    one = table[_pick(table, "id", path) == number]
    if one.empty:
        raise ValueError(f"{path} has no atom {number}; it has the ids {_ids(table)}")
    for name, factor in (("radius", 2.0), ("diameter", 1.0)):
        sizes = factor * length * _pick(one, name, path) if name in one else one["step"][:0]
        if (off := abs(sizes - diameter) > 0.01 * diameter).any():
            raise ValueError(f"diameter={diameter} m of {number}: by its column {name}, {path} has {sizes[off].iloc[0]:.6g} m")
    return _forwards(one, "step", path)


def _vector(table: Any, names: Sequence[str], path: PathLike, scale: float, needed: Sequence[int] = ()) -> Any:
    """Three components; one without a column is nan, but those of the axes `needed` must be there."""
    from numpy import column_stack, full

    columns = [_pick(table, name, path) if name in table or at in needed else full(len(table), nan) for at, name in enumerate(names)]
    vector = scale * column_stack(columns)
    return vector if needed or (vector == vector).any() else None


def _thermo(path: PathLike) -> tuple[DataFrame, Optional[str], list[float]]:
    """The rows of all runs, and what the echoed commands `units` and `timestep` say without a variable."""
    lines = [line.split() for line in _text(path).splitlines()]
    said = [(line[0], line[1]) for line in lines if len(line) > 1 and "$" not in line[1]]
    units = [value for name, value in said if name == "units"]
    number = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
    steps = sorted({float(value) for name, value in said if name == "timestep" and re.fullmatch(number, value)})
    headers = [line for line in lines if len(line) > 1 and line[0] == "Step"]
    if not headers:
        raise ValueError(f"{path} has no thermo output in columns: no line begins with `Step`")
    rows, inside = [], False
    for line in lines:
        if line[:1] == ["Step"]:
            inside = line == headers[-1]
        elif line[:2] == ["Loop", "time"]:
            inside = False
        elif inside and len(line) == len(headers[-1]) and re.fullmatch(r"[0-9]+", line[0]):
            rows.append(line)
    return _forwards(_table(rows, headers[-1], path), "Step", path), units[-1] if units else None, steps


def _by_names(
    table: Any,
    path: PathLike,
    scale: tuple[float, float, float],
    diameter: float,
    gap: Optional[str],
    centre: Optional[str],
    wall: float,
    velocity: Optional[str],
    time: Optional[str],
    time_step: Optional[float],
    viscosity: Optional[float],
    speed: Optional[float],
    columns: Mapping[str, str],
) -> DataFrame:
    names = ", ".join(table.columns)
    if (time is None) == (time_step is None):
        raise ValueError(f"give time, the name of a column, or time_step, the time of one step; {path} has {names}")
    if gap is not None and centre is not None or (gap, centre, velocity) == (None, None, None):
        raise ValueError(f"give gap or centre, velocity, or both: names of columns; {path} has {names}")
    length, second, newton = scale
    of = {"velocity": length / second, "along": length / second, "across": length / second, "second_velocity": length / second}
    of.update({"spin": 1.0 / second, "force": newton})
    called = {"along": "velocity_x_m_s", "across": "velocity_y_m_s", "spin": "spin_rad_s", "force": "force_N", "second_velocity": "second_velocity_m_s"}
    if unknown := set(columns) - set(called):
        raise ValueError(f"{sorted(unknown)[0]!r} is no column of a motion; there are gap, centre, velocity, time, {', '.join(called)}")
    given: dict[str, Any] = {"time_s": second * (table["Step"] * time_step if time is None else _pick(table, time, path))}
    if gap is not None:
        given["gap_m"] = length * _pick(table, gap, path)
    if centre is not None:
        given["gap_m"] = length * _pick(table, centre, path) - wall - 0.5 * diameter
    if velocity is not None:
        given["velocity_m_s"] = of["velocity"] * _pick(table, velocity, path)
    given.update({called[key]: of[key] * _pick(table, name, path) for key, name in columns.items()})
    return _finished(_pandas().DataFrame(given), str(path), diameter, viscosity, speed)


def _normal(normal: str) -> tuple[int, float]:
    if normal.lstrip("+-") not in AXES or len(normal.lstrip("+-")) != 1:
        raise ValueError(f"normal={normal!r}: give the axis from the wall into the liquid, x, y or z, or -z for a wall above")
    return AXES.index(normal[-1]), -1.0 if normal[0] == "-" else 1.0


def _along(along: str, normal: str) -> int:
    if along not in tuple(AXES) or along == normal[-1]:
        raise ValueError(f"along={along!r}: give an axis other than the normal {normal}")
    return AXES.index(along)


def _before_wall(
    time: Any,
    vectors: Mapping[str, Any],
    path: str,
    normal: Optional[str],
    wall: float,
    diameter: float,
    along: Optional[str],
    viscosity: Optional[float],
    speed: Optional[float],
) -> DataFrame:
    """A motion from vectors of the centre, the velocity, the spin and the force."""
    at, sign = _normal(normal or "")
    first = next(axis for axis in range(3) if axis != at) if along is None else _along(along, normal or "")
    second = 3 - at - first
    frame = {"time_s": time.to_numpy(), "gap_m": sign * (vectors["position"][:, at] - wall) - 0.5 * diameter}
    if (velocity := vectors.get("velocity")) is not None:
        frame.update(velocity_m_s=sign * velocity[:, at], velocity_x_m_s=velocity[:, first], velocity_y_m_s=velocity[:, second])
    if (spin := vectors.get("spin")) is not None and along is not None:
        # About the axis normal × along, so that a sphere that rolls along spins forwards.
        frame["spin_rad_s"] = sign * spin[:, second] * (1.0 if (first - at) % 3 == 1 else -1.0)
    force, across = vectors.get("force"), None
    if force is not None:
        frame["force_N"] = sign * force[:, at]
        across = None if along is None else force[:, first]
    return _finished(_pandas().DataFrame(frame).dropna(axis="columns", how="all"), path, diameter, viscosity, speed, across)


def _in_order(frame: DataFrame, path: str) -> DataFrame:
    times = frame["time_s"].to_numpy()
    if not (times[1:] > times[:-1]).all():
        row = int((times[1:] <= times[:-1]).argmax())
        raise ValueError(f"the times of {path} do not increase: {times[row]} s is followed by {times[row + 1]} s")
    return frame.reset_index(drop=True)


def _finished(
    frame: DataFrame, path: str, diameter: float, viscosity: Optional[float], speed: Optional[float], across: Any = None
) -> DataFrame:
    """The frame in the order of time, with forces over Stokes' drag where the viscosity is given.

    `across` are the forces of a motion along the wall.
    """
    _positive(diameter=diameter, viscosity=viscosity, speed=speed)
    if viscosity is not None:
        force, forward = (frame.get("force_N"), 1.0) if across is None else (across, -1.0)
        if force is None or (force != force).all() or "gap_m" not in frame:
            raise ValueError(f"{path} has no {'gaps' if 'gap_m' not in frame else 'forces'}, and viscosity is for forces over gaps")
        own = frame.get("velocity_m_s" if across is None else "velocity_x_m_s")
        if own is not None and "second_velocity_m_s" in frame:
            own = own - frame["second_velocity_m_s"]
        if own is None and speed is None:
            raise ValueError(f"{path} has no velocities: give speed, in m/s")
        if own is not None and speed is not None and not (abs(abs(own) - speed) < 0.01 * speed).all():
            raise ValueError(f"speed={speed}: {path} has speeds from {abs(own).min():.4g} to {abs(own).max():.4g} m/s")
        # Against the motion: away from the wall of a sphere that approaches, backwards of one that moves along.
        rate = speed if own is None else -own if across is None else own
        frame = _over_stokes(frame, forward * force, diameter, viscosity, rate)
    elif speed is not None and "velocity_m_s" not in frame:
        raise ValueError("speed makes forces dimensionless, with viscosity: give both or none")
    return _in_order(frame, path)


def _over_stokes(frame: DataFrame, force: Any, diameter: float, viscosity: float, speed: Any) -> DataFrame:
    """Forces over Stokes' drag at `speed`, a number or that of every row in m/s."""
    if not _pandas().Series(abs(speed) > 0).all():
        raise ValueError("a speed is 0, and a force over it is none: leave these rows out, or give speed")
    drag = 3.0 * pi * viscosity * diameter * speed
    return frame.assign(gap_over_d=frame["gap_m"] / diameter, force_over_stokes=force / drag)
