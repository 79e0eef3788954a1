"""The pages of a site: one for each match, season and player, from escaping templates."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.cli.site.boards import Boards, boards_of
from bot.cli.site.folder import ManifestEntry
from bot.storage.tables.archive import Archive, Section
from bot.texts import match_log
from bot.texts.clocks import reserve_left
from bot.texts.language import say
from bot.texts.seating import SEAT_TITLES
from bot.values.card import MatchCard
from bot.values.standings import FinishedMatch, Result, Score, standings
from engine.matches.match import Match
from engine.records.history import HistoryStep, history
from engine.records.record import write_record
from engine.records.summary import ThinkTime, thinking_in
from engine.seats import PUBLIC, SEATS, Seat
from engine.texts import texts_of
from engine.words.sentences import Plural, spelled

SITE: Final = "Death Match archive"
TEMPLATES: Final = Environment(
    loader=PackageLoader(__package__),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    trim_blocks=True,
)


def fill_in(template: str, *, title: str, root: str = "", **values: Any) -> bytes:
    """Render a page by a template's file name; `root` leads to the site's first page."""
    page = TEMPLATES.get_template(template).render(values, title=title, root=root)
    return page.encode(errors="replace")


def player_path(player_id: int) -> str:
    """Return the path of a player's page, by the number that stands for their Discord id."""
    return f"players/{player_id:016x}.html"


TEMPLATES.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
TEMPLATES.globals.update(site=SITE, seats=SEATS, texts=match_log, player_path=player_path)


# The page of one match


def draw(match: FinishedMatch, digest: str) -> tuple[ManifestEntry, dict[str, bytes]]:
    """Write a match's page, draw its boards, and write its record, or raise Refused.

    Return its entry in the manifest, which has the digest, and its files by their paths.
    """
    card, names = match.card, match_log.called(match.card.names)
    beginning = Match.begin(card.game, starts_clock_by_post=True, has_reminders=False).match
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
    times = {seat: astuple(time) for seat, time in thinking.items()}
    return ManifestEntry(digest, len(steps), times, tuple(files)), files


def day_of(card: MatchCard) -> str:
    """Return the day on which a match began, in UTC."""
    return f"{datetime.fromtimestamp(card.began_ms / 1000, UTC):%Y-%m-%d}"


def _page(
    match: FinishedMatch,
    steps: Sequence[HistoryStep],
    thinking: dict[Seat, ThinkTime],
    boards: Boards,
) -> bytes:
    card, names = match.card, match_log.called(match.card.names)
    title = f"{' against '.join(names[seat] for seat in SEATS)}, {card.game.title}"
    role_of = texts_of(card.game).role
    return fill_in(
        "match.html",
        title=title,
        root="../",
        card=card,
        names=names,
        day=day_of(card),
        result=match_log.result(match.outcome, names),
        boards=boards,
        has_secrets=boards.hide or any(step.is_secret for step in steps),
        steps=[(step.counts, match_log.step(step, names), _clock(step)) for step in steps],
        players=[
            (seat, SEAT_TITLES[seat](), say(role_of(card.game, seat)), thinking[seat])
            for seat in SEATS
        ],
        script={"number": card.id, "frames": boards.frames},
    )


def _clock(step: HistoryStep) -> str:
    if step.seconds is None:
        return ""
    times = [match_log.took(step.seconds)]
    if step.game.starting_reserve is not None:
        period = step.game.reserve_period
        times += [reserve_left(step.match_after.reserve_left(seat), period) for seat in step.seats]
    return ", ".join(times)


# The pages that list matches

FIRST: Final = "index.html"


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match for lists, with the number of its steps."""

    result: Result
    steps: int


def list_pages(matches: Archive, drawn: Mapping[int, ManifestEntry]) -> dict[str, bytes]:
    """Return the pages that list matches, by their paths; `drawn` is by match id."""
    listed = [(section, list(_listed(section, drawn))) for section in matches.sections]
    paths = [*(f"season-{number}.html" for number in range(1, len(matches.sections))), FIRST]
    links = list(zip(matches.sections, paths, strict=True))
    pages = {
        path: _season_page(section, listed_matches, links)
        for (section, listed_matches), path in zip(listed, paths, strict=True)
    }
    of_player = defaultdict[int, list[ListedMatch]](list)
    for _, listed_matches in listed:
        for listed_match in listed_matches:
            for player in listed_match.result.card.players.values():
                of_player[player.id].append(listed_match)
    for player_id, listed_matches in of_player.items():
        pages[player_path(player_id)] = _player_page(player_id, listed_matches)
    return pages


def _listed(section: Section, drawn: Mapping[int, ManifestEntry]) -> Iterator[ListedMatch]:
    for match in section.matches:
        if entry := drawn.get(match.card.id):
            thinking = {seat: ThinkTime(*times) for seat, times in entry.thinking.items()}
            yield ListedMatch(Result(match.card, match.outcome, thinking), entry.steps)


def _season_page(
    section: Section, matches: Sequence[ListedMatch], links: Sequence[tuple[Section, str]]
) -> bytes:
    ranked = standings(match.result for match in matches)
    return fill_in(
        "season.html",
        title=section.title or SITE,
        stakes=match_log.at_stake(section.stakes.winner, section.stakes.loser, match_log.name),
        seasons=[
            (path, linked.title or match_log.OUTSIDE(), linked is section)
            for linked, path in reversed(links)
        ],
        standings=ranked,
        games=list(dict.fromkeys(kind for standing in ranked for kind, _ in standing.by_game)),
        matches=_sections(matches),
    )


def _player_page(player_id: int, matches: Sequence[ListedMatch]) -> bytes:
    newest = max((match.result.card for match in matches), key=lambda card: card.id)
    name = next(person.name for person in newest.players.values() if person.id == player_id)
    ranked = standings(match.result for match in matches)
    return fill_in(
        "player.html",
        title=match_log.name(name),
        root="../",
        standing=next((standing for standing in ranked if standing.player_id == player_id), None),
        tally=_tally,
        matches=_sections(matches),
    )


def _tally(score: Score) -> str:
    won = say(spelled(score.wins)).capitalize()
    wins = Plural("One win", "{count} wins", score.wins, count=won)
    losses = Plural("one loss", "{count} losses", score.losses, count=spelled(score.losses))
    return f"{say(wins)}, {say(losses)}"


def _sections(matches: Iterable[ListedMatch]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the matches, newest first; those that do not count stand apart."""
    newest = sorted(matches, key=lambda match: -match.result.card.id)
    sections = (
        (title(), [_line(match) for match in newest if match.result.apart == apart])
        for apart, title in match_log.SECTIONS.items()
    )
    return [(title, lines) for title, lines in sections if lines]


def _line(match: ListedMatch) -> dict[str, Any]:
    card = match.result.card
    names = match_log.called(card.names)
    steps = Plural("one step", "{count} steps", match.steps, count=spelled(match.steps))
    return {
        "card": card,
        "names": names,
        "result": match_log.result(match.result.outcome, names),
        "day": day_of(card),
        "steps": say(steps),
    }
