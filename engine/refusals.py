"""Refusals of entries: declared beside their rules with a code and a sentence, and raised there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine.grids.grid import Cell
from engine.words.sentences import Fact, Sentence, as_sentence


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The refusal of an entry, which then changes nothing.

    Attributes:
        code: A stable kebab-case word for the reason (docs/record.md).
        cells: The cells it is about, in the order to name them.
        sentence: The rule behind it, with its facts; whoever says it adds `cells` and `count`.
        board: The one of several boards that its cells are on, as far as it is known: by the seat
            whose it is, or its number. Empty in games with one.
    """

    def __init__(self, code: str, cells: Iterable[Cell], sentence: Sentence) -> None:
        self.code = code
        self.cells = tuple(cells)
        self.sentence = sentence
        self.board = ""
        super().__init__(code, *map(str, self.cells))

    def __reduce__(self) -> tuple[Any, ...]:
        """Go from process to process without the arguments, of which not every kind has all."""
        return Exception.__new__, (type(self), *self.args), vars(self)

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.code, " ".join(map(str, self.cells)))))


class NotASubmission(Refused):
    """Conversation, which a room ignores."""

    def __init__(self) -> None:
        chat = Sentence("That isn't a move, so I took it as chat.")
        super().__init__("not-a-submission", (), chat)


class Malformed(Refused):
    """Words and cells of the game that make no action."""


class Illegal(Refused):
    """An action that the rules forbid in this position."""


class OutOfOrder(Refused):
    """An action that is possible, but not now or not by this seat."""


class FalseLot(OutOfOrder):
    """A stated lot that the committed seed does not give; no record may have one."""

    def __init__(self) -> None:
        super().__init__("false-lot", (), Sentence("That isn't what the seed draws."))


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason to refuse an entry, declared once and raised wherever it holds.

    >>> OCCUPIED = illegal("occupied", "{cells} is already covered.")
    >>> OCCUPIED(Cell(4, 5))
    Illegal('occupied', 'E6')

    Attributes:
        code: A stable kebab-case word for it (docs/record.md).
        sentence: The rule in words; `cells` are the cells, `count` their number.
        error: The kind of its errors.
    """

    code: str
    sentence: Sentence
    error: type[Refused]

    def __call__(self, *cells: Cell, **facts: Fact) -> Refused:
        """Return the error for some cells, with the other facts of its sentence."""
        return self.error(self.code, cells, self.sentence.about(**facts))


def illegal(code: str, sentence: Sentence | str) -> Refusal:
    """Declare the refusal of an action that the rules forbid in some positions."""
    return Refusal(code, as_sentence(sentence), Illegal)


def untimely(code: str, sentence: Sentence | str) -> Refusal:
    """Declare the refusal of an action that is possible, but not now or not by this seat."""
    return Refusal(code, as_sentence(sentence), OutOfOrder)


def malformed(sentence: Sentence | str, code: str = "malformed") -> Refusal:
    """Declare the refusal of words and cells of a game that make no action."""
    return Refusal(code, as_sentence(sentence), Malformed)


MALFORMED: Final = malformed("I can't read that as a move.")
OFF_BOARD: Final = illegal("off-board", "{cells}: the board is A1 to {last}.")
WRONG_PHASE: Final = untimely(
    "wrong-phase", "You can't do that now: the match is waiting for something else."
)
WRONG_LOT: Final = untimely("wrong-lot", "That isn't the draw that is due.")


def finds_submission(read: Callable[[], object]) -> bool:
    """Return whether a text is a submission, well formed or not, rather than conversation."""
    try:
        read()
    except Refused as refused:
        return not isinstance(refused, NotASubmission)
    return True


def check_on_board(cells: Iterable[Cell], last: Cell, off_board: Refusal = OFF_BOARD) -> None:
    """Check that a board, given by its upper right corner, has some cells.

    Raises:
        Illegal: `off-board`, with the cells that the board does not have.
    """
    outside = [cell for cell in cells if not cell.lies_up_to(last)]
    if outside:
        raise off_board(*outside, last=last)
