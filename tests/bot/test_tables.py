"""A table: all that happens to a live match passes one queue, counts once and is kept first."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import aiohttp
import pytest
from sqlalchemy.exc import OperationalError

from bot import tables
from bot.events import Deleted, Delivered, Edited, Event, RoomRead, Ruled, Typed, Woken
from bot.letters import Letter
from bot.store import Change, MatchCard, NumberedLetter, Store, StoredMatch
from bot.tables import HOLD_GRACE_MS, Surroundings, Table
from bot.words import HEARD
from engine.game import Outcome, Reason
from engine.match import Match
from engine.refusals import Refused
from engine.seats import SEATS, Seat
from tests.bot.support import (
    BEGAN_MS,
    DMO,
    EC,
    FakeClock,
    card_of,
    eventually,
    secretary_of,
    snowflake,
)
from tests.engine.playing import fire_and_ice, standing

SECOND = 1_000
POSTED_MS = 2 * SECOND
"""When the opening post stands, by the match's clock."""


class CountedTable(Table):
    """A table that tells when it is idle."""

    put_in = done_with = 0

    def put(self, event: Event) -> None:
        self.put_in += 1
        super().put(event)

    async def _happen(self, event: Event) -> None:
        try:
            await super()._happen(event)
        finally:
            self.done_with += 1


@dataclass
class Hall:
    """A table with all around it in a test's hands; times are milliseconds since the beginning."""

    store: Any
    card: MatchCard
    clock: FakeClock = field(default_factory=FakeClock)
    sent: list[NumberedLetter] = field(default_factory=list)
    wake_ms: int | None = None
    closed: int = 0
    reads: int = 0
    unheard: list[Event] = field(default_factory=list)
    may_read: asyncio.Event = field(default_factory=asyncio.Event)
    table: CountedTable = field(init=False)
    connected: bool = True

    def _seat(self, match: Match) -> None:
        surroundings = Surroundings(
            store=self.store,
            clock=self.clock,
            send=lambda _, letters: self.sent.extend(letters),
            wake_at=self._wake_at,
            read_room=self._read_room,
            is_connected=lambda: self.connected,
            close=self._close,
        )
        self.table = CountedTable(surroundings, self.card, secretary_of(self.card), match)

    def _wake_at(self, match_id: int, due_ms: int | None) -> None:
        assert match_id == self.table.card.id
        self.wake_ms = None if due_ms is None else due_ms - BEGAN_MS

    async def _read_room(self, table: Table, until_ms: int) -> int:
        self.reads += 1
        await self.may_read.wait()
        for event in self.unheard:
            table.put(event)
        self.unheard.clear()
        return table.read_to

    def _close(self, table: Table) -> None:
        assert table is self.table
        self.closed += 1

    async def open(self) -> None:
        beginning = Match.begin(self.card.game, by_posts=True)
        self._seat(beginning.match)
        await self.table.open(beginning, read_to=0)
        self.card = self.table.card

    async def restart(self, alive_ms: int, now_ms: int) -> None:
        """The process ends and another one takes the match up."""
        await self.table.stop()
        self.clock.ms = BEGAN_MS + now_ms
        self.sent.clear()
        stored = await self.stored()
        self.card = stored.card
        self._seat(Match.replay(stored.card.game, (each.entry for each in stored.entries)))
        await self.table.take_up(stored, BEGAN_MS + alive_ms)

    # What happens

    async def happen(self, *events: Event) -> None:
        """Let events happen, and all that follows from them at once."""
        for event in events:
            self.table.put(event)
        await eventually(lambda: self.table.put_in == self.table.done_with)

    async def typed(self, seat: Seat, text: str, at_ms: int) -> int:
        """A message; its id."""
        await self.happen(typed(seat, text, at_ms))
        return message_id(seat, at_ms)

    async def edited(self, message: int, text: str, at_ms: int) -> None:
        await self.happen(Edited(message, text, BEGAN_MS + at_ms))

    async def deleted(self, message: int, at_ms: int) -> None:
        await self.happen(Deleted(message, BEGAN_MS + at_ms))

    async def stands(self, sequence: int, at_ms: int) -> None:
        """A letter stands in the room."""
        await self.happen(
            Delivered(sequence, snowflake(BEGAN_MS + at_ms, sequence), BEGAN_MS + at_ms)
        )

    async def wakes(self, at_ms: int) -> None:
        self.clock.ms = BEGAN_MS + at_ms
        await self.happen(Woken())

    async def ruled(self, text: str, at_ms: int, number: int = 1) -> Refused | None:
        answer = asyncio.get_running_loop().create_future()
        await self.happen(Ruled(text, number, BEGAN_MS + at_ms, answer))
        return await answer

    async def room_is_read(self) -> None:
        """The room's messages come, and then the word that there are no others."""
        reading = self.table._reading
        assert reading
        self.may_read.set()
        async with asyncio.timeout(10):
            await reading
        await eventually(lambda: self.table.put_in == self.table.done_with)

    # What can be seen of it

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def log(self) -> list[str]:
        """Who said what."""
        return [f"{entry.who} {entry.text}".strip() for entry in self.match.entries]

    @property
    def letters(self) -> list[Letter]:
        return [each.letter for each in self.sent]

    def told(self) -> list[Letter]:
        """What was told since this was asked last."""
        letters = self.letters
        self.sent.clear()
        return letters

    async def stored(self) -> StoredMatch:
        stored = await self.store.latest_match(self.card.room_id)
        assert stored
        return stored

    async def sources(self) -> list[str | None]:
        return [sourced.source for sourced in (await self.stored()).entries]


def message_id(seat: Seat, at_ms: int) -> int:
    return snowflake(BEGAN_MS + at_ms, SEATS.index(seat))


def typed(seat: Seat, text: str, at_ms: int) -> Typed:
    return Typed(seat, text, message_id(seat, at_ms), BEGAN_MS + at_ms)


async def _is_kept(hall: Hall) -> None:
    """What the table holds is what the store would lead a new process to."""
    stored = await hall.stored()
    again = Match.replay(stored.card.game, (each.entry for each in stored.entries))
    assert standing(replace(again, now=hall.match.now)) == standing(hall.match)
    assert again.entries == hall.match.entries
    live = {each.card.id for each in await hall.store.live_matches()}
    assert (hall.card.id in live) == (hall.match.result is None)


class Halls:
    """Opens tables in rooms of their own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.open: list[Hall] = []

    async def __call__(self, *, posted: bool = True, **options: str) -> Hall:
        """A match that EC begins and whose opening post stands, if it is not said otherwise."""
        game = fire_and_ice(**({"first": "ec"} | options))
        card = card_of(game, room_id=len(self.open) + 1)
        hall = Hall(self.store, card)
        await hall.open()
        self.open.append(hall)
        if posted:
            await hall.stands(1, POSTED_MS)
            hall.told()
        return hall


@pytest.fixture
async def deal(store: Store) -> AsyncIterator[Halls]:
    halls = Halls(store)
    yield halls
    for hall in halls.open:
        await hall.table.stop()
        await _is_kept(hall)


# A move, from message to post


async def test_a_move_is_kept_told_and_starts_the_next_clock_by_its_post(deal: Halls):
    hall = await deal(takeback="0")
    await hall.typed(EC, "E6 E7", 10 * SECOND)
    assert hall.log == ["dealer posted", "ec E6 E7"]
    assert hall.match.started is None
    assert hall.wake_ms is None
    (turn,) = hall.sent
    assert (turn.sequence, turn.log_length, turn.letter.opens) == (2, 2, True)
    await hall.stands(2, 11 * SECOND)
    assert hall.match.started == 11
    assert hall.wake_ms == 41 * SECOND
    message = message_id(EC, 10 * SECOND)
    post = snowflake(BEGAN_MS + 11 * SECOND, 2)
    assert (await hall.sources())[1:] == [f"message:{message}", f"post:{post}"]


async def test_a_move_is_timed_by_its_message_and_not_by_when_it_is_heard(deal: Halls):
    hall = await deal(takeback="0", turn="10", reserve="60")
    hall.clock.ms = BEGAN_MS + 50 * SECOND
    await hall.typed(EC, "E6 E7", POSTED_MS + 15 * SECOND)
    assert hall.match.reserve_left(EC) == 55


async def test_a_message_that_comes_twice_counts_once(deal: Halls):
    hall = await deal(takeback="0")
    move = typed(EC, "E6 E7", 10 * SECOND)
    await hall.happen(move, move)
    assert hall.log.count("ec E6 E7") == 1
    assert len(hall.told()) == 1
    await hall.stands(2, 11 * SECOND)
    await hall.happen(move)
    assert hall.told() == []


async def test_a_refused_message_that_comes_twice_is_answered_once(deal: Halls):
    hall = await deal()
    move = typed(EC, "E4 E5", 10 * SECOND)
    await hall.happen(move, move)
    (reply,) = hall.told()
    assert reply.reply_to == move.message_id
    assert hall.log == ["dealer posted"]


async def test_a_message_that_comes_again_after_a_restart_counts_once(deal: Halls):
    hall = await deal(takeback="0")
    move = typed(EC, "E6 E7", 10 * SECOND)
    await hall.happen(move)
    await hall.restart(11 * SECOND, 12 * SECOND)
    hall.told()
    await hall.happen(move)
    assert hall.log.count("ec E6 E7") == 1
    assert hall.told() == []


async def test_conversation_leaves_no_trace(deal: Halls):
    hall = await deal()
    before = await hall.stored()
    await hall.typed(EC, "I think E5 is lost", 10 * SECOND)
    await hall.typed(DMO, "hello", 11 * SECOND)
    assert hall.told() == []
    assert await hall.stored() == before


async def test_events_are_judged_one_after_the_other(deal: Halls):
    hall = await deal(takeback="0")
    moves = ("E6 E7", "D4 C4", "F3 F4", "E8 F8")
    await hall.happen(*(typed(EC, text, (10 + at) * SECOND) for at, text in enumerate(moves)))
    assert [line for line in hall.log if line.startswith("ec")] == ["ec E6 E7"]
    assert [each.sequence for each in hall.sent] == [2, 3, 4, 5]
    assert [each.letter.opens for each in hall.sent] == [True, False, False, False]


async def test_letters_are_numbered_without_gaps_over_a_restart(deal: Halls):
    hall = await deal(takeback="0")
    await hall.typed(EC, "E6 E7", 10 * SECOND)
    await hall.typed(EC, "E6 E7", 11 * SECOND)
    await hall.restart(12 * SECOND, 13 * SECOND)
    assert [each.sequence for each in hall.sent] == [2, 3]
    await hall.typed(EC, "E6 E7", 14 * SECOND)
    assert hall.sent[-1].sequence == 4
    assert (await hall.stored()).sequence == 4


# Held moves


async def held(deal: Halls, **options: str) -> tuple[Hall, int]:
    """A match in which EC's first move is held since the 10th second."""
    hall = await deal(**options)
    message = await hall.typed(EC, "E6 E7", 10 * SECOND)
    assert hall.match.held
    (mark,) = hall.told()
    assert (mark.reaction, mark.reply_to) == (HEARD, message)
    return hall, message


async def test_a_held_move_is_final_a_little_after_its_time(deal: Halls):
    hall, _ = await held(deal)
    until = 15 * SECOND
    assert hall.wake_ms == until + HOLD_GRACE_MS
    for early in (until, until + HOLD_GRACE_MS - 1):
        await hall.wakes(early)
        assert hall.match.held
        assert hall.wake_ms == until + HOLD_GRACE_MS
    await hall.wakes(until + HOLD_GRACE_MS)
    assert hall.match.held is None
    assert hall.match.entries[-1].at == 15
    (turn,) = hall.told()
    assert turn.opens


@pytest.mark.parametrize(("typed_ms", "is_in_time"), [(15_000, True), (15_001, False)])
async def test_a_take_back_that_was_sent_in_time_counts_within_the_grace(
    deal: Halls, typed_ms: int, is_in_time: bool
):
    hall, _ = await held(deal)
    await hall.wakes(15 * SECOND + HOLD_GRACE_MS - 1)
    await hall.typed(EC, "takeback", typed_ms)
    assert (hall.log[-1] == "ec takeback") == is_in_time
    assert hall.match.held is None
    assert hall.match.to_act == ((EC,) if is_in_time else (DMO,))


async def test_an_edit_takes_a_held_move_back_and_submits_anew_at_its_own_time(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    assert hall.match.held
    assert hall.match.held.until == 17
    (told,) = hall.told()
    assert "changes the move" in told.content
    edit = f"edit:{message}:{BEGAN_MS + 12 * SECOND}"
    assert (await hall.sources())[1:] == [f"message:{message}", f"{edit}:takeback", edit]


async def test_an_edit_that_comes_twice_with_the_same_time_counts_once(deal: Halls):
    hall, message = await held(deal)
    edit = Edited(message, "D4 C4", BEGAN_MS + 12 * SECOND)
    await hall.happen(edit, edit)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    await hall.restart(13 * SECOND, 13 * SECOND)
    await hall.happen(edit)
    assert hall.log.count("ec takeback") == 1
    assert hall.match.held


async def test_each_edit_with_a_new_time_counts(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 12 * SECOND)
    await hall.edited(message, "F3 F4", 13 * SECOND)
    assert hall.log[-2:] == ["ec takeback", "ec F3 F4"]


async def test_an_edit_into_conversation_takes_a_held_move_back(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "never mind", 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    assert hall.match.held is None
    assert len(hall.told()) == 1
    await hall.edited(message, "D4 C4", 13 * SECOND)
    assert hall.log[-1] == "ec D4 C4"


async def test_an_edit_into_an_illegal_move_takes_back_and_is_refused(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "E4 E5", 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    taken_back, reply = hall.told()
    assert taken_back.reply_to is None
    assert reply.reply_to == message


async def test_an_edit_after_the_hold_changes_nothing_and_says_so(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 15_001)
    assert "ec D4 C4" not in hall.log
    assert hall.match.to_act == (DMO,)
    turn, reply = hall.told()
    assert turn.opens
    assert reply.reply_to == message


async def test_a_refused_message_may_be_mended_by_an_edit_at_the_edits_time(deal: Halls):
    hall = await deal(takeback="0", turn="10", reserve="60")
    message = await hall.typed(EC, "E6 E8", POSTED_MS + 5 * SECOND)
    hall.told()
    await hall.edited(message, "E6 E7", POSTED_MS + 15 * SECOND)
    assert hall.log[-1] == "ec E6 E7"
    assert hall.match.reserve_left(EC) == 55


async def test_an_edit_of_a_final_move_or_a_strangers_message_is_ignored(deal: Halls):
    hall = await deal(takeback="0")
    message = await hall.typed(EC, "E6 E7", 10 * SECOND)
    await hall.stands(2, 11 * SECOND)
    hall.told()
    before = hall.match
    await hall.edited(message, "D4 C4", 12 * SECOND)
    await hall.edited(message + 5, "E3 E2", 13 * SECOND)
    assert hall.match == before
    assert hall.told() == []


async def test_a_refused_message_is_no_longer_mended_once_another_counted(deal: Halls):
    hall = await deal(takeback="0")
    refused = await hall.typed(EC, "E6 E8", 10 * SECOND)
    await hall.typed(EC, "E6 E7", 11 * SECOND)
    await hall.typed(DMO, "E3 E2", 12 * SECOND)
    await hall.edited(refused, "D4 C4", 13 * SECOND)
    assert hall.log[-1] == "dmo E3 E2"


async def test_a_deletion_takes_a_held_move_back(deal: Halls):
    hall, message = await held(deal)
    await hall.deleted(message, 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    (letter,) = hall.told()
    assert "takes the move back" in letter.content
    assert (await hall.sources())[-1] == f"deletion:{message}"
    assert hall.match.started == Decimal(POSTED_MS) / 1000


async def test_only_the_deletion_of_the_held_message_counts_and_only_once(deal: Halls):
    hall, message = await held(deal)
    # As a bulk deletion comes: one after the other.
    others = [Deleted(message + number, BEGAN_MS + 12 * SECOND) for number in (-7, 5, 6)]
    await hall.happen(*others)
    assert hall.match.held
    gone = Deleted(message, BEGAN_MS + 12 * SECOND)
    await hall.happen(*others, gone, gone, *others)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    assert len(hall.told()) == 1


async def test_a_deletion_after_the_hold_changes_nothing(deal: Halls):
    hall, message = await held(deal)
    await hall.wakes(15 * SECOND + HOLD_GRACE_MS)
    hall.told()
    await hall.deleted(message, 16 * SECOND)
    assert hall.match.to_act == (DMO,)
    assert hall.told() == []


async def test_the_held_message_is_known_again_after_a_restart(deal: Halls):
    hall, message = await held(deal)
    await hall.restart(11 * SECOND, 12 * SECOND)
    await hall.deleted(message, 13 * SECOND)
    assert hall.log[-1] == "ec takeback"


async def test_a_message_that_was_edited_into_the_held_move_is_known_after_a_restart(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 12 * SECOND)
    await hall.restart(12 * SECOND, 12 * SECOND)
    await hall.edited(message, "F3 F4", 13 * SECOND)
    assert hall.log[-2:] == ["ec takeback", "ec F3 F4"]


# Posts


async def test_a_post_of_a_turn_that_is_over_starts_no_clock(deal: Halls):
    hall = await deal(posted=False, takeback="0")
    await hall.typed(EC, "E6 E7", 5 * SECOND)
    await hall.stands(1, 6 * SECOND)
    assert "dealer posted" not in hall.log
    assert hall.match.started is None
    await hall.stands(2, 7 * SECOND)
    assert hall.match.started == 7
    assert hall.match.reserve_left(EC) == 300


async def test_only_the_post_of_the_turn_starts_its_clock(deal: Halls):
    hall = await deal(posted=False)
    await hall.typed(EC, "E4 E5", 3 * SECOND)
    assert [each.letter.opens for each in hall.sent] == [True, False]
    await hall.stands(2, 4 * SECOND)
    assert hall.match.started is None
    await hall.stands(1, 5 * SECOND)
    assert hall.match.started == 5


async def test_what_was_delivered_or_dropped_is_not_sent_again(deal: Halls):
    hall = await deal()
    await hall.typed(EC, "E4 E5", 3 * SECOND)
    await hall.typed(EC, "E4 E5", 4 * SECOND)
    await hall.typed(EC, "E4 E5", 5 * SECOND)
    await hall.stands(2, 6 * SECOND)
    await hall.happen(Delivered(3, None, BEGAN_MS + 7 * SECOND))
    assert [each.sequence for each in (await hall.stored()).waiting] == [4]


# Time


async def test_a_reminder_comes_when_it_is_due_and_once(deal: Halls):
    hall = await deal(turn="60")
    due = POSTED_MS + 30 * SECOND
    assert hall.wake_ms == due
    await hall.wakes(due - 1)
    assert hall.told() == []
    await hall.wakes(due)
    (letter,) = hall.told()
    assert "30 s of turn time left" in letter.content
    assert hall.wake_ms == POSTED_MS + 55 * SECOND
    await hall.wakes(due + 1)
    assert hall.told() == []


@pytest.mark.parametrize(
    ("woken_ms", "typed_ms", "left"),
    [
        (POSTED_MS + 60_004, POSTED_MS + 59_990, "300"),
        (POSTED_MS + 60_004, POSTED_MS + 60_002, "299.998"),
        (POSTED_MS + 90_050, POSTED_MS + 89_500, "270.5"),
    ],
)
async def test_a_reminder_does_not_make_a_move_later_that_was_typed_before_it(
    deal: Halls, woken_ms: int, typed_ms: int, left: str
):
    hall = await deal(takeback="0", turn="60", reserve="300")
    await hall.wakes(woken_ms)
    await hall.typed(EC, "E6 E7", typed_ms)
    assert hall.match.entries[-1].at == Decimal(typed_ms) / 1000
    assert hall.match.reserve_left(EC) == Decimal(left)


FLAG_MS = POSTED_MS + 70 * SECOND


async def flagged(deal: Halls) -> Hall:
    """EC's time has run out, by all that is known here."""
    hall = await deal(takeback="0", turn="60", reserve="10")
    await hall.wakes(POSTED_MS + 60 * SECOND)
    hall.told()
    assert hall.wake_ms == FLAG_MS
    await hall.wakes(FLAG_MS)
    return hall


async def test_a_flag_falls_only_after_the_room_was_read(deal: Halls):
    hall = await flagged(deal)
    assert hall.match.result is None
    assert (hall.told(), hall.reads) == ([], 1)
    await hall.wakes(FLAG_MS + 5 * SECOND)
    assert hall.match.result is None
    assert hall.reads == 1
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    assert hall.match.entries[-1].at == Decimal(FLAG_MS) / 1000
    (result,) = hall.told()
    assert result.record


@pytest.mark.parametrize(("before_flag_ms", "left"), [(500, "0.5"), (0, "0"), (8_000, "8")])
async def test_a_move_that_the_reading_brings_in_time_saves_it_and_costs_its_own_time(
    deal: Halls, before_flag_ms: int, left: str
):
    hall = await flagged(deal)
    hall.unheard.append(typed(EC, "E6 E7", FLAG_MS - before_flag_ms))
    await hall.room_is_read()
    assert hall.match.result is None
    assert hall.match.to_act == (DMO,)
    assert hall.match.reserve_left(EC) == Decimal(left)
    (turn,) = hall.told()
    assert turn.opens
    await hall.stands(hall.table.opening or 0, FLAG_MS + 2 * SECOND)
    assert hall.wake_ms == FLAG_MS + 32 * SECOND


async def test_a_move_that_the_reading_brings_too_late_does_not_save_it(deal: Halls):
    hall = await flagged(deal)
    hall.unheard.append(typed(EC, "E6 E7", FLAG_MS + 1))
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    assert "ec E6 E7" not in hall.log


async def test_an_event_stamped_after_the_flag_lets_it_fall_once_the_room_is_read(deal: Halls):
    hall = await flagged(deal)
    await hall.typed(EC, "hello", FLAG_MS + 1)
    assert hall.match.result is None
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_a_room_that_cannot_be_read_is_read_again(
    deal: Halls, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tables, "RETRY_SECONDS", 0)
    hall = await deal(takeback="0", turn="60", reserve="0")
    failures = [ConnectionResetError(), TimeoutError(), aiohttp.ServerDisconnectedError()]

    async def read(_: Table, until_ms: int) -> int:
        assert until_ms == BEGAN_MS + POSTED_MS + 60 * SECOND
        hall.reads += 1
        if failures:
            raise failures.pop()
        return 0

    hall.table._around = replace(hall.table._around, read_room=read)
    await hall.wakes(POSTED_MS + 60 * SECOND)
    await eventually(lambda: hall.match.result)
    assert hall.reads == 4


async def test_a_flag_between_two_milliseconds_falls_at_the_next(deal: Halls):
    hall = await deal(takeback="0", turn="60.0004", reserve="0")
    await hall.wakes(POSTED_MS + 55 * SECOND + 1)
    flag_ms = POSTED_MS + 60_001
    assert hall.wake_ms == flag_ms
    await hall.wakes(flag_ms)
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_a_choice_that_is_late_goes_to_the_lot_and_the_lot_is_kept(deal: Halls):
    hall = await chosen_late(deal)
    assert hall.log[-2:] == ["dealer", f"dealer first {hall.match.to_act[0]}"]
    assert (await hall.sources())[-2:] == [None, None]
    (turn,) = hall.told()
    assert turn.opens


async def chosen_late(deal: Halls) -> Hall:
    game = fire_and_ice(choice="5", seed="4")
    card = card_of(game, room_id=77)
    hall = Hall(deal.store, card)
    await hall.open()
    deal.open.append(hall)
    await hall.stands(1, POSTED_MS)
    hall.told()
    await hall.wakes(POSTED_MS + 5 * SECOND)
    await hall.room_is_read()
    return hall


async def test_asking_for_the_match_now_changes_nothing_and_lets_no_flag_fall(deal: Halls):
    hall = await deal(turn="60", reserve="10")
    hall.clock.ms = BEGAN_MS + POSTED_MS + 64 * SECOND
    assert hall.table.match_now().reserve_left(EC) == 6
    hall.clock.ms = BEGAN_MS + POSTED_MS + 999 * SECOND
    assert hall.table.match_now().result is None
    assert hall.match.now == Decimal(POSTED_MS) / 1000


# The host


async def test_a_ruling_is_answered_and_kept(deal: Halls):
    hall = await deal()
    assert await hall.ruled("pause", 10 * SECOND) is None
    refusal = await hall.ruled("pause", 11 * SECOND, 2)
    assert refusal
    assert refusal.code == "paused"
    assert await hall.ruled("resume", 20 * SECOND, 3) is None
    assert hall.log == ["dealer posted", "host pause", "host resume"]
    assert (await hall.sources())[1:] == ["interaction:1", "interaction:3"]
    assert hall.match.started == Decimal(POSTED_MS) / 1000 + 10


async def test_a_ruling_that_cannot_be_judged_is_answered_with_an_error(
    deal: Halls, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    hall = await deal()
    monkeypatch.setattr(hall.table, "_enter", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await asyncio.wait_for(hall.ruled("pause", 10 * SECOND), 5)
    assert "Ruled failed" in caplog.text
    monkeypatch.undo()
    assert await hall.ruled("pause", 10 * SECOND) is None


async def test_an_event_that_fails_changes_nothing_and_the_match_goes_on(
    deal: Halls, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    hall = await deal(takeback="0")
    before = hall.match
    with monkeypatch.context() as broken:
        broken.setattr(hall.table, "_number", lambda _: 1 / 0)
        await hall.typed(EC, "E6 E7", 10 * SECOND)
    assert hall.match == before
    assert "Typed failed" in caplog.text
    await hall.typed(EC, "E6 E7", 10 * SECOND)
    assert hall.log[-1] == "ec E6 E7"


# The end


@pytest.mark.parametrize(
    ("events", "outcome"),
    [
        ([typed(EC, "concede", 10 * SECOND)], Outcome(DMO, Reason.CONCEDED)),
        ([typed(DMO, "Concede", 10 * SECOND)], Outcome(EC, Reason.CONCEDED)),
        ([RoomRead(BEGAN_MS + 999 * SECOND, 0)], Outcome(DMO, Reason.OUT_OF_TIME)),
    ],
)
async def test_a_match_that_is_over_is_kept_as_such_and_leaves_the_house(
    deal: Halls, events: list[Event], outcome: Outcome
):
    hall = await deal()
    await hall.happen(*events)
    await eventually(lambda: hall.closed)
    assert hall.match.result == outcome
    assert hall.closed == 1
    assert hall.wake_ms is None
    assert await hall.store.live_matches() == []
    assert [letter.record for letter in hall.told()] == [True]


async def test_what_is_typed_after_the_end_changes_nothing(deal: Halls):
    hall = await deal()
    await hall.happen(
        typed(EC, "concede", 10 * SECOND),
        typed(DMO, "E3 E2", 11 * SECOND),
        typed(DMO, "gg", 12 * SECOND),
    )
    assert hall.log[-1] == "ec concede"
    await eventually(lambda: hall.closed)


# The Dealer's absence


async def test_the_time_without_the_dealer_becomes_a_pause_in_the_log(deal: Halls):
    hall = await deal(turn="60", reserve="10")
    await hall.restart(alive_ms=20 * SECOND, now_ms=320 * SECOND)
    assert hall.log == ["dealer posted", "host pause", "host resume"]
    assert [entry.at for entry in hall.match.entries] == [2, 20, 320]
    assert hall.match.started == 302
    assert hall.wake_ms == (302 + 30) * SECOND
    (letter,) = hall.told()
    assert "away for 5:00" in letter.content
    assert letter.pings == (33,)
    assert not letter.opens


async def test_a_gap_before_a_proof_of_life_is_charged_and_the_rest_is_not(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="100")
    await hall.restart(alive_ms=POSTED_MS + 80 * SECOND, now_ms=POSTED_MS + 500 * SECOND)
    hall.told()
    await hall.typed(EC, "E6 E7", POSTED_MS + 510 * SECOND)
    assert hall.match.reserve_left(EC) == 70


async def test_a_move_that_was_typed_in_the_gap_costs_only_up_to_where_it_began(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="100")
    await hall.restart(alive_ms=POSTED_MS + 80 * SECOND, now_ms=POSTED_MS + 500 * SECOND)
    await hall.typed(EC, "E6 E7", POSTED_MS + 300 * SECOND)
    assert hall.match.reserve_left(EC) == 80


async def test_a_hold_goes_on_after_the_gap(deal: Halls):
    hall, _ = await held(deal)
    await hall.restart(alive_ms=12 * SECOND, now_ms=112 * SECOND)
    assert hall.match.held
    assert hall.match.held.until == 115
    assert hall.wake_ms == 115 * SECOND + HOLD_GRACE_MS
    assert hall.log[-2:] == ["host pause", "host resume"]


async def test_a_post_that_stood_before_the_gap_starts_no_clock_before_its_end(deal: Halls):
    hall = await deal(posted=False)
    await hall.restart(alive_ms=3 * SECOND, now_ms=200 * SECOND)
    assert [each.sequence for each in hall.sent] == [1]
    assert [entry.at for entry in hall.match.entries] == [200]
    hall.told()
    await hall.stands(1, 3 * SECOND)
    assert hall.match.started == 200
    assert hall.wake_ms == 230 * SECOND
    (letter,) = hall.told()
    assert "away for 3:17" in letter.content


async def test_a_post_that_stands_after_the_gap_starts_the_clock_then(deal: Halls):
    hall = await deal(posted=False)
    await hall.restart(alive_ms=3 * SECOND, now_ms=200 * SECOND)
    hall.told()
    await hall.stands(1, 205 * SECOND)
    assert hall.match.started == 205
    assert hall.told() == []


async def test_a_hosts_pause_goes_on_over_the_gap(deal: Halls):
    hall = await deal()
    await hall.ruled("pause", 10 * SECOND)
    hall.told()
    await hall.restart(alive_ms=20 * SECOND, now_ms=200 * SECOND)
    assert hall.match.paused_since == 10
    assert hall.log[-1] == "host pause"
    assert all("away" not in letter.content for letter in hall.told())


async def test_a_flag_that_fell_before_the_gap_is_judged_after_the_room_was_read(deal: Halls):
    hall = await flagged(deal)
    await hall.restart(alive_ms=FLAG_MS + 5 * SECOND, now_ms=FLAG_MS + 60 * SECOND)
    assert hall.match.result is None
    hall.told()
    await hall.wakes(FLAG_MS + 61 * SECOND)
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    (result,) = hall.told()
    assert result.record


async def test_a_move_typed_before_a_flag_and_read_after_the_gap_is_in_time(deal: Halls):
    hall = await flagged(deal)
    await hall.restart(alive_ms=FLAG_MS + 5 * SECOND, now_ms=FLAG_MS + 60 * SECOND)
    await hall.typed(EC, "E6 E7", FLAG_MS - SECOND)
    assert hall.match.to_act == (DMO,)


async def test_a_hold_that_ended_before_the_gap_opens_the_next_turn_after_it(deal: Halls):
    hall, _ = await held(deal)
    await hall.restart(alive_ms=15 * SECOND + 100, now_ms=60 * SECOND)
    hall.told()
    await hall.wakes(60 * SECOND + HOLD_GRACE_MS)
    assert hall.match.to_act == (DMO,)
    (turn,) = hall.told()
    assert turn.opens


async def test_a_local_clock_that_went_back_makes_no_negative_absence(deal: Halls):
    hall = await deal()
    await hall.restart(alive_ms=20 * SECOND, now_ms=12 * SECOND)
    assert hall.match.started == Decimal(POSTED_MS) / 1000
    assert all("away for 0 s" in letter.content for letter in hall.told() if letter.content)


async def test_warnings_that_came_due_before_the_gap_are_not_told_after_it(deal: Halls):
    hall = await deal(turn="60")
    await hall.restart(alive_ms=POSTED_MS + 31 * SECOND, now_ms=POSTED_MS + 131 * SECOND)
    (letter,) = hall.told()
    assert "away" in letter.content
    assert hall.wake_ms == POSTED_MS + 155 * SECOND


async def test_every_restart_leaves_the_match_playable(deal: Halls):
    hall = await deal(takeback="0")
    now = 10
    for seat, text in ((EC, "E6 E7"), (DMO, "E3 E2"), (EC, "D4 C4")):
        await hall.restart(alive_ms=now * SECOND, now_ms=(now + 5) * SECOND)
        await hall.typed(seat, text, (now + 6) * SECOND)
        assert hall.log[-1] == f"{seat} {text}"
        await hall.restart(alive_ms=(now + 7) * SECOND, now_ms=(now + 9) * SECOND)
        await hall.stands(hall.table.opening or 0, (now + 10) * SECOND)
        now += 20
    assert hall.match.reserve_left(EC) == hall.match.reserve_left(DMO) == 300


# A database that is busy


class BusyStore:
    """A store whose file is locked for some tries."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.failures: list[Exception] = []
        self.tries = 0

    async def commit(self, change: Change) -> None:
        self.tries += 1
        if self.failures:
            raise self.failures.pop()
        await self._store.commit(change)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def locked(times: int) -> list[Exception]:
    return [OperationalError("COMMIT", {}, Exception("database is locked"))] * times


async def test_an_event_counts_once_though_the_database_was_busy(
    deal: Halls, monkeypatch: pytest.MonkeyPatch
):
    hall = await deal(takeback="0")
    busy = BusyStore(deal.store)
    hall.table._around = replace(hall.table._around, store=busy)
    told_at: list[int] = []
    monkeypatch.setattr(tables, "RETRY_SECONDS", 0)
    monkeypatch.setattr(hall, "sent", Noting(told_at, lambda: busy.tries))
    busy.failures = locked(2)
    await hall.typed(EC, "E6 E7", 10 * SECOND)
    assert busy.tries == 3
    assert told_at == [3]
    assert hall.log.count("ec E6 E7") == 1
    assert (await hall.stored()).entries[-1].entry.text == "E6 E7"


class Noting(list):
    """A list that notes when something was added."""

    def __init__(self, notes: list[int], now: Any) -> None:
        super().__init__()
        self.notes, self.now = notes, now

    def extend(self, several: Iterable[NumberedLetter]) -> None:
        added = list(several)
        self.notes.extend(self.now() for _ in added)
        super().extend(added)


async def test_what_is_typed_while_the_database_is_busy_is_judged_afterwards(
    deal: Halls, monkeypatch: pytest.MonkeyPatch
):
    hall = await deal(takeback="0")
    busy = BusyStore(deal.store)
    busy.failures = locked(3)
    hall.table._around = replace(hall.table._around, store=busy)
    monkeypatch.setattr(tables, "RETRY_SECONDS", 0)
    await hall.happen(typed(EC, "E6 E7", 10 * SECOND), typed(DMO, "E3 E2", 11 * SECOND))
    assert hall.log[-2:] == ["ec E6 E7", "dmo E3 E2"]


def test_entries_are_told_apart_by_their_source():
    sources = [
        typed(EC, "E6 E7", 1).source,
        typed(EC, "E6 E7", 2).source,
        Edited(7, "E6 E7", 1).source,
        Edited(7, "E6 E7", 2).source,
        Deleted(7, 1).source,
        Ruled("pause", 7, 1, None).source,  # type: ignore[arg-type]
    ]
    assert len(set(sources)) == len(sources)
    assert Deleted(7, 1).source == Deleted(7, 2).source
    assert max(map(len, [Edited(2**63, "", 2**63).source + ":takeback"])) <= 80


async def test_while_the_gateway_is_away_a_hold_ends_only_once_the_room_is_read(deal: Halls):
    hall, _ = await held(deal)
    hall.connected = False
    hall.unheard.append(typed(EC, "takeback", 12 * SECOND))
    await hall.wakes(15 * SECOND + HOLD_GRACE_MS)
    assert hall.match.held
    await hall.room_is_read()
    assert hall.log[-1] == "ec takeback"
    assert hall.match.to_act == (EC,)
