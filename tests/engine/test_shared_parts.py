"""The shared parts carry games with secrets, lots, halves, locks and periods, unchanged."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.games import GAMES
from engine.matches.entries import Cause, CauseKind, Entry, Speaker
from engine.matches.match import Match, Step
from engine.matches.notices import Ended, Notice, Opened, Received, Reminded, Spent
from engine.options import read_options
from engine.records.record import read_record, write_record
from engine.records.referee import final_match, referee
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, code, codes, entry, over, played, standing, tried
from tests.engine.toy_game import CELLS, Bid, Halves, Hide, Remove, Toy, ToyWithoutReserve, Word

EC, DMO = Seat.EC, Seat.DMO


def toy(**options: str) -> Toy:
    """The game with options in a record's notation."""
    return Toy(**read_options(Toy, options))


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch):
    for game in (Toy, ToyWithoutReserve):
        monkeypatch.setitem(GAMES, game.name, game)


HIDDEN = ("ec @1 hide A1", "dmo @2 hide B2")
LOCKED = (*HIDDEN, "ec @3 bid two", "dmo @4 bid one", "ec @5 lock", "dmo @10 lock")
"""EC is to move from the tenth second on."""


def in_turns(*lines: str, **options: str) -> Match:
    """A match in which EC begins its turn at 10, and then some lines."""
    return played(begun(toy(**options)), *LOCKED, *lines)


def judged(body: str, game: str = "toy", **headers: str) -> list[dict[str, Any]]:
    """The referee's objects."""
    lines = "".join(f"{key}: {value}\n" for key, value in headers.items())
    return referee(f"game: {game}\n{lines}\n{body}")


# A secret set-up that both must submit


@pytest.mark.parametrize(
    ("lines", "answers", "to_act"),
    [
        ([], [], (EC, DMO)),
        (["ec @1 hide A1"], [""], (DMO,)),
        (["dmo @1 hide A1"], [""], (EC,)),
        (["ec @1 hide A1", "ec @2 hide C3"], ["", ""], (DMO,)),
        (["ec @1 hide A1", "ec @2 hide D4"], ["", "off-board"], (DMO,)),
        (["ec @1 hide A1", "ec @2 hide"], ["", "malformed"], (DMO,)),
        (["ec @1 hide A1", "ec @2 hello"], ["", "not-a-submission"], (DMO,)),
        (["ec @1 lock"], ["wrong-phase"], (EC, DMO)),
        ([*HIDDEN], ["", ""], (EC, DMO)),
        ([*HIDDEN, "ec @3 hide C3"], ["", "", "wrong-phase"], (EC, DMO)),
        (["ec @600 hide A1"], [""], (DMO,)),
    ],
)
def test_a_set_up_can_be_replaced_until_both_seats_have_one(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...]
):
    given_answers, match = codes(begun(toy()), lines)
    assert given_answers == answers
    assert match.to_act == to_act


def test_the_latest_legal_submission_counts():
    match = played(begun(toy()), "ec @1 hide A1", "ec @2 hide C3")
    match = codes(match, ["ec @3 hide D4", "dmo @4 hide A2"])[1]
    assert match.view(EC).own == (CELLS[8], None)


def test_only_its_seat_learns_of_a_submission_that_counts():
    one = tried(begun(toy()), "ec @1 hide A1")
    assert one.notices == (
        Received(EC, is_first=True, may_change=True, goes_on=True, left=Seconds(599)),
    )
    again = tried(one.match, "ec @2 hide A2")
    assert again.notices == (
        Received(EC, is_first=False, may_change=True, goes_on=True, left=Seconds(598)),
    )
    both = tried(again.match, "dmo @3 hide B2")
    assert both.notices[0] == Received(
        DMO, is_first=True, may_change=False, goes_on=False, left=None
    )
    opened = both.notices[-1]
    assert isinstance(opened, Opened)
    assert (opened.seats, opened.turn, opened.reserve) == ((EC, DMO), 90, None)


@pytest.mark.parametrize(
    ("lines", "said", "is_secret"),
    [
        ([], "hide A1", True),
        ([], "plant A1", True),
        ([], "hello", None),
        ([], "concede", None),
        ([], "hide", None),
        (["ec @1 hide A1", "dmo @1 hide B2"], "bid one", True),
    ],
)
def test_a_match_can_tell_whether_a_text_is_a_secret(lines, said, is_secret):
    assert played(begun(toy()), *lines).is_secret(EC, said) is is_secret


def test_the_set_up_has_one_clock_for_both():
    match = played(begun(toy()), "ec @100 hide A1", "ec @200 hide A2")
    assert match.flag_at() == 600
    step = match.pass_to(Seconds(599))
    assert [(each.at, each.seats) for each in step.notices] == [(570, (DMO,)), (595, (DMO,))]


# A deadline that lapses into lots, one for each seat


@pytest.mark.parametrize(
    ("lines", "answers", "mines"),
    [
        # Two lots, stated in either order.
        (
            ["dealer @600", "dealer @601 hide ec A1", "dealer @602 hide dmo B2"],
            ["", "", ""],
            ("A1", "B2"),
        ),
        (
            ["dealer @600", "dealer @601 hide dmo B2", "dealer @602 hide ec A1"],
            ["", "", ""],
            ("A1", "B2"),
        ),
        # One for the seat without, and none for the other.
        (["ec @5 hide C3", "dealer @600", "dealer @600 hide dmo A1"], ["", "", ""], ("C3", "A1")),
        (
            ["ec @5 hide C3", "dealer @600", "dealer @600 hide ec A1"],
            ["", "", "no-lot-due"],
            ("C3", None),
        ),
        # One stated, the other drawn before the next entry is judged.
        (
            ["dealer @600", "dealer @601 hide dmo B2", "ec @602 bid one"],
            ["", "", ""],
            (None, "B2"),
        ),
        # Both drawn.
        (["ec @600.001 hide A1"], ["wrong-phase"], (None, None)),
        (["dealer @601 posted"], [""], (None, None)),
        # Neither, as long as only hosts and time are heard.
        (["dealer @600", "host @700 pause", "host @800 resume", "dealer @900"], [""] * 4, None),
    ],
)
def test_each_missing_seat_has_a_lot_of_its_own(
    lines: list[str], answers: list[str], mines: tuple[str | None, str | None] | None
):
    given_answers, match = codes(begun(toy()), lines)
    assert given_answers == answers
    laid = [match.view(seat).own[0] for seat in SEATS]
    if mines is None:
        assert laid == [None, None]
        assert match.to_act == ()
        assert match.timing is None
        return
    assert all(laid)
    assert all(named in {None, str(cell)} for named, cell in zip(mines, laid, strict=True))
    assert match.to_act == (EC, DMO)


def test_lots_are_logged_and_count_from_when_they_fell_due():
    match = played(begun(toy()), "dealer @650 hide dmo B2", "dealer @685 hide ec A1")
    assert match.flag_at() == 690
    drawn = tried(begun(toy()), "ec @650 bid one").match
    assert drawn.flag_at() == 690
    said = [each.text.split()[:2] for each in drawn.entries if each.who is Speaker.DEALER]
    assert said == [[], ["hide", "ec"], ["hide", "dmo"]]


def test_lots_settled_late_find_later_deadlines_passed():
    step = tried(begun(toy()), "ec @700 bid one")
    assert code(step) in {"wrong-phase", "not-your-turn"}
    assert step.match.to_act == (DMO,)
    assert step.match.flag_at() == 690 + 120 + 90


def test_a_lot_is_drawn_by_the_seed():
    mines = {
        tuple(
            tried(begun(toy(seed=str(seed))), "ec @650 lock").match.view(seat).own[0]
            for seat in SEATS
        )
        for seed in range(12)
    }
    assert len(mines) > 6
    assert any(one != other for one, other in mines)


# A phase that both end by `lock`


@pytest.mark.parametrize(
    ("lines", "answers", "to_act"),
    [
        (["ec @3 bid one", "ec @4 bid two"], ["", ""], (EC, DMO)),
        (["ec @3 lock"], [""], (DMO,)),
        (["ec @3 lock", "ec @4 bid one"], ["", "not-your-turn"], (DMO,)),
        (["ec @3 lock", "ec @4 lock"], ["", "not-your-turn"], (DMO,)),
        (["ec @3 lock", "dmo @4 bid one", "dmo @5 lock"], ["", "", ""], (DMO,)),
        (["ec @3 bid two", "ec @4 lock", "dmo @5 lock"], ["", "", ""], (EC,)),
        (["ec @3 bid two", "dealer @92"], ["", ""], (EC,)),
        (["ec @92 bid two", "dealer @92"], ["", ""], (EC,)),
        (["ec @92.001 bid two"], ["not-your-turn"], (DMO,)),
    ],
)
def test_a_phase_ends_once_both_have_locked_or_its_time_is_over(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...]
):
    given_answers, match = codes(begun(toy()), [*HIDDEN, *lines])
    assert given_answers[2:] == answers
    assert match.to_act == to_act


def test_only_its_seat_learns_of_a_lock_and_reminders_go_to_the_other():
    step = tried(played(begun(toy()), *HIDDEN), "ec @5 lock")
    (received,) = step.notices
    assert received == Received(EC, True, may_change=False, goes_on=True, left=Seconds(87))
    reminded = step.match.pass_to(Seconds(62)).notices
    assert [(each.seats, each.at) for each in reminded] == [((DMO,), 62)]


# A turn in two halves


@pytest.mark.parametrize(
    ("lines", "answers", "to_act", "flag"),
    [
        (["ec @20 plant A1"], [""], (EC,), 220),
        (["ec @20 stone A1"], [""], (EC,), 220),
        (["ec @20 plant A1", "ec @30 stone A1"], ["", ""], (DMO,), 240),
        (["ec @20 plant A1 / stone A1"], [""], (DMO,), 230),
        (["ec @20 stone A1\nplant A1"], [""], (DMO,), 230),
        (["ec @20 plant A1", "ec @30 plant A2"], ["", "made-already"], (EC,), 220),
        (["ec @20 plant A1", "ec @30 pass"], ["", ""], (DMO,), 240),
        (["ec @20 pass"], [""], (DMO,), 230),
        # A message with two halves is judged as a whole.
        (["ec @20 plant A1 / stone D4"], ["off-board"], (EC,), 220),
        (["ec @20 plant A1 / plant A2"], ["made-already"], (EC,), 220),
        (["ec @20 plant A1 / stone D4", "ec @30 plant A1"], ["off-board", ""], (EC,), 220),
    ],
)
def test_two_halves_share_one_clock_in_one_message_or_two(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...], flag: int
):
    # The turn is 120 s, the reserve 3 x 30 s; a clock that starts at 10 has its flag at 220.
    given_answers, match = codes(in_turns(), lines)
    assert given_answers == answers
    assert (match.to_act, match.flag_at()) == (to_act, flag)


def test_time_is_charged_for_the_whole_turn_once():
    match = in_turns("ec @131 plant A1", "ec @161 stone A1")
    assert match.reserve_left(EC) == 1
    step = tried(in_turns("ec @131 plant A1"), "ec @161 stone A1")
    assert step.notices[-1].spent == Spent(EC, 1)


def test_the_room_is_told_of_the_first_half_because_its_position_has_changed():
    step = tried(in_turns(), "ec @20 plant A1")
    assert any(not isinstance(notice, Received) for notice in step.notices)


def test_undo_of_a_second_half_keeps_the_first_and_reopens_the_turn():
    match = in_turns("ec @131 plant A1", "ec @161 stone A1", "host @170 undo")
    assert match.game.position(match.state)["ec"] == ".../.../*.."
    assert match.game.position(match.state)["dmo"] == ".../.../..."
    assert (match.to_act, match.reserve_left(EC), match.flag_at()) == ((EC,), 3, 380)
    match = played(match, "host @180 undo")
    assert match.game.position(match.state)["ec"] == ".../.../..."


def test_undo_in_a_secret_phase_takes_back_the_latest_submission():
    match = played(begun(toy()), "ec @1 hide A1", "ec @2 hide A2", "host @3 undo")
    assert match.view(EC).own[0] == CELLS[0]
    assert played(match, "host @4 undo").to_act == (EC, DMO)
    reopened = played(begun(toy()), *HIDDEN, "host @9 undo")
    assert (reopened.to_act, reopened.flag_at()) == ((DMO,), 609)


# A challenge lengthens the same turn


@pytest.mark.parametrize(
    ("challenge", "end", "left"),
    [
        # From 10 on: 120 s, or 180 s once challenged; then periods of 30 s.
        (None, 130, 3),
        (None, "130.001", 2),
        (20, 190, 3),
        (20, "190.001", 2),
        (130, 190, 3),
        (130, "220.001", 1),
        # Periods that were entered before the challenge stay consumed.
        ("130.001", 140, 2),
        ("130.001", 190, 2),
        ("130.001", 220, 2),
        ("130.001", "220.001", 1),
        ("160.001", 200, 1),
        (220, 220, 0),
        (220, "279.999", 0),
    ],
)
def test_a_challenge_lengthens_the_turn_and_gives_nothing_back(
    challenge: object, end: object, left: int
):
    lines = [f"ec @{challenge} challenge"] if challenge else []
    match = in_turns(*lines, f"dealer @{end}")
    assert match.reserve_left(EC) == left
    assert played(match, f"ec @{end} pass").reserve_left(EC) == left


def test_a_challenge_moves_the_flag_and_is_heard_once_in_a_turn():
    match = in_turns("ec @20 challenge")
    assert match.flag_at() == 280
    assert code(tried(match, "ec @21 challenge")) == "wrong-phase"
    assert played(match, "ec @280 pass").to_act == (DMO,)
    late = tried(match, "ec @280.001 pass")
    assert code(late) == "not-your-turn"


def test_reminders_follow_a_challenge():
    match = in_turns("dealer @101", "ec @102 challenge")
    told = [(each.at, each.left) for each in match.pass_to(Seconds(221)).notices]
    assert told == [(160, 3), (185, 3), (190, 2), (220, 1)]


# Out of turn, and lapses that pass


@pytest.mark.parametrize(
    ("lines", "answers", "result"),
    [
        (["dmo @20 agree", "ec @21 agree"], ["", ""], over(DMO, "agreed")),
        (["ec @20 agree", "dmo @21 agree"], ["", ""], over(DMO, "agreed")),
        (["dmo @20 agree", "ec @21 plant A1", "ec @22 agree"], ["", "", ""], None),
        (
            ["dmo @20 agree", "ec @21 plant D4", "ec @22 agree"],
            ["", "off-board", ""],
            over(DMO, "agreed"),
        ),
        (["dmo @20 plant A1"], ["not-your-turn"], None),
        (["dmo @20 plant"], ["not-your-turn"], None),
        (["dmo @20 pass"], ["not-your-turn"], None),
        # Passed turns: by word, by the clock, and both in a row.
        (["ec @20 pass", "dmo @21 pass"], ["", ""], over(DMO, "both-passed")),
        (["dealer @430"], [""], over(DMO, "both-passed")),
        (["dealer @220", "dmo @429 plant A1"], ["", ""], None),
        (["dealer @220", "dmo @430.001 plant A1"], ["", "match-over"], over(DMO, "both-passed")),
        # A mine costs a life.
        (["ec @20 plant B2", "ec @21 pass"], ["", ""], None),
    ],
)
def test_seats_are_heard_out_of_turn_if_the_game_says_so(
    lines: list[str], answers: list[str], result: object
):
    given_answers, match = codes(in_turns(), lines)
    assert given_answers == answers
    assert match.result == result


def test_agreement_out_of_turn_leaves_the_clock_of_the_turn_alone():
    step = tried(in_turns(), "dmo @100 agree")
    assert step.match.flag_at() == 220
    assert [each for each in step.notices if isinstance(each, Opened)] == []


def test_the_room_is_told_of_an_agreement():
    step = tried(in_turns(), "dmo @100 agree")
    assert any(not isinstance(notice, Received) for notice in step.notices)


def test_a_turn_that_lapses_is_reported_with_what_it_used():
    step = in_turns().pass_to(Seconds(220))
    opened = [each for each in step.notices if isinstance(each, Opened)]
    assert [(each.seats, each.reserve, each.spent, each.cause) for each in opened] == [
        ((DMO,), 3, Spent(EC, 0), Cause(CauseKind.TIME))
    ]
    assert step.match.reserve_left(EC) == 0


def test_every_later_turn_lapses_at_its_turn_time():
    match = in_turns("dealer @220", "dmo @230 plant A1 / stone A1")
    assert match.flag_at() == 350


REMOVING = ("ec @20 plant A1 / stone A1", "dmo @30 plant C3 / stone C3", "dealer @240")
"""EC has used all its time and is to remove its flower on A1 until 300."""


@pytest.mark.parametrize(
    ("lines", "answers", "to_act", "flag"),
    [
        ([], [], (EC,), 300),
        (["ec @300 remove A1"], [""], (DMO,), 510),
        (["ec @250 remove B1"], ["not-yours"], (EC,), 300),
        (["ec @250 plant B1"], ["wrong-phase"], (EC,), 300),
        (["dmo @250 remove C3"], ["not-your-turn"], (EC,), 300),
        (["dealer @300"], [""], (), None),
        (["dealer @310", "dealer @320 remove a1"], ["", ""], (DMO,), 510),
        (["dealer @310", "dealer @320 remove B1"], ["", "no-lot-due"], (DMO,), 510),
        (["dmo @320 plant B1"], [""], (DMO,), 510),
        (["host @250 pause", "host @350 resume", "ec @400 remove A1"], ["", "", ""], (DMO,), 610),
    ],
)
def test_a_removal_phase_may_follow_when_the_reserve_is_gone(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...], flag: int | None
):
    given_answers, match = codes(in_turns(*REMOVING), lines)
    assert given_answers == answers
    assert (match.to_act, match.flag_at()) == (to_act, flag)
    assert match.reserve_left(EC) == 0
    assert (match.game.position(match.state)["ec"][8] == "*") is (to_act != (DMO,))


def test_a_host_gives_whole_periods():
    answers, match = codes(
        in_turns(),
        [
            "host @11 time ec +2",
            "host @12 time dmo -1",
            "host @13 time ec +1.5",
            "host @14 time ec -9",
        ],
    )
    assert answers == ["", "", "malformed", ""]
    assert [match.reserve_left(seat) for seat in SEATS] == [0, 2]
    assert [type(match.reserve_left(seat)) for seat in SEATS] == [int, int]


def test_a_game_without_reserve_has_no_clock_to_show_or_add_to():
    body = "\n".join([*LOCKED, "host @11 time ec +1", "dealer @130.5"]) + "\n"
    objects = judged(body, game="toy-without-reserve")
    assert objects[-3]["code"] == "no-reserve"
    assert objects[-1]["clock"] == {}
    assert objects[-1]["to_act"] == ["dmo"]


# The referee


def test_the_referee_shows_several_boards_and_periods():
    body = "\n".join([*LOCKED, "ec @141 plant B2 / stone C1"]) + "\n"
    last = judged(body)[-1]
    assert last == {
        "result": None,
        "position": {"ec": ".../.*./...", "dmo": ".../.../..o", "lives": {"ec": 1, "dmo": 2}},
        "to_act": ["dmo"],
        "clock": {"ec": {"periods": 2}, "dmo": {"periods": 3}},
    }


def test_the_referee_says_who_is_still_awaited_in_secret_phases():
    body = "ec hide A1\nec hide B1\ndmo hide B2\ndmo lock\nec bid two\nec lock\nec pass\n"
    assert [each["to_act"] for each in judged(body)[:-1]] == [
        *(["dmo"], ["dmo"], ["ec", "dmo"], ["ec"], ["ec"], ["ec"], ["dmo"])
    ]


def test_options_of_any_game_are_headers():
    match = final_match(
        read_record("game: toy\nperiods: 1\nperiod: 7.5\nsetup: 20\n\ndealer @19\n")
    )
    assert (match.game.periods, match.game.period, match.flag_at()) == (1, Seconds("7.5"), 20)


# Random play


def texts_of(action: object) -> str:
    """What a player would type."""
    match action:
        case Hide(cell):
            return f"hide {cell}"
        case Bid(amount):
            return f"bid {('zero', 'one', 'two')[amount]}"
        case Remove(cell):
            return f"remove {cell}"
        case Halves(made):
            return " / ".join(f"{half} {cell}" for half, cell in made)
        case Word():
            return action.value
    raise AssertionError(action)


EXTRAS = (
    "agree",
    "challenge",
    "hello",
    "hide C1",
    "bid two",
    "lock",
    "plant",
    "concede",
    "remove B2",
)
RULINGS = ("undo", "pause", "resume", "time ec +1", "time dmo -1")


def random_lines(seed: int, length: int = 40) -> list[Entry]:
    """The lines of a random match, including refused ones, to be entered with posts."""
    generator = Random(seed)
    match, typed = begun(toy(seed=str(seed)), by_posts=True), []
    for _ in range(length):
        who, text = _something(match, generator)
        line = Entry(who, match.now + generator.choice((0, 1, 7, 40, 95)), text)
        typed.append(line)
        match = match.enter(line).match
    return typed


def _something(match: Match, generator: Random) -> tuple[Speaker, str]:
    chance = generator.random()
    if chance < 0.25:
        return Speaker.DEALER, "posted"
    if chance < 0.32:
        return Speaker.DEALER, ""
    if chance < 0.38:
        return Speaker.HOST, generator.choice(RULINGS)
    seat = generator.choice(match.to_act or SEATS)
    actions = list(match.game.legal(match.state, seat))
    if chance < 0.5 or not actions:
        extras = EXTRAS if generator.random() < 0.3 else EXTRAS[:-2]
        return Speaker(generator.choice(SEATS)), generator.choice(extras)
    return Speaker(seat), texts_of(generator.choice(actions))


def entered(match: Match, lines: list[Entry]) -> tuple[list[Step], Match]:
    """The steps of all lines."""
    steps = []
    for line in lines:
        steps.append(match.enter(line))
        match = steps[-1].match
    return steps, match


seeds = st.integers(0, 10**6)


@given(seeds)
def test_a_log_with_secrets_lots_and_periods_replays_to_an_equal_match(seed: int):
    game = toy(seed=str(seed))
    match = entered(begun(game, by_posts=True), random_lines(seed))[1]
    match = played(match, f"dealer @{match.now}")
    assert standing(Match.replay(game, match.entries)) == standing(match)


@given(seeds)
def test_an_export_with_secrets_lots_and_periods_ends_where_its_match_did(seed: int):
    game = toy(seed=str(seed))
    lines = [entry("dealer @0 posted"), *random_lines(seed)]
    match = entered(begun(game, by_posts=True), lines)[1]
    match = played(match, f"dealer @{match.now}")
    text = write_record(game, {}, match.entries)
    objects = referee(text)
    assert {each["verdict"] for each in objects[:-1]} == {"accepted"}
    assert standing(final_match(read_record(text))) == standing(match)


@given(seeds, st.integers(0, 40))
def test_jumping_from_wake_to_wake_gives_the_same_notices_as_small_steps(seed: int, length: int):
    match = entered(begun(toy(seed=str(seed)), by_posts=True), random_lines(seed, length))[1]
    until = match.now + 400
    jumped, told = match, []
    while (wake := jumped.next_wake()) is not None and wake <= until:
        step = jumped.pass_to(wake)
        assert step.notices or step.match.lot_due_at is not None
        jumped, told = step.match, [*told, *step.notices]
    jumped = jumped.pass_to(until).match
    stepped, told_in_steps = match, []
    while stepped.now < until:
        step = stepped.pass_to(min(until, stepped.now + Seconds("2.3")))
        stepped, told_in_steps = step.match, [*told_in_steps, *step.notices]
    assert told == told_in_steps
    assert standing(jumped) == standing(stepped)


# Secrets: matches that differ only in what one seat hid look the same to everyone else


def public_notices(steps: list[Step]) -> list[list[Notice]]:
    """The notices for the room."""
    return [[each for each in step.notices if not isinstance(each, Received)] for step in steps]


def without_mine(line: Entry, seat: Seat, change: Callable[[str], str]) -> Entry:
    secret = line.who == seat.value and line.text.startswith(("hide", "bid"))
    return Entry(line.who, line.at, change(line.text)) if secret else line


def hidden_otherwise(lines: list[Entry], seat: Seat, words: dict[str, str]) -> list[Entry]:
    """The same lines, except for what one seat submits in secret."""

    def change(text: str) -> str:
        verb, *rest = text.split()
        return " ".join([verb, *(words.get(word, word) for word in rest)])

    return [without_mine(line, seat, change) for line in lines]


secret_lines = st.lists(
    st.tuples(
        st.sampled_from(["ec", "dmo"]),
        st.sampled_from(
            ["hide A1", "hide B1", "hide D4", "hide", "bid one", "bid zero", "lock", "hello"]
        ),
    ),
    max_size=14,
)


@given(secret_lines, st.sampled_from(SEATS), st.booleans())
def test_nobody_else_sees_what_a_seat_submits_in_secret(
    typed: list[tuple[str, str]], seat: Seat, lapses: bool
):
    lines = [Entry(Speaker(who), Seconds(at), text) for at, (who, text) in enumerate(typed)]
    lines.append(Entry(Speaker.DEALER, Seconds(650 if lapses else 50)))
    other = hidden_otherwise(lines, seat, {"A1": "C3", "B1": "A2"})
    game = toy(first="ec")
    steps, match = entered(begun(game), lines)
    other_steps, other_match = entered(begun(game), other)
    onlookers = (PUBLIC, seat.opponent)
    for step, other_step in zip(steps, other_steps, strict=True):
        assert step.match.result == other_step.match.result
        for viewer in onlookers:
            seen = step.match.view(viewer) == other_step.match.view(viewer)
            assert seen or step.match.result
        assert game.position(step.match.state) == game.position(other_step.match.state)
        assert step.match.to_act == other_step.match.to_act
        assert code(step) == code(other_step)
    assert public_notices(steps) == public_notices(other_steps)
    assert (match.state == other_match.state) is (match.view(seat) == other_match.view(seat))


@given(secret_lines, st.sampled_from(SEATS))
def test_the_referees_lines_do_not_show_what_is_hidden(typed: list[tuple[str, str]], seat: Seat):
    def body(words: dict[str, str]) -> str:
        lines = [Entry(Speaker(who), Seconds(0), text) for who, text in typed]
        changed = hidden_otherwise(lines, seat, words)
        return "".join(f"{each.who} {each.text}\n" for each in changed)

    assert judged(body({}), first="ec") == judged(body({"A1": "C3", "B1": "A2"}), first="ec")


def test_the_room_is_not_told_the_secret_that_completes_a_phase():
    steps = [
        tried(played(begun(toy()), "ec @1 hide A1"), f"dmo @2 hide {cell}") for cell in ("B2", "C3")
    ]
    assert public_notices(steps)[0] == public_notices(steps)[1]


def test_the_room_is_not_told_the_secret_lot_that_completes_a_phase():
    match = played(begun(toy()), "ec @1 hide A1", "dealer @600")
    steps = [tried(match, f"dealer @601 hide dmo {cell}") for cell in ("B2", "C3")]
    assert public_notices(steps)[0] == public_notices(steps)[1]


def test_hidden_things_are_shown_when_the_rules_say_so():
    answers = [
        in_turns("ec @20 plant B2").view(PUBLIC).position,
        in_turns("ec @20 plant B3").view(PUBLIC).position,
    ]
    assert [position[2] for position in answers] == [1, 2]


@pytest.mark.parametrize(
    "ending", ["ec @20 concede", "host @20 abort", "host @20 award ec", "dmo @20 concede"]
)
def test_everything_hidden_is_shown_to_all_once_the_match_is_over(ending: str):
    here = in_turns(ending)
    there = played(begun(toy()), *(line.replace("B2", "C3") for line in LOCKED), ending)
    for viewer in (PUBLIC, *SEATS):
        assert here.view(viewer).hidden == ((CELLS[0], 2), (CELLS[4], 1))
        assert there.view(viewer).hidden == ((CELLS[0], 2), (CELLS[8], 1))
    assert here.game.position(here.state) == there.game.position(there.state)


def test_the_end_is_reported_with_its_cause():
    step = tried(in_turns("dmo @20 agree"), "ec @21 agree")
    ended = step.notices[-1]
    assert isinstance(ended, Ended)
    assert ended.outcome == over(DMO, "agreed")
    assert ended.cause == Cause(CauseKind.ACTION, EC)


def test_a_turn_that_ends_drops_the_reminders_that_fell_due_with_it():
    step = tried(in_turns(), "ec @131 pass")
    assert not any(isinstance(each, Reminded) for each in step.notices)
