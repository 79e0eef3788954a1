"""Keeps the messages in one room below Discord's limit, with room left for urgent ones."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.values.post import Acknowledgement, Post

# One room: Discord allows five messages in five seconds.

ROOM_WINDOW_SECONDS: Final = 5.0
MAX_NOT_URGENT: Final = 4
"""Largest number of non-urgent messages in a window."""
MAX_BEFORE_A_REPLY: Final = 3
"""A reply to a player waits until the window holds fewer messages than this."""
MAX_OF_A_KIND: Final = 2
"""Number of replies to one player in a window, and of reactions in words."""


@dataclass
class Sent:
    """A message to a room, which counts until an instant of the event loop's time."""

    until: float
    acknowledgement: Acknowledgement | None


@dataclass(eq=False)
class RoomRateLimiter:
    """The wait of messages to a room, so that boards and warnings never have any.

    It sees no urgent ones: the rest of the window is theirs.
    """

    _sent: list[Sent] = field(default_factory=list)

    def seconds_to_wait(self, post: Post, now: float) -> float:
        """Return how many seconds from now a post has to wait."""
        kind, sent = (
            post.order.acknowledgement,
            [message for message in self._sent if message.until > now],
        )
        limit = MAX_BEFORE_A_REPLY if kind else MAX_NOT_URGENT
        of_a_kind = [message for message in sent if kind and message.acknowledgement == kind]
        free_at = _when_fewer_than(limit, sent), _when_fewer_than(MAX_OF_A_KIND, of_a_kind)
        return max(now, *free_at) - now

    def begin(self, post: Post, now: float) -> Sent:
        """Count a post that is about to be sent."""
        sent = Sent(now + ROOM_WINDOW_SECONDS, post.order.acknowledgement)
        self._sent = [*(message for message in self._sent if message.until > now), sent]
        return sent

    def end(self, sent: Sent, now: float, *, stands: bool) -> None:
        """Note that it arrived or was dropped; Discord's window may have begun as late as now."""
        sent.until = now + ROOM_WINDOW_SECONDS if stands else now


def _when_fewer_than(limit: int, sent: Iterable[Sent]) -> float:
    ends = sorted(message.until for message in sent)
    return ends[-limit] if len(ends) >= limit else 0.0
