"""What an accepted entry does to a match."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.clocks import Seconds
from engine.game import Outcome
from engine.matches.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Play:
    """A player's action.

    Attributes:
        state: The state it leads to.
        hold: For how many seconds it can be taken back first; 0 if it is final at once.
        is_private: Whether the others learn only that something was submitted.
    """

    state: Any
    hold: Seconds
    is_private: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A host's line took effect in the game; `state` is the result."""

    state: Any


@dataclass(frozen=True, slots=True)
class CancelHeldMove:
    """The player takes back the held move."""


@dataclass(frozen=True, slots=True)
class End:
    """The match ends by a concession or a host's ruling."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class StateLot:
    """The lot that is due is settled; `state` is the result."""

    state: Any


@dataclass(frozen=True, slots=True)
class StartClock:
    """The position has arrived in the room, so the turn's clock starts."""


@dataclass(frozen=True, slots=True)
class PassTime:
    """Time passed, and nothing else happened."""


Consequence: TypeAlias = (
    Play | Judged | CancelHeldMove | End | StateLot | StartClock | PassTime | Ruling
)
