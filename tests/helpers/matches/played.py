"""Matches played as the bot plays them, with everything kept, but without Discord."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from bot.live.decide.decide import begin_live_match, decide
from bot.live.decide.live_match import LiveMatch
from bot.posts.compose import Composer
from bot.storage.store import Store
from bot.texts.clocks import with_countdowns
from bot.values.card import MatchCard, Person
from bot.values.discord_time import GatewayLag
from bot.values.effects import Circumstances, Effects
from bot.values.events import Event, PlayerMessage
from bot.values.post import NOWHERE, Post
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.matches.scripts import Line, Script
from tests.helpers.rooms.cards import delivery_of

GUILD, EC, DMO, HOST, FIRST_ROOM = (10**17 + number for number in range(5))
"""The ids of a match before it is laid into a room."""
NAMES: Final = {Seat.EC: "Ada", Seat.DMO: "Bob"}
READ_THROUGH: Final = 1
THOUGHT_MS: Final = 2_000
POSTED_MS: Final = 500
PROMPT: Final = GatewayLag(since_ms=0, lag_ms=0)
"""Discord tells everything at once."""
LEFT: Final = 8
"""Least number of moves left in a match that is laid."""


@dataclass(frozen=True, slots=True)
class Unheard:
    """The reading that a Dealer that was away has to do in a silent room.

    Attributes:
        secrets: True if a secret is to be submitted.
        is_turn_newest: True if the post that opened the turn is the newest message.
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
        requests: Number of its requests.
        messages: Number of its messages, in the room and in private.
        shows_board: True if one of those in the room has a board.
        after: The room after it.
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
        ms: The present, by Discord's clock.
        unkept: Effects that have not been stored yet.
        stands: Messages in its room since the turn was opened: ids and texts.
    """

    live: LiveMatch
    ms: int
    unkept: list[Effects] = field(default_factory=list)
    stands: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def open(cls, card: MatchCard) -> Self:
        """Return a match whose opening post stands."""
        beginning = Match.begin(card.game, starts_clock_by_post=True).match
        live, posts = begin_live_match(card, beginning, _opening(card), READ_THROUGH)
        match = cls(live, card.began_ms)
        match.deliver(posts)
        return match

    def says(self, line: Line, thought_ms: int = THOUGHT_MS) -> Turn:
        """Let a player think and type a line, and deliver the Dealer's posts about it."""
        self.ms += thought_ms
        said_id = snowflake(self.ms)
        heard_through = 0 if line.is_private else said_id
        typed = PlayerMessage(
            line.seat, line.text, said_id, self.ms, line.is_private, heard_through=heard_through
        )
        posts = self.happen(typed)
        return Turn(
            line,
            requests=len(posts),
            messages=sum(post.reply.reaction is None for post in posts),
            shows_board=any(post.is_room_message and post.extras.has_board for post in posts),
            after=self.unheard,
        )

    @property
    def unheard(self) -> Unheard:
        return Unheard(self.live.awaits_secrets, is_turn_newest=len(self.stands) == 1)

    def deliver(self, posts: Sequence[Post]) -> list[Post]:
        """Deliver posts and those that follow them; return all of them."""
        delivered = list(posts)
        for post in posts:
            self.ms += POSTED_MS
            message_id = snowflake(self.ms)
            if post.starts_clock:
                self.stands.clear()
            if post.is_room_message:
                self.stands.append((message_id, with_countdowns(post.content, self.ms)))
            delivered += self.happen(delivery_of(post, message_id, self.ms, is_echoed=True))
        return delivered

    def happen(self, event: Event) -> list[Post]:
        """Let an event happen, and deliver the Dealer's posts about it."""
        circumstances = Circumstances(self.ms, gateway_lag=PROMPT)
        self.live, effects = decide(self.live, event, circumstances)
        assert not effects.is_deferred, event
        self.unkept.append(effects)
        return self.deliver(effects.posts)


@dataclass(frozen=True)
class Template:
    """A match of some moves to copy, and its continuation.

    Attributes:
        number: Id in the database of templates.
        room_id: Its room there.
        kept: Number of moves made.
        unheard: Reading for a Dealer that was away.
        stands: Messages in its room since the turn was opened.
        rest: Turns to its end.
        anew: The next match in the same room, from its first move.
    """

    number: int
    room_id: int
    script: Script
    kept: int
    unheard: Unheard
    stands: tuple[tuple[int, str], ...]
    rest: tuple[Turn, ...]
    anew: tuple[Turn, ...]


async def play(store: Store, script: Script, moves: int, began_ms: int, room_id: int) -> Template:
    """Play and keep so many moves, or as many as leave a few, and find out how it goes on."""
    stored = min(moves, max(0, len(script.lines) - LEFT))
    match = await _keep(store, card_of(script, began_ms, room_id), script.lines[:stored])
    number, unheard, stands = match.live.card.id, match.unheard, tuple(match.stands)
    rest = tuple(match.says(line) for line in script.lines[stored:])
    return Template(number, room_id, script, stored, unheard, stands, rest, anew=turns_of(script))


async def play_out(store: Store, script: Script, began_ms: int, room_id: int) -> None:
    await _keep(store, card_of(script, began_ms, room_id), script.lines)


async def _keep(store: Store, card: MatchCard, lines: Iterable[Line]) -> PlayedMatch:
    """Return a match in which so much has been said and kept."""
    number = await store.begin(card, READ_THROUGH, _opening(card))
    match = PlayedMatch.open(replace(card, id=number))
    for line in lines:
        match.says(line)
    for effects in match.unkept:
        await store.commit(effects)
    return match


def turns_of(script: Script) -> tuple[Turn, ...]:
    match = PlayedMatch.open(card_of(script, BEGAN_MS, FIRST_ROOM))
    return tuple(map(match.says, script.lines))


def entries_of(script: Script) -> tuple[Entry, ...]:
    match = PlayedMatch.open(card_of(script, BEGAN_MS, FIRST_ROOM))
    for line in script.lines:
        match.says(line)
    return match.live.match.entries


def card_of(script: Script, began_ms: int, room_id: int) -> MatchCard:
    ids = {Seat.EC: EC, Seat.DMO: DMO}
    players = {seat: Person(ids[seat], name) for seat, name in NAMES.items()}
    return MatchCard(GUILD, room_id, script.dealt(), players, HOST, began_ms)


def _opening(card: MatchCard) -> tuple[Post, ...]:
    return Composer(card).posts(Match.begin(card.game, starts_clock_by_post=True), NOWHERE)
