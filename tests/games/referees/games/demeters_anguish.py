"""A second referee of Demeter's Anguish, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. What can be laid where is told in `demeters_gardens`;
here are the words that are typed, the phases, and the turns.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees.boards.demeters_gardens import (
    KINDS,
    Garden,
    Kind,
    empty_garden,
    fault_of_flower,
    fault_of_rock,
    kind_of,
    legal_flowers,
    score,
)
from tests.games.referees.match import Match as MatchOfAnyGame
from tests.games.referees.match import new_referee
from tests.games.referees.record import (
    SEATS,
    Cell,
    cells_in,
    is_run_of_cells,
    one_of,
    other_seat,
    rows_of,
    seat_named_first,
    tokens_in,
)
from tests.games.referees.record import Settings as SettingsOfAnyGame
from tests.games.referees.values import BankTurn, Deadline, Refusal, copy_of
from tests.games.referees.words.typed import are_for_the_dealer, parts_of, pieces_of

HALVES = ("flower", "rock")
VERBS = {"flower": "flower", "demeter": "flower", "rock": "rock", "hades": "rock"}


# -------------------------------------------------------------------------- what a text says

CHOICE_WORDS = ("first", "ec", "dmo", "me", "them")
LETTERS_OF_KINDS = {letter.lower() for kind in KINDS for letter in kind.letters}
TELLING_WORDS = ("flower", "demeter", "rock", "hades", "pass", "agree", "first", "concede")
OTHER_WORDS = {*CHOICE_WORDS, *LETTERS_OF_KINDS, "on"}


@dataclass
class Half:
    """A flower or a rock to be laid, or (without cells) passed; `half` is None for a bare pass."""

    half: str | None
    cells: list[Cell] = field(default_factory=list)
    letter: str = ""


@dataclass
class Said:
    """A submission's request: concede, agree, first (with a seat), halves, or malformed."""

    what: str
    seat: str | None = None
    halves: list[Half] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)


def is_submission(text: str) -> bool:
    tokens = tokens_in(pieces_of(text))
    return tokens != ["i", "agree"] and are_for_the_dealer(tokens, TELLING_WORDS, OTHER_WORDS)


def what_is_said(text: str, speaker: str) -> Said:
    tokens = pieces_of(text)
    if tokens in (["concede"], ["agree"]):
        return Said(tokens[0])
    seat = seat_named_first(tokens, speaker)
    if seat is not None:
        return Said("first", seat=seat)
    halves = [half_said(part) for part in parts_of(text)]
    if None in halves or len(halves) > 2 or is_same_half_twice(halves):
        return Said("malformed", cells=cells_in(tokens))
    return Said("halves", halves=halves)


def is_same_half_twice(halves: list[Half]) -> bool:
    return len(halves) == 2 and halves[0].half == halves[1].half


def half_said(tokens: list[str]) -> Half | None:
    """Return the half that one part of a message asks for, if it does."""
    if tokens[0] == "pass":
        return pass_said(tokens[1:])
    if tokens[0] not in VERBS:
        return None
    half = VERBS[tokens[0]]
    rest = tokens[1:]
    letter = ""
    if half == "flower" and rest and rest[0] in LETTERS_OF_KINDS:
        letter, rest = rest[0], rest[1:]
    rest = without_leading(rest, "on")
    cells = cells_in(rest)
    if not cells or len(set(cells)) < len(cells):
        return None
    if not all(is_run_of_cells(token) for token in rest):
        return None
    return Half(half, cells, letter)


def pass_said(names: list[str]) -> Half | None:
    """Return the passes named by `pass` and the words after it."""
    if names == []:
        return Half(None)
    if len(names) == 1 and names[0] in VERBS:
        return Half(VERBS[names[0]])
    return None


def without_leading(tokens: list[str], leading: str) -> list[str]:
    return tokens[1:] if tokens and tokens[0] == leading else tokens


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """All that stands, hidden things too.

    `phase` is `opening` (both lay a flower in secret), `choice` (of who begins) or `turns`.
    `openings` are the halves submitted in secret, by seat. In the turn that runs `missing` are the
    halves still to come, and `is_passed` says that none was laid so far and the turn counts as one
    that may be passed as a whole; `turns_passed` is how many such turns came last in a row.
    """

    phase: str = "opening"
    openings: dict[str, Half] = field(default_factory=dict)
    gardens: dict[str, Garden] = field(
        default_factory=lambda: {seat: empty_garden() for seat in SEATS}
    )
    laid: dict[str, list[Kind]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    mover: str = ""
    missing: list[str] = field(default_factory=list)
    is_passed: bool = False
    turns_passed: int = 0
    agreed: list[str] = field(default_factory=list)


@dataclass
class Settings(SettingsOfAnyGame):
    """The headers' settings."""

    turn: Fraction = Fraction(120)
    reserve: Fraction = Fraction(300)
    setup: Fraction = Fraction(600)
    choice: Fraction = Fraction(60)


OPTIONS = {
    "row1": one_of("bottom", "top"),
}


class Match(MatchOfAnyGame):
    """One match as it stands."""

    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, settings.reserve, drawn)
        self.state = State()
        self.open(Deadline(settings.setup), Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    def garden_for(self, half: str) -> str:
        """Return the owner of the garden for the mover's flower or rock."""
        return self.mover if half == "flower" else other_seat(self.mover)

    def to_act_now(self) -> list[str]:
        if self.phase == "opening":
            return [seat for seat in SEATS if seat not in self.state.openings]
        return [self.mover] if self.phase == "turns" else ["dmo"]

    def position(self) -> dict[str, str]:
        return {seat: rows_of(self.state.gardens[seat]) for seat in SEATS}

    def winner_by_score(self) -> str:
        ec, dmo = (score(self.state.laid[seat]) for seat in SEATS)
        return "ec" if ec > dmo else "dmo"

    def any_flower_fits(self) -> bool:
        state = self.state
        return any(
            True for seat in SEATS for _ in legal_flowers(state.gardens[seat], state.laid[seat])
        )

    # ------------------------------------------------------------------------- what happens

    def end_the_opening(self, instant: Fraction) -> None:
        """End the opening: silence is a pass."""
        self.state.phase = "choice"
        self.ask_who_begins(instant)

    def begin(self, mover: str, instant: Fraction) -> None:
        """Show the flowers of the opening; the first seat has a turn of the rock only."""
        for seat, opening in self.state.openings.items():
            if opening.cells:
                self.lay_flower(seat, opening.cells)
        self.state.phase = "turns"
        self.open_turn(mover, ["rock"], instant)

    def open_turn(self, mover: str, missing: list[str], instant: Fraction) -> None:
        self.state.mover = mover
        self.state.missing = missing
        self.state.is_passed = missing == list(HALVES)
        self.open(BankTurn(mover, self.settings.turn), instant)

    def lay_flower(self, seat: str, cells: list[Cell]) -> None:
        self.state.gardens[seat].update(dict.fromkeys(cells, "*"))
        self.state.laid[seat].append(kind_of(cells))

    def lay(self, half: Half) -> None:
        """Make a half of the mover's turn."""
        if half.half == "flower":
            self.lay_flower(self.mover, half.cells)
        else:
            self.state.gardens[self.garden_for("rock")].update(dict.fromkeys(half.cells, "o"))
        self.state.missing.remove(half.half)
        self.state.is_passed = False
        self.state.agreed = []

    def pass_halves(self, halves: list[str]) -> None:
        for half in halves:
            self.state.missing.remove(half)
        self.state.agreed = []

    def look_for_room(self, instant: Fraction) -> None:
        """End the match after a half if no flower fits any more: nothing can change the score."""
        if not self.any_flower_fits():
            self.end(self.winner_by_score(), "no-flower-fits", instant)

    def end_turn_if_whole(self, instant: Fraction) -> None:
        """Open the other's turn once no half is missing, unless two in a row were passed."""
        if self.over or self.state.missing:
            return
        self.pay(instant)
        self.state.turns_passed = self.state.turns_passed + 1 if self.state.is_passed else 0
        if self.state.turns_passed == 2:
            self.end(self.winner_by_score(), "both-passed", instant)
        else:
            self.open_turn(other_seat(self.mover), list(HALVES), instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.phase == "opening":
            self.end_the_opening(instant)
        elif self.phase == "choice":
            self.let_lots_fall_due(instant)
        else:
            self.pass_halves(list(self.state.missing))
            self.look_for_room(instant)
            self.end_turn_if_whole(instant)

    # ---------------------------------------------------------------------------- hearing

    def understood(self, text: str, seat: str) -> Said | None:
        is_empty_pass = self.phase == "choice" and pieces_of(text) == ["pass"]
        return what_is_said(text, seat) if is_submission(text) and not is_empty_pass else None

    def is_asked(self, seat: str, action: Said) -> bool:
        if self.phase == "opening" or action.what == "agree":
            return True
        return seat in self.to_act()

    def hear_what_is_asked(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what == "agree":
            return self.hear_agreement(seat, instant)
        if action.what == "first":
            return self.hear_choice(instant, action)
        return self.hear_flowers_and_rocks(seat, instant, action.halves)

    def hear_flowers_and_rocks(
        self, seat: str, instant: Fraction, halves: list[Half]
    ) -> Refusal | None:
        if self.phase == "opening":
            return self.hear_opening(seat, instant, halves)
        if self.phase == "choice":
            return Refusal("wrong-phase")
        return self.hear_halves(instant, halves)

    def hear_agreement(self, seat: str, instant: Fraction) -> Refusal | None:
        if self.phase != "turns":
            return Refusal("wrong-phase")
        if seat in self.state.agreed:
            return Refusal("already-agreed")
        self.state.agreed = [*self.state.agreed, seat]
        if len(self.state.agreed) == 2:
            self.end(self.winner_by_score(), "agreed", instant)
        return None

    def hear_choice(self, instant: Fraction, action: Said) -> Refusal | None:
        if self.phase != "choice":
            return Refusal("wrong-phase")
        self.begin(action.seat, instant)
        return None

    def hear_opening(self, seat: str, instant: Fraction, halves: list[Half]) -> Refusal | None:
        """Return a flower or a pass in secret, in place of what this seat had in."""
        if any(half.half == "rock" for half in halves):
            return Refusal("wrong-phase")
        opening, *more = halves
        if opening.cells:
            refusal = fault_of_flower(empty_garden(), [], opening.cells, opening.letter)
            if refusal is not None:
                return refusal
        if any(half.half == "flower" for half in more):
            return Refusal("half-done")
        self.state.openings[seat] = opening
        if len(self.state.openings) == 2:
            self.end_the_opening(instant)
        return None

    def hear_halves(self, instant: Fraction, halves: list[Half]) -> Refusal | None:
        """Take one or two halves in the order typed; all of them hold, or none."""
        before = copy_of(self.state)
        for half in halves:
            refusal = self.hear_half(half)
            if refusal is not None:
                self.state = before
                return refusal
            self.look_for_room(instant)
            if self.over:
                break
        self.end_turn_if_whole(instant)
        return None

    def hear_half(self, half: Half) -> Refusal | None:
        missing = self.state.missing
        if half.half is not None and half.half not in missing:
            return Refusal("half-done")
        if not half.cells:
            self.pass_halves([half.half] if half.half else list(missing))
            return None
        refusal = self.fault_of(half)
        if refusal is None:
            self.lay(half)
        return refusal

    def fault_of(self, half: Half) -> Refusal | None:
        """Return the fault of laying this flower or rock in the mover's turn."""
        garden = self.state.gardens[self.garden_for(half.half)]
        if half.half == "rock":
            return fault_of_rock(garden, half.cells)
        return fault_of_flower(garden, self.state.laid[self.mover], half.cells, half.letter)


# -------------------------------------------------------------------------------- the referee

REFEREES = {"demeters-anguish": new_referee("demeters-anguish", Settings, OPTIONS, Match)}
