"""Plays whole matches with people's pauses in them, and notes what the Dealer does when.

Every decision is the Dealer's own: its clocks, its reminders, its posts, what it saves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random
from typing import Final, Self

from bot.live.values.effects import Effects
from bot.live.values.events import Delivered, Event, Woken
from bot.posts.audience import Audience
from bot.posts.post import Post
from tests.bench.matches.played import FIRST_ROOM, PlayedMatch, card_of
from tests.bench.matches.scripts import Script, write_script
from tests.bot.fake_clock import BEGAN_MS

SPREAD: Final = 0.8
"""The standard deviation of the logarithm of how long people think."""
SECONDS_BEFORE_FLAG: Final = 2.0
"""Nobody runs out of time: who has thought as long as they may acts so long before."""
OPTIONS: Final = ("seed", "first")
"""What a script prescribes; all else, the times above all, is as the game has it by default."""
MIRROR: Final = 1
"""The channel of the audience; each room puts its own in its place."""


@dataclass(frozen=True)
class Pace:
    """How long people think before each action: a lognormal distribution.

    Attributes:
        median: Seconds.
    """

    median: float

    def seconds(self, dice: Random) -> float:
        """How long somebody thinks, if the clock lets them."""
        return self.median * exp(SPREAD * dice.gauss(0, 1))


USUAL: Final = Pace(25.0)
PACES: Final = (Pace(10.0), USUAL, Pace(60.0))


@dataclass(frozen=True)
class Happening:
    """Something that somebody or the clock does, and what the Dealer says then.

    Attributes:
        after: How many seconds after the turn was opened, in the room.
        posts: What the Dealer posts, in order; `expires_ms` counts from when it is put.
        by_player: Whether a player did it.
    """

    after: float
    posts: tuple[Post, ...]
    by_player: bool

    @property
    def opening(self) -> int | None:
        """The sequence of the post that opens the next turn, if one does."""
        return next((each.sequence for each in reversed(self.posts) if each.opens), None)


@dataclass(frozen=True)
class Recording:
    """A whole match.

    Attributes:
        game: Its name.
        happenings: What happened in it; the first is its beginning.
        follows: What follows from it that a post, by its sequence, stands in its room.
        commits: In how many transactions it was kept.
    """

    game: str
    happenings: tuple[Happening, ...]
    follows: Mapping[int, tuple[Post, ...]]
    commits: int

    @property
    def posts(self) -> list[Post]:
        """Everything the Dealer posts."""
        said = [post for each in self.happenings for post in each.posts]
        return said + [post for posts in self.follows.values() for post in posts]

    @property
    def actions(self) -> int:
        """How many things players do."""
        return sum(each.by_player for each in self.happenings)

    @property
    def openings(self) -> int:
        """How many turns are opened."""
        return sum(each.opening is not None for each in self.happenings)

    @property
    def seconds(self) -> float:
        """How long it lasts while no post waits."""
        return sum(each.after for each in self.happenings if each.opening is not None)


@dataclass
class RecordedMatch(PlayedMatch):
    """A match on its way, with people who think and clocks that wake it.

    Attributes:
        opened_ms: When the turn was opened.
        happenings: As in the recording, so far.
        follows: The same.
    """

    opened_ms: int = 0
    happenings: list[Happening] = field(default_factory=list)
    follows: dict[int, tuple[Post, ...]] = field(default_factory=dict)

    def happen(self, event: Event) -> list[Post]:
        """Something happens; it is noted."""
        at_ms, opened_ms, number = self.ms, self.opened_ms, len(self.unkept)
        delivered = super().happen(event)
        posts = tuple(_as_replayed(each, at_ms) for each in self.unkept[number].posts)
        if not isinstance(event, Delivered):
            by_player = not isinstance(event, Woken)
            self.happenings.append(Happening((at_ms - opened_ms) / 1000, posts, by_player))
            return delivered
        if event.sequence == self.live.turn_post:
            self.opened_ms = at_ms
        if posts:
            self.follows[event.sequence] = posts
        return delivered

    def deliver(self, posts: Sequence[Post]) -> list[Post]:
        """Posts stand; the first of all begin the match."""
        if not self.happenings:
            first = tuple(_as_replayed(each, self.ms) for each in posts)
            self.happenings.append(Happening(0.0, first, by_player=False))
        return super().deliver(posts)

    @property
    def effects(self) -> Effects:
        """What followed from the latest event."""
        return self.unkept[-1]

    @classmethod
    def begin(cls, script: Script, audience: Audience) -> Self:
        """A match whose opening post stands."""
        match = cls.open(card_of(script, BEGAN_MS, FIRST_ROOM))
        match.live = replace(match.live, audience=audience)
        return match

    def sleeps(self, seconds: float) -> int:
        """Time passes, with what it brings about, but no flag falls; the milliseconds left."""
        until_ms = self.ms + round(1000 * seconds)
        flag = self.live.match.flag_at()
        if flag is not None:
            last_ms = self.live.card.discord_ms(flag) - round(1000 * SECONDS_BEFORE_FLAG)
            until_ms = max(self.ms, min(until_ms, last_ms))
        while (wake_ms := self.effects.wake_ms) is not None and wake_ms <= until_ms:
            self.wakes(wake_ms)
        return max(0, until_ms - self.ms)

    def wakes(self, wake_ms: int) -> None:
        """The clock wakes the match."""
        self.ms = max(self.ms, wake_ms)
        self.happen(Woken())
        assert not self.effects.reading, "a flag falls, or something was not heard"


def _as_replayed(post: Post, at_ms: int) -> Post:
    """A post without its files, which take no request; it expires so long after it is put."""
    expires_ms = None if post.expires_ms is None else post.expires_ms - at_ms
    return replace(post, board=False, record=False, expires_ms=expires_ms)


def record(game: str, seed: int, pace: Pace, audience: Audience) -> Recording:
    """Play a match to its end, the same for each seed."""
    script, dice = write_script(game, seed), Random(f"{game} {seed} {pace.median}")
    options = {name: value for name, value in script.options.items() if name in OPTIONS}
    match = RecordedMatch.begin(replace(script, options=options), audience)
    for line in script.lines:
        match.says(line, match.sleeps(pace.seconds(dice)))
        while match.live.match.held and match.effects.wake_ms is not None:
            match.wakes(match.effects.wake_ms)
    kept = [each for each in match.unkept if each.must_be_kept and not each.may_be_lost]
    return Recording(game, tuple(match.happenings), match.follows, len(kept))
