"""Gaps in which the Dealer could not hear or write: a pause, and reading the room."""

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


def handle_gap_ended(decision: Decision, event: GapEnded) -> None:
    """End a gap in the gateway, and read the messages that it did not report."""
    _note_gap(decision, event.since_ms)
    start_catch_up(decision, is_new_session=event.is_new_session)


def handle_gap_started(decision: Decision, event: GapStarted) -> None:
    """Begin a gap: nothing can be read or judged before the server is heard again."""
    live = decision.live
    _note_gap(decision, event.since_ms)
    decision.change(
        reading=live.reading + 1, is_reading=False, is_catching_up=not live.is_obstructed
    )


def start_catch_up(decision: Decision, *, is_new_session: bool = False) -> None:
    """Read all messages from while nobody listened; until then nothing else is judged.

    Messages in a closed room wait until the host reopens it.
    """
    is_open = not decision.live.is_obstructed
    decision.change(is_catching_up=is_open)
    if is_open:
        decision.request_reading(ReadingScope(is_newest_known=is_new_session))


def handle_room_obstructed(decision: Decision, event: RoomObstructed) -> None:
    """Close the room to the Dealer: nothing can be read before the host reopens it."""
    close_room(decision, event.obstacle)
    cancel_reading(decision)


def close_room(decision: Decision, obstacle: Obstacle) -> None:
    """Stop the clocks while players can neither be heard nor told, and tell the host."""
    live = decision.live
    if live.is_obstructed or live.match.result:
        return
    decision.change(is_obstructed=True)
    if live.match.clock.paused_since is None:
        # A gap that is not in the log yet is nobody's time either.
        now_ms = decision.circumstances.now_ms
        since_ms = now_ms if live.away_since_ms is None else live.away_since_ms
        pause = Entry(Speaker.DEALER, clamp_to_due(live, since_ms), PAUSE)
        decision.judge_entry(pause, f"{OBSTACLE}:{now_ms}")
        decision.change(away_since_ms=None)
    decision.posts.append(live.composer.obstructed(obstacle))


def cancel_reading(decision: Decision) -> None:
    """Discard any reading that is going on."""
    decision.change(reading=decision.live.reading + 1, is_reading=False, is_catching_up=False)


def handle_room_read(decision: Decision, event: RoomRead) -> None:
    """Queue a reading's messages; the gap itself comes after the messages before it."""
    if event.number != decision.live.reading:
        # Another reading has taken its place.
        return
    decision.change(is_reading=False)
    done = ReadingDone(event.reading.read_through, event.until_ms)
    if event.until_ms is None:
        _queue_missed_messages(decision, event, done)
    elif event.reading.messages:
        decision.effects.next_events = (*map(MessageFound, event.reading.messages), done)
    else:
        handle_reading_done(decision, done)


def _queue_missed_messages(decision: Decision, event: RoomRead, done: ReadingDone) -> None:
    live = decision.live
    # Forms that wait stand in no channel, so their places are found here.
    forms = [
        message for message in live.deferred if isinstance(message, PlayerMessage) and message.token
    ]
    waiting = tuple(deferred for deferred in live.deferred if deferred not in forms)
    events = sorted([*event.reading.messages, *forms], key=lambda message: message.at_ms)
    since_ms = live.away_since_ms
    if since_ms is not None:
        # An earlier process may have gone by a clock that was ahead: what is not proved was away.
        since_ms = int(min(since_ms, decision.circumstances.heard_ms - 1))
    before = [message for message in events if since_ms is not None and message.at_ms <= since_ms]
    decision.change(deferred=waiting, away_since_ms=since_ms)
    decision.effects.next_events = (
        *map(MessageFound, before),
        GapReached(),
        *map(MessageFound, events[len(before) :]),
        done,
    )


def handle_reading_done(decision: Decision, event: ReadingDone) -> None:
    """End a reading whose messages have all been judged."""
    decision.heard_through = event.read_through
    if event.until_ms is None:
        decision.change(is_catching_up=False)
    elif decision.circumstances.heard_ms > event.until_ms:
        decision.advance_to(decision.live.card.instant(event.until_ms))
    else:
        decision.request_reading_before(event.until_ms)


def handle_gap_reached(decision: Decision, _: GapReached) -> None:
    """Log the time in which nobody could be heard as a pause, and say so in one line.

    All messages before it have been judged, so until then time acts.
    """
    since_ms, circumstances = decision.live.away_since_ms, decision.circumstances
    if since_ms is None:
        return
    gap = decision.live.card.instant(since_ms)
    now_ms = circumstances.now_ms + circumstances.uncertainty_ms
    decision.change(away_since_ms=None, last_gap_end_ms=now_ms)
    if decision.live.match.clock.paused_since is None:
        decision.advance_to(gap, tells_reminders=False)
    live, match = decision.live, decision.live.match
    if match.clock.paused_since is not None or match.result:
        return
    began = max(match.now, gap)
    over = max(began, live.card.instant(now_ms))
    if match.clock.started is None and match.held is None:
        # A post that stood just before the gap starts no clock before its end.
        step = match.enter(Entry(Speaker.DEALER, over))
    else:
        step = match.enter(Entry(Speaker.DEALER, began, PAUSE))
        step = step.chain(lambda paused: paused.enter(Entry(Speaker.DEALER, over, RESUME)))
    decision.take_over(step)
    decision.posts.append(live.composer.gap_notice(step.match, max(ZERO, over - gap)))


def _note_gap(decision: Decision, since_ms: int | None) -> None:
    if decision.live.away_since_ms is None:
        decision.change(away_since_ms=since_ms)


def clamp_to_due(live: LiveMatch, at_ms: int) -> Seconds:
    """Return an instant for a pause; time's acts before it are judged after it."""
    instant, due = live.card.instant(at_ms), live.match.next_due()
    return max(live.match.now, instant if due is None else min(instant, due))
