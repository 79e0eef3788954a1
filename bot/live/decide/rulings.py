"""Hosts' rulings: their preview, and their consequences."""

from dataclasses import replace
from typing import Final

from bot.live.decide.decision import Decision
from bot.live.decide.gaps import clamp_to_due, start_catch_up
from bot.live.decide.live_match import LiveMatch
from bot.values.card import Person
from bot.values.events import HostReminderRequested, PracticeHoldChanged, RulingGiven
from engine.matches.entries import PAUSE, RESUME, Entry, Speaker
from engine.matches.match import Match
from engine.matches.rulings import Replace, Ruling, Undo, UndoRuling, read_ruling
from engine.refusals import untimely
from engine.seats import Seat

OUTDATED: Final = untimely(
    "outdated", "The match has moved on since, so nothing has changed. Run the command again."
)
"""The refusal of a ruling that would now take back something else than the host was shown."""


def undone_entry_of(ruling: Ruling, match: Match) -> int:
    """Return the entry of the log that a ruling would take back, counted from 1; 0 if none."""
    if isinstance(ruling, Undo):
        return match.undo_point.number + 1 if match.undo_point else 0
    if isinstance(ruling, UndoRuling):
        return match.ruling_point.number + 1 if match.ruling_point else 0
    return 0


def handle_ruling_given(decision: Decision, event: RulingGiven) -> None:
    """Judge a host's ruling. To resume is to say that a closed room is open again."""
    live, count = decision.live, event.undone_entry
    if count is not None and count != undone_entry_of(read_ruling(event.text), live.match):
        decision.effects.refusal = OUTDATED()
    elif event.text == UNDO and live.card.is_practice:
        _undo_last_move(decision, event)
    else:
        entry = Entry(Speaker.HOST, live.card.instant(event.at_ms), event.text)
        decision.effects.refusal = decision.judge_entry(entry, event.source)
        if decision.effects.refusal is None:
            after_it = _reopen if event.text == RESUME else _apply_side_effects
            after_it(decision, event)


def _reopen(decision: Decision, _: RulingGiven) -> None:
    """Open the room again, if it was closed to the Dealer."""
    decision.effects.reopens_room = True
    if decision.live.is_obstructed:
        decision.change(is_obstructed=False)
        # Messages of the meantime count now.
        start_catch_up(decision)
    live = decision.live
    if live.turn_post and live.is_unposted:
        # Nobody has seen that turn: its clock starts when a post of it stands.
        decision.posts.append(live.turn_post)


def _apply_side_effects(decision: Decision, event: RulingGiven) -> None:
    """Apply an accepted ruling's effects beside the log: another person, the host's reason."""
    ruling = read_ruling(event.text)
    if isinstance(ruling, Replace) and event.person:
        _replace_player(decision, ruling.seat, event.person)
    if event.reason:
        decision.posts.append(decision.live.composer.ruling_reason(event.reason))


def _replace_player(decision: Decision, seat: Seat, person: Person) -> None:
    """Give a seat to another person; the record still names the first one.

    The private channel of the previous player is not theirs.
    """
    card = decision.live.card.with_private_channel(seat, None)
    first = {seat: card.players[seat].name} | dict(card.first_names)
    card = replace(card, players={**card.players, seat: person}, first_names=first)
    decision.change(card=card)
    decision.effects.card = card


def handle_host_reminder_requested(decision: Decision, _: HostReminderRequested) -> None:
    """Call those who are awaited, at a host's request."""
    live, match = decision.live, decision.live.match
    if not match.result and match.clock.paused_since is None and match.to_act:
        decision.posts.append(live.composer.called(live.match_at(decision.circumstances.now_ms)))


ABORT: Final = "abort"
UNDO: Final = "undo"
WAITS: Final = "secret"
"""The source's prefix of a pause that began because a live match awaits a secret."""
LEFT: Final = "left"
"""The source's prefix of an abort because nobody resumed the match."""
LONGEST_PAUSE_MS: Final = 3_600_000
"""Longest pause of a practice match in a room; then others may want to practise there."""


def handle_practice_hold_changed(decision: Decision, event: PracticeHoldChanged) -> None:
    """Start or end the hold while the player's live match awaits a secret."""
    live, is_awaited = decision.live, event.room_id is not None
    if live.match.result or is_awaited == is_on_hold(live):
        return
    if is_awaited and live.match.clock.paused_since is not None:
        return
    ruling = PAUSE if is_awaited else RESUME
    entry = Entry(Speaker.DEALER, clamp_to_due(live, event.at_ms), ruling)
    decision.judge_entry(entry, f"{WAITS}:{event.at_ms}")
    if event.room_id is not None:
        decision.posts.append(decision.live.composer.waits_for(event.room_id))


def is_on_hold(live: LiveMatch) -> bool:
    """Return whether a practice match is paused because a live one awaits a secret."""
    return live.pause_source.startswith(WAITS)


def _undo_last_move(decision: Decision, event: RulingGiven) -> None:
    """Take back the player's last move, and the Dealer's answers since."""
    card = decision.live.card
    entry = Entry(Speaker.HOST, card.instant(event.at_ms), event.text)
    for number in range(_entries_since_own(decision.live.match, card.people[0].value)):
        # The room is shown the last of the positions alone.
        decision.posts.clear()
        source = f"{event.source}:{number}" if number else event.source
        decision.effects.refusal = decision.judge_entry(entry, source)


def _entries_since_own(match: Match, name: str) -> int:
    """Count the entries in force from a player's last one on; 1 if they have none."""
    speakers = [match.entries[number].speaker for number in match.entries_in_force()]
    return speakers.index(Speaker(name)) + 1 if Speaker(name) in speakers else 1


def pause_ends_ms(live: LiveMatch) -> int | None:
    """Return when a pause stops keeping the room from others; None without such a pause.

    The Dealer's absences do not count: nobody could resume the match then.
    """
    paused = live.match.clock.paused_since
    if paused is None or live.match.result or not live.card.keeps_others_waiting:
        return None
    return max(live.card.discord_ms(paused), live.last_gap_end_ms) + LONGEST_PAUSE_MS


def abandon(decision: Decision) -> None:
    """End a practice match that nobody has resumed."""
    live, now_ms = decision.live, decision.circumstances.now_ms
    decision.posts.append(live.composer.left())
    instant = max(live.match.now, live.card.instant(now_ms))
    decision.judge_entry(Entry(Speaker.HOST, instant, ABORT), f"{LEFT}:{now_ms}")
