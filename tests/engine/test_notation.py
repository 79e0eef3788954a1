"""The split of typed text into cells and words, with letters that follow a cell directly."""

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
