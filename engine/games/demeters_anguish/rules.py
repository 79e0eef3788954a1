"""Demeter's Anguish: each player plants one garden and lays rocks in the other's.

The rules are those of docs/rulings/demeters-anguish.md.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from random import Random
from typing import ClassVar, Final

from engine.clocks import Bank, Deadline, Reserve, Seconds, Timing
from engine.first_seat import FirstSeatChoice, draw_first, settle_first
from engine.game import Game, Json, Reason, TakeBack
from engine.games.demeters_anguish import notation
from engine.games.demeters_anguish.board import Flower, Garden, Rock
from engine.games.demeters_anguish.notation import (
    HALVES,
    Agreement,
    DemetersAnguishAction,
    Half,
    Halves,
    TypedHalf,
)
from engine.games.demeters_anguish.position import (
    DemeterPosition,
    DemetersAnguishView,
    Done,
    Gardens,
    Phase,
    owner_of,
)
from engine.grids.grid import Cell, bit_board, picked
from engine.grids.polyominoes import POLYOMINOES, Polyomino
from engine.options import ROW_ONE, RowOne, option, time_limit, time_option
from engine.refusals import Malformed, Refused, untimely
from engine.seats import PUBLIC, SEATS, Seat, Viewer
from engine.words.sentences import Sentence

NO_FLOWER_FITS: Final = Reason("no-flower-fits", Sentence("No more flowers fit"))
BOTH_PASSED: Final = Reason("both-passed", Sentence("Both players passed"))
AGREED: Final = Reason("agreed", Sentence("Both players agreed to end it"))
BOTH_HALVES: Final = (Half.FLOWER, Half.ROCK)
HADES_ONLY: Final = (Half.ROCK,)
WRONG_PHASE: Final = untimely(
    "wrong-phase",
    "You can't do that now. First both players open with a flower (or `pass`) in secret, "
    "then the DMO says who goes first; only then do flowers, rocks, passes and `agree` "
    "count in the room.",
)
HALF_DONE: Final = untimely("half-done", "You've already played or passed your {half} this turn.")
ALREADY_AGREED: Final = untimely(
    "already-agreed",
    "You've already agreed. That stands until somebody plants, lays a rock or passes.",
)


@dataclass(frozen=True, kw_only=True)
class DemetersAnguish(Game[DemeterPosition, DemetersAnguishAction, DemetersAnguishView]):
    """The rules, with a match's options.

    >>> game = DemetersAnguish(first=Seat.EC)
    >>> position = game.begin()
    >>> for seat, text in ((Seat.EC, "flower U G7 H7 I7 G8 I8"), (Seat.DMO, "pass")):
    ...     position = game.act(position, seat, game.read(position, seat, text))
    >>> game.position(position)["ec"].split("/")[-8:-6]
    ['......*.*......', '......***......']
    """

    name: ClassVar[str] = "demeters-anguish"
    title: ClassVar[str] = "Demeter's Anguish"
    summary: ClassVar[str] = "plant flowers in your own garden and drop rocks into the other one"
    designers: ClassVar[tuple[str, ...]] = ("e_is_cool", "elara")
    featured_in: ClassVar[str] = "The Genius: Heaven and Hell"
    words: ClassVar[frozenset[str]] = notation.WORDS
    other_words: ClassVar[Mapping[str, str]] = notation.OTHER_WORDS
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({NO_FLOWER_FITS, BOTH_PASSED, AGREED})
    boards: ClassVar[tuple[str, ...]] = SEATS
    examples: ClassVar[tuple[str, ...]] = notation.EXAMPLES
    grammar: ClassVar[str] = notation.GRAMMAR
    side: ClassVar[int] = 15
    pieces: ClassVar[tuple[Polyomino, ...]] = POLYOMINOES

    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    turn: Seconds = time_limit(Seconds(120), "for both halves of a turn")
    reserve: Seconds = time_option(Seconds(300), "of reserve for the whole match")
    setup: Seconds = time_limit(Seconds(600), "for the secret opening flowers")
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")

    @property
    def starting_reserve(self) -> Reserve:
        return self.reserve

    def begin(self) -> DemeterPosition:
        empty = Garden(bit_board(self.side), left=self.pieces)
        return DemeterPosition(empty, empty)

    def to_act(self, state: DemeterPosition) -> tuple[Seat, ...]:
        """Return the seats without an opening, then the chooser, then the mover."""
        if state.lot_due or state.outcome:
            return ()
        if state.phase is Phase.OPENING:
            return tuple(seat for seat in SEATS if state.opening(seat) is None)
        return (state.to_move or Seat.DMO,)

    def accepts_from(
        self, state: DemeterPosition, seat: Seat, action: DemetersAnguishAction | TakeBack | None
    ) -> bool:
        """Return True also for new openings until both are in, and for any agreement."""
        is_open = state.phase is Phase.OPENING or action is Agreement.AGREE
        return is_open or seat in self.to_act(state)

    def timing(self, state: DemeterPosition) -> Timing | None:
        """Return a plain limit for the openings and for the choice, a bank clock for each turn."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.OPENING:
            return Timing(0, Deadline(self.setup))
        if state.phase is Phase.CHOICE:
            return Timing(1, Deadline(self.choice))
        return Timing(1 + state.turns, Bank(self.turn), state.to_move)

    @property
    def top_right(self) -> Cell:
        return bit_board(self.side).last

    def read_plain(self, state: DemeterPosition, seat: Seat, text: str) -> DemetersAnguishAction:
        """Read one half of a turn or two, an agreement, or the choice of who begins."""
        try:
            return notation.read_action(text, seat)
        except Malformed as malformed:
            missing = _missing(state)
            if len(missing) == 1:
                malformed.board = owner_of(seat, missing[0])
            raise

    def has_passing(self, state: DemeterPosition) -> bool:
        return state.phase is not Phase.CHOICE

    def write(self, action: DemetersAnguishAction | TakeBack) -> str:
        return notation.write_action(action)

    def takes_secrets(self, state: DemeterPosition) -> bool:
        return state.phase is Phase.OPENING

    def submit(
        self, state: DemeterPosition, seat: Seat, action: DemetersAnguishAction | TakeBack
    ) -> DemeterPosition:
        typed = action.typed if isinstance(action, Halves) else ()
        if not typed or any(part.half is Half.ROCK for part in typed):
            raise WRONG_PHASE()
        alone = _make(replace(self.begin(), missing=(Half.FLOWER,)), seat, typed)
        (opening,) = alone.done
        return _put_opening(state, opening)

    def is_private(self, state: DemeterPosition, action: DemetersAnguishAction) -> bool:
        """Return whether an action is an opening; a rock, out of place then, is not secret."""
        return (
            self.takes_secrets(state)
            and isinstance(action, Halves)
            and any(typed.half is not Half.ROCK for typed in action.typed)
        )

    def legal(self, state: DemeterPosition, seat: Seat) -> Iterator[DemetersAnguishAction]:
        """Yield the two choices, or all single halves: flowers, rocks and passes."""
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.CHOICE:
            yield from map(FirstSeatChoice, SEATS)
            return
        missing = _missing(state)
        if Half.FLOWER in missing:
            for form, anchors in state.garden(seat).flowers_that_fit():
                yield from picked(notation.plantings(form), anchors)
        if Half.ROCK in missing:
            garden = state.garden(seat.opponent)
            yield from picked(notation.small_rocks(garden.grid), garden.free)
            yield from picked(notation.large_rocks(garden.grid), garden.free_blocks)
        yield from (Halves((TypedHalf(half),)) for half in missing)

    def act(
        self, state: DemeterPosition, seat: Seat, action: DemetersAnguishAction | TakeBack
    ) -> DemeterPosition:
        """Apply an action, and move on once a turn or phase is complete.

        Raises:
            Illegal: `off-board`, `not-a-flower`, `not-a-rock`, `wrong-letter`, `occupied`,
                `piece-used`, `touches-flower` or `no-corner`.
            OutOfOrder: `wrong-phase`, `half-done` or `already-agreed`.
        """
        match action, state.phase:
            case FirstSeatChoice(first), Phase.CHOICE:
                return _begin_play(state, first)
            case Halves(), Phase.OPENING:
                return self._after_openings(self.submit(state, seat, action))
            case Halves(typed), Phase.PLAY:
                return _go_on(_make(state, seat, typed))
            case Agreement.AGREE, Phase.PLAY:
                return _agree(state, seat)
            case _:
                raise WRONG_PHASE()

    def expire(self, state: DemeterPosition) -> DemeterPosition:
        """Pass missing halves; leave a late choice to a lot."""
        match state.phase, state.to_move:
            case Phase.PLAY, Seat() as mover:
                missing = tuple(Done(mover, half, None, by_clock=True) for half in state.missing)
                return _go_on(_note(state, missing))
            case Phase.CHOICE, _:
                return replace(state, lot_due=True)
            case _:
                for seat in self.to_act(state):
                    late = Done(seat, Half.FLOWER, None, by_clock=True)
                    state = _put_opening(state, late)
                return self._after_openings(state)

    def draw(self, state: DemeterPosition, generator: Random) -> str | None:
        return draw_first(generator) if state.lot_due else None

    def settle(self, state: DemeterPosition, lot: str) -> DemeterPosition:
        return _begin_play(replace(state, lot_due=False), settle_first(lot))

    def view(self, state: DemeterPosition, viewer: Viewer) -> DemetersAnguishView:
        """Return both gardens, and the viewer's own opening while it is secret."""
        return DemetersAnguishView(
            **{field.name: getattr(state, field.name) for field in fields(Gardens)},
            side=self.side,
            pieces=self.pieces,
            submitted=tuple(seat for seat in SEATS if state.opening(seat)),
            own=state.opening(viewer) if viewer else None,
            viewer=viewer,
            row_one=self.row1,
        )

    def reveal(self, state: DemeterPosition) -> DemetersAnguishView:
        return self.view(replace(_show_openings(state), to_move=None, missing=()), PUBLIC)

    def tally(self, state: DemeterPosition) -> tuple[int, int]:
        """Return the cells under flowers, without what decides a tie."""
        return state.ec.planted.bit_count(), state.dmo.planted.bit_count()

    def position(self, state: DemeterPosition) -> Json:
        """Return both gardens in rows, highest first: `.` empty, `*` flower, `o` rock."""
        return {seat.value: state.garden(seat).rows for seat in SEATS}

    def _after_openings(self, state: DemeterPosition) -> DemeterPosition:
        if self.to_act(state):
            return state
        if self.first is None:
            return replace(state, phase=Phase.CHOICE)
        return _begin_play(state, self.first)


# Openings


def _put_opening(state: DemeterPosition, opening: Done) -> DemeterPosition:
    is_ec = opening.seat is Seat.EC
    return replace(state, ec_opening=opening) if is_ec else replace(state, dmo_opening=opening)


def _show_openings(state: DemeterPosition) -> DemeterPosition:
    openings = tuple(opening for seat in SEATS if (opening := state.opening(seat)))
    if not openings:
        return state
    for opening in openings:
        state = _lay(state, opening)
    return replace(state, ec_opening=None, dmo_opening=None, latest=openings, marked=openings)


def _begin_play(state: DemeterPosition, first: Seat) -> DemeterPosition:
    return _open_turn(replace(_show_openings(state), phase=Phase.PLAY), first, HADES_ONLY)


# Turns


def _missing(state: DemeterPosition) -> tuple[Half, ...]:
    """Return the halves that may be made now: of the opening, or of the turn."""
    return (Half.FLOWER,) if state.phase is Phase.OPENING else state.missing


def _open_turn(
    state: DemeterPosition, mover: Seat, missing: tuple[Half, ...], turns_passed: int = 0
) -> DemeterPosition:
    return replace(
        state,
        turns=state.turns + 1,
        to_move=mover,
        missing=missing,
        done=(),
        turns_passed=turns_passed,
    )


def _make(state: DemeterPosition, seat: Seat, typed: tuple[TypedHalf, ...]) -> DemeterPosition:
    """Make the halves of a message in the order typed, or refuse them all."""
    made: tuple[Done, ...] = ()
    for part in typed:
        halves = _judge(state, seat, part)
        state = _note(state, halves)
        made = (*made, *halves)
        if state.outcome:
            break
    return state if state.latest == made else replace(state, latest=made)


def _judge(state: DemeterPosition, seat: Seat, typed: TypedHalf) -> tuple[Done, ...]:
    if typed.half and typed.half not in state.missing:
        raise HALF_DONE(half=HALVES[typed.half])
    if typed.half and typed.cells:
        return (_laid(state, seat, typed.half, typed),)
    halves = (typed.half,) if typed.half else state.missing
    return tuple(Done(seat, half, None) for half in halves)


def _laid(state: DemeterPosition, seat: Seat, half: Half, typed: TypedHalf) -> Done:
    owner = owner_of(seat, half)
    garden = state.garden(owner)
    try:
        if half is Half.FLOWER:
            return Done(seat, half, garden.flower_on(typed.cells, typed.letter))
        return Done(seat, half, garden.rock_on(typed.cells))
    except Refused as refused:
        refused.board = owner
        raise


def _note(state: DemeterPosition, halves: tuple[Done, ...]) -> DemeterPosition:
    """Note halves made or passed: they cancel any agreement and may end the match."""
    for half in halves:
        state = _lay(state, half)
    done = state.done + halves
    missing = tuple(half for half in state.missing if half not in {event.half for event in done})
    state = replace(state, missing=missing, done=done, marked=done, latest=halves, agreed=())
    fits = any(state.garden(seat).takes_a_flower for seat in SEATS)
    return state if fits else state.ended(NO_FLOWER_FITS)


def _lay(state: DemeterPosition, done: Done) -> DemeterPosition:
    garden = state.garden(done.owner)
    match done.laid:
        case Flower() as flower:
            return state.put_garden(done.owner, garden.with_flower(flower))
        case Rock() as rock:
            return state.put_garden(done.owner, garden.with_rock(rock))
        case None:
            return state


def _go_on(state: DemeterPosition) -> DemeterPosition:
    mover = state.to_move
    if state.outcome or state.missing or mover is None:
        return state
    everything_passed = all(event.laid is None for event in state.done)
    is_whole = len(state.done) == len(BOTH_HALVES)
    turns_passed = state.turns_passed + 1 if everything_passed and is_whole else 0
    if turns_passed == 2:
        return replace(state, turns_passed=turns_passed).ended(BOTH_PASSED)
    return _open_turn(state, mover.opponent, BOTH_HALVES, turns_passed)


def _agree(state: DemeterPosition, seat: Seat) -> DemeterPosition:
    if seat in state.agreed:
        raise ALREADY_AGREED()
    agreed = tuple(other for other in SEATS if other is seat or other in state.agreed)
    state = replace(state, latest=(), agreed=agreed)
    return state.ended(AGREED) if agreed == SEATS else state
