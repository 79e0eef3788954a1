"""`unheld`: the seats whose moves are final at once, in a game that holds the others'."""

import pytest

from engine.games import GAMES
from engine.options import OptionError, option_kinds, read_options, write_options
from engine.seats import Seat
from tests.engine.playing import begun, code, fire_and_ice, played, tried

EC, DMO = Seat.EC, Seat.DMO
FINAL = {"ec": {EC}, "dmo": {DMO}, "both": {EC, DMO}, "": set[Seat]()}


@pytest.mark.parametrize("mover", Seat)
@pytest.mark.parametrize("unheld", FINAL)
def test_a_move_of_an_unheld_seat_takes_effect_at_once_and_others_are_held(
    unheld: str, mover: Seat
):
    stated = {"unheld": unheld} if unheld else {}
    match = played(begun(fire_and_ice(first=mover, **stated)), f"{mover} @10 E6 E7")
    is_final = mover in FINAL[unheld]
    assert (match.held is None) is is_final
    assert match.to_act == ((mover.opponent if is_final else mover),)
    assert (match.turn_opened_at == match.now) is is_final


def test_a_take_back_of_an_unheld_seat_finds_nothing_held():
    match = begun(fire_and_ice(first="ec", unheld="ec"))
    assert code(tried(match, "ec @1 takeback")) == "nothing-held"
    match = played(match, "ec @2 E6 E7")
    assert code(tried(match, "ec @3 takeback")) == "not-your-turn"
    match = played(match, "dmo @4 E3 F3", "dmo @5 takeback", "dmo @6 E3 F3", "ec @12 D3 D2")
    assert match.to_act == (DMO,)


def test_what_a_host_says_for_an_unheld_seat_is_final_at_once():
    match = played(begun(fire_and_ice(first="ec", unheld="ec")), "host @1 say ec E6 E7")
    assert match.to_act == (DMO,)


def test_the_choice_of_who_begins_is_final_whoever_is_unheld():
    match = played(begun(fire_and_ice(unheld="ec")), "dmo @1 first dmo")
    assert match.to_act == (DMO,)


def test_an_unheld_seat_is_written_only_where_it_is_stated():
    assert "unheld" not in write_options(fire_and_ice())
    for stated in filter(None, FINAL):
        assert write_options(fire_and_ice(unheld=stated))["unheld"] == stated


@pytest.mark.parametrize("bad", ["", "EC", "none", "ec dmo", "host"])
def test_nothing_else_can_be_unheld(bad: str):
    with pytest.raises(OptionError, match="ec, dmo or both"):
        fire_and_ice(unheld=bad)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_host_sets_unheld_seats_and_games_without_a_take_back_refuse_them(game: type):
    kinds = option_kinds(game)
    if "takeback" in kinds:
        assert not kinds["unheld"].by_host
    else:
        with pytest.raises(OptionError, match="no such option"):
            read_options(game, {"unheld": "ec"})
