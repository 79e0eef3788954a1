"""What an analysis says of a match that is over: a line a move, the turning points, the graph."""

from typing import Final

from bot.texts.alts import LONGEST_ALT, Names, visible
from bot.texts.seating import counted, shortened
from engine.clocks import Seconds
from engine.notation import is_concession
from engine.opponents.analysis import LEAST_TURN, Analysis, JudgedMove
from engine.seats import SEATS, Seat

LONGEST_MOVE: Final = 60

NOT_OVER: Final = "The match can be analysed once it is over."
ONE_AT_A_TIME: Final = "I'm still analysing a match for you. Please wait until that is done."
NO_MOVES: Final = "Nobody made a move in this match."


def percent(chance: float) -> str:
    """A chance in whole percents.

    >>> percent(0.5), percent(0.996), percent(1)
    ('50 %', '99 %', '100 %')
    """
    # Only what is certain is 0 or 100.
    return f"{round(100 * chance) if chance in {0, 1} else min(99, max(1, round(100 * chance)))} %"


def progress(done: int, total: int) -> str:
    """How far an analysis has come."""
    return f"🔎 I'm analysing the match: {done} of {counted(total, 'position')} so far."


# In words


def move_line(judged: JudgedMove) -> str:
    """A move on a line of a table: its player's chance before and after it, and what was better."""
    done = shortened(judged.move.text, LONGEST_MOVE) or "(time ran out)"
    took = "" if judged.move.seconds is None else f" in {round(judged.move.seconds)} s"
    chances = f"{percent(judged.own_before):>5} -> {percent(judged.own_after):>5}"
    better = f"  better: {shortened(judged.better, LONGEST_MOVE)}" if judged.better else ""
    return f"{judged.number:4}  {judged.move.seat:3}  {chances}  {done}{took}{better}"


def turning_points(analysis: Analysis, called: Names) -> str:
    """The turning points of a match in words, a line each."""
    if not analysis.moves:
        return NO_MOVES
    if not analysis.turning_points:
        return f"No single move cost its player {percent(LEAST_TURN)} of the chance to win."
    return "\n".join(_turning_point(each, called) for each in analysis.turning_points)


def _turning_point(point: JudgedMove, called: Names) -> str:
    who, text = called[point.move.seat], point.move.text
    before, after = percent(point.own_before), percent(point.own_after)
    better = f" `{shortened(point.better, LONGEST_MOVE)}` was better." if point.better else ""
    if is_concession(text):
        return f"Move {point.number}: {who} conceded with a chance of {before}.{better}"
    done = f"{who} played `{shortened(text, LONGEST_MOVE)}`" if text else f"{who} ran out of time"
    told = f"Move {point.number}: {done}, and their chance fell from {before} to {after}."
    return told + (better or " Nothing better was in sight.")


# The graph


def alt(analysis: Analysis, names: Names) -> str:
    """The graph in words."""
    if not analysis.moves:
        return NO_MOVES
    first, last = analysis.moves[0], analysis.moves[-1]
    called = {seat: f"{seat.upper()} {visible(names[seat])}" for seat in SEATS}
    moves = counted(len(analysis.moves), "move")
    sentences = [
        f"Graph of the chance of winning of {called[Seat.EC]} against {called[Seat.DMO]}.",
        f"Over {moves} it goes from {percent(first.before)} to {percent(last.after)}.",
        *map(_mark, analysis.turning_points),
        *(_time(analysis, seat) for seat in SEATS),
    ]
    return shortened(" ".join(filter(None, sentences)), LONGEST_ALT)


def _mark(point: JudgedMove) -> str:
    chances = f"from {percent(point.before)} to {percent(point.after)}"
    return f"Marked is move {point.number}, by the {point.move.seat.upper()}: {chances}."


def _time(analysis: Analysis, seat: Seat) -> str:
    """How much time a seat used; empty in a match without clocks."""
    used = {
        each.number: each.move.seconds
        for each in analysis.moves
        if each.move.seat is seat and each.move.seconds is not None
    }
    if not used:
        return ""
    longest = max(used, key=used.__getitem__)
    total = round(sum(used.values(), Seconds(0)))
    return (
        f"{seat.upper()} used {total} s in all, most of it on move {longest} "
        f"({round(used[longest])} s)."
    )
