"""The cog of the free table: its start command, and the rooms where it is played."""

import discord

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from bot.incoming.messages import said_ms
from bot.live.values.events import HostTyped
from bot.matches.runner import MatchRunner
from bot.rooms.history import Message
from engine.games.free_table.rules import FreeTable
from engine.notation import counted


class FreeTableCog(GameCog, name=FreeTable.name, group_description=FreeTable.title):
    """`/free-table start`, and the rooms where it is played and hosts judge it by typing lines."""

    game = FreeTable

    def hear(self, runner: MatchRunner, message: discord.Message, *, is_edit: bool = False) -> None:
        """Hand on what players and hosts say; whoever plays is a player, even a host."""
        is_player = runner.card.seat_of(message.author.id) is not None
        if is_player or self.bot.registry.hosts.includes(message.author):
            super().hear(runner, message, is_edit=is_edit)

    def read_others(self, message: Message) -> HostTyped | None:
        """Read a line that judges the match, if a host wrote it."""
        if counted(message.content) is None:
            return None
        return HostTyped(
            message.content,
            message.id,
            message.author.id,
            said_ms(message),
            is_edit=message.edited_at is not None,
            heard_to=message.id,
        )


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(FreeTableCog(bot))
