"""The rows about `dealer site`: the cost of the pages of a thousand finished matches."""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bot.cli.site.build import build, load
from bot.storage.store import Store
from bot.storage.tables.archive import Archive, Section
from bot.values.standings import FinishedMatch, result_of
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.games.offered import PLAYED
from tests.helpers.matches.played import FIRST_ROOM, play_out
from tests.helpers.matches.scripts import write_script
from tests.helpers.processes.bot_process import DEALER
from tools.bench.figures import Figure
from tools.bench.plan import Plan

MATCHES = 1_000
ARCHIVE = 96
"""Number of matches that are drawn; the figure is scaled to `MATCHES`."""
PARTS = 4
"""The first one only warms the caches: a thousand matches need each sprite just once."""
GOAL_SECONDS = 60.0


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Draw matches of all games in equal parts, in one process; scaled to a thousand."""
    database = plan.folder / "archive.sqlite"
    await _lay(database, ARCHIVE)
    begun = process_time()
    # It reads in an event loop of its own.
    matches = (await asyncio.to_thread(load, database, None)).matches
    loaded = (process_time() - begun) / len(matches)
    _, *spent = _spent(matches, plan.folder / "site")
    drawn = [MATCHES * (loaded + site) for site, _ in spent]
    replayed = [MATCHES * replay for _, replay in spent]
    note = "the floor: replaying them"
    name = f"dealer site, {MATCHES:,} matches, CPU"
    yield Figure.median_of(name, drawn, "s", goal=GOAL_SECONDS, floor=median(replayed), note=note)
    seconds, megabytes = _run(database, plan.folder / "whole")
    whole, note = f"dealer site, {ARCHIVE:,} matches", f"with all {os.cpu_count()} cores"
    yield Figure(f"{whole}, as a command", seconds, "s", note=note)
    yield Figure(f"{whole}, memory", megabytes, "MB", note="of the largest of its processes")


def _run(database: Path, folder: Path) -> tuple[float, float]:
    """Return the command's seconds, and the most memory of one of its processes, in MB."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    begun = perf_counter()
    run = subprocess.Popen([DEALER, "site", folder], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    assert run.returncode == 0
    return perf_counter() - begun, usage.ru_maxrss / 1024


async def _lay(database: Path, count: int) -> None:
    store = await Store.open(f"sqlite:///{database}")
    for number, game in enumerate(islice(cycle(PLAYED), count)):
        script = write_script(game, number // len(PLAYED))
        await play_out(store, script, BEGAN_MS, FIRST_ROOM + number)
    await store.close()


def _spent(matches: Sequence[FinishedMatch], folder: Path) -> Iterator[tuple[float, float]]:
    """Yield a match's time by part: to be drawn and written, and to be replayed."""
    size = len(matches) // PARTS
    for number in range(PARTS):
        part = tuple(matches[number * size :][:size])
        begun = process_time()
        for piece in part:
            result_of(piece)
        replayed = process_time()
        build(Archive((Section("", part),)), folder / str(number), cores=1)
        yield (process_time() - replayed) / size, (replayed - begun) / size
