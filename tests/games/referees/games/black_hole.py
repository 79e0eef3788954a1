"""A second referee of Black Hole, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. Of a match it keeps who began each game and the cells
that were covered in it, in order, and works all else out from them each time. A cell is its letter.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees.match import new_referee
from tests.games.referees.record import SEATS, other_seat, such_that, whole_number
from tests.games.referees.take_backs import OPTIONS as OPTIONS_OF_TURNS
from tests.games.referees.take_backs import Said, TakeBackMatch, is_submission, said_beside_moves
from tests.games.referees.take_backs import Settings as SettingsOfTurns
from tests.games.referees.values import BankTurn, Deadline, Refusal
from tests.games.referees.words.typed import pieces_of

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
ROWS = ("A", "BC", "DEF", "GHIJ", "KLMNO", "PQRSTU")
CELLS = "".join(ROWS)
PLACES = {cell: (row, place) for row, cells in enumerate(ROWS) for place, cell in enumerate(cells)}
DISCS = 20
"""The number of discs in a game."""
DRAWN_GAMES = 3
"""The number of drawn games that ends a match."""


# ---------------------------------------------------------------------------------- the record


@dataclass
class Settings(SettingsOfTurns):
    """The headers' settings."""

    turn: Fraction = Fraction(45)
    reserve: Fraction = Fraction(180)
    wins: int = 2


OPTIONS = {**OPTIONS_OF_TURNS, "wins": such_that(whole_number, range(1, 10).__contains__)}


# ---------------------------------------------------------------------------------- the board


def are_neighbours(cell: str, other: str) -> bool:
    (upper, place), (lower, other_place) = sorted((PLACES[cell], PLACES[other]))
    if upper == lower:
        return other_place - place == 1
    return lower - upper == 1 and other_place - place in (0, 1)


@dataclass
class Round:
    """One game of a match: the seat that began it, if known, and the cells covered, in order."""

    beginner: str | None = None
    covered: list[str] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return len(self.covered) == DISCS

    @property
    def mover(self) -> str:
        return self.owner_of(len(self.covered))

    def owner_of(self, disc: int) -> str:
        """Return whose a disc is, counted from 0 in the order in which they are laid."""
        return self.beginner if disc % 2 == 0 else other_seat(self.beginner)

    def board(self) -> str:
        signs = dict.fromkeys(CELLS, ".")
        for disc, cell in enumerate(self.covered):
            sign = ALPHABET[disc // 2]
            signs[cell] = sign.upper() if self.owner_of(disc) == "ec" else sign
        return "/".join("".join(signs[cell] for cell in row) for row in ROWS)

    def sums(self) -> dict[str, int]:
        """Return what each seat's discs beside the black hole add up to."""
        (hole,) = set(CELLS) - set(self.covered)
        sums = dict.fromkeys(SEATS, 0)
        for disc, cell in enumerate(self.covered):
            if are_neighbours(cell, hole):
                sums[self.owner_of(disc)] += disc // 2 + 1
        return sums

    def winner(self) -> str | None:
        """Return who has won a game that is over; None if it is drawn."""
        sums = self.sums()
        return None if sums["ec"] == sums["dmo"] else min(SEATS, key=sums.__getitem__)


# -------------------------------------------------------------------------- what a text says


def is_letter(token: str) -> bool:
    return len(token) == 1 and token in ALPHABET


def what_is_said(tokens: list[str], speaker: str) -> Said:
    said = said_beside_moves(tokens, speaker)
    if said or len(tokens) != 1 or not is_letter(tokens[0]):
        return said or Said("malformed")
    return Said("move", move=tokens[0].upper())


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """All games of the match, the present one included."""

    rounds: list[Round] = field(default_factory=lambda: [Round()])

    @property
    def phase(self) -> str:
        return "choice" if self.rounds[-1].beginner is None else "moves"

    @property
    def mover(self) -> str:
        if self.phase == "moves":
            return self.rounds[-1].mover
        return "dmo" if len(self.rounds) == 1 else other_seat(self.rounds[-2].winner())

    def winners(self) -> list[str | None]:
        return [game.winner() for game in self.rounds if game.is_over]


class Match(TakeBackMatch):
    """One match as it stands."""

    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, drawn, State())

    def position(self) -> dict:
        game, winners = self.state.rounds[-1], self.state.winners()
        return {
            "game": len(self.state.rounds),
            "first": game.beginner,
            "board": game.board(),
            "games": {seat: winners.count(seat) for seat in SEATS},
            "drawn": winners.count(None),
        }

    def begin(self, mover: str, instant: Fraction) -> None:
        self.state.rounds[-1].beginner = mover
        self.open(BankTurn(mover, self.settings.turn), instant)

    def make(self, cell: str, instant: Fraction) -> None:
        game = self.state.rounds[-1]
        game.covered.append(cell)
        if game.is_over:
            self.go_on_after(game, instant)
        else:
            self.open(BankTurn(self.mover, self.settings.turn), instant)

    def go_on_after(self, game: Round, instant: Fraction) -> None:
        """Begin the next game, or end the match."""
        winners = self.state.winners()
        ec, dmo = (winners.count(seat) for seat in SEATS)
        if self.settings.wins in (ec, dmo) or winners.count(None) == DRAWN_GAMES:
            self.end("ec" if ec > dmo else "dmo", "games", instant)
            return
        self.state.rounds.append(Round())
        if game.winner() is None:
            self.begin(other_seat(game.beginner), instant)
        else:
            self.open(Deadline(self.settings.choice), instant)

    def understood(self, text: str, seat: str) -> Said | None:
        tokens = pieces_of(text)
        return what_is_said(tokens, seat) if is_submission(tokens, is_letter) else None

    def hear_move(self, instant: Fraction, said: Said) -> Refusal | None:
        cell = said.move
        if cell not in CELLS:
            return Refusal("off-board")
        if cell in self.state.rounds[-1].covered:
            return Refusal("occupied")
        self.hold(cell, instant)
        return None


# -------------------------------------------------------------------------------- the referee

REFEREES = {"black-hole": new_referee("black-hole", Settings, OPTIONS, Match)}
