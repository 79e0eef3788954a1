"""The row about `dealer referee`: one record judged, from the start of the process to its end."""

import resource
import subprocess
from collections.abc import AsyncIterator
from time import perf_counter

from engine.records.record import write_record
from tests.helpers.matches.played import NAMES, entries_of
from tests.helpers.matches.scripts import write_script
from tests.helpers.processes.bot_process import DEALER
from tools.bench.figures import Figure
from tools.bench.floors import START
from tools.bench.plan import Plan

TIMES = 9
GOAL_SECONDS = 0.25


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Referee a whole match of Fire and Ice."""
    script = write_script("fire-and-ice", seed=0)
    record = plan.folder / "record.dm"
    record.write_text(write_record(script.dealt(), NAMES, entries_of(script)))
    walls, cpus = [], []
    for _ in range(TIMES):
        cpu, begun = _children_cpu(), perf_counter()
        subprocess.run([DEALER, "referee", record], check=True, stdout=subprocess.DEVNULL)  # noqa: ASYNC221
        walls.append(perf_counter() - begun)
        cpus.append(_children_cpu() - cpu)
    floor = plan.floors[START]
    yield Figure.median_of("dealer referee", walls, "s", goal=GOAL_SECONDS, floor=floor)
    yield Figure.median_of("dealer referee, CPU", cpus, "s")


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
