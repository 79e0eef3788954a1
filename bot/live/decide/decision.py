"""The draft of the decision about one event: the live match after it, and its effects."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.live.decide.live_match import LiveMatch
from bot.values.discord_time import snowflake_ms
from bot.values.effects import Circumstances, Effects, ReadingRequest
from bot.values.events import MessageEdited, PlayerMessage, ReadingScope, post_of
from bot.values.obstacles import PlayerAbsent
from bot.values.post import NOWHERE, FlagFallReport, LateMessage, Origin, Post
from engine.clocks import WARNINGS, ReminderKind, Seconds
from engine.matches.entries import Entry
from engine.matches.match import Match, Transition
from engine.matches.notices import ClockReminder, FlagFell
from engine.refusals import Refused
from engine.seats import Seat

SETTLE_DELAY_MS: Final = 250
"""Shortest delay between the end of a take-back window and the judgement of the move.

By then nearly all messages, edits and deletions in time have been heard. If recent events came
later than this, but within a second, that time is waited instead, and all has been heard. Only if
the lag is unknown is the room read: the next board would wait for that. A deletion cannot be read,
and counts when it is heard.
"""
FORM_SETTLE_DELAY_MS: Final = 3_500
"""Delay between the end of a secret phase and its judgement.

A form leaves no message that could be read. It is stored and acknowledged within three seconds of
being sent; one that Discord delivers too late to be acknowledged may still come in this time.
"""


@dataclass
class Decision:
    """A draft of the decision about one event, which its handler changes.

    Attributes:
        live: Live match after the event so far.
        circumstances: What it depends on beside the match and the event.
        posts: Posts in order, without places in the outbox yet.
        heard_through: Message up to which the room has now been heard; 0 if that is not new.
    """

    live: LiveMatch
    effects: Effects
    circumstances: Circumstances
    posts: list[Post] = field(default_factory=list)
    heard_through: int = 0

    def change(self, **changes: Any) -> None:
        """Change fields of the live match."""
        self.live = replace(self.live, **changes)

    def judge_entry(self, entry: Entry, source: str, origin: Origin = NOWHERE) -> Refused | None:
        """Judge an entry; return its refusal, if any."""
        live = self.live
        step = self.take_over(live.match.enter(entry), entry, source)
        flag_fall = _flag_fall_report(live, step, entry, origin)
        self.posts += live.composer.posts(step, origin, flag_fall)
        return step.refusal

    def advance_to(
        self, until: Seconds, *, inclusive: bool = True, tells_reminders: bool = True
    ) -> None:
        """Let time act on the match until an instant."""
        live = self.live
        step = self.take_over(live.match.advance_time(until, inclusive=inclusive))
        if not tells_reminders:
            parts = (notice for notice in step.notices if not isinstance(notice, ClockReminder))
            step = replace(step, notices=tuple(parts))
        # At a warning that leaves time: its seats may not be there to hear it.
        called = {
            seat
            for notice in step.notices
            if isinstance(notice, ClockReminder) and _leaves_time(notice)
            for seat in notice.seats
        }
        self.effects.seats_to_check = tuple(
            seat for seat in sorted(called) if PlayerAbsent(seat).topic not in live.announced_topics
        )
        self.posts += live.composer.posts(step, NOWHERE, _flag_fall_report(live, step))

    def take_over(
        self, step: Transition, own: Entry | None = None, source: str | None = None
    ) -> Transition:
        """Take over a step's match; return the step with the lots that it makes due.

        `source` is where the event's own entry comes from.
        """
        if step.match.lot_due_at is not None:
            step = step.chain(Match.draw_lots)
        new = step.match.entries[len(self.live.match.entries) :]
        said = own and (own.speaker, own.text)
        of_new = (source if (entry.speaker, entry.text) == said else None for entry in new)
        # Without a new entry nothing is final: a move typed earlier may still be on its way.
        match = step.match if new else replace(step.match, now=self.live.match.now)
        self.change(match=match, sources=(*self.live.sources, *of_new))
        return step

    def request_reading(self, scope: ReadingScope) -> None:
        """Begin a new reading of the room; an earlier one no longer counts."""
        number = self.live.reading + 1
        self.change(reading=number, is_reading=True)
        self.effects.reading = ReadingRequest(number, scope)

    def request_reading_before(self, due_ms: int) -> None:
        """Begin a reading of all messages before something falls due.

        It waits until everything that leaves no message has arrived; the end of that time wakes the
        match again. A held move needs no reading if all has been heard by then.
        """
        is_early = (
            self.settle_delay_ms and self.circumstances.now_ms < due_ms + self.settle_delay_ms
        )
        if is_early or self.live.is_reading:
            return
        if self._held_lag_ms is not None:
            self.advance_to(self.live.card.instant(due_ms))
        else:
            self.request_reading(ReadingScope(until_ms=due_ms))

    @property
    def settle_delay_ms(self) -> int:
        """The time after a due time for which earlier actions may still be on their way, unread."""
        match = self.live.match
        if match.held:
            return max(SETTLE_DELAY_MS, self._held_lag_ms or 0)
        return FORM_SETTLE_DELAY_MS if match.game.takes_secrets(match.state) else 0

    @property
    def _held_lag_ms(self) -> int | None:
        """The longest delay for news about the held move; None if it is unknown."""
        message_id = self.live.held_message_id
        return (
            None
            if message_id is None
            else self.circumstances.gateway_lag.lag_since(snowflake_ms(message_id))
        )


def _leaves_time(reminder: ClockReminder) -> bool:
    return reminder.kind is ReminderKind.TIME_LEFT and reminder.seconds >= max(WARNINGS)


def _flag_fall_report(
    live: LiveMatch, step: Transition, entry: Entry | None = None, origin: Origin = NOWHERE
) -> FlagFallReport | None:
    """Return the turn whose time ran out in a step; None if none did.

    `entry` was judged once time had done its part, and `origin` is where it was said.
    """
    ran_out = next((notice for notice in step.notices if isinstance(notice, FlagFell)), None)
    if ran_out is None or ran_out.posted is None:
        return None
    turn_message_id = post_of(live.sources[ran_out.posted])
    if turn_message_id is None:
        return None
    late = (
        LateMessage(origin.message_id, instant, (origin.source or "").startswith("edit:"))
        for seat, text, instant, origin in _late_candidates(live, entry, origin)
        if origin.message_id
        and instant > ran_out.at
        and _is_move(live, ran_out, seat, text, origin)
    )
    return FlagFallReport(
        ran_out, turn_message_id, min(late, key=lambda message: message.at, default=None)
    )


def _late_candidates(
    live: LiveMatch, entry: Entry | None, origin: Origin
) -> Iterator[tuple[Seat, str, Seconds, Origin]]:
    """Yield the texts that may have come too late, with seat, instant and origin."""
    if entry and entry.speaker.seat:
        yield entry.speaker.seat, entry.text, entry.at, origin
    if live.is_catching_up:
        # Deferred texts are from a time that is nobody's.
        return
    for event in live.deferred:
        if isinstance(event, PlayerMessage | MessageEdited):
            yield event.seat, event.text, live.card.instant(event.at_ms), event.origin


def _is_move(live: LiveMatch, ran_out: FlagFell, seat: Seat, text: str, origin: Origin) -> bool:
    """Return whether a text would have been the awaited seat's action in public."""
    is_public = origin.recipient is None and live.match.is_secret(seat, text) is False
    return is_public and seat in ran_out.seats
