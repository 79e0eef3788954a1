"""Where capabilities hang on to the live matches; nothing here names one."""

from collections.abc import Iterable
from enum import Enum, auto
from typing import Any, ClassVar, Self

import discord
from discord.ext import commands
from sqlalchemy import Connection

from bot.live.runner import MatchRunner
from bot.posts.sending.delivery import Delivery
from bot.values.card import MatchCard
from bot.values.post import Post


class Claim(Enum):
    """What a channel is taken for."""

    MATCH = auto()
    PRACTICE = auto()
    PRIVATE = auto()


class Feature(commands.Cog):
    """A capability as the core knows it; each hook does nothing unless it is overridden.

    `Dealer.add_cog` tells the live matches of it, and puts its commands into the group `below`
    which they are to stand; where that is empty, the library adds them to the tree.
    """

    below: ClassVar[str] = ""
    grouped: list[Any]

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Take the commands for a group out of the library's hands: it would add them itself."""
        self = super().__new__(cls, *given, **named)
        self.grouped = self.__cog_app_commands__ if cls.below else []
        if cls.below:
            self.__cog_app_commands__ = []
        return self

    # Starting and stopping

    async def after_resume(self) -> None:
        """Go on with what an earlier process left, now that all matches are resumed."""

    async def before_stop(self) -> None:
        """Stop everything; what is not stored yet has not happened."""

    # Matches

    async def before_match(self, card: MatchCard) -> tuple[MatchCard, tuple[Post, ...]]:
        """Return the card of a match that is about to begin, and posts that go with its first."""
        return card, ()

    def in_begin(self, connection: Connection, card: MatchCard) -> None:
        """Write something in the transaction in which a match begins.

        Raises:
            RoomTaken: It cannot begin in its room.
        """

    def match_changed(self, runner: MatchRunner) -> None:
        """Note that a match has begun, changed or ended."""

    async def room_freed(self) -> None:
        """Use a room in which another match may begin now: one has ended, or waits no longer."""

    # What others ask

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Return what a channel is taken for."""

    def waiting(self, guild_id: int) -> list[tuple[MatchCard, str]]:  # noqa: ARG002
        """Return the matches that wait to begin on a server, each with its line in a list."""
        return []

    def undelivered(self) -> Iterable[Delivery]:
        """Return the posts of its own that are still to be delivered."""
        return ()
