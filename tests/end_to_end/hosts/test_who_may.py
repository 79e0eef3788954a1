"""Every command, button, form and menu: who may use it, when, and what all others are told.

The checks come in one order: guild, role, match, phase, seat. Each refusal is private and says
which of them it was. What Discord does not offer somebody is not refused, since it cannot be given.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.features.audience.texts import NO_MIRROR
from bot.features.panels import texts as panels
from bot.features.starting.texts import NO_REMATCH
from bot.texts import answers, hosting
from engine.games import GAMES
from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.apart import own_bot, own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World, components_of, first_button_id
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.games.samples import sample
from tests.helpers.people import SELECT, Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

PEOPLE = ("manager", "bearer", "ec", "dmo", "spectator", "player of another match")
HOSTS = {"manager", "bearer"}
PLACES = ("DM", "no match", "secret phase", "another phase", "over")
LIVE = {"secret phase", "another phase"}
ON_SERVERS, IN_DMS = 0, 1
TAKEN = "There is already a live match"
"""The beginning of a refusal that also tells of the check."""
LAYOUTS = {"ec": EC_LAYOUT, "dmo": DMO_LAYOUT}
CALLBACK = {"method": "POST", "route": "/callback"}
ANSWER = {"method": "PATCH", "route": "/webhooks/"}
LOST: tuple[dict[str, Any], ...] = (
    {"fault": "5xx-after"},
    {"fault": "drop"},
    {"fault": "drop", "after": True},
)


@dataclass
class Places:
    """Rooms in every state, and people of every kind, each with an ear."""

    world: World
    rooms: dict[str, str]
    posts: dict[str, Message]
    ears: dict[str, Listener]
    role: str
    other_role: str

    async def ask(self, name: str, place: str, command: str, /, **options: Any) -> Message:
        """Give a command as somebody somewhere; return the private answer."""
        person = self.ears[name].person
        room = await person.direct() if place == "DM" else self.rooms[place]
        return await self.ears[name].ask(room, command, **options)

    async def offered(self, name: str, place: str) -> set[str]:
        """Return the groups of commands that Discord lets somebody give somewhere."""
        context = IN_DMS if place == "DM" else ON_SERVERS
        listed = await self.ears[name].person.commands()
        return {item["name"] for item in listed if context in item["contexts"]}

    async def deal(self, place: str) -> None:
        room, hours = self.rooms[place], {"setup": 86_400, "choice": 86_400}
        players = self.world.players
        await self.ears["manager"].ask(room, "/compass-collisions start", **players, **hours)
        self.posts[place] = await self.world.host.read(room, from_dealer("## "))

    async def press(self, name: str, place: str) -> None:
        """Press the button of a secret phase, also when that is long over."""
        await self.ears[name].person.press(self.posts[place], first_button_id(self.posts[place]))

    def named_in(self, command: str) -> dict[str, str]:
        """Return the people and roles that a command needs."""
        match command.rsplit(maxsplit=1)[-1]:
            case "start" | "use" if group_of(command) != "season":
                return self.world.players
            case "host-role":
                return {"role": self.role}
            case "private-channel":
                return {"player": self.world.ec.id}
        return {}


@fixture(scope="module")
async def world(sandbox: Sandbox, session: aiohttp.ClientSession) -> World:
    return await World.visit(session, sandbox.address)


@fixture(scope="module")
async def places(world: World, bot: BotProcess) -> AsyncIterator[Places]:
    bearer, guest = await world.newcomer(), await world.newcomer()
    role, other_role = [(await world.role(name))["id"] for name in ("Referee", "Host")]
    await world.host.request("PUT", f"/guilds/{world.guild_id}/members/{bearer.id}/roles/{role}")
    people = (world.host, bearer, world.ec, world.dmo, world.spectator, guest)
    async with AsyncExitStack() as stack:
        heard = [await stack.enter_async_context(Listener(person)) for person in people]
        ears = dict(zip(PEOPLE, heard, strict=True))
        rooms = {place: await world.new_room() for place in PLACES[1:]}
        places = Places(world, rooms, {}, ears, role, other_role)
        for place in PLACES[2:]:
            await places.deal(place)
        players = {"ec": guest.id, "dmo": world.spectator.id}
        await places.ears["manager"].ask(await world.new_room(), "/fire-and-ice start", **players)
        await hand_in_layouts(places, "another phase")
        await world.result_after(rooms["over"], await world.ec.say(rooms["over"], "concede"))
        await places.ask("manager", "no match", "/dealer host-role", role=places.role)
        yield places


async def hand_in_layouts(places: Places, place: str) -> None:
    name = (await places.world.host.request("GET", f"/channels/{places.rooms[place]}"))["name"]
    for role, layout in LAYOUTS.items():
        person = places.world.people[role]
        await person.reply(await person.tell(f"#{name} {layout}"))
    await places.world.host.read(places.rooms[place], from_dealer("take first"))


# Commands


def group_of(command: str) -> str:
    return command.removeprefix("/").partition(" ")[0]


RULINGS = ("pause", "resume", "undo", "abort")
PRESET = {"name": "A"}
WITH_FILE = {"/match board", "/match record", "/rules"}
COMMANDS: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "/match status": ("live", {}, ""),
    "/match clock": ("live", {}, ""),
    "/match board": ("match", {}, ""),
    "/match record": ("match over", {}, ""),
    "/match list": ("server", {}, ""),
    "/match follow": ("server live", {}, ""),
    "/rules": ("", {"game": "fire-and-ice"}, "-# A Battle of Fire and Ice"),
    **{f"/match {name}": ("server host live", {}, None) for name in ("pause", "resume", "abort")},
    "/match undo": ("server host match", {}, None),
    "/match rematch": ("server host dealt free", {}, None),
    **{f"/{game} start": ("host free", {}, None) for game in GAMES},
    "/match check": ("server host", {}, "In <#"),
    "/match mirror": ("server host", {}, NO_MIRROR()),
    "/preset save": ("host", PRESET | {"game": "fire-and-ice"}, "Saved: **A**: A Battle of Fire"),
    "/preset list": ("host", {}, "**A**: A Battle of Fire and Ice"),
    "/preset delete": ("host", PRESET, "The preset **A** is deleted."),
    "/preset use": ("host", PRESET, None),
    "/season start": ("host", {"title": "A"}, None),
    "/season end": ("host", {}, None),
    "/season export": ("host", {}, None),
    "/dealer host-role": ("", {}, "Everyone with <@&"),
    "/dealer defaults": ("", {}, "Defaults on this server: row 1 is at the bottom"),
    "/dealer private-channel": ("", {}, ""),
}
"""Checks of each command, options but for people and roles, and the beginning of its answer.

One without an answer is not given by who would be obeyed.
"""


def refusal(checks: str, name: str, place: str) -> str | None:
    """Return the refusal for the first thing amiss."""
    amiss = {
        "server": place == "DM" and hosting.SERVERS_ONLY(),
        "host": name not in HOSTS and hosting.HOSTS_ONLY(),
        "live": place not in LIVE and answers.NO_LIVE_MATCH(),
        "match": place in {"DM", "no match"} and answers.NO_MATCH(),
        "dealt": place == "no match" and NO_REMATCH(),
        "over": place != "over" and answers.RECORD_LATER(),
        "free": place in LIVE and TAKEN,
    }
    return next((amiss[check] for check in checks.split() if amiss[check]), None)


@pytest.mark.parametrize("place", sample(PLACES, ["DM", "secret phase"]))
@pytest.mark.parametrize("name", PEOPLE)
async def test_a_command_is_answered_in_private_or_refused_for_the_first_thing_amiss(
    places: Places, name: str, place: str
):
    before, offered = await everything(places), await places.offered(name, place)
    for command, (checks, options, text) in COMMANDS.items():
        group, expected = group_of(command), refusal(checks, name, place)
        if group == "dealer":
            is_offered = name == "manager" and place != "DM"
        else:
            is_offered = place != "DM" or group in {"match", "rules"}
        assert (group in offered) == is_offered, command
        if not is_offered or (expected is None and text is None):
            continue
        answer = await places.ask(name, place, command, **options, **places.named_in(command))
        assert answer["content"].startswith(expected or text or ""), command
        assert expected in {None, TAKEN, answer["content"]}, command
        assert len(answer["attachments"]) == (expected is None and command in WITH_FILE)
    assert "practice" in offered
    assert await everything(places) == before


async def everything(places: Places) -> list[list[str]]:
    rooms = [await places.world.host.history(room) for room in places.rooms.values()]
    return [[message["content"] for message in room] for room in rooms]


async def test_a_role_counts_as_it_is_when_something_is_done(places: Places, room: str):
    guild = places.world.guild_id
    bearing = f"/guilds/{guild}/members/{places.world.ec.id}/roles/{places.role}"
    await places.ears["manager"].ask(room, "/fire-and-ice start", **places.world.players)
    # A player is no host by playing.
    assert await places.ears["ec"].ask_text(room, "/match abort") == hosting.HOSTS_ONLY()
    await places.world.host.request("PUT", bearing)
    await places.world.host.request("DELETE", bearing)
    assert await places.ears["ec"].ask_text(room, "/match abort") == hosting.HOSTS_ONLY()
    await places.world.host.request("PUT", bearing)
    await places.ears["manager"].ask(room, "/dealer host-role", role=places.other_role)
    for name in ("ec", "bearer"):
        assert await places.ears[name].ask_text(room, "/match abort") == hosting.HOSTS_ONLY()
    await places.ears["manager"].ask(room, "/dealer host-role", role=places.role)
    # A host by now; but nobody rules in a match of their own.
    for ruling in RULINGS:
        assert await places.ears["ec"].ask_text(room, f"/match {ruling}") == hosting.OWN_MATCH()
    assert await places.ears["bearer"].ask_text(room, "/match abort") == answers.ABORTED()
    await places.world.host.request("DELETE", bearing)


async def test_a_host_may_deal_a_match_to_themselves_in_which_another_one_rules(
    places: Places, room: str
):
    players = {"ec": places.world.host.id, "dmo": places.world.dmo.id}
    answer = await places.ears["manager"].ask(room, "/fire-and-ice start", **players)
    assert f"is starting in <#{room}>" in answer["content"]
    for ruling in RULINGS:
        answer = await places.ears["manager"].ask(room, f"/match {ruling}")
        assert answer["content"] == hosting.OWN_MATCH()
    assert await places.ears["bearer"].ask_text(room, "/match pause") == answers.PAUSED()
    assert await places.ears["bearer"].ask_text(room, "/match abort") == answers.ABORTED()


@pytest.mark.parametrize("where", [CALLBACK, ANSWER], ids=["acknowledgement", "answer"])
async def test_a_command_is_answered_though_the_connection_fails_meanwhile(
    places: Places, room: str, where: dict[str, str]
):
    for fault in LOST:
        for command, options, text in (
            ("/flower-field start", places.world.players, "is starting in"),
            ("/match status", {}, "Waiting for"),
            ("/match board", {}, ""),
            ("/match abort", {}, answers.ABORTED()),
            ("/match record", {}, ""),
            ("/dealer host-role", {"role": places.role}, "Everyone with"),
        ):
            await places.world.clear_faults()
            await places.world.fault(match=where, count=1, **fault)
            answer = await places.ears["manager"].ask(room, command, **options)
            assert text in answer["content"]
            assert len(answer["attachments"]) == (not text)
    await places.world.clear_faults()


# Panels


@pytest.mark.parametrize("name", PEOPLE)
async def test_players_say_that_they_are_ready_and_hosts_start_or_call_off(
    places: Places, room: str, name: str
):
    ear = places.ears[name]
    await places.ears["manager"].ask(
        room, "/fire-and-ice start", ready=True, at="in 9 hours", **places.world.players
    )
    panel = await places.world.host.read(room, from_dealer("## Next:"))
    ready, unready, start, cancel = custom_ids(panel)
    before = await places.world.host.history(room)
    # It is too early for players, and nobody else plays.
    text = "You can press *Ready* from" if name in {"ec", "dmo"} else panels.NOT_A_PLAYER()
    assert text in await ear.press_text(panel, ready)
    text = panels.NOT_READY_YET if name in {"ec", "dmo"} else panels.NOT_A_PLAYER
    assert await ear.press_text(panel, unready) == text()
    if name not in HOSTS:
        for button in (start, cancel):
            assert await ear.press_text(panel, button) == hosting.HOSTS_ONLY()
        assert await places.world.host.history(room) == before
    answer = await places.ears["bearer"].press_text(panel, start if name == "bearer" else cancel)
    assert answer == (panels.STARTING() if name == "bearer" else panels.CANCELLED())
    if name == "bearer":
        await places.world.host.read(room, from_dealer("## A Battle"))
        await places.ears["bearer"].ask(room, "/match abort")


def custom_ids(panel: Message) -> list[str]:
    return [component["custom_id"] for component in components_of(panel)]


async def test_a_panel_is_a_match_of_the_players_own(places: Places, room: str):
    """The host who set it up may call it off; another host who plays may not, nor start it."""
    players = {"ec": places.world.host.id, "dmo": places.ears["bearer"].person.id}
    await places.ears["manager"].ask(room, "/fire-and-ice start", ready=True, **players)
    panel = await places.world.host.read(room, from_dealer("## Next:"))
    *_, start, cancel = custom_ids(panel)
    for name, button in (("manager", start), ("bearer", start), ("bearer", cancel)):
        assert await places.ears[name].press_text(panel, button) == hosting.OWN_MATCH()
    assert await places.ears["bearer"].ask_text(room, "/match abort") == hosting.OWN_MATCH()
    assert await places.ears["manager"].press_text(panel, cancel) == panels.CANCELLED()


# The button and its form


@pytest.mark.parametrize("name", PEOPLE)
async def test_the_form_opens_for_a_seated_player_while_something_secret_is_awaited(
    places: Places, name: str
):
    ear = places.ears[name]
    for place, reason in (
        ("over", answers.MATCH_ENDED()),
        ("another phase", answers.NONE_AWAITED()),
        ("secret phase", None if name in {"ec", "dmo"} else answers.NOT_YOUR_MATCH()),
    ):
        await places.press(name, place)
        if reason:
            assert (await ear.answer())["content"] == reason
        else:
            await ear.wait("INTERACTION_MODAL_CREATE")


async def test_a_form_that_was_open_when_its_match_ended_is_given_back(places: Places, room: str):
    places.rooms[room], ear = room, places.ears["ec"]
    await places.deal(room)
    await places.press("ec", room)
    form = await ear.wait("INTERACTION_MODAL_CREATE")
    await places.world.result_after(room, await places.world.dmo.say(room, "concede"))
    await ear.person.fill_in(room, form, EC_LAYOUT)
    answer = (await ear.answer())["content"]
    assert answers.MATCH_ENDED() in answer
    assert EC_LAYOUT in answer
    del places.rooms[room]


# The menu


async def test_a_choice_of_a_match_that_has_ended_meanwhile_or_of_a_message_that_is_gone(
    places: Places, room: str
):
    await places.ears["manager"].ask(room, "/compass-collisions start", **places.world.players)
    for fault in LOST:
        message, menu = await which(places)
        await places.world.fault(match=CALLBACK, count=1, **fault)
        answer = await chosen(places, message, menu, room)
        assert answer == answers.FOR_ROOM(room=f"<#{room}>")
    gone, menu = await which(places)
    await places.world.ec.delete(gone)
    assert await chosen(places, gone, menu, room) == answers.MESSAGE_GONE()
    message, menu = await which(places)
    await places.ears["manager"].ask(room, "/match abort")
    assert await chosen(places, message, menu, room) == answers.MATCH_ENDED()


async def which(places: Places) -> tuple[Message, Message]:
    message = await places.world.ec.tell(EC_LAYOUT)
    return message, await places.world.ec.reply(message)


async def chosen(places: Places, message: Message, question: Message, room: str) -> str:
    (menu,) = components_of(question)
    name = (await places.world.host.request("GET", f"/channels/{room}"))["name"]
    (value,) = [option["value"] for option in menu["options"] if f"#{name}:" in option["label"]]
    ear = places.ears["ec"]
    ear.events.clear()
    await places.world.ec.press(question, menu["custom_id"], component_type=SELECT, values=[value])
    changed = await ear.change_of(question)
    return changed["content"]
