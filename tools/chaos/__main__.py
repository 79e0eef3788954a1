"""`make chaos`: matches of every game while the bot is killed a thousand times and more.

It prints a line of figures, and whatever must never happen and did; then its status is 1.
"""

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from tools.chaos.plan import Plan, Result
from tools.chaos.processes.endings import endings, endings_of_several
from tools.chaos.run import run
from tools.chaos.scripts.match_scripts import match_scripts

VARIANTS = 3
LENGTH = 12
LONGEST_SECONDS_A_KILL = 6.0
LONGEST_REFERENCE_SECONDS = 900.0


def main() -> int:
    """Run as the arguments say; return the exit status."""
    args = _arguments()
    # Connections of a bot that was killed break off; the sandbox need not say so.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    folder = Path(tempfile.mkdtemp(prefix="dealer-chaos-"))
    result = asyncio.run(_run(args, folder))
    print(result.line)
    for violation in result.violations:
        print(f"VIOLATION {violation}")
    if result.violations:
        print(f"The databases and logs are in {folder}; --seed {args.seed} draws the same again.")
        return 1
    shutil.rmtree(folder)
    return 0


async def _run(args: argparse.Namespace, folder: Path) -> Result:
    """Run without a kill, as the reference, and then with all of them."""
    scripts = [
        script
        for number in range(args.variants)
        for script in match_scripts(args.seed * 1000 + number, args.length)
    ]
    plan = Plan(
        args.seed,
        kills=args.kills,
        with_practice=True,
        at_once=args.at_once,
        scripts=scripts,
        processes=args.processes,
        with_faults=not args.without_faults,
        is_endless=True,
        endings=endings if args.processes == 1 else endings_of_several,
        server_ends=args.server_kills,
        progress=partial(print, flush=True),
    )
    async with asyncio.timeout(LONGEST_REFERENCE_SECONDS):
        reference = await run(plan.calm, folder / "calm")
    plan.progress(f"unkilled: {reference.line}")
    async with asyncio.timeout(600 + args.kills * LONGEST_SECONDS_A_KILL):
        result = await run(plan, folder / "chaos", reference)
    result.violations[:0] = reference.violations
    return result


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos ARGS=...", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="processes to be killed")
    parser.add_argument(
        "--processes", type=int, choices=(1, 3), default=1, help="three of them use PostgreSQL"
    )
    parser.add_argument("--server-kills", type=int, default=0, help="ends of its server")
    parser.add_argument("--seed", type=int, default=1, help="what all chance comes from")
    parser.add_argument("--at-once", type=int, default=10, help="matches at the same time")
    parser.add_argument("--length", type=int, default=LENGTH, help="turns of a match")
    parser.add_argument("--variants", type=int, default=VARIANTS, help="scripts of each kind")
    parser.add_argument("--without-faults", action="store_true", help="nothing but kills")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
