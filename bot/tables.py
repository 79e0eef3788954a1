"""A live match's table: the one serial queue through which all that happens to it passes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final

import discord

from bot.discord_clock import DiscordClock
from bot.drafts import Draft
from bot.events import (
    Away,
    Back,
    Deleted,
    Delivered,
    Edited,
    Event,
    Obstacle,
    Obstructed,
    Reading,
    RoomRead,
    Ruled,
    Typed,
    Woken,
)
from bot.letters import NOWHERE, Letter, Origin
from bot.secretary import Secretary
from bot.store import Change, MatchCard, NumberedLetter, Sourced, Store, StoredMatch, insistently
from engine.clocks import Seconds
from engine.entries import POSTED, Entry, Speaker
from engine.match import Match, Step
from engine.notices import Reminded
from engine.refusals import Refused
from engine.seats import Seat

log = logging.getLogger(__name__)

GRACE_MS: Final = 250
"""How long after the end of a hold it is judged.

A take-back by deletion leaves no message behind; one that was made in time has arrived by then.
"""
FORM_GRACE_MS: Final = 3_000
"""How long after the end of a secret phase it is judged.

A form leaves no message behind either; it is acknowledged within three seconds or not at all.
"""
LATE_START: Final = Seconds(1)
"""By how much a clock may start after its post stood before the room is told."""
RETRY_SECONDS: Final = 1.0
LONGEST_RETRY_SECONDS: Final = 60.0
TAKE_BACK_TEXT: Final = "takeback"
PAUSE: Final = "pause"
RESUME: Final = "resume"


@dataclass(frozen=True)
class Surroundings:
    """What a table needs of the house around it.

    Attributes:
        store: Where changes are kept.
        clock: Discord's time.
        send: Takes letters that are kept, for delivery.
        wake_at: Sets when a match is to be woken, by Discord's clock.
        read_room: Reads what was said for a match up to an instant and may not be judged yet.
        is_connected: Whether the gateway tells of what happens.
        close: Takes a table whose match is over off the house.
    """

    store: Store
    clock: DiscordClock
    send: Callable[["Table", Iterable[NumberedLetter]], None]
    wake_at: Callable[[int, int | None], None]
    read_room: Callable[["Table", float], Awaitable[Reading]]
    is_connected: Callable[[], bool]
    close: Callable[["Table"], None]


class Table:
    """One live match. Others only `put` events; all that follows happens in the table's task.

    Attributes:
        card: Where, what and who.
        match: The match as committed.
        opening: The sequence of the letter that opened the present turn.
        read_to: Up to which message the room has been heard, so that nothing before it is missing.
        held_message: The message of the move that is held.
    """

    def __init__(
        self, surroundings: Surroundings, card: MatchCard, secretary: Secretary, match: Match
    ) -> None:
        self.card = card
        self.match = match
        self.opening: int | None = None
        self.read_to = 0
        self._around = surroundings
        self._secretary = secretary
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._judged: set[str] = set()
        self._refused: dict[int, Seat] = {}
        self._held_by: int | None = None
        self._sequence = 0
        self._taken_up_at = 0
        self._reading: asyncio.Task[None] | None = None
        self._after_reading: list[Event] = []
        self._away_since: int | None = None
        self._is_catching_up = False
        self._is_obstructed = False
        self._working: asyncio.Task[None] | None = None

    # Beginning and ending

    async def open(self, beginning: Step, read_to: int) -> None:
        """Keep and tell the opening of a new match, and begin to work.

        Raises:
            RoomTaken: There is a live match in the room.
        """
        letters = self._secretary.letters(beginning, NOWHERE)
        match_id = await self._around.store.begin(self.card, read_to, letters)
        self.card = replace(self.card, id=match_id)
        self.read_to = read_to
        self._tell(tuple(self._number(letters, log_length=0)))
        self._working = asyncio.create_task(self._work(), name=f"table {self.card.id}")

    async def take_up(self, stored: StoredMatch, alive_ms: int) -> None:
        """Go on where a stored match stood; the time since the gateway was alive is nobody's.

        Nothing is judged before `catch_up`.
        """
        self._judged = {sourced.source for sourced in stored.entries if sourced.source}
        self._judged |= stored.answered
        self._sequence = self._taken_up_at = stored.sequence
        self.opening = stored.opening
        self.read_to = stored.read_to
        if self.match.held:
            self._held_by = _message_behind(stored.entries, self.match.held.entry)
        # Kept before life is proved anew: another end of the process must not lose the gap.
        self._away_since = stored.away_since_ms
        self._is_catching_up = True
        await self._commit(Draft(self.match, away_since=self._away_since or alive_ms))
        self._around.send(self, stored.waiting)
        self._working = asyncio.create_task(self._work(), name=f"table {self.card.id}")

    def catch_up(self) -> None:
        """Read all that was said while nobody listened; until then nothing else is judged."""
        self._is_catching_up = True
        if self._reading:
            self._reading.cancel()
        self._reading = asyncio.create_task(self._read_room(None))

    def try_again(self) -> None:
        """Read at once where the room could not be read."""
        if self._is_obstructed and self._is_catching_up:
            self.catch_up()

    async def stop(self) -> None:
        """Stop between two events."""
        tasks = [task for task in (self._reading, self._working) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def put(self, event: Event) -> None:
        """Let something happen, after all that happened before."""
        self._events.put_nowait(event)

    def wrote(self, letter: NumberedLetter) -> bool:
        """Whether a letter is of this process, and not one that an earlier one left waiting."""
        return letter.sequence > self._taken_up_at

    def has_judged(self, message_id: int) -> bool:
        """Whether a message was taken for this match, accepted or not."""
        return f"message:{message_id}" in self._judged

    @property
    def held_message(self) -> int | None:
        """The message of the move that is held."""
        return self._held_by if self.match.held else None

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
        while not self.match.result or self._after_reading or not self._events.empty():
            await self._take(await self._events.get())
        self._around.close(self)

    async def _take(self, event: Event) -> None:
        if isinstance(event, RoomRead):
            await self._take_reading(event)
        elif not self._must_wait(event):
            await self._try(event)
        elif not isinstance(event, Woken):
            self._after_reading.append(event)

    def _must_wait(self, event: Event) -> bool:
        """Whether what was missed must be judged first; a host can act where it cannot be read."""
        if not self._is_catching_up or isinstance(event, Delivered | Away | Obstructed | RoomRead):
            return False
        return not (self._is_obstructed and isinstance(event, Ruled))

    async def _take_reading(self, read: RoomRead) -> None:
        """Let what was found happen, and then what waited for it."""
        if read.until_ms is None:
            await self._take_missed(read)
        elif not self._is_catching_up:
            for said in read.reading.said:
                await self._try(said)
            await self._try(read)

    async def _take_missed(self, read: RoomRead) -> None:
        """Let all that was missed happen; the gap comes after what was said before it."""
        said, since_ms = read.reading.said, self._away_since
        before = [each for each in said if since_ms is not None and each.at_ms <= since_ms]
        for each in before:
            await self._try(each)
        await self._try(Back())
        for each in said[len(before) :]:
            await self._try(each)
        self._is_catching_up = self._is_obstructed = False
        await self._try(read)

    async def _try(self, event: Event) -> None:
        """Let an event happen; what is not committed has not happened, and the match goes on."""
        try:
            await self._happen(event)
        except Exception as error:
            log.exception("match %s: %s failed", self.card.id, type(event).__name__)
            await self._tell_failure(event, error)

    async def _tell_failure(self, event: Event, error: Exception) -> None:
        """Nobody who awaits an answer is left without one."""
        if isinstance(event, Ruled) and not event.answer.done():
            event.answer.set_exception(error)
        if isinstance(event, Typed) and event.is_private:
            draft = Draft(self.match, letters=[self._secretary.failed(event.origin)])
            await self._commit(draft)

    async def _happen(self, event: Event) -> None:
        draft = Draft(self.match)
        refusal = self._judge(draft, event)
        await self._commit(draft)
        if draft.is_put_off:
            return
        if isinstance(event, Ruled) and not event.answer.done():
            event.answer.set_result(refusal)
        if self.match.result:
            self._stop_reading()
        if not self._is_reading:
            # What happened may have made the flag moot for which others wait.
            self._put_waiting()

    def _judge(self, draft: Draft, event: Event) -> Refused | None:
        match event:
            case Typed() | Edited() | Ruled() if self._is_past_flag(draft, event.at_ms):
                draft.is_put_off = True
                self._after_reading.append(event)
            case Typed():
                self._typed(draft, event)
            case Edited():
                self._edited(draft, event)
            case Deleted():
                self._deleted(draft, event)
            case Ruled():
                entry = Entry(Speaker.HOST, self.card.instant(event.at_ms), event.text)
                return self._enter(draft, entry, event.source).refusal
            case Delivered():
                self._delivered(draft, event)
            case Woken():
                self._woken(draft)
            case Away():
                self._leave(draft, event.since_ms)
            case Back():
                self._account_for_gap(draft)
            case Obstructed():
                self._obstructed(draft, event.obstacle)
            case RoomRead():
                self._room_read(draft, event)
        return None

    def _typed(self, draft: Draft, event: Typed) -> None:
        if event.source in self._judged:
            return
        draft.judged = event.source
        draft.heard_to = event.heard_to
        self._hear(draft, event.seat, event)

    def _edited(self, draft: Draft, event: Edited) -> None:
        """An edit takes a held move back and submits anew; it may also mend a refused message."""
        if event.source in self._judged:
            return
        draft.judged = event.source
        seat = self._refused.get(event.message_id)
        held = draft.match.held
        if held and event.message_id == self._held_by:
            seat = held.entry.who.seat
            if seat and self._take_back(draft, seat, event, f"{event.source}:takeback").refusal:
                return
        if seat:
            self._hear(draft, seat, event)
        if held and seat and draft.match.held not in {None, held}:
            draft.letters = [self._secretary.changed(seat)]

    def _deleted(self, draft: Draft, event: Deleted) -> None:
        held = draft.match.held
        if held is None or held.entry.who.seat is None or event.message_id != self._held_by:
            return
        self._take_back(draft, held.entry.who.seat, event, event.source)

    def _delivered(self, draft: Draft, event: Delivered) -> None:
        """A post that opened the turn starts its clock, unless the match has moved on since."""
        draft.done = (event.sequence, event.message_id)
        if event.unreached and not draft.match.result:
            draft.letters.append(self._secretary.unreached(draft.match, event.unreached))
        if event.message_id is not None and event.sequence == self.opening:
            entry = Entry(Speaker.DEALER, self.card.instant(event.at_ms), POSTED)
            started = self._enter(draft, entry, f"post:{event.message_id}").match.started
            late = (started or entry.at) - entry.at
            if late > LATE_START:
                # The post stood before a gap, and its countdown is no longer true.
                draft.letters.append(self._secretary.started_late(draft.match))

    def _woken(self, draft: Draft) -> None:
        """Let pass what is safe to judge; before a flag falls the room must be read first."""
        now_ms = self._around.clock.now_ms()
        due = draft.match.next_due()
        due_ms = None if due is None else self.card.discord_ms(due)
        if not self._around.is_connected():
            # This time may turn out to be nobody's; the gateway's return wakes the table again.
            return
        if due is None or due_ms is None or now_ms < due_ms:
            self._pass_to(draft, self.card.instant(now_ms))
        elif draft.match.held is None:
            self._pass_to(draft, due, inclusive=False)
            self._read_room_for(draft.match, due_ms)
        elif now_ms >= due_ms + GRACE_MS:
            self._pass_to(draft, due)

    def _leave(self, draft: Draft, since_ms: int) -> None:
        """Note since when nothing was heard, and read what was missed."""
        if self._away_since is None:
            draft.away_since = since_ms
        self.catch_up()

    def _account_for_gap(self, draft: Draft) -> None:
        """Log the time in which nobody could be heard as a pause, and say so in one line.

        All that was said before it has been judged, so time may do until then what it does.
        """
        if self._away_since is None:
            return
        draft.is_back = True
        if draft.match.paused_since is None:
            self._pass_to(draft, self.card.instant(self._away_since), tells_reminders=False)
        match, now = draft.match, self.card.instant(self._around.clock.now_ms())
        if match.paused_since is not None or match.result:
            return
        began = max(match.now, self.card.instant(self._away_since))
        # A local clock that is not yet set by Discord's may be behind the last proof of life.
        over = max(began, now)
        if match.started is None and match.held is None:
            # A post that stood just before the gap starts no clock before its end.
            step = match.enter(Entry(Speaker.DEALER, over))
        else:
            step = match.enter(Entry(Speaker.HOST, began, PAUSE))
            step = step.then(lambda paused: paused.enter(Entry(Speaker.HOST, over, RESUME)))
        draft.absorb(step)
        draft.letters.append(self._secretary.away(step.match, over - began))

    def _obstructed(self, draft: Draft, obstacle: Obstacle) -> None:
        """Stop the clocks where players can be neither heard nor told, and tell the host."""
        if self._is_obstructed or draft.match.result:
            return
        self._is_obstructed = True
        if draft.match.paused_since is None:
            now_ms = self._around.clock.now_ms()
            pause = Entry(Speaker.HOST, self._instant_not_past_due(draft.match, now_ms), PAUSE)
            self._enter(draft, pause, "")
        draft.letters.append(self._secretary.obstructed(obstacle))

    def _room_read(self, draft: Draft, read: RoomRead) -> None:
        waiting = [
            each.said_id
            for each in self._after_reading
            if isinstance(each, Typed) and not each.is_private
        ]
        # What waits in memory alone must be found again by another process.
        draft.heard_to = min([read.reading.read_to, *(said_id - 1 for said_id in waiting)])
        if read.until_ms is not None:
            self._pass_to(draft, self.card.instant(read.until_ms))

    # What events have in common

    def _is_past_flag(self, draft: Draft, at_ms: int) -> bool:
        """Whether a flag must be judged before an event, for which the room is read first.

        Not while catching up: all that there was has been read then, and comes in order.
        """
        due = draft.match.next_due()
        if self._is_catching_up or due is None or draft.match.held:
            return False
        if self.card.instant(at_ms) <= due:
            return False
        self._read_room_for(draft.match, self.card.discord_ms(due))
        return True

    def _hear(self, draft: Draft, seat: Seat, event: Typed | Edited) -> None:
        """Let a seat submit a text, if that is where it is to be said."""
        origin = event.origin
        if _is_misplaced(draft.match, seat, event.text, is_private=origin.to is not None):
            draft.letters.append(self._secretary.misplaced(draft.match, origin))
            counts = False
        else:
            counts = self._say(draft, seat, event)
        if origin.to or origin.message_id is None:
            return
        if counts:
            draft.held_message = origin.message_id
        else:
            draft.refused[origin.message_id] = seat

    def _say(self, draft: Draft, seat: Seat, event: Typed | Edited) -> bool:
        """Let a seat submit a text; whether it counts. What is said in private is answered so."""
        entry = Entry(Speaker(seat.value), self.card.instant(event.at_ms), event.text)
        origin = event.origin
        step = self._enter(draft, entry, event.source, origin)
        if step.refusal:
            draft.letters.extend(self._secretary.refusal(step.match, step.refusal, origin))
        elif origin.to and not any(letter.to for letter in draft.letters):
            draft.letters.append(self._secretary.counted(origin))
        return step.refusal is None

    def _take_back(self, draft: Draft, seat: Seat, event: Edited | Deleted, source: str) -> Step:
        """Take a held move back on the word of a message's edit or deletion."""
        entry = Entry(Speaker(seat.value), self.card.instant(event.at_ms), TAKE_BACK_TEXT)
        step = self._enter(draft, entry, source)
        if step.refusal:
            refusal = self._secretary.refusal(step.match, step.refusal, event.origin)
            draft.letters.extend(refusal)
        return step

    def _enter(self, draft: Draft, entry: Entry, source: str, origin: Origin = NOWHERE) -> Step:
        step = draft.match.enter(entry).then(Match.draw_lots)
        draft.absorb(step, entry, source)
        draft.letters.extend(self._secretary.letters(step, origin))
        return step

    def _pass_to(
        self, draft: Draft, until: Seconds, *, inclusive: bool = True, tells_reminders: bool = True
    ) -> None:
        step = draft.match.pass_to(until, inclusive=inclusive).then(Match.draw_lots)
        draft.absorb(step)
        if not tells_reminders:
            told = (each for each in step.notices if not isinstance(each, Reminded))
            step = replace(step, notices=tuple(told))
        draft.letters.extend(self._secretary.letters(step, NOWHERE))

    def _instant_not_past_due(self, match: Match, at_ms: int) -> Seconds:
        """An instant for a pause; what time does before it is left to be judged after it."""
        instant, due = self.card.instant(at_ms), match.next_due()
        return max(match.now, instant if due is None else min(instant, due))

    def _read_room_for(self, match: Match, due_ms: int) -> None:
        """Read the room outside the queue, until it can be said that nothing is on its way.

        Not before what leaves no message has arrived: the end of that time wakes the table again.
        """
        grace_ms = _grace_ms(match)
        is_early = grace_ms and self._around.clock.now_ms() < due_ms + grace_ms
        if not is_early and not self._is_reading:
            self._reading = asyncio.create_task(self._read_room(due_ms))

    @property
    def _is_reading(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def _read_room(self, until_ms: int | None) -> None:
        """Read until it succeeds; then what had to wait for it goes on."""
        retry_seconds = RETRY_SECONDS
        while True:
            try:
                reading = await self._around.read_room(self, inf if until_ms is None else until_ms)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("match %s: the room may not be read: %s", self.card.id, error)
                is_gone = isinstance(error, discord.NotFound)
                self.put(Obstructed(Obstacle.GONE if is_gone else Obstacle.FORBIDDEN))
                await asyncio.sleep(LONGEST_RETRY_SECONDS)
            except Exception:
                # Whatever it is: without the word that the room was read, no flag falls.
                log.exception("match %s: the room cannot be read; trying again", self.card.id)
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
            else:
                self.put(RoomRead(reading, until_ms))
                self._put_waiting()
                return

    def _stop_reading(self) -> None:
        """Nothing more can be decided by what would be read."""
        if self._reading:
            self._reading.cancel()
        self._reading, self._is_catching_up = None, False

    def _put_waiting(self) -> None:
        """Let what had to wait for a flag happen."""
        waiting, self._after_reading = self._after_reading, []
        for event in waiting:
            self.put(event)

    # Keeping

    async def _commit(self, draft: Draft) -> None:
        """Keep what an event did in one transaction; only then is anything told."""
        letters = tuple(self._number(draft.letters, len(draft.match.entries)))
        wake_ms = self._wake_ms(draft.match)
        read_to = max(self.read_to, draft.heard_to)
        away_since = None if draft.is_back else draft.away_since or self._away_since
        is_noted = read_to > self.read_to or away_since != self._away_since
        if draft.entries or letters or draft.done or is_noted:
            change = Change(
                match_id=self.card.id,
                first_number=len(self.match.entries),
                entries=tuple(draft.entries),
                letters=letters,
                wake_ms=wake_ms,
                read_to=read_to,
                away_since_ms=away_since,
                done=draft.done,
                outcome=draft.match.result,
            )
            await insistently(partial(self._around.store.commit, change))
        self._take_over(draft)
        self.read_to, self._away_since = read_to, away_since
        self._tell(letters)
        self._around.wake_at(self.card.id, wake_ms)

    def _take_over(self, draft: Draft) -> None:
        """What was drafted has happened."""
        self.match = draft.match
        if draft.judged:
            self._judged.add(draft.judged)
        if draft.held_message:
            self._held_by = draft.held_message
            self._refused.clear()
        self._refused.update(draft.refused)

    def _tell(self, letters: tuple[NumberedLetter, ...]) -> None:
        self._sequence += len(letters)
        opening = [each.sequence for each in letters if each.letter.opens]
        self.opening = max(opening, default=self.opening)
        self._around.send(self, letters)

    def _number(self, letters: Iterable[Letter], log_length: int) -> Iterable[NumberedLetter]:
        for sequence, letter in enumerate(letters, start=self._sequence + 1):
            yield NumberedLetter(self.card.id, sequence, log_length, letter)

    def _wake_ms(self, match: Match) -> int | None:
        wake = match.next_wake()
        if wake is None:
            return None
        wake_ms = self.card.discord_ms(wake)
        if wake == match.next_due():
            wake_ms += _grace_ms(match)
        # What is due already waits for the room to be read, whose end sets the next waking.
        is_due = wake_ms <= self._around.clock.now_ms()
        return None if self._is_reading and is_due else wake_ms


def _grace_ms(match: Match) -> int:
    """How long after a due time what was done before it may still be on its way, unread."""
    if match.held:
        return GRACE_MS
    return FORM_GRACE_MS if match.game.takes_secrets(match.state) else 0


def _is_misplaced(match: Match, seat: Seat, text: str, *, is_private: bool) -> bool:
    """Whether it is a secret said aloud while such are awaited, or a public action in private."""
    is_secret = match.is_secret(seat, text)
    if is_private:
        return is_secret is False
    return is_secret is True and match.game.takes_secrets(match.state)


def _message_behind(entries: tuple[Sourced, ...], held: Entry) -> int | None:
    """The message that a held move came from."""
    for sourced in reversed(entries):
        if sourced.source and (sourced.entry.who, sourced.entry.text) == (held.who, held.text):
            return int(sourced.source.split(":")[1])
    return None
