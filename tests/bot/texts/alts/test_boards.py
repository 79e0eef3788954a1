"""Boards in words: within a message however full, and with nobody awaited who is not."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.texts.language import say
from engine.game import CONCEDED, Outcome
from engine.games import GAMES
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import Phase as SeaPhase
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done
from engine.games.demeters_anguish.position import Phase as GardenPhase
from engine.seats import SEATS, Seat
from engine.texts import texts_of
from engine.words.alts import LONGEST_ALT, Fitted, ends, length, runs
from tests.games.deep_sea_voyage.positions import cells_of
from tests.games.flower_fields.positions import flowers
from tests.rendering.positions import compass_collisions as compass
from tests.rendering.positions import deep_sea_voyage as sea
from tests.rendering.positions import demeters_anguish as gardens
from tests.rendering.positions import fire_and_ice as fire
from tests.rendering.positions import flower_fields as fields
from tests.rendering.positions.boards import seen_in

EC, DMO = SEATS
GARDENS = ("gardens", "ec-garden", "dmo-garden")


def boards_of(name: str, view: Any) -> Iterable[str]:
    if name == "deep-sea-voyage":
        return [f"board-{board.number}" for board in view.seas]
    return GARDENS if name == "demeters-anguish" else ("board",)


def described(name: str, view: Any, board: str = "", names: dict[Seat, str] = fire.NAMES) -> str:
    first, *_ = boards_of(name, view)
    return say(texts_of(GAMES[name]).alt(board or first, view, names))


def full_gardens() -> Iterable[Any]:
    for crowd in gardens.CROWDS:
        yield replace(
            gardens.crowded(2, *crowd),
            agreed=SEATS,
            own=Done(EC, Half.FLOWER, gardens.U),
            viewer=EC,
        )


def full_seas() -> Iterable[Any]:
    yield from sea.random_game(1)[::19]
    yield from (*sea.CROWDS, *(sea.crowded(side, 1, 1, 40) for side in (13, 18)))
    lost = replace(sea.CROWDS[5].seas[0], closed=Closing.CUT_OFF, lost_by=DMO)
    submissions = (sea.SECRET, replace(sea.T, seat=DMO))
    yield replace(sea.CROWDS[5], seas=(lost,), submissions=submissions)


def full_fields() -> Iterable[Any]:
    for is_over, is_undone in fields.EXTREMES:
        view = fields.crowded(0, is_over=is_over, is_undone=is_undone)
        yield replace(view, own=flowers("A1Y G7Y"), viewer=EC)


FULL: dict[str, Callable[[], Iterable[Any]]] = {
    "fire-and-ice": fire.full_boards,
    "compass-collisions": compass.extremes,
    "deep-sea-voyage": full_seas,
    "demeters-anguish": full_gardens,
    "doubting-flower-field": full_fields,
    "flower-field": full_fields,
}
"""The fullest positions that there are; those of a free table stand beside."""


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("person", ["W" * 100, "🌷" * 100])
@pytest.mark.parametrize("name", FULL)
def test_a_description_fits_what_discord_takes(name: str, person: str):
    names = dict.fromkeys(SEATS, person)
    for view in (*seen_in(name), *FULL[name]()):
        for board in boards_of(name, view):
            assert 0 < length(described(name, view, board, names)) <= LONGEST_ALT


def test_for_what_there_is_room_for_is_told():
    longest = max(length(described("demeters-anguish", view)) for view in full_gardens())
    assert longest > 900
    (view,) = sea.CROWDS[5:6]
    alt = described("deep-sea-voyage", view, names=sea.LONG)
    assert len(alt) > 900
    pieces = len(re.findall(r"\b(?:EC|DMO) [FILNPTUVWXYZ] ", alt))
    (hidden,) = re.findall(r"Placed, latest first: [^.]* and (\d+) more\.", alt)
    assert pieces + int(hidden) == len(view.seas[0].placed)
    subjects = ("Routes", "Shortest routes", "Dropoffs", "Walls")
    assert all(f"{subject}: " in alt for subject in subjects)


# Lists


@pytest.mark.parametrize(
    ("room", "text"), [(14, "A1 B1 C1 D1 E1"), (13, "A1 and 4 more"), (12, "5"), (0, "5")]
)
def test_a_list_is_cut_to_its_room(room: int, text: str):
    assert str(Fitted(["A1", "B1", "C1", "D1", "E1"], room, " ")) == text


@pytest.mark.parametrize(
    ("tiles", "texts"),
    [
        ("C3", ["C3"]),
        ("C3 C4 C5", ["C3-C5"]),
        ("C3 D3 E3 C4", ["C3-E3", "C4"]),
        ("A1 B2", ["A1", "B2"]),
        ("", []),
    ],
)
def test_tiles_in_a_row_are_told_by_both_ends(tiles: str, texts: list[str]):
    assert [*map(ends, runs(cells_of(tiles)))] == texts


@pytest.mark.parametrize(
    ("person", "shown"),
    [
        ("שלום", "EC's garden (שלום):"),
        ("Zoë\n\u202e🌷", "EC's garden (Zoë 🌷):"),
        ("x" * 33, f"EC's garden ({'x' * 31}…):"),
        (" \u200b", "EC's garden:"),
    ],
)
def test_a_description_tells_names_in_full_unicode_on_one_line(person: str, shown: str):
    assert shown in described("demeters-anguish", gardens.START, names={EC: person, DMO: "Bob"})


# What hardly ever happens, or stands in no post

SHOWN_AT_LAST = gardens.view_of(
    (gardens.U,),
    phase=GardenPhase.OPENING,
    to_move=None,
    marked=(Done(EC, Half.FLOWER, gardens.U), Done(DMO, Half.FLOWER, None)),
)
PICKED = sea.view_of(phase=SeaPhase.PLACING, picks=((DMO, 2),))
SPENT = replace(sea.START, seas=sea.CROWDS[0].seas)


@pytest.mark.parametrize(
    ("name", "view", "text"),
    [
        ("deep-sea-voyage", sea.closed_by(Closing.BANK_EMPTY), "Closed: the bank is empty."),
        ("deep-sea-voyage", SPENT, "Left in the bank: nothing."),
        ("deep-sea-voyage", PICKED, "Nobody is playing on this board this round."),
        (
            "demeters-anguish",
            replace(SHOWN_AT_LAST, outcome=Outcome(DMO, CONCEDED)),
            "The match is over. EC concedes. DMO wins.",
        ),
    ],
)
def test_a_description_tells_what_hardly_ever_happens(name: str, view: Any, text: str):
    alt = described(name, view)
    assert text in alt
    assert "secret" not in alt


def test_a_turn_that_is_shown_without_its_mover_awaits_nobody():
    view = replace(gardens.START, phase=GardenPhase.PLAY, to_move=None, missing=())
    alt = described("demeters-anguish", view)
    awaiting = ("to move", "Waiting", "isn't decided")
    assert not any(awaited in alt for awaited in awaiting)
