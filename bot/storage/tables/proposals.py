"""How the rulings that hosts are asked to confirm are stored and read."""

from sqlalchemy import Connection, RowMapping, delete, insert, select

from bot.card import Person
from bot.live.rulings import Proposal
from bot.storage.tables.schema import PROPOSALS, read_row
from engine.opponents.thinking import Level


def put_proposal(connection: Connection, number: int, proposal: Proposal) -> None:
    """Keep a ruling that waits to be confirmed, under a number that no other ever has."""
    person = proposal.person
    row = {
        "id": number,
        "match_id": proposal.match_id,
        "ruling": proposal.ruling,
        "takes_back": proposal.takes_back,
        "because": proposal.because,
        "person_id": person.id if person else None,
        "person_name": person.name if person else None,
        "person_level": person.level if person else None,
    }
    connection.execute(insert(PROPOSALS).values(row))


def drop_proposal(connection: Connection, number: int) -> bool:
    """Keep a ruling no longer; return whether it was there."""
    return bool(connection.execute(delete(PROPOSALS).where(PROPOSALS.c.id == number)).rowcount)


def read_proposal(connection: Connection, number: int) -> Proposal | None:
    """A ruling that waits; None if it is not there or unreadable."""
    found = select(PROPOSALS).where(PROPOSALS.c.id == number)
    row = connection.execute(found).mappings().one_or_none()
    return read_row(PROPOSALS, row, _proposal)


def _proposal(row: RowMapping) -> Proposal:
    level, person = row["person_level"], None
    if row["person_id"] is not None and row["person_name"] is not None:
        person = Person(row["person_id"], row["person_name"], level and Level(level))
    return Proposal(row["match_id"], row["ruling"], row["takes_back"], row["because"], person)
