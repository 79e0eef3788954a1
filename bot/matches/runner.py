"""A live match's table: the one serial queue through which all that happens to it passes."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final

from bot.card import MatchCard
from bot.discord_clock import snowflake_before
from bot.live.decide import OBSTACLE, PAUSE, Judge, Memory, grace_ms
from bot.live.effects import Draft
from bot.live.events import (
    Away,
    Back,
    Choice,
    Deleted,
    Delivered,
    Edited,
    Event,
    Obstructed,
    Reading,
    RoomRead,
    Ruled,
    Scope,
    Submission,
    Typed,
    Unheard,
    Woken,
    message_of,
)
from bot.matches.obstacles import EXPECTED, obstacle_behind
from bot.matches.surroundings import Surroundings
from bot.posts.compose import Composer
from bot.posts.post import NOWHERE, Post, placed
from bot.storage.records import Change, Sourced, StoredMatch
from bot.storage.store import NotKept
from engine.matches.entries import Entry
from engine.matches.match import Match, Step
from engine.matches.standing import logged_standing
from engine.notation import is_concession

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
LONGEST_RETRY_SECONDS: Final = 60.0
NEVER_WAIT: Final = (Delivered, Away, Unheard, Obstructed)
WAIT_FOR_ROOM: Final = (Typed, Edited, Deleted)


class MatchRunner:
    """One live match. Others only `put` events; all that follows happens in the table's task.

    Attributes:
        card: Where, what and who.
        match: The match as committed.
        read_to: Up to which message the room has been heard, so that nothing before it is missing.
        inbox: What left no trace on Discord, was kept, and has still to be heard by a reading.
        held_message: The message of the move that is held.
    """

    def __init__(
        self, surroundings: Surroundings, card: MatchCard, composer: Composer, match: Match
    ) -> None:
        self.card = card
        self.match = match
        self.read_to = 0
        self.inbox: tuple[Submission, ...] = ()
        self._around = surroundings
        self._composer = composer
        self._memory = Memory()
        self._judge = Judge(card, composer, surroundings.clock, self._is_connected, self._memory)
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._sequence = 0
        self._told = Counter[str]()
        self._taken_up_at = 0
        self._readings: set[asyncio.Task[None]] = set()
        self._reading_number = 0
        self._is_reading = False
        self._after_reading: list[Event] = []
        self._again: deque[Event] = deque()
        self._judged: Event | None = None
        self._working: asyncio.Task[None] | None = None

    # Beginning and ending

    async def open(self, beginning: Step, read_to: int) -> None:
        """Keep and tell the opening of a new match, and begin to work.

        Raises:
            RoomTaken: There is a live match in the room.
        """
        posts = self._composer.posts(beginning, NOWHERE)
        match_id = await self._around.store.begin(self.card, read_to, posts)
        self.card = replace(self.card, id=match_id)
        self._judge = replace(self._judge, card=self.card)
        self.read_to = read_to
        self._tell(self._number(posts, log_length=0))
        self._working = asyncio.create_task(self._work(), name=f"table {self.card.id}")

    async def take_up(self, stored: StoredMatch, alive_ms: int) -> None:
        """Go on where a stored match stood; the time since the gateway was alive is nobody's.

        Nothing is judged before `catch_up`.
        """
        memory = self._memory
        memory.judged |= {sourced.source for sourced in stored.entries if sourced.source}
        memory.judged |= stored.answered
        memory.counted |= _counted(stored.entries)
        memory.opening, memory.opened_by = stored.opening, stored.opened_by
        memory.unreached |= stored.unreached
        memory.told_once |= stored.told_once
        memory.acknowledgements = memory.acknowledgements.told(stored.waiting)
        memory.newest_post = stored.newest_post
        memory.is_obstructed = _is_obstructed(stored, self.match)
        self.inbox = stored.inbox
        memory.is_unposted = stored.is_opening_dropped and self.match.started is None
        if self.match.held:
            memory.held_by = _message_behind(stored.entries, self.match.held.entry)
        self._sequence = self._taken_up_at = stored.sequence
        self._told = Counter(stored.told)
        self.read_to = stored.read_to
        # Kept before life is proved anew: another end of the process must not lose the gap.
        memory.away_since, memory.is_catching_up = stored.away_since_ms, True
        await self._commit(Draft(self.match, away_since=memory.away_since or alive_ms))
        self._around.send(self, stored.waiting)
        self._working = asyncio.create_task(self._work(), name=f"table {self.card.id}")

    def catch_up(self, *, is_new_session: bool = False) -> None:
        """Read all that was said while nobody listened; until then nothing else is judged.

        What was said in a room that was shut waits until the host opens it.
        """
        self._memory.is_catching_up = not self._memory.is_obstructed
        if self._memory.is_catching_up:
            self._read(Scope(knows_newest=is_new_session))

    async def stop(self) -> None:
        """Stop between two events."""
        tasks = [*self._readings, *([self._working] if self._working else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def put(self, event: Event) -> None:
        """Let something happen, after all that happened before."""
        self._events.put_nowait(event)

    def interrupt(self, event: Event) -> None:
        """Let something happen before all that waits."""
        waiting = [event, *self._again]
        while self._events.qsize():
            waiting.append(self._events.get_nowait())
        self._again.clear()
        for each in waiting:
            self._events.put_nowait(each)

    def is_judging(self, event: Event) -> bool:
        """Whether something is happening just now, so that it must be awaited how it ends."""
        return self._judged is event

    async def keep(self, submission: Submission, patience: float) -> None:
        """Keep what leaves no trace on Discord, before it is acknowledged.

        A choice of the match can then be read as messages are. A form is to be `put` once it is
        acknowledged, as only then it can be answered where it was sent.

        Raises:
            NotKept: That is not possible within so many seconds.
            NotLive: The match is over.
        """
        await self._around.store.keep(self.card.id, submission, patience)
        if isinstance(submission, Choice):
            self.inbox += (submission,)

    async def forget(self, choice: Choice) -> None:
        """Let go a choice that turns out to be none for this match."""
        self._take_out(choice.inbox_id)
        store = self._around.store
        await store.keeping.insistently(partial(store.forget, choice.inbox_id))

    def wrote(self, post: Post) -> bool:
        """Whether a letter is of this process, and not one that an earlier one left waiting."""
        return post.sequence > self._taken_up_at

    def has_judged(self, message_id: int) -> bool:
        """Whether a message was taken for this match, accepted or not."""
        return f"message:{message_id}" in self._memory.judged

    @property
    def opening(self) -> int:
        """The sequence of the letter that opened the present turn; 0 where there is none."""
        return self._judge.opening

    @property
    def held_message(self) -> int | None:
        """The message of the move that is held."""
        return self._memory.held_by if self.match.held else None

    @property
    def changeable_after(self) -> int | None:
        """The message after which an edit of any in the room may count; None where none may."""
        opened_by, held = self._opened_after, self.held_message
        bounds = [opened_by, held - 1 if held else None]
        return min((each for each in bounds if each is not None), default=None)

    @property
    def _opened_after(self) -> int | None:
        """The post that opened the turn or, until it is known to stand, one from before it."""
        opening, opened_by = self._memory.opening, self._memory.opened_by
        if opened_by is not None or opening is None:
            return opened_by
        return max(opening.comes_after, snowflake_before(self.card.began_ms))

    @property
    def newest_post(self) -> int:
        """The Dealer's newest post that is known to stand in the room; 0 where there is none."""
        return self._memory.newest_post

    @property
    def awaits_secrets(self) -> bool:
        """Whether the match is at a point at which something is told to the Dealer alone."""
        match = self.match
        return match.result is None and bool(match.game.takes_secrets(match.state))

    def match_now(self) -> Match:
        """The match as far as it can be said at present, for those who ask."""
        now, due = self.card.instant(self._around.clock.now_ms()), self.match.next_due()
        return self.match.pass_to(now if due is None else min(now, due), inclusive=False).match

    # Working

    async def _work(self) -> None:
        while not self.match.result or self._after_reading or self._again or self._events.qsize():
            # What has waited comes before what came later.
            await self._take(self._again.popleft() if self._again else await self._events.get())
        self._around.close(self)

    async def _take(self, event: Event) -> None:
        if isinstance(event, RoomRead):
            await self._take_reading(event)
        elif not self._must_wait(event):
            await self._try(event)
        elif not isinstance(event, Woken):
            # Who was woken for nothing is woken again: the end of the reading sets when.
            self._after_reading.append(event)

    def _must_wait(self, event: Event) -> bool:
        """Whether what was missed must be judged first, or the room be open again."""
        if self.match.result:
            # Nothing changes it any more, and a shut room may never be opened.
            return False
        if self._memory.is_catching_up:
            return not isinstance(event, NEVER_WAIT)
        return (
            self._memory.is_obstructed and isinstance(event, WAIT_FOR_ROOM) and not _concedes(event)
        )

    async def _take_reading(self, read: RoomRead) -> None:
        """Let what was found happen, and then what waited for it."""
        if read.number != self._reading_number:
            # Another reading has taken the place of this one.
            return
        self._is_reading = False
        if read.until_ms is None:
            await self._take_missed(read)
        else:
            for said in read.reading.said:
                await self._try(said)
            await self._try(read)

    async def _take_missed(self, read: RoomRead) -> None:
        """Let all that was missed happen; the gap comes after what was said before it."""
        said, since_ms = self._in_order(read.reading), self._memory.away_since
        before = [each for each in said if since_ms is not None and each.at_ms <= since_ms]
        for each in before:
            await self._try(each)
        await self._try(Back())
        for each in said[len(before) :]:
            await self._try(each)
        self._memory.is_catching_up = False
        await self._try(read)

    def _in_order(self, reading: Reading) -> list[Typed | Edited]:
        """What was read, and between it the forms that wait: those are found in no channel."""
        forms = [each for each in self._after_reading if isinstance(each, Typed) and each.token]
        self._after_reading = [each for each in self._after_reading if each not in forms]
        return sorted([*reading.said, *forms], key=lambda each: each.at_ms)

    async def _try(self, event: Event) -> None:
        """Let an event happen; what is not committed has not happened, and the match goes on."""
        self._judged = event
        try:
            await self._happen(event)
        except NotKept as error:
            await self._tell_failure(event, error)
        except Exception as error:
            log.exception("match %s: %s failed", self.card.id, type(event).__name__)
            with suppress(Exception):
                await self._tell_failure(event, error)
        finally:
            self._judged = None

    async def _tell_failure(self, event: Event, error: Exception) -> None:
        """Nobody who awaits an answer is left without one."""
        if isinstance(event, Ruled) and not event.answer.done():
            event.answer.set_exception(error)
        if isinstance(event, Typed) and event.is_private:
            posts = [self._composer.failed(event.origin)]
            draft = Draft(self.match, posts=posts, settled=event.inbox_id)
            await self._commit(draft)

    async def _happen(self, event: Event) -> None:
        if isinstance(event, Ruled) and event.answer.cancelled():
            # The host was told that it is not kept.
            return
        draft = self._judge.judge(self.match, event, self._after_reading)
        if draft.is_put_off:
            self._after_reading.append(event)
        await self._commit(draft, is_command=isinstance(event, Ruled))
        if draft.catches_up:
            self.catch_up(is_new_session=isinstance(event, Away) and event.is_new_session)
        if draft.is_put_off:
            return
        if isinstance(event, Ruled) and not event.answer.done():
            event.answer.set_result(draft.refusal)
        if isinstance(event, Unheard):
            self._wait_to_hear()
        if self.match.result or isinstance(event, Obstructed):
            self._stop_reading()
        if not (self._is_reading or self._memory.is_catching_up):
            # What happened may have made the flag moot for which others wait.
            self._put_waiting()

    def _read_room_before(self, match: Match, due_ms: int) -> None:
        """Read the room outside the queue, until it can be said that nothing is on its way.

        Not before what leaves no message has arrived: the end of that time wakes the table again.
        """
        early_ms = grace_ms(match)
        is_early = early_ms and self._around.clock.now_ms() < due_ms + early_ms
        if not is_early and not self._is_reading:
            self._read(Scope(until_ms=due_ms))

    def _read(self, scope: Scope) -> None:
        """Begin a reading. One that goes on is left to its end, and is of no account any more.

        It is not cancelled: the library would forget what it waits for on behalf of all others.
        """
        self._reading_number += 1
        self._is_reading = True
        reading = asyncio.create_task(self._read_room(scope, self._reading_number))
        self._readings.add(reading)
        reading.add_done_callback(self._readings.discard)

    async def _read_room(self, scope: Scope, number: int) -> None:
        """Read until it succeeds, or it is certain that it will not."""
        retry_seconds = RETRY_SECONDS
        for tries in count(1):
            if number != self._reading_number:
                return
            try:
                reading = await self._around.read_room(self, scope)
            except Exception as error:
                obstacle = obstacle_behind(error, tries)
                trace = None if isinstance(error, EXPECTED) else error
                log.error(  # noqa: TRY400 - the trace tells something of the unexpected only
                    "match %s: the room cannot be read: %r", self.card.id, error, exc_info=trace
                )
                if obstacle:
                    self._give_up_reading(Obstructed(obstacle), number)
                    return
                # Whatever it is: without the word that the room was read, no flag falls.
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
            else:
                self.put(RoomRead(reading, scope.until_ms, number))
                return

    def _give_up_reading(self, event: Obstructed, number: int) -> None:
        """Let the match wait, unless another reading has taken the place of this one."""
        if number == self._reading_number:
            self.put(event)

    def _stop_reading(self) -> None:
        """Nothing more is to be decided, or nothing can be read until the host says so."""
        self._reading_number += 1
        self._is_reading = self._memory.is_catching_up = False

    def _wait_to_hear(self) -> None:
        """Nothing can be read, or is judged, before the server is heard of again."""
        self._reading_number += 1
        self._is_reading = False
        self._memory.is_catching_up = not self._memory.is_obstructed

    def _is_connected(self) -> bool:
        return self._around.is_connected(self.card.guild_id)

    def _put_waiting(self) -> None:
        """Let what had to wait for a flag happen."""
        waiting, self._after_reading = self._after_reading, []
        self._again.extend(waiting)

    # Keeping

    async def _commit(self, draft: Draft, *, is_command: bool = False) -> None:
        """Keep what an event did in one transaction; only then is anything told.

        Raises:
            NotKept: It is a host's command, which can be given again.
        """
        if draft.reads_to_ms is not None:
            self._read_room_before(draft.match, draft.reads_to_ms)
        posts = self._number(draft.posts, len(draft.match.entries))
        wake_ms = self._wake_ms(draft.match)
        read_to = max(self.read_to, draft.heard_to)
        away_since = None if draft.is_back else draft.away_since or self._memory.away_since
        is_noted = read_to > self.read_to or away_since != self._memory.away_since
        if draft.entries or posts or draft.done or draft.settled or is_noted:
            change = Change(
                match_id=self.card.id,
                first_number=len(self.match.entries),
                entries=tuple(draft.entries),
                posts=posts,
                wake_ms=wake_ms,
                read_to=read_to,
                away_since_ms=away_since,
                done=draft.done,
                outcome=draft.match.result,
                settled=draft.settled,
                standing=logged_standing(draft.match),
            )
            await self._keep(change, is_command=is_command)
        self._take_over(draft)
        self.read_to, self._memory.away_since = read_to, away_since
        self._tell(posts)
        if draft.looks_for:
            self._around.look_for(self, draft.looks_for)
        self._around.wake_at(self.card.id, wake_ms)

    async def _keep(self, change: Change, *, is_command: bool) -> None:
        store = self._around.store
        commit = partial(store.commit, change, is_command=is_command)
        await (commit() if is_command else store.keeping.insistently(commit))

    def _take_over(self, draft: Draft) -> None:
        """What was drafted has happened."""
        self._memory.counted |= _counted(draft.entries, start=len(self.match.entries))
        self.match = draft.match
        self._memory.judged.update(draft.judged)
        self._take_out(draft.settled)
        if draft.held_message:
            self._memory.held_by = draft.held_message
        if draft.opened_by:
            self._memory.opened_by = draft.opened_by
        if draft.hinted:
            seat, at_ms = draft.hinted
            self._memory.hinted[seat] = at_ms
        if draft.is_obstructed is not None:
            self._memory.is_obstructed = draft.is_obstructed
        if draft.is_unposted is not None:
            self._memory.is_unposted = draft.is_unposted
        if draft.unreached:
            self._memory.unreached.add(draft.unreached)
        if draft.acknowledgements:
            self._memory.acknowledgements = draft.acknowledgements
        self._memory.told_once.update(each.once for each in draft.posts if each.once)
        self._memory.newest_post = max(self._memory.newest_post, draft.newest_post)

    def _take_out(self, inbox_id: int | None) -> None:
        self.inbox = tuple(each for each in self.inbox if each.inbox_id != inbox_id)

    def _tell(self, posts: tuple[Post, ...]) -> None:
        self._sequence += len(posts)
        self._told.update(each.readers for each in posts)
        for post in posts:
            if post.opens:
                # What is known to stand already, it comes after.
                opening = replace(post, comes_after=self._memory.newest_post)
                self._memory.opening, self._memory.opened_by = opening, None
                self._memory.is_unposted = False
        self._memory.acknowledgements = self._memory.acknowledgements.told(posts)
        self._around.send(self, posts)

    def _number(self, posts: Iterable[Post], log_length: int) -> tuple[Post, ...]:
        return placed(posts, self.card.id, log_length, last=self._sequence, told=self._told)

    def _wake_ms(self, match: Match) -> int | None:
        wake = match.next_wake()
        if wake is None:
            return None
        wake_ms = self.card.discord_ms(wake)
        if wake == match.next_due():
            wake_ms += grace_ms(match)
        # What is due already waits for the room to be read, or for the gateway, which wake it then.
        is_due = wake_ms <= self._around.clock.now_ms()
        waits = self._is_reading or self._memory.is_catching_up or not self._is_connected()
        return None if is_due and waits else wake_ms


def _concedes(event: Event) -> bool:
    return isinstance(event, Typed) and is_concession(event.text)


def _counted(entries: Iterable[Sourced], start: int = 0) -> dict[int, int]:
    """For each message that was accepted, which entry of the log it has become."""
    numbered = ((message_of(each.source), at) for at, each in enumerate(entries, start))
    return {message: number for message, number in numbered if message is not None}


def _is_obstructed(stored: StoredMatch, match: Match) -> bool:
    """Whether the match waits since its room was found shut."""
    if match.paused_since is None:
        return False
    pauses = [each for each in stored.entries if each.entry.text == PAUSE]
    return bool(pauses) and (pauses[-1].source or "").startswith(OBSTACLE)


def _message_behind(entries: tuple[Sourced, ...], held: Entry) -> int | None:
    """The message that a held move came from."""
    for sourced in reversed(entries):
        if sourced.source and (sourced.entry.who, sourced.entry.text) == (held.who, held.text):
            return int(sourced.source.split(":")[1])
    return None
