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
        since: Number of posts in the room as it was asked for.
        until: The same as the next one there was.
    """

    script: Script
    people: MatchPeople
    patience: Patience
    since: int = 0
    until: int | None = None

    @property
    def watch(self) -> Watch:
        """The view of its people."""
        return self.patience.watch

    @property
    def room(self) -> str:
        """The id of the room."""
        return self.people.room

    @property
    def room_posts(self) -> list[Post]:
        """All posts in the room, also of other matches."""
        return self.watch.posts[int(self.room)]

    @property
    def match_id(self) -> int:
        """Its id, once its first post stands; 0 before."""
        others = {0, *(post.match_id for post in self.room_posts[: self.since])}
        match_ids = (post.match_id for post in self.room_posts[self.since :])
        return next((match_id for match_id in match_ids if match_id not in others), 0)

    @property
    def posts(self) -> list[Post]:
        """Its posts in the room."""
        match_id = self.match_id
        return [post for post in self.room_posts if post.match_id == match_id]

    @property
    def boards(self) -> list[Post]:
        """Its boards that stand in the room; duplicates count once."""
        boards = [post for post in self.posts if post.is_board]
        return [*{board.name: board for board in reversed(boards)}.values()][::-1]

    @property
    def panels(self) -> list[Post]:
        """Its panels that stand in the room."""
        return [post for post in self.room_posts[self.since : self.until] if post.is_panel]
