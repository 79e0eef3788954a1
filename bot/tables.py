"""A live match's table: the one serial queue through which all that happens to it passes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.discord_clock import DiscordClock
from bot.events import Deleted, Delivered, Edited, Event, Heard, RoomRead, Ruled, Typed, Woken
from bot.letters import NOWHERE, Letter, Origin
from bot.secretary import Secretary
from bot.store import Change, MatchCard, NumberedLetter, Sourced, Store, StoredMatch, insistently
from engine.clocks import Seconds
from engine.entries import POSTED, Entry, Speaker
from engine.match import Match, Step
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


@dataclass(frozen=True)
class Surroundings:
    """What a table needs of the house around it.

    Attributes:
        store: Where changes are kept.
        clock: Discord's time.
        send: Takes letters that are kept, for delivery.
        wake_at: Sets when a match is to be woken, by Discord's clock.
        read_room: Puts on a table's queue what its room holds up to an instant and is not yet
            judged; the newest message read.
        is_connected: Whether the gateway would have told of a message by now.
        close: Takes a table whose match is over off the house.
    """

    store: Store
    clock: DiscordClock
    send: Callable[["Table", Iterable[NumberedLetter]], None]
    wake_at: Callable[[int, int | None], None]
    read_room: Callable[["Table", int], Awaitable[int]]
    is_connected: Callable[[], bool]
    close: Callable[["Table"], None]


@dataclass
class _Draft:
    """What one event does to a match, until it is committed."""

    match: Match
    entries: list[Sourced] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    done: tuple[int, int | None] | None = None
    judged: str | None = None
    read_to: int = 0
    held_message: int | None = None
    is_put_off: bool = False
    refused: dict[int, Seat] = field(default_factory=dict)

    def absorb(self, step: Step, own: Entry | None = None, source: str | None = None) -> None:
        """Go on to a step's match, noting which of its new entries came from the event itself."""
        for entry in step.match.entries[len(self.match.entries) :]:
            is_own = own is not None and (entry.who, entry.text) == (own.who, own.text)
            self.entries.append(Sourced(entry, source if is_own else None))
        is_logged = len(step.match.entries) > len(self.match.entries)
        # What left nothing in the log binds nobody: a move typed before it may still be on its way.
        self.match = step.match if is_logged else replace(step.match, now=self.match.now)


class Table:
    """One live match. Others only `put` events; all that follows happens in the table's task.

    Attributes:
        card: Where, what and who.
        match: The match as committed.
        opening: The sequence of the letter that opened the present turn.
        read_to: Up to which message the room has been read to the end.
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
        self._held_message: int | None = None
        self._sequence = 0
        self._taken_up_at = 0
        self._reading: asyncio.Task[None] | None = None
        self._after_reading: list[Event] = []
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
        """Go on where a stored match stood; the time since the gateway was alive is nobody's."""
        self._judged = {sourced.source for sourced in stored.entries if sourced.source}
        self._judged |= {f"message:{message_id}" for message_id in stored.answered}
        self._sequence = self._taken_up_at = stored.sequence
        self.opening = stored.opening
        self.read_to = stored.read_to
        if self.match.held:
            self._held_message = _message_behind(stored.entries, self.match.held.entry)
        self._around.send(self, stored.waiting)
        draft = _Draft(self.match)
        self._account_for_gap(draft, alive_ms)
        await self._commit(draft)
        self._working = asyncio.create_task(self._work(), name=f"table {self.card.id}")

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

    def match_now(self) -> Match:
        """The match as far as it can be said at present, for those who ask."""
        now, due = self.card.instant(self._around.clock.now_ms()), self.match.next_due()
        return self.match.pass_to(now if due is None else min(now, due), inclusive=False).match

    # Working

    async def _work(self) -> None:
        while not self.match.result or self._after_reading or not self._events.empty():
            event = await self._events.get()
            try:
                await self._happen(event)
            except Exception as error:
                # What is not committed has not happened; the match goes on from what is.
                log.exception("match %s: %s failed", self.card.id, type(event).__name__)
                if isinstance(event, Ruled) and not event.answer.done():
                    event.answer.set_exception(error)
        self._around.close(self)

    async def _happen(self, event: Event) -> None:
        draft = _Draft(self.match)
        refusal = self._judge(draft, event)
        await self._commit(draft)
        if draft.is_put_off:
            return
        if isinstance(event, Ruled) and not event.answer.done():
            event.answer.set_result(refusal)
        if not self._is_reading:
            # What happened may have made the flag moot for which others wait.
            self._put_waiting()

    def _judge(self, draft: _Draft, event: Event) -> Refused | None:
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
            case Heard():
                draft.read_to = event.read_to
            case RoomRead():
                draft.read_to = max(self.read_to, event.read_to)
                self._pass_to(draft, self.card.instant(event.at_ms))
        return None

    def _typed(self, draft: _Draft, event: Typed) -> None:
        if event.source in self._judged:
            return
        draft.judged = event.source
        self._hear(draft, event.seat, event)

    def _edited(self, draft: _Draft, event: Edited) -> None:
        """An edit takes a held move back and submits anew; it may also mend a refused message."""
        if event.source in self._judged:
            return
        draft.judged = event.source
        seat = self._refused.get(event.message_id)
        held = draft.match.held
        if held and event.message_id == self._held_message:
            seat = held.entry.who.seat
            if seat and self._take_back(draft, seat, event, f"{event.source}:takeback").refusal:
                return
        if seat:
            self._hear(draft, seat, event)
        if held and seat and draft.match.held not in {None, held}:
            draft.letters = [self._secretary.changed(seat)]

    def _deleted(self, draft: _Draft, event: Deleted) -> None:
        held = draft.match.held
        if held is None or held.entry.who.seat is None or event.message_id != self._held_message:
            return
        self._take_back(draft, held.entry.who.seat, event, event.source)

    def _delivered(self, draft: _Draft, event: Delivered) -> None:
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
                draft.letters.append(self._secretary.away(draft.match, late))

    def _woken(self, draft: _Draft) -> None:
        """Let pass what is safe to judge; before a flag falls the room must be read first."""
        now_ms = self._around.clock.now_ms()
        due = draft.match.next_due()
        due_ms = None if due is None else self.card.discord_ms(due)
        if due is None or due_ms is None or now_ms < due_ms:
            self._pass_to(draft, self.card.instant(now_ms))
        elif draft.match.held is None or not self._around.is_connected():
            self._pass_to(draft, due, inclusive=False)
            self._read_room_for(draft.match, due_ms)
        elif now_ms >= due_ms + GRACE_MS:
            self._pass_to(draft, due)

    # What events have in common

    def _is_past_flag(self, draft: _Draft, at_ms: int) -> bool:
        """Whether a flag must be judged before an event, for which the room is read first."""
        due = draft.match.next_due()
        if due is None or draft.match.held or self.card.instant(at_ms) <= due:
            return False
        self._read_room_for(draft.match, self.card.discord_ms(due))
        return True

    def _hear(self, draft: _Draft, seat: Seat, event: Typed | Edited) -> None:
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

    def _say(self, draft: _Draft, seat: Seat, event: Typed | Edited) -> bool:
        """Let a seat submit a text; whether it counts. What is said in private is answered so."""
        entry = Entry(Speaker(seat.value), self.card.instant(event.at_ms), event.text)
        origin = event.origin
        step = self._enter(draft, entry, event.source, origin)
        if step.refusal:
            draft.letters.extend(self._secretary.refusal(step.match, step.refusal, origin))
        elif origin.to and not any(letter.to for letter in draft.letters):
            draft.letters.append(self._secretary.counted(origin))
        return step.refusal is None

    def _take_back(self, draft: _Draft, seat: Seat, event: Edited | Deleted, source: str) -> Step:
        """Take a held move back on the word of a message's edit or deletion."""
        entry = Entry(Speaker(seat.value), self.card.instant(event.at_ms), TAKE_BACK_TEXT)
        step = self._enter(draft, entry, source)
        if step.refusal:
            refusal = self._secretary.refusal(step.match, step.refusal, event.origin)
            draft.letters.extend(refusal)
        return step

    def _enter(self, draft: _Draft, entry: Entry, source: str, origin: Origin = NOWHERE) -> Step:
        step = draft.match.enter(entry).then(Match.draw_lots)
        draft.absorb(step, entry, source)
        draft.letters.extend(self._secretary.letters(step, origin))
        return step

    def _pass_to(self, draft: _Draft, until: Seconds, *, inclusive: bool = True) -> None:
        step = draft.match.pass_to(until, inclusive=inclusive).then(Match.draw_lots)
        draft.absorb(step)
        draft.letters.extend(self._secretary.letters(step, NOWHERE))

    def _account_for_gap(self, draft: _Draft, alive_ms: int) -> None:
        """Log the time in which nobody could be heard as a pause, and say so in one line."""
        match, now_ms = self.match, self._around.clock.now_ms()
        if match.paused_since is not None:
            return
        if match.started is None and match.held is None:
            # A post that stood just before the gap starts no clock before its end.
            draft.absorb(match.enter(Entry(Speaker.DEALER, self.card.instant(now_ms))))
            return
        # What time does before the gap is left to be judged, and told, after it.
        began, due = self.card.instant(alive_ms), match.next_due()
        began = max(match.now, began if due is None else min(began, due))
        pause = Entry(Speaker.HOST, began, "pause")
        # A local clock that is not yet set by Discord's may be behind the last proof of life.
        resume = Entry(Speaker.HOST, max(began, self.card.instant(now_ms)), "resume")
        step = match.enter(pause).then(lambda paused: paused.enter(resume))
        draft.absorb(step)
        draft.letters.append(self._secretary.away(step.match, resume.at - began))

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

    async def _read_room(self, due_ms: int) -> None:
        """Read until it succeeds; then what had to wait for the flag to be judged goes on."""
        retry_seconds = RETRY_SECONDS
        while True:
            try:
                read_to = await self._around.read_room(self, due_ms)
            except Exception:
                # Whatever it is: without the word that the room was read, no flag falls.
                log.exception("match %s: the room cannot be read; trying again", self.card.id)
                await asyncio.sleep(retry_seconds)
                retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
            else:
                self.put(RoomRead(due_ms, read_to))
                self._put_waiting()
                return

    def _put_waiting(self) -> None:
        """Let what had to wait for a flag happen."""
        waiting, self._after_reading = self._after_reading, []
        for event in waiting:
            self.put(event)

    # Keeping

    async def _commit(self, draft: _Draft) -> None:
        """Keep what an event did in one transaction; only then is anything told."""
        letters = tuple(self._number(draft.letters, len(draft.match.entries)))
        wake_ms = self._wake_ms(draft.match)
        read_to = max(self.read_to, draft.read_to)
        if draft.entries or letters or draft.done or read_to > self.read_to:
            change = Change(
                match_id=self.card.id,
                first_number=len(self.match.entries),
                entries=tuple(draft.entries),
                letters=letters,
                wake_ms=wake_ms,
                read_to=read_to,
                done=draft.done,
                outcome=draft.match.result,
            )
            await insistently(partial(self._around.store.commit, change))
        self._take_over(draft)
        self.read_to = read_to
        self._tell(letters)
        self._around.wake_at(self.card.id, wake_ms)

    def _take_over(self, draft: _Draft) -> None:
        """What was drafted has happened."""
        self.match = draft.match
        if draft.judged:
            self._judged.add(draft.judged)
        if draft.held_message:
            self._held_message = draft.held_message
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
