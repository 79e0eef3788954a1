"""The pages that list matches: one for each season, one for each player."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from bot.seasons.archive import Archive, Season
from bot.seasons.standings import Apart, Result, Score, Standing, standings
from bot.site.markup import SITE, joined, name, page
from bot.site.match_page import MATCHES, day_of, player_path
from bot.texts.hosts import archive, seasons
from bot.texts.language import ngettext
from bot.texts.seating import spelled
from engine.seats import SEATS

FIRST: Final = "index.html"

MATCH: Final = Markup(
    """<li><a href="{root}{path}">{players}</a> <span class="game">{game}</span> \
<span class="result">{result}</span> <time datetime="{day}">{day}</time> \
<span class="steps">{steps}</span></li>
"""
)
HEAD: Final = Markup(
    """<tr><th scope="col">Rank</th><th scope="col">Player</th><th scope="col">Wins</th>\
<th scope="col">Losses</th>{games}<th scope="col">Time used</th>\
<th scope="col">Longest think</th></tr>
"""
)
ROW: Final = Markup(
    """<tr><td>{rank}</td><th scope="row"><a href="{href}">{name}</a></th><td>{wins}</td>\
<td>{losses}</td>{games}<td>{used}</td><td>{longest}</td></tr>
"""
)
TABLE: Final = Markup(
    """<h2>Standings</h2>
<div class="wide" tabindex="0" role="region" aria-label="Standings"><table>
<thead>{head}</thead>
<tbody>
{rows}</tbody>
</table></div>
"""
)
SECTION: Final = Markup('<h2>{title}</h2>\n<ol class="matches">\n{matches}</ol>\n')


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match for lists.

    Attributes:
        result: What counts of it.
        steps: How many steps it has.
    """

    result: Result
    steps: int


def list_pages(matches: Archive, drawn: Mapping[int, ListedMatch]) -> dict[str, bytes]:
    """All pages that list matches, by their paths.

    Args:
        matches: The archive.
        drawn: What is told of each match that has a page, by its number.
    """
    listed = [
        (season, [drawn[each.card.id] for each in season.matches if each.card.id in drawn])
        for season in matches.seasons
    ]
    paths = _season_paths(len(matches.seasons))
    links = list(zip(matches.seasons, paths, strict=True))
    pages = {
        path: _season_page(season, found, links)
        for (season, found), path in zip(listed, paths, strict=True)
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
    """The pages of so many seasons; the newest one is the first page of the site."""
    return [*(f"season-{number}.html" for number in range(1, count)), FIRST]


def _season_page(
    season: Season, matches: Sequence[ListedMatch], links: Sequence[tuple[Season, str]]
) -> bytes:
    stakes = seasons.at_stake(season.stakes.winner, season.stakes.loser, archive.name)
    body = [
        Markup("<h1>{}</h1>\n").format(season.title or SITE),
        Markup("<p>{}</p>\n").format(stakes) if stakes else "",
        _seasons(season, links),
        _standings(standings(each.result for each in matches)),
        _sections(matches),
    ]
    return page(season.title or SITE, joined(body))


def _seasons(current: Season, links: Sequence[tuple[Season, str]]) -> Markup:
    """The way to the other seasons; nothing if there is only one."""
    if len(links) == 1:
        return Markup()
    items = (
        Markup('<li><a href="{}"{}>{}</a></li>').format(
            path,
            Markup(' aria-current="page"') if season is current else "",
            season.title or archive.OUTSIDE(),
        )
        for season, path in reversed(links)
    )
    return Markup('<nav aria-label="Seasons"><ul>{}</ul></nav>\n').format(joined(items))


def _player_page(player_id: int, matches: Sequence[ListedMatch]) -> bytes:
    newest = max((each.result for each in matches), key=lambda each: each.card.id)
    called = archive.name(
        next(each.name for each in newest.card.players.values() if each.id == player_id)
    )
    found = standings(each.result for each in matches)
    own = next((each for each in found if each.player_id == player_id), None)
    body = [
        Markup("<h1>{}</h1>\n").format(name(called)),
        _score(own) if own else "",
        _sections(matches, root="../"),
    ]
    return page(called, joined(body), root="../")


def _score(standing: Standing) -> Markup:
    """A player's wins and losses in all and by game."""
    games = joined(
        Markup("<dt>{}</dt><dd>{}</dd>\n").format(kind.title, _in_words(score))
        for kind, score in standing.by_game
    )
    used = archive.took(standing.used)
    return Markup(
        '<p class="lead">{}. Time used: {}. Longest think: {}.</p>\n<dl class="seats">\n{}</dl>\n'
    ).format(_in_words(standing.score), used, _longest(standing, "../"), games)


def _in_words(score: Score) -> str:
    won, lost = spelled(score.wins).capitalize(), spelled(score.losses)
    wins = ngettext("One win", "{count} wins", score.wins, count=won)
    losses = ngettext("one loss", "{count} losses", score.losses, count=lost)
    return f"{wins}, {losses}"


def _standings(found: Sequence[Standing]) -> Markup:
    if not found:
        return Markup()
    games = list(dict.fromkeys(kind for each in found for kind, _ in each.by_game))
    heads = joined(Markup('<th scope="col">{}</th>').format(kind.title) for kind in games)
    rows = (
        ROW.format(
            rank=each.rank,
            href=player_path(each.player_id),
            name=name(archive.name(each.name)),
            wins=each.score.wins,
            losses=each.score.losses,
            games=joined(_cell(dict(each.by_game).get(kind)) for kind in games),
            used=archive.took(each.used),
            longest=_longest(each),
        )
        for each in found
    )
    return TABLE.format(head=HEAD.format(games=heads), rows=joined(rows))


def _cell(score: Score | None) -> Markup:
    return Markup("<td>{}</td>").format(f"{score.wins} : {score.losses}" if score else "")


def _longest(standing: Standing, root: str = "") -> Markup:
    """The longest think, with the way to its move."""
    found = standing.longest
    if found is None:
        return Markup("none")
    href = f"{root}{MATCHES}/{found.match_id}.html#move-{found.step}"
    return Markup('<a href="{}">{}</a>').format(href, archive.took(found.seconds))


def _sections(matches: Sequence[ListedMatch], root: str = "") -> Markup:
    """The matches, newest first; those that do not count apart."""
    sections = {
        archive.SECTIONS[apart](): [each for each in matches if each.result.apart is apart]
        for apart in (None, *Apart)
    }
    if not matches:
        return Markup("<p>No match has finished yet.</p>\n")
    return joined(
        SECTION.format(title=title, matches=_matches(found, root))
        for title, found in sections.items()
        if found
    )


def _matches(matches: Iterable[ListedMatch], root: str) -> Markup:
    newest = sorted(matches, key=lambda each: -each.result.card.id)
    return joined(_match(each, root) for each in newest)


def _match(listed: ListedMatch, root: str) -> Markup:
    card, outcome = listed.result.card, listed.result.outcome
    names = archive.called(card.names)
    return MATCH.format(
        root=root,
        path=f"{MATCHES}/{card.id}.html",
        players=Markup(" against ").join(name(names[seat]) for seat in SEATS),
        game=card.game.title,
        result=archive.result(card.game, outcome, names),
        day=day_of(card),
        steps=ngettext("one step", "{count} steps", listed.steps, count=spelled(listed.steps)),
    )
