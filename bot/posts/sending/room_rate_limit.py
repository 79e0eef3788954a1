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
"""Number of replies to one player in a window, and of reactions, if these become words."""


@dataclass
class Sent:
    """A post to a room, which counts until an instant of the event loop's time."""

    until: float
    acknowledgement: Acknowledgement | None
    is_message: bool


@dataclass(eq=False)
class RoomRateLimiter:
    """The wait of posts to a room, so that boards and warnings never have any.

    It sees no urgent posts: the rest of the window is theirs. Reactions are not held back either,
    which Discord counts separately, unless they had to be put into words.
    """

    _sent: list[Sent] = field(default_factory=list)

    def seconds_to_wait(self, post: Post, now: float) -> float:
        """Return how many seconds from now a post has to wait."""
        sent = [
            sent_request
            for sent_request in self._sent
            if sent_request.until > now and sent_request.is_message
        ]
        kind = post.order.acknowledgement
        free_at = [now]
        if kind:
            of_a_kind = [
                sent_request for sent_request in sent if sent_request.acknowledgement == kind
            ]
            free_at.append(_when_fewer_than(MAX_OF_A_KIND, of_a_kind))
        if not post.reply.reaction:
            limit = MAX_BEFORE_A_REPLY if kind else MAX_NOT_URGENT
            free_at.append(_when_fewer_than(limit, sent))
        return max(free_at) - now

    def begin(self, post: Post, now: float) -> Sent:
        """Count a post that is about to be sent."""
        self._sent = [sent_request for sent_request in self._sent if sent_request.until > now]
        is_message = not post.reply.reaction
        sent = Sent(now + ROOM_WINDOW_SECONDS, post.order.acknowledgement, is_message)
        self._sent.append(sent)
        return sent

    def end(self, sent: Sent, now: float, *, stands: bool, is_message: bool) -> None:
        """Note that it arrived or was dropped; Discord's window may have begun as late as now."""
        sent.until = now + ROOM_WINDOW_SECONDS if stands else now
        sent.is_message = is_message


def _when_fewer_than(limit: int, sent: Iterable[Sent]) -> float:
    ends = sorted(post.until for post in sent)
    return ends[-limit] if len(ends) >= limit else 0.0
