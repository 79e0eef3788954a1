"""The words of Compass Collisions, and the actions they make."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Final, TypeAlias

from engine import first_seat
from engine.first_seat import FirstSeatChoice
from engine.game import TakeBack
from engine.games.compass_collisions.board import VECTORS, Compass, Element, Move
from engine.games.compass_collisions.layouts import LENGTHS, SET_ROWS, SetName, Sides
from engine.grids.grid import Cell
from engine.notation import CONCEDE, Token, one_of, parts, tokens
from engine.refusals import NotASubmission, Refusal, Refused, malformed
from engine.seats import Seat
from engine.words.sentences import Sentence

MALFORMED: Final = malformed(
    "I can't read that. A move is one of your pieces and a direction, such as `D2 N` or "
    "`D2 N 2`, or the square to go to, such as `D2 D4`. For anything else, type what the "
    "latest post asks for."
)
REMOVAL_MALFORMED: Final = malformed(
    "You are out of time, so you give up a piece: type `remove` and the square of one of "
    "yours, such as `remove D4`."
)
LAYOUT_HYPHENS: Final = Refusal(
    "not-a-submission",
    Sentence("In a layout a hyphen is neither an empty slot (`.`) nor the end of a row (`/`)."),
    Refused,
)


class Privilege(StrEnum):
    """A privilege, taken by the DMO; the EC gets the other."""

    FIRST = "first"
    PLACEMENT = "placement"


@dataclass(frozen=True, slots=True)
class Submission:
    """The rows of a layout as typed, valid or not."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """One set or two, each with the side of the board it will stand on."""

    sides: Sides


@dataclass(frozen=True, slots=True)
class MoveTo:
    """A move typed with its target square."""

    source: Cell
    target: Cell


CompassCollisionsAction: TypeAlias = (
    Submission | Privilege | Placement | FirstSeatChoice | Move | MoveTo | Cell
)
"""An action; a square alone is that of a piece given up."""
DIRECTIONS: Final[Mapping[Token, Compass]] = {
    word: direction for direction in Compass for word in (direction.value, direction.value[0])
}
STEPS: Final[Mapping[tuple[Token, ...], int]] = {(): 1, ("1",): 1, ("2",): 2}
"""The number of squares by what may follow a direction."""
SET_NAMES: Final = frozenset(name.value for name in SetName)
VERBS: Final = frozenset({"layout", "take", "place", "first", "remove", CONCEDE}) | SET_NAMES
WORDS: Final = (
    frozenset({Privilege.PLACEMENT.value, *"0123456789"})
    | VERBS
    | first_seat.FIRST_WORDS
    | {str(word) for word in DIRECTIONS}
)
OTHER_WORDS: Final = {
    **first_seat.OTHER_CHOICES,
    **dict.fromkeys(("up", "top", "upwards", "nord"), "north"),
    **dict.fromkeys(("down", "bottom", "downwards", "sud"), "south"),
    **dict.fromkeys(("left", "ouest"), "west"),
    **dict.fromkeys(("right", "est"), "east"),
    "taking": "take",
    "1st": "first",
    **dict.fromkeys(("delete", "removing"), "remove"),
    **dict.fromkeys(("piece", "earth", "water", "fire", "air", "wind", "move", "side"), ""),
}

# A direction and a distance typed together look like a cell beyond column I: N2 is two squares
# north. East has no such form, since E2 is a square of the board.
GLUED: Final[Mapping[Token, tuple[Token, ...]]] = {
    Cell.parse(f"{letter}{distance}"): (letter, distance) for letter in "nsw" for distance in "12"
}
STRAIGHT: Final = {
    (steps * across, steps * up): (way, steps)
    for way, (across, up) in VECTORS.items()
    for steps in (1, 2)
}
LAYOUT_WORD: Final = re.compile(r"\s*layout\b", re.ASCII | re.IGNORECASE)

# A comma too, because a colon after the word is read as one.
LAYOUT: Final = re.compile(
    LAYOUT_WORD.pattern + r"[\s,/-]++(?P<rows>[EWFA. \t\r\n/]*+)", re.ASCII | re.IGNORECASE
)


def read_rows(text: str) -> tuple[str, ...]:
    """Return the rows of a layout; none if the text is not a layout."""
    layout = LAYOUT.fullmatch(text)
    return parts(layout["rows"]) if layout else ()


HYPHENATED: Final = re.compile(
    LAYOUT_WORD.pattern + r"[\s,/-]++[EWFA.\s/-]++", re.ASCII | re.IGNORECASE
)

# A row of a layout with other signs for its empty slots.
ROW: Final = re.compile(r"[EWFAO.-]+", re.ASCII | re.IGNORECASE)
EMPTY: Final = str.maketrans("oO-", "...")


def mended_layout(text: str) -> str:
    """Return the layout that a plain text may mean, with its word or empty slots mistyped.

    Return an empty text if it means none.
    """
    first, *rest = parts(text.replace(",", "/")) or ("",)
    rows = [*first.split()[-1:], *rest]
    if len(rows) != len(LENGTHS) or not all(map(ROW.fullmatch, rows)):
        return ""
    return f"layout {' / '.join(rows).translate(EMPTY)}"


def has_hyphens(text: str) -> bool:
    """Return whether a text is a layout with hyphens, which are no empty slots."""
    return "-" in text and HYPHENATED.fullmatch(text) is not None


GRAMMAR: Final = f"""
said       =/ layout
layout     = "layout" 1*sign rows *( WSP / "/" )
rows       = set next set
set        = {SET_ROWS[0]}slot next {SET_ROWS[1]}slot next {SET_ROWS[2]}slot
slot       = {one_of(Element)} / "."
next       = *WSP "/" *( WSP / "/" )
action     = "take" S privilege / [ "place" S ] sides / {first_seat.CHOICE}
           / move / "remove" S cell
privilege  = {one_of(Privilege)}
sides      = side [ S side ]
side       = ( {one_of(SetName)} ) S way
move       = cell S way [ S steps ] / cell [ S ] glued / cell [ S ] cell
way        = {one_of(DIRECTIONS)}
glued      = ( "N" / "S" / "W" ) steps          ; as a cell it would be beyond the board
steps      = "1" / "2"
lot        = "layout" 1*WSP seat 1*WSP rows / "take" 1*WSP privilege / "place" 1*WSP sides
           / {first_seat.LOT} / "remove" 1*WSP cell
"""
EXAMPLES: Final = (
    "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.",
    "take first",
    "ec1 north, dmo2 south",
    "ec2 east",
    "D2 N",
    "D2 north 2",
    "D2 D4",
    "remove D4",
    "first ec",
)


def read_action(text: str, seat: Seat, malformed: Refusal) -> CompassCollisionsAction:
    """Read an action from a seat's plain text, as `Game.read` does.

    Raises:
        NotASubmission: The text has neither a square nor a verb.
        Malformed: `malformed`, with the squares in the text.
    """
    rows = read_rows(text)
    if rows:
        return Submission(rows)
    if LAYOUT_WORD.match(text) and "." in text:
        # In a layout a full stop is an empty slot and cannot be ignored as punctuation.
        raise NotASubmission
    typed_tokens = tokens(text, WORDS)
    if not any(isinstance(token, Cell) or token in VERBS for token in typed_tokens):
        raise NotASubmission
    unglued = (*chain.from_iterable(GLUED.get(token, (token,)) for token in typed_tokens),)
    if action := _read(unglued, seat, malformed):
        return action
    raise malformed(*(token for token in unglued if isinstance(token, Cell)))


def write_action(action: CompassCollisionsAction | TakeBack) -> str:  # noqa: PLR0911
    """Return the text that reads as an action."""
    match action:
        case Submission(rows):
            return f"layout {' / '.join(rows)}"
        case Privilege():
            return f"take {action}"
        case Placement(sides):
            return ", ".join(f"{name} {side}" for name, side in sides)
        case Move(source, way, steps):
            return f"{source} {way} {steps}"
        case MoveTo(source, target):
            return f"{source} {target}"
        case Cell():
            return f"remove {action}"
        case FirstSeatChoice() | TakeBack():
            return str(action)


def _read(
    typed_tokens: tuple[Token, ...], seat: Seat, malformed: Refusal
) -> CompassCollisionsAction | None:
    match typed_tokens:
        case ["take", ("first" | "placement") as privilege]:
            return Privilege(privilege)
        case ["first", *_]:
            return first_seat.read_first(typed_tokens, seat, malformed)
        case ["remove", Cell() as cell]:
            return cell
        case [Cell() as source, Cell() as target]:
            return MoveTo(source, target)
        case [Cell() as source, way, *steps] if way in DIRECTIONS and tuple(steps) in STEPS:
            return Move(source, DIRECTIONS[way], STEPS[tuple(steps)])
    return _read_placement(typed_tokens[1:] if typed_tokens[0] == "place" else typed_tokens)


def _read_placement(typed_tokens: tuple[Token, ...]) -> Placement | None:
    if len(typed_tokens) not in {2, 4}:
        return None
    pairs = tuple(zip(typed_tokens[::2], typed_tokens[1::2], strict=True))
    if not all(name in SET_NAMES and way in DIRECTIONS for name, way in pairs):
        return None
    return Placement(tuple((SetName(str(name)), DIRECTIONS[way]) for name, way in pairs))
