"""What the room reads of a match: openings, turns, notices, the end."""

from typing import Any, Final

from bot.texts import clocks
from bot.texts.clocks import TurnEnd
from bot.texts.game_texts import GameTexts
from bot.texts.seating import SEAT_TITLES, Seating, shortened
from engine.clocks import Seconds
from engine.game import Outcome
from engine.matches.entries import Cause
from engine.matches.notices import Adjusted, Opened, Progressed, Reminded, Resumed, Spent, TakenBack
from engine.seats import Seat

HEARD: Final = "👀"
HEARD_IN_WORDS: Final = f"{HEARD} I have your move."
ABORTED_IN_ROOM: Final = "🏁 The host has aborted the match. There is no winner."
LEAST_OF_A_BOARD: Final = 40
"""With fewer characters, a board cannot be described in any useful way."""

# Turns


def opened(seating: Seating, texts: GameTexts, view: Any, notice: Opened) -> str:
    """The post of a turn or phase: what happened, who is awaited, until when."""
    head = texts.done(seating, view, notice.cause) if notice.cause else opening(seating, texts)
    lines = [head, _spent(seating, notice.spent), texts.request(seating, view, notice.seats)]
    until = clocks.opened(notice, seating.game.reserve_period)
    return "\n".join(filter(None, (*lines, until)))


def opening(seating: Seating, texts: GameTexts) -> str:
    """The head of a match's first post: who plays what, and how."""
    players = " against ".join(
        f"{seating.mention(seat)} ({SEAT_TITLES[seat]}, {texts.role(seating.game, seat)})"
        for seat in Seat
    )
    return f"## {seating.game.title}\n{players}.\n{texts.rules_of(seating.game)}\n"


def _spent(seating: Seating, spent: Spent | None) -> str:
    if spent is None:
        return ""
    left = clocks.reserve_left(spent.left, seating.game.reserve_period)
    return f"{seating.name(spent.seat)} has {left}."


def progressed(
    seating: Seating, texts: GameTexts, view: Any, notice: Progressed, end: TurnEnd | None
) -> str:
    """The post of something done within a turn: what it was, who is awaited, until when."""
    done = texts.done(seating, view, notice.cause)
    return f"{done}\n{_goes_on(seating, notice.seats, end)}"


def reminded(seating: Seating, notice: Reminded) -> str:
    """A clock's reminder."""
    who = seating.mentions(notice.seats)
    return clocks.reminded(who, notice, seating.game.reserve_period)


def taken_back(seating: Seating, notice: TakenBack, end: TurnEnd | None) -> str:
    """A held move was taken back."""
    goes_on = _goes_on(seating, (notice.seat,), end)
    return f"↩️ {seating.name(notice.seat)} takes the move back. The clock kept running. {goes_on}"


def changed(seating: Seating, seat: Seat) -> str:
    """A held move was edited into another one."""
    return f"✏️ {seating.name(seat)} changes the move. The clock kept running."


def _goes_on(seating: Seating, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """Who is awaited, and until when, in a turn that is under way."""
    if not seats:
        return ""
    return clocks.goes_on(seating.mentions(seats), end, seating.game.reserve_period)


# Who goes first

BY_LOT_IF_SILENT: Final = "If time runs out, I draw lots."
FIRST: Final = "`first me` or `first them` (or `first ec`, `first dmo`)."


def choose_first(who: str) -> str:
    """The request to say who goes first."""
    return f"{who} choose who goes first: type {FIRST} {BY_LOT_IF_SILENT}"


def chosen_first(seating: Seating, cause: Cause, first: Seat) -> str:
    """Who goes first, and who said so."""
    if cause.seat is None:
        return f"🎲 Drawn by lot: {seating.name(first)} goes first."
    return f"{seating.name(cause.seat)} decides: {seating.name(first)} goes first."


# Hosts' rulings, and the Dealer's own absences


def paused() -> str:
    """A host stopped the clocks."""
    return (
        "⏸️ The match is paused and the clocks are stopped. Until it resumes, only `concede` counts."
    )


def resumed(seating: Seating, notice: Resumed, end: TurnEnd | None) -> str:
    """A host let the clocks run again."""
    return f"▶️ The match goes on. {_goes_on(seating, notice.seats, end)}"


def adjusted(seating: Seating, notice: Adjusted, *, is_running: bool) -> str:
    """A host gave or took reserve, perhaps while it was in use."""
    left = clocks.reserve_left(notice.left, seating.game.reserve_period, is_running=is_running)
    return f"🛠️ Host's ruling: {seating.name(notice.seat)} now has {left}."


def undone() -> str:
    """A host took an entry back."""
    return "🛠️ Host's ruling: the last action is undone, and that turn starts again."


def away(seating: Seating, seconds: Seconds, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """The Dealer was down or cut off, and that time is nobody's."""
    lost = clocks.duration(Seconds(round(seconds)))
    goes_on = _goes_on(seating, seats, end)
    return f"🔌 I was away for {lost}, which counts against nobody. {goes_on}"


def started_late(seating: Seating, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """The countdown of a post is no longer true, since its clock starts only now."""
    return f"⏳ The clock only starts now. {_goes_on(seating, seats, end)}"


STANDSTILL: Final = (
    "⚠️ I can't save anything right now, so the clocks are stopped and nobody loses time. I'll "
    "read whatever you type in the meantime as soon as I can save it."
)
KEPT_AGAIN: Final = "✅ I can save everything again. Nobody lost any time."

# The end


def ended(
    seating: Seating, texts: GameTexts, outcome: Outcome, last: str = "", score: str = ""
) -> str:
    """The result of a match; `last` says what the last action did, `score` who has how much."""
    if outcome.winner is None:
        return ABORTED_IN_ROOM
    why = texts.reason(outcome, {seat: seating.name(seat) for seat in Seat})
    result = f"🏁 {why}. {seating.name(outcome.winner)} wins the Death Match!"
    return "\n".join(filter(None, (last, score, result)))


# Rooms that take no files


def boards_in_words(alts: tuple[str, ...], most: int) -> str:
    """The alt texts of boards, for the end of a post, in so many characters at most."""
    # In a code block, whatever names are in it, nothing is Markdown.
    frame = "\n```\n{}\n```"
    each = (most // max(1, len(alts))) - len(frame)
    described = (shortened(alt.replace("`", "'"), each) for alt in alts)
    return "".join(frame.format(alt) for alt in described) if each > LEAST_OF_A_BOARD else ""
