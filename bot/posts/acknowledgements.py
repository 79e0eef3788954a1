"""Bounds what a player is told of their doings in the room, however fast they follow."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.posts.post import Post, Slot

T = TypeVar("T")

ANSWER_KEEPS_MS: Final = 6_000
"""How long what answers a player's message in the room is worth sending."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The newest letter that waits for another to the same player to stand.

    Attributes:
        opening: The letter that opened the turn in which it was written.
        earlier: For how many that it has taken the place of it answers, too.
    """

    post: Post
    opening: int
    earlier: int = 0


@dataclass(frozen=True)
class Acknowledgements:
    """What is on its way to acknowledge players' doings in the room, one of a kind for each.

    Whatever follows meanwhile takes the place of what waits behind it, so that who does a hundred
    things at once is answered twice.

    Attributes:
        under_way: The letters that are kept and do not stand yet, by their sequence.
        behind: What waits for them.
    """

    under_way: Mapping[Slot, int] = field(default_factory=dict)
    behind: Mapping[Slot, Behind] = field(default_factory=dict)

    def bounded(self, posts: Iterable[Post], opening: int) -> tuple[list[Post], "Acknowledgements"]:
        """Those of some letters that may be told now; the others wait, each for its like."""
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
        """Letters are kept, and on their way."""
        places = {each.slot: each.sequence for each in posts if each.slot}
        return replace(self, under_way={**self.under_way, **places})

    def delivered(
        self, sequence: int, is_worth_telling: Callable[[Behind], bool]
    ) -> tuple[Behind | None, "Acknowledgements"]:
        """What may follow a letter that stands, or was dropped."""
        slot = next((slot for slot, each in self.under_way.items() if each == sequence), None)
        if slot is None:
            return None, self
        follower = self.behind.get(slot)
        rest = Acknowledgements(_without(self.under_way, slot), _without(self.behind, slot))
        return (follower if follower and is_worth_telling(follower) else None), rest


def perishable(post: Post, now_ms: int) -> Post:
    """An answer to a player's message in the room keeps for some seconds only."""
    if not post.hangs_on_message or post.expires_ms is not None:
        return post
    return replace(post, expires_ms=now_ms + ANSWER_KEEPS_MS)


def _without(places: Mapping[Slot, T], slot: Slot) -> dict[Slot, T]:
    return {each: place for each, place in places.items() if each != slot}
