"""A second referee of both Flower Fields, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. *Flower Field* is judged by the same rules as *Doubting
Flower Field*, but that it never hides anything, so that no claim can be doubted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from tests.games.referees import match, record
from tests.games.referees.record import (
    SEATS,
    Cell,
    above_zero,
    beside,
    one_of,
    other_seat,
    rows_of,
    seconds,
    whole_number,
)
from tests.games.referees.values import Deadline, PeriodTurn, Refusal, Timing
from tests.games.referees.words.flower_field_words import (
    BOARD,
    DOUBTING,
    MIDDLE,
    PLAIN,
    Flowers,
    Language,
    Said,
    is_field,
    match_each_other,
    once_each,
)

# ---------------------------------------------------------------------------------- the match


@dataclass
class Settings(record.Settings):
    """The headers' settings."""

    choice: Fraction = Fraction(60)
    turn: Fraction = Fraction(120)
    extra: Fraction = Fraction(60)
    periods: int = 20
    period: Fraction = Fraction(30)
    lives: int = 3
    chain: str = "off"


@dataclass
class SettingsWithDoubts(Settings):
    """The same where flowers are hidden, and five lives are usual."""

    lives: int = 5
    setup: Fraction = Fraction(600)


OPTIONS: record.OptionReaders = {
    "periods": whole_number,
    "period": above_zero(seconds),
    "lives": above_zero(whole_number),
    "chain": one_of("on", "off"),
    "row1": one_of("bottom", "top"),
}


@dataclass
class Claim:
    """A claim with unseen cells that may still be doubted: its truth, and the undone planting."""

    is_true: bool
    planting: Flowers


@dataclass
class State:
    """All of a match but its clocks.

    `phase` is `hiding`, `choice`, `turn` or `final`. `submitted` is what each seat hides, `hidden`
    what of it lives. `plantings` are those that stand, by seat, the latest last.
    """

    lives: dict[str, int]
    phase: str = "choice"
    mover: str = ""
    flowers: Flowers = field(default_factory=lambda: {MIDDLE: "y"})
    submitted: dict[str, Flowers] = field(default_factory=dict)
    hidden: dict[str, Flowers] = field(default_factory=lambda: {seat: {} for seat in SEATS})
    plantings: dict[str, list[Flowers]] = field(
        default_factory=lambda: {seat: [] for seat in SEATS}
    )
    committed: bool = False
    claim: Claim | None = None


class Match(match.Match):
    """One match of either game."""

    reserve_unit = "periods"
    state: State
    settings: Settings

    def __init__(self, game: str, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, settings.periods, drawn)
        self.game = game
        self.language = Language(game)
        self.used_before_challenge = 0
        self.state = State(dict.fromkeys(SEATS, settings.lives))
        if game == DOUBTING:
            self.state.phase = "hiding"
            self.open(Deadline(settings.setup), Fraction(0))
        else:
            self.ask_who_begins(Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    @property
    def opponent(self) -> str:
        return other_seat(self.mover)

    @property
    def must_answer(self) -> bool:
        """Return whether only a doubt can still save the mover."""
        return self.state.claim is not None and self.state.lives[self.mover] <= 0

    def latest_planting(self, seat: str) -> Flowers | None:
        """Return the latest one of a seat that still stands."""
        plantings = self.state.plantings[seat]
        return plantings[-1] if plantings else None

    def to_act_now(self) -> list[str]:
        if self.phase == "hiding":
            return [seat for seat in SEATS if seat not in self.state.submitted]
        return ["dmo"] if self.phase == "choice" else [self.mover]

    def position(self) -> dict:
        field_shown = {cell: self.state.flowers.get(cell, ".") for cell in BOARD}
        return {"field": rows_of(field_shown), "lives": dict(self.state.lives)}

    # ------------------------------------------------------------------------------ the clock

    def open(self, timing: Timing, instant: Fraction) -> None:
        self.used_before_challenge = 0
        super().open(timing, instant)

    def use_of_reserve(self, seat: str, instant: Fraction) -> Fraction | int:
        """Keep periods consumed that began before a challenge, though the turn gets longer."""
        used = super().use_of_reserve(seat, instant)
        if self.started_at is None or seat != self.mover:
            return used
        return max(used, self.used_before_challenge)

    def commit(self, instant: Fraction) -> None:
        """Make the running turn one of a challenge, and so longer."""
        self.used_before_challenge = self.use_of_reserve(self.mover, instant)
        turn = self.settings.turn + self.settings.extra
        self.timing = PeriodTurn(self.mover, turn, self.settings.period)
        self.state.committed = True
        self.state.claim = None

    # ------------------------------------------------------------------------- what happens

    def end_the_hiding(self, instant: Fraction) -> None:
        """End the hiding: silence hides nothing, nor does a cell that both picked."""
        picked = {seat: self.state.submitted.get(seat, {}) for seat in SEATS}
        for seat in SEATS:
            other_items = picked[other_seat(seat)]
            self.state.hidden[seat] = {
                cell: color for cell, color in picked[seat].items() if cell not in other_items
            }
        self.state.phase = "choice"
        self.ask_who_begins(instant)

    def open_turn(self, mover: str, instant: Fraction, claim: Claim | None = None) -> None:
        """Open a seat's turn, which may be a redo, and may be one in which a claim is doubted."""
        self.state.phase = "turn"
        self.state.mover = mover
        self.state.committed = False
        self.state.claim = claim
        self.open(PeriodTurn(mover, self.settings.turn, self.settings.period), instant)

    def go_on(self, mover: str, instant: Fraction) -> None:
        """Open a seat's turn after another, unless somebody has run out of lives."""
        self.pay(instant)
        losers = [seat for seat in SEATS if self.state.lives[seat] <= 0]
        if losers:
            self.end(other_seat(losers[0]), "no-lives", instant)
        else:
            self.open_turn(mover, instant)

    def plant(self, flowers: Flowers, instant: Fraction) -> None:
        self.state.claim = None
        for cell in flowers:
            for seat in SEATS:
                if cell in self.state.hidden[seat]:
                    del self.state.hidden[seat][cell]
                    self.state.lives[self.mover] -= 1
        self.put_planting(self.mover, flowers)
        self.go_on(self.opponent, instant)
        if not self.over and all(cell in self.state.flowers for cell in BOARD):
            self.state.phase = "final"

    def put_planting(self, seat: str, flowers: Flowers) -> None:
        self.state.plantings[seat].append(flowers)
        self.state.flowers.update(flowers)

    def undo_planting(self, seat: str) -> Flowers:
        planting = self.state.plantings[seat].pop()
        for cell in planting:
            del self.state.flowers[cell]
        return planting

    def unseen_cells(self, fields: list[list[Cell]]) -> list[Cell]:
        """Return the different cells of two fields on which no flower is visible."""
        return once_each(cell for cell in fields[0] + fields[1] if cell not in self.state.flowers)

    def is_true(self, fields: list[list[Cell]]) -> bool:
        """Return whether the fields match, with the mover's hidden flowers on unseen cells."""
        known = self.state.hidden[self.mover] | self.state.flowers
        if any(cell not in known for cell in fields[0] + fields[1]):
            return False
        item, other = ({cell: known[cell] for cell in cells} for cells in fields)
        return match_each_other(item, other)

    def challenge(self, fields: list[list[Cell]], instant: Fraction) -> None:
        is_true = self.is_true(fields)
        if self.unseen_cells(fields):
            self.succeed_unseen(is_true, instant)
        elif self.phase == "final":
            self.end_by_challenge(wrong=self.opponent if is_true else self.mover, instant=instant)
        elif is_true:
            self.state.lives[self.opponent] -= 1
            self.undo_planting(self.opponent)
            self.go_on(self.opponent, instant)
        else:
            self.fail(instant)

    def fail(self, instant: Fraction) -> None:
        """Fail the mover, who erred or gave up: the planting stays, and they redo their turn."""
        self.state.lives[self.mover] -= 1
        self.go_on(self.mover, instant)

    def succeed_unseen(self, is_true: bool, instant: Fraction) -> None:
        """Accept a claim with unseen cells: the defender redoes the turn, with any lives left."""
        defender = self.opponent
        self.state.lives[defender] -= 1
        claim = Claim(is_true, self.undo_planting(defender))
        self.pay(instant)
        self.open_turn(defender, instant, claim)

    def doubt(self, instant: Fraction) -> None:
        """Doubt the claim by which the mover has to redo their turn."""
        claim = self.state.claim
        if claim.is_true:
            self.state.lives[self.mover] -= 1
            self.go_on(self.mover, instant)
        else:
            self.state.lives[self.mover] += 1
            self.state.lives[self.opponent] -= 1
            self.put_planting(self.mover, claim.planting)
            self.go_on(self.opponent, instant)

    def accept(self, instant: Fraction) -> None:
        """Forgo the doubt; with lives left the turn goes on."""
        if self.must_answer:
            self.end(self.opponent, "no-lives", instant)
        self.state.claim = None

    def give_up(self, instant: Fraction) -> None:
        if self.phase == "final":
            self.end_by_challenge(wrong=self.mover, instant=instant)
        else:
            self.fail(instant)

    def end_by_challenge(self, wrong: str, instant: Fraction) -> None:
        self.state.lives[wrong] -= 1
        if self.state.lives[wrong] <= 0:
            self.end(other_seat(wrong), "no-lives", instant)
        else:
            self.end_by_lives(instant)

    def leave_unchallenged(self, instant: Fraction) -> None:
        self.end_by_lives(instant)

    def end_by_lives(self, instant: Fraction) -> None:
        lives = self.state.lives
        winner = self.opponent  # who planted last
        if lives["ec"] != lives["dmo"]:
            winner = "ec" if lives["ec"] > lives["dmo"] else "dmo"
        self.end(winner, "full-board", instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.phase == "hiding":
            self.end_the_hiding(instant)
        elif self.phase == "choice":
            self.let_lots_fall_due(instant)
        else:
            self.end(self.opponent, "no-lives" if self.must_answer else "out-of-time", instant)

    # ---------------------------------------------------------------------------- hearing

    def understood(self, text: str, seat: str) -> Said | None:
        if not self.language.is_submission(text):
            return None
        action = self.language.what_is_said(text, seat)
        if action.what == "pass" and self.phase != "final":
            return None
        if action.what == "fields" and not (action.with_word or self.state.committed):
            return Said("malformed", cells=action.fields[0] + action.fields[1])
        return action

    def is_asked(self, seat: str, action: Said) -> bool:
        return self.phase == "hiding" or seat in self.to_act()

    def hear_what_is_asked(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if self.phase == "hiding":
            return self.hear_hiding(seat, instant, action)
        if self.phase == "choice":
            return self.hear_who_begins(instant, action)
        return self.hear_turn(instant, action)

    def hear_hiding(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what != "hide":
            return Refusal("wrong-phase")
        outside = [cell for cell in action.flowers if cell not in BOARD]
        if outside:
            return Refusal("off-board", outside)
        if MIDDLE in action.flowers:
            return Refusal("occupied", [MIDDLE])
        self.state.submitted[seat] = action.flowers
        if len(self.state.submitted) == 2:
            self.end_the_hiding(instant)
        return None

    def hear_turn(self, instant: Fraction, action: Said) -> Refusal | None:
        code = self.fault_of_order(action)
        if code is not None:
            return Refusal(code)
        if action.what == "plant":
            return self.hear_planting(instant, action.flowers)
        if action.what == "fields":
            return self.hear_fields(instant, action.fields)
        {
            "challenge": self.commit,
            "give up": self.give_up,
            "doubt": self.doubt,
            "accept": self.accept,
            "pass": self.leave_unchallenged,
        }[action.what](instant)
        return None

    def fault_of_order(self, action: Said) -> str | None:
        if self.must_answer:
            return None if action.what in ("doubt", "accept") else "accept-or-doubt"
        if self.state.committed:
            return None if action.what in ("fields", "give up") else "committed"
        faults = {
            "hide": "wrong-phase",
            "first": "wrong-phase",
            "pass": None if self.phase == "final" else "wrong-phase",
            "give up": "not-committed",
            "doubt": None if self.state.claim else "nothing-to-doubt",
            "accept": None if self.state.claim else "nothing-to-doubt",
            "challenge": None if self.latest_planting(self.opponent) else "no-planting",
        }
        return faults.get(action.what)

    def hear_planting(self, instant: Fraction, flowers: Flowers) -> Refusal | None:
        outside = [cell for cell in flowers if cell not in BOARD]
        if outside:
            return Refusal("off-board", outside)
        taken = [cell for cell in flowers if cell in self.state.flowers]
        if taken:
            return Refusal("occupied", taken)
        alone = self.cells_not_beside(list(flowers))
        if alone:
            return Refusal("not-beside", alone)
        self.plant(flowers, instant)
        return None

    def cells_not_beside(self, cells: list[Cell]) -> list[Cell]:
        """Return a planting's cells that have nothing to stand beside."""
        alone = []
        for number, cell in enumerate(cells):
            may_be_beside = list(self.state.flowers)
            if number == 1 and self.settings.chain == "on":
                may_be_beside.append(cells[0])
            if not any(neighbour in may_be_beside for neighbour in beside(cell)):
                alone.append(cell)
        return alone

    def hear_fields(self, instant: Fraction, fields: list[list[Cell]]) -> Refusal | None:
        refusal = self.fault_of_fields(fields)
        if refusal is None:
            self.challenge(fields, instant)
        return refusal

    def fault_of_fields(self, fields: list[list[Cell]]) -> Refusal | None:
        item, other = fields
        outside = once_each(cell for cell in item + other if cell not in BOARD)
        if outside:
            return Refusal("off-board", outside)
        no_fields = [cells for cells in fields if not is_field(cells)]
        if no_fields:
            return Refusal("not-a-field", no_fields[0])
        if set(item) == set(other):
            return Refusal("same-field", item)
        unseen = self.unseen_cells(fields)
        if len(unseen) > (2 if self.game == DOUBTING else 0):
            return Refusal("too-many-unseen", unseen)
        return self.fault_of_flowers(item + other)

    def fault_of_flowers(self, cells: list[Cell]) -> Refusal | None:
        """Refuse a challenge of cells that are not the opponent's latest planting."""
        latest = self.latest_planting(self.opponent)
        if latest is None:
            return Refusal("no-planting")
        if not any(cell in latest for cell in cells):
            return Refusal("old-flowers", list(latest))
        return None


# -------------------------------------------------------------------------------- the referees

REFEREES = {
    DOUBTING: match.new_referee(DOUBTING, SettingsWithDoubts, OPTIONS, partial(Match, DOUBTING)),
    PLAIN: match.new_referee(PLAIN, Settings, OPTIONS, partial(Match, PLAIN)),
}
