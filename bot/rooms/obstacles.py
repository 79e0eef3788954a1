"""What can stop a match from being played in its room, and what merely gets in the way."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.seats import Seat


class Obstacle(Enum):
    """Why no match can go on in a room.

    The Dealer may not write there, or may not read its history; the room no longer exists; Discord
    rejects a turn's post outright; the Dealer is not on the server; or Discord's answer about the
    room makes no sense.
    """

    FORBIDDEN = "forbidden"
    NO_HISTORY = "without its history"
    GONE = "gone"
    REFUSED = "refused"
    REMOVED = "on a server that the Dealer was removed from"
    UNREADABLE = "unreadable"


class Lack(Enum):
    """A permission, by Discord's name, that the Dealer lacks in a room but can do without."""

    FILES = "attach_files"
    REACTIONS = "add_reactions"


@dataclass(frozen=True, slots=True)
class Lacking:
    """The Dealer lacks a permission in the room; the match goes on."""

    lack: Lack

    @property
    def topic(self) -> str:
        """What the remark is about; each is made once in a match."""
        return f"lack:{self.lack.value}"


@dataclass(frozen=True, slots=True)
class Slowed:
    """The room's slow mode, in seconds, is longer than the game can bear."""

    seconds: int

    @property
    def topic(self) -> str:
        """What the remark is about; each is made once in a match."""
        return f"slow-mode:{self.seconds}"


@dataclass(frozen=True, slots=True)
class Left:
    """A player has left the server."""

    seat: Seat

    @property
    def topic(self) -> str:
        """What the remark is about; each is made once in a match."""
        return f"left:{self.seat}"


@dataclass(frozen=True, slots=True)
class MirrorLost:
    """The channel in which the room's boards were repeated is gone, or closed to the Dealer."""

    channel_id: int

    @property
    def topic(self) -> str:
        """What the remark is about; each is made once in a match."""
        return f"mirror:{self.channel_id}"


Remark: TypeAlias = Lacking | Slowed | Left | MirrorLost
"""Something that changes nothing in a match but is said once in it."""

Hindrance: TypeAlias = Obstacle | Lack | MirrorLost
"""What keeps a post from going where it should, or as it should."""
