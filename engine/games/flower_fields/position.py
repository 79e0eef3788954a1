"""A state of the Flower Fields, what is seen of it, and the effect of each legal action."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from engine.first_seat import FirstSeatChoice
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
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS, Seat, Viewer
from engine.words.sentences import Sentence

NO_LIVES: Final = Reason("no-lives", Sentence("{loser} has no lives left"))
FULL_BOARD: Final = Reason("full-board", Sentence("The board is full"))


class Phase(StrEnum):
    """The phases of a match.

    After the word `challenge` only two fields will do, after a claim that takes the last life only
    an answer; on a full board there is one challenge more.
    """

    HIDING = "hiding"
    CHOICE = "choice"
    TURN = "turn"
    CHALLENGE = "challenge"
    ANSWER = "answer"
    FINAL = "final"


# Actions


@dataclass(frozen=True, slots=True)
class Hiding:
    """Two flowers to hide."""

    flowers: tuple[Flower, ...]


@dataclass(frozen=True, slots=True)
class Plant:
    """One flower or two to plant."""

    flowers: tuple[Flower, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """The two fields of a challenge, four cells each."""

    fields: tuple[Field, Field]


class Word(StrEnum):
    """Actions without cells."""

    CHALLENGE = "challenge"
    GIVE_UP = "give up"
    DOUBT = "doubt"
    ACCEPT = "accept"
    PASS = "pass"  # noqa: S105 - no password, a word of the game


FlowerFieldsAction: TypeAlias = Hiding | Plant | Claim | Word | FirstSeatChoice


# Effects of actions


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


Event: TypeAlias = Planting | Challenged | Doubted | Said


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicState(GameView):
    """A state as everybody sees it.

    Attributes:
        ec_lives: The EC's lives; they may be below zero.
        dmo_lives: The DMO's.
        turns: The number of phases and turns since flowers were hidden.
        to_move: The seat whose turn it is; None until it is known who begins.
        lot_due: True if a lot has to decide who begins.
        submitted: The seats whose hidden flowers are in, if any are hidden.
        bed: The visible flowers.
        events: The effects of all actions, oldest first.
    """

    ec_lives: int
    dmo_lives: int
    turns: int = 0
    to_move: Seat | None = None
    lot_due: bool = False
    submitted: tuple[Seat, ...] = ()
    bed: Bed = Bed()
    events: tuple[Event, ...] = ()

    def lives(self, seat: Seat) -> int:
        """Return a seat's lives."""
        return self.ec_lives if seat is Seat.EC else self.dmo_lives

    def is_out(self, seat: Seat) -> bool:
        """Return whether a seat has no lives left."""
        return self.lives(seat) <= 0

    @property
    def phase(self) -> Phase:
        """The phase of the match."""
        if not self.turns:
            return Phase.HIDING
        if self.to_move is None:
            return Phase.CHOICE
        if self.doubtful and self.is_out(self.to_move):
            return Phase.ANSWER
        if isinstance(self.latest, Said) and self.latest.word is Word.CHALLENGE:
            return Phase.CHALLENGE
        return Phase.FINAL if self.bed.is_full else Phase.TURN

    @property
    def latest(self) -> Event | None:
        """The effect of the latest action; None before the first turn's."""
        return self.events[-1] if self.events else None

    @property
    def doubtful(self) -> Challenged | None:
        """The claim that the seat whose turn it is may doubt."""
        claim = self.latest
        return claim if isinstance(claim, Challenged) and claim.has_unseen else None

    @property
    def exploded(self) -> tuple[Cell, ...]:
        """The cells where a hidden flower blew up, in order of time."""
        plantings = (event for event in self.events if isinstance(event, Planting))
        return tuple(cell for planting in plantings for cell in planting.exploded)

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The cells of the planting that the seat whose turn it is can challenge."""
        planting = self.bed.latest(self.to_move.opponent) if self.to_move else None
        return planting.cells if planting else ()

    @property
    def fresh(self) -> tuple[Cell, ...]:
        """The cells of the latest planting, even if it ended the match."""
        return self.latest.cells if isinstance(self.latest, Planting) else self.marked

    @property
    def undone(self) -> tuple[Flower, ...]:
        """The flowers that the latest action took away."""
        return self.latest.undone if isinstance(self.latest, Challenged) else ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """Both fields of the claim that the latest action made or doubted; empty after others."""
        return self.latest.fields if isinstance(self.latest, Challenged | Doubted) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowerPosition(PublicState):
    """A state of the game.

    Attributes:
        ec_hidden: The EC's hidden flowers as submitted.
        dmo_hidden: The DMO's.
    """

    ec_hidden: tuple[Flower, ...] = ()
    dmo_hidden: tuple[Flower, ...] = ()

    def hidden(self, seat: Seat) -> tuple[Flower, ...]:
        """Return a seat's hidden flowers as submitted."""
        return self.ec_hidden if seat is Seat.EC else self.dmo_hidden

    def with_hidden(self, seat: Seat, flowers: tuple[Flower, ...]) -> "FlowerPosition":
        """Return the state with a seat's hidden flowers replaced."""
        submitted = tuple(other for other in SEATS if other in {seat, *self.submitted})
        state = replace(self, submitted=submitted)
        is_ec = seat is Seat.EC
        return replace(state, ec_hidden=flowers) if is_ec else replace(state, dmo_hidden=flowers)

    def fate(self, seat: Seat, flower: Flower) -> Fate:
        """Return the fate of one of a seat's hidden flowers."""
        if flower.cell in {other.cell for other in self.hidden(seat.opponent)}:
            return Fate.CANCELLED
        return Fate.EXPLODED if flower.cell in self.exploded else Fate.LIVE

    def live_colors(self, seat: Seat) -> dict[Cell, FlowerColor]:
        """Return the colours of a seat's live hidden flowers by cell."""
        return {
            flower.cell: flower.color
            for flower in self.hidden(seat)
            if self.fate(seat, flower) is Fate.LIVE
        }

    def is_true(self, seat: Seat, fields: tuple[Field, Field], bed: Bed) -> bool:
        """Return whether a bed and a seat's live hidden flowers make its claim true."""
        colors = {**self.live_colors(seat), **bed.colors}
        return colors.keys() >= {*fields[0], *fields[1]} and are_alike(fields, colors)

    def opening(self, mover: Seat | None) -> "FlowerPosition":
        """Return the state in which the next phase or turn begins."""
        return replace(self, turns=self.turns + 1, to_move=mover, lot_due=False)

    # Effects of allowed actions

    def plant(self, seat: Seat, flowers: tuple[Flower, ...]) -> "FlowerPosition":
        """Plant; it costs a life for each hidden flower that blows up."""
        live = {cell for hider in SEATS for cell in self.live_colors(hider)}
        exploded = tuple(flower.cell for flower in flowers if flower.cell in live)
        planting = Planting(seat, flowers, exploded)
        state = self._with(planting, bed=self.bed.with_planting(planting))
        return state._with_lives(seat, -len(exploded))._go_on(seat.opponent)

    def challenge(
        self, seat: Seat, fields: tuple[Field, Field], planting: Planting
    ) -> "FlowerPosition":
        """Claim that a planting of the opponent makes two fields alike.

        The visible flowers decide it; if not all of its cells are visible, it is declared
        successful, and nobody looks at the hidden ones: the time taken gives nothing away.
        """
        has_unseen = bool(self.bed.unseen(fields[0] + fields[1]))
        succeeded = has_unseen or are_alike(fields, self.bed.colors)
        is_undone = succeeded and not self.bed.is_full
        undone = planting.flowers if is_undone else ()
        bed = self.bed.without(planting) if is_undone else self.bed
        state = self._with(Challenged(seat, fields, has_unseen, succeeded, undone), bed=bed)
        return state._cost(seat.opponent if succeeded else seat, seat)

    def doubt(self, claim: Challenged) -> "FlowerPosition":
        """Doubt the claim just made."""
        challenger, defender = claim.seat, claim.seat.opponent
        bed = self.bed.with_planting(Planting(defender, claim.undone))
        if self.is_true(challenger, claim.fields, bed):
            failed = self._with(Doubted(defender, claim.fields, succeeded=False))
            return failed._with_lives(defender, -1)._go_on(defender)
        doubted = Doubted(defender, claim.fields, succeeded=True, put_back=claim.undone)
        state = self._with(doubted, bed=bed)._with_lives(defender, 1)
        return state._with_lives(challenger, -1)._go_on(challenger)

    def say(self, seat: Seat, word: Word, *, by_clock: bool = False) -> "FlowerPosition":
        """Say a word that does not doubt; giving up counts as a wrong challenge."""
        state = self._with(Said(seat, word, by_clock))
        if word is Word.GIVE_UP:
            return state._cost(seat, seat)
        if word is Word.PASS:
            return state._count_out(seat)
        # Only who accepts a claim may be out.
        return state._lost(seat) if self.is_out(seat) else state

    def _with(self, event: Event, **changes: Any) -> "FlowerPosition":
        return replace(self, events=(*self.events, event), **changes)

    def _with_lives(self, seat: Seat, change: int) -> "FlowerPosition":
        if seat is Seat.EC:
            return replace(self, ec_lives=self.ec_lives + change)
        return replace(self, dmo_lives=self.dmo_lives + change)

    def _cost(self, loser: Seat, challenger: Seat) -> "FlowerPosition":
        """Let a challenge cost a life; unless it was the one at the end, its loser moves next."""
        state = self._with_lives(loser, -1)
        return state._count_out(challenger) if self.bed.is_full else state._go_on(loser)

    def _count_out(self, challenger: Seat) -> "FlowerPosition":
        """End the match on a full board, which the challenger's opponent filled."""
        planter = challenger.opponent
        lead = self.lives(planter) - self.lives(challenger)
        reason = NO_LIVES if any(map(self.is_out, SEATS)) else FULL_BOARD
        return replace(self, outcome=Outcome(planter if lead >= 0 else challenger, reason))

    def _go_on(self, mover: Seat) -> "FlowerPosition":
        """Begin the next turn, unless a seat has no lives left, nor a claim to doubt."""
        out = None if self.doubtful else next(filter(self.is_out, SEATS), None)
        return self._lost(out) if out else self.opening(mover)

    def _lost(self, loser: Seat) -> "FlowerPosition":
        return replace(self, outcome=Outcome(loser.opponent, NO_LIVES))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowerFieldsView(PublicState):
    """A state as a viewer sees it.

    Attributes:
        side: The number of cells in a row of the board.
        doubting: True in Doubting Flower Field.
        third: The name of the third colour in this game.
        own: The viewer's own hidden flowers as submitted, whatever became of them; empty for the
            public, and if there are none.
        hidden: All hidden flowers, once the match is over.
        row_one: The place of row 1 in the picture.
        viewer: The seat that looks on; None for the public.
    """

    side: int
    doubting: bool
    third: str
    own: tuple[Flower, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    row_one: RowOne
    viewer: Viewer

    def color_name(self, color: FlowerColor) -> str:
        """Return a colour's name in this game."""
        return color_names(self.third)[color]
