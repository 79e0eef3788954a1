"""Gaps in which the Dealer could not hear or write: a pause, and reading the room."""

from dataclasses import replace
from typing import Final

from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.values.events import (
    GapEnded,
    GapReached,
    GapStarted,
    MessageFound,
    PlayerMessage,
    ReadingDone,
    ReadingScope,
    RoomObstructed,
    RoomRead,
)
from bot.values.obstacles import Obstacle
from engine.clocks import Seconds
from engine.matches.entries import PAUSE, RESUME, Entry, Speaker
from engine.matches.running_clock import ZERO

OBSTACLE: Final = "obstacle"
"""The source's prefix of a pause that began because the room is closed to the Dealer."""


def handle_gap_ended(so_far: Decision, event: GapEnded) -> Decision:
    """End a gap in the gateway, and read the messages that it did not report."""
    return start_catch_up(
        _with_gap_since(so_far, event.since_ms), is_new_session=event.is_new_session
    )


def handle_gap_started(so_far: Decision, event: GapStarted) -> Decision:
    """Begin a gap: nothing can be read or judged before the server is heard again."""
    live = so_far.live
    return _with_gap_since(so_far, event.since_ms).with_live(
        reading=live.reading + 1, is_reading=False, is_catching_up=not live.is_obstructed
    )


def start_catch_up(so_far: Decision, *, is_new_session: bool = False) -> Decision:
    """Read all messages from while nobody listened; until then nothing else is judged.

    Messages in a closed room wait until the host reopens it.
    """
    if so_far.live.is_obstructed:
        return so_far.with_live(is_catching_up=False)
    return so_far.with_live(is_catching_up=True).request_reading(
        ReadingScope(is_newest_known=is_new_session)
    )


def handle_room_obstructed(so_far: Decision, event: RoomObstructed) -> Decision:
    """Close the room to the Dealer: nothing can be read before the host reopens it."""
    return cancel_reading(close_room(so_far, event.obstacle))


def close_room(so_far: Decision, obstacle: Obstacle) -> Decision:
    """Stop the clocks while players can neither be heard nor told, and tell the host."""
    live = so_far.live
    if live.is_obstructed or live.match.result:
        return so_far
    after = so_far.with_live(is_obstructed=True)
    if live.match.clock.paused_since is None:
        # A gap that is not in the log yet is nobody's time either.
        since_ms = so_far.circumstances.now_ms if live.away_since_ms is None else live.away_since_ms
        pause = Entry(Speaker.DEALER, clamp_to_due(live, since_ms), PAUSE)
        after = after.judge_entry(pause, f"{OBSTACLE}:{so_far.circumstances.now_ms}").decision
        after = after.with_live(away_since_ms=None)
    return after.with_posts(so_far.composer.obstructed(obstacle))


def cancel_reading(so_far: Decision) -> Decision:
    """Discard any reading that is going on."""
    return so_far.with_live(reading=so_far.live.reading + 1, is_reading=False, is_catching_up=False)


def handle_room_read(so_far: Decision, event: RoomRead) -> Decision:
    """Queue a reading's messages; the gap itself comes after the messages before it."""
    if event.number != so_far.live.reading:
        # Another reading has taken its place.
        return so_far
    after = so_far.with_live(is_reading=False)
    done = ReadingDone(event.reading.read_through, event.until_ms)
    if event.until_ms is not None and not event.reading.messages:
        return handle_reading_done(after, done)
    if event.until_ms is not None:
        return after.with_effects(next_events=(*map(MessageFound, event.reading.messages), done))
    # Forms that wait stand in no channel, so their places are found here.
    forms = [each for each in after.live.deferred if isinstance(each, PlayerMessage) and each.token]
    waiting = tuple(each for each in after.live.deferred if each not in forms)
    said = sorted([*event.reading.messages, *forms], key=lambda each: each.at_ms)
    since_ms = after.live.away_since_ms
    before = [each for each in said if since_ms is not None and each.at_ms <= since_ms]
    then = (*map(MessageFound, before), GapReached(), *map(MessageFound, said[len(before) :]), done)
    return after.with_live(deferred=waiting).with_effects(next_events=then)


def handle_reading_done(so_far: Decision, event: ReadingDone) -> Decision:
    """End a reading whose messages have all been judged."""
    after = replace(so_far, heard_through=event.read_through)
    if event.until_ms is None:
        return after.with_live(is_catching_up=False)
    return after.advance_to(so_far.instant(event.until_ms))


def handle_gap_reached(so_far: Decision, _: GapReached) -> Decision:
    """Log the time in which nobody could be heard as a pause, and say so in one line.

    All messages before it have been judged, so until then time acts.
    """
    since_ms = so_far.live.away_since_ms
    if since_ms is None:
        return so_far
    gap = so_far.instant(since_ms)
    after = so_far.with_live(away_since_ms=None, last_gap_end_ms=so_far.circumstances.now_ms)
    if after.live.match.clock.paused_since is None:
        after = after.advance_to(gap, tells_reminders=False)
    match = after.live.match
    if match.clock.paused_since is not None or match.result:
        return after
    began = max(match.now, gap)
    # A local clock that is not set by Discord's yet may be behind the last proof of life.
    over = max(began, after.instant(after.circumstances.now_ms))
    if match.clock.started is None and match.held is None:
        # A post that stood just before the gap starts no clock before its end.
        step = match.enter(Entry(Speaker.DEALER, over))
    else:
        step = match.enter(Entry(Speaker.DEALER, began, PAUSE))
        step = step.chain(lambda paused: paused.enter(Entry(Speaker.DEALER, over, RESUME)))
    return after.with_transition(step).with_posts(
        after.composer.gap_notice(step.match, max(ZERO, over - gap))
    )


def _with_gap_since(so_far: Decision, since_ms: int | None) -> Decision:
    return (
        so_far
        if so_far.live.away_since_ms is not None
        else so_far.with_live(away_since_ms=since_ms)
    )


def clamp_to_due(live: LiveMatch, at_ms: int) -> Seconds:
    """Return an instant for a pause; time's acts before it are judged after it."""
    instant, due = live.card.instant(at_ms), live.match.next_due()
    return max(live.match.now, instant if due is None else min(instant, due))
