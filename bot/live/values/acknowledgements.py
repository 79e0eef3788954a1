"""Limits how many answers a player gets in the room, however fast their messages come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.posts.post import Acknowledgement, Post

K = TypeVar("K")
V = TypeVar("V")

ANSWER_KEEPS_MS: Final = 6_000
"""How long an answer to a player's message in the room is worth sending."""


@dataclass(frozen=True, slots=True)
class FollowUp:
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
        follow_ups: What waits for them.
    """

    under_way: Mapping[Acknowledgement, int] = field(default_factory=dict)
    follow_ups: Mapping[Acknowledgement, FollowUp] = field(default_factory=dict)

    def bounded(self, posts: Iterable[Post], opening: int) -> tuple[list[Post], "Acknowledgements"]:
        """The posts that may go now; each of the others waits for the one of its kind."""
        follow_ups, taken, told = dict(self.follow_ups), set(self.under_way), []
        for post in posts:
            kind = post.acknowledgement
            if kind is None or kind not in taken:
                told.append(post)
            else:
                before = follow_ups.get(kind)
                earlier = 0 if before is None else before.earlier + 1
                follow_ups[kind] = FollowUp(post, opening, earlier)
            if kind:
                taken.add(kind)
        return told, replace(self, follow_ups=follow_ups)

    def told(self, posts: Iterable[Post]) -> "Acknowledgements":
        """With posts that are stored and on their way."""
        places = {each.acknowledgement: each.sequence for each in posts if each.acknowledgement}
        return replace(self, under_way={**self.under_way, **places})

    def delivered(self, sequence: int) -> tuple[FollowUp | None, "Acknowledgements"]:
        """The post that may go once another has arrived or was dropped, and what still waits."""
        kind = next((kind for kind, each in self.under_way.items() if each == sequence), None)
        if kind is None:
            return None, self
        rest = Acknowledgements(_without(self.under_way, kind), _without(self.follow_ups, kind))
        return self.follow_ups.get(kind), rest


def perishable(post: Post, now_ms: int) -> Post:
    """A post; an answer to a player's message in the room gets an expiry time."""
    if post.acknowledgement_on_message is None or post.expires_ms is not None:
        return post
    return replace(post, expires_ms=now_ms + ANSWER_KEEPS_MS)


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in mapping.items() if each != key}
