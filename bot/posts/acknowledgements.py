"""Limits how many answers a player gets in the room, however fast their messages come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.posts.post import Post, Slot

T = TypeVar("T")

ANSWER_KEEPS_MS: Final = 6_000
"""How long an answer to a player's message in the room is worth sending."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The newest post that waits until an earlier one to the same player has arrived.

    Attributes:
        opening: The sequence of the post that opened the turn in which it was written.
        earlier: How many other posts it has replaced, whose messages it answers as well.
    """

    post: Post
    opening: int
    earlier: int = 0


@dataclass(frozen=True)
class Acknowledgements:
    """The acknowledgements on their way to players: one of each kind for each player.

    Whatever follows meanwhile replaces the one that waits, so a player who types a hundred messages
    at once gets two answers.

    Attributes:
        under_way: The posts that are stored and have not arrived yet, by their sequence.
        behind: What waits for them.
    """

    under_way: Mapping[Slot, int] = field(default_factory=dict)
    behind: Mapping[Slot, Behind] = field(default_factory=dict)

    def bounded(self, posts: Iterable[Post], opening: int) -> tuple[list[Post], "Acknowledgements"]:
        """The posts that may go now; each of the others waits for the one of its kind."""
        behind, taken, told = dict(self.behind), set(self.under_way), []
        for post in posts:
            slot = post.slot
            if slot is None or slot not in taken:
                told.append(post)
            else:
                before = behind.get(slot)
                earlier = 0 if before is None else before.earlier + 1
                behind[slot] = Behind(post, opening, earlier)
            if slot:
                taken.add(slot)
        return told, replace(self, behind=behind)

    def told(self, posts: Iterable[Post]) -> "Acknowledgements":
        """With posts that are stored and on their way."""
        places = {each.slot: each.sequence for each in posts if each.slot}
        return replace(self, under_way={**self.under_way, **places})

    def delivered(self, sequence: int) -> tuple[Behind | None, "Acknowledgements"]:
        """The post that may go once another has arrived or was dropped, and what still waits."""
        slot = next((slot for slot, each in self.under_way.items() if each == sequence), None)
        if slot is None:
            return None, self
        rest = Acknowledgements(_without(self.under_way, slot), _without(self.behind, slot))
        return self.behind.get(slot), rest


def perishable(post: Post, now_ms: int) -> Post:
    """A post; an answer to a player's message in the room gets an expiry time."""
    if not post.hangs_on_message or post.expires_ms is not None:
        return post
    return replace(post, expires_ms=now_ms + ANSWER_KEEPS_MS)


def _without(places: Mapping[Slot, T], slot: Slot) -> dict[Slot, T]:
    return {each: place for each, place in places.items() if each != slot}
