"""The finished matches as values, for pages and tables."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from sqlalchemy import Connection

from bot.storage.tables.records import LoadedMatch, StoredMatch
from bot.values.card import NO_STAKES, Stakes
from bot.values.standings import FinishedMatch


@dataclass(frozen=True, slots=True)
class Section:
    """Matches that are counted together, in the order in which they began.

    Attributes:
        title: Title of their period; empty for matches outside periods.
    """

    title: str
    matches: tuple[FinishedMatch, ...]
    stakes: Stakes = NO_STAKES


@dataclass(frozen=True, slots=True)
class Archive:
    """All finished matches, and those that cannot be shown.

    Attributes:
        sections: Sections of the periods, oldest first, after the matches outside; there is at
            least one.
        left_out: Unreadable matches, each with the reason as a clause.
    """

    sections: tuple[Section, ...]
    left_out: tuple[tuple[int, str], ...] = ()

    @property
    def matches(self) -> tuple[FinishedMatch, ...]:
        """The matches of all sections."""
        return tuple(match for section in self.sections for match in section.matches)


class Period(Protocol):
    """A time on a server whose matches are counted together."""

    @property
    def title(self) -> str:
        """The heading of its section."""

    @property
    def stakes(self) -> Stakes:
        """The stakes of its matches."""

    def has(self, guild_id: int, began_ms: int) -> bool:
        """Return whether a match that begins then belongs to it."""


ReadPeriods: TypeAlias = Callable[[Connection, int | None], Iterable[Period]]
"""Reads the periods of a server, or of all."""
PERIODS: Final = list[ReadPeriods]()
"""Readers of the periods of finished matches, to which a feature's tables add theirs."""


def archive_of(loaded: Iterable[LoadedMatch], periods: Iterable[Period] = ()) -> Archive:
    """Put the finished matches among those loaded into sections.

    Matches outside periods come first, under no title. Practice counts nowhere, and is nobody
    else's business.
    """
    outside, left_out = list[FinishedMatch](), list[tuple[int, str]]()
    result: list[tuple[Period, list[FinishedMatch]]] = [(period, []) for period in periods]
    for match in loaded:
        if not match.is_over or match.address.is_practice:
            continue
        if not isinstance(match, StoredMatch):
            left_out.append((match.address.match_id, match.reason))
        elif match.outcome:
            began = match.address.guild_id, match.address.began_ms
            section = next((within for period, within in result if period.has(*began)), outside)
            entries = tuple(sourced.entry for sourced in match.entries)
            section.append(FinishedMatch(match.card, match.outcome, entries))
    titled = [Section(period.title, tuple(within), period.stakes) for period, within in result]
    untitled = [Section("", tuple(outside))] if outside or not titled else []
    return Archive((*untitled, *titled), tuple(left_out))
