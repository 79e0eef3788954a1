"""The options of a free table that no other game has, and their notation."""

import re
from enum import StrEnum
from typing import Final

from engine.games.free_table.notation import OPTION_LIMIT, TITLE_LIMIT, cleaned, read_ruled
from engine.games.free_table.position import Order
from engine.grids.grid import Cell
from engine.kinds.scene import LONGEST_SIDE
from engine.options import OptionError, OptionKind
from engine.refusals import Refused
from engine.words.sentences import Sentence

NO_BOARD: Final = "none"
_SIZE: Final = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)


class TimeoutRule(StrEnum):
    """The consequence of running out of time in a turn spoken aloud.

    `HOST`: the host is awaited. `PASS`: the turn passes. `LOSE`: whoever was silent has lost.
    """

    HOST = "host"
    PASS = "pass"  # noqa: S105 - no password, a word of the game
    LOSE = "lose"


def _read_board(text: str) -> Cell | None:
    if text == NO_BOARD:
        return None
    size = _SIZE.fullmatch(text)
    if size is None or max(map(int, size.groups())) > LONGEST_SIDE:
        raise ValueError(text)
    return Cell(int(size[1]) - 1, int(size[2]) - 1)


def _write_board(last: Cell | None) -> str:
    return f"{last.column + 1}x{last.row + 1}" if last else NO_BOARD


def _read_title(text: str) -> str:
    title = cleaned(text)
    if not 0 < len(title) <= TITLE_LIMIT:
        raise ValueError(text)
    return title


def _read_text(text: str) -> str:
    read = cleaned(text)
    if len(read) > OPTION_LIMIT:
        raise ValueError(text)
    return read


def _read_setup(text: str) -> str:
    setup = _read_text(text).lstrip("! ")
    if setup:
        try:
            read_ruled(setup, is_setup=True)
        except Refused as refused:
            raise bad_setup(refused) from None
    return setup


def bad_setup(refused: Refused) -> OptionError:
    """Return the reason why a setup cannot be done."""
    problem = _PROBLEMS.get(refused.code, Sentence("it can't be done"))
    cells = " ".join(map(str, refused.cells))
    return OptionError("setup", problem.about(**{**refused.sentence.facts, "cells": cells}))


_PROBLEMS: Final = {
    "no-board": Sentence("{cells} isn't on any board"),
    "off-board": Sentence("{cells} is off the board, which is A1 to {last}"),
    "nothing-there": Sentence("there is nothing on {cells}"),
    "taken": Sentence("{cells} is taken"),
    "same-cell": Sentence("{cells} is named twice"),
    "too-many-cells": Sentence(
        "one cell places a piece and two move one, but {cells} is more than two"
    ),
    "no-such-counter": Sentence("there is no counter called {name}; {name}=1 makes one"),
    "not-notation": Sentence("{part} isn't valid"),
    "nothing-closed": Sentence("there is no closed item with this number"),
    "too-few-cards": Sentence("the deck has {count} cards"),
    "too-many-counters": Sentence("each owner can have at most {most} counters"),
    "too-high": Sentence("{name} can be at most {most}"),
    "too-many-dice": Sentence("you can roll at most {most} dice at once"),
    "not-a-die": Sentence("a die has 1 to {most} faces"),
    "too-many-cards": Sentence("a deck has at most {most} cards"),
    "hand-full": Sentence("a hand can have at most {most} items"),
}

BOARD: Final = OptionKind[Cell | None](
    Sentence("none, or columns and rows such as 8x8, at most 20x20"),
    _read_board,
    _write_board,
    "size",
)
TITLE: Final = OptionKind(Sentence("a title of 1 to 60 characters"), _read_title, str, "title")
ORDER: Final = OptionKind(Sentence("turns, judged or rounds"), Order, str, choices=tuple(Order))
LATE: Final = OptionKind(
    Sentence("host, pass or lose"), TimeoutRule, str, choices=tuple(TimeoutRule)
)
SETUP: Final = OptionKind(Sentence("a line of at most 1,500 characters"), _read_setup, str, "setup")
ENVELOPE: Final = OptionKind(
    Sentence("at most 1,500 characters"), _read_text, str, "envelope", is_hidden=True
)
