"""People in many rooms, who type their matches' scripts at a steady rate."""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.seats import Seat
from tests.helpers.matches.laying import Room
from tests.helpers.matches.played import Turn, Unheard
from tests.helpers.matches.scripts import Script
from tests.helpers.people import Person
from tools.bench.processes.arena import Arena, Heard

RENEWAL_SECONDS = 0.05
"""Time between two commands: all are to be answered in time."""
NOTHING_UNHEARD = Unheard(secrets=False, is_turn_newest=True)


@dataclass(frozen=True, slots=True)
class Answered:
    """A turn: the time of its text, and the seconds until its board."""

    typed_at: float
    seconds: float


@dataclass
class PlayedRoom:
    """A room whose matches are played by the script, one after the other.

    Attributes:
        unheard: Work for a Dealer that was away, if nobody had said anything.
        awaits: Turn that the Dealer has not answered yet.
    """

    id: str
    script: Script
    host: Person
    players: Mapping[Seat, Person]
    private: Mapping[Seat, str]
    rest: deque[Turn]
    anew: tuple[Turn, ...]
    unheard: Unheard
    awaits: Turn | None = None
    is_dealt: bool = True
    typed_at: float | None = None
    left: int = 0
    answered: list[Answered] = field(default_factory=list)

    @property
    def is_idle(self) -> bool:
        """True if the Dealer owes the room nothing."""
        return self.is_dealt and self.awaits is None

    def hear(self, heard: Heard) -> bool:
        """Take in a message in the room or in private; return True if it completes the answer."""
        if not heard.by_bot:
            self.typed_at = heard.at if self.awaits else None
            return False
        if not self.is_dealt and heard.has_picture:
            self.is_dealt = True
            return True
        turn = self.awaits
        if turn is None:
            return False
        self.left -= 1
        is_board = heard.has_picture and heard.channel == self.id
        if is_board and turn.shows_board and self.typed_at is not None:
            self.answered.append(Answered(self.typed_at, heard.at - self.typed_at))
        if not is_board and (turn.shows_board or self.left > 0):
            return False
        self.unheard, self.awaits, self.typed_at = turn.after, None, None
        return True


class Crowd:
    """The people of all rooms.

    Attributes:
        turns: End of each turn that has been answered in full.
    """

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.rooms: list[PlayedRoom] = []
        self.turns: list[float] = []
        self._of_channel: dict[str, PlayedRoom] = {}
        self._ready: deque[PlayedRoom] = deque()
        self._saying: list[asyncio.Task[None]] = []
        arena.notes.tell = self._hear

    async def gather(self) -> None:
        """Bring everybody to the rooms with live matches."""
        for laid in self.arena.laid:
            template = laid.template
            await self.come(
                laid.room, template.script, template.rest, template.anew, template.unheard
            )

    async def come(
        self,
        room: Room,
        script: Script,
        rest: Sequence[Turn],
        anew: Sequence[Turn],
        unheard: Unheard = NOTHING_UNHEARD,
    ) -> PlayedRoom:
        """Bring two players to a room; in games with secrets, they open direct messages."""
        players = {
            seat: self.arena.person(player_id) for seat, player_id in room.player_ids.items()
        }
        has_secrets = any(turn.line.is_private for turn in anew)
        private = {
            seat: await person.direct() if has_secrets else "" for seat, person in players.items()
        }
        played = PlayedRoom(
            str(room.id),
            script,
            self.arena.person(room.host_id),
            players,
            private,
            deque(rest),
            tuple(anew),
            unheard,
        )
        self.rooms.append(played)
        for channel in (played.id, *filter(None, private.values())):
            self._of_channel[channel] = played
        self._ready.append(played)
        return played

    def _hear(self, heard: Heard) -> None:
        room = self._of_channel.get(heard.channel)
        if room and room.hear(heard):
            self.turns.append(heard.at)
            self._ready.append(room)

    @property
    def backlog(self) -> int:
        """The number of rooms that wait for the Dealer."""
        return len(self.rooms) - len(self._ready)

    async def play(self, seconds: float, *, turns: float = 0, requests: float = 0) -> None:
        """Take turns at a rate, given in turns or in requests a second."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        ends = due + seconds
        while due < ends:
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not self._ready:
                due = loop.time() + 0.01
                continue
            needed = self.take_turn(self._ready.popleft())
            due += 1 / turns if turns else needed / requests

    async def settle(self, seconds: float) -> None:
        """Wait for all answers, for a limited time; fail if something could not be said."""
        await asyncio.gather(*self._saying)
        self._saying.clear()
        await self.arena.notes.until(lambda: not self.backlog, seconds)

    async def renew(self) -> None:
        """Begin the next match wherever one is over."""
        for room in [room for room in self.rooms if not room.rest and room.is_idle]:
            self._ready.remove(room)
            self.take_turn(room)
            await asyncio.sleep(RENEWAL_SECONDS)

    async def talk(self) -> None:
        """Let a spectator say something in every room."""
        for room in self.rooms:
            await self.arena.world.spectator.say(room.id, "good move")

    def pick(self, number: int) -> PlayedRoom:
        """Return a room from this place on whose next line is public and shows a board."""
        ready = (room for room in self.rooms[number:] if room in self._ready and len(room.rest) > 1)
        turns = ((room, room.rest[0]) for room in ready)
        room = next(room for room, turn in turns if turn.shows_board and not turn.line.is_private)
        self._ready.remove(room)
        return room

    def take_turn(self, room: PlayedRoom) -> int:
        """Say the next line in a room; return the number of requests that the Dealer needs."""
        if not room.rest:
            room.rest.extend(room.anew)
            room.is_dealt = False
            self._saying.append(asyncio.create_task(self._deal(room)))
            return 1
        turn = room.rest.popleft()
        room.awaits, room.left = turn, turn.messages
        self._saying.append(asyncio.create_task(self._say(room, turn)))
        return turn.requests

    async def turn_in(self, room: PlayedRoom, seconds: float) -> None:
        """Say the next line in a room, and wait for the answer for a limited time."""
        self.take_turn(room)
        await self.arena.notes.until(lambda: room.is_idle, seconds)

    async def _say(self, room: PlayedRoom, turn: Turn) -> None:
        """Type a turn's text where it belongs."""
        line = turn.line
        channel = room.private[line.seat] if line.is_private else room.id
        await room.players[line.seat].say(channel, line.text)

    async def _deal(self, room: PlayedRoom) -> None:
        options: dict[str, Any] = {seat.value: person.id for seat, person in room.players.items()}
        options |= room.script.options
        await room.host.command(room.id, f"/{room.script.game} start", **options)
