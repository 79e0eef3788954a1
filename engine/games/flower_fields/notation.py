"""The words of the Flower Fields, and the actions they make."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias

from engine import first_seat
from engine.first_seat import FirstSeatChoice
from engine.game import TakeBack
from engine.games.flower_fields.board import (
    FIELD_SIZE,
    MAX_PLANTED,
    Field,
    Flower,
    FlowerColor,
    color_names,
)
from engine.grids.grid import Cell
from engine.notation import CONCEDE, Token, one_of, parts, pieces, tokens, tokens_of
from engine.refusals import NotASubmission, Refusal, malformed
from engine.seats import Seat

MALFORMED: Final = malformed(
    "I can't read that. Type one or two flowers in different cells, each with its colour, such "
    "as `D5 red, C4 {third}`; or `challenge` and two fields of four cells each, such as "
    "`challenge C4 D4 E4 D5 / C4 D4 E4 D3`."
)
NOTHING_HIDDEN: Final = malformed(
    "No flowers are hidden in Flower Field. Plant one or two, such as `D5 red, C4 {third}`."
)
HIDE_TWO: Final = malformed(
    "You hide exactly two flowers, in two different cells, each with its colour."
)


@dataclass(frozen=True, slots=True)
class Hiding:
    """Two flowers to hide."""

    flowers: tuple[Flower, ...]


@dataclass(frozen=True, slots=True)
class Plant:
    """One flower or two to plant."""

    flowers: tuple[Flower, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """The two fields of a challenge, four cells each."""

    fields: tuple[Field, Field]


class Word(StrEnum):
    """Actions without cells."""

    CHALLENGE = "challenge"
    GIVE_UP = "give up"
    DOUBT = "doubt"
    ACCEPT = "accept"
    PASS = "pass"  # noqa: S105 - no password, a word of the game


FlowerFieldsAction: TypeAlias = Hiding | Plant | Claim | Word | FirstSeatChoice
SAID: Final[Mapping[tuple[Token, ...], Word]] = {
    ("challenge",): Word.CHALLENGE,
    ("give", "up"): Word.GIVE_UP,
    ("challenge", "challenge"): Word.DOUBT,
    ("cc",): Word.DOUBT,
    ("doubt",): Word.DOUBT,
    ("accept",): Word.ACCEPT,
    ("pass",): Word.PASS,
}
ANSWERS: Final = frozenset({Word.DOUBT, Word.ACCEPT})
VERBS: Final = frozenset({"hide", "challenge", "cc", "doubt", "accept", "pass", "first", CONCEDE})
WORDS: Final = VERBS | first_seat.FIRST_WORDS | {"give", "up"}
OTHER_COLORS: Final = {
    "red": ("rot", "rouge", "rojo", "\N{LARGE RED CIRCLE}", "\N{ROSE}"),
    "blue": ("blau", "azul", "\N{LARGE BLUE CIRCLE}"),
    "yellow": ("gelb", "jaune", "amarillo", "\N{LARGE YELLOW CIRCLE}"),
    "purple": ("violet", "lila", "violett", "\N{LARGE PURPLE CIRCLE}"),
}
_OTHER_COLORS: Final = """
green orange pink white black brown grey gray violet magenta cyan turquoise gold silver
purple yellow
"""
NO_COLORS: Final = frozenset(_OTHER_COLORS.split())
"""Colours that no flower has, but for the one or two of a game."""
OTHER_WORDS: Final = {
    **first_seat.OTHER_CHOICES,
    **dict.fromkeys(("hiding", "hidden"), "hide"),
    **dict.fromkeys(("challenging", "challenged"), "challenge"),
    **dict.fromkeys(("doubt it", "doubted"), "doubt"),
    "accepted": "accept",
    "giveup": "give up",
    **dict.fromkeys(("skip", "passing", "passed"), "pass"),
    **dict.fromkeys(("plant", "plants", "planting", "flower", "flowers"), ""),
}
EXAMPLES: Final = (
    "D5 red",
    "D5R C4B",
    "hide A1 red, G7 blue",
    "challenge",
    "challenge C4 D4 E4 D5 / C4 D4 E4 D3",
    "give up",
    "cc",
    "accept",
    "pass",
    "first ec",
)


@dataclass(frozen=True)
class Notation:
    """The notation of one of the two games, which differ in third colour and hidden flowers.

    Attributes:
        third: The name of that colour.
        doubting: True if flowers are hidden and claims can be doubted.
    """

    third: str
    doubting: bool

    @cached_property
    def colors(self) -> Mapping[Token, FlowerColor]:
        """The colours by their names and letters."""
        names = color_names(self.third)
        return {word: color for color, name in names.items() for word in (name, name[0])}

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the game."""
        return WORDS | {*map(str, self.colors)}

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters that may follow a cell directly."""
        return frozenset(word for word in map(str, self.colors) if len(word) == 1)

    @cached_property
    def grammar(self) -> str:
        """The rules of the notation, in ABNF."""
        hiding = ' / "hide" S flowers' if self.doubting else ""
        text = " / ".join(
            " S ".join(f'"{word}"' for word in words)
            for words, meant in SAID.items()
            if self.doubting or meant not in ANSWERS
        )
        return f"""
action     = flower / flowers{hiding} / claim / {first_seat.CHOICE}
           / {text}
flower     = cell ( letter / S colour )         ; each cell once
flowers    = cell ( letter [ S ] / S colour S ) flower
claim      = [ "challenge" S ] fields           ; it begins so, unless that was said before
fields     = field D field / cell {2 * FIELD_SIZE - 1}( [ L ] cell )
field      = cell {FIELD_SIZE - 1}( [ L ] cell )
colour     = {one_of(self.colors)}
letter     = {one_of(sorted(self.letters))}
lot        = {first_seat.LOT}
"""

    @cached_property
    def other_words(self) -> Mapping[str, str]:
        """Words that players type by mistake, with the words they mean."""
        names = color_names(self.third).values()
        return OTHER_WORDS | {word: name for name in names for word in OTHER_COLORS[name]}

    def read(self, text: str, seat: Seat, *, is_challenge: bool) -> FlowerFieldsAction:
        """Read an action as `Game.read` does; in a challenge two fields need no word."""
        typed_tokens = tokens(text, self.words, self.letters)
        if not _is_submission(typed_tokens):
            raise NotASubmission
        if typed_tokens[0] == "first":
            return first_seat.read_first(typed_tokens, seat, self.malformed)
        action = SAID.get(typed_tokens) or self._read_cells(
            typed_tokens, text, is_challenge=is_challenge
        )
        if action is None:
            cells = [token for token in typed_tokens if isinstance(token, Cell)]
            if typed_tokens[0] == "hide":
                raise (HIDE_TWO if self.doubting else NOTHING_HIDDEN)(*cells, third=self.third)
            raise self.malformed(*cells)
        return action

    @property
    def malformed(self) -> Refusal:
        """The refusal of words and cells that make no action."""
        return replace(MALFORMED, sentence=MALFORMED.sentence.about(third=self.third))

    def foreign_color(self, text: str) -> str:
        """Return a colour that a plain text gives a flower, but that none has; empty if none."""
        words = {*pieces(text)}
        foreign = [piece for piece in pieces(text) if piece in NO_COLORS - self.words]
        rest = " ".join(words.difference(foreign))
        understood = [tokens_of(piece, self.words, self.letters) for piece in pieces(rest)]
        has_cell = any(isinstance(token, Cell) for piece in understood for token in piece or ())
        return foreign[0] if foreign and has_cell and None not in understood else ""

    def write(self, action: FlowerFieldsAction | TakeBack) -> str:
        """Return the text that reads as an action."""
        match action:
            case Hiding(flowers):
                return f"hide {self._write_flowers(flowers)}"
            case Plant(flowers):
                return self._write_flowers(flowers)
            case Claim(fields):
                return "challenge " + " / ".join(" ".join(map(str, field)) for field in fields)
            case FirstSeatChoice() | Word() | TakeBack():
                return str(action)

    def _read_cells(
        self, typed_tokens: tuple[Token, ...], text: str, *, is_challenge: bool
    ) -> FlowerFieldsAction | None:
        if typed_tokens[0] == "challenge" or (
            is_challenge and not {*typed_tokens} & {*self.colors, "hide"}
        ):
            lines = [tokens(part, self.words, self.letters) for part in parts(text)]
            return _read_claim(lines)
        is_hiding = typed_tokens[0] == "hide"
        flowers = self._read_flowers(typed_tokens[1:] if is_hiding else typed_tokens)
        if is_hiding:
            return Hiding(flowers) if len(flowers) == MAX_PLANTED else None
        return Plant(flowers) if flowers else None

    def _read_flowers(self, typed_tokens: tuple[Token, ...]) -> tuple[Flower, ...]:
        """Read one flower or two in different cells; return none if anything else is said."""
        flowers = tuple(
            Flower(cell, self.colors[color])
            for cell, color in zip(typed_tokens[::2], typed_tokens[1::2], strict=False)
            if isinstance(cell, Cell) and color in self.colors
        )
        is_clean = (
            2 * len(flowers) == len(typed_tokens) == 2 * len({flower.cell for flower in flowers})
        )
        return flowers if is_clean and len(flowers) <= MAX_PLANTED else ()

    def _write_flowers(self, flowers: tuple[Flower, ...]) -> str:
        names = color_names(self.third)
        return ", ".join(f"{flower.cell} {names[flower.color]}" for flower in flowers)


def _is_submission(typed_tokens: tuple[Token, ...]) -> bool:
    """Return whether words and cells amount to more than small talk ("me and blue", "up")."""
    gives_up = any(pair == ("give", "up") for pair in pairwise(typed_tokens))
    return gives_up or any(isinstance(token, Cell) or token in VERBS for token in typed_tokens)


def _read_claim(lines: list[tuple[Token, ...]]) -> Claim | None:
    """Read two times four cells, on two lines or in a row; return None for anything else."""
    spoken = [list(line) for line in lines if line]
    if spoken[0][:1] == ["challenge"]:
        del spoken[0][0]
    fields = [tuple(token for token in line if isinstance(token, Cell)) for line in spoken if line]
    if sum(map(len, fields)) != sum(map(len, spoken)):
        return None
    if len(fields) == 1:
        fields = [fields[0][:FIELD_SIZE], fields[0][FIELD_SIZE:]]
    if [len(field) for field in fields] != [FIELD_SIZE, FIELD_SIZE]:
        return None
    return Claim((fields[0], fields[1]))
