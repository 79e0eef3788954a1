"""The export of a season as zip files: records, boards, results, standings. Pure."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bot.features.seasons.table import described, full_text, results_lines
from bot.posts.boards import described_boards
from bot.storage.tables.archive import Section
from bot.texts import match_log
from bot.values.standings import Result, standings
from engine.matches.match import Match
from engine.records.record import write_record

MAX_BYTES: Final = 8_000_000
"""Largest size of a part; Discord takes a little more."""
END_BYTES: Final = 22
"""The size of a zip file besides its entries."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The first instant that a zip file can state: the same season makes the same files."""
COUNTING: Final = "matches"

File: TypeAlias = tuple[str, bytes]
"""A file's path and its content."""


def export(season: Section, results: Iterable[Result]) -> list[bytes]:
    """Return a season as zip files, each of which opens alone; `results` decide what is in them."""
    return zipped(_files(season, list(results)), MAX_BYTES)


def zipped(files: Iterable[File], limit: int) -> list[bytes]:
    """Zip files in their order, at most `limit` bytes each.

    A file that is too large for that has a zip file of its own.
    """
    parts, size = [list[File]()], END_BYTES
    for path, content in files:
        takes = len(_zip([(path, content)])) - END_BYTES
        if parts[-1] and size + takes > limit:
            parts.append([])
            size = END_BYTES
        parts[-1].append((path, content))
        size += takes
    return [_zip(part) for part in parts]


def _zip(files: Iterable[File]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as zip_file:
        for path, content in files:
            zip_file.writestr(ZipInfo(path, EPOCH), content, ZIP_DEFLATED)
    return made.getvalue()


def _files(season: Section, results: list[Result]) -> Iterator[File]:
    found_standings = standings(results)
    yield "standings.txt", full_text(found_standings).encode(errors="replace")
    stakes = match_log.at_stake(season.stakes.winner, season.stakes.loser, match_log.name)
    lines = (*filter(None, (stakes,)), *results_lines(results, match_log.name), "")
    yield "results.txt", "\n".join(lines).encode(errors="replace")
    yield "standings.png", described(season.title, found_standings).png
    entries = {match.card.id: match.entries for match in season.matches}
    for result in results:
        card, folder = result.card, result.apart or COUNTING
        record = write_record(card.game, card.names_at_first, entries[card.id])
        yield f"{folder}/{card.id}.dm", record.encode(errors="replace")
        last = Match.replay(card.game, entries[card.id])
        for board in described_boards(last, card.names):
            yield f"{folder}/{card.id}-{board.name}.png", board.png
