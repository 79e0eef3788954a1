"""A match's people and fixed facts: its place and its game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from math import ceil
from typing import Any, Final, cast

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.opponents.thinking import Level
from engine.options import Unheld, option_kinds
from engine.seats import SEATS, Seat

NO_SERVER: Final = 0
"""The server of a match that is played in direct messages with the Dealer."""


LEVELS: Final = (Level.EASY, Level.NORMAL, Level.HARD)
"""The levels of the Dealer in matches; the others are there to measure these."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the Discord user and the name shown for them.

    Attributes:
        level: The Dealer's strength if it has this seat itself; None for anybody else.
    """

    id: int
    name: str
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a season's matches in a host's words, after a player's name; empty for none.

    Attributes:
        winner: Outcome of winning, such as `receives 1 garnet and rejoins`.
        loser: Outcome of losing, such as `is eliminated from the season`.
    """

    winner: str = ""
    loser: str = ""


NO_STAKES: Final = Stakes()
LONGEST_STAKE: Final = 100


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a match's posts, as far as it is known; an id that cannot be read is 0.

    Attributes:
        began_ms: Beginning by Discord's clock, which tells it from a match of another database.
        is_practice: True if the match counts nowhere.
        private_channels: Channels in which players speak to the Dealer while hosts read along.
    """

    match_id: int
    guild_id: int
    room_id: int
    player_ids: Mapping[Seat, int] = field(hash=False)
    host_id: int
    began_ms: int
    language: str
    is_practice: bool
    private_channels: Mapping[Seat, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class MatchCard:
    """A match's place, game and people; `began_ms` is by Discord's clock.

    Attributes:
        host_id: The person who may rule; in a practice match, its only player.
        is_practice: True for a match against the Dealer that counts nowhere.
        pings: True if posts ping those awaited; otherwise only a host's call and the last reminders
            do.
        language: Language of its room.
        first_names: Names of the first players in seats that have changed hands.
        private_channels: Channels, beside direct messages, in which players speak to the Dealer
            while hosts read along.
        stakes: The stakes of the season in which it began, for its result.
    """

    guild_id: int
    room_id: int
    game: AnyGame
    players: Mapping[Seat, Person]
    host_id: int
    began_ms: int
    id: int = 0
    is_practice: bool = False
    pings: bool = True
    language: str = "en"
    first_names: Mapping[Seat, str] = field(default_factory=dict)
    private_channels: Mapping[Seat, int] = field(default_factory=dict)
    stakes: Stakes = NO_STAKES

    @cached_property
    def address(self) -> Address:
        """The address of its posts."""
        ids = self.id, self.guild_id, self.room_id, self.player_ids, self.host_id
        parts = self.language, self.is_practice, self.private_channels
        return Address(*ids, self.began_ms, *parts)

    @property
    def names_at_first(self) -> dict[Seat, str]:
        """The first players' names, for the head of a record."""
        return self.names | dict(self.first_names)

    @cached_property
    def is_direct(self) -> bool:
        """True if it is played in direct messages, where only one person reads along."""
        return self.guild_id == NO_SERVER

    @property
    def keeps_others_waiting(self) -> bool:
        """True for practice in a room that others may be waiting for."""
        return self.is_practice and not self.is_direct

    @cached_property
    def reader(self) -> Seat | None:
        """The only seat that reads what is posted in the room; None if the room is public."""
        return self.people[0] if self.is_direct else None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a Discord user; None for someone who does not play.

        The Dealer may have a seat, but nothing it posts is a move.
        """
        return next((seat for seat in self.people if self.players[seat].id == user_id), None)

    def private_channel_of(self, user_id: int) -> int | None:
        """Return the private channel of a Discord user who plays; None where there is none."""
        seat = self.seat_of(user_id)
        return self.private_channels.get(seat) if seat else None

    def with_private_channel(self, seat: Seat, channel_id: int | None) -> "MatchCard":
        """Return the card with another private channel for a seat, or with none."""
        channels = {**self.private_channels, seat: channel_id}
        known = {other_seat: at for other_seat, at in channels.items() if at is not None}
        return replace(self, private_channels=known)

    @cached_property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat in SEATS if self.players[seat].level is None)

    @cached_property
    def people_ids(self) -> tuple[int, ...]:
        """The Discord users who play; the Dealer is none of them."""
        return tuple(self.players[seat].id for seat in self.people)

    @cached_property
    def dealers_seats(self) -> tuple[Seat, ...]:
        """The seats that the Dealer has itself."""
        return tuple(seat for seat in SEATS if self.players[seat].level is not None)

    def with_unheld_seats(self) -> "MatchCard":
        """Return the card of a new match, in which moves of the Dealer's seats are never held."""
        seats = self.dealers_seats
        if not seats or "unheld" not in option_kinds(type(self.game)):
            return self
        unheld = Unheld.BOTH if seats == SEATS else Unheld(seats[0])
        return replace(self, game=replace(cast("Any", self.game), unheld=unheld))

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The players' names."""
        return {seat: self.players[seat].name for seat in SEATS}

    @cached_property
    def player_ids(self) -> dict[Seat, int]:
        """The players' Discord ids."""
        return {seat: self.players[seat].id for seat in SEATS}

    def link(self, message_id: int) -> str:
        """Return the link of a message in the room."""
        guild = "@me" if self.is_direct else self.guild_id
        return f"https://discord.com/channels/{guild}/{self.room_id}/{message_id}"

    def instant(self, discord_ms: int) -> Seconds:
        """Convert Discord's time to seconds since the match began; never below zero."""
        return Decimal(max(0, discord_ms - self.began_ms)) / 1000

    def discord_ms(self, instant: Seconds) -> int:
        """Return the first millisecond of Discord's time at which this many seconds have passed."""
        return self.began_ms + ceil(instant * 1000)


@dataclass(frozen=True, slots=True)
class Readers:
    """The manner in which the players of a match read what is said to them alone.

    Attributes:
        languages: Language of each player; the room's for any other.
        in_text: Seats that are sent every board of the room in words and symbols, too.
    """

    languages: Mapping[Seat, str] = field(default_factory=dict, hash=False)
    in_text: frozenset[Seat] = frozenset()


AS_THE_ROOM: Final = Readers()
