"""Near misses of a move in a game room, over real sockets: a hint, and nothing changes."""

from tests.end_to_end.helpers.matches import record_of, result_after, start, turn_after
from tests.helpers.people import World, from_dealer


async def test_a_mistyped_move_gets_a_hint_and_counts_once_it_is_typed_right(
    world: World, room: str
):
    await start(world, room)
    await world.ec.say(room, "b4 we start, glhf")
    mistyped = await world.ec.say(room, "e 6 e 7")
    hint = await world.ec.reply(mistyped)
    assert "Did you mean `E6 E7`?" in hint["content"]
    move = await world.ec.say(room, "E6 E7")
    await turn_after(world, room, move, world.dmo)
    resigned = await world.dmo.say(room, "i resign")
    assert "`concede`" in (await world.dmo.reply(resigned))["content"]
    conceded = await world.dmo.say(room, "concede")
    record = await record_of(world.session, await result_after(world, room, conceded))
    typed = [line for line in record.splitlines() if line.startswith(("ec ", "dmo "))]
    assert [line.split(maxsplit=2)[2] for line in typed] == ["E6 E7", "concede"]
    answered = [
        message["message_reference"]["message_id"]
        for message in await world.host.history(room)
        if from_dealer()(message) and message.get("message_reference")
    ]
    assert answered == [mistyped["id"], resigned["id"]]
