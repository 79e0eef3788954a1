"""An unmodified discord.py runs as shards, in one client or in several at once."""

import discord
import pytest

from tests.sandbox.clients import Clock, ShardedBot, running


class Echo(ShardedBot):
    """Shards whose command answers with the number of their first one."""

    def __init__(self, **options):
        super().__init__(**options)
        command = discord.app_commands.Command(name="ping", description="x", callback=self.ping)
        self.tree.add_command(command)

    async def setup_hook(self):
        await self.tree.sync()

    async def ping(self, interaction: discord.Interaction):
        await interaction.response.send_message(f"shard {self.shard_ids[0]}")


def shards(*shard_ids, count=2, kind=ShardedBot):
    return kind(shard_ids=list(shard_ids), shard_count=count)


@pytest.fixture
async def guilds(clients):
    return [await clients.new_guild((shard, 2)) for shard in (0, 1)]


async def test_commands_reach_the_client_with_the_guild_s_shard_and_in_dms_the_first(
    clients, guilds
):
    async with (
        running(shards(0, kind=Echo), clients.sandbox),
        running(shards(1, kind=Echo), clients.sandbox),
    ):
        for guild, answer in zip(guilds, ("shard 0", "shard 1"), strict=True):
            assert await answered(guild, guild.room) == answer
        assert await answered(guilds[1], await guilds[1].ada.dm(clients.app)) == "shard 0"


async def answered(guild, channel):
    [command] = await guild.ada.get(f"/applications/{guild.app}/commands")
    watcher = await guild.watch(guild.ada)
    where = {"channel_id": channel, "guild_id": guild.guild if channel == guild.room else None}
    assert (await guild.use(guild.ada, command, **where)).status == 204
    return (await watcher.wait("MESSAGE_CREATE", channel_id=channel))["content"]


async def test_clients_of_another_count_take_over_while_the_old_one_runs(clients, guilds):
    old, new = shards(0, count=1), [shards(0), shards(1)]
    async with (
        running(old, clients.sandbox),
        running(new[0], clients.sandbox),
        running(new[1], clients.sandbox),
    ):
        for guild, bot in zip(guilds, new, strict=True):
            await guild.ada.say(guild.room, guild.guild)
            for item in (old, bot):
                assert (await item.next("message")).content == guild.guild
        await old.close()
        for guild, bot in zip(guilds, new, strict=True):
            await guild.ada.say(guild.room, "still heard")
            assert (await bot.next("message")).content == "still heard"


class Pausing(ShardedBot):
    """Shards that make the library's pause before an IDENTIFY, by a clock of their own."""

    clock: Clock

    async def before_identify_hook(self, shard_id, *, initial=False):
        if not initial:
            self.clock.now += 5


async def test_the_library_s_pause_is_as_long_as_it_has_to_be(rate_limited_clients, monkeypatch):
    clients, clock = rate_limited_clients, Clock()
    monkeypatch.setattr("sandbox.rate_limits.monotonic", clock)
    bot = shards(0, 1, 2, count=3, kind=Pausing)
    bot.clock = clock
    async with running(bot, clients.sandbox):
        limit = (await clients.bot.get("/gateway/bot"))["session_start_limit"]
        assert limit["remaining"] == 997
