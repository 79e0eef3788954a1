"""The standing of a match: live, replayed, and after a while in a database."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

import pytest

from engine.clocks import Seconds
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match, Transition
from engine.matches.notices import TurnStarted
from engine.records.record import RecordError, read_record, write_record
from engine.records.referee import referee
from engine.seats import Seat
from tests.engine.playing import MILLISECOND, begun, entry, fire_and_ice, played
from tests.games.common.samples import EVERY_GAME
from tests.games.referees.drawn.random_records import random_record

MATCHES = 3
LOOKED_AT = 0.2
"""After how many steps of a match to look at it."""


def lived(text: str, dice: Random) -> Iterator[Match]:
    """Yield the lines of a random record as a live Dealer hears them, with posts, lots and time."""
    record = read_record(text)
    match, post_due = Match.begin(record.game, starts_clock_by_post=True).match, True
    yield match
    for recorded in record.entries:
        entry = replace(recorded.entry, at=recorded.entry.at + MILLISECOND * dice.randint(0, 999))
        for step in (woken(match, entry), match.enter(entry).chain(Match.draw_lots)):
            match, post_due = absorbed(match, step), post_due or opens(step)
        if post_due and dice.random() < 0.8:
            posted = Entry(Speaker.DEALER, match.now + MILLISECOND * dice.randint(0, 500), POSTED)
            match, post_due = absorbed(match, match.enter(posted)), False
        yield match


def woken(match: Match, entry: Entry) -> Transition:
    """Let time pass beyond what is due, but not beyond the next line."""
    due = match.next_due()
    if due is None or due > entry.at:
        return Transition(match)
    return match.advance_time(entry.at).chain(Match.draw_lots)


def absorbed(match: Match, step: Transition) -> Match:
    is_logged = len(step.match.entries) > len(match.entries)
    return step.match if is_logged else replace(step.match, now=match.now)


def opens(step: Transition) -> bool:
    return any(isinstance(notice, TurnStarted) for notice in step.notices)


@cache
def random_matches(name: str) -> list[list[Match]]:
    """Return random matches of a game, each as it stood after each of its lines."""
    matches: list[list[Match]] = []
    for seed in count():
        if len(matches) == MATCHES:
            break
        with suppress(RecordError):  # Typed text may break a line, which makes it no record.
            matches.append(list(lived(random_record(name, seed), Random(seed))))
    return matches


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_match_stands_where_a_replay_of_its_log_leads(name: str):
    dice = Random(name)
    for seed, matches in enumerate(random_matches(name)):
        for match in [
            other_match for other_match in matches if dice.random() < LOOKED_AT
        ] + matches[-1:]:
            again = Match.replay(match.game, match.entries)
            assert (
                match.standing(is_logged=True) == again.standing() == again.standing(is_logged=True)
            ), seed
            assert json.loads(json.dumps(again.standing())) == again.standing(), seed
    assert sum(len(matches) for matches in random_matches(name)) > 10 * MATCHES


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_referee_ends_an_exported_record_where_the_match_stands(name: str):
    for seed, (*_, match) in enumerate(random_matches(name)):
        end = referee(write_record(match.game, {}, match.entries))[-1]
        del end["result"]
        # Times are written with all their digits, and what was typed as it was.
        assert match.standing(is_logged=True) == end, seed


def test_time_that_passed_after_the_last_entry_is_not_in_the_log():
    match = played(begun(fire_and_ice(first="ec", turn="10"), by_posts=True), "dealer @1 posted")
    later = match.advance_time(MILLISECOND * 31_500).match
    assert later.standing()["clock"]["ec"] == {"reserve": 279.5}
    assert later.standing(is_logged=True) == match.standing()
    assert later.standing(is_logged=True)["clock"]["ec"] == {"reserve": 300.0}


def test_a_match_without_entries_stands_at_its_beginning():
    match = begun(fire_and_ice(first="ec"), by_posts=True)
    assert match.standing(is_logged=True) == match.standing()
    assert match.standing() == {
        "position": match.game.position(match.state),
        "to_act": ["ec"],
        "clock": {"ec": {"reserve": 300.0}, "dmo": {"reserve": 300.0}},
    }


def test_a_log_with_a_refused_entry_is_not_genuine():
    with pytest.raises(Exception, match="occupied"):
        Match.replay(fire_and_ice(first="ec"), [entry("ec @1 E5 E6")])


def test_without_a_clock_nothing_lapses():
    match = begun(FireAndIce(), timed=False)
    assert match.next_wake() is None
    assert match.advance_time(Seconds(10**6)).match.to_act == (Seat.DMO,)
