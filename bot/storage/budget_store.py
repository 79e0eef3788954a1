"""Stores what all processes of a bot may do together: the slots that they have taken."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Text, bindparam, select, type_coerce, update
from sqlalchemy.exc import DatabaseError

from bot.posts.sending.shared_budget import Lease, NotLent, lease_of
from bot.posts.sending.slots import Claim, Pace, Reserved, reserve
from bot.storage.databases.database import Database, why_not_read
from bot.storage.databases.dialects import now_ms, put_if_new
from bot.storage.tables.schema import BUDGETS

DRIFT: Final = 0.001
"""How much clocks may drift apart, in seconds a second; a clock that is set is soon believed."""

_LOG: Final = (
    select(type_coerce(BUDGETS.c.slots, Text))
    .where(BUDGETS.c.name == bindparam("of"))
    .with_for_update()
)
_RESERVED: Final = (
    update(BUDGETS).where(BUDGETS.c.name == bindparam("of")).values(slots=bindparam("slots"))
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The database's clock and this process's, which is the event loop's, compared.

    Attributes:
        ahead: By how many seconds the database's was ahead.
        error: By how many seconds that may be wrong.
        at: When they were compared, by this process's.
    """

    ahead: float
    error: float
    at: float

    @classmethod
    def of(cls, now_ms: int, asked_at: float, told_at: float) -> "Comparison":
        """What an answer tells: the clock was read at some instant between question and answer."""
        error = (told_at - asked_at) / 2
        return cls(now_ms / 1000 - (asked_at + error), error, told_at)

    def better(self, later: "Comparison") -> "Comparison":
        """This one or a later one, whichever is the more exact by then."""
        return self if self.error + (later.at - self.at) * DRIFT < later.error else later


class BudgetStore:
    """Lends slots to the processes that share a database, by the database's clock."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._clocks: Comparison | None = None

    async def lease(self, name: str, claims: Sequence[Claim], pace: Pace) -> Lease:
        """Reserve slots for claims, the most urgent first.

        Raises:
            NotLent: The database does not answer, or not soon.
        """
        try:
            reserved, clocks = await self._database.briefly(
                lambda connection: _reserve(connection, name, claims, pace)
            )
        except DatabaseError as error:
            raise NotLent(why_not_read(error)) from error
        self._clocks = self._clocks.better(clocks) if self._clocks else clocks
        return lease_of(reserved.granted, reserved.again_ms, self._clocks.ahead)


def _reserve(
    connection: Connection, name: str, claims: Sequence[Claim], pace: Pace
) -> tuple[Reserved, Comparison]:
    log = _locked_log(connection, name)
    if log is None:
        put_if_new(connection, BUDGETS, {"name": name, "slots": []})
        log = _locked_log(connection, name) or ()
    asked_at = time.monotonic()
    now = now_ms(connection)
    clocks = Comparison.of(now, asked_at, time.monotonic())
    reserved = reserve(log, now, claims, pace)
    if reserved.granted:
        connection.execute(_RESERVED, {"of": name, "slots": reserved.log})
    return reserved, clocks


def _locked_log(connection: Connection, name: str) -> tuple[int, ...] | None:
    """A log that nobody else can read until the transaction ends; None if there is none."""
    found = connection.scalar(_LOG, {"of": name})
    return None if found is None else _instants(found)


def _instants(kept: str) -> tuple[int, ...]:
    """The slots in a log; none if it cannot be read, for it is soon full again."""
    with suppress(ValueError, TypeError, RecursionError):
        slots = json.loads(kept)
        if isinstance(slots, list) and all(type(each) is int for each in slots):
            return tuple(slots)
    return ()
