"""Seasons, from `/season start` over a restart to the zip; and who may end one."""

import re
from io import BytesIO
from zipfile import ZipFile

from bot.features.seasons import texts
from bot.texts import hosting
from tests.end_to_end.helpers.matches import HOUR, World, judge
from tests.end_to_end.moves.test_rulings import rules
from tests.end_to_end.readers.test_languages import FREE, end, in_german  # noqa: F401 - a fixture
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

STAKES = {"winner": "receives 1 garnet", "loser": "is eliminated."}


async def files_of(world: World, answer: Message) -> dict[str, bytes]:
    return {file["filename"]: await world.file(file) for file in answer["attachments"]}


async def test_a_season_counts_what_begins_in_it_over_a_restart_and_is_exported(
    world: World, bot: BotProcess, host: Listener, room: str
):
    other = await world.new_room()
    assert await host.ask_text(room, "/season standings") == texts.NO_SEASON()
    assert await host.ask_text(room, "/season end") == texts.NONE_RUNS()
    await world.played(host, room)
    begun = await host.ask(room, "/season start", title="Spring *one*", **STAKES)
    text = "🏅 The winner receives 1 garnet. The loser is eliminated."
    assert begun["content"] == texts.started("Spring *one*", text)
    again = await host.ask(room, "/season start", title="Summer")
    assert again["content"] == texts.ONE_RUNS()
    await world.played(host, room)
    await world.played(host, room, seed=7)
    running = await world.start(other, turn=HOUR)
    await host.answer()
    await bot.restart()
    ended = await host.ask(room, "/season end")
    assert ended["content"] == texts.ended("Spring *one*", 1)
    await world.played(host, room)
    await world.ec.say(other, "concede")
    await world.result_after(other, running)
    await rules(host, other, "/match undo")
    again = await world.ec.say(other, "concede")
    await world.result_after(other, again)
    sentence = f"🏅 **{world.dmo.name}** receives 1 garnet. **{world.ec.name}** is eliminated."
    assert await stakes_in(world, room) == ["", sentence, sentence, ""]
    assert await stakes_in(world, other) == [sentence, sentence]

    async with Listener(world.spectator) as anybody:
        standings = await anybody.ask(room, "/season standings", season="spring *one*")
        results = await anybody.ask(room, "/season results")
        for command in ("/season standings", "/season results"):
            aloud = await anybody.ask(room, command, public=True)
            assert aloud["content"] == hosting.HOSTS_ONLY()
    assert text in results["content"]
    await posted_for_everybody(world, host, standings, results)
    assert "2  0" in standings["content"]
    (picture,) = standings["attachments"]
    name = world.dmo.name
    assert f"1. {name} 2 : 0 (A Battle of Fire and Ice 2 : 0)" in picture["description"]
    assert (await files_of(world, standings))["standings.png"].startswith(b"\x89PNG")
    apart = results["content"].partition("Rehearsals:")
    assert [item.count("No. ") for item in (apart[0], apart[2])] == [2, 1]
    assert (await files_of(world, results))["results.txt"].count(b"No. ") == 3

    exported = await host.ask(room, "/season export")
    ((_, content),) = (await files_of(world, exported)).items()
    with ZipFile(BytesIO(content)) as opened:
        names = opened.namelist()
        records = [name for name in names if name.endswith(".dm")]
        ends = [judge(opened.read(record).decode()) for record in records]
    assert [record.partition("/")[0] for record in records] == ["matches", "rehearsal", "matches"]
    assert all(post["result"]["winner"] == "dmo" for post in ends)
    assert sum(name.endswith("-board.png") for name in names) == 3
    assert {"standings.txt", "standings.png", "results.txt"} <= set(names)


async def stakes_in(world: World, room: str) -> list[str]:
    messages = [message["content"] for message in await world.host.history(room)]
    results = [content for content in messages if "🏁" in content]
    return ["".join(re.findall(".*🏅.*", result)) for result in results]


async def posted_for_everybody(world: World, host: Listener, *seen: Message) -> None:
    """Post private answers for everybody as a host, without pings; an error stays private."""
    hall = await world.new_room()
    for command, alone in zip(("/season standings", "/season results"), seen, strict=True):
        await world.host.command(hall, command, public=True)
        posted = await world.spectator.read(hall, from_dealer(alone["content"]))
        assert list(await files_of(world, posted)) == list(await files_of(world, alone))
        assert posted["mentions"] == []
    declined = await host.ask(hall, "/season standings", season="None", public=True)
    assert declined["content"] == texts.NO_SUCH_SEASON()
    assert len(await world.spectator.history(hall)) == 2


async def test_what_everybody_reads_of_a_season_is_in_the_servers_language(
    world: World,
    in_german: str,  # noqa: F811 - the fixture
):
    await world.host.ask_text(in_german, "/season start", title="Frühling")
    await world.deal(in_german, "fire-and-ice", **FREE)
    await end(world, in_german, "gewinnt")
    await world.host.command(in_german, "/season standings", public=True)
    await world.host.read(in_german, from_dealer("Frühling", "Längste"))
    assert "Longest" in await world.host.ask_text(in_german, "/season standings")
    await world.host.ask_text(in_german, "/season end")
