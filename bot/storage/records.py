"""What is kept of matches: values between the rules and the tables of the database."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import ceil
from typing import Final, TypeAlias

from bot.matches.events import Submission
from bot.posts.post import Post
from engine.clocks import Seconds
from engine.game import Outcome
from engine.matches.entries import Entry
from engine.matches.match import AnyGame
from engine.matches.standing import Standing
from engine.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the Discord user and the name shown for them."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """What is fixed for a match: where, what and who. `began_ms` is by Discord's clock."""

    guild_id: int
    room_id: int
    game: AnyGame
    players: dict[Seat, Person]
    host_id: int
    began_ms: int
    id: int = 0

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a Discord user, if they have one."""
        return next((seat for seat in SEATS if self.players[seat].id == user_id), None)

    @property
    def names(self) -> dict[Seat, str]:
        """What the players are called."""
        return {seat: self.players[seat].name for seat in SEATS}

    @property
    def player_ids(self) -> dict[Seat, int]:
        """Which Discord users play."""
        return {seat: self.players[seat].id for seat in SEATS}

    def reader_of(self, post: Post) -> int | None:
        """The user who alone is to read a letter; None where it is for the room."""
        if post.to:
            return self.players[post.to].id
        return self.host_id if post.for_host else None

    def instant(self, discord_ms: int) -> Seconds:
        """Discord's time as seconds since the match began."""
        return instant_since(self.began_ms, discord_ms)

    def discord_ms(self, instant: Seconds) -> int:
        """The first millisecond of Discord's time at which so many seconds have passed."""
        return self.began_ms + ceil(instant * 1000)


@dataclass(frozen=True, slots=True)
class NumberedPost:
    """A letter in the outbox.

    Attributes:
        match_id: Whose outbox.
        sequence: Its place in the order of the match.
        log_length: How many entries of the log lead to the position that it shows.
        letter: What it says.
        number: Its place among what the same readers are told. By this alone it is named where
            others can see it: the sequence counts what is told in private, too.
        comes_after: The newest message that letters to the same readers before it became, as far
            as was known when it was read from the file.
    """

    match_id: int
    sequence: int
    log_length: int
    post: Post
    number: int = field(default=0, compare=False)
    comes_after: int = field(default=0, compare=False)


def numbered(
    posts: Iterable[Post],
    match_id: int,
    log_length: int,
    *,
    last: int,
    told: Mapping[str, int],
) -> tuple[NumberedPost, ...]:
    """Letters in their places after the last one; `told` is how many each reader had before."""
    counts = Counter(told)
    places = []
    for sequence, post in enumerate(posts, start=last + 1):
        counts[post.readers] += 1
        number = counts[post.readers]
        places.append(NumberedPost(match_id, sequence, log_length, post, number))
    return tuple(places)


@dataclass(frozen=True, slots=True)
class Sourced:
    """An entry and the Discord event that it came from; None where it came from none."""

    entry: Entry
    source: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """All that one event did to a match, for one transaction.

    Attributes:
        first_number: The place of the first new entry in the log.
        entries: New entries.
        letters: New letters.
        wake_ms: When time next does something to the match.
        read_to: Up to which message the room has been heard.
        away_since_ms: Since when nothing was heard, until that gap is in the log.
        done: A letter that is now delivered or dropped, and the message it became.
        outcome: How the match ended, if it did.
        settled: The interaction that is judged by it, and so need not be kept any more.
        standing: Where the match stands by its log; None leaves what is kept.
    """

    match_id: int
    first_number: int
    entries: tuple[Sourced, ...]
    posts: tuple[NumberedPost, ...]
    wake_ms: int | None
    read_to: int
    away_since_ms: int | None = None
    done: tuple[int, int | None] | None = None
    outcome: Outcome | None = None
    settled: int | None = None
    standing: Standing | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Aside:
    """A match is set aside, since when and why: it cannot go on as it was kept."""

    since_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is taken up again.

    Attributes:
        card: Where, what and who.
        entries: The log.
        read_to: Up to which message the room has been heard.
        away_since_ms: Since when nothing was heard, where that gap is not in the log yet.
        sequence: How many letters there are.
        opening: The letter that opened the present turn.
        answered: The events that letters answer: those have been judged, accepted or not.
        opened_by: The post that this letter became; None until it stands.
        waiting: The letters that are still to be sent.
        told: How many letters there are for each of their readers.
        unreached: The seats to which a letter could not be brought.
        told_once: What has been told that is said once in a match.
        newest_post: The Dealer's newest post in the room that is known to stand there.
        is_opening_dropped: Whether the letter that opened the present turn can never stand.
        standing: Where it stood by its log; None where that was not kept.
        outcome: How it ended, if it did.
        aside: Whether it is set aside; of one that ended, whether it was then.
        inbox: What was kept of forms and choices, and is not judged yet.
    """

    card: MatchCard
    entries: tuple[Sourced, ...]
    read_to: int
    away_since_ms: int | None
    sequence: int
    opening: NumberedPost | None
    answered: frozenset[str]
    opened_by: int | None
    waiting: tuple[NumberedPost, ...]
    told: Mapping[str, int] = field(default_factory=dict, hash=False)
    unreached: frozenset[Seat] = frozenset()
    told_once: frozenset[str] = frozenset()
    newest_post: int = 0
    is_opening_dropped: bool = False
    standing: Standing | None = field(default=None, hash=False)
    outcome: Outcome | None = None
    aside: Aside | None = None
    inbox: tuple[Submission, ...] = ()

    @property
    def match_id(self) -> int:
        """Which match it is."""
        return self.card.id

    @property
    def guild_id(self) -> int:
        """On which server it is played."""
        return self.card.guild_id

    @property
    def room_id(self) -> int:
        """Where it is played."""
        return self.card.room_id

    @property
    def player_ids(self) -> dict[Seat, int]:
        """Which Discord users play."""
        return self.card.player_ids

    @property
    def began_ms(self) -> int:
        """When it began, by Discord's clock."""
        return self.card.began_ms

    def reader_of(self, post: Post) -> int | None:
        """The user who alone is to read a letter; None where it is for the room."""
        return self.card.reader_of(post)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.outcome is not None


MOST_TOLD: Final = 3
"""How many problems of one match its host is told."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A match of which something that was kept cannot be read.

    Attributes:
        problems: All that cannot be read, as clauses that tell nothing of what was kept. Where
            it is an id or an instant, that is 0 here.
        waiting: Those letters that are still to be sent and can be read.
        is_over: Whether it has ended.
        aside: Whether it is set aside; of one that ended, whether it was then.
    """

    match_id: int
    guild_id: int
    room_id: int
    player_ids: dict[Seat, int] = field(hash=False)
    host_id: int
    began_ms: int
    problems: tuple[str, ...]
    waiting: tuple[NumberedPost, ...]
    is_over: bool
    aside: Aside | None

    @property
    def reason(self) -> str:
        """Why it cannot be read, in one clause."""
        return " and ".join(self.problems[:MOST_TOLD])

    def reader_of(self, post: Post) -> int | None:
        """The user who alone is to read a letter; None where it is for the room."""
        if post.to:
            return self.player_ids[post.to]
        return self.host_id if post.for_host else None


Kept: TypeAlias = StoredMatch | Unreadable


def instant_since(began_ms: int, discord_ms: int) -> Seconds:
    """Discord's time as seconds since a match began."""
    return Decimal(max(0, discord_ms - began_ms)) / 1000
