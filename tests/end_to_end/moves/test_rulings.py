"""A host's rulings: each is shown before it counts, and counts once it is confirmed."""

from typing import Any

from bot.features.rulings import texts
from bot.live.decide.rulings import OUTDATED
from bot.texts import match_log
from tests.end_to_end.helpers.matches import HOUR, World, judge, unhurried
from tests.games.compass_collisions.positions import EC_LAYOUT
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

CONFIRM, CANCEL = 0, 1


async def asked(host: Listener, room: str, command: str, **options: Any) -> Message:
    # They may have been told of a start, and of other commands.
    host.events.clear()
    message = await host.ask(room, command, **options)
    assert message["components"], message["content"]
    return message


async def press(host: Listener, message: Message, which: int = CONFIRM) -> str:
    (row,) = message["components"]
    await host.person.press(message, row["components"][which]["custom_id"])

    def is_told(data: Message) -> bool:
        return data["id"] == message["id"] and not data["components"]

    return (await host.wait("MESSAGE_UPDATE", is_told))["content"]


async def rules(host: Listener, room: str, command: str, **options: Any) -> Message:
    """Give a ruling as a host, and confirm it; return the preview."""
    message = await asked(host, room, command, **options)
    assert await press(host, message) == texts.GIVEN()
    return message


async def opened(world: World, host: Listener, room: str, **options: Any) -> Message:
    opening = await world.start(room, turn=HOUR, **options)
    assert "is starting in" in (await host.answer())["content"]
    await world.clock_runs(room)
    return opening


async def test_an_undo_is_shown_with_its_board_gives_the_turn_back_and_is_in_the_log_with_links(
    world: World, host: Listener, room: str
):
    await opened(world, host, room)
    played = await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"))
    message = await asked(host, room, "/match undo")
    (board,) = message["attachments"]
    assert "Only the start domino is on the board" in board["description"]
    assert await press(host, message) == texts.GIVEN()
    await world.host.read(room, from_dealer("the last action is undone"))
    answer = await host.ask(room, "/match log")
    move, ruling = answer["content"].splitlines()
    assert f"**{world.ec.name}**: `E6 E7`" in move
    assert "(taken back)" in move
    assert f"/{room}/{played['id']}>" in move
    assert f"<@{world.host.id}>: undoes the last action" in ruling
    assert len(answer["attachments"]) == 1
    await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"), message["id"])


async def test_a_concession_that_was_a_slip_is_undone_after_the_end(
    world: World, host: Listener, room: str
):
    opening = await opened(world, host, room)
    message = await world.ec.say(room, "concede")
    result = await world.result_after(room, opening)
    assert "/match undo" in result["content"]
    await world.ec.say(room, "E6 E7")
    await rules(host, room, "/match undo")
    turn = await world.host.read(room, from_dealer("is undone"), message["id"])
    await world.ec.say(room, "E3 F3")
    await world.host.read(room, from_dealer("lays E3"), turn["id"])
    await world.dmo.say(room, "concede")
    end = judge(await world.record_of(await world.result_after(room, turn)))
    assert end["result"]["winner"] == "ec"


async def test_a_ruling_is_confirmed_by_another_process_and_a_wrong_one_taken_back(
    world: World, bot: BotProcess, host: Listener, room: str
):
    opening = await opened(world, host, room)
    message = await asked(host, room, "/match award", player="dmo", reason="Calculators!")
    assert "Calculators!" in message["content"]
    await bot.restart()
    assert await press(host, message) == texts.GIVEN()
    result = await world.result_after(room, opening)
    await world.host.read(room, from_dealer("Reason: Calculators!"), opening["id"])
    await rules(host, room, "/match undo", what="ruling")
    goes_on = await world.host.read(room, from_dealer("is taken back"), result["id"])
    await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"), goes_on["id"])


async def test_another_person_takes_a_seat_and_the_record_and_the_log_name_both(
    world: World, bot: BotProcess, host: Listener, room: str
):
    opening = await opened(world, host, room)
    eve = await world.newcomer()
    await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"))
    await rules(host, room, "/match replace", player="ec", by=eve.id)
    message = await world.host.read(room, from_dealer("now plays as EC"))
    await bot.restart()
    await world.ec.say(room, "concede")
    await world.dmo.say(room, "E3 F3")
    await world.host.read(room, from_dealer("lays E3"), message["id"])
    await eve.say(room, "concede")
    record = await world.record_of(await world.result_after(room, opening))
    assert f"ec: {world.ec.name}\n" in record
    assert f"seat ec {eve.name}\n" in record
    assert judge(record)["result"]["winner"] == "dmo"
    logged = (await host.ask_text(room, "/match log")).splitlines()
    assert f"**{world.ec.name}**: `E6 E7`" in logged[0]
    assert f"**{eve.name}**: concedes" in logged[-1]


async def test_what_is_not_confirmed_changes_nothing(world: World, host: Listener, room: str):
    await opened(world, host, room)
    message = await asked(host, room, "/match award", player="ec", reason="A joke")
    assert await press(host, message, CANCEL) == texts.NOT_GIVEN()
    await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"))
    outdated = await asked(host, room, "/match undo")
    await world.dmo.say(room, "E3 F3")
    await world.host.read(room, from_dealer("lays E3"))
    assert await press(host, outdated) == str(OUTDATED.sentence)


async def test_the_log_of_a_live_match_has_no_secrets(world: World, host: Listener, room: str):
    opening = await world.deal(room, "compass-collisions", **unhurried("compass-collisions"))
    await host.answer()
    await world.ec.reply(await world.ec.tell(EC_LAYOUT))
    assert await host.ask_text(room, "/match log") == match_log.NOTHING_YET()
    await world.ec.say(room, "concede")
    await world.result_after(room, opening)
    assert "EEWWFFA" in await host.ask_text(room, "/match log")
