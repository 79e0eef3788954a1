"""A room with a live match, and the same match beside it to know the rules by."""

from typing import Any

from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import MatchEnded, TurnContinued, TurnStarted
from engine.records.record import read_record
from engine.seats import Seat
from tests.end_to_end.helpers.matches import World, fill_in_form, judge
from tests.helpers.people import Listener, Message, Person

DRAWN = {"free-table": {"board": "3x3"}}
"""The options without which nothing is drawn in a game."""
SHOWN = TurnStarted | TurnContinued | MatchEnded
"""Notices that come with a board."""
COUNTED = ("🤫", "✅")
"""The beginnings of an answer to a secret that counts."""


class FollowedMatch:
    """A room with a live match, and the same match beside it to know the rules by.

    Attributes:
        private: Channels in which seats tell their secrets instead of direct messages.
        by_form: Seats that send their secrets by form instead.
        board: Latest post with a board.
    """

    def __init__(self, world: World, ear: Listener) -> None:
        self.world = world
        self.ear = ear
        self.room = ""
        self.is_over = False
        self.private: dict[Seat, str] = {}
        self.by_form: set[Seat] = set()
        self.match: Match
        self.last: Message
        self.board: Message

    async def deal(self, game: str, headers: str = "", **options: Any) -> None:
        self.room = await self.world.new_room()
        self.is_over = False
        # A board that is drawn by lot is seen once a turn has begun.
        drawn = DRAWN.get(game, {})
        self.last = await self.world.deal(self.room, game, **drawn, **options)
        await self._board_from(self.last)
        drawn_headers = "".join(f"{name}: {value}\n" for name, value in drawn.items())
        record = read_record(f"game: {game}\n{drawn_headers}{headers}")
        self.match = Match.begin(record.game, has_clocks=False).match

    async def types(self, seat: Seat, text: str) -> None:
        """Submit something that counts, and wait until the room has seen it."""
        person = self.world.people[seat.value]
        if not self.match.is_secret(seat, text):
            typed = self.last = await person.say(self.room, text)
        elif seat in self.by_form:
            typed = await self._fill_in(person, text)
        else:
            typed = await person.say(self.private.get(seat) or await person.direct(), text)
            await person.reply(typed)
        await self.follow(seat, text, typed)

    async def follow(self, seat: Seat, text: str, since: Message) -> None:
        """Follow what was said and counts; wait for the board after a message that it leads to."""
        step = self.match.enter(Entry(Speaker(seat.value), self.match.now, text))
        assert not step.refusal, (text, step.refusal)
        self.match = step.match
        self.is_over = self.match.result is not None
        if any(isinstance(notice, SHOWN) for notice in step.notices):
            await self._board_from(since)

    async def types_all(self, *turns: tuple[Seat, str]) -> None:
        for seat, text in turns:
            await self.types(seat, text)

    async def _fill_in(self, person: Person, text: str) -> Message:
        """Send a form that counts; the answer, older than what comes of it."""
        async with Listener(person) as ear:
            answer = await fill_in_form(ear, self.room, text)
        assert answer["content"].startswith(COUNTED), answer["content"]
        return answer

    async def _board_from(self, message: Message) -> None:
        """Wait for a board that is not older than a message: of earlier ones there may be more."""

        def is_it(data: Message) -> bool:
            is_new = int(data["id"]) >= int(message["id"])
            return is_new and data["channel_id"] == self.room and bool(data["attachments"])

        self.board = await self.ear.wait("MESSAGE_CREATE", is_it)

    async def abort(self) -> None:
        await self.world.host.ask(self.room, "/match abort")

    async def ends_like_its_record(self) -> str:
        """Check that the room's record ends like the match beside it; return the record."""
        result = await self.world.result_after(self.room, {"id": "0", **self.last})
        record = await self.world.record_of(result)
        end = judge(record)
        outcome = self.match.result
        assert outcome
        assert end["result"] == outcome.written
        assert end["position"] == self.match.game.position(self.match.state)
        return record
