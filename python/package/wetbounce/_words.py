"""Words of the program, and of Python: keys and values as TOML, errors in the terms of this module."""

from __future__ import annotations

import importlib
import json
import re
from typing import Any, Mapping, Optional, Sequence, Union

from ._wetbounce import CaseError, RunError

Scalar = Union[str, int, float, bool]
Value = Union[Scalar, Sequence[Scalar], Mapping[str, Any]]

# Options of the command line, as they are called here.
_OPTIONS = {
    **{name: f"{name}=True" for name in ("fresh", "grid", "theory", "profile", "quick")},
    **{name: f"{name.replace('-', '_')}=" for name in (
        "out", "speed", "gap", "stokes", "series", "jobs", "over", "levels", "vary", "prior", "density-ratio", "dry-restitution",
    )},
    "from": "forces=", "from-atlas": "density_ratio=",
    "quiet": "progress=False", "for": "host=", "set": "keywords",
}
_VERBS = "run|theory|film|impact|check|sweep|law|compare|measure|fit|converge|validate"


def toml(value: Any, key: str) -> str:
    """A value as TOML: a text is a text, whatever it looks like."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(one, key) for one in value) + "]"
    if hasattr(value, "__fspath__"):
        return json.dumps(str(value), ensure_ascii=False)
    raise TypeError(f"{key} is a text, a number, True or False, or a list of these, not {value!r}")


def settings(keys: Mapping[str, Any], table: str = "") -> list[str]:
    """Keys of a case as `table.key=value`; a table may be a mapping of its keys."""
    found: list[str] = []
    for key, value in keys.items():
        if isinstance(value, Mapping):
            found += settings(value, f"{table}{key}.")
        else:
            found.append(f"{table}{key}={toml(value, table + key)}")
    return found


def _setting(found: re.Match[str]) -> str:
    key, value = found.groups()
    bare = value.strip("\"'")
    return f'**{{"{key}": {bare if re.fullmatch(r"-?[0-9.]+", bare) else json.dumps(bare)}}}'


def _option(found: re.Match[str]) -> str:
    return _OPTIONS.get(found.group(1), found.group(0))


def in_python(text: str, shown: Optional[tuple[str, str]] = None) -> str:
    """A text of the command line in the terms of this module; of `shown`, the first is shown as the second."""
    if shown is not None:
        text = text.replace(*shown)
    text = text.replace("--set (command line)", "keywords")
    text = re.sub(r"--set ([\w.]+)=(\"[^\"]*\"|[^\s,;`)\"]+)", _setting, text)
    text = re.sub(rf"`wetbounce ({_VERBS})\b[^`]*`", r"`wb.\1(...)`", text)
    return re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", _option, text)


def reworded(error: Exception, shown: Optional[tuple[str, str]] = None) -> Exception:
    """An error in the terms of this module."""
    if type(error) not in (CaseError, RunError):
        return error
    return type(error)(in_python(str(error), shown)).with_traceback(error.__traceback__)


def needs(module: str, call: str) -> Any:
    """A module that only some calls need; where it is missing, an `ImportError` that says what to install."""
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise ModuleNotFoundError(f"{call} needs {package}, which is not installed: pip install {package}", name=package) from None
