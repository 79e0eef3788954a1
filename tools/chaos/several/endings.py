"""The ends of several processes, again and again."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.endings import Ending

BOUNDARIES: Final = (
    *(Boundary.AFTER_READ, Boundary.AFTER_KEEPING, Boundary.BEFORE_COMMIT, Boundary.AFTER_COMMIT),
    *(Boundary.BEFORE_SEND, Boundary.AFTER_SEND, Boundary.IN_CATCH_UP, Boundary.WITH_PANEL),
    *(Boundary.IN_PRACTICE, Boundary.WITH_QUESTION, Boundary.BEFORE_CONFIRMATION),
)
"""Boundaries of a process whose database is on a server."""
LIFE_SECONDS: Final = (1.0, 14.0)
"""After how long it is ended."""
FROZEN_SECONDS: Final = (5.0, 30.0)
"""Some for less, most for longer than an owner may be silent."""
MAX_PASSINGS: Final = 6


def endings_of_several(generator: Random) -> Iterator[Ending]:
    """Yield ends for ever: killed, frozen or stopped, at a boundary or at a random instant."""
    while True:
        luck = generator.random()
        frozen = generator.uniform(*FROZEN_SECONDS) if luck < 0.35 else None
        boundary = generator.choice(BOUNDARIES) if generator.random() < 0.6 else None
        yield Ending(
            generator.uniform(*LIFE_SECONDS),
            boundary,
            generator.randint(1, MAX_PASSINGS),
            is_stop=luck > 0.9,
            frozen_seconds=frozen,
        )
