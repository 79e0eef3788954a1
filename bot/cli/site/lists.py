"""The lists of matches: a page for each season and each player."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.cli.site.markup import SITE, fill_in, player_path
from bot.cli.site.match_page import day_of
from bot.storage.tables.archive import Archive, Section
from bot.texts.hosts import archive
from bot.texts.language import ngettext
from bot.texts.seating import spelled
from bot.values.standings import Result, Score, standings
from engine.seats import SEATS

FIRST: Final = "index.html"


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match for lists.

    Attributes:
        steps: Number of its steps.
    """

    result: Result
    steps: int


def list_pages(matches: Archive, drawn: Mapping[int, ListedMatch]) -> dict[str, bytes]:
    """Return the pages that list matches, by their paths; `drawn` is by match id."""
    listed = [
        (section, [drawn[each.card.id] for each in section.matches if each.card.id in drawn])
        for section in matches.sections
    ]
    paths = _season_paths(len(matches.sections))
    links = list(zip(matches.sections, paths, strict=True))
    pages = {
        path: _season_page(section, found, links)
        for (section, found), path in zip(listed, paths, strict=True)
    }
    of_player: dict[int, list[ListedMatch]] = {}
    for _, found in listed:
        for each in found:
            for seat in SEATS:
                of_player.setdefault(each.result.card.players[seat].id, []).append(each)
    for player_id, found in of_player.items():
        pages[player_path(player_id)] = _player_page(player_id, found)
    return pages


def _season_paths(count: int) -> list[str]:
    """Return the pages' paths; the newest season is the site's first page."""
    return [*(f"season-{number}.html" for number in range(1, count)), FIRST]


def _season_page(
    section: Section, matches: Sequence[ListedMatch], links: Sequence[tuple[Section, str]]
) -> bytes:
    ranked = standings(match.result for match in matches)
    return fill_in(
        "season.html",
        title=section.title or SITE,
        stakes=archive.at_stake(section.stakes.winner, section.stakes.loser, archive.name),
        seasons=[
            (path, linked.title or archive.OUTSIDE(), linked is section)
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
        title=archive.name(name),
        root="../",
        standing=next((each for each in ranked if each.player_id == player_id), None),
        tally=_tally,
        matches=_sections(matches),
    )


def _tally(score: Score) -> str:
    won, lost = spelled(score.wins).capitalize(), spelled(score.losses)
    wins = ngettext("One win", "{count} wins", score.wins, count=won)
    losses = ngettext("one loss", "{count} losses", score.losses, count=lost)
    return f"{wins}, {losses}"


def _sections(matches: Iterable[ListedMatch]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the matches, newest first; those that do not count stand apart."""
    newest = sorted(matches, key=lambda match: -match.result.card.id)
    sections = (
        (title(), [_line(match) for match in newest if match.result.apart == apart])
        for apart, title in archive.SECTIONS.items()
    )
    return [(title, lines) for title, lines in sections if lines]


def _line(match: ListedMatch) -> dict[str, Any]:
    card = match.result.card
    names = archive.called(card.names)
    return {
        "card": card,
        "names": names,
        "result": archive.result(card.game, match.result.outcome, names),
        "day": day_of(card),
        "steps": ngettext("one step", "{count} steps", match.steps, count=spelled(match.steps)),
    }
