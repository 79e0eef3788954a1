"""Deep Sea Voyage: three boards on which each player blocks the other's ships.

The rules are those of docs/rulings/deep-sea-voyage.md.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from random import Random
from typing import ClassVar, Final

from engine.clocks import Deadline, Seconds, Timing
from engine.game import NOT_YOUR_TURN, Game, Json, Outcome, Reason, TakeBack
from engine.games.deep_sea_voyage import notation
from engine.games.deep_sea_voyage.board import (
    BOARD_RULES,
    BOARDS,
    NUMBERS,
    Board,
    Ship,
    ShipPath,
    Side,
)
from engine.games.deep_sea_voyage.board_in_play import Move, Passed, Placement, Score, Sea
from engine.games.deep_sea_voyage.drawn_boards import BOARDS_FILE, draw_boards
from engine.games.deep_sea_voyage.notation import (
    DeepSeaVoyageAction,
    Pick,
    Placing,
    Route,
    Routing,
    Word,
)
from engine.games.deep_sea_voyage.position import (
    DeepSeaVoyageView,
    Phase,
    Picked,
    Sided,
    VoyagePosition,
)
from engine.grids.grid import Cell
from engine.options import (
    FIXED_SEAT,
    ROW_ONE,
    SWITCH,
    OptionFile,
    OptionKind,
    RowOne,
    option,
    time_limit,
)
from engine.refusals import WRONG_LOT, Malformed, Refusal, Refused, illegal, untimely
from engine.seats import PUBLIC, SEATS, Seat, Viewer
from engine.words.sentences import Sentence

DMO_CHOOSES: Final = untimely(
    NOT_YOUR_TURN.code,
    "Only the DMO chooses a side. Type `ready` once you have seen enough of the boards.",
)
SIDES_CHOSEN: Final = untimely(NOT_YOUR_TURN.code, "The sides have already been chosen.")
ALREADY_CHOSEN: Final = untimely("already-chosen", SIDES_CHOSEN.sentence)
ALREADY_READY: Final = untimely("already-ready", "You are already ready.")
LOCKED: Final = untimely("locked", "You've locked, and that's final.")
WRONG_PHASE: Final = untimely(
    "wrong-phase", "You can't do that now. The latest post says what to type."
)
BOARD_CLOSED: Final = illegal("board-closed", "Board {board} is closed.")
BOARD_TAKEN: Final = illegal("board-taken", "Board {board} is taken this round.")
NOT_YOUR_SHIP: Final = illegal("not-your-ship", "The {ship} ships aren't yours.")
BOARD_LOST: Final = illegal(
    "board-lost", "Board {board} was decided by a cut-off, so it needs no routes."
)
BOARDS_COUNTED: Final = Reason("boards", Sentence("The boards have been counted"))
SECRET: Final = frozenset({Phase.PLACING, Phase.ROUTES})
MAJORITY: Final = 2


class Endgame(StrEnum):
    """The ways that count: those the players find, or the shortest there are."""

    TRACKED = "tracked"
    AUTOMATIC = "automatic"


ENDGAME: Final = OptionKind(Sentence("tracked or automatic"), Endgame, str, choices=tuple(Endgame))


@dataclass(frozen=True, kw_only=True)
class DeepSeaVoyage(Game[VoyagePosition, DeepSeaVoyageAction, DeepSeaVoyageView]):
    """The rules, with a match's options; boards that are not given are drawn from the seed.

    >>> game = DeepSeaVoyage(first=Seat.EC)
    >>> state = game.begin()
    >>> for seat in SEATS:
    ...     state = game.act(state, seat, game.read(state, seat, "ready"))
    >>> state.phase, state.priority
    (<Phase.PICK: 'pick'>, <Seat.EC: 'ec'>)
    """

    name: ClassVar[str] = "deep-sea-voyage"
    title: ClassVar[str] = "Deep Sea Voyage"
    summary: ClassVar[str] = "build walls that send the other side's ships the long way round"
    designers: ClassVar[tuple[str, ...]] = ("uriquack",)
    featured_in: ClassVar[str] = "The Genius: House of Larks"
    words: ClassVar[frozenset[str]] = notation.WORDS
    other_words: ClassVar[Mapping[str, str]] = notation.OTHER_WORDS
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({BOARDS_COUNTED})
    boards: ClassVar[tuple[str, ...]] = tuple(map(str, NUMBERS))
    examples: ClassVar[tuple[str, ...]] = notation.EXAMPLES
    grammar: ClassVar[str] = notation.GRAMMAR + BOARD_RULES
    files: ClassVar[Mapping[str, OptionFile]] = {"boards": BOARDS_FILE}

    first: Seat | None = option(
        FIXED_SEAT,
        None,
        "Who plays the Empire, which picks first in odd rounds (the DMO says if not set)",
    )
    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    board1: Board | None = option(
        BOARDS[0], None, "Board 1, rows from the top joined by / (drawn from the seed if not set)"
    )
    board2: Board | None = option(
        BOARDS[1], None, "Board 2, rows from the top joined by / (drawn from the seed if not set)"
    )
    board3: Board | None = option(
        BOARDS[2], None, "Board 3, rows from the top joined by / (drawn from the seed if not set)"
    )
    early: bool = option(
        SWITCH,
        default=True,
        description="Whether winning two boards by cut-offs ends the match at once (on)",
    )
    endgame: Endgame = option(
        ENDGAME,
        Endgame.TRACKED,
        "Whether players find the routes, or the true shortest routes count (tracked)",
    )
    pregame: Seconds = time_limit(Seconds(90), "to look at the boards and choose a side")
    pick: Seconds = time_limit(Seconds(45), "to pick a board")
    action: Seconds = time_limit(Seconds(90), "to place a pentomino")
    routes: Seconds = time_limit(Seconds(240), "to submit the routes at the end")

    def __post_init__(self) -> None:
        # Drawn here, so that a record states them and replays under any later generator.
        missing = [number for number in NUMBERS if getattr(self, f"board{number}") is None]
        drawn = draw_boards(self.seed) if missing else ()
        for number in missing:
            object.__setattr__(self, f"board{number}", drawn[number - 1])

    def begin(self) -> VoyagePosition:
        seas = tuple(Sea(number, getattr(self, f"board{number}")) for number in NUMBERS)
        return VoyagePosition(seas, empire=self.first)

    def to_act(self, state: VoyagePosition) -> tuple[Seat, ...]:
        """Return the seats yet to choose, get ready or lock, or the one with the pick or turn."""
        if state.lot_due or state.phase is Phase.OVER:
            return ()
        if state.to_move:
            return (state.to_move,)
        chooser = Seat.DMO if state.empire is None else None
        return tuple(seat for seat in SEATS if seat not in state.finished or seat is chooser)

    def accepts_from(
        self, state: VoyagePosition, seat: Seat, action: DeepSeaVoyageAction | TakeBack | None
    ) -> bool:
        """Return True for both seats where there are no turns, but only the DMO chooses a side."""
        if state.to_move:
            return seat is state.to_move
        chooses = state.phase is Phase.PREGAME and isinstance(action, Side)
        return seat is Seat.DMO or not chooses

    def rejection(
        self, state: VoyagePosition, seat: Seat, action: DeepSeaVoyageAction | TakeBack | None
    ) -> Refusal:
        """Explain that a side is the DMO's to choose, as long as there is a choice."""
        if state.phase is Phase.PREGAME and isinstance(action, Side):
            return SIDES_CHOSEN if state.empire else DMO_CHOOSES
        return super().rejection(state, seat, action)

    def timing(self, state: VoyagePosition) -> Timing | None:
        """Return a plain limit for everything."""
        if not self.to_act(state):
            return None
        limits = {Phase.PREGAME: self.pregame, Phase.PICK: self.pick, Phase.ROUTES: self.routes}
        return Timing(state.occasion, Deadline(limits.get(state.phase, self.action)))

    @property
    def top_right(self) -> Cell:
        return max(map(self.top_right_on, self.boards))

    def top_right_on(self, board: str) -> Cell:
        drawn: Board = getattr(self, f"board{board}")
        return drawn.grid.last

    def read_plain(self, state: VoyagePosition, seat: Seat, text: str) -> DeepSeaVoyageAction:
        """Read a word, a side, a board, a placement or routes."""
        try:
            return notation.read_action(text)
        except Malformed as malformed:
            malformed.board = _board_of(state, seat)
            raise

    def has_passing(self, state: VoyagePosition) -> bool:
        return state.phase in {Phase.PLACING, Phase.LAST}

    def write(self, action: DeepSeaVoyageAction | TakeBack) -> str:
        return str(action) if isinstance(action, TakeBack) else notation.write_action(action)

    def takes_secrets(self, state: VoyagePosition) -> bool:
        return state.phase in SECRET

    def may_submit(self, state: VoyagePosition, seat: Seat) -> bool:
        return self.takes_secrets(state) and seat not in state.finished

    def submit(
        self, state: VoyagePosition, seat: Seat, action: DeepSeaVoyageAction | TakeBack
    ) -> VoyagePosition:
        if seat in state.finished:
            raise LOCKED()
        match state.phase, action:
            case ((Phase.PLACING | Phase.ROUTES), Word.LOCK):
                return state.finishing(seat, Word.LOCK)
            case Phase.PLACING, Placing() | Word.PASS:
                return state.with_submission(_move(state, seat, action))
            case Phase.ROUTES, Routing(routes):
                for route in routes:
                    _check_route(state, seat, route)
                return state.with_routes(seat, routes)
        raise WRONG_PHASE()

    def is_private(self, state: VoyagePosition, action: DeepSeaVoyageAction) -> bool | None:
        """Return True for placements, passes and routes, None for a lock, which is not secret."""
        match state.phase, action:
            case ((Phase.PLACING | Phase.ROUTES), Word.LOCK):
                return None
            case (Phase.PLACING, Placing() | Word.PASS) | (Phase.ROUTES, Routing()):
                return True
        return False

    def legal(self, state: VoyagePosition, seat: Seat) -> Iterator[DeepSeaVoyageAction]:
        """Yield every legal action, each written in one way.

        Legal routes have no end, so only a shortest one for each ship.
        """
        if seat not in self.to_act(state):
            return
        match state.phase:
            case Phase.PREGAME:
                if seat not in state.finished:
                    yield Word.READY
                if seat is Seat.DMO and state.empire is None:
                    yield from Side
            case Phase.PICK:
                yield from map(Pick, state.pickable)
            case Phase.PLACING | Phase.LAST:
                if state.phase is Phase.PLACING:
                    yield Word.LOCK
                yield Word.PASS
                yield from map(Placing, state.sea(dict(state.picks)[seat]).placements())
            case Phase.ROUTES:
                yield Word.LOCK
                yield from (Routing((route,)) for route in state.shortest_routes(seat))

    def act(
        self, state: VoyagePosition, seat: Seat, action: DeepSeaVoyageAction | TakeBack
    ) -> VoyagePosition:
        """Apply an action, and move on to the next phase, round or turn.

        Raises:
            Malformed: The placement is not five different cells.
            Illegal: `board-closed` or `board-taken` for a pick; `off-board`, `not-a-pentomino`,
                `wrong-letter`, `not-empty` or `piece-used` for a placement; `not-your-ship`,
                `board-lost`, `off-board`, `not-at-start`, `not-straight`, `blocked` or
                `no-dropoff` for a route.
            OutOfOrder: `already-chosen`, `already-ready`, `locked` or `wrong-phase`.
        """
        match state.phase, action:
            case Phase.PICK, Pick(number):
                return _pick(state, Picked(seat, number))
            case Phase.LAST, Placing() | Word.PASS:
                return self._play_last(state, _move(state, seat, action))
            case Phase.PREGAME, Side() | Word.READY:
                state = _prepare(state, seat, action)
            case ((Phase.PLACING | Phase.ROUTES), _):
                state = self.submit(state, seat, action)
            case _:
                raise WRONG_PHASE()
        return state if self.to_act(state) else self._finish(state)

    def expire(self, state: VoyagePosition) -> VoyagePosition:
        """Leave a late choice to a lot, pass for a late placement, count routes as they are."""
        state = replace(state, latest=())
        if state.phase is Phase.LAST:
            ((mover, number),) = state.picks
            return self._play_last(state, Passed(mover, number, by_clock=True))
        if state.phase is Phase.PICK or state.empire is None:
            return replace(state, lot_due=True)
        return self._finish(state)

    def draw(self, state: VoyagePosition, generator: Random) -> str | None:
        if not state.lot_due:
            return None
        if state.phase is Phase.PREGAME:
            return f"side {Seat.EC} {generator.choice(list(Side))}"
        return f"board {state.to_move} {generator.choice(state.pickable)}"

    def settle(self, state: VoyagePosition, lot: str) -> VoyagePosition:
        match state.phase, lot.split():
            case Phase.PREGAME, ["side", ("ec" | "dmo") as seat, ("empire" | "marauder") as side]:
                return self._go_on(_with_side(state, Seat(seat), Side(side)))
            case Phase.PICK, ["board", str(picker), str(word)] if picker == state.to_move:
                number = notation.NUMBER_WORDS.get(word)
                if number in state.pickable:
                    return _pick(state, Picked(state.to_move, number))
        raise WRONG_LOT()

    def view(self, state: VoyagePosition, viewer: Viewer) -> DeepSeaVoyageView:
        """Return everything except secret submissions; players see only their own."""
        return DeepSeaVoyageView.of(state, viewer, self.row1)

    def rebuilt(self, view: DeepSeaVoyageView) -> VoyagePosition:
        """Return a state with nothing hidden in it that the viewer does not know."""
        known = {field.name: getattr(view, field.name) for field in fields(VoyagePosition)}
        return VoyagePosition(**known)

    def reveal(self, state: VoyagePosition) -> DeepSeaVoyageView:
        view = self.view(state, PUBLIC)
        seas = tuple(replace(sea, ways=tuple(sea.shortest.items())) for sea in state.seas)
        return replace(view, seas=seas, submissions=state.submissions, routes=state.routes)

    def tally(self, state: VoyagePosition) -> tuple[int, int] | None:
        """Return the number of boards on which each seat is ahead, once sides are settled."""
        if state.empire is None:
            return None
        ahead = [state.ahead_on(sea) for sea in state.seas]
        return ahead.count(Seat.EC), ahead.count(Seat.DMO)

    def position(self, state: VoyagePosition) -> Json:
        """Return the boards by number, each in rows from the highest down (docs/record.md)."""
        return {str(sea.number): sea.rows for sea in state.seas}

    # Phases

    def _finish(self, state: VoyagePosition) -> VoyagePosition:
        """Move on from a phase in which both seats act: both are ready, or its time is up."""
        match state.phase:
            case Phase.PREGAME:
                return self._go_on(state)
            case Phase.PLACING:
                return self._resolve(state)
        return self._over(state)

    def _go_on(self, state: VoyagePosition) -> VoyagePosition:
        """Begin the next round, or move on from the last one."""
        state = replace(state, picks=())
        if self._is_decided(state):
            return self._over(state)
        if not state.open_numbers:
            return self._end_placing(state)
        state = replace(state, round=state.round + 1)
        if len(state.open_numbers) == 1:
            return _open_last(state, state.priority)
        return state.opening(Phase.PICK, state.priority)

    def _resolve(self, state: VoyagePosition) -> VoyagePosition:
        resolved = replace(state, latest=(), submissions=())
        numbers = dict(state.picks)
        for seat in SEATS:
            silence = Passed(seat, numbers[seat], by_clock=seat not in state.finished)
            resolved = resolved.with_move(state.submission(seat) or silence)
        if not any(isinstance(move, Placement) for move in state.submissions):
            return self._end_placing(resolved)
        return self._go_on(resolved)

    def _play_last(self, state: VoyagePosition, move: Move) -> VoyagePosition:
        passes = state.passes + 1 if isinstance(move, Passed) else 0
        state = replace(state, latest=(), passes=passes).with_move(move)
        if passes == len(SEATS):
            return self._end_placing(state)
        return _open_last(state, move.seat.opponent) if state.open_numbers else self._go_on(state)

    def _is_decided(self, state: VoyagePosition) -> bool:
        """Return whether one player's wins by cut-offs on two boards end the match."""
        return self.early and any(state.boards_won(seat) == MAJORITY for seat in SEATS)

    # The end

    def _end_placing(self, state: VoyagePosition) -> VoyagePosition:
        state = replace(state, picks=())
        are_all_lost = all(sea.lost_by for sea in state.seas)
        is_over = are_all_lost or self.endgame is Endgame.AUTOMATIC
        return self._over(state) if is_over else state.opening(Phase.ROUTES)

    def _over(self, state: VoyagePosition) -> VoyagePosition:
        """Count the boards: more boards win, and the DMO wins a tie."""
        seas = tuple(replace(sea, score=self._score(state, sea)) for sea in state.seas)
        state = replace(state, seas=seas)
        ec, dmo = map(state.boards_won, SEATS)
        outcome = Outcome(Seat.EC if ec > dmo else Seat.DMO, BOARDS_COUNTED)
        return state.opening(Phase.OVER, outcome=outcome)

    def _score(self, state: VoyagePosition, sea: Sea) -> Score | None:
        """Count a board at the end; return None if it or the match was decided by cut-offs."""
        if sea.lost_by or self._is_decided(state):
            return None
        ways = {route.ship: route.way for route in state.routes if route.number == sea.number}
        if self.endgame is Endgame.AUTOMATIC:
            ways = {ship: way for ship, way in sea.shortest.items() if way}
        ec, dmo = (_total(ways, state.ships_of(seat)) for seat in SEATS)
        return Score(ec, dmo)


def _total(ways: Mapping[Ship, ShipPath], ships: tuple[Ship, ...]) -> int | None:
    """Return the steps of a seat's ships; None if one has not arrived."""
    return sum(ways[ship].steps for ship in ships) if ways.keys() >= {*ships} else None


# Before the first round


def _prepare(state: VoyagePosition, seat: Seat, action: DeepSeaVoyageAction) -> VoyagePosition:
    if isinstance(action, Side):
        if state.empire:
            raise ALREADY_CHOSEN()
        return _with_side(state, seat, action)
    if seat in state.finished:
        raise ALREADY_READY()
    return state.finishing(seat, Word.READY)


def _with_side(state: VoyagePosition, seat: Seat, side: Side) -> VoyagePosition:
    empire = seat if side is Side.EMPIRE else seat.opponent
    return replace(state, empire=empire, latest=(Sided(empire),))


# Rounds


def _pick(state: VoyagePosition, *picked: Picked) -> VoyagePosition:
    """Let the next seat pick; if only one board is left, the seat gets it without asking."""
    seat, number = picked[-1].seat, picked[-1].number
    if number not in state.open_numbers:
        raise BOARD_CLOSED(board=number)
    if number not in state.pickable:
        raise BOARD_TAKEN(board=number)
    state = replace(state, picks=(*state.picks, (seat, number)), latest=picked)
    if len(state.picks) == len(SEATS):
        return state.opening(Phase.PLACING)
    if len(state.pickable) > 1:
        return state.opening(Phase.PICK, seat.opponent)
    (left,) = state.pickable
    return _pick(state, *picked, Picked(seat.opponent, left, is_leftover=True))


def _open_last(state: VoyagePosition, mover: Seat | None) -> VoyagePosition:
    """Let a seat place or pass on the last board, which nobody picks."""
    picks = tuple((mover, number) for number in state.open_numbers)
    return state.opening(Phase.LAST, mover, picks=picks)


def _board_of(state: VoyagePosition, seat: Seat) -> str:
    """Return the number of the board where a seat may place now; empty if there is none."""
    if state.phase is Phase.LAST:
        return str(state.open_numbers[0])
    return str(dict(state.picks)[seat]) if state.phase is Phase.PLACING else ""


def _move(state: VoyagePosition, seat: Seat, typed: DeepSeaVoyageAction) -> Move:
    """Return what a seat does on its board: it passes, unless it places."""
    number = dict(state.picks)[seat]
    if not isinstance(typed, Placing):
        return Passed(seat, number)
    try:
        piece = state.sea(number).piece_on(typed.cells, typed.letter)
    except Refused as refused:
        refused.board = str(number)
        raise
    return Placement(seat, number, state.round, piece.letter, typed.cells)


# Routes


def _check_route(state: VoyagePosition, seat: Seat, route: Route) -> None:
    if route.ship not in state.ships_of(seat):
        raise NOT_YOUR_SHIP(ship=route.ship)
    sea = state.sea(route.number)
    if sea.lost_by:
        raise BOARD_LOST(board=route.number)
    try:
        sea.check_way(route.ship, route.way)
    except Refused as refused:
        refused.board = str(route.number)
        raise
