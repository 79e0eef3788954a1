"""Boards in words and symbols: on demand, or with every board for who wants them, in private."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import World, unhurried
from tests.helpers.people import Listener, Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

HIDE = "hide A1 red, D5 blue"


async def text_board(person: Person, room: str, **options: Any) -> str:
    """Return a private text board, without the meanings of its symbols."""
    async with Listener(person) as ear:
        answers: list[Message] = [await ear.ask(room, "/match board", text=True, **options)]
        while "Symbols: " not in answers[-1]["content"]:
            answers.append(await ear.answer())
    assert not any(message["attachments"] for message in answers)
    return "\n".join(message["content"] for message in answers)


async def test_only_a_secrets_owner_reads_it_in_their_board(world: World, room: str):
    game = "doubting-flower-field"
    await world.deal(room, game, **unhurried(game))
    await world.clock_runs(room)
    message = await world.ec.tell(HIDE)
    await world.ec.read(await world.ec.direct(), from_dealer("A1"), message["id"])
    own = await text_board(world.ec, room)
    assert "Your hidden flowers: A1 red, D5 blue." in own
    assert "`r` hidden red" in own
    for other in (world.dmo, world.spectator):
        text = await text_board(other, room)
        assert "submitted: EC." in text
        assert "A1 red" not in text
        assert "hidden red" not in text


def in_words(room: str, *parts: str) -> Callable[[Message], bool]:
    return from_dealer(f"in <#{room}>:\n", *parts)


@fixture()
async def wanted(world: World, room: str) -> str:
    """Return a room in which EC is sent boards in words."""
    assert "/me text:on" in await world.ec.ask_text(room, "/me")
    assert "I also send you each board" in await world.ec.ask_text(room, "/me", text="on")
    return room


async def test_who_wants_them_is_sent_every_board_in_words_also_after_a_restart(
    bot: BotProcess, world: World, wanted: str
):
    direct, other = await world.ec.direct(), await world.dmo.direct()
    await world.start(wanted)
    first = await world.ec.read(direct, in_words(wanted, "Fire (red) to move."))
    assert first["content"].count("```") == 2
    await bot.restart()
    turn = await world.turn_after(wanted, await world.ec.say(wanted, "E6 E7"), world.dmo)
    message = await world.ec.read(direct, in_words(wanted, "Ice (blue) to move."), first["id"])
    assert "E7 red" in message["content"]
    # The settings are changed in the middle of a match, in another language.
    german = replace(world.ec, locale="de")
    assert "in Worten" in await german.ask_text(wanted, "/me", text="on")
    await world.result_after(wanted, await world.dmo.say(wanted, "concede"))
    await world.ec.read(direct, in_words(wanted, "Die Partie ist vorbei."), message["id"])
    await world.ec.ask_text(wanted, "/me")
    assert turn["attachments"]
    boards = [message for message in await world.dmo.history(other) if in_words(wanted)(message)]
    assert boards == []


async def test_practice_in_direct_messages_is_told_in_words_there(world: World, wanted: str):
    direct = await world.ec.direct()
    # The match may be opened before the command is answered.
    before = (await world.ec.tell("hello"))["id"]
    await world.ec.command(direct, "/practice", game="fire-and-ice", level="easy")
    opening = await world.ec.read(direct, from_dealer("## "), before)
    message = await world.ec.read(direct, from_dealer("```", "Symbols: "), opening["id"])
    assert message["content"].startswith("A Battle of Fire and Ice. ")
    post = await world.ec.say(direct, "concede")
    await world.ec.read(direct, from_dealer("🏁"), post["id"])
    await world.ec.read(direct, from_dealer("```", "The match is over."), post["id"])
