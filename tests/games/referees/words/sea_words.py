"""The words of Deep Sea Voyage, as the plain referee reads them."""

from dataclasses import dataclass, field
from string import digits

from tests.games.referees.boards.sea_charts import PENTOMINOES, SHIPS
from tests.games.referees.record import Cell, cells_in, is_cell, tokens_in
from tests.games.referees.words.typed import are_for_the_dealer, parts_of, pieces_of

LETTERS = [letter.lower() for letter in PENTOMINOES]
TELLING_WORDS = ("empire", "marauder", "ready", "board", "pass", "lock", "route", "concede")
OTHER_WORDS = ("on", *LETTERS, *SHIPS, *digits)
ALONE = ("ready", "pass", "lock", "concede")


@dataclass
class Route:
    """A way of one ship: the number of the board, the ship's colour, the cells where it turns."""

    board: int
    colour: str
    corners: list[Cell]


@dataclass
class Said:
    """A submission's request.

    `what` is `ready`, `pass`, `lock`, `concede`, `side` (with the one chosen), `board` (with its
    number), `place` (with cells and perhaps a letter), `routes` or `malformed`.
    """

    what: str
    side: str = ""
    board: int = 0
    letter: str = ""
    cells: list[Cell] = field(default_factory=list)
    routes: list[Route] = field(default_factory=list)


def tokens_of(text: str) -> list[str]:
    return tokens_in(pieces_of(text))


def is_submission(text: str) -> bool:
    return are_for_the_dealer(tokens_of(text), TELLING_WORDS, OTHER_WORDS)


def what_is_said(text: str) -> Said:
    tokens = tokens_of(text)
    if len(tokens) == 1 and tokens[0] in ALONE:
        return Said(tokens[0])
    if tokens in (["empire"], ["marauder"]):
        return Said("side", side=tokens[0])
    if len(tokens) == 2 and tokens[0] == "board" and tokens[1] in ("1", "2", "3"):
        return Said("board", board=int(tokens[1]))
    return said_of_placement(tokens) or said_of_routes(text) or malformed(tokens)


def malformed(tokens: list[str]) -> Said:
    return Said("malformed", cells=cells_in(tokens))


def said_of_placement(tokens: list[str]) -> Said | None:
    """Return a pentomino's cells, after its letter and `on`, or without either."""
    rest = list(tokens)
    letter = rest.pop(0).upper() if rest[0] in LETTERS else ""
    if rest[:1] == ["on"]:
        rest.pop(0)
    cells = cells_said(rest)
    return Said("place", letter=letter, cells=cells) if cells else None


def cells_said(tokens: list[str]) -> list[Cell] | None:
    """Read cells and nothing else; None for anything else, or no cell."""
    if not tokens or not all(map(is_cell, tokens)):
        return None
    return cells_in(tokens)


def said_of_routes(text: str) -> Said | None:
    """Read one route or several, each on a line of its own."""
    routes = [route_said(tokens_in(part)) for part in parts_of(text)]
    return None if None in routes else Said("routes", routes=routes)


def route_said(tokens: list[str]) -> Route | None:
    if len(tokens) < 4 or tokens[0] != "route":
        return None
    if tokens[1] not in ("1", "2", "3") or tokens[2] not in SHIPS:
        return None
    corners = cells_said(tokens[3:])
    return Route(int(tokens[1]), tokens[2], corners) if corners else None
