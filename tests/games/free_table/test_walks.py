"""Six matches as they are played at a free table, message by message."""

from typing import Any

from engine.games.free_table.view import Moved, Rolled, TurnOpened
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.matches.notices import SubmissionReceived, TurnContinued, TurnStarted
from engine.scene import Owner
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import reserves
from tests.games.free_table.playing import (
    begun,
    board,
    closed,
    counters,
    done,
    played,
    position,
    refused,
    tried,
)

DMO_FIRST = {"first": "dmo"}


def told(match: Match, line: str) -> tuple[list[type[Any]], Match]:
    step = tried(match, line)
    assert not step.refusal
    return [type(notice) for notice in step.notices], step.match


def test_five_card_trick_is_sealed_rounds_with_points():
    match = begun(board="none", order="rounds", turn="90", setup="pot=1 ec chips=0 dmo chips=0")
    assert (match.to_act, match.turn_left, match.view(PUBLIC).round) == (SEATS, 90, 1)
    notices, match = told(match, "ec @20 !score grow")
    assert notices == [SubmissionReceived]
    assert match.view(PUBLIC).handed_in[0].text is None
    notices, match = told(match, f"dmo @30 {match.given_in_form(Seat.DMO, 'grow claim')}")
    assert match.entries[-1].text == "!grow claim"
    assert [(event.seat, event.text) for event in done(match)] == [
        (Seat.EC, "score grow"),
        (Seat.DMO, "grow claim"),
    ]
    assert (match.awaits_host, match.to_act, match.next_due()) == (True, (), None)
    assert refused(match, "host @900 !ec chip+1 / next").code == "no-such-counter"
    notices, match = told(match, "host @900 !pot=0 ec chips+1 dmo chips+1 / next")
    assert notices == [TurnStarted]
    assert counters(match) == {"ec": {"chips": 1}, "dmo": {"chips": 1}, "table": {"pot": 0}}
    assert (match.view(PUBLIC).round, match.clock.flag_at) == (2, 990)


def test_memory_maze_waits_for_the_host_after_each_move():
    match = begun(
        order="judged", reserve="180", envelope="A1|A2", setup="ec A1 dmo H8", **DMO_FIRST
    )
    notices, match = told(match, "dmo @70 !UURDD")
    assert notices == [TurnStarted]
    assert match.awaits_host
    match = match.advance_time(match.now + 5000).match
    assert reserves(match) == (180, 170)
    match = played(match, "host !next ec", "ec !UR", "host !dmo H8 F5 / next dmo")
    assert board(match) == {"A1": "ec", "F5": "dmo"}
    view = match.view(PUBLIC)
    assert (view.has_envelope, view.envelope) == (True, "")
    assert played(match, "ec concede").view(PUBLIC).envelope == "A1|A2"


def test_liars_dice_are_rolled_for_each_and_opened_together():
    match = begun(board="none", reserve="180", setup="ec dice=4 dmo dice=4", seed="5")
    match = played(match, "host @1 !roll 4d6 ec / roll 4d6 dmo / next dmo")
    assert [type(event) for event in done(match)] == [Rolled, Rolled, TurnOpened]
    assert position(match)["closed"] == {"ec": 4, "dmo": 4}
    assert closed(match, PUBLIC) == {"ec": [None] * 4, "dmo": [None] * 4}
    dice = closed(match, Seat.EC)["ec"]
    assert closed(match, Seat.EC)["dmo"] == [None] * 4
    match = played(match, "dmo @9 !2 5s", "ec @20 !3 5s", "dmo @30 !challenge")
    match = played(match, "host @31 !open / dmo dice-1")
    assert position(match)["open"]["ec"] == dice
    assert counters(match) == {"ec": {"dice": 4}, "dmo": {"dice": 3}}
    match = played(match, "host @40 !clear / roll 4d6 ec / roll 3d6 dmo / next dmo")
    assert position(match)["closed"] == {"ec": 4, "dmo": 3}
    assert position(match)["open"] == {"ec": [], "dmo": [], "table": []}
    assert match.to_act == (Seat.DMO,)


def test_twelve_janggi_is_moved_by_its_players():
    setup = "ec A1=MI B1=K C1=G B2=MA dmo A4=G B4=K C4=MI B3=MA"
    match = begun(board="3x4", setup=setup)
    notices, match = told(match, "ec @85 B2 B3")
    assert notices == [TurnStarted]
    (moved,) = done(match)
    assert isinstance(moved, Moved)
    assert (moved.taken and moved.taken.owner, moved.goal) == (Owner.DMO, Cell.parse("B3"))
    assert reserves(match) == (275, 300)
    match = played(match, "host @86 !ec man=1", "dmo @90 B4 B3", "ec @95 A2=MA", "dmo @99 B3=FL")
    assert board(match)["A2"] == "ec MA"
    assert board(match)["B3"] == "dmo FL"
    match = played(match, "host @100 undo")
    assert (board(match)["B3"], match.to_act) == ("dmo K", (Seat.DMO,))


def test_draft_auction_poker_deals_two_hands_and_two_rows():
    setup = "ec chips=50 points=0 dmo chips=50 points=0"
    match = begun(board="none", turn="30", reserve="120", setup=setup)
    deal = "host !deck cards / deal 2 ec / deal 2 dmo / deal 3 / deal 6 / next dmo"
    match = played(match, deal, "dmo !bid 3", "ec !bid 5", "dmo !pass", "ec !take 4")
    assert len(position(match)["open"]["table"]) == 9
    match = played(match, "host !ec chips-5 / next dmo", "host !open / ec points+1")
    hands = position(match)["open"]
    cards = [*hands["ec"], *hands["dmo"], *hands["table"]]
    assert len(cards) == len({*cards}) == 13
    match = played(match, deal)
    assert position(match)["closed"] == {"ec": 2, "dmo": 2}
    assert len(position(match)["open"]["table"]) == 9


def test_gyul_hap_goes_on_while_the_host_counts():
    match = begun(
        board="none", turn="15", reserve="0", late="pass", setup="ec points=0 dmo points=0"
    )
    match = played(match, "host @0 !deck 1..27 / deal 9 / next dmo", "dmo @10 !hap 1 4 7")
    assert match.clock.flag_at == 25
    notices, match = told(match, "host @12 !dmo points+1")
    assert notices == [TurnContinued]
    assert match.clock.flag_at == 25
    match = match.advance_time(match.now + 14).match
    assert match.to_act == (Seat.DMO,)
    assert match.clock.flag_at == 40
