"""Black Hole: the discs around the one cell that stays empty count against you.

The rules are those of docs/rulings/black-hole.md.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import ClassVar, Final, TypeAlias

from engine.clocks import Seconds
from engine.game import AnyGame, Json, Reason
from engine.grids.grid import NO_CELL, Cell
from engine.kinds.grid_game import GridPosition, GridState, GridView, WordGame
from engine.kinds.grid_texts import GridTexts
from engine.kinds.scene import Owner, Piece, Scene, cells_of, counted
from engine.options import UNHELD, Unheld, option, time_limit, time_option, whole
from engine.refusals import Refusal, illegal, malformed
from engine.seats import SEATS, Seat
from engine.texts import Seating
from engine.words.sentences import Joined, Sentence, Words, listing

ROWS: Final = ("A", "BC", "DEF", "GHIJ", "KLMNO", "PQRSTU")
CELLS: Final = cells_of(ROWS)
STEPS: Final = {(-1, 0), (1, 0), (-1, 1), (0, 1), (0, -1), (1, -1)}
"""The neighbours of a cell: columns to the right, and rows up."""
BESIDE: Final = {
    letter: [other for other, (x, y) in CELLS.items() if (x - column, y - row) in STEPS]
    for letter, (column, row) in CELLS.items()
}
DRAWS_AT_END: Final = 3

NO_SUCH_CELL: Final = illegal("off-board", "There is no cell {letter}: they are called A to U.")
OCCUPIED: Final = illegal("occupied", "There is already a disc on {letter}.")
GAMES: Final = Reason("games", Sentence("{loser} hasn't won more games"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Discs(GridPosition):
    """The discs of this game, and the count of those before.

    Attributes:
        laid: The cells of the discs, in order: 1, 1, 2, 2 and so on, by turns.
        game: The number of this game in the match, from 1.
        won: The numbers of games that EC and DMO have won.
        drawn: The number of drawn games.
    """

    laid: str = ""
    game: int = 1
    won: tuple[int, int] = (0, 0)
    drawn: int = 0

    @property
    def numbers(self) -> Mapping[str, tuple[Seat, int]]:
        """The seat and the number of each disc, by its cell."""
        seats = SEATS if self.first is Seat.EC else SEATS[::-1]
        return {cell: (seats[place % 2], place // 2 + 1) for place, cell in enumerate(self.laid)}

    @property
    def empty(self) -> str:
        """The cells without a disc."""
        return "".join(cell for cell in CELLS if cell not in self.laid)

    def sums(self, hole: str) -> tuple[int, int]:
        """Return the sums of the EC's and the DMO's discs around a cell."""
        numbers = self.numbers
        beside = [numbers[cell] for cell in BESIDE[hole] if cell in numbers]
        ec, dmo = (sum(number for owner, number in beside if owner is seat) for seat in SEATS)
        return ec, dmo


BlackHoleState: TypeAlias = GridState[Discs, str]
BlackHoleView: TypeAlias = GridView[Discs, str]


@dataclass(frozen=True, kw_only=True)
class BlackHole(WordGame[Discs]):
    """The rules, with a match's options.

    >>> game = BlackHole(first=Seat.EC)
    >>> game.position(game.act(game.begin(), Seat.EC, "E"))["board"]
    './../.A./..../...../......'
    """

    name: ClassVar[str] = "black-hole"
    title: ClassVar[str] = "Black Hole"
    summary: ClassVar[str] = "lay discs from 1 to 10: those around the last empty cell count"
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({GAMES})
    names: ClassVar[Mapping[str, str]] = {letter.lower(): letter for letter in ascii_uppercase}
    own_grammar: ClassVar[str] = "move       = ALPHA"
    malformed: ClassVar[Refusal] = malformed("A move is one letter, such as `K`.")
    examples: ClassVar[tuple[str, ...]] = ("K", "k", "takeback", "first ec")
    top_right: ClassVar[Cell] = NO_CELL
    initial: ClassVar[Discs] = Discs()

    wins: int = option(whole(1, 9), 2, "Games won that win the match (2)")
    turn: Seconds = time_limit(Seconds(45), "for each turn")
    reserve: Seconds = time_option(Seconds(180), "of reserve for the whole match")
    takeback: Seconds = time_limit(Seconds(5), "in which a move can be taken back")
    unheld: Unheld | None = option(UNHELD, None)
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")

    def check(self, state: BlackHoleState, seat: Seat, move: str) -> None:  # noqa: ARG002 - both are alike
        if move not in CELLS:
            raise NO_SUCH_CELL(letter=move)
        if move in state.position.laid:
            raise OCCUPIED(letter=move)

    def play(self, state: BlackHoleState, seat: Seat, move: str) -> BlackHoleState:
        discs = replace(state.position, laid=state.position.laid + move)
        if len(discs.empty) > 1:
            return state.after(discs, seat.opponent)
        ec, dmo = discs.sums(discs.empty)
        games_of_ec, games_of_dmo = discs.won
        won = games_of_ec + (ec < dmo), games_of_dmo + (dmo < ec)
        drawn = discs.drawn + (ec == dmo)
        discs = replace(discs, won=won, drawn=drawn)
        if self.wins in won or drawn == DRAWS_AT_END:
            return state.won(discs, Seat.EC if won[0] > won[1] else Seat.DMO, GAMES)
        begins = discs.first.opponent if discs.first and ec == dmo else None
        following = replace(discs, first=begins, laid="", game=discs.game + 1)
        return state.next_game(discs, following, begins, Seat.EC if dmo < ec else Seat.DMO)

    def value(self, state: BlackHoleState, seat: Seat) -> float:
        """Return the lead in games, and in sums as if each empty cell were as likely the hole."""
        discs = state.position
        leads = [dmo - ec for ec, dmo in map(discs.sums, discs.empty)]
        value = SUM * sum(leads) / len(leads) + GAME * (discs.won[0] - discs.won[1])
        return value if seat is Seat.EC else -value

    def tally(self, state: BlackHoleState) -> tuple[int, int]:
        return state.position.won

    def position(self, state: BlackHoleState) -> Json:
        """Return the discs row by row from the top: EC's are `A` to `J`, DMO's `a` to `j`."""
        discs = state.position
        signs = {
            cell: chr(ord("A" if seat is Seat.EC else "a") + number - 1)
            for cell, (seat, number) in discs.numbers.items()
        }
        return {
            "game": discs.game,
            "first": discs.first,
            "board": "/".join("".join(signs.get(cell, ".") for cell in row) for row in ROWS),
            "games": dict(zip(SEATS, discs.won, strict=True)),
            "drawn": discs.drawn,
        }

    def scene(self, state: BlackHoleState) -> Scene:
        shown = state.shown
        return Scene(
            last=CELLS["U"]._replace(row=len(ROWS) - 1),
            pieces=tuple(
                (CELLS[cell], Piece(Owner(seat), str(number)))
                for cell, (seat, number) in shown.numbers.items()
            ),
            latest=tuple(CELLS[cell] for cell in shown.laid[-1:]),
            counters=counted("GAMES", shown.won),
            centred=ROWS,
        )


SUM, GAME = 0.3, 2.0
"""The log odds of winning for a lead of one in the sums, and in games."""


class BlackHoleTexts(GridTexts):
    """The game's own words."""

    title: ClassVar[str] = BlackHole.title
    words: ClassVar[Mapping[str, Words]] = {**GridTexts.words, **{cell: cell for cell in CELLS}}
    typed: ClassVar[Sentence] = Sentence("the letter of an empty cell, such as `K`.")
    counted: ClassVar[Sentence] = Sentence("Games won: {counts}.")

    def rules(self) -> Words:
        return Sentence(
            "Type the letter of an empty cell, such as `K`, to lay your lowest disc there; each of "
            "you has discs from 1 to 10. The cell that stays empty is the black hole: your own "
            "discs right beside it are added up. The lower sum wins the game, and the loser says "
            "who begins the next one; after a draw, the player who didn't begin does. Enough games "
            "won (as a rule 2) win the match. The third drawn game ends it: more games won win, or "
            "the DMO if both won as many. 👀 means that I have your move: until it is final, "
            "`takeback` cancels it. If your time and reserve run out, you lose. `concede` ends the "
            "match at once."
        )

    def sayable(self, game: AnyGame, view: BlackHoleView) -> tuple[str, ...]:
        cells = view.position.empty if view.to_move else ""
        return (*super().sayable(game, view), *cells)

    def asked(self, who: str, view: BlackHoleView) -> Words:
        number = len(view.position.laid) // 2 + 1
        return Sentence("{who} lay your disc {number}.", who=who, number=number)

    def told(self, seating: Seating, view: BlackHoleView, seat: Seat, move: str) -> Words:
        discs, player = view.shown, seating.name(seat)
        _, number = discs.numbers[move]
        laid = Sentence("{who} lays {number} on {cell}.", who=player, number=number, cell=move)
        if len(discs.empty) > 1:
            return laid
        ec, dmo = discs.sums(discs.empty)
        sums = listing([f"{seating.name(Seat.EC)} {ec}", f"{seating.name(Seat.DMO)} {dmo}"])
        hole = Sentence("The black hole is {hole}: {sums}.", hole=discs.empty, sums=sums)
        winner = seating.name(Seat.EC if ec < dmo else Seat.DMO)
        won = Sentence("{player} wins game {game}.", player=winner, game=discs.game)
        drawn = Sentence("Game {game} is drawn.", game=discs.game)
        return Joined([laid, hole, drawn if ec == dmo else won])


TEXTS: Final = {BlackHole.name: BlackHoleTexts()}
