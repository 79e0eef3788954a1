"""Finished matches, step by step and analysed."""

from typing import Final

from bot.texts import answers, match_log, matches
from bot.texts.language import Text, _, say
from bot.texts.seating import LONGEST_MESSAGE, Seating, shortened
from engine.clocks import Seconds
from engine.matches.match import Match
from engine.notation import is_concession
from engine.opponents.analysis import MIN_TURN, Analysis, JudgedMove
from engine.records.history import HistoryStep
from engine.seats import SEATS, Seat
from engine.words.alts import LONGEST_ALT, Names, visible
from engine.words.sentences import Plural, listing, spelled

LABELS: Final = {
    "first": Text("First"),
    "back": Text("Back"),
    "forward": Text("Forward"),
    "last": Text("Last"),
    "move": Text("Go to move..."),
}
"""The labels of the buttons below a step, by what their ids say."""
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
        return _("That match has no moves.")
    return _("That match has moves 1 to {last}; 0 is its beginning.", last=last)


# Steps


def beginning(seating: Seating, match_id: int) -> str:
    """Name a match, at its beginning."""
    players = listing([*seating.bold_names.values()])
    return _(
        "Match {number}, {game}: {players}. The beginning.",
        number=match_id,
        game=seating.game.title,
        players=players,
    )


def step(seating: Seating, number: int, logged: match_log.LoggedStep) -> str:
    """Describe a step: actor, deed and time, its effect, and both clocks after it."""
    done, outcome = logged.step, logged.step.match_after.result
    lines = (
        match_log.line(seating, number, logged),
        _in_words(seating, done),
        _clocks(seating, done.match_after),
        f"🏁 {match_log.result(outcome, seating.bold_names)}" if outcome else "",
    )
    return "\n".join(filter(None, lines))


def with_place(content: str, number: int, last: int) -> str:
    """Put a step below its place in the match."""
    place = _("-# Move {number} of {last}", number=number, last=last)
    return shortened(f"{place}\n{content}", LONGEST_MESSAGE)


def _in_words(seating: Seating, done: HistoryStep) -> str:
    """Return the room's news of a move; empty for secrets and rulings."""
    if not done.is_move or done.is_secret or is_concession(done.entry.text):
        return ""
    return matches.done(seating, done.public_view, done.entry.cause)


def _clocks(seating: Seating, match: Match) -> str:
    if match.game.starting_reserve is None:
        return ""
    left = (answers.clock_line(seating, seat, match.reserve_left(seat)) for seat in SEATS)
    return f"⏱️ {' '.join(left)}"


# Analyses: a line a move, the turning points, the graph

LONGEST_MOVE: Final = 60

NOT_OVER: Final = Text("The match can be analysed once it is over.")
NO_OPPONENT: Final = Text("I can't analyse that match: I don't know its rules.")
WAITS: Final = Text(
    "You are still practising, or I'm analysing another match for you. This analysis follows as "
    "soon as that's done."
)
WAITED_TOO_LONG: Final = Text(
    "I can't keep this answer open any longer. Run the command again later."
)
NOTHING_PLAYED: Final = Text("Nobody made a move in this match.")


def percent(chance: float) -> str:
    """Return a chance in whole percents.

    >>> percent(0.5), percent(0.996), percent(1)
    ('50 %', '99 %', '100 %')
    """
    # Only what is certain is 0 or 100.
    return f"{round(100 * chance) if chance in {0, 1} else min(99, max(1, round(100 * chance)))} %"


def progress(done: int, total: int) -> str:
    """Return the progress of an analysis."""
    text = Plural(
        "🔎 I'm analysing the match: {done} of one position so far.",
        "🔎 I'm analysing the match: {done} of {count} positions so far.",
        total,
        done=done,
        count=spelled(total),
    )
    return say(text)


# In words


def move_line(judged: JudgedMove) -> str:
    """Return a move's line in a table: its player's chance before and after, the better move."""
    done = shortened(judged.move.text, LONGEST_MOVE) or _("(time ran out)")
    if judged.move.seconds is not None:
        done = _("{move} in {seconds} s", move=done, seconds=round(judged.move.seconds))
    chances = f"{percent(judged.own_before):>5} -> {percent(judged.own_after):>5}"
    columns = [f"{judged.number:4}", f"{judged.move.seat:3}", chances, done]
    if judged.better:
        columns.append(_("better: {move}", move=shortened(judged.better, LONGEST_MOVE)))
    return "  ".join(columns)


def turning_points(analysis: Analysis, called: Names) -> str:
    """Describe a match's turning points, a line each."""
    if not analysis.moves:
        return NOTHING_PLAYED()
    if not analysis.turning_points:
        return _(
            "No single move cost {percent} or more of a player's winning chances.",
            percent=percent(MIN_TURN),
        )
    return "\n".join(_turning_point(point, called) for point in analysis.turning_points)


def _turning_point(point: JudgedMove, called: Names) -> str:
    lines = [_turn(point, called[point.move.seat])]
    if point.better:
        lines.append(_("`{move}` was better.", move=shortened(point.better, LONGEST_MOVE)))
    elif not is_concession(point.move.text):
        lines.append(_("I wouldn't have found anything better."))
    return " ".join(lines)


def _turn(point: JudgedMove, player: str) -> str:
    text = point.move.text
    known = {
        "number": point.number,
        "player": player,
        "before": percent(point.own_before),
        "after": percent(point.own_after),
    }
    if is_concession(text):
        return _("Move {number}: {player} conceded with a chance of {before}.", **known)
    if not text:
        return _(
            "Move {number}: {player} ran out of time, and their chance fell from {before} to "
            "{after}.",
            **known,
        )
    return _(
        "Move {number}: {player} played `{move}`, and their chance fell from {before} to {after}.",
        move=shortened(text, LONGEST_MOVE),
        **known,
    )


# The graph


def alt(analysis: Analysis, names: Names) -> str:
    """Describe the graph."""
    if not analysis.moves:
        return NOTHING_PLAYED()
    first, last = analysis.moves[0], analysis.moves[-1]
    called = {seat: f"{seat.upper()} {visible(names[seat])}" for seat in SEATS}
    moves = Plural(
        "It goes from {first} to {last} in one move.",
        "It goes from {first} to {last} in {count} moves.",
        len(analysis.moves),
        count=spelled(len(analysis.moves)),
        first=percent(first.before),
        last=percent(last.after),
    )
    sentences = [
        _(
            "Graph of {ec}'s chance of winning against {dmo}.",
            ec=called[Seat.EC],
            dmo=called[Seat.DMO],
        ),
        say(moves),
        *map(_mark, analysis.turning_points),
        *(_time(analysis, seat) for seat in SEATS),
    ]
    return shortened(" ".join(filter(None, sentences)), LONGEST_ALT)


def _mark(point: JudgedMove) -> str:
    return _(
        "Move {number} by the {seat} is marked: from {before} to {after}.",
        number=point.number,
        seat=point.move.seat.upper(),
        before=percent(point.before),
        after=percent(point.after),
    )


def _time(analysis: Analysis, seat: Seat) -> str:
    used = {
        move.number: move.move.seconds
        for move in analysis.moves
        if move.move.seat is seat and move.move.seconds is not None
    }
    if not used:
        return ""
    longest = max(used, key=used.__getitem__)
    return _(
        "{seat} used {total} s in all, most of it on move {number} ({longest} s).",
        seat=seat.upper(),
        total=round(sum(used.values(), Seconds(0))),
        number=longest,
        longest=round(used[longest]),
    )
