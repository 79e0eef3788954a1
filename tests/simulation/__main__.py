"""Prints the tables of docs/scale.md: `python -m tests.simulation`, a few minutes of one core."""

import sys

from tests.simulation.report import report

for each in report():
    sys.stdout.write(f"{each}\n")
    sys.stdout.flush()
