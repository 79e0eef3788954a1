"""A plain client reaches the rate limits."""

import pytest

from sandbox.rate_limits import RATES
from sandbox.server import BOT_TOKEN
from sandbox.state.snowflakes import DISCORD_EPOCH, TIME_SHIFT
from tests.sandbox.clients import Clock, open_clients

SECONDS = "seconds_between_identifies"
IDENTIFY = {"op": 2, "d": {"token": BOT_TOKEN, "intents": 1, "properties": {}}}


@pytest.fixture
def clients(rate_limited_clients):
    return rate_limited_clients


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("sandbox.rate_limits.monotonic", clock)
    return clock


async def test_five_messages_in_five_seconds_to_a_channel(clients, clock):
    for left in (4, 3, 2, 1, 0):
        answer = await clients.bot.post(clients.room)
        assert answer.headers["X-RateLimit-Limit"] == "5"
        assert answer.headers["X-RateLimit-Remaining"] == str(left)
    answer = await clients.bot.expect(429, "POST", clients.messages, {"content": "x"})
    assert answer.body["retry_after"] == 5
    assert answer.body["global"] is False
    assert answer.headers["Via"]
    assert float(answer.headers["X-RateLimit-Reset-After"]) == 5
    assert answer.headers["X-RateLimit-Scope"] == "user"
    await clients.bot.say(clients.other_room, "another bucket")
    assert len(await clients.ada.get(clients.messages)) == 5
    clock.now += 5
    await clients.bot.say(clients.room, "x")


async def test_buckets_have_names_of_their_own(clients):
    item = await clients.bot.post(clients.room)
    path = f"{clients.messages}/{item.body['id']}"
    two = await clients.bot.call("PATCH", path, {"content": "y"})
    assert item.headers["X-RateLimit-Bucket"] != two.headers["X-RateLimit-Bucket"]


@pytest.mark.parametrize(("method", "template"), RATES, ids=" ".join)
async def test_each_route_s_bucket_runs_dry(clients, method, template):
    rate = RATES[method, template]
    path = template.format(
        channel_id=clients.room,
        message_id="1",
        emoji="👍",
        user_id="1",
        application_id=clients.app,
        token="t",
    )
    *allowed, last = [await clients.bot.call(method, path, {}) for _ in range(rate.requests + 1)]
    assert 429 not in [answer.status for answer in allowed]
    assert (last.status, last.body["retry_after"]) == (429, rate.seconds)
    assert last.headers["X-RateLimit-Scope"] == "user"


async def test_fifty_requests_a_second_over_all_routes(clients, clock):
    rooms = [channel["id"] for channel in clients.about["channels"]]
    for number in range(50):
        await clients.bot.expect(200, "GET", f"/channels/{rooms[number % 3]}")
    answer = await clients.bot.expect(429, "POST", clients.messages, {"content": "x"})
    assert (answer.body["global"], answer.body["retry_after"]) == (True, 1)
    assert answer.headers["X-RateLimit-Global"] == "true"
    assert answer.headers["X-RateLimit-Scope"] == "global"
    clock.now += 1
    await clients.bot.say(clients.room, "x")


async def test_the_fifty_are_shared_by_all_connections_of_the_token(clients):
    async with open_clients(clients.sandbox) as other_items:
        for client in 25 * (clients, other_items):
            await client.bot.expect(200, "GET", f"/channels/{client.room}")
        for client in (clients, other_items):
            answer = await client.bot.expect(429, "GET", f"/channels/{client.other_room}")
            assert answer.headers["X-RateLimit-Scope"] == "global"


async def test_answers_to_interactions_do_not_count(clients):
    [command] = await clients.register({"name": "ping", "description": "x"})
    watcher = await clients.watch_as_bot()
    await clients.use(clients.ada, command)
    interaction = await watcher.wait("INTERACTION_CREATE")
    await clients.control("POST", "limits", {"requests_per_second": 0})
    assert (await clients.respond(interaction, {"type": 4, "data": {"content": "x"}})).status == 200
    path = f"/webhooks/{clients.app}/{interaction['token']}"
    await clients.bot.expect(200, "POST", path, {"content": "more"})
    await clients.bot.expect(429, "GET", "/users/@me")


async def test_people_are_not_limited(clients):
    for number in range(60):
        await clients.ada.say(clients.room, str(number))
    for _ in range(3):
        await clients.watch(clients.ada)


async def test_nothing_is_limited_once_switched_off(clients):
    assert (await clients.control("POST", "limits", {"enforce": False})).body["enforce"] is False
    answers = [await clients.bot.post(clients.room) for _ in range(60)]
    assert {answer.status for answer in answers} == {200}
    assert "X-RateLimit-Limit" not in answers[0].headers


async def test_edits_of_messages_older_than_an_hour_are_held_back(clients, monkeypatch):
    posted = await clients.bot.say(clients.room, "old")
    monkeypatch.setattr("sandbox.rest.routes.messages.OLD_MESSAGE_SECONDS", -1)
    path = f"{clients.messages}/{posted['id']}"
    await clients.bot.expect(200, "PATCH", path, {"content": "once"})
    answer = await clients.bot.expect(429, "PATCH", path, {"content": "twice"})
    assert answer.code == 30046


async def test_too_many_invalid_requests_shut_the_address_out(clients):
    await clients.control("POST", "limits", {"invalid_answers": 3})
    for _ in range(3):
        await clients.bot.expect(403, "POST", "/interactions", {})
    answer = await clients.bot.call("GET", "/users/@me")
    assert answer.status == 429
    assert "Via" not in answer.headers  # discord.py takes this for a ban and gives up
    assert (await clients.ada.call("GET", "/users/@me")).status == 200


async def test_identifying_too_often_costs_the_token(clients, clock):
    await clients.control("POST", "limits", {"identifies_per_day": 2})
    await clients.watch_as_bot()
    clock.now += 60
    limit = (await clients.bot.get("/gateway/bot"))["session_start_limit"]
    assert limit == {
        "total": 2,
        "remaining": 1,
        "reset_after": (86_400 - 60) * 1000,
        "max_concurrency": 1,
    }
    last = await clients.watch_as_bot()
    clock.now += 60
    client = await clients.sending(IDENTIFY)
    assert await client.closed_with() == 4004
    assert await last.closed_with() == 4004
    assert (await clients.bot.call("GET", "/users/@me")).status == 401


@pytest.mark.parametrize(("limits", "seconds"), [({}, 5), ({SECONDS: 0.5}, 0.5)])
async def test_one_identify_in_five_seconds_or_less(clients, clock, limits, seconds):
    await clients.control("POST", "limits", limits)
    await clients.watch_as_bot()
    client = await clients.sending(IDENTIFY)
    refused = await client.receive()
    assert (refused["op"], refused["d"]) == (9, False)
    clock.now += seconds
    await client.socket.send_json(IDENTIFY)
    await client.wait("READY")


async def test_shards_of_one_bucket_identify_one_by_one_whatever_their_count(clients, clock):
    await clients.control("POST", "limits", {"max_concurrency": 2})
    await clients.shard(1, 2)
    async with open_clients(clients.sandbox) as other_items:
        client = await other_items.sending({"op": 2, "d": IDENTIFY["d"] | {"shard": [3, 4]}})
        assert (await client.receive())["op"] == 9
        await other_items.shard(0, 4)
        clock.now += 5
        await other_items.shard(3, 4)


async def test_a_refused_identify_counts_towards_the_day_s_and_a_resume_does_not(clients):
    first = await clients.watch_as_bot()
    client = await clients.sending(IDENTIFY)
    assert (await client.receive())["op"] == 9
    await first.socket.close(code=4000)
    resume = {"token": BOT_TOKEN, "session_id": first.ready["session_id"], "seq": first.sequence}
    await client.socket.send_json({"op": 6, "d": resume})
    await client.wait("RESUMED")
    limit = (await clients.bot.get("/gateway/bot"))["session_start_limit"]
    assert limit["remaining"] == 998


async def test_discord_recommends_as_many_shards_as_are_set(clients):
    assert (await clients.bot.get("/gateway/bot"))["shards"] == 1
    await clients.control("POST", "limits", {"shards": 3})
    assert (await clients.bot.get("/gateway/bot"))["shards"] == 3


async def test_what_is_left_of_the_day_s_identifies_can_be_set(clients, clock):
    left = {"remaining": 1, "reset_after": 5000}
    picture = (await clients.control("POST", "limits", {"session_start_limit": left})).body
    limit = {"total": 1000, "max_concurrency": 1} | left
    assert picture["session_start_limit"] == limit
    assert (await clients.bot.get("/gateway/bot"))["session_start_limit"] == limit
    await clients.watch_as_bot()
    clock.now += 5
    limit = (await clients.bot.get("/gateway/bot"))["session_start_limit"]
    assert (limit["remaining"], limit["reset_after"]) == (1000, 0)
    await clients.watch_as_bot()


async def test_a_hundred_and_twenty_frames_a_minute(clients, clock):
    client = await clients.watch_as_bot()  # one frame
    for _ in range(2):
        for _ in range(119):
            await client.socket.send_json({"op": 1, "d": None})
            assert (await client.receive())["op"] == 11
        clock.now += 60
        await client.socket.send_json({"op": 1, "d": None})
    for _ in range(120):
        await client.socket.send_json({"op": 1, "d": None})
    assert await client.closed_with() == 4008


async def test_a_shared_limit_is_no_invalid_request(clients):
    await clients.control("POST", "limits", {"invalid_answers": 1})
    await clients.fault("429", scope="shared", seconds=1)
    answer = await clients.bot.expect(429, "GET", "/users/@me")
    assert answer.headers["X-RateLimit-Scope"] == "shared"
    await clients.bot.expect(200, "GET", "/users/@me")
    await clients.fault("429", seconds=1)
    answer = await clients.bot.expect(429, "GET", "/users/@me")
    assert (answer.headers["X-RateLimit-Scope"], answer.body["retry_after"]) == ("user", 1)
    assert (await clients.bot.expect(429, "GET", "/users/@me")).body.startswith("This address")


async def test_a_snowflake_says_when(clients):
    posted = await clients.ada.say(clients.room, "now")
    milliseconds = (int(posted["id"]) >> TIME_SHIFT) + DISCORD_EPOCH
    picture = posted["timestamp"]
    assert picture.endswith(f".{milliseconds % 1000:03d}000+00:00")
