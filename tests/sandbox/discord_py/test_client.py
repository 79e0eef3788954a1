"""An unmodified discord.py sends, reads, edits and deletes over real sockets."""

import io

import discord
import pytest

from sandbox.gateway.intents import PRIVILEGED, Intent
from sandbox.server import Sandbox
from sandbox.state.permissions import Permission
from tests.sandbox.clients import PNG, Bot, open_clients, running


def board(name="board.png"):
    return discord.File(io.BytesIO(PNG), name, description="the board")


async def test_the_bot_logs_in_and_finds_its_guild_and_rooms(clients, bot):
    assert bot.user.name == "Dealer"
    assert bot.application.flags.gateway_message_content_limited
    guild = bot.get_guild(int(clients.guild))
    assert [room.name for room in guild.text_channels] == [
        "general",
        "dm1-game-room",
        "dm2-game-room",
    ]
    assert guild.me == guild.get_member(bot.user.id)
    assert {member.display_name for member in guild.members} >= {"Hana", "Ada", "Bob", "Sam"}
    may = bot.room(clients).permissions_for(guild.me)
    assert (may.attach_files, may.manage_messages) == (True, False)
    assert guild.get_member(int(clients.hana.id)).guild_permissions.manage_guild
    assert not guild.get_member(int(clients.ada.id)).guild_permissions.manage_guild


async def test_a_wrong_token_fails_the_login(clients):
    with pytest.raises(discord.LoginFailure):
        async with running(Bot(), clients.sandbox, "wrong"):
            pass


async def test_an_intent_that_was_not_granted_is_refused_by_the_gateway():
    granted = PRIVILEGED & ~Intent.MESSAGE_CONTENT
    async with Sandbox(granted_intents=granted) as sandbox:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with running(Bot(), sandbox):
                pass


async def test_a_person_s_message_reaches_the_bot_and_its_answer_the_person(clients, bot):
    watcher = await clients.watch(clients.bob)
    posted = await clients.ada.say(clients.room, "  D4 C4 ")
    message = await bot.next("message")
    assert (message.content, message.author.display_name) == ("D4 C4", "Ada")
    assert (message.id, message.channel.id) == (int(posted["id"]), int(clients.room))
    await message.channel.send("dealt", file=board())
    seen = await watcher.wait("MESSAGE_CREATE", content="dealt")
    [picture] = seen["attachments"]
    assert (picture["description"], picture["width"], picture["height"]) == ("the board", 5, 3)
    async with clients.http.get(picture["url"]) as answer:
        assert answer.headers["Content-Type"] == "image/png"
        assert await answer.read() == PNG


async def test_the_bot_reads_the_attachment_of_a_person(clients, bot):
    await clients.ada.expect(
        200, "POST", f"/channels/{clients.room}/messages", {}, {"my match.dm": b"moves"}
    )
    [attachment] = (await bot.next("message")).attachments
    assert attachment.filename == "my_match.dm"
    assert await attachment.read() == b"moves"


async def test_an_embed_shows_the_attached_file(clients, bot):
    embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
    message = await bot.room(clients).send(embed=embed, file=board())
    assert message.attachments == []
    async with clients.http.get(message.embeds[0].image.url) as answer:
        assert await answer.read() == PNG


async def test_a_reply_names_and_pings_the_one_it_answers(clients, bot):
    posted = await clients.ada.say(clients.room, "Z9")
    message = await bot.next("message")
    answer = await message.reply("no such cell")
    assert answer.reference.message_id == int(posted["id"])
    assert answer.reference.resolved.content == "Z9"
    assert [user.id for user in answer.mentions] == [int(clients.ada.id)]
    silent = await message.reply("no such cell", mention_author=False)
    assert silent.mentions == []


async def test_allowed_mentions_decide_who_is_pinged(clients, bot):
    text = f"<@{clients.ada.id}> <@{clients.bob.id}> @everyone"
    room = bot.room(clients)
    everyone = await room.send(text)
    assert everyone.mention_everyone
    assert len(everyone.mentions) == 2
    nobody = await room.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert (nobody.mentions, nobody.mention_everyone) == ([], False)
    ada = discord.Object(clients.ada.id)
    one = await room.send(text, allowed_mentions=discord.AllowedMentions(users=[ada]))
    assert [user.id for user in one.mentions] == [ada.id]


async def test_an_edit_has_a_timestamp_and_reaches_everyone(clients, bot):
    posted = await clients.ada.say(clients.room, "D4 C4")
    await bot.next("message")
    path = f"/channels/{clients.room}/messages/{posted['id']}"
    await clients.ada.expect(200, "PATCH", path, {"content": "D4 D5"})
    raw = await bot.next("raw_message_edit")
    assert raw.message.content == "D4 D5"
    assert raw.message.edited_at > raw.message.created_at
    mine = await bot.room(clients).send("first", file=board())
    edited = await mine.edit(content="second")
    assert edited.content == "second"
    assert len(edited.attachments) == 1
    assert (await mine.edit(attachments=[])).attachments == []


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
    one = await clients.ada.say(clients.room, "one")
    await clients.ada.expect(204, "DELETE", f"/channels/{clients.room}/messages/{one['id']}")
    assert (await bot.next("raw_message_delete")).message_id == int(one["id"])
    several = [
        discord.Object((await clients.ada.say(clients.room, "more"))["id"]) for _ in range(3)
    ]
    await clients.permit_more("Dealer", Permission.MANAGE_MESSAGES)
    await bot.room(clients).delete_messages(several)
    assert (await bot.next("raw_bulk_message_delete")).message_ids == {one.id for one in several}
    with pytest.raises(discord.NotFound) as refused:
        await bot.room(clients).fetch_message(several[0].id)
    assert refused.value.code == 10008


async def test_history_is_paged_past_a_hundred_messages(clients, bot):
    ids = [int((await clients.ada.say(clients.room, str(number)))["id"]) for number in range(130)]
    room = bot.room(clients)
    newest_first = [message.id async for message in room.history(limit=None)]
    assert newest_first == ids[::-1]
    after = [message.id async for message in room.history(after=discord.Object(ids[9]), limit=None)]
    assert after == ids[10:]
    around = [message.id async for message in room.history(around=discord.Object(ids[50]), limit=5)]
    assert sorted(around) == ids[48:53]
    assert [one.id async for one in room.history(before=discord.Object(ids[2]))] == ids[1::-1]


async def test_reactions_come_and_go(clients, bot):
    message = await bot.room(clients).send("held")
    await message.add_reaction("👍")
    own = await bot.next("raw_reaction_add")
    assert (own.user_id, str(own.emoji)) == (bot.user.id, "👍")
    path = f"/channels/{clients.room}/messages/{message.id}/reactions/%F0%9F%91%8D/@me"
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


async def test_a_dm_is_the_same_from_both_sides(clients, bot):
    watcher = await clients.watch(clients.ada)
    user = await bot.fetch_user(int(clients.ada.id))
    sent = await user.send("your tiles")
    opened = await watcher.wait("CHANNEL_CREATE", type=1)
    assert [one["username"] for one in opened["recipients"]] == ["Dealer"]
    assert (await watcher.wait("MESSAGE_CREATE"))["content"] == "your tiles"
    dm_id = await clients.ada.dm(str(bot.user.id))
    assert int(dm_id) == sent.channel.id
    await bot.next("message")
    await clients.ada.say(dm_id, "D4")
    answer = await bot.next("message")
    assert (answer.content, answer.guild) == ("D4", None)
    assert isinstance(answer.channel, discord.DMChannel)


async def test_typing_is_seen(clients, bot):
    await clients.ada.expect(204, "POST", f"/channels/{clients.room}/typing")
    assert (await bot.next("raw_typing")).user_id == int(clients.ada.id)
    watcher = await clients.watch(clients.ada)
    async with bot.room(clients).typing():
        assert (await watcher.wait("TYPING_START"))["user_id"] == str(bot.user.id)


async def test_rooms_and_people_added_at_a_door_reach_the_bot(clients, bot):
    await clients.control("POST", "world", {"channels": 1, "users": 1})
    assert (await bot.next("guild_channel_create")).name == "dm3-game-room"
    assert (await bot.next("member_join")).display_name == "Guest5"


async def test_a_channel_s_changes_reach_the_bot(clients, bot):
    await clients.hana.expect(200, "PATCH", f"/channels/{clients.room}", {"name": "arena"})
    _, after = await bot.next("guild_channel_update")
    assert after.name == "arena"
    await clients.hana.expect(200, "DELETE", f"/channels/{clients.other_room}")
    assert (await bot.next("guild_channel_delete")).id == int(clients.other_room)


async def test_a_role_given_to_a_member_reaches_the_bot(clients, bot):
    guild = bot.get_guild(int(clients.guild))
    role = discord.utils.get(guild.roles, name="Referee")
    path = f"/guilds/{clients.guild}/members/{clients.ada.id}/roles/{role.id}"
    await clients.hana.expect(204, "PUT", path)
    _, after = await bot.next("member_update")
    assert role in after.roles


async def test_members_are_found_by_query_without_their_intent(clients):
    async with running(Bot(discord.Intents.default()), clients.sandbox) as bot:
        guild = bot.get_guild(int(clients.guild))
        assert list(guild.members) == [guild.me]
        [ada] = await guild.query_members("ad")
        assert ada.id == int(clients.ada.id)
        assert (await guild.fetch_member(int(clients.bob.id))).display_name == "Bob"


async def test_without_the_content_intent_only_what_concerns_the_bot_has_content(clients):
    intents = discord.Intents.default()
    async with running(Bot(intents), clients.sandbox) as bot:
        await clients.ada.say(clients.room, "secret")
        assert (await bot.next("message")).content == ""
        await clients.ada.say(clients.room, f"<@{bot.user.id}> hello")
        assert (await bot.next("message")).content.endswith("hello")
        await bot.room(clients).send("mine")
        assert (await bot.next("message")).content == "mine"
        dm_id = await clients.ada.dm(str(bot.user.id))
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


async def test_two_sandboxes_run_side_by_side(clients):
    async with Sandbox() as other, open_clients(other) as second:
        assert second.sandbox.address != clients.sandbox.address
        assert (await second.ada.call("GET", "/users/@me")).status == 200
