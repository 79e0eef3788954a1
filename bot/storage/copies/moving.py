"""Copies everything from one database to an empty one, of the same kind or the other."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, RowMapping, Table, func, insert, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.place import Place, name_of
from bot.storage.databases.database import (
    CANNOT_BE_READ,
    DatabaseInUse,
    NoDatabase,
    why_not_read,
)
from bot.storage.databases.dialects import go_on_numbering
from bot.storage.databases.new_file import BackupFailed, give_name, unfinished
from bot.storage.databases.opening import alone
from bot.storage.databases.revisions import migrate
from bot.storage.databases.sqlite import put_in_one_file
from bot.storage.tables.loading import rows_in
from bot.storage.tables.schema import METADATA
from bot.storage.verify import Findings, findings

TABLES: Final = tuple(METADATA.sorted_tables)
"""The tables that are copied, those first to which the rows of others belong."""
AT_ONCE: Final = 500
"""How many rows are copied at once."""

Tell = Callable[[int, int], None]
"""Is told how many rows are copied, and of how many."""


class CopyFailed(Exception):  # noqa: N818 - a fact about a copy
    """Nothing was copied; the message is a line that says why."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a table, whatever order its rows come in.

    Attributes:
        rows: How many there are.
        digest: The sum of their digests.
    """

    rows: int = 0
    digest: int = 0

    def __add__(self, other: "Contents") -> "Contents":
        return Contents(self.rows + other.rows, self.digest + other.digest)


async def copy(source: Place, target: Place, tell: Tell) -> Findings:
    """Copy a database that no bot uses; return what is in it, live matches included.

    The target has everything once this returns, and nothing if it fails.

    Raises:
        CopyFailed: Something is wrong with one of them, or a Dealer uses it.
    """
    if isinstance(source, Path) and not source.is_file():
        raise CopyFailed(f"{name_of(source)}: there is no such file")
    with _naming(source):
        async with alone(source) as read:
            found = await read.run_sync(findings)
            if found.faults:
                raise CopyFailed(
                    f"{name_of(source)} has faults, which `dealer verify` names: mend those first"
                )
            with _naming(target):
                async with _empty(target) as write:
                    contents = await _copy_tables(read, write, tell)
                    copied = await write.run_sync(_contents)
                    if copied != contents or await write.run_sync(findings) != found:
                        raise CopyFailed(f"{name_of(target)} does not give back what was copied")
    return found


@contextmanager
def _naming(place: Place) -> Iterator[None]:
    """Say of everything that can be wrong with a database which one it is."""
    try:
        yield
    except DatabaseInUse:
        raise CopyFailed(f"{name_of(place)} is in use by a Dealer: stop that one first") from None
    except CANNOT_BE_READ as error:
        raise CopyFailed(f"{name_of(place)}: {why_not_read(error)}") from None
    except OSError as error:
        raise CopyFailed(f"{name_of(place)}: {error.strerror or error}") from None
    except (NoDatabase, BackupFailed) as error:
        raise CopyFailed(f"{name_of(place)}: {error}") from None


@asynccontextmanager
async def _empty(target: Place) -> AsyncIterator[AsyncConnection]:
    """A transaction on a new database with the Dealer's tables; it counts if all goes well."""
    if isinstance(target, Path):
        with unfinished(target) as new:
            async with alone(new) as write:
                await write.run_sync(migrate)
                yield write
            put_in_one_file(new)
            give_name(new, target)
    else:
        async with alone(target) as write:
            await write.run_sync(_refuse_used)
            await write.run_sync(migrate)
            yield write


def _refuse_used(connection: Connection) -> None:
    if inspect(connection).get_table_names():
        raise NoDatabase("there is something in it already: name an empty database")


async def _copy_tables(
    read: AsyncConnection, write: AsyncConnection, tell: Tell
) -> Mapping[str, Contents]:
    """Copy all rows, those first to which others belong; return what has been copied."""
    total, contents = await read.run_sync(_rows), {each.name: Contents() for each in TABLES}
    for table in TABLES:
        async for rows in _read_rows(read, table):
            await write.execute(insert(table), [dict(each) for each in rows])
            contents[table.name] += _contents_of(rows)
            tell(sum(each.rows for each in contents.values()), total)
        await write.run_sync(go_on_numbering, table)
    return contents


def _rows(connection: Connection) -> int:
    counts = (select(func.count()).select_from(each) for each in TABLES)
    return sum(connection.scalar(each) or 0 for each in counts)


async def _read_rows(read: AsyncConnection, table: Table) -> AsyncIterator[Sequence[RowMapping]]:
    """A table's rows, some at a time; JSON is the stored text."""
    async with read.stream(rows_in(table)) as result:
        async for rows in result.mappings().partitions(AT_ONCE):
            yield rows


def _contents(connection: Connection) -> Mapping[str, Contents]:
    return {
        each.name: _contents_of(connection.execute(rows_in(each)).mappings()) for each in TABLES
    }


def _contents_of(rows: Iterable[RowMapping]) -> Contents:
    # A server stores no NUL, but a sign in its place.
    told = (
        repr(tuple(each.values())).replace(r"\x00", "\N{REPLACEMENT CHARACTER}") for each in rows
    )
    digests = [sha256(each.encode(errors="replace")).digest() for each in told]
    return Contents(len(digests), sum(int.from_bytes(each) for each in digests))
