"""What is kept of matches: values between the live matches and the tables of the database."""

from dataclasses import dataclass, field, fields, replace
from typing import Final, TypeAlias

from bot.live.effects import Sourced
from bot.live.gaps import OBSTACLE, PAUSE
from bot.live.live_match import LiveMatch, Remembered
from bot.posts.acknowledgements import Acknowledgements
from bot.posts.post import Post
from engine.game import Outcome
from engine.matches.match import Match
from engine.matches.standing import Standing
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Quarantined:
    """Since when and why a match is quarantined: it cannot go on as it was kept."""

    since_ms: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class StoredMatch(Remembered):
    """A match as it is kept, before it is known where its log leads.

    Attributes:
        entries: The log.
        waiting: The posts that have yet to be sent.
        standing: Where the match stood by its log; None where that was not kept.
        outcome: How it ended, if it did.
        quarantined: Since when and why it is quarantined; if it is over, whether it was then.
    """

    entries: tuple[Sourced, ...] = ()
    waiting: tuple[Post, ...] = ()
    standing: Standing | None = field(default=None, hash=False)
    outcome: Outcome | None = None
    quarantined: Quarantined | None = None

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
        remembered = {each.name: getattr(self, each.name) for each in fields(Remembered)}
        live = LiveMatch(
            **remembered,
            match=match,
            sources=tuple(each.source for each in self.entries),
            acknowledgements=Acknowledgements().told(self.waiting),
            is_obstructed=self._is_obstructed(match),
        )
        # A turn whose post can never stand may have been opened all the same, after a gap.
        return replace(live, is_unposted=self.is_unposted and match.started is None)

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
        waiting: Those posts that have yet to be sent and can be read.
        is_over: Whether it has ended.
        quarantined: Since when and why it is quarantined; if it is over, whether it was then.
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
    quarantined: Quarantined | None

    @property
    def reason(self) -> str:
        """Why it cannot be read, in one clause."""
        return " and ".join(self.problems[:MOST_TOLD])

    def reader_of(self, post: Post) -> int | None:
        """The user who alone is to read a post; None where it is for the room."""
        return post.reader_id(self.player_ids, self.host_id)


Kept: TypeAlias = StoredMatch | Unreadable
