"""Decides what follows when a host types a line that judges the match, or edits one."""

from dataclasses import replace

from bot.live.decision import Decision
from bot.live.hearing import is_of_this_turn, noted, tell_it_is_final
from bot.live.values.events import HostTyped
from engine.matches.entries import Entry, Speaker


def typed(so_far: Decision, event: HostTyped) -> Decision:
    """A host typed a line in the room, or gave one a new text, which counts as if typed just then.

    As with a move, what has counted is not changed, nor does anything from before the turn's post.
    """
    live = so_far.live
    if live.has_judged(event.source):
        return so_far
    # In a room that was closed, messages before this one have not been heard.
    heard_to = 0 if live.is_obstructed else event.heard_to
    so_far = replace(noted(so_far, event.source), heard_to=heard_to)
    if event.is_edit and live.entry_of(event.said_id) is not None:
        return tell_it_is_final(so_far, event.origin, event.said_id)
    if event.is_edit and not is_of_this_turn(live, event.said_id):
        return so_far
    return _judged(so_far, event)


def _judged(so_far: Decision, event: HostTyped) -> Decision:
    entry = Entry(Speaker.HOST, so_far.instant(event.at_ms), event.text)
    entered = so_far.enters(entry, event.source, event.origin)
    after = entered.decision
    if entered.refusal is None:
        return after
    return after.says(*after.composer.refusal(after.match, entered.refusal, event.origin))
