"""A match's people, and their deeds that no log tells."""

from dataclasses import dataclass, replace

from engine.seats import Seat
from tests.helpers.people import Person
from tools.chaos.scripts.script import Act


class Violation(Exception):  # noqa: N818 - what the run is looking for
    """Error for something that must never happen."""


@dataclass(frozen=True)
class MatchPeople:
    """The people of a match, and the places for it.

    `prefix` goes before private texts, if there are several matches.
    """

    room: str
    host: Person
    ec: Person
    dmo: Person
    mirror: str
    prefix: str = ""

    def person(self, act: Act) -> Person:
        """Return the person who acts."""
        assert act.seat
        return self.seated(act.seat)

    def seated(self, seat: Seat) -> Person:
        """Return the person in a seat."""
        return self.ec if seat is Seat.EC else self.dmo

    def with_another(self, seat: Seat, person: Person) -> "MatchPeople":
        """Return the people once another person has a seat."""
        return replace(self, ec=person) if seat is Seat.EC else replace(self, dmo=person)


@dataclass(frozen=True)
class Change:
    """A message that was deleted or edited, and the time."""

    message_id: int
    at: float
    is_deletion: bool
