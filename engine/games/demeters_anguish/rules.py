"""Demeter's Anguish: two gardens, in each of which one player plants and the other lays rocks.

The rules are those of docs/rules/demeters-anguish.md.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import ClassVar, Final, TypeAlias

from engine.bit_board import BitBoard
from engine.choice import FIRST_WORDS, Chosen, draw_first, read_first, settle_first, write_first
from engine.clocks import Bank, Deadline, Reserve, Seconds
from engine.game import Game, GameView, Json, Outcome, Reason, TakeBack, Timing
from engine.grid import Cell
from engine.notation import CONCEDE, Token, parts
from engine.options import ROW_ONE, SECONDS, RowOne, option
from engine.polyominoes import LETTERS, POLYOMINOES, Placement, Polyomino, identify, placements
from engine.refusals import Illegal, Malformed, NotASubmission, OutOfOrder
from engine.seats import PUBLIC, SEATS, Seat, Viewer

SIDE: Final = 15


# What lies there, and what a viewer sees of it


class Phase(StrEnum):
    """What is being done."""

    OPENING = "opening"
    CHOICE = "choice"
    PLAY = "play"


class Passed(StrEnum):
    """An opening without a flower."""

    PASSED = "passed"


class Half(StrEnum):
    """The two halves of a turn."""

    FLOWER = "flower"
    ROCK = "rock"


Flower: TypeAlias = Placement
"""A polyomino in the garden of the seat that planted it."""


@dataclass(frozen=True, slots=True)
class Rock:
    """One cell or four, in order, in the garden of the opponent of the seat that laid it."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A half of a turn that was made or passed.

    Attributes:
        seat: Whose turn it was.
        half: Which half.
        laid: What was laid; None where it was passed.
        by_clock: Whether the clock passed it.
    """

    seat: Seat
    half: Half
    laid: Flower | Rock | None
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class Garden:
    """A board as a viewer sees it: all that lies there, oldest first, and the pieces left."""

    flowers: tuple[Flower, ...]
    rocks: tuple[Rock, ...]
    left: tuple[Polyomino, ...]


@dataclass(frozen=True, slots=True)
class DemetersAnguishView(GameView):
    """What a viewer sees.

    Attributes:
        phase: What is being done.
        ec: The EC's garden, in which the DMO lays rocks; its opening flower lies in it once both
            are shown.
        dmo: The DMO's garden.
        submitted: The seats whose opening is in, while that is secret.
        own: The viewer's own opening while it is secret: its flower, or PASSED; None where there
            is none yet, and for the public.
        to_move: The seat whose turn it is; None before the first turn and once it is over.
        missing: The halves that are still missing of the turn.
        latest: What the latest action or lapse did: one half or both; the two openings when they
            are shown; nothing where somebody agreed.
        marked: What was done in the last turn in which anything was, the running one counted.
        agreed: The seats that have agreed to end it.
        viewer: Whose eyes it is for.
        row_one: Where the picture has row 1.
    """

    phase: Phase
    ec: Garden
    dmo: Garden
    submitted: tuple[Seat, ...]
    own: Flower | Passed | None
    to_move: Seat | None
    missing: tuple[Half, ...]
    latest: tuple[Done, ...]
    marked: tuple[Done, ...]
    agreed: tuple[Seat, ...]
    viewer: Viewer
    row_one: RowOne

    def garden(self, owner: Seat) -> Garden:
        """The garden of a seat."""
        return self.ec if owner is Seat.EC else self.dmo


# What is typed


@dataclass(frozen=True, slots=True)
class Planting:
    """A flower as it is typed: the cells, and the letter where one was given."""

    cells: tuple[Cell, ...]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Laying:
    """A rock as it is typed."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Passing:
    """One half passed; without a half, all that is still missing."""

    half: Half | None = None


TypedHalf: TypeAlias = Planting | Laying | Passing


@dataclass(frozen=True, slots=True)
class Halves:
    """What one message makes of a turn: one half, or two in the order in which they are typed."""

    typed: tuple[TypedHalf, ...]


class Agreement(StrEnum):
    """The wish to end the match where it stands."""

    AGREE = "agree"


DemetersAnguishAction: TypeAlias = Halves | Agreement | Chosen

FLOWER_WORDS: Final = frozenset({"flower", "demeter"})
ROCK_WORDS: Final = frozenset({"rock", "hades"})
LETTER_WORDS: Final = frozenset(letter.lower() for letter in LETTERS)
VERBS: Final = FLOWER_WORDS | ROCK_WORDS | {"pass", "agree", "first", CONCEDE}
WORDS: Final = VERBS | LETTER_WORDS | FIRST_WORDS | {"on"}


def _half_of(typed: TypedHalf) -> Half | None:
    """Which half it is; None for a pass of whatever is missing."""
    match typed:
        case Planting():
            return Half.FLOWER
        case Laying():
            return Half.ROCK
        case Passing(half):
            return half


def _read_halves(lines: list[tuple[Token, ...]]) -> Halves:
    """One half, or two that are typed on two lines or parted by `/`.

    Raises:
        Malformed: They make anything else, the same half twice among it.
    """
    typed = tuple(half for line in lines if (half := _read_half(line)))
    are_read = len(typed) == len(lines) and len(typed) <= 2
    if not are_read or len({_half_of(each) for each in typed}) < len(typed):
        cells = (token for line in lines for token in line if isinstance(token, Cell))
        has_no_verb = any(line[0] not in VERBS for line in lines)
        raise Malformed(cells, {"said": "half-without-word"} if has_no_verb else {})
    return Halves(typed)


def _read_half(said: tuple[Token, ...]) -> TypedHalf | None:
    """One half, or None where the words make none."""
    match said:
        case ["pass"]:
            return Passing()
        case ["pass", str(word)] if word in FLOWER_WORDS:
            return Passing(Half.FLOWER)
        case ["pass", str(word)] if word in ROCK_WORDS:
            return Passing(Half.ROCK)
        case [str(word), *rest] if word in FLOWER_WORDS:
            return _read_planting(rest)
        case [str(word), *rest] if word in ROCK_WORDS:
            cells = _read_cells(_without(rest, {"on"}))
            return Laying(cells) if cells else None
        case _:
            return None


def _write_half(half: TypedHalf) -> str:
    match half:
        case Planting(cells, letter):
            return " ".join(filter(None, ("flower", letter, *map(str, cells))))
        case Laying(cells):
            return " ".join(("rock", *map(str, cells)))
        case Passing(half=which):
            return f"pass {which}" if which else "pass"


def _read_planting(said: list[Token]) -> Planting | None:
    rest = _without(said, LETTER_WORDS)
    letter = said[0] if len(rest) < len(said) else ""
    cells = _read_cells(_without(rest, {"on"}))
    return Planting(cells, str(letter)) if cells else None


def _without(said: list[Token], words: AbstractSet[str]) -> list[Token]:
    """What is left when one of some words, which may lead, is taken off."""
    return said[1:] if said and said[0] in words else said


def _read_cells(said: list[Token]) -> tuple[Cell, ...]:
    """Different cells, however they are joined; none where there is anything else."""
    cells = tuple(token for token in said if isinstance(token, Cell))
    return cells if len(set(cells)) == len(said) else ()


# A garden

BOARD: Final = BitBoard(SIDE)


@dataclass(frozen=True, slots=True)
class Plot:
    """What a garden holds. `planted` and `stony` are sets of cells of `BOARD`.

    Attributes:
        flowers: Oldest first.
        rocks: Oldest first.
        planted: The cells under flowers.
        stony: The cells under rocks.
        left: The pieces that were not planted yet, by their places in POLYOMINOES.
    """

    flowers: tuple[Flower, ...] = ()
    rocks: tuple[Rock, ...] = ()
    planted: int = 0
    stony: int = 0
    left: tuple[int, ...] = tuple(range(len(POLYOMINOES)))

    def with_flower(self, flower: Flower) -> "Plot":
        """The garden with a flower that fits."""
        number = POLYOMINOES.index(flower.piece)
        return replace(
            self,
            flowers=(*self.flowers, flower),
            planted=self.planted | BOARD.mask(flower.cells),
            left=tuple(each for each in self.left if each != number),
        )

    def with_rock(self, rock: Rock) -> "Plot":
        """The garden with a rock that fits."""
        return replace(self, rocks=(*self.rocks, rock), stony=self.stony | BOARD.mask(rock.cells))

    def flowers_that_fit(self) -> Iterator[Flower]:
        """Every flower that may be planted.

        They come by the lowest cell that meets an earlier flower at a corner (in the first
        flower's case: by their lowest cell), row by row.
        """
        barred = self.covered | BOARD.beside(self.planted)
        anchors = BOARD.at_corners(self.planted) if self.planted else BOARD.everything
        return placements(BOARD, self.left, barred, anchors)

    def rocks_that_fit(self) -> Iterator[Rock]:
        """Every rock that may be laid: the single cells first, each sort row by row."""
        free = BOARD.everything & ~self.covered
        yield from (Rock((cell,)) for cell in BOARD.cells(free))
        pairs = free & free >> 1
        yield from (Rock(_block(cell)) for cell in BOARD.cells(pairs & pairs >> BOARD.stride))

    @property
    def covered(self) -> int:
        """The cells that are not empty."""
        return self.planted | self.stony

    @property
    def takes_a_flower(self) -> bool:
        """Whether any flower may still be planted."""
        return next(self.flowers_that_fit(), None) is not None

    @property
    def score(self) -> tuple[int, ...]:
        """The cells under flowers, then how many there are of five cells, four, three and two."""
        sizes = [flower.piece.size for flower in self.flowers]
        return sum(sizes), *(sizes.count(size) for size in (5, 4, 3, 2))

    @property
    def rows(self) -> str:
        """A record's rows from the highest down: `.` empty, `*` flower, `o` rock."""
        return BOARD.rows({"*": self.planted, "o": self.stony})


def _block(south_west: Cell) -> tuple[Cell, ...]:
    """The four cells of a large rock, in order."""
    column, row = south_west
    return tuple(Cell(column + east, row + north) for east in (0, 1) for north in (0, 1))


def _flower(plot: Plot, cells: tuple[Cell, ...], letter: str) -> Flower:
    """The flower on some cells, called by a letter or by none, if it may be planted there."""
    _check_on_board(cells)
    piece = identify(cells)
    if piece is None:
        raise Illegal("not-a-flower", cells)
    if letter and not piece.is_called(letter):
        raise Illegal("wrong-letter", cells, {"letter": letter.upper(), "piece": piece.letter})
    _check_free(plot, cells)
    if POLYOMINOES.index(piece) not in plot.left:
        raise Illegal("piece-used", cells, {"piece": piece.letter, "size": str(piece.size)})
    _check_contact(plot, cells)
    return Flower(piece, tuple(sorted(cells)))


def _rock(plot: Plot, cells: tuple[Cell, ...]) -> Rock:
    """The rock on some cells, if it may be laid there."""
    _check_on_board(cells)
    if len(cells) != 1 and tuple(sorted(cells)) != _block(min(cells)):
        raise Illegal("not-a-rock", cells)
    _check_free(plot, cells)
    return Rock(tuple(sorted(cells)))


def _check_on_board(cells: tuple[Cell, ...]) -> None:
    outside = [cell for cell in cells if not cell.lies_on(SIDE, SIDE)]
    if outside:
        raise Illegal("off-board", outside)


def _check_free(plot: Plot, cells: tuple[Cell, ...]) -> None:
    taken = [cell for cell in cells if BOARD.bit(cell) & plot.covered]
    if taken:
        raise Illegal("occupied", taken)


def _check_contact(plot: Plot, cells: tuple[Cell, ...]) -> None:
    mask = BOARD.mask(cells)
    touched = sorted(BOARD.cells(BOARD.beside(mask) & plot.planted))
    if touched:
        touching = [cell for cell in cells if any(cell.beside(other) for other in touched)]
        raise Illegal("touches-flower", touched, {"touching": " ".join(map(str, touching))})
    if plot.planted and not BOARD.at_corners(mask) & plot.planted:
        raise Illegal("no-corner", cells)


def _garden(plot: Plot) -> Garden:
    return Garden(plot.flowers, plot.rocks, tuple(POLYOMINOES[number] for number in plot.left))


# The game


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game.

    Attributes:
        phase: What is being done.
        ec: The EC's garden.
        dmo: The DMO's garden.
        ec_opening: The EC's opening while it is secret.
        dmo_opening: The DMO's.
        lot_due: Whether it is to be drawn by lot who begins.
        turns: How many turns have begun.
        to_move: The seat whose turn it is; None until it is known who begins.
        missing: The halves that are still missing of the turn.
        done: What was done of the turn.
        marked: What was done in the last turn in which anything was.
        latest: What the latest action or lapse did.
        turns_passed: How many turns in a row were passed as a whole.
        agreed: The seats that want to end it, EC first.
        ending: Why the game is over.
    """

    phase: Phase = Phase.OPENING
    ec: Plot = Plot()
    dmo: Plot = Plot()
    ec_opening: Done | None = None
    dmo_opening: Done | None = None
    lot_due: bool = False
    turns: int = 0
    to_move: Seat | None = None
    missing: tuple[Half, ...] = ()
    done: tuple[Done, ...] = ()
    marked: tuple[Done, ...] = ()
    latest: tuple[Done, ...] = ()
    turns_passed: int = 0
    agreed: tuple[Seat, ...] = ()
    ending: Reason | None = None

    def plot(self, owner: Seat) -> Plot:
        """The garden of a seat."""
        return self.ec if owner is Seat.EC else self.dmo

    def put_plot(self, owner: Seat, plot: Plot) -> "Position":
        """The state with the garden of a seat replaced."""
        if owner is Seat.EC:
            return replace(self, ec=plot)
        return replace(self, dmo=plot)

    def opening(self, seat: Seat) -> Done | None:
        """The opening of a seat, while it is secret."""
        return self.ec_opening if seat is Seat.EC else self.dmo_opening


BOTH_HALVES: Final = (Half.FLOWER, Half.ROCK)
HADES_ONLY: Final = (Half.ROCK,)


@dataclass(frozen=True, kw_only=True)
class DemetersAnguish(Game[Position, DemetersAnguishAction, DemetersAnguishView]):
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
    words: ClassVar[AbstractSet[str]] = WORDS

    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    turn: Seconds = option(SECONDS, Seconds(120))
    reserve: Seconds = option(SECONDS, Seconds(300))
    setup: Seconds = option(SECONDS, Seconds(600))
    choice: Seconds = option(SECONDS, Seconds(60))

    @property
    def starting_reserve(self) -> Reserve:
        """One bank for each seat, in seconds."""
        return self.reserve

    def begin(self) -> Position:
        """Two empty gardens."""
        return Position()

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        """The seats without an opening, then the chooser, then the mover."""
        if state.lot_due or state.ending:
            return ()
        if state.phase is Phase.OPENING:
            return tuple(seat for seat in SEATS if state.opening(seat) is None)
        return (state.to_move or Seat.DMO,)

    def hears(
        self, state: Position, seat: Seat, action: DemetersAnguishAction | TakeBack | None
    ) -> bool:
        """Openings may be replaced until both are in; anybody may agree at any time."""
        is_open = state.phase is Phase.OPENING or action is Agreement.AGREE
        return is_open or seat in self.to_act(state)

    def timing(self, state: Position) -> Timing | None:
        """A plain limit for the openings and for the choice, a bank clock for each turn."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.OPENING:
            return Timing(0, Deadline(self.setup))
        if state.phase is Phase.CHOICE:
            return Timing(1, Deadline(self.choice))
        return Timing(1 + state.turns, Bank(self.turn), state.to_move)

    def has_cell(self, cell: Cell) -> bool:
        """The cells of both gardens."""
        return cell.lies_on(SIDE, SIDE)

    def read_plain(self, state: Position, seat: Seat, text: str) -> DemetersAnguishAction:  # noqa: ARG002
        """One half of a turn or two, an agreement, or the choice of who begins."""
        said = self.tokens(text)
        if not any(isinstance(token, Cell) or token in VERBS for token in said):
            raise NotASubmission
        if said[0] == "first":
            return read_first(said, seat)
        if said == ("agree",):
            return Agreement.AGREE
        return _read_halves([line for part in parts(text) if (line := self.tokens(part))])

    def write(self, action: DemetersAnguishAction | TakeBack) -> str:
        """`flower U A1 A2 B1 C1 C2 / rock D4`, `pass`, `agree` or `first ec`."""
        match action:
            case Halves(typed):
                return " / ".join(map(_write_half, typed))
            case Chosen():
                return write_first(action)
            case Agreement() | TakeBack():
                return action.value

    def takes_secrets(self, state: Position) -> bool:
        """Openings are secret."""
        return state.phase is Phase.OPENING

    def is_private(self, state: Position, action: DemetersAnguishAction) -> bool:
        """An opening is; not a rock, which is out of place then."""
        return (
            self.takes_secrets(state)
            and isinstance(action, Halves)
            and any(_half_of(typed) is not Half.ROCK for typed in action.typed)
        )

    def legal(self, state: Position, seat: Seat) -> Iterator[DemetersAnguishAction]:
        """The two choices, or all single halves: flowers, rocks, and what may be passed."""
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.CHOICE:
            yield from map(Chosen, SEATS)
            return
        missing = (Half.FLOWER,) if state.phase is Phase.OPENING else state.missing
        if Half.FLOWER in missing:
            for flower in state.plot(seat).flowers_that_fit():
                yield Halves((Planting(flower.cells),))
        if Half.ROCK in missing:
            for rock in state.plot(seat.opponent).rocks_that_fit():
                yield Halves((Laying(rock.cells),))
        for half in missing:
            yield Halves((Passing(half),))

    def act(
        self, state: Position, seat: Seat, action: DemetersAnguishAction | TakeBack
    ) -> Position:
        """Do it, and go on where a turn or phase is complete.

        Raises:
            Illegal: `off-board`, `not-a-flower`, `not-a-rock`, `wrong-letter`, `occupied`,
                `piece-used`, `touches-flower` or `no-corner`.
            OutOfOrder: `wrong-phase`, `half-done` or `already-agreed`.
        """
        match action, state.phase:
            case Chosen(first), Phase.CHOICE:
                return _begin_play(state, first)
            case Halves(typed), Phase.OPENING:
                return self._open(state, seat, typed)
            case Halves(typed), Phase.PLAY:
                return _go_on(_make(state, seat, typed))
            case Agreement.AGREE, Phase.PLAY:
                return _agree(state, seat)
            case _:
                raise OutOfOrder("wrong-phase")

    def lapse(self, state: Position) -> Position:
        """What is missing is passed; a late choice goes to the lot."""
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

    def draw(self, state: Position, generator: Random) -> str | None:
        """Who begins, where the DMO did not say."""
        return draw_first(generator) if state.lot_due else None

    def settle(self, state: Position, lot: str) -> Position:
        """Begin as the lot says."""
        return _begin_play(replace(state, lot_due=False), settle_first(lot))

    def outcome(self, state: Position) -> Outcome | None:
        """The winner by the score, once something has ended it."""
        if state.ending is None:
            return None
        ec_leads = state.ec.score > state.dmo.score
        return Outcome(Seat.EC if ec_leads else Seat.DMO, state.ending)

    def view(self, state: Position, viewer: Viewer) -> DemetersAnguishView:
        """Both gardens, and the viewer's own opening while it is secret."""
        own = None if viewer is None else state.opening(viewer)
        return DemetersAnguishView(
            phase=state.phase,
            ec=_garden(state.ec),
            dmo=_garden(state.dmo),
            submitted=tuple(seat for seat in SEATS if state.opening(seat)),
            own=_secret(own) if own else None,
            to_move=state.to_move,
            missing=state.missing,
            latest=state.latest,
            marked=state.marked,
            agreed=state.agreed,
            viewer=viewer,
            row_one=self.row1,
        )

    def reveal(self, state: Position) -> DemetersAnguishView:
        """Openings that are still secret lie in their gardens; nobody is to move any more."""
        return self.view(replace(_show_openings(state), to_move=None, missing=()), PUBLIC)

    def position(self, state: Position) -> Json:
        """Both gardens, each in rows from the highest down: `.` empty, `*` flower, `o` rock."""
        return {seat.value: state.plot(seat).rows for seat in SEATS}

    def _open(self, state: Position, seat: Seat, typed: tuple[TypedHalf, ...]) -> Position:
        """Keep an opening, in place of an earlier one."""
        if any(_half_of(each) is Half.ROCK for each in typed):
            raise OutOfOrder("wrong-phase")
        alone = _make(Position(missing=(Half.FLOWER,)), seat, typed)
        (opening,) = alone.done
        return self._after_openings(_put_opening(state, opening))

    def _after_openings(self, state: Position) -> Position:
        if self.to_act(state):
            return state
        if self.first is None:
            return replace(state, phase=Phase.CHOICE)
        return _begin_play(state, self.first)


# The openings


def _put_opening(state: Position, opening: Done) -> Position:
    if opening.seat is Seat.EC:
        return replace(state, ec_opening=opening)
    return replace(state, dmo_opening=opening)


def _secret(opening: Done) -> Flower | Passed:
    return opening.laid if isinstance(opening.laid, Flower) else Passed.PASSED


def _show_openings(state: Position) -> Position:
    """The state with all openings that are in laid open."""
    openings = tuple(opening for seat in SEATS if (opening := state.opening(seat)))
    if not openings:
        return state
    for opening in openings:
        state = _lay(state, opening)
    return replace(state, ec_opening=None, dmo_opening=None, latest=openings, marked=openings)


def _begin_play(state: Position, first: Seat) -> Position:
    return _open_turn(replace(_show_openings(state), phase=Phase.PLAY), first, HADES_ONLY)


# A turn


def _open_turn(state: Position, mover: Seat, missing: tuple[Half, ...]) -> Position:
    return replace(state, turns=state.turns + 1, to_move=mover, missing=missing, done=())


def _make(state: Position, seat: Seat, typed: tuple[TypedHalf, ...]) -> Position:
    """Make the halves of a message in the order in which they are typed, or refuse them all."""
    made: tuple[Done, ...] = ()
    for each in typed:
        halves = _judge(state, seat, each)
        state = _note(state, halves)
        made = (*made, *halves)
        if state.ending:
            break
    return replace(state, latest=made)


def _judge(state: Position, seat: Seat, typed: TypedHalf) -> tuple[Done, ...]:
    """What a typed half does; raises Refused where it may not be done."""
    half = _half_of(typed)
    if half and half not in state.missing:
        raise OutOfOrder("half-done", facts={"half": half})
    match typed:
        case Planting(cells, letter):
            return (Done(seat, Half.FLOWER, _flower(state.plot(seat), cells, letter)),)
        case Laying(cells):
            return (Done(seat, Half.ROCK, _rock(state.plot(seat.opponent), cells)),)
        case Passing():
            return tuple(Done(seat, each, None) for each in state.missing if half in {None, each})


def _note(state: Position, halves: tuple[Done, ...]) -> Position:
    """Halves that were made or passed: no agreement outlives them, and it may be all over."""
    for each in halves:
        state = _lay(state, each)
    done = state.done + halves
    missing = tuple(half for half in state.missing if half not in {each.half for each in done})
    fits = any(state.plot(seat).takes_a_flower for seat in SEATS)
    return replace(
        state,
        missing=missing,
        done=done,
        marked=done,
        latest=halves,
        agreed=(),
        ending=None if fits else Reason.NO_FLOWER_FITS,
    )


def _lay(state: Position, done: Done) -> Position:
    """The state with a flower in its planter's garden, or a rock in the other."""
    planter, other = done.seat, done.seat.opponent
    match done.laid:
        case Flower() as flower:
            return state.put_plot(planter, state.plot(planter).with_flower(flower))
        case Rock() as rock:
            return state.put_plot(other, state.plot(other).with_rock(rock))
        case None:
            return state


def _go_on(state: Position) -> Position:
    """End a turn that is complete."""
    mover = state.to_move
    if state.ending or state.missing or mover is None:
        return state
    everything_passed = all(each.laid is None for each in state.done)
    is_whole = len(state.done) == len(BOTH_HALVES)
    turns_passed = state.turns_passed + 1 if everything_passed and is_whole else 0
    if turns_passed == 2:
        return replace(state, turns_passed=turns_passed, ending=Reason.BOTH_PASSED)
    state = replace(state, turns_passed=turns_passed)
    return _open_turn(state, mover.opponent, BOTH_HALVES)


def _agree(state: Position, seat: Seat) -> Position:
    if seat in state.agreed:
        raise OutOfOrder("already-agreed")
    agreed = tuple(each for each in SEATS if each is seat or each in state.agreed)
    ending = Reason.AGREED if agreed == SEATS else None
    return replace(state, latest=(), agreed=agreed, ending=ending)
