"""A part of each turn that counts for nobody."""

from decimal import Decimal

import pytest

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.notices import ClockReminder
from engine.options import OptionError, read_options
from engine.seats import Seat
from tests.engine.playing import begun, code, fire_and_ice, played, reserves, tried

GRACE = {"first": "ec", "takeback": "0", "grace": "1.5"}


def game_of(name: str, **options: str) -> AnyGame:
    return GAMES[name](**read_options(GAMES[name], {"grace": "1.5", "first": "ec", **options}))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("grace", ["2.001", "3", "-1", "x"])
def test_grace_is_from_0_to_2_seconds(name: str, grace: str):
    assert read_options(GAMES[name], {"grace": "2"}) == {"grace": Seconds(2)}
    assert GAMES[name].grace == 0
    with pytest.raises(OptionError):
        read_options(GAMES[name], {"grace": grace})


@pytest.mark.parametrize(
    ("place", "left"), [("0.5", 300), ("1.5", 300), ("61.5", 300), ("62", 299.5), ("361.5", 0)]
)
def test_what_counts_as_elapsed_is_the_time_less_the_grace(place: str, left: float):
    match = played(begun(fire_and_ice(**GRACE)), f"ec @{place} E6 E7")
    assert reserves(match) == (Decimal(str(left)), 300)


def test_the_end_of_the_bank_moves_with_the_grace():
    match = begun(fire_and_ice(**GRACE))
    assert match.clock.flag_at == Decimal("361.5")
    assert code(tried(match, "ec @361.501 E6 E7")) == "match-over"


def test_each_turn_has_its_grace():
    match = played(begun(fire_and_ice(**GRACE)), "ec @61.5 E6 E7", "dmo @123 E3 F3")
    assert reserves(match) == (300, 300)
    assert match.clock.flag_at == Decimal("484.5")


@pytest.mark.parametrize(("place", "left"), [("61.5", 3), ("61.501", 2), ("121.5", 2)])
def test_a_period_is_entered_by_the_grace_later(place: str, left: int):
    layout = "layout EWFA... / EWFA. / ... / EWFA... / EWFA. / ..."
    match = begun(game_of("compass-collisions"))
    match = played(match, f"ec @1 {layout}", f"dmo @2 {layout}", "dmo @3 take first")
    match = played(match, "ec @4 ec1 south, dmo1 north", "dmo @5 ec2 west")
    assert match.to_act == (Seat.EC,)
    assert played(match, f"dealer @{5 + Decimal(place)}").reserve_left(Seat.EC) == left


def test_a_choice_ends_by_the_grace_later():
    match = begun(fire_and_ice(grace="2"))
    assert match.next_due() == 62
    assert played(match, "dmo @62 first ec").to_act == (Seat.EC,)


def test_a_pause_during_the_grace_leaves_what_is_left_of_it():
    match = begun(fire_and_ice(**GRACE))
    match = played(match, "host @1 pause", "host @100 resume")
    assert match.clock.flag_at == Decimal("460.5")
    assert match.turn_left == Decimal("60.5")


def test_reminders_follow_the_grace():
    step = begun(fire_and_ice(**GRACE)).advance_time(Seconds(100))
    assert [notice.at for notice in step.notices if isinstance(notice, ClockReminder)] == [
        *(Decimal("31.5"), Decimal("56.5"), Decimal("61.5"), Decimal("91.5"))
    ]


def test_the_time_for_a_take_back_is_not_lengthened():
    match = played(begun(fire_and_ice(first="ec", grace="2")), "ec @10 E6 E7")
    assert match.next_due() == 15


def test_a_take_back_counts_until_the_flag_and_its_grace():
    match = played(begun(fire_and_ice(first="ec", grace="2")), "ec @360 E6 E7")
    assert code(tried(match, "ec @362 takeback")) == ""
    assert code(tried(match, "ec @362.001 takeback")) == "too-late"


def test_without_posts_a_move_still_costs_nothing():
    match = begun(fire_and_ice(**GRACE), by_posts=True)
    match = played(match, "ec @1000 E6 E7", "dealer @1001 posted")
    assert reserves(match) == (300, 300)
    assert match.clock.flag_at == Decimal("1362.5")
