"""Finished matches: their result in figures, and step by step."""

from collections.abc import Iterator
from typing import Final

from bot.texts import answers, match_log, texts_of
from bot.texts.language import Text, _, ngettext
from bot.texts.seating import LONGEST_MESSAGE, Seating, listing, shortened, spelled
from engine.matches.match import Match
from engine.notation import is_concession
from engine.records.history import HistoryStep
from engine.records.summary import Summary
from engine.seats import SEATS

ANIMATION: Final = Text("🎞️ The whole match. Step through it with `/match replay`.")
ANIMATION_ALT: Final = Text("The match move by move, as everybody saw it.")

FIRST: Final = Text("First")
BACK: Final = Text("Back")
FORWARD: Final = Text("Forward")
LAST: Final = Text("Last")
GO_TO: Final = Text("Go to move...")
FORM_TITLE: Final = Text("Go to a move")
FORM_LABEL: Final = Text("The move's number")

NONE_FINISHED: Final = Text("No match has been finished in this room yet.")
NO_SUCH_MATCH: Final = Text("There is no finished match with that number that you can see.")
CANNOT_BE_REPLAYED: Final = Text("I can't replay what I saved of that match.")
NOT_YOURS: Final = Text("Use `/match replay` to step through a match yourself.")
NO_NUMBER: Final = Text("Type a move number, using digits only; 0 is the beginning.")


def out_of_range(last: int) -> str:
    """Say that no move has the number that was typed."""
    if not last:
        return NO_MOVES()
    return _("That match has moves 1 to {last}; 0 is its beginning.", last=last)


NO_MOVES: Final = Text("That match has no moves.")

# Steps


def beginning(seating: Seating, match_id: int) -> str:
    """Name a match, at its beginning."""
    players = listing([seating.name(seat) for seat in SEATS])
    return _(
        "Match {number}, {game}: {players}. The beginning.",
        number=match_id,
        game=seating.game.title,
        players=players,
    )


def step(seating: Seating, number: int, logged: match_log.LoggedStep) -> str:
    """Describe a step: actor, deed and time, its effect, and both clocks after it."""
    done = logged.step
    lines = (match_log.line(seating, number, logged), _in_words(seating, done))
    return "\n".join(
        filter(None, (*lines, _clocks(seating, done.match_after), _ended(seating, done)))
    )


def with_place(content: str, number: int, last: int) -> str:
    """Put a step below its place in the match."""
    place = _("-# Move {number} of {last}", number=number, last=last)
    return shortened(f"{place}\n{content}", LONGEST_MESSAGE)


def _in_words(seating: Seating, done: HistoryStep) -> str:
    """Return the room's news of a move; empty for secrets and rulings."""
    if not done.is_move or done.is_secret or is_concession(done.entry.text):
        return ""
    return texts_of(seating.game).done(seating, done.public_view, done.entry.cause)


def _clocks(seating: Seating, match: Match) -> str:
    if match.game.starting_reserve is None:
        return ""
    left = (answers.clock_line(seating, seat, match.reserve_left(seat)) for seat in SEATS)
    return f"⏱️ {' '.join(left)}"


def _ended(seating: Seating, done: HistoryStep) -> str:
    outcome = done.match_after.result
    names = {seat: seating.name(seat) for seat in SEATS}
    return f"🏁 {match_log.result(seating.game, outcome, names)}" if outcome else ""


# The result

TWICE: Final = 2


def figures(seating: Seating, summary: Summary) -> str:
    """Return each player's time, the longest think, and the number of lead changes."""
    return "\n".join(_figures(seating, summary))


def _figures(seating: Seating, summary: Summary) -> Iterator[str]:
    longest = summary.longest
    if longest:
        used = [
            f"{seating.name(seat)} {match_log.took(summary.thinking[seat].used)}" for seat in SEATS
        ]
        think = summary.thinking[longest]
        yield _(
            "⏱️ Time used: {used}. Longest think: {player}, {time}, move {number}.",
            used=listing(used),
            player=seating.name(longest),
            time=match_log.took(think.longest),
            number=think.step,
        )
    if summary.lead_changes is not None:
        yield _lead(summary.lead_changes)


def _lead(changes: int) -> str:
    if not changes:
        return _("📈 The lead never changed hands.")
    if changes == TWICE:
        return _("📈 The lead changed hands twice.")
    return ngettext(
        "📈 The lead changed hands once.",
        "📈 The lead changed hands {count} times.",
        changes,
        count=spelled(changes),
    )
