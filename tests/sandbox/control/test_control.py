"""The sandbox's own routes: the world, the faults that they inject, and the page's files."""

import asyncio
import time
from dataclasses import replace

import aiohttp
import pytest

from sandbox.faults import NAMES
from sandbox.server import PAGE

MESSAGES = "/channels/{channel_id}/messages"


async def test_the_world_names_addresses_rooms_and_people(clients):
    world = (await clients.control("GET", "world")).body
    assert set(world) == {
        *("api", "gateway", "guild", "channels", "users"),
        *("application_id", "bot_id", "shortcuts"),
    }
    assert world["api"] == f"{clients.sandbox.address}/api/v10"
    people = {user["role"]: user["name"] for user in world["users"]}
    assert people == {"host": "Hana", "ec": "Ada", "dmo": "Bob", "spectator": "Sam"}
    assert set(world["users"][0]) == {"id", "name", "role", "token"}
    assert set(world["channels"][0]) == {"id", "name"}
    assert set(world["guild"]) == {"id", "name"}


async def test_rooms_and_people_can_be_added(clients):
    world = (await clients.control("POST", "world", {"channels": 2, "users": 2})).body
    assert [room["name"] for room in world["channels"][3:]] == ["dm3-game-room", "dm4-game-room"]
    assert [user["role"] for user in world["users"][4:]] == ["spectator", "spectator"]
    world = (await clients.control("POST", "world", {"users": 1, "role": "host"})).body
    host = world["users"][-1]
    assert (host["name"], host["role"]) == ("Guest7", "host")
    person = replace(clients.ada, token=host["token"])
    await person.expect(200, "POST", f"/guilds/{clients.guild}/channels", {"name": "new"})


REFUSED = [
    *(("world", body) for body in ({"role": "king"}, {"users": -1}, {"channels": "two"})),
    *(("guilds", {"shard": shard}) for shard in ([2, 2], [0, 1000], 1, "0")),
    ("limits", {"speed": 1}),
    ("limits", {"session_start_limit": {"remaining": 1001}}),
    ("limits", {"session_start_limit": {"reset_after": -1}}),
    ("limits", {"session_start_limit": {"remaining": "all"}}),
    ("faults", {"fault": "429", "scope": "all"}),
    ("faults", {"fault": "guild-outage", "guild_id": "1"}),
]


@pytest.mark.parametrize(("name", "body"), REFUSED)
async def test_what_cannot_be_is_refused(clients, name, body):
    answer = await clients.control("POST", name, body)
    expected = (404, 10004) if "guild_id" in body else (400, 50035)
    assert (answer.status, answer.code) == expected


@pytest.mark.parametrize(
    "route", [MESSAGES, "/channels/{room}/messages", "/channels/*/messages", "messages", None]
)
async def test_a_fault_meets_its_route_as_often_as_it_should(clients, route):
    match = {"method": "POST"} if route is None else {"method": "POST", "route": route}
    if route is not None and route != MESSAGES:
        match["route"] = route.format(room=clients.room)
    await clients.fault("5xx-before", match=match, count=2, status=502)
    assert (await clients.bot.call("GET", clients.messages)).status == 200
    statuses = [(await clients.bot.post(clients.room)).status for _ in range(3)]
    assert statuses == [502, 502, 200]


async def test_a_fault_meets_the_bot_unless_people_are_named(clients):
    await clients.fault("forbidden", match={"route": MESSAGES})
    assert (await clients.ada.post(clients.room)).status == 200
    assert (await clients.bot.post(clients.room)).status == 403
    await clients.fault("forbidden", match={"route": MESSAGES, "who": "people"})
    assert (await clients.bot.post(clients.room)).status == 200
    assert (await clients.ada.post(clients.room)).status == 403


async def test_a_fault_lasts_its_seconds(clients, monkeypatch):
    await clients.fault("forbidden", seconds=60)
    assert (await clients.bot.post(clients.room)).status == 403
    assert (await clients.bot.post(clients.room)).status == 403
    later = time.monotonic() + 61
    monkeypatch.setattr("sandbox.faults.monotonic", lambda: later)
    assert (await clients.bot.post(clients.room)).status == 200


async def test_faults_are_shown_and_cleared(clients):
    await clients.fault("latency", match={"route": MESSAGES}, seconds=60)
    [picture] = (await clients.control("GET", "faults")).body["faults"]
    assert (picture["fault"], picture["left"], picture["seconds"]) == ("latency", 1, 60)
    assert (await clients.control("DELETE", "faults")).status == 204
    assert (await clients.control("GET", "faults")).body == {"faults": []}
    assert (await clients.bot.post(clients.room)).status == 200


async def test_an_unknown_fault_is_refused_with_the_known_ones(clients):
    answer = await clients.control("POST", "faults", {"fault": "fire"})
    assert answer.status == 400
    assert all(name in str(answer.body) for name in NAMES)


async def test_latency_delays_one_request_and_no_other(clients):
    await clients.fault("latency", match={"route": clients.messages}, seconds=60)
    slow = asyncio.create_task(clients.bot.post(clients.room))
    for _ in range(5):
        assert (await clients.bot.post(clients.other_room)).status == 200
    assert not slow.done()
    slow.cancel()


async def test_a_request_goes_on_after_its_latency(clients):
    await clients.fault("latency", match={"route": MESSAGES}, seconds=0.01)
    assert (await clients.bot.post(clients.room)).status == 200


async def test_an_interaction_s_answer_can_meet_a_fault(clients):
    [command] = await clients.register({"name": "ping", "description": "x"})
    dealer = await clients.watch_as_bot()
    await clients.use(clients.ada, command)
    interaction = await dealer.wait("INTERACTION_CREATE")
    await clients.fault("5xx-after", match={"route": "/interactions/*/callback"})
    answer = {"type": 4, "data": {"content": "x"}}
    assert (await clients.respond(interaction, answer)).status == 500
    assert (await clients.respond(interaction, answer)).code == 40060


async def test_closed_dms_leave_rooms_open(clients):
    dm_id = await clients.bot.direct(clients.ada.id)
    await clients.fault("dm-closed", match={"route": f"/channels/{dm_id}/messages"}, count=None)
    assert (await clients.bot.post(dm_id)).code == 50007
    assert (await clients.bot.post(clients.room)).status == 200
    other = await clients.bot.direct(clients.bob.id)
    assert (await clients.bot.post(other)).status == 200
    assert (await clients.ada.post(dm_id)).status == 200


async def test_a_cut_gateway_lets_nobody_in_until_it_is_over(clients, dealer):
    await clients.fault("drop", match={"route": "/gateway"}, seconds=60)
    await dealer.closed_with()
    with pytest.raises(aiohttp.ClientError):
        await clients.connect()
    await clients.control("DELETE", "faults")
    await clients.connect()


async def test_people_stay_connected_when_the_bot_is_cut(clients, watcher, dealer):
    await clients.fault("drop")
    await dealer.closed_with()
    await clients.bob.say(clients.room, "still here")
    await watcher.wait("MESSAGE_CREATE", content="still here")


@pytest.mark.parametrize("name", ["invalid-session", "reconnect"])
async def test_the_bot_is_told_of_its_session_s_end(clients, name, dealer):
    await clients.fault(name)
    frame = await dealer.receive()
    assert (frame["op"], frame["d"]) == ((9, False) if name == "invalid-session" else (7, None))


async def test_the_page_is_served_fresh(clients, monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("<h1>Chat</h1>")
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "main.js").write_text("run()")
    (tmp_path.parent / "secret.txt").write_text("no")
    monkeypatch.setattr("sandbox.server.PAGE", tmp_path)
    for path, kind in (("/", "text/html"), ("/page/scripts/main.js", "text/javascript")):
        async with clients.session.get(clients.sandbox.address + path) as answer:
            assert answer.status == 200
            assert answer.content_type in (kind, "application/javascript")
            assert answer.headers["Cache-Control"] == "no-cache"
    for path in ("/page/none.js", "/page/%2e%2e/secret.txt"):
        async with clients.session.get(clients.sandbox.address + path) as answer:
            assert answer.status == 404


async def test_a_missing_page_is_named(clients, monkeypatch, tmp_path):
    monkeypatch.setattr("sandbox.server.PAGE", tmp_path)
    async with clients.session.get(clients.sandbox.address + "/") as answer:
        assert answer.status == 404
        assert "index.html" in await answer.text()
    assert PAGE.name == "page"


async def test_what_could_run_in_the_page_is_offered_as_a_download(clients):
    files = {"a.html": b"<script>", "b.png": b"x"}
    posted = (await clients.ada.expect(200, "POST", clients.messages, {}, files)).body
    picture = []
    for attachment in posted["attachments"]:
        async with clients.session.get(attachment["url"]) as answer:
            picture.append("Content-Disposition" not in answer.headers)
    assert picture == [False, True]
    async with clients.session.get(f"{clients.sandbox.address}/attachments/1/1/a.png") as answer:
        assert answer.status == 404


async def test_a_refusal_is_what_the_fault_says_and_has_no_effect(clients):
    await clients.fault("refused", match={"route": MESSAGES}, status=404, code=10003)
    answer = await clients.bot.post(clients.room)
    assert (answer.status, answer.code) == (404, 10003)
    assert await clients.ada.get(clients.messages) == []


@pytest.mark.parametrize("via", [True, False])
async def test_a_429_comes_from_discord_or_from_the_shield_before_it(clients, via):
    await clients.fault("429", match={"route": MESSAGES}, seconds=1, via=via)
    answer = await clients.bot.post(clients.room)
    assert answer.status == 429
    assert ("Via" in answer.headers) == via


async def test_a_forgotten_nonce_recognises_no_repetition(clients):
    once = {"nonce": "7", "enforce_nonce": True}
    first = await clients.bot.say(clients.room, "x", **once)
    assert (await clients.bot.say(clients.room, "x", **once))["id"] == first["id"]
    await clients.fault("forget-nonces")
    assert (await clients.bot.say(clients.room, "x", **once))["id"] != first["id"]
    assert (await clients.control("GET", "faults")).body == {"faults": []}
