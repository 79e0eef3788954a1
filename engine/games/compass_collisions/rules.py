"""Compass Collisions: four elements battle on a board that falls away with every piece lost.

The rules are those of docs/rules/compass-collisions.md.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, combinations, cycle, islice, permutations, product
from random import Random
from typing import Any, ClassVar, Final, TypeAlias

from engine.choice import FIRST_WORDS, Chosen, draw_first, read_first, write_first
from engine.clocks import Deadline, Periods, Reserve, Seconds
from engine.game import Game, GameView, Outcome, Reason, TakeBack, Timing
from engine.games.compass_collisions.board import (
    DEFAULT_NUMBERS,
    EROSION,
    LAST,
    SIDE,
    VECTORS,
    Arrow,
    Battlefield,
    Compass,
    Element,
    Event,
    Move,
    Numbers,
    Piece,
)
from engine.grid import Cell
from engine.notation import CONCEDE, Token, parts
from engine.options import POSITIVE_SECONDS, SECONDS, WHOLE, option
from engine.refusals import Illegal, Malformed, NotASubmission, OutOfOrder, Refused, check_on_board
from engine.seats import PUBLIC, SEATS, Seat, Viewer

SET_ROWS: Final = (7, 5, 3)
SLOTS: Final = sum(SET_ROWS)
LENGTHS: Final = SET_ROWS * 2
PIECES: Final = 16
LEAST_IN_SET: Final = 4


class Phase(StrEnum):
    """What is being done."""

    LAYOUTS = "layouts"
    PRIVILEGE = "privilege"
    FIRST_PLACEMENT = "first-placement"
    SECOND_PLACEMENT = "second-placement"
    NAMING = "naming"
    PLAY = "play"
    REMOVAL = "removal"


class SetName(StrEnum):
    """The four sets of pieces, two of each seat."""

    EC1 = "ec1"
    EC2 = "ec2"
    DMO1 = "dmo1"
    DMO2 = "dmo2"


PieceSet: TypeAlias = tuple[tuple[Element | None, ...], ...]
"""Rows of 7, 5 and 3 slots, the one at the edge first, each as somebody outside reads it."""
Sides: TypeAlias = tuple[tuple[SetName, Compass], ...]
"""Sets, each with the side of the board on which it stands."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Both sets of a seat."""

    sets: tuple[PieceSet, PieceSet]


@dataclass(frozen=True, slots=True)
class CompassCollisionsView(GameView):
    """What a viewer sees.

    Attributes:
        phase: What is being done.
        submitted: The seats whose layout is in, while layouts are secret.
        own: The viewer's own layout once it is in; None for the public.
        sets: All four sets once they are shown; nothing before.
        chooser: The seat that names who moves first, once that is known.
        sides: Which set stands on which side, as far as that is settled.
        pieces: The pieces on the board, by row and column; nothing before all sets are placed.
        numbers: The squares that are still to fall, each with its number.
        removed: The squares that are gone.
        to_move: The seat whose turn it is.
        arrow: The last move; None before the first and after a removal.
        events: What the last turn did, in order.
        quiet: How many moves in a row removed nothing.
        viewer: Whose eyes it is for.
    """

    phase: Phase
    submitted: tuple[Seat, ...]
    own: Layout | None
    sets: tuple[tuple[SetName, PieceSet], ...]
    chooser: Seat | None
    sides: tuple[tuple[SetName, Compass], ...]
    pieces: tuple[tuple[Cell, Piece], ...]
    numbers: tuple[tuple[Cell, int], ...]
    removed: tuple[Cell, ...]
    to_move: Seat | None
    arrow: Arrow | None
    events: tuple[Event, ...]
    quiet: int
    viewer: Viewer


# What a player may say


class Privilege(StrEnum):
    """What the DMO takes; the EC has the other one."""

    FIRST = "first"
    PLACEMENT = "placement"


@dataclass(frozen=True, slots=True)
class Submission:
    """The rows of a layout as typed, whether they make one or not."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """The DMO's privilege is chosen."""

    privilege: Privilege


@dataclass(frozen=True, slots=True)
class Placement:
    """One set or two, each with the side of the board on which it is to stand."""

    sides: Sides


@dataclass(frozen=True, slots=True)
class MoveTo:
    """A move that names the square to go to."""

    source: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Removal:
    """A piece of one's own is given up."""

    cell: Cell


CompassCollisionsAction: TypeAlias = (
    Submission | Take | Placement | Chosen | Move | MoveTo | Removal
)

DIRECTIONS: Final[Mapping[Token, Compass]] = {
    word: direction for direction in Compass for word in (direction.value, direction.value[0])
}
SET_NAMES: Final = frozenset(name.value for name in SetName)
VERBS: Final = frozenset({"layout", "take", "place", "first", "remove", CONCEDE}) | SET_NAMES
WORDS: Final = (
    frozenset({Privilege.PLACEMENT.value, *"0123456789"})
    | VERBS
    | FIRST_WORDS
    | {str(word) for word in DIRECTIONS}
)

# A cell beyond column I that says a direction and a distance at once: N2 is two squares north.
# There is none for east, since E2 is a square of the board.
GLUED: Final[Mapping[Token, tuple[Token, ...]]] = {
    Cell.parse(f"{letter}{distance}"): (letter, distance) for letter in "nsw" for distance in "12"
}
STRAIGHT: Final = {
    (steps * across, steps * up): (way, steps)
    for way, (across, up) in VECTORS.items()
    for steps in (1, 2)
}
LAYOUT_WORD: Final = re.compile(r"\s*layout\b", re.ASCII | re.IGNORECASE)
# A comma too, since a colon after the word is read as one.
LAYOUT: Final = re.compile(
    LAYOUT_WORD.pattern + r"[\s,/-]++(?P<rows>[EWFA. \t\r\n/]*+)", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Situation:
    """A state of the game.

    Attributes:
        phase: What is being done.
        turns: Counts phases and turns.
        awaited: The seat whose choice or turn it is, once layouts are in.
        lot_due: Whether what is awaited is to be drawn by lot.
        ec: The EC's layout once it is in.
        dmo: The DMO's layout once it is in.
        placer: The seat that places the first two sets; the other one names who moves first.
        sides: Which set stands on which side so far.
        field: The board.
    """

    phase: Phase = Phase.LAYOUTS
    turns: int = 0
    awaited: Seat = Seat.DMO
    lot_due: bool = False
    ec: Layout | None = None
    dmo: Layout | None = None
    placer: Seat | None = None
    sides: Sides = ()
    field: Battlefield = Battlefield()

    @property
    def outcome(self) -> Outcome | None:
        """Lost by lacking an element."""
        loser = self.field.loser
        return Outcome(loser.opponent, Reason.ELEMENT_LOST) if loser else None

    def layout(self, seat: Seat) -> Layout | None:
        """A seat's layout."""
        return self.ec if seat is Seat.EC else self.dmo

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats without a layout."""
        return tuple(seat for seat in SEATS if self.layout(seat) is None)

    @property
    def sets(self) -> dict[SetName, PieceSet]:
        """The sets of all layouts that are in."""
        layouts = ((seat, self.layout(seat)) for seat in SEATS)
        return {
            SetName(f"{seat}{number}"): piece_set
            for seat, layout in layouts
            if layout
            for number, piece_set in enumerate(layout.sets, 1)
        }

    def opening(self, phase: Phase, awaited: Seat, **changes: Any) -> "Situation":
        """The state in which the next phase or turn begins."""
        return replace(self, phase=phase, turns=self.turns + 1, awaited=awaited, **changes)


@dataclass(frozen=True, kw_only=True)
class CompassCollisions(Game[Situation, CompassCollisionsAction, CompassCollisionsView]):
    """The rules, with a match's options.

    >>> game = CompassCollisions()
    >>> state = game.begin()
    >>> game.act(state, Seat.EC, game.read(state, Seat.EC, "layout E / W / F"))
    Traceback (most recent call last):
    engine.refusals.Illegal: layout-rows
    """

    name: ClassVar[str] = "compass-collisions"
    title: ClassVar[str] = "Compass Collisions"
    words: ClassVar[AbstractSet[str]] = WORDS

    erosion: Numbers = option(EROSION, DEFAULT_NUMBERS)
    turn: Seconds = option(SECONDS, Seconds(60))
    periods: int = option(WHOLE, 3)
    period: Seconds = option(POSITIVE_SECONDS, Seconds(60))
    remove: Seconds = option(SECONDS, Seconds(60))
    setup: Seconds = option(SECONDS, Seconds(600))
    choice: Seconds = option(SECONDS, Seconds(60))

    @property
    def starting_reserve(self) -> Reserve:
        """Whole periods for each seat."""
        return self.periods

    @property
    def reserve_period(self) -> Seconds:
        """How long each of them is."""
        return self.period

    def begin(self) -> Situation:
        """Nothing is laid out yet."""
        return Situation(field=Battlefield(numbers=self.erosion))

    def to_act(self, state: Situation) -> tuple[Seat, ...]:
        """Who has no layout; then whose choice, turn or removal it is."""
        if state.lot_due or state.field.loser:
            return ()
        return state.missing if state.phase is Phase.LAYOUTS else (state.awaited,)

    def hears(
        self, state: Situation, seat: Seat, action: CompassCollisionsAction | TakeBack | None
    ) -> bool:
        """Layouts may be handed in anew while one is missing; meanwhile the DMO may choose."""
        if not self.takes_secrets(state):
            return seat in self.to_act(state)
        return seat is Seat.DMO or not isinstance(action, Take)

    def why_unheard(
        self, state: Situation, seat: Seat, action: CompassCollisionsAction | TakeBack | None
    ) -> str:
        """The privilege is the DMO's to take."""
        is_early = state.phase in {Phase.LAYOUTS, Phase.PRIVILEGE}
        if is_early and seat is Seat.EC and isinstance(action, Take):
            return "dmo-takes"
        return super().why_unheard(state, seat, action)

    def takes_secrets(self, state: Situation) -> bool:
        """While a layout is missing."""
        return state.phase is Phase.LAYOUTS and not state.lot_due

    def is_private(self, state: Situation, action: CompassCollisionsAction) -> bool:  # noqa: ARG002
        """Layouts are secret, and nothing else is."""
        return isinstance(action, Submission)

    def timing(self, state: Situation) -> Timing | None:
        """Periods in turns, plain limits in all else."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.PLAY:
            return Timing(state.turns, Periods(self.turn, self.period), state.awaited)
        limits = {Phase.LAYOUTS: self.setup, Phase.REMOVAL: self.remove}
        return Timing(state.turns, Deadline(limits.get(state.phase, self.choice)))

    @property
    def last(self) -> Cell:
        """The upper right corner of the board."""
        return LAST

    def read_plain(self, state: Situation, seat: Seat, text: str) -> CompassCollisionsAction:
        """A layout, `take first`, `ec1 north, dmo2 south`, `first me`, `D2 N 2`, `remove D4`."""
        rows = _read_rows(text)
        if rows:
            return Submission(rows)
        if LAYOUT_WORD.match(text) and "." in text:
            # A full stop is an empty slot there, and nothing that could be passed over.
            raise NotASubmission
        said = self.tokens(text)
        if not any(isinstance(token, Cell) or token in VERBS for token in said):
            raise NotASubmission
        try:
            return _read(_unglued(said), seat)
        except Malformed as malformed:
            if state.phase is Phase.REMOVAL:
                raise Malformed(malformed.cells, {"said": "remove-what"}) from None
            raise

    def write(self, action: CompassCollisionsAction | TakeBack) -> str:  # noqa: PLR0911
        """`take first`, `ec1 north, dmo2 south`, `D2 north 2`, `remove D4` and so on."""
        match action:
            case Submission(rows):
                return f"layout {' / '.join(rows)}"
            case Take(privilege):
                return f"take {privilege}"
            case Placement(sides):
                return ", ".join(f"{name} {side}" for name, side in sides)
            case Move(source, way, steps):
                return f"{source} {way} {steps}"
            case MoveTo(source, target):
                return f"{source} {target}"
            case Removal(cell):
                return f"remove {cell}"
            case Chosen():
                return write_first(action)
            case TakeBack():
                return action.value

    def legal(self, state: Situation, seat: Seat) -> Iterator[CompassCollisionsAction]:
        """Whatever is legal, each thing in one of the ways to say it; the layouts are very many."""
        if seat not in self.to_act(state):
            return
        match state.phase:
            case Phase.LAYOUTS:
                if seat is Seat.DMO and state.placer is None:
                    yield from map(Take, Privilege)
                yield from _layouts()
            case Phase.PRIVILEGE:
                yield from map(Take, Privilege)
            case Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT:
                yield from _placements(state)
            case Phase.NAMING:
                yield from map(Chosen, SEATS)
            case Phase.PLAY:
                yield from state.field.moves(seat)
            case Phase.REMOVAL:
                yield from map(Removal, state.field.standing(seat))

    def act(  # noqa: PLR0911 - one return for each kind of action
        self, state: Situation, seat: Seat, action: CompassCollisionsAction | TakeBack
    ) -> Situation:
        """Do it, and go on to the next phase or turn.

        Raises:
            Illegal: `layout-rows`, `wrong-count`, `too-few` or `missing-element` for a layout;
                `two-sets`, `set-placed` or `side-taken` for a placement; `off-board`, `not-yours`,
                `not-straight`, `enemy-between` or `friend-there` for a move or removal.
            OutOfOrder: `already-chosen`, `must-remove` or `wrong-phase`.
        """
        match state.phase, action:
            case Phase.LAYOUTS, Submission(rows):
                return _with_layout(state, seat, _layout(rows))
            case ((Phase.LAYOUTS | Phase.PRIVILEGE), Take(privilege)):
                return _with_privilege(state, privilege)
            case Phase.FIRST_PLACEMENT, Placement(sides):
                return _place_first(state, sides)
            case Phase.SECOND_PLACEMENT, Placement(sides):
                return self._place_last(state, sides)
            case Phase.NAMING, Chosen(first):
                return state.opening(Phase.PLAY, first)
            case Phase.PLAY, Move() | MoveTo():
                return _move(state, seat, action)
            case Phase.REMOVAL, Removal(cell):
                return _remove(state, seat, cell)
            case Phase.REMOVAL, Move() | MoveTo():
                raise OutOfOrder("must-remove")
        raise OutOfOrder("wrong-phase")

    def lapse(self, state: Situation) -> Situation:
        """Who moves too late has to give up a piece; all else goes to the lot."""
        if state.phase is Phase.PLAY:
            return state.opening(Phase.REMOVAL, state.awaited)
        return replace(state, lot_due=True)

    def draw(self, state: Situation, generator: Random) -> str | None:
        """What was not said in time."""
        if not state.lot_due:
            return None
        match state.phase:
            case Phase.LAYOUTS:
                return f"layout {state.missing[0]} {' / '.join(_draw_rows(generator))}"
            case Phase.PRIVILEGE:
                return f"take {generator.choice(tuple(Privilege))}"
            case Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT:
                placed = generator.choice(tuple(_placements(state))).sides
                return "place " + ", ".join(f"{name} {side}" for name, side in placed)
            case Phase.NAMING:
                return draw_first(generator)
        return f"remove {generator.choice(tuple(state.field.standing(state.awaited)))}"

    def settle(self, state: Situation, lot: str) -> Situation:
        """Go on as the lot says."""
        try:
            return self._settle(replace(state, lot_due=False), lot.split())
        except Refused:
            raise OutOfOrder("wrong-lot") from None

    def view(self, state: Situation, viewer: Viewer) -> CompassCollisionsView:
        """The position, and the viewer's own layout."""
        are_secret = state.phase in {Phase.LAYOUTS, Phase.PRIVILEGE}
        is_turn = state.phase in {Phase.PLAY, Phase.REMOVAL} and not state.field.loser
        field = state.field
        return CompassCollisionsView(
            phase=state.phase,
            submitted=tuple(each for each in SEATS if are_secret and state.layout(each)),
            own=state.layout(viewer) if viewer else None,
            sets=() if are_secret else tuple(state.sets.items()),
            chooser=state.placer.opponent if state.placer else None,
            sides=state.sides,
            pieces=field.pieces,
            numbers=field.numbers,
            removed=field.removed,
            to_move=state.awaited if is_turn else None,
            arrow=field.arrow,
            events=field.events,
            quiet=field.quiet,
            viewer=viewer,
        )

    def reveal(self, state: Situation) -> CompassCollisionsView:
        """The same with the sets of all layouts that were handed in."""
        return replace(self.view(state, PUBLIC), sets=tuple(state.sets.items()))

    def position(self, state: Situation) -> str | None:
        """Nine rows from the highest down: `EWFA` EC's, `ewfa` DMO's, `.` empty, `#` removed."""
        return state.field.rows

    def _settle(self, state: Situation, lot: list[str]) -> Situation:
        match state.phase, lot:
            case Phase.LAYOUTS, ["layout", ("ec" | "dmo") as seat, *rows]:
                return _with_drawn_layout(
                    state, Seat(seat), _read_rows(" ".join(("layout", *rows)))
                )
            case Phase.NAMING, ["first", ("ec" | "dmo") as first]:
                return state.opening(Phase.PLAY, Seat(first))
            case (Phase.PRIVILEGE, ["take", *_]) | (Phase.REMOVAL, ["remove", *_]):
                return self._act_by_lot(state, lot)
            case ((Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT), ["place", *_]):
                return self._act_by_lot(state, lot)
        raise OutOfOrder("wrong-lot")

    def _act_by_lot(self, state: Situation, lot: list[str]) -> Situation:
        """A lot that is stated in the words in which its seat would have said it."""
        action = self.read_plain(state, state.awaited, " ".join(lot))
        return self.act(state, state.awaited, action)

    def _place_last(self, state: Situation, sides: Sides) -> Situation:
        placed = _placed(state, sides)
        rest = zip(_free_sets(placed), _free_sides(placed), strict=True)
        state = replace(state, sides=(*placed, *rest))
        phase = Phase.PLAY if self.first else Phase.NAMING
        field = state.field.set_up(_standing(state))
        return state.opening(phase, self.first or state.awaited, field=field)


# How what is typed is read


def _read_rows(text: str) -> tuple[str, ...]:
    """The rows of a layout; none where the text is no layout at all."""
    layout = LAYOUT.fullmatch(text)
    return parts(layout["rows"]) if layout else ()


def _unglued(said: tuple[Token, ...]) -> tuple[Token, ...]:
    return tuple(chain.from_iterable(GLUED.get(each, (each,)) for each in said))


def _read(said: tuple[Token, ...], seat: Seat) -> CompassCollisionsAction:
    match said:
        case ["take", ("first" | "placement") as privilege]:
            return Take(Privilege(privilege))
        case ["first", *_]:
            return read_first(said, seat)
        case ["remove", Cell() as cell]:
            return Removal(cell)
    if isinstance(said[0], Cell):
        return _read_move(said)
    return _read_placement(said[1:] if said[0] == "place" else said)


def _read_move(spoken: tuple[Token, ...]) -> Move | MoveTo:
    match spoken:
        case [Cell() as source, str() as way] if way in DIRECTIONS:
            return Move(source, DIRECTIONS[way], 1)
        case [Cell() as source, str() as way, ("1" | "2") as steps] if way in DIRECTIONS:
            return Move(source, DIRECTIONS[way], int(steps))
        case [Cell() as source, Cell() as target]:
            return MoveTo(source, target)
    raise Malformed(each for each in spoken if isinstance(each, Cell))


def _read_placement(spoken: tuple[Token, ...]) -> Placement:
    names, ways = spoken[::2], spoken[1::2]
    is_said = set(names) <= SET_NAMES and set(ways) <= set(DIRECTIONS)
    if not is_said or len(spoken) not in {2, 4}:
        raise Malformed(token for token in spoken if isinstance(token, Cell))
    return Placement(
        tuple((SetName(str(name)), DIRECTIONS[way]) for name, way in zip(names, ways, strict=True))
    )


# Layouts


def _layout(rows: tuple[str, ...]) -> Layout:
    """The layout that rows make.

    Raises:
        Illegal: They make none.
    """
    _check_rows(rows)
    sets = tuple("".join(rows[at : at + len(SET_ROWS)]) for at in (0, len(SET_ROWS)))
    _check_pieces(sets)
    one, other = (_piece_set(rows[at : at + len(SET_ROWS)]) for at in (0, len(SET_ROWS)))
    return Layout((one, other))


def _check_rows(rows: tuple[str, ...]) -> None:
    if len(rows) != len(LENGTHS):
        raise Illegal("layout-rows", facts={"rows": str(len(rows))})
    for number, (row, wanted) in enumerate(zip(rows, LENGTHS, strict=True), 1):
        has_blanks = len(row.split()) > 1
        if has_blanks or len(row) != wanted:
            facts = {"row": str(number), "length": str(len(row)), "wanted": str(wanted)}
            raise Illegal("layout-rows", facts=facts | ({"blanks": "within"} if has_blanks else {}))


def _check_pieces(sets: tuple[str, ...]) -> None:
    counts = [len(each) - each.count(".") for each in sets]
    if sum(counts) != PIECES:
        raise Illegal("wrong-count", facts={"count": str(sum(counts))})
    for number, count in enumerate(counts, 1):
        if count < LEAST_IN_SET:
            raise Illegal("too-few", facts={"set": str(number), "count": str(count)})
    lacking = "".join(element for element in Element if element not in "".join(sets).upper())
    if lacking:
        raise Illegal("missing-element", facts={"elements": lacking})


def _piece_set(rows: tuple[str, ...]) -> PieceSet:
    return tuple(
        tuple(None if letter == "." else Element(letter.upper()) for letter in row) for row in rows
    )


def _rows(slots: Iterable[str]) -> tuple[str, ...]:
    """Thirty slots as the rows of a layout."""
    following = iter(slots)
    return tuple("".join(islice(following, length)) for length in LENGTHS)


def _layouts() -> Iterator[Submission]:
    """Every layout there is."""
    for taken in combinations(range(2 * SLOTS), PIECES):
        if not LEAST_IN_SET <= sum(at < SLOTS for at in taken) <= PIECES - LEAST_IN_SET:
            continue
        for letters in product(Element, repeat=PIECES):
            if len(set(letters)) == len(Element):
                slots = dict(zip(taken, letters, strict=True))
                yield Submission(_rows(slots.get(at, ".") for at in range(2 * SLOTS)))


def _draw_rows(generator: Random) -> tuple[str, ...]:
    """The rows of a layout by lot, with four pieces of each element."""
    in_first = generator.randint(LEAST_IN_SET, PIECES - LEAST_IN_SET)
    taken = [
        *generator.sample(range(SLOTS), in_first),
        *generator.sample(range(SLOTS, 2 * SLOTS), PIECES - in_first),
    ]
    generator.shuffle(taken)
    slots = dict(zip(taken, cycle(Element), strict=False))
    return _rows(slots.get(at, ".") for at in range(2 * SLOTS))


def _with_layout(state: Situation, seat: Seat, layout: Layout) -> Situation:
    state = replace(state, ec=layout) if seat is Seat.EC else replace(state, dmo=layout)
    if state.missing:
        return state
    if state.placer is None:
        return state.opening(Phase.PRIVILEGE, Seat.DMO)
    return state.opening(Phase.FIRST_PLACEMENT, state.placer)


def _with_drawn_layout(state: Situation, seat: Seat, rows: tuple[str, ...]) -> Situation:
    if seat not in state.missing:
        raise OutOfOrder("wrong-lot")
    state = _with_layout(state, seat, _layout(rows))
    return replace(state, lot_due=bool(state.missing))


# Privilege and placement


def _with_privilege(state: Situation, privilege: Privilege) -> Situation:
    if state.placer:
        raise OutOfOrder("already-chosen")
    placer = Seat.DMO if privilege is Privilege.PLACEMENT else Seat.EC
    state = replace(state, placer=placer)
    if state.phase is Phase.LAYOUTS:
        return state
    return state.opening(Phase.FIRST_PLACEMENT, placer)


def _place_first(state: Situation, sides: Sides) -> Situation:
    if len(sides) != 2:
        raise Illegal("two-sets")
    placed = _placed(state, sides)
    return state.opening(Phase.SECOND_PLACEMENT, state.awaited.opponent, sides=placed)


def _placed(state: Situation, sides: Sides) -> Sides:
    """All sets that stand after these, judged in the order in which they are named.

    Raises:
        Illegal: `set-placed` or `side-taken`.
    """
    placed = state.sides
    for name, side in sides:
        if name not in _free_sets(placed):
            said = {} if name in dict(state.sides) else {"said": "set-twice"}
            raise Illegal("set-placed", facts={"set": name, **said})
        if side not in _free_sides(placed):
            said = {} if side in dict(state.sides).values() else {"said": "side-twice"}
            raise Illegal("side-taken", facts={"side": side, **said})
        placed = (*placed, (name, side))
    return placed


def _free_sets(placed: Sides) -> list[SetName]:
    taken = {name for name, _ in placed}
    return [name for name in SetName if name not in taken]


def _free_sides(placed: Sides) -> list[Compass]:
    taken = {side for _, side in placed}
    return [side for side in Compass if side not in taken]


def _placements(state: Situation) -> Iterator[Placement]:
    """Two sets on two sides; or the first set that is left, on each side that is."""
    names, sides = _free_sets(state.sides), _free_sides(state.sides)
    if state.phase is Phase.SECOND_PLACEMENT:
        yield from (Placement(((names[0], side),)) for side in sides)
        return
    for pair in combinations(names, 2):
        for two_sides in permutations(sides, 2):
            yield Placement(tuple(zip(pair, two_sides, strict=True)))


def slot_cell(side: Compass, row: int, slot: int) -> Cell:
    """Where a slot of a set lies when the set is on a side, its row counted from the edge.

    >>> str(slot_cell(Compass.WEST, 0, 0)), str(slot_cell(Compass.WEST, 2, 2))
    ('A8', 'C4')
    """
    along, last = row + slot + 1, SIDE - 1
    cells = {
        Compass.SOUTH: Cell(along, row),
        Compass.WEST: Cell(row, last - along),
        Compass.NORTH: Cell(last - along, last - row),
        Compass.EAST: Cell(last - row, along),
    }
    return cells[side]


def _standing(state: Situation) -> Iterator[tuple[Cell, Piece]]:
    """All pieces of the sets that have a side, each with its square."""
    for name, side in state.sides:
        owner = Seat.EC if name in {SetName.EC1, SetName.EC2} else Seat.DMO
        for row, slots in enumerate(state.sets[name]):
            for slot, element in enumerate(slots):
                if element:
                    yield slot_cell(side, row, slot), Piece(owner, element)


# Turns


def _move(state: Situation, seat: Seat, action: Move | MoveTo) -> Situation:
    squares = (action.source,) if isinstance(action, Move) else (action.source, action.target)
    _check_own(state, seat, squares)
    move = action if isinstance(action, Move) else _straight(action)
    obstacle = state.field.obstacle(move)
    if obstacle and obstacle in state.field.standing(seat):
        raise Illegal("friend-there", [obstacle])
    if obstacle:
        raise Illegal("enemy-between", [obstacle])
    return _next_turn(state, state.field.moved(seat, move))


def _remove(state: Situation, seat: Seat, cell: Cell) -> Situation:
    _check_own(state, seat, (cell,))
    return _next_turn(state, state.field.without(seat, cell))


def _check_own(state: Situation, seat: Seat, named: tuple[Cell, ...]) -> None:
    """Of the squares named, all are on the board, and on the first one stands a seat's own piece.

    Raises:
        Illegal: `off-board` or `not-yours`.
    """
    check_on_board(named, LAST)
    piece = state.field.piece(named[0])
    if piece is None or piece.owner is not seat:
        raise Illegal("not-yours", named[:1])


def _straight(action: MoveTo) -> Move:
    """The move that a square's name means.

    Raises:
        Illegal: `not-straight`.
    """
    source, target = action.source, action.target
    way = STRAIGHT.get((target.column - source.column, target.row - source.row))
    if way is None:
        raise Illegal("not-straight", (source, target))
    return Move(source, *way)


def _next_turn(state: Situation, field: Battlefield) -> Situation:
    return state.opening(Phase.PLAY, state.awaited.opponent, field=field)
