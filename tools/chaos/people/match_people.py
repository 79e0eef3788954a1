"""Who plays a match, and what they did in it that no log tells."""

from dataclasses import dataclass, replace

from engine.seats import Seat
from tests.helpers.people import Person
from tools.chaos.scripts.script import Act


class Violation(Exception):  # noqa: N818 - what the run is looking for
    """Something that must never happen has happened."""


@dataclass(frozen=True)
class MatchPeople:
    """Who plays where, and where others read along.

    `prefix` is said before what is private, where there are several matches.
    """

    room: str
    host: Person
    ec: Person
    dmo: Person
    mirror: str
    prefix: str = ""

    def person(self, act: Act) -> Person:
        """Who does something."""
        assert act.seat
        return self.seated(act.seat)

    def seated(self, seat: Seat) -> Person:
        """Who has a seat."""
        return self.ec if seat is Seat.EC else self.dmo

    def with_another(self, seat: Seat, person: Person) -> "MatchPeople":
        """The people once another person has a seat."""
        return replace(self, ec=person) if seat is Seat.EC else replace(self, dmo=person)


@dataclass(frozen=True)
class Change:
    """A message that was deleted or edited, and when."""

    message_id: int
    at: float
    is_deletion: bool
