"""A room in which two people play one match after another, most of them slowly."""

import asyncio
import functools
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from time import time
from typing import Any, Final

from bot.texts.matches import SMALL_PRINT
from bot.values.discord_time import snowflake_ms
from engine.clocks import Deadline
from engine.game import AnyGame
from engine.games import GAMES
from engine.options import SECONDS, option_kinds, read_options
from engine.seats import Seat
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.kept_databases import OnFile
from tests.helpers.databases.kept_matches import log_of
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.random_texts import random_text
from tests.helpers.people import Listener, Message, Person
from tools.soak.lateness import Ledger
from tools.soak.reminders import FollowedMatch

OPENING, RESULT, REMINDER = "⏳ Time", "🏁", "⏰"
TRIES = 3
WARNINGS_SECONDS = (30, 5)
MARGIN_SECONDS = 2.0
"""So shortly before all time ends, nothing is typed any more; what comes too late is refused."""
LONG_RESERVE = 36_000
SEEDS = 8
"""Of how many seeds matches are dealt: few, so that what is drawn beside them costs little."""
LOOK_AGAIN_SECONDS: Final = 0.1
NEWEST: Final = "SELECT id, began_ms FROM matches WHERE room_id = ? ORDER BY id DESC LIMIT 1"


class RoomMessages(Listener):
    """A gateway connection that sorts messages by room."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.said: dict[str, asyncio.Queue[Message]] = {}

    async def hear(self, kind: str, data: Any) -> None:
        """Put a message into the queue of its room."""
        if kind == "MESSAGE_CREATE" and data["channel_id"] in self.said:
            self.said[data["channel_id"]].put_nowait(data)
        elif kind == "READY":
            await super().hear(kind, data)


def options_of(name: str, turn: float, seed: int, *, is_fast: bool = False) -> dict[str, Any]:
    """Return a start command's options: all times those of a turn, but endless reserves."""
    kinds = option_kinds(GAMES[name])
    times = {
        **{option: turn for option, kind in kinds.items() if kind is SECONDS},
        **dict.fromkeys(("reserve", "periods"), LONG_RESERVE),
        "takeback": 0 if is_fast else 5,
    }
    return {"seed": seed} | {option: value for option, value in times.items() if option in kinds}


@functools.cache
def game_of(name: str, options: tuple[tuple[str, float], ...]) -> AnyGame:
    """Return a game with options, cached, since drawing boards takes long."""
    kind = GAMES[name]
    return kind(**read_options(kind, {option: str(value) for option, value in options}))


def prepare(turn: float) -> None:
    """Draw all boards before they are needed."""
    for name in PLAYED:
        for seed in range(SEEDS):
            game_of(name, tuple(options_of(name, turn, seed).items()))


class LostTrackError(Exception):
    """Error for a room or a log that lacks what was typed, or does not go on."""


@dataclass
class GameRoom:
    """Plays matches in a room, and keeps account of the reminders.

    Attributes:
        said: Messages in it.
        turn: Longest turn or phase, without reserve, in seconds.
        life: Seconds before somebody concedes a slow match, about.
        is_fast: True if its players play to the end, and need no reminders.
        calm: Set while the gateway is left alone.
        counts: Numbers of turns, of matches begun and ended, and of failures.
    """

    id: str
    name: str
    players: dict[Seat, Person]
    host: Person
    said: asyncio.Queue[Message]
    turn: float
    life: float
    is_fast: bool
    ledger: Ledger
    calm: asyncio.Event
    database: OnFile
    generator: Random
    counts: Counter[str] = field(default_factory=Counter)
    _reminders: list[tuple[str, int]] = field(default_factory=list)
    _match_id: int = 0
    _followed: FollowedMatch = field(init=False)

    async def play_on(self) -> None:
        """Play matches until cancelled."""
        games = list(PLAYED)
        self.generator.shuffle(games)
        while True:
            for game in games:
                try:
                    await self._play(game)
                except LostTrackError as lost:
                    self.counts[f"lost track: {lost}"] += 1
                    await self.host.command(self.id, "/match abort")
                    await self._post(RESULT)

    async def _play(self, name: str) -> None:
        post = await self._deal(name)
        self.counts["matches begun"] += 1
        life = self.generator.uniform(0.5, 1.5) * self.life
        ends = time() + (1e9 if self.is_fast else life)
        while RESULT not in post["content"]:
            await self._follow(through=f"post:{post['id']}")
            self._settle()
            self.counts["turns"] += 1
            if time() > ends:
                await self._type(self.generator.choice(list(Seat)), "concede")
            else:
                await self._take_turn()
            post = await self._post(OPENING, RESULT)
        await self._follow()
        self._settle()
        self.counts["matches ended"] += 1

    async def _deal(self, name: str) -> Message:
        """Start a match, again if a fault swallowed the command; return its opening post."""
        seed = self.generator.randrange(SEEDS)
        options = options_of(name, self.turn, seed, is_fast=self.is_fast)
        players: dict[str, Any] = {seat.value: player.id for seat, player in self.players.items()}
        for _ in range(TRIES):
            await self._wait_for_calm()
            await self.host.command(self.id, f"/{name} start", **players, **options)
            try:
                post = await self._post(OPENING)
            except LostTrackError:
                self.counts["matches dealt once more"] += 1
                continue
            ((self._match_id, began_ms),) = self.database.rows(NEWEST, int(self.id))
            game = game_of(name, tuple(options.items()))
            ids = {seat: int(player.id) for seat, player in self.players.items()}
            self._followed = FollowedMatch(self.id, game, ids, began_ms)
            return post
        raise LostTrackError("no match begins")

    async def _wait_for_calm(self) -> None:
        """Wait for the end of the gateway's silence, and not all at one instant."""
        while not self.calm.is_set():
            await self.calm.wait()
            await asyncio.sleep(self.generator.uniform(0, self.turn / 4))

    def _settle(self) -> None:
        """Compare the reminders of a turn that is over with those in the room."""
        self.ledger.settle(self.id, self._followed.settle(), self._reminders)
        self._reminders = []

    async def _follow(self, through: str = "") -> None:
        """Follow the log through the entry of a source, or to the end of the match."""
        followed = self._followed

        def is_done() -> bool:
            return through in followed.sources if through else followed.match.result is not None

        deadline = time() + PATIENCE_SECONDS
        while not is_done():
            if time() > deadline:
                raise LostTrackError(f"{through or 'the end'} does not come into the log")
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            for entry, source in await asyncio.to_thread(
                log_of, self.database, self._match_id, len(followed.sources)
            ):
                # Later posts of the Dealer are still to be seen here.
                if not is_done():
                    followed.enter(entry, source)

    async def _take_turn(self) -> None:
        """Type a turn's texts, or nothing if the clock is to decide."""
        instant = self._followed.turn_began_ms / 1000 + self._seconds_to_think()
        while self._followed.awaits_a_player:
            # One thing after another, as fast as the limits of a room allow.
            await asyncio.sleep(max(1.2, instant - time()))
            if time() > self._followed.flag_ms / 1000 - MARGIN_SECONDS:
                return
            seat = self.generator.choice(self._followed.match.to_act)
            await self._type(seat, random_text(self._followed.match, seat, self.generator))

    def _seconds_to_think(self) -> float:
        """Return seconds, often so many that reminders are due, at times more than the turn."""
        dice = self.generator
        if self.is_fast:
            return dice.uniform(1, 4)
        early, late = (max(1.0, self.turn - warning) for warning in WARNINGS_SECONDS)
        timing = self._followed.match.clock.timing
        has_reserve = timing is not None and not isinstance(timing.clock, Deadline)
        latest = self.turn * (1.6 if has_reserve else 1)
        spans = [(1.0, early), (early, late), (early, late), (late, latest)]
        return dice.uniform(*dice.choice(spans))

    async def _type(self, seat: Seat, text: str) -> None:
        """Type a text, until it is in the log; what comes too late may be refused."""
        player, flag_ms = self.players[seat], self._followed.flag_ms
        if self._followed.match.is_secret(seat, text):
            message = await player.tell(f"#{self.name} {text}")
        else:
            message = await player.say(self.id, text)
        if _stood_ms(message) < flag_ms:
            await self._follow(through=f"message:{message['id']}")

    async def _post(self, *expected: str) -> Message:
        """Return the Dealer's next post of a kind; note the reminders before it."""
        overdue = time() + PATIENCE_SECONDS
        while True:
            try:
                async with asyncio.timeout(overdue - time()):
                    post = await self.said.get()
            except TimeoutError:
                raise LostTrackError("no post") from None
            if not post["author"].get("bot"):
                continue
            self.ledger.hear(self.id, _stood_ms(post))
            if post["content"].startswith(REMINDER):
                messages = post["content"].partition(f"\n{SMALL_PRINT}")[0]
                self._reminders.append((messages, _stood_ms(post)))
            elif any(part in post["content"] for part in expected):
                return post


def _stood_ms(message: Message) -> int:
    return snowflake_ms(int(message["id"]))
