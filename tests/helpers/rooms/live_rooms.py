"""Live matches in rooms of their own, with everything around them in a test's hands."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

from bot.live.decide.decide import begin_live_match
from bot.live.decide.live_match import LiveMatch
from bot.live.resume import resumed
from bot.live.runner import MatchRunner, Services
from bot.live.services.thought import Question
from bot.storage.store import Store, Write
from bot.storage.tables.records import StoredMatch
from bot.storage.tables.replay import replayed
from bot.values.card import AS_THE_ROOM, MatchCard, Person
from bot.values.effects import Circumstances
from bot.values.events import (
    Event,
    GapEnded,
    HostMessage,
    PlayerMessage,
    PostDelivered,
    ReadingScope,
    RoomReading,
    RulingGiven,
    TimerFired,
)
from bot.values.post import NOWHERE, DisplaySettings, Post
from engine.game import AnyGame
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.match import Match
from engine.opponents.thinking import Level
from engine.options import read_options
from engine.refusals import Refused
from engine.seats import SEATS, Seat
from tests.engine.playing import standing
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock, snowflake
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DEALER, HOST, card_of, composer_of, unplaced

SECOND = 1_000
POSTED_MS = 2 * SECOND
"""When the opening post stands, by the match's clock."""


class CountedRunner(MatchRunner):
    """A runner that tells when it is idle."""

    is_busy = False

    @property
    def is_idle(self) -> bool:
        return not (self.is_busy or self._queue.again or self._queue.waiting.qsize())

    async def _take(self, event: Event) -> None:
        self.is_busy = True
        try:
            await super()._take(event)
        finally:
            self.is_busy = False


@dataclass
class Room:
    """A live match and its surroundings; times are milliseconds since the match began."""

    store: Any
    card: MatchCard
    clock: FakeClock = field(default_factory=FakeClock)
    sent: list[Post] = field(default_factory=list)
    wake_ms: int | None = None
    closed: int = 0
    hastened: list[int] = field(default_factory=list)
    reads: int = 0
    refuses_reading: Exception | None = None
    may_read: asyncio.Event = field(default_factory=asyncio.Event)
    runner: CountedRunner = field(init=False)
    questions: list[Question] = field(default_factory=list)
    thoughts: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    running: asyncio.Task[None] = field(init=False)

    def _run(self, live: LiveMatch, inherited: int = 0) -> None:
        services: Any = Services(
            store=self.store,
            clock=self.clock,
            gateway=SimpleNamespace(circumstances=lambda _: self.circumstances),
            outbox=SimpleNamespace(put=self._send, retry=lambda _: None),
            limiter=SimpleNamespace(release_reports=lambda _: None),
            timers=SimpleNamespace(set=self._wake_at),
            reader=SimpleNamespace(read=self._read_room, hasten=self.hastened.append),
            members=SimpleNamespace(absence=AsyncMock(return_value=None)),
            thinkers=SimpleNamespace(choose=self._choose),
            animations=SimpleNamespace(animation=AsyncMock(return_value=b"")),
            choices=SimpleNamespace(
                display_settings=lambda *_: DisplaySettings(),
                readers_of=lambda _: AS_THE_ROOM,
            ),
            on_change=lambda _: None,
            posts_elsewhere=lambda *_: (),
        )
        self.runner = CountedRunner(services, live, inherited=inherited)
        self.runner.note_readers()

    @property
    def circumstances(self) -> Circumstances:
        clock = self.clock
        heard_ms, uncertainty_ms = clock.heard_ms, clock.uncertainty_ms
        return Circumstances(clock.ms, heard_ms=heard_ms, uncertainty_ms=uncertainty_ms)

    def _send(self, post: Post, *_: Any, **_more: Any) -> None:
        self.sent.append(post)
        if post.acknowledgement:
            at_ms = self.clock.ms
            self.runner.enqueue(
                PostDelivered(
                    post.place.sequence,
                    snowflake(at_ms, post.place.sequence),
                    at_ms,
                    post.acknowledgement,
                )
            )

    def _wake_at(self, match_id: int, due_ms: int | None) -> None:
        assert match_id == self.card.id
        self.wake_ms = None if due_ms is None else due_ms - BEGAN_MS

    async def _read_room(self, live: Callable[[], LiveMatch], scope: ReadingScope) -> RoomReading:
        self.reads += 1
        await self.may_read.wait()
        if self.refuses_reading:
            raise self.refuses_reading
        return RoomReading((), live().read_through)

    async def _choose(self, question: Question, _: float) -> str:
        self.questions.append(question)
        return await self.thoughts.get()

    async def open(self) -> None:
        beginning = Match.begin(self.card.game, starts_clock_by_post=True)
        first_posts = composer_of(self.card).posts(beginning, NOWHERE)
        match_id = await self.store.begin(self.card, 0, first_posts)
        self.card = replace(self.card, id=match_id)
        live, posts = begin_live_match(self.card, beginning.match, first_posts, read_through=0)
        self._run(live)
        self.runner.send(posts)
        self._goes_on()

    def _goes_on(self) -> None:
        async def run(runner: CountedRunner) -> None:
            await runner.run()
            self.closed += 1

        self.running = asyncio.create_task(run(self.runner))

    async def stop(self) -> None:
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.runner.stop()

    async def restart(self, alive_ms: int, now_ms: int, *, catch_up: bool = True) -> None:
        """Restart the process, which takes the match up and reads missed messages."""
        await self.stop()
        self.sent.clear()
        await self.resume(alive_ms, now_ms, catch_up=catch_up)

    async def resume(self, alive_ms: int, now_ms: int, *, catch_up: bool = True) -> None:
        self.clock.ms = BEGAN_MS + now_ms
        stored = await self.stored()
        self.card = stored.card
        live = resumed(
            stored,
            Match.replay(stored.card.game, (entry.entry for entry in stored.entries)),
            BEGAN_MS + alive_ms,
        )
        self._run(live, inherited=live.last_sequence)
        await self.store.put_gap(BEGAN_MS + alive_ms)
        self.runner.send(stored.waiting)
        self._goes_on()
        await self.happen(GapEnded(None))
        if catch_up and self.runner.live.is_reading:
            await self.room_is_read()

    # What happens

    async def happen(self, *events: Event) -> None:
        """Let events happen, and all that follows from them at once."""
        for event in events:
            self.runner.enqueue(event)
        await eventually(lambda: self.runner.is_idle)
        # What goes on beside the queue has begun.
        await asyncio.sleep(0)

    async def typed(self, seat: Seat, text: str, at_ms: int) -> int:
        await self.happen(typed(seat, text, at_ms))
        return message_id(seat, at_ms)

    async def whispers(
        self, seat: Seat, text: str, at_ms: int, *, has_picture: bool = False
    ) -> int:
        message = whispered(seat, text, at_ms)
        await self.happen(replace(message, has_picture=has_picture))
        return private_id(seat, at_ms)

    async def stands(self, sequence: int, at_ms: int) -> None:
        await self.happen(
            PostDelivered(sequence, snowflake(BEGAN_MS + at_ms, sequence), BEGAN_MS + at_ms)
        )

    async def wakes(self, at_ms: int) -> None:
        self.clock.ms = BEGAN_MS + at_ms
        await self.happen(TimerFired())

    async def ruled(
        self,
        text: str,
        at_ms: int,
        number: int = 1,
        also: Write = lambda _: None,
        **more: int | None,
    ) -> Refused | None:
        ruled = RulingGiven(text, number, BEGAN_MS + at_ms, **more)
        answer = self.runner.ask(ruled, also)
        await self.happen()
        return await answer

    async def room_is_read(self) -> None:
        """Deliver the room's messages, and then the end of the reading."""
        assert self.runner.live.is_reading or self.may_read.is_set()
        self.may_read.set()
        await eventually(lambda: not self.runner._tasks._running)
        await eventually(lambda: self.runner.is_idle)

    # What can be seen of it

    @property
    def match(self) -> Match:
        return self.runner.match

    @property
    def log(self) -> list[str]:
        return [f"{entry.speaker} {entry.text}".strip() for entry in self.match.entries]

    @property
    def posts(self) -> list[Post]:
        return [unplaced(post) for post in self.sent]

    def told(self) -> list[Post]:
        """Return the posts since the latest call."""
        posts = self.posts
        self.sent.clear()
        return posts

    async def stored(self) -> StoredMatch:
        stored = await self.store.latest_match(self.card.room_id)
        assert stored
        return stored

    async def sources(self) -> list[str | None]:
        return [sourced.source for sourced in (await self.stored()).entries]


def message_id(seat: Seat, at_ms: int) -> int:
    return snowflake(BEGAN_MS + at_ms, SEATS.index(seat))


def typed(seat: Seat, text: str, at_ms: int) -> PlayerMessage:
    said_id = message_id(seat, at_ms)
    return PlayerMessage(seat, text, said_id, BEGAN_MS + at_ms, heard_through=said_id)


def private_id(seat: Seat, at_ms: int) -> int:
    return snowflake(BEGAN_MS + at_ms, len(SEATS) + SEATS.index(seat))


def whispered(seat: Seat, text: str, at_ms: int, *, edited_ms: int | None = None) -> PlayerMessage:
    """Return a message to the Dealer alone, or its new text since it was edited."""
    said_ms = BEGAN_MS + (at_ms if edited_ms is None else edited_ms)
    is_edit = edited_ms is not None
    return PlayerMessage(
        seat, text, private_id(seat, at_ms), said_ms, is_private=True, is_edit=is_edit
    )


def line(text: str, at_ms: int, *, edited_ms: int | None = None) -> HostMessage:
    """Return a host's message, or its new text since it was edited."""
    said_id = snowflake(BEGAN_MS + at_ms, 7)
    if edited_ms is None:
        return HostMessage(text, said_id, HOST, BEGAN_MS + at_ms, heard_through=said_id)
    return HostMessage(text, said_id, HOST, BEGAN_MS + edited_ms, is_edit=True)


async def is_kept(room: Room) -> None:
    """Check that the runner's match is the one that the store would lead to."""
    again = replayed(await room.stored())
    assert isinstance(again, Match), again
    assert standing(replace(again, now=room.match.now)) == standing(room.match)
    assert again.entries == room.match.entries
    live = {match.card.id for match in await room.store.live_matches()}
    assert (room.card.id in live) == (room.match.result is None)


class Rooms:
    """Opens live matches in rooms of their own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.open: list[Room] = []

    async def __call__(
        self,
        game: type[AnyGame] = FireAndIce,
        *,
        posted: bool = True,
        dealers: tuple[Seat, ...] = (),
        **options: str,
    ) -> Room:
        """Return a match whose opening post stands, if it is not said otherwise.

        In A Battle of Fire and Ice, EC begins, if the options do not say otherwise. The Dealer has
        some of the seats itself.
        """
        defaults = {"first": "ec"} if game is FireAndIce else {}
        options = defaults | options
        card = card_of(game(**read_options(game, options)), room_id=len(self.open) + 1)
        taken = {seat: Person(DEALER, "Dealer", Level.NORMAL) for seat in dealers}
        card = replace(card, players={**card.players, **taken})
        room = Room(self.store, card)
        await room.open()
        self.open.append(room)
        if posted:
            await room.stands(1, POSTED_MS)
            room.told()
        return room
