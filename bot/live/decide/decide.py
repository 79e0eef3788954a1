"""The consequences of an event in a live match: a pure function over frozen values."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.live.decide import dealer_seat, gaps, messages, rulings
from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.values.card import MatchCard
from bot.values.effects import Circumstances, Effects, FollowUp, SourcedEntry, perishable
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
from bot.values.obstacles import (
    HostRemark,
    Obstacle,
    PermissionMissing,
    PlayerLeft,
    Remark,
    SlowModeTooLong,
)
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
WAIT_FOR_CATCHING_UP: Final = (
    *(
        PlayerMessage,
        MessageEdited,
        HostMessage,
        MessageDeleted,
        RulingGiven,
        PracticeHoldChanged,
        TimerFired,
    ),
    *(PermissionMissing, PlayerLeft, HostRemark, SlowModeTooLong),
)
WAIT_FOR_ROOM: Final = (PlayerMessage, MessageEdited, HostMessage, MessageDeleted)
TIMED_EVENTS: Final = PlayerMessage | DealerActed | MessageEdited | HostMessage | RulingGiven
"""Events that must not be judged before a flag that falls earlier."""


def decide(
    live: LiveMatch, event: Event, circumstances: Circumstances
) -> tuple[LiveMatch, Effects]:
    """Return what an event makes of a live match, and what follows from it."""
    effects = Effects(live.card.id, first_number=len(live.match.entries))
    decision = Decision(live, effects, circumstances)
    if (live.is_catching_up or live.is_obstructed) and _must_wait(live, event):
        return _finalize(live, _defer(decision, event))
    judged = event.message if isinstance(event, MessageFound) else event
    if isinstance(judged, TIMED_EVENTS) and _is_after_flag_fall(decision, judged.at_ms):
        due_ms = live.card.discord_ms(live.match.next_due() or live.match.now)
        return _finalize(live, _defer(decision, judged).request_reading_before(due_ms))
    if messages.waits_for_post(live, judged):
        return _finalize(live, _defer(decision, judged))
    decision = HANDLERS[type(judged)](decision, judged)
    if decision.live.match.result:
        decision = gaps.cancel_reading(decision)
    if any(post.acknowledges for post in decision.posts):
        decision = _limit_acknowledgements(decision)
    return _finalize(live, _requeue_deferred(decision) if decision.live.deferred else decision)


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
            decision = decision.with_effects(settled_interaction_id=judged.inbox_id).with_posts(
                live.answers.failed(judged.origin)
            )
        case ReadingDone():
            decision = decision.with_live(is_catching_up=False)
        case RoomRead() if judged.number == live.reading:
            decision = decision.with_live(is_reading=False)
    next_match, follows = _finalize(live, decision)
    if follows.wake_ms is None:
        return next_match, follows
    return next_match, replace(
        follows, wake_ms=max(follows.wake_ms, circumstances.now_ms + TRY_AGAIN_MS)
    )


# Deferral


def _must_wait(live: LiveMatch, event: Event) -> bool:
    """Return whether missed events must be judged first, or the room be open again."""
    if live.match.result:
        # Nothing changes the match any more, and a closed room may never be reopened.
        return False
    if live.is_catching_up:
        return isinstance(event, WAIT_FOR_CATCHING_UP) or _is_passage_of_time(live, event)
    is_said = isinstance(event, WAIT_FOR_ROOM)
    return live.is_obstructed and is_said and not _is_concession(event)


def _is_passage_of_time(live: LiveMatch, event: Event) -> bool:
    """Return whether a delivered post would let a gap count that is not in the log yet.

    It starts a clock, for which earlier gaps do not count, unless that runs already: after a ruling
    was taken back.
    """
    is_turn_post = isinstance(event, PostDelivered) and event.sequence == live.turn_post_sequence
    return is_turn_post and live.away_since_ms is not None and live.match.clock.started is not None


def _is_concession(event: Event) -> bool:
    return isinstance(event, PlayerMessage) and is_concession(event.text)


def _is_after_flag_fall(decision: Decision, at_ms: int) -> bool:
    """Return whether a flag must be judged before an event, so that the room has to be read first.

    Not while catching up: everything has been read then, and comes in order.
    """
    live, due = decision.live, decision.live.match.next_due()
    if live.is_catching_up or due is None or live.match.held:
        return False
    return decision.live.card.instant(at_ms) > due


def _defer(decision: Decision, event: Event) -> Decision:
    """Defer an event; a timer that fired in vain is set again after the reading."""
    if isinstance(event, TimerFired):
        return decision.with_effects(is_deferred=True)
    return decision.with_live(deferred=(*decision.live.deferred, event)).with_effects(
        is_deferred=True
    )


def _requeue_deferred(decision: Decision) -> Decision:
    """Requeue deferred events, unless a reading goes on.

    The event may have made the flag moot for which they had to wait.
    """
    live = decision.live
    if live.is_reading or live.is_catching_up or decision.effects.next_events:
        return decision
    return decision.with_live(deferred=()).with_effects(requeued_events=live.deferred)


# Handlers


def _handle_post_delivered(decision: Decision, event: PostDelivered) -> Decision:
    """Record a post's arrival or drop; a turn's post starts its clock."""
    live = decision.live
    next_decision = decision.with_effects(completed_post=(event.sequence, event.message_id))
    if event.is_repeated:
        # Nothing follows from it; a new process would find it in its channel.
        return next_decision.with_effects(can_commit_later=True)
    if event.is_echoed and event.message_id:
        next_decision = _heard_through_own_post(next_decision, event.message_id)
    if event.is_in_room:
        newest = max(next_decision.live.newest_message_id, event.message_id or 0)
        next_decision = next_decision.with_live(newest_message_id=newest)
    if live.acknowledgements.in_flight:
        next_decision = _with_follow_up(next_decision, event.sequence)
    if event.unreachable_seat:
        next_decision = _with_unreachable_seat(next_decision, event.unreachable_seat)
    if event.board_post and event.message_id:
        next_decision = _with_shown_board(
            next_decision, event.board_post, event.message_id, event.posts_elsewhere
        )
    if event.sequence != live.turn_post_sequence:
        return next_decision
    if event.message_id is None:
        return gaps.close_room(next_decision.with_live(is_unposted=True), Obstacle.REFUSED)
    entry = Entry(Speaker.DEALER, decision.live.card.instant(event.at_ms), POSTED)
    next_decision = next_decision.with_live(turn_message_id=event.message_id)
    next_decision = next_decision.judge_entry(entry, f"post:{event.message_id}").decision
    late = (
        (next_decision.live.match.clock.started or entry.at)
        - next_decision.live.card.game.grace
        - entry.at
    )
    # If the post stood before a gap, its countdown is no longer true.
    return (
        next_decision.with_posts(next_decision.live.composer.started_late(next_decision.live.match))
        if late > LATE_START
        else next_decision
    )


def _with_shown_board(
    decision: Decision, post: Post, message_id: int, posts_elsewhere: tuple[Post, ...]
) -> Decision:
    """Note the room's new board, and tell of it elsewhere.

    Nobody is pinged about a turn that is over.
    """
    live = decision.live
    decision = decision.with_live(latest_board_id=max(live.latest_board_id, message_id))
    is_over = post.starts_clock and post.sequence != live.turn_post_sequence
    return decision.with_posts(
        *(told_post for told_post in posts_elsewhere if not (is_over and told_post.pings))
    )


def _handle_post_echoed(decision: Decision, event: PostEchoed) -> Decision:
    """Note that the gateway has reported everything before the turn's post.

    That is stored, so that a restart need not read it; for any other post it would not be worth it.
    """
    if event.message_id != decision.live.turn_message_id:
        return decision
    return _heard_through_own_post(decision, event.message_id).with_effects(can_commit_later=True)


def _heard_through_own_post(decision: Decision, message_id: int) -> Decision:
    """Mark the room as heard up to the Dealer's own message, unless more is to be read there."""
    live = decision.live
    is_heard = not live.is_catching_up and not live.is_obstructed
    return replace(decision, heard_through=message_id) if is_heard else decision


def _with_unreachable_seat(decision: Decision, seat: Seat) -> Decision:
    """Tell the room once that a player takes no direct messages.

    Not more often: how often somebody submits is nobody's business.
    """
    live = decision.live
    if seat in live.unreachable_seats or live.match.result:
        return decision
    unreached = decision.live.composer.unreachable(live.match, seat)
    return decision.with_live(unreachable_seats=live.unreachable_seats | {seat}).with_posts(
        unreached
    )


def _with_follow_up(decision: Decision, sequence: int) -> Decision:
    before = decision.live.acknowledgements
    follow_up, rest = before.settle(sequence)
    next_decision = decision if rest is before else decision.with_live(acknowledgements=rest)
    if follow_up and _is_worth_telling(decision, follow_up):
        return next_decision.with_posts(
            decision.live.answers.for_all(follow_up.post, follow_up.replaced_count)
        )
    return next_decision


def _is_worth_telling(decision: Decision, follow_up: FollowUp) -> bool:
    expires_ms = follow_up.post.expires_ms
    is_fresh = expires_ms is None or decision.circumstances.now_ms <= expires_ms
    return is_fresh and not (
        follow_up.post.expires_with_turn
        and follow_up.turn_post_sequence != decision.live.turn_post_sequence
    )


def _handle_timer_fired(decision: Decision, _: TimerFired) -> Decision:
    """Let time pass as far as is safe; before a flag falls, the room must be read."""
    if not decision.circumstances.is_connected:
        # This time may turn out to be nobody's; the gateway's return wakes the match again.
        return decision
    pause_ends_ms = rulings.pause_ends_ms(decision.live)
    if pause_ends_ms is not None and decision.circumstances.now_ms >= pause_ends_ms:
        return rulings.abandon(decision)
    due = decision.live.match.next_due()
    due_ms = None if due is None else decision.live.card.discord_ms(due)
    if due is None or due_ms is None or decision.circumstances.now_ms < due_ms:
        return decision.advance_to(decision.live.card.instant(decision.circumstances.now_ms))
    return decision.advance_to(due, inclusive=False).request_reading_before(due_ms)


def _handle_match_choice(decision: Decision, event: MatchChoice) -> Decision:
    return decision.with_live(inbox=(*decision.live.inbox, event))


def _handle_match_choice_rejected(decision: Decision, event: MatchChoiceRejected) -> Decision:
    return decision.with_effects(settled_interaction_id=event.inbox_id)


def _handle_readers_changed(decision: Decision, event: ReadersChanged) -> Decision:
    return decision.with_live(readers=event.readers)


def _handle_private_channel_changed(decision: Decision, event: PrivateChannelChanged) -> Decision:
    """Change a player's private channel; tell the host the reason unless they did it."""
    before = decision.live.card.private_channels.get(event.seat)
    if event.channel_id == before or decision.live.match.result:
        return decision
    card = decision.live.card.with_private_channel(event.seat, event.channel_id)
    decision = decision.with_live(card=card).with_effects(card=card)
    if before is None or not event.is_lost:
        return decision
    return decision.with_posts(decision.live.composer.channel_lost(event.seat, before))


def _handle_remark(decision: Decision, remark: Remark) -> Decision:
    if remark.topic in decision.live.announced_topics or decision.live.match.result:
        return decision
    return decision.with_posts(decision.live.composer.remark(remark))


# Completion


def _limit_acknowledgements(decision: Decision) -> Decision:
    live = decision.live
    posts = [perishable(post, decision.circumstances.now_ms) for post in decision.posts]
    new_posts, acknowledgements = live.acknowledgements.limit(posts, live.turn_post_sequence)
    return replace(decision.with_live(acknowledgements=acknowledgements), posts=tuple(new_posts))


def _finalize(before: LiveMatch, decision: Decision) -> tuple[LiveMatch, Effects]:
    """Return the match with its posts in their places, and everything to store."""
    posts = assign_places(
        decision.posts,
        before.card.id,
        len(decision.live.match.entries),
        last_sequence=before.last_sequence,
        post_counts=before.post_counts,
    )
    live = _with_placed_posts(decision.live, posts) if posts else decision.live
    read_to, settled = (
        max(before.read_through, _heard_through(decision)),
        decision.effects.settled_interaction_id,
    )
    if read_to != live.read_through:
        live = replace(live, read_through=read_to)
    if settled:
        inbox = tuple(event for event in live.inbox if event.inbox_id != settled)
        live = replace(live, inbox=inbox)
    number = decision.effects.first_number
    entries = zip(live.match.entries[number:], live.sources[number:], strict=True)
    effects = replace(
        decision.effects,
        entries=tuple(SourcedEntry(entry, source) for entry, source in entries),
        posts=posts,
        read_through=live.read_through,
        away_since_ms=live.away_since_ms,
        wake_ms=_wake_ms(live, decision),
        is_reopened=before.match.result is not None and live.match.result is None,
    )
    is_noted = (live.read_through, live.away_since_ms) != (
        before.read_through,
        before.away_since_ms,
    )
    is_changed = effects.entries or posts or effects.completed_post or settled or effects.card
    if not (is_changed or is_noted):
        return live, effects
    if effects.can_commit_later:
        return live, replace(effects, needs_commit=True)
    standing = live.match.standing(is_logged=True)
    return live, replace(effects, needs_commit=True, outcome=live.match.result, standing=standing)


def _with_placed_posts(live: LiveMatch, posts: tuple[Post, ...]) -> LiveMatch:
    parts = Counter(live.post_counts)
    parts.update(post.readers for post in posts)
    live = replace(
        live,
        last_sequence=live.last_sequence + len(posts),
        post_counts=parts,
        announced_topics=live.announced_topics.union(post.topic for post in posts if post.topic),
    )
    if any(post.acknowledges for post in posts):
        live = replace(live, acknowledgements=live.acknowledgements.with_in_flight(posts))
    opening = next((post for post in reversed(posts) if post.starts_clock), None)
    if opening is None:
        return live
    # It comes after whatever is known to stand already.
    opening = replace(opening, comes_after=live.newest_message_id)
    return replace(live, turn_post=opening, turn_message_id=None, is_unposted=False)


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


def turn_opening(
    card: MatchCard, beginning: Match, typed_posts: tuple[Post, ...], read_to: int
) -> tuple[LiveMatch, tuple[Post, ...]]:
    """Return a new live match that was just stored, and its first posts in their places."""
    posts = assign_places(typed_posts, card.id, log_length=0, last_sequence=0, post_counts={})
    return _with_placed_posts(
        LiveMatch(card=card, match=beginning, read_through=read_to), posts
    ), posts


HANDLERS: Final[Mapping[type, Callable[[Decision, Any], Decision]]] = {
    PlayerMessage: messages.handle_player_message,
    DealerActed: dealer_seat.handle_dealer_acted,
    MessageEdited: messages.handle_message_edited,
    HostMessage: messages.handle_host_message,
    MessageDeleted: messages.handle_message_deleted,
    RulingGiven: rulings.handle_ruling_given,
    HostReminderRequested: rulings.handle_host_reminder_requested,
    PostDelivered: _handle_post_delivered,
    PostEchoed: _handle_post_echoed,
    MatchChoice: _handle_match_choice,
    MatchChoiceRejected: _handle_match_choice_rejected,
    PrivateChannelChanged: _handle_private_channel_changed,
    ReadersChanged: _handle_readers_changed,
    TimerFired: _handle_timer_fired,
    PermissionMissing: _handle_remark,
    SlowModeTooLong: _handle_remark,
    PlayerLeft: _handle_remark,
    HostRemark: _handle_remark,
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
