"""What is fixed when a match begins: where it is played, which game, and by whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import ceil
from typing import Final

from bot.texts.language import Language
from engine.clocks import Seconds
from engine.game import AnyGame
from engine.opponents.thinking import Level
from engine.seats import SEATS, Seat

NO_SERVER: Final = 0
"""The server of a match that is played in direct messages with the Dealer."""


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
class Stakes:
    """The stakes of a season's matches in a host's words, after a player's name; empty for none.

    Attributes:
        winner: What comes of winning, such as `receives 1 garnet and rejoins`.
        loser: What comes of losing, such as `is eliminated from the season`.
    """

    winner: str = ""
    loser: str = ""


NO_STAKES: Final = Stakes()
LONGEST_STAKE: Final = 100


@dataclass(frozen=True, slots=True)
class Address:
    """Where a match's posts go, as far as it is known; an id that cannot be read is 0.

    Attributes:
        match_id: The match.
        guild_id: The server.
        room_id: The room.
        player_ids: Which Discord users play.
        host_id: Which Discord user hosts it.
        began_ms: When it began, by Discord's clock; that tells it from one of another database.
        language: In which language its room is spoken to.
        is_practice: Whether it counts nowhere.
        private_channels: Where players speak to the Dealer while hosts read along.
    """

    match_id: int
    guild_id: int
    room_id: int
    player_ids: Mapping[Seat, int] = field(hash=False)
    host_id: int
    began_ms: int
    language: Language
    is_practice: bool
    private_channels: Mapping[Seat, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """Where a match is played, which game, and by whom; `began_ms` is by Discord's clock.

    Attributes:
        host_id: Who may rule in it; in a practice match, the one person who plays.
        is_practice: Whether somebody practises against the Dealer: it counts nowhere.
        pings: Whether posts ping those awaited; if not, only a host's call and the last reminders
            do.
        language: In which language its room is spoken to.
        first_names: Who sat at first where another person has the seat now.
        private_channels: Where players speak to the Dealer while hosts read along, beside direct
            messages; a seat without one has direct messages only.
        stakes: What its result says of winner and loser: those of the season in which it began.
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
    language: Language = Language.EN
    first_names: Mapping[Seat, str] = field(default_factory=dict)
    private_channels: Mapping[Seat, int] = field(default_factory=dict)
    stakes: Stakes = NO_STAKES

    @property
    def address(self) -> Address:
        """Where its posts go."""
        ids = self.id, self.guild_id, self.room_id, self.player_ids, self.host_id
        told = self.language, self.is_practice, self.private_channels
        return Address(*ids, self.began_ms, *told)

    @property
    def names_at_first(self) -> dict[Seat, str]:
        """What the players were called who sat here at first, as the head of a record has it."""
        return self.names | dict(self.first_names)

    @property
    def is_direct(self) -> bool:
        """Whether it is played in direct messages, where only one person reads along."""
        return self.guild_id == NO_SERVER

    @property
    def keeps_others_waiting(self) -> bool:
        """Whether somebody practises in a room that others may want to practise in."""
        return self.is_practice and not self.is_direct

    @property
    def reader(self) -> Seat | None:
        """The only seat that reads what is posted in the room; None if the room is public."""
        return self.people[0] if self.is_direct else None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a Discord user; None for someone who does not play.

        The Dealer plays too where it has a seat itself, but nothing it posts is a move.
        """
        return next((seat for seat in self.people if self.players[seat].id == user_id), None)

    def private_channel_of(self, user_id: int) -> int | None:
        """The private channel of a Discord user who plays; None where there is none."""
        seat = self.seat_of(user_id)
        return self.private_channels.get(seat) if seat else None

    def with_private_channel(self, seat: Seat, channel_id: int | None) -> "MatchCard":
        """The card where a seat has another private channel, or none any more."""
        others = {each: at for each, at in self.private_channels.items() if each is not seat}
        own = {} if channel_id is None else {seat: channel_id}
        return replace(self, private_channels=others | own)

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

    def link(self, message_id: int) -> str:
        """The address of a message in the room."""
        guild = "@me" if self.is_direct else self.guild_id
        return f"https://discord.com/channels/{guild}/{self.room_id}/{message_id}"

    def instant(self, discord_ms: int) -> Seconds:
        """Discord's time as seconds since the match began."""
        return instant_since(self.began_ms, discord_ms)

    def discord_ms(self, instant: Seconds) -> int:
        """The first millisecond of Discord's time at which this many seconds have passed."""
        return self.began_ms + ceil(instant * 1000)


def instant_since(began_ms: int, discord_ms: int) -> Seconds:
    """Discord's time as seconds since a match began; never below zero."""
    return Decimal(max(0, discord_ms - began_ms)) / 1000
