"""Corrections of mistyped texts: the texts of a game that may have been meant."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product, takewhile
from typing import Final

from engine.game import AnyGame
from engine.grids.grid import CELL, TYPED_CELLS
from engine.notation import COMMA_WORDS, parts, without_stops

MAX_SIGNS: Final = 300
"""The length of the longest text that is looked at."""
_MAX_WAYS: Final = 16

# Words said around a move, and never part of one.
_BESIDE_THE_POINT: Final = """
i ill id im ive my move is its the ok okay please pls plz thanks thx ty lol haha xd then go goes
going put puts putting place play plays playing on at in into for from with this it choose pick take
lets let us do will want would like gonna final answer cell cells square squares step steps done
also via both gg now so here next turn vs versus
"""
FILLERS: Final = frozenset(_BESIDE_THE_POINT.split())
NUMBERS: Final = {"one": "1", "two": "2", "three": "3", "1x": "1", "2x": "2"}
# Common words that look like slips of a game's.
UNLIKELY: Final = frozenset({"read", "reads", "fist", "rest", "ass", "bead"})
# Letters of other alphabets that look like those of a cell.
_LIKENESSES: Final = str.maketrans("авсеніјкмортхαβεηικμνορτ", "abcehijkmoptxabehikmvopt")
_DIGITS: Final = str.maketrans("oil", "011")
_LETTERS: Final = str.maketrans("01", "ol")
_SHORT_WORD: Final = 3
_CELLS: Final = re.compile(rf"(?:{CELL.pattern})+", re.ASCII)
_CELL_WITH_LETTERS: Final = re.compile(r"[a-z][0-9oil]{1,2}", re.ASCII)
_ZEROS: Final = re.compile(r"(?<=[a-z])0+(?=[1-9])", re.ASCII)
_BACKWARDS: Final = re.compile(r"([1-9][0-9]?)([a-z])", re.ASCII)
_GLUED: Final = re.compile(r"(?:[a-z][1-9][0-9]?|[a-z]+(?![0-9])|[0-9]+)", re.ASCII)
_SIGNS: Final = re.compile(r"[^\w./\s-]")
_SPLIT: Final = re.compile(r"[^\s,/-]+")


def is_slip(typed: str, word: str, *, swaps_only: bool = False) -> bool:
    """Return whether one slip made a word into another that begins alike.

    A slip is a letter too many, too few, or wrong, or two that are swapped; with `swaps_only`, a
    wrong letter is none.

    >>> [is_slip(typed, "challenge") for typed in ("chalenge", "challange", "chalange")]
    [True, True, False]
    """
    index = next(
        (position for position, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), None
    )
    if index is None:
        return abs(len(typed) - len(word)) == 1
    a, b = typed[index:], word[index:]
    swapped = a[:2] == b[1::-1] and a[2:] == b[2:]
    replaced = a[1:] == b[1:] and not swaps_only
    return index > 0 and (swapped or replaced or a[1:] == b or a == b[1:])


@dataclass(frozen=True)
class Corrector:
    """The correction of texts typed in one game.

    Attributes:
        is_bold: True if the least likely slips are looked for too: in short words, and letters
            alone that may stand for a cell. Only cells beside them make those likely.
    """

    game: AnyGame
    is_bold: bool

    def texts(self, typed: str) -> Iterator[str]:
        """Yield the texts that a plain text may mean, the likeliest first.

        They consist of cells and words of the game, but need not make an action.
        """
        lines = [[*self._ways(part)] for part in parts(_phrased(self.game, typed))]
        if lines and all(lines):
            ways = product(*lines)
            yield from dict.fromkeys(
                " / ".join(filter(None, way)) for way in islice(ways, _MAX_WAYS)
            )

    def with_cells(self, typed: str) -> str:
        """Return a plain text with its cells put right, but no slips in words: `d 5`, `A1O`."""
        meant = self.game.other_words
        pieces = self._joined(_pieces(_phrased(self.game, typed)))
        return " ".join(
            "".join(self._fixed_cells(piece)) or meant.get(piece, piece) for piece in pieces
        )

    def without_fillers(self, typed: str) -> str:
        """Return a plain text as `with_cells` does, without words said around a move."""
        words = self.with_cells(typed).split()
        return " ".join(text for text in words if text not in FILLERS - self.game.words)

    def _ways(self, line: str) -> Iterator[str]:
        words = _pieces(line)
        for pieces in dict.fromkeys((tuple(words), tuple(self._joined(words)))):
            fixed = [*takewhile(bool, map(self._fixed, pieces))]
            if len(fixed) == len(pieces):
                for way in islice(product(*fixed), _MAX_WAYS):
                    yield " ".join(filter(None, way))

    def _joined(self, words: list[str]) -> Iterator[str]:
        """Join letters and numbers that make a cell of the board, or a word."""
        index = 0
        while index < len(words):
            both = "".join(words[index : index + 2])
            is_pair = (
                index + 1 < len(words) and words[index].isalpha() and words[index + 1][:1].isdigit()
            )
            joins = is_pair and (both in self.game.words or self._is_cell(both))
            yield both if joins else words[index]
            index += 2 if joins else 1

    def _fixed(self, piece: str) -> tuple[str, ...]:
        """Return the texts that a piece may mean; an empty one where it is beside the point."""
        if piece in self.game.words or _CELLS.fullmatch(piece):
            return (piece, "") if piece in FILLERS else (piece,)
        if piece in self._other_words:
            return (self._other_words[piece],)
        if not any(sign.isalnum() for sign in piece):
            return ("",)
        return self._fixed_cells(piece) or self._fixed_word(piece) or self._taken_apart(piece)

    def _fixed_cells(self, piece: str) -> tuple[str, ...]:
        without_zeros = _ZEROS.sub("", piece)
        if self._is_cell(without_zeros):
            return (without_zeros,)
        backwards = _BACKWARDS.fullmatch(piece)
        if backwards and self._is_cell(backwards[2] + backwards[1]):
            return (backwards[2] + backwards[1],)
        is_likely = self.is_bold or any(sign.isdigit() for sign in piece)
        if is_likely and _CELL_WITH_LETTERS.fullmatch(piece):
            cell = piece[0] + piece[1:].translate(_DIGITS)
            return (cell,) if self._is_cell(cell) else ()
        return ()

    def _fixed_word(self, piece: str) -> tuple[str, ...]:
        if piece in UNLIKELY:
            return ()
        least = _SHORT_WORD if self.is_bold else _SHORT_WORD + 1
        words = [word for word in sorted(self.game.words) if len(word) >= least]
        if spelled := [word for word in words if word == piece.translate(_LETTERS)]:
            return tuple(spelled)
        is_short = not self.is_bold
        return tuple(
            word
            for word in words
            if is_slip(piece, word, swaps_only=is_short and len(word) == least)
        )

    def _taken_apart(self, piece: str) -> tuple[str, ...]:
        """Take apart a cell or a word with something glued to it, such as `d2n` or `board2`."""
        glued = _GLUED.findall(piece)
        if len(glued) < 2 or "".join(glued) != piece:
            return ()
        fixed = [self._fixed(text) or (("",) if text in {"x", "v"} else ()) for text in glued]
        ways = islice(product(*fixed), _MAX_WAYS) if all(fixed) else ()
        return tuple(" ".join(filter(None, way)) for way in ways)

    def _is_cell(self, piece: str) -> bool:
        return piece in TYPED_CELLS and self.game.has_cell(TYPED_CELLS[piece])

    @cached_property
    def _other_words(self) -> Mapping[str, str]:
        numbers = {word: text for word, text in NUMBERS.items() if text in self.game.words}
        return {**dict.fromkeys(FILLERS, ""), **numbers, **self.game.other_words}


def corrector_of(game: AnyGame, typed: str) -> Corrector:
    """Return the corrector for a text, bolder if it has digits or the game's words."""
    named = {piece for piece in _pieces(typed.lower()) if len(piece) > _SHORT_WORD}
    is_bold = any(sign.isdigit() for sign in typed) or not named.isdisjoint(game.words)
    return Corrector(game, is_bold=is_bold)


def _pieces(line: str) -> list[str]:
    return [text for text in _SPLIT.findall(without_stops(line)) if text not in COMMA_WORDS]


def _phrased(game: AnyGame, typed: str) -> str:
    """Return a plain text in lower case and Latin letters, with phrases and signs as words."""
    text = typed.lower().translate(_LIKENESSES)
    for phrase, words in game.other_words.items():
        if not phrase.isalnum() and phrase in text:
            text = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", f" {words} ", text)
    return _SIGNS.sub(" ", text)
