"""How the lives of the bot are to end, and what they have to bear before that."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.chaos.boundaries import Boundary
from tests.chaos.disk import Hindrance, Spell
from tests.chaos.lives import Death
from tests.chaos.weather import AT_START

OFTEN_PASSED: Final = {Boundary.IN_CATCH_UP, Boundary.IN_COMMIT}
LONGEST_DELAY_MS: Final = 10.0
PATIENCE_SECONDS: Final = 3.0
"""How long a life may take to get to its boundary."""
RARELY_PASSED: Final = {Boundary.AFTER_KEEPING, Boundary.AFTER_ACKNOWLEDGEMENT}
LONG_PATIENCE_SECONDS: Final = 9.0
"""The same where somebody has to send a form first."""
SPELL_SECONDS: Final = (0.5, 6.0)


def deaths(generator: Random) -> Iterator[Death]:
    """Ends without end: at every boundary in turn and at random instants, some with a power cut."""
    while True:
        for boundary in generator.sample(list(Boundary), len(Boundary)):
            is_rare = boundary in RARELY_PASSED
            patience = LONG_PATIENCE_SECONDS if is_rare else PATIENCE_SECONDS
            yield death_at(boundary, generator, patience)
            yield _random_death(generator)
        yield Death(generator.uniform(0.3, 2.0), is_stop=True)


def death_at(boundary: Boundary, generator: Random, patience_seconds: float) -> Death:
    """An end at a boundary, if the life gets there in time."""
    most = 12 if boundary in OFTEN_PASSED else 6
    cuts_power, spell, delay_ms = generator.random() < 0.3, None, 0.0
    if boundary in RARELY_PASSED:
        most = 1
    if boundary is Boundary.AFTER_ACKNOWLEDGEMENT:
        delay_ms = generator.choice((0.0, generator.uniform(0.0, LONGEST_DELAY_MS)))
    if boundary is Boundary.WRITABLE_AGAIN:
        most, spell = 2, a_spell(generator.choice(list(Hindrance)), generator)
    return Death(
        patience_seconds + (spell.seconds if spell else 0.0),
        boundary,
        generator.randint(1, most),
        cuts_power=cuts_power,
        delay_ms=delay_ms,
        spell=spell,
    )


def a_spell(hindrance: Hindrance, generator: Random) -> Spell:
    """A time in which nothing can be written, from one of the first commits on."""
    return Spell(hindrance, generator.randint(1, 6), generator.uniform(*SPELL_SECONDS))


def _random_death(generator: Random) -> Death:
    """An end at a random instant, now and then after a start or a spell that is hard to bear."""
    luck, cuts_power = generator.random(), generator.random() < 0.3
    seconds = _some_seconds(generator)
    if luck < 0.15:
        faults = tuple(generator.sample(AT_START, generator.randint(1, 3)))
        return Death(seconds + len(faults), cuts_power=cuts_power, at_start=faults)
    if luck < 0.25:
        spell = a_spell(generator.choice(list(Hindrance)), generator)
        return Death(seconds, cuts_power=cuts_power, spell=spell)
    return Death(seconds, cuts_power=cuts_power)


def _some_seconds(generator: Random) -> float:
    """Mostly short; some lives must be long enough for time to do something."""
    luck = generator.random()
    if luck < 0.6:
        return generator.uniform(0.05, 1.2)
    return generator.uniform(1.2, 3.0) if luck < 0.85 else generator.uniform(4.5, 6.5)
