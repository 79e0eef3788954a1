"""The finished matches as values: what a page or a table about them is made from."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.storage.tables.records import LoadedMatch, StoredMatch, StoredSeason
from bot.values.card import NO_STAKES, MatchCard, Stakes
from engine.game import Outcome
from engine.matches.entries import Entry


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over.

    Attributes:
        card: Which game, when, and who played.
        outcome: How it ended.
        entries: Its log.
    """

    card: MatchCard
    outcome: Outcome
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Season:
    """Matches that are counted together, in the order in which they began.

    Attributes:
        title: What the season is called; empty for matches that belong to none.
        matches: Its matches.
        stakes: What they are for.
    """

    title: str
    matches: tuple[FinishedMatch, ...]
    stakes: Stakes = NO_STAKES


@dataclass(frozen=True, slots=True)
class Archive:
    """All finished matches, and those that cannot be shown.

    Attributes:
        seasons: The seasons, oldest first, those outside before them; there is always one.
        left_out: The matches of which something cannot be read, each with the reason as a clause.
    """

    seasons: tuple[Season, ...]
    left_out: tuple[tuple[int, str], ...] = ()

    @property
    def matches(self) -> tuple[FinishedMatch, ...]:
        """The matches of all seasons."""
        return tuple(match for season in self.seasons for match in season.matches)


def archive_of(loaded: Iterable[LoadedMatch], seasons: Iterable[StoredSeason] = ()) -> Archive:
    """The finished matches among those loaded: this is where they are put into seasons.

    Those that belong to none come first, under no title. Practice counts nowhere, and is nobody
    else's business.
    """
    outside = list[FinishedMatch]()
    running: dict[StoredSeason, list[FinishedMatch]] = {each: [] for each in seasons}
    left_out = list[tuple[int, str]]()
    for match in loaded:
        if not match.is_over or match.address.is_practice:
            continue
        if not isinstance(match, StoredMatch):
            left_out.append((match.address.match_id, match.reason))
        elif match.outcome:
            began = match.address.guild_id, match.address.began_ms
            season = next((each for each in running if each.has(*began)), None)
            found = running[season] if season else outside
            entries = tuple(each.entry for each in match.entries)
            found.append(FinishedMatch(match.card, match.outcome, entries))
    titled = [Season(each.title, tuple(found), each.stakes) for each, found in running.items()]
    untitled = [Season("", tuple(outside))] if outside or not titled else []
    return Archive((*untitled, *titled), tuple(left_out))
