"""What is remembered of a match beside its log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.values.card import MatchCard
from bot.values.events import Submission
from bot.values.post import Post
from engine.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """What is remembered of a match beside its log, as it is kept and as it goes on.

    Attributes:
        card: Where it is played, what, and by whom.
        heard: The sources of what was judged without a line in the log.
        read_to: The message up to which the room has been heard without a gap.
        inbox: What left no trace on Discord, was kept, and has not been judged.
        away_since_ms: Since when nothing was heard, until that gap is in the log.
        sequence: How many posts there are in the outbox.
        told: How many of them there are for each reader.
        opening: The post that opened the present turn.
        opened_by: The message it became; None until that is known.
        is_unposted: Whether the post that opened the turn can never stand.
        newest_post: The Dealer's newest message that is known to stand in the room.
        latest_board: The newest of them with a board.
        told_once: The topics of what is said only once in a match and has been said.
        unreached: The seats that take no direct messages, as the room knows.
    """

    card: MatchCard
    heard: frozenset[str] = frozenset()
    read_to: int = 0
    inbox: tuple[Submission, ...] = ()
    away_since_ms: int | None = None
    sequence: int = 0
    told: Mapping[str, int] = field(default_factory=dict, hash=False)
    opening: Post | None = None
    opened_by: int | None = None
    is_unposted: bool = False
    newest_post: int = 0
    latest_board: int = 0
    told_once: frozenset[str] = frozenset()
    unreached: frozenset[Seat] = frozenset()

    @property
    def board_link(self) -> str:
        """The address of the latest board in the room; empty where none is known to stand."""
        return self.card.link(self.latest_board) if self.latest_board else ""


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
