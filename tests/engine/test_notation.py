"""The split of typed text into cells and words, with letters that follow a cell directly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.fire_and_ice.rules import FireAndIce
from engine.notation import CELLS, PIECE, tokens
from engine.refusals import NotASubmission

COLORS = frozenset({"r", "b"})
WORDS = COLORS | {"red", "and", "a1"}


def said(text: str, suffixes: frozenset[str] = COLORS) -> list[str] | None:
    """Return the tokens as texts; None for conversation."""
    try:
        return [str(token) for token in tokens(text, WORDS, suffixes)]
    except NotASubmission:
        return None


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("D5R", ["D5", "r"]),
        ("d5r", ["D5", "r"]),
        ("D5R C4B", ["D5", "r", "C4", "b"]),
        ("D5RC4B", ["D5", "r", "C4", "b"]),
        ("D5r,C4B", ["D5", "r", "C4", "b"]),
        ("D5R-C4B/E4", ["D5", "r", "C4", "b", "E4"]),
        # A letter right before a digit belongs to a cell.
        ("D5B4", ["D5", "B4"]),
        ("D5B4B", ["D5", "B4", "b"]),
        ("D5BB4", ["D5", "b", "B4"]),
        ("D5B4R3", ["D5", "B4", "R3"]),
        ("D5R0", ["D5", "R0"]),
        ("D15R", ["D15", "r"]),
        ("D5 R", ["D5", "r"]),
        ("D5 red", ["D5", "red"]),
        ("R D5", ["r", "D5"]),
        ("a1", ["a1"]),
        # Letters not in the game, two letters, a letter with no cell before it, or no cell.
        ("D5y", None),
        ("D5RR", None),
        ("D5red", None),
        ("RD5", None),
        ("D5RD", None),
        ("D05R", None),
        ("D5R05", None),
        ("D123R", None),
        ("DR", None),
        ("D5\u017f", None),
        ("D5\uff32", None),
        ("D\u0665R", None),
    ],
)
def test_a_colour_letter_may_follow_a_cell_directly(text: str, tokens: list[str] | None):
    assert said(text) == tokens


@pytest.mark.parametrize("text", ["D5R", "D5b", "D5RC4B", "E6E7x", "D5r E4"])
def test_in_games_without_such_letters_they_make_a_text_conversation(text: str):
    assert said(text, frozenset()) is None


@given(st.text("aAbBdDrR0159 ,-/:", max_size=12))
def test_such_letters_change_nothing_in_texts_without_them(text: str):
    without = said(text, frozenset())
    if without is not None:
        assert said(text) == without
    elif (read := said(text)) is not None:
        # Any other text splits into cells, each with one letter at most.
        assert any(token in COLORS for token in read)
        pieces = [piece[0] for piece in PIECE.finditer(text) if piece[0].lower() not in WORDS]
        assert all(CELLS.fullmatch(piece) for piece in pieces)


@given(st.text("eE6x1 ,and", max_size=10))
def test_other_games_read_only_cells_and_words(text: str):
    try:
        read = tokens(text, FireAndIce.words)
    except NotASubmission:
        return
    messages = [piece for piece in PIECE.findall(text.lower()) if piece not in {"to", "and"}]
    assert "".join(map(str, read)).lower() == "".join(messages)
