"""A second referee of Ultimate Tic-Tac-Toe, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. Of a match it keeps who began and the cells that were
taken, game by game, and works all else out from them each time.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees.match import Match as MatchOfAnyGame
from tests.games.referees.match import new_referee
from tests.games.referees.record import (
    Cell,
    cells_in,
    name_of,
    one_of,
    other_seat,
    rows_of,
    seat_named_first,
    such_that,
    tokens_in,
    whole_number,
)
from tests.games.referees.record import Settings as SettingsOfAnyGame
from tests.games.referees.values import BankTurn, Refusal
from tests.games.referees.words.typed import are_for_the_dealer, as_it_counts, pieces_of

NUMBERS = range(1, 10)
"""The numbers of the local boards, and of the places in each."""
LINES = (
    *((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    *((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    *((1, 5, 9), (3, 5, 7)),
)
MIDDLE = (5, 5)

TELLING_WORDS = ("first", "concede")
OTHER_WORDS = ("ec", "dmo", "me", "them")


# ---------------------------------------------------------------------------------- the record


@dataclass
class Settings(SettingsOfAnyGame):
    """The headers' settings."""

    turn: Fraction = Fraction(60)
    reserve: Fraction = Fraction(180)
    choice: Fraction = Fraction(60)
    games: int = 3


OPTIONS = {
    "games": such_that(whole_number, NUMBERS.__contains__),
    "row1": one_of("bottom", "top"),
}


# ---------------------------------------------------------------------------------- the boards


def cell_at(board: int, place: int) -> Cell:
    right_of, above = (board - 1) % 3 * 3, (board - 1) // 3 * 3
    return right_of + (place - 1) % 3 + 1, above + (place - 1) // 3 + 1


NUMBERS_OF = {cell_at(board, place): (board, place) for board in NUMBERS for place in NUMBERS}
"""The board and the place of each cell."""


def sign_of(signs: dict[int, str]) -> str:
    """Return who has three in a row of nine signs, `=` for nobody, `.` if it is open yet."""
    for sign in "xo":
        if any(all(signs[number] == sign for number in line) for line in LINES):
            return sign
    return "." if "." in signs.values() else "="


def marks_of(taken: list[Cell]) -> dict[Cell, str]:
    marks = dict.fromkeys(NUMBERS_OF, ".")
    for number, cell in enumerate(taken):
        marks[cell] = "xo"[number % 2]
    return marks


def signs_of_boards(taken: list[Cell]) -> dict[int, str]:
    marks = marks_of(taken)
    return {
        board: sign_of({place: marks[cell_at(board, place)] for place in NUMBERS})
        for board in NUMBERS
    }


def next_board(taken: list[Cell]) -> int | None:
    """Return the board to which the last move sends; None if it sends to no board."""
    if not taken:
        return None
    _, place = NUMBERS_OF[taken[-1]]
    return place if signs_of_boards(taken)[place] == "." else None


def fault_of_move(taken: list[Cell], cell: Cell) -> str | None:
    if cell not in NUMBERS_OF:
        return "off-board"
    if cell in taken:
        return "occupied"
    board, _ = NUMBERS_OF[cell]
    if signs_of_boards(taken)[board] != ".":
        return "board-closed"
    if next_board(taken) not in (None, board):
        return "wrong-board"
    if not taken and cell == MIDDLE:
        return "centre-barred"
    return None


# -------------------------------------------------------------------------- what a text says


@dataclass
class Said:
    what: str
    seat: str | None = None
    cells: list[Cell] = field(default_factory=list)


def tokens_of(text: str) -> list[str]:
    """Return the pieces of a text; a board and a place in it are the name of their cell."""

    def cell_meant(numbers: re.Match) -> str:
        return name_of(cell_at(int(numbers[1]), int(numbers[2]))).lower()

    with_dots = r"(?<![a-z0-9.])([1-9])\.([1-9])(?!\.*[a-z0-9])"
    pieces = " ".join(pieces_of(re.sub(with_dots, cell_meant, as_it_counts(text).lower())))
    return re.sub(r"\bboard ([1-9]) place ([1-9])\b", cell_meant, pieces).split()


def what_is_said(tokens: list[str], speaker: str) -> Said:
    if tokens == ["concede"]:
        return Said("concede")
    seat = seat_named_first(tokens, speaker)
    if seat is not None:
        return Said("first", seat=seat)
    cells = cells_in(tokens)
    return Said("move" if len(tokens) == len(cells) == 1 else "malformed", cells=cells)


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """The seat that began the first game, if known, and the cells taken in each game, in order."""

    beginner: str | None = None
    games: list[list[Cell]] = field(default_factory=lambda: [[]])

    @property
    def phase(self) -> str:
        return "choice" if self.beginner is None else "moves"

    @property
    def mover(self) -> str:
        if self.beginner is None:
            return "dmo"
        x = self.x_in(len(self.games))
        return x if len(self.games[-1]) % 2 == 0 else other_seat(x)

    def x_in(self, game: int) -> str | None:
        return self.beginner if game % 2 == 1 else other_seat(self.beginner)

    def boards_won(self) -> Counter[str]:
        """Return how many local boards each seat has won in all games."""
        won: Counter[str] = Counter(ec=0, dmo=0)
        for game, taken in enumerate(self.games, start=1):
            signs = [*signs_of_boards(taken).values()]
            won[self.x_in(game)] += signs.count("x")
            won[other_seat(self.x_in(game))] += signs.count("o")
        return won


class Match(MatchOfAnyGame):
    """One match as it stands."""

    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, settings.reserve, drawn)
        self.state = State()
        self.ask_who_begins(Fraction(0))

    def to_act_now(self) -> list[str]:
        return [self.mover]

    def position(self) -> dict:
        state, taken = self.state, self.state.games[-1]
        signs = signs_of_boards(taken)
        won = {((board - 1) % 3 + 1, (board - 1) // 3 + 1): signs[board] for board in NUMBERS}
        return {
            "game": len(state.games),
            "x": state.beginner and state.x_in(len(state.games)),
            "board": rows_of(marks_of(taken)),
            "won": rows_of(won),
            "next": next_board(taken),
            "boards": {"ec": 0, "dmo": 0} if state.beginner is None else state.boards_won(),
        }

    def begin(self, mover: str, instant: Fraction) -> None:
        self.state.beginner = mover
        self.open_turn(instant)

    def open_turn(self, instant: Fraction) -> None:
        self.open(BankTurn(self.mover, self.settings.turn), instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.phase == "choice":
            self.let_lots_fall_due(instant)
        else:
            self.end(other_seat(self.mover), "out-of-time", instant)

    def understood(self, text: str, seat: str) -> Said | None:
        tokens = tokens_of(text)
        is_said = are_for_the_dealer(tokens_in(tokens), TELLING_WORDS, OTHER_WORDS)
        return what_is_said(tokens, seat) if is_said else None

    def hear_what_is_asked(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if self.phase == "choice":
            return self.hear_who_begins(instant, action)
        if action.what == "first":
            return Refusal("wrong-phase")
        return self.hear_move(instant, action.cells[0])

    def hear_move(self, instant: Fraction, cell: Cell) -> Refusal | None:
        taken, mover = self.state.games[-1], self.mover
        fault = fault_of_move(taken, cell)
        if fault is not None:
            return Refusal(fault, [cell])
        self.pay(instant)
        taken.append(cell)
        sign = sign_of(signs_of_boards(taken))
        if sign in "xo":
            self.end(mover, "line", instant)
        elif sign == "=" and len(self.state.games) == self.settings.games:
            won = self.state.boards_won()
            self.end("ec" if won["ec"] > won["dmo"] else "dmo", "most-boards", instant)
        else:
            if sign == "=":
                self.state.games.append([])
            self.open_turn(instant)
        return None


# -------------------------------------------------------------------------------- the referee

REFEREES = {"ultimate-tic-tac-toe": new_referee("ultimate-tic-tac-toe", Settings, OPTIONS, Match)}
