"""The words of the Flower Fields, read as actions."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar, Final

from engine import first_seat
from engine.first_seat import FirstSeatChoice
from engine.game import Game, TakeBack
from engine.games.flower_fields.board import (
    FIELD_SIZE,
    MAX_PLANTED,
    Flower,
    FlowerColor,
    color_names,
)
from engine.games.flower_fields.position import (
    Claim,
    FlowerFieldsAction,
    FlowerFieldsView,
    FlowerPosition,
    Hiding,
    Phase,
    Plant,
    Word,
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


SAID: Final[Mapping[tuple[Token, ...], Word]] = {
    ("challenge",): Word.CHALLENGE,
    ("give", "up"): Word.GIVE_UP,
    ("challenge", "challenge"): Word.DOUBT,
    ("cc",): Word.DOUBT,
    ("doubt",): Word.DOUBT,
    ("accept",): Word.ACCEPT,
    ("pass",): Word.PASS,
}
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


class FlowerNotation(Game[FlowerPosition, FlowerFieldsAction, FlowerFieldsView]):
    """The notation of both games, which differ in their third colour and in hidden flowers.

    Attributes:
        doubting: True if flowers are hidden and claims can be doubted.
        third: The name of the third colour.
        colors: The colours by their names and letters.
        malformed: The refusal of words and cells that make no action.
    """

    examples: ClassVar[tuple[str, ...]] = EXAMPLES
    doubting: ClassVar[bool] = False
    third: ClassVar[str] = "purple"
    colors: ClassVar[Mapping[Token, FlowerColor]]
    malformed: ClassVar[Refusal]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        names = color_names(cls.third)
        cls.colors = {word: color for color, name in names.items() for word in (name, name[0])}
        cls.words = WORDS.union(map(str, cls.colors))
        cls.suffixes = frozenset(name[0] for name in names.values())
        meant = {word: name for name in names.values() for word in OTHER_COLORS[name]}
        cls.other_words = OTHER_WORDS | meant
        cls.malformed = replace(MALFORMED, sentence=MALFORMED.sentence.about(third=cls.third))
        hiding = ' / "hide" S flowers' if cls.doubting else ""
        texts = (
            " S ".join(f'"{word}"' for word in words)
            for words, action in SAID.items()
            if cls.doubting or action not in {Word.DOUBT, Word.ACCEPT}
        )
        cls.grammar = f"""
action     = flower / flowers{hiding} / claim / {first_seat.CHOICE}
           / {" / ".join(texts)}
flower     = cell ( letter / S colour )         ; each cell once
flowers    = cell ( letter [ S ] / S colour S ) flower
claim      = [ "challenge" S ] fields           ; it begins so, unless that was said before
fields     = field D field / cell {2 * FIELD_SIZE - 1}( [ L ] cell )
field      = cell {FIELD_SIZE - 1}( [ L ] cell )
colour     = {one_of(cls.colors)}
letter     = {one_of(sorted(cls.suffixes))}
lot        = {first_seat.LOT}
"""

    def read_plain(self, state: FlowerPosition, seat: Seat, text: str) -> FlowerFieldsAction:
        """Read `D5 red, C4 blue`, `challenge C4 D4 E4 D5 / C4 D4 E4 D3`, `first me` and so on.

        After `challenge` two fields need no word.
        """
        typed = tokens(text, self.words, self.suffixes)
        if not _is_submission(typed):
            raise NotASubmission
        if typed[0] == "first":
            return first_seat.read_first(typed, seat, self.malformed)
        is_challenge = state.phase is Phase.CHALLENGE and not {*typed} & {*self.colors, "hide"}
        action: FlowerFieldsAction | None = SAID.get(typed)
        if action is None and (typed[0] == "challenge" or is_challenge):
            action = _read_claim([tokens(part, self.words, self.suffixes) for part in parts(text)])
        elif action is None:
            action = self._read_flowers(typed)
        if action is None:
            is_hiding = typed[0] == "hide"
            refusal = (HIDE_TWO if self.doubting else NOTHING_HIDDEN) if is_hiding else MALFORMED
            raise refusal(*(token for token in typed if isinstance(token, Cell)), third=self.third)
        return action

    def foreign_color(self, text: str) -> str:
        """Return a colour that a plain text gives a flower, but that none has; empty if none."""
        words = {*pieces(text)}
        foreign = [piece for piece in pieces(text) if piece in NO_COLORS - self.words]
        rest = " ".join(words.difference(foreign))
        understood = [tokens_of(piece, self.words, self.suffixes) for piece in pieces(rest)]
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

    def _read_flowers(self, typed: tuple[Token, ...]) -> Hiding | Plant | None:
        """Read one flower or two in different cells; return None if anything else is said."""
        is_hiding = typed[0] == "hide"
        spoken = typed[1:] if is_hiding else typed
        flowers = tuple(
            Flower(cell, self.colors[color])
            for cell, color in zip(spoken[::2], spoken[1::2], strict=False)
            if isinstance(cell, Cell) and color in self.colors
        )
        cells = {flower.cell for flower in flowers}
        if not 2 * len(flowers) == len(spoken) == 2 * len(cells) <= 2 * MAX_PLANTED:
            return None
        if is_hiding:
            return Hiding(flowers) if len(flowers) == MAX_PLANTED else None
        return Plant(flowers)

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
