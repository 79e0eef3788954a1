"""A second referee of Deep Sea Voyage, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine, nor how boards are drawn from a seed: a record must
state all three. What can be placed where and which ways ships have is told in `sea_charts`, what a
text says in `sea_words`; here is what the two seats are asked for in turn.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees import match, record
from tests.games.referees.boards.sea_charts import (
    PENTOMINOES,
    SHIPS,
    SHIPS_OF,
    Chart,
    anything_fits,
    fault_of_placement,
    fault_of_route,
    is_cut_off,
    letter_of,
    read_chart,
    steps_of,
    tiles_on_route,
)
from tests.games.referees.record import SEATS, Cell, folded, one_of, other_seat, rows_of
from tests.games.referees.values import Deadline, LotFromTheSeed, Refusal
from tests.games.referees.words.sea_words import Route, Said, is_submission, what_is_said

GAME = "deep-sea-voyage"
NUMBERS = (1, 2, 3)


class BoardFromTheSeed(LotFromTheSeed):
    """A record does not state every board, and only the program that draws them knows them."""

    def __init__(self) -> None:
        super().__init__([])


@dataclass
class Settings(record.Settings):
    """The headers' settings."""

    pregame: Fraction = Fraction(90)
    pick: Fraction = Fraction(45)
    action: Fraction = Fraction(90)
    routes: Fraction = Fraction(240)
    early: str = "on"
    endgame: str = "tracked"
    board1: Chart | None = None
    board2: Chart | None = None
    board3: Chart | None = None


OPTIONS: record.OptionReaders = {
    "row1": one_of("bottom", "top"),
    "early": one_of("on", "off"),
    "endgame": one_of("tracked", "automatic"),
    "board1": read_chart,
    "board2": read_chart,
    "board3": read_chart,
}


@dataclass
class Board:
    """One of the three: what stands on it, what may still be placed, and who lost it, if any."""

    chart: Chart
    bank: list[str] = field(default_factory=lambda: list(PENTOMINOES))
    closed: bool = False
    lost_by: str = ""


@dataclass
class State:
    """All of a match but its clocks.

    `phase` is `pregame`, `pick`, `placing`, `last` (one board is open) or `routes`. `submitted` are
    the cells that each seat wants to place in secret, none for a pass. `routes` are the steps of
    the shortest route submitted, by board and ship.
    """

    boards: dict[int, Board]
    phase: str = "pregame"
    empire: str = ""
    ready: list[str] = field(default_factory=list)
    round: int = 0
    mover: str = ""
    picks: dict[str, int] = field(default_factory=dict)
    submitted: dict[str, list[Cell]] = field(default_factory=dict)
    locked: list[str] = field(default_factory=list)
    passes_in_a_row: int = 0
    routes: dict[tuple[int, str], int] = field(default_factory=dict)


class Match(match.Match):
    """One match of Deep Sea Voyage."""

    reserve_unit = None
    state: State
    settings: Settings

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, Fraction(0), drawn)
        charts = {number: getattr(settings, f"board{number}") for number in NUMBERS}
        if None in charts.values():
            raise BoardFromTheSeed
        self.state = State({number: Board(dict(charts[number])) for number in NUMBERS})
        self.state.empire = settings.first or ""
        self.open(Deadline(settings.pregame), Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    def to_act_now(self) -> list[str]:
        state = self.state
        if state.phase == "pregame":
            return [
                seat
                for seat in SEATS
                if seat not in state.ready or (seat == "dmo" and not state.empire)
            ]
        if state.phase in ("placing", "routes"):
            return [seat for seat in SEATS if seat not in state.locked]
        return [state.mover]

    def position(self) -> dict[str, str]:
        return {str(number): rows_of(board.chart) for number, board in self.state.boards.items()}

    def open_boards(self) -> list[int]:
        return [number for number in NUMBERS if not self.state.boards[number].closed]

    def boards_to_pick(self) -> list[int]:
        """Return the boards that the picker may have."""
        return [number for number in self.open_boards() if number not in self.state.picks.values()]

    def board_of(self, seat: str) -> Board:
        number = self.open_boards()[0] if self.phase == "last" else self.state.picks[seat]
        return self.state.boards[number]

    def side_of(self, seat: str) -> str:
        return "empire" if seat == self.state.empire else "marauder"

    def with_priority(self) -> str:
        is_empires = self.state.round % 2 == 1
        return self.state.empire if is_empires else other_seat(self.state.empire)

    # ------------------------------------------------------------------------- what happens

    def end_pregame_if_ready(self, instant: Fraction) -> None:
        if self.state.empire and len(self.state.ready) == 2:
            self.end_pregame(instant)

    def end_pregame(self, instant: Fraction) -> None:
        self.close_full_boards()
        self.open_round(instant)

    def open_round(self, instant: Fraction) -> None:
        """Ask for boards, or for a placement if one is left; end the placing if none is."""
        self.state.round += 1
        self.state.picks = {}
        number_open = len(self.open_boards())
        if number_open == 0:
            self.end_placing(instant)
        elif number_open == 1:
            self.state.phase = "last"
            self.state.passes_in_a_row = 0
            self.open_turn(self.with_priority(), instant)
        else:
            self.state.phase = "pick"
            self.state.mover = self.with_priority()
            self.open(Deadline(self.settings.pick), instant)

    def pick(self, number: int, instant: Fraction) -> None:
        """Pick a board; then ask the other seat, if there is anything to choose."""
        picker = self.state.mover
        self.state.picks[picker] = number
        left = self.boards_to_pick()
        if len(self.state.picks) == 1 and len(left) == 1:
            self.state.picks[other_seat(picker)] = left[0]
        if len(self.state.picks) == 2:
            self.state.phase = "placing"
            self.state.submitted = {}
            self.state.locked = []
            self.open(Deadline(self.settings.action), instant)
        else:
            self.state.mover = other_seat(picker)
            self.open(Deadline(self.settings.pick), instant)

    def end_round(self, instant: Fraction) -> None:
        placed = {seat: self.state.submitted.get(seat, []) for seat in SEATS}
        for seat in SEATS:
            if placed[seat]:
                self.place(seat, placed[seat])
        self.close_full_boards()
        if self.ends_early():
            self.end_by_score(instant)
        elif not any(placed.values()):
            self.end_placing(instant)
        else:
            self.open_round(instant)

    def open_turn(self, mover: str, instant: Fraction) -> None:
        self.state.mover = mover
        self.open(Deadline(self.settings.action), instant)

    def end_turn(self, cells: list[Cell], instant: Fraction) -> None:
        """Place a pentomino on the last board, or pass."""
        state = self.state
        if cells:
            self.place(state.mover, cells)
            self.close_full_boards()
            state.passes_in_a_row = 0
        else:
            state.passes_in_a_row += 1
        if self.ends_early():
            self.end_by_score(instant)
        elif state.passes_in_a_row == 2 or not self.open_boards():
            self.end_placing(instant)
        else:
            self.open_turn(other_seat(state.mover), instant)

    def place(self, seat: str, cells: list[Cell]) -> None:
        board = self.board_of(seat)
        letter = letter_of(cells)
        board.chart.update(dict.fromkeys(cells, letter.lower()))
        board.bank.remove(letter)
        if is_cut_off(board.chart):
            board.closed = True
            board.lost_by = seat

    def close_full_boards(self) -> None:
        """Close each board on which nothing in its bank fits; an empty bank is no exception."""
        for number in self.open_boards():
            board = self.state.boards[number]
            if not anything_fits(board.chart, board.bank):
                board.closed = True

    def end_placing(self, instant: Fraction) -> None:
        """Ask for routes, unless no board is left or the Dealer finds them."""
        all_lost = all(board.lost_by for board in self.state.boards.values())
        if all_lost or self.settings.endgame == "automatic":
            self.end_by_score(instant)
            return
        self.state.phase = "routes"
        self.state.locked = []
        self.open(Deadline(self.settings.routes), instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.phase == "pregame":
            if self.state.empire:
                self.end_pregame(instant)
            else:
                self.let_lots_fall_due(instant)
        elif self.phase == "pick":
            self.let_lots_fall_due(instant)
        elif self.phase == "placing":
            self.end_round(instant)
        elif self.phase == "last":
            self.end_turn([], instant)
        else:
            self.end_by_score(instant)

    # ----------------------------------------------------------------------------- the score

    def boards_won_by_cut_offs(self, seat: str) -> int:
        return sum(board.lost_by == other_seat(seat) for board in self.state.boards.values())

    def ends_early(self) -> bool:
        if self.settings.early == "off":
            return False
        return any(self.boards_won_by_cut_offs(seat) == 2 for seat in SEATS)

    def winner_of(self, number: int) -> str | None:
        """Return the player with the shorter paths on a board, or whose opponent lost it."""
        board = self.state.boards[number]
        if board.lost_by:
            return other_seat(board.lost_by)
        sums = {seat: self.steps_on(number, seat) for seat in SEATS}
        if sums["ec"] == sums["dmo"]:
            return None
        return min(SEATS, key=lambda seat: sums[seat])

    def steps_on(self, number: int, seat: str) -> float:
        """Count the steps of a seat's two ships on a board; infinity if one has not arrived."""
        if self.settings.endgame == "automatic":
            chart = self.state.boards[number].chart
            return sum(steps_of(chart, ship) for ship in SHIPS_OF[self.side_of(seat)])
        return sum(
            self.state.routes.get((number, ship), float("inf"))
            for ship in SHIPS_OF[self.side_of(seat)]
        )

    def end_by_score(self, instant: Fraction) -> None:
        """End the match: more boards win; if both have as many, the DMO does."""
        if self.ends_early():
            winner = next(seat for seat in SEATS if self.boards_won_by_cut_offs(seat) == 2)
        else:
            winners = [self.winner_of(number) for number in NUMBERS]
            won = {seat: winners.count(seat) for seat in SEATS}
            winner = "ec" if won["ec"] > won["dmo"] else "dmo"
        self.end(winner, "boards", instant)

    # ------------------------------------------------------------------------------- lots

    def lots_due(self) -> list[str]:
        if self.phase == "pregame":
            sides = ("empire", "marauder")
            return [f"side {seat} {side}" for seat in ("ec", "dmo") for side in sides]
        return [f"board {self.state.mover} {number}" for number in self.boards_to_pick()]

    def draw_from(self, dice: random.Random) -> str:
        ways = self.lots_due()
        return dice.choice(ways[:2] if self.phase == "pregame" else ways)

    def settle(self, text: str) -> bool:
        words = folded(text)
        instant = self.lot_due_at
        if " ".join(words) not in self.lots_due():
            return False
        if self.phase == "pregame":
            self.state.empire = (
                "ec" if words[1:] in (["ec", "empire"], ["dmo", "marauder"]) else "dmo"
            )
            self.end_pregame(instant)
        else:
            self.pick(int(words[2]), instant)
        return True

    # ---------------------------------------------------------------------------- hearing

    def understood(self, text: str, seat: str) -> Said | None:
        action = what_is_said(text) if is_submission(text) else None
        has_passes = self.phase in ("placing", "last")
        return None if action is not None and action.what == "pass" and not has_passes else action

    def hear_what_is_asked(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        return {
            "pregame": self.hear_in_pregame,
            "pick": self.hear_pick,
            "placing": self.hear_in_secret,
            "last": self.hear_turn,
            "routes": self.hear_in_secret,
        }[self.phase](seat, instant, action)

    def is_asked(self, seat: str, action: Said) -> bool:
        if self.phase == "pregame":
            return seat == "dmo" or action.what != "side"
        return self.phase in ("placing", "routes") or seat == self.state.mover

    def hear_in_pregame(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what not in ("side", "ready"):
            return Refusal("wrong-phase")
        if action.what == "side":
            if self.state.empire:
                return Refusal("already-chosen")
            self.state.empire = "dmo" if action.side == "empire" else "ec"
        else:
            if seat in self.state.ready:
                return Refusal("already-ready")
            self.state.ready.append(seat)
        self.end_pregame_if_ready(instant)
        return None

    def hear_pick(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what != "board":
            return Refusal("wrong-phase")
        if self.state.boards[action.board].closed:
            return Refusal("board-closed")
        if action.board in self.state.picks.values():
            return Refusal("board-taken")
        self.pick(action.board, instant)
        return None

    def hear_in_secret(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        """Take a placement, routes, or the word that nothing more will come."""
        if seat in self.state.locked:
            return Refusal("locked")
        if action.what == "lock":
            self.lock(seat, instant)
            return None
        if self.phase == "routes":
            return self.hear_routes(seat, action)
        return self.hear_placement(seat, action)

    def lock(self, seat: str, instant: Fraction) -> None:
        self.state.locked.append(seat)
        if len(self.state.locked) == 2:
            self.time_is_up(instant)

    def hear_placement(self, seat: str, action: Said) -> Refusal | None:
        if action.what not in ("place", "pass"):
            return Refusal("wrong-phase")
        refusal = self.fault_of_placement(seat, action)
        if refusal is None:
            self.state.submitted[seat] = action.cells
        return refusal

    def hear_turn(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what not in ("place", "pass"):
            return Refusal("wrong-phase")
        refusal = self.fault_of_placement(seat, action)
        if refusal is None:
            self.end_turn(action.cells, instant)
        return refusal

    def fault_of_placement(self, seat: str, action: Said) -> Refusal | None:
        if action.what == "pass":
            return None
        board = self.board_of(seat)
        return fault_of_placement(board.chart, board.bank, action.cells, action.letter)

    def hear_routes(self, seat: str, action: Said) -> Refusal | None:
        """Take all routes of a message, or none; the shortest of each ship counts."""
        if action.what != "routes":
            return Refusal("wrong-phase")
        for route in action.routes:
            refusal = self.fault_of_route(seat, route)
            if refusal is not None:
                return refusal
        for route in action.routes:
            key = (route.board, SHIPS[route.colour])
            steps = len(tiles_on_route(route.corners)) - 1
            self.state.routes[key] = min(steps, self.state.routes.get(key, steps))
        return None

    def fault_of_route(self, seat: str, route: Route) -> Refusal | None:
        ship = SHIPS[route.colour]
        board = self.state.boards[route.board]
        if ship not in SHIPS_OF[self.side_of(seat)]:
            return Refusal("not-your-ship")
        if board.lost_by:
            return Refusal("board-lost")
        return fault_of_route(board.chart, ship, route.corners)


# -------------------------------------------------------------------------------- the referee

REFEREES = {"deep-sea-voyage": match.new_referee(GAME, Settings, OPTIONS, Match)}
