"""A free table: the players' hands move the pieces, and a host judges.

The Dealer keeps clock, board, secrets, lots and record; no line reads what lies on the table
(docs/rulings/free-table.md).
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from engine.clocks import Bank, Clock, Deadline, Periods, Reserve, Seconds, Timing
from engine.first_seat import FirstSeatChoice, draw_first, settle_first
from engine.game import OUT_OF_TIME, Game, Json, Outcome, Reason, TakeBack
from engine.games.free_table import notation
from engine.games.free_table.line import (
    ActionLine,
    LineExecution,
    Part,
    SpokenWords,
    SubmittedText,
)
from engine.games.free_table.notation import TableAction
from engine.games.free_table.options import (
    BOARD,
    ENVELOPE,
    LATE,
    ORDER,
    SETUP,
    TITLE,
    TimeoutRule,
    bad_setup,
)
from engine.games.free_table.parts import Empty, Move, OnBoard, Put
from engine.games.free_table.position import (
    Order,
    Phase,
    TableEvent,
    TablePosition,
    TableView,
    Turn,
    TurnTimedOut,
)
from engine.games.free_table.table import Item, ItemKind, owned_by
from engine.games.free_table.verbs import Next, Roll, TurnMode
from engine.grids.grid import NO_CELL, Cell
from engine.kinds.scene import Owner
from engine.notation import counted, is_concession
from engine.options import POSITIVE_SECONDS, ROW_ONE, WHOLE, RowOne, option, time_limit, time_option
from engine.refusals import WRONG_PHASE, NotASubmission, Refused, finds_submission
from engine.seats import HOST, PUBLIC, SEATS, Host, Seat, Viewer
from engine.seeds import lots_of


@dataclass(frozen=True, kw_only=True)
class FreeTable(Game[TablePosition, TableAction, TableView]):
    """The rules, with a match's options.

    >>> game = FreeTable(first=Seat.EC, board=Cell(7, 7))
    >>> state = game.begin()
    >>> for seat, text in ((Seat.EC, "E4=K"), (Seat.DMO, "!check")):
    ...     state = game.act(state, seat, game.read(state, seat, text))
    >>> state = game.apply_host_line(state, "pot=3 / E4 E5")
    >>> game.position(state)["board"], game.to_act(state)
    ({'E5': 'ec K'}, (<Seat.EC: 'ec'>,))
    """

    name: ClassVar[str] = "free-table"
    words: ClassVar[frozenset[str]] = notation.WORDS
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({OUT_OF_TIME})
    examples: ClassVar[tuple[str, ...]] = notation.EXAMPLES
    grammar: ClassVar[str] = notation.GRAMMAR

    # As a class attribute it is the game's title, in a match the one that its host has given.
    title: str = option(TITLE, "Free Table", "The match's title (Free Table)")  # type: ignore[misc]
    summary: ClassVar[str] = "any other game for two: players move, a host judges"
    board: Cell | None = option(BOARD, None, "The board: 8x8, up to 20x20 (no board if not set)")
    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    order: Order = option(
        ORDER,
        Order.TURNS,
        "turns: a move passes the turn; judged: a host rules after each; rounds: both in secret",
    )
    turn: Seconds = time_limit(Seconds(60), "for each turn")
    reserve: Seconds = time_option(Seconds(300), "of reserve for the whole match")
    periods: int = option(WHOLE, 0, "Reserve periods instead of a reserve in seconds (0)")
    period: Seconds = time_option(Seconds(60), "in a reserve period", POSITIVE_SECONDS)
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")
    late: TimeoutRule = option(
        LATE,
        TimeoutRule.HOST,
        "Out of time: host (the host rules), pass (the turn passes) or lose (host)",
    )
    setup: str = option(
        SETUP,
        "",
        "A line to carry out at the start, as typed later: pot=3 ec chips=9 A1=K dmo H8=K",
    )
    envelope: str = option(
        ENVELOPE,
        "",
        "Your secret, such as walls or answers; I show it to everyone, but only at the end",
    )

    def __post_init__(self) -> None:
        try:
            self.begin()
        except Refused as refused:
            raise bad_setup(refused) from None

    @property
    def starting_reserve(self) -> Reserve:
        """The number of periods of each seat, if there are any; otherwise one bank, in seconds."""
        return self.periods or self.reserve

    @property
    def reserve_period(self) -> Seconds | None:
        return self.period if self.periods else None

    @property
    def top_right(self) -> Cell:
        return self.board or NO_CELL

    def begin(self) -> TablePosition:
        """Begin with the setup, as far as it needs no lots."""
        empty = TablePosition()
        if not self.setup:
            return self._begin_turns(empty)
        parts = notation.read_ruled(self.setup, is_setup=True)
        return self._carry_out(empty, None, parts)

    # Seats to act

    def to_act(self, state: TablePosition) -> tuple[Seat, ...]:
        """Return the chooser, then the seats that have not spoken yet in the open turn."""
        if state.lot_due or state.outcome:
            return ()
        if state.phase is Phase.CHOICE:
            return (Seat.DMO,)
        return state.open_turn.awaited if state.open_turn else ()

    def awaits_host(self, state: TablePosition) -> bool:
        """Return whether a judged move, a round or a late turn waits for the next turn."""
        return state.phase is Phase.HOST and not (state.lot_due or state.outcome)

    def accepts_from(
        self, state: TablePosition, seat: Seat, action: TableAction | TakeBack | None
    ) -> bool:
        """Return True for awaited seats, and for changes of a text until both are in."""
        may_change = self.takes_secrets(state) and self.may_submit(state, seat)
        return may_change or super().accepts_from(state, seat, action)

    def timing(self, state: TablePosition) -> Timing | None:
        """Return a plain limit for the choice and for turns of both; reserve for other turns."""
        if state.outcome or state.is_drawing_first or not state.occasion:
            return None
        if state.phase is Phase.CHOICE:
            return Timing(state.occasion, Deadline(self.choice))
        turn = state.open_turn
        if turn is None:
            return None
        seconds = self.turn if turn.seconds is None else turn.seconds
        if len(turn.seats) > 1:
            return Timing(state.occasion, Deadline(seconds))
        clock: Clock = Periods(seconds, self.period) if self.periods else Bank(seconds)
        return Timing(state.occasion, clock, turn.seats[0])

    def takes_secrets(self, state: TablePosition) -> bool:
        turn = state.open_turn
        return turn is not None and turn.mode is not TurnMode.ALOUD and not state.lot_due

    def may_submit(self, state: TablePosition, seat: Seat) -> bool:
        turn = state.open_turn
        return self.takes_secrets(state) and turn is not None and seat in turn.seats

    def submit(
        self, state: TablePosition, seat: Seat, action: TableAction | TakeBack
    ) -> TablePosition:
        turn = state.open_turn
        if turn and isinstance(action, SubmittedText) and self.may_submit(state, seat):
            return replace(state, turn=turn.with_text(seat, action.text))
        raise WRONG_PHASE()

    def is_private(self, state: TablePosition, action: TableAction) -> bool:  # noqa: ARG002
        """Return whether a text is handed in, for the Dealer's eyes only."""
        return isinstance(action, SubmittedText)

    # Texts

    def read(self, state: TablePosition, seat: Seat, text: str) -> TableAction | TakeBack:
        """Read a text that begins with `!`, or cells of a seat that is awaited."""
        if state.phase is Phase.CHOICE:
            return notation.read_choice(text, seat)
        if counted(text) is None and not self.accepts_from(state, seat, None):
            raise NotASubmission
        if self.takes_secrets(state):
            return notation.read_submitted(text, has_board=self.board is not None)
        return notation.read_said(text, has_board=self.board is not None)

    def read_plain(self, state: TablePosition, seat: Seat, text: str) -> TableAction | TakeBack:
        """Read a text as `read` does: a plain one has lost its `!`, and so only cells count."""
        return self.read(state, seat, text)

    def is_submission(self, text: str) -> bool:
        """Return True for texts with `!`, cells, and the choice of who begins."""
        has_board = self.board is not None
        is_choice = finds_submission(lambda: notation.read_choice(text, Seat.DMO))
        is_said = finds_submission(lambda: notation.read_said(text, has_board=has_board))
        return counted(text) is not None or is_choice or is_said or is_concession(text)

    def write(self, action: TableAction | TakeBack) -> str:
        return action.value if isinstance(action, TakeBack) else notation.write_action(action)

    def legal(self, state: TablePosition, seat: Seat) -> Iterator[TableAction]:
        """Yield the moves on the board that have a single part, and `!pass`.

        Everything else that can be said is legal too, and has no end: words, labels, dice, lines of
        several parts, and in sealed and secret turns any text.
        """
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.CHOICE:
            yield from map(FirstSeatChoice, SEATS)
        elif self.takes_secrets(state):
            yield SubmittedText(notation.PASS.text)
        else:
            yield notation.PASS
            for part in self._single_parts(state):
                yield ActionLine((part,))

    # Effects

    def act(
        self, state: TablePosition, seat: Seat, action: TableAction | TakeBack
    ) -> TablePosition:
        """Carry out a player's line, or take their words.

        Raises:
            Illegal: Some part of the line is not possible (`engine.games.free_table.parts`).
            OutOfOrder: `wrong-phase`.
        """
        turn = state.open_turn
        match action:
            case FirstSeatChoice(first) if state.phase is Phase.CHOICE:
                return state.opening(Turn((first,)))
            case SubmittedText():
                return _after_text(self.submit(state, seat, action))
            case SpokenWords() if turn and turn.mode is TurnMode.ALOUD:
                position = replace(state, latest=TableEvent(seat, (action,)))
                return self._after_move(position, turn, seat)
            case ActionLine(parts) if turn and turn.mode is TurnMode.ALOUD:
                return self._carry_out(state, seat, parts)
            case _:
                raise WRONG_PHASE()

    def apply_host_line(self, state: TablePosition, text: str) -> TablePosition:
        """Carry out a host's line.

        Raises:
            NotASubmission: It says nothing.
            Illegal: Some part of it is not possible, or not understood.
            OutOfOrder: `wrong-phase`.
        """
        parts = notation.read_ruled(text)
        if state.lot_due:
            raise WRONG_PHASE()
        return self._carry_out(state, None, parts)

    def expire(self, state: TablePosition) -> TablePosition:
        """Leave a late choice to a lot, a turn to `late`; close a sealed or secret one."""
        turn = state.open_turn
        if turn is None:
            return replace(state, is_drawing_first=True)
        silent = turn.awaited
        if self.late is TimeoutRule.LOSE and len(silent) == 1:
            outcome = Outcome(silent[0].opponent, OUT_OF_TIME)
            return replace(state, phase=Phase.OVER, outcome=outcome)
        if turn.mode is not TurnMode.ALOUD:
            return state.closing(turn)
        # Two in a row are silence that only a host can end; otherwise turns would pass for ever.
        passes = (
            self.late is TimeoutRule.PASS and len(turn.seats) == 1 and not state.has_passed_late
        )
        late = replace(
            state, latest=TableEvent(None, tuple(TurnTimedOut(seat, passes) for seat in silent))
        )
        if passes:
            return late.opening(Turn((silent[0].opponent,)))
        return replace(late, phase=Phase.HOST)

    # Lots, with numbers of their own: those undone are not counted

    def draw(self, state: TablePosition, generator: Random) -> str | None:  # noqa: ARG002
        """Draw who begins, or the lot that the line in progress needs next.

        A lot's number is how many have been settled and not undone, so that a line that is undone
        and typed again gives the same.
        """
        lots = lots_of(self.seed, state.lots)
        if state.waiting_line:
            return state.waiting_line.draw(lots)
        return draw_first(lots) if state.is_drawing_first else None

    def settle(self, state: TablePosition, lot: str) -> TablePosition:
        counted_in = replace(state, lots=state.lots + 1)
        if state.waiting_line:
            return self._after_line(counted_in, state.waiting_line.settle(lot))
        return counted_in.opening(Turn((settle_first(lot),)))

    # Views

    def view(
        self, state: TablePosition, viewer: Viewer | Host, *, shows_all: bool = False
    ) -> TableView:
        """Return everything but what is closed or not yet open; players see their own."""
        table, turn = state.table, state.turn
        return TableView(
            title=self.title,
            last=self.board,
            order=self.order,
            phase=state.phase,
            round=state.round,
            to_move=self.to_act(state),
            turn=turn if shows_all or turn is None else turn.seen_by(viewer),
            pieces=table.pieces,
            counters=table.counters,
            open=table.open,
            closed=tuple(item if shows_all else _seen_by(viewer, item) for item in table.closed),
            deck=len(table.deck) if table.pack else None,
            latest=state.latest,
            envelope="",
            row_one=self.row1,
            viewer=viewer,
            outcome=state.outcome,
        )

    def host_view(self, state: TablePosition) -> TableView:
        """Return what everybody sees, with the secret texts of turns that have closed."""
        return self.view(state, HOST)

    def reveal(self, state: TablePosition) -> TableView:
        return replace(
            self.view(state, PUBLIC, shows_all=True),
            phase=Phase.OVER,
            to_move=(),
            envelope=self.envelope,
        )

    def position(self, state: TablePosition) -> Json:
        """Return the pieces, all counters, the open items, and the number of closed ones."""
        table = state.table
        board: Json = {str(cell): str(piece) for cell, piece in table.pieces}
        counters: Json = {
            owner.value: {
                counter.name: counter.value for counter in owned_by(owner, table.counters)
            }
            for owner in Owner
        }
        opened: Json = {
            owner.value: [item.text for item in owned_by(owner, table.open)] for owner in Owner
        }
        closed: Json = {seat.value: len(owned_by(seat, table.closed)) for seat in SEATS}
        return {"board": board, "counters": counters, "open": opened, "closed": closed}

    # Turns

    def _begin_turns(self, state: TablePosition) -> TablePosition:
        if self.order is Order.ROUNDS:
            return state.opening(Turn(SEATS, TurnMode.SEALED), is_round=True)
        if self.first:
            return state.opening(Turn((self.first,)))
        return replace(state, phase=Phase.CHOICE, occasion=state.occasion + 1)

    def _after_move(self, state: TablePosition, turn: Turn, seat: Seat) -> TablePosition:
        if len(turn.seats) > 1:
            moved = replace(turn, moved=(*turn.moved, seat))
            going_on = replace(state, turn=moved)
            return going_on if moved.awaited else replace(going_on, phase=Phase.HOST)
        if self.order is Order.TURNS:
            return state.opening(Turn((seat.opponent,)))
        return replace(state, phase=Phase.HOST)

    # Lines

    def _carry_out(
        self, state: TablePosition, seat: Seat | None, parts: tuple[Part, ...]
    ) -> TablePosition:
        todo = tuple(
            self._turn_of(state, part) if isinstance(part, Next) else part for part in parts
        )
        line = LineExecution(seat, state.table, state.cleared, self.board, todo)
        return self._after_line(state, line.begin())

    def _after_line(self, state: TablePosition, line: LineExecution) -> TablePosition:
        """Return the state once a line has come to a lot, or to its end."""
        if line.todo:
            return replace(state, waiting_line=line)
        latest = TableEvent(line.seat, line.done)
        done = replace(state, table=line.table, waiting_line=None, latest=latest)
        is_setup = not state.occasion
        if is_setup:
            done = replace(done, cleared=line.table, latest=None)
        for part in reversed(line.done):
            if isinstance(part, Next):
                return self._opened(done, part)
        if is_setup:
            return self._begin_turns(done)
        turn = state.open_turn
        only_rolls = all(isinstance(part, Roll) for part in line.done)
        if line.seat is None or turn is None or only_rolls:
            return done
        return self._after_move(done, turn, line.seat)

    def _opened(self, state: TablePosition, part: Next) -> TablePosition:
        """Return the state in which a turn begins: the other seat's, or the next round."""
        is_round = self.order is Order.ROUNDS and len(part.seats) > 1
        turn = Turn(part.seats, part.mode or TurnMode.ALOUD, part.seconds)
        return state.opening(turn, is_round=is_round)

    def _turn_of(self, state: TablePosition, part: Next) -> Next:
        """Return the part with the seats that it names or means, and the usual mode of theirs."""
        seats = part.seats or self._following(state)
        usual = TurnMode.SEALED if len(seats) > 1 else TurnMode.ALOUD
        return replace(part, seats=seats, mode=part.mode or usual)

    def _following(self, state: TablePosition) -> tuple[Seat, ...]:
        """Return the seats whose turn is next, if nobody names any."""
        if self.order is Order.ROUNDS:
            return SEATS
        if state.turn:
            return tuple(seat for seat in SEATS if seat.opponent in state.turn.seats)
        return (self.first or Seat.DMO,)

    def _single_parts(self, state: TablePosition) -> Iterator[OnBoard]:
        """Yield everything that one part can do on the board, but for labels."""
        table, last = state.table, self.top_right
        cells = [
            Cell(column, row) for row in range(last.row + 1) for column in range(last.column + 1)
        ]
        stands_on = {cell for cell, _ in table.pieces}
        yield from (Put((cell,)) for cell in cells if cell not in stands_on)
        for start, _ in table.pieces:
            yield Empty((start,))
            yield from (Move((start, goal)) for goal in cells if goal != start)


def _after_text(state: TablePosition) -> TablePosition:
    turn = state.open_turn
    return state.closing(turn) if turn and not turn.awaited else state


def _seen_by(viewer: Viewer | Host, item: Item) -> Item:
    is_for_host = viewer is HOST and item.kind is ItemKind.TEXT
    return item if is_for_host or viewer is item.owner.seat else replace(item, text=None)
