"""Changes of matches as a store keeps them, with no match behind them."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from sqlalchemy import text

from bot.storage.choices import read_choices
from bot.storage.store import Store
from bot.storage.tables.records import StoredMatch
from bot.storage.tables.schema import HOST_ROLES
from bot.values.effects import Effects, SourcedEntry
from bot.values.post import Post
from engine.game import CONCEDED, Outcome
from engine.matches.entries import Entry, Speaker
from tests.helpers.rooms.cards import EC, in_outbox

OVER = Outcome(EC, CONCEDED)


def unsourced(entries: Iterable[Entry]) -> tuple[SourcedEntry, ...]:
    """Return entries as a store keeps them that no message is behind."""
    return tuple(SourcedEntry(entry, None) for entry in entries)


def entry(number: int, source: str | None = None) -> SourcedEntry:
    return SourcedEntry(Entry(Speaker.EC, Decimal(number), f"entry {number}"), source)


def post_of(match_id: int, sequence: int, post: Post | None = None) -> Post:
    return in_outbox(post or Post(f"post {sequence}"), match_id, sequence)


def change(match_id: int, **more: Any) -> Effects:
    """Return a change that changes nothing but what is given."""
    return replace(Effects(match_id, needs_commit=True), **more)


async def live(store: Store, match_id: int) -> StoredMatch:
    return next(match for match in await store.live_matches() if match.address.match_id == match_id)


async def host_roles(store: Store) -> dict[int, int]:
    """Return the role of hosts, by server."""
    return (await store.access.read(read_choices))[HOST_ROLES]


async def spoil(store: Store, table: str, column: str, value: object, where: str = "true") -> None:
    """Put a value into a column of some rows behind the store's back."""
    statement = text(f'UPDATE {table} SET "{column}" = :value WHERE {where}')
    await store.access.write(lambda connection: connection.execute(statement, {"value": value}))
