"""A match step by step, live in a log and finished on pages: plain text, whatever the names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts import clocks, matches
from bot.texts.language import Text, _, say
from bot.texts.seating import LONGEST_MESSAGE, NAMELESS, Seating, plain_name
from engine.clocks import Seconds
from engine.game import Outcome
from engine.matches.entries import CauseKind, Speaker
from engine.notation import is_concession
from engine.records.history import HistoryStep
from engine.records.summary import Summary
from engine.seats import SEATS, Seat
from engine.texts import why_ended
from engine.words.alts import Names, visible
from engine.words.sentences import Plural, listing, spelled

HOST: Final = Text("Host")
DEALER: Final = Text("Dealer")
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
    return matches.at_stake(((_("The winner"), winner), (_("The loser"), loser)), plain)


def result(outcome: Outcome, names: Names) -> str:
    """Return a match's result."""
    if outcome.winner is None:
        return _("The host aborted the match. There is no winner.")
    why = say(why_ended(outcome, names))
    return _("{reason}. {winner} wins.", reason=why, winner=names[outcome.winner])


def step(done: HistoryStep, names: Names) -> StepText:
    """Put a step of a match into words."""
    typed, kind = done.text, done.entry.cause.kind
    publicly = KEPT_QUIET[kind]() if done.is_secret else ""
    match kind:
        case CauseKind.TIME:
            seats = listing([names[seat] for seat in done.seats])
            return StepText(say(seats), _("runs out of time"))
        case CauseKind.RULING:
            return _ruled(done)
        case CauseKind.LINE:
            return StepText(HOST(), typed, is_typed=True)
        case CauseKind.LOT:
            return StepText(DEALER(), typed, is_typed=True, public_text=publicly)
        case CauseKind.ACTION:
            speaker = names[done.seats[0]]
            if is_concession(typed):
                return StepText(speaker, _("concedes"))
            return StepText(speaker, typed, is_typed=True, public_text=publicly)


def _ruled(done: HistoryStep) -> StepText:
    typed, since = done.text, done.match_before.clock.paused_since
    text = RULINGS[typed.lower()]() if typed.lower() in RULINGS else typed
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
    return clocks.duration(seconds) if seconds < 3600 else _clock(seconds)


# The log, with links to the messages

NOTHING_YET: Final = Text("Nobody has done anything in this match yet.")
EARLIER: Final = Text("-# Earlier entries are in the file.")
TAKEN_BACK: Final = Text("(taken back)")


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """A step of a match and its source.

    Attributes:
        link: Address of its message; empty if not everybody can read one.
        by: The ruling host; None if nobody ruled, or it is unknown.
    """

    step: HistoryStep
    link: str = ""
    by: int | None = None


def line(seating: Seating, number: int, logged: LoggedStep) -> str:
    """Return an entry: number, time since the beginning, deed, time taken.

    The link is the time, the only part of the line that is never too small to press.
    """
    names = {seat: plain_name(seating.names[seat]) for seat in SEATS}
    done = logged.step
    text = step(done, names)
    label = f"`{text.text.replace('`', chr(39))}`" if text.is_typed else text.text
    name = f"<@{logged.by}>" if logged.by else f"**{text.speaker}**"
    is_timed = done.seconds is not None and done.entry.cause.kind is CauseKind.ACTION
    spent = f", {took(done.seconds)}" if is_timed and done.seconds is not None else ""
    undone = "" if done.counts else f" {TAKEN_BACK()}"
    stamp = _clock(done.entry.at)
    when = f"[{stamp}](<{logged.link}>)" if logged.link else stamp
    return f"{number}. {when} {name}: {label}{spent}{undone}"


def _clock(instant: Seconds) -> str:
    minutes, seconds = divmod(int(instant), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def newest(lines: Sequence[str]) -> str:
    """Return as many of the last lines as a message holds."""
    if not lines:
        return NOTHING_YET()
    for left_out in range(len(lines)):
        head = [EARLIER()] if left_out else []
        text = "\n".join((*head, *lines[left_out:]))
        if len(text) <= LONGEST_MESSAGE:
            return text
    return EARLIER()


# The result

ANIMATION: Final = Text(
    "🎞️ The whole of match {number}, {ec} against {dmo}. Step through it with "
    "`/match replay number:{number}`."
)
ANIMATION_ALT: Final = Text("The match move by move, as everybody saw it.")


def figures(seating: Seating, summary: Summary) -> str:
    """Return each player's time, the longest think, and the number of lead changes."""
    lines, longest = [], summary.longest
    if longest:
        used = [f"{seating.name(seat)} {took(summary.thinking[seat].used)}" for seat in SEATS]
        think = summary.thinking[longest]
        text = _(
            "⏱️ Time used: {used}. Longest think: {player}, {time}, move {number}.",
            used=listing(used),
            player=seating.name(longest),
            time=took(think.longest),
            number=think.step,
        )
        lines.append(text)
    if summary.lead_changes is not None:
        lines.append(_lead(summary.lead_changes))
    return "\n".join(lines)


def _lead(changes: int) -> str:
    if not changes:
        return _("📈 The lead never changed hands.")
    if changes == 2:
        return _("📈 The lead changed hands twice.")
    text = Plural(
        "📈 The lead changed hands once.",
        "📈 The lead changed hands {count} times.",
        changes,
        count=spelled(changes),
    )
    return say(text)
