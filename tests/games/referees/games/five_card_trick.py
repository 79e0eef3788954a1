"""A second referee of Five-Card Trick, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees.match import Match as MatchOfAnyGame
from tests.games.referees.match import new_referee
from tests.games.referees.record import SEATS, other_seat, such_that, whole_number
from tests.games.referees.record import Settings as SettingsOfAnyGame
from tests.games.referees.values import Deadline, Refusal
from tests.games.referees.words.typed import pieces_of

CARDS = ("score", "grow", "claim", "block", "steal")
MEANINGS = {card[:length]: card for card in CARDS for length in (2, len(card))}


# -------------------------------------------------------------------------- what a text says


@dataclass
class Said:
    """A submission's request: concede, or the cards in the order typed, with Block's targets.

    A Block with nothing after it has an empty target.
    """

    what: str
    cards: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)


def what_is_said(text: str) -> Said | None:
    pieces = pieces_of(text)
    if pieces == ["concede"]:
        return Said("concede")
    if not pieces or not all(piece in MEANINGS for piece in pieces):
        return None
    said = Said("cards")
    rest = [MEANINGS[piece] for piece in pieces]
    while rest:
        card = rest.pop(0)
        said.cards.append(card)
        if card == "block":
            said.targets.append(rest.pop(0) if rest else "")
    return said


def fault_of(said: Said) -> str | None:
    """Return why these cards are never two that can be played."""
    if "" in said.targets:
        return "no-target"
    if len(said.cards) != 2:
        return "two-cards"
    return "same-card" if said.cards[0] == said.cards[1] else None


def in_order(cards: list[str]) -> str:
    return " ".join(card for card in CARDS if card in cards)


# ---------------------------------------------------------------------------------- the match


@dataclass
class Play:
    """A seat's cards in a round, none where nothing was played, and what its Block names."""

    cards: list[str] = field(default_factory=list)
    target: str | None = None

    def __str__(self) -> str:
        return in_order(self.cards).replace("block", f"block {self.target}")


@dataclass
class State:
    """All that stands: `submitted` is what is in for the round that runs, `plays` all before."""

    rounds: int = 0
    replays: int = 0
    pot: int = 1
    chips: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    lights: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    blocked: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    plays: dict[str, list[Play]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    submitted: dict[str, Play] = field(default_factory=dict)


@dataclass
class Settings(SettingsOfAnyGame):
    """The headers' settings."""

    rounds: int = 25
    overtime: int = 5
    replays: int = 3
    turn: Fraction = Fraction(90)


OPTIONS = {
    "rounds": such_that(whole_number, range(1, 100).__contains__),
    "overtime": such_that(whole_number, range(100).__contains__),
    "replays": such_that(whole_number, range(100).__contains__),
}


class Match(MatchOfAnyGame):
    """One match as it stands."""

    reserve_unit = None
    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, Fraction(0), drawn)
        self.state = State()
        self.open(Deadline(settings.turn), Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    def to_act_now(self) -> list[str]:
        return [seat for seat in SEATS if seat not in self.state.submitted]

    def position(self) -> dict:
        state = self.state
        return {
            "rounds": state.rounds,
            "chips": dict(state.chips),
            "pot": state.pot,
            "lights": {seat: in_order(state.lights[seat]) for seat in SEATS},
            "blocked": dict(state.blocked),
            "played": {seat: [str(play) for play in state.plays[seat][-2:]] for seat in SEATS},
        }

    # ------------------------------------------------------------------------- what happens

    def time_is_up(self, instant: Fraction) -> None:
        if not self.state.submitted and self.state.replays < self.settings.replays:
            self.state.replays += 1
            self.open(Deadline(self.settings.turn), instant)
        else:
            self.count_round(instant)

    def count_round(self, instant: Fraction) -> None:
        state = self.state
        plays = {seat: state.submitted.get(seat, Play()) for seat in SEATS}
        self.resolve(plays)
        for seat in SEATS:
            state.plays[seat].append(plays[seat])
        state.submitted = {}
        state.rounds += 1
        ec, dmo = (state.chips[seat] for seat in SEATS)
        last = self.settings.rounds + self.settings.overtime
        if state.rounds == last or (state.rounds == self.settings.rounds and ec != dmo):
            self.end("ec" if ec > dmo else "dmo", "points", instant)
        else:
            self.open(Deadline(self.settings.turn), instant)

    def resolve(self, plays: dict[str, Play]) -> None:
        state = self.state
        works = {
            seat: [
                card
                for card in plays[seat].cards
                if card not in plays[other_seat(seat)].cards and card != state.blocked[seat]
            ]
            for seat in SEATS
        }
        for seat in SEATS:
            state.chips[seat] += "score" in works[seat]
            state.pot += "grow" in works[seat]
        for seat in SEATS:
            if "claim" in works[seat]:
                other = other_seat(seat)
                state.chips[other if "steal" in works[other] else seat] += state.pot
                state.pot = 1
        for seat in SEATS:
            has_blocked = "block" in works[seat]
            state.blocked[other_seat(seat)] = plays[seat].target if has_blocked else None
            state.lights[seat] = sorted({*state.lights[seat], *plays[seat].cards})
            if len(state.lights[seat]) == len(CARDS):
                state.lights[seat] = []
                state.chips[seat] += 1

    # ---------------------------------------------------------------------------- hearing

    def understood(self, text: str, seat: str) -> Said | None:
        return what_is_said(text)

    def hear_action(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        fault = fault_of(action) or self.fault_of_row(seat, action.cards)
        if fault is not None:
            return Refusal(fault)
        target = action.targets[0] if action.targets else None
        self.state.submitted[seat] = Play(action.cards, target)
        if len(self.state.submitted) == len(SEATS):
            self.count_round(instant)
        return None

    def fault_of_row(self, seat: str, cards: list[str]) -> str | None:
        """Return why this seat cannot play two cards after those of its latest rounds."""
        latest = [play.cards for play in self.state.plays[seat][-2:]]
        if len(latest) == 2 and any(card in latest[0] and card in latest[1] for card in cards):
            return "three-running"
        return "same-pair" if latest and set(latest[-1]) == set(cards) else None


# -------------------------------------------------------------------------------- the referee

REFEREES = {"five-card-trick": new_referee("five-card-trick", Settings, OPTIONS, Match)}
