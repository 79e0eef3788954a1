"""The words of Deep Sea Voyage, and the actions they make."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine.games.deep_sea_voyage.board import NUMBERS, Ship, ShipPath, Side
from engine.games.deep_sea_voyage.board_in_play import MALFORMED, PENTOMINOES
from engine.grids.grid import Cell
from engine.notation import CONCEDE, Token, one_of, parts, tokens
from engine.refusals import NotASubmission, Refused, malformed
from engine.words.sentences import Sentence, listing

NO_SUCH_BOARD: Final = malformed(
    Sentence(
        "There is no board {board}: the boards are {boards}, as in `board 2`.",
        boards=listing(NUMBERS),
    )
)


class Word(StrEnum):
    """Actions of one word."""

    READY = "ready"
    PASS = "pass"  # noqa: S105 - no secret
    LOCK = "lock"


@dataclass(frozen=True, slots=True)
class Pick:
    """The board on which a player wants to play in this round."""

    number: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A pentomino as typed: the cells, and the letter if one was given."""

    cells: tuple[Cell, ...]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """A ship's route on the board with a number, as typed or as handed in."""

    number: int
    ship: Ship
    way: ShipPath


@dataclass(frozen=True, slots=True)
class Routing:
    """One route or several."""

    routes: tuple[Route, ...]


DeepSeaVoyageAction: TypeAlias = Word | Side | Pick | Placing | Routing
"""An action as it is typed; a side is the one that the DMO wants to play."""

SHIPS: Final = {ship.value: ship for ship in Ship}
LETTER_WORDS: Final = frozenset(piece.letter.lower() for piece in PENTOMINOES)
VERBS: Final = frozenset({*Word, *Side, "board", "route", CONCEDE})
WORDS: Final = VERBS | {*SHIPS} | LETTER_WORDS | {"on", *"0123456789"}
NUMBER_WORDS: Final = {str(number): number for number in NUMBERS}
ORDINALS: Final = {"first": "1", "second": "2", "third": "3"}
OTHER_WORDS: Final = {
    **{f"{word} board": f"board {number}" for word, number in ORDINALS.items()},
    **dict.fromkeys(("route board", "routes"), "route"),
    "marauders": "marauder",
    **dict.fromkeys(("board no", "board nr", "board number"), "board"),
    "rdy": Word.READY.value,
    **dict.fromkeys(("skip", "passing", "passed", "pass this round"), Word.PASS.value),
    **dict.fromkeys(
        ("locked", "locking", "lock in", "locked in", "locking in", "lock it in"), "lock"
    ),
    **dict.fromkeys(("pentomino", "shape", "piece", "tile", "tiles", "ship", "be"), ""),
}
SAID: Final[dict[tuple[Token, ...], DeepSeaVoyageAction]] = {
    **{(word.value,): word for word in (*Word, *Side)},
    **{("board", word): Pick(number) for word, number in NUMBER_WORDS.items()},
}
GRAMMAR: Final = f"""
action     = {one_of((*Side, *Word))} / "board" S number / shape / routes
shape      = [ letter S ] [ "on" S ] cell *( [ S ] cell )
routes     = route *( D route )
route      = "route" L number L ship L cell *( [ L ] cell )
letter     = {one_of(piece.letter for piece in PENTOMINOES)}
number     = {one_of(NUMBERS)}
ship       = {one_of(Ship)}
lot        = "side" 1*WSP seat 1*WSP ( {one_of(Side)} ) / "board" 1*WSP seat 1*WSP number
"""
EXAMPLES: Final = (
    "ready",
    "empire",
    "board 2",
    "T A13 A12 A11 B12 C12",
    "pass",
    "lock",
    "route 1 red A1 A7 / route 2 white B1 B7",
)


def read_action(text: str) -> DeepSeaVoyageAction:
    """Read an action from a plain text, as `Game.read` does."""
    typed_tokens = tokens(text, WORDS)
    if not any(isinstance(token, Cell) or token in VERBS for token in typed_tokens):
        raise NotASubmission
    action = SAID.get(typed_tokens)
    if action is None:
        action = _read_routes(text) if typed_tokens[0] == "route" else _read_placing(typed_tokens)
    if action is None:
        raise _fault(typed_tokens)
    return action


def write_action(action: DeepSeaVoyageAction) -> str:
    """Return the text that `read_action` reads as an action."""
    match action:
        case Word() | Side():
            return action.value
        case Pick(number):
            return f"board {number}"
        case Placing(cells, letter):
            return " ".join(filter(None, (letter, *map(str, cells))))
        case Routing(routes):
            words = (("route", route.number, route.ship, *route.way.cells) for route in routes)
            return " / ".join(" ".join(map(str, route)) for route in words)


def _fault(typed_tokens: tuple[Token, ...]) -> Refused:
    """Return the reason why words make no action."""
    cells = [token for token in typed_tokens if isinstance(token, Cell)]
    match typed_tokens:
        case ["board" | "route", str(number), *_] if number.isdecimal() and (
            number not in NUMBER_WORDS
        ):
            return NO_SUCH_BOARD(*cells, board=number)
    return MALFORMED(*cells)


def _read_placing(typed_tokens: tuple[Token, ...]) -> Placing | None:
    """Read `T A13 A12`, `T on A13, A12` or cells alone; return None for anything else."""
    rest = list(typed_tokens)
    letter = str(rest.pop(0)) if rest[0] in LETTER_WORDS else ""
    if rest[:1] == ["on"]:
        del rest[0]
    cells = _read_cells(rest)
    return Placing(cells, letter) if cells else None


def _read_routes(text: str) -> Routing | None:
    """Read routes on lines of their own or separated by `/`; None if one is not a route."""
    lines = [line for part in parts(text) if (line := tokens(part, WORDS))]
    routes = tuple(route for line in lines if (route := _read_route(line)))
    return Routing(routes) if len(routes) == len(lines) else None


def _read_route(typed_tokens: tuple[Token, ...]) -> Route | None:
    match typed_tokens:
        case ["route", str(number), str(ship), *rest] if number in NUMBER_WORDS and ship in SHIPS:
            cells = _read_cells(rest)
            return Route(NUMBER_WORDS[number], SHIPS[ship], ShipPath(cells)) if cells else None
        case _:
            return None


def _read_cells(typed_tokens: list[Token]) -> tuple[Cell, ...]:
    """Return the cells; none if there is anything else."""
    cells = tuple(token for token in typed_tokens if isinstance(token, Cell))
    return cells if len(cells) == len(typed_tokens) else ()
