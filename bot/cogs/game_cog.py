"""What the cogs of all games share: the command that starts a match."""

import inspect
from typing import Any, ClassVar, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.card import MatchCard, Person
from bot.client.client import DealerClient
from bot.client.command_tree import Declined
from bot.cogs.permissions import require_access, require_host, require_players, require_room
from bot.cogs.start_options import Files, game_with, level_of_dealer, parameters_of
from bot.discord_clock import snowflake_ms
from bot.incoming.replies import reply, when_done
from bot.rooms.slow_mode import is_too_slow, longest_slow_mode, slow_mode_for
from bot.storage.store import RoomTaken
from bot.texts import hosts, texts_of
from engine.game import AnyGame
from engine.seats import Seat


class GameCog(commands.GroupCog):
    """The commands of one game: `/<game> start`.

    Attributes:
        game: The game.
        files: Its options that are text files.
    """

    game: ClassVar[type[AnyGame]]
    files: ClassVar[Files] = {}

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        cast("app_commands.Group", self.app_command).add_command(self._start_command())

    def _start_command(self) -> app_commands.Command[Any, Any, Any]:
        async def start(interaction: discord.Interaction[Any], /, **given: Any) -> None:
            # Fetching a file and keeping the match may take a while.
            await reply(interaction, await when_done(interaction, self._start(interaction, given)))

        parameters = parameters_of(self.game, self.files)
        start.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        described = hosts.COMMON_OPTIONS | dict(texts_of(self.game).options)
        app_commands.describe(**{each.name: described[each.name] for each in parameters[1:]})(start)
        return app_commands.Command(
            name="start", description=f"Start a match of {self.game.title} (hosts)", callback=start
        )

    async def _start(
        self, interaction: discord.Interaction[DealerClient], given: dict[str, Any]
    ) -> str:
        """Start a match, and return what to tell the host.

        Raises:
            Declined: It cannot be started as the host wants it.
        """
        guild = await require_host(interaction)
        players = {seat: given.pop(seat.value) for seat in Seat}
        require_players(*players.values())
        level = level_of_dealer(given.pop("level", None), has_seat=guild.me in players.values())
        room = require_room(given.pop("room", None) or interaction.channel, guild)
        for player in players.values():
            require_access(player, room)
        card = MatchCard(
            guild_id=guild.id,
            room_id=room.id,
            game=await game_with(self.game, self.files, given),
            players={
                seat: Person(each.id, each.display_name, level if each == guild.me else None)
                for seat, each in players.items()
            },
            host_id=interaction.user.id,
            began_ms=snowflake_ms(interaction.id),
        )
        try:
            await self.bot.registry.open_match(card, interaction.id)
        except RoomTaken:
            raise Declined(hosts.ROOM_TAKEN.format(room=room.mention)) from None
        started = hosts.STARTED.format(room=room.mention, seed=card.game.seed)
        slow = slow_mode_for(list(players.values()), room)
        if is_too_slow(slow, card.game):
            started += f"\n{hosts.slowed(room.id, slow, longest_slow_mode(card.game))}"
        return started
