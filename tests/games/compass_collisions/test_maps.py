"""The map of the squares that fall in Compass Collisions: how it is read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.compass_collisions.board import SIDE
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS, EROSION
from engine.games.compass_collisions.rules import CompassCollisions
from engine.options import OptionError, read_options, write_options
from tests.games.compass_collisions.positions import cell

GAME = CompassCollisions()


PLAIN_MAP = "/".join([",".join("-" * 9)] * 9)


def with_row(index: int, row: str) -> str:
    """Return a map with nothing on it but one row, counted from the top."""
    return "/".join(row if number == index else ",".join("-" * 9) for number in range(1, 10))


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
    text = "/".join(",".join(entries[index : index + SIDE]) for index in range(0, 81, SIDE))
    numbers = EROSION.read(text)
    assert EROSION.write(numbers) == text
    assert len(numbers) == 81 - entries.count("-")
    assert [number for _, number in numbers] == sorted(
        (int(entry) for entry in entries if entry != "-"), reverse=True
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
    expected = "expected a whole number from 1 to 999999, or -"
    with pytest.raises(OptionError) as bad:
        read_options(CompassCollisions, {"erosion": text})
    assert bad.value.name == "erosion"
    assert str(bad.value.problem) == problem.format(wanted=expected)
