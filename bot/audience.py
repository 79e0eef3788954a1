"""Who follows a match along, and where its boards are repeated."""

from dataclasses import dataclass
from typing import Final

MOST_PINGED: Final = 70
"""How many one message pings: more mentions might not fit into it."""
MOST_FOLLOWERS: Final = 4 * MOST_PINGED
"""How many may follow one match: in five seconds a room takes about so many messages."""


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who is pinged about a match.

    Attributes:
        place: The channel in which they are; they are known to read it.
        every_turn: Whether they are pinged with every turn, and not only with the result.
    """

    user_id: int
    place: int
    every_turn: bool


@dataclass(frozen=True, slots=True)
class Audience:
    """Who follows a match along.

    Attributes:
        mirror: The channel in which the room's boards are repeated; None if there is none.
        followers: Who is pinged.
    """

    mirror: int | None = None
    followers: tuple[Follower, ...] = ()


NOBODY: Final = Audience()
