"""Incremental site builds: only new or changed matches are drawn, in parallel.

The manifest has a digest of each match as stored and of the program that draws it. A match with an
unchanged digest, whose files are all there, is not even replayed.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from hmac import digest as keyed_digest
from importlib.resources import files
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias

import PIL
from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

import bot.cli.site
import bot.texts
import bot.values
import engine
import rendering
from bot.cli.site.folder import Manifest, ManifestEntry, key_of, note, open_site, put, remove
from bot.cli.site.pages import draw, list_pages
from bot.features import load_stores
from bot.storage.databases.database import DatabaseUnavailableError
from bot.storage.databases.database_url import DatabaseLocation
from bot.storage.databases.opening import read_from
from bot.storage.databases.revisions import newest_revision, other_revision, required_revision
from bot.storage.tables.archive import PERIODS, Archive, archive_of
from bot.storage.tables.loading import DamagedDataError, read_matches
from bot.storage.tables.schema import MATCHES
from bot.values.standings import FinishedMatch
from engine.records.record import write_record
from engine.refusals import Refused

STATIC: Final = ("style.css", "match.js")
DRAWN_BY: Final = (engine, rendering, bot.cli.site, bot.texts, bot.values)
"""The packages whose code decides what a match's files look like."""
SOURCES: Final = (".py", ".html")
"""Code and templates."""
AT_ONCE: Final = 4
"""Number of matches that a process is given at a time."""

Task: TypeAlias = tuple[FinishedMatch, str]
"""A match to draw, and its digest."""
Drawn: TypeAlias = tuple[ManifestEntry | str, int]
"""The manifest's entry of a match, or why it cannot be drawn; and the number of files written."""


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build.

    Attributes:
        matches: Number of matches on the site.
        drawn: Number of those drawn now.
        written: Number of files written.
        removed: Number of orphaned files removed.
        left_out: Matches that cannot be shown, each with the reason as a clause.
    """

    matches: int
    drawn: int
    written: int
    removed: int
    left_out: tuple[tuple[int, str], ...]


def load(place: DatabaseLocation, server: int | None) -> Archive:
    """Return the archive of a database, or of one server in it.

    Raises:
        DatabaseUnavailableError: The database cannot be read.
    """
    load_stores()
    over = select(MATCHES.c.id).where(MATCHES.c.reason.is_not(None))
    if server is not None:
        over = over.where(MATCHES.c.guild_id == server)

    def archive(connection: Connection) -> Archive:
        revision = required_revision(connection)
        if revision != newest_revision():
            raise DatabaseUnavailableError(other_revision(revision))
        periods = chain.from_iterable(read(connection, server) for read in PERIODS)
        return archive_of(read_matches(connection, over, with_posts=False), periods)

    try:
        return read_from(place, archive)
    except DamagedDataError as damaged:
        raise DatabaseUnavailableError(f"the matches cannot be read: {damaged}") from None
    except DatabaseError as error:
        raise DatabaseUnavailableError(f"it cannot be read ({error.orig})") from None


def build(archive: Archive, folder: Path, cores: int) -> Built:
    """Write the site of an archive, or bring it up to date, in `cores` processes.

    Raises:
        NoSiteError: Something else is in the folder, or its key cannot be used.
        OSError: Something cannot be read or written.
    """
    before, key = open_site(folder), key_of(folder)
    sections = (
        replace(section, matches=tuple(_disguised(match, key) for match in section.matches))
        for section in archive.sections
    )
    archive = replace(archive, sections=tuple(sections))
    known, tasks = _known(archive, folder, before)
    left_out, written = list(archive.left_out), 0
    for (match, _), (drawn, files_written) in zip(tasks, _drawn(tasks, folder, cores), strict=True):
        written += files_written
        if isinstance(drawn, ManifestEntry):
            known[match.card.id] = drawn
        else:
            left_out.append((match.card.id, drawn))
    static = files(bot.cli.site) / "static"
    pages = list_pages(archive, known) | {name: (static / name).read_bytes() for name in STATIC}
    written += sum(put(folder, path, content) for path, content in pages.items())
    now = Manifest(known, tuple(pages))
    removed = remove(folder, before.files - now.files)
    note(folder, now)
    return Built(len(known), len(tasks), written, removed, tuple(left_out))


def _disguised(match: FinishedMatch, key: bytes) -> FinishedMatch:
    """Replace each player's Discord id by a number that nobody can work out without the key."""
    players = dict(match.card.players)
    for seat, person in players.items():
        number = keyed_digest(key, str(person.id).encode(), sha256)[:8]
        players[seat] = replace(person, id=int.from_bytes(number, "big"))
    return replace(match, card=replace(match.card, players=players))


def _known(
    archive: Archive, folder: Path, before: Manifest
) -> tuple[dict[int, ManifestEntry], list[Task]]:
    program, known, tasks = _program(), dict[int, ManifestEntry](), list[Task]()
    for match in archive.matches:
        digest, old = _digest(match, program), before.matches.get(match.card.id)
        if old and old.digest == digest and all((folder / file).is_file() for file in old.files):
            known[match.card.id] = old
        else:
            tasks.append((match, digest))
    return known, tasks


def _digest(match: FinishedMatch, program: str) -> str:
    card = match.card
    players = [(player.id, player.name, player.level) for player in card.players.values()]
    record = write_record(card.game, card.names_at_first, match.entries)
    facts = (program, card.id, card.began_ms, players, match.outcome, record, match.entries)
    return sha256(repr(facts).encode(errors="surrogatepass")).hexdigest()


def _program() -> str:
    digest = sha256(PIL.__version__.encode())
    for package in DRAWN_BY:
        for root in package.__path__:
            for source in sorted(Path(root).rglob("*")):
                if source.suffix in SOURCES:
                    digest.update(source.read_bytes())
    return digest.hexdigest()


def _drawn(tasks: Sequence[Task], folder: Path, cores: int) -> Iterator[Drawn]:
    """Draw matches, on several cores if there are more than a process is given at once."""
    processes, drawing = min(cores, len(tasks) // AT_ONCE), partial(_draw, folder)
    if processes < 2:
        yield from map(drawing, tasks)
        return
    # Copies of this process need not load its code again.
    with ProcessPoolExecutor(processes, get_context("fork")) as pool:
        try:
            yield from pool.map(drawing, tasks, chunksize=AT_ONCE)
        finally:
            pool.shutdown(cancel_futures=True)


def _draw(folder: Path, task: Task) -> Drawn:
    try:
        entry, contents = draw(*task)
    except Refused as refusal:
        return f"an entry of its log is refused now ({refusal.code})", 0
    return entry, sum(put(folder, path, content) for path, content in contents.items())
