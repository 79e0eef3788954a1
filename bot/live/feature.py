"""The interface between features and the live matches, which name no feature."""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from itertools import chain
from typing import Any, ClassVar, Self

import discord
from discord.ext import commands
from sqlalchemy import Connection

from bot.live.runner import MatchRunner
from bot.posts.sending.delivery import Delivery
from bot.texts.language import speaking
from bot.values.card import MatchCard
from bot.values.post import Post


class Claim(Enum):
    """The purposes for which a channel is taken."""

    MATCH = auto()
    PRACTICE = auto()
    PRIVATE = auto()


class Feature(commands.Cog):
    """A feature as the core knows it; each hook does nothing unless it is overridden.

    `DealerClient.add_cog` tells the live matches of it, and puts its commands into the group
    `below`; if that is empty, the library adds them to the tree.
    """

    below: ClassVar[str] = ""
    grouped: list[Any]

    def __new__(cls, *value: Any, **named: Any) -> Self:
        """Keep the commands of a group from the library, which would add them itself."""
        self = super().__new__(cls, *value, **named)
        self.grouped = self.__cog_app_commands__ if cls.below else []
        if cls.below:
            self.__cog_app_commands__ = []
        return self

    # Starting and stopping

    async def before_resume(self) -> None:
        """Read what is needed before the matches are resumed."""

    async def after_resume(self) -> None:
        """Resume an earlier process's work, now that all matches are resumed."""

    async def before_stop(self) -> None:
        """Stop everything; events not stored yet have not happened."""

    # Matches

    async def before_match(self, card: MatchCard) -> tuple[MatchCard, tuple[Post, ...]]:
        """Return a new match's card, and posts that go with its first."""
        return card, ()

    def in_begin(self, connection: Connection, card: MatchCard) -> None:
        """Write something in the transaction in which a match begins, or raise RoomTakenError."""

    def before_catch_up(self, runner: MatchRunner) -> None:
        """Hand a match its own news, before it reads the messages that it has missed."""

    def channel_lost(self, channel_id: int) -> None:
        """Note that a channel outside its match is gone, or closed to the Dealer."""

    async def room_freed(self) -> None:
        """Use a room in which another match may begin now: one has ended, or waits no longer."""

    # What others ask

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Return the purpose for which a channel is taken."""

    def waiting(self, guild_id: int) -> list[tuple[MatchCard, str]]:  # noqa: ARG002
        """Return the matches that wait to begin on a server, each with its line in a list."""
        return []

    def undelivered(self) -> Iterable[Delivery]:
        """Return the feature's own undelivered posts."""
        return ()


class Features(list[Feature]):
    """The features that take part in the matches.

    Attributes:
        watchers: Called when a match has begun, changed or ended.
        board_tellers: Called with a board that a match's room has been shown, and its message;
            return posts for elsewhere, stored in the transaction that notes the message.
    """

    def __init__(self) -> None:
        super().__init__()
        self.watchers = list[Callable[[MatchRunner], None]]()
        self.board_tellers = list[Callable[[MatchCard, Post, int], tuple[Post, ...]]]()

    def note_change(self, runner: MatchRunner) -> None:
        """Tell the watchers that a match has begun, changed or ended."""
        for watch in self.watchers:
            watch(runner)

    def posts_elsewhere(self, card: MatchCard, post: Post, message_id: int) -> tuple[Post, ...]:
        """Return the posts for elsewhere about a board that the room has been shown."""
        with speaking(card.language):
            posts = (tell(card, post, message_id) for tell in self.board_tellers)
            return tuple(chain.from_iterable(posts))
