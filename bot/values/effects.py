"""What follows from an event: what one transaction stores, and what is done once it is stored."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.values.card import MatchCard, Person
from bot.values.events import Event, Scope
from bot.values.post import Acknowledgement, Post
from engine.game import Outcome
from engine.matches.entries import Entry
from engine.matches.standing import Standing
from engine.refusals import Refused
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Sourced:
    """An entry of the log and the Discord event it came from; None where it came from none."""

    entry: Entry
    source: str | None


@dataclass(frozen=True, slots=True)
class ReadRoom:
    """A reading of the room that is to begin; one with another number no longer counts."""

    number: int
    scope: Scope


@dataclass(frozen=True)
class Effects:
    """What follows from one event in a live match.

    The first fields are kept in one transaction, if `must_be_kept`; all others are carried out
    after that.

    Attributes:
        match_id: The match.
        first_number: The place of the first new entry in the log.
        entries: New entries of the log.
        posts: New posts, at their places in the outbox.
        done: The sequence of a post that was delivered, and the message it became; or None for
            the message if it was dropped.
        settled: The interaction that is judged now, and so no longer kept in the inbox.
        proposal: The number of the proposed ruling that is judged now, and so is no longer kept.
        read_to: The message up to which the room has been heard.
        away_since_ms: Since when nothing was heard, until that gap is in the log.
        wake_ms: When time next does something to the match.
        outcome: How the match ended, if it did.
        standing: Where the match stands by its log; None leaves what is kept.
        must_be_kept: Whether there is anything to keep.
        may_be_lost: Whether a new process could find it out again: it is kept in good time.
        looks_for: The seats whose players may have left the server.
        reading: A reading of the room that is to begin.
        then: What happens next, before anything else.
        again: What had waited and comes again, before anything that came later.
        refusal: Why a host's ruling, or an action of the Dealer's own, was refused.
        reopens: Whether the host says that the room takes posts again.
        is_put_off: Whether the event itself waits, and has changed nothing else.
        card: The match's card, where somebody else has a seat now, or speaks in another channel.
        is_reopened: Whether the match was over and goes on.
    """

    match_id: int
    first_number: int = 0
    entries: tuple[Sourced, ...] = ()
    posts: tuple[Post, ...] = ()
    done: tuple[int, int | None] | None = None
    settled: int | None = None
    proposal: int | None = None
    read_to: int = 0
    away_since_ms: int | None = None
    wake_ms: int | None = None
    outcome: Outcome | None = None
    standing: Standing | None = field(default=None, hash=False)
    must_be_kept: bool = False
    may_be_lost: bool = False
    looks_for: tuple[Seat, ...] = ()
    reading: ReadRoom | None = None
    then: tuple[Event, ...] = ()
    again: tuple[Event, ...] = ()
    refusal: Refused | None = None
    reopens: bool = False
    is_put_off: bool = False
    card: MatchCard | None = field(default=None, hash=False)
    is_reopened: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling that a host is asked to confirm.

    Attributes:
        match_id: The match.
        ruling: As it stands in a record.
        takes_back: The entry of the log that it would take back; 0 if it takes nothing back.
        because: What the host says for a reason.
        person: Who is to have the seat, where the ruling gives it to another person.
    """

    match_id: int
    ruling: str
    takes_back: int
    because: str = ""
    person: Person | None = None


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
