"""Facts about a match that its log does not hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.values.card import MatchCard
from bot.values.events import Submission
from bot.values.post import Post
from engine.seats import Seat


@dataclass(frozen=True, kw_only=True)
class MatchContext:
    """The facts beside a match's log, both as stored and in a live match.

    Attributes:
        processed_sources: Sources of events judged without a line in the log.
        read_through: Message up to which the room has been heard without a gap.
        inbox: Stored submissions without a trace on Discord that are not judged yet.
        away_since_ms: Start of a gap in hearing, until it is in the log.
        last_sequence: Number of posts in the outbox.
        post_counts: Number of those posts for each reader.
        turn_post: Post that opened the present turn.
        turn_message_id: Message of that post; None until it is known.
        is_unposted: True if that post can never stand.
        newest_message_id: The Dealer's newest message known to stand in the room.
        latest_board_id: The newest of them with a board.
        announced_topics: Topics of remarks made once in a match.
        unreachable_seats: Seats known to take no direct messages.
    """

    card: MatchCard
    processed_sources: frozenset[str] = frozenset()
    read_through: int = 0
    inbox: tuple[Submission, ...] = ()
    away_since_ms: int | None = None
    last_sequence: int = 0
    post_counts: Mapping[str, int] = field(default_factory=dict, hash=False)
    turn_post: Post | None = None
    turn_message_id: int | None = None
    is_unposted: bool = False
    newest_message_id: int = 0
    latest_board_id: int = 0
    announced_topics: frozenset[str] = frozenset()
    unreachable_seats: frozenset[Seat] = frozenset()

    @property
    def board_link(self) -> str:
        """The link to the latest board in the room; empty if none is known to stand."""
        return self.card.link(self.latest_board_id) if self.latest_board_id else ""
