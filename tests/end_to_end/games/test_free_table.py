"""Matches at the free table through the room: players and hosts type, and the bot is restarted."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.games.free_table.rules import FreeTable
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options, write_options
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import Seat
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import HOUR, World, button_id, fill_in_form, judge
from tests.end_to_end.moves.test_rulings import rules
from tests.helpers.games.samples import sample
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

EC, DMO = Seat.EC, Seat.DMO
TABLES = Path(__file__).parents[3] / "docs" / "tables"
NOT_TYPED = {"", "posted", "pause", "resume"}
"""Texts of a log that nobody has typed."""


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
        both = self.world.players | options
        await self.world.host.command(self.room, "/free-table start", **both)
        head = from_dealer(f"## {options.get('title', 'Free Table')}")
        values = {name: str(value) for name, value in options.items()}
        game = FreeTable(**read_options(FreeTable, values))
        self.match = Match.begin(game, has_clocks=False).chain(Match.draw_lots).match
        return self._noted(await self.world.host.read(self.room, head))

    async def follows(self, entry: Entry) -> None:
        """Type a record's entry: aloud, the EC in direct messages, the DMO by form."""
        seat = entry.speaker.seat
        if seat is None or not self.match.is_secret(seat, entry.text):
            await self.says(entry.speaker.value, entry.text)
        else:
            value = entry.text.removeprefix("!")
            by_form = self.fills_in(seat.value, value) if seat is DMO else None
            text = await (by_form or self.whispers(seat.value, entry.text))
            assert f"Understood: `{value}`." in text
        self._enter(entry)

    async def misses(self, entry: Entry) -> None:
        await self.bot.kill()
        typed = await self.world.people[entry.speaker.value].say(self.room, entry.text)
        await self.bot.start()
        # First the room is told of the gap, in a post without buttons.
        await self.world.host.read(self.room, lambda post: bool(post["components"]), typed["id"])
        self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        step = self.match.enter(entry).chain(Match.draw_lots)
        assert not step.refusal, entry
        self.match = step.match

    async def says(self, name: str, text: str) -> Message:
        """Type something in the room; return the Dealer's next post."""
        typed = await self.world.people[name].say(self.room, text)
        return self._noted(await self.world.host.read(self.room, from_dealer(), typed["id"]))

    async def whispers(self, name: str, text: str) -> str:
        """Type to the Dealer alone as a player; return the answer."""
        person = self.world.people[name]
        answer = await person.reply(await person.tell(text))
        return str(answer["content"])

    async def fills_in(self, name: str, text: str) -> str:
        """Send the form as a player; return the answer."""
        async with Listener(self.world.people[name]) as ear:
            return str((await fill_in_form(ear, self.room, text))["content"])

    async def presses(self, name: str, post: Message, label: str) -> str:
        """Press a button as somebody, and return their answer."""
        async with Listener(self.world.people[name]) as ear:
            return await ear.press_text(post, button_id(post, label))

    def _noted(self, post: Message) -> Message:
        self.posts.append(post)
        return post


@fixture()
async def table(world: World, room: str, bot: BotProcess) -> AsyncIterator[Table]:
    """Yield a table, whose match is over after the test: later whispers are for another one."""
    yield Table(world, room, bot)
    await world.host.ask(room, "/match abort")


def typed(entries: list[Entry]) -> list[tuple[Speaker, str]]:
    return [(entry.speaker, entry.text) for entry in entries if entry.text not in NOT_TYPED]


@pytest.mark.parametrize(
    "name",
    sample([path.stem for path in sorted(TABLES.glob("*.dm"))], ["liars-dice", "memory-maze"]),
)
async def test_a_match_of_the_docs_is_played_with_a_restart_in_the_middle(
    world: World, table: Table, name: str
):
    record = read_record((TABLES / f"{name}.dm").read_text())
    written, entries = write_options(record.game), [line.entry for line in record.entries]
    *typed_entries, end = [entry for entry in entries if entry.speaker is not Speaker.DEALER]
    by_host = [index for index, entry in enumerate(typed_entries) if entry.speaker is Speaker.HOST]
    away_at = by_host[len(by_host) // 2]
    options = {option: _as_given(value) for option, value in written.items()}
    async with Listener(world.host) as ear:
        opening = await table.start(**options | {"turn": HOUR})
        assert "is starting in" in (await ear.answer())["content"]
        assert not written.get("envelope") or written["envelope"] not in opening["content"]
        for index, entry in enumerate(typed_entries):
            await (table.misses if index == away_at else table.follows)(entry)
        player = end.text.removeprefix("award ")
        await rules(ear, table.room, "/match award", player=player, reason="Well played")
    result = await world.result_after(table.room, opening)
    stored = await world.record_of(result)
    assert judge(stored)["position"] == final_match(record).game.position(final_match(record).state)
    assert typed([line.entry for line in read_record(stored).entries]) == typed(entries)
    assert written.get("envelope", "") in result["content"]


def _as_given(value: str) -> object:
    return int(value) if value.isdecimal() else value


# Judges


async def test_nobody_but_a_host_without_a_seat_judges_live_or_after_a_restart(
    world: World, table: Table
):
    await table.start(first="ec", setup="pot=1")
    await world.spectator.say(table.room, "!pot=2")
    early = await world.dmo.say(table.room, "!pot=3")
    assert "isn't your turn" in (await world.dmo.reply(early))["content"]
    message = await table.says("ec", "!pot=4")
    assert "`pot=4`" in message["content"]
    assert "pot 1" in message["content"]
    await table.bot.kill()
    await world.spectator.say(table.room, "!pot=5")
    line = await world.host.say(table.room, "!pot+6")
    await table.bot.start()
    await world.host.read(table.room, from_dealer("pot 7 (+6)"), line["id"])


async def test_a_host_who_plays_is_a_player(world: World, room: str):
    options = {"ec": world.host.id, "dmo": world.dmo.id, "first": "ec", "setup": "pot=1"}
    await world.host.command(room, "/free-table start", **options)
    opening = await world.host.read(room, from_dealer("## Free Table"))
    await world.host.say(room, "!pot=9")
    message = await world.host.read(room, from_dealer("`pot=9`"), opening["id"])
    assert "pot 1" in message["content"]


async def test_the_dealer_takes_no_seat_at_a_table_whose_rules_it_does_not_know(
    world: World, room: str
):
    players = {"ec": world.ec.id, "dmo": world.bot.id}
    answer = await world.host.ask_text(room, "/free-table start", **players)
    assert "can't play Free Table" in answer


# Private views


async def test_closed_dice_are_told_to_their_owner_alone(world: World, table: Table):
    await table.start(first="ec", seed=7)
    post = await table.says("host", "!roll 4d6 ec / next dmo")
    direct = await world.ec.direct()
    told = from_dealer("Your closed items: 1: ")
    message = await world.ec.read(direct, told, table.posts[0]["id"])
    hand = message["content"].partition(": ")[2]
    public = "".join(message["content"] for message in await world.host.history(table.room))
    assert hand not in public
    assert "**ec** 4 closed" in public
    assert hand in await table.presses("ec", post, "My secret")
    assert hand not in await table.presses("dmo", post, "My secret")
    async with Listener(world.ec) as ear:
        text = await ear.ask_text(table.room, "/match board")
        assert " ".join(piece.split()[-1] for piece in hand.split(" · ")) in text
    opened = await table.says("host", "!open ec")
    assert "shows" in opened["content"]


async def test_a_secret_text_is_read_by_hosts_once_the_turn_has_closed(world: World, table: Table):
    await table.start(first="ec", order="judged", board="3x3")
    asked = await table.says("host", "!next ec secret")
    assert "The host reads this." in asked["content"]
    await table.whispers("ec", "!behind the mill")
    closed = await world.host.read(table.room, from_dealer("a secret text"), asked["id"])
    assert "mill" in await table.presses("host", closed, "Read (hosts)")
    for other in ("dmo", "spectator"):
        assert "mill" not in await table.presses(other, closed, "Read (hosts)")
    assert "mill" in await world.host.ask_text(table.room, "/match board")
    public = "".join(message["content"] for message in await world.spectator.history(table.room))
    assert "mill" not in public
    assert "`behind the mill`" in (await table.says("host", "!open ec 1"))["content"]
