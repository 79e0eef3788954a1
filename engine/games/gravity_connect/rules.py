"""Gravity Connect: discs slide in from four sides until five of a player's are in a row.

The rules are those of docs/rulings/gravity-connect.md.
"""

from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import ClassVar, Final, TypeAlias

from engine.clocks import Seconds
from engine.game import Json, Reason
from engine.grids.grid import Cell, bit_board
from engine.kinds.grid_game import GridPosition, GridState, GridView, WordGame
from engine.kinds.grid_texts import GridTexts
from engine.kinds.scene import Owner, Piece, Scene
from engine.options import UNHELD, Unheld, option, time_limit, time_option
from engine.refusals import MALFORMED, Refusal, illegal, malformed
from engine.seats import SEATS, Seat
from engine.texts import Seating
from engine.words.sentences import Sentence, Words

GRID: Final = bit_board(9)
FROM: Final = {
    "left": Sentence("from the left"),
    "right": Sentence("from the right"),
    "bottom": Sentence("from the bottom"),
    "top": Sentence("from the top"),
}
NAMES: Final = (*map(str, range(1, 19)), *ascii_uppercase[:18])
"""The names of the slots, nine for each of these sides: they are the moves."""
SIDES: Final = {name: [*FROM][number // 9] for number, name in enumerate(NAMES)}
ROWS: Final = tuple(tuple(Cell(column, row) for column in range(9)) for row in range(9))
COLUMNS: Final = tuple(zip(*ROWS, strict=True))
INWARD: Final = (*ROWS, *(row[::-1] for row in ROWS), *COLUMNS, *(line[::-1] for line in COLUMNS))
LINES: Final = dict(zip(NAMES, INWARD, strict=True))
"""The cells behind each slot, in the order in which a disc passes them."""
TYPED: Final = {
    text.lower(): name
    for number, name in enumerate(NAMES)
    for line in [NAMES[number % 9 + number // 18 * 18]]
    for text in (name, f"slot {name}", f"{SIDES[name]} {line}")
}
"""The slots by all that can be typed for them."""


def stop_of(slot: str, taken: int) -> int:
    """Return the cell where a disc stops, as a set; an empty one if its line is full."""
    stop = 0
    for bit in map(GRID.bit_of.__getitem__, LINES[slot]):
        if not bit & taken:
            stop = bit
        elif stop:
            break
    return stop


NOT_A_SLOT: Final = malformed(
    "A move is a slot, 1 to 18 or A to R, or a side and its row or column.", "not-a-slot"
)
SAME_SIDE: Final = illegal("same-side", "Your last disc came {side}: choose another side.")
LINE_FULL: Final = illegal("line-full", "{cells} are all taken: choose another line.")
FIVE: Final = Reason("five-in-a-row", Sentence("{loser} couldn't stop five in a row"))
FULL_BOARD: Final = Reason("full-board", Sentence("{loser} went first, and the board is full"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Discs(GridPosition):
    """The discs on the board.

    Attributes:
        cells: The set of each seat's cells.
        latest: Each seat's last slot and where that disc stopped, the newest at the end.
    """

    cells: Mapping[Seat, int]
    latest: tuple[tuple[Seat, str, Cell], ...] = ()

    @property
    def taken(self) -> int:
        """All cells with a disc."""
        return sum(self.cells.values())

    def side(self, seat: Seat) -> str | None:
        """Return the side that a seat used last."""
        return next((SIDES[slot] for owner, slot, _ in self.latest if owner is seat), None)


GravityState: TypeAlias = GridState[Discs, str]


@dataclass(frozen=True, kw_only=True)
class GravityConnect(WordGame[Discs]):
    """The rules, with a match's options.

    >>> game = GravityConnect(first=Seat.EC)
    >>> state = game.begin()
    >>> state = game.act(state, Seat.EC, game.read(state, Seat.EC, "right 3"))
    >>> game.position(state)["side"], str(state.position.latest[0][2])
    ({'ec': 'right', 'dmo': None}, 'A3')
    """

    name: ClassVar[str] = "gravity-connect"
    title: ClassVar[str] = "Gravity Connect"
    summary: ClassVar[str] = "slide discs in from changing sides until five are in a row"
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({FIVE, FULL_BOARD})
    own_words: ClassVar[frozenset[str]] = frozenset({"slot"})
    names: ClassVar[Mapping[str, str]] = TYPED
    own_grammar: ClassVar[str] = """
move       = [ "slot" S ] slot / ( "left" / "right" ) S row / ( "top" / "bottom" ) S column
slot       = row / "1" %x30-38 / %x41-52 / %x61-72
row        = %x31-39
column     = %x41-49 / %x61-69
"""
    malformed: ClassVar[Refusal] = MALFORMED
    unnamed: ClassVar[Refusal] = NOT_A_SLOT
    examples: ClassVar[tuple[str, ...]] = ("12", "A", "slot 12", "top C", "takeback", "first ec")
    top_right: ClassVar[Cell] = GRID.last
    initial: ClassVar[Discs] = Discs(cells=dict.fromkeys(SEATS, 0))

    turn: Seconds = time_limit(Seconds(60), "for each turn")
    reserve: Seconds = time_option(Seconds(300), "of reserve for the whole match")
    takeback: Seconds = time_limit(Seconds(5), "in which a move can be taken back")
    unheld: Unheld | None = option(UNHELD, None)
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")

    def check(self, state: GravityState, seat: Seat, move: str) -> None:
        if SIDES[move] == state.position.side(seat):
            raise SAME_SIDE(*sorted(LINES[move]), side=FROM[SIDES[move]])
        if not stop_of(move, state.position.taken):
            raise LINE_FULL(*sorted(LINES[move]))

    def play(self, state: GravityState, seat: Seat, move: str) -> GravityState:
        before = state.position
        disc = stop_of(move, before.taken)
        own = before.cells[seat] | disc
        latest = (*before.latest[-1:], (seat, move, GRID.cell_of[disc]))
        position = replace(before, cells={**before.cells, seat: own}, latest=latest)
        if any(own & five == five for five in FIVES):
            return state.won(position, seat, FIVE)
        if position.first and position.taken == GRID.everything:
            return state.won(position, position.first.opponent, FULL_BOARD)
        return state.after(position, seat.opponent)

    def value(self, state: GravityState, seat: Seat) -> float:
        own, other = (state.position.cells[player] for player in (seat, seat.opponent))
        counts = (((own & five).bit_count(), (other & five).bit_count()) for five in FIVES)
        return sum(WORTH[ours] - WORTH[theirs] for ours, theirs in counts if not ours * theirs)

    def key(self, state: GravityState) -> Hashable:
        return (*state.position.cells.values(), *map(state.position.side, SEATS))

    def position(self, state: GravityState) -> Json:
        """Return the rows, highest first, of `e`, `d` and `.`, and the side each seat used last."""
        cells = state.position.cells
        sides = {seat.value: state.position.side(seat) for seat in SEATS}
        return {"board": GRID.rows({"e": cells[Seat.EC], "d": cells[Seat.DMO]}), "side": sides}

    def scene(self, state: GravityState) -> Scene:
        """Return the board; the last disc of either seat has the name of its slot."""
        cells, latest = state.position.cells, state.position.latest
        labels = {cell: slot for _, slot, cell in latest}
        placed = ((cell, seat) for seat in SEATS for cell in GRID.cells(cells[seat]))
        pieces = tuple((cell, Piece(Owner(seat), labels.get(cell, ""))) for cell, seat in placed)
        edges = (NAMES[9:18], NAMES[27:])
        return Scene(self.top_right, pieces, tuple(cell for *_, cell in latest[-1:]), edges=edges)


FIVES: Final = GRID.lines(5)
"""Every set of five cells in a row."""
WORTH: Final = (0, 0.02, 0.1, 0.4, 1.2)
"""The log odds of winning for so many discs in such a set, without any of the other seat."""


class GravityTexts(GridTexts):
    """The game's own words."""

    title: ClassVar[str] = GravityConnect.title
    typed: ClassVar[Sentence] = Sentence("a slot, such as `12`, or its side and line: `right 3`.")

    def rules(self) -> Words:
        return Sentence(
            "Type a slot, such as `12` or `A`, or its side and line, such as `right 3`. Your disc "
            "appears on the first empty cell of that line and slides away from that side until it "
            "meets a disc or the edge. You can't use a side in two turns running. Five of your "
            "discs in a row, column or diagonal win; on a full board, the player who didn't go "
            "first does. If your time and reserve run out, you lose. 👀 means that I have your "
            "move: until it is final, `takeback` cancels it. `concede` ends the match at once."
        )

    def asked(self, who: str, view: GridView[Discs, str]) -> Words:
        side = view.position.side(view.to_move) if view.to_move else None
        if side is None:
            return super().asked(who, view)
        return Sentence("{who} your move, but not {side} again.", who=who, side=FROM[side])

    def told(self, seating: Seating, view: GridView[Discs, str], seat: Seat, move: str) -> Words:
        *_, (*_, cell) = view.position.latest
        facts = {"player": seating.name(seat), "side": FROM[SIDES[move]], "slot": move}
        return Sentence(
            "{player}'s disc comes {side}, by slot {slot}, and stops on {cell}.", cell=cell, **facts
        )


TEXTS: Final = {GravityConnect.name: GravityTexts()}
