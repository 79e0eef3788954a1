"""Steps of finished matches, drawn in processes that load nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.features.replays import texts
from bot.posts.boards import DescribedPicture, described_view
from bot.posts.logs import logged_step
from bot.texts.seating import Seating
from bot.values.card import MatchCard
from bot.values.effects import SourcedEntry
from engine.matches.match import Match
from engine.records.history import HistoryStep, history
from engine.seats import SEATS
from rendering.themes import USUAL, Theme


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


def shown_step(
    card: MatchCard,
    entries: tuple[SourcedEntry, ...],
    requested: int,
    theme: Theme = USUAL,
) -> ReplayStep:
    """Return a step of a match, at most the last, or raise Refused."""
    beginning = Match.begin(card.game, starts_clock_by_post=True, has_reminders=False).match
    steps = history(beginning, tuple(sourced.entry for sourced in entries))
    number = min(requested, len(steps))
    seating = _seating(card, steps[:number])
    view, content = card.game.reveal(beginning.state), texts.beginning(seating, card.id)
    if number:
        step = steps[number - 1]
        view = step.views[1]
        logged = logged_step(card, step, entries[step.number].source)
        content = texts.step(seating, number, logged)
    text = texts.with_place(content, number, len(steps))
    pictures = described_view(card.game, view, seating.names, theme=theme)
    return ReplayStep(number, len(steps), text, pictures)


def _seating(card: MatchCard, steps: Sequence[HistoryStep]) -> Seating:
    names = card.names_at_first
    for step in steps:
        names |= step.renamed
    ids = {seat: card.players[seat].id for seat in SEATS}
    return Seating(game=card.game, ids=ids, names=names, is_practice=card.is_practice)
