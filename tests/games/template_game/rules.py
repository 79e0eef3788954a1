"""Last Cell: the players take turns to name an empty cell, and whoever takes the last one wins."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.clocks import Bank, Reserve, Seconds, Timing
from engine.game import NOTHING_HELD, OUT_OF_TIME, Game, GameView, Outcome, Reason, TakeBack
from engine.grids.grid import Cell, bit_board
from engine.notation import tokens
from engine.options import FIXED_SEAT, SECONDS, option, time_limit
from engine.refusals import NotASubmission, check_on_board, illegal, malformed
from engine.seats import Seat, Viewer
from engine.words.sentences import Sentence

BOARD = bit_board(3)
MALFORMED: Final = malformed("A move is one cell, such as `B2`.")
OCCUPIED: Final = illegal("occupied", "Already taken: {cells}.")
FULL_BOARD: Final = Reason("full-board", Sentence("{loser} has no cell left to take"))


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game.

    Attributes:
        taken: Cells that are taken, the latest last.
        to_move: Seat to move.
        outcome: Result; None while the game goes on.
    """

    taken: tuple[Cell, ...]
    to_move: Seat
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCellView(GameView):
    """Everybody's view; the game has no secrets.

    Attributes:
        side: Number of cells in a row of the board.
        taken: Cells that are taken, the latest last.
    """

    side: int
    taken: tuple[Cell, ...]
    to_move: Seat


@dataclass(frozen=True, kw_only=True)
class LastCell(Game[Position, Cell, LastCellView]):
    """The rules, with a match's options; an action is the cell to be taken.

    >>> game = LastCell()
    >>> state = game.begin()
    >>> game.position(game.act(state, Seat.EC, game.read(state, Seat.EC, "A1")))
    '.../.../*..'
    """

    name: ClassVar[str] = "last-cell"
    title: ClassVar[str] = "Last Cell"
    summary: ClassVar[str] = "take the last of nine cells"
    words: ClassVar[AbstractSet[str]] = frozenset({"take", "concede"})
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({FULL_BOARD, OUT_OF_TIME})
    examples: ClassVar[tuple[str, ...]] = ("A1", "take B2")
    grammar: ClassVar[str] = 'action     = [ "take" S ] cell'

    first: Seat | None = option(FIXED_SEAT, None, "Who goes first (the EC if not set)")
    turn: Seconds = time_limit(Seconds(60), "a turn")
    reserve: Seconds = option(SECONDS, Seconds(120), "Seconds of reserve for the whole match (120)")

    @property
    def starting_reserve(self) -> Reserve:
        """One bank for each seat, in seconds."""
        return self.reserve

    @property
    def top_right(self) -> Cell:
        return BOARD.last

    def begin(self) -> Position:
        return Position((), self.first or Seat.EC)

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        return () if state.outcome else (state.to_move,)

    def timing(self, state: Position) -> Timing | None:
        if state.outcome:
            return None
        return Timing(len(state.taken), Bank(self.turn), state.to_move)

    def read_plain(self, state: Position, seat: Seat, text: str) -> Cell:
        match tokens(text, self.words):
            case [Cell() as cell] | ["take", Cell() as cell]:
                return cell
            case [] | ["take"]:
                raise NotASubmission
            case typed_tokens:
                raise MALFORMED(*(token for token in typed_tokens if isinstance(token, Cell)))

    def write(self, action: Cell | TakeBack) -> str:
        return action.value if isinstance(action, TakeBack) else str(action)

    def legal(self, state: Position, seat: Seat) -> Iterator[Cell]:
        if seat in self.to_act(state):
            yield from BOARD.cells(BOARD.everything & ~BOARD.mask(state.taken))

    def act(self, state: Position, seat: Seat, action: Cell | TakeBack) -> Position:
        """Take a cell.

        Raises:
            Illegal: `off-board` or `occupied`.
            OutOfOrder: `nothing-held`.
        """
        if isinstance(action, TakeBack):
            raise NOTHING_HELD()
        check_on_board([action], self.top_right)
        if action in state.taken:
            raise OCCUPIED(action)
        taken = (*state.taken, action)
        is_full = len(taken) == BOARD.everything.bit_count()
        outcome = Outcome(seat, FULL_BOARD) if is_full else None
        return Position(taken, seat.opponent, outcome)

    def expire(self, state: Position) -> Position:
        return replace(state, outcome=Outcome(state.to_move.opponent, OUT_OF_TIME))

    def view(self, state: Position, viewer: Viewer) -> LastCellView:
        return LastCellView(side=BOARD.side, taken=state.taken, to_move=state.to_move)

    def position(self, state: Position) -> str:
        """Return the rows from the highest down: `.` empty, `*` taken."""
        return BOARD.rows({"*": BOARD.mask(state.taken)})
