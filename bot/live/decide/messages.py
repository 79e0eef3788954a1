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
from engine.refusals import NotASubmission, Refused
from engine.seats import Seat

HINT_EVERY_MS: Final = 20_000
"""Shortest time between two hints to a player."""
TAKE_BACK_TEXT: Final = "takeback"
BOARD: Final = "board"
"""The word by which a player asks in private for the board, with what they have hidden."""

MessageT = TypeVar("MessageT", PlayerMessage, MessageEdited)


def handle_player_message(decision: Decision, event: PlayerMessage) -> None:
    """Judge a player's text, in the room or to the Dealer alone."""
    live = decision.live
    if event.inbox_id:
        decision.effects.settled_interaction_id = event.inbox_id
    if live.has_judged(event.source):
        return
    if live.card.is_direct:
        event = _as_private(live, event)
    message = () if event.token else (f"message:{event.snowflake}",)
    _mark_processed(decision, event.source, *message)
    # In a room that was closed, messages before this one have not been heard.
    decision.heard_through = 0 if live.is_obstructed else event.heard_through
    if event.button_message_id and _is_stale(live, event):
        decision.posts.append(live.composer.stale(event.origin))
    elif event.is_edit and not event.is_private:
        _judge_changed_text(decision, event, event.snowflake)
    elif event.is_edit and _is_outdated(live, event.snowflake):
        decision.posts.append(live.composer.outdated(live.match, event.origin))
    else:
        _submit(decision, event)


def handle_message_edited(decision: Decision, event: MessageEdited) -> None:
    """Judge the new text of a player's message in the room."""
    live = decision.live
    if live.has_judged(event.source):
        return
    aside = _as_private(live, event) if live.card.is_direct else event
    if isinstance(aside, PlayerMessage):
        handle_player_message(decision, aside)
    else:
        _judge_changed_text(decision, aside, event.message_id)


def handle_message_deleted(decision: Decision, event: MessageDeleted) -> None:
    """Take back the held move of a deleted message."""
    held = decision.live.match.held
    seat = held.entry.speaker.seat if held else None
    if seat is not None and event.message_id == decision.live.held_message_id:
        _take_back(decision, seat, event, event.source)


def handle_host_message(decision: Decision, event: HostMessage) -> None:
    """Judge a host's line in the room; a new text counts as if typed just then.

    As with a move, a line that has counted is not changed, nor one from before the turn's post.
    """
    live = decision.live
    if live.has_judged(event.source):
        return
    _mark_processed(decision, event.source)
    # In a room that was closed, messages before this one have not been heard.
    decision.heard_through = 0 if live.is_obstructed else event.heard_through
    if event.is_edit and live.entry_of(event.snowflake) is not None:
        _reply_already_final(decision, event.origin, event.snowflake)
    elif not event.is_edit or _is_of_this_turn(live, event.snowflake):
        entry = Entry(Speaker.HOST, live.card.instant(event.at_ms), event.text)
        refusal = decision.judge_entry(entry, event.source, event.origin)
        _answer_refusal(decision, refusal, event.origin)


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


def _mark_processed(decision: Decision, *sources: str) -> None:
    decision.change(processed_sources=decision.live.processed_sources.union(sources))


def _judge_changed_text(
    decision: Decision, event: PlayerMessage | MessageEdited, message_id: int
) -> None:
    """Judge a new text in the room as if it had just been typed.

    It first takes back the move that the message holds, but changes nothing that is final. In a
    message from before the turn's post, it is only conversation.
    """
    live = decision.live
    if live.match.held and message_id == live.held_message_id:
        _judge_changed_held_move(decision, event, live.match.held)
    elif _is_final(live, message_id):
        _reply_already_final(decision, event.origin, message_id)
    elif _is_of_this_turn(live, message_id):
        _mark_processed(decision, event.source)
        _submit(decision, event)


def _judge_changed_held_move(
    decision: Decision, event: PlayerMessage | MessageEdited, held: HeldMove
) -> None:
    if not _take_back(decision, event.seat, event, f"{event.source}:takeback"):
        return
    _mark_processed(decision, event.source)
    _submit(decision, event)
    if decision.live.match.held not in (None, held):
        decision.posts = [decision.live.composer.changed(event.seat)]


def _is_final(live: LiveMatch, message_id: int) -> bool:
    number = live.entry_of(message_id)
    return number is not None and number in live.match.entries_in_force()


def _reply_already_final(decision: Decision, origin: Origin, message_id: int) -> None:
    """Reply once for each message, however often it is edited."""
    topic = f"final:{message_id}"
    if topic not in decision.live.announced_topics:
        decision.posts.append(replace(decision.live.composer.final(origin), topic=topic))


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


def _submit(decision: Decision, event: PlayerMessage | MessageEdited) -> None:
    live, origin = decision.live, event.origin
    is_aside = origin.recipient is not None
    if not origin.is_press and _is_misplaced(
        live.match, event.seat, event.text, is_private=is_aside
    ):
        decision.posts.append(live.composer.misplaced(live.match, origin))
        return
    is_form = isinstance(event, PlayerMessage) and event.token and not origin.is_press
    text = live.match.given_in_form(event.seat, event.text) if is_form else event.text
    entry = Entry(Speaker(event.seat.value), live.card.instant(event.at_ms), text)
    refusal = decision.judge_entry(entry, event.source, origin)
    is_private = is_aside or live.card.is_direct
    if refusal is None:
        is_read = not is_aside or live.card.is_direct
        if not is_read and not any(post.recipient for post in decision.posts):
            decision.posts.append(decision.live.composer.counted(origin))
    elif is_private and plain(event.text).lower().split() == [BOARD]:
        match = decision.live.match
        decision.posts.append(decision.live.composer.own_board(match, event.seat, origin))
    elif isinstance(refusal, NotASubmission):
        _give_hint(decision, event, refusal)
    else:
        _answer_refusal(decision, refusal, origin)


def _answer_refusal(decision: Decision, refusal: Refused | None, origin: Origin) -> None:
    if refusal:
        decision.posts += decision.live.composer.refusal(decision.live.match, refusal, origin)


def _give_hint(
    decision: Decision, event: PlayerMessage | MessageEdited, refusal: NotASubmission
) -> None:
    """Answer a text that is no submission, in the room with a hint at times.

    In private, a hint replaces an answer only if it names the meaning or the fault.
    """
    live, match, origin = decision.live, decision.live.match, event.origin
    last_ms = live.last_hint_ms.get(event.seat)
    is_soon = last_ms is not None and event.at_ms - last_ms < HINT_EVERY_MS
    near = near_miss(match, event.seat, event.text, is_private=origin.recipient is not None)
    is_helpful = near is not None and bool(near.meant or near.fault)
    if origin.recipient and near and is_helpful and match.game.takes_secrets(match.state):
        decision.posts.append(live.composer.hint(match, near, origin))
    elif origin.recipient or near is None or is_soon:
        _answer_refusal(decision, refusal, origin)
    else:
        decision.change(last_hint_ms={**live.last_hint_ms, event.seat: event.at_ms})
        decision.posts.append(live.composer.hint(match, near, origin))


def _take_back(
    decision: Decision,
    seat: Seat,
    event: PlayerMessage | MessageEdited | MessageDeleted,
    source: str,
) -> bool:
    """Take back a held move whose message was edited or deleted; return whether it was accepted."""
    entry = Entry(Speaker(seat.value), decision.live.card.instant(event.at_ms), TAKE_BACK_TEXT)
    refusal = decision.judge_entry(entry, source)
    _answer_refusal(decision, refusal, replace(event.origin, speaker=seat))
    return refusal is None


def _is_misplaced(match: Match, seat: Seat, text: str, *, is_private: bool) -> bool:
    """Return whether it is an awaited secret said aloud, or a public action in private."""
    if is_private:
        return match.is_secret(seat, text) is False
    return match.game.takes_secrets(match.state) and match.is_secret(seat, text) is True
