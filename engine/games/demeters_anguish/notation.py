"""The words of Demeter's Anguish, and the actions they make."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import ClassVar, Final, TypeAlias

from engine import first_seat
from engine.first_seat import FirstSeatChoice
from engine.game import TakeBack
from engine.games.demeters_anguish.board import block
from engine.grids.grid import BitBoard, Cell
from engine.grids.polyominoes import LETTERS, Form
from engine.notation import CONCEDE, Token, one_of, parts, tokens
from engine.refusals import NotASubmission, malformed
from engine.seats import Seat
from engine.words.sentences import Sentence

MALFORMED: Final = malformed(
    "I can't read that. Type a flower as `flower U G7 H7 I7 G8 I8` and a rock as `rock "
    "G9`, each on its own line or with `/` in between, and each cell once; or `pass "
    "flower`, `pass rock`, `pass` or `agree`."
)
HALF_WITHOUT_WORD: Final = malformed(
    "Start each half with `flower` or `rock`, as in `flower U G7 H7 I7 G8 I8 / rock G9`."
)


class Half(StrEnum):
    """The two halves of a turn."""

    FLOWER = "flower"
    ROCK = "rock"


HALVES: Final = {Half.FLOWER: Sentence("flower"), Half.ROCK: Sentence("rock")}


@dataclass(frozen=True, slots=True)
class Planting:
    """A flower as typed: the cells, and the letter if one was given."""

    half: ClassVar[Half] = Half.FLOWER
    cells: tuple[Cell, ...]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Laying:
    """A rock as typed."""

    half: ClassVar[Half] = Half.ROCK
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Passing:
    """A pass of one half or, if none is named, of everything still missing."""

    half: Half | None = None


TypedHalf: TypeAlias = Planting | Laying | Passing


@dataclass(frozen=True, slots=True)
class Halves:
    """The halves that one message makes: one, or two in the order typed."""

    typed: tuple[TypedHalf, ...]


class Agreement(StrEnum):
    """An offer to end the match as it stands."""

    AGREE = "agree"


DemetersAnguishAction: TypeAlias = Halves | Agreement | FirstSeatChoice
FLOWER_WORDS: Final = frozenset({"flower", "demeter"})
ROCK_WORDS: Final = frozenset({"rock", "hades"})
LETTER_WORDS: Final = frozenset(letter.lower() for letter in LETTERS)
VERBS: Final = FLOWER_WORDS | ROCK_WORDS | {"pass", "agree", "first", CONCEDE}
WORDS: Final = VERBS | LETTER_WORDS | first_seat.FIRST_WORDS | {"on"}
I_AGREE: Final = ("i", "agree")
"""Conversation, though it consists of words of the game: its first is the name of the I."""
SHAPES: Final = (
    "pentomino",
    "tetromino",
    "tromino",
    "domino",
    "monomino",
    "mono",
    "shape",
    "shaped",
)
OTHER_WORDS: Final = {
    **first_seat.OTHER_CHOICES,
    **dict.fromkeys(
        ("no flower", "skip flower", "pass on flower", "pass my flower"), "pass flower"
    ),
    **dict.fromkeys(("no rock", "skip rock", "pass on rock", "pass my rock"), "pass rock"),
    **dict.fromkeys(("skip", "passing", "passed"), "pass"),
    **dict.fromkeys(("agree to end the match", "agree to end it", "agree to end"), "agree"),
    "agreed": "agree",
    "flowers": "flower",
    "rocks": "rock",
    "stone": "rock",
    **dict.fromkeys((*SHAPES, "big", "small", "plant", "plants", "drop", "drops", "a"), ""),
}
_FLOWER: Final = f"( {one_of(sorted(FLOWER_WORDS, reverse=True))} )"
_ROCK: Final = f"( {one_of(sorted(ROCK_WORDS, reverse=True))} )"
GRAMMAR: Final = f"""
action     = half / two-halves / "{Agreement.AGREE}" / {first_seat.CHOICE}
two-halves = flower D rock / rock D flower / "pass" D ( flower / rock ) / ( flower / rock ) D "pass"
half       = flower / rock / "pass"
flower     = {_FLOWER} L [ letter L ] [ "on" L ] cells / "pass" L {_FLOWER}
rock       = {_ROCK} L [ "on" L ] cells / "pass" L {_ROCK}
cells      = cell *( [ L ] cell )               ; each once
letter     = {one_of(sorted(LETTERS))}
lot        = {first_seat.LOT}
"""
EXAMPLES: Final = (
    "flower U A1 A2 B1 C1 C2",
    "demeter on A1",
    "rock D4",
    "flower A1 A2 / rock D4",
    "pass flower",
    "pass",
    "agree",
    "first ec",
)


def read_action(text: str, seat: Seat) -> DemetersAnguishAction:
    """Read halves of a turn, an agreement or the first seat, as `Game.read` does."""
    typed_tokens = tokens(text, WORDS)
    has_verb = any(isinstance(token, Cell) or token in VERBS for token in typed_tokens)
    if not has_verb or typed_tokens == I_AGREE:
        raise NotASubmission
    if typed_tokens[0] == "first":
        return first_seat.read_first(typed_tokens, seat, MALFORMED)
    if typed_tokens == ("agree",):
        return Agreement.AGREE
    return _read_halves([line for part in parts(text) if (line := tokens(part, WORDS))])


def write_action(action: DemetersAnguishAction | TakeBack) -> str:
    """Return the text that reads as an action."""
    if isinstance(action, Halves):
        return " / ".join(map(_write_half, action.typed))
    return str(action)


def _read_halves(lines: list[tuple[Token, ...]]) -> Halves:
    """Read one half, or two different ones; raise Malformed for anything else."""
    typed = tuple(half for line in lines if (half := _read_half(line)))
    are_read = len(typed) == len(lines) and len(typed) <= 2
    if not are_read or len({part.half for part in typed}) < len(typed):
        cells = (token for line in lines for token in line if isinstance(token, Cell))
        has_no_verb = any(line[0] not in VERBS for line in lines)
        raise (HALF_WITHOUT_WORD if has_no_verb else MALFORMED)(*cells)
    return Halves(typed)


def _read_half(typed_tokens: tuple[Token, ...]) -> TypedHalf | None:
    match typed_tokens:
        case ["pass"]:
            return Passing()
        case ["pass", str(word)] if word in FLOWER_WORDS:
            return Passing(Half.FLOWER)
        case ["pass", str(word)] if word in ROCK_WORDS:
            return Passing(Half.ROCK)
        case [str(word), *rest] if word in FLOWER_WORDS:
            return _read_planting(rest)
        case [str(word), *rest] if word in ROCK_WORDS:
            cells = _read_cells(_without(rest, {"on"}))
            return Laying(cells) if cells else None
        case _:
            return None


def _write_half(half: TypedHalf) -> str:
    match half:
        case Planting(cells, letter):
            return " ".join(filter(None, ("flower", letter, *map(str, cells))))
        case Laying(cells):
            return " ".join(("rock", *map(str, cells)))
        case Passing(half=which):
            return f"pass {which}" if which else "pass"


def _read_planting(typed_tokens: list[Token]) -> Planting | None:
    rest = _without(typed_tokens, LETTER_WORDS)
    letter = typed_tokens[0] if len(rest) < len(typed_tokens) else ""
    cells = _read_cells(_without(rest, {"on"}))
    return Planting(cells, str(letter)) if cells else None


def _without(typed_tokens: list[Token], words: AbstractSet[str]) -> list[Token]:
    return typed_tokens[1:] if typed_tokens and typed_tokens[0] in words else typed_tokens


def _read_cells(typed_tokens: list[Token]) -> tuple[Cell, ...]:
    """Return different cells, however they are separated; none if there is anything else."""
    cells = tuple(token for token in typed_tokens if isinstance(token, Cell))
    return cells if len(set(cells)) == len(typed_tokens) else ()


# All plantings and layings, made once, since a turn may have a thousand of them


@cache
def plantings(form: Form) -> tuple[Halves, ...]:
    """Return a form's planting with each anchor, by the anchor's bit."""
    return tuple(Halves((Planting(tuple(sorted(cells))),)) for cells in form.ways)


@cache
def small_rocks(grid: BitBoard) -> tuple[Halves, ...]:
    """Return a small rock on each cell, by its bit."""
    return tuple(Halves((Laying((cell,)),)) for cell in grid.by_bit)


@cache
def large_rocks(grid: BitBoard) -> tuple[Halves, ...]:
    """Return a large rock by the bit of its lower left cell."""
    return tuple(Halves((Laying(block(cell)),)) for cell in grid.by_bit)
