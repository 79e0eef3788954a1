"""The chaos run in its short form: every game, every named boundary, faults and power cuts."""

import asyncio
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from tests.chaos.boundaries import Boundary
from tests.chaos.deaths import death_at, deaths
from tests.chaos.disk import Hindrance, Spell
from tests.chaos.lives import Death
from tests.chaos.repertoire import repertoire
from tests.chaos.run import Plan, run
from tests.chaos.scripts import Script, Way
from tests.chaos.weather import APPLICATION, DISPENSABLE, LOGIN, OUTAGE

LONGEST_SECONDS = 400
PATIENCE_SECONDS = 120.0
KILLS = 16
SEED = 1
PLAYED = (
    "fire_and_ice",
    "compass_collisions",
    "demeters_anguish",
    "deep_sea_voyage",
    "doubting_flower_field",
    "flower_field",
)
TIMED = ("brisk_fire_and_ice", "brisk_flower_field", "silent_demeters_anguish")
AT_START = (
    {"fault": "5xx-before", "status": 503, "match": LOGIN},
    {"fault": "429", "seconds": 0.2, "match": APPLICATION},
)
WANTED = frozenset(
    {
        *Boundary,
        *Hindrance,
        *(f"{each} lost" for each in DISPENSABLE),
        *(f"{each['fault']} at start" for each in AT_START),
        *(each.value for each in (Way.FLOOD, Way.FORM, Way.HIDDEN, Way.SHUT)),
        OUTAGE,
    }
)
"""All that is to be met at least once."""
SENT = (14, 2)
"""After how many letters a database is left that has synced too little."""
SPELL_SECONDS = 1.5
PASSED_IN_TIME = 20.0
"""Seconds that a life has to get to its boundary; what is passed late is no failure of the bot."""


def scripts(length: int, *names: str) -> list[Script]:
    """Scripts by their makers' names."""
    return [each for each in repertoire(SEED, length) if each.name.split()[0] in names]


def every_boundary_first(generator: Random) -> Iterator[Death]:
    """Each boundary as soon as it is passed, some with a power cut; then as chance has it.

    A form is acknowledged as the matches begin; the start that Discord makes hard comes last.
    """
    first = Boundary.AFTER_ACKNOWLEDGEMENT
    usual = [each for each in Boundary if each not in {first, Boundary.WRITABLE_AGAIN}]
    at_boundaries = (
        Death(PASSED_IN_TIME, boundary, generator.randint(1, 2), cuts_power=number % 2 == 0)
        for number, boundary in enumerate(usual)
    )
    unwritable = (
        Death(PASSED_IN_TIME, Boundary.WRITABLE_AGAIN, spell=Spell(each, 2, SPELL_SECONDS))
        for each in Hindrance
    )
    # Nobody is heard before a start is done.
    hard_start = Death(PASSED_IN_TIME, Boundary.AFTER_READ, passing=3, at_start=AT_START)
    acknowledged = death_at(first, generator, PASSED_IN_TIME)
    return chain([acknowledged], at_boundaries, unwritable, [hard_start], deaths(generator))


async def test_matches_of_every_game_go_on_as_if_the_bot_had_never_been_killed(tmp_path: Path):
    played = scripts(3, *PLAYED, *TIMED)
    calm = Plan(SEED, kills=0, at_once=len(played), scripts=played, with_faults=False)
    stormy = Plan(
        SEED,
        kills=KILLS,
        at_once=len(played),
        scripts=played,
        is_endless=True,
        wanted=WANTED,
        deaths=every_boundary_first,
        patience_seconds=PATIENCE_SECONDS,
    )
    async with asyncio.timeout(LONGEST_SECONDS):
        reference = await run(calm, tmp_path / "calm")
        result = await run(stormy, tmp_path / "stormy", reference)
    assert not reference.violations
    assert not result.violations, "\n".join([result.line, *result.violations])
    # A slow machine may have held up those who had little time; those matches are not judged.
    assert {*PLAYED} <= {name.split()[0] for name in result.matches}
    assert result.met >= WANTED, result.line
    assert any("power cut" in kind for kind in result.deaths)


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
async def test_the_record_of_syncs_shows_what_a_lesser_sync_would_lose(
    tmp_path: Path, synchronous: str
):
    """Otherwise it could not show either that nothing is lost."""
    plan = Plan(
        SEED,
        kills=2,
        at_once=2,
        scripts=scripts(3, "flower_field", "demeters_anguish"),
        with_faults=False,
        deaths=lambda _: (Death(PASSED_IN_TIME, Boundary.AFTER_SEND, each) for each in SENT),
        synchronous=synchronous,
    )
    async with asyncio.timeout(LONGEST_SECONDS):
        result = await run(plan, tmp_path)
    lost = [each for each in result.violations if "is lost" in each]
    assert any("was acknowledged" in each for each in lost), result.violations
    assert lost == result.violations
