"""Matches played as the bot plays them, with everything kept, but without Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from bot.card import MatchCard, Person
from bot.live.decide import decide, opened
from bot.live.effects import Effects
from bot.live.events import Delivered, Event, Ruled, Typed
from bot.live.live_match import LiveMatch
from bot.posts.compose import composer_of
from bot.posts.post import NOWHERE, Post
from bot.storage.store import Store
from bot.texts.countdowns import with_countdowns
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.bench.scripts import Line, Script
from tests.bot.fake_clock import snowflake

GUILD, EC, DMO, HOST, FIRST_ROOM = (10**17 + number for number in range(5))
"""Who and what a match has before it is laid into a room."""
NAMES: Final = {Seat.EC: "Ada", Seat.DMO: "Bob"}
READ_TO: Final = 1
THOUGHT_MS: Final = 2_000
POSTED_MS: Final = 500
LEFT: Final = 8
"""How many moves are left at least in a match that is laid."""
UNDO: Final = "undo"


@dataclass(frozen=True, slots=True)
class Unheard:
    """What a Dealer that was away has to look at in a room where nobody said anything.

    Attributes:
        secrets: Whether something is to be submitted to the Dealer alone.
        is_turn_newest: Whether the post that opened the turn is the newest message.
    """

    secrets: bool
    is_turn_newest: bool

    @property
    def requests(self) -> int:
        """Requests it takes: the room, and both players' channels of direct messages."""
        return 1 + 2 * len(SEATS) if self.secrets else int(not self.is_turn_newest)


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of a script, and what the Dealer does about it.

    Attributes:
        requests: What it sends.
        messages: How many messages that makes, in the room and in private.
        shows_board: Whether one of those in the room has a board.
        after: How the room is after it.
    """

    line: Line
    requests: int
    messages: int
    shows_board: bool
    after: Unheard


@dataclass
class PlayedMatch:
    """A match with its clock in the bench's hands.

    Attributes:
        live: As it stands.
        ms: The present, by Discord's clock.
        unkept: What has not been kept yet.
        stands: The messages in its room since the turn was opened: their ids and texts.
    """

    live: LiveMatch
    ms: int
    unkept: list[Effects] = field(default_factory=list)
    stands: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def open(cls, card: MatchCard) -> Self:
        """A match whose opening post stands."""
        beginning = Match.begin(card.game, by_posts=True).match
        live, posts = opened(card, beginning, _opening(card), READ_TO)
        match = cls(live, card.began_ms)
        match.deliver(posts)
        return match

    def says(self, line: Line) -> Turn:
        """A player says something, and the Dealer's posts about it stand."""
        self.ms += THOUGHT_MS
        said_id = snowflake(self.ms)
        heard_to = 0 if line.is_private else said_id
        typed = Typed(line.seat, line.text, said_id, self.ms, line.is_private, heard_to=heard_to)
        posts = self._happen(typed)
        return Turn(
            line,
            requests=len(posts),
            messages=sum(each.reaction is None for each in posts),
            shows_board=any(each.is_post and each.board for each in posts),
            after=self.unheard,
        )

    @property
    def unheard(self) -> Unheard:
        """What would have to be looked at now."""
        return Unheard(self.live.awaits_secrets, is_turn_newest=len(self.stands) == 1)

    def undoes(self) -> None:
        """A host takes the latest move out."""
        self.ms += THOUGHT_MS
        self._happen(Ruled(UNDO, snowflake(self.ms), self.ms))

    def deliver(self, posts: Sequence[Post]) -> list[Post]:
        """Posts stand, and whatever follows them; all of them."""
        delivered = list(posts)
        for post in posts:
            self.ms += POSTED_MS
            message_id = snowflake(self.ms)
            if post.opens:
                self.stands.clear()
            if post.is_post:
                self.stands.append((message_id, with_countdowns(post.content, self.ms)))
            told = Delivered(
                post.sequence, message_id, self.ms, is_in_room=post.is_post, is_echoed=True
            )
            delivered += self._happen(told)
        return delivered

    def _happen(self, event: Event) -> list[Post]:
        self.live, effects = decide(self.live, event, now_ms=self.ms, is_connected=True)
        assert not (effects.refusal or effects.is_put_off), (event, effects)
        self.unkept.append(effects)
        return self.deliver(effects.posts)


@dataclass(frozen=True)
class Template:
    """A match of so many moves: what it is copied from, and how it goes on.

    Attributes:
        number: Its id in the database of templates.
        room_id: Its room there.
        unheard: What a Dealer that was away would have to look at.
        stands: The messages in its room since the turn was opened.
        rest: How it goes on to its end.
        anew: The next match in the same room, from its first move.
    """

    number: int
    room_id: int
    script: Script
    unheard: Unheard
    stands: tuple[tuple[int, str], ...]
    rest: tuple[Turn, ...]
    anew: tuple[Turn, ...]


async def play(store: Store, script: Script, moves: int, began_ms: int, room_id: int) -> Template:
    """Play and keep so many moves, and find out how the match goes on.

    Where a game is over before, the host undoes its last moves, and they are made again.
    """
    card = _card(script, began_ms, room_id)
    number = await store.begin(card, READ_TO, _opening(card))
    match = PlayedMatch.open(replace(card, id=number))
    at, last = 0, max(1, len(script.lines) - LEFT)
    for _ in range(moves):
        if at == last:
            back = min(LEFT, last)
            for _ in range(back):
                match.undoes()
            at -= back
        match.says(script.lines[at])
        at += 1
    for effects in match.unkept:
        await store.commit(effects)
    unheard, stands = match.unheard, tuple(match.stands)
    rest = tuple(match.says(line) for line in script.lines[at:])
    anew = PlayedMatch.open(card)
    whole = tuple(map(anew.says, script.lines))
    return Template(number, room_id, script, unheard, stands, rest, whole)


def _card(script: Script, began_ms: int, room_id: int) -> MatchCard:
    ids = {Seat.EC: EC, Seat.DMO: DMO}
    players = {seat: Person(ids[seat], name) for seat, name in NAMES.items()}
    return MatchCard(GUILD, room_id, script.dealt(), players, HOST, began_ms)


def _opening(card: MatchCard) -> tuple[Post, ...]:
    return composer_of(card).posts(Match.begin(card.game, by_posts=True), NOWHERE)
