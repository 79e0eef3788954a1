"""Decides what is special in practice: it waits for live matches, undoes turns, and frees rooms."""

from dataclasses import replace
from typing import Final

from bot.live.decision import Decision
from bot.live.gaps import not_past_due
from bot.live.values.events import Ruled, SecretAwaited
from bot.live.values.live_match import LiveMatch
from engine.matches.entries import PAUSE, RESUME, Entry, Speaker
from engine.matches.match import Match

ABORT: Final = "abort"
UNDO: Final = "undo"
WAITS: Final = "secret"
"""How the source of a pause begins that was entered because a live match awaits a secret."""
LEFT: Final = "left"
"""How the source of an abort begins that was entered because nobody resumed the match."""
LONGEST_PAUSE_MS: Final = 3_600_000
"""How long a practice match in a room may be paused; then others may want to practise there."""


def secret_awaited(so_far: Decision, event: SecretAwaited) -> Decision:
    """A live match of the player awaits a secret of theirs, or none does any more."""
    live, is_awaited = so_far.live, event.room_id is not None
    if live.match.result or is_awaited == waits_for_secret(live):
        return so_far
    if is_awaited and live.match.paused_since is not None:
        return so_far
    ruling = PAUSE if is_awaited else RESUME
    entry = Entry(Speaker.DEALER, not_past_due(live, event.at_ms), ruling)
    after = so_far.enters(entry, f"{WAITS}:{event.at_ms}").decision
    return after if event.room_id is None else after.says(after.composer.waits_for(event.room_id))


def waits_for_secret(live: LiveMatch) -> bool:
    """Whether a practice match is paused because a live one awaits a secret."""
    if live.match.paused_since is None:
        return False
    log = zip(live.match.entries, live.sources, strict=True)
    pauses = [source for entry, source in log if entry.text == PAUSE]
    return bool(pauses) and (pauses[-1] or "").startswith(WAITS)


def undone(so_far: Decision, event: Ruled) -> Decision:
    """The player takes back their last move, and what the Dealer has answered since."""
    after = so_far
    for number in range(_entries_since_own(so_far.match, so_far.card.people[0].value)):
        entry = Entry(Speaker.HOST, so_far.instant(event.at_ms), event.text)
        # The room is shown the last of the positions alone.
        after = replace(after, posts=so_far.posts)
        entered = after.enters(entry, f"{event.source}:{number}" if number else event.source)
        after = entered.decision.does(refusal=entered.refusal)
    return after


def _entries_since_own(match: Match, who: str) -> int:
    """How many entries in force there are from a player's last one on; 1 if they have none."""
    speakers = [match.entries[number].who for number in match.entries_in_force()]
    return speakers.index(Speaker(who)) + 1 if Speaker(who) in speakers else 1


def pause_ends_ms(live: LiveMatch) -> int | None:
    """When a pause keeps a room from others no longer; None where there is no such pause.

    What the Dealer was away for does not count: nobody could resume the match then.
    """
    paused = live.match.paused_since
    if paused is None or live.match.result or not live.card.keeps_others_waiting:
        return None
    return max(live.card.discord_ms(paused), live.back_ms) + LONGEST_PAUSE_MS


def left(so_far: Decision) -> Decision:
    """The match is over, since nobody has resumed it."""
    told = so_far.says(so_far.composer.left())
    at = max(so_far.match.now, so_far.instant(so_far.now_ms))
    return told.enters(Entry(Speaker.HOST, at, ABORT), f"{LEFT}:{so_far.now_ms}").decision
