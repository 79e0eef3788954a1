"""The slash commands: what they answer, whom they refuse, and that all of it stays private."""

import re

from bot.texts.players import analyses
from sandbox.server import Sandbox
from tests.end_to_end.conftest import Ears
from tests.end_to_end.helpers.matches import (
    clock_runs,
    deny,
    fault_is_met,
    judge,
    result_after,
    start,
    turn_after,
)
from tests.helpers.people import World, from_dealer


async def test_only_a_host_starts_a_match(world: World, room: str, ears: Ears):
    players = {"ec": world.ec.id, "dmo": world.dmo.id}
    for role in ("ec", "dmo", "spectator"):
        answer = await ears[role].ask(room, "/fire-and-ice start", **players)
        assert "Only a host" in answer["content"]
    assert await world.host.history(room) == []
    answer = await ears["host"].ask(room, "/fire-and-ice start", **players)
    assert f"<#{room}>" in answer["content"]


async def test_a_start_that_cannot_be_dealt_is_declined_with_the_reason(
    world: World, room: str, ears: Ears
):
    ec, dmo = world.ec.id, world.dmo.id
    answer = await ears["host"].ask(room, "/fire-and-ice start", ec=ec, dmo=ec)
    assert "different people" in answer["content"]
    answer = await ears["host"].ask(room, "/fire-and-ice start", ec=ec, dmo=dmo, level="hard")
    assert "in which I have a seat" in answer["content"]
    await start(world, room)
    await ears["host"].answer()
    answer = await ears["host"].ask(room, "/fire-and-ice start", ec=ec, dmo=dmo)
    assert "live match" in answer["content"]


async def test_a_room_in_which_the_dealer_may_not_post_is_named_before_the_match(
    world: World, room: str, ears: Ears
):
    send_messages = 1 << 11
    await deny(world, room, send_messages)
    answer = await ears["host"].ask(room, "/fire-and-ice start", ec=world.ec.id, dmo=world.dmo.id)
    assert "*Send Messages*" in answer["content"]


async def test_the_bearer_of_the_host_role_is_a_host(world: World, room: str, ears: Ears):
    roles = await world.host.request("GET", f"/guilds/{world.about['guild']['id']}/roles")
    ids = {role["name"]: role["id"] for role in roles}
    members = f"/guilds/{world.about['guild']['id']}/members"
    bearing = f"{members}/{world.spectator.id}/roles/{ids['Referee']}"
    await world.host.request("PUT", bearing)
    players = {"ec": world.ec.id, "dmo": world.dmo.id}
    await ears["host"].ask(room, "/dealer host-role", role=ids["Referee"])
    answer = await ears["spectator"].ask(room, "/fire-and-ice start", **players)
    assert f"<#{room}>" in answer["content"]
    await ears["host"].ask(room, "/dealer host-role", role=ids["Host"])
    answer = await ears["spectator"].ask(room, "/match abort")
    assert "Only a host" in answer["content"]
    await world.host.request("DELETE", bearing)


async def test_another_room_may_be_named(world: World, room: str, ears: Ears):
    lobby = world.rooms["general"]
    players = {"ec": world.ec.id, "dmo": world.dmo.id}
    answer = await ears["host"].ask(lobby, "/fire-and-ice start", room=room, **players)
    assert f"<#{room}>" in answer["content"]
    await world.host.read(room, from_dealer("chooses who goes first"))


async def test_the_clock_status_board_and_list_are_shown_to_anybody(
    world: World, room: str, ears: Ears
):
    await start(world, room)
    await clock_runs(world, room, world.dmo)
    ear = ears["spectator"]
    status = await ear.ask(room, "/match status")
    assert "Waiting for **Ada**" in status["content"]
    clock = await ear.ask(room, "/match clock")
    assert re.search(
        r"\*\*Ada\*\*: [0-9]+ s of turn time left \(deadline <t:[0-9]+:R>\), then 5:00 of reserve",
        clock["content"],
    )
    assert "**Bob**: 5:00 of reserve" in clock["content"]
    board = await ear.ask(room, "/match board")
    assert [attachment["filename"] for attachment in board["attachments"]] == ["board.png"]
    listed = await ear.ask(room, "/match list")
    assert f"<#{room}>" in listed["content"]
    assert "A Battle of Fire and Ice" in await ear.ask_text(room, "/rules", game="fire-and-ice")


async def test_a_room_without_a_match_says_so(room: str, ears: Ears):
    for command in ("status", "board", "clock", "record"):
        answer = await ears["ec"].ask(room, f"/match {command}")
        assert "There is no" in answer["content"]
    answer = await ears["host"].ask(room, "/match abort")
    assert "no live match" in answer["content"]


async def test_only_a_host_aborts_and_then_nobody_has_won(world: World, room: str, ears: Ears):
    opening = await start(world, room)
    assert "Only a host" in await ears["ec"].ask_text(room, "/match abort")
    move = await world.ec.say(room, "E6 E7")
    await turn_after(world, room, move, world.dmo)
    await world.host.command(room, "/match abort")
    result = await result_after(world, room, opening)
    assert "no winner" in result["content"]


async def test_the_record_is_given_out_when_the_match_is_over(world: World, room: str, ears: Ears):
    opening = await start(world, room)
    refused = await ears["host"].ask(room, "/match record")
    while "match is over" not in refused["content"]:
        refused = await ears["host"].answer()
    await world.ec.say(room, "concede")
    await result_after(world, room, opening)
    values = await ears["spectator"].ask(room, "/match record")
    (attached,) = values["attachments"]
    async with world.session.get(attached["url"]) as response:
        assert judge(await response.text())["result"]["reason"] == "conceded"


async def test_anybody_may_have_the_match_analysed_once_it_is_over(
    world: World, room: str, ears: Ears
):
    opening = await start(world, room, first="ec")
    refused = await ears["spectator"].ask(room, "/match analyse")
    assert refused["content"] == analyses.NOT_OVER()
    await world.ec.say(room, "concede")
    await result_after(world, room, opening)
    await ears["spectator"].ask(room, "/match analyse")
    answers = await ears["spectator"].wait("MESSAGE_UPDATE", lambda data: data["attachments"])
    assert "conceded with a chance of" in answers["content"]
    (graph,) = answers["attachments"]
    assert graph["filename"] == "chances.png"
    assert graph["description"].startswith("Graph of EC Ada's chance of winning")


async def test_somebody_who_came_later_may_play_and_is_pinged(world: World, room: str, ears: Ears):
    newcomer = await world.newcomer()
    await world.host.command(
        room, "/fire-and-ice start", ec=newcomer.id, dmo=world.dmo.id, first="ec"
    )
    opening = await world.host.read(room, from_dealer("your move"))
    assert newcomer.id in {mention["id"] for mention in opening["mentions"]}


async def test_an_abort_that_waits_for_a_flag_is_answered_however_long_that_takes(
    world: World, sandbox: Sandbox, room: str, ears: Ears
):
    # Reading the room at the flag has to wait.
    reading = {"method": "GET", "route": f"/channels/{room}/messages"}
    await world.fault(fault="latency", match=reading, count=1, seconds=4)
    await start(world, room, turn=1, reserve=0)
    await ears["host"].answer()
    await fault_is_met(sandbox)
    answer = await ears["host"].ask(room, "/match abort")
    assert "The match is over." in answer["content"]
