"""The consequences of an event in a live match: a pure function over frozen values."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.live.decide import dealer_seat, gaps, messages, rulings
from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.posts.audience import for_audience
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
    ReadingDone,
    RoomObstructed,
    RoomRead,
    RulingGiven,
    TimerFired,
    is_in_room,
)
from bot.values.match import NOBODY
from bot.values.obstacles import (
    MirrorLost,
    Obstacle,
    PermissionMissing,
    PlayerLeft,
    Remark,
    SlowModeTooLong,
)
from bot.values.post import Post, assign_places
from engine.clocks import Seconds
from engine.matches.entries import POSTED, RESUME, Entry, Speaker
from engine.matches.match import Match
from engine.matches.standing import logged_standing
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
    *(PermissionMissing, PlayerLeft, MirrorLost, SlowModeTooLong),
)
WAIT_FOR_ROOM: Final = (PlayerMessage, MessageEdited, HostMessage, MessageDeleted)
TIMED_EVENTS: Final = PlayerMessage | DealerActed | MessageEdited | HostMessage | RulingGiven
"""Events that must not be judged before a flag that falls earlier."""


def decide(
    live: LiveMatch, event: Event, circumstances: Circumstances
) -> tuple[LiveMatch, Effects]:
    """Return what an event makes of a live match, and what follows from it."""
    effects = Effects(live.card.id, first_number=len(live.match.entries))
    so_far = Decision(live, effects, circumstances)
    if (live.is_catching_up or live.is_obstructed) and _must_wait(live, event):
        return _finalize(live, _defer(so_far, event))
    judged = event.message if isinstance(event, MessageFound) else event
    if isinstance(judged, TIMED_EVENTS) and _is_after_flag_fall(so_far, judged.at_ms):
        due_ms = live.card.discord_ms(live.match.next_due() or live.match.now)
        return _finalize(live, _defer(so_far, judged).request_reading_before(due_ms))
    if messages.waits_for_post(live, judged):
        return _finalize(live, _defer(so_far, judged))
    after = HANDLERS[type(judged)](so_far, judged)
    if after.live.match.result:
        after = gaps.cancel_reading(after)
    if any(post.acknowledges for post in after.posts):
        after = _limit_acknowledgements(after)
    return _finalize(live, _requeue_deferred(after) if after.live.deferred else after)


def decide_after_error(
    live: LiveMatch, event: Event, circumstances: Circumstances
) -> tuple[LiveMatch, Effects]:
    """Return what follows from an event that could not be judged: its author is told so.

    Only what was said in private needs an answer; a host who ruled is answered by the runner. What
    time was to do is tried again a while later, since nothing else may ever wake the match.
    """
    effects = Effects(live.card.id, first_number=len(live.match.entries))
    so_far = Decision(live, effects, circumstances)
    judged = event.message if isinstance(event, MessageFound) else event
    match judged:
        case PlayerMessage() if not judged.is_in_room:
            so_far = so_far.with_effects(settled_interaction_id=judged.inbox_id).with_posts(
                live.composer.failed(judged.origin)
            )
        case ReadingDone():
            so_far = so_far.with_live(is_catching_up=False)
        case RoomRead() if judged.number == live.reading:
            so_far = so_far.with_live(is_reading=False)
    after, follows = _finalize(live, so_far)
    if follows.wake_ms is None:
        return after, follows
    return after, replace(
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


def _is_after_flag_fall(so_far: Decision, at_ms: int) -> bool:
    """Return whether a flag must be judged before an event, so that the room has to be read first.

    Not while catching up: everything has been read then, and comes in order.
    """
    live, due = so_far.live, so_far.live.match.next_due()
    if live.is_catching_up or due is None or live.match.held:
        return False
    return so_far.instant(at_ms) > due


def _defer(so_far: Decision, event: Event) -> Decision:
    """Defer an event; a timer that fired in vain is set again after the reading."""
    if isinstance(event, TimerFired):
        return so_far.with_effects(is_deferred=True)
    return so_far.with_live(deferred=(*so_far.live.deferred, event)).with_effects(is_deferred=True)


def _requeue_deferred(so_far: Decision) -> Decision:
    """Requeue deferred events, unless a reading goes on.

    The event may have made the flag moot for which they had to wait.
    """
    live = so_far.live
    if live.is_reading or live.is_catching_up or so_far.effects.next_events:
        return so_far
    return so_far.with_live(deferred=()).with_effects(requeued_events=live.deferred)


# Handlers


def _handle_ruling_given(so_far: Decision, event: RulingGiven) -> Decision:
    """Judge a host's ruling. To resume is to say that a closed room is open again."""
    so_far = so_far.with_effects(proposal=event.proposal)
    if rulings.is_outdated(event, so_far.live.match):
        return so_far.with_effects(refusal=rulings.OutdatedRulingError())
    if event.text == rulings.UNDO and so_far.live.card.is_practice:
        return rulings.undo_last_move(so_far, event)
    entry = Entry(Speaker.HOST, so_far.instant(event.at_ms), event.text)
    entered = so_far.judge_entry(entry, event.source)
    after = entered.decision.with_effects(refusal=entered.refusal)
    if entered.refusal:
        return after
    if event.text != RESUME:
        return rulings.apply_side_effects(after, event)
    live = so_far.live
    after = after.with_live(is_obstructed=False).with_effects(reopens_room=True)
    if live.is_obstructed:
        # Messages of the meantime count now.
        after = gaps.start_catch_up(after)
    # Nobody has seen a turn that could not be posted: its clock starts when a post of it stands.
    return after.with_posts(live.turn_post) if live.turn_post and live.is_unposted else after


def _handle_post_delivered(so_far: Decision, event: PostDelivered) -> Decision:
    """Record a post's arrival or drop; a turn's post starts its clock."""
    live = so_far.live
    after = so_far.with_effects(completed_post=(event.sequence, event.message_id))
    if event.is_repeated:
        # Nothing follows from it; a new process would find it in its channel.
        return after.with_effects(can_commit_later=True)
    if event.is_echoed and event.message_id:
        after = _heard_through_own_post(after, event.message_id)
    if event.is_in_room:
        newest = max(after.live.newest_message_id, event.message_id or 0)
        after = after.with_live(newest_message_id=newest)
    if live.acknowledgements.in_flight:
        after = _with_follow_up(after, event.sequence)
    if event.unreachable_seat:
        after = _with_unreachable_seat(after, event.unreachable_seat)
    if event.board_post and event.message_id:
        after = _with_shown_board(after, event.board_post, event.message_id)
    if event.sequence != live.turn_post_sequence:
        return after
    if event.message_id is None:
        return gaps.close_room(after.with_live(is_unposted=True), Obstacle.REFUSED)
    entry = Entry(Speaker.DEALER, so_far.instant(event.at_ms), POSTED)
    after = after.with_live(turn_message_id=event.message_id)
    after = after.judge_entry(entry, f"post:{event.message_id}").decision
    late = (after.live.match.clock.started or entry.at) - after.live.card.game.grace - entry.at
    # If the post stood before a gap, its countdown is no longer true.
    return (
        after.with_posts(after.composer.started_late(after.live.match))
        if late > LATE_START
        else after
    )


def _with_shown_board(so_far: Decision, shown: Post, message_id: int) -> Decision:
    """Post the room's new board to followers.

    Nobody is pinged about a turn that is over.
    """
    live = so_far.live
    after = so_far.with_live(latest_board_id=max(live.latest_board_id, message_id))
    if live.audience == NOBODY:
        return after
    posts = for_audience(live.card, live.audience, shown, message_id)
    is_over = shown.starts_clock and shown.sequence != live.turn_post_sequence
    told = [each for each in posts if not (is_over and each.pings)]
    return after.with_posts(*told)


def _handle_post_echoed(so_far: Decision, event: PostEchoed) -> Decision:
    """Note that the gateway has reported everything before the turn's post.

    That is stored, so that a restart need not read it; for any other post it would not be worth it.
    """
    if event.message_id != so_far.live.turn_message_id:
        return so_far
    return _heard_through_own_post(so_far, event.message_id).with_effects(can_commit_later=True)


def _heard_through_own_post(so_far: Decision, message_id: int) -> Decision:
    """Mark the room as heard up to the Dealer's own message, unless more is to be read there."""
    live = so_far.live
    is_heard = not live.is_catching_up and not live.is_obstructed
    return replace(so_far, heard_through=message_id) if is_heard else so_far


def _with_unreachable_seat(so_far: Decision, seat: Seat) -> Decision:
    """Tell the room once that a player takes no direct messages.

    Not more often: how often somebody submits is nobody's business.
    """
    live = so_far.live
    if seat in live.unreachable_seats or live.match.result:
        return so_far
    unreached = so_far.composer.unreachable(live.match, seat)
    return so_far.with_live(unreachable_seats=live.unreachable_seats | {seat}).with_posts(unreached)


def _with_follow_up(so_far: Decision, sequence: int) -> Decision:
    before = so_far.live.acknowledgements
    follow_up, rest = before.settle(sequence)
    after = so_far if rest is before else so_far.with_live(acknowledgements=rest)
    if follow_up and _is_worth_telling(so_far, follow_up):
        return after.with_posts(so_far.composer.for_all(follow_up.post, follow_up.replaced_count))
    return after


def _is_worth_telling(so_far: Decision, follow_up: FollowUp) -> bool:
    expires_ms = follow_up.post.expires_ms
    is_fresh = expires_ms is None or so_far.circumstances.now_ms <= expires_ms
    return is_fresh and not (
        follow_up.post.expires_with_turn
        and follow_up.turn_post_sequence != so_far.live.turn_post_sequence
    )


def _handle_timer_fired(so_far: Decision, _: TimerFired) -> Decision:
    """Let time pass as far as is safe; before a flag falls, the room must be read."""
    if not so_far.circumstances.is_connected:
        # This time may turn out to be nobody's; the gateway's return wakes the match again.
        return so_far
    pause_ends_ms = rulings.pause_ends_ms(so_far.live)
    if pause_ends_ms is not None and so_far.circumstances.now_ms >= pause_ends_ms:
        return rulings.abandon(so_far)
    due = so_far.live.match.next_due()
    due_ms = None if due is None else so_far.live.card.discord_ms(due)
    if due is None or due_ms is None or so_far.circumstances.now_ms < due_ms:
        return so_far.advance_to(so_far.instant(so_far.circumstances.now_ms))
    return so_far.advance_to(due, inclusive=False).request_reading_before(due_ms)


def _handle_match_choice(so_far: Decision, event: MatchChoice) -> Decision:
    return so_far.with_live(inbox=(*so_far.live.inbox, event))


def _handle_match_choice_rejected(so_far: Decision, event: MatchChoiceRejected) -> Decision:
    return so_far.with_effects(settled_interaction_id=event.inbox_id)


def _handle_private_channel_changed(so_far: Decision, event: PrivateChannelChanged) -> Decision:
    """Change a player's private channel; tell the host the reason unless they did it."""
    before = so_far.live.card.private_channels.get(event.seat)
    if event.channel_id == before or so_far.live.match.result:
        return so_far
    card = so_far.live.card.with_private_channel(event.seat, event.channel_id)
    after = so_far.with_live(card=card).with_effects(card=card)
    if before is None or not event.is_lost:
        return after
    return after.with_posts(after.composer.channel_lost(event.seat, before))


def _handle_remark(so_far: Decision, remark: Remark) -> Decision:
    if remark.topic in so_far.live.announced_topics or so_far.live.match.result:
        return so_far
    return so_far.with_posts(so_far.composer.remark(remark))


# Completion


def _limit_acknowledgements(so_far: Decision) -> Decision:
    live = so_far.live
    posts = [perishable(each, so_far.circumstances.now_ms) for each in so_far.posts]
    told, acknowledgements = live.acknowledgements.limit(posts, live.turn_post_sequence)
    return replace(so_far.with_live(acknowledgements=acknowledgements), posts=tuple(told))


def _finalize(before: LiveMatch, so_far: Decision) -> tuple[LiveMatch, Effects]:
    """Return the match with its posts in their places, and everything to store."""
    posts = assign_places(
        so_far.posts,
        before.card.id,
        len(so_far.live.match.entries),
        last_sequence=before.last_sequence,
        post_counts=before.post_counts,
    )
    live = _with_placed_posts(so_far.live, posts) if posts else so_far.live
    read_to, settled = (
        max(before.read_through, _heard_through(so_far)),
        so_far.effects.settled_interaction_id,
    )
    if read_to != live.read_through:
        live = replace(live, read_through=read_to)
    if settled:
        inbox = tuple(each for each in live.inbox if each.inbox_id != settled)
        live = replace(live, inbox=inbox)
    number = so_far.effects.first_number
    entries = zip(live.match.entries[number:], live.sources[number:], strict=True)
    effects = replace(
        so_far.effects,
        entries=tuple(SourcedEntry(entry, source) for entry, source in entries),
        posts=posts,
        read_through=live.read_through,
        away_since_ms=live.away_since_ms,
        wake_ms=_wake_ms(live, so_far),
        is_reopened=before.match.result is not None and live.match.result is None,
    )
    is_noted = (live.read_through, live.away_since_ms) != (
        before.read_through,
        before.away_since_ms,
    )
    is_judged = effects.settled_interaction_id or effects.proposal
    is_changed = effects.entries or posts or effects.completed_post or is_judged or effects.card
    if not (is_changed or is_noted):
        return live, effects
    if effects.can_commit_later:
        return live, replace(effects, needs_commit=True)
    standing = logged_standing(live.match)
    return live, replace(effects, needs_commit=True, outcome=live.match.result, standing=standing)


def _with_placed_posts(live: LiveMatch, posts: tuple[Post, ...]) -> LiveMatch:
    told = Counter(live.post_counts)
    told.update(each.readers for each in posts)
    live = replace(
        live,
        last_sequence=live.last_sequence + len(posts),
        post_counts=told,
        announced_topics=live.announced_topics.union(each.topic for each in posts if each.topic),
    )
    if any(post.acknowledges for post in posts):
        live = replace(live, acknowledgements=live.acknowledgements.with_in_flight(posts))
    opening = next((each for each in reversed(posts) if each.starts_clock), None)
    if opening is None:
        return live
    # It comes after whatever is known to stand already.
    opening = replace(opening, comes_after=live.newest_message_id)
    return replace(live, turn_post=opening, turn_message_id=None, is_unposted=False)


def _heard_through(so_far: Decision) -> int:
    """Return how far the room is heard: a new process must find deferred messages again."""
    live = so_far.live
    if not so_far.heard_through:
        # There is nothing to look for, however much waits, as in a room closed for long.
        return 0
    waits = (
        each.snowflake - 1
        for each in (*live.deferred, *so_far.effects.requeued_events)
        if is_in_room(each) and not live.has_judged(each.source)
    )
    return min([so_far.heard_through, *waits])


def _wake_ms(live: LiveMatch, so_far: Decision) -> int | None:
    wake = live.match.next_wake()
    is_paused = live.match.clock.paused_since is not None
    wake_ms = live.card.discord_ms(wake) if wake is not None else None
    if wake is None and is_paused:
        wake_ms = rulings.pause_ends_ms(live)
    if wake_ms is None:
        return None
    if wake is not None and wake == live.match.next_due():
        wake_ms += so_far.settle_delay_ms
    # Due work already waits for the room to be read or for the gateway, which wake it then.
    is_due = wake_ms <= so_far.circumstances.now_ms
    waits = live.is_reading or live.is_catching_up or not so_far.circumstances.is_connected
    return None if is_due and waits else wake_ms


def turn_opening(
    card: MatchCard, beginning: Match, said: tuple[Post, ...], read_to: int
) -> tuple[LiveMatch, tuple[Post, ...]]:
    """Return a new live match that was just stored, and its first posts in their places."""
    posts = assign_places(said, card.id, log_length=0, last_sequence=0, post_counts={})
    return _with_placed_posts(
        LiveMatch(card=card, match=beginning, read_through=read_to), posts
    ), posts


HANDLERS: Final[Mapping[type, Callable[[Decision, Any], Decision]]] = {
    PlayerMessage: messages.handle_player_message,
    DealerActed: dealer_seat.handle_dealer_acted,
    MessageEdited: messages.handle_message_edited,
    HostMessage: messages.handle_host_message,
    MessageDeleted: messages.handle_message_deleted,
    RulingGiven: _handle_ruling_given,
    HostReminderRequested: rulings.handle_host_reminder_requested,
    PostDelivered: _handle_post_delivered,
    PostEchoed: _handle_post_echoed,
    MatchChoice: _handle_match_choice,
    MatchChoiceRejected: _handle_match_choice_rejected,
    PrivateChannelChanged: _handle_private_channel_changed,
    TimerFired: _handle_timer_fired,
    PermissionMissing: _handle_remark,
    SlowModeTooLong: _handle_remark,
    PlayerLeft: _handle_remark,
    MirrorLost: _handle_remark,
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
