"""The rate limit: below Discord's in every second, most urgent first, no request uncounted."""

import asyncio
import math
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord.http import Route

from bot.posts.post import Post, Urgency
from bot.posts.rate_limit import REQUESTS_A_SECOND, WINDOW_SECONDS, RateLimiter
from bot.posts.request_guard import Request, RequestTrace
from sandbox.server import BOT_TOKEN, Sandbox
from tests.bot.cards import EC
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.office import Office
from tests.people import World
from tests.waiting import eventually

PROMISED_A_SECOND = 48
POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}


class LeapingLoop(asyncio.SelectorEventLoop):
    """A loop whose time leaps to whatever is due next, and takes none of ours."""

    now = 1_000.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0]._when)
        super()._run_once()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(work)


async def times_of(limiter: RateLimiter, requests: int) -> list[float]:
    """When so many requests are made that want to be made at once."""
    loop, times = asyncio.get_running_loop(), []

    async def request() -> None:
        await limiter.acquire(Urgency.USUAL)
        times.append(loop.time())

    await asyncio.gather(*(request() for _ in range(requests)))
    return times


def most_in(seconds: float, times: list[float]) -> int:
    """How many of the times lie in one span of so many seconds, at most."""
    return max(sum(start <= time < start + seconds for time in times) for start in times)


def most_in_a_second(times: list[float]) -> int:
    return most_in(1, times)


# The rate


def test_after_a_burst_requests_are_spaced_evenly():
    times = run(times_of(RateLimiter(10, 3, kept_back=0), 8))
    assert [round(time - 1_000, 6) for time in times] == [0, 0, 0, 0.1, 0.2, 0.3, 0.4, 0.5]


def test_a_burst_is_earned_again_by_waiting_and_no_more_than_one():
    async def rests() -> list[float]:
        limiter = RateLimiter(10, 3, kept_back=0)
        await times_of(limiter, 3)
        await asyncio.sleep(60)
        begun = asyncio.get_running_loop().time()
        return [round(time - begun, 6) for time in await times_of(limiter, 6)]

    assert run(rests()) == [0, 0, 0, 0.1, 0.2, 0.3]


@pytest.mark.parametrize("idle", [0.0, 0.05, 0.5, 3.0])
def test_no_second_sees_more_requests_than_promised(idle: float):
    async def waves() -> list[float]:
        limiter, times = RateLimiter(), []
        for _ in range(4):
            times += await times_of(limiter, 60)
            await asyncio.sleep(idle)
        return times

    assert most_in_a_second(run(waves())) <= PROMISED_A_SECOND


def test_a_loop_that_was_held_up_lets_out_no_flood():
    async def held_up() -> list[float]:
        loop, limiter = asyncio.get_running_loop(), RateLimiter()
        loop.call_later(0.5, setattr, loop, "now", loop.time() + 3.5)
        return await times_of(limiter, 200)

    assert most_in_a_second(run(held_up())) <= PROMISED_A_SECOND


def test_a_paced_queue_keeps_up_with_a_thousand_requests():
    times = run(times_of(RateLimiter(), 1_000))
    assert times == sorted(times)
    assert times[-1] - times[0] == pytest.approx(999 / REQUESTS_A_SECOND, abs=0.1)


@pytest.mark.parametrize("seconds_to_connect", [0.0, 0.3, 1.0, 3.0])
def test_requests_that_wait_for_a_connection_do_not_leave_in_a_flood(seconds_to_connect: float):
    async def leaving() -> list[float]:
        loop, limiter, times = asyncio.get_running_loop(), RateLimiter(), []

        async def request(number: int) -> None:
            await limiter.acquire(Urgency.USUAL)
            # Later ones find a connection that is there already.
            await asyncio.sleep(max(0.0, seconds_to_connect - number / 100))
            await limiter.depart()
            times.append(loop.time())

        await asyncio.gather(*(request(number) for number in range(1_000)))
        return times

    times = run(leaving())
    assert len(times) == 1_000
    assert most_in(WINDOW_SECONDS, times) <= PROMISED_A_SECOND
    lasts = times[-1] - times[0]
    assert lasts == pytest.approx(999 / REQUESTS_A_SECOND, abs=seconds_to_connect + 0.1)


def test_a_loop_that_is_held_up_between_turn_and_leaving_lets_out_no_flood():
    async def leaving() -> list[float]:
        loop, limiter, times = asyncio.get_running_loop(), RateLimiter(), []
        for stall in (0.5, 1.9, 3.0):
            loop.call_later(stall, lambda: setattr(loop, "now", loop.time() + 0.9))

        async def request() -> None:
            await limiter.acquire(Urgency.USUAL)
            await asyncio.sleep(0.2)
            await limiter.depart()
            times.append(loop.time())

        await asyncio.gather(*(request() for _ in range(300)))
        return times

    assert most_in(WINDOW_SECONDS, run(leaving())) <= PROMISED_A_SECOND


def test_who_goes_away_at_the_door_leaves_it_open():
    async def leaves() -> float:
        loop, limiter = asyncio.get_running_loop(), RateLimiter(10, 2)
        for _ in range(12):
            await limiter.depart()
        impatient = [asyncio.create_task(limiter.depart()) for _ in range(5)]
        await asyncio.sleep(0.5)
        for each in impatient:
            each.cancel()
        await limiter.depart()
        return loop.time() - 1_000

    assert run(leaves()) == pytest.approx(WINDOW_SECONDS)


# The order


def test_the_most_urgent_goes_first_and_equals_as_they_came():
    async def order() -> list[str]:
        limiter, served = RateLimiter(10, 1, kept_back=0), []
        await limiter.acquire(Urgency.USUAL)

        async def request(name: str, urgency: Urgency) -> None:
            await limiter.acquire(urgency)
            served.append(name)

        names = ["usual", "warning", "last warning", "turn"]
        urgencies = sorted(Urgency, reverse=True)
        asked = [
            (f"{name} {n}", u) for n in (1, 2) for name, u in zip(names, urgencies, strict=True)
        ]
        await asyncio.gather(*(request(*each) for each in asked))
        return served

    assert run(order()) == [
        f"{name} {number}"
        for name in ("turn", "last warning", "warning", "usual")
        for number in (1, 2)
    ]


def test_what_is_urgent_goes_at_once_while_usual_ones_wait():
    async def times() -> list[float]:
        loop, limiter = asyncio.get_running_loop(), RateLimiter(10, 5, kept_back=3)
        usual = asyncio.create_task(times_of(limiter, 100))
        await asyncio.sleep(2.01)
        begun = loop.time()
        urgent = [limiter.ask(Urgency.WARNING).granted for _ in range(5)]
        for each in urgent:
            await each
            yet.append(loop.time() - begun)
        assert most_in_a_second(await usual) <= 15
        return yet

    yet: list[float] = []
    # Three were kept back; the next ones come at the rate, and still before all usual ones.
    assert run(times()) == pytest.approx([0, 0, 0, 0.09, 0.19])


@pytest.mark.parametrize("urgency", Urgency)
def test_no_second_sees_more_than_the_rate_and_a_burst(urgency: Urgency):
    async def mixed() -> list[float]:
        loop, limiter, times = asyncio.get_running_loop(), RateLimiter(), []

        async def request(urgency: Urgency) -> None:
            await limiter.acquire(urgency)
            times.append(loop.time())

        async def later() -> None:
            await asyncio.sleep(1.5)
            await asyncio.gather(*(request(urgency) for _ in range(60)))

        await asyncio.gather(later(), *(request(Urgency.USUAL) for _ in range(100)))
        return times

    assert most_in_a_second(run(mixed())) <= PROMISED_A_SECOND


def test_who_becomes_urgent_while_waiting_is_served_as_such_and_once():
    async def order() -> list[str]:
        limiter, served = RateLimiter(10, 1, kept_back=0), []
        await limiter.acquire(Urgency.USUAL)
        turns = {name: limiter.ask(Urgency.WARNING) for name in ("first", "second", "third")}
        for name, turn in turns.items():
            turn.granted.add_done_callback(lambda _, name=name: served.append(name))
        limiter.hasten(turns["third"], Urgency.TURN)
        begun = asyncio.get_running_loop().time()
        await asyncio.gather(
            *(turn.granted for turn in turns.values()), limiter.acquire(Urgency.USUAL)
        )
        assert asyncio.get_running_loop().time() - begun == pytest.approx(0.4)
        return served

    assert run(order()) == ["third", "first", "second"]


def test_who_goes_away_takes_nobodys_turn():
    async def leaves() -> float:
        loop, limiter = asyncio.get_running_loop(), RateLimiter(10, 1, kept_back=0)
        await limiter.acquire(Urgency.USUAL)
        impatient = [asyncio.create_task(limiter.acquire(Urgency.TURN)) for _ in range(5)]
        await asyncio.sleep(0.05)
        for each in impatient:
            each.cancel()
        await limiter.acquire(Urgency.USUAL)
        return loop.time() - 1_000

    assert run(leaves()) == pytest.approx(0.1)


# Every request of the library


@pytest.fixture
async def counted(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Office]:
    """An office whose limiter is the real one, and a server that notes when requests come."""
    limiter = RateLimiter()
    client = discord.Client(intents=discord.Intents.none(), http_trace=RequestTrace(limiter))
    async with Sandbox(rate_limits=False) as sandbox, aiohttp.ClientSession() as session, client:
        monkeypatch.setattr(Route, "BASE", sandbox.api)
        await client.login(BOT_TOKEN)
        office = Office(client, limiter, sandbox, await World.visit(session, sandbox.address))
        yield office
        await office.outbox.close()


def hold(limiter: RateLimiter) -> None:
    """Let nothing that is counted go out any more."""
    limiter._free_at = math.inf


def release(limiter: RateLimiter) -> None:
    """Let out what was held."""
    limiter._free_at = 0.0
    if limiter._next_grant:
        limiter._next_grant.cancel()
    limiter._grant()


def note_requests(sandbox: Sandbox) -> list[float]:
    """From now on, when requests of the bot come in that Discord would count."""
    times, take = [], sandbox.services.faults.take

    def noting(target: Any) -> Any:
        uncounted = target.path.startswith(("/interactions/", "/webhooks/"))
        if target.by_bot and not uncounted:
            times.append(asyncio.get_running_loop().time())
        return take(target)

    sandbox.services.faults.take = noting  # type: ignore[method-assign]
    return times


async def test_a_burst_from_a_hundred_rooms_with_retries_stays_below_the_limit(counted: Office):
    more = {"channels": 100, "users": 0}
    doors = f"{counted.world.address}/sandbox/world"
    async with counted.world.session.post(doors, json=more) as response:
        rooms = [each["id"] for each in (await response.json())["channels"][-100:]]
    await counted.world.fault(fault="429", match=POSTS, seconds=0.3, count=40)
    await counted.world.fault(fault="429", match=POSTS, seconds=0.4, count=1, **{"global": True})
    await counted.world.fault(fault="5xx-after", status=502, match=POSTS, count=20)
    await counted.world.fault(fault="drop", match=POSTS, after=True, count=20)
    times = note_requests(counted.sandbox)
    for room in rooms:
        counted.put(Post("turn", board=True), room=room)
    async with asyncio.timeout(60):
        while len(counted.reports) < counted.put_in:  # noqa: ASYNC110 - it takes seconds
            await asyncio.sleep(0.05)
    assert len(times) == len(rooms) + 40 + 1 + 20 + 20
    assert most_in_a_second(times) <= PROMISED_A_SECOND
    for room in rooms:
        history = await counted.world.host.history(room)
        assert [each["content"] for each in history] == ["turn"]


async def test_reading_and_conversations_and_commands_are_counted_too(counted: Office):
    asked: list[Urgency] = []
    ask = counted.limiter.ask
    counted.limiter.ask = lambda urgency: asked.append(urgency) or ask(urgency)  # type: ignore[method-assign]
    room = counted.client.get_partial_messageable(int(counted.room))
    assert [message async for message in room.history()] == []
    await counted.client.create_dm(discord.Object(int(counted.world.ec.id)))
    await discord.app_commands.CommandTree(counted.client).sync()
    assert asked == [Urgency.USUAL] * 3


async def test_answers_to_interactions_do_not_wait_for_the_pace(counted: Office):
    ec = counted.world.ec
    token = await counted.owes_an_answer(ec)
    hold(counted.limiter)
    counted.put(Post("for you alone", to=EC, token=token), reader_id=int(ec.id))
    assert (await counted.all_reported())[-1][1]


@pytest.mark.parametrize(
    ("method", "path", "is_counted", "posts"),
    [
        ("POST", "/api/v10/channels/1/messages", True, True),
        ("GET", "/api/v10/channels/1/messages", True, False),
        ("POST", "/api/v10/users/@me/channels", True, False),
        ("POST", "/api/v10/interactions/1/token/callback", False, False),
        ("PATCH", "/api/v10/webhooks/1/token/messages/@original", False, False),
        ("GET", "/attachments/1/2/erosion.txt", False, False),
    ],
)
def test_what_discord_counts_is_told_by_the_address(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, is_counted: bool, posts: bool
):
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1/api/v10")
    request = Request.read(method, yarl.URL(f"http://127.0.0.1:1{path}"))
    assert (request.is_counted, request.posts) == (is_counted, posts)


# The order under load


async def test_under_load_turns_go_first_then_warnings_the_last_of_them_before(counted: Office):
    stood: list[str] = []
    limiter = counted.limiter
    hold(limiter)
    for name, urgency in (
        ("usual", Urgency.USUAL),
        ("warning", Urgency.WARNING),
        ("last warning", Urgency.LAST_WARNING),
        ("turn", Urgency.TURN),
    ):
        counted.put(Post(name, urgency=urgency), room=await counted.world.new_room())
    counted.outbox._report = lambda post, _: stood.append(post.content)
    await eventually(lambda: len(limiter._waiting) == 4)
    # So far apart that none overtakes another on its way.
    limiter._interval, limiter._burst = 0.2, 1
    release(limiter)
    await eventually(lambda: len(stood) == 4)
    assert stood == ["turn", "last warning", "warning", "usual"]


async def test_what_waits_behind_in_a_room_hastens_what_is_before_it(counted: Office):
    asked: list[Urgency] = []
    limiter, ask = counted.limiter, counted.limiter.ask
    hold(limiter)
    limiter.ask = lambda urgency: asked.append(urgency) or ask(urgency)  # type: ignore[method-assign]
    counted.put(Post("reply"))
    await eventually(lambda: limiter._waiting)
    counted.put(Post("warning", urgency=Urgency.WARNING, expires_ms=BEGAN_MS + 60_000))
    counted.put(Post("turn", urgency=Urgency.TURN))
    assert min(limiter._waiting)[0] is Urgency.TURN
    release(limiter)
    assert await counted.texts() == ["reply", "warning", "turn"]
    assert asked[0] is Urgency.USUAL
    assert set(asked[1:]) == {Urgency.TURN}
