"""Posts of a match for its room: openings, turns, notices, the end."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from bot.texts import clocks
from bot.texts.clocks import TurnDeadline
from bot.texts.language import Text, _, say
from bot.texts.seating import SEAT_TITLES, Seating, plain_name, shortened
from engine.clocks import ReminderKind, Seconds
from engine.game import CONCEDED, Outcome
from engine.matches.entries import Cause, CauseKind
from engine.matches.notices import (
    ClockReminder,
    ReserveChanged,
    TurnStarted,
)
from engine.seats import Seat
from engine.texts import GameTexts, texts_of, why_ended

HEARD: Final = "👀"
HEARD_IN_WORDS: Final = Text("{heard} I have your move.", heard=HEARD)
ABORTED_IN_ROOM: Final = Text("🏁 The host has aborted the match. There is no winner.")
PRACTICE_OVER: Final = Text("🏁 This practice match is over. There is no winner.")
MIN_OF_A_BOARD: Final = 40
"""With fewer characters, a board cannot be described in any useful way."""

PRACTICE: Final = Text(
    "This is a practice match and doesn't count. You can use `/match pause`, `/match undo` and "
    "`/match abort` yourself."
)

# Turns


def done(seating: Seating, view: Any, cause: Cause) -> str:
    """Tell the latest event from the public view and its cause."""
    if cause.kind is not CauseKind.RULING:
        return say(texts_of(seating.game).news(seating, view, cause))
    if seating.is_practice:
        return _("↩️ Your last move is undone, and that turn starts again.")
    return _("🛠️ Host's ruling: the last action is undone, and that turn starts again.")


def opened(seating: Seating, texts: GameTexts, view: Any, notice: TurnStarted, *before: str) -> str:
    """Return a turn's or phase's post: what came before, awaited seats, deadline."""
    game, spent = seating.game, ""
    if notice.spent:
        left = clocks.reserve_left(notice.spent.left, game.reserve_period)
        spent = _("{player} has {left}.", player=seating.name(notice.spent.seat), left=left)
    lines = (
        *before,
        say(texts.standing(view)),
        spent,
        say(texts.request(seating, view, notice.seats)),
        clocks.opened(notice, game.reserve_period, game.grace),
    )
    return "\n".join(filter(None, lines))


def opening(seating: Seating, texts: GameTexts) -> str:
    """Return the head of a match's first post: players, roles and rules."""
    text = "\n".join(filter(None, (say(texts.rules_of(seating.game)), fairness(seating))))
    return f"## {seating.game.title}\n{players(seating, texts)}\n{text}\n"


def players(seating: Seating, texts: GameTexts) -> str:
    """Name the players with their seats and roles."""
    ec, dmo = (
        f"{seating.mention(seat)} ({SEAT_TITLES[seat]()}, {say(texts.role(seating.game, seat))})"
        for seat in Seat
    )
    return _("{ec} against {dmo}.", ec=ec, dmo=dmo)


def fairness(seating: Seating) -> str:
    """Return the conditions that hold for both alike: grace, and how lots are drawn."""
    game, lines = seating.game, []
    if game.grace:
        grace = clocks.length(game.grace)
        lines.append(_("The first {time} of each turn is free.", time=grace))
    if game.commitment:
        lines.append(_("🎲 SHA-256 of the seed: `{hash}`", hash=game.commitment))
    elif not seating.is_practice:
        lines.append(_("🎲 Rehearsal: the host chose the seed."))
    return "\n".join(lines)


def progressed(
    seating: Seating, done: str, standing: str, seats: tuple[Seat, ...], end: TurnDeadline | None
) -> str:
    """Return the post of an action within a turn: the action, awaited seats, deadline."""
    return "\n".join(filter(None, (done, standing, _goes_on(seating, seats, end))))


def reminded(seating: Seating, notice: ClockReminder) -> str:
    """Return a clock's reminder."""
    name, period = seating.mentions(notice.seats), seating.game.reserve_period
    seconds = clocks.length(notice.seconds)
    match notice.kind:
        case ReminderKind.TIME_LEFT if notice.left is None:
            return _("⏰ {players} {time} left.", players=name, time=seconds)
        case ReminderKind.TIME_LEFT:
            then = clocks.reserve(notice.left or 0, period)
            return _(
                "⏰ {players} {time} of turn time left, then {reserve}.",
                players=name,
                time=seconds,
                reserve=then,
            )
        case ReminderKind.RESERVE_ENTERED:
            left = clocks.running(notice, period)
            return _("⏰ {player} your reserve is running: {left}.", player=name, left=left)
        case ReminderKind.RESERVE_USED:
            left = clocks.running(notice, period)
            return _(
                "⏰ {player} you've used {time} of your reserve: {left}.",
                player=name,
                time=clocks.duration(notice.seconds),
                left=left,
            )


TAKEN_BACK: Final = Text("↩️ {player} takes the move back. The clock kept running.")
CHANGED: Final = Text("✏️ {player} changes the move. The clock kept running.")


def goes_on(news: str, seating: Seating, seats: tuple[Seat, ...], end: TurnDeadline | None) -> str:
    """Say news within a turn, then whom that awaits, for how long, and until when."""
    return f"{news} {_goes_on(seating, seats, end)}"


def _goes_on(seating: Seating, seats: tuple[Seat, ...], end: TurnDeadline | None) -> str:
    """Say whom a running turn awaits, for how long, and until when."""
    if not seats:
        return ""
    name = seating.mentions(seats)
    if end is None:
        return _("Waiting for {players}.", players=name)
    left = clocks.left_until(end, seating.game.reserve_period)
    if end.is_on_reserve:
        return _("{player} your reserve is running: {left}.", player=name, left=left)
    return f"{name} {left}."


# Hosts' rulings, and the Dealer's own absences


PAUSED: Final = Text(
    "⏸️ The match is paused and the clocks are stopped. Until it resumes, only `concede` counts."
)


def paused(*, may_last: bool) -> str:
    """Say that the clocks are stopped; `may_last` is without limit."""
    if may_last:
        return PAUSED()
    limit = _("After an hour the match ends, so that others can practise here.")
    return f"{PAUSED()} {limit}"


WAITS_FOR: Final = Text(
    "✋ I'm waiting for a secret from you in <#{room}>, so anything you write to me now goes "
    "there. Practice resumes as soon as that's done."
)
LEFT: Final = Text("⌛ This practice match ended after an hour's pause, to free the room.")


RESUMED: Final = Text("▶️ The match has resumed.")


def adjusted(seating: Seating, notice: ReserveChanged, *, is_running: bool) -> str:
    """Say that a host gave or took reserve, perhaps while it was in use."""
    left = clocks.reserve_left(notice.left, seating.game.reserve_period, is_running=is_running)
    player = seating.name(notice.seat)
    return _("🛠️ Host's ruling: {player} now has {left}.", player=player, left=left)


RULING_UNDONE: Final = Text("🛠️ Host's ruling: `{ruling}` is taken back.")


REPLACED: Final = Text("🛠️ Host's ruling: {player} now plays as {seat}.")
BECAUSE: Final = Text("🛠️ Reason: {reason}")


CALLED: Final = "🔔"
"""The sign before a host's call to those who are awaited."""
AWAY: Final = "🔌"
"""The sign before the news that the Dealer was away."""


def was_away(seconds: Seconds) -> str:
    """Say how long the Dealer was down or cut off."""
    lost = clocks.duration(Seconds(round(seconds)))
    return _("I was away for {time}. Nobody loses time for it.", time=lost)


STARTED_LATE: Final = Text("⏳ The clock only starts now.")
STANDSTILL: Final = Text(
    "⚠️ I can't save anything right now, so the clocks are stopped and nobody loses time. I'll "
    "read whatever you type in the meantime as soon as I can save it."
)
KEPT_AGAIN: Final = Text("✅ I can save everything again. Nobody lost any time.")

# The end

SMALL_PRINT: Final = "-# "
"""The prefix of a line in small print."""


def ended(
    seating: Seating,
    outcome: Outcome,
    lines: Iterable[str] = (),
    stakes: str = "",
) -> str:
    """Return a match's result, after what is `lines`: the last action, the score."""
    text = result(seating, outcome)
    if outcome.winner is None:
        return text
    return "\n".join(filter(None, (*lines, text, stakes, *_after(seating, outcome))))


def result(seating: Seating, outcome: Outcome) -> str:
    """Name the winner, and the reason."""
    if outcome.winner is None:
        return PRACTICE_OVER() if seating.is_practice else ABORTED_IN_ROOM()
    why = say(why_ended(outcome, seating.bold_names))
    winner = seating.name(outcome.winner)
    return _("🏁 {why}. {player} wins the Death Match!", why=why, player=winner)


def at_stake(stakes: Iterable[tuple[str, str]], plain: Callable[[str], str] = plain_name) -> str:
    """Return the stakes of winning and losing in a host's words; empty if there are none.

    Args:
        stakes: Pairs of a player and the host's words after their name.
        plain: Escapes the host's words for the place where they will stand.

    >>> at_stake([("Ada", "receives 1 garnet"), ("Bob", "is out!")]), at_stake([("Ada", "")])
    ('🏅 Ada receives 1 garnet. Bob is out!', '')
    """
    lines = (f"{name} {plain(stake)}".rstrip(".") for name, stake in stakes if stake)
    sentence = " ".join(text if text.endswith(("!", "?")) else f"{text}." for text in lines)
    return sentence and f"🏅 {sentence}"


def _after(seating: Seating, outcome: Outcome) -> Iterator[str]:
    """Yield notes after a result: the seed of all lots, and that hosts can undo a slip."""
    if seating.game.commitment:
        yield _("🎲 The seed for every draw: `{seed}`", seed=seating.game.seed)
    if outcome.reason is CONCEDED and not seating.is_practice:
        yield SMALL_PRINT + _("Conceded by mistake? A host can undo it with `/match undo`.")


# Rooms that take no files


def boards_in_words(alts: tuple[str, ...], limit: int) -> str:
    """Return the alt texts of boards for the end of a post, `limit` characters long at most."""
    # In a code block, whatever names are in it, nothing is Markdown.
    frame = "\n```\n{}\n```"
    number = (limit // max(1, len(alts))) - len(frame)
    described = (shortened(alt.replace("`", "'"), number) for alt in alts)
    return "".join(frame.format(alt) for alt in described) if number > MIN_OF_A_BOARD else ""


# Links

LATEST_BOARD: Final = Text("[The latest board](<{link}>)")
TURNS_POST: Final = Text("[The turn's post](<{link}>)")
FIRST_BOARD: Final = Text("[The first board](<{link}>)")


def linked(content: str, label: Text, link: str) -> str:
    """Append a link in small print, if the link is known."""
    return "\n".join(filter(None, (content, link and f"{SMALL_PRINT}{label(link=link)}")))
