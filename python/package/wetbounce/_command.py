"""The command `wetbounce`."""

import os
import signal
import sys

from ._wetbounce import command, start_runs_with


def module_words():
    """The words after which this interpreter does what the command line says, whatever files the present directory has."""
    return [*(["-P"] if sys.version_info >= (3, 11) else []), "-m", "wetbounce"]


def main():
    """Does what the command line says, and ends with its exit code: 0 done, 2 wrong input, 3 failed run."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if os.access(sys.argv[0], os.X_OK) and not sys.argv[0].endswith("__main__.py"):
        start_runs_with(sys.argv[0], [])
    else:
        start_runs_with(sys.executable, module_words())
    sys.exit(command(sys.argv[1:]))
