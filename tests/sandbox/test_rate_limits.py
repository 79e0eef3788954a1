"""A plain client runs into the limits on how often a bot may ask."""

import pytest

from sandbox.rate_limits import RATES
from sandbox.server import BOT_TOKEN, Sandbox
from sandbox.state.snowflakes import DISCORD_EPOCH, TIME_SHIFT
from tests.sandbox.support import Clock, open_town

IDENTIFY = {"op": 2, "d": {"token": BOT_TOKEN, "intents": 1, "properties": {}}}


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("sandbox.rate_limits.monotonic", clock)
    return clock


def messages(town):
    return f"/channels/{town.room}/messages"


async def test_five_messages_in_five_seconds_to_a_channel(strict_town, clock):
    town = strict_town
    for left in (4, 3, 2, 1, 0):
        answer = await town.bot.expect(200, "POST", messages(town), {"content": "x"})
        assert answer.headers["X-RateLimit-Limit"] == "5"
        assert answer.headers["X-RateLimit-Remaining"] == str(left)
    answer = await town.bot.expect(429, "POST", messages(town), {"content": "x"})
    assert answer.body["retry_after"] == 5
    assert answer.body["global"] is False
    assert answer.headers["Via"]
    assert float(answer.headers["X-RateLimit-Reset-After"]) == 5
    assert answer.headers["X-RateLimit-Scope"] == "user"
    elsewhere = f"/channels/{town.other_room}/messages"
    await town.bot.expect(200, "POST", elsewhere, {"content": "another bucket"})
    assert len(await town.ada.get(messages(town))) == 5
    clock.now += 5
    await town.bot.expect(200, "POST", messages(town), {"content": "x"})


async def test_buckets_have_names_of_their_own(strict_town):
    town = strict_town
    one = await town.bot.call("POST", messages(town), {"content": "x"})
    path = f"{messages(town)}/{one.body['id']}"
    two = await town.bot.call("PATCH", path, {"content": "y"})
    assert one.headers["X-RateLimit-Bucket"] != two.headers["X-RateLimit-Bucket"]


@pytest.mark.parametrize(("method", "template"), RATES, ids=" ".join)
async def test_each_route_s_bucket_runs_dry(strict_town, method, template):
    town = strict_town
    rate = RATES[method, template]
    path = template.format(
        channel_id=town.room,
        message_id="1",
        emoji="👍",
        user_id="1",
        application_id=town.app,
        token="t",
    )
    statuses = [(await town.bot.call(method, path, {})).status for _ in range(rate.requests + 1)]
    assert 429 not in statuses[:-1]
    assert statuses[-1] == 429


async def test_fifty_requests_a_second_over_all_routes(strict_town, clock):
    town = strict_town
    rooms = [channel["id"] for channel in town.world["channels"]]
    for number in range(50):
        await town.bot.expect(200, "GET", f"/channels/{rooms[number % 3]}")
    answer = await town.bot.expect(429, "POST", messages(town), {"content": "x"})
    assert (answer.body["global"], answer.body["retry_after"]) == (True, 1)
    assert answer.headers["X-RateLimit-Global"] == "true"
    assert answer.headers["X-RateLimit-Scope"] == "global"
    clock.now += 1
    await town.bot.expect(200, "POST", messages(town), {"content": "x"})


async def test_answers_to_interactions_do_not_count(strict_town):
    town = strict_town
    [command] = await town.register({"name": "ping", "description": "x"})
    watcher = await town.watch_as_bot()
    await town.use(town.ada, command)
    interaction = await watcher.wait("INTERACTION_CREATE")
    await town.door("POST", "limits", {"requests_per_second": 0})
    assert (await town.respond(interaction, {"type": 4, "data": {"content": "x"}})).status == 200
    path = f"/webhooks/{town.app}/{interaction['token']}"
    await town.bot.expect(200, "POST", path, {"content": "more"})
    await town.bot.expect(429, "GET", "/users/@me")


async def test_people_are_not_limited(strict_town):
    for number in range(60):
        await strict_town.ada.say(strict_town.room, str(number))


async def test_nothing_is_limited_once_switched_off(strict_town):
    town = strict_town
    assert (await town.door("POST", "limits", {"enforce": False})).body["enforce"] is False
    answers = [await town.bot.call("POST", messages(town), {"content": "x"}) for _ in range(60)]
    assert {answer.status for answer in answers} == {200}
    assert "X-RateLimit-Limit" not in answers[0].headers


async def test_an_unknown_setting_is_refused(strict_town):
    assert (await strict_town.door("POST", "limits", {"speed": 1})).status == 400


async def test_edits_of_messages_older_than_an_hour_are_held_back(strict_town, monkeypatch):
    town = strict_town
    posted = await town.bot.say(town.room, "old")
    monkeypatch.setattr("sandbox.rest.routes.messages.OLD_MESSAGE_SECONDS", -1)
    path = f"{messages(town)}/{posted['id']}"
    await town.bot.expect(200, "PATCH", path, {"content": "once"})
    answer = await town.bot.expect(429, "PATCH", path, {"content": "twice"})
    assert answer.code == 30046


async def test_too_many_invalid_requests_shut_the_address_out(strict_town):
    town = strict_town
    await town.door("POST", "limits", {"invalid_answers": 3})
    for _ in range(3):
        await town.bot.expect(403, "POST", "/interactions", {})
    answer = await town.bot.call("GET", "/users/@me")
    assert answer.status == 429
    assert "Via" not in answer.headers  # discord.py takes this for a ban and gives up
    assert (await town.ada.call("GET", "/users/@me")).status == 200


async def test_identifying_too_often_costs_the_token(strict_town, clock):
    town = strict_town
    await town.door("POST", "limits", {"identifies_per_day": 2})
    await town.watch_as_bot()
    clock.now += 60
    limit = (await town.bot.get("/gateway/bot"))["session_start_limit"]
    assert limit == {
        "total": 2,
        "remaining": 1,
        "reset_after": (86_400 - 60) * 1000,
        "max_concurrency": 1,
    }
    last = await town.watch_as_bot()
    clock.now += 60
    client = await town.connect()
    await client.socket.send_json(IDENTIFY)
    assert await client.closed_with() == 4004
    assert await last.closed_with() == 4004
    assert (await town.bot.call("GET", "/users/@me")).status == 401


async def test_a_day_later_a_bot_may_identify_again(strict_town, clock):
    town = strict_town
    await town.door("POST", "limits", {"identifies_per_day": 1})
    await town.watch_as_bot()
    clock.now += 86_400
    limit = (await town.bot.get("/gateway/bot"))["session_start_limit"]
    assert (limit["remaining"], limit["reset_after"]) == (1, 0)
    await town.watch_as_bot()


async def test_a_thousand_identifies_a_day_are_allowed_by_default():
    async with Sandbox() as sandbox, open_town(sandbox) as town:
        limit = (await town.bot.get("/gateway/bot"))["session_start_limit"]
        assert (limit["total"], limit["remaining"]) == (1000, 1000)


async def test_one_identify_in_five_seconds(strict_town, clock):
    town = strict_town
    await town.watch_as_bot()
    client = await town.connect()
    await client.socket.send_json(IDENTIFY)
    refused = await client.receive()
    assert (refused["op"], refused["d"]) == (9, False)
    clock.now += 5
    await client.socket.send_json(IDENTIFY)
    await client.wait("READY")


async def test_shards_of_different_buckets_identify_at_once(strict_town):
    town = strict_town
    await town.door("POST", "limits", {"max_concurrency": 2})
    for shard in (0, 1):
        client = await town.connect()
        await client.socket.send_json({"op": 2, "d": IDENTIFY["d"] | {"shard": [shard, 4]}})
        await client.wait("READY")
    client = await town.connect()
    await client.socket.send_json({"op": 2, "d": IDENTIFY["d"] | {"shard": [2, 4]}})
    assert (await client.receive())["op"] == 9


async def test_people_identify_as_often_as_they_like(strict_town):
    for _ in range(3):
        await strict_town.watch(strict_town.ada)


async def test_a_hundred_and_twenty_frames_a_minute(strict_town, clock):
    client = await strict_town.watch_as_bot()  # one frame
    for _ in range(2):
        for _ in range(119):
            await client.socket.send_json({"op": 1, "d": None})
            assert (await client.receive())["op"] == 11
        clock.now += 60
        await client.socket.send_json({"op": 1, "d": None})
    for _ in range(120):
        await client.socket.send_json({"op": 1, "d": None})
    assert await client.closed_with() == 4008


async def test_five_follow_ups_in_two_seconds_to_an_interaction(strict_town, clock):
    town = strict_town
    [command] = await town.register({"name": "ping", "description": "x"})
    watcher = await town.watch_as_bot()
    await town.use(town.ada, command)
    interaction = await watcher.wait("INTERACTION_CREATE")
    await town.respond(interaction, {"type": 4, "data": {"content": "x"}})
    path = f"/webhooks/{town.app}/{interaction['token']}"
    for _ in range(5):
        await town.bot.expect(200, "POST", path, {"content": "more"})
    answer = await town.bot.expect(429, "POST", path, {"content": "more"})
    assert (answer.body["retry_after"], answer.headers["X-RateLimit-Scope"]) == (2, "user")
    clock.now += 2
    await town.bot.expect(200, "POST", path, {"content": "more"})


async def test_a_shared_limit_is_no_invalid_request(strict_town):
    town = strict_town
    await town.door("POST", "limits", {"invalid_answers": 1})
    await town.fault("429", scope="shared", seconds=1)
    answer = await town.bot.expect(429, "GET", "/users/@me")
    assert answer.headers["X-RateLimit-Scope"] == "shared"
    await town.bot.expect(200, "GET", "/users/@me")
    await town.fault("429", seconds=1)
    answer = await town.bot.expect(429, "GET", "/users/@me")
    assert (answer.headers["X-RateLimit-Scope"], answer.body["retry_after"]) == ("user", 1)
    assert (await town.bot.expect(429, "GET", "/users/@me")).body.startswith("This address")


async def test_a_snowflake_says_when(town):
    posted = await town.ada.say(town.room, "now")
    milliseconds = (int(posted["id"]) >> TIME_SHIFT) + DISCORD_EPOCH
    shown = posted["timestamp"]
    assert shown.endswith(f".{milliseconds % 1000:03d}000+00:00")
