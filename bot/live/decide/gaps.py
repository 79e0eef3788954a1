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
from engine.clocks import ZERO, Seconds
from engine.matches.entries import PAUSE, RESUME, Entry, Speaker

OBSTACLE: Final = "obstacle"
"""The source's prefix of a pause that began because the room is closed to the Dealer."""


def handle_gap_ended(decision: Decision, event: GapEnded) -> Decision:
    """End a gap in the gateway, and read the messages that it did not report."""
    return start_catch_up(
        _with_gap_since(decision, event.since_ms), is_new_session=event.is_new_session
    )


def handle_gap_started(decision: Decision, event: GapStarted) -> Decision:
    """Begin a gap: nothing can be read or judged before the server is heard again."""
    live = decision.live
    return _with_gap_since(decision, event.since_ms).with_live(
        reading=live.reading + 1, is_reading=False, is_catching_up=not live.is_obstructed
    )


def start_catch_up(decision: Decision, *, is_new_session: bool = False) -> Decision:
    """Read all messages from while nobody listened; until then nothing else is judged.

    Messages in a closed room wait until the host reopens it.
    """
    if decision.live.is_obstructed:
        return decision.with_live(is_catching_up=False)
    return decision.with_live(is_catching_up=True).request_reading(
        ReadingScope(is_newest_known=is_new_session)
    )


def handle_room_obstructed(decision: Decision, event: RoomObstructed) -> Decision:
    """Close the room to the Dealer: nothing can be read before the host reopens it."""
    return cancel_reading(close_room(decision, event.obstacle))


def close_room(decision: Decision, obstacle: Obstacle) -> Decision:
    """Stop the clocks while players can neither be heard nor told, and tell the host."""
    live = decision.live
    if live.is_obstructed or live.match.result:
        return decision
    next_decision = decision.with_live(is_obstructed=True)
    if live.match.clock.paused_since is None:
        # A gap that is not in the log yet is nobody's time either.
        since_ms = (
            decision.circumstances.now_ms if live.away_since_ms is None else live.away_since_ms
        )
        pause = Entry(Speaker.DEALER, clamp_to_due(live, since_ms), PAUSE)
        next_decision = next_decision.judge_entry(
            pause, f"{OBSTACLE}:{decision.circumstances.now_ms}"
        ).decision
        next_decision = next_decision.with_live(away_since_ms=None)
    return next_decision.with_posts(decision.live.composer.obstructed(obstacle))


def cancel_reading(decision: Decision) -> Decision:
    """Discard any reading that is going on."""
    return decision.with_live(
        reading=decision.live.reading + 1, is_reading=False, is_catching_up=False
    )


def handle_room_read(decision: Decision, event: RoomRead) -> Decision:
    """Queue a reading's messages; the gap itself comes after the messages before it."""
    if event.number != decision.live.reading:
        # Another reading has taken its place.
        return decision
    decision = decision.with_live(is_reading=False)
    done = ReadingDone(event.reading.read_through, event.until_ms)
    if event.until_ms is not None and not event.reading.messages:
        return handle_reading_done(decision, done)
    if event.until_ms is not None:
        return decision.with_effects(next_events=(*map(MessageFound, event.reading.messages), done))
    # Forms that wait stand in no channel, so their places are found here.
    forms = [
        message
        for message in decision.live.deferred
        if isinstance(message, PlayerMessage) and message.token
    ]
    waiting = tuple(
        other_event for other_event in decision.live.deferred if other_event not in forms
    )
    events = sorted([*event.reading.messages, *forms], key=lambda other_event: other_event.at_ms)
    since_ms = decision.live.away_since_ms
    before = [message for message in events if since_ms is not None and message.at_ms <= since_ms]
    then = (
        *map(MessageFound, before),
        GapReached(),
        *map(MessageFound, events[len(before) :]),
        done,
    )
    return decision.with_live(deferred=waiting).with_effects(next_events=then)


def handle_reading_done(decision: Decision, event: ReadingDone) -> Decision:
    """End a reading whose messages have all been judged."""
    next_decision = replace(decision, heard_through=event.read_through)
    if event.until_ms is None:
        return next_decision.with_live(is_catching_up=False)
    return next_decision.advance_to(decision.live.card.instant(event.until_ms))


def handle_gap_reached(decision: Decision, _: GapReached) -> Decision:
    """Log the time in which nobody could be heard as a pause, and say so in one line.

    All messages before it have been judged, so until then time acts.
    """
    since_ms = decision.live.away_since_ms
    if since_ms is None:
        return decision
    gap = decision.live.card.instant(since_ms)
    decision = decision.with_live(away_since_ms=None, last_gap_end_ms=decision.circumstances.now_ms)
    if decision.live.match.clock.paused_since is None:
        decision = decision.advance_to(gap, tells_reminders=False)
    match = decision.live.match
    if match.clock.paused_since is not None or match.result:
        return decision
    began = max(match.now, gap)
    # A local clock that is not set by Discord's yet may be behind the last proof of life.
    over = max(began, decision.live.card.instant(decision.circumstances.now_ms))
    if match.clock.started is None and match.held is None:
        # A post that stood just before the gap starts no clock before its end.
        step = match.enter(Entry(Speaker.DEALER, over))
    else:
        step = match.enter(Entry(Speaker.DEALER, began, PAUSE))
        step = step.chain(lambda paused: paused.enter(Entry(Speaker.DEALER, over, RESUME)))
    return decision.with_transition(step).with_posts(
        decision.live.composer.gap_notice(step.match, max(ZERO, over - gap))
    )


def _with_gap_since(decision: Decision, since_ms: int | None) -> Decision:
    return (
        decision
        if decision.live.away_since_ms is not None
        else decision.with_live(away_since_ms=since_ms)
    )


def clamp_to_due(live: LiveMatch, at_ms: int) -> Seconds:
    """Return an instant for a pause; time's acts before it are judged after it."""
    instant, due = live.card.instant(at_ms), live.match.next_due()
    return max(live.match.now, instant if due is None else min(instant, due))
