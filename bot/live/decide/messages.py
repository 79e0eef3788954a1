"""Messages typed, edited or deleted by players and hosts, and their consequences."""

from dataclasses import replace
from typing import Final, TypeVar

from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.values.events import (
    Event,
    HostMessage,
    MessageDeleted,
    MessageEdited,
    PlayerMessage,
    is_edit,
    may_follow_from,
)
from bot.values.post import Origin
from engine.hints.near_misses import near_miss
from engine.matches.base_match import HeldMove
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import is_concession, plain
from engine.refusals import NotASubmission
from engine.seats import Seat

HINT_EVERY_MS: Final = 20_000
"""Shortest time between two hints to a player."""
TAKE_BACK_TEXT: Final = "takeback"
BOARD: Final = "board"
"""The word by which a player asks in private for the board, with what they have hidden."""

MessageT = TypeVar("MessageT", PlayerMessage, MessageEdited)


def handle_player_message(decision: Decision, event: PlayerMessage) -> Decision:
    """Judge a player's text, in the room or to the Dealer alone."""
    live = decision.live
    if event.inbox_id:
        decision = decision.with_effects(settled_interaction_id=event.inbox_id)
    if live.has_judged(event.source):
        return decision
    if live.card.is_direct:
        event = _as_private(live, event)
    message = () if event.token else (f"message:{event.snowflake}",)
    decision = decision.with_live(
        processed_sources=live.processed_sources.union((event.source, *message))
    )
    # In a room that was closed, messages before this one have not been heard.
    decision = replace(decision, heard_through=0 if live.is_obstructed else event.heard_through)
    if event.button_message_id and _is_stale(live, event):
        return decision.with_posts(decision.live.answers.stale(event.origin))
    if event.is_edit and not event.is_private:
        return _judge_changed_text(decision, event, event.snowflake)
    if event.is_edit and _is_outdated(live, event.snowflake):
        return decision.with_posts(decision.live.answers.outdated(live.match, event.origin))
    return _submit(decision, event)


def handle_message_edited(decision: Decision, event: MessageEdited) -> Decision:
    """Judge the new text of a player's message in the room."""
    if decision.live.has_judged(event.source):
        return decision
    aside = _as_private(decision.live, event) if decision.live.card.is_direct else event
    if isinstance(aside, PlayerMessage):
        return handle_player_message(decision, aside)
    return _judge_changed_text(decision, aside, event.message_id)


def handle_message_deleted(decision: Decision, event: MessageDeleted) -> Decision:
    """Take back the held move of a deleted message."""
    held = decision.live.match.held
    seat = held.entry.speaker.seat if held else None
    if seat is None or event.message_id != decision.live.held_message_id:
        return decision
    return _take_back(decision, seat, event, event.source)[0]


def handle_host_message(decision: Decision, event: HostMessage) -> Decision:
    """Judge a host's line in the room; a new text counts as if typed just then.

    As with a move, a line that has counted is not changed, nor one from before the turn's post.
    """
    live = decision.live
    if live.has_judged(event.source):
        return decision
    # In a room that was closed, messages before this one have not been heard.
    heard_to = 0 if live.is_obstructed else event.heard_through
    decision = replace(_mark_processed(decision, event.source), heard_through=heard_to)
    if event.is_edit and live.entry_of(event.snowflake) is not None:
        return _reply_already_final(decision, event.origin, event.snowflake)
    if event.is_edit and not _is_of_this_turn(live, event.snowflake):
        return decision
    entry = Entry(Speaker.HOST, decision.live.card.instant(event.at_ms), event.text)
    entered = decision.judge_entry(entry, event.source, event.origin)
    decision = entered.decision
    if entered.refusal is None:
        return decision
    return decision.with_posts(
        *decision.live.answers.refusal(decision.live.match, entered.refusal, event.origin)
    )


def waits_for_post(live: LiveMatch, event: Event) -> bool:
    """Return whether an event must wait for the turn's post, since it may be the older of the two.

    That is an edit, or the press of a button below an earlier board. Either player's later actions
    wait as well: they may answer the move that the edit makes. A held move can be taken back at any
    time.
    """
    if not isinstance(event, PlayerMessage | MessageEdited | HostMessage | MessageDeleted):
        return False
    if live.match.result or live.turn_message_id is not None:
        return False
    if live.match.held is None:
        is_older = is_edit(event) or _is_press(event)
        return is_older or any(may_follow_from(event, other_event) for other_event in live.deferred)
    return is_edit(event) and event.origin.message_id != live.held_message_id


def _is_press(event: Event) -> bool:
    if not isinstance(event, PlayerMessage) or event.button_message_id is None:
        return False
    return not is_concession(event.text)


def _as_private(live: LiveMatch, event: MessageT) -> MessageT | PlayerMessage:
    """Make a text private if it is a secret in direct messages that are a room."""
    match = live.match
    is_awaited = match.game.takes_secrets(match.state)
    if not is_awaited or match.is_secret(event.seat, event.text) is not True:
        return event
    if isinstance(event, PlayerMessage):
        return replace(event, is_private=True)
    said_id, at_ms = event.message_id, event.at_ms
    return PlayerMessage(event.seat, event.text, said_id, at_ms, is_private=True, is_edit=True)


def _mark_processed(decision: Decision, *sources: str) -> Decision:
    return decision.with_live(processed_sources=decision.live.processed_sources.union(sources))


def _judge_changed_text(
    decision: Decision, event: PlayerMessage | MessageEdited, message_id: int
) -> Decision:
    """Judge a new text in the room as if it had just been typed.

    It first takes back the move that the message holds, but changes nothing that is final. In a
    message from before the turn's post, it is only conversation.
    """
    live = decision.live
    if live.match.held and message_id == live.held_message_id:
        return _judge_changed_held_move(decision, event, live.match.held)
    if _is_final(live, message_id):
        return _reply_already_final(decision, event.origin, message_id)
    if _is_of_this_turn(live, message_id):
        return _submit(_mark_processed(decision, event.source), event)
    return decision


def _judge_changed_held_move(
    decision: Decision, event: PlayerMessage | MessageEdited, held: HeldMove
) -> Decision:
    decision, is_taken_back = _take_back(decision, event.seat, event, f"{event.source}:takeback")
    if not is_taken_back:
        return decision
    decision = _submit(_mark_processed(decision, event.source), event)
    if decision.live.match.held in {None, held}:
        return decision
    return replace(decision, posts=(decision.live.composer.changed(event.seat),))


def _is_final(live: LiveMatch, message_id: int) -> bool:
    number = live.entry_of(message_id)
    return number is not None and number in live.match.entries_in_force()


def _reply_already_final(decision: Decision, origin: Origin, message_id: int) -> Decision:
    """Reply once for each message, however often it is edited."""
    topic = f"final:{message_id}"
    if topic in decision.live.announced_topics:
        return decision
    return decision.with_posts(replace(decision.live.answers.final(origin), topic=topic))


def _is_of_this_turn(live: LiveMatch, message_id: int) -> bool:
    return live.turn_message_id is not None and message_id > live.turn_message_id


def _is_stale(live: LiveMatch, event: PlayerMessage) -> bool:
    """Return whether a button is below an earlier turn's board; conceding is always possible."""
    return (event.button_message_id or 0) < (live.turn_message_id or 0) and not is_concession(
        event.text
    )


def _is_outdated(live: LiveMatch, message_id: int) -> bool:
    """Return whether a private message is older than the phase that awaits such messages."""
    match = live.match
    return match.game.takes_secrets(match.state) and not _is_of_this_turn(live, message_id)


def _submit(decision: Decision, event: PlayerMessage | MessageEdited) -> Decision:
    origin = event.origin
    if not origin.is_press and _is_misplaced(
        decision.live.match, event.seat, event.text, is_private=origin.recipient is not None
    ):
        return decision.with_posts(decision.live.answers.misplaced(decision.live.match, origin))
    is_form = isinstance(event, PlayerMessage) and event.token and not origin.is_press
    text = decision.live.match.given_in_form(event.seat, event.text) if is_form else event.text
    entry = Entry(Speaker(event.seat.value), decision.live.card.instant(event.at_ms), text)
    entered = decision.judge_entry(entry, event.source, origin)
    next_decision = entered.decision
    if entered.refusal is None:
        is_read = not origin.recipient or decision.live.card.is_direct
        is_answered = is_read or any(post.recipient for post in next_decision.posts)
        return (
            next_decision
            if is_answered
            else next_decision.with_posts(next_decision.live.answers.counted(origin))
        )
    is_private = origin.recipient is not None or decision.live.card.is_direct
    if is_private and plain(event.text).lower().split() == [BOARD]:
        return next_decision.with_posts(
            next_decision.live.answers.own_board(next_decision.live.match, event.seat, origin)
        )
    if isinstance(entered.refusal, NotASubmission):
        return _with_hint(next_decision, event, entered.refusal)
    return next_decision.with_posts(
        *next_decision.live.answers.refusal(next_decision.live.match, entered.refusal, origin)
    )


def _with_hint(
    decision: Decision, event: PlayerMessage | MessageEdited, refusal: NotASubmission
) -> Decision:
    """Answer a text that is no submission, in the room with a hint at times.

    In private, a hint replaces an answer only if it names the meaning or the fault.
    """
    match, answers, origin = decision.live.match, decision.live.answers, event.origin
    last_ms = decision.live.last_hint_ms.get(event.seat)
    is_soon = last_ms is not None and event.at_ms - last_ms < HINT_EVERY_MS
    near = near_miss(match, event.seat, event.text, is_private=origin.recipient is not None)
    is_helpful = near is not None and bool(near.meant or near.fault)
    if origin.recipient and near and is_helpful and match.game.takes_secrets(match.state):
        return decision.with_posts(answers.hint(match, near, origin))
    if origin.recipient or near is None or is_soon:
        return decision.with_posts(*answers.refusal(match, refusal, origin))
    hinted_ms = {**decision.live.last_hint_ms, event.seat: event.at_ms}
    return decision.with_live(last_hint_ms=hinted_ms).with_posts(answers.hint(match, near, origin))


def _take_back(
    decision: Decision,
    seat: Seat,
    event: PlayerMessage | MessageEdited | MessageDeleted,
    source: str,
) -> tuple[Decision, bool]:
    """Take back a held move whose message was edited or deleted; return whether it was accepted."""
    entry = Entry(Speaker(seat.value), decision.live.card.instant(event.at_ms), TAKE_BACK_TEXT)
    entered = decision.judge_entry(entry, source)
    decision = entered.decision
    if entered.refusal is None:
        return decision, True
    origin = replace(event.origin, speaker=seat)
    return decision.with_posts(
        *decision.live.answers.refusal(decision.live.match, entered.refusal, origin)
    ), False


def _is_misplaced(match: Match, seat: Seat, text: str, *, is_private: bool) -> bool:
    """Return whether it is an awaited secret said aloud, or a public action in private."""
    if is_private:
        return match.is_secret(seat, text) is False
    return match.game.takes_secrets(match.state) and match.is_secret(seat, text) is True
