"""A host's steps before a match: checks, a forced start, and presets."""

import pytest

from bot.texts.answers import SUBMIT_LABEL
from bot.texts.checks import NO_MESSAGE_CONTENT
from sandbox.gateway.sessions import Intent
from sandbox.server import Sandbox
from tests.end_to_end.helpers.matches import World, said_to
from tests.helpers.people import Listener, from_dealer
from tests.helpers.processes.bot_process import BotProcess

AUTOCOMPLETE = 4
WRITE, ATTACH = 1 << 11, 1 << 15
CAN_START, CANNOT_START = "✅ A match can start here.", "❌ No match can start here."


# The check


async def test_a_seat_that_is_busy_elsewhere_is_allowed_and_said(
    host: Listener, world: World, room: str
):
    other = await world.new_room()
    await host.ask_text(other, "/fire-and-ice start", **world.players)
    newcomer = await world.newcomer()
    both = world.players | {"ec": newcomer.id}
    words = await host.ask_text(room, "/flower-field start", **both)
    assert "is starting" in words
    assert f"⚠️ **Bob** is also playing elsewhere (<#{other}>). That is allowed." in words
    assert words.count("⚠️") == 1


async def test_without_the_text_of_messages_nothing_starts(
    host: Listener, world: World, room: str, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
):
    gateway = sandbox.services.gateway
    monkeypatch.setattr(gateway, "granted", gateway.granted & ~Intent.MESSAGE_CONTENT)
    text = await host.ask_text(room, "/match check")
    assert CANNOT_START in text
    assert f"❌ {NO_MESSAGE_CONTENT()}" in text
    forced = await host.ask_text(room, "/fire-and-ice start", force=True, **world.players)
    assert forced == NO_MESSAGE_CONTENT()


async def test_if_discord_does_not_say_what_it_grants_the_last_login_counts(
    host: Listener, world: World, room: str
):
    asked = {"method": "GET", "route": "/oauth2/applications/@me"}
    await world.fault(fault="5xx-before", status=503, match=asked, count=None)
    assert "is starting" in await host.ask_text(room, "/fire-and-ice start", **world.players)
    await world.clear_faults()


# The start


async def test_a_start_is_refused_for_what_is_fatal_even_if_it_is_forced(
    host: Listener, world: World, room: str
):
    elsewhere = await world.new_room()
    assert CAN_START in await host.ask_text(elsewhere, "/match check", room=room)
    await world.deny(room, WRITE)
    text = await host.ask_text(elsewhere, "/match check", room=room)
    # A Dealer that cannot write cannot attach files either.
    for missing in ("❌ I don't have *Send Messages*", "⚠️ I don't have *Attach Files*"):
        place = f"<#{room}> → Edit Channel → Permissions → Dealer"
        assert f"{missing} in <#{room}>. Allow it under {place}." in text
    for force in (False, True):
        options = {"room": room, "force": force} | world.players
        text = await host.ask_text(elsewhere, "/fire-and-ice start", **options)
        assert text.startswith(f"I don't have *Send Messages* in <#{room}>")
    assert await host.ask_text(elsewhere, "/match list") == "There is no live match on this server."


async def test_a_start_without_what_can_be_done_without_has_to_be_forced(
    host: Listener, world: World, room: str
):
    await world.deny(room, ATTACH)
    text = await host.ask_text(room, "/fire-and-ice start", **world.players)
    assert text.startswith(f"I don't have *Attach Files* in <#{room}>")
    assert "`force`" in text
    assert await world.host.history(room) == []
    text = await host.ask_text(room, "/fire-and-ice start", force=True, **world.players)
    assert "is starting" in text
    assert "⚠️ I don't have *Attach Files*" in text
    await world.host.read(room, from_dealer("## A Battle of Fire and Ice"))


# Reaching the players in private


async def test_before_secrets_each_player_is_told_once_what_will_come(
    host: Listener, world: World, bot: BotProcess, room: str
):
    ec, before = await world.newcomer(), await said_to(world.dmo)
    both = world.players | {"ec": ec.id}
    text = await host.ask_text(room, "/match check", game="deep-sea-voyage", **both)
    assert "✅ I can reach" in text
    (announced,) = await said_to(ec)
    assert f"You're about to play Deep Sea Voyage in <#{room}>" in announced
    assert SUBMIT_LABEL() in announced
    now = await said_to(world.dmo)
    await bot.restart()
    assert "is starting" in await host.ask_text(room, "/doubting-flower-field start", **both)
    assert await said_to(ec) == [announced]
    assert await said_to(world.dmo) == now
    assert len(now) - len(before) <= 1


async def test_nobody_is_told_of_a_start_that_is_refused_or_of_a_game_without_secrets(
    host: Listener, world: World, room: str
):
    ec = await world.newcomer()
    await world.deny(room, ATTACH)
    text = await host.ask_text(room, "/demeters-anguish start", **world.players | {"ec": ec.id})
    assert text.startswith("I don't have")
    await world.deny(room, 0)
    await host.ask_text(room, "/fire-and-ice start", **world.players | {"ec": ec.id})
    assert await said_to(ec) == []


# Presets and defaults


async def test_a_preset_is_saved_used_listed_and_deleted_and_outlives_a_restart(
    host: Listener, world: World, bot: BotProcess, room: str
):
    none = "This server has no presets. `/preset save` makes one."
    assert await host.ask_text(room, "/preset list") == none
    line = "**Final night**: A Battle of Fire and Ice, `turn=90`, `reserve=1h30m`, `first=dmo`"
    preset = {"game": "fire-and-ice", "options": "turn=90s reserve=90m first=dmo"}
    text = await host.ask_text(room, "/preset save", name=" Final  night ", **preset)
    assert text == f"Saved: {line}."
    await bot.restart()
    assert await host.ask_text(room, "/preset list") == line
    text = await host.ask_text(room, "/match check", preset="Final night")
    assert "⏳ 90 s for each turn, then 1 h 30 min of reserve" in text
    name = {"name": "Final night"}
    assert "is starting" in await host.ask_text(room, "/preset use", **name, **world.players)
    await world.host.read(room, from_dealer("## A Battle of Fire and Ice"))
    record = await world.concede(room, world.ec)
    assert "turn: 90\nreserve: 5400\n" in record
    assert "first: dmo\n" in record
    deleted = "The preset **Final night** is deleted."
    unknown = "There is no preset **Final night** on this server; see `/preset list`."
    assert await host.ask_text(room, "/preset delete", **name) == deleted
    assert await host.ask_text(room, "/preset delete", **name) == unknown
    assert await host.ask_text(room, "/preset use", **name, **world.players) == unknown


async def test_hosts_and_only_hosts_are_offered_the_names_of_presets(
    host: Listener, world: World, room: str
):
    for name in ("Final night", "Semi-final", "Warm-up"):
        await host.ask_text(room, "/preset save", name=name, game="fire-and-ice")
    async with Listener(world.spectator) as other:
        for command in ("/preset use", "/preset delete"):
            assert await completed(host, room, command, "final") == ["Final night", "Semi-final"]
            assert await completed(other, room, command, "final") == []


async def completed(host: Listener, room: str, command: str, typed: str) -> list[str]:
    group, sub = command.removeprefix("/").split()
    (listed,) = [item for item in await host.person.commands() if item["name"] == group]
    name = {"name": "name", "type": 3, "value": typed, "focused": True}
    options = [{"name": sub, "type": 1, "options": [name]}]
    data = {"id": listed["id"], "name": group, "type": 1, "options": options}
    asked = host.person.interaction(room, AUTOCOMPLETE, data)
    await host.person.request("POST", "/interactions", asked)
    offered = await host.wait("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
    return [choice["value"] for choice in offered["choices"]]


async def test_a_preset_can_take_the_options_of_the_match_in_the_room(
    host: Listener, world: World, room: str
):
    no_match = await host.ask_text(room, "/preset save", name="Quick")
    assert no_match.startswith("There is no match in this room")
    options = {"action": 30, "seed": 5}
    await host.ask_text(room, "/deep-sea-voyage start", **world.players, **options)
    text = await host.ask_text(room, "/preset save", name="Quick", options="pick=20")
    # Neither the seed nor the boards that were drawn from it.
    assert text == "Saved: **Quick**: Deep Sea Voyage, `action=30`, `pick=20`."


async def test_what_a_start_would_not_take_is_no_preset(host: Listener, room: str):
    for options, reason in (
        ("turn", "Options are written as `name=value`"),
        ("turn=soon", "Option `turn`"),
        ("turn=999999999", "Option `turn`: expected a time such as"),
        ("pieces=3", "Option `pieces`"),
        ("seed=5", "Option `seed`"),
    ):
        about = {"name": "Bad", "game": "fire-and-ice", "options": options}
        assert (await host.ask_text(room, "/preset save", **about)).startswith(reason)
    assert "**Bad**" not in await host.ask_text(room, "/preset list")


async def test_a_servers_defaults_hold_where_neither_preset_nor_command_says_otherwise(
    host: Listener, world: World, bot: BotProcess, room: str
):
    usual = await host.ask_text(room, "/dealer defaults")
    assert "row 1 is at the bottom" in usual
    assert "after both players are ready" in usual
    changed = await host.ask_text(room, "/dealer defaults", row1="top", ready=False)
    assert "row 1 is at the top" in changed
    assert "start at once" in changed
    await bot.restart()
    assert await host.ask_text(room, "/dealer defaults") == changed
    for options, row1 in (({}, "top"), ({"row1": "bottom"}, "bottom")):
        await host.ask_text(room, "/fire-and-ice start", **world.players, **options)
        assert f"row1: {row1}\n" in await world.concede(room, world.ec)
    await host.ask_text(room, "/dealer practice", room=room)
    await host.ask_text(room, "/practice", game="flower-field", level="easy")
    await world.host.read(room, from_dealer("## Flower Field"))
    assert "row1: top\n" in await world.concede(room, world.host)
    # North matters in this game, so it has no such option.
    assert "is starting" in await host.ask_text(room, "/compass-collisions start", **world.players)
    await host.ask_text(room, "/dealer defaults", row1="bottom", ready=True)
    assert await host.ask_text(room, "/dealer defaults") == usual
