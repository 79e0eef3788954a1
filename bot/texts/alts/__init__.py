"""Pictures in words, for those who do not see them: what all games share, and one module a game."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from engine.game import Outcome, Reason
from engine.seats import Seat

Names: TypeAlias = Mapping[Seat, str]
"""What the players are called."""

LONGEST_ALT: Final = 1024
LONGEST_NAME: Final = 32

SEATS_CALLED: Final = {seat: seat.upper() for seat in Seat}

REASONS: Final = {
    Reason.NO_LEGAL_MOVE: "{loser} had no legal move",
    Reason.ELEMENT_LOST: "{loser} lacked an element",
    Reason.NO_FLOWER_FITS: "no flower fitted any more",
    Reason.BOTH_PASSED: "both players passed",
    Reason.AGREED: "both players agreed to end it",
    Reason.BOARDS: "the boards were counted",
    Reason.NO_LIVES: "{loser} had no lives left",
    Reason.FULL_BOARD: "the board was full",
    Reason.OUT_OF_TIME: "{loser} ran out of time",
    Reason.CONCEDED: "{loser} conceded",
    Reason.AWARDED: "the host awarded the match",
}


def ending(outcome: Outcome, called: Mapping[Seat, str] = SEATS_CALLED) -> str:
    """Who won and why; `called` is what the players are called in this game.

    >>> ending(Outcome(Seat.EC, Reason.CONCEDED))
    'The match is over: DMO conceded, and EC won.'
    """
    if outcome.winner is None:
        return "The match is over: the host aborted it, and nobody won."
    why = REASONS[outcome.reason].format(loser=called[outcome.winner.opponent])
    return f"The match is over: {why}, and {called[outcome.winner]} won."


def length(text: str) -> int:
    """As the strictest of those who may count it does: a rare character is two."""
    return len(text.encode("utf-16-le")) // 2


def visible(name: str) -> str:
    """One line of what can be seen of a name, cut where it is too long."""
    seen = "".join(character if character.isprintable() else " " for character in name)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"
