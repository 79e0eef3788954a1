"""A member in time-out reads, and cannot write, react or press; nor can a bot write."""

from datetime import UTC, datetime, timedelta

import pytest

from sandbox.state.models import VOICE_CHANNEL
from sandbox.state.permissions import Permission
from tests.sandbox.messages.test_limits import button, row, select

HOUR = 3600
UNTIL = "communication_disabled_until"


async def time_out(clients, person, seconds=HOUR, **more):
    body = {"user_id": person.id, "seconds": seconds, **more}
    return (await clients.control("POST", "timeouts", body)).content


def member(clients, person):
    return f"/guilds/{clients.guild}/members/{person.id}"


def ends(**from_now):
    return {UNTIL: (datetime.now(UTC) + timedelta(**from_now)).isoformat()}


REACTION = "/{message}/reactions/👍/@me"
WRITING = {
    "writing": ("POST", "messages", {"content": "x"}),
    "writing in a thread": ("POST", "{thread}", {"content": "x"}),
    "typing": ("POST", "typing", None),
    "reacting first": ("PUT", "messages" + REACTION, None),
    "reacting as others did": ("PUT", "messages" + REACTION.replace("👍", "👀"), None),
    "starting a thread": ("POST", "threads", {"name": "x", "type": 11}),
}


@pytest.mark.parametrize("person", ["ada", "bot"])
@pytest.mark.parametrize(("method", "path", "body"), WRITING.values(), ids=WRITING)
async def test_who_is_in_time_out_cannot_write_or_react(clients, person, method, path, body):
    caller, room = getattr(clients, person), f"/channels/{clients.room}"
    posted = await clients.sam.say(clients.room, "x")
    await clients.sam.react(posted, "👀")
    thread = (
        await clients.sam.expect(200, "POST", f"{room}/threads", {"name": "x", "type": 11})
    ).body
    rest = path.format(message=posted["id"], thread="messages")
    place = f"/channels/{thread['id']}" if "thread}" in path else room
    await time_out(clients, caller)
    await caller.refused(403, 50013, method, f"{place}/{rest}", body)
    await time_out(clients, caller, 0)
    assert (await caller.call(method, f"{place}/{rest}", body)).status in (200, 204)


async def test_who_is_in_time_out_reads_and_hears_on(clients, watcher, dealer):
    voice = {"name": "voice", "type": VOICE_CHANNEL}
    path = f"/guilds/{clients.guild}/channels"
    spoken = (await clients.hana.expect(200, "POST", path, voice)).body["id"]
    for person in (clients.ada, clients.bot):
        await time_out(clients, person)
    assert "CHANNEL_DELETE" not in await watcher.heard()
    for place in (clients.room, spoken):
        posted = await clients.bob.say(place, "on")
        for session in (watcher, dealer):
            await session.wait("MESSAGE_CREATE", id=posted["id"])
        for person in (clients.ada, clients.bot):
            history = await person.get(f"/channels/{place}/messages")
            assert [message["content"] for message in history] == ["on"]


async def test_who_is_in_time_out_gives_no_command_and_presses_nothing(clients, dealer):
    [command] = await clients.register({"name": "ping", "description": "x"})
    components = [row(button()), row(select())]
    panel = await clients.bot.say(clients.room, "panel", components=components)

    async def deeds():
        yield await clients.use(clients.ada, command)
        yield await clients.press(clients.ada, panel, "a")
        yield await clients.press(clients.ada, panel, "menu", component_type=3, values=["0"])

    assert [deed.status async for deed in deeds()] == [204, 204, 204]
    before = (await dealer.heard()).count("INTERACTION_CREATE")
    await time_out(clients, clients.ada)
    assert [(deed.status, deed.code) async for deed in deeds()] == [(403, 50013)] * 3
    assert (await dealer.heard()).count("INTERACTION_CREATE") == before == 3


async def test_a_bot_in_time_out_still_answers_interactions(clients, dealer):
    """Discord lets it (discord-api-docs, issue 6847), although its messages are refused."""
    [command] = await clients.register({"name": "ping", "description": "x"})
    await time_out(clients, clients.bot)
    await clients.use(clients.ada, command)
    interaction = await dealer.wait("INTERACTION_CREATE")
    assert int(interaction["app_permissions"]) == (
        Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
    )
    answer = await clients.respond(interaction, {"type": 4, "data": {"content": "done"}})
    assert answer.status == 200
    assert (await clients.bot.post(clients.room)).code == 50013


async def test_a_time_out_is_of_one_guild_and_not_of_direct_messages(clients):
    second = await clients.second_guild()
    await time_out(clients, clients.ada)
    assert (await clients.ada.post(clients.room)).code == 50013
    assert (await clients.ada.post(second.room)).status == 200
    assert (await clients.ada.tell("private"))["content"] == "private"
    await time_out(clients, clients.ada, guild_id=second.id)
    assert (await clients.ada.post(second.room)).code == 50013


async def test_an_overwrite_gives_nothing_back_and_managing_is_lost_too(clients):
    await clients.overwrite(clients.hana.id, allow=Permission.SEND_MESSAGES, kind=1)
    await time_out(clients, clients.hana)
    assert (await clients.hana.post(clients.room)).code == 50013
    path = f"/guilds/{clients.guild}/channels"
    await clients.hana.refused(403, 50013, "POST", path, {"name": "x"})


async def test_a_time_out_is_told_and_shown_until_when_it_lasts(clients, dealer):
    shown = await time_out(clients, clients.ada)
    told = await dealer.wait("GUILD_MEMBER_UPDATE")
    left = datetime.fromisoformat(shown[UNTIL]) - datetime.now(UTC)
    assert timedelta() < left <= timedelta(seconds=HOUR)
    listed = await clients.bot.get(member(clients, clients.ada))
    assert told[UNTIL] == listed[UNTIL] == shown[UNTIL]
    await clients.ada.tell("private")
    assert (await clients.bot.get(member(clients, clients.bob)))[UNTIL] is None
    assert (await time_out(clients, clients.ada, 0))[UNTIL] is None


async def test_a_bot_hears_of_its_own_without_the_members_intent(clients):
    bot = await clients.watch_as_bot(1)
    await time_out(clients, clients.ada)
    await time_out(clients, clients.bot)
    assert (await bot.wait("GUILD_MEMBER_UPDATE"))["user"]["id"] == clients.app


async def test_a_moderator_times_out_and_ends_it(clients):
    path = member(clients, clients.ada)
    await clients.bob.refused(403, 50013, "PATCH", path, ends(hours=1))
    await clients.hana.expect(200, "PATCH", path, ends(hours=1))
    assert (await clients.ada.post(clients.room)).code == 50013
    await clients.hana.expect(200, "PATCH", path, {UNTIL: None})
    assert (await clients.ada.post(clients.room)).status == 200
    await clients.hana.expect(200, "PATCH", path, ends(seconds=-1))
    assert (await clients.ada.post(clients.room)).status == 200


@pytest.mark.parametrize("person", ["hana", "owner"])
async def test_neither_administrators_nor_the_owner_are_timed_out(clients, person):
    owner = clients.sandbox.services.world.owner
    target = clients.hana if person == "hana" else owner
    await clients.permit_more("Host", Permission.ADMINISTRATOR)
    await clients.hana.refused(403, 50013, "PATCH", member(clients, target), ends(hours=1))
    await time_out(clients, target)
    if person == "hana":
        assert (await clients.hana.post(clients.room)).status == 200


async def test_a_time_out_lasts_28_days_at_most(clients):
    path = member(clients, clients.ada)
    await clients.hana.expect(200, "PATCH", path, ends(days=28))
    await clients.hana.refused(400, 50035, "PATCH", path, ends(days=29))


@pytest.mark.parametrize("value", ["tomorrow", 7, True])
async def test_a_time_out_ends_at_a_timestamp(clients, value):
    path = member(clients, clients.ada)
    await clients.hana.refused(400, 50035, "PATCH", path, {UNTIL: value})


async def test_to_time_out_does_not_mean_to_give_roles(clients):
    path, roles = member(clients, clients.ada), {"roles": []}
    await clients.permit("Host", Permission.MODERATE_MEMBERS)
    await clients.hana.expect(200, "PATCH", path, ends(hours=1))
    await clients.hana.refused(403, 50013, "PATCH", path, ends(hours=1) | roles)
    await clients.hana.refused(403, 50013, "PATCH", path, roles)
    await clients.hana.refused(403, 50013, "PATCH", path, {})
