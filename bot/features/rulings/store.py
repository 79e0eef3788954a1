"""The stored rulings that hosts are asked to confirm."""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.storage.store import RefusedWriteError
from bot.storage.tables.schema import METADATA, read_rows
from bot.storage.writer import Access
from bot.values.card import Person
from engine.opponents.thinking import Level

PROPOSALS: Final = sa.Table(
    "proposals",
    METADATA,
    sa.Column("id", sa.BigInteger, primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("ruling", sa.Text, nullable=False),
    sa.Column("takes_back", sa.Integer, nullable=False),
    sa.Column("because", sa.Text, nullable=False),
    sa.Column("person_id", sa.BigInteger),
    sa.Column("person_name", sa.Text),
    sa.Column("person_level", sa.String(10)),
)
"""The rulings that hosts are asked to confirm, by the interactions in which they were wanted."""

sa.Index("ix_proposals_match_id", PROPOSALS.c.match_id)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling that a host is asked to confirm.

    Attributes:
        ruling: Text as it stands in a record.
        undone_entry: Entry of the log that it would take back; 0 if none.
        person: New player of the seat, if the ruling gives it to another person.
    """

    match_id: int
    ruling: str
    undone_entry: int
    reason: str = ""
    person: Person | None = None


class NotProposedError(RefusedWriteError):
    """Error for a ruling that no longer waits: it has been judged, or forgotten."""


class ProposalStore:
    """The proposed rulings, by their interactions' ids."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put(self, number: int, proposal: Proposal) -> None:
        """Store a ruling."""
        person = proposal.person
        values = {
            "match_id": proposal.match_id,
            "ruling": proposal.ruling,
            "takes_back": proposal.undone_entry,
            "because": proposal.reason,
            "person_id": person and person.id,
            "person_name": person and person.name,
            "person_level": person and person.level,
        }
        await self._access.put(PROPOSALS, {"id": number}, values)

    async def get(self, number: int) -> Proposal | None:
        """Return a waiting proposal; None if there is none."""
        rows = await self._access.rows(sa.select(PROPOSALS).where(PROPOSALS.c.id == number))
        return next(iter(read_rows(PROPOSALS, rows, _proposal)), None)

    async def drop(self, number: int) -> None:
        """Forget a proposed ruling."""
        await self._access.delete(PROPOSALS, id=number)


def drop_judged(connection: sa.Connection, number: int) -> None:
    """Forget a proposed ruling that is judged now; raise NotProposedError if it waits no longer."""
    if not connection.execute(sa.delete(PROPOSALS).where(PROPOSALS.c.id == number)).rowcount:
        raise NotProposedError


def _proposal(row: sa.RowMapping) -> Proposal:
    level, person = row["person_level"], None
    if row["person_id"] is not None and row["person_name"] is not None:
        person = Person(row["person_id"], row["person_name"], level and Level(level))
    return Proposal(row["match_id"], row["ruling"], row["takes_back"], row["because"], person)
