"""The descriptions of Compass Collisions, for those who do not see the picture."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from bot.texts.alts.compass_collisions import _listed
from engine.games.compass_collisions.board import Element, Piece
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.position import IN_PLAY, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat
from tests.rendering.positions.compass_collisions import EMPTY, EXTREMES, GAMES
from tests.rendering.positions.fire_and_ice import NAMES, how

EMOJI = dict.fromkeys(SEATS, "🌊" * 40)

E, W, F, A = Element
EC_FIRE, DMO_AIR = Piece(Seat.EC, F), Piece(Seat.DMO, A)
ONE_SET = ((E, None, W, None, F, None, A), (None, E, W, F, None), (A, None, E))


def describe(view, names):
    return texts_of(CompassCollisions).alt("board", view, names)


def cell(name):
    return Cell.parse(name)


def told(names=NAMES, **changes):
    return describe(replace(EMPTY, **changes), names)


def pieces_told(alt):
    pieces, counts = [], []
    for seat in SEATS:
        total, line = re.search(rf"{seat.upper()} \S+ has (\d+): ([^.]*)\.", alt).groups()
        groups = re.findall(r"(\w+) (\d+) \(([^)]*)\)", line)
        counts.append(int(total) == sum(int(count) for _, count, _ in groups))
        for name, count, cells in groups:
            counts.append(len(cells.split()) == int(count))
            pieces += [(cell(piece), Piece(seat, Element[name.upper()])) for piece in cells.split()]
    return pieces, all(counts)


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("views", [*GAMES, EXTREMES], ids=how, indirect=True)
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
        square, number = max(view.numbers, key=lambda item: item[1])
        assert f"Numbers: {square} {number}" in alt
        if view.phase in IN_PLAY and not view.outcome:
            count, falling = len(view.pieces), ", ".join(map(str, view.falls_next))
            assert f"Pieces in all: {count}. Next to fall: {falling}, at {view.falls_at}." in alt


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_tells_every_event_of_its_turns(views):
    for view in views:
        alt = describe(view, NAMES)
        assert all(str(event.cell) in alt for event in view.events)


def test_a_description_tells_all_sets_and_where_they_stand_until_the_first_move():
    picture = {
        "sets": tuple((name, ONE_SET) for name in SetName),
        "sides": ((SetName.DMO2, "east"),),
    }
    alt = told(phase=Phase.SECOND_PLACEMENT, **picture)
    assert "EC 1: E.W.F.A / .EWF. / A.E." in alt
    assert "DMO 2, east: E.W.F.A / .EWF. / A.E." in alt
    assert "E.W.F.A" not in told(phase=Phase.PLAY, **picture)


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
