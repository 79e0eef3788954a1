"""A match registry, its store and the people around it; the library hears nothing by itself."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from bot.app.build import put_together
from bot.features.starting.cog import GameCog
from bot.live.runner import MatchRunner, RoomReader
from bot.posts.sending.requests import RateLimiter
from bot.storage.choices import Choices
from bot.storage.store import Store
from bot.values.card import MatchCard, Person
from bot.values.discord_time import DiscordClock, snowflake_ms
from bot.values.events import ReadingScope, RoomRead, RoomReading
from engine.game import AnyGame
from sandbox.server import Sandbox
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message, World, from_dealer
from tests.helpers.people import Person as Visitor
from tests.helpers.rooms.cards import DMO, EC, card_of
from tests.helpers.rooms.game_cogs import game_rooms_of

OF_BOT = ("choices", "clock", "features", "finished", "hosts", "limiter", "outages", "quarantine")
OF_BOT += ("registry", "resume", "runners", "store")


@dataclass
class Server:
    """A match registry, its store, and the people around it."""

    client: discord.AutoShardedClient
    limiter: RateLimiter
    clock: DiscordClock
    world: World
    store: Store
    sandbox: Sandbox
    game_rooms_of: Callable[[MatchCard], GameCog] = field(init=False)
    reader: RoomReader = field(init=False)

    def __post_init__(self) -> None:
        self.store.choices = Choices(self.store.access)
        self.game_rooms_of = game_rooms_of(self)
        put_together(self, self.client, self.game_rooms_of)
        self.runners.expect(())
        self.reader = self.services.reader

    @property
    def bot(self) -> Any:
        """Return the bot that the cogs of features need."""
        client, own = self.client, {name: getattr(self, name) for name in OF_BOT}
        known = {name: getattr(client, name) for name in ("get_channel", "get_guild", "user")}
        return SimpleNamespace(**own, **known)

    def card(
        self, game: AnyGame | None = None, room: str | None = None, **options: str
    ) -> MatchCard:
        """Return a match in the first room, unless another is named, with EC to begin by default.

        Options are for the usual game.
        """
        return card_of(
            game or fire_and_ice(**({"first": "ec", "takeback": "0"} | options)),
            guild_id=int(self.world.guild_id),
            room_id=int(room or self.room),
            players={
                EC: Person(int(self.world.ec.id), "Ada"),
                DMO: Person(int(self.world.dmo.id), "Bob"),
            },
            host_id=int(self.world.host.id),
            began_ms=self.clock.now_ms(),
        )

    @property
    def room(self) -> str:
        return self.world.rooms["general"]

    async def open(
        self, game: AnyGame | None = None, room: str | None = None, **options: str
    ) -> MatchRunner:
        host = await self.world.host.say(room or self.room, "let us begin")
        self.clock.hear(snowflake_ms(int(host["id"])))
        runner = await self.registry.open_match(self.card(game, room, **options), int(host["id"]))
        await eventually(lambda: runner.match.clock.started is not None)
        return runner

    async def start(self) -> None:
        await self.resume.start()

    async def stop(self) -> None:
        await self.registry.stop()
        await self.outages.stop()

    async def restart(self) -> MatchRunner | None:
        """Start anew; return the match of the first room, if there is one."""
        await self.stop()
        self.__post_init__()
        await self.start()
        return self.runners.in_room(int(self.room))

    async def hear(self, runner: MatchRunner, text: str = "") -> None:
        """Let a match hear what its room holds, and what the EC says there before."""
        if text:
            await self.world.ec.say(self.room, text)
        reading = await self.read(runner)
        runner.enqueue(RoomRead(reading, until_ms=None, number=runner.live.reading))

    async def read(self, runner: MatchRunner, scope: ReadingScope | None = None) -> RoomReading:
        return await self.reader.read(lambda: runner.live, scope or ReadingScope())

    async def boards(self) -> list[Message]:
        return [post for post in await self.world.host.history(self.room) if post["attachments"]]

    async def private(self, message: Message) -> discord.Message:
        """Return a message to the Dealer alone, as the library has it."""
        direct = await self.client.create_dm(discord.Object(int(message["author"]["id"])))
        return await direct.fetch_message(int(message["id"]))

    async def told(self, person: Visitor, *parts: str) -> str:
        """Return a message of the Dealer's to somebody that says all that, once it is there."""
        return (await person.read(await person.direct(), from_dealer(*parts)))["content"]

    async def said_to(self, person: Visitor) -> list[str]:
        messages = await person.history(await person.direct())
        return [message["content"] for message in messages if message["author"].get("bot")]


def typed_in(runner: MatchRunner) -> list[str]:
    """Return the entries of a match that are its players' own."""
    return [entry.text for entry in runner.match.entries if entry.speaker.seat]
