"""Matches of Fire and Ice from start to end over real sockets, with the bot in its own process."""

from random import Random

from engine.matches.entries import Entry, Speaker
from tests.end_to_end.helpers.matches import World, judge, random_move, shadow
from tests.helpers.people import from_dealer


async def test_a_match_is_played_to_its_last_legal_move(world: World, room: str):
    generator = Random(3)
    match = shadow(first="ec", takeback=0)
    latest = await world.start(room)
    while not match.result:
        (seat,) = match.to_act
        mover = world.people[seat.value]
        text = random_move(match, generator)
        match = match.enter(Entry(Speaker(seat.value), match.now, text)).match
        message = await mover.say(room, text)
        if not match.result:
            (awaited,) = match.to_act
            latest = await world.turn_after(room, message, world.people[awaited.value])
            (board,) = latest["attachments"]
            assert board["description"]
    result = await world.result_after(room, latest)
    loser = match.result.winner.opponent
    assert f"**{world.people[loser.value].name}** has no legal move" in result["content"]
    end = judge(await world.record_of(result))
    assert end["result"] == {"winner": match.result.winner.value, "reason": "no-legal-move"}
    assert end["position"] == match.game.position(match.state)


async def test_the_dmo_chooses_who_begins_and_silence_goes_to_the_lot(world: World, room: str):
    opening = await world.start(room, first=None, choice=1, seed=4)
    drawn = await world.host.read(room, from_dealer("Drawn by lot"), opening["id"])
    await world.ec.say(room, "concede")
    assert "dealer @" in await world.record_of(await world.result_after(room, drawn))
    asked = await world.start(room, first=None)
    assert "chooses who goes first" in asked["content"]
    chosen = await world.dmo.say(room, "first them")
    await world.turn_after(room, chosen, world.ec)
    assert {mention["id"] for mention in asked["mentions"]} == {world.ec.id, world.dmo.id}
