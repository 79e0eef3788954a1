"""A plain client runs into the limits on how often a bot may ask."""

import pytest

from sandbox.limits import RATES
from sandbox.server import Sandbox
from sandbox.snowflakes import DISCORD_EPOCH, TIME_SHIFT
from tests.sandbox.support import open_town


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("sandbox.limits.monotonic", clock)
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
    path = template.format(channel_id=town.room, message_id="1", emoji="👍", user_id="1")
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
    monkeypatch.setattr("sandbox.route_messages.OLD_MESSAGE_SECONDS", -1)
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


async def test_identifying_too_often_costs_the_token(strict_town):
    town = strict_town
    await town.door("POST", "limits", {"identifies_per_day": 2})
    await town.watch_as_bot()
    limit = (await town.bot.get("/gateway/bot"))["session_start_limit"]
    assert (limit["total"], limit["remaining"]) == (2, 1)
    assert 0 < limit["reset_after"] <= 86_400_000
    await town.watch_as_bot()
    client = await town.connect()
    token = town.sandbox.hub.world.bot.token
    await client.socket.send_json({"op": 2, "d": {"token": token, "intents": 1}})
    assert await client.closed_with() == 4004


async def test_a_thousand_identifies_a_day_are_allowed_by_default():
    async with Sandbox() as sandbox, open_town(sandbox) as town:
        limit = (await town.bot.get("/gateway/bot"))["session_start_limit"]
        assert (limit["total"], limit["remaining"]) == (1000, 1000)


async def test_a_snowflake_says_when(town):
    posted = await town.ada.say(town.room, "now")
    milliseconds = (int(posted["id"]) >> TIME_SHIFT) + DISCORD_EPOCH
    shown = posted["timestamp"]
    assert shown.endswith(f".{milliseconds % 1000:03d}000+00:00")
