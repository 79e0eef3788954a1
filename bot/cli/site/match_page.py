"""The page of one match, with its boards and its record."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.cli.site.boards import Boards, boards_of
from bot.cli.site.markup import fill_in
from bot.texts import texts_of
from bot.texts.hosts import archive
from bot.texts.seating import SEAT_TITLES
from bot.values.card import MatchCard
from bot.values.standings import FinishedMatch
from engine.matches.match import Match
from engine.records.history import HistoryStep, history
from engine.records.record import write_record
from engine.records.summary import Thinking, thinking_in
from engine.seats import PUBLIC, SEATS, Seat


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match on its pages.

    Attributes:
        files: Contents by path, below the site's folder.
        steps: Number of its steps.
        thinking: Think times of each seat.
    """

    files: dict[str, bytes]
    steps: int
    thinking: dict[Seat, Thinking]


def draw(match: FinishedMatch) -> DrawnMatch:
    """Write a match's page, draw its boards, and write its record, or raise Refused."""
    card, names = match.card, archive.called(match.card.names)
    beginning = Match.begin(card.game, by_posts=True, reminds=False).match
    steps = history(beginning, match.entries)
    boards = boards_of(beginning.view(PUBLIC), steps, card.game, names)
    thinking = thinking_in(steps)
    stem = f"matches/{card.id}"
    files = {
        f"{stem}.html": _page(match, steps, thinking, boards),
        f"{stem}.dm": write_record(card.game, card.names_at_first, match.entries).encode(
            errors="replace"
        ),
        **{f"{stem}-{number}.png": png for number, png in enumerate(boards.files)},
    }
    return DrawnMatch(files, len(steps), thinking)


def day_of(card: MatchCard) -> str:
    """Return the day on which a match began, in UTC."""
    return f"{datetime.fromtimestamp(card.began_ms / 1000, UTC):%Y-%m-%d}"


def _page(
    match: FinishedMatch,
    steps: Sequence[HistoryStep],
    thinking: dict[Seat, Thinking],
    boards: Boards,
) -> bytes:
    card, names = match.card, archive.called(match.card.names)
    title = f"{' against '.join(names[seat] for seat in SEATS)}, {card.game.title}"
    role = texts_of(card.game).role
    return fill_in(
        "match.html",
        title=title,
        root="../",
        card=card,
        names=names,
        day=day_of(card),
        result=archive.result(card.game, match.outcome, names),
        boards=boards,
        has_secrets=boards.hide or any(step.is_secret for step in steps),
        steps=[(step.counts, archive.step(step, names), _clock(step)) for step in steps],
        players=[
            (seat, SEAT_TITLES[seat](), role(card.game, seat), thinking[seat]) for seat in SEATS
        ],
        script={"number": card.id, "frames": boards.frames},
    )


def _clock(step: HistoryStep) -> str:
    if step.seconds is None:
        return ""
    times = [archive.took(step.seconds)]
    if step.game.starting_reserve is not None:
        period = step.game.reserve_period
        times += [archive.left(step.after.reserve_left(seat), period) for seat in step.seats]
    return ", ".join(times)
