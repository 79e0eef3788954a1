"""Keeps room for boards and warnings: Discord takes five messages in five seconds in a channel."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.posts.post import Post, Slot

WINDOW_SECONDS: Final = 5.0
MOST_NOT_URGENT: Final = 4
"""So many messages of a window may be other than urgent."""
MOST_REPLIES: Final = 3
"""So many may have been, when another follows that answers a player's message."""
MOST_OF_A_KIND: Final = 2
"""So many replies to one player in a window, or words in the place of reactions."""


@dataclass
class Sent:
    """Something that was sent, and counts until an instant of the loop's time."""

    until: float
    slot: Slot | None
    is_message: bool


class RoomPace:
    """What one room was sent lately that is not urgent, and for how long that holds the next back.

    What is urgent is not held back: it has what is left of a window. Nor are reactions, which
    Discord counts by themselves, unless they had to be put into words.
    """

    def __init__(self) -> None:
        self._sent: list[Sent] = []

    def held_back(self, post: Post, now: float) -> float:
        """For how many seconds from now a letter has to wait."""
        if post.is_urgent:
            return 0.0
        sent = [each for each in self._sent if each.until > now and each.is_message]
        slot = _slot(post)
        free_at = [now]
        if slot:
            free_at.append(_free_at(MOST_OF_A_KIND, [each for each in sent if each.slot == slot]))
        if not post.reaction:
            free_at.append(_free_at(MOST_REPLIES if slot else MOST_NOT_URGENT, sent))
        return max(free_at) - now

    def begins(self, post: Post, now: float) -> Sent:
        """A letter is about to be sent."""
        self._sent = [each for each in self._sent if each.until > now]
        sent = Sent(now + WINDOW_SECONDS, _slot(post), not post.reaction)
        if not post.is_urgent:
            self._sent.append(sent)
        return sent

    def ends(self, sent: Sent, now: float, *, stands: bool, is_message: bool) -> None:
        """It stands, or was dropped; Discord's window may have begun as late as now."""
        sent.until = now + WINDOW_SECONDS if stands else now
        sent.is_message = is_message


def _slot(post: Post) -> Slot | None:
    return post.slot if post.hangs_on_message else None


def _free_at(most: int, sent: Iterable[Sent]) -> float:
    """When fewer than so many count."""
    ends = sorted(each.until for each in sent)
    return ends[-most] if len(ends) >= most else 0.0
