"""Last Cell: the players take turns to name an empty cell, and whoever takes the last one wins."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.clocks import Seconds
from engine.game import AnyGame, GameView, Outcome, Reason
from engine.grids.grid import Cell
from engine.kinds.scene import Owner, Piece, Scene
from engine.kinds.scene_texts import SceneTexts
from engine.kinds.turns import GridGame, TurnState
from engine.matches.entries import Cause
from engine.options import FIXED_SEAT, SECONDS, option, time_limit
from engine.refusals import Refusal, illegal, malformed, untimely
from engine.seats import Seat, Viewer
from engine.texts import Seating
from engine.words.sentences import Sentence, Words

SIDE: Final = 3
WRONG_PHASE: Final = untimely("wrong-phase", "You can't do that now: it is known who goes first.")
OCCUPIED: Final = illegal("occupied", "Already taken: {cells}.")
FULL_BOARD: Final = Reason("full-board", Sentence("{loser} has no cell left to take"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(TurnState):
    """A state of the game.

    Attributes:
        taken: Cells that are taken, each with who took it, the latest last.
    """

    taken: tuple[tuple[Cell, Seat], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCellView(GameView):
    """Everybody's view; the game has no secrets.

    Attributes:
        scene: The board, which is painted from it.
        taken: Cells that are taken, each with who took it, the latest last.
    """

    scene: Scene
    taken: tuple[tuple[Cell, Seat], ...]
    to_move: Seat


@dataclass(frozen=True, kw_only=True)
class LastCell(GridGame[Position, LastCellView]):
    """The rules, with a match's options.

    >>> game = LastCell()
    >>> state = game.begin()
    >>> game.position(game.act(state, Seat.EC, game.read(state, Seat.EC, "A1")))
    '.../.../*..'
    """

    name: ClassVar[str] = "last-cell"
    title: ClassVar[str] = "Last Cell"
    summary: ClassVar[str] = "take the last of nine cells"
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({FULL_BOARD})
    malformed: ClassVar[Refusal] = malformed("A move is one cell, such as `B2`.")
    wrong_phase: ClassVar[Refusal] = WRONG_PHASE
    examples: ClassVar[tuple[str, ...]] = ("A1",)
    top_right: ClassVar[Cell] = Cell(SIDE - 1, SIDE - 1)

    first: Seat = option(FIXED_SEAT, Seat.EC, "Who goes first (the EC if not set)")
    turn: Seconds = time_limit(Seconds(60), "a turn")
    reserve: Seconds = option(SECONDS, Seconds(120), "Seconds of reserve for the whole match (120)")

    def start(self) -> Position:
        return Position()

    def check(self, state: Position, seat: Seat, move: Cell) -> None:
        """Check that a cell is free.

        Raises:
            Illegal: `off-board` or `occupied`.
        """
        super().check(state, seat, move)
        if move in dict(state.taken):
            raise OCCUPIED(move)

    def play(self, state: Position, seat: Seat, move: Cell) -> Position:
        taken = (*state.taken, (move, seat))
        outcome = Outcome(seat, FULL_BOARD) if len(taken) == SIDE**2 else None
        return replace(
            state, taken=taken, to_move=seat.opponent, turns=state.turns + 1, outcome=outcome
        )

    def view(self, state: Position, viewer: Viewer) -> LastCellView:
        pieces = tuple((cell, Piece(Owner(seat))) for cell, seat in state.taken)
        latest = tuple(cell for cell, _ in state.taken[-1:])
        scene = Scene(self.top_right, pieces, latest)
        return LastCellView(scene=scene, taken=state.taken, to_move=state.to_move)

    def rebuilt(self, view: LastCellView) -> Position:
        return Position(taken=view.taken, to_move=view.to_move, turns=len(view.taken))

    def position(self, state: Position) -> str:
        """Return the rows from the highest down: `.` empty, `*` taken."""
        taken = dict(state.taken)
        cells = [[Cell(column, row) for column in range(SIDE)] for row in reversed(range(SIDE))]
        return "/".join("".join("*" if cell in taken else "." for cell in row) for row in cells)


class LastCellTexts(SceneTexts):
    """The game's own words."""

    title: ClassVar[str] = LastCell.title

    def rules(self) -> Words:
        return Sentence("Name an empty cell, such as `B2`. Whoever takes the last one wins.")

    def role(self, game: AnyGame, seat: Seat) -> Words:
        return Sentence("discs") if seat is Seat.EC else Sentence("squares")

    def request(self, seating: Seating, view: LastCellView, seats: tuple[Seat, ...]) -> Words:
        return Sentence("{who} your move.", who=seating.mentions(seats))

    def news(self, seating: Seating, view: LastCellView, cause: Cause) -> Words:
        if cause.seat is None or not view.taken:
            return ""
        cell, _ = view.taken[-1]
        return Sentence("{player} takes {cell}.", player=seating.name(cause.seat), cell=cell)

    def notation(self, view: LastCellView) -> Words:
        return Sentence("an empty cell, such as `B2`.")


TEXTS: Final = {LastCell.name: LastCellTexts()}
