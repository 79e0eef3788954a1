"""Games of turns on one board where nothing is hidden, with moves of any type.

A game declares its sentences, its options and its first position, and writes `check`, `play`,
`scene` and `position`; any but a `CellGame`, whose moves are single cells, and a `WordGame`, whose
moves have names, also `read_move`, `write_move` and `candidates`. With `value`, the Dealer plays it
better.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine.first_seat import FirstSeatChoice
from engine.game import Outcome, Reason, TakeBack
from engine.grids.grid import NO_CELL, Cell
from engine.kinds.scene import Scene
from engine.kinds.turns import TurnGame, TurnState
from engine.notation import Token
from engine.refusals import Illegal, NotASubmission, Refusal, check_on_board
from engine.seats import Seat, Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPosition:
    """The common part of the positions of these games.

    Attributes:
        first: The seat that began this game; None until that is known.
    """

    first: Seat | None = None


P = TypeVar("P", bound=GridPosition)
M = TypeVar("M")


@dataclass(frozen=True, slots=True, kw_only=True)
class GridFacts(TurnState, Generic[P, M]):
    """The common part of a state of these games and of its view, as nothing is hidden.

    Attributes:
        position: The pieces on the board, and whatever else the game keeps.
        moved: The latest move; None before the first one, and right after it was said who begins.
        finished: The end of a game of the match that another one follows, shown until somebody
            says who begins, or moves.
    """

    position: P
    moved: M | None = None
    finished: P | None = None

    @property
    def shown(self) -> P:
        """The position to show."""
        return self.finished or self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class GridState(GridFacts[P, M]):
    """A state of these games."""

    def after(self, position: P, to_move: Seat | None) -> Self:
        """Return the state after a move."""
        turns = self.turns + 1
        return replace(self, position=position, to_move=to_move, turns=turns, finished=None)

    def won(self, position: P, winner: Seat, reason: Reason) -> Self:
        """Return the state after a move that ends the match."""
        return replace(self.after(position, None), outcome=Outcome(winner, reason))

    def next_game(self, finished: P, position: P, begins: Seat | None, chooser: Seat) -> Self:
        """Return the state after a move that ends a game of the match.

        Without a seat that begins the next one, the chooser says it.
        """
        turns = self.turns + 1 if begins else self.turns + 2
        return replace(
            self,
            position=position,
            to_move=begins,
            turns=turns,
            finished=finished,
            chooser=chooser,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GridView(GridFacts[P, M]):
    """A view of these games, with the board that it shows."""

    scene: Scene


class GridGame(TurnGame[GridState[P, M], M, GridView[P, M]], Generic[P, M]):
    """The rules of these games.

    Attributes:
        initial: The position before the first move.
    """

    own_grammar: ClassVar[str] = "move       = cell"
    initial: ClassVar[Any]

    @abstractmethod
    def scene(self, state: GridState[P, M]) -> Scene:
        """Return the board that a state shows."""

    @abstractmethod
    def candidates(self, state: GridState[P, M]) -> Iterable[M]:
        """Return whatever may be legal, in a fixed order."""

    def check(self, state: GridState[P, M], seat: Seat, move: M) -> None:
        """Check a move.

        Raises:
            Illegal: The rules forbid it.
        """

    def rewritten(self, text: str) -> str:
        """Return a plain text as it is read, for moves that can be typed in other ways."""
        return text

    def start(self) -> GridState[P, M]:
        return GridState(position=self.initial)

    def begun(self, state: GridState[P, M], first: Seat) -> GridState[P, M]:
        position = replace(state.position, first=first)
        begun = super().begun(state, first)
        return replace(begun, position=position, moved=None, finished=None)

    def read_plain(
        self, state: GridState[P, M], seat: Seat, text: str
    ) -> M | FirstSeatChoice | TakeBack:
        return super().read_plain(state, seat, self.rewritten(text))

    def moves(self, state: GridState[P, M], seat: Seat) -> Iterator[M]:
        """Yield the candidates that `check` lets pass."""
        for move in self.candidates(state):
            with suppress(Illegal):
                self.check(state, seat, move)
                yield move

    def act(
        self, state: GridState[P, M], seat: Seat, action: M | FirstSeatChoice | TakeBack
    ) -> GridState[P, M]:
        """Name who begins, or check a move and play it."""
        if isinstance(action, FirstSeatChoice | TakeBack) or state.to_move is None:
            return super().act(state, seat, action)
        self.check(state, seat, action)
        return replace(self.play(state, seat, action), moved=action)

    def view(self, state: GridState[P, M], viewer: Viewer) -> GridView[P, M]:  # noqa: ARG002 - no secrets
        facts = {field.name: getattr(state, field.name) for field in fields(state)}
        return GridView(**facts, scene=self.scene(state))

    def rebuilt(self, view: GridView[P, M]) -> GridState[P, M]:
        return GridState(
            position=view.position,
            to_move=view.to_move,
            chooser=view.chooser,
            outcome=view.outcome,
        )


class CellGame(GridGame[P, Cell], Generic[P]):
    """The rules of such a game in which a move is a cell of the board."""

    def read_move(self, typed: tuple[Token, ...], cells: tuple[Cell, ...]) -> Cell:
        if len(typed) != 1:
            raise self.malformed(*cells)
        return cells[0]

    def write_move(self, move: Cell) -> str:
        return str(move)

    def candidates(self, state: GridState[P, Cell]) -> Iterator[Cell]:  # noqa: ARG002 - all of them
        """Yield all cells, row by row from A1."""
        columns, rows = self.top_right.column + 1, self.top_right.row + 1
        for row, column in product(range(rows), range(columns)):
            yield Cell(column, row)

    def check(self, state: GridState[P, Cell], seat: Seat, move: Cell) -> None:  # noqa: ARG002
        """Check that the board has the cell; games check here what else they ask of a move.

        Raises:
            Illegal: `off-board`, or as the game says.
        """
        check_on_board((move,), self.top_right)


class WordGame(GridGame[P, str], Generic[P]):
    """The rules of such a game in which a move is a name, typed in one way or in several.

    Attributes:
        names: The moves by all texts that can be typed for them, in lower case. Words of these
            texts that are `own_words` do not make a move by themselves.
        unnamed: The refusal of such words and of cells that make none of these texts, in games
            that do not take them for malformed like any others.
    """

    # Letters and numbers stand in much that is said.
    has_near_misses: ClassVar[bool] = False
    names: ClassVar[Mapping[str, str]]
    unnamed: ClassVar[Refusal | None] = None

    def __init_subclass__(cls) -> None:
        words = {word for text in cls.names for word in text.split()}
        cls.move_words = frozenset(words - cls.own_words)
        super().__init_subclass__()

    def read_move(self, typed: tuple[Token, ...], cells: tuple[Cell, ...]) -> str:
        if cells and self.top_right == NO_CELL:
            raise NotASubmission
        text = " ".join(map(str, typed))
        if text in self.names:
            return self.names[text]
        if self.unnamed and {*typed} <= self.move_words | self.own_words | {*cells}:
            raise self.unnamed()
        raise self.malformed(*cells)

    def write_move(self, move: str) -> str:
        return move

    def candidates(self, state: GridState[P, str]) -> Iterable[str]:  # noqa: ARG002 - all of them
        """Return all moves, each once."""
        return dict.fromkeys(self.names.values())
