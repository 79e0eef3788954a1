"""Private channels: a player tells the Dealer secrets where the host reads along."""

import pytest

from engine.seats import Seat
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import World, answered_in, components_of, said_to, unhurried
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.people import SELECT, Listener, Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

VIEW, WRITE, EMBED, ATTACH, READ, REACT = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16, 1 << 6
ALL = VIEW | WRITE | EMBED | ATTACH | READ | REACT
GAME = "compass-collisions"
SUBMITTED = "has submitted"


async def allow(world: World, channel: str, name: str, allowed: int, *, role: bool = False) -> None:
    """Let somebody do so much in a channel, and nothing else."""
    await world.overwrite(channel, name, allow=allowed, deny=ALL & ~allowed, kind=int(not role))


async def channel_for(world: World, *readers: Person) -> str:
    channel = await world.new_room()
    for user_id in (world.host.id, world.about["bot_id"], *(reader.id for reader in readers)):
        await allow(world, channel, user_id, ALL)
    await allow(world, channel, world.guild_id, 0, role=True)
    return channel


async def told(host: Listener, room: str, player: Person, channel: str | None = None) -> str:
    values = {"channel": channel} if channel else {}
    return await host.ask_text(room, "/dealer private-channel", player=player.id, **values)


async def given(host: Listener, world: World, room: str, player: Person) -> str:
    """Return a private channel that a player now has."""
    channel = await channel_for(world, player)
    assert f"what <@{player.id}> writes in <#{channel}>" in await told(host, room, player, channel)
    return channel


async def dealt(host: Listener, room: str, game: str = GAME) -> Message:
    world = host.person.world
    opening = await world.deal(room, game, **unhurried(game))
    assert "is starting" in (await host.answer())["content"]
    await world.clock_runs(room)
    return opening


@fixture()
async def channel(world: World, host: Listener, room: str) -> str:
    """Return the EC's private channel, in a live match with secrets."""
    channel = await given(host, world, room, world.ec)
    await dealt(host, room)
    return channel


# Playing


async def test_a_whole_match_with_secrets_is_played_through_private_channels(
    world: World, host: Listener, followed: FollowedMatch
):
    room = world.rooms["general"]
    for seat in Seat:
        person = world.people[seat.value]
        followed.private[seat] = await given(host, world, room, person)
    before = [await said_to(person) for person in (world.ec, world.dmo)]
    await followed.deal("doubting-flower-field")
    await followed.types_all(
        (Seat.EC, "hide A1 red, G7 blue"),
        (Seat.DMO, "hide E4 red, D3 red"),
        (Seat.DMO, "first them"),
        (Seat.EC, "D5 red, C4 red"),
        (Seat.DMO, "challenge C4 D4 E4 D5 / C4 D4 D5 D3"),
        (Seat.EC, "doubt"),
    )
    for seat, channel in followed.private.items():
        person = world.people[seat.value]
        await person.reply(await person.say(channel, "board"))
    await followed.types(Seat.EC, "concede")
    await followed.ends_like_its_record()
    # Everything private came there: what will come, what was understood, and how the board looks.
    assert [await said_to(person) for person in (world.ec, world.dmo)] == before
    for seat, channel in followed.private.items():
        person = world.people[seat.value]
        announced, understood, text = await said_to(world.host, channel)
        assert f"<@{person.id}>" in announced
        assert "You're about to play" in announced
        assert "🤫" in understood
        assert text.startswith("You hide ")
        assert text.removesuffix(".") in understood


async def test_answers_go_where_they_were_asked_for(
    world: World, host: Listener, room: str, channel: str
):
    in_channel = await world.ec.reply(await world.ec.say(channel, EC_LAYOUT))
    assert "EEWWFFA" in in_channel["content"]
    assert in_channel["attachments"][0]["description"]
    direct = await world.ec.reply(await world.ec.tell(DMO_LAYOUT))
    assert "WWWWWWW" in direct["content"]
    assert not [text for text in await said_to(world.ec, channel) if "WWWWWWW" in text]
    # An edit is a new submission there, too.
    message = await world.ec.say(channel, "layout")
    refused = await world.ec.reply(message)
    await world.ec.edit(message, EC_LAYOUT)
    await world.ec.read(channel, from_dealer("EEWWFFA"), refused["id"])


async def test_only_the_player_is_heard_there_and_the_host_never(
    world: World, host: Listener, room: str, channel: str
):
    by_host = await world.host.say(channel, EC_LAYOUT)
    # The next message has been heard.
    await world.ec.reply(await world.ec.say(channel, "layout"))
    assert not any(SUBMITTED in text for text in await said_to(world.ec, room))
    assert by_host["id"] not in await answered_in(world.ec, channel)


async def test_with_several_matches_the_channel_asks_which_one_is_meant(
    world: World, host: Listener, room: str
):
    channel, other = await given(host, world, room, world.ec), await world.new_room()
    for text in (room, other):
        await dealt(host, text)
    message = await world.ec.say(channel, EC_LAYOUT)
    question = await world.ec.reply(message)
    (select,) = components_of(question)
    values = {"component_type": SELECT, "values": [select["options"][1]["value"]]}
    # The host who reads along cannot choose for the player, and the question stays.
    assert "Only the two players" in await host.press_text(question, select["custom_id"], **values)
    async with Listener(world.ec):
        await world.ec.press(question, select["custom_id"], **values)
        await world.ec.read(other, from_dealer(SUBMITTED, "Ada"))


# Restarts


async def test_an_answer_and_a_secret_of_a_dead_time_come_after_the_restart(
    world: World, host: Listener, room: str, channel: str, bot: BotProcess
):
    await world.ec.reply(await world.ec.say(channel, "layout"))
    await bot.kill()
    by_host = await world.host.say(channel, DMO_LAYOUT)
    message = await world.ec.say(channel, EC_LAYOUT)
    # To reply to a message does not answer it.
    await world.host.say(channel, "so this one?", message_reference={"message_id": message["id"]})
    await bot.start()
    understood = await world.ec.read(channel, from_dealer("🤫"), message["id"])
    assert "EEWWFFA" in understood["content"]
    assert understood["message_reference"]["message_id"] == message["id"]
    await world.host.read(room, from_dealer(SUBMITTED, "Ada"))
    assert by_host["id"] not in await answered_in(world.ec, channel)
    again = await world.ec.reply(await world.ec.say(channel, DMO_LAYOUT))
    assert "WWWWWWW" in again["content"]


# Lost channels


@pytest.mark.parametrize("is_down", [False, True], ids=["live", "while the bot is down"])
async def test_a_deleted_channel_gives_way_to_direct_messages_and_the_host_is_told(
    world: World, host: Listener, room: str, channel: str, bot: BotProcess, *, is_down: bool
):
    await world.ec.reply(await world.ec.say(channel, "layout"))
    if is_down:
        await bot.kill()
    await world.host.request("DELETE", f"/channels/{channel}")
    if is_down:
        await bot.start()
    about = await world.host.direct()
    await world.host.read(about, from_dealer(f"I don't use <#{channel}>", "Ada"))
    assert "EEWWFFA" in (await world.ec.reply(await world.ec.tell(EC_LAYOUT)))["content"]
    assert "aborted" in await host.ask_text(room, "/match abort")
    text = await host.ask_text(room, "/match check", game=GAME, **world.players)
    assert "The private channel of **Ada** has been deleted" in text
    assert "✅ A match can start here." in text


async def test_a_channel_that_the_other_seat_comes_to_read_is_used_no_more(
    world: World, host: Listener, room: str, channel: str
):
    await allow(world, channel, world.dmo.id, ALL)
    await goes_unheard(world, channel)


async def goes_unheard(world: World, channel: str) -> None:
    """Check that the host is told of a channel, and that nothing said there is answered."""
    await world.host.read(await world.host.direct(), from_dealer(f"I don't use <#{channel}>"))
    unheard = await world.ec.say(channel, EC_LAYOUT)
    await world.ec.reply(await world.ec.tell(EC_LAYOUT))
    assert await world.ec.history(channel, unheard["id"]) == []


# The check


async def test_a_channel_that_the_other_seat_can_read_stops_a_start_and_forced_it_is_not_used(
    world: World, host: Listener, room: str
):
    channel = await given(host, world, room, world.ec)
    await allow(world, channel, world.dmo.id, VIEW | READ)
    reason = f"**Bob** can read <#{channel}>, the private channel of **Ada**"
    text = await host.ask_text(room, "/match check", game=GAME, **world.players)
    assert reason in text
    assert "can start here only with the option `force`" in text
    refused = await host.ask_text(room, f"/{GAME} start", **world.players)
    assert reason in refused
    assert not await world.host.history(room)
    forced = await host.ask_text(room, f"/{GAME} start", force=True, **world.players)
    assert reason in forced
    await world.clock_runs(room)
    await goes_unheard(world, channel)


async def test_no_match_starts_in_a_private_channel(world: World, host: Listener):
    general = world.rooms["general"]
    channel = await given(host, world, general, world.ec)
    for command, options in (
        ("/match check", {}),
        (f"/{GAME} start", {"force": True} | world.players),
        ("/dealer practice", {}),
    ):
        text = await host.ask_text(general, command, room=channel, **options)
        assert "a player's private channel" in text


# Setting


async def test_a_channel_that_is_not_private_to_the_player_is_refused(
    world: World, host: Listener, room: str
):
    public = await world.new_room()
    await allow(world, public, world.guild_id, VIEW, role=True)
    assert "Everyone on this server can read" in await told(host, room, world.ec, public)
    taken = await given(host, world, room, world.dmo)
    await allow(world, taken, world.ec.id, ALL)
    assert "another player's private channel" in await told(host, room, world.ec, taken)
    await told(host, room, world.dmo)
    await dealt(host, room)
    assert "is a game room" in await told(host, room, world.ec, room)
    shared = await channel_for(world, world.ec, world.dmo)
    assert f"<@{world.dmo.id}> is playing against them" in await told(host, room, world.ec, shared)
    assert "aborted" in await host.ask_text(room, "/match abort")
    assert "is a game room" in await told(host, room, world.ec, room)


async def test_whoever_else_can_read_a_channel_is_named_and_so_is_what_the_dealer_lacks(
    world: World, host: Listener, room: str
):
    path = f"/guilds/{world.guild_id}/roles"
    role = await world.host.request("POST", path, json={"name": "crew"})
    channel = await channel_for(world, world.ec, world.spectator)
    await allow(world, channel, role["id"], ALL, role=True)
    await allow(world, channel, (await world.role("Dealer"))["id"], ALL, role=True)
    await allow(world, channel, world.about["bot_id"], ALL & ~EMBED & ~REACT)
    text = await told(host, room, world.ec, channel)
    assert f"Others who can read it: <@&{role['id']}> and <@{world.spectator.id}>." in text
    assert "I don't have *Embed Links* and *Add Reactions*" in text
    await allow(world, channel, world.about["bot_id"], ALL & ~READ)
    assert "I don't have *Read Message History*" in await told(host, room, world.ec, channel)


async def test_a_channel_counts_from_when_it_is_set_until_it_is_taken_back(
    world: World, host: Listener, room: str
):
    await dealt(host, room)
    channel = await channel_for(world, world.ec)
    before = await world.ec.say(channel, DMO_LAYOUT)
    assert "I read what" in await told(host, room, world.ec, channel)
    understood = await world.ec.reply(await world.ec.say(channel, EC_LAYOUT))
    assert "EEWWFFA" in understood["content"]
    assert "no longer has a private channel" in await told(host, room, world.ec)
    result = await world.ec.say(channel, DMO_LAYOUT)
    await world.ec.reply(await world.ec.tell("layout"))
    assert not await answered_in(world.ec, channel) & {before["id"], result["id"]}


async def test_no_host_sets_it_for_whom_they_play_against(world: World, host: Listener, room: str):
    channel = await channel_for(world, world.ec)
    await world.deal(room, GAME, dmo=world.host.id)
    await host.answer()
    for given_channel in (channel, None):
        text = await told(host, room, world.ec, given_channel)
        assert "You are playing against them" in text


async def test_a_replacement_who_can_read_the_other_channel_gets_no_seat(
    world: World, host: Listener, room: str
):
    channel, newcomer = await given(host, world, room, world.ec), await world.newcomer()
    await dealt(host, room)
    await allow(world, channel, newcomer.id, VIEW | READ)
    text = await host.ask_text(room, "/match replace", player="dmo", by=newcomer.id)
    assert f"can read <#{channel}>, the private channel of the other player" in text
