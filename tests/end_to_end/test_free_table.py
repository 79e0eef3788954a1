"""Matches at the free table through the room: players and hosts type, and the bot is restarted."""

from pathlib import Path

import pytest

from engine.games.free_table.rules import FreeTable
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options, write_options
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import SEATS, Seat
from tests.bot_process import BotProcess
from tests.end_to_end.matches import HOUR, button_id, judge, newest_form, record_of, result_after
from tests.end_to_end.test_rulings import rules
from tests.people import Listener, Message, World, from_dealer

pytestmark = pytest.mark.asyncio(loop_scope="module")

EC, DMO = Seat.EC, Seat.DMO
TABLES = Path(__file__).parents[2] / "docs" / "tables"
NOT_TYPED = {"", "posted", "pause", "resume"}
"""What a log has that nobody has typed."""


class Table:
    """A room with a match at the free table, and the same match beside it."""

    def __init__(self, world: World, room: str, bot: BotProcess) -> None:
        self.world = world
        self.room = room
        self.bot = bot
        self.posts = list[Message]()
        self.match: Match

    async def start(self, **options: object) -> Message:
        options = {"turn": HOUR, "choice": HOUR, **options}
        players = {seat.value: self.world.people[seat.value].id for seat in SEATS}
        await self.world.host.command(self.room, "/free-table start", **players, **options)
        head = from_dealer(f"## {options.get('title', 'Free Table')}")
        given = {name: str(value) for name, value in options.items()}
        game = FreeTable(**read_options(FreeTable, given))
        self.match = Match.begin(game, timed=False).then(Match.draw_lots).match
        return self._noted(await self.world.host.read(self.room, head))

    async def follows(self, entry: Entry) -> None:
        """Somebody types what a record has: aloud, the EC in direct messages, the DMO by form."""
        seat = entry.who.seat
        if seat is None or not self.match.is_secret(seat, entry.text):
            await self.says(entry.who.value, entry.text)
        else:
            given = entry.text.removeprefix("!")
            by_form = self.fills_in(seat.value, given) if seat is DMO else None
            told = await (by_form or self.whispers(seat.value, entry.text))
            assert f"Understood: `{given}`." in told
        self._enter(entry)

    async def misses(self, entry: Entry) -> None:
        """The same in the room, while the bot is away."""
        await self.bot.kill()
        typed = await self.world.people[entry.who.value].say(self.room, entry.text)
        await self.bot.start()
        await self.post_after(typed)
        self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        step = self.match.enter(entry).then(Match.draw_lots)
        assert not step.refusal, entry
        self.match = step.match

    async def says(self, who: str, text: str) -> Message:
        """Somebody types in the room; what the Dealer posts then."""
        typed = await self.world.people[who].say(self.room, text)
        return await self.post_after(typed)

    async def whispers(self, who: str, text: str) -> str:
        """A player types to the Dealer alone; the answer."""
        person = self.world.people[who]
        answer = await person.reply(await person.tell(text))
        return str(answer["content"])

    async def fills_in(self, who: str, text: str) -> str:
        """A player sends the form; the answer."""
        person = self.world.people[who]
        async with Listener(person) as ear:
            await person.press(*await newest_form(person, self.room))
            form = await ear.wait("INTERACTION_MODAL_CREATE")
            await person.fill_in(self.room, form, text)
            return str((await ear.answer())["content"])

    async def post_after(self, message: Message) -> Message:
        """The Dealer's first post after a message."""
        return self._noted(
            await self.world.host.read(self.room, from_dealer(), after=message["id"])
        )

    async def presses(self, who: str, post: Message, label: str) -> str:
        """What somebody alone is told who presses a button."""
        person = self.world.people[who]
        async with Listener(person) as ear:
            await person.press(post, button_id(post, label))
            return str((await ear.answer())["content"])

    def _noted(self, post: Message) -> Message:
        self.posts.append(post)
        return post


@pytest.fixture
def table(world: World, room: str, bot: BotProcess) -> Table:
    return Table(world, room, bot)


def typed(entries: tuple[Entry, ...]) -> list[tuple[Speaker, str]]:
    return [(each.who, each.text) for each in entries if each.text not in NOT_TYPED]


@pytest.mark.parametrize("name", [path.stem for path in sorted(TABLES.glob("*.dm"))])
async def test_a_match_of_the_docs_is_played_with_a_restart_in_the_middle(
    world: World, table: Table, name: str
) -> None:
    record = read_record((TABLES / f"{name}.dm").read_text())
    written, entries = write_options(record.game), tuple(each.entry for each in record.entries)
    *said, end = [each for each in entries if each.who is not Speaker.DEALER]
    by_host = [at for at, each in enumerate(said) if each.who is Speaker.HOST]
    away_at = by_host[len(by_host) // 2]
    options = {option: _as_given(value) for option, value in written.items()}
    async with Listener(world.host) as ear:
        opening = await table.start(**options | {"turn": HOUR})
        assert "dealt in" in (await ear.answer())["content"]
        assert not written.get("envelope") or written["envelope"] not in opening["content"]
        for at, entry in enumerate(said):
            await (table.misses if at == away_at else table.follows)(entry)
        player = end.text.removeprefix("award ")
        await rules(ear, table.room, "/match award", player=player, reason="Well played")
    result = await result_after(world, table.room, opening)
    kept = await record_of(world.session, result)
    assert judge(kept)["position"] == final_match(record).game.position(final_match(record).state)
    assert typed(tuple(each.entry for each in read_record(kept).entries)) == typed(entries)
    assert written.get("envelope", "") in result["content"]


def _as_given(value: str) -> object:
    return int(value) if value.isdecimal() else value
