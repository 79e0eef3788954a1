"""What the room reads of a match: openings, turns, notices, the end."""

from typing import Any, Final

from bot.texts import clocks
from bot.texts.clocks import TurnEnd
from bot.texts.game_texts import GameTexts
from bot.texts.seating import SEAT_TITLES, Seating, shortened
from engine.clocks import Seconds
from engine.game import Outcome, Reason
from engine.matches.entries import Cause
from engine.matches.notices import Adjusted, Opened, Progressed, Reminded, Resumed, Spent, TakenBack
from engine.seats import Seat

HEARD: Final = "👀"

HEARD_IN_WORDS: Final = f"{HEARD} Your move is heard and held."

LEAST_OF_A_BOARD: Final = 40
"""With fewer characters than that, nothing worth reading can be said of a board."""

REASONS: Final = {
    Reason.NO_LEGAL_MOVE: "{loser} has to move and has no legal move",
    Reason.OUT_OF_TIME: "{loser} is out of time",
    Reason.CONCEDED: "{loser} concedes",
    Reason.AWARDED: "The host awards the match",
    Reason.ELEMENT_LOST: "{loser} lacks an element",
    Reason.NO_FLOWER_FITS: "No flower fits any more",
    Reason.BOTH_PASSED: "Both players passed",
    Reason.AGREED: "Both players agreed to end it",
    Reason.BOARDS: "The boards are counted",
    Reason.NO_LIVES: "{loser} has no lives left",
    Reason.FULL_BOARD: "The board is full",
}


def opening(seating: Seating, words: GameTexts) -> str:
    """The head of a match's first post: who plays what, and how it is typed."""
    players = " against ".join(
        f"{seating.mention(seat)} ({SEAT_TITLES[seat]}, {words.role(seating.game, seat)})"
        for seat in Seat
    )
    return f"## {seating.game.title}\n{players}.\n{words.rules_of(seating.game)}\n"


def opened(seating: Seating, words: GameTexts, view: Any, notice: Opened) -> str:
    """The post of a turn or phase: what happened, who is awaited, until when."""
    head = words.done(seating, view, notice.cause) if notice.cause else opening(seating, words)
    lines = [head, _spent(seating, notice.spent), words.request(seating, view, notice.seats)]
    until = clocks.opened(notice, seating.game.reserve_period)
    return "\n".join(filter(None, (*lines, until)))


def _spent(seating: Seating, spent: Spent | None) -> str:
    if spent is None:
        return ""
    left = clocks.reserve_left(spent.left, seating.game.reserve_period)
    return f"{seating.name(spent.seat)} has {left}."


def progressed(
    seating: Seating, words: GameTexts, view: Any, notice: Progressed, end: TurnEnd | None
) -> str:
    """The post of something done within a turn: what it was, and who is awaited until when."""
    done = words.done(seating, view, notice.cause)
    return f"{done}\n{_goes_on(seating, notice.seats, end)}"


def reminded(seating: Seating, notice: Reminded) -> str:
    """A clock's reminder."""
    who = seating.mentions(notice.seats)
    return clocks.reminded(who, notice, seating.game.reserve_period)


def taken_back(seating: Seating, notice: TakenBack, end: TurnEnd | None) -> str:
    """A held move was cancelled."""
    goes_on = _goes_on(seating, (notice.seat,), end)
    return f"↩️ {seating.name(notice.seat)} takes the move back; the clock ran on. {goes_on}"


def changed(seating: Seating, seat: Seat) -> str:
    """A held move was edited into another one, which is held in its place."""
    return f"✏️ {seating.name(seat)} changes the move, which is held anew. The clock ran on."


def paused() -> str:
    """A host stopped the clocks."""
    return "⏸️ The match is paused and the clocks stand still. Only `concede` is heard now."


def resumed(seating: Seating, notice: Resumed, end: TurnEnd | None) -> str:
    """A host let the clocks run again."""
    return f"▶️ The match goes on. {_goes_on(seating, notice.seats, end)}"


def away(seating: Seating, seconds: Seconds, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """The Dealer was down or cut off, and nobody is charged for it."""
    lost = clocks.duration(Seconds(round(seconds)))
    goes_on = _goes_on(seating, seats, end)
    return f"🔌 The Dealer was away for {lost}; nobody is charged. {goes_on}"


def started_late(seating: Seating, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """The countdown of a post is no longer true, since its clock starts only now."""
    return f"⏳ The clock starts only now. {_goes_on(seating, seats, end)}"


def _goes_on(seating: Seating, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """Who is awaited, and until when, in a turn that runs already."""
    if not seats:
        return ""
    return clocks.goes_on(seating.mentions(seats), end, seating.game.reserve_period)


def adjusted(seating: Seating, notice: Adjusted, *, is_running: bool) -> str:
    """A host gave or took reserve, perhaps while it is used."""
    left = clocks.reserve_left(notice.left, seating.game.reserve_period, is_running=is_running)
    return f"🛠️ By the host's ruling {seating.name(notice.seat)} has {left}."


def ended(seating: Seating, outcome: Outcome, last: str, score: str = "") -> str:
    """The result of a match; `last` says what the last action was, `score` how they stand."""
    if outcome.winner is None:
        return ABORTED_IN_ROOM
    loser = seating.name(outcome.winner.opponent)
    reason = REASONS[outcome.reason].format(loser=loser)
    winner = seating.name(outcome.winner)
    result = f"🏁 {reason}. {winner} wins the Death Match!"
    return "\n".join(filter(None, (last, score, result)))


FIRST: Final = "`first me` or `first them` (`first ec`, `first dmo`)."


def boards_in_words(alts: tuple[str, ...], most: int) -> str:
    """The alt texts of boards at the end of a post, in so many characters at most."""
    # Whatever names are in it, nothing of it is Markdown there.
    frame = "\n```\n{}\n```"
    each = (most // max(1, len(alts))) - len(frame)
    described = (shortened(alt.replace("`", "'"), each) for alt in alts)
    return "".join(frame.format(alt) for alt in described) if each > LEAST_OF_A_BOARD else ""


def choose_first(who: str) -> str:
    """The request to say who begins."""
    return (
        f"{who} choose who begins: type `first me` or `first them` (`first ec`, `first dmo`). "
        "Without a word it is drawn by lot."
    )


def chosen_first(seating: Seating, cause: Cause, first: Seat) -> str:
    """Who begins, and by whose word."""
    if cause.seat is None:
        return f"🎲 Drawn by lot: {seating.name(first)} begins."
    return f"{seating.name(cause.seat)} decides: {seating.name(first)} begins."


def undone() -> str:
    """A host took an entry back."""
    return "🛠️ By the host's ruling the latest action is undone, and its turn opens anew."


STANDSTILL: Final = (
    "⚠️ The Dealer cannot save anything right now, so the clocks stand still and nobody is charged. "
    "What is typed meanwhile is heard as soon as it can be saved."
)

KEPT_AGAIN: Final = (
    "✅ The Dealer can save everything again. Nobody is charged for the time in between."
)

ABORTED_IN_ROOM: Final = "🏁 The host has aborted the match. There is no winner."
