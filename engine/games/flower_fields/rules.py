"""Doubting Flower Field, and Flower Field, from which it grew: do not plant the same field twice.

The rules are those of docs/rules/flower-fields.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, pairwise, product
from random import Random
from typing import ClassVar, Final, TypeAlias

from engine.choice import FIRST_WORDS, Chosen, draw_first, read_first, settle_first, write_first
from engine.clocks import Deadline, Periods, Reserve, Seconds
from engine.game import Game, GameView, Json, Outcome, Reason, TakeBack, Timing
from engine.games.flower_fields.flower_bed import (
    CELLS,
    FIELD_SIZE,
    FIRST_FLOWER,
    MOST_PLANTED,
    SIDE,
    Bed,
    Colour,
    Field,
    Flower,
    Planting,
)
from engine.games.flower_fields.meadow import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    Doubtful,
    Event,
    Fate,
    GaveUp,
    Meadow,
    Passed,
    Phase,
    Planted,
)
from engine.grid import Cell
from engine.notation import CONCEDE, Token, parts
from engine.options import (
    POSITIVE_SECONDS,
    ROW_ONE,
    SECONDS,
    SWITCH,
    WHOLE,
    Kind,
    RowOne,
    option,
)
from engine.polyominoes import identify
from engine.refusals import Illegal, Malformed, NotASubmission, OutOfOrder
from engine.seats import PUBLIC, SEATS, Seat, Viewer

__all__ = [
    "FIRST_FLOWER",
    "SIDE",
    "Accepted",
    "Challenged",
    "Claim",
    "Colour",
    "Committed",
    "Doubted",
    "DoubtingFlowerField",
    "Event",
    "Fate",
    "Field",
    "Flower",
    "FlowerField",
    "FlowerFields",
    "FlowerFieldsAction",
    "FlowerFieldsView",
    "GaveUp",
    "Hidden",
    "Hiding",
    "Meadow",
    "Passed",
    "Phase",
    "Plant",
    "Planted",
    "Word",
]


# What is seen


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden flower as it is shown to all at the end."""

    seat: Seat
    flower: Flower
    fate: Fate


@dataclass(frozen=True, slots=True)
class FlowerFieldsView(GameView):
    """What a viewer sees.

    Attributes:
        phase: What is being done.
        doubting: Whether it is Doubting Flower Field; the third colour is purple where it is not.
        flowers: The visible flowers, the first one and then the oldest first.
        ec_lives: The EC's lives; they may be below zero.
        dmo_lives: The DMO's.
        to_move: The seat whose turn it is; None until it is known who begins.
        committed: Whether it has said that it will challenge, and not yet with which fields.
        may_doubt: Whether it may doubt the claim against it.
        must_answer: Whether it must doubt or accept that claim, since it has no lives left.
        latest: What the latest action did; None before the first turn's.
        marked: The cells of the planting that the seat whose turn it is can challenge.
        exploded: The cells in which a hidden flower blew up, in order of time.
        submitted: The seats whose hidden flowers are in, while the others' may be awaited.
        own: The viewer's own hidden flowers as submitted, whatever became of them; nothing for
            the public, and where there are none.
        hidden: All hidden flowers, once the match is over.
        row_one: Where the picture has row 1.
        viewer: Whose eyes it is for.
    """

    phase: Phase
    doubting: bool
    flowers: tuple[Flower, ...]
    ec_lives: int
    dmo_lives: int
    to_move: Seat | None
    committed: bool
    may_doubt: bool
    must_answer: bool
    latest: Event | None
    marked: tuple[Cell, ...]
    exploded: tuple[Cell, ...]
    submitted: tuple[Seat, ...]
    own: tuple[Flower, ...]
    hidden: tuple[Hidden, ...]
    row_one: RowOne
    viewer: Viewer

    def lives(self, seat: Seat) -> int:
        """The lives of a seat."""
        return self.ec_lives if seat is Seat.EC else self.dmo_lives

    @property
    def fields(self) -> tuple[Field, ...]:
        """Both fields of the claim that the latest action made or doubted; nothing after others."""
        match self.latest:
            case Challenged(fields=fields) | Doubted(fields=fields):
                return fields
            case _:
                return ()


# What a player may say


@dataclass(frozen=True, slots=True)
class Hiding:
    """Two flowers to be hidden."""

    flowers: tuple[Flower, ...]


@dataclass(frozen=True, slots=True)
class Plant:
    """One flower or two to be planted."""

    flowers: tuple[Flower, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """The two fields of a challenge, four cells each."""

    fields: tuple[Field, Field]


class Word(StrEnum):
    """What is said without cells."""

    CHALLENGE = "challenge"
    GIVE_UP = "give up"
    DOUBT = "doubt"
    ACCEPT = "accept"
    PASS = "pass"  # noqa: S105 - no password, a word of the game


FlowerFieldsAction: TypeAlias = Hiding | Plant | Claim | Word | Chosen

SAID: Final[Mapping[tuple[Token, ...], Word]] = {
    ("challenge",): Word.CHALLENGE,
    ("give", "up"): Word.GIVE_UP,
    ("challenge", "challenge"): Word.DOUBT,
    ("cc",): Word.DOUBT,
    ("doubt",): Word.DOUBT,
    ("accept",): Word.ACCEPT,
    ("pass",): Word.PASS,
}
ANSWERS: Final = frozenset({Word.DOUBT, Word.ACCEPT})
VERBS: Final = frozenset({"hide", "challenge", "cc", "doubt", "accept", "pass", "first", CONCEDE})
WORDS: Final = VERBS | FIRST_WORDS | {"give", "up"}


def _read_lives(text: str) -> int:
    lives = WHOLE.read(text)
    if not lives:
        raise ValueError(text)
    return lives


LIVES: Final = Kind("a whole number, one or more", _read_lives, str, number=1)
COLOUR_WORDS: Final[Mapping[Token, Colour]] = {
    "red": Colour.RED,
    "r": Colour.RED,
    "blue": Colour.BLUE,
    "b": Colour.BLUE,
}


def _words_with(colours: Mapping[Token, Colour]) -> frozenset[str]:
    return WORDS | {*map(str, colours)}


def _letters(colours: Mapping[Token, Colour]) -> frozenset[str]:
    return frozenset(word for word in map(str, colours) if len(word) == 1)


@dataclass(frozen=True, kw_only=True)
class FlowerFields(Game[Meadow, FlowerFieldsAction, FlowerFieldsView]):
    """The rules that both games share, with a match's options.

    Attributes:
        doubting: Whether flowers are hidden and claims doubted.
        most_unseen: How many different cells of a challenge may be without a visible flower.
        colour_words: What the colours are called, in letters too.
    """

    doubting: ClassVar[bool]
    most_unseen: ClassVar[int]
    colour_words: ClassVar[Mapping[Token, Colour]]

    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    turn: Seconds = option(SECONDS, Seconds(120))
    extra: Seconds = option(SECONDS, Seconds(60))
    periods: int = option(WHOLE, 20)
    period: Seconds = option(POSITIVE_SECONDS, Seconds(30))
    choice: Seconds = option(SECONDS, Seconds(60))
    chain: bool = option(SWITCH, default=False)
    lives: int = option(LIVES, 3)

    @property
    def starting_reserve(self) -> Reserve:
        """Whole periods for each seat."""
        return self.periods

    @property
    def reserve_period(self) -> Seconds:
        """How long each of them is."""
        return self.period

    def begin(self) -> Meadow:
        """One flower, in the middle."""
        return self._begin_turns(Meadow(Phase.CHOICE, self.lives, self.lives))

    def to_act(self, state: Meadow) -> tuple[Seat, ...]:
        """The chooser, then whose turn it is."""
        if state.lot_due or state.ending:
            return ()
        return (state.to_move or Seat.DMO,)

    def timing(self, state: Meadow) -> Timing | None:
        """A plain limit for the choice; periods in turns, which a commitment lengthens."""
        if not self.to_act(state):
            return None
        if state.phase is Phase.CHOICE:
            return Timing(state.turns, Deadline(self.choice))
        turn = self.turn + (self.extra if state.committed else 0)
        return Timing(state.turns, Periods(turn, self.period), state.to_move)

    def has_cell(self, cell: Cell) -> bool:
        """The cells of the one field."""
        return cell.lies_on(SIDE, SIDE)

    def read_plain(self, state: Meadow, seat: Seat, text: str) -> FlowerFieldsAction:
        """`D5 red, C4 blue`, `challenge C4 D4 E4 D5 / C4 D4 E4 D3`, `first me` and so on.

        The word before the fields may be left out where the turn is to be a challenge.
        """
        said = self.tokens(text)
        if not _is_submission(said):
            raise NotASubmission
        if said[0] == "first":
            return read_first(said, seat)
        action = SAID.get(said) or self._read_cells(said, text, is_challenge=state.committed)
        if action is None:
            raise Malformed(token for token in said if isinstance(token, Cell))
        return action

    def write(self, action: FlowerFieldsAction | TakeBack) -> str:
        """`D5 red, C4 blue`, `challenge C4 D4 E4 D5 / C4 D4 E4 D3`, `cc` and so on."""
        match action:
            case Hiding(flowers):
                return f"hide {self._write_flowers(flowers)}"
            case Plant(flowers):
                return self._write_flowers(flowers)
            case Claim(fields):
                return "challenge " + " / ".join(" ".join(map(str, field)) for field in fields)
            case Chosen():
                return write_first(action)
            case Word() | TakeBack():
                return action.value

    def legal(self, state: Meadow, seat: Seat) -> Iterator[FlowerFieldsAction]:
        """Whatever is legal, each thing in one of the ways to say it.

        The claims come last; they may be very many.
        """
        if seat not in self.to_act(state):
            return
        if state.phase is Phase.CHOICE:
            yield from map(Chosen, SEATS)
            return
        yield from self._legal_words(state, seat)
        if not (state.committed or state.must_answer):
            yield from map(Plant, state.bed.plantings_that_fit(chain=self.chain))
        if not state.must_answer:
            claims = state.bed.claims_that_count(self.most_unseen, seat.opponent)
            yield from map(Claim, claims)

    def act(self, state: Meadow, seat: Seat, action: FlowerFieldsAction | TakeBack) -> Meadow:
        """Do it, and go on to the next turn.

        Raises:
            Illegal: `off-board`, `occupied` or `not-beside` for plantings; `off-board`,
                `not-a-field`, `same-field`, `too-many-unseen` or `old-flowers` for challenges.
            OutOfOrder: `accept-or-doubt`, `committed`, `no-planting`, `not-committed`,
                `nothing-to-doubt` or `wrong-phase`.
        """
        match state.phase, action:
            case Phase.CHOICE, Chosen(first):
                return state.opening(Phase.TURN, first)
            case ((Phase.TURN | Phase.FINAL), Plant() | Claim() | Word()):
                _check_order(state, action)
                return self._act_in_turn(state, seat, action)
            case _:
                raise _untimely(state)

    def lapse(self, state: Meadow) -> Meadow:
        """A late choice goes to the lot; a late mover has lost."""
        mover = state.to_move
        if mover is None:
            return replace(state, lot_due=True)
        if state.must_answer:
            return state.accept(mover, by_clock=True)
        return replace(state, ending=Outcome(mover.opponent, Reason.OUT_OF_TIME))

    def draw(self, state: Meadow, generator: Random) -> str | None:
        """Who begins, where the DMO did not say."""
        return draw_first(generator) if state.lot_due else None

    def settle(self, state: Meadow, lot: str) -> Meadow:
        """Begin as the lot says."""
        return replace(state, lot_due=False).opening(Phase.TURN, settle_first(lot))

    def outcome(self, state: Meadow) -> Outcome | None:
        """Lost by lives or time, or counted out on a full board."""
        return state.ending

    def view(self, state: Meadow, viewer: Viewer) -> FlowerFieldsView:
        """All but the hidden flowers, of which a player sees their own."""
        mover = state.to_move
        latest_planting = state.bed.latest(mover.opponent) if mover else None
        marked = latest_planting.flowers if latest_planting else ()
        is_hiding = state.phase is Phase.HIDING
        return FlowerFieldsView(
            phase=state.phase,
            doubting=self.doubting,
            flowers=state.bed.flowers,
            ec_lives=state.ec_lives,
            dmo_lives=state.dmo_lives,
            to_move=mover,
            committed=state.committed,
            may_doubt=state.doubtful is not None,
            must_answer=state.must_answer,
            latest=state.latest,
            marked=tuple(flower.cell for flower in marked),
            exploded=state.exploded,
            submitted=tuple(seat for seat in SEATS if is_hiding and state.hidden(seat) is not None),
            own=(viewer and state.hidden(viewer)) or (),
            hidden=(),
            row_one=self.row1,
            viewer=viewer,
        )

    def reveal(self, state: Meadow) -> FlowerFieldsView:
        """The same with all hidden flowers, and what became of each."""
        hidden = tuple(
            Hidden(seat, flower, state.fate(seat, flower))
            for seat in SEATS
            for flower in state.hidden(seat) or ()
        )
        return replace(self.view(state, PUBLIC), hidden=hidden, to_move=None)

    def position(self, state: Meadow) -> Json:
        """The field in rows from the highest down (`.` empty, or `rby`), and the lives."""
        lives: Json = {seat.value: state.lives(seat) for seat in SEATS}
        return {"field": state.bed.rows, "lives": lives}

    def _begin_turns(self, state: Meadow) -> Meadow:
        """Ask who begins, where the host has not said it."""
        phase = Phase.TURN if self.first else Phase.CHOICE
        return state.opening(phase, self.first)

    def _read_cells(
        self, said: tuple[Token, ...], text: str, *, is_challenge: bool
    ) -> FlowerFieldsAction | None:
        """What cells and colours make, or None where they make nothing."""
        if said[0] == "challenge" or (is_challenge and not {*said} & {*self.colour_words, "hide"}):
            return _read_claim([self.tokens(part) for part in parts(text)])
        is_hiding = said[0] == "hide"
        flowers = self._read_flowers(said[1:] if is_hiding else said)
        if is_hiding:
            return Hiding(flowers) if len(flowers) == MOST_PLANTED else None
        return Plant(flowers) if flowers else None

    def _read_flowers(self, said: tuple[Token, ...]) -> tuple[Flower, ...]:
        """One flower or two in different cells; none where anything else is said."""
        flowers = tuple(
            Flower(cell, self.colour_words[colour])
            for cell, colour in zip(said[::2], said[1::2], strict=False)
            if isinstance(cell, Cell) and colour in self.colour_words
        )
        is_clean = 2 * len(flowers) == len(said) == 2 * len({each.cell for each in flowers})
        return flowers if is_clean and len(flowers) <= MOST_PLANTED else ()

    def _write_flowers(self, flowers: tuple[Flower, ...]) -> str:
        words = {colour: word for word, colour in self.colour_words.items() if len(str(word)) > 1}
        return ", ".join(f"{flower.cell} {words[flower.colour]}" for flower in flowers)

    def _legal_words(self, state: Meadow, seat: Seat) -> Iterator[Word]:
        if state.doubtful:
            yield from (Word.DOUBT, Word.ACCEPT)
        if state.must_answer:
            return
        if state.committed:
            yield Word.GIVE_UP
            return
        if state.bed.latest(seat.opponent):
            yield Word.CHALLENGE
        if state.phase is Phase.FINAL:
            yield Word.PASS

    def _act_in_turn(  # noqa: PLR0911 - one return for each kind of action
        self, state: Meadow, seat: Seat, action: Plant | Claim | Word
    ) -> Meadow:
        match action:
            case Plant(flowers):
                _check_planting(state.bed, flowers, chain=self.chain)
                return state.plant(seat, flowers)
            case Claim(fields):
                planting = _claimed_against(state.bed, seat.opponent, fields, self.most_unseen)
                return state.challenge(seat, fields, planting)
            case Word.CHALLENGE:
                _latest_planting(state.bed, seat.opponent)
                return state.commit(seat)
            case Word.GIVE_UP:
                if not state.committed:
                    raise OutOfOrder("not-committed")
                return state.give_up(seat)
            case Word.DOUBT:
                return state.doubt(seat, _doubtful(state))
            case Word.ACCEPT:
                _doubtful(state)
                return state.accept(seat)
            case Word.PASS:
                return state.decline(seat)


@dataclass(frozen=True, kw_only=True)
class FlowerField(FlowerFields):
    """Flower Field: nothing is hidden, so that a claim is true or not for all to see.

    >>> game = FlowerField(first=Seat.EC)
    >>> state = game.begin()
    >>> state = game.act(state, Seat.EC, game.read(state, Seat.EC, "D5 red, C4P"))
    >>> game.position(state)["field"].split("/")[2:4]
    ['...r...', '..yy...']
    """

    name: ClassVar[str] = "flower-field"
    title: ClassVar[str] = "Flower Field"
    doubting: ClassVar[bool] = False
    most_unseen: ClassVar[int] = 0
    colour_words: ClassVar[Mapping[Token, Colour]] = {
        **COLOUR_WORDS,
        "purple": Colour.YELLOW,
        "p": Colour.YELLOW,
    }
    words: ClassVar[AbstractSet[str]] = _words_with(colour_words)
    suffixes: ClassVar[AbstractSet[str]] = _letters(colour_words)


@dataclass(frozen=True, kw_only=True)
class DoubtingFlowerField(FlowerFields):
    """Doubting Flower Field: each hides two flowers, and claims with them may be doubted.

    >>> game = DoubtingFlowerField(first=Seat.EC)
    >>> state = game.begin()
    >>> for seat, text in ((Seat.EC, "hide A1 red, G7 blue"), (Seat.DMO, "hide A1R B1Y")):
    ...     state = game.act(state, seat, game.read(state, seat, text))
    >>> state.live_colours(Seat.DMO)
    {Cell(column=1, row=0): <Colour.YELLOW: 'y'>}
    """

    name: ClassVar[str] = "doubting-flower-field"
    title: ClassVar[str] = "Doubting Flower Field"
    doubting: ClassVar[bool] = True
    most_unseen: ClassVar[int] = 2
    colour_words: ClassVar[Mapping[Token, Colour]] = {
        **COLOUR_WORDS,
        "yellow": Colour.YELLOW,
        "y": Colour.YELLOW,
    }
    words: ClassVar[AbstractSet[str]] = _words_with(colour_words)
    suffixes: ClassVar[AbstractSet[str]] = _letters(colour_words)

    lives: int = option(LIVES, 5)
    setup: Seconds = option(SECONDS, Seconds(600))

    def begin(self) -> Meadow:
        """One flower, in the middle, and nothing hidden yet."""
        return Meadow(Phase.HIDING, self.lives, self.lives)

    def to_act(self, state: Meadow) -> tuple[Seat, ...]:
        """Who has nothing hidden; then the chooser, and whose turn it is."""
        if state.phase is Phase.HIDING:
            return tuple(seat for seat in SEATS if state.hidden(seat) is None)
        return super().to_act(state)

    def hears(
        self, state: Meadow, seat: Seat, action: FlowerFieldsAction | TakeBack | None
    ) -> bool:
        """Flowers may be hidden anew until both seats have hidden theirs."""
        return state.phase is Phase.HIDING or super().hears(state, seat, action)

    def takes_secrets(self, state: Meadow) -> bool:
        """While flowers are hidden."""
        return state.phase is Phase.HIDING

    def is_private(self, state: Meadow, action: FlowerFieldsAction) -> bool:
        """Where flowers are hidden is secret."""
        return self.takes_secrets(state) and isinstance(action, Hiding)

    def timing(self, state: Meadow) -> Timing | None:
        """A plain limit for hiding too."""
        if state.phase is Phase.HIDING:
            return Timing(state.turns, Deadline(self.setup))
        return super().timing(state)

    def legal(self, state: Meadow, seat: Seat) -> Iterator[FlowerFieldsAction]:
        """Two flowers in any two cells, to hide; then as in both games."""
        if state.phase is not Phase.HIDING:
            yield from super().legal(state, seat)
            return
        if seat in self.to_act(state):
            free = [cell for cell in CELLS if cell != FIRST_FLOWER.cell]
            for cells in combinations(free, MOST_PLANTED):
                for colours in product(Colour, repeat=MOST_PLANTED):
                    yield Hiding(tuple(map(Flower, cells, colours)))

    def act(self, state: Meadow, seat: Seat, action: FlowerFieldsAction | TakeBack) -> Meadow:
        """Hide two flowers, or as in both games.

        Raises:
            Illegal: `off-board` or `occupied` for hidden flowers; else as in both games.
            OutOfOrder: As in both games.
        """
        if state.phase is Phase.HIDING and isinstance(action, Hiding):
            _check_free(state.bed, [flower.cell for flower in action.flowers])
            return self._after_hiding(state.with_hidden(seat, action.flowers))
        return super().act(state, seat, action)

    def lapse(self, state: Meadow) -> Meadow:
        """Who was too late to hide anything has nothing hidden; else as in both games."""
        if state.phase is not Phase.HIDING:
            return super().lapse(state)
        for seat in self.to_act(state):
            state = state.with_hidden(seat, ())
        return self._after_hiding(state)

    def _after_hiding(self, state: Meadow) -> Meadow:
        return state if self.to_act(state) else self._begin_turns(state)


# A turn


def _check_order(state: Meadow, action: Plant | Claim | Word) -> None:
    """Raises OutOfOrder where this sort of action is not what the turn is for."""
    if state.must_answer:
        is_timely = action in ANSWERS
    elif state.committed:
        is_timely = isinstance(action, Claim) or action is Word.GIVE_UP
    else:
        is_timely = action is not Word.PASS or state.phase is Phase.FINAL
    if not is_timely:
        raise _untimely(state)


def _untimely(state: Meadow) -> OutOfOrder:
    """Why what may not be said now may not."""
    if state.must_answer:
        return OutOfOrder("accept-or-doubt")
    if state.committed:
        return OutOfOrder("committed")
    return OutOfOrder("wrong-phase")


def _check_free(bed: Bed, cells: Iterable[Cell]) -> None:
    """Raises Illegal where a flower may not even be hidden."""
    _check_on_board(cells)
    unseen = bed.unseen(cells)
    if taken := [cell for cell in cells if cell not in unseen]:
        raise Illegal("occupied", taken)


def _check_on_board(cells: Iterable[Cell]) -> None:
    outside = [cell for cell in dict.fromkeys(cells) if not cell.lies_on(SIDE, SIDE)]
    if outside:
        raise Illegal("off-board", outside)


def _check_planting(bed: Bed, flowers: tuple[Flower, ...], *, chain: bool) -> None:
    """Raises Illegal where flowers may not be planted."""
    cells = tuple(flower.cell for flower in flowers)
    _check_free(bed, cells)
    if astray := bed.astray(cells, chain=chain):
        raise Illegal("not-beside", astray)


def _claimed_against(
    bed: Bed, defender: Seat, fields: tuple[Field, Field], most_unseen: int
) -> Planting:
    """The planting that a claim is about.

    Raises:
        Illegal: They are not two fields that may be claimed against it.
        OutOfOrder: `no-planting`.
    """
    cells = fields[0] + fields[1]
    _check_fields(fields)
    unseen = bed.unseen(cells)
    if len(unseen) > most_unseen:
        raise Illegal("too-many-unseen", unseen)
    planting = _latest_planting(bed, defender)
    planted = tuple(flower.cell for flower in planting.flowers)
    if not {*planted} & {*cells}:
        raise Illegal("old-flowers", planted)
    return planting


def _check_fields(fields: tuple[Field, Field]) -> None:
    """Raises Illegal where two times four cells are not two different fields of the board."""
    _check_on_board(fields[0] + fields[1])
    for field in fields:
        if identify(field) is None:
            raise Illegal("not-a-field", field)
    if {*fields[0]} == {*fields[1]}:
        raise Illegal("same-field", fields[0])


def _latest_planting(bed: Bed, defender: Seat) -> Planting:
    """The one that can be challenged; raises OutOfOrder where none of a seat's stands."""
    planting = bed.latest(defender)
    if planting is None:
        raise OutOfOrder("no-planting")
    return planting


def _doubtful(state: Meadow) -> Doubtful:
    """The claim that may be doubted; raises OutOfOrder where there is none."""
    if state.doubtful is None:
        raise OutOfOrder("nothing-to-doubt")
    return state.doubtful


# What is typed


def _is_submission(said: tuple[Token, ...]) -> bool:
    """Whether words and cells amount to more than small talk ("me and blue", "up")."""
    gives_up = any(pair == ("give", "up") for pair in pairwise(said))
    return gives_up or any(isinstance(token, Cell) or token in VERBS for token in said)


def _read_claim(lines: list[tuple[Token, ...]]) -> Claim | None:
    """Two times four cells, on two lines or one after the other; None for anything else."""
    spoken = [list(line) for line in lines if line]
    if spoken[0][:1] == ["challenge"]:
        del spoken[0][0]
    fields = [tuple(token for token in line if isinstance(token, Cell)) for line in spoken if line]
    if sum(map(len, fields)) != sum(map(len, spoken)):
        return None
    if len(fields) == 1:
        fields = [fields[0][:FIELD_SIZE], fields[0][FIELD_SIZE:]]
    if [len(field) for field in fields] != [FIELD_SIZE, FIELD_SIZE]:
        return None
    return Claim((fields[0], fields[1]))
