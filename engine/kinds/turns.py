"""Games of turns in which nothing is hidden: who begins, clocks, take-backs, late movers.

A game declares its sentences and its options, and writes `start`, `read_move`, `write_move`,
`moves` and `play`. With `rebuilt` and `value`, the Dealer plays it as well.
"""

from abc import abstractmethod
from collections.abc import Hashable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import ClassVar, Final, Generic, TypeVar

from engine.clocks import Bank, Deadline, Reserve, Seconds, Timing
from engine.first_seat import (
    CHOICE,
    FIRST_WORDS,
    LOT,
    OTHER_CHOICES,
    FirstSeatChoice,
    draw_first,
    read_first,
    settle_first,
)
from engine.game import (
    NOTHING_HELD,
    OUT_OF_TIME,
    TAKE_BACK,
    Game,
    GameView,
    Outcome,
    Reason,
    TakeBack,
)
from engine.grids.grid import Cell
from engine.notation import CONCEDE, Token, one_of, tokens
from engine.options import Unheld
from engine.refusals import NotASubmission, Refusal, untimely
from engine.seats import SEATS, Seat

TAKE_BACK_WORDS: Final = (("takeback",), ("take", "back"), ("undo",))
OTHER_TAKE_BACKS: Final = {
    "take it back": "takeback",
    "take that back": "takeback",
    "undo that": "undo",
}
TAKE_BACK_GRAMMAR: Final = f"""take-back  = {one_of(TAKE_BACK_WORDS[0])} / "take" S "back" / "undo"
"""
NOT_NOW: Final = untimely(
    "wrong-phase",
    "You can't do that now. Who goes first is decided at the start (`first me` or "
    "`first them`); after that come moves such as `{example}`.",
)
SINGLE_WORDS: Final = frozenset({"first", "takeback", "undo", CONCEDE})
"""Words that are no small talk, unlike `me` and `back`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnState(GameView):
    """The common part of the states of these games.

    Attributes:
        to_move: The seat to move; None until it is known who begins.
        chooser: The seat that says who begins.
        turns: The number of turns so far.
        lot_due: True if a lot has to decide who begins.
    """

    to_move: Seat | None = None
    chooser: Seat = Seat.DMO
    turns: int = 0
    lot_due: bool = False


S = TypeVar("S", bound=TurnState)
M = TypeVar("M")
V = TypeVar("V", bound=GameView)


class TurnGame(Game[S, M | FirstSeatChoice, V], Generic[S, M, V]):
    """The rules of a game of turns; its options are declared by the game.

    Attributes:
        malformed: The refusal of words and cells that make no action.
        own_words: The words that can be typed beside a move's cells.
        move_words: The words that make a text a move, without any cell.
        own_other_words: Words of moves that players type by mistake, with the words they mean.
        own_grammar: The rule `move` of its notation, and those that it needs.
        turn: The time of a turn without reserve, in seconds.
        reserve: Each seat's reserve for the whole match, in seconds.
        choice: The time to say who goes first, in seconds.
        takeback: The time in which a move can be taken back, in seconds; in games that declare no
            such option, a move is final at once.
        unheld: The seats whose moves are final at once, in games that declare `takeback`.
    """

    reasons: ClassVar[AbstractSet[Reason]] = frozenset()
    malformed: ClassVar[Refusal]
    own_words: ClassVar[frozenset[str]] = frozenset()
    move_words: ClassVar[frozenset[str]] = frozenset()
    own_other_words: ClassVar[dict[str, str]] = {}
    own_grammar: ClassVar[str]
    turn: Seconds
    reserve: Seconds
    choice: Seconds
    takeback: Seconds = Seconds(0)
    unheld: Unheld | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # An option, declared as a field, stands in the class in place of the usual zero.
        takes_back = cls.takeback != TurnGame.takeback
        cls.words = cls.own_words.union(cls.move_words, {CONCEDE}, FIRST_WORDS)
        cls.other_words = {**OTHER_CHOICES, **cls.own_other_words}
        if takes_back:
            cls.words = cls.words.union(*TAKE_BACK_WORDS)
            cls.other_words |= OTHER_TAKE_BACKS
        cls.reasons = {*cls.reasons, OUT_OF_TIME}
        cls.grammar = f"""
action     = move{" / take-back" if takes_back else ""} / {CHOICE}
{cls.own_grammar.strip()}
{TAKE_BACK_GRAMMAR if takes_back else ""}lot        = {LOT}
"""

    @abstractmethod
    def start(self) -> S:
        """Return the state before it is known who begins."""

    @abstractmethod
    def read_move(self, typed: tuple[Token, ...], cells: tuple[Cell, ...]) -> M:
        """Return the move that words and cells make; `cells` are those among them.

        Raises:
            Malformed: They make none.
        """

    @abstractmethod
    def write_move(self, move: M) -> str:
        """Return a move as it is typed, the same for either seat."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Iterator[M]:
        """Yield a seat's legal moves, in a fixed order."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """Return the state after a move, with the seat to move then.

        Raises:
            Illegal: The rules forbid it.
        """

    def begun(self, state: S, first: Seat) -> S:
        """Return the state once it is known who begins."""
        return replace(state, to_move=first, lot_due=False)

    def rebuilt(self, view: V) -> S:
        """Return the state that a view shows, for the common opponent to think about."""
        raise NotImplementedError

    def value(self, state: S, seat: Seat) -> float:  # noqa: ARG002 - some have nothing to count
        """Return the logarithm of a seat's odds in an undecided state, as they seem at a glance.

        It is infinite where no move can change the winner any more.
        """
        return 0.0

    def key(self, state: S) -> Hashable:
        """Return the common key of states that are worth the same to the seat to move."""
        return state

    @property
    def starting_reserve(self) -> Reserve:
        return self.reserve

    def begin(self) -> S:
        """Begin with the first move, if the host has said whose it is; else with the choice."""
        state = self.start()
        return self.begun(state, self.first) if self.first else state

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the chooser, then the mover."""
        if state.lot_due or state.outcome:
            return ()
        return (state.to_move or state.chooser,)

    def timing(self, state: S) -> Timing | None:
        """Return a plain limit for the choice, a bank clock for each move."""
        if state.lot_due or state.outcome:
            return None
        if state.to_move is None:
            return Timing(state.turns, Deadline(self.choice))
        return Timing(1 + state.turns, Bank(self.turn), state.to_move)

    def read_plain(self, state: S, seat: Seat, text: str) -> M | FirstSeatChoice | TakeBack:  # noqa: ARG002
        """Read a move, a take-back, or the choice of who begins."""
        typed = tokens(text, self.words, self.suffixes)
        cells = tuple(token for token in typed if isinstance(token, Cell))
        if cells or not self.move_words.isdisjoint(typed):
            return self.read_move(typed, cells)
        if typed in TAKE_BACK_WORDS:
            return TAKE_BACK
        if typed[:1] == ("first",):
            return read_first(typed, seat, self.malformed)
        if SINGLE_WORDS.isdisjoint(typed) and ("take", "back") not in pairwise(typed):
            raise NotASubmission
        raise self.malformed()

    def write(self, action: M | FirstSeatChoice | TakeBack) -> str:
        if isinstance(action, FirstSeatChoice | TakeBack):
            return str(action)
        return self.write_move(action)

    def legal(self, state: S, seat: Seat) -> Iterator[M | FirstSeatChoice]:
        """Return both choices, or every legal move."""
        if seat not in self.to_act(state):
            return iter(())
        if state.to_move is None:
            return map(FirstSeatChoice, SEATS)
        return self.moves(state, seat)

    def act(self, state: S, seat: Seat, action: M | FirstSeatChoice | TakeBack) -> S:
        """Name who begins, or move.

        Raises:
            Illegal: The rules forbid the move.
            OutOfOrder: `wrong-phase` or `nothing-held`.
        """
        if isinstance(action, FirstSeatChoice):
            if state.to_move is not None:
                raise NOT_NOW(example=self.examples[0])
            return self.begun(state, action.first)
        if state.to_move is None:
            raise NOT_NOW(example=self.examples[0])
        if isinstance(action, TakeBack):
            raise NOTHING_HELD()
        return self.play(state, seat, action)

    def take_back_seconds(self, seat: Seat, action: M | FirstSeatChoice) -> Seconds:
        """Return the seconds for taking back a move; the choice of who begins has none."""
        is_final = isinstance(action, FirstSeatChoice) or self.unheld in (seat, Unheld.BOTH)
        return Seconds(0) if is_final else self.takeback

    def expire(self, state: S) -> S:
        """Leave a late choice to a lot; declare a late mover's loss."""
        if state.to_move is None:
            return replace(state, lot_due=True)
        return replace(state, outcome=Outcome(state.to_move.opponent, OUT_OF_TIME))

    def draw(self, state: S, generator: Random) -> str | None:
        return draw_first(generator) if state.lot_due else None

    def settle(self, state: S, lot: str) -> S:
        return self.begun(state, settle_first(lot))
