"""What is told in words of the boards of Deep Sea Voyage."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from bot.texts.alts import ends, listed, runs
from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import Phase, Route, Submission
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.options import RowOne
from engine.seats import SEATS, Seat
from tests.rendering.deep_sea_voyage_positions import (
    CROWDS,
    EARLIER,
    LONG,
    LONGER,
    OVER,
    PLACING,
    RED,
    SECRET,
    START,
    T,
    cells,
    closed_by,
    crowded,
    random_game,
    sea_of,
    view_of,
)
from tests.rendering.positions import NAMES

EC, DMO = SEATS


def describe(view, sea, names):
    return texts_of(DeepSeaVoyage).alt(f"board-{sea.number}", view, names)


@pytest.mark.parametrize("row_one", RowOne)
def test_it_is_said_where_row_one_is(row_one):
    said = describe(replace(START, row_one=row_one), START.seas[0], NAMES)
    assert said.startswith(f"Deep Sea Voyage, board 1: 13 by 13, row 1 at the {row_one.value}.")


def alt_of(view, names=NAMES):
    """What is told of the first board."""
    return describe(view, view.seas[0], names)


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("name", ["Penelope", "W" * 5000, "🌷" * 5000, "\u0645\u0301" * 99])
def test_a_description_fits_what_discord_takes(name):
    names = dict.fromkeys(SEATS, name)
    views = [*CROWDS, *random_game(1)[::19], random_game(1)[-1]]
    views += [crowded(side, 1, 1, 40) for side in (13, 18)]
    lost = replace(CROWDS[5].seas[0], closed=Closing.CUT_OFF, lost_by=DMO)
    views.append(replace(CROWDS[5], seas=(lost,), submissions=(SECRET, Submission(DMO, 1, T))))
    for view in views:
        for sea in view.seas:
            assert 0 < len(describe(view, sea, names).encode("utf-16-le")) // 2 <= 1024


def test_a_description_tells_the_board_its_ships_and_its_tiles():
    assert alt_of(START) == (
        "Deep Sea Voyage, board 1: 13 by 13, row 1 at the bottom. Open. "
        "Empire: EC Ada, red A1, white A13. Marauder: DMO Bob, blue M1, black M13. "
        "Left in the bank: F I L N P T U V W X Y Z. "
        "Dropoffs: G7. Channels: F7, H7. Walls: D4, D10, J4, J10."
    )


def test_a_description_tells_placements_the_latest_first_and_what_is_left():
    alt = alt_of(view_of(sea_of(1, EARLIER, T)))
    assert "Left in the bank: F L N P U V W X Y Z." in alt
    assert "Placed, latest first: EC T C10 C11 C12 B12 D12, DMO I F2 G2 H2 I2 J2." in alt
    used = replace(START.seas[0], left=())
    assert "Left in the bank: nothing." in alt_of(replace(START, seas=(used,)))


def test_routes_of_the_other_side_are_not_told_of_a_secret_one():
    view = view_of(phase=Phase.ROUTES, viewer=EC, routes=(Route(1, Ship.RED, RED),))
    assert "in steps: red 12." in alt_of(view)


def test_a_description_tells_routes_with_their_cells_and_steps():
    view = view_of(phase=Phase.ROUTES, viewer=EC, routes=(Route(1, Ship.RED, LONGER),))
    assert "Routes in steps: red 16." in alt_of(view)
    assert "Routes: red by A1 A9 G9 G7." in alt_of(view)
    assert "Shortest: red by A1 A7 G7, white by A13 A7 G7, blue" in alt_of(OVER)


@pytest.mark.parametrize(
    ("view", "told"),
    [
        (PLACING, "EC Ada plays here."),
        (view_of(phase=Phase.PLACING, picks=((DMO, 2),)), "Nobody plays here in this round."),
        (view_of(phase=Phase.ROUTES), "Routes are being handed in."),
        (view_of(phase=Phase.OVER), "Not counted."),
        (closed_by(Closing.BANK_EMPTY), "Closed: the bank is empty."),
        (closed_by(Closing.NOTHING_FITS), "Closed: nothing more fits."),
        (closed_by(Closing.CUT_OFF, DMO), "Closed: a ship is cut off, lost by DMO Bob."),
        (replace(START, empire=None), "Empire, red A1, white A13. Marauder, blue M1, black M13."),
        (replace(START, empire=DMO), "Empire: DMO Bob, red A1"),
        (
            replace(PLACING, viewer=EC, submissions=(SECRET,)),
            "Your secret for this round: the T (C10 C11 C12 B12 D12).",
        ),
        (
            replace(PLACING, viewer=EC, submissions=(Submission(EC, 1, None),)),
            "Your secret for this round: a pass.",
        ),
        (replace(PLACING, submissions=(SECRET,)), "Handed in: EC T C10 C11 C12 B12 D12."),
        (replace(PLACING, submissions=(Submission(DMO, 1, None),)), "Handed in: DMO a pass."),
    ],
)
def test_a_description_tells_the_state_of_a_board(view, told):
    assert told in alt_of(view)


def test_where_there_is_more_to_list_than_fits_it_is_counted():
    view = CROWDS[5]
    alt = alt_of(view, names=LONG)
    shown_pieces = len(re.findall(r"\b(?:EC|DMO) [FILNPTUVWXYZ] ", alt))
    (hidden,) = re.findall(r"Placed, latest first: [^.]* and (\d+) more\.", alt)
    assert shown_pieces + int(hidden) == len(view.seas[0].placed)
    assert all(f"{what}: " in alt for what in ("Routes", "Shortest", "Dropoffs", "Walls"))
    assert len(alt) > 900  # for what there is room for is told


@pytest.mark.parametrize(
    ("tiles_there", "told"),
    [
        ("C3", ["C3"]),
        ("C3 C4 C5", ["C3-C5"]),
        ("C3 D3 E3 C4", ["C3-E3", "C4"]),
        ("A1 B2", ["A1", "B2"]),
        ("", []),
    ],
)
def test_tiles_in_a_row_are_told_by_both_ends(tiles_there, told):
    assert [*map(ends, runs(cells(tiles_there)))] == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("שלום", "Empire: EC שלום, red A1"),
        ("Zoë\n\u202e🌷", "Empire: EC Zoë 🌷, red"),
        ("x" * 33, f"Empire: EC {'x' * 31}…, red"),
        (" \u200b", "Empire: EC, red"),
    ],
)
def test_a_description_tells_names_in_full_unicode_on_one_line(name, told):
    assert told in alt_of(START, names=NAMES | {Seat.EC: name})


@pytest.mark.parametrize(
    ("room", "told"), [(14, "A1 B1 C1 D1 E1"), (13, "A1 and 4 more"), (12, "5"), (0, "5")]
)
def test_a_list_is_cut_to_its_room(room, told):
    assert listed(["A1", "B1", "C1", "D1", "E1"], room, " ") == told
