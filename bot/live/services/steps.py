"""What runs in a process that replays matches which are over; it loads nothing but to draw them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.posts.boards import DescribedPicture, described_view
from bot.texts.hosts.match_log import LoggedStep
from bot.texts.language import Language, speaking
from bot.texts.players import replays
from bot.texts.seating import Seating
from bot.values.card import MatchCard
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.records.history import HistoryStep, history
from engine.refusals import Refused
from engine.seats import SEATS
from rendering.animation import animation, is_moving
from rendering.themes import USUAL, Theme


@dataclass(frozen=True, slots=True)
class Source:
    """Where an entry of a log came from.

    Attributes:
        message_id: The message in which it stands; None if it was not a message.
        host_id: The host who ruled; None where nobody did, or it is not known.
    """

    message_id: int | None = None
    host_id: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedLog:
    """A match that is over, as far as a replay needs it.

    Attributes:
        card: Which game, and who played.
        entries: Its log.
        sources: Where each entry came from; not needed for an animation.
        theme: What its boards are painted in.
        language: What its reader speaks.
    """

    card: MatchCard
    entries: tuple[Entry, ...]
    sources: tuple[Source, ...] = ()
    theme: Theme = USUAL
    language: Language = Language.EN


@dataclass(frozen=True, slots=True)
class ShownStep:
    """How a match stood after one of its steps, with everything shown that was hidden then.

    Attributes:
        number: Which step it is, counted from 1; 0 for the beginning.
        last: The number of the last step.
        content: The step in words, and the clocks after it.
        pictures: The boards, if there are any.
    """

    number: int
    last: int
    content: str
    pictures: tuple[DescribedPicture, ...]


class NotReplayable(Exception):  # noqa: N818 - a fact about a log
    """A log has an entry that is refused; unlike a refusal, this can go from process to process."""


@contextmanager
def _replaying() -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise NotReplayable(str(refusal)) from None


@_replaying()
def shown_step(finished: FinishedLog, wanted: int) -> ShownStep:
    """One step of a match; beyond its last one there is the last.

    Raises:
        NotReplayable: An entry is refused, which never happens in a genuine log.
    """
    with speaking(finished.language):
        return _shown_step(finished, wanted)


def _shown_step(finished: FinishedLog, wanted: int) -> ShownStep:
    card = finished.card
    beginning = Match.begin(card.game, by_posts=True, reminds=False).match
    steps = history(beginning, finished.entries)
    number = min(wanted, len(steps))
    seating = _seating(card, steps[:number])
    view, content = card.game.reveal(beginning.state), replays.beginning(seating, card.id)
    if number:
        view = steps[number - 1].views[1]
        content = replays.step(seating, number, _logged(finished, steps[number - 1]))
    told = replays.with_place(content, number, len(steps))
    pictures = described_view(card.game, view, seating.names, theme=finished.theme)
    return ShownStep(number, len(steps), told, pictures)


@_replaying()
def animated(finished: FinishedLog) -> bytes:
    """The animation of a match, as a GIF file; empty where there is only one picture to see.

    Raises:
        NotReplayable: An entry is refused, which never happens in a genuine log.
    """
    match = Match.replay(finished.card.game, finished.entries)
    gif = animation(match, finished.theme)
    return gif if is_moving(gif) else b""


def _seating(card: MatchCard, steps: Sequence[HistoryStep]) -> Seating:
    """Who sat where after some steps."""
    names = card.names_at_first
    for each in steps:
        names |= each.renamed
    ids = {seat: card.players[seat].id for seat in SEATS}
    return Seating(game=card.game, ids=ids, names=names, is_practice=card.is_practice)


def _logged(finished: FinishedLog, step: HistoryStep) -> LoggedStep:
    source = finished.sources[step.number]
    is_linked = source.message_id is not None and not step.is_secret
    link = finished.card.link(source.message_id or 0) if is_linked else ""
    return LoggedStep(step, link, source.host_id)
