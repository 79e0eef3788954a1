"""Consequences of an accepted entry for a match."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.clocks import ZERO, Seconds
from engine.game import Outcome
from engine.matches.rulings import Ruling


@dataclass(frozen=True, slots=True)
class PlayAction:
    """A player's action, or a host's line that took effect in the game.

    Attributes:
        state: The state it leads to.
        hold: Seconds for which it can be taken back; 0 if it is final at once.
        is_private: True if the others learn only that something was submitted.
    """

    state: Any
    hold: Seconds = ZERO
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class CancelHeldMove:
    """Cancellation of the held move by its player."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """End of the match by a concession or a host's ruling."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class SettleLot:
    """Settlement of the due lot; `state` is the result."""

    state: Any


@dataclass(frozen=True, slots=True)
class StartClock:
    """Start of the turn's clock, as the position has arrived in the room."""


@dataclass(frozen=True, slots=True)
class PassTime:
    """Passing of time without anything else."""


Consequence: TypeAlias = (
    PlayAction | CancelHeldMove | EndMatch | SettleLot | StartClock | PassTime | Ruling
)
