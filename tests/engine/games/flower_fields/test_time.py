"""The Flower Fields: hiding, who begins, clocks, and matches that replay."""

from math import ceil
from random import Random

import pytest

from engine.clocks import Deadline, Periods, Seconds
from engine.game import Timing
from engine.games.flower_fields.position import Accepted, Phase
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Match
from engine.matches.notices import Ended, Opened, Progressed, Received, Reminded, Spent
from engine.options import BadOption, option_kinds, read_options, write_options
from engine.records.referee import referee
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.flower_fields.positions import (
    DMO,
    EC,
    HIDDEN,
    bed,
    doubting,
    flower_field,
    flowers,
    lives,
    turns,
)
from tests.engine.playing import begun, code, codes, over, played, reserves, tried

FOUR_STAND = ("ec @0 C4 red, E4 red", "dmo @0 D5 red, D3 red", "ec @0 B4 blue", "dmo @0 F4 blue")
TRUE = "D4 E4 F4 D3 / D5 D4 C4 B4"
UNTRUE = "D4 E4 F4 D3 / C4 D4 D3 E4"


def challenged(*lines: str, **options: str) -> Match:
    """EC's turn opens at 0; F4 can be challenged."""
    return turns(*FOUR_STAND, *lines, **options)


# The periods


@pytest.mark.parametrize(
    ("at", "left"),
    [
        ("119", 20),
        ("120", 20),
        ("120.001", 19),
        ("121", 19),
        ("150", 19),
        ("151", 18),
        ("719.5", 0),
        ("720", 0),
    ],
)
def test_the_worked_clock(at: str, left: int):
    step = tried(turns(), f"ec @{at} D5 red")
    assert (code(step), step.match.reserve_left(EC)) == ("", left)
    assert left * 30 == 600 - 30 * max(0, ceil((Seconds(at) - 120) / 30))


def test_more_than_720_seconds_lose_the_match():
    step = tried(turns(), "ec @720.001 D5 red")
    assert (code(step), step.match.result) == ("match-over", over(DMO, "out-of-time"))
    assert step.match.entries[-1].at == 720


def test_the_referee_judges_the_worked_clock():
    body = "\n".join(
        [*HIDDEN, "ec @121 D5 red", "dmo @272 D3 red", "ec @992 C4 red", "dealer @993"]
    )
    *_, end = referee(f"game: doubting-flower-field\nfirst: ec\n\n{body}\n")
    # 121 s leave 19 periods, 151 s leave 18, and 720 s would need 20.
    assert end["clock"] == {"ec": {"periods": 0}, "dmo": {"periods": 18}}
    assert end["result"] == {"winner": "dmo", "reason": "out-of-time"}


WORKED_CHALLENGES = [
    ("10", "50", 0),
    ("120", "180", 0),
    ("120", "180.001", 1),
    ("120.001", "180", 1),
    ("121", "200", 1),
    ("121", "210", 1),
    ("121", "211", 2),
    ("150", "181", 1),
    ("151", "181", 2),
    ("151", "241", 3),
    ("300", "310", 6),
    ("300", "361", 7),
    ("100", "780", 20),
    ("720", "720", 20),
    ("720", "780", 20),
]


@pytest.mark.parametrize(("said", "ended", "consumed"), WORKED_CHALLENGES)
@pytest.mark.parametrize("ending", [TRUE, "challenge " + UNTRUE, "give up"])
def test_a_challenge_lengthens_the_turn_and_gives_no_periods_back(said, ended, consumed, ending):
    formula = max(0, ceil((Seconds(said) - 120) / 30), ceil((Seconds(ended) - 180) / 30))
    assert formula == consumed
    match = challenged(f"ec @{said} challenge")
    step = tried(match, f"ec @{ended} {ending}")
    assert (code(step), step.match.reserve_left(EC)) == ("", 20 - consumed)


@pytest.mark.parametrize("said", ["50", "120", "121", "150", "151", "720"])
def test_a_challenge_in_one_message_costs_as_much_as_one_with_a_commitment(said: str):
    consumed = max(0, ceil((Seconds(said) - 120) / 30), ceil((Seconds(said) - 180) / 30))
    assert challenged(f"ec @{said} challenge {TRUE}").reserve_left(EC) == 20 - consumed


@pytest.mark.parametrize(("at", "result"), [("780", None), ("780.001", over(DMO, "out-of-time"))])
def test_a_challenger_has_all_the_time_of_a_planter_once_more(at: str, result):
    match = challenged("ec @700 challenge")
    assert match.flag_at() == 780
    step = tried(match, f"ec @{at} {TRUE}")
    assert step.match.result == result
    assert code(tried(challenged(), f"ec @720.001 challenge {TRUE}")) == "match-over"


def test_the_extra_time_comes_once_a_turn_and_again_in_the_next():
    match = challenged("ec @10 challenge")
    assert match.flag_at() == 180 + 600
    assert code(tried(match, "ec @11 challenge")) == "committed"
    assert tried(match, "ec @11 challenge").match.flag_at() == 780
    redone = played(match, "ec @20 give up")
    assert redone.flag_at() == 20 + 720
    assert played(redone, "ec @30 challenge").flag_at() == 20 + 780


def test_a_refused_challenge_does_not_lengthen_the_turn():
    match = challenged()
    step = tried(match, "ec @10 challenge D4 E4 F4 D3 / D3 D4 E4 F4")
    assert (code(step), step.match.flag_at()) == ("same-field", 720)


@pytest.mark.parametrize("ending", ["challenge " + TRUE, "challenge " + UNTRUE])
def test_a_redo_has_fresh_time_and_the_remaining_periods(ending: str):
    match = challenged(f"ec @130 {ending}")
    mover = match.to_act[0]
    assert mover is (DMO if ending.endswith(TRUE) else EC)
    assert match.flag_at() == 130 + 120 + 30 * match.reserve_left(mover)
    assert reserves(match) == (19, 20)


def test_options_of_the_clock():
    match = turns(turn="10", extra="5", periods="2", period="7", setup="9", choice="8")
    assert match.timing == Timing(match.timing.occasion, Periods(Seconds(10), Seconds(7)), EC)
    assert reserves(match) == (2, 2)
    assert match.flag_at() == 24
    assert played(match, "ec @17.5 D5 red").reserve_left(EC) == 0
    plain = begun(flower_field(turn="10", extra="5", choice="8"))
    assert plain.timing == Timing(plain.timing.occasion, Deadline(Seconds(8)))


def test_a_commitment_is_reported_with_the_longer_time_left():
    step = tried(challenged(), "ec @100 challenge")
    assert step.notices[-1] == Progressed((EC,), Seconds(80), Cause(CauseKind.ACTION, EC))
    late = tried(challenged(), "ec @130 challenge")
    assert late.notices[-1] == Progressed((EC,), Seconds(50), Cause(CauseKind.ACTION, EC))


def test_reminders_follow_the_longer_turn():
    def reminded(*lines: str) -> list[int]:
        match = challenged(*lines)
        return [
            int(each.at) for each in match.pass_to(Seconds(300)).notices if type(each) is Reminded
        ]

    assert reminded() == [90, 115, 120, 150, 180, 210, 240, 270, 300]
    assert reminded("ec @10 challenge") == [150, 175, 180, 210, 240, 270, 300]
    assert reminded("ec @130 challenge")[:3] == [150, 175, 180]


def test_a_host_gives_whole_periods():
    match = played(challenged("ec @151 challenge"), "host @160 time ec +3")
    assert reserves(match) == (21, 20)
    assert played(match, f"ec @170 {TRUE}").reserve_left(EC) == 21
    assert code(tried(match, "host @161 time ec +1.5")) == "malformed"


# A doubt that is pending

HIDE = ("ec @0 hide C4 red, A1 blue", "dmo @0 hide A7 red, G1 blue")
UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"
CLAIMED = (*HIDE, "ec @0 E4 red", "dmo @0 D5 red, D3 blue", f"ec @0 {UNSEEN}")


def claimed(*lines: str, **options: str) -> Match:
    """DMO's turn opens at 0, after a true claim with unseen cells."""
    return played(begun(doubting(**{"first": "ec", **options})), *CLAIMED, *lines)


def test_after_an_acceptance_the_same_turn_goes_on():
    step = tried(claimed(), "dmo @130 accept")
    assert step.notices[-1] == Progressed((DMO,), Seconds(-10), Cause(CauseKind.ACTION, DMO))
    assert step.match.flag_at() == 720
    assert played(step.match, "dmo @151 D5 red").reserve_left(DMO) == 18
    longer = played(step.match, "dmo @140 challenge")
    assert longer.flag_at() == 780


@pytest.mark.parametrize(("ec", "mover"), [("C4 red", DMO), ("C4 blue", EC)])
def test_a_redo_after_a_doubt_is_a_new_turn(ec: str, mover: Seat):
    lines = (f"ec @0 hide {ec}, A1 blue", *CLAIMED[1:])
    match = played(begun(doubting(first="ec")), *lines)
    step = tried(match, "dmo @130 doubt")
    told = step.notices[-1]
    assert isinstance(told, Opened)
    assert (told.seats, told.turn, told.spent) == ((mover,), 120, Spent(DMO, 19))
    assert step.match.timing.occasion == match.timing.occasion + 1


@pytest.mark.parametrize("ec", ["C4 red", "C4 blue"])
@pytest.mark.parametrize(("at", "answer"), [("720", ""), ("720.001", "match-over")])
def test_time_that_runs_out_over_a_pending_death_makes_it_final(ec: str, at: str, answer: str):
    lines = (f"ec @0 hide {ec}, A1 blue", *CLAIMED[1:])
    match = played(begun(doubting(first="ec", lives="1")), *lines)
    assert match.result is None
    assert lives(match.state) == (1, 0)
    step = tried(match, f"dmo @{at} accept")
    assert (code(step), step.match.result) == (answer, over(EC, "no-lives"))
    assert step.match.state.latest == Accepted(DMO, by_clock=bool(answer))


def test_with_lives_left_running_out_of_time_loses_on_time():
    step = tried(claimed(), "dealer @721")
    assert step.match.result == over(EC, "out-of-time")
    assert isinstance(step.notices[-1], Ended)


def test_a_concession_is_heard_over_a_pending_death():
    match = claimed("dmo @1 concede", lives="1")
    assert match.result == over(EC, "conceded")


# Hiding


def test_only_its_seat_learns_what_it_has_hidden():
    first = tried(begun(doubting()), "ec @100 hide A1 red, G7 blue")
    assert first.notices == (Received(EC, True, True, True, Seconds(500)),)
    assert first.match.to_act == (DMO,)
    again = tried(first.match, "ec @200 hide A2 red, G7 blue")
    assert again.notices == (Received(EC, False, True, True, Seconds(400)),)
    received, opened = tried(again.match, "dmo @300 hide A7 red, G1 blue").notices
    assert received == Received(DMO, True, False, False, None)
    assert isinstance(opened, Opened)
    assert (opened.seats, opened.turn, opened.reserve) == ((DMO,), 60, None)


def test_hidden_flowers_may_be_replaced_until_both_seats_have_hidden_theirs():
    answers, match = codes(
        begun(doubting()),
        [
            "ec @1 hide A1 red, G7 blue",
            "ec @2 hide A2 red, G7 yellow",
            "ec @3 hide A2 red, H9 yellow",
            "ec @4 hide A2 red, D4 yellow",
            "ec @5 hide D4 red, H9 yellow",
            "dmo @6 hide A7 red, G1 blue",
            "ec @7 hide A3 red, G7 yellow",
            "dmo @8 hide A6 red, G1 blue",
        ],
    )
    assert answers == [
        "",
        "",
        "off-board",
        "occupied",
        "off-board",
        "",
        "not-your-turn",
        "wrong-phase",
    ]
    assert match.state.ec_hidden == flowers("A2R G7Y")
    assert match.state.dmo_hidden == flowers("A7R G1B")
    assert match.state.phase is Phase.CHOICE


@pytest.mark.parametrize("text", ["D5 red", "challenge", "give up", "doubt", "accept", "first me"])
def test_nothing_else_is_heard_while_flowers_are_being_hidden(text: str):
    match = played(begun(doubting()), "dmo @1 hide A1 red, G7 blue")
    for seat in SEATS:
        assert code(tried(match, f"{seat} @2 {text}")) == "wrong-phase"
        assert code(tried(match, f"{seat} @2 pass")) == "not-a-submission"


@pytest.mark.parametrize(("at", "answer"), [("600", ""), ("600.001", "not-your-turn")])
def test_flowers_can_be_hidden_until_the_end_of_the_set_up(at: str, answer: str):
    match = played(begun(doubting()), "dmo @5 hide A7 red, G1 blue")
    step = tried(match, f"ec @{at} hide A1 red, G7 blue")
    assert code(step) == answer
    match = played(step.match, "dealer @601")
    assert match.state.ec_hidden == (() if answer else flowers("A1R G7B"))
    assert match.state.dmo_hidden == flowers("A7R G1B")
    assert (match.state.phase, match.to_act) == (Phase.CHOICE, (DMO,))


def test_players_who_hide_nothing_have_nothing_hidden():
    match = played(begun(doubting(first="dmo")), "dealer @601")
    assert (match.to_act, match.state.phase) == ((DMO,), Phase.TURN)
    assert match.state.live_colours(EC) == match.state.live_colours(DMO) == {}
    assert match.view(PUBLIC).submitted == ()


def test_only_hiding_is_secret():
    match = begun(doubting())
    assert match.game.takes_secrets(match.state)
    secret = {
        "hide A1 red, G7 blue": True,
        "hide H9 red, G7 blue": True,
        "D5 red": False,
        "hide A1 red": None,
        "challenge": False,
        "hello": None,
    }
    assert {text: match.is_secret(EC, text) for text in secret} == secret
    later = turns()
    assert not later.game.takes_secrets(later.state)
    assert later.is_secret(EC, "hide A1 red, G7 blue") is False
    assert not flower_field().takes_secrets(flower_field().begin())


def test_a_seat_sees_only_its_own_hidden_flowers():
    match = played(begun(doubting()), "ec @1 hide A1 red, G7 blue")
    assert match.view(EC).own == flowers("A1R G7B")
    assert match.view(DMO).own == match.view(PUBLIC).own == ()
    assert match.view(PUBLIC).submitted == (EC,)
    match = played(match, "dmo @2 hide A1 blue, G1 red")
    # Nobody is told of a cell that both picked.
    assert match.view(EC).own == flowers("A1R G7B")
    assert match.view(DMO).own == flowers("A1B G1R")
    assert match.view(EC).hidden == match.view(DMO).hidden == ()


def test_at_the_end_everything_hidden_is_shown_with_its_fate():
    match = played(
        begun(doubting(first="ec")),
        *("ec @0 hide A1 red, D5 blue", "dmo @0 hide A1 blue, G1 red"),
        *("ec @1 D5 red", "dmo @2 concede"),
    )
    for viewer in (EC, DMO, PUBLIC):
        shown = match.view(viewer).hidden
        assert [(each.seat, str(each.flower.cell), each.fate) for each in shown] == [
            (EC, "A1", "cancelled"),
            (EC, "D5", "exploded"),
            (DMO, "A1", "cancelled"),
            (DMO, "G1", "live"),
        ]


def test_a_match_that_ends_early_shows_what_was_hidden_so_far():
    match = played(begun(doubting()), "ec @1 hide A1 red, G7 blue", "dmo @2 concede")
    assert [each.seat for each in match.view(PUBLIC).hidden] == [EC, EC]
    assert [each.flower for each in match.view(PUBLIC).hidden] == [*flowers("A1R G7B")]


# Who begins


@pytest.mark.parametrize("first", SEATS)
def test_the_dmo_chooses_who_begins_once_both_have_hidden(first: Seat):
    match = played(begun(doubting()), *HIDDEN)
    assert (match.to_act, match.timing.clock) == ((DMO,), Deadline(Seconds(60)))
    assert code(tried(match, f"ec @1 first {first}")) == "not-your-turn"
    for text in ("D5 red", "challenge", "give up", "doubt", "accept"):
        assert code(tried(match, f"dmo @1 {text}")) == "wrong-phase"
    match = played(match, f"dmo @60 first {first}")
    assert (match.to_act, match.state.phase) == ((first,), Phase.TURN)
    assert code(tried(match, f"{first} @61 first me")) == "wrong-phase"


@pytest.mark.parametrize("game", [doubting(), flower_field()], ids=lambda game: game.name)
def test_a_late_choice_goes_to_a_lot(game):
    match = played(begun(game), *(HIDDEN if game.doubting else ()))
    match = played(match, "dealer @61")
    assert (match.to_act, match.timing, match.lot_due_at) == ((), None, 60)
    assert {game.draw(match.state, Random(seed)) for seed in range(30)} == {"first ec", "first dmo"}
    settled = played(match, "dealer @70 first dmo")
    assert settled.to_act == (DMO,)
    assert settled.flag_at() == 60 + 720


def test_if_the_host_says_who_begins_nobody_is_asked():
    assert begun(flower_field(first="dmo")).to_act == (DMO,)
    match = played(begun(doubting(first="dmo")), *HIDDEN)
    assert (match.to_act, match.state.phase) == ((DMO,), Phase.TURN)
    assert match.game.draw(match.state, Random(0)) is None


def test_flower_field_begins_with_the_choice():
    match = begun(flower_field())
    assert (match.to_act, match.state.phase) == ((DMO,), Phase.CHOICE)
    assert match.game.position(match.state) == {
        "field": "......./......./......./...y.../......./......./.......",
        "lives": {"ec": 3, "dmo": 3},
    }


# Options


def test_the_options_and_their_defaults():
    common = {
        "seed": "0",
        "grace": "0",
        "row1": "bottom",
        "turn": "120",
        "extra": "60",
        "periods": "20",
        "period": "30",
        "choice": "60",
        "chain": "off",
    }
    assert write_options(flower_field()) == {**common, "lives": "3"}
    assert write_options(doubting()) == {**common, "lives": "5", "setup": "600"}
    assert write_options(doubting(chain="on", first="ec"))["chain"] == "on"
    assert "setup" not in option_kinds(FlowerField)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("lives", value) for value in ("0", "-1", "1.5", "", "x", "1000000000")),
        *(("chain", value) for value in ("ON", "yes", "", "true")),
        *(("period", "0"), ("periods", "-1"), ("row1", "left"), ("lives", "00")),
    ],
)
def test_bad_options_are_refused(name: str, value: str):
    for game in (FlowerField, DoubtingFlowerField):
        with pytest.raises(BadOption) as fault:
            read_options(game, {name: value})
        assert fault.value.name == name


# Rulings and logs


def test_an_undo_takes_back_a_claim_with_all_its_effects():
    match = claimed("dmo @10 doubt", "host @20 undo")
    assert (match.to_act, lives(match.state), match.view(PUBLIC).may_doubt) == (
        (DMO,),
        (5, 4),
        True,
    )
    match = played(match, "host @30 undo")
    assert (match.to_act, lives(match.state)) == ((EC,), (5, 5))
    assert match.state.bed == bed("ec E4R", "dmo D5R D3B")
