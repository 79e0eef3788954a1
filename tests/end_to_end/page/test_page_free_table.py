"""A match at the free table in the page: typed, judged, and seen on a desktop and on a phone."""

import pytest

from tests.end_to_end.helpers.looks import SIZES, Looks
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

PLAYERS = {"ec": "Ada", "dmo": "Bob", "ready": "False"}


class Table(Looks):
    """A table in one room at one size, looked at after everything that is typed."""

    async def deal(self, **options: str) -> None:
        await self.chat.become("Hana")
        await self.chat.run("free-table start", {**PLAYERS, **options})

    async def types(self, name: str, text: str, answer: str) -> None:
        await self.chat.become(name)
        await self.chat.say(text)
        await self.look(self.chat.message(answer).last)


@pytest.mark.parametrize("size", sample(SIZES, ["desktop"]))
async def test_tic_tac_toe_with_a_bank_clock_takes_one_command(
    server: PageServer, room: str, size: str
):
    async with server.chat("Hana", room, phone=size == "phone") as chat:
        table = Table(chat, f"{size}-free-table")
        # Long turns, so that nobody is reminded on a slow machine.
        options = {"board": "3x3", "first": "EC", "turn": "3600", "reserve": "120"}
        await table.deal(title="Tic-tac-toe", **options)
        await table.types("Ada", "B2", "a piece on B2")
        await table.types("Bob", "A1=X", "on A1")
        await table.types("Ada", "D4", "A1 to C3")
        await table.types("Hana", "!ec wins=1 / next ec", "wins")
