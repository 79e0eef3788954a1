"""Hosts' words for a seat, changes of players, and rulings taken back."""

from decimal import Decimal

import pytest

from engine.games import GAMES
from engine.matches.entries import Cause, CauseKind
from engine.matches.notices import MatchEnded, PlayerReplaced, RulingUndone, TurnStarted
from engine.matches.rulings import (
    Abort,
    Award,
    ChangeReserve,
    Pause,
    Replace,
    Resume,
    Ruling,
    Say,
    Undo,
    UndoRuling,
    read_ruling,
    write_ruling,
)
from engine.options import read_options
from engine.records.record import MAX_ENTRIES
from engine.records.referee import referee
from engine.refusals import Malformed
from engine.seats import Seat
from tests.engine.playing import begun, code, fire_and_ice, over, played, reserves, tried

AT_ONCE = {"first": "ec", "takeback": "0"}
HELD = {"first": "ec", "takeback": "5"}
EC, DMO = Seat.EC, Seat.DMO


# Notation of rulings


RULINGS: dict[str, Ruling] = {
    "undo": Undo(),
    "undo ruling": UndoRuling(),
    "pause": Pause(),
    "resume": Resume(),
    "time ec +60": ChangeReserve(EC, Decimal(60)),
    "time dmo -2.5": ChangeReserve(DMO, Decimal("-2.5")),
    "award dmo": Award(DMO),
    "abort": Abort(),
    "say ec E6 E7 / hello": Say(EC, "E6 E7 / hello"),
    "seat dmo Eve von Ach": Replace(DMO, "Eve von Ach"),
}


@pytest.mark.parametrize(("text", "ruling"), RULINGS.items())
def test_a_ruling_is_written_as_it_is_read(text: str, ruling: Ruling):
    assert read_ruling(text) == ruling
    assert write_ruling(ruling) == text


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("UNDO  Ruling", UndoRuling()),
        ("Say EC  E6 E7 ", Say(EC, "E6 E7 ")),
        ("Seat Dmo EVE", Replace(DMO, "EVE")),
        ("time EC 7", ChangeReserve(EC, Decimal(7))),
    ],
)
def test_the_case_of_a_ruling_does_not_matter_but_that_of_a_name_does(text: str, ruling: Ruling):
    assert read_ruling(text) == ruling


@pytest.mark.parametrize(
    "text",
    [
        *("undo both", "undo ruling now", "say", "say ec", "say both E6 E7", "seat", "seat dmo"),
        *("seat host Eve", "time ec", "time ec +-1", "time both 1", "award", "abort now", "hello"),
    ],
)
def test_anything_else_is_no_ruling(text: str):
    with pytest.raises(Malformed):
        read_ruling(text)
    assert code(tried(begun(fire_and_ice()), f"host @1 {text}")) == "malformed"


def test_a_name_is_written_in_one_line():
    assert write_ruling(Replace(EC, " Eve\nvon  Ach ")) == "seat ec Eve von Ach"


# Hosts' words for a seat


def test_a_lot_that_is_due_is_drawn_before_what_a_host_says_for_a_seat():
    for seed in range(6):
        match = played(begun(fire_and_ice(seed=str(seed), takeback="0")), "dealer @60")
        first = match.draw_lots().match.to_act[0]
        match = played(match, f"host @70 say {first} E6 E7")
        assert match.to_act == (first.opponent,)


def test_a_lost_turn_is_given_back_by_an_undo_and_what_is_said_for_the_seat():
    game = GAMES["demeters-anguish"](**read_options(GAMES["demeters-anguish"], {"first": "ec"}))
    match = played(begun(game), "ec @1 flower A1", "dmo @2 flower A1", "ec @10 rock G7")
    match = played(match, "dealer @430")
    assert (match.to_act, reserves(match)) == ((EC,), (300, 0))
    match = played(
        match, "host @440 undo", "host @440 say ec rock G7", "host @440 say dmo pass rock"
    )
    assert (match.to_act, reserves(match)) == ((DMO,), (300, 300))


# Changes of players


def test_another_person_in_a_seat_changes_nothing_else():
    match = begun(fire_and_ice(**AT_ONCE))
    step = tried(match, "host @20 seat ec Eve")
    assert step.notices == (PlayerReplaced(EC, "Eve"),)
    assert step.match.clock.flag_at == 360
    assert code(tried(step.match, "host @21 undo")) == "nothing-to-undo"
    assert code(tried(step.match, "host @21 undo ruling")) == "nothing-to-undo"


def test_a_seat_is_given_during_a_pause_but_not_after_the_end():
    match = played(begun(fire_and_ice(**AT_ONCE)), "host @1 pause", "host @2 seat dmo Eve")
    assert code(tried(played(match, "host @3 abort"), "host @4 seat dmo Eve")) == "match-over"


# Rulings taken back


MOVES = ["ec @70 E6 E7", "dmo @140 E3 F3"]


def test_an_undo_taken_back_brings_back_the_end_of_the_match():
    match = played(begun(fire_and_ice(**AT_ONCE)), "ec @70 concede", "host @80 undo")
    step = tried(match, "host @90 undo ruling")
    assert step.notices == (MatchEnded(over(DMO, "conceded"), Cause(CauseKind.RULING)),)
    assert step.match.result == over(DMO, "conceded")
    assert played(step.match, "host @95 undo").to_act == (EC,)


def test_a_pause_outlasts_a_ruling_that_is_taken_back():
    match = played(begun(fire_and_ice(**AT_ONCE)), "host @10 time ec +60", "host @20 pause")
    match = played(match, "host @50 undo ruling")
    assert code(tried(match, "ec @60 E6 E7")) == "paused"
    assert played(match, "host @100 resume").clock.flag_at == 450


def test_a_held_move_goes_on_being_held_for_as_long_as_it_was_to_be():
    match = played(begun(fire_and_ice(**HELD)), "ec @100 E6 E7", "host @102 award dmo")
    match = played(match, "host @200 undo ruling")
    assert match.next_due() == 203
    assert played(match, "ec @203 takeback").clock.flag_at == 458


def test_a_clock_that_waited_for_its_post_waits_for_the_next_one():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "host @1 time ec +60", "dealer @2 posted")
    match = played(match, "host @9 undo ruling")
    assert match.clock.flag_at is None
    assert played(match, "dealer @10 posted").clock.flag_at == 370


def test_the_room_learns_what_was_taken_back_but_not_what_was_said_in_secret():
    game = GAMES["doubting-flower-field"](first=EC)
    match = played(begun(game), "host @1 say ec hide A1 red, G7 blue")
    step = tried(match, "host @5 undo ruling")
    assert step.notices == (RulingUndone("say ec", (EC, DMO), Decimal(599)),)


def test_undo_still_opens_the_turn_anew():
    match = played(begun(fire_and_ice(**AT_ONCE)), *MOVES)
    (opened,) = tried(match, "host @150 undo").notices
    assert isinstance(opened, TurnStarted)


def test_a_record_may_be_full_of_rulings_that_are_all_taken_back():
    half = MAX_ENTRIES // 2
    messages = ["host say ec E6 E7", "host undo"] * (half // 2)
    text = "\n".join(["game: fire-and-ice", "first: ec", "takeback: 0", "", *messages])
    *verdicts, end = referee("\n".join([text, *["host undo ruling"] * half]))
    assert {verdict["verdict"] for verdict in verdicts} == {"accepted"}
    assert end["to_act"] == ["ec"]
