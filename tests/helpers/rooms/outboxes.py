"""An outbox that delivers to the sandbox through the real discord.py, and what arrives there."""

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.posts.attachments import Attachments
from bot.posts.boards import DescribedPicture
from bot.posts.buttons import buttons_below
from bot.posts.sending.outbox import Outbox
from bot.posts.sending.requests import RateLimiter, RequestTrace
from bot.texts.language import Language
from bot.values.card import Address
from bot.values.discord_time import DiscordClock, local_ms
from bot.values.obstacles import ChannelLost, Hindrance, Obstacle, OptionalPermission
from bot.values.post import Extras, Place, Post, Urgency
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import Seat
from sandbox.faults import Target
from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message, Person, World
from tests.helpers.rooms.cards import DMO, EC

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000050000000308060000") + bytes(40)
MATCH = 7
POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
READINGS = {"method": "GET", "route": "/channels/{channel_id}/messages"}
DEFERRED_IN_PRIVATE = {"type": 5, "data": {"flags": 64}}


def board() -> tuple[DescribedPicture, ...]:
    return (DescribedPicture("board", PNG, "a board"),)


async def nothing() -> bytes:
    return b""


@dataclass
class NotingClock(FakeClock):
    """A clock that notes what it was shown."""

    observed: list[int] = field(default_factory=list)

    def observe(self, named_ms: int, sent_ms: float) -> None:
        assert sent_ms <= local_ms()
        self.observed.append(named_ms)


def address_of(
    guild_id: int, room_id: int, player_ids: Mapping[Seat, int], host_id: int
) -> Address:
    ids = 0, guild_id, room_id, player_ids, host_id
    return Address(*ids, BEGAN_MS, Language.EN, is_practice=False)


class OutboxHarness:
    """An outbox on a client that is logged in to the sandbox.

    Attributes:
        room: Default room of posts.
        reports: Posts reported so far, by sequence, with the message each stands as.
        obstacles: Reported obstacles of rooms in which nothing can be posted.
        lacks: Reported permissions that posts had to do without.
        mirrors_lost: Channels in which followers can be told nothing.
    """

    def __init__(
        self, client: discord.Client, limiter: RateLimiter, sandbox: Sandbox, world: World
    ) -> None:
        self.client = client
        self.limiter = limiter
        self.sandbox = sandbox
        self.world = world
        self.clock = NotingClock()
        self.reports: list[tuple[int, int | None]] = []
        self.obstacles: list[Obstacle] = []
        self.lacks: list[OptionalPermission] = []
        self.mirrors_lost: list[int] = []
        self.under_test = self._new_outbox()
        self.room = world.rooms["general"]
        self._put: list[tuple[Post, Address, Attachments]] = []
        self._awaited = 0

    def _new_outbox(self) -> Outbox:
        return Outbox(self.client, self.clock, self.limiter, self._report, self._obstructed)

    def _report(self, post: Post, message_id: int | None) -> None:
        self.reports.append((post.place.sequence, message_id))

    def _obstructed(self, _: Address, by: Hindrance) -> None:
        if isinstance(by, OptionalPermission):
            self.lacks.append(by)
        elif isinstance(by, ChannelLost):
            self.mirrors_lost.append(by.channel_id)
        else:
            self.obstacles.append(by)

    # What goes in

    def address(self, room: str | None = None) -> Address:
        players = {EC: int(self.world.ec.id), DMO: int(self.world.dmo.id)}
        guild_id, host_id = int(self.world.guild_id), int(self.world.host.id)
        return address_of(guild_id, int(room or self.room), players, host_id)

    def put(
        self,
        post: Post,
        *,
        room: str | None = None,
        address: Address | None = None,
        pictures: Callable[[], tuple[DescribedPicture, ...]] = board,
        animation: Callable[[], Awaitable[bytes]] = nothing,
        is_new: bool = True,
        is_obsolete: Callable[[], bool] = lambda: False,
    ) -> None:
        """Put a post in; it gets the next place in the match's outbox, if it has none."""
        if not post.place.sequence:
            place = len(self._put) + 1
            post = replace(post, place=Place(MATCH, place, number=place))
        record = "game: fire-and-ice\n"
        buttons = partial(buttons_below, post, FireAndIce())
        attachments = Attachments(pictures, lambda: record, animation=animation, buttons=buttons)
        self._put.append((post, address or self.address(room), attachments))
        self._awaited += 1
        self.under_test.put(*self._put[-1], is_new=is_new, is_obsolete=is_obsolete)

    def put_again(self, *sequences: int, **changes: Any) -> None:
        """Put posts in as a later process finds them, which cannot know whether they stand."""
        for sequence in sequences:
            post, *more = self._put[sequence - 1]
            self._awaited += 1
            place = replace(post.place, **changes)
            self.under_test.put(replace(post, place=place), *more)

    # What happens meanwhile

    async def restart(self) -> None:
        """End the process, with whatever is not delivered, and begin another."""
        await self.under_test.close()
        self.under_test = self._new_outbox()
        self.reports.clear()
        self._awaited = 0

    async def restart_late(self) -> None:
        """Restart so late that Discord has forgotten every nonce."""
        await self.restart()
        await self.world.fault(fault="forget-nonces")

    async def finds_again(self, *sequences: int) -> bool:
        """Restart late, and put in again what was put in; return whether it stands as before."""
        before = dict(await self.all_reported())
        await self.restart_late()
        self.put_again(*sequences)
        return dict(await self.all_reported()) == before

    def hold(self) -> None:
        self.limiter._free_at = lambda *_: math.inf  # type: ignore[method-assign]

    def release(self) -> None:
        del self.limiter._free_at
        self.limiter._grant()

    async def holds(self, posts: int) -> None:
        """Wait until so many posts wait for a permit."""
        await eventually(lambda: len(self.limiter._waiting) == posts)

    def note_requests(self, note: Callable[[Target], Any] = lambda target: target) -> list[Any]:
        """Return the bot's requests that come in from now on, or a note of each."""
        faults = self.sandbox.services.faults
        requests, take = list[Any](), faults.take

        def noting(target: Target) -> Any:
            if target.by_bot:
                requests.append(note(target))
            return take(target)

        faults.take = noting  # type: ignore[method-assign]
        return requests

    async def promise_an_answer(self, person: Person) -> str:
        """Press a button and get the promise of an answer; return its token."""
        self.put(Post("press", extras=Extras(has_form=True)))
        *_, post = await self.posts()
        await person.press(post, f"form:{MATCH}")
        interactions = self.sandbox.services.interactions
        pressed = list(interactions._by_token.values())[-1]
        path = f"/interactions/{pressed.id}/{pressed.token}/callback"
        await self.world.bot.request("POST", path, DEFERRED_IN_PRIVATE)
        return pressed.token

    # What comes out

    async def all_reported(self) -> list[tuple[int, int | None]]:
        await eventually(lambda: len(self.reports) == self._awaited)
        return self.reports

    async def posts(self, room: str | None = None) -> list[Message]:
        await self.all_reported()
        history = await self.world.host.history(room or self.room)
        return [message for message in history if message["author"].get("bot")]

    async def texts(self, room: str | None = None) -> list[str]:
        return [message["content"] for message in await self.posts(room)]

    async def told(self, person: Person) -> list[Message]:
        await self.all_reported()
        history = await person.history(await person.direct())
        return [message for message in history if message["author"].get("bot")]

    async def texts_to(self, person: Person) -> list[str]:
        return [message["content"] for message in await self.told(person)]


@asynccontextmanager
async def logged_in(
    monkeypatch: pytest.MonkeyPatch, limiter: RateLimiter, clock: DiscordClock
) -> AsyncIterator[tuple[discord.AutoShardedClient, World, Sandbox]]:
    """Yield a client that is logged in to a sandbox of its own, without rate limits."""
    async with Sandbox(rate_limits=False) as sandbox, aiohttp.ClientSession() as session:
        # The trace asks for the address once.
        monkeypatch.setattr(Route, "BASE", sandbox.api)
        trace = RequestTrace(limiter, clock)
        async with discord.AutoShardedClient(
            intents=discord.Intents.none(), http_trace=trace
        ) as client:
            await client.login(BOT_TOKEN)
            yield client, await World.visit(session, sandbox.address), sandbox


@asynccontextmanager
async def open_outbox(
    monkeypatch: pytest.MonkeyPatch, limiter: RateLimiter
) -> AsyncIterator[OutboxHarness]:
    async with logged_in(monkeypatch, limiter, DiscordClock()) as (client, world, sandbox):
        harness = OutboxHarness(client, limiter, sandbox, world)
        yield harness
        await harness.under_test.close()


def note_permits(limiter: RateLimiter) -> list[Urgency]:
    """Return the list of urgencies of the requests that ask for a permit from now on."""
    asked, ask = list[Urgency](), limiter.ask
    limiter.ask = lambda urgency, *more: asked.append(urgency) or ask(urgency, *more)  # type: ignore[method-assign,func-returns-value]
    return asked
