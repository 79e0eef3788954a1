"""What is kept of matches: values between the rules and the tables of the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.card import MatchCard
from bot.live.effects import Sourced
from bot.live.events import Submission
from bot.live.gaps import OBSTACLE, PAUSE
from bot.live.live_match import LiveMatch
from bot.posts.acknowledgements import Acknowledgements
from bot.posts.post import Post
from engine.game import Outcome
from engine.matches.match import Match
from engine.matches.standing import Standing
from engine.seats import Seat


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
        """The user who alone is to read a post; None where it is for the room."""
        return post.reader_id(self.card.player_ids, self.card.host_id)

    def resumed(self, match: Match) -> LiveMatch:
        """The live match that goes on where this one stood; `match` is what its log leads to."""
        return LiveMatch(
            card=self.card,
            match=match,
            sources=tuple(each.source for each in self.entries),
            heard=self.answered,
            read_to=self.read_to,
            inbox=self.inbox,
            away_since_ms=self.away_since_ms,
            sequence=self.sequence,
            told=self.told,
            opening=self.opening,
            opened_by=self.opened_by,
            is_unposted=self.is_opening_dropped and match.started is None,
            newest_post=self.newest_post,
            told_once=self.told_once,
            unreached=self.unreached,
            acknowledgements=Acknowledgements().told(self.waiting),
            is_obstructed=self._is_obstructed(match),
        )

    def _is_obstructed(self, match: Match) -> bool:
        """Whether the match has waited since its room was found closed."""
        pauses = [each for each in self.entries if each.entry.text == PAUSE]
        is_paused = match.paused_since is not None and bool(pauses)
        return is_paused and (pauses[-1].source or "").startswith(OBSTACLE)

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
