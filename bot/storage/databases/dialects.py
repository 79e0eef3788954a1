"""The differences between SQLite and PostgreSQL."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import JSON, Column, Connection, Index, Table, func, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
"""PostgreSQL's replacement of a NUL, which no text there can hold."""
SOUND: Final = "ok"
"""SQLite's answer for a file in which it finds no fault."""


def put(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Store a row, replacing one with the same key."""
    insert = _insert(connection, table).values({**key, **values})
    connection.execute(insert.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def put_if_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Store a row unless a conflicting one exists; return whether it was stored."""
    insert = _insert(connection, table).values(dict(row))
    stored = insert.on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(stored).first() is not None


def _insert(connection: Connection, table: Table) -> "sqlite.Insert | postgresql.Insert":
    if connection.dialect.name == SQLITE:
        return sqlite.insert(table)
    # A bot with a file need not keep this in memory.
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415

    return postgresql.insert(table)


def unique_where(name: str, column: Column[Any], condition: str) -> Index:
    """Return a unique index over the rows that meet a condition."""
    where = text(condition)
    return Index(name, column, unique=True, sqlite_where=where, postgresql_where=where)


_TOKEN: Final = r'"token"\s*:\s*"([^"\\]|\\.)*"'  # noqa: S105 - what finds one


class WithoutToken(FunctionElement[Any]):
    """A JSON object without the value of its `token`; anything else stays as it is."""

    inherit_cache = True
    type = JSON()


@compiles(WithoutToken, SQLITE)
def _without_token_in_sqlite(element: WithoutToken, compiler: SQLCompiler, **value: Any) -> str:
    body = compiler.process(element.clauses, **value)
    return f"CASE WHEN json_valid({body}) THEN json_remove({body}, '$.token') ELSE {body} END"


@compiles(WithoutToken, POSTGRESQL)
def _without_token_in_postgresql(element: WithoutToken, compiler: SQLCompiler, **value: Any) -> str:
    # Only `jsonb` could remove a key, and it takes no text with a NUL in it. What a string quotes
    # has a backslash before its quotation marks, so this finds the key alone.
    body = compiler.process(element.clauses, **value)
    return f"regexp_replace({body}::text, '{_TOKEN}', '\"token\": null')::json"


def faults_of_storage(connection: Connection) -> Iterator[str]:
    """Yield the database's own findings, none on a server, or raise DatabaseError."""
    if connection.dialect.name != SQLITE:
        return
    for message in connection.exec_driver_sql("PRAGMA integrity_check").scalars():
        lines = str(message).splitlines()
        yield from (f"the file is damaged: {line}" for line in lines if line != SOUND)
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} belongs to no row of {parent}"


def go_on_numbering(connection: Connection, table: Table) -> None:
    """Set a table's numbering above the numbers stored explicitly; SQLite always does."""
    column = table.autoincrement_column
    if connection.dialect.name == POSTGRESQL and column is not None:
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(select(func.setval(sequence, func.max(column))))
