"""The stored matches as values: what lies between live matches and database rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.texts.language import Language
from bot.values.card import Address
from bot.values.effects import Sourced
from bot.values.match import Remembered
from bot.values.post import Post
from engine.game import AnyGame, Outcome
from engine.matches.standing import Standing
from engine.opponents.thinking import Level
from engine.options import RowOne, option_kinds
from engine.seats import Seat
from rendering.themes import USUAL, Theme


@dataclass(frozen=True, slots=True)
class LiveRoom:
    """Where a live match is played.

    Attributes:
        player_ids: Which Discord users play.
        known_to: The newest message that was heard in the room, or that a post became.
    """

    match_id: int
    guild_id: int
    room_id: int
    player_ids: tuple[int, ...]
    known_to: int


@dataclass(frozen=True, slots=True)
class PracticeRequest:
    """Somebody's wish to practise against the Dealer.

    Attributes:
        user_id: Who wants to.
        user_name: What they are called.
        interaction_id: The command by which they said so; the oldest comes first.
        guild_id: The server, or `NO_SERVER` for a match in direct messages.
        room_id: Where to play.
        game: The game's name.
        seat: The seat that they want.
        level: How well the Dealer is to play.
    """

    user_id: int
    user_name: str
    interaction_id: int
    guild_id: int
    room_id: int
    game: str
    seat: Seat
    level: Level


@dataclass(frozen=True, slots=True)
class TutorialProgress:
    """How far somebody is in a game's tutorial.

    Attributes:
        number: The guided position that comes next, from 1; one more than there are at the end.
        was_finished: Whether they have ever been at the end.
    """

    number: int = 1
    was_finished: bool = False


@dataclass(frozen=True, slots=True)
class ServerDefaults:
    """How matches on a server begin where a start command does not say.

    Attributes:
        row1: Where pictures have row 1.
        ready: Whether a ready panel comes before a match.
        pings: Whether posts ping those awaited.
        theme: What boards are painted in.
        language: What is spoken; None for what Discord says of the server.
    """

    row1: RowOne = RowOne.BOTTOM
    ready: bool = True
    pings: bool = True
    theme: Theme = USUAL
    language: Language | None = None

    def options_of(self, game: type[AnyGame]) -> dict[str, str]:
        """The options of a game that they set, in the notation of records."""
        return {"row1": self.row1.value} if "row1" in option_kinds(game) else {}


@dataclass(frozen=True, slots=True)
class Preset:
    """A game's options under a name.

    Attributes:
        name: What it is called on its server.
        game: The game's name.
        options: What was chosen, in the notation of records.
    """

    name: str
    game: str
    options: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """When and why a match was quarantined: its stored data does not let it go on."""

    since_ms: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class StoredMatch(Remembered):
    """A match as stored, before its log has been replayed.

    Attributes:
        entries: The log.
        waiting: The posts that still have to be sent.
        standing: Where the match stood by its log; None if that was not stored.
        outcome: How it ended, if it did.
        quarantined: When and why it was quarantined; for a match that is over, whether it was then.
    """

    entries: tuple[Sourced, ...] = ()
    waiting: tuple[Post, ...] = ()
    standing: Standing | None = field(default=None, hash=False)
    outcome: Outcome | None = None
    quarantined: Quarantined | None = None

    @property
    def address(self) -> Address:
        """Where its posts go."""
        return self.card.address

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A match whose stored data cannot all be read.

    Attributes:
        address: Where it is played; without private channels: whoever is still owed an answer gets
            it by direct message.
        damaged: The tables in which a row of it is missing or cannot be read.
        waiting: The posts that still have to be sent and can be read.
        is_over: Whether it has ended.
        quarantined: When and why it was quarantined; for a match that is over, whether it was then.
    """

    address: Address
    damaged: tuple[str, ...]
    waiting: tuple[Post, ...]
    is_over: bool
    quarantined: Quarantined | None

    @property
    def problems(self) -> tuple[str, ...]:
        """What cannot be read, as a clause for each table that quotes none of it."""
        return tuple(f"its row in table {each} cannot be read" for each in self.damaged)

    @property
    def reason(self) -> str:
        """Why it cannot be read, in one clause."""
        return " and ".join(self.problems)


LoadedMatch: TypeAlias = StoredMatch | Unreadable
