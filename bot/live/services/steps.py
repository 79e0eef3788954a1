"""The code of replay processes, which load nothing but the drawing of matches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.posts.boards import DescribedPicture, described_view
from bot.texts.language import Language, speaking
from bot.texts.match_log import LoggedStep
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
    """The source of an entry of a log.

    Attributes:
        message_id: Message in which it stands; None if it was not a message.
        host_id: The ruling host; None if nobody ruled, or it is unknown.
    """

    message_id: int | None = None
    host_id: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedLog:
    """A finished match, as far as a replay needs it.

    Attributes:
        entries: Log of the match.
        sources: Source of each entry; not needed for an animation.
        language: Language of its reader.
    """

    card: MatchCard
    entries: tuple[Entry, ...]
    sources: tuple[Source, ...] = ()
    theme: Theme = USUAL
    language: Language = Language.EN


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A match after one of its steps, with all hidden items shown.

    Attributes:
        number: Number of the step, from 1; 0 for the beginning.
        last: Number of the last step.
        content: Step in words, and the clocks after it.
    """

    number: int
    last: int
    content: str
    pictures: tuple[DescribedPicture, ...]


class NotReplayableError(Exception):
    """Error for a log with a refused entry, which can go from process to process."""


@contextmanager
def _replaying() -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise NotReplayableError(str(refusal)) from None


@_replaying()
def shown_step(finished: FinishedLog, requested: int) -> ReplayStep:
    """Return a step of a match, at most the last, or raise NotReplayableError."""
    with speaking(finished.language):
        return _shown_step(finished, requested)


def _shown_step(finished: FinishedLog, requested: int) -> ReplayStep:
    card = finished.card
    beginning = Match.begin(card.game, starts_clock_by_post=True, has_reminders=False).match
    steps = history(beginning, finished.entries)
    number = min(requested, len(steps))
    seating = _seating(card, steps[:number])
    view, content = card.game.reveal(beginning.state), replays.beginning(seating, card.id)
    if number:
        view = steps[number - 1].views[1]
        content = replays.step(seating, number, _logged(finished, steps[number - 1]))
    text = replays.with_place(content, number, len(steps))
    pictures = described_view(card.game, view, seating.names, theme=finished.theme)
    return ReplayStep(number, len(steps), text, pictures)


@_replaying()
def animated(finished: FinishedLog) -> bytes:
    """Return a match's animation as GIF, empty for one picture, or raise NotReplayableError."""
    match = Match.replay(finished.card.game, finished.entries)
    gif = animation(match, finished.theme)
    return gif if is_moving(gif) else b""


def _seating(card: MatchCard, steps: Sequence[HistoryStep]) -> Seating:
    names = card.names_at_first
    for step in steps:
        names |= step.renamed
    ids = {seat: card.players[seat].id for seat in SEATS}
    return Seating(game=card.game, ids=ids, names=names, is_practice=card.is_practice)


def _logged(finished: FinishedLog, step: HistoryStep) -> LoggedStep:
    source = finished.sources[step.number]
    is_linked = source.message_id is not None and not step.is_secret
    link = finished.card.link(source.message_id or 0) if is_linked else ""
    return LoggedStep(step, link, source.host_id)
