"""Judgement of entries: their consequence or refusal, without changing the match."""

from typing import Any

from engine.game import TAKE_BACK, Outcome, Reason, TakeBack
from engine.matches.base_match import BaseMatch, HeldMove
from engine.matches.consequences import (
    CancelHeldMove,
    Consequence,
    EndMatch,
    PassTime,
    PlayAction,
    SettleLot,
    StartClock,
)
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.rulings import (
    MAY_FOLLOW_THE_END,
    Abort,
    Award,
    ChangeReserve,
    Pause,
    Resume,
    TableLine,
    Undo,
    UndoRuling,
    read_ruling,
)
from engine.notation import is_concession
from engine.refusals import FalseLot, Malformed, NotASubmission, OutOfOrder, Refused
from engine.seats import Seat


def judge(match: BaseMatch, entry: Entry) -> Consequence:
    """Return an entry's consequence, once time has had its effects up to that instant.

    Raises:
        Refused: The entry changes nothing.
    """
    if match.result and not _may_follow_the_end(entry):
        raise OutOfOrder("match-over")
    heard = entry.effective
    seat = heard.speaker.seat
    if seat:
        return _judge_player(match, seat, heard)
    if entry.speaker is Speaker.HOST or entry.ruling:
        return _judge_ruling(match, entry.text)
    if entry.text == "":
        return PassTime()
    if entry.text.lower().split() == [POSTED]:
        return StartClock()
    if match.lot_due_at is None:
        raise OutOfOrder("no-lot-due")
    settled = match.game.settle(match.state, entry.text.lower())
    if match.game.commitment and settled != match.game.settle(match.state, match.drawn_lot.lower()):
        raise FalseLot
    return SettleLot(settled)


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


def _may_follow_the_end(entry: Entry) -> bool:
    if entry.speaker is Speaker.HOST:
        return isinstance(entry.ruling, MAY_FOLLOW_THE_END)
    return entry.speaker is Speaker.DEALER and entry.text == ""


def _judge_ruling(match: BaseMatch, text: str) -> Consequence:
    ruling = read_ruling(text)
    match ruling:
        case Undo() if match.undo_point is None:
            raise OutOfOrder("nothing-to-undo")
        case UndoRuling() if match.ruling_point is None:
            raise OutOfOrder("nothing-to-undo")
        case Pause() if match.clock.paused_since is not None:
            raise OutOfOrder("paused")
        case Resume() if match.clock.paused_since is None:
            raise OutOfOrder("not-paused")
        case ChangeReserve():
            _check_change(match, ruling)
        case TableLine(line):
            return PlayAction(match.game.apply_host_line(match.state, line))
        case Award(winner):
            return EndMatch(Outcome(winner, Reason.AWARDED))
        case Abort():
            return EndMatch(Outcome(None, Reason.ABORTED))
    return ruling


def _check_change(match: BaseMatch, ruling: ChangeReserve) -> None:
    reserve = match.game.starting_reserve
    if reserve is None:
        raise OutOfOrder("no-reserve")
    if isinstance(reserve, int) and ruling.change != int(ruling.change):
        # Periods are whole.
        raise Malformed


def _judge_player(match: BaseMatch, seat: Seat, entry: Entry) -> Consequence:
    if is_concession(entry.text):
        return EndMatch(Outcome(seat.opponent, Reason.CONCEDED))
    try:
        action = match.game.read(match.state, seat, entry.text)
    except NotASubmission:
        raise
    except Refused as refused:
        # Only a seat that may act now is told why.
        action = refused
    if match.clock.paused_since is not None:
        raise OutOfOrder("paused")
    if match.held:
        return _judge_while_held(match, match.held, action, entry)
    known = None if isinstance(action, Refused) else action
    if not match.game.accepts_from(match.state, seat, known):
        text = match.game.rejection_key(match.state, seat, known)
        raise OutOfOrder("not-your-turn", facts={"said": text} if text else {})
    if isinstance(action, Refused):
        raise action
    state = match.game.act(match.state, seat, action)
    hold = match.game.take_back_seconds(action)
    is_private = hold <= 0 and match.game.is_private(match.state, action) is not False
    return PlayAction(state, hold, is_private)


def _judge_while_held(match: BaseMatch, held: HeldMove, action: Any, entry: Entry) -> Consequence:
    if entry.speaker is not held.entry.speaker:
        raise OutOfOrder("not-your-turn")
    if not isinstance(action, TakeBack):
        raise OutOfOrder("move-held")
    flag = match.clock.flag_at
    if flag is not None and entry.at > flag:
        raise OutOfOrder("too-late")
    return CancelHeldMove()
