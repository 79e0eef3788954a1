"""Languages: a server's in its rooms, each reader's own in private; what is typed stays English."""

from dataclasses import replace

import pytest

from bot.texts import answers
from bot.texts.language import Language, speaking
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import World, button_id, unhurried
from tests.games.compass_collisions.positions import EC_LAYOUT
from tests.helpers.people import Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

FREE = {"first": "ec", "takeback": 0, "turn": 3600}


def german(person: Person) -> Person:
    """Return the same person with a Discord in German."""
    return replace(person, locale="de")


@fixture()
async def in_german(world: World, room: str) -> str:
    """Return a room on a server that Discord says is German."""
    await world.host.request("PATCH", f"/guilds/{world.guild_id}", json={"preferred_locale": "de"})
    return room


async def end(world: World, room: str, wins: str) -> Message:
    message = await world.dmo.say(room, "concede")
    return await world.host.read(room, from_dealer("🏁", wins), message["id"])


async def test_a_german_server_is_spoken_to_in_german_also_after_a_restart(
    bot: BotProcess, world: World, in_german: str
):
    opening = await world.deal(in_german, "fire-and-ice", **FREE)
    assert "du bist am Zug" in opening["content"]
    assert "Der Stand" in str(opening["attachments"]) or "ist am Zug" in str(opening["attachments"])
    with speaking(Language.DE):
        assert button_id(opening, answers.LABELS["concede"]())
    await bot.restart()
    message = await world.ec.say(in_german, "E6 E7")
    await world.host.read(in_german, from_dealer("du bist am Zug"), message["id"])
    wrong = await world.dmo.say(in_german, "A1 B1")
    refused = await world.host.read(in_german, from_dealer("❌"), wrong["id"])
    assert "your" not in refused["content"]
    await end(world, in_german, "gewinnt")


async def test_everybody_is_answered_in_their_own_language(world: World, in_german: str):
    await world.deal(in_german, "fire-and-ice", **FREE)
    assert "Waiting for" in await world.spectator.ask_text(in_german, "/match status")
    assert "Waiting for" not in await german(world.ec).ask_text(in_german, "/match status")
    assert "Das Protokoll" in await german(world.ec).ask_text(in_german, "/match record")


async def test_a_direct_message_is_in_the_language_of_its_readers_last_command(
    world: World, in_german: str
):
    await german(world.ec).ask_text(in_german, "/match status")
    await world.dmo.ask_text(in_german, "/match status")
    await world.deal(in_german, "compass-collisions", **unhurried("compass-collisions"))
    heard = {}
    for person in (world.ec, world.dmo):
        message = await person.tell(EC_LAYOUT)
        answer = await person.read(await person.direct(), from_dealer("`"), message["id"])
        heard[person.name] = answer["content"]
    assert "Your layout" in heard[world.dmo.name]
    assert "Deine Aufstellung" in heard[world.ec.name]


async def test_a_host_chooses_the_language_of_the_matches_to_come(world: World, in_german: str):
    text = await world.host.ask_text(in_german, "/dealer language")
    assert "Deutsch here, this server's language" in text
    opening = await world.deal(in_german, "fire-and-ice", **FREE)
    assert "English here;" in await world.host.ask_text(
        in_german, "/dealer language", language="en"
    )
    # The match at hand is not translated in the middle.
    assert "du bist am Zug" in opening["content"]
    await end(world, in_german, "gewinnt")
    opening = await world.deal(in_german, "fire-and-ice", **FREE)
    assert "your move" in opening["content"]
    await end(world, in_german, "wins")
    told_all = await world.host.ask_text(in_german, "/dealer defaults", language="de")
    assert "From the next match on, I use Deutsch here;" in told_all
    with pytest.raises(AssertionError, match="400"):  # Discord takes only what is offered
        await world.host.command(in_german, "/dealer language", language="tlh")
