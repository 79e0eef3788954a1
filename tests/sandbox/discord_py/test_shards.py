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


def known(bot):
    return {str(guild.id) for guild in bot.guilds}


@pytest.fixture
async def guilds(clients):
    """A guild on each of two shards, besides the first one, which may be on either."""
    return [await clients.new_guild((shard, 2)) for shard in (0, 1)]


def on_shard(number, clients, guilds):
    every = (clients.guild, *(guild.guild for guild in guilds))
    return {guild for guild in every if (int(guild) >> 22) % 2 == number}


async def test_a_client_takes_the_number_of_shards_from_the_gateway(clients, guilds):
    await clients.control("POST", "limits", {"shards": 2})
    async with running(ShardedBot(), clients.sandbox) as bot:
        assert (bot.shard_count, sorted(bot.shards)) == (2, [0, 1])
        assert known(bot) == on_shard(0, clients, guilds) | on_shard(1, clients, guilds)
        for guild in guilds:
            await guild.ada.say(guild.room, "hello")
            message = await bot.next("message")
            assert message.guild.shard_id == guilds.index(guild)
            await message.channel.send("dealt")
            assert (await bot.next("message")).content == "dealt"


async def test_each_of_two_clients_sees_the_guilds_of_its_shard(clients, guilds):
    async with (
        running(shards(0), clients.sandbox) as one,
        running(shards(1), clients.sandbox) as two,
    ):
        for number, bot in enumerate((one, two)):
            assert known(bot) == on_shard(number, clients, guilds)
        for guild, bot in zip(guilds, (one, two), strict=True):
            await guild.ada.say(guild.room, f"in {guild.guild}")
            assert (await bot.next("message")).content == f"in {guild.guild}"
        assert [bot.seen["message"].qsize() for bot in (one, two)] == [0, 0]


async def test_direct_messages_reach_the_client_with_the_first_shard(clients, guilds):
    async with (
        running(shards(0), clients.sandbox) as one,
        running(shards(1), clients.sandbox) as two,
    ):
        ada = guilds[1].ada
        await ada.say(await ada.dm(clients.app), "private")
        assert (await one.next("message")).content == "private"
        user = await two.fetch_user(int(ada.id))
        sent = await user.send("sent by the other one")
        assert (await one.next("message")).id == sent.id
        await ada.say(guilds[1].room, "public")
        assert (await two.next("message")).content == "public"


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
    """What the bot answers Ada's command with."""
    [command] = await guild.ada.get(f"/applications/{guild.app}/commands")
    watcher = await guild.watch(guild.ada)
    where = {"channel_id": channel, "guild_id": guild.guild if channel == guild.room else None}
    assert (await guild.use(guild.ada, command, **where)).status == 204
    return (await watcher.wait("MESSAGE_CREATE", channel_id=channel))["content"]


async def test_a_guild_joined_later_is_told_to_the_client_with_its_shard(clients):
    async with (
        running(shards(0), clients.sandbox) as one,
        running(shards(1), clients.sandbox) as two,
    ):
        guild = await clients.new_guild((1, 2))
        assert (await two.next("guild_join")).id == int(guild.guild)
        assert guild.guild not in known(one)


async def test_each_shard_resumes_its_own_session(clients, guilds):
    async with running(shards(0, 1), clients.sandbox) as bot:
        await clients.fault("drop")
        for guild in guilds:
            await guild.ada.say(guild.room, "missed")
        messages = {(await bot.next("message")).guild.id for _ in guilds}
        assert messages == {int(guild.guild) for guild in guilds}
        assert {await bot.next("shard_resumed"), await bot.next("shard_resumed")} == {0, 1}


async def test_clients_of_another_count_take_over_while_the_old_one_runs(clients, guilds):
    old, new = shards(0, count=1), [shards(0), shards(1)]
    async with (
        running(old, clients.sandbox),
        running(new[0], clients.sandbox),
        running(new[1], clients.sandbox),
    ):
        for guild, bot in zip(guilds, new, strict=True):
            await guild.ada.say(guild.room, guild.guild)
            for each in (old, bot):
                assert (await each.next("message")).content == guild.guild
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
