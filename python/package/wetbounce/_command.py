"""The command `wetbounce`."""

import signal
import sys

from ._wetbounce import command, start_runs_with


def main():
    """Does what the command line says, and ends with its exit code: 0 done, 2 wrong input, 3 failed run."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    start_runs_with(sys.argv[0])
    sys.exit(command(sys.argv[1:]))
