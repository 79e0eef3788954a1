"""Stored values, between live matches and database rows."""

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.texts.language import Language
from bot.values.card import Address
from bot.values.effects import SourcedEntry
from bot.values.match import MatchContext
from bot.values.post import Post
from engine.game import AnyGame, Outcome
from engine.matches.base_match import Standing
from engine.options import RowOne, option_kinds
from rendering.themes import USUAL, Theme


@dataclass(frozen=True, slots=True)
class LiveRoom:
    """The room of a live match.

    Attributes:
        known_to: Newest message that was heard in the room, or that a post became.
    """

    address: Address
    known_to: int


@dataclass(frozen=True, slots=True)
class ServerDefaults:
    """A server's defaults for its start commands.

    Attributes:
        row1: Place of row 1 in pictures.
        ready: True if a ready panel comes before a match.
        pings: True if posts ping those awaited.
        language: None for Discord's setting of the server.
    """

    row1: RowOne = RowOne.BOTTOM
    ready: bool = True
    pings: bool = True
    theme: Theme = USUAL
    language: Language | None = None

    def options_of(self, game: type[AnyGame]) -> dict[str, str]:
        """Return the game's options that they set, in the notation of records."""
        return {"row1": self.row1.value} if "row1" in option_kinds(game) else {}


@dataclass(frozen=True, kw_only=True)
class StoredMatch(MatchContext):
    """A match as stored, before its log has been replayed.

    Attributes:
        waiting: Posts that still have to be sent.
        standing: State of the match by its log; None if that was not stored.
        quarantined_ms: Start of its quarantine, as its data does not replay; for a finished match,
            of the one that it ended in.
    """

    entries: tuple[SourcedEntry, ...] = ()
    waiting: tuple[Post, ...] = ()
    standing: Standing | None = field(default=None, hash=False)
    outcome: Outcome | None = None
    quarantined_ms: int | None = None

    @property
    def address(self) -> Address:
        """The address of its posts."""
        return self.card.address

    @property
    def is_over(self) -> bool:
        """True if it has ended."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class UnreadableMatch:
    """A match with unreadable stored data.

    Attributes:
        address: Address without private channels: late answers go by direct message.
        damaged: Tables in which a row of it is missing or cannot be read.
        waiting: Readable posts that still have to be sent.
        quarantined_ms: Start of its quarantine, as its data does not replay; for a finished match,
            of the one that it ended in.
    """

    address: Address
    damaged: tuple[str, ...]
    waiting: tuple[Post, ...]
    is_over: bool
    quarantined_ms: int | None

    @property
    def problems(self) -> tuple[str, ...]:
        """The unreadable tables, a clause for each that quotes none of it."""
        return tuple(f"its row in table {table} cannot be read" for table in self.damaged)

    @property
    def reason(self) -> str:
        """The reason why it cannot be read, in one clause."""
        return " and ".join(self.problems)


LoadedMatch: TypeAlias = StoredMatch | UnreadableMatch
