"""Obstacles that stop a match from being played in its room, and mere hindrances."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.options import SECONDS, option_kinds
from engine.seats import Seat


class Obstacle(Enum):
    """A reason why no match can go on in a room.

    The Dealer may not write there, or may not read its history; the room no longer exists; Discord
    rejects a turn's post outright; the Dealer is not on the server, or timed out there; or
    Discord's answer about the room makes no sense.
    """

    FORBIDDEN = "forbidden"
    NO_HISTORY = "without its history"
    GONE = "gone"
    REFUSED = "refused"
    REMOVED = "on a server that the Dealer was removed from"
    TIMED_OUT = "on a server on which the Dealer is timed out"
    UNREADABLE = "unreadable"


class OptionalPermission(Enum):
    """A permission, by Discord's name, that the Dealer lacks in a room but can do without."""

    FILES = "attach_files"
    REACTIONS = "add_reactions"

    @property
    def topic(self) -> str:
        """The topic of the remark that it is missing, which is made once in a match."""
        return f"lack:{self.value}"


@dataclass(frozen=True, slots=True)
class SlowModeTooLong:
    """A slow mode, in seconds, that is longer than the game can bear."""

    seconds: int

    @property
    def topic(self) -> str:
        """The topic of the remark, which is made once in a match."""
        return f"slow-mode:{self.seconds}"


@dataclass(frozen=True, slots=True)
class PlayerAbsent:
    """A player who is timed out on the server, until an instant, or has left it."""

    seat: Seat
    timed_out_ms: int | None = None

    @property
    def topic(self) -> str:
        """The topic of the remark, which is made once in a match, or for each time-out."""
        end = "" if self.timed_out_ms is None else f":{self.timed_out_ms}"
        return f"left:{self.seat}{end}"


@dataclass(frozen=True, slots=True)
class HostRemark:
    """A feature's remark to the host, made once in a match for each topic."""

    topic: str
    text: str


@dataclass(frozen=True, slots=True)
class ChannelLost:
    """A channel outside the match, to which some of its posts go, gone or closed to the Dealer."""

    channel_id: int


Remark: TypeAlias = OptionalPermission | SlowModeTooLong | PlayerAbsent | HostRemark
"""Something that changes nothing in a match but is said once in it."""

Hindrance: TypeAlias = Obstacle | OptionalPermission | ChannelLost
"""An obstacle to a post's delivery, whole or in part."""

MESSAGES_A_TURN: Final = 3
"""A move, its take-back and another move; or both halves of a turn, one of them retyped."""
TAKE_BACK: Final = "takeback"
NOT_TURNS: Final = {TAKE_BACK, "reserve", "setup", "extra"}
"""Options in seconds that are not the length of a turn typed in the room."""


def longest_slow_mode(game: AnyGame) -> Seconds:
    """Return the longest slow mode that a game can bear with its clock.

    The shortest turn must leave time for a few messages, and half of the take-back window for
    deciding.
    """
    kinds = option_kinds(type(game))
    times = {name: getattr(game, name) for name, kind in kinds.items() if kind is SECONDS}
    turns = [time / MESSAGES_A_TURN for name, time in times.items() if name not in NOT_TURNS]
    bounds = [*turns, times.get(TAKE_BACK, Seconds(0)) / 2]
    # A time of zero switches the option off: nothing has to be typed in it.
    return min((bound for bound in bounds if bound), default=Seconds(0))


def is_too_slow(seconds: int, game: AnyGame) -> bool:
    """Return whether a slow mode is longer than a game can bear."""
    return seconds > longest_slow_mode(game)
