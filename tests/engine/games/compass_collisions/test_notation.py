"""How Compass Collisions is typed: moves and all else, the map of what falls, and random texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.choice import Chosen
from engine.games.compass_collisions.board import SIDE, Compass, Move
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS, EROSION
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.notation import MoveTo, Placement, Privilege, Removal, Take
from engine.games.compass_collisions.rules import CompassCollisions
from engine.options import BadOption, read_options, write_options
from engine.refusals import Malformed, NotASubmission
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    cell,
)

GAME = CompassCollisions()


# How moves are typed


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("D2 N", Move(cell("D2"), Compass.NORTH, 1)),
        ("d2 n", Move(cell("D2"), Compass.NORTH, 1)),
        ("D2 north", Move(cell("D2"), Compass.NORTH, 1)),
        ("D2 N 1", Move(cell("D2"), Compass.NORTH, 1)),
        ("D2 N1", Move(cell("D2"), Compass.NORTH, 1)),
        ("D2 N 2", Move(cell("D2"), Compass.NORTH, 2)),
        ("D2 N2", Move(cell("D2"), Compass.NORTH, 2)),
        ("D2n2", Move(cell("D2"), Compass.NORTH, 2)),
        ("D2 north 2", Move(cell("D2"), Compass.NORTH, 2)),
        ("D2-North-2", Move(cell("D2"), Compass.NORTH, 2)),
        ("D2 E", Move(cell("D2"), Compass.EAST, 1)),
        ("D2 E 2", Move(cell("D2"), Compass.EAST, 2)),
        ("D2 east 2", Move(cell("D2"), Compass.EAST, 2)),
        ("D2 S2", Move(cell("D2"), Compass.SOUTH, 2)),
        ("D2 W1", Move(cell("D2"), Compass.WEST, 1)),
        ("D2 D4", MoveTo(cell("D2"), cell("D4"))),
        ("D2-D4", MoveTo(cell("D2"), cell("D4"))),
        ("D2D4", MoveTo(cell("D2"), cell("D4"))),
        ("D2 and D4", MoveTo(cell("D2"), cell("D4"))),
        ("D2 E2", MoveTo(cell("D2"), cell("E2"))),
        ("D2 E1", MoveTo(cell("D2"), cell("E1"))),
        ("D2 N3", MoveTo(cell("D2"), cell("N3"))),
        ("D2 N12", MoveTo(cell("D2"), cell("N12"))),
        ("N3 N", Move(cell("N3"), Compass.NORTH, 1)),
        ("remove D4", Removal(cell("D4"))),
        ("REMOVE d4", Removal(cell("D4"))),
        ("remove J12", Removal(cell("J12"))),
        ("remove: D4.", Removal(cell("D4"))),
        ("D\uff12 N!", Move(cell("D2"), Compass.NORTH, 1)),
        ("D2 \u2192 D4", MoveTo(cell("D2"), cell("D4"))),
        ("D2 to D4", MoveTo(cell("D2"), cell("D4"))),
        ("D2 E. 2", Move(cell("D2"), Compass.EAST, 2)),
        ("D2 E.2", Move(cell("D2"), Compass.EAST, 2)),
        ("take first", Take(Privilege.FIRST)),
        ("take placement", Take(Privilege.PLACEMENT)),
        ("first me", Chosen(EC)),
        ("first them", Chosen(DMO)),
        ("ec1 north", Placement(((SetName.EC1, Compass.NORTH),))),
        (
            "place dmo1 w and ec2 south",
            Placement(((SetName.DMO1, Compass.WEST), (SetName.EC2, Compass.SOUTH))),
        ),
    ],
)
def test_typed_texts_are_read(text: str, action: object):
    assert GAME.read(GAME.begin(), EC, text) == action


@pytest.mark.parametrize(
    "text",
    [
        "D2",
        "N2",
        "N2 D4",
        "D2 N 3",
        "D2 N 0",
        "D2 N 2 2",
        "D2 N2 2",
        "D2 N N",
        "D2 2",
        "D2 2 N",
        "N D2",
        "D2 D3 D4",
        "D2 N D4",
        "D2 N2 D4",
        "and D2",
        "remove",
        "remove D4 D5",
        "remove N2",
        "D4 remove",
        "take",
        "take me",
        "take first placement",
        "take placement first",
        "first",
        "first first",
        "first ec dmo",
        "me first",
        "place D2",
        "concede E5",
        "concede me",
        "E5 layout",
    ],
)
def test_words_of_the_game_that_make_no_action_are_malformed(text: str):
    with pytest.raises(Malformed):
        GAME.read(GAME.begin(), EC, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "/",
        "hello",
        "I think E5 is lost",
        "take it first",
        "north",
        "n 2",
        "me and them",
        "E W F A",
        "1 2",
        "placement",
        "and",
        "ec",
        "D2 N 10",
        "D2 NE",
        "D2N",
        "D2 up",
        "D2 N?",
        "D2 \N{GREEK CAPITAL LETTER NU}",
        "take back",
    ],
)
def test_anything_else_is_conversation(text: str):
    with pytest.raises(NotASubmission):
        GAME.read(GAME.begin(), EC, text)


# The map of the squares that fall

PLAIN_MAP = "/".join([",".join("-" * 9)] * 9)


def with_row(at: int, row: str) -> str:
    """A map with nothing on it but one row, counted from the top."""
    return "/".join(row if each == at else ",".join("-" * 9) for each in range(1, 10))


def test_a_map_is_nine_rows_of_nine_entries_the_highest_row_first():
    numbers = EROSION.read(with_row(1, "5,-,-,-,-,-,-,-,7"))
    assert numbers == ((cell("I9"), 7), (cell("A9"), 5))
    assert EROSION.read(with_row(9, "1 - - - - - - - 999999"))[0] == (cell("I1"), 999999)
    assert EROSION.read(PLAIN_MAP) == ()
    assert EROSION.read(PLAIN_MAP.replace("/", "\r\n")) == ()
    assert EROSION.read(f" {PLAIN_MAP.replace('/', ' / ').replace(',', ' , ')}\n") == ()
    assert EROSION.in_file


def test_the_default_map_is_written_and_read_back():
    written = write_options(GAME)["erosion"]
    assert written.split("/")[0] == "29,21,13,-,-,10,18,26,30"
    assert EROSION.read(written) == DEFAULT_NUMBERS


@given(st.lists(st.sampled_from(("-", "1", "8", "31", "999999")), min_size=81, max_size=81))
def test_every_map_is_written_as_it_was_read(entries: list[str]):
    text = "/".join(",".join(entries[at : at + SIDE]) for at in range(0, 81, SIDE))
    numbers = EROSION.read(text)
    assert EROSION.write(numbers) == text
    assert len(numbers) == 81 - entries.count("-")
    assert [number for _, number in numbers] == sorted(
        (int(each) for each in entries if each != "-"), reverse=True
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected 9 rows, top row first; got 0"),
        (PLAIN_MAP[18:], "expected 9 rows, top row first; got 8"),
        (f"{PLAIN_MAP}/-", "expected 9 rows, top row first; got 10"),
        (with_row(3, "-,-,-,-,-,-,-,-"), "row 3 from the top: expected 9 entries; got 8"),
        (with_row(3, "- - - - - - - - - -"),
         "row 3 from the top: expected 9 entries; got 10"),
        (with_row(9, "---------"), "row 9 from the top: expected 9 entries; got 1"),
        (with_row(3, "-,-,-,x,-,-,-,-,-"), "row 3 from the top, column D: {wanted}; got 'x'"),
        (with_row(1, "0,-,-,-,-,-,-,-,-"), "row 1 from the top, column A: {wanted}; got '0'"),
        (with_row(2, "-,-,-,-,-,-,-,-,-1"), "row 2 from the top, column I: {wanted}; got '-1'"),
        (with_row(4, "-,-,1.5,-,-,-,-,-,-"), "row 4 from the top, column C: {wanted}; got '1.5'"),
        (with_row(4, "-,,-,-,-,-,-,-,-"), "row 4 from the top, column B: {wanted}; got ''"),
        (with_row(5, "-,-,-,-,1000000,-,-,-,-"),
         "row 5 from the top, column E: {wanted}; got '1000000'"),
        (with_row(5, "\u0663,-,-,-,-,-,-,-,-"),
         "row 5 from the top, column A: {wanted}; got '\u0663'"),
        (with_row(5, f"-,-,-,-,-,{'9' * 5000},-,-,-"),
         "row 5 from the top, column F: {wanted}; got '99999999999999999999'"),
    ],
)  # fmt: skip
def test_a_faulty_map_is_refused_with_row_and_column(text: str, problem: str):
    wanted = "expected a whole number from 1 to 999999, or -"
    with pytest.raises(BadOption) as bad:
        read_options(CompassCollisions, {"erosion": text})
    assert bad.value.name == "erosion"
    assert bad.value.problem == problem.format(wanted=wanted)
