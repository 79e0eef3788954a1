"""The descriptions of Compass Collisions, for those who do not see the picture."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from bot.texts.alts.compass_collisions import _listed
from engine.game import Outcome, Reason
from engine.games.compass_collisions.board import Element, Event, EventKind, Piece
from engine.games.compass_collisions.layouts import Layout, SetName
from engine.games.compass_collisions.position import IN_PLAY, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat
from tests.rendering.compass_collisions_positions import (
    EMPTY,
    EXTREMES,
    GAMES,
    NUMBERED,
)
from tests.rendering.positions import NAMES, how

EMOJI = dict.fromkeys(SEATS, "🌊" * 40)

E, W, F, A = Element
EC_FIRE, DMO_AIR = Piece(Seat.EC, F), Piece(Seat.DMO, A)
ONE_SET = ((E, None, W, None, F, None, A), (None, E, W, F, None), (A, None, E))
OTHER_SET = ((None,) * 7, (None,) * 5, (W, None, None))


def describe(view, names):
    return texts_of(CompassCollisions).alt("board", view, names)


def cell(name):
    return Cell.parse(name)


def told(names=NAMES, **changes):
    return describe(replace(EMPTY, **changes), names)


def happened(kind, name, piece=EC_FIRE, to=None, element=None):
    return Event(kind, cell(name), piece, to and cell(to), element)


def pieces_told(alt):
    """The pieces that a description names, with the counts that it gives of them."""
    pieces, counts = [], []
    for seat in SEATS:
        total, line = re.search(rf"{seat.upper()} \S+ has (\d+): ([^.]*)\.", alt).groups()
        groups = re.findall(r"(\w+) (\d+) \(([^)]*)\)", line)
        counts.append(int(total) == sum(int(count) for _, count, _ in groups))
        for name, count, cells in groups:
            counts.append(len(cells.split()) == int(count))
            pieces += [(cell(each), Piece(seat, Element[name.upper()])) for each in cells.split()]
    return pieces, all(counts)


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("views", [*GAMES, *NUMBERED, EXTREMES], ids=how, indirect=True)
def test_a_description_fits_what_discord_takes_however_it_counts(views):
    for view in views:
        alt = describe(view, EMOJI)
        assert len(alt.encode("utf-16-le")) // 2 <= 1024


@pytest.mark.parametrize("views", [*GAMES, EXTREMES], ids=how, indirect=True)
def test_a_description_names_every_piece_under_its_owner_and_element_and_counts_them(views):
    for view in views:
        if view.pieces:
            pieces, counts_agree = pieces_told(describe(view, NAMES))
            assert sorted(pieces) == sorted(view.pieces)
            assert counts_agree


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_tells_what_falls_next(views):
    for view in views:
        alt = describe(view, NAMES)
        square, number = max(view.numbers, key=lambda each: each[1])
        assert f"Numbers: {square} {number}" in alt
        if view.phase in IN_PLAY and not view.outcome:
            count, falling = len(view.pieces), ", ".join(map(str, view.falls_next))
            assert f"Pieces in all: {count}. Next to fall: {falling}, at {view.falls_at}." in alt


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_of_a_random_game_tells_every_event_of_its_turns(views):
    for view in views:
        alt = describe(view, NAMES)
        assert all(str(event.cell) in alt for event in view.events)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"phase": Phase.LAYOUTS}, "Layouts are being handed in; submitted: nobody."),
        ({"phase": Phase.LAYOUTS, "submitted": (Seat.EC,)}, "submitted: EC."),
        ({"phase": Phase.PRIVILEGE}, "DMO is to take first or placement."),
        ({"phase": Phase.FIRST_PLACEMENT}, "DMO is to place two of the sets."),
        ({"phase": Phase.SECOND_PLACEMENT}, "EC is to place the last two sets."),
        ({"phase": Phase.NAMING, "chooser": Seat.DMO}, "DMO is to say who goes first."),
        ({"phase": Phase.PLAY}, "DMO is to move."),
        (
            {"phase": Phase.PLAY, "outcome": Outcome(Seat.EC, Reason.ELEMENT_LOST)},
            "The match is over. DMO has lost an element. EC wins.",
        ),
        ({"phase": Phase.REMOVAL, "to_move": Seat.EC}, "EC is to give up a piece of their own."),
    ],
)
def test_a_description_begins_with_what_is_being_done(changes, expected):
    alt = told(**changes)
    assert alt.startswith(f"{CompassCollisions.title}. ")
    assert expected in alt


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((happened(EventKind.MOVED, "D4", to="D5"),), "EC Fire moved from D4 to D5."),
        (
            (
                happened(EventKind.MOVED, "D4", to="D5"),
                happened(EventKind.CHANGED, "D5", element=A),
            ),
            "EC Fire moved from D4 to D5, changed into Air.",
        ),
        ((happened(EventKind.PUSHED, "D4", to="D5"),), "EC Fire pushed from D4 to D5."),
        ((happened(EventKind.DEFEATED, "D4", DMO_AIR),), "DMO Air defeated on D4."),
        ((happened(EventKind.LEFT, "D9"),), "EC Fire lost from D9 off the board."),
        ((happened(EventKind.LEFT, "A2", to="A1"),), "EC Fire lost from A2 onto the fallen A1."),
        ((happened(EventKind.REMOVED, "C2"),), "EC Fire given up on C2."),
    ],
)
def test_a_description_tells_the_last_turn(events, expected):
    assert f"Last turn: {expected}" in told(events=events)


def test_a_description_tells_what_fell_and_with_which_pieces():
    fell = (happened(EventKind.FELL, "A1", None), happened(EventKind.FELL, "I9", DMO_AIR))
    assert "Fell: A1, I9 with DMO Air." in told(events=fell)
    assert "Last turn" not in told(events=fell)


def test_a_description_of_a_start_tells_of_no_turn_and_of_nothing_removed():
    alt = describe(GAMES[0]()[0], NAMES)
    assert "Last turn" not in alt
    assert "Fell:" not in alt
    assert "Fallen squares" not in alt


def test_a_description_tells_what_is_removed_and_how_near_a_stall_is():
    facts = {"numbers": ((cell("B1"), 27),), "falls_at": 27, "falls_next": (cell("B1"),)}
    alt = told(removed=(cell("A1"), cell("I9")), quiet=12, collapsing=(cell("B1"),), **facts)
    assert "Fallen squares: A1, I9." in alt
    assert "After 28 more moves without a loss: B1." in alt


def test_a_description_for_a_seat_tells_its_own_layout_as_it_is_typed():
    alt = told(phase=Phase.LAYOUTS, own=Layout((ONE_SET, OTHER_SET)), viewer=Seat.EC)
    assert "Your set 1: E.W.F.A / .EWF. / A.E. Your set 2: ....... / ..... / W..." in alt


def test_a_description_tells_all_sets_and_where_they_stand_until_the_first_move():
    shown = {
        "sets": tuple((name, ONE_SET) for name in SetName),
        "sides": ((SetName.DMO2, "east"),),
    }
    alt = told(phase=Phase.SECOND_PLACEMENT, **shown)
    assert "EC 1: E.W.F.A / .EWF. / A.E." in alt
    assert "DMO 2, east: E.W.F.A / .EWF. / A.E." in alt
    assert "E.W.F.A" not in told(phase=Phase.PLAY, **shown)


def test_names_stand_in_a_description_on_one_line_and_cut_to_length():
    alt = told({Seat.EC: "Ada\nthe  Bold", Seat.DMO: "源" * 50}, pieces=((cell("E5"), EC_FIRE),))
    assert "EC Ada the Bold has 1:" in alt
    assert f"DMO {'源' * 31}… has 0:" in alt


@pytest.mark.parametrize(
    ("items", "room", "expected"),
    [
        (["A1"], 1, "A1"),
        (["A1", "B1"], 6, "A1, B1"),
        (["A1", "B1", "C1"], 9, "A1 and 2 more"),
        (["A1", "B1", "C1", "D1", "E1"], 17, "A1, B1 and 3 more"),
        ([], 5, ""),
    ],
)
def test_a_list_that_is_too_long_says_how_much_is_left_out(items, room, expected):
    assert _listed(items, room) == expected
