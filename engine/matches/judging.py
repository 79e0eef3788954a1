"""Checks of entries against the match as it stands, without changing it."""

from typing import Any, Final

from engine.game import TAKE_BACK
from engine.matches.base_match import PAUSED, BaseMatch
from engine.matches.entries import Entry, Speaker
from engine.matches.rulings import (
    MAY_FOLLOW_THE_END,
    ChangeReserve,
    Pause,
    Resume,
    Ruling,
    TableLine,
    Undo,
    UndoRuling,
)
from engine.refusals import MALFORMED, FalseLot, Refused, untimely
from engine.seats import Seat

NO_LOT_DUE: Final = untimely("no-lot-due", "Nothing is due to be drawn.")
NOTHING_TO_UNDO: Final = untimely("nothing-to-undo", "There is nothing to undo.")
NOT_PAUSED: Final = untimely("not-paused", "The match isn't paused.")
NO_RESERVE: Final = untimely("no-reserve", "This game has no reserve time.")


def is_take_back(match: BaseMatch, entry: Entry) -> bool:
    """Return whether an entry cancels the held move."""
    held, entry = match.held, entry.effective
    if held is None or entry.speaker is not held.entry.speaker:
        return False
    try:
        return match.game.read(match.state, Seat(entry.speaker.value), entry.text) is TAKE_BACK
    except Refused:
        return False


def states_lot(match: BaseMatch, entry: Entry) -> bool:
    """Return whether an entry states the lot that is due."""
    if entry.speaker is not Speaker.DEALER:
        return False
    try:
        match.game.settle(match.state, entry.text.lower())
    except Refused:
        return False
    return True


def waits_for_lots(entry: Entry) -> bool:
    """Return whether due lots are settled before an entry is judged."""
    if entry.speaker is Speaker.DEALER:
        return bool(entry.text) and not entry.ruling
    return bool(entry.effective.speaker.seat) or isinstance(entry.ruling, TableLine)


def may_follow_the_end(entry: Entry) -> bool:
    """Return whether an entry still counts once the match is over."""
    if entry.speaker is Speaker.HOST:
        return isinstance(entry.ruling, MAY_FOLLOW_THE_END)
    return entry.speaker is Speaker.DEALER and entry.text == ""


def settled_lot(match: BaseMatch, text: str) -> Any:
    """Return the game's state after the lot that a text states; raise Refused if it is not due."""
    if match.lot_due_at is None:
        raise NO_LOT_DUE()
    settled = match.game.settle(match.state, text.lower())
    if match.game.commitment and settled != match.game.settle(match.state, match.drawn_lot.lower()):
        raise FalseLot
    return settled


def check_ruling(match: BaseMatch, ruling: Ruling) -> None:
    """Raise Refused if a ruling is not possible now."""
    match ruling:
        case Undo() if match.undo_point is None:
            raise NOTHING_TO_UNDO()
        case UndoRuling() if match.ruling_point is None:
            raise NOTHING_TO_UNDO()
        case Pause() if match.clock.paused_since is not None:
            raise PAUSED()
        case Resume() if match.clock.paused_since is None:
            raise NOT_PAUSED()
        case ChangeReserve(_, change):
            reserve = match.game.starting_reserve
            if reserve is None:
                raise NO_RESERVE()
            if isinstance(reserve, int) and change != int(change):
                # Periods are whole.
                raise MALFORMED()
