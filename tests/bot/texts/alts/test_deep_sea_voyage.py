"""The boards of Deep Sea Voyage in words."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from bot.texts.alts import ends, listed, runs
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import Phase, Submission
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.seats import SEATS, Seat
from tests.rendering.positions.deep_sea_voyage import (
    CROWDS,
    LONG,
    SECRET,
    START,
    T,
    cells,
    closed_by,
    crowded,
    random_game,
    view_of,
)
from tests.rendering.positions.fire_and_ice import NAMES

EC, DMO = SEATS


def describe(view, sea, names):
    return texts_of(DeepSeaVoyage).alt(f"board-{sea.number}", view, names)


def alt_of(view, names=NAMES):
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


def test_where_there_is_more_to_list_than_fits_it_is_counted():
    view = CROWDS[5]
    alt = alt_of(view, names=LONG)
    shown_pieces = len(re.findall(r"\b(?:EC|DMO) [FILNPTUVWXYZ] ", alt))
    (hidden,) = re.findall(r"Placed, latest first: [^.]* and (\d+) more\.", alt)
    assert shown_pieces + int(hidden) == len(view.seas[0].placed)
    assert all(
        f"{subject}: " in alt for subject in ("Routes", "Shortest routes", "Dropoffs", "Walls")
    )
    assert len(alt) > 900  # for what there is room for is told


@pytest.mark.parametrize(
    ("tiles_there", "answers"),
    [
        ("C3", ["C3"]),
        ("C3 C4 C5", ["C3-C5"]),
        ("C3 D3 E3 C4", ["C3-E3", "C4"]),
        ("A1 B2", ["A1", "B2"]),
        ("", []),
    ],
)
def test_tiles_in_a_row_are_told_by_both_ends(tiles_there, answers):
    assert [*map(ends, runs(cells(tiles_there)))] == answers


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("שלום", "Empire: EC שלום, red A1"),
        ("Zoë\n\u202e🌷", "Empire: EC Zoë 🌷, red"),
        ("x" * 33, f"Empire: EC {'x' * 31}…, red"),
        (" \u200b", "Empire: EC, red"),
    ],
)
def test_a_description_tells_names_in_full_unicode_on_one_line(name, answers):
    assert answers in alt_of(START, names=NAMES | {Seat.EC: name})


@pytest.mark.parametrize(
    ("room", "answers"), [(14, "A1 B1 C1 D1 E1"), (13, "A1 and 4 more"), (12, "5"), (0, "5")]
)
def test_a_list_is_cut_to_its_room(room, answers):
    assert listed(["A1", "B1", "C1", "D1", "E1"], room, " ") == answers


def test_a_description_tells_what_hardly_ever_happens_to_a_board():
    assert "Closed: the bank is empty." in alt_of(closed_by(Closing.BANK_EMPTY))
    used = replace(START.seas[0], left=())
    assert "Left in the bank: nothing." in alt_of(replace(START, seas=(used,)))
    elsewhere = view_of(phase=Phase.PLACING, picks=((DMO, 2),))
    assert "Nobody is playing on this board this round." in alt_of(elsewhere)
