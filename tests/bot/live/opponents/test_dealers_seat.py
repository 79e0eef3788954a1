"""The actions that a match asks of the Dealer in its own seat, and the fate of its thoughts."""

from collections.abc import Mapping
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.values.card import Person
from engine.games.compass_collisions.rules import CompassCollisions
from engine.opponents.thinking import Level
from engine.options import write_options
from engine.records.record import write_record
from engine.seats import SEATS, Seat
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DEALER, DMO, EC, card_of
from tests.helpers.rooms.live_rooms import Room, Rooms, is_kept
from tests.helpers.rooms.servers import Server

BRISK = {"turn": "0.1", "takeback": "0"}
"""A share of the turn is the moment that the Dealer takes to answer."""


@pytest.fixture
async def room(deal: Rooms) -> Room:
    """Open a match in which the Dealer moves first."""
    return await deal(dealers=(DMO,), first="dmo", **BRISK)


async def _thinks_of(room: Room, text: str) -> None:
    length = len(room.log)
    room.thoughts.put_nowait(text)
    await eventually(lambda: len(room.log) > length)
    await room.happen()


async def test_the_dealer_acts_once_its_turns_post_stands(deal: Rooms):
    room = await deal(posted=False, dealers=(DMO,), first="dmo", **BRISK)
    assert not room.questions
    await room.stands(1, 0)
    (question,) = room.questions
    assert (question.seat, question.level) == (DMO, "normal")
    assert question.view == room.match.view(DMO)
    await _thinks_of(room, "E6 E7")
    assert room.log == ["dealer posted", "dmo E6 E7"]
    assert (await room.sources())[1:] == ["thought:1"]
    (turn,) = room.told()[1:]
    assert turn.extras.has_board
    await is_kept(room)


async def test_a_match_that_began_without_unheld_seats_goes_on_so_after_a_restart(deal: Rooms):
    room = await deal(dealers=(DMO,), first="dmo", turn="0.1")
    assert "unheld" not in write_options((await room.stored()).card.game)
    await room.restart(alive_ms=2_010, now_ms=2_020)
    await _thinks_of(room, "E6 E7")
    assert room.match.held
    assert room.match.to_act == (DMO,)
    await room.wakes(room.wake_ms or 0)
    assert room.match.to_act == (EC,)
    await is_kept(room)


@pytest.mark.parametrize(
    ("dealers", "stated"),
    [((), {}), ((EC,), {"unheld": "ec"}), ((DMO,), {"unheld": "dmo"}), (SEATS, {"unheld": "both"})],
)
async def test_a_match_begins_with_the_dealers_seats_unheld_and_its_record_states_them(
    server: Server, dealers: tuple[Seat, ...], stated: Mapping[str, str]
):
    card = server.card(takeback="5")
    taken = {seat: Person(DEALER, "Dealer", Level.NORMAL) for seat in dealers}
    card = replace(card, players={**card.players, **taken})
    runner = await server.registry.open_match(card, read_through=0)
    assert write_options(runner.card.game) == write_options(card.game) | stated
    (stored,) = await server.store.live_matches()
    record = write_record(stored.card.game, stored.card.names_at_first, ())
    assert [line for line in record.splitlines() if "unheld" in line] == [
        f"{name}: {seats}" for name, seats in stated.items()
    ]


async def test_nobody_is_unheld_in_a_game_without_a_take_back():
    card = card_of(CompassCollisions(), players=dict.fromkeys(SEATS, Person(1, "", Level.NORMAL)))
    assert card.with_unheld_seats() is card


async def test_nothing_that_the_dealer_posts_is_its_move(room: Room):
    assert room.card.seat_of(room.card.players[DMO].id) is None
    assert room.card.people_ids == (room.card.players[EC].id,)


async def test_a_pause_stops_its_thinking_and_resuming_begins_it_anew(room: Room):
    await room.ruled("pause", 10)
    assert not room.runner._thinking.asked
    room.thoughts.put_nowait("E6 E7")
    await room.ruled("resume", 20, number=2)
    assert len(room.questions) == 2
    await eventually(lambda: room.log[-1] == "dmo E6 E7")


async def test_what_the_other_submits_in_secret_is_not_told_by_a_new_question(deal: Rooms):
    room = await deal(CompassCollisions, dealers=(DMO,))
    (question,) = room.questions
    await room.whispers(EC, "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.", 50)
    # That a layout is in is public; it is asked anew only because of that.
    assert [other_question.view.submitted for other_question in room.questions] == [(), (EC,)]
    assert not room.questions[-1].view.sets
    await room.whispers(EC, "layout W.E.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.", 60)
    assert len(room.questions) == 2
    assert not question.view.own


async def test_thinking_that_fails_is_tried_again(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("bot.live.services.thinking.RETRY_SECONDS", 0.001)
    room = await deal(dealers=(DMO,), first="dmo", posted=False, **BRISK)
    choose = AsyncMock(side_effect=[RuntimeError("the process is gone"), "E6 E7"])
    room.runner._services.thinkers.choose = choose  # type: ignore[method-assign]
    await room.stands(1, 0)
    await eventually(lambda: room.log[-1] == "dmo E6 E7")
    assert "nothing came of thinking" in caplog.text


async def test_a_thought_that_is_refused_is_logged_and_another_is_asked_for(
    room: Room, caplog: pytest.LogCaptureFixture
):
    room.thoughts.put_nowait("A1 A2")
    await eventually(lambda: len(room.questions) == 2)
    assert "was refused" in caplog.text
    await _thinks_of(room, "E6 E7")
