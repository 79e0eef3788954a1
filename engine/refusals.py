"""Refusals of entries: error types that hold the facts; sentences are made elsewhere."""

from collections.abc import Callable, Iterable, Mapping

from engine.grids.grid import Cell


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The refusal of an entry, which then changes nothing.

    Attributes:
        code: A stable kebab-case word for the reason (docs/record.md).
        cells: The cells it is about, in the order to name them.
        facts: The other values for a sentence about it, by name.
        board: The one of several boards that its cells are on, as far as it is known: by the seat
            whose it is, or its number. Empty in games with one.
    """

    def __init__(
        self, code: str, cells: Iterable[Cell] = (), facts: Mapping[str, str] | None = None
    ) -> None:
        self.code = code
        self.cells = tuple(cells)
        self.facts = dict(facts or {})
        self.board = ""
        super().__init__(code, *map(str, self.cells))

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.code, " ".join(map(str, self.cells)))))


class NotASubmission(Refused):
    """Conversation, which a room ignores."""

    def __init__(self) -> None:
        super().__init__("not-a-submission")


def finds_submission(read: Callable[[], object]) -> bool:
    """Return whether a text is a submission, well formed or not, rather than conversation."""
    try:
        read()
    except NotASubmission:
        return False
    except Refused:
        pass
    return True


class Malformed(Refused):
    """Words and cells of the game that make no action."""

    def __init__(self, cells: Iterable[Cell] = (), facts: Mapping[str, str] | None = None) -> None:
        super().__init__("malformed", cells, facts)


class Illegal(Refused):
    """An action that the rules forbid in this position."""


class OutOfOrder(Refused):
    """An action that is possible, but not now or not by this seat."""


class FalseLot(OutOfOrder):
    """A stated lot that the committed seed does not give; no record may have one."""

    def __init__(self) -> None:
        super().__init__("false-lot")


def check_on_board(cells: Iterable[Cell], last: Cell) -> None:
    """Check that a board, given by its upper right corner, has some cells.

    Raises:
        Illegal: `off-board`, with the cells that the board does not have.
    """
    outside = [cell for cell in cells if not cell.lies_up_to(last)]
    if outside:
        raise Illegal("off-board", outside, {"last": str(last)})
