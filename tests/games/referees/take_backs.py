"""The plain referees' common parts of games of turns whose moves may be taken back.

The DMO says who begins, if the host has not; a move is held for `takeback` seconds before it is
made. A game's `Match` is a class over the one here. It has no `hear_what_is_asked`, `to_act_now`
or `time_is_up` of its own, but these parts:

- `hear_move(at, said)`: judge a move of the seat that is to move, and `hold` it; a Refusal where
  it is not legal.
- `make(move, at)`: make a move that was held and has become final, and open what comes next.

Its options are those here (`OPTIONS`) and its own.
"""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.games.referees.match import Match
from tests.games.referees.record import SEATS, Cell, one_of, other_seat, seat_named_first
from tests.games.referees.record import Settings as SettingsOfAnyGame
from tests.games.referees.values import Refusal, Timing

TELLING_WORDS = ("first", "takeback", "undo", "concede")
WORDS = (*TELLING_WORDS, "take", "back", "ec", "dmo", "me", "them")
TAKEBACKS = (["takeback"], ["take", "back"], ["undo"])

# -------------------------------------------------------------------------- what a text says


@dataclass
class Said:
    what: str
    seat: str | None = None
    cells: list[Cell] = field(default_factory=list)
    move: Any = None


def is_submission(
    tokens: list[str], tells: Callable[[str], bool], other_words: Iterable[str] = ()
) -> bool:
    """Return whether a text is one for the Dealer, given what in a move is no small talk."""
    if not all(token in WORDS or tells(token) or token in other_words for token in tokens):
        return False
    return any(token in TELLING_WORDS or tells(token) for token in tokens) or (
        ("take", "back") in itertools.pairwise(tokens)
    )


def said_beside_moves(tokens: list[str], speaker: str) -> Said | None:
    """Return what is said without a move: to concede, to take back or who begins."""
    if tokens == ["concede"]:
        return Said("concede")
    if tokens in TAKEBACKS:
        return Said("takeback")
    seat = seat_named_first(tokens, speaker)
    return None if seat is None else Said("first", seat=seat)


# ---------------------------------------------------------------------------------- the match


@dataclass
class Settings(SettingsOfAnyGame):
    """The headers' settings."""

    turn: Fraction = Fraction(60)
    reserve: Fraction = Fraction(300)
    choice: Fraction = Fraction(60)
    takeback: Fraction = Fraction(5)
    unheld: str | None = None


OPTIONS = {"unheld": one_of(*SEATS, "both")}


@dataclass
class Held:
    move: Any
    typed_at: Fraction


class TakeBackMatch(Match):
    """One match as it stands."""

    def __init__(self, settings: Settings, drawn: Iterable[str], state: Any) -> None:
        super().__init__(settings, settings.reserve, drawn)
        self.held: Held | None = None
        self.state = state
        self.ask_who_begins(Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    def to_act_now(self) -> list[str]:
        return [self.mover]

    def next_end(self) -> Fraction | None:
        """Return when the running window, choice or turn will end."""
        if self.held is None or self.over or not self.settings.timed:
            return super().next_end()
        return self.held.typed_at + self.settings.takeback

    def clocks_stand_at(self, time: Fraction) -> Fraction:
        return super().clocks_stand_at(time) if self.held is None else self.held.typed_at

    # ------------------------------------------------------------------------- what happens

    def open(self, timing: Timing, instant: Fraction) -> None:
        self.held = None
        super().open(timing, instant)

    def hold(self, move: Any, instant: Fraction) -> None:
        self.held = Held(move, instant)
        if self.settings.takeback == 0 or self.settings.unheld in (self.mover, "both"):
            self.make_final(instant)

    def make_final(self, instant: Fraction) -> None:
        """Make the held move: it costs the time until it was typed."""
        held, self.held = self.held, None
        self.pay(held.typed_at)
        self.make(held.move, instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.held is not None:
            self.make_final(instant)
        elif self.phase == "choice":
            self.let_lots_fall_due(instant)
        else:
            self.end(other_seat(self.mover), "out-of-time", instant)

    def let_an_entry_pass(self, name: str, text: str) -> None:
        if self.held is not None and not (name == self.mover and self.says_takeback(text)):
            self.make_final(Fraction(0))

    def says_takeback(self, text: str) -> bool:
        said = self.understood(text, self.mover)
        return said is not None and said.what == "takeback"

    def stop_listening(self) -> None:
        """End the file: without a clock, that makes a held move final."""
        if self.held is not None and not self.settings.timed and not self.over:
            self.make_final(Fraction(0))

    # ---------------------------------------------------------------------------- hearing

    def hear_action(self, seat: str, instant: Fraction, said: Said) -> Refusal | None:
        if self.held is not None and self.is_asked(seat, said):
            return self.hear_while_held(instant, said)
        return super().hear_action(seat, instant, said)

    def hear_while_held(self, instant: Fraction, said: Said) -> Refusal | None:
        if said.what != "takeback":
            return Refusal("move-held")
        flag = self.end_of_time()
        if flag is not None and flag < instant:
            return Refusal("too-late")
        self.held = None
        return None

    def hear_what_is_asked(self, seat: str, instant: Fraction, said: Said) -> Refusal | None:
        if self.phase == "choice":
            return self.hear_who_begins(instant, said)
        if said.what == "first":
            return Refusal("wrong-phase")
        if said.what == "takeback":
            return Refusal("nothing-held")
        return self.hear_move(instant, said)
