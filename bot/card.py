"""What is fixed when a match begins: where it is played, which game, and by whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.opponents.thinking import Level
from engine.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the Discord user and the name shown for them.

    Attributes:
        level: How well the Dealer plays, if it has this seat itself; None for anybody else.
    """

    id: int
    name: str
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class MatchCard:
    """Where a match is played, which game, and by whom; `began_ms` is by Discord's clock."""

    guild_id: int
    room_id: int
    game: AnyGame
    players: Mapping[Seat, Person]
    host_id: int
    began_ms: int
    id: int = 0

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a Discord user; None for someone who does not play.

        The Dealer plays too where it has a seat itself, but nothing it posts is a move.
        """
        return next((seat for seat in self.people if self.players[seat].id == user_id), None)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat in SEATS if self.players[seat].level is None)

    @property
    def people_ids(self) -> tuple[int, ...]:
        """The Discord users who play; the Dealer is none of them."""
        return tuple(self.players[seat].id for seat in self.people)

    @property
    def dealers_seats(self) -> tuple[Seat, ...]:
        """The seats that the Dealer has itself."""
        return tuple(seat for seat in SEATS if self.players[seat].level is not None)

    @property
    def names(self) -> dict[Seat, str]:
        """What the players are called."""
        return {seat: self.players[seat].name for seat in SEATS}

    @property
    def player_ids(self) -> dict[Seat, int]:
        """Which Discord users play."""
        return {seat: self.players[seat].id for seat in SEATS}

    def instant(self, discord_ms: int) -> Seconds:
        """Discord's time as seconds since the match began."""
        return instant_since(self.began_ms, discord_ms)

    def discord_ms(self, instant: Seconds) -> int:
        """The first millisecond of Discord's time at which this many seconds have passed."""
        return self.began_ms + ceil(instant * 1000)


def instant_since(began_ms: int, discord_ms: int) -> Seconds:
    """Discord's time as seconds since a match began; never below zero."""
    return Decimal(max(0, discord_ms - began_ms)) / 1000
