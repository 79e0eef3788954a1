"""The words of Compass Collisions, as its second referee reads them."""

import re
from dataclasses import dataclass, field
from string import digits

from tests.games.referees.boards.compass_board import DIRECTIONS, SETS, SHORT, Move, rows_of_layout
from tests.games.referees.record import (
    Cell,
    cell_named,
    cells_in,
    folded,
    is_cell,
    seat_named_first,
    tokens_in,
)
from tests.games.referees.words.typed import are_for_the_dealer, as_it_counts, pieces_of

TELLING_WORDS = ("concede", "layout", "take", "place", "first", "remove", *SETS)
OTHER_WORDS = ("ec", "dmo", "me", "them", "placement", *DIRECTIONS, *digits)


@dataclass
class Said:
    """A submission's request: concede, layout, take, place, first, move, remove, malformed."""

    what: str
    rows: list[str] = field(default_factory=list)
    taken: str = ""
    pairs: list[tuple[str, str]] = field(default_factory=list)  # of a set and a side
    seat: str = ""
    move: Move | None = None
    cells: list[Cell] = field(default_factory=list)


def is_layout(text: str) -> bool:
    """Return whether a text is a layout, right or wrong."""
    pieces = [piece for piece in re.split("[ \t\n\r/]+", rows_typed(text).lower()) if piece]
    return pieces != [] and all(re.fullmatch("[ewfa.]+", piece) for piece in pieces)


def rows_typed(text: str) -> str:
    """Return the text after the word `layout`; empty if a text does not begin with it."""
    match = re.fullmatch(r"\s*layout[\s,/-]+(.*)", as_it_counts(text), re.IGNORECASE | re.DOTALL)
    return match[1] if match else ""


def begins_with_layout(text: str) -> bool:
    return re.match(r"\s*layout([^A-Za-z0-9]|$)", as_it_counts(text), re.IGNORECASE) is not None


def is_submission(text: str) -> bool:
    if is_layout(text):
        return True
    if begins_with_layout(text) and "." in as_it_counts(text):
        return False
    return are_for_the_dealer(tokens_in(pieces_of(text)), TELLING_WORDS, OTHER_WORDS)


def what_is_said(text: str, speaker: str) -> Said:
    if is_layout(text):
        return Said("layout", rows=rows_of_layout(rows_typed(text)))
    tokens = tokens_in(pieces_of(text))
    return (
        said_in_words(tokens, speaker)
        or said_of_placing(tokens)
        or said_of_a_move(tokens)
        or Said("malformed", cells=cells_in(token for token in tokens if is_square(token)))
    )


def said_of_a_lot(text: str, word: str) -> Said | None:
    """Return the Dealer's statement, if it begins with this word and is not malformed."""
    if folded(text)[:1] != [word] or as_it_counts(text) != text:
        return None
    action = what_is_said(text, "dmo")
    return action if action.what == word else None


def said_in_words(tokens: list[str], speaker: str) -> Said | None:
    if tokens == ["concede"]:
        return Said("concede")
    if tokens in (["take", "first"], ["take", "placement"]):
        return Said("take", taken=tokens[1])
    if len(tokens) == 2 and tokens[0] == "remove" and is_square(tokens[1]):
        return Said("remove", cells=cells_in(tokens))
    seat = seat_named_first(tokens, speaker)
    return Said("first", seat=seat) if seat is not None else None


def said_of_placing(tokens: list[str]) -> Said | None:
    """Read one set and its side or two, after the word `place` or without it."""
    rest = tokens[1:] if tokens[:1] == ["place"] else tokens
    if len(rest) not in (2, 4):
        return None
    pairs = [tuple(rest[:2])] if len(rest) == 2 else [tuple(rest[:2]), tuple(rest[2:])]
    if not all(name in SETS and side in DIRECTIONS for name, side in pairs):
        return None
    return Said("place", pairs=[(name, DIRECTIONS[side]) for name, side in pairs])


def said_of_a_move(tokens: list[str]) -> Said | None:
    if not tokens or not is_square(tokens[0]):
        return None
    source = cell_named(tokens[0])
    if len(tokens) == 2 and is_square(tokens[1]):
        return Said("move", move=Move(source, target=cell_named(tokens[1])))
    way = direction_and_distance(tokens[1:])
    if way is None:
        return None
    return Said("move", move=Move(source, direction=way[0], steps=way[1]))


def is_square(token: str) -> bool:
    """Return whether a token names a square, on the board or not, and no direction and distance."""
    return is_cell(token) and not re.fullmatch("[nsw][12]", token)


def direction_and_distance(tokens: list[str]) -> tuple[str, int] | None:
    if len(tokens) == 1 and re.fullmatch("[nsw][12]", tokens[0]):
        return SHORT[tokens[0][0]], int(tokens[0][1])
    if not tokens or tokens[0] not in DIRECTIONS:
        return None
    distances = {(): 1, ("1",): 1, ("2",): 2}
    steps = distances.get(tuple(tokens[1:]))
    return None if steps is None else (DIRECTIONS[tokens[0]], steps)
