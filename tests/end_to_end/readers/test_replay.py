"""`/match replay`: matches that are over, stepped through by anybody, across restarts."""

from typing import Any

from bot.features.replays import texts as replays
from tests.end_to_end.helpers.matches import World, button, button_id, press_on
from tests.end_to_end.moves.test_rulings import rules
from tests.helpers.people import Listener, Message
from tests.helpers.processes.bot_process import BotProcess

VIEW_CHANNEL = 1 << 10


async def finish(world: World, room: str) -> Message:
    await world.start(room)
    await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    await world.turn_after(room, await world.dmo.say(room, "E3 F3"), world.ec)
    return await world.result_after(room, await world.ec.say(room, "concede"))


def number_of(result: Message) -> int:
    return int(result["attachments"][0]["filename"].split("-")[1])


async def replay(reader: Listener, room: str, **options: Any) -> Message:
    return await reader.ask(room, "/match replay", **options)


async def go_to(reader: Listener, message: Message, number: str) -> None:
    form = await reader.open_form(message, button_id(message, replays.LABELS["move"]()))
    await reader.person.fill_in(message["channel_id"], form, number)


async def test_a_reader_steps_through_a_match_there_and_back(
    world: World, room: str, reader: Listener
):
    await finish(world, room)
    message = await replay(reader, room)
    assert "Move 0 of 3" in message["content"]
    assert button(message, replays.LABELS["back"]())["disabled"]
    (empty,) = message["attachments"]
    assert "Only the start domino" in empty["description"]
    message = await press_on(reader, message, replays.LABELS["forward"]())
    assert "Move 1 of 3" in message["content"]
    assert "lays E6 (white) and E7 (red)" in message["content"]
    assert "5:00 of reserve" in message["content"]
    (board,) = message["attachments"]
    assert "E7" in board["description"]
    message = await press_on(reader, message, replays.LABELS["last"]())
    assert "Move 3 of 3" in message["content"]
    assert "concedes" in message["content"]
    assert "🏁" in message["content"]
    assert button(message, replays.LABELS["forward"]())["disabled"]
    for label, number in (("back", 2), ("first", 0)):
        message = await press_on(reader, message, replays.LABELS[label]())
        assert f"Move {number} of 3" in message["content"]
    assert len(message["attachments"]) == 1


async def test_the_buttons_and_the_form_work_after_a_restart_between_two_presses(
    bot: BotProcess, world: World, room: str, reader: Listener
):
    await finish(world, room)
    message = await press_on(reader, await replay(reader, room), replays.LABELS["forward"]())
    await bot.restart()
    message = await press_on(reader, message, replays.LABELS["forward"]())
    assert "Move 2 of 3" in message["content"]
    await go_to(reader, message, " 1 ")
    message = await reader.change_of(message)
    assert "Move 1 of 3" in message["content"]


async def test_a_number_that_is_none_changes_nothing_and_says_why(
    world: World, room: str, reader: Listener
):
    await finish(world, room)
    message = await replay(reader, room)
    for typed, text in (
        ("seven", replays.NO_NUMBER()),
        ("-1", replays.NO_NUMBER()),
        ("4", replays.out_of_range(3)),
    ):
        await go_to(reader, message, typed)
        answer = await reader.answer()
        assert text in answer["content"]
        assert answer["id"] != message["id"]
    updates = [data for name, data in reader.events if name == "MESSAGE_UPDATE"]
    assert not [update for update in updates if update["id"] == message["id"]]
    await go_to(reader, message, "3")
    result = await reader.change_of(message)
    assert "Move 3 of 3" in result["content"]


async def test_only_matches_that_are_over_are_replayed(world: World, room: str, reader: Listener):
    opening = await world.start(room)
    live = number_of(opening)
    assert (await replay(reader, room))["content"] == replays.NONE_FINISHED()
    assert (await replay(reader, room, number=live))["content"] == replays.NO_SUCH_MATCH()
    await world.result_after(room, await world.ec.say(room, "concede"))
    message = await replay(reader, room)
    assert f"Match {live}," in message["content"]
    # A later match in the room goes on: the default is the last that is over.
    await world.start(room)
    assert f"Match {live}," in (await replay(reader, room))["content"]


async def test_a_match_that_goes_on_again_is_not_stepped_through(
    world: World, room: str, reader: Listener, host: Listener
):
    await finish(world, room)
    message = await replay(reader, room)
    await rules(host, room, "/match undo")
    last = button_id(message, replays.LABELS["last"]())
    assert await reader.press_text(message, last) == replays.NO_SUCH_MATCH()


async def test_a_match_is_replayed_elsewhere_only_by_those_who_can_read_its_room(
    world: World, room: str, reader: Listener
):
    number, elsewhere = number_of(await finish(world, room)), await world.new_room()
    message = await replay(reader, elsewhere, number=number)
    assert f"Match {number}," in message["content"]
    await world.deny(room, VIEW_CHANNEL, world.spectator)
    assert (await replay(reader, elsewhere, number=number))["content"] == replays.NO_SUCH_MATCH()
    forward = button_id(message, replays.LABELS["forward"]())
    assert await reader.press_text(message, forward) == replays.NO_SUCH_MATCH()


async def test_a_button_in_a_post_for_everybody_changes_nothing(
    world: World, room: str, reader: Listener
):
    message = await replay(reader, room, number=number_of(await finish(world, room)))
    name = button_id(message, replays.LABELS["last"]())
    copy = await world.forged_post(room, name)
    assert await reader.press_text(copy, name) == replays.NOT_YOURS()
    assert copy in await world.host.history(room)
