"""A long time of many live matches with faults: `make soak ARGS="--matches 200 --minutes 20"`.

It ends with status 1 where something went wrong, or a figure is out of its bounds.
"""

import argparse
import asyncio
import sys

from tools.soak.run import Plan, soak

LONGER_SECONDS = 300.0
"""Longest extra time to begin and to end."""


async def main() -> int:
    """Run the matches; return 1 if anything was not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="how many are live at once")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turn", type=float, default=60, help="a turn's time in seconds")
    arguments = parser.parse_args()
    plan = Plan(arguments.matches, arguments.minutes * 60, arguments.seed, arguments.turn)
    async with asyncio.timeout(plan.seconds + LONGER_SECONDS):
        outcome = await soak(plan)
    wrong = [*outcome.problems(), *outcome.figures_out_of_bounds()]
    sys.stdout.write("\n".join([outcome.report(), *(f"WRONG: {text}" for text in wrong), ""]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
