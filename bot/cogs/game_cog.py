"""What the cogs of all games share: the start command, and a listener for the game's rooms."""

import inspect
from typing import Any, ClassVar, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.card import MatchCard, Person
from bot.client.client import DealerClient
from bot.client.command_tree import Declined
from bot.cogs.permissions import require_access, require_host, require_players, require_room
from bot.cogs.start_options import Files, game_with, parameters_of
from bot.discord_clock import snowflake_ms
from bot.incoming.messages import hear, hear_deletion, hear_edit
from bot.incoming.replies import reply, when_done
from bot.matches.runner import MatchRunner
from bot.rooms.slow_mode import is_too_slow, longest_slow_mode, slow_mode_for
from bot.storage.store import RoomTaken
from bot.texts import hosts, texts_of
from engine.game import AnyGame
from engine.seats import Seat


class GameCog(commands.GroupCog):
    """`/<game> start`, and what is typed, edited and deleted where the game is played.

    Attributes:
        game: The game.
        files: Its options that are text files.
    """

    game: ClassVar[type[AnyGame]]
    files: ClassVar[Files] = {}

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        cast("app_commands.Group", self.app_command).add_command(self._start_command())

    # The start command

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
        room = require_room(given.pop("room", None) or interaction.channel, guild)
        for player in players.values():
            require_access(player, room)
        card = MatchCard(
            guild_id=guild.id,
            room_id=room.id,
            game=await game_with(self.game, self.files, given),
            players={seat: Person(each.id, each.display_name) for seat, each in players.items()},
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

    # The rooms where it is played

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Hand on what is typed."""
        runner = self._runner_in(message.channel.id)
        if runner:
            hear(runner, message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Hand on what is edited; it may have been typed before this process began."""
        runner = self._runner_in(payload.channel_id)
        if runner:
            hear_edit(runner, payload.message)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Hand on that a message is deleted."""
        self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Hand on that several messages are deleted at once."""
        self._deleted(payload.channel_id, payload.message_ids)

    def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        runner = self._runner_in(channel_id)
        if runner:
            hear_deletion(runner, message_ids, self.bot.registry.clock.now_ms())

    def _runner_in(self, room_id: int) -> MatchRunner | None:
        """Return the runner of the live match in a room, if it is a match of this game."""
        runner = self.bot.registry.runner_in(room_id)
        return runner if runner and type(runner.card.game) is self.game else None
