"""Measures the figures of docs/measured.md on the machine at hand: `make bench`.

It prints one table and writes `bench.json`; a run of all rows is written into the page as well.
Nothing here fails on a slow machine.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from tests.helpers.matches.laying import MOVES
from tools.bench.figures import Figure
from tools.bench.floors import measure_floors
from tools.bench.plan import Plan
from tools.bench.rows import commands, engine, pictures, requests, site, storage
from tools.bench.rows.live import animations, bursts, chat, mirrors, thinkers, unloaded
from tools.bench.rows.many import many_matches, processes
from tools.bench.runs import Run, commit, compared, machine, written

Measure: TypeAlias = Callable[[Plan], AsyncIterator[Figure]]

ROWS: Final[Mapping[tuple[str, ...], Measure]] = {
    many_matches.ROWS: many_matches.measure,
    ("peer",): unloaded.against_peer,
    ("growth",): unloaded.growth,
    ("chat",): chat.measure,
    ("thinkers",): thinkers.measure,
    ("animations",): animations.measure,
    ("bursts",): bursts.measure,
    ("mirrors",): mirrors.measure,
    ("requests",): requests.measure,
    ("referee",): commands.measure,
    ("pictures",): pictures.measure,
    ("engine",): engine.measure,
    ("storage",): storage.measure,
    ("processes",): processes.measure,
    ("take-overs",): processes.take_overs,
    ("site",): site.measure,
}
"""The measurements of each row; some rows are measured together."""
NAMES: Final = tuple(name for names in ROWS for name in names)
SECONDS: Final = 120.0
FILE: Final = Path("bench.json")
PAGE: Final = Path(__file__).parents[2] / "docs" / "measured.md"


def arguments() -> argparse.Namespace:
    """Return the typed arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=NAMES,
        default=NAMES,
        metavar="NAME",
        help=f"rows: {', '.join(NAMES)}",
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="name what became slower since the run in this file",
    )
    parser.add_argument("--matches", type=int, default=1_000, help="how many live matches")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the load lasts")
    return parser.parse_args()


async def measure(args: argparse.Namespace) -> list[Figure]:
    """Measure the requested rows, one after the other."""
    figures = await measure_floors()
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(
            wanted=frozenset(args.only),
            matches=args.matches,
            seconds=args.seconds,
            folder=Path(folder),
            floors={figure.name: figure.value for figure in figures},
        )
        for names, rows in ROWS.items():
            if plan.wanted.isdisjoint(names):
                continue
            async for figure in rows(plan):
                figures.append(figure)
                sys.stderr.write(f"{figure.name}: {figure.value:.4g} {figure.unit}\n")
    return figures


def main() -> None:
    """Measure, show, keep and compare."""
    args = arguments()
    before = Run.read(args.against) if args.against else None
    size = {"matches": args.matches, "moves": MOVES, "seconds": args.seconds}
    run = Run(machine(), size, commit(), tuple(asyncio.run(measure(args))))
    run.write(FILE)
    print(run.table())
    if set(args.only) == set(NAMES):
        PAGE.write_text(written(PAGE.read_text(), run))
    if before:
        print("", *compared(before, run), sep="\n")


if __name__ == "__main__":
    main()
