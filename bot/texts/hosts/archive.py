"""Sentences of the archive's pages: plain text, whatever the players' names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.texts import clocks, matches, texts_of
from bot.texts.alts import Names, visible
from bot.texts.language import Text, _
from bot.texts.seating import listing, plain_name
from engine.clocks import Reserve, Seconds
from engine.game import AnyGame, Outcome
from engine.matches.entries import CauseKind, Speaker
from engine.notation import is_concession
from engine.records.history import HistoryStep
from engine.seats import SEATS, Seat

NAMELESS: Final = "?"
HOST: Final = Text("Host")
DEALER: Final = Text("Dealer")
CONCEDES: Final = Text("concedes")
TIME_IS_UP: Final = Text("runs out of time")
KEPT_QUIET: Final = {
    CauseKind.ACTION: Text("submits something in secret"),
    CauseKind.LOT: Text("draws something in secret"),
}
RULINGS: Final = {
    "undo": Text("undoes the last action"),
    "undo ruling": Text("takes back the last ruling"),
    "pause": Text("the clocks are stopped"),
    "resume": Text("the clocks run again"),
    "abort": Text("aborts the match"),
}
SECTIONS: Final[Mapping[str | None, Text]] = {
    None: Text("Matches"),
    "against-the-dealer": Text("Against the Dealer"),
    "rehearsal": Text("Rehearsals"),
    "aborted": Text("Aborted"),
}
"""The headings of the matches that count, and of the others by why they do not."""
WINNER: Final = Text("The winner")
LOSER: Final = Text("The loser")
OUTSIDE: Final = Text("Outside the seasons")
SHORTEST: Final = Seconds(10)
"""Times below this are told to the tenth of a second."""


@dataclass(frozen=True, slots=True)
class StepText:
    """A step of a match in words.

    Attributes:
        speaker: Name of the actor.
        text: Their action, as typed or in words.
        is_typed: True if `text` is as typed.
        public_text: The room's only news of a secret; empty for anything else.
    """

    speaker: str
    text: str
    is_typed: bool = False
    public_text: str = ""


def called(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the players' names for the pages."""
    return {seat: name(names[seat]) for seat in SEATS}


def name(display_name: str) -> str:
    r"""Return a display name on one line.

    >>> name("Ada\u202e\n Lovelace"), name("\u200b")
    ('Ada Lovelace', '?')
    """
    return visible(display_name) or NAMELESS


def at_stake(winner: str, loser: str, plain: Callable[[str], str] = plain_name) -> str:
    """Return a match's stakes in a host's words; empty if there are none."""
    return matches.at_stake(((WINNER(), winner), (LOSER(), loser)), plain)


def result(game: AnyGame, outcome: Outcome, names: Names) -> str:
    """Return a match's result."""
    if outcome.winner is None:
        return _("The host aborted the match. There is no winner.")
    reason = texts_of(game).reason(outcome, names)
    return _("{reason}. {winner} wins.", reason=reason, winner=names[outcome.winner])


def step(done: HistoryStep, names: Names) -> StepText:
    """Put a step of a match into words."""
    typed, kind = done.text, done.entry.cause.kind
    publicly = KEPT_QUIET[kind]() if done.is_secret else ""
    match kind:
        case CauseKind.TIME:
            return StepText(listing([names[seat] for seat in done.seats]), TIME_IS_UP())
        case CauseKind.RULING:
            return _ruled(done)
        case CauseKind.LINE:
            return StepText(HOST(), typed, is_typed=True)
        case CauseKind.LOT:
            return StepText(DEALER(), typed, is_typed=True, public_text=publicly)
        case CauseKind.ACTION:
            speaker = names[done.seats[0]]
            if is_concession(typed):
                return StepText(speaker, CONCEDES())
            return StepText(speaker, typed, is_typed=True, public_text=publicly)


def _ruled(done: HistoryStep) -> StepText:
    typed, since = done.text, done.match_before.clock.paused_since
    known = RULINGS.get(typed.lower())
    text = known() if known else typed
    if done.entry.speaker is not Speaker.DEALER:
        return StepText(HOST(), text)
    return StepText(DEALER(), text if since is None else matches.was_away(done.entry.at - since))


def took(seconds: Seconds) -> str:
    """Return the length of a move.

    >>> took(Seconds("2.04")), took(Seconds("59.9")), took(Seconds(252)), took(Seconds(3725))
    ('2.0 s', '59 s', '4:12', '1:02:05')
    """
    if seconds < SHORTEST:
        return clocks.with_point(f"{seconds:.1f} s")
    hours, rest = divmod(int(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else clocks.duration(seconds)


def left(reserve: Reserve, period: Seconds | None) -> str:
    """Describe a seat's reserve left.

    >>> left(Seconds(252), None), left(2, Seconds(60)), left(Seconds(0), None)
    ('4:12 of reserve left', '2 reserve periods of 60 s left', 'no reserve left')
    """
    return clocks.reserve_left(reserve, period)
