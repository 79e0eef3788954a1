"""Plays `hard` against OpenSpiel's search, in an environment of its own."""

import subprocess
import sys
from pathlib import Path

from tests.bench.environments import ROOT, set_up
from tests.bench.monte_carlo.arguments import arguments

REQUIREMENTS = Path(__file__).parent / "requirements.txt"


def main() -> int:
    """Set the environment up if need be, and play there."""
    arguments(sys.argv[1:])
    python = set_up("monte-carlo", REQUIREMENTS)
    play = (python, "-m", "tests.bench.monte_carlo.play", *sys.argv[1:])
    return subprocess.run(play, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
