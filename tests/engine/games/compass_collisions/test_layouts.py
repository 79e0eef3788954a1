"""Compass Collisions before the first move: layouts, the privilege, and lots."""

from collections import Counter
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from engine.games.compass_collisions import layouts
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.notation import Privilege, Submission, Take
from engine.games.compass_collisions.position import Phase, Position
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.notices import Opened, Progressed, Received
from engine.refusals import OutOfOrder
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    SHOWN,
    compass,
    layout,
    placed,
    rows_of,
    setting_up,
    to_act,
)
from tests.engine.playing import code, codes, played, tried

GAME = CompassCollisions()
SPARE = placed(*EVERY_ELEMENT)


# Layouts


def test_a_layout_is_six_rows_on_lines_or_between_slashes_in_either_case():
    rows = ("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", ".E.")
    for text in (
        ONE_LAYOUT,
        ONE_LAYOUT.replace(" / ", "/"),
        ONE_LAYOUT.replace(" / ", "\n"),
        ONE_LAYOUT.replace(" / ", "\r\n"),
        ONE_LAYOUT.replace("layout ", "Layout\n").replace(" / ", " \n\n "),
        ONE_LAYOUT.replace("layout ", "\n LAYOUT / "),
        ONE_LAYOUT.replace("layout ", "**layout**: "),
        ONE_LAYOUT.replace("layout ", "layout \u2013 "),
        ONE_LAYOUT.replace("layout ", "```\nlayout\n").replace(" / ", "\n") + "\n```",
        ONE_LAYOUT.replace(" / ", "\u2028").replace("A", "\uff21"),
        ONE_LAYOUT.replace("...", "\N{HORIZONTAL ELLIPSIS}"),
        f"({ONE_LAYOUT})!",
    ):
        assert GAME.read(GAME.begin(), EC, text) == Submission(rows)
    small = GAME.read(GAME.begin(), EC, ONE_LAYOUT.lower())
    assert GAME.act(GAME.begin(), EC, small) == GAME.act(GAME.begin(), EC, Submission(rows))


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("layout EWFA", "layout-rows", {"rows": "1"}),
        ("layout E W F A", "layout-rows", {"rows": "1"}),
        (ONE_LAYOUT.removesuffix(" / .E."), "layout-rows", {"rows": "5"}),
        (f"{ONE_LAYOUT} / ...", "layout-rows", {"rows": "7"}),
        (
            layout("E.W.F.A.", ".EWF.", "A.E", "WW..FFA", "..A..", ".E."),
            "layout-rows",
            {"row": "1", "length": "8", "wanted": "7"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A.", ".E."),
            "layout-rows",
            {"row": "5", "length": "4", "wanted": "5"},
        ),
        (
            layout(".EWF.", "E.W.F.A", "A.E", "WW..FFA", "..A..", ".E"),
            "layout-rows",
            {"row": "1", "length": "5", "wanted": "7"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "A E", "WW..FFA", "..A..", ".E."),
            "layout-rows",
            {"row": "3", "length": "3", "wanted": "3", "blanks": "within"},
        ),
        (
            layout("E. W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", ".E."),
            "layout-rows",
            {"row": "1", "length": "8", "wanted": "7", "blanks": "within"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", "..."),
            "wrong-count",
            {"count": "15"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "AEE", "WW..FFA", "..A..", ".E."),
            "wrong-count",
            {"count": "17"},
        ),
        (layout(*["." * 7, "." * 5, "..."] * 2), "wrong-count", {"count": "0"}),
        (
            layout("EWF....", ".....", "...", "WWWWWWW", "FFFAA", "A.."),
            "too-few",
            {"set": "1", "count": "3"},
        ),
        (
            layout("WWWWWWW", "FFFAA", "A..", "EWF....", ".....", "..."),
            "too-few",
            {"set": "2", "count": "3"},
        ),
        (
            layout("WWWWWWW", "FFFWW", "W..", "EWF....", ".....", "..."),
            "too-few",
            {"set": "2", "count": "3"},
        ),
        (
            layout("WWWWWWW", "FFFWW", "...", "EWFW...", ".....", "..."),
            "missing-element",
            {"elements": "A"},
        ),
        (
            layout("wwwwwww", "wwwww", "...", "wwww...", ".....", "..."),
            "missing-element",
            {"elements": "EFA"},
        ),
    ],
)
def test_a_faulty_layout_is_refused_with_its_first_fault(
    text: str, reason: str, facts: dict[str, str]
):
    match = setting_up()
    step = tried(match, f"ec @0 {text}")
    assert step.refusal
    assert (step.refusal.code, step.refusal.facts) == (reason, facts)
    assert (step.match.state, step.match.entries) == (match.state, ())


@pytest.mark.parametrize("small", [("EWFA...", ".....", "..."), ("F.W...A", ".....", ".E.")])
def test_four_pieces_make_a_set_and_one_of_each_element_is_enough(small: tuple[str, ...]):
    large = ("EEEEEEE", "EEEEE", "...")
    for rows in ((*small, *large), (*large, *small)):
        assert code(tried(setting_up(), f"ec @0 {layout(*rows)}")) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("layout", "malformed"),
        ("layout /", "malformed"),
        ("layout and", "malformed"),
        ("layout E5", "malformed"),
        ("layout E,W", "malformed"),
        ("layout ec", "malformed"),
        ("layout E.W of mine", "not-a-submission"),
        ("layout X.W.F.A / .EWF.", "not-a-submission"),
        ("layouts E", "not-a-submission"),
        ("my layout E.W", "not-a-submission"),
        ("E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.", "not-a-submission"),
        ("layout E5.", "not-a-submission"),
        ("layout.", "not-a-submission"),
        ("layout E.W?", "not-a-submission"),
    ],
)
def test_a_text_that_begins_with_layout_but_is_not_one_is_malformed_or_conversation(
    text: str, said: str
):
    assert code(tried(setting_up(), f"ec @0 {text}")) == said


def test_a_layout_may_be_replaced_until_both_are_in():
    match = setting_up(f"ec @0 {ONE_LAYOUT}")
    assert to_act(match) == ["dmo"]
    match = played(match, f"ec @0 {OTHER_LAYOUT}")
    answers, match = codes(match, ["ec @0 layout E", f"dmo @0 {ONE_LAYOUT}"])
    assert answers == ["layout-rows", ""]
    assert match.state.phase is Phase.PRIVILEGE
    answers, match = codes(match, [f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}"])
    assert answers == ["not-your-turn", "wrong-phase"]
    match = played(match, "dmo @0 take first")
    assert rows_of(match.view(PUBLIC), SetName.EC1) == ["FFFF...", ".....", "EWA"]
    assert rows_of(match.view(PUBLIC), SetName.EC2) == ["WWWW...", "EEEE.", "A.."]
    assert rows_of(match.view(PUBLIC), SetName.DMO1) == ["E.W.F.A", ".EWF.", "A.E"]
    assert rows_of(match.view(PUBLIC), SetName.DMO2) == ["WW..FFA", "..A..", ".E."]


def test_layouts_and_nothing_else_are_private_submissions():
    state = GAME.begin()
    assert GAME.takes_secrets(state)
    assert GAME.is_private(state, GAME.read(state, EC, ONE_LAYOUT))
    for text in ("take first", "ec1 north", "first me", "E5 N", "E5 E6", "remove E5"):
        assert not GAME.is_private(state, GAME.read(state, DMO, text))
    assert not GAME.takes_secrets(setting_up(f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}").state)
    match = setting_up()
    step = tried(match, f"ec @0 {ONE_LAYOUT}")
    assert [type(each) for each in step.notices] == [Received]
    step = tried(played(step.match, "dmo @0 take first"), f"dmo @0 {ONE_LAYOUT}")
    assert [type(each) for each in step.notices] == [Received, Opened]


def test_a_view_shows_a_layout_only_to_its_seat_until_the_privilege_is_known():
    match = setting_up(f"ec @0 {ONE_LAYOUT}")
    assert match.view(EC).own == match.state.ec
    assert match.view(DMO).own is None
    assert match.view(PUBLIC).own is None
    for viewer in (EC, DMO, PUBLIC):
        assert match.view(viewer).submitted == (EC,)
        assert match.view(viewer).sets == ()
    match = played(match, f"dmo @0 {OTHER_LAYOUT}")
    for viewer in (EC, DMO, PUBLIC):
        assert match.view(viewer).submitted == (EC, DMO)
        assert match.view(viewer).sets == ()
    match = played(match, "dmo @0 take placement")
    for viewer in (EC, DMO, PUBLIC):
        assert match.view(viewer).submitted == ()
        assert [name for name, _ in match.view(viewer).sets] == list(SetName)


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ((), []),
        ((f"ec @0 {ONE_LAYOUT}",), ["ec1", "ec2"]),
        ((f"dmo @0 {ONE_LAYOUT}",), ["dmo1", "dmo2"]),
        ((f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}"), ["ec1", "ec2", "dmo1", "dmo2"]),
    ],
)
def test_a_finished_match_shows_all_layouts_that_were_handed_in(
    lines: tuple[str, ...], names: list[str]
):
    match = played(setting_up(*lines), "dmo @0 concede")
    for viewer in (EC, DMO, PUBLIC):
        assert [name.value for name, _ in match.view(viewer).sets] == names
    assert match.game.position(match.state) is None


# The privilege


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize(
    ("privilege", "placer"), [("take first", EC), ("take placement", DMO), ("TAKE, First", EC)]
)
def test_the_privilege_decides_who_places_and_who_names_the_first_mover(
    privilege: str, placer: Seat, early: bool
):
    layouts = [f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}"]
    lines = [f"dmo @0 {privilege}", *layouts] if early else [*layouts, f"dmo @0 {privilege}"]
    match = setting_up(*lines)
    assert match.state.phase is Phase.FIRST_PLACEMENT
    assert match.to_act == (placer,)
    assert match.view(PUBLIC).chooser is placer.opponent


def test_the_dmo_may_choose_once_while_layouts_are_missing_and_is_still_awaited():
    match = setting_up()
    step = tried(match, "dmo @0 take first")
    assert [type(each) for each in step.notices] == [Progressed]
    assert to_act(step.match) == ["ec", "dmo"]
    assert step.match.view(PUBLIC).chooser is DMO
    answers, match = codes(
        step.match,
        ["dmo @0 take placement", "dmo @0 take first", "ec @0 take first", f"dmo @0 {ONE_LAYOUT}"],
    )
    assert answers == ["already-chosen", "already-chosen", "not-your-turn", ""]
    assert to_act(match) == ["ec"]
    answers, match = codes(match, ["dmo @0 take placement", f"dmo @0 {OTHER_LAYOUT}"])
    assert answers == ["already-chosen", ""]


def test_the_privilege_is_asked_for_once_both_layouts_are_in():
    match = setting_up(f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}")
    assert match.state.phase is Phase.PRIVILEGE
    assert to_act(match) == ["dmo"]
    answers, match = codes(
        match, ["ec @0 take first", "dmo @0 first me", "dmo @0 take", "dmo @0 take first"]
    )
    assert answers == ["not-your-turn", "wrong-phase", "malformed", ""]
    assert code(tried(match, "ec @0 take first")) == "wrong-phase"


# Lots


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_drawn_by_lot_is_legal_in_every_phase(seed: int):
    game, generator = compass(), Random(seed)
    state = game.begin()
    phases = []
    while not state.outcome:
        assert game.draw(state, generator) is None
        phases.append(state.phase)
        state = game.lapse(state)
        while not game.to_act(state) and not state.outcome:
            lot = game.draw(state, generator)
            assert lot
            state = game.settle(state, lot.lower())
    assert phases[:6] == [
        Phase.LAYOUTS,
        Phase.PRIVILEGE,
        Phase.FIRST_PLACEMENT,
        Phase.SECOND_PLACEMENT,
        Phase.NAMING,
        Phase.PLAY,
    ]
    assert state.outcome
    assert phases[6:8] == [Phase.REMOVAL, Phase.PLAY]


def test_every_layout_is_listed_once(monkeypatch: pytest.MonkeyPatch):
    """Of so few slots that all ways to fill them can be tried."""
    small = {"SLOTS": 3, "PIECES": 5, "LEAST_IN_SET": 2, "LENGTHS": (2, 1, 2, 1)}
    for name, value in small.items():
        monkeypatch.setattr(layouts, name, value)
    listed = [*layouts.every_layout()]
    filled = map("".join, product(".EWFA", repeat=6))
    wanted = {
        (slots[:2], slots[2], slots[3:5], slots[5])
        for slots in filled
        if slots.count(".") == 1 and {*slots} == {*".EWFA"}
    }
    assert len(listed) == len({*listed})
    assert {*listed} == wanted


def test_lots_of_layouts_have_all_shapes_and_four_of_each_element():
    sizes: Counter[int] = Counter()
    for seed in range(300):
        lot = compass().draw(replace(GAME.begin(), lot_due=True), Random(seed))
        assert lot
        rows = lot.removeprefix("layout ec ").split(" / ")
        assert list(map(len, rows)) == [7, 5, 3, 7, 5, 3]
        assert Counter("".join(rows).replace(".", "")) == {"E": 4, "W": 4, "F": 4, "A": 4}
        sizes["".join(rows[:3]).count(".")] += 1
    assert sorted(sizes) == list(range(3, 12))


LOT = layout("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", ".E.").removeprefix("layout ")


@pytest.mark.parametrize(
    ("before", "lot", "answer"),
    [
        ((), f"layout ec {LOT}", ""),
        ((), f"layout dmo {LOT}", ""),
        ((f"ec @0 {ONE_LAYOUT}",), f"layout dmo {LOT}", ""),
        ((f"ec @0 {ONE_LAYOUT}",), f"layout ec {LOT}", "wrong-lot"),
        ((), "layout ec E / W", "wrong-lot"),
        ((), "layout ec xyz", "wrong-lot"),
        ((), "layout ec", "wrong-lot"),
        ((), LOT, "wrong-lot"),
        ((), ONE_LAYOUT, "wrong-lot"),
        ((), "take first", "wrong-lot"),
        ((), "", "wrong-lot"),
        (SHOWN[:2], "take first", ""),
        (SHOWN[:2], "take placement", ""),
        (SHOWN[:2], "take", "wrong-lot"),
        (SHOWN[:2], "first ec", "wrong-lot"),
        (SHOWN, "place ec1 north, dmo2 south", ""),
        (SHOWN, "place ec1 north, ec1 south", "wrong-lot"),
        (SHOWN, "place ec1 north", "wrong-lot"),
        (SHOWN, "ec1 north, dmo2 south", "wrong-lot"),
        (SHOWN, "hello", "wrong-lot"),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), "place ec2 east", ""),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), "place ec2 south", "wrong-lot"),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), "first ec", ""),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), "first me", "wrong-lot"),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), "take first", "wrong-lot"),
    ],
)
def test_a_lot_counts_only_if_it_is_the_one_that_is_due(
    before: tuple[str, ...], lot: str, answer: str
):
    state = GAME.lapse(setting_up(*before).state)
    assert GAME.to_act(state) == ()
    assert GAME.timing(state) is None
    assert not any(GAME.hears(state, seat, None) for seat in SEATS)
    if answer:
        with pytest.raises(OutOfOrder, match=answer):
            GAME.settle(state, lot.lower())
        return
    GAME.settle(state, lot.lower())


# Every legal action before the first move


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (SHOWN[:2], 2),
        (SHOWN, 72),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), 2),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), 2),
    ],
)
def test_all_choices_are_listed_once_and_lead_to_different_states(
    lines: tuple[str, ...], count: int
):
    match = setting_up(*lines)
    (seat,) = match.to_act
    actions = list(GAME.legal(match.state, seat))
    assert len(actions) == count
    assert not list(GAME.legal(match.state, seat.opponent))
    after = {_outcome_of_choice(GAME.act(match.state, seat, each)) for each in actions}
    assert len(after) == count


def _outcome_of_choice(state: Position) -> Any:
    return state.phase, frozenset(state.sides), state.placer, state.awaited


def test_layouts_are_listed_one_by_one_and_the_dmos_privilege_first():
    state = GAME.begin()
    for seat in SEATS:
        listed = list(islice(GAME.legal(state, seat), 500))
        takes = [each for each in listed if isinstance(each, Take)]
        assert takes == ([] if seat is EC else [Take(each) for each in Privilege])
        assert len({*listed}) == 500
        for action in listed:
            GAME.act(state, seat, action)
    assert not list(islice(GAME.legal(setting_up(f"ec @0 {ONE_LAYOUT}").state, EC), 1))
