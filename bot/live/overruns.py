"""Finds the messages between which a turn's time ran out."""

from collections.abc import Iterator

from bot.live.values.events import Edited, Typed, is_edit_source, post_of
from bot.live.values.live_match import LiveMatch
from bot.posts.post import NOWHERE, Late, Origin, Overrun
from engine.clocks import Seconds
from engine.matches.entries import Entry
from engine.matches.match import Step
from engine.matches.notices import RanOut
from engine.seats import Seat


def overrun_of(
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
