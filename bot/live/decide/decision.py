"""What has been decided about one event so far: the live match after it, and what follows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.live.decide.live_match import LiveMatch
from bot.posts.compose import Composer
from bot.values.card import MatchCard
from bot.values.discord_time import Promptness, snowflake_ms
from bot.values.effects import Effects, ReadRoom
from bot.values.events import Edited, Scope, Typed, is_edit_source, post_of
from bot.values.obstacles import Left
from bot.values.post import NOWHERE, Late, Origin, Overrun, Post
from engine.clocks import WARNINGS, ReminderKind, Seconds
from engine.matches.entries import Entry
from engine.matches.match import Match, Step
from engine.matches.notices import RanOut, Reminded
from engine.refusals import Refused
from engine.seats import Seat

GRACE_MS: Final = 250
"""How long after the end of a take-back window the move is judged, at least.

By then nearly everything that was typed, edited or deleted in time has been heard. Where recent
events came later than this, but within a second, so much time is given instead, and all has been
heard. Only where they do not show how soon things are heard is the room read: the next board would
wait for that. A deletion cannot be read, and counts when it is heard.
"""
FORM_GRACE_MS: Final = 3_500
"""How long after the end of a secret phase it is judged.

A form leaves no message that could be read. It is kept and acknowledged within three seconds of
being sent; one that Discord delivers too late to be acknowledged may still come in this time.
"""


@dataclass(frozen=True)
class Decision:
    """What has been decided so far about one event.

    Attributes:
        live: The live match, as far as the event has brought it.
        effects: What follows, as far as it is known.
        now_ms: The present instant by Discord's clock.
        is_connected: Whether Discord tells what happens on the match's server.
        promptness: How soon it does.
        posts: What is to be posted, in order, without places in the outbox yet.
        heard_to: The message up to which the room has now been heard; 0 where that is not new.
    """

    live: LiveMatch
    effects: Effects
    now_ms: int
    is_connected: bool
    promptness: Promptness
    posts: tuple[Post, ...] = ()
    heard_to: int = 0

    @property
    def card(self) -> MatchCard:
        """What is fixed for the match."""
        return self.live.card

    @property
    def match(self) -> Match:
        """The match, as far as the event has brought it."""
        return self.live.match

    @property
    def composer(self) -> Composer:
        """Who writes the posts."""
        return self.live.composer

    def instant(self, discord_ms: int) -> Seconds:
        """Discord's time as seconds since the match began."""
        return self.card.instant(discord_ms)

    def knows(self, **changes: Any) -> "Decision":
        """With changes to what is remembered of the match."""
        return replace(self, live=replace(self.live, **changes))

    def does(self, **changes: Any) -> "Decision":
        """With changes to what follows."""
        return replace(self, effects=replace(self.effects, **changes))

    def says(self, *posts: Post) -> "Decision":
        """With more to post."""
        return replace(self, posts=(*self.posts, *posts))

    def enters(self, entry: Entry, source: str, origin: Origin = NOWHERE) -> "Entered":
        """With an entry judged, whatever comes of it."""
        step = self.match.enter(entry).then(Match.draw_lots)
        overrun = _overrun_of(self.live, step, entry, origin)
        posts = self.composer.posts(step, origin, overrun)
        return Entered(self.absorbs(step, entry, source).says(*posts), step.refusal)

    def passes_to(
        self, until: Seconds, *, inclusive: bool = True, tells_reminders: bool = True
    ) -> "Decision":
        """With what time does to the match until an instant."""
        step = self.match.pass_to(until, inclusive=inclusive).then(Match.draw_lots)
        after = self.absorbs(step)
        if not tells_reminders:
            told = (each for each in step.notices if not isinstance(each, Reminded))
            step = replace(step, notices=tuple(told))
        gone = {seat for seat in Seat if Left(seat).topic in self.live.told_once}
        missed = tuple(seat for seat in _called(step) if seat not in gone)
        posts = self.composer.posts(step, NOWHERE, _overrun_of(self.live, step))
        return after.does(looks_for=missed).says(*posts)

    def absorbs(
        self, step: Step, own: Entry | None = None, source: str | None = None
    ) -> "Decision":
        """With a step's match; `source` is where the event's own entry comes from."""
        new = step.match.entries[len(self.match.entries) :]
        is_own = [own is not None and (each.who, each.text) == (own.who, own.text) for each in new]
        sources = (*self.live.sources, *(source if each else None for each in is_own))
        # Without a new entry nothing is final: a move typed earlier may still be on its way.
        match = step.match if new else replace(step.match, now=self.match.now)
        return self.knows(match=match, sources=sources)

    def reads(self, scope: Scope) -> "Decision":
        """With a new reading of the room; one that is going on no longer counts."""
        number = self.live.reading + 1
        return self.knows(reading=number, is_reading=True).does(reading=ReadRoom(number, scope))

    def reads_before(self, due_ms: int) -> "Decision":
        """With a reading of all that was said before something falls due.

        It does not begin before everything that leaves no message has arrived; the end of that time
        wakes the match again. A held move needs none if all has been heard by then.
        """
        is_early = self.grace_ms and self.now_ms < due_ms + self.grace_ms
        if is_early or self.live.is_reading:
            return self
        if self._held_lag_ms is not None:
            return self.passes_to(self.instant(due_ms))
        return self.reads(Scope(until_ms=due_ms))

    @property
    def grace_ms(self) -> int:
        """How long after a due time something done before it may still be on its way, unread."""
        match = self.match
        if match.held:
            return max(GRACE_MS, self._held_lag_ms or 0)
        return FORM_GRACE_MS if match.game.takes_secrets(match.state) else 0

    @property
    def _held_lag_ms(self) -> int | None:
        """How late what is done about the held move is heard at most; None if that is not known."""
        message_id = self.live.held_message
        return None if message_id is None else self.promptness.lag_since(snowflake_ms(message_id))


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry was judged: what came of it, and why it was refused if it was."""

    decision: Decision
    refusal: Refused | None


def _called(step: Step) -> tuple[Seat, ...]:
    """Whom a first warning calls: they may not be there to hear it."""
    return tuple(
        sorted(
            {
                seat
                for each in step.notices
                if isinstance(each, Reminded) and _is_first_warning(each)
                for seat in each.seats
            }
        )
    )


def _is_first_warning(reminder: Reminded) -> bool:
    return reminder.tells is ReminderKind.TIME_LEFT and reminder.seconds == max(WARNINGS)


def _overrun_of(
    live: LiveMatch, step: Step, entry: Entry | None = None, origin: Origin = NOWHERE
) -> Overrun | None:
    """The turn whose time ran out in a step; None if none did.

    Args:
        live: The match before the step.
        step: What time and perhaps an entry did to it.
        entry: The entry that was judged once time had done its part.
        origin: Where that was said.
    """
    ran_out = next((each for each in step.notices if isinstance(each, RanOut)), None)
    if ran_out is None or ran_out.posted is None:
        return None
    opened_by = post_of(live.sources[ran_out.posted])
    if opened_by is None:
        return None
    late = (
        Late(origin.message_id, at, is_edit_source(origin.source))
        for seat, text, at, origin in _said(live, entry, origin)
        if origin.message_id and at > ran_out.at and _is_move(live, ran_out, seat, text, origin)
    )
    return Overrun(ran_out, opened_by, min(late, key=lambda each: each.at, default=None))


def _said(
    live: LiveMatch, entry: Entry | None, origin: Origin
) -> Iterator[tuple[Seat, str, Seconds, Origin]]:
    """Whatever was said that may have come too late: who said what, when and where."""
    if entry and entry.who.seat:
        yield entry.who.seat, entry.text, entry.at, origin
    if live.is_catching_up:
        # What waits then was said after a time that is nobody's.
        return
    for each in live.put_off:
        if isinstance(each, Typed | Edited):
            yield each.seat, each.text, live.card.instant(each.at_ms), each.origin


def _is_move(live: LiveMatch, ran_out: RanOut, seat: Seat, text: str, origin: Origin) -> bool:
    """Whether it would have been the awaited seat's action, where everybody could read it."""
    is_public = origin.to is None and live.match.is_secret(seat, text) is False
    return is_public and seat in ran_out.seats
