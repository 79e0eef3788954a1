"""Tests of chaos runs: a short one with a power cut, and an exhaustive one."""

import asyncio
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tests.helpers.games.offered import PLAYED
from tools.chaos.plan import Plan, Result
from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.disk import Hindrance, Spell
from tools.chaos.processes.endings import FAST_SECONDS, Ending, ending_at, random_ending
from tools.chaos.processes.faults import APPLICATION, DISPENSABLE, LOGIN, OUTAGE
from tools.chaos.run import run
from tools.chaos.scripts.match_scripts import match_scripts
from tools.chaos.scripts.script import Script, Way

LONGEST_SECONDS = 3_600.0
"""Only a run that hangs lasts so long: each ends when all that is wanted has been met."""
PATIENCE_SECONDS = 900.0
KILLS = 16
SEED = 1
AWAKE = tuple(f"awake {game}" for game in PLAYED)
TIMED = ("brisk fire-and-ice", "brisk flower-field", "silent demeters-anguish")
AT_START = (
    {"fault": "5xx-before", "status": 503, "match": LOGIN},
    {"fault": "429", "seconds": 0.2, "match": APPLICATION},
)
WANTED = frozenset(
    {
        *Boundary,
        *Hindrance,
        *(f"{name} lost" for name in DISPENSABLE),
        *(f"{settings['fault']} at start" for settings in AT_START),
        *(f"fast by {seconds:.0f} s" for seconds in FAST_SECONDS),
        *(number.value for number in (Way.FLOOD, Way.FILL_IN, Way.HIDDEN, Way.SHUT)),
        *("waited for both players", "undo", "undo ruling", "time", "award", "say", "seat"),
        OUTAGE,
    }
)
"""All that is to be met at least once."""
SPELL_SECONDS = 1.5


def scripts(length: int, *names: str) -> list[Script]:
    return [script for script in match_scripts(SEED, length) if script.name.startswith(names)]


def has_all_games(result: Result) -> bool:
    """Return whether awake players have played every game to its end."""
    return all(any(name.startswith(game) for name in result.matches) for game in AWAKE)


async def check(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Run a plan; check that nothing went wrong and all that is wanted was met."""
    async with asyncio.timeout(LONGEST_SECONDS):
        result = await run(plan, folder, reference)
    assert not result.violations, "\n".join([result.line, *result.violations])
    assert result.met >= plan.wanted, result.line
    return result


def every_boundary(generator: Random) -> Iterator[Ending]:
    """Yield each boundary as soon as it is passed, some with a power cut, again and again.

    No process ends before its boundary, however long this machine takes for that. As matches begin,
    there are panels, and forms are acknowledged; practice is not long. The start that Discord makes
    hard comes last.
    """
    first = (Boundary.WITH_PANEL, Boundary.AFTER_ACKNOWLEDGEMENT, Boundary.IN_PRACTICE)
    usual = [item for item in Boundary if item not in {*first, Boundary.WRITABLE_AGAIN}]
    for boundary in first:
        yield ending_at(boundary, generator)
    for number, boundary in enumerate(usual):
        yield Ending(None, boundary, generator.randint(1, 2), cuts_power=number % 2 == 0)
    for hindrance in Hindrance:
        yield Ending(None, Boundary.WRITABLE_AGAIN, spell=Spell(hindrance, 2, SPELL_SECONDS))
    # Nobody is heard before a start is done.
    yield Ending(None, Boundary.AFTER_READ, passing=3, at_start=AT_START)
    for boundary in cycle(usual):
        yield random_ending(generator)
        yield ending_at(boundary, generator)


async def test_a_match_goes_on_as_if_the_bot_had_never_been_killed(tmp_path: Path) -> None:
    plan = Plan(
        SEED,
        kills=1,
        at_once=1,
        scripts=scripts(1, "awake flower-field"),
        with_faults=False,
        endings=lambda _: iter([Ending(None, Boundary.AFTER_SEND, 3, cuts_power=True)]),
    )
    result = await check(plan, tmp_path)
    assert result.matches.total() == 1
    assert [*result.endings] == [f"killed {Boundary.AFTER_SEND} as owner with a power cut"]


@pytest.mark.exhaustive
async def test_matches_of_every_game_go_on_as_if_the_bot_had_never_been_killed(
    tmp_path: Path,
) -> None:
    played = scripts(3, *AWAKE, *TIMED)
    killed = Plan(
        SEED,
        kills=KILLS,
        at_once=len(played),
        scripts=played,
        with_practice=True,
        is_endless=True,
        wanted=WANTED,
        endings=every_boundary,
        patience_seconds=PATIENCE_SECONDS,
    )
    reference = await check(killed.calm, tmp_path / "calm")
    result = await check(killed, tmp_path / "killed", reference)
    # A slow machine may have held up those who had little time; those matches are not judged.
    assert has_all_games(result)
    assert result.counts["matches of practice"]
    assert any("power cut" in kind for kind in result.endings)
