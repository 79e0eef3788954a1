"""The task of one live match, which carries out decisions about one event after the other."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

from bot.live.decide.decide import decide, decide_after_error
from bot.live.decide.live_match import LiveMatch
from bot.live.runner_state import MAX_BEHIND, BoardPosts, EventQueue
from bot.live.services.animations import Animations
from bot.live.services.gateway import Gateway, Members
from bot.live.services.thinking import Thinkers, Thinking
from bot.live.services.timers import Timers
from bot.posts.attachments import Attachments, attachments_of
from bot.posts.sending.outbox import Outbox
from bot.posts.sending.requests import RateLimiter
from bot.posts.sending.room import READING_ERRORS, obstacle_behind, timed_out_ms
from bot.storage.choices import Choices
from bot.storage.store import RefusedWriteError, Store, Write
from bot.storage.writer import COMMAND_SECONDS, StorageUnavailableError
from bot.texts.language import speaking
from bot.values.card import MatchCard
from bot.values.discord_time import DiscordClock, snowflake_ms
from bot.values.effects import Effects, ReadingRequest
from bot.values.events import (
    DealerActed,
    Event,
    PlayerMessage,
    PostDelivered,
    PostEchoed,
    ReadersChanged,
    ReadingScope,
    RoomObstructed,
    RoomRead,
    RoomReading,
    RulingGiven,
    Submission,
)
from bot.values.observer import Observer
from bot.values.obstacles import Obstacle
from bot.values.post import Post, Urgency
from bot.values.tasks import Tasks
from engine.matches.match import Match
from engine.refusals import Refused
from engine.seats import Seat

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
LONGEST_RETRY_SECONDS: Final = 60.0


class RoomReader(Protocol):
    """Reads a match's messages that may not have been judged."""

    async def read(self, live: Callable[[], LiveMatch], scope: ReadingScope) -> RoomReading:
        """Read them; `live` returns the match's state, which may change in the meantime."""

    def hasten(self, match_id: int) -> None:
        """Prefer a match's current reading to others."""


@dataclass(frozen=True)
class Services:
    """The common parts of all runners.

    Attributes:
        on_change: Called after every change of a match.
        posts_elsewhere: Returns the posts for elsewhere about a board that a room has been shown.
    """

    store: Store
    clock: DiscordClock
    gateway: Gateway
    outbox: Outbox
    limiter: RateLimiter
    timers: Timers
    reader: RoomReader
    members: Members
    choices: Choices
    on_change: Callable[["MatchRunner"], None]
    posts_elsewhere: Callable[[MatchCard, Post, int], tuple[Post, ...]]
    observer: Observer | None = None
    thinkers: Thinkers = field(default_factory=Thinkers)
    animations: Animations = field(default_factory=Animations)


class _Answer(NamedTuple):
    """The answer that a host who ruled waits for, and what is written with the ruling."""

    refusal: asyncio.Future[Refused | None]
    also: tuple[Write, ...]


class MatchRunner:
    """The task with the serial queue of one live match. Others only `enqueue` events.

    An event's effects are stored first, in one transaction; then all else is carried out.

    Attributes:
        live: Live match as stored.
    """

    def __init__(self, services: Services, live: LiveMatch, *, inherited: int = 0) -> None:
        """Make a runner; `inherited` is how many posts an earlier process left in the outbox."""
        self.live = live
        self._services = services
        self._inherited = inherited
        self._queue = EventQueue()
        self._boards = BoardPosts()
        self._answers: dict[int, _Answer] = {}
        self._tasks = Tasks("match")
        self._thinking = Thinking(services.thinkers, services.clock, self._tasks, self.enqueue)

    @property
    def card(self) -> MatchCard:
        """The match's card."""
        return self.live.card

    @property
    def match(self) -> Match:
        """The match as stored."""
        return self.live.match

    # Running

    async def run(self) -> None:
        """Judge events until the match is over and all earlier events are judged."""
        again, waiting = self._queue.again, self._queue.waiting
        while not self.live.match.result or self.live.deferred or again or waiting.qsize():
            # Deferred events come before later ones.
            await self._take(again.popleft() if again else await waiting.get())

    async def stop(self) -> None:
        """Stop all tasks beside the queue."""
        await self._tasks.stop()

    def enqueue(self, event: Event) -> None:
        """Queue an event."""
        self._queue.came_in[id(event)] = time.monotonic()
        self._queue.waiting.put_nowait(event)

    async def process(self, event: Event) -> None:
        """Queue an event, and wait for its judgement, for as long as a command may take."""
        self._queue.awaited[id(event)] = is_judged = asyncio.Event()
        self.enqueue(event)
        with suppress(TimeoutError):
            async with asyncio.timeout(COMMAND_SECONDS):
                await is_judged.wait()
        self._queue.awaited.pop(id(event), None)

    def report(self, post: Post, message_id: int | None) -> None:
        """Queue the delivery of a post, or its drop without a message."""
        posts_elsewhere: tuple[Post, ...] = ()
        is_in_room, place = post.is_room_message, post.place
        board_post = post if post.extras.has_board and is_in_room else None
        if board_post and message_id:
            posts_elsewhere = self._services.posts_elsewhere(self.live.card, post, message_id)
        if board_post and not posts_elsewhere:
            self._boards.shown.pop(place.log_length, None)
        came_in = self._boards.came_in.pop(place.sequence, None)
        observer = self._services.observer
        if observer and came_in is not None and message_id:
            seconds = time.monotonic() - came_in
            observer.board_stands(seconds, is_practice=self.live.card.is_practice)
        if is_in_room and message_id:
            self._boards.newest_delivered = message_id
        self.enqueue(
            PostDelivered(
                place.sequence,
                message_id,
                snowflake_ms(message_id) if message_id else self._services.clock.now_ms(),
                acknowledgement=post.acknowledgement,
                unreachable_seat=None if message_id else post.missed_by,
                is_in_room=is_in_room,
                is_echoed=is_in_room and 0 < (message_id or 0) <= self._boards.newest_echoed,
                board_post=board_post,
                is_repeated=post.audience is not None,
                posts_elsewhere=posts_elsewhere,
            )
        )

    def hear_echo(self, message_id: int) -> None:
        """Note that the gateway reports a post in the room; it reports in the order of typing."""
        self._boards.newest_echoed = message_id
        if message_id <= self._boards.newest_delivered:
            self.enqueue(PostEchoed(message_id))

    def note_readers(self) -> None:
        """Queue the players' present choices."""
        self.enqueue(ReadersChanged(self._services.choices.readers_of(self.live.card)))

    def interrupt(self, event: Event) -> None:
        """Queue an event before all others."""
        waiting = [event, *self._queue.again]
        while self._queue.waiting.qsize():
            waiting.append(self._queue.waiting.get_nowait())
        self._queue.again.clear()
        for waiting_event in waiting:
            self._queue.waiting.put_nowait(waiting_event)

    def send(self, posts: Iterable[Post]) -> None:
        """Hand stored posts on for delivery."""
        for post in posts:
            if post.audience is not None and post.extras.has_board:
                self._boards.mirrored.append(post.place.sequence)
            self._services.outbox.put(
                post,
                self.live.card.address,
                self._attachments(post),
                is_new=post.place.sequence > self._inherited,
                is_obsolete=partial(self._has_moved_on, post),
            )

    def _attachments(self, post: Post) -> Attachments:
        """Return a post's attachments; a copied board is not drawn again."""
        services = self._services
        card, match = self.live.card, self.live.match
        settings_of = services.choices.display_settings
        made = attachments_of(card, match, post, settings_of, services.animations.animation)
        shown = self._boards.shown.get(post.place.log_length)
        if post.audience is not None and shown:
            return replace(made, pictures=shown.pictures)
        if post.extras.has_board and post.is_room_message:
            # They are kept until it is known that nobody repeats them.
            made = replace(made, pictures=cache(made.pictures))
            self._boards.shown = {post.place.log_length: made}
        return made

    def _has_moved_on(self, post: Post) -> bool:
        """Return whether a post's turn is over, or a copied board lags behind."""
        if post.audience is not None and post.extras.has_board:
            mirrored = self._boards.mirrored
            return len(mirrored) == MAX_BEHIND and post.place.sequence < mirrored[0]
        is_over = post.audience is not None and self.live.match.result is not None
        return is_over or self.live.turn_post_sequence > post.place.sequence

    async def _take(self, event: Event) -> None:
        self._queue.judged_came_in = self._queue.came_in.pop(id(event), time.monotonic())
        if self._queue.being_stored and not await self._is_stored(event):
            return
        for following in await self._try(event):
            await self._try(following)
        if is_judged := self._queue.awaited.pop(id(event), None):
            is_judged.set()

    async def _try(self, event: Event) -> tuple[Event, ...]:
        """Judge an event; return the events right after it.

        If it cannot be stored it has not happened, and the match goes on.
        """
        self._queue.judged = event
        try:
            return (await self._happen(event)).next_events
        except (StorageUnavailableError, RefusedWriteError) as error:
            await self._give_up(event, error)
        except Exception as error:
            log.exception("match %s: %s failed", self.card.id, type(event).__name__)
            with suppress(Exception):
                await self._give_up(event, error)
        finally:
            self._queue.judged = None
        return ()

    async def _happen(self, event: Event) -> Effects:
        if isinstance(event, RulingGiven) and event.interaction_id not in self._answers:
            # The host was told that it is not stored.
            return Effects(self.card.id)
        card = self.live.card
        with speaking(card.language):
            circumstances = self._services.gateway.circumstances(card.guild_id)
            live, effects = decide(self.live, event, circumstances)
        also: tuple[Write, ...] = ()
        if isinstance(event, RulingGiven) and not effects.is_deferred:
            also = self._answers[event.interaction_id].also
        await self._store(effects, also, is_command=isinstance(event, RulingGiven))
        if any(other_event is event for other_event in live.deferred):
            self._queue.came_in[id(event)] = self._queue.judged_came_in
        self._carry_out(live, event, effects)
        if isinstance(event, RulingGiven) and not effects.is_deferred:
            self._answers.pop(event.interaction_id).refusal.set_result(effects.refusal)
        return effects

    async def _give_up(self, event: Event, error: Exception) -> None:
        """Answer an event that failed, so that nobody is left waiting."""
        if isinstance(event, RulingGiven) and event.interaction_id in self._answers:
            self._answers.pop(event.interaction_id).refusal.set_exception(error)
        card = self.live.card
        with speaking(card.language):
            circumstances = self._services.gateway.circumstances(card.guild_id)
            live, effects = decide_after_error(self.live, event, circumstances)
        await self._store(effects)
        self._carry_out(live, event, effects)

    async def _store(
        self, effects: Effects, also: tuple[Write, ...] = (), *, is_command: bool = False
    ) -> None:
        """Store an event's effects, and `also`, in one transaction.

        Raises:
            StorageUnavailableError: It is a host's command, which can be given again.
            RefusedWriteError: That is what `also` says.
        """
        if not (effects.needs_commit or also):
            return
        store = self._services.store
        if effects.can_commit_later:
            store.commit_with_next(effects)
            return
        commit = partial(store.commit, effects, also, is_command=is_command)
        await (commit() if is_command else store.write_retries.until_stored(commit))

    def _carry_out(self, live: LiveMatch, event: Event, effects: Effects) -> None:
        """Carry out an event's effects, now that they are stored."""
        self.live = live
        if effects.card:
            # Another person may have a seat now, with choices of their own.
            self.note_readers()
        self.send(effects.posts)
        turns = (post for post in effects.posts if post.worth.urgency is Urgency.TURN)
        came_in = self._queue.judged_came_in
        self._boards.came_in |= dict.fromkeys((post.place.sequence for post in turns), came_in)
        if not (self._boards.came_in or self.live.is_catching_up):
            self._services.limiter.release_reports(self.live.card.room_id)
        for seat in effects.seats_to_check:
            self._tasks.spawn(self._look_for(seat))
        if effects.is_deferred and self.live.has_people_waiting:
            self._services.reader.hasten(self.card.id)
        if effects.reopens_room:
            self._services.outbox.retry(self.card.room_id)
        if effects.reading:
            self._tasks.spawn(self._read_room(effects.reading))
        self._queue.again.extend(effects.requeued_events)
        if not effects.next_events:
            self._services.timers.set(self.live.card.id, effects.wake_ms)
        if self.live.card.dealers_seats:
            done = event if isinstance(event, DealerActed) and not effects.is_deferred else None
            self._thinking.go_on(live, done, effects.refusal)
        self._services.on_change(self)

    def obstruct(self, obstacle: Obstacle) -> None:
        """Let the match wait, since it cannot be played in its room."""
        guild = self._services.outbox.client.get_guild(self.card.guild_id)
        if obstacle is Obstacle.FORBIDDEN and guild and timed_out_ms(guild.me):
            obstacle = Obstacle.TIMED_OUT
        log.error("match %s: its room %s is %s", self.card.id, self.card.room_id, obstacle.value)
        self.enqueue(RoomObstructed(obstacle))

    async def _look_for(self, seat: Seat) -> None:
        if absence := await self._services.members.absence(self.card, seat):
            self.enqueue(absence)

    async def _read_room(self, requested: ReadingRequest) -> None:
        """Read until it succeeds, or it is certain that it will not.

        An outdated reading is left to its end: if cancelled, the library would forget its waiting
        state, which all requests share.
        """
        until_ms = requested.scope.until_ms
        if until_ms is not None:
            # The answer is to prove that this instant is past.
            await asyncio.sleep(self._services.clock.seconds_to_proof(until_ms))
        retry_seconds = RETRY_SECONDS
        for tries in count(1):
            if requested.number != self.live.reading:
                return
            try:
                reading = await self._services.reader.read(lambda: self.live, requested.scope)
            except Exception as error:
                obstacle = obstacle_behind(error, tries)
                trace = None if isinstance(error, READING_ERRORS) else error
                log.error(  # noqa: TRY400 - only the unexpected needs a trace
                    "match %s: the room cannot be read: %r", self.card.id, error, exc_info=trace
                )
                if obstacle and requested.number == self.live.reading:
                    self.obstruct(obstacle)
                if obstacle:
                    return
                # Whatever it is: no flag falls before the room has been read.
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
            else:
                self.enqueue(RoomRead(reading, until_ms, requested.number))
                return

    # Requests of hosts and players

    def ask(self, ruled: RulingGiven, *also: Write) -> "asyncio.Future[Refused | None]":
        """Queue a host's ruling, stored together with `also`; the future has its refusal."""
        answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self._answers[ruled.interaction_id] = _Answer(answer, also)
        self.enqueue(ruled)
        return answer

    async def rule(
        self,
        text: str,
        interaction_id: int,
        *also: Write,
        patience: float | None = None,
        **more: Any,
    ) -> Refused | None:
        """Judge a host's ruling; return its refusal, if any. `more` are fields of `RulingGiven`.

        `also` is written in the transaction that stores it, and when it is refused.

        Raises:
            StorageUnavailableError: Nothing can be stored just now, or not in `patience` seconds;
                it is not carried out, and never will be.
            RefusedWriteError: That is what `also` says.
        """
        ruled = RulingGiven(text, interaction_id, snowflake_ms(interaction_id), **more)
        answer = self.ask(ruled, *also)
        while not answer.done():
            await asyncio.wait({answer}, timeout=patience or COMMAND_SECONDS)
            is_failing = self._services.store.write_retries.failing_seconds is not None
            is_vain = is_failing or patience is not None
            if not answer.done() and is_vain and self._queue.judged is not ruled:
                del self._answers[interaction_id]
                raise StorageUnavailableError
        return await answer

    async def take(self, sent: Submission, patience: float) -> None:
        """Store a submission without a trace on Discord, before it is acknowledged, then judge it.

        It is queued at once, and does not happen if it is not stored. So all events are judged in
        the order in which Discord reports them, and no flag falls before them, however long the
        database takes. From then on a reading of the room includes a chosen message.

        Raises:
            StorageUnavailableError: That is not possible within so many seconds.
            NotLiveError: The match is over.
        """
        commit: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.being_stored[sent.inbox_id] = commit
        self.enqueue(sent)
        try:
            await self._services.store.keep(self.card.id, sent, patience)
            commit.set_result(True)
        finally:
            if not commit.done():
                commit.set_result(False)

    async def _is_stored(self, event: Event) -> bool:
        """Return whether an event may happen: a submission only once it is stored."""
        commits = self._queue.being_stored
        commit = commits.pop(event.inbox_id, None) if isinstance(event, Submission) else None
        # If the runner is stopped meanwhile, whoever stores it must still be able to say so.
        return commit is None or await asyncio.shield(commit)

    def acknowledging(self, form: PlayerMessage) -> AbstractContextManager[None]:
        """Hold back the answer to a form while the form is being acknowledged."""
        return self._services.outbox.holding(form.token or "")
