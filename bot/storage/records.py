"""What is kept of matches: values between the rules and the tables of the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.card import MatchCard
from bot.live.events import Submission
from bot.posts.post import Post
from engine.game import Outcome
from engine.matches.entries import Entry
from engine.matches.standing import Standing
from engine.seats import Seat


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
    posts: tuple[Post, ...]
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
    opening: Post | None
    answered: frozenset[str]
    opened_by: int | None
    waiting: tuple[Post, ...]
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

    @property
    def host_id(self) -> int:
        """Which Discord user hosts it."""
        return self.card.host_id

    def reader_of(self, post: Post) -> int | None:
        """The user who alone is to read a letter; None where it is for the room."""
        return post.reader_id(self.card.player_ids, self.card.host_id)

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
    waiting: tuple[Post, ...]
    is_over: bool
    aside: Aside | None

    @property
    def reason(self) -> str:
        """Why it cannot be read, in one clause."""
        return " and ".join(self.problems[:MOST_TOLD])

    def reader_of(self, post: Post) -> int | None:
        """The user who alone is to read a letter; None where it is for the room."""
        return post.reader_id(self.player_ids, self.host_id)


Kept: TypeAlias = StoredMatch | Unreadable
