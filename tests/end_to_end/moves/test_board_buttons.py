"""The buttons below a board: words said, the board large, one's own secret, the rules, the end."""

import re

from bot.texts import answers
from tests.end_to_end.conftest import Ears
from tests.end_to_end.helpers.matches import World, button_id, judge, labels, unhurried
from tests.helpers.people import Listener, Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess


async def press(by: Listener, post: Message, label: str) -> Message:
    return await by.press(post, button_id(post, label))


async def turn_of(world: World, room: str, person: Person, result: Message) -> Message:
    condition = from_dealer(f"<@{person.id}>", "⏳")
    return await world.host.read(room, condition, result["id"])


async def gardens(world: World, room: str) -> Message:
    times = unhurried("demeters-anguish")
    opening = await world.deal(room, "demeters-anguish", first="ec", **times)
    for person in (world.ec, world.dmo):
        await person.reply(await person.tell("pass"))
    return await turn_of(world, room, world.ec, opening)


async def test_a_word_that_is_pressed_after_a_restart_counts_as_if_it_had_been_typed(
    bot: BotProcess, world: World, room: str, ears: Ears
):
    turn = await gardens(world, room)
    await bot.restart()
    answer = await press(ears["ec"], turn, "Pass")
    assert f"<#{room}>" in answer["content"]
    outcome = await turn_of(world, room, world.dmo, turn)
    assert "passes" in outcome["content"]
    assert labels(outcome)
    # A pressed word is a line of the record like any other.
    await world.host.command(room, "/match abort")
    result = await world.host.read(room, from_dealer("🏁"), outcome["id"])
    record = await world.record_of(result)
    assert len(re.findall(r"^ec @[0-9.]+ pass$", record, re.MULTILINE)) == 2
    judge(record)


async def test_a_press_out_of_turn_or_by_the_audience_is_refused_in_private(
    world: World, room: str, ears: Ears
):
    turn = await gardens(world, room)
    assert "turn" in (await press(ears["dmo"], turn, "Pass"))["content"]
    for label in ("Pass", "Concede"):
        answer = await press(ears["spectator"], turn, label)
        assert answers.NOT_YOUR_MATCH() in answer["content"]
    assert await world.host.history(room, turn["id"]) == []


async def test_a_held_move_is_taken_back_with_a_button(world: World, room: str, ears: Ears):
    opening = await world.start(room, takeback=3_600, turn=7_200)
    assert "no move" in (await press(ears["ec"], opening, "Take back"))["content"].lower()
    move = await world.ec.say(room, "E6 E7")
    await world.host.command(room, "/match clock")
    await press(ears["ec"], opening, "Take back")
    await world.host.read(room, from_dealer("↩️", "takes the move back"), move["id"])


async def test_hidden_flowers_are_shown_to_their_owner_for_the_whole_match(
    world: World, room: str, ears: Ears
):
    times = unhurried("doubting-flower-field")
    opening = await world.deal(room, "doubting-flower-field", first="ec", **times)
    assert answers.NOTHING_HIDDEN() in (await press(ears["ec"], opening, "My secret"))["content"]
    message = await world.ec.reply(await world.ec.tell("hide A1 red, G7 blue"))
    assert "*My secret* below each board" in message["content"]
    await world.dmo.reply(await world.dmo.tell("hide B1 red, B7 blue"))
    turn = await turn_of(world, room, world.ec, opening)
    await world.ec.say(room, "D5 red")
    later = await turn_of(world, room, world.dmo, turn)
    for post in (opening, turn, later):
        assert "My secret" in labels(post)
        for name, own, cells in (
            ("ec", "A1 (red) and G7", "A1 red"),
            ("dmo", "B1 (red)", "B1 red"),
        ):
            page = await press(ears[name], post, "My secret")
            assert f"You hide {own}" in page["content"]
            (picture,) = page["attachments"]
            assert f"Your hidden flowers: {cells}" in picture["description"]
    answer = await press(ears["spectator"], later, "My secret")
    assert (answer["content"], answer["attachments"]) == (answers.NOTHING_HIDDEN(), [])
    page = await world.ec.reply(await world.ec.tell("Board"))
    assert page["content"] == "You hide A1 (red) and G7 (blue)."
    assert "Your hidden flowers: A1 red" in page["attachments"][0]["description"]
    assert (await ears["ec"].ask_text(room, "/match board")).startswith(page["content"])


async def test_anybody_sees_a_part_of_the_board_large_and_the_rules_of_this_match(
    world: World, room: str, ears: Ears
):
    turn = await gardens(world, room)
    large = await press(ears["spectator"], turn, "One board, large")
    (picture,) = large["attachments"]
    assert "EC's garden" in picture["description"]
    assert "DMO's garden" not in picture["description"]
    rules = await press(ears["spectator"], turn, "Rules")
    assert "Demeter's Anguish, page 1 of" in rules["content"]


async def test_of_several_boards_each_is_shown_alone_at_a_press(
    world: World, room: str, ears: Ears
):
    post = await world.deal(room, "deep-sea-voyage", first="ec", **unhurried("deep-sea-voyage"))
    assert len(post["attachments"]) == 3
    message = await press(ears["spectator"], post, "One board, large")
    assert labels(message) == ["Board 1", "Board 2", "Board 3"]
    for number in (3, 2, 1):
        await world.spectator.press(message, button_id(message, f"Board {number}"))
        message = await ears["spectator"].change_of(message)
        (picture,) = message["attachments"]
        assert f"board {number}:" in picture["description"]
        assert labels(message) == ["Board 1", "Board 2", "Board 3"]
