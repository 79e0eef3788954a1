"""Matches of Fire and Ice from start to end over real sockets, with the bot in its own process."""

from random import Random

from engine.matches.entries import Entry, Speaker
from sandbox.server import BOT_TOKEN, Sandbox
from tests.end_to_end.helpers.matches import (
    HOUR,
    answered_in,
    count_requests,
    judge,
    random_move,
    record_of,
    result_after,
    shadow,
    start,
    turn_after,
)
from tests.helpers.people import Message, Person, World, from_dealer


async def test_a_match_is_played_to_its_last_legal_move(world: World, room: str):
    generator = Random(3)
    match = shadow(first="ec", takeback=0)
    latest = await start(world, room)
    while not match.result:
        (seat,) = match.to_act
        mover = world.people[seat.value]
        text = random_move(match, generator)
        match = match.enter(Entry(Speaker(seat.value), match.now, text)).match
        message = await mover.say(room, text)
        if not match.result:
            (awaited,) = match.to_act
            latest = await turn_after(world, room, message, world.people[awaited.value])
            (board,) = latest["attachments"]
            assert board["description"]
    result = await result_after(world, room, latest)
    loser = match.result.winner.opponent
    assert f"**{world.people[loser.value].name}** has no legal move" in result["content"]
    end = judge(await record_of(world.session, result))
    assert end["result"] == {"winner": match.result.winner.value, "reason": "no-legal-move"}
    assert end["position"] == match.game.position(match.state)


async def test_each_turn_is_one_post_that_pings_only_the_mover(
    sandbox: Sandbox, world: World, room: str
):
    opening = await start(world, room, turn=HOUR)
    requests = count_requests(sandbox, room)
    move = await world.ec.say(room, "E6 E7")
    turn = await turn_after(world, room, move, world.dmo)
    assert [mention["id"] for mention in turn["mentions"]] == [world.dmo.id]
    assert "E6 (white) and E7 (red)" in turn["content"]
    assert "<t:" in turn["content"]
    assert len(turn["attachments"]) == 1
    posts = [m for m in await world.host.history(room, opening["id"]) if m["author"].get("bot")]
    assert posts == [turn]
    # On a machine that is held up a countdown may have to be put right.
    del requests["PATCH /channels/{channel_id}/messages/{message_id}"]
    assert requests == {"POST /channels/{channel_id}/messages": 1}


async def test_chatter_and_spectators_are_ignored(world: World, room: str):
    await start(world, room)
    messages = [
        await world.ec.say(room, "I think E5 is lost"),
        await world.dmo.say(room, "pass the salt"),
        await world.spectator.say(room, "E6 E7"),
        await world.host.say(room, "D4 C4"),
    ]
    refused = await world.dmo.say(room, "E6 E7")
    assert "your turn" in (await world.host.reply(refused))["content"]
    assert not await answered_in(world.host, room) & {message["id"] for message in messages}


def _is_heard(message: Message) -> bool:
    return any(reaction["emoji"]["name"] == "👀" for reaction in message.get("reactions", []))


async def _heard(world: World, room: str, message: Message) -> None:
    await world.host.read(room, lambda m: m["id"] == message["id"] and _is_heard(m))


async def test_a_held_move_is_marked_and_taken_back_by_word_by_deletion_and_by_edit(
    world: World, room: str
):
    await start(world, room, takeback=600)
    first = await world.ec.say(room, "E6 E7")
    await _heard(world, room, first)
    word = await world.ec.say(room, "take back")
    await world.host.read(room, from_dealer("takes the move back"), word["id"])

    second = await world.ec.say(room, "D4 C4")
    await _heard(world, room, second)
    held = await world.ec.say(room, "E6 E7")
    assert "already have your move" in (await world.host.reply(held))["content"]
    await world.ec.delete(second)
    await world.host.read(room, from_dealer("takes the move back"), held["id"])

    third = await world.ec.say(room, "F3 F4")
    await _heard(world, room, third)
    await world.ec.edit(third, "E3 E2")
    await world.host.read(room, from_dealer("changes the move"), third["id"])

    result = await result_after(world, room, await world.dmo.say(room, "concede"))
    record = await record_of(world.session, result)
    assert record.count("ec @") == 7
    assert judge(record)["result"] == {"winner": "ec", "reason": "conceded"}


async def test_a_held_move_among_messages_deleted_in_bulk_is_taken_back(world: World, room: str):
    await start(world, room, takeback=600)
    chatter = await world.ec.say(room, "let me see")
    move = await world.ec.say(room, "E6 E7")
    await _heard(world, room, move)
    await world.host.request(
        "PUT",
        f"/channels/{room}/permissions/{world.about['bot_id']}",
        json={"type": 1, "allow": str(1 << 13), "deny": "0"},
    )
    # Only bots may delete in bulk: here, one that cleans up after an hour's talk.
    cleaner = Person(world, world.about["bot_id"], "Cleaner", f"Bot {BOT_TOKEN}")
    ids = {"messages": [chatter["id"], move["id"]]}
    await cleaner.request("POST", f"/channels/{room}/messages/bulk-delete", json=ids)
    await world.host.read(room, from_dealer("takes the move back"), move["id"])


async def test_the_dmo_chooses_who_begins_and_silence_goes_to_the_lot(world: World, room: str):
    opening = await start(world, room, first=None, choice=1, seed=4)
    drawn = await world.host.read(room, from_dealer("Drawn by lot"), opening["id"])
    await world.ec.say(room, "concede")
    assert "dealer @" in await record_of(world.session, await result_after(world, room, drawn))
    asked = await start(world, room, first=None)
    assert "chooses who goes first" in asked["content"]
    chosen = await world.dmo.say(room, "first them")
    await turn_after(world, room, chosen, world.ec)
    assert {mention["id"] for mention in asked["mentions"]} == {world.ec.id, world.dmo.id}
