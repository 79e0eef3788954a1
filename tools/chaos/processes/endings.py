"""The ends of the bot's processes, and their hardships before that."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.disk import Hindrance, Spell
from tools.chaos.processes.faults import AT_START, Fault

OFTEN_PASSED: Final = {Boundary.IN_CATCH_UP, Boundary.IN_COMMIT}
LONGEST_DELAY_MS: Final = 10.0
SHORT_SECONDS: Final = 3.0
"""Longest time of a process in a long run until its boundary."""
RARELY_PASSED: Final = {
    *(Boundary.AFTER_KEEPING, Boundary.AFTER_ACKNOWLEDGEMENT, Boundary.WITH_PANEL),
    *(Boundary.WITH_QUESTION, Boundary.BEFORE_CONFIRMATION, Boundary.IN_PRACTICE),
}
LONG_SECONDS: Final = 9.0
"""The same where somebody has to send a form first, or a host a command."""
SPELL_SECONDS: Final = (0.5, 6.0)
ALONE: Final = {Boundary.IN_COMMIT, Boundary.WRITABLE_AGAIN, Boundary.AFTER_ACKNOWLEDGEMENT}
"""Boundaries of a process that has its database in a file, and is the only one."""
LIFE_SECONDS: Final = (1.0, 14.0)
"""After how long it is ended."""
FROZEN_SECONDS: Final = (5.0, 30.0)
"""Some for less, most for longer than an owner may be silent."""
MAX_PASSINGS: Final = 6
FAST_SECONDS: Final = (0.0, 5.0, -5.0, 30.0, -30.0, 3_600.0, -3_600.0)
"""By how much the clock of a process's host may be fast; it is slow if that is negative."""


@dataclass(frozen=True)
class Ending:
    """The end of a process.

    Attributes:
        after_seconds: Seconds from its start to its death; None if only at its boundary.
        boundary: Boundary at which it kills itself, if it gets there earlier.
        passing: Number of the passing of the boundary.
        is_stop: True if it is told to stop instead.
        cuts_power: True if the database's files fall back to their synced state.
        delay_ms: Delay of its death after an acknowledgement, if that is its boundary.
        spell: Time in which nothing can be written.
        at_start: Faults that Discord answers the start with.
        frozen_seconds: Length of a freeze instead of the death, after which it goes on for a while.
        fast_seconds: By how much the clock of its host is fast.
    """

    after_seconds: float | None
    boundary: Boundary | None = None
    passing: int = 1
    is_stop: bool = False
    cuts_power: bool = False
    delay_ms: float = 0.0
    spell: Spell | None = None
    at_start: tuple[Fault, ...] = ()
    frozen_seconds: float | None = None
    fast_seconds: float = 0.0


def endings(generator: Random) -> Iterator[Ending]:
    """Yield ends for ever: at each boundary in turn and at random, some with a power cut."""
    while True:
        for boundary in generator.sample(list(Boundary), len(Boundary)):
            most_seconds = LONG_SECONDS if boundary in RARELY_PASSED else SHORT_SECONDS
            yield ending_at(boundary, generator, most_seconds)
            yield random_ending(generator)
        yield Ending(generator.uniform(0.3, 2.0), is_stop=True)


def ending_at(boundary: Boundary, generator: Random, most_seconds: float | None = None) -> Ending:
    """Return an end at a boundary, or after `most_seconds` if the process does not get there."""
    limit = 12 if boundary in OFTEN_PASSED else 6
    cuts_power, spell, delay_ms = generator.random() < 0.3, None, 0.0
    if boundary in RARELY_PASSED:
        limit = 1
    if boundary is Boundary.AFTER_ACKNOWLEDGEMENT:
        delay_ms = generator.choice((0.0, generator.uniform(0.0, LONGEST_DELAY_MS)))
    if boundary is Boundary.WRITABLE_AGAIN:
        limit, spell = 2, _spell(generator)
    if most_seconds is not None and spell:
        most_seconds += spell.seconds
    return Ending(
        most_seconds,
        boundary,
        generator.randint(1, limit),
        cuts_power=cuts_power,
        delay_ms=delay_ms,
        spell=spell,
    )


def _spell(generator: Random) -> Spell:
    """Return a spell that begins at one of the first commits."""
    hindrance = generator.choice(list(Hindrance))
    return Spell(hindrance, generator.randint(1, 6), generator.uniform(*SPELL_SECONDS))


def random_ending(generator: Random) -> Ending:
    """Return an end at a random instant, at times after a hard start or a spell."""
    luck, cuts_power = generator.random(), generator.random() < 0.3
    seconds = _some_seconds(generator)
    if luck < 0.15:
        faults = tuple(generator.sample(AT_START, generator.randint(1, 3)))
        return Ending(seconds + len(faults), cuts_power=cuts_power, at_start=faults)
    if luck < 0.25:
        return Ending(seconds, cuts_power=cuts_power, spell=_spell(generator))
    return Ending(seconds, cuts_power=cuts_power)


def _some_seconds(generator: Random) -> float:
    """Return mostly few seconds; some processes must live long enough for time to act."""
    luck = generator.random()
    if luck < 0.6:
        return generator.uniform(0.05, 1.2)
    return generator.uniform(1.2, 3.0) if luck < 0.85 else generator.uniform(4.5, 6.5)


def endings_of_several(generator: Random) -> Iterator[Ending]:
    """Yield ends for ever: killed, frozen or stopped, at a boundary or at a random instant."""
    boundaries = [boundary for boundary in Boundary if boundary not in ALONE]
    while True:
        luck = generator.random()
        frozen = generator.uniform(*FROZEN_SECONDS) if luck < 0.35 else None
        boundary = generator.choice(boundaries) if generator.random() < 0.6 else None
        yield Ending(
            generator.uniform(*LIFE_SECONDS),
            boundary,
            generator.randint(1, MAX_PASSINGS),
            is_stop=luck > 0.9,
            frozen_seconds=frozen,
        )
