"""A whole match in the page, as two people on one machine play it after `dealer play`.

The tests share one `dealer play` and one browser; each has a room of its own.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import aiohttp
import pytest
from playwright.async_api import expect

from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from tests.bot.command_line import DEALER
from tests.browser import Chat, open_browser
from tests.end_to_end.conftest import shared
from tests.end_to_end.matches import random_move, shadow
from tests.sandbox.page.page_server import PageServer
from tests.waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAMES = {"ec": "Ada", "dmo": "Bob"}
SCREENSHOTS = os.environ.get("DEALER_SCREENSHOTS")


class Playing:
    """`dealer play` in a process of its own, in a folder that outlives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, port: int = 0) -> None:
        self._process = await asyncio.create_subprocess_exec(
            DEALER, "play", "--port", str(port), cwd=self.folder, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout
        line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE_SECONDS)
        ready, _, address = line.decode().strip().partition(" ")
        assert ready == "Ready:", line
        self.address = address

    async def end(self, number: signal.Signals) -> int:
        assert self._process
        self._process.send_signal(number)
        return await asyncio.wait_for(self._process.wait(), PATIENCE_SECONDS)

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])


@shared()
async def playing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Playing]:
    playing = Playing(tmp_path_factory.mktemp("play"))
    await playing.start()
    yield playing
    assert await playing.end(signal.SIGINT) == 0


@shared()
async def server(playing: Playing) -> AsyncIterator[PageServer]:
    async with open_browser() as browser, aiohttp.ClientSession() as http:
        yield PageServer(playing.address, browser, http)


@shared(scope="function")
async def room(server: PageServer) -> str:
    """The name of a room in which nothing has been said."""
    return await server.new_room()


async def picture_of(chat: Chat, name: str) -> None:
    """Keep what the person sees, if asked to by DEALER_SCREENSHOTS."""
    if SCREENSHOTS:
        await chat.page.wait_for_timeout(300)
        await chat.page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png")


async def start_match(chat: Chat, **options: str) -> None:
    await chat.become("Hana")
    await chat.run("fire-and-ice start", {"ec": "Ada", "dmo": "Bob"} | options)
    await expect(chat.message("A Battle of Fire and Ice")).to_be_visible()


async def move(chat: Chat, match: Match, text: str) -> Match:
    """Let whoever is to move type a move, and wait until the room has seen it."""
    (seat,) = match.to_act
    match = match.enter(Entry(Speaker(seat.value), match.now, text)).match
    turns = chat.messages.filter(has_text="lays")
    count = await turns.count()
    await chat.become(NAMES[seat.value])
    await chat.say(text)
    await expect(turns).to_have_count(count + 1)
    return match


async def test_two_people_play_a_match_to_its_end(server: PageServer, room: str) -> None:
    async with server.chat("Hana", room) as chat:
        await picture_of(chat, "desktop-1-empty")
        await start_match(chat, takeback="0", turn="120")
        await picture_of(chat, "desktop-2-started")
        await chat.become("Bob")
        await chat.say("first them")
        await expect(chat.message("your move")).to_be_visible()
        await chat.become("Ada")
        await chat.say("I think E5 is lost")
        await chat.say("E5 E6")
        await expect(chat.message("E5 is already covered")).to_be_visible()
        await picture_of(chat, "desktop-3-refused")
        match, generator = shadow(first="ec", takeback=0), Random(8)
        while not match.result:
            match = await move(chat, match, random_move(match, generator))
        await picture_of(chat, "desktop-4-result")
        await enlarge_result(chat)
        await picture_of(chat, "desktop-5-enlarged")


async def test_a_match_is_played_on_a_phone(server: PageServer, room: str) -> None:
    async with server.chat("Hana", room, phone=True) as chat:
        await picture_of(chat, "phone-1-empty")
        await start_match(chat, takeback="0", first="ec")
        await picture_of(chat, "phone-2-started")
        match = shadow(first="ec", takeback=0)
        for text in ("D4 C4", "D5 D6", "F3 F4", "G5 F5"):
            match = await move(chat, match, text)
        await picture_of(chat, "phone-3-turn")
        await chat.become("Bob")
        await chat.say("concede")
        await enlarge_result(chat)
        await picture_of(chat, "phone-4-enlarged")


async def enlarge_result(chat: Chat) -> None:
    result = chat.message("wins the Death Match!")
    await result.get_by_role("button", name="Enlarge picture").click()
    await expect(chat.page.get_by_role("dialog")).to_be_visible()


async def test_a_move_is_held_edited_and_deleted_in_the_page(server: PageServer, room: str) -> None:
    async with server.chat("Hana", room) as chat:
        await start_match(chat, takeback="600", first="ec")
        await chat.become("Ada")
        await chat.say("E3 F3")
        await expect(chat.message("E3 F3").get_by_text("👀")).to_be_visible()
        await chat.press(chat.message("E3 F3"), "Delete")
        await chat.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(chat.message("takes the move back")).to_be_visible()
        await chat.say("D4 C4")
        await expect(chat.message("D4 C4").get_by_text("👀")).to_be_visible()
        await chat.page.locator("#composer-text").press("ArrowUp")
        editor = chat.page.get_by_role("textbox", name="Edit")
        await editor.fill("F3 F4")
        await editor.press("Enter")
        await expect(chat.message("changes the move")).to_be_visible()
        await picture_of(chat, "desktop-6-edited")


async def test_a_match_goes_on_when_play_is_stopped_and_started_anew(
    playing: Playing, server: PageServer, room: str
) -> None:
    async with server.chat("Hana", room) as chat:
        await start_match(chat, takeback="0", first="ec")
        await move(chat, shadow(first="ec", takeback=0), "E6 E7")
    assert await playing.end(signal.SIGINT) == 0
    await playing.start(playing.port)
    async with server.chat("Bob", room) as chat:
        await expect(chat.message("was away for")).to_be_visible()
        await expect(chat.message("lays E6 (white) and E7 (red)")).to_be_visible()
        await chat.say("E3 F3")
        await expect(chat.message("lays E3 (white) and F3 (blue)")).to_be_visible()
