"""The page's servers, outages, threads and slow mode."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.helpers.browser import Chat
from tests.helpers.clocks.waiting import eventually
from tests.sandbox.page.page_server import PageServer, open_page_server, too_small

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(loop_scope="package")
async def own_server(browser: Browser) -> AsyncIterator[PageServer]:
    async with open_page_server(browser) as page_server:
        yield page_server


async def test_one_server_needs_no_list_whatever_others_there_are(own_server: PageServer):
    await own_server.control("POST", "guilds", {})
    async with own_server.chat("Ada") as chat:
        await expect(chat.page.locator("#people button")).to_have_count(4)
        await expect(chat.page.locator("#guilds")).to_be_hidden()
        await expect(chat.page.locator("#guild-name")).to_have_text("The Genius")


async def test_servers_stand_on_the_left_with_rooms_of_their_own(own_server: PageServer):
    await own_server.control("POST", "world", {"guilds": 1})
    async with own_server.chat("Ada", "dm1-game-room") as chat:
        await chat.say("in the first")
        await chat.page.get_by_role("button", name="Server The Genius 2").click()
        await expect(chat.page.locator("#guild-name")).to_have_text("The Genius 2")
        await expect(chat.message("in the first")).to_have_count(0)
        await chat.enter("dm1-game-room")
        await chat.say("in the second")
        await chat.page.get_by_role("button", name="Server The Genius", exact=True).click()
        await expect(chat.message("in the first")).to_be_visible()
        await expect(chat.message("in the second")).to_have_count(0)


async def test_servers_are_in_the_drawer_of_a_phone(own_server: PageServer):
    await own_server.control("POST", "world", {"guilds": 1})
    async with own_server.chat("Ada", phone=True) as chat:
        await chat.page.locator("#open-drawer").tap()
        await chat.page.get_by_role("button", name="Server The Genius 2").tap()
        await expect(chat.page.locator("#guild-name")).to_have_text("The Genius 2")
        assert await too_small(chat.page) == []


async def ends_an_outage(server: PageServer, chat: Chat, text: str) -> None:
    """Say something in an outage that the page tells of, and see it once that is over."""
    banner = chat.page.locator("#banner")
    await expect(banner).to_have_text(
        "The Genius is unavailable just now. What happens there is shown afterwards."
    )
    await server.say(server.bob, "general", text)
    await server.control("DELETE", "faults")
    await expect(banner).to_be_hidden()
    await expect(chat.message(text)).to_be_visible()


async def test_an_outage_is_said_to_whoever_is_there_and_whoever_comes(own_server: PageServer):
    await own_server.fault("guild-outage")
    async with own_server.chat("Ada", "general") as chat:
        await ends_an_outage(own_server, chat, "before she came")
        await own_server.fault("guild-outage")
        await ends_an_outage(own_server, chat, "while she was there")


async def test_who_is_kicked_sees_the_server_no_more(own_server: PageServer):
    await own_server.control("POST", "world", {"guilds": 1})
    async with own_server.chat("Ada", "general") as chat:
        await expect(chat.page.locator(".guild-link")).to_have_count(2)
        path = f"/guilds/{own_server.guild}/members/{own_server.ada.id}"
        await own_server.hana.expect(204, "DELETE", path)
        await expect(chat.page.locator("#guild-name")).to_have_text("The Genius 2")
        await expect(chat.page.locator("#guilds")).to_be_hidden()


async def test_a_thread_stands_below_its_room(server: PageServer, chat: Chat, room: str):
    body = {"name": "Aside", "type": 11}
    path = f"{await server.path(room)}/threads"
    thread = (await server.bob.expect(200, "POST", path, body)).body
    await expect(chat.message("began the thread Aside.")).to_be_visible()
    await chat.enter("Aside")
    await chat.say("between us")
    names = await chat.page.locator("#rooms .room-name").all_inner_texts()
    assert names[names.index(room) :][:2] == [room, "Aside"]
    await server.hana.expect(200, "PATCH", f"/channels/{thread['id']}", {"archived": True})
    await expect(chat.page.get_by_role("button", name="Room Aside")).to_have_count(0)


async def test_slow_mode_says_how_long_to_wait(server: PageServer, chat: Chat, room: str):
    slow = {"rate_limit_per_user": 3600}
    await server.hana.expect(200, "PATCH", await server.path(room), slow)
    await chat.say("first")
    await chat.page.locator("#composer-text").fill("second")
    await chat.page.keyboard.press("Enter")
    outgoing = chat.page.locator(".outgoing")
    await expect(outgoing).to_contain_text("slowmode")
    await expect(outgoing).to_contain_text(re.compile(r"Wait 3[56]\d\d s\."))
    await eventually(lambda: chat.errors)  # the browser itself logs that it was refused
    chat.errors.clear()
