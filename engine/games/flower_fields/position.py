"""A state of the Flower Fields, and the effect of each legal action on it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from engine.game import GameView, Outcome, Reason
from engine.games.flower_fields.board import (
    Bed,
    Field,
    Flower,
    FlowerColor,
    Planting,
    are_alike,
    color_names,
)
from engine.games.flower_fields.notation import Word
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS, Seat, Viewer
from engine.words.sentences import Sentence

NO_LIVES: Final = Reason("no-lives", Sentence("{loser} has no lives left"))
FULL_BOARD: Final = Reason("full-board", Sentence("The board is full"))


class Phase(StrEnum):
    """The phases of a match."""

    HIDING = "hiding"
    CHOICE = "choice"
    TURN = "turn"
    FINAL = "final"


# Effects of the latest action


@dataclass(frozen=True, slots=True)
class Planted:
    """A planting; `exploded` are the cells where hidden flowers blew up, as typed."""

    seat: Seat
    flowers: tuple[Flower, ...]
    exploded: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenged:
    """A claim that two fields are alike.

    Attributes:
        fields: Both fields, as typed.
        has_unseen: True if any of their cells had no visible flower. Such a claim is always
            declared successful, so nothing here reveals whether it was true.
        undone: The flowers of the planting that was undone.
    """

    seat: Seat
    fields: tuple[Field, Field]
    has_unseen: bool
    succeeded: bool
    undone: tuple[Flower, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubted:
    """A doubt of the claim against a seat.

    Attributes:
        succeeded: True if the doubt was right: the claim was not true.
        put_back: The flowers of the planting that stands again.
    """

    seat: Seat
    fields: tuple[Field, Field]
    succeeded: bool
    put_back: tuple[Flower, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """A word that a seat has said; `by_clock` if it accepted a claim as its time ran out."""

    seat: Seat
    word: Word
    by_clock: bool = False


Event: TypeAlias = Planted | Challenged | Doubted | Said


class Fate(StrEnum):
    """The fate of a hidden flower."""

    LIVE = "live"
    EXPLODED = "exploded"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden flower as everybody sees it at the end."""

    seat: Seat
    flower: Flower
    fate: Fate


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A claim with unseen cells, which the defender may still doubt.

    Attributes:
        is_true: True if it was true, which nobody sees until it is doubted.
    """

    planting: Planting
    fields: tuple[Field, Field]
    is_true: bool


@dataclass(frozen=True, slots=True)
class FlowerPosition:
    """A state of the game; what views show as well is described there.

    Attributes:
        turns: The number of phases and turns so far.
        lot_due: True if a lot has to decide who begins.
        ec_hidden: The EC's hidden flowers as submitted; None before.
        doubtful: The claim that may be doubted.
    """

    phase: Phase
    ec_lives: int
    dmo_lives: int
    turns: int = 0
    to_move: Seat | None = None
    lot_due: bool = False
    bed: Bed = Bed()
    ec_hidden: tuple[Flower, ...] | None = None
    dmo_hidden: tuple[Flower, ...] | None = None
    exploded: tuple[Cell, ...] = ()
    committed: bool = False
    doubtful: Doubtful | None = None
    latest: Event | None = None
    earlier: tuple[Event, ...] = ()
    outcome: Outcome | None = None

    def lives(self, seat: Seat) -> int:
        """Return a seat's lives."""
        return self.ec_lives if seat is Seat.EC else self.dmo_lives

    def with_lives(self, seat: Seat, change: int) -> "FlowerPosition":
        """Return the state in which a seat has more lives, or fewer."""
        if seat is Seat.EC:
            return replace(self, ec_lives=self.ec_lives + change)
        return replace(self, dmo_lives=self.dmo_lives + change)

    def hidden(self, seat: Seat) -> tuple[Flower, ...] | None:
        """Return a seat's hidden flowers as submitted."""
        return self.ec_hidden if seat is Seat.EC else self.dmo_hidden

    def with_hidden(self, seat: Seat, flowers: tuple[Flower, ...]) -> "FlowerPosition":
        """Return the state with a seat's hidden flowers replaced."""
        is_ec = seat is Seat.EC
        return replace(self, ec_hidden=flowers) if is_ec else replace(self, dmo_hidden=flowers)

    def fate(self, seat: Seat, flower: Flower) -> Fate:
        """Return the fate of one of a seat's hidden flowers."""
        if flower.cell in {other.cell for other in self.hidden(seat.opponent) or ()}:
            return Fate.CANCELLED
        return Fate.EXPLODED if flower.cell in self.exploded else Fate.LIVE

    def live_colors(self, seat: Seat) -> dict[Cell, FlowerColor]:
        """Return the colours of a seat's live hidden flowers by cell."""
        return {
            flower.cell: flower.color
            for flower in self.hidden(seat) or ()
            if self.fate(seat, flower) is Fate.LIVE
        }

    @property
    def must_answer(self) -> bool:
        """True if only a doubt can save the seat whose turn it is."""
        is_lost = self.to_move is not None and self.lives(self.to_move) <= 0
        return self.doubtful is not None and is_lost

    def opening(self, phase: Phase, mover: Seat | None, **changes: Any) -> "FlowerPosition":
        """Return the state in which the next phase or turn begins."""
        fresh = {"committed": False, "doubtful": None, **changes}
        return replace(self, phase=phase, turns=self.turns + 1, to_move=mover, **fresh)

    def following(self, before: "FlowerPosition") -> "FlowerPosition":
        """Add the effects up to the state before, which the players remember."""
        if before.latest is None:
            return self
        return replace(self, earlier=(*before.earlier, before.latest))

    # Effects of allowed actions

    def plant(self, seat: Seat, flowers: tuple[Flower, ...]) -> "FlowerPosition":
        """Plant; it costs a life for each hidden flower that blows up."""
        live = {cell for other_seat in SEATS for cell in self.live_colors(other_seat)}
        exploded = tuple(flower.cell for flower in flowers if flower.cell in live)
        planted = replace(
            self.with_lives(seat, -len(exploded)),
            bed=self.bed.with_planting(Planting(seat, flowers)),
            exploded=self.exploded + exploded,
            latest=Planted(seat, flowers, exploded),
        )
        return planted._go_on(seat.opponent)

    def challenge(
        self, seat: Seat, fields: tuple[Field, Field], planting: Planting
    ) -> "FlowerPosition":
        """Claim that a planting of the opponent makes two fields alike.

        The visible flowers decide it; if not all of its cells are visible, it is declared
        successful.
        """
        if self.bed.unseen(fields[0] + fields[1]):
            return self._challenge_unseen(seat, fields, planting)
        if not are_alike(fields, self.bed.colors):
            failed = Challenged(seat, fields, has_unseen=False, succeeded=False)
            return replace(self, latest=failed)._fail(seat)
        won = Challenged(seat, fields, has_unseen=False, succeeded=True)
        if self.phase is Phase.FINAL:
            return replace(self, latest=won).with_lives(seat.opponent, -1)._count_out(seat)
        return self._undone(planting, won)._go_on(seat.opponent)

    def give_up(self, seat: Seat) -> "FlowerPosition":
        """Give up the challenge, which counts as a wrong one."""
        return replace(self, latest=Said(seat, Word.GIVE_UP))._fail(seat)

    def doubt(self, defender: Seat, doubtful: Doubtful) -> "FlowerPosition":
        """Doubt the claim just made."""
        if doubtful.is_true:
            failed = Doubted(defender, doubtful.fields, succeeded=False)
            return replace(self, latest=failed).with_lives(defender, -1)._go_on(defender)
        planting = doubtful.planting
        state = replace(
            self.with_lives(defender, 1).with_lives(defender.opponent, -1),
            bed=self.bed.with_planting(planting),
            latest=Doubted(defender, doubtful.fields, succeeded=True, put_back=planting.flowers),
        )
        return state._go_on(defender.opponent)

    def accept(self, defender: Seat, *, by_clock: bool = False) -> "FlowerPosition":
        """Let the claim just made stand: the turn goes on, or the match is over."""
        accepted = replace(self, doubtful=None, latest=Said(defender, Word.ACCEPT, by_clock))
        if not self.must_answer:
            return accepted
        return replace(accepted, outcome=Outcome(defender.opponent, NO_LIVES))

    def decline(self, seat: Seat) -> "FlowerPosition":
        """Decline the challenge at the end."""
        return replace(self, latest=Said(seat, Word.PASS))._count_out(seat)

    def _count_out(self, challenger: Seat) -> "FlowerPosition":
        """End the match on a full board, which the challenger's opponent filled."""
        planter = challenger.opponent
        lead = self.lives(planter) - self.lives(challenger)
        is_out = min(self.ec_lives, self.dmo_lives) <= 0
        reason = NO_LIVES if is_out else FULL_BOARD
        return replace(self, outcome=Outcome(planter if lead >= 0 else challenger, reason))

    def _challenge_unseen(
        self, seat: Seat, fields: tuple[Field, Field], planting: Planting
    ) -> "FlowerPosition":
        own, unseen = self.live_colors(seat), self.bed.unseen(fields[0] + fields[1])
        # A bluff takes as much work as the truth, so the time taken gives nothing away.
        colors = {**dict.fromkeys(unseen, FlowerColor.RED), **own, **self.bed.colors}
        are_own = own.keys() >= {*unseen}
        is_true = are_alike(fields, colors) and are_own
        won = Challenged(seat, fields, has_unseen=True, succeeded=True)
        doubtful = Doubtful(planting, fields, is_true)
        return self._undone(planting, won).opening(Phase.TURN, seat.opponent, doubtful=doubtful)

    def _undone(self, planting: Planting, won: Challenged) -> "FlowerPosition":
        """Undo a planting because of a claim; its planter loses a life."""
        latest = replace(won, undone=planting.flowers)
        state = replace(self, bed=self.bed.without(planting), latest=latest)
        return state.with_lives(planting.seat, -1)

    def _fail(self, challenger: Seat) -> "FlowerPosition":
        """Fail a challenge; unless it was the one at the end, the challenger gets another turn."""
        state = self.with_lives(challenger, -1)
        if self.phase is Phase.FINAL:
            return state._count_out(challenger)
        return state._go_on(challenger)

    def _go_on(self, mover: Seat) -> "FlowerPosition":
        """Begin the next turn, unless a seat has no lives left; only one can be out."""
        for seat in SEATS:
            if self.lives(seat) <= 0:
                outcome = Outcome(seat.opponent, NO_LIVES)
                return replace(self, doubtful=None, outcome=outcome)
        return self.opening(Phase.FINAL if self.bed.is_full else Phase.TURN, mover)


@dataclass(frozen=True, slots=True)
class FlowerFieldsView(GameView):
    """A state as a viewer sees it.

    Attributes:
        side: The number of cells in a row of the board.
        phase: The phase of the match.
        doubting: True in Doubting Flower Field.
        third: The name of the third colour in this game.
        flowers: The visible flowers, the first one and then the oldest first.
        ec_lives: The EC's lives; they may be below zero.
        dmo_lives: The DMO's.
        to_move: The seat whose turn it is; None until it is known who begins.
        committed: True if that seat has committed to a challenge but not named its fields yet.
        may_doubt: True if that seat may doubt the claim against it.
        must_answer: True if that seat must doubt or accept the claim, having no lives left.
        latest: The effect of the latest action; None before the first turn's.
        earlier: The effects of the actions before it, oldest first.
        marked: The cells of the planting that the seat whose turn it is can challenge.
        exploded: The cells where a hidden flower blew up, in order of time.
        submitted: The seats whose hidden flowers are in, while the other's may be awaited.
        own: The viewer's own hidden flowers as submitted, whatever became of them; empty for the
            public, and if there are none.
        hidden: All hidden flowers, once the match is over.
        row_one: The place of row 1 in the picture.
        viewer: The seat that looks on; None for the public.
    """

    side: int
    phase: Phase
    doubting: bool
    third: str
    flowers: tuple[Flower, ...]
    ec_lives: int
    dmo_lives: int
    to_move: Seat | None
    committed: bool
    may_doubt: bool
    must_answer: bool
    latest: Event | None
    earlier: tuple[Event, ...]
    marked: tuple[Cell, ...]
    exploded: tuple[Cell, ...]
    submitted: tuple[Seat, ...]
    own: tuple[Flower, ...]
    hidden: tuple[Hidden, ...]
    row_one: RowOne
    viewer: Viewer

    def lives(self, seat: Seat) -> int:
        """Return a seat's lives."""
        return self.ec_lives if seat is Seat.EC else self.dmo_lives

    def color_name(self, color: FlowerColor) -> str:
        """Return a colour's name in this game."""
        return color_names(self.third)[color]

    def is_out(self, seat: Seat) -> bool:
        """Return whether a seat has no lives left."""
        return self.lives(seat) <= 0

    @property
    def fresh(self) -> tuple[Cell, ...]:
        """The cells of the latest planting, even if it ended the match."""
        if isinstance(self.latest, Planted):
            return tuple(flower.cell for flower in self.latest.flowers)
        return self.marked

    @property
    def undone(self) -> tuple[Flower, ...]:
        """The flowers that the latest action took away."""
        return self.latest.undone if isinstance(self.latest, Challenged) else ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """Both fields of the claim that the latest action made or doubted; empty after others."""
        match self.latest:
            case Challenged(fields=fields) | Doubted(fields=fields):
                return fields
            case _:
                return ()
