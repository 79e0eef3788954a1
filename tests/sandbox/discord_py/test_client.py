"""An unmodified discord.py sends, reads, edits and deletes over real sockets."""

import io

import discord
import pytest

from sandbox.state.permissions import Permission
from tests.sandbox.clients import PNG, Bot, running


def board(name="board.png"):
    return discord.File(io.BytesIO(PNG), name, description="the board")


async def test_the_bot_logs_in_and_finds_its_guild_and_rooms(clients, bot):
    assert bot.user.name == "Dealer"
    assert bot.application.flags.gateway_message_content_limited
    guild = bot.get_guild(int(clients.guild))
    rooms = [room.name for room in guild.text_channels]
    assert rooms == ["general", "dm1-game-room", "dm2-game-room"]
    assert guild.me == guild.get_member(bot.user.id)
    assert {member.display_name for member in guild.members} >= {"Hana", "Ada", "Bob", "Sam"}
    may = bot.room(clients).permissions_for(guild.me)
    assert (may.attach_files, may.manage_messages) == (True, False)
    assert guild.get_member(int(clients.hana.id)).guild_permissions.manage_guild
    assert not guild.get_member(int(clients.ada.id)).guild_permissions.manage_guild


async def test_an_embed_shows_the_attached_file(clients, bot):
    embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
    message = await bot.room(clients).send(embed=embed, file=board())
    assert message.attachments == []
    assert await clients.file({"url": message.embeds[0].image.url}) == PNG


async def test_allowed_mentions_decide_who_is_pinged(clients, bot):
    text = f"<@{clients.ada.id}> <@{clients.bob.id}> @everyone"
    room = bot.room(clients)
    everyone = await room.send(text)
    assert everyone.mention_everyone
    assert len(everyone.mentions) == 2
    nobody = await room.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert (nobody.mentions, nobody.mention_everyone) == ([], False)
    ada = discord.Object(clients.ada.id)
    item = await room.send(text, allowed_mentions=discord.AllowedMentions(users=[ada]))
    assert [user.id for user in item.mentions] == [ada.id]


async def test_a_pin_updates_a_message_without_an_edit(clients, bot):
    posted = await clients.ada.say(clients.room, "rules")
    message = await bot.next("message")
    await clients.permit_more("Dealer", Permission.PIN_MESSAGES)
    await message.pin()
    raw = await bot.next("raw_message_edit")
    assert raw.message.pinned
    assert raw.message.edited_at is None
    notice = await bot.next("message")
    assert notice.type is discord.MessageType.pins_add
    assert [pin.id async for pin in bot.room(clients).pins()] == [int(posted["id"])]


async def test_deletions_reach_the_bot_one_by_one_and_in_bulk(clients, bot):
    item = await clients.ada.say(clients.room, "one")
    await clients.ada.expect(204, "DELETE", f"{clients.messages}/{item['id']}")
    assert (await bot.next("raw_message_delete")).message_id == int(item["id"])
    said = [await clients.ada.say(clients.room, "more") for _ in range(3)]
    several = [discord.Object(message["id"]) for message in said]
    await clients.permit_more("Dealer", Permission.MANAGE_MESSAGES)
    await bot.room(clients).delete_messages(several)
    deleted = (await bot.next("raw_bulk_message_delete")).message_ids
    assert deleted == {message.id for message in several}
    with pytest.raises(discord.NotFound) as refused:
        await bot.room(clients).fetch_message(several[0].id)
    assert refused.value.code == 10008


async def test_history_is_paged_past_a_hundred_messages(clients, bot):
    ids = [int((await clients.ada.say(clients.room, str(number)))["id"]) for number in range(130)]
    room = bot.room(clients)

    async def history(limit=None, **place):
        named = {name: discord.Object(ids[index]) for name, index in place.items()}
        return [message.id async for message in room.history(limit=limit, **named)]

    assert await history() == ids[::-1]
    assert await history(after=9) == ids[10:]
    assert sorted(await history(around=50, limit=5)) == ids[48:53]
    assert await history(before=2) == ids[1::-1]


async def test_reactions_come_and_go(clients, bot):
    message = await bot.room(clients).send("held")
    await message.add_reaction("👍")
    own = await bot.next("raw_reaction_add")
    assert (own.user_id, str(own.emoji)) == (bot.user.id, "👍")
    path = f"{clients.messages}/{message.id}/reactions/%F0%9F%91%8D/@me"
    await clients.ada.expect(204, "PUT", path)
    assert (await bot.next("raw_reaction_add")).member.display_name == "Ada"
    [reaction] = (await bot.room(clients).fetch_message(message.id)).reactions
    assert (reaction.count, reaction.me) == (2, True)
    assert {user.id async for user in reaction.users()} == {bot.user.id, int(clients.ada.id)}
    await clients.ada.expect(204, "DELETE", path)
    assert (await bot.next("raw_reaction_remove")).user_id == int(clients.ada.id)
    await clients.permit_more("Dealer", Permission.MANAGE_MESSAGES)
    await message.clear_reactions()
    await bot.next("raw_reaction_clear")
    assert (await bot.room(clients).fetch_message(message.id)).reactions == []


async def test_typing_is_seen(clients, bot):
    await clients.ada.expect(204, "POST", f"/channels/{clients.room}/typing")
    assert (await bot.next("raw_typing")).user_id == int(clients.ada.id)
    watcher = await clients.watch(clients.ada)
    async with bot.room(clients).typing():
        assert (await watcher.wait("TYPING_START"))["user_id"] == str(bot.user.id)


async def test_without_the_content_intent_only_what_concerns_the_bot_has_content(clients):
    intents = discord.Intents.default()
    async with running(Bot(intents), clients.sandbox) as bot:
        await clients.ada.say(clients.room, "secret")
        assert (await bot.next("message")).content == ""
        await clients.ada.say(clients.room, f"<@{bot.user.id}> hello")
        assert (await bot.next("message")).content.endswith("hello")
        await bot.room(clients).send("mine")
        assert (await bot.next("message")).content == "mine"
        dm_id = await clients.ada.direct(str(bot.user.id))
        await clients.ada.say(dm_id, "private")
        assert (await bot.next("message")).content == "private"


async def test_components_v2_are_sent_and_come_back(clients, bot):
    view = discord.ui.LayoutView()
    container = discord.ui.Container(discord.ui.TextDisplay("# Rules"))
    container.add_item(discord.ui.ActionRow(discord.ui.Button(label="More", custom_id="more")))
    view.add_item(container)
    message = await bot.room(clients).send(view=view)
    assert message.flags.components_v2
    fetched = await bot.room(clients).fetch_message(message.id)
    assert fetched.components[0].children[0].content == "# Rules"
