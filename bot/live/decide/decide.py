"""The consequences of an event in a live match: a pure function over frozen values."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from bot.live.decide import dealer_seat, gaps, messages, rulings
from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.values.card import MatchCard
from bot.values.effects import Circumstances, Effects, FollowUp, SourcedEntry
from bot.values.events import (
    DealerActed,
    Event,
    GapEnded,
    GapReached,
    GapStarted,
    HostMessage,
    HostReminderRequested,
    MatchChoice,
    MatchChoiceRejected,
    MessageDeleted,
    MessageEdited,
    MessageFound,
    PlayerMessage,
    PostDelivered,
    PostEchoed,
    PracticeHoldChanged,
    PrivateChannelChanged,
    ReadersChanged,
    ReadingDone,
    RoomObstructed,
    RoomRead,
    RulingGiven,
    TimerFired,
    is_in_room,
)
from bot.values.obstacles import Obstacle, Remark
from bot.values.post import Post, assign_places
from engine.clocks import Seconds
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match
from engine.notation import is_concession
from engine.seats import Seat

LATE_START: Final = Seconds(1)
"""By how much a clock may start after its post stood before the room is told."""
TRY_AGAIN_MS: Final = 5_000
"""Delay after a fault until time is judged again, so that a lasting one keeps nobody waiting."""
REMARKS: Final[tuple[type, ...]] = get_args(Remark)
WAIT_FOR_ROOM: Final = (PlayerMessage, MessageEdited, HostMessage, MessageDeleted)
WAIT_FOR_CATCHING_UP: Final = (
    *(*WAIT_FOR_ROOM, RulingGiven),
    *(PracticeHoldChanged, TimerFired, *REMARKS),
)
TIMED_EVENTS: Final = PlayerMessage | DealerActed | MessageEdited | HostMessage | RulingGiven
"""Events that must not be judged before a flag that falls earlier."""


def decide(
    live: LiveMatch, event: Event, circumstances: Circumstances
) -> tuple[LiveMatch, Effects]:
    """Return what an event makes of a live match, and what follows from it."""
    effects = Effects(live.card.id, first_number=len(live.match.entries))
    decision = Decision(live, effects, circumstances)
    judged = event.message if isinstance(event, MessageFound) else event
    if (live.is_catching_up or live.is_obstructed) and _must_wait(live, event):
        _defer(decision, event)
    elif isinstance(judged, TIMED_EVENTS) and _is_after_flag_fall(live, judged.at_ms):
        _defer(decision, judged)
        due_ms = live.card.discord_ms(live.match.next_due() or live.match.now)
        decision.request_reading_before(due_ms)
    elif messages.waits_for_post(live, judged):
        _defer(decision, judged)
    else:
        HANDLERS[type(judged)](decision, judged)
        if decision.live.match.result:
            gaps.cancel_reading(decision)
        if any(post.reply.acknowledges for post in decision.posts):
            decision.posts, acknowledgements = decision.live.acknowledgements.limit(
                decision.posts, decision.live.turn_post_sequence, circumstances.now_ms
            )
            decision.change(acknowledgements=acknowledgements)
        if decision.live.deferred:
            _requeue_deferred(decision)
    return _finalize(live, decision)


def decide_after_error(
    live: LiveMatch, event: Event, circumstances: Circumstances
) -> tuple[LiveMatch, Effects]:
    """Return what follows from an event that could not be judged: its author is told so.

    Only what was said in private needs an answer; a host who ruled is answered by the runner. What
    time was to do is tried again a while later, since nothing else may ever wake the match.
    """
    effects = Effects(live.card.id, first_number=len(live.match.entries))
    decision = Decision(live, effects, circumstances)
    judged = event.message if isinstance(event, MessageFound) else event
    match judged:
        case PlayerMessage() if not judged.is_in_room:
            effects.settled_interaction_id = judged.inbox_id
            decision.posts.append(live.composer.failed(judged.origin))
        case ReadingDone():
            decision.change(is_catching_up=False)
        case RoomRead() if judged.number == live.reading:
            decision.change(is_reading=False)
    next_match, effects = _finalize(live, decision)
    if effects.wake_ms is not None:
        effects.wake_ms = max(effects.wake_ms, circumstances.now_ms + TRY_AGAIN_MS)
    return next_match, effects


# Deferral


def _must_wait(live: LiveMatch, event: Event) -> bool:
    """Return whether missed events must be judged first, or the room be open again."""
    if live.match.result:
        # Nothing changes the match any more, and a closed room may never be reopened.
        return False
    if live.is_catching_up:
        return isinstance(event, WAIT_FOR_CATCHING_UP) or _is_passage_of_time(live, event)
    concedes = isinstance(event, PlayerMessage) and is_concession(event.text)
    return live.is_obstructed and isinstance(event, WAIT_FOR_ROOM) and not concedes


def _is_passage_of_time(live: LiveMatch, event: Event) -> bool:
    """Return whether a delivered post would let a gap count that is not in the log yet.

    It starts a clock, for which earlier gaps do not count, unless that runs already: after a ruling
    was taken back.
    """
    is_turn_post = isinstance(event, PostDelivered) and event.sequence == live.turn_post_sequence
    return is_turn_post and live.away_since_ms is not None and live.match.clock.started is not None


def _is_after_flag_fall(live: LiveMatch, at_ms: int) -> bool:
    """Return whether a flag must be judged before an event, so that the room has to be read first.

    Not while catching up: everything has been read then, and comes in order.
    """
    due = live.match.next_due()
    if live.is_catching_up or due is None or live.match.held:
        return False
    return live.card.instant(at_ms) > due


def _defer(decision: Decision, event: Event) -> None:
    """Defer an event; a timer that fired in vain is set again after the reading."""
    decision.effects.is_deferred = True
    if not isinstance(event, TimerFired):
        decision.change(deferred=(*decision.live.deferred, event))


def _requeue_deferred(decision: Decision) -> None:
    """Requeue deferred events, unless a reading goes on.

    The event may have made the flag moot for which they had to wait.
    """
    live = decision.live
    if not (live.is_reading or live.is_catching_up or decision.effects.next_events):
        decision.change(deferred=())
        decision.effects.requeued_events = live.deferred


# Handlers


def _handle_post_delivered(decision: Decision, event: PostDelivered) -> None:
    """Record a post's arrival or drop; a turn's post starts its clock."""
    live = decision.live
    decision.effects.completed_post = (event.sequence, event.message_id)
    if event.is_repeated:
        # Nothing follows from it; a new process would find it in its channel, unless it was
        # dropped: then it would be sent below those that came after it.
        decision.effects.can_commit_later = event.message_id is not None
        return
    if event.is_echoed and event.message_id:
        _hear_through_own_post(decision, event.message_id)
    if event.is_in_room:
        newest = max(live.newest_message_id, event.message_id or 0)
        decision.change(newest_message_id=newest)
    if event.acknowledgement:
        follow_up, acknowledgements = live.acknowledgements.settle(event.acknowledgement)
        decision.change(acknowledgements=acknowledgements)
        if follow_up and _is_worth_telling(decision, follow_up):
            decision.posts.append(live.composer.for_all(follow_up.post, follow_up.replaced_count))
    if event.unreachable_seat:
        _note_unreachable_seat(decision, event.unreachable_seat)
    if event.board_post and event.message_id:
        _note_board(decision, event.board_post, event.message_id, event.posts_elsewhere)
    if event.sequence != live.turn_post_sequence:
        return
    if event.message_id is None:
        decision.change(is_unposted=True)
        gaps.close_room(decision, Obstacle.REFUSED)
    else:
        _start_clock(decision, event.message_id, live.card.instant(event.at_ms))


def _start_clock(decision: Decision, message_id: int, instant: Seconds) -> None:
    """Start the clock of the turn whose post stands."""
    decision.change(turn_message_id=message_id)
    decision.judge_entry(Entry(Speaker.DEALER, instant, POSTED), f"post:{message_id}")
    live = decision.live
    late = (live.match.clock.started or instant) - live.card.game.grace - instant
    if late > LATE_START:
        # If the post stood before a gap, its countdown is no longer true.
        decision.posts.append(live.composer.started_late(live.match))


def _note_board(
    decision: Decision, post: Post, message_id: int, posts_elsewhere: tuple[Post, ...]
) -> None:
    """Note the room's new board, and tell of it elsewhere.

    Nobody is pinged about a turn that is over.
    """
    live = decision.live
    decision.change(latest_board_id=max(live.latest_board_id, message_id))
    is_over = post.starts_clock and post.place.sequence != live.turn_post_sequence
    decision.posts += (copy for copy in posts_elsewhere if not (is_over and copy.pings))


def _handle_post_echoed(decision: Decision, event: PostEchoed) -> None:
    """Note that the gateway has reported everything before the turn's post.

    That is stored, so that a restart need not read it; for any other post it would not be worth it.
    """
    if event.message_id == decision.live.turn_message_id:
        _hear_through_own_post(decision, event.message_id)
        decision.effects.can_commit_later = True


def _hear_through_own_post(decision: Decision, message_id: int) -> None:
    """Mark the room as heard up to the Dealer's own message, unless more is to be read there."""
    if not (decision.live.is_catching_up or decision.live.is_obstructed):
        decision.heard_through = message_id


def _note_unreachable_seat(decision: Decision, seat: Seat) -> None:
    """Tell the room once that a player takes no direct messages.

    Not more often: how often somebody submits is nobody's business.
    """
    live = decision.live
    if seat not in live.unreachable_seats and not live.match.result:
        decision.change(unreachable_seats=live.unreachable_seats | {seat})
        decision.posts.append(live.composer.unreachable(live.match, seat))


def _is_worth_telling(decision: Decision, follow_up: FollowUp) -> bool:
    expires_ms = follow_up.post.worth.expires_ms
    is_fresh = expires_ms is None or decision.circumstances.now_ms <= expires_ms
    return is_fresh and not (
        follow_up.post.worth.expires_with_turn
        and follow_up.turn_post_sequence != decision.live.turn_post_sequence
    )


def _handle_timer_fired(decision: Decision, _: TimerFired) -> None:
    """Let time pass as far as is safe; before a flag falls, the room must be read."""
    live, now_ms = decision.live, decision.circumstances.now_ms
    if not decision.circumstances.is_connected:
        # This time may turn out to be nobody's; the gateway's return wakes the match again.
        return
    due, is_paused = live.match.next_due(), live.match.clock.paused_since is not None
    pause_ends_ms = rulings.pause_ends_ms(live) if is_paused else None
    if pause_ends_ms is not None and now_ms >= pause_ends_ms:
        rulings.abandon(decision)
    elif due is None or now_ms < live.card.discord_ms(due):
        decision.advance_to(live.card.instant(now_ms))
    else:
        decision.advance_to(due, inclusive=False)
        decision.request_reading_before(live.card.discord_ms(due))


def _handle_match_choice_rejected(decision: Decision, event: MatchChoiceRejected) -> None:
    decision.effects.settled_interaction_id = event.inbox_id


def _handle_private_channel_changed(decision: Decision, event: PrivateChannelChanged) -> None:
    """Change a player's private channel; tell the host the reason unless they did it."""
    live = decision.live
    before = live.card.private_channels.get(event.seat)
    if event.channel_id == before or live.match.result:
        return
    card = live.card.with_private_channel(event.seat, event.channel_id)
    decision.change(card=card)
    decision.effects.card = card
    if before is not None and event.is_lost:
        decision.posts.append(decision.live.composer.channel_lost(event.seat, before))


def _handle_remark(decision: Decision, remark: Remark) -> None:
    live = decision.live
    if remark.topic not in live.announced_topics and not live.match.result:
        decision.posts.append(live.composer.remark(remark))


# Completion


def _finalize(before: LiveMatch, decision: Decision) -> tuple[LiveMatch, Effects]:
    """Return the match with its posts in their places, and everything to store."""
    effects = decision.effects
    if decision.posts:
        decision.live, effects.posts = _with_placed(decision.live, decision.posts)
    read_through = max(before.read_through, _heard_through(decision))
    if read_through != before.read_through:
        decision.change(read_through=read_through)
    if settled := effects.settled_interaction_id:
        inbox = tuple(event for event in decision.live.inbox if event.inbox_id != settled)
        decision.change(inbox=inbox)
    live, number = decision.live, effects.first_number
    entries = zip(live.match.entries[number:], live.sources[number:], strict=True)
    effects.entries = tuple(SourcedEntry(entry, source) for entry, source in entries)
    effects.read_through, effects.away_since_ms = live.read_through, live.away_since_ms
    effects.wake_ms = _wake_ms(live, decision)
    effects.is_reopened = before.match.result is not None and live.match.result is None
    is_noted = (live.read_through, live.away_since_ms) != (
        before.read_through,
        before.away_since_ms,
    )
    is_changed = bool(effects.entries or effects.posts or effects.completed_post or settled)
    effects.needs_commit = is_changed or is_noted or effects.card is not None
    if effects.needs_commit and not effects.can_commit_later:
        effects.outcome, effects.standing = live.match.result, live.match.standing(is_logged=True)
    return live, effects


def _with_placed(live: LiveMatch, drafts: Iterable[Post]) -> tuple[LiveMatch, tuple[Post, ...]]:
    """Return the match with posts in its outbox, and the posts in their places there."""
    posts = assign_places(
        drafts,
        live.card.id,
        len(live.match.entries),
        last_sequence=live.last_sequence,
        post_counts=live.post_counts,
    )
    live = replace(
        live,
        last_sequence=live.last_sequence + len(posts),
        post_counts=Counter(live.post_counts) + Counter(post.readers for post in posts),
        announced_topics=live.announced_topics.union(post.topic for post in posts if post.topic),
    )
    opening = next((post for post in reversed(posts) if post.starts_clock), None)
    if opening:
        # It comes after whatever is known to stand already.
        opening = replace(opening, place=replace(opening.place, comes_after=live.newest_message_id))
        live = replace(live, turn_post=opening, turn_message_id=None, is_unposted=False)
    return live, posts


def _heard_through(decision: Decision) -> int:
    """Return how far the room is heard: a new process must find deferred messages again."""
    live = decision.live
    if not decision.heard_through:
        # There is nothing to look for, however much waits, as in a room closed for long.
        return 0
    waits = (
        event.snowflake - 1
        for event in (*live.deferred, *decision.effects.requeued_events)
        if is_in_room(event) and not live.has_judged(event.source)
    )
    return min([decision.heard_through, *waits])


def _wake_ms(live: LiveMatch, decision: Decision) -> int | None:
    wake = live.match.next_wake()
    is_paused = live.match.clock.paused_since is not None
    wake_ms = live.card.discord_ms(wake) if wake is not None else None
    if wake is None and is_paused:
        wake_ms = rulings.pause_ends_ms(live)
    if wake_ms is None:
        return None
    if wake is not None and wake == live.match.next_due():
        wake_ms += decision.settle_delay_ms
    # Due work already waits for the room to be read or for the gateway, which wake it then.
    is_due = wake_ms <= decision.circumstances.now_ms
    waits = live.is_reading or live.is_catching_up or not decision.circumstances.is_connected
    return None if is_due and waits else wake_ms


def begin_live_match(
    card: MatchCard, beginning: Match, first_posts: tuple[Post, ...], read_through: int
) -> tuple[LiveMatch, tuple[Post, ...]]:
    """Return a new live match that was just stored, and its first posts in their places."""
    live = LiveMatch(card=card, match=beginning, read_through=read_through)
    return _with_placed(live, first_posts)


HANDLERS: Final[Mapping[type, Callable[[Decision, Any], None]]] = {
    PlayerMessage: messages.handle_player_message,
    DealerActed: dealer_seat.handle_dealer_acted,
    MessageEdited: messages.handle_message_edited,
    HostMessage: messages.handle_host_message,
    MessageDeleted: messages.handle_message_deleted,
    RulingGiven: rulings.handle_ruling_given,
    HostReminderRequested: rulings.handle_host_reminder_requested,
    PostDelivered: _handle_post_delivered,
    PostEchoed: _handle_post_echoed,
    MatchChoice: lambda decision, event: decision.change(inbox=(*decision.live.inbox, event)),
    MatchChoiceRejected: _handle_match_choice_rejected,
    PrivateChannelChanged: _handle_private_channel_changed,
    ReadersChanged: lambda decision, event: decision.change(readers=event.readers),
    TimerFired: _handle_timer_fired,
    **dict.fromkeys(REMARKS, _handle_remark),
    GapEnded: gaps.handle_gap_ended,
    PracticeHoldChanged: rulings.handle_practice_hold_changed,
    GapStarted: gaps.handle_gap_started,
    GapReached: gaps.handle_gap_reached,
    RoomObstructed: gaps.handle_room_obstructed,
    RoomRead: gaps.handle_room_read,
    ReadingDone: gaps.handle_reading_done,
}
"""The handler of each kind of event.

A message `MessageFound` by a reading is judged as what it is.
"""
