"""Flower Field and Doubting Flower Field: never plant the same field twice.

The rules are those of docs/rulings/flower-fields.md.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from random import Random
from typing import ClassVar, Final

from engine.clocks import Deadline, Periods, Reserve, Seconds, Timing
from engine.first_seat import FirstSeatChoice, draw_first, settle_first
from engine.game import OUT_OF_TIME, Json, Outcome, Reason, TakeBack
from engine.games.flower_fields import board
from engine.games.flower_fields.notation import FlowerNotation
from engine.games.flower_fields.position import (
    FULL_BOARD,
    NO_LIVES,
    Claim,
    FlowerFieldsAction,
    FlowerFieldsView,
    FlowerPosition,
    Hidden,
    Hiding,
    Phase,
    Plant,
    PublicState,
    Word,
)
from engine.grids.grid import Cell
from engine.options import (
    POSITIVE_SECONDS,
    ROW_ONE,
    SOME,
    SWITCH,
    WHOLE,
    RowOne,
    option,
    time_limit,
    time_option,
)
from engine.refusals import Refusal, Refused, untimely
from engine.seats import PUBLIC, SEATS, Seat, Viewer
from engine.words.sentences import Sentence

NO_SUCH_COLOUR: Final = Refusal(
    "not-a-submission",
    Sentence("`{colour}` isn't a flower colour: flowers are red, blue or {third}."),
    Refused,
)
ONLY_IN_THE_OTHER: Final = Refusal(
    "not-a-submission",
    Sentence("`{colour}` is a colour of {game} only; here flowers are red, blue or {third}."),
    Refused,
)
WRONG_PHASE: Final = untimely(
    "wrong-phase",
    "You can't do that now. The match starts with the choice of who goes first; after that, "
    "each turn is a planting or a challenge, and `pass` is only for a full board.",
)
WRONG_PHASE_WITH_HIDING: Final = untimely(
    "wrong-phase",
    "You can't do that now. First come the hidden flowers and the choice of who goes first; "
    "after that, each turn is a planting or a challenge, and `pass` is only for a full board.",
)
COMMITTED: Final = untimely(
    "committed", "This turn is a challenge: name the two fields, or `give up`."
)
NOT_COMMITTED: Final = untimely(
    "not-committed", "You have no challenge to give up. Type `challenge` first."
)
NOTHING_TO_DOUBT: Final = untimely(
    "nothing-to-doubt", "There is no claim to doubt or accept right now."
)
ACCEPT_OR_DOUBT: Final = untimely(
    "accept-or-doubt", "You have no lives left: `doubt` the claim against you, or `accept` it."
)


@dataclass(frozen=True, kw_only=True)
class FlowerFields(FlowerNotation):
    """The rules that both games share, with a match's options.

    Attributes:
        max_unseen: The number of different cells of a challenge that may lack a visible flower.
    """

    reasons: ClassVar[AbstractSet[Reason]] = frozenset({NO_LIVES, FULL_BOARD, OUT_OF_TIME})
    max_unseen: ClassVar[int]

    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    turn: Seconds = time_limit(Seconds(120), "for each turn")
    extra: Seconds = time_limit(Seconds(60), "more for a turn with a challenge")
    periods: int = option(WHOLE, 20, "Reserve periods for each player (20)")
    period: Seconds = time_option(Seconds(30), "in a reserve period", POSITIVE_SECONDS)
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")
    chain: bool = option(
        SWITCH,
        default=False,
        description="Whether the second flower may stand beside the first of the same turn (off)",
    )
    lives: int = option(SOME, 3, "Lives for each player (3)")

    @property
    def starting_reserve(self) -> Reserve:
        return self.periods

    @property
    def reserve_period(self) -> Seconds:
        return self.period

    def begin(self) -> FlowerPosition:
        state = FlowerPosition(ec_lives=self.lives, dmo_lives=self.lives)
        return state if self.doubting else state.opening(self.first)

    def to_act(self, state: FlowerPosition) -> tuple[Seat, ...]:
        """Return the seats that have hidden nothing; then the chooser, and the seat to move."""
        if state.phase is Phase.HIDING:
            return tuple(seat for seat in SEATS if seat not in state.submitted)
        if state.lot_due or state.outcome:
            return ()
        return (state.to_move or Seat.DMO,)

    def accepts_from(
        self, state: FlowerPosition, seat: Seat, action: FlowerFieldsAction | TakeBack | None
    ) -> bool:
        """Return True also for other hidden flowers until both seats have hidden theirs."""
        return state.phase is Phase.HIDING or super().accepts_from(state, seat, action)

    def submit(
        self, state: FlowerPosition, seat: Seat, action: FlowerFieldsAction | TakeBack
    ) -> FlowerPosition:
        if not isinstance(action, Hiding):
            raise self._untimely(state, action)
        board.check_free(state.bed, [flower.cell for flower in action.flowers])
        return state.with_hidden(seat, action.flowers)

    def is_private(self, state: FlowerPosition, action: FlowerFieldsAction) -> bool:
        return self.takes_secrets(state) and isinstance(action, Hiding)

    def timing(self, state: FlowerPosition) -> Timing | None:
        """Return a plain limit for the choice; periods in turns, which a commitment lengthens."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.CHOICE:
            return Timing(state.turns, Deadline(self.choice))
        turn = self.turn + (self.extra if state.phase is Phase.CHALLENGE else 0)
        return Timing(state.turns, Periods(turn, self.period), state.to_move)

    @property
    def top_right(self) -> Cell:
        return board.BOARD.last

    def fault(self, text: str) -> Refused | None:
        color = self.foreign_color(text)
        if not color:
            return None
        for game in (FlowerField, DoubtingFlowerField):
            if game.third == color:
                return ONLY_IN_THE_OTHER(colour=color, game=game.title, third=self.third)
        return NO_SUCH_COLOUR(colour=color, third=self.third)

    def has_passing(self, state: FlowerPosition) -> bool:
        return state.bed.is_full

    def legal(self, state: FlowerPosition, seat: Seat) -> Iterator[FlowerFieldsAction]:
        """Yield every legal action, each written in one way.

        The claims come last; there may be very many.
        """
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.HIDING:
            yield from map(Hiding, board.hidings())
            return
        if state.phase is Phase.CHOICE:
            yield from map(FirstSeatChoice, SEATS)
            return
        yield from self._legal_words(state, seat)
        if state.phase is Phase.TURN:
            yield from map(Plant, state.bed.plantings_that_fit(chain=self.chain))
        if state.phase is not Phase.ANSWER:
            claims = state.bed.claims_that_count(self.max_unseen, seat.opponent)
            yield from map(Claim, claims)

    def act(
        self, state: FlowerPosition, seat: Seat, action: FlowerFieldsAction | TakeBack
    ) -> FlowerPosition:
        """Apply an action, and move on to the next turn.

        Raises:
            Illegal: `off-board` or `occupied` for hidden flowers; these or `not-beside` for
                plantings; `off-board`, `not-a-field`, `same-field`, `too-many-unseen` or
                `old-flowers` for challenges.
            OutOfOrder: `accept-or-doubt`, `committed`, `no-planting`, `not-committed`,
                `nothing-to-doubt` or `wrong-phase`.
        """
        match state.phase, action:
            case Phase.HIDING, Hiding():
                return self._after_hiding(self.submit(state, seat, action))
            case Phase.CHOICE, FirstSeatChoice(first):
                return state.opening(first)
            case Phase.TURN | Phase.FINAL, Plant(flowers):
                board.check_planting(state.bed, flowers, chain=self.chain)
                return state.plant(seat, flowers)
            case Phase.TURN | Phase.CHALLENGE | Phase.FINAL, Claim(claimed):
                planting = board.claimed_against(state.bed, seat.opponent, claimed, self.max_unseen)
                return state.challenge(seat, claimed, planting)
            case _, Word():
                return self._say(state, seat, action)
            case _:
                raise self._untimely(state, action)

    def expire(self, state: FlowerPosition) -> FlowerPosition:
        """Let a late seat hide nothing; leave the choice to a lot; declare a late mover's loss."""
        if state.phase is Phase.HIDING:
            for seat in self.to_act(state):
                state = state.with_hidden(seat, ())
            return self._after_hiding(state)
        mover = state.to_move
        if mover is None:
            return replace(state, lot_due=True)
        if state.phase is Phase.ANSWER:
            return state.say(mover, Word.ACCEPT, by_clock=True)
        return replace(state, outcome=Outcome(mover.opponent, OUT_OF_TIME))

    def draw(self, state: FlowerPosition, generator: Random) -> str | None:
        return draw_first(generator) if state.lot_due else None

    def settle(self, state: FlowerPosition, lot: str) -> FlowerPosition:
        return state.opening(settle_first(lot))

    def view(self, state: FlowerPosition, viewer: Viewer) -> FlowerFieldsView:
        """Return everything except the hidden flowers; players see only their own."""
        return FlowerFieldsView(
            **{field.name: getattr(state, field.name) for field in fields(PublicState)},
            side=board.SIDE,
            doubting=self.doubting,
            third=self.third,
            own=state.hidden(viewer) if viewer else (),
            row_one=self.row1,
            viewer=viewer,
        )

    def reveal(self, state: FlowerPosition) -> FlowerFieldsView:
        hidden = tuple(
            Hidden(seat, flower, state.fate(seat, flower))
            for seat in SEATS
            for flower in state.hidden(seat)
        )
        return replace(self.view(state, PUBLIC), hidden=hidden)

    def tally(self, state: FlowerPosition) -> tuple[int, int]:
        return state.ec_lives, state.dmo_lives

    def position(self, state: FlowerPosition) -> Json:
        """Return the field in rows, highest first (`.` empty, or `rby`), and the lives."""
        lives: Json = {seat.value: state.lives(seat) for seat in SEATS}
        return {"field": state.bed.rows, "lives": lives}

    def _legal_words(self, state: FlowerPosition, seat: Seat) -> Iterator[Word]:
        if state.doubtful:
            yield from (Word.DOUBT, Word.ACCEPT)
        if state.phase is Phase.CHALLENGE:
            yield Word.GIVE_UP
        elif state.phase is not Phase.ANSWER and state.bed.latest(seat.opponent):
            yield Word.CHALLENGE
        if state.phase is Phase.FINAL:
            yield Word.PASS

    def _say(self, state: FlowerPosition, seat: Seat, word: Word) -> FlowerPosition:
        match state.phase, word:
            case _, Word.DOUBT if state.doubtful:
                return state.doubt(state.doubtful)
            case _, Word.ACCEPT if state.doubtful:
                return state.say(seat, word)
            case (Phase.CHALLENGE, Word.GIVE_UP) | (Phase.FINAL, Word.PASS):
                return state.say(seat, word)
            case Phase.TURN | Phase.FINAL, Word.CHALLENGE:
                board.latest_planting(state.bed, seat.opponent)
                return state.say(seat, word)
            case _:
                raise self._untimely(state, word)

    def _untimely(self, state: FlowerPosition, action: FlowerFieldsAction | TakeBack) -> Refused:
        match state.phase, action:
            case Phase.ANSWER, _:
                return ACCEPT_OR_DOUBT()
            case Phase.CHALLENGE, _:
                return COMMITTED()
            case Phase.TURN | Phase.FINAL, Word.GIVE_UP:
                return NOT_COMMITTED()
            case Phase.TURN | Phase.FINAL, Word.DOUBT | Word.ACCEPT:
                return NOTHING_TO_DOUBT()
            case _:
                return WRONG_PHASE_WITH_HIDING() if self.doubting else WRONG_PHASE()

    def _after_hiding(self, state: FlowerPosition) -> FlowerPosition:
        return state if self.to_act(state) else state.opening(self.first)


@dataclass(frozen=True, kw_only=True)
class FlowerField(FlowerFields):
    """Flower Field: nothing is hidden, so everyone can see whether a claim is true.

    >>> game = FlowerField(first=Seat.EC)
    >>> state = game.begin()
    >>> state = game.act(state, Seat.EC, game.read(state, Seat.EC, "D5 red, C4P"))
    >>> game.position(state)["field"].split("/")[2:4]
    ['...r...', '..yy...']
    """

    name: ClassVar[str] = "flower-field"
    title: ClassVar[str] = "Flower Field"
    summary: ClassVar[str] = "the same with nothing hidden"
    designers: ClassVar[tuple[str, ...]] = ("e_is_cool",)
    max_unseen: ClassVar[int] = 0


@dataclass(frozen=True, kw_only=True)
class DoubtingFlowerField(FlowerFields):
    """Doubting Flower Field: each hides two flowers, and claims that use them may be doubted.

    >>> game = DoubtingFlowerField(first=Seat.EC)
    >>> state = game.begin()
    >>> for seat, text in ((Seat.EC, "hide A1 red, G7 blue"), (Seat.DMO, "hide A1R B1Y")):
    ...     state = game.act(state, seat, game.read(state, seat, text))
    >>> state.live_colors(Seat.DMO)
    {Cell(column=1, row=0): <FlowerColor.YELLOW: 'y'>}
    """

    name: ClassVar[str] = "doubting-flower-field"
    title: ClassVar[str] = "Doubting Flower Field"
    summary: ClassVar[str] = (
        "never plant the same pattern twice; two flowers each are hidden, and players may bluff"
    )
    designers: ClassVar[tuple[str, ...]] = ("MarcerMercer",)
    featured_in: ClassVar[str] = "DOW: The Genius"
    origin: ClassVar[type[FlowerFields]] = FlowerField
    doubting: ClassVar[bool] = True
    max_unseen: ClassVar[int] = 2
    third: ClassVar[str] = "yellow"

    lives: int = option(SOME, 5, "Lives for each player (5)")
    setup: Seconds = time_limit(Seconds(600), "to hide flowers")

    def takes_secrets(self, state: FlowerPosition) -> bool:
        return state.phase is Phase.HIDING

    def timing(self, state: FlowerPosition) -> Timing | None:
        """Return the timing of both games, with a plain limit for hiding too."""
        if state.phase is Phase.HIDING:
            return Timing(state.turns, Deadline(self.setup))
        return super().timing(state)
