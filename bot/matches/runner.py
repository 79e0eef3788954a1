"""Runs one live match: carries out, one event after the other, what is decided about each."""

import asyncio
import logging
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, Final, Protocol

from bot.card import MatchCard
from bot.discord_clock import DiscordClock, snowflake_ms
from bot.live.dealers_seats import asked_of_dealer, level_of, pace_of
from bot.live.decide import decide, given_up
from bot.live.effects import Effects, ReadRoom
from bot.live.events import (
    Acted,
    Asked,
    Choice,
    Chosen,
    Delivered,
    Echoed,
    Event,
    Obstructed,
    Reading,
    RoomRead,
    Ruled,
    Scope,
    Submission,
    Typed,
)
from bot.live.live_match import LiveMatch
from bot.matches.gateway import Gateway
from bot.matches.members import Members
from bot.matches.reading_failures import EXPECTED, obstacle_behind
from bot.matches.timers import Timers
from bot.opponents.thinkers import Thinkers
from bot.opponents.worker import Question
from bot.posts.attachments import attachments_of
from bot.posts.outbox import Outbox
from bot.posts.post import Post, Urgency
from bot.posts.rate_limit import RateLimiter
from bot.rooms.obstacles import Left
from bot.storage.records import LiveRoom
from bot.storage.store import COMMAND_SECONDS, NotStored, Store
from engine.matches.match import Match
from engine.refusals import Refused
from engine.seats import Seat

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
LONGEST_RETRY_SECONDS: Final = 60.0


class RoomReader(Protocol):
    """Reads what was said for a match and may not have been judged."""

    async def read(self, live: Callable[[], LiveMatch], scope: Scope) -> Reading:
        """Read it; `live` tells how the match stands, which may change in the meantime."""

    def hasten(self, match_id: int) -> None:
        """Let the reading for a match, if one goes on, go before others."""


@dataclass(frozen=True)
class Services:
    """What all runners share.

    Attributes:
        store: Keeps what follows from events.
        clock: Discord's time.
        gateway: Knows what Discord tells at present.
        outbox: Delivers posts.
        limiter: Bounds all requests.
        timers: Wakes matches.
        reader: Reads rooms and direct messages.
        members: Knows whether players are still on the server.
        thinkers: Think of actions for the Dealer's own seats.
    """

    store: Store
    clock: DiscordClock
    gateway: Gateway
    outbox: Outbox
    limiter: RateLimiter
    timers: Timers
    reader: RoomReader
    members: Members
    thinkers: Thinkers


class MatchRunner:
    """The task with the serial queue of one live match. Others only `put` events.

    What an event brings about is kept first, in one transaction; then all else is carried out.

    Attributes:
        live: The match as it is kept.
    """

    def __init__(self, services: Services, live: LiveMatch, *, inherited: int = 0) -> None:
        """Make a runner; `inherited` is how many posts an earlier process left in the outbox."""
        self.live = live
        self._services = services
        self._inherited = inherited
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._again: deque[Event] = deque()
        self._judged: Event | None = None
        self._newest_delivered = self._newest_echoed = 0
        self._boards = set[int]()
        self._answers: dict[int, asyncio.Future[Refused | None]] = {}
        self._kept: dict[int | None, asyncio.Future[bool]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: dict[Seat, tuple[Asked, asyncio.Task[None]]] = {}

    @property
    def card(self) -> MatchCard:
        """What is fixed for the match."""
        return self.live.card

    @property
    def match(self) -> Match:
        """The match as it is kept."""
        return self.live.match

    # Running

    async def run(self) -> None:
        """Judge events until the match is over and all that had happened before is judged."""
        while not self.match.result or self.live.put_off or self._again or self._events.qsize():
            # What has waited comes before what came later.
            await self._take(self._again.popleft() if self._again else await self._events.get())

    async def stop(self) -> None:
        """Stop whatever goes on beside the queue."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def put(self, event: Event) -> None:
        """Let something happen, after everything that happened before."""
        self._events.put_nowait(event)

    def report(self, delivered: Delivered) -> None:
        """Let it happen that a post stands or was dropped."""
        self._boards.discard(delivered.sequence)
        message_id = delivered.message_id or 0
        if delivered.is_in_room and message_id:
            self._newest_delivered = message_id
            delivered = replace(delivered, is_echoed=message_id <= self._newest_echoed)
        self.put(delivered)

    def hear_echo(self, message_id: int) -> None:
        """Note that the gateway tells of a post in the room; it tells in the order of typing."""
        self._newest_echoed = message_id
        if message_id <= self._newest_delivered:
            self.put(Echoed(message_id))

    def interrupt(self, event: Event) -> None:
        """Let something happen before everything that waits."""
        waiting = [event, *self._again]
        while self._events.qsize():
            waiting.append(self._events.get_nowait())
        self._again.clear()
        for each in waiting:
            self._events.put_nowait(each)

    def send(self, posts: Iterable[Post]) -> None:
        """Hand posts that are kept on for delivery."""
        for post in posts:
            self._services.outbox.put(
                post,
                self.card,
                attachments_of(self.card, self.match, post),
                is_new=post.sequence > self._inherited,
                is_moot=partial(self._has_moved_on, post),
            )

    def _has_moved_on(self, post: Post) -> bool:
        return self.live.turn_post > post.sequence

    async def _take(self, event: Event) -> None:
        if not await self._is_kept(event):
            return
        for following in await self._try(event):
            await self._try(following)

    async def _try(self, event: Event) -> tuple[Event, ...]:
        """Let an event happen, and tell what happens right after it.

        If it cannot be kept it has not happened, and the match goes on.
        """
        self._judged = event
        try:
            return (await self._happen(event)).then
        except NotStored as error:
            await self._give_up(event, error)
        except Exception as error:
            log.exception("match %s: %s failed", self.card.id, type(event).__name__)
            with suppress(Exception):
                await self._give_up(event, error)
        finally:
            self._judged = None
        return ()

    async def _happen(self, event: Event) -> Effects:
        if isinstance(event, Ruled) and event.interaction_id not in self._answers:
            # The host was told that it is not kept.
            return Effects(self.card.id)
        live, effects = decide(self.live, event, **self._circumstances())
        await self._keep(effects, is_command=isinstance(event, Ruled))
        self.live = live
        self._carry_out(effects)
        self._think_after(event, effects)
        if isinstance(event, Ruled) and not effects.is_put_off:
            self._answers.pop(event.interaction_id).set_result(effects.refusal)
        return effects

    async def _give_up(self, event: Event, error: Exception) -> None:
        """Nobody who awaits an answer is left without one."""
        answer = self._answers.pop(event.interaction_id, None) if isinstance(event, Ruled) else None
        if answer:
            answer.set_exception(error)
        live, effects = given_up(self.live, event, **self._circumstances())
        await self._keep(effects)
        self.live = live
        self._carry_out(effects)
        self._think_after(event, effects)

    def _circumstances(self) -> dict[str, Any]:
        """What a decision depends on beside the match and the event."""
        return {
            "now_ms": self._services.clock.now_ms(),
            "is_connected": self._services.gateway.hears(self.card.guild_id),
            "promptness": self._services.gateway.promptness(self.card.guild_id),
        }

    async def _keep(self, effects: Effects, *, is_command: bool = False) -> None:
        """Keep what follows from an event in one transaction.

        Raises:
            NotStored: It is a host's command, which can be given again.
        """
        if not effects.must_be_kept:
            return
        store = self._services.store
        if effects.may_be_lost:
            store.commit_with_next(effects)
            return
        commit = partial(store.commit, effects, is_command=is_command)
        await (commit() if is_command else store.write_retries.until_stored(commit))

    def _carry_out(self, effects: Effects) -> None:
        """Do what follows from an event, now that it is kept."""
        self.send(effects.posts)
        self._boards.update(each.sequence for each in effects.posts if each.urgency is Urgency.TURN)
        if not (self._boards or self.live.is_catching_up):
            self._services.limiter.release_reports(self.card.room_id)
        for seat in effects.looks_for:
            self._spawn(self._look_for(seat))
        if effects.is_put_off and self.live.keeps_somebody_waiting:
            self._services.reader.hasten(self.card.id)
        if effects.reopens:
            self._services.outbox.retry(self.card.room_id)
        if effects.reading:
            self._spawn(self._read_room(effects.reading))
        self._again.extend(effects.again)
        if not effects.then:
            self._services.timers.set(self.card.id, effects.wake_ms)

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _think_after(self, event: Event, effects: Effects) -> None:
        """Think of what is asked of the Dealer's seats now, and no longer of anything else."""
        if isinstance(event, Acted) and not effects.is_put_off:
            self._note_action(event, effects.refusal)
        asked = {each.seat: each for each in asked_of_dealer(self.live)}
        for seat, (about, task) in [*self._thinking.items()]:
            if asked.get(seat) != about:
                task.cancel()
                del self._thinking[seat]
        for seat, about in asked.items():
            if seat not in self._thinking:
                self._thinking[seat] = about, self._spawn(self._think(about))

    def _note_action(self, event: Acted, refusal: Refused | None) -> None:
        """What was thought about has been done, or is not wanted any more."""
        about, _ = self._thinking.get(event.asked.seat, (None, None))
        if about == event.asked:
            del self._thinking[event.asked.seat]
        if refusal:
            code = refusal.code
            log.error("match %s: the Dealer's own action was refused: %s", self.card.id, code)

    async def _think(self, about: Asked) -> None:
        """Think of an action, and take it after a moment in which the audience can follow."""
        seat, pace = about.seat, pace_of(self.live, about.seat)
        moment = asyncio.create_task(asyncio.sleep(pace.moment))
        question = Question(self.match.game, about.view, seat, level_of(self.card, seat))
        text = ""
        while not text:
            try:
                text = await self._services.thinkers.choose(question, pace.longest)
            except Exception:
                log.exception("match %s: nothing came of thinking", self.card.id)
                await asyncio.sleep(RETRY_SECONDS)
        await moment
        self.put(Acted(about, text, self._services.clock.now_ms()))

    async def _look_for(self, seat: Seat) -> None:
        """See whether a player is still on the server."""
        if await self._services.members.has_left(self.card, seat):
            self.put(Left(seat))

    async def _read_room(self, wanted: ReadRoom) -> None:
        """Read until it succeeds, or it is certain that it will not.

        A reading that no longer counts is left to its end: were it cancelled, the library would
        forget what it waits for on behalf of all others.
        """
        retry_seconds = RETRY_SECONDS
        for tries in count(1):
            if wanted.number != self.live.reading:
                return
            try:
                reading = await self._services.reader.read(lambda: self.live, wanted.scope)
            except Exception as error:
                obstacle = obstacle_behind(error, tries)
                trace = None if isinstance(error, EXPECTED) else error
                log.error(  # noqa: TRY400 - only the unexpected needs a trace
                    "match %s: the room cannot be read: %r", self.card.id, error, exc_info=trace
                )
                if obstacle and wanted.number == self.live.reading:
                    self.put(Obstructed(obstacle))
                if obstacle:
                    return
                # Whatever it is: no flag falls before the room has been read.
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
            else:
                self.put(RoomRead(reading, wanted.scope.until_ms, wanted.number))
                return

    # What hosts and players ask for

    def ask(self, ruled: Ruled) -> "asyncio.Future[Refused | None]":
        """Put a host's ruling to the match; the future tells why it was refused, if it was."""
        answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self._answers[ruled.interaction_id] = answer
        self.put(ruled)
        return answer

    async def rule(self, text: str, interaction_id: int) -> Refused | None:
        """Put a host's ruling to the match; why it was refused, if it was.

        Raises:
            NotStored: Nothing can be kept just now; it is not carried out, and never will be.
        """
        ruled = Ruled(text, interaction_id, snowflake_ms(interaction_id))
        answer = self.ask(ruled)
        while not answer.done():
            await asyncio.wait({answer}, timeout=COMMAND_SECONDS)
            is_vain = self._services.store.write_retries.failing_seconds is not None
            if not answer.done() and is_vain and self._judged is not ruled:
                del self._answers[interaction_id]
                raise NotStored
        return await answer

    async def take_form(self, form: Typed, patience: float) -> None:
        """Keep a form, which is judged once it is kept.

        Raises:
            NotStored: That is not possible within so many seconds.
            NotLive: The match is over.
        """
        await self._keep_before(form, form, patience)

    async def keep_choice(self, choice: Choice, patience: float) -> None:
        """Keep which match a direct message is for, before that is acknowledged.

        From then on a reading of the room includes the message.

        Raises:
            NotStored: That is not possible within so many seconds.
            NotLive: The match is over.
        """
        await self._keep_before(Chosen(choice), choice, patience)

    async def _keep_before(self, event: Typed | Chosen, sent: Submission, patience: float) -> None:
        """Put an event on the queue at once, and keep what was sent; else it does not happen.

        So all events are judged in the order in which Discord tells of them, and no flag falls
        before them, however long the database takes.
        """
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._kept[sent.inbox_id] = kept
        self.put(event)
        try:
            await self._services.store.keep(self.card.id, sent, patience)
            kept.set_result(True)
        finally:
            if not kept.done():
                kept.set_result(False)

    async def _is_kept(self, event: Event) -> bool:
        """Whether an event may happen: what leaves no trace on Discord only once it is kept."""
        kept = self._kept.pop(_inbox_id(event), None)
        # If the runner is stopped meanwhile, whoever keeps it must still be able to say so.
        return kept is None or await asyncio.shield(kept)

    def acknowledging(self, form: Typed) -> AbstractContextManager[None]:
        """Hold back the answer to a form while the form is being acknowledged."""
        return self._services.outbox.holding(form.token or "")


def _inbox_id(event: Event) -> int | None:
    """The interaction an event is kept under; None where it leaves a trace on Discord."""
    match event:
        case Typed(inbox_id=inbox_id) | Chosen(choice=Choice(inbox_id=inbox_id)):
            return inbox_id
        case _:
            return None


class Runners:
    """The runners of all live matches, by match and by room; after a restart they come in turn."""

    def __init__(self) -> None:
        self._are_expected = asyncio.Event()
        self._expected = Counter[int]()
        self._awaited = defaultdict[int, asyncio.Event](asyncio.Event)
        self._by_match: dict[int, MatchRunner] = {}
        self._by_room: dict[int, MatchRunner] = {}

    def __iter__(self) -> Iterator[MatchRunner]:
        return iter(tuple(self._by_match.values()))

    def expect(self, rooms: Iterable[LiveRoom]) -> None:
        """Note all live matches, none of which has its runner yet."""
        for each in rooms:
            self._expected.update(each.player_ids)
        self._are_expected.set()

    def settle(self, room: LiveRoom) -> None:
        """Note that a match that was expected has its runner, or will have none."""
        self._expected.subtract(room.player_ids)
        for each in room.player_ids:
            if not self._expected[each]:
                self._awaited[each].set()

    async def all_of(self, player_id: int) -> None:
        """Wait until all live matches of a player have their runners."""
        await self._are_expected.wait()
        if self._expected[player_id]:
            await self._awaited[player_id].wait()

    def add(self, runner: MatchRunner) -> None:
        """Add a runner; there is one live match in a room."""
        self._by_match[runner.card.id] = self._by_room[runner.card.room_id] = runner

    def remove(self, runner: MatchRunner) -> None:
        """Take out a runner whose match is over."""
        del self._by_match[runner.card.id]
        if self._by_room[runner.card.room_id] is runner:
            del self._by_room[runner.card.room_id]

    def of_match(self, match_id: int) -> MatchRunner | None:
        """The runner of a live match."""
        return self._by_match.get(match_id)

    def in_room(self, room_id: int) -> MatchRunner | None:
        """The runner of the live match in a room."""
        return self._by_room.get(room_id)

    def on_server(self, guild_id: int) -> list[MatchRunner]:
        """The runners of a server's live matches."""
        return [each for each in self if each.card.guild_id == guild_id]
