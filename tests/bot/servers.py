"""A house, its store and the people around it; the library hears nothing by itself."""

from dataclasses import dataclass

import discord

from bot.card import MatchCard, Person
from bot.live.events import RoomRead, Scope
from bot.matches.registry import MatchRegistry
from bot.matches.runner import MatchRunner
from bot.storage.store import Store
from engine.matches.match import AnyGame
from sandbox.server import Sandbox
from tests.bot.cards import DMO, EC, card_of
from tests.engine.playing import fire_and_ice
from tests.people import Message, World
from tests.people import Person as Visitor
from tests.waiting import eventually


@dataclass
class Server:
    """A house, its store, and the people around it."""

    client: discord.Client
    world: World
    store: Store
    registry: MatchRegistry
    sandbox: Sandbox

    def card(
        self, game: AnyGame | None = None, room: str | None = None, **options: str
    ) -> MatchCard:
        """A match in the first room, if no other is named: one that EC begins, if it is no game's.

        Options are for the usual game.
        """
        return card_of(
            game or fire_and_ice(**({"first": "ec", "takeback": "0"} | options)),
            guild_id=int(self.world.about["guild"]["id"]),
            room_id=int(room or self.room),
            players={
                EC: Person(int(self.world.ec.id), "Ada"),
                DMO: Person(int(self.world.dmo.id), "Bob"),
            },
            host_id=int(self.world.host.id),
            began_ms=self.registry.clock.now_ms(),
        )

    @property
    def room(self) -> str:
        return self.world.rooms["general"]

    async def open(
        self, game: AnyGame | None = None, room: str | None = None, **options: str
    ) -> MatchRunner:
        """A match whose opening post stands."""
        host = await self.world.host.say(room or self.room, "let us begin")
        runner = await self.registry.open_match(self.card(game, room, **options), int(host["id"]))
        await eventually(lambda: runner.match.started is not None)
        return runner

    async def restart(self) -> None:
        await self.registry.stop()
        self.registry = MatchRegistry(self.client, self.store)
        await self.registry.start()

    async def hear(self, runner: MatchRunner) -> None:
        """Let a table hear what its room holds."""
        reading = await self.registry._around.read_room(runner, Scope())
        runner.put(RoomRead(reading, until_ms=None, number=runner._reading_number))

    async def boards(self) -> list[Message]:
        """The Dealer's posts with a picture."""
        return [post for post in await self.world.host.history(self.room) if post["attachments"]]

    async def private(self, message: Message) -> discord.Message:
        """A message to the Dealer alone, as the library has it."""
        direct = await self.client.create_dm(discord.Object(int(message["author"]["id"])))
        return await direct.fetch_message(int(message["id"]))

    async def said_to(self, person: Visitor) -> list[str]:
        """All that the Dealer has told somebody in private."""
        said = await person.history(await person.direct())
        return [message["content"] for message in said if message["author"].get("bot")]
