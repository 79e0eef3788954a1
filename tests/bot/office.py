"""An outbox between the real library and the sandbox, and the rooms that it delivers to."""

from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.obstacles import Lack, Obstacle
from bot.posts.attachments import DescribedPicture, Parcel
from bot.posts.outbox import Outbox
from bot.posts.post import Post
from bot.posts.rate_limit import RateLimiter
from sandbox.server import Sandbox
from tests.bot.cards import in_outbox
from tests.bot.fake_clock import BEGAN_MS, FakeClock
from tests.people import Message, Person, World
from tests.waiting import eventually

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000050000000308060000") + bytes(40)
MATCH = 7
DEFERRED_IN_PRIVATE = {"type": 5, "data": {"flags": 64}}


@dataclass
class NotingClock(FakeClock):
    """A clock that notes what it was shown."""

    observed: list[int] = field(default_factory=list)

    def observe(self, snowflake: int, sent_ms: float, answered_ms: float) -> None:
        assert sent_ms <= answered_ms
        self.observed.append(snowflake)


class Office:
    """An outbox and the rooms that it delivers to."""

    def __init__(
        self, client: discord.Client, limiter: RateLimiter, sandbox: Sandbox, world: World
    ) -> None:
        self.client = client
        self.limiter = limiter
        self.sandbox = sandbox
        self.world = world
        self.clock = NotingClock()
        self.reports: list[tuple[int, int | None]] = []
        self.obstacles: list[tuple[int, Obstacle]] = []
        self.lacks: list[tuple[int, Lack]] = []
        self.outbox = self._new_outbox()
        self.room = world.rooms["general"]
        self.put_in = 0
        self.parcels: list[Parcel] = []

    def _new_outbox(self) -> Outbox:
        return Outbox(self.client, self.clock, self.limiter, self._report, self._obstructed)

    async def restart(self) -> None:
        """The process ends, with what was not delivered, and another one begins."""
        await self.outbox.close()
        self.outbox = self._new_outbox()

    def _obstructed(self, parcel: Parcel, by: Obstacle | Lack) -> None:
        if isinstance(by, Lack):
            self.lacks.append((parcel.post.sequence, by))
        else:
            self.obstacles.append((parcel.post.sequence, by))

    def _report(self, post: Post, message_id: int | None) -> None:
        self.reports.append((post.sequence, message_id))

    def put(
        self,
        post: Post,
        *,
        room: str | None = None,
        **more: Any,
    ) -> None:
        """Put a letter into the outbox, numbered as it comes, if it is not already."""
        self.put_in += 1
        sequence = len(self.parcels) + 1
        parts = {
            "guild_id": int(self.world.about["guild"]["id"]),
            "room_id": int(room or self.room),
            "reader_id": None,
            "post": post if post.sequence else in_outbox(post, MATCH, sequence, number=sequence),
            "pictures": lambda: (DescribedPicture("board", PNG, "a board"),),
            "record": lambda: "game: fire-and-ice\n",
            "began_ms": BEGAN_MS,
            "is_new": True,
            "is_moot": lambda: False,
        }
        self.parcels.append(Parcel(**(parts | more)))
        self.outbox.put(self.parcels[-1])

    def put_again(self, *sequences: int, **more: Any) -> None:
        """Put letters in as a later process finds them, which cannot know whether they stand."""
        for sequence in sequences:
            self.put_in += 1
            self.outbox.put(replace(self.parcels[sequence - 1], is_new=False, **more))

    async def all_reported(self) -> list[tuple[int, int | None]]:
        await eventually(lambda: len(self.reports) == self.put_in)
        return self.reports

    async def posts(self, room: str | None = None) -> list[Message]:
        """What the room holds of the Dealer's, once all is reported."""
        await self.all_reported()
        history = await self.world.host.history(room or self.room)
        return [message for message in history if message["author"].get("bot")]

    async def texts(self, room: str | None = None) -> list[str]:
        return [message["content"] for message in await self.posts(room)]

    async def told(self, person: Person) -> list[Message]:
        """What the Dealer has told somebody alone in direct messages, once all is reported."""
        await self.all_reported()
        history = await person.history(await person.direct())
        return [message for message in history if message["author"].get("bot")]

    async def owes_an_answer(self, person: Person) -> str:
        """Somebody presses a button, and the answer is promised; the token to give it with."""
        self.put(Post("press", form=True))
        *_, post = await self.posts()
        await person.press(post, f"form:{MATCH}")
        interactions = self.sandbox.services.interactions
        pressed = list(interactions._by_token.values())[-1]
        url = f"{self.world.about['api']}/interactions/{pressed.id}/{pressed.token}/callback"
        async with self.world.session.post(url, json=DEFERRED_IN_PRIVATE) as response:
            assert response.status < 300, await response.text()
        return pressed.token
