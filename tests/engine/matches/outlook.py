"""Checks on a match wherever it stands: its log, its record, and the time to come."""

import json
from decimal import Decimal
from typing import Any

from engine.clocks import Seconds
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import Notice
from engine.records.record import is_post, read_record, write_record
from engine.records.referee import final_match, referee
from engine.seats import Seat
from tests.engine.playing import MILLISECOND, standing

NAMES = {Seat.EC: "Ada", Seat.DMO: "Bob"}
AHEAD = Seconds(120)
"""Time that is looked ahead to: more than a turn with its reserve."""
SMALL_STEP = Decimal("1.7")


def check_log(match: Match) -> None:
    """Check that a replay of the log leads to the match, and to its standing after the log."""
    again = Match.replay(match.game, match.entries)
    assert match.standing(is_logged=True) == again.standing() == again.standing(is_logged=True)
    assert json.loads(json.dumps(again.standing())) == again.standing()
    again = again.advance_time(match.now, inclusive=False).match
    assert standing(again) == standing(match)
    assert again.lots == match.lots


def check_record(match: Match) -> tuple[str, list[dict[str, Any]]]:
    """Check that the record leads to the match, and return it with the referee's verdicts."""
    if not match.result:
        match = match.enter(Entry(Speaker.DEALER, match.now)).match
    text = write_record(match.game, NAMES, match.entries)
    verdicts = referee(text)
    assert {verdict["verdict"] for verdict in verdicts[:-1]} <= {"accepted"}
    ending = match.result and match.result.written
    assert verdicts[-1] == {**match.standing(is_logged=True), "result": ending}
    record = read_record(text)
    entries = [recorded.entry for recorded in record.entries]
    assert write_record(record.game, record.players, entries) == text
    # A match that never had a post gets one in its record, which starts a clock.
    is_posted = any(map(is_post, match.entries))
    assert not is_posted or standing(final_match(record)) == standing(match)
    return text, verdicts


def check_wakes(match: Match) -> None:
    """Check that nothing happens but at the next wake, however often one looks."""
    until = match.now + AHEAD
    jumped, notices = _pass_by_wakes(match, until)
    stepped, notices_in_steps = _pass_in_small_steps(match, until)
    assert standing(jumped) == standing(stepped)
    assert notices == notices_in_steps


def _pass_by_wakes(match: Match, until: Seconds) -> tuple[Match, list[Notice]]:
    notices: list[Notice] = []
    while (wake := match.next_wake()) is not None and wake <= until:
        if wake - MILLISECOND >= match.now:
            _check_quiet(match, wake - MILLISECOND)
        step = match.advance_time(wake)
        assert step.notices or step.match.lot_due_at is not None
        match = step.match
        notices += step.notices
    _check_quiet(match, until)
    return match.advance_time(until).match, notices


def _check_quiet(match: Match, until: Seconds) -> None:
    """Check that nothing happens up to an instant, but that time is used."""
    step = match.advance_time(until)
    assert step.notices == ()
    assert standing(step.match) | {"reserves": None} == standing(match) | {"reserves": None}


def _pass_in_small_steps(match: Match, until: Seconds) -> tuple[Match, list[Notice]]:
    notices: list[Notice] = []
    while match.now < until:
        step = match.advance_time(min(until, match.now + SMALL_STEP))
        match = step.match
        notices += step.notices
    return match, notices
