"""Compass Collisions before the first move: layouts, the privilege, and lots."""

from collections import Counter
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from engine.games.compass_collisions import layouts
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.notation import Privilege, Take
from engine.games.compass_collisions.position import CompassPosition, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.notices import SubmissionReceived, TurnStarted
from engine.seats import PUBLIC, SEATS
from tests.engine.playing import played, tried
from tests.games.compass_collisions.positions import (
    DMO,
    EC,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    SHOWN,
    compass,
    setting_up,
)

GAME = CompassCollisions()


# Layouts


def test_layouts_and_nothing_else_are_private_submissions():
    state = GAME.begin()
    assert GAME.takes_secrets(state)
    assert GAME.is_private(state, GAME.read(state, EC, ONE_LAYOUT))
    for text in ("take first", "ec1 north", "first me", "E5 N", "E5 E6", "remove E5"):
        assert not GAME.is_private(state, GAME.read(state, DMO, text))
    assert not GAME.takes_secrets(setting_up(f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}").state)
    match = setting_up()
    step = tried(match, f"ec @0 {ONE_LAYOUT}")
    assert [type(notice) for notice in step.notices] == [SubmissionReceived]
    step = tried(played(step.match, "dmo @0 take first"), f"dmo @0 {ONE_LAYOUT}")
    assert [type(notice) for notice in step.notices] == [SubmissionReceived, TurnStarted]


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


# Lots


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_drawn_by_lot_is_legal_in_every_phase(seed: int):
    game, generator = compass(), Random(seed)
    state = game.begin()
    phases = []
    while not state.outcome:
        assert game.draw(state, generator) is None
        phases.append(state.phase)
        state = game.expire(state)
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
    small = {"SLOTS": 3, "PIECES": 5, "MIN_IN_SET": 2, "LENGTHS": (2, 1, 2, 1)}
    for name, value in small.items():
        monkeypatch.setattr(layouts, name, value)
    listed = [*layouts.every_layout()]
    filled = map("".join, product(".EWFA", repeat=6))
    expected = {
        (slots[:2], slots[2], slots[3:5], slots[5])
        for slots in filled
        if slots.count(".") == 1 and {*slots} == {*".EWFA"}
    }
    assert len(listed) == len({*listed})
    assert {*listed} == expected


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
    result = {_outcome_of_choice(GAME.act(match.state, seat, action)) for action in actions}
    assert len(result) == count


def _outcome_of_choice(state: CompassPosition) -> Any:
    return state.phase, frozenset(state.sides), state.placer, state.awaited


def test_layouts_are_listed_one_by_one_and_the_dmos_privilege_first():
    state = GAME.begin()
    for seat in SEATS:
        listed = list(islice(GAME.legal(state, seat), 500))
        takes = [take for take in listed if isinstance(take, Take)]
        assert takes == ([] if seat is EC else [Take(privilege) for privilege in Privilege])
        assert len({*listed}) == 500
        for action in listed:
            GAME.act(state, seat, action)
    assert not list(islice(GAME.legal(setting_up(f"ec @0 {ONE_LAYOUT}").state, EC), 1))
