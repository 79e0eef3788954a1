"""The words of Demeter's Anguish, and the actions they make."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

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
class TypedHalf:
    """A half of a turn as typed: a flower, a rock or a pass.

    Attributes:
        half: The half; None for a pass of everything still missing.
        cells: The cells of the flower or rock; none for a pass.
        letter: The flower's letter, if one was given.
    """

    half: Half | None = None
    cells: tuple[Cell, ...] = ()
    letter: str = ""

    def __str__(self) -> str:
        words = (self.half or "", self.letter, *map(str, self.cells))
        return " ".join(filter(None, words if self.cells else ("pass", *words)))


@dataclass(frozen=True, slots=True)
class Halves:
    """The halves that one message makes: one, or two in the order typed."""

    typed: tuple[TypedHalf, ...]


class Agreement(StrEnum):
    """An offer to end the match as it stands."""

    AGREE = "agree"


DemetersAnguishAction: TypeAlias = Halves | Agreement | FirstSeatChoice
HALF_OF: Final[dict[Token, Half]] = {
    **dict.fromkeys(("flower", "demeter"), Half.FLOWER),
    **dict.fromkeys(("rock", "hades"), Half.ROCK),
}
HALF_WORDS: Final = frozenset(map(str, HALF_OF))
LETTER_WORDS: Final = frozenset(letter.lower() for letter in LETTERS)
VERBS: Final = HALF_WORDS | {"pass", "agree", "first", CONCEDE}
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
_FLOWER, _ROCK = (
    f"( {one_of(word for word, named in HALF_OF.items() if named is half)} )" for half in Half
)
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
        return " / ".join(map(str, action.typed))
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
            return TypedHalf()
        case ["pass", word] if word in HALF_OF:
            return TypedHalf(HALF_OF[word])
        case [word, *rest] if word in HALF_OF:
            return _read_laid(HALF_OF[word], rest)
        case _:
            return None


def _read_laid(half: Half, rest: list[Token]) -> TypedHalf | None:
    """Read different cells, however they are separated, after what may stand before them."""
    letter: Token = ""
    if half is Half.FLOWER and rest and rest[0] in LETTER_WORDS:
        letter, *rest = rest
    if rest[:1] == ["on"]:
        del rest[0]
    cells = tuple(token for token in rest if isinstance(token, Cell))
    is_read = cells and len(set(cells)) == len(rest)
    return TypedHalf(half, cells, str(letter)) if is_read else None


# All plantings and layings, made once, since a turn may have a thousand of them


@cache
def plantings(form: Form) -> tuple[Halves, ...]:
    """Return a form's planting with each anchor, by the anchor's bit."""
    return tuple(Halves((TypedHalf(Half.FLOWER, tuple(sorted(cells))),)) for cells in form.ways)


@cache
def small_rocks(grid: BitBoard) -> tuple[Halves, ...]:
    """Return a small rock on each cell, by its bit."""
    return tuple(Halves((TypedHalf(Half.ROCK, (cell,)),)) for cell in grid.by_bit)


@cache
def large_rocks(grid: BitBoard) -> tuple[Halves, ...]:
    """Return a large rock by the bit of its lower left cell."""
    return tuple(Halves((TypedHalf(Half.ROCK, block(cell)),)) for cell in grid.by_bit)
