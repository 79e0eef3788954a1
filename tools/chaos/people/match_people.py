"""A match in a room, and its people."""

from dataclasses import dataclass, replace

from engine.seats import Seat
from tests.helpers.people import Person
from tools.chaos.people.patience import Patience
from tools.chaos.people.watch import Post, Watch
from tools.chaos.scripts.script import Act, Script


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


@dataclass
class RoomMatch:
    """A match in a room, and those who bring it about.

    Attributes:
        patience: Patience of its people.
        match_id: Id, once its first board stands.
    """

    script: Script
    people: MatchPeople
    patience: Patience
    match_id: int = 0

    @property
    def watch(self) -> Watch:
        """The view of its people."""
        return self.patience.watch

    @property
    def room(self) -> str:
        """The id of the room."""
        return self.people.room

    @property
    def posts(self) -> list[Post]:
        """All posts in the room."""
        return self.watch.posts[int(self.room)]

    @property
    def boards(self) -> list[Post]:
        """The boards that stand in the room; duplicates count once."""
        boards = self.watch.boards(int(self.room))
        return [*{board.name: board for board in reversed(boards)}.values()][::-1]

    @property
    def panels(self) -> list[Post]:
        """The panels that stand in the room."""
        return [post for post in self.posts if post.is_panel]
