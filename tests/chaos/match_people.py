"""Who plays a match, and what they did in it that no log tells."""

from dataclasses import dataclass

from tests.chaos.scripts import Act
from tests.people import Person


class Violation(Exception):  # noqa: N818 - what the run is looking for
    """Something that must never happen has happened."""


@dataclass(frozen=True)
class MatchPeople:
    """Who plays where. `prefix` is said before what is private, where there are several matches."""

    room: str
    host: Person
    ec: Person
    dmo: Person
    prefix: str = ""

    def person(self, act: Act) -> Person:
        """Who does something."""
        assert act.seat
        return self.ec if act.seat == "ec" else self.dmo


@dataclass(frozen=True)
class Change:
    """A message that was deleted or edited, and when."""

    message_id: int
    at: float
    is_deletion: bool
