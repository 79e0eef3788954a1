"""Turns at a free table: whose they are, how long, and what follows when time runs out."""

from typing import Any

import pytest

from engine.clocks import Seconds
from engine.game import Outcome, Reason
from engine.games.free_table.done import HandedIn, RanOut
from engine.games.free_table.rules import FreeTable
from engine.matches.match import Match
from engine.matches.notices import Opened, Progressed, RulingUndone
from engine.matches.notices import RanOut as TimeRanOut
from engine.options import read_options
from engine.seats import HOST, PUBLIC, SEATS, Seat
from tests.engine.games.free_table.playing import (
    begun,
    board,
    closed,
    counters,
    done,
    free_table,
    passed,
    played,
    position,
    refused,
    tried,
)
from tests.engine.playing import fire_and_ice, reserves

EC, DMO = SEATS


def test_the_dmo_chooses_who_begins_unless_the_host_has_said():
    game = begun().game
    asked = begun(first="dmo")
    assert asked.to_act == (DMO,)
    match = begun_by_choice()
    assert match.to_act == (DMO,)
    assert played(match, "dmo first them").to_act == (EC,)
    assert played(match, "host !next ec").to_act == (EC,)
    late = match.pass_to(Seconds(61))
    assert late.match.draw_lots().match.to_act in {(EC,), (DMO,)}
    assert game.first is EC


def begun_by_choice(**options: str) -> Any:
    return Match.begin(FreeTable(**read_options(FreeTable, {"board": "8x8", **options}))).match


# `next`


@pytest.mark.parametrize(
    ("line", "seats", "manner", "flag"),
    [
        ("next", (DMO,), "aloud", 360),
        ("next ec", (EC,), "aloud", 360),
        ("next ec sealed", (EC,), "sealed", 360),
        ("next dmo secret 20", (DMO,), "secret", 320),
        ("next both", SEATS, "sealed", 60),
        ("next both secret", SEATS, "secret", 60),
        ("next both aloud 90", SEATS, "aloud", 90),
        ("next 45", (DMO,), "aloud", 345),
        ("next sealed", (DMO,), "sealed", 360),
    ],
)
def test_next_opens_a_turn(line: str, seats: Any, manner: str, flag: int):
    match = played(begun(), f"host @0 !{line}")
    assert (match.to_act, match.view(PUBLIC).manner, match.flag_at()) == (seats, manner, flag)


def test_in_rounds_a_bare_next_is_the_next_round_whatever_came_before():
    match = played(begun(order="rounds"), "host !next ec", "ec !hm")
    assert match.awaits_host
    match = played(match, "host !next")
    assert (match.to_act, match.view(PUBLIC).round) == (SEATS, 2)


@pytest.mark.parametrize(("order", "waits"), [("turns", False), ("judged", True), ("rounds", True)])
def test_what_follows_a_move_is_the_other_seat_or_the_host(order: str, *, waits: bool):
    match = played(begun(order=order), "host !next ec", "ec E4")
    assert match.awaits_host is waits
    assert match.to_act == (() if waits else (DMO,))


def test_a_turn_of_both_spoken_aloud_ends_once_both_have_spoken():
    match = played(begun(), "host !next both aloud", "dmo E4")
    assert (match.to_act, match.awaits_host) == ((EC,), False)
    assert refused(match, "dmo !E5").code == "not-your-turn"
    assert played(match, "ec E5").awaits_host


@pytest.mark.parametrize("text", ["!open", "B2 B3", "!what", "E4"])
def test_nobody_is_heard_while_the_host_is_awaited(text: str):
    match = played(begun(order="judged"), "ec !go")
    code = "not-your-turn" if text.startswith("!") else "not-a-submission"
    assert {refused(match, f"{seat} {text}").code for seat in SEATS} == {code}


# Clocks


def test_a_line_within_a_turn_leaves_its_clock_running():
    match = played(begun(), "host @30 !pot=1", "ec @70 !roll 2d6", "host @75 !roll 1d6 ec")
    assert (match.started, match.flag_at()) == (0, 360)
    assert reserves(played(match, "ec @90 E4")) == (270, 300)


def test_a_roll_in_a_turn_tells_of_it_once_it_is_drawn():
    step = tried(begun(), "ec @5 !roll 2d6")
    assert [type(each) for each in step.notices] == [Progressed]


def test_no_clock_runs_while_the_host_is_awaited_and_a_line_without_next_goes_on_waiting():
    match = played(begun(order="judged"), "ec @10 E4")
    step = tried(match, "host @500 !pot=1")
    assert [type(each) for each in step.notices] == [Progressed]
    assert step.match.awaits_host
    match = played(step.match, "host @900 !next")
    assert (reserves(match), match.flag_at()) == ((300, 300), 1260)


def test_the_notice_of_a_host_who_is_awaited_has_no_time():
    (opened,) = tried(begun(order="judged"), "ec @70 E4").notices
    assert isinstance(opened, Opened)
    assert (opened.seats, opened.turn, opened.reserve) == ((), None, None)
    assert opened.spent
    assert opened.spent.left == 290


def test_periods_count_where_there_are_any():
    match = begun(periods="3", period="30")
    assert match.flag_at() == 150
    assert reserves(played(match, "ec @91 E4")) == (1, 3)


# `late`


def late(at: str, **options: str) -> Any:
    return passed(played(begun(**options), "host @0 !next ec"), at)


def test_late_host_stops_the_clock_and_awaits_the_host():
    step = late("361", late="host")
    assert [type(each) for each in step.notices][-2:] == [TimeRanOut, Opened]
    assert step.match.awaits_host
    assert done(step.match) == (RanOut(EC, passes=False),)
    assert played(step.match, "host !next").to_act == (DMO,)


@pytest.mark.parametrize("order", ["turns", "judged"])
def test_late_pass_passes_the_turn(order: str):
    match = late("361", late="pass", order=order).match
    assert (match.to_act, done(match)) == ((DMO,), (RanOut(EC, passes=True),))


@pytest.mark.parametrize("reserve", ["0", "300"])
def test_when_both_are_late_in_a_row_the_host_is_awaited(reserve: str):
    match = begun(late="pass", reserve=reserve, turn="0")
    match = passed(match, "100000").match
    assert match.awaits_host
    assert done(match) == (RanOut(DMO, passes=False),)
    match = played(match, "host !next")
    assert match.to_act == (EC,)
    assert passed(match, "200000").match.awaits_host


def test_whatever_is_done_in_between_lets_a_late_turn_pass_again():
    match = passed(begun(late="pass"), "361").match
    match = passed(played(match, "host !pot=1"), "722").match
    assert match.to_act == (EC,)


def test_late_lose_loses():
    assert late("361", late="lose").match.result == Outcome(DMO, Reason.OUT_OF_TIME)


@pytest.mark.parametrize("late", ["host", "pass"])
@pytest.mark.parametrize("manner", ["sealed", "secret"])
def test_a_sealed_turn_simply_closes(late: str, manner: str):
    match = played(begun(late=late), f"host @0 !next both {manner}", "ec @5 !hm")
    match = passed(match, "61").match
    assert match.awaits_host
    first, second = done(match)
    assert (first.seat, first.is_in, second) == (EC, True, HandedIn(DMO, is_in=False))


@pytest.mark.parametrize(("speaks", "winner"), [((EC,), EC), ((DMO,), DMO), ((), None)])
def test_with_lose_the_only_silent_seat_loses_a_sealed_turn(speaks: Any, winner: Seat | None):
    match = played(begun(late="lose", order="rounds"), *(f"{seat} @5 !hm" for seat in speaks))
    match = passed(match, "61").match
    assert match.result == (Outcome(winner, Reason.OUT_OF_TIME) if winner else None)
    assert match.awaits_host is (winner is None)


# Sealed and secret


@pytest.mark.parametrize("text", ["!E4", "E4", "!roll 2d6", "!open 1", "!pot=3", "!" + 500 * "a"])
def test_any_text_of_legal_size_is_taken_in_a_sealed_turn_and_changes_nothing(text: str):
    match = begun(order="rounds", setup="ec E4 / C2")
    before = position(match)
    match = played(match, f"ec {text}", "dmo !x")
    assert position(match) == before
    assert done(match)[0].text == text.lstrip("!")


def test_a_sealed_text_that_is_too_long_is_refused():
    refusal = refused(begun(order="rounds"), "ec !" + 501 * "a")
    assert (refusal.code, refusal.facts["most"]) == ("too-long", "500")


def test_a_sealed_text_may_be_changed_until_both_are_in():
    match = played(begun(order="rounds"), "ec !one", "ec !two", "dmo !three")
    assert [each.text for each in done(match)] == ["two", "three"]
    assert refused(match, "ec !four").code == "not-your-turn"


def test_talk_in_private_replaces_nothing():
    match = played(begun(order="rounds"), "ec !one")
    assert refused(match, "ec thanks").code == "not-a-submission"


def test_a_secret_text_is_the_hosts_to_read_once_the_turn_closes_and_everybodys_once_opened():
    match = played(begun(order="rounds"), "host !next both secret", "ec !north")
    assert [each.text for each in match.view(HOST).handed_in] == [None]
    assert [each.text for each in match.view(EC).handed_in] == ["north"]
    match = played(match, "dmo !south")
    expected: dict[Any, Any] = {
        HOST: {"ec": ["north"], "dmo": ["south"]},
        EC: {"ec": ["north"], "dmo": [None]},
        PUBLIC: {"ec": [None], "dmo": [None]},
    }
    assert {viewer: closed(match, viewer) for viewer in expected} == expected
    assert position(match)["closed"] == {"ec": 1, "dmo": 1}
    match = played(match, "host !open ec 1")
    assert position(match)["open"]["ec"] == ["north"]
    assert closed(match, PUBLIC) == {"dmo": [None]}


def test_the_host_is_not_shown_closed_dice_or_cards():
    match = played(begun(), "host !deck cards / deal 2 ec / roll 1d6 ec")
    assert closed(match, HOST) == {"ec": [None] * 3}


@pytest.mark.parametrize("late", ["host", "lose"])
def test_everything_is_shown_once_the_match_is_over(late: str):
    match = begun(order="rounds", envelope="walls", late=late, setup="deck cards / deal 2 ec")
    match = played(match, "dmo @5 !hm")
    match = passed(match, "61").match if late == "lose" else played(match, "host award ec")
    view = match.view(PUBLIC)
    assert None not in closed(match, PUBLIC)["ec"]
    assert [each.text for each in view.handed_in] == ["hm"]
    assert (view.envelope, view.to_move) == ("walls", ())


# What is taken back


def test_undo_ruling_takes_a_line_back_with_its_lots_and_the_same_line_gives_the_same_dice():
    match = begun(seed="9")
    line = "host !pot=2 / roll 4d6 ec / deck cards / deal 3"
    rolled = played(match, line)
    step = tried(rolled, "host undo ruling")
    assert [type(each) for each in step.notices] == [RulingUndone]
    assert position(step.match) == position(match)
    again = played(step.match, line)
    assert (position(again), closed(again, EC)) == (position(rolled), closed(rolled, EC))


def test_undo_of_a_roll_gives_the_same_dice_again_and_another_roll_the_next():
    match = played(begun(seed="9"), "ec !roll 6d6")
    dice = position(match)["open"]
    assert position(played(match, "host undo", "ec !roll 6d6"))["open"] == dice
    assert position(played(match, "ec !roll 6d6"))["open"] != dice


def test_undo_takes_back_the_latest_move_and_what_the_host_made_of_it():
    match = played(begun(order="judged"), "ec E4", "host !pot=1 / next", "host undo")
    assert (board(match), counters(match), match.to_act) == ({}, {}, (EC,))


def test_the_setup_may_deal_and_its_first_notice_opens_the_match():

    step = Match.begin(free_table(setup="deck 1..9 / deal 2 ec / roll 2d6"))
    assert (step.notices, step.match.to_act) == ((), ())
    (opened,) = (drawn := step.match.draw_lots()).notices
    assert isinstance(opened, Opened)
    assert (opened.cause, opened.seats) == (None, (EC,))
    assert [each.text.split()[0] for each in drawn.match.entries] == ["deal", "roll"]


def test_a_hosts_line_is_refused_in_games_without_a_judge():

    match = Match.begin(fire_and_ice(first="ec")).match
    assert refused(match, "host !pot=3").code == "malformed"
    assert not match.awaits_host
    assert match.view(HOST) == match.view(PUBLIC)


def test_a_form_is_written_with_a_mark_only_where_it_would_be_talk():
    match = begun()
    texts = {"E4": "E4", "bid 5": "!bid 5", "!bid 5": "!bid 5", "E4 E5 E6": "E4 E5 E6"}
    assert {text: match.given_in_form(EC, text) for text in texts} == texts
