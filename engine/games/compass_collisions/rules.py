"""Compass Collisions: four elements battle on a board that falls away with every piece lost.

The rules are those of docs/rulings/compass-collisions.md.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from random import Random
from typing import ClassVar, Final

from engine.clocks import Deadline, Periods, Reserve, Seconds, Timing
from engine.first_seat import FirstSeatChoice
from engine.game import NOT_YOUR_TURN, Game, Reason, TakeBack
from engine.games.compass_collisions import layouts, notation
from engine.games.compass_collisions.board import (
    LAST,
    SIDE,
    Battlefield,
    Move,
    Numbers,
)
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS, EROSION, EROSION_RULES
from engine.games.compass_collisions.notation import (
    CompassCollisionsAction,
    MoveTo,
    Placement,
    Privilege,
    Submission,
)
from engine.games.compass_collisions.position import (
    ELEMENT_LOST,
    IN_PLAY,
    CompassCollisionsView,
    CompassPosition,
    Phase,
)
from engine.grids.grid import Cell
from engine.options import FIXED_SEAT, POSITIVE_SECONDS, WHOLE, option, time_limit, time_option
from engine.refusals import (
    WRONG_LOT,
    WRONG_PHASE,
    Refusal,
    Refused,
    check_on_board,
    illegal,
    untimely,
)
from engine.seats import PUBLIC, SEATS, Seat, Viewer
from engine.words.sentences import SMALL_NUMBERS, Sentence

DMO_TAKES: Final = untimely(
    NOT_YOUR_TURN.code, "Only the DMO chooses between the first move and the placement."
)
ALREADY_CHOSEN: Final = untimely("already-chosen", "You've already taken one, and that's final.")
TWO_SETS: Final = illegal("two-sets", "Place two sets at once, such as `ec1 north, dmo2 south`.")
OFF_BOARD: Final = illegal(
    "off-board",
    "{cells}: the board is A1 to {last}. To leave it, name a direction, such as `A5 W`.",
)
NOT_YOURS: Final = illegal("not-yours", "You have no piece on {cells}.")
NOT_STRAIGHT: Final = illegal(
    "not-straight", "{cells} are not one or two squares apart in a straight line."
)
ENEMY_BETWEEN: Final = illegal(
    "enemy-between", "An enemy is in between, on {cells}; you can only jump your own pieces."
)
FRIEND_THERE: Final = illegal(
    "friend-there",
    "Your own piece is on {cells}, and a move of two squares can't end on your own piece.",
)
MUST_REMOVE: Final = untimely(
    "must-remove",
    "You are out of time, so instead of moving you give up a piece: type `remove` and the "
    "square of one of yours, such as `remove D4`.",
)


@dataclass(frozen=True, kw_only=True)
class CompassCollisions(Game[CompassPosition, CompassCollisionsAction, CompassCollisionsView]):
    """The rules, with a match's options.

    >>> game = CompassCollisions()
    >>> state = game.begin()
    >>> game.act(state, Seat.EC, game.read(state, Seat.EC, "layout E / W / F"))
    Traceback (most recent call last):
    engine.refusals.Illegal: layout-rows
    """

    name: ClassVar[str] = "compass-collisions"
    title: ClassVar[str] = "Compass Collisions"
    summary: ClassVar[str] = (
        "four elements change as they walk and battle on ground that falls away"
    )
    designers: ClassVar[tuple[str, ...]] = ("Zero",)
    featured_in: ClassVar[str] = "Zero's Guardians"
    words: ClassVar[frozenset[str]] = notation.WORDS
    other_words: ClassVar[Mapping[str, str]] = notation.OTHER_WORDS

    reasons: ClassVar[AbstractSet[Reason]] = frozenset({ELEMENT_LOST})
    examples: ClassVar[tuple[str, ...]] = notation.EXAMPLES
    grammar: ClassVar[str] = notation.GRAMMAR + EROSION_RULES

    first: Seat | None = option(
        FIXED_SEAT, None, "Who goes first (one of the players says if not set)"
    )
    erosion: Numbers = option(
        EROSION,
        DEFAULT_NUMBERS,
        Sentence(
            "A text file of {side} rows of {side} numbers or -: which squares fall when",
            side=SMALL_NUMBERS[SIDE],
        ),
    )
    turn: Seconds = time_limit(Seconds(60), "for each turn")
    periods: int = option(WHOLE, 3, "Reserve periods for the whole match (3)")
    period: Seconds = time_option(Seconds(60), "in a reserve period", POSITIVE_SECONDS)
    remove: Seconds = time_limit(Seconds(60), "to give up a piece once the reserve is gone")
    setup: Seconds = time_limit(Seconds(600), "to submit the layouts")
    choice: Seconds = time_limit(Seconds(60), "for each choice and placement before the first move")

    @property
    def starting_reserve(self) -> Reserve:
        return self.periods

    @property
    def reserve_period(self) -> Seconds:
        return self.period

    def begin(self) -> CompassPosition:
        return CompassPosition(field=Battlefield(numbers=self.erosion))

    def to_act(self, state: CompassPosition) -> tuple[Seat, ...]:
        """Return the seats without a layout; then the one whose choice, turn or removal it is."""
        if state.lot_due or state.field.loser:
            return ()
        return state.missing if state.phase is Phase.LAYOUTS else (state.awaited,)

    def accepts_from(
        self, state: CompassPosition, seat: Seat, action: CompassCollisionsAction | TakeBack | None
    ) -> bool:
        """Return True also for new layouts until both are in, and for the DMO's early choice."""
        if not self.takes_secrets(state):
            return seat in self.to_act(state)
        return seat is Seat.DMO or not isinstance(action, Privilege)

    def rejection(
        self, state: CompassPosition, seat: Seat, action: CompassCollisionsAction | TakeBack | None
    ) -> Refusal:
        """Explain that the privilege is the DMO's to take."""
        is_early = state.phase in {Phase.LAYOUTS, Phase.PRIVILEGE}
        if is_early and seat is Seat.EC and isinstance(action, Privilege):
            return DMO_TAKES
        return super().rejection(state, seat, action)

    def takes_secrets(self, state: CompassPosition) -> bool:
        return state.phase is Phase.LAYOUTS and not state.lot_due

    def submit(
        self, state: CompassPosition, seat: Seat, action: CompassCollisionsAction | TakeBack
    ) -> CompassPosition:
        if isinstance(action, Submission):
            return state.with_layout(seat, layouts.read_layout(action.rows))
        raise WRONG_PHASE()

    def is_private(self, state: CompassPosition, action: CompassCollisionsAction) -> bool:  # noqa: ARG002
        return isinstance(action, Submission)

    def timing(self, state: CompassPosition) -> Timing | None:
        """Return periods in turns, plain limits for everything else."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.PLAY:
            return Timing(state.turns, Periods(self.turn, self.period), state.awaited)
        limits = {Phase.LAYOUTS: self.setup, Phase.REMOVAL: self.remove}
        return Timing(state.turns, Deadline(limits.get(state.phase, self.choice)))

    @property
    def top_right(self) -> Cell:
        return LAST

    def mended(self, text: str) -> str:
        return notation.mended_layout(text)

    def fault(self, text: str) -> Refused | None:
        return notation.LAYOUT_HYPHENS() if notation.has_hyphens(text) else None

    def read_plain(self, state: CompassPosition, seat: Seat, text: str) -> CompassCollisionsAction:
        """Read a layout, `take first`, `ec1 north, dmo2 south`, `D2 N 2`, `remove D4` and so on."""
        is_removal = state.phase is Phase.REMOVAL
        malformed = notation.REMOVAL_MALFORMED if is_removal else notation.MALFORMED
        return notation.read_action(text, seat, malformed)

    def write(self, action: CompassCollisionsAction | TakeBack) -> str:
        return notation.write_action(action)

    def legal(self, state: CompassPosition, seat: Seat) -> Iterator[CompassCollisionsAction]:
        """Yield every legal action, each written in one way; there are millions of layouts."""
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.LAYOUTS and seat is Seat.DMO and state.placer is None:
            yield from Privilege
        yield from _awaited_actions(state)

    def act(
        self, state: CompassPosition, seat: Seat, action: CompassCollisionsAction | TakeBack
    ) -> CompassPosition:
        """Apply an action, and move on to the next phase or turn.

        Raises:
            Illegal: `layout-rows`, `wrong-count`, `too-few` or `missing-element` for a layout;
                `two-sets`, `set-placed` or `side-taken` for a placement; `off-board`, `not-yours`,
                `not-straight`, `enemy-between` or `friend-there` for a move or removal.
            OutOfOrder: `already-chosen`, `must-remove` or `wrong-phase`.
        """
        match state.phase, action:
            case Phase.LAYOUTS, Submission():
                return _after_layouts(self.submit(state, seat, action))
            case ((Phase.LAYOUTS | Phase.PRIVILEGE), Privilege()):
                return _with_privilege(state, action)
            case ((Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT), Placement(sides)):
                return self._place(state, sides)
            case Phase.NAMING, FirstSeatChoice(first):
                return state.opening(Phase.PLAY, first)
            case Phase.PLAY, Move() | MoveTo():
                move = _checked_move(state, seat, action)
                return _next_turn(state, state.field.moved(seat, move))
            case Phase.REMOVAL, Cell():
                _check_own(state, seat, (action,))
                return _next_turn(state, state.field.without(seat, action))
            case Phase.REMOVAL, Move() | MoveTo():
                raise MUST_REMOVE()
        raise WRONG_PHASE()

    def expire(self, state: CompassPosition) -> CompassPosition:
        """Demand a piece of the player whose turn has run out; leave everything else to a lot."""
        if state.phase is Phase.PLAY:
            return state.opening(Phase.REMOVAL, state.awaited)
        return replace(state, lot_due=True)

    def draw(self, state: CompassPosition, generator: Random) -> str | None:
        """Draw a layout with as many pieces of each element, or any of the actions awaited."""
        if not state.lot_due:
            return None
        if state.phase is Phase.LAYOUTS:
            return f"layout {state.missing[0]} {' / '.join(layouts.draw_rows(generator))}"
        action = generator.choice([*_awaited_actions(state)])
        verb = "place " if isinstance(action, Placement) else ""
        return f"{verb}{self.write(action)}"

    def settle(self, state: CompassPosition, lot: str) -> CompassPosition:
        try:
            return self._settle(replace(state, lot_due=False), lot)
        except Refused:
            raise WRONG_LOT() from None

    def view(self, state: CompassPosition, viewer: Viewer) -> CompassCollisionsView:
        """Return the position, and the viewer's own layout."""
        are_secret = state.phase in {Phase.LAYOUTS, Phase.PRIVILEGE}
        is_turn = state.phase in IN_PLAY and not state.field.loser
        board = {part.name: getattr(state.field, part.name) for part in fields(Battlefield)}
        return CompassCollisionsView(
            **board,
            phase=state.phase,
            submitted=tuple(seat for seat in SEATS if are_secret and state.layout(seat)),
            own=state.layout(viewer) if viewer and are_secret else (),
            sets=() if are_secret else state.sets,
            chooser=state.placer.opponent if state.placer else None,
            sides=state.sides,
            to_move=state.awaited if is_turn else None,
            viewer=viewer,
        )

    def reveal(self, state: CompassPosition) -> CompassCollisionsView:
        return replace(self.view(state, PUBLIC), sets=state.sets)

    def tally(self, state: CompassPosition) -> tuple[int, int] | None:
        return state.field.counts if state.field.squares else None

    def position(self, state: CompassPosition) -> str | None:
        """Return nine rows, highest first: `EWFA` EC's, `ewfa` DMO's, `.` empty, `#` removed."""
        return state.field.rows

    def _settle(self, state: CompassPosition, lot: str) -> CompassPosition:
        match state.phase, lot.split():
            case Phase.LAYOUTS, ["layout", name, *rows] if name in state.missing:
                seat, text = Seat(name), f"layout {' '.join(rows)}"
            case (
                (Phase.PRIVILEGE, ["take", *_])
                | ((Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT), ["place", *_])
                | (Phase.NAMING, ["first", "ec" | "dmo"])
                | (Phase.REMOVAL, ["remove", *_])
            ):
                seat, text = state.awaited, lot
            case _:
                raise WRONG_LOT()
        state = self.act(state, seat, self.read_plain(state, seat, text))
        return replace(state, lot_due=bool(state.missing))

    def _place(self, state: CompassPosition, sides: layouts.Sides) -> CompassPosition:
        is_first = state.phase is Phase.FIRST_PLACEMENT
        if is_first and len(sides) != 2:
            raise TWO_SETS()
        placed = layouts.placed_after(state.sides, sides)
        if is_first:
            return state.opening(Phase.SECOND_PLACEMENT, state.awaited.opponent, sides=placed)
        placed = layouts.with_rest(placed)
        field = state.field.set_up(layouts.standing_on(state.sets, placed))
        phase = Phase.PLAY if self.first else Phase.NAMING
        return state.opening(phase, self.first or state.awaited, sides=placed, field=field)


def _awaited_actions(state: CompassPosition) -> Iterator[CompassCollisionsAction]:
    """Yield the legal actions of the seat awaited in a phase or turn."""
    match state.phase:
        case Phase.LAYOUTS:
            yield from map(Submission, layouts.every_layout())
        case Phase.PRIVILEGE:
            yield from Privilege
        case Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT:
            yield from map(Placement, layouts.placements(state.sides))
        case Phase.NAMING:
            yield from map(FirstSeatChoice, SEATS)
        case Phase.PLAY:
            yield from state.field.moves(state.awaited)
        case Phase.REMOVAL:
            yield from state.field.squares_of(state.awaited)


# Before the first turn


def _after_layouts(state: CompassPosition) -> CompassPosition:
    if state.missing:
        return state
    if state.placer is None:
        return state.opening(Phase.PRIVILEGE, Seat.DMO)
    return state.opening(Phase.FIRST_PLACEMENT, state.placer)


def _with_privilege(state: CompassPosition, privilege: Privilege) -> CompassPosition:
    if state.placer:
        raise ALREADY_CHOSEN()
    placer = Seat.DMO if privilege is Privilege.PLACEMENT else Seat.EC
    state = replace(state, placer=placer)
    return state if state.phase is Phase.LAYOUTS else _after_layouts(state)


# Turns


def _checked_move(state: CompassPosition, seat: Seat, action: Move | MoveTo) -> Move:
    """Return the move that an action means; raise Illegal if the rules forbid it."""
    squares = (action.source,) if isinstance(action, Move) else (action.source, action.target)
    _check_own(state, seat, squares)
    move = action if isinstance(action, Move) else _straight(action)
    obstacle = state.field.obstacle(move)
    if obstacle and obstacle in state.field.squares_of(seat):
        raise FRIEND_THERE(obstacle)
    if obstacle:
        raise ENEMY_BETWEEN(obstacle)
    return move


def _check_own(state: CompassPosition, seat: Seat, named: tuple[Cell, ...]) -> None:
    """Check that named squares are on the board, the first with a piece of the seat's own."""
    check_on_board(named, LAST, OFF_BOARD)
    piece = state.field.piece(named[0])
    if piece is None or piece.owner is not seat:
        raise NOT_YOURS(named[0])


def _straight(action: MoveTo) -> Move:
    source, target = action.source, action.target
    way = notation.STRAIGHT.get((target.column - source.column, target.row - source.row))
    if way is None:
        raise NOT_STRAIGHT(source, target)
    return Move(source, *way)


def _next_turn(state: CompassPosition, field: Battlefield) -> CompassPosition:
    return state.opening(Phase.PLAY, state.awaited.opponent, field=field)
