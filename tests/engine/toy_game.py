"""A small game for tests that demands everything of the shared parts that the larger games do.

Two 3x3 gardens. Each seat secretly hides a mine in the other's garden; both then bid secretly and
lock; the higher bid begins. A turn has two halves: plant a flower in one's own garden, lay a stone
in the other's. Planting on the mine costs a life. A challenge lengthens the turn. A seat that runs
out of time passes, and must remove a flower first. Both may agree to end it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Any, ClassVar, Final, TypeAlias

from engine.clocks import Deadline, Periods, Reserve, Seconds
from engine.game import TAKE_BACK, Game, GameView, Json, Outcome, Reason, TakeBack, Timing
from engine.grids.grid import Cell
from engine.notation import Token
from engine.options import SECONDS, WHOLE, option
from engine.refusals import Illegal, Malformed, NotASubmission, OutOfOrder, check_on_board
from engine.seats import PUBLIC, SEATS, Seat, Viewer

SIDE: Final = 3
CELLS: Final = tuple(Cell(column, row) for row in range(SIDE) for column in range(SIDE))
BIDS: Final = ("zero", "one", "two")
VERBS: Final = frozenset({"hide", "bid", "lock", "plant", "stone", "pass", "challenge"})
WORDS: Final = VERBS | {"agree", "remove", *BIDS}


class Phase(Enum):
    """The phases of a match."""

    HIDING = "hiding"
    BIDDING = "bidding"
    TURN = "turn"
    REMOVING = "removing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hide:
    """Put one's mine there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this much."""

    amount: int


@dataclass(frozen=True, slots=True)
class Halves:
    """One or both halves of a turn; a cell of None passes that half."""

    made: tuple[tuple[str, Cell | None], ...]


@dataclass(frozen=True, slots=True)
class Remove:
    """Take away one of one's own flowers."""

    cell: Cell


class Word(Enum):
    """An action of one word."""

    LOCK = "lock"
    PASS = "pass"
    CHALLENGE = "challenge"
    AGREE = "agree"


ToyAction: TypeAlias = Hide | Bid | Halves | Remove | Word


@dataclass(frozen=True, slots=True)
class Own:
    """What belongs to one seat."""

    mine: Cell | None = None
    bid: int | None = None
    locked: bool = False
    flowers: frozenset[Cell] = frozenset()
    stones: frozenset[Cell] = frozenset()
    lives: int = 2
    agrees: bool = False


@dataclass(frozen=True, slots=True)
class Gardens:
    """A state. `turns` counts phases and turns; `missing` are the halves still to be made."""

    ec: Own = Own()
    dmo: Own = Own()
    phase: Phase = Phase.HIDING
    turns: int = 0
    mover: Seat | None = None
    missing: frozenset[str] = frozenset()
    passed: int = 0
    challenged: bool = False
    passes_in_a_row: int = 0
    lots_due: bool = False
    outcome: Outcome | None = None

    def of(self, seat: Seat) -> Own:
        """A seat's own."""
        return self.ec if seat is Seat.EC else self.dmo

    def put(self, seat: Seat, **changes: Any) -> "Gardens":
        """The state with a seat's own changed."""
        return replace(self, **{seat.value: replace(self.of(seat), **changes)})


@dataclass(frozen=True, slots=True)
class ToyView(GameView):
    """What a viewer sees: the public position and their own secrets; everything after the end."""

    position: tuple[str, str, int, int]
    mover: Seat | None
    own: tuple[Cell | None, int | None] | None
    hidden: tuple[tuple[Cell | None, int | None], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Toy(Game[Gardens, ToyAction, ToyView]):
    """The rules."""

    name: ClassVar[str] = "toy"
    title: ClassVar[str] = "Two Gardens"
    words: ClassVar[frozenset[str]] = WORDS

    setup: Seconds = option(SECONDS, Seconds(600))
    bidding: Seconds = option(SECONDS, Seconds(90))
    turn: Seconds = option(SECONDS, Seconds(120))
    extra: Seconds = option(SECONDS, Seconds(60))
    period: Seconds = option(SECONDS, Seconds(30))
    periods: int = option(WHOLE, 3)
    remove: Seconds = option(SECONDS, Seconds(60))

    @property
    def starting_reserve(self) -> Reserve | None:
        """Whole periods."""
        return self.periods

    @property
    def reserve_period(self) -> Seconds:
        """The length of a period."""
        return self.period

    def begin(self) -> Gardens:
        """Nothing is hidden yet."""
        return Gardens()

    def to_act(self, state: Gardens) -> tuple[Seat, ...]:
        """The seats that have not hidden, or not locked; then the mover."""
        if state.lots_due or state.phase is Phase.OVER:
            return ()
        if state.phase is Phase.HIDING:
            return tuple(seat for seat in SEATS if state.of(seat).mine is None)
        if state.phase is Phase.BIDDING:
            return tuple(seat for seat in SEATS if not state.of(seat).locked)
        return (state.mover,) if state.mover else ()

    def hears(self, state: Gardens, seat: Seat, action: ToyAction | TakeBack | None) -> bool:
        """Mines may be hidden again; either seat may agree at any time during the turns."""
        if state.phase is Phase.HIDING:
            return not state.lots_due
        agrees = action is Word.AGREE and state.phase in {Phase.TURN, Phase.REMOVING}
        return agrees or seat in self.to_act(state)

    def takes_secrets(self, state: Gardens) -> bool:
        """Mines and bids are secret."""
        return state.phase in {Phase.HIDING, Phase.BIDDING}

    def may_submit(self, state: Gardens, seat: Seat) -> bool:
        """A locked bid stands."""
        return self.takes_secrets(state) and not state.of(seat).locked

    def is_private(self, state: Gardens, action: ToyAction) -> bool | None:
        """A lock may be said anywhere; mines and bids are secret."""
        if state.phase is Phase.BIDDING and action is Word.LOCK:
            return None
        return self.takes_secrets(state)

    def timing(self, state: Gardens) -> Timing | None:
        """Plain limits before the turns and for a removal, periods in turns."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.TURN:
            length = self.turn + (self.extra if state.challenged else 0)
            return Timing(state.turns, Periods(length, self.period), state.mover)
        limits = {
            Phase.HIDING: self.setup,
            Phase.BIDDING: self.bidding,
            Phase.REMOVING: self.remove,
        }
        return Timing(state.turns, Deadline(limits[state.phase]))

    @property
    def last(self) -> Cell:
        """The upper right corner of each garden."""
        return CELLS[-1]

    def read_plain(self, state: Gardens, seat: Seat, text: str) -> ToyAction | TakeBack:
        """`hide A1`, `bid two`, `lock`, `plant A1 / stone B2`, `pass`, `remove A1` and so on."""
        said = self.tokens(text)
        if not said or said[0] in BIDS:
            raise NotASubmission
        return _read(said)

    def write(self, action: ToyAction | TakeBack) -> str:
        """The text that `read_plain` reads back."""
        match action:
            case Hide(cell):
                return f"hide {cell}"
            case Bid(amount):
                return f"bid {BIDS[amount]}"
            case Remove(cell):
                return f"remove {cell}"
            case Halves(made):
                return " / ".join(f"{half} {cell}" for half, cell in made)
            case Word() | TakeBack():
                return action.value

    def legal(self, state: Gardens, seat: Seat) -> Iterator[ToyAction]:
        """All but the ways to say two halves at once."""
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.HIDING:
            yield from map(Hide, CELLS)
        elif state.phase is Phase.BIDDING:
            yield from (Word.LOCK, *map(Bid, range(3)))
        elif state.phase is Phase.REMOVING:
            yield from map(Remove, sorted(state.of(seat).flowers))
        else:
            yield Word.PASS
            for half in sorted(state.missing):
                yield from (Halves(((half, cell),)) for cell in self._free(state, seat, half))

    def act(  # noqa: PLR0911 - one return for each kind of action
        self, state: Gardens, seat: Seat, action: ToyAction | TakeBack
    ) -> Gardens:
        """Apply an action, and move on once a phase is complete."""
        match action, state.phase:
            case Word.AGREE, _:
                return self._agree(state, seat)
            case Hide(cell), Phase.HIDING:
                return self._after_hiding(state.put(seat, mine=_on_board(cell)))
            case Bid(amount), Phase.BIDDING:
                return state.put(seat, bid=amount)
            case Word.LOCK, Phase.BIDDING:
                return self._after_bidding(state.put(seat, locked=True))
            case Remove(cell), Phase.REMOVING:
                return self._remove(state, seat, cell)
            case Halves(made), Phase.TURN:
                return self._make(state, seat, made)
            case Word.PASS, Phase.TURN:
                return self._make(
                    state, seat, tuple((half, None) for half in sorted(state.missing))
                )
            case Word.CHALLENGE, Phase.TURN if not state.challenged:
                return replace(state, challenged=True)
            case _:
                raise OutOfOrder("nothing-held" if action is TAKE_BACK else "wrong-phase")

    def lapse(self, state: Gardens) -> Gardens:
        """Lots for mines; silent bidders pass; a late mover passes, and removes a flower if any."""
        if state.phase in {Phase.HIDING, Phase.REMOVING}:
            return replace(state, lots_due=True)
        if state.phase is Phase.BIDDING:
            return self._begin_turns(state)
        assert state.mover
        if state.of(state.mover).flowers:
            return replace(state, phase=Phase.REMOVING, turns=state.turns + 1)
        return self._make(state, state.mover, tuple((half, None) for half in sorted(state.missing)))

    def draw(self, state: Gardens, generator: Random) -> str | None:
        """The first lot that is due."""
        if not state.lots_due:
            return None
        if state.phase is Phase.REMOVING and state.mover:
            return f"remove {generator.choice(sorted(state.of(state.mover).flowers))}"
        seat = next(seat for seat in SEATS if state.of(seat).mine is None)
        return f"hide {seat} {generator.choice(CELLS)}"

    def settle(self, state: Gardens, lot: str) -> Gardens:
        """A mine for a seat without one, or a removal."""
        settled = replace(state, lots_due=False)
        match state.phase, lot.lower().split():
            case Phase.HIDING, ["hide", ("ec" | "dmo") as seat, cell] if state.of(
                Seat(seat)
            ).mine is None and cell in map(str.lower, map(str, CELLS)):
                settled = settled.put(Seat(seat), mine=Cell.parse(cell))
                if self.to_act(settled):
                    return replace(settled, lots_due=True)
                return self._after_hiding(settled)
            case Phase.REMOVING, ["remove", cell] if state.mover and cell in {
                str(each).lower() for each in state.of(state.mover).flowers
            }:
                return self._remove(settled, state.mover, Cell.parse(cell))
        raise OutOfOrder("wrong-lot")

    def view(self, state: Gardens, viewer: Viewer) -> ToyView:
        """The position, and what the viewer has hidden."""
        rows = self._rows(state, Seat.EC), self._rows(state, Seat.DMO)
        own = state.of(viewer) if viewer else None
        return ToyView(
            (*rows, state.ec.lives, state.dmo.lives), state.mover, own and (own.mine, own.bid)
        )

    def reveal(self, state: Gardens) -> ToyView:
        """Everything, once the match is over."""
        secrets = tuple((own.mine, own.bid) for own in (state.ec, state.dmo))
        return replace(self.view(state, PUBLIC), hidden=secrets)

    def position(self, state: Gardens) -> Json:
        """Both gardens, and the lives."""
        lives = {seat.value: state.of(seat).lives for seat in SEATS}
        return {**{seat.value: self._rows(state, seat) for seat in SEATS}, "lives": lives}

    def _rows(self, state: Gardens, owner: Seat) -> str:
        flowers, stones = state.of(owner).flowers, state.of(owner.opponent).stones
        letters = {**dict.fromkeys(flowers, "*"), **dict.fromkeys(stones, "o")}
        return "/".join(
            "".join(letters.get(Cell(column, row), ".") for column in range(SIDE))
            for row in reversed(range(SIDE))
        )

    def _after_hiding(self, state: Gardens) -> Gardens:
        if self.to_act(state):
            return state
        return replace(state, phase=Phase.BIDDING, turns=state.turns + 1)

    def _after_bidding(self, state: Gardens) -> Gardens:
        return state if self.to_act(state) else self._begin_turns(state)

    def _begin_turns(self, state: Gardens) -> Gardens:
        bids = {seat: state.of(seat).bid or 0 for seat in SEATS}
        mover = Seat.EC if bids[Seat.EC] > bids[Seat.DMO] else Seat.DMO
        return _open_turn(replace(state, phase=Phase.TURN), self.first or mover)

    def _free(self, state: Gardens, seat: Seat, half: str) -> list[Cell]:
        owner = seat if half == "plant" else seat.opponent
        taken = state.of(owner).flowers | state.of(owner.opponent).stones
        return [cell for cell in CELLS if cell not in taken]

    def _make(
        self, state: Gardens, seat: Seat, made: tuple[tuple[str, Cell | None], ...]
    ) -> Gardens:
        """A message with two halves is judged as a whole."""
        for half, cell in made:
            if half not in state.missing:
                raise Illegal("made-already", [cell] if cell else ())
            state = replace(state, missing=state.missing - {half})
            if cell is None:
                state = replace(state, passed=state.passed + 1)
                continue
            if _on_board(cell) not in self._free(state, seat, half):
                raise Illegal("occupied", [cell])
            state = self._lay(state, seat, half, cell)
        state = state.put(Seat.EC, agrees=False).put(Seat.DMO, agrees=False)
        return state if state.outcome or state.missing else _end_turn(state, seat)

    def _lay(self, state: Gardens, seat: Seat, half: str, cell: Cell) -> Gardens:
        own = state.of(seat)
        if half == "stone":
            return state.put(seat, stones=own.stones | {cell})
        lives = own.lives - (cell == state.of(seat.opponent).mine)
        state = state.put(seat, flowers=own.flowers | {cell}, lives=lives)
        return state if lives else _over(state, seat.opponent, Reason.NO_LIVES)

    def _remove(self, state: Gardens, seat: Seat, cell: Cell) -> Gardens:
        flowers = state.of(seat).flowers
        if cell not in flowers:
            raise Illegal("not-yours", [cell])
        state = state.put(seat, flowers=flowers - {cell})
        return _open_turn(replace(state, phase=Phase.TURN), seat.opponent)

    def _agree(self, state: Gardens, seat: Seat) -> Gardens:
        if state.phase not in {Phase.TURN, Phase.REMOVING}:
            raise OutOfOrder("wrong-phase")
        state = state.put(seat, agrees=True)
        return _over(state, Seat.DMO, Reason.AGREED) if state.of(seat.opponent).agrees else state


@dataclass(frozen=True, kw_only=True)
class ToyWithoutReserve(Toy):
    """The same with no reserve at all."""

    name: ClassVar[str] = "toy-without-reserve"

    @property
    def starting_reserve(self) -> None:
        """None."""

    def timing(self, state: Gardens) -> Timing | None:
        """Plain limits throughout."""
        timing = super().timing(state)
        if timing is None or timing.seat is None:
            return timing
        return Timing(timing.occasion, Deadline(timing.clock.turn))


def _open_turn(state: Gardens, mover: Seat) -> Gardens:
    return replace(
        state,
        turns=state.turns + 1,
        mover=mover,
        missing=frozenset({"plant", "stone"}),
        passed=0,
        challenged=False,
    )


def _end_turn(state: Gardens, seat: Seat) -> Gardens:
    passes = state.passes_in_a_row + 1 if state.passed == 2 else 0
    state = replace(state, passes_in_a_row=passes)
    if passes == 2:
        return _over(state, Seat.DMO, Reason.BOTH_PASSED)
    return _open_turn(state, seat.opponent)


def _over(state: Gardens, winner: Seat, reason: Reason) -> Gardens:
    return replace(state, phase=Phase.OVER, outcome=Outcome(winner, reason))


def _on_board(cell: Cell) -> Cell:
    check_on_board([cell], CELLS[-1])
    return cell


def _read(said: tuple[Token, ...]) -> ToyAction:
    match said:
        case [("lock" | "pass" | "challenge" | "agree") as word]:
            return Word(word)
        case ["bid", str(amount)] if amount in BIDS:
            return Bid(BIDS.index(amount))
        case ["hide", Cell() as cell]:
            return Hide(cell)
        case ["remove", Cell() as cell]:
            return Remove(cell)
        case [("plant" | "stone") as half, Cell() as cell]:
            return Halves(((half, cell),))
        case [("plant" | "stone") as one, Cell() as cell, ("plant" | "stone") as two, Cell() as to]:
            return Halves(((one, cell), (two, to)))
    raise Malformed(token for token in said if isinstance(token, Cell))
