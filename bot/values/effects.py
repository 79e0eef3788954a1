"""The consequences of an event: things to store in one transaction, and things to do after it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from bot.values.card import MatchCard
from bot.values.discord_time import UNKNOWN, GatewayLag
from bot.values.events import Event, ReadingScope
from bot.values.post import Acknowledgement, Post
from engine.game import Outcome
from engine.matches.base_match import Standing
from engine.matches.entries import Entry
from engine.refusals import Refused
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The present instant and state of Discord, on which a decision depends.

    Attributes:
        now_ms: The present instant by Discord's clock, at the earliest.
        is_connected: True if Discord tells what happens on the match's server.
        gateway_lag: How late it tells it.
        heard_ms: Latest instant that Discord has named; no flag falls at it or later.
        uncertainty_ms: By how much it may be later than `now_ms`.
    """

    now_ms: int
    is_connected: bool = True
    gateway_lag: GatewayLag = UNKNOWN
    heard_ms: float = inf
    uncertainty_ms: int = 0


@dataclass(frozen=True, slots=True)
class SourcedEntry:
    """An entry of the log and the Discord event behind it, if any."""

    entry: Entry
    source: str | None


@dataclass(frozen=True, slots=True)
class ReadingRequest:
    """A request to read the room; later numbers replace it."""

    number: int
    scope: ReadingScope


@dataclass(slots=True)
class Effects:
    """The consequences of one event in a live match; filled in while it is decided, not later.

    The first fields are kept in one transaction, if `needs_commit`; all others are carried out
    after that.

    Attributes:
        first_number: Place of the first new entry in the log.
        completed_post: Sequence of a delivered post and its message; None for the message if it was
            dropped.
        settled_interaction_id: Interaction judged now, to be removed from the inbox.
        read_through: Message up to which the room has been heard.
        away_since_ms: Start of a gap in hearing, until it is in the log.
        wake_ms: Next instant at which time acts on the match.
        standing: State of the match by its log; None leaves the stored one.
        can_commit_later: True if a new process could find it out again, so storing may wait.
        seats_to_check: Seats whose players may have left the server.
        reading: Reading of the room to begin.
        next_events: Events to handle before all others.
        requeued_events: Deferred events to handle now, before anything that came later.
        refusal: Refusal of a host's ruling, or of the Dealer's own action.
        reopens_room: True if the host says that the room takes posts again.
        is_deferred: True if the event itself waits, and has changed nothing else.
        card: The match's card, if a seat or a private channel has changed.
        is_reopened: True if the match was over and goes on.
    """

    match_id: int
    first_number: int = 0
    entries: tuple[SourcedEntry, ...] = ()
    posts: tuple[Post, ...] = ()
    completed_post: tuple[int, int | None] | None = None
    settled_interaction_id: int | None = None
    read_through: int = 0
    away_since_ms: int | None = None
    wake_ms: int | None = None
    outcome: Outcome | None = None
    standing: Standing | None = None
    needs_commit: bool = False
    can_commit_later: bool = False
    seats_to_check: tuple[Seat, ...] = ()
    reading: ReadingRequest | None = None
    next_events: tuple[Event, ...] = ()
    requeued_events: tuple[Event, ...] = ()
    refusal: Refused | None = None
    reopens_room: bool = False
    is_deferred: bool = False
    card: MatchCard | None = None
    is_reopened: bool = False


ANSWER_KEEPS_MS: Final = 6_000
"""Time in which an answer to a player's message in the room is worth sending."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The newest post that waits until an earlier one to the same player has arrived.

    Attributes:
        turn_post_sequence: Sequence of the post that opened the turn in which it was written.
        replaced_count: Number of posts that it has replaced, whose messages it answers too.
    """

    post: Post
    turn_post_sequence: int
    replaced_count: int = 0


@dataclass(frozen=True)
class Acknowledgements:
    """The acknowledgements on their way to players: one of each kind for each player.

    A newer one replaces the one that waits, so a hundred messages at once get two answers.

    Attributes:
        in_flight: Those that have not arrived yet.
        follow_ups: Posts that wait for them.
    """

    in_flight: frozenset[Acknowledgement] = frozenset()
    follow_ups: Mapping[Acknowledgement, FollowUp] = field(default_factory=dict)

    def limit(
        self, posts: Iterable[Post], turn_post_sequence: int, now_ms: int
    ) -> tuple[list[Post], "Acknowledgements"]:
        """Return the posts that may go now; each of the others waits for the one of its kind.

        One that answers a message in the room is worth sending only for a time.
        """
        follow_ups, taken, posts_now = dict(self.follow_ups), set(self.in_flight), []
        for written in posts:
            kind, post = written.acknowledgement, written
            if kind and post.reply.message_id is not None and post.worth.expires_ms is None:
                worth = replace(post.worth, expires_ms=now_ms + ANSWER_KEEPS_MS)
                post = replace(post, worth=worth)
            if kind is None or kind not in taken:
                posts_now.append(post)
            else:
                before = follow_ups.get(kind)
                earlier = 0 if before is None else before.replaced_count + 1
                follow_ups[kind] = FollowUp(post, turn_post_sequence, earlier)
            if kind:
                taken.add(kind)
        return posts_now, Acknowledgements(frozenset(taken), follow_ups)

    def settle(self, kind: Acknowledgement) -> tuple[FollowUp | None, "Acknowledgements"]:
        """Remove an arrived or dropped one; return its follow-up and the rest."""
        follow_ups = dict(self.follow_ups)
        return follow_ups.pop(kind, None), Acknowledgements(self.in_flight - {kind}, follow_ups)
