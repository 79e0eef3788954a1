"""The page's rooms: for newcomers and for each person, while scrolling and reconnecting."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.helpers.browser import PHONE, Chat
from tests.sandbox.page.page_server import GatewayProxy, PageServer, too_small, tool

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def long_room(server: PageServer) -> str:
    """Return a room in which more has been said than fits into one page of history."""
    name = await server.new_room()
    await server.say(server.bob, name, *(f"line {number} of 60" for number in range(1, 61)))
    return name


@pytest_asyncio.fixture(loop_scope="package")
async def full_room(chat: Chat, server: PageServer, room: str) -> None:
    """Let more be said in the room than fits on the screen."""
    await server.say(server.bob, room, *["\n".join(f"line {line}" for line in range(40))] * 2)
    await expect(chat.messages).to_have_count(2)


STILL = """log => new Promise(done => {
    let top = log.scrollTop, frames = 0;
    const look = () => {
        frames = log.scrollTop === top ? frames + 1 : 0;
        top = log.scrollTop;
        if (frames < 10) requestAnimationFrame(look); else done();
    };
    look();
})"""
"""Resolves once nothing scrolls any more: the browser lets a wheel's turn roll out."""
FIRST_IN_SIGHT = """log => {
    const above = log.getBoundingClientRect().top;
    const places = [...log.querySelectorAll("[data-testid=message]")]
        .map(node => [node.textContent, Math.round(node.getBoundingClientRect().top)]);
    return places.find(([text, top]) => top > above);
}"""


async def scroll_up(chat: Chat, pixels: int = 900) -> None:
    """Read further up, so far that the newest message is out of sight."""
    await chat.page.locator("#timeline").hover()
    await chat.page.mouse.wheel(0, -pixels)
    await expect(chat.page.locator("#new-messages")).to_be_visible()
    await chat.page.locator("#timeline").evaluate(STILL)


async def test_a_newcomer_is_told_what_to_do_in_an_empty_room(chat: Chat, room: str):
    opening = chat.page.locator(".opening")
    await expect(opening).to_contain_text(f"This is where #{room} begins.")
    await expect(opening).to_contain_text("Type / to see what Dealer can do.")
    field = chat.page.locator("#composer-text")
    await expect(field).to_have_attribute("placeholder", f"Write as Ada in #{room}")


async def test_a_newcomer_reads_the_bots_name_on_a_slow_connection(server: PageServer, room: str):
    proxy = GatewayProxy(is_cut=True)
    async with server.chat(f"Ada/{room}", prepare=proxy.install) as chat:
        opening = chat.page.locator(".opening")
        await expect(opening).to_contain_text(f"This is where #{room} begins.")
        await expect(opening).not_to_contain_text("unknown person")
        proxy.is_cut = False
        await expect(opening).to_contain_text("Type / to see what Dealer can do.")


async def test_a_mention_shows_on_the_switch_of_person(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.page.locator("#composer-text").press_sequentially("call @B")
        await chat.page.keyboard.press("Enter")
        await expect(chat.page.locator("#composer-text")).to_have_value("call @Bob ")
        await chat.page.keyboard.press("Enter")
        switch = chat.page.locator('[data-person="Bob"]')
        await expect(switch.locator(".badge")).to_have_text("2")
        await chat.become("Bob")
        await expect(switch).to_have_attribute("aria-pressed", "true")
        await chat.enter(room)
        await expect(switch.locator(".badge")).to_have_count(0)
        call = chat.message("it is your turn")
        await expect(call.locator(".mention.of-me")).to_have_text("@Bob")
        await expect(chat.page.locator(".divider.unread")).to_be_visible()


@pytest_asyncio.fixture(loop_scope="package")
async def bob_elsewhere(chat: Chat, room: str) -> None:
    """Let Bob read another room before Ada is in hers."""
    await chat.become("Bob")
    await chat.enter("general")
    await chat.become("Ada")
    await chat.enter(room)


@pytest.mark.usefixtures("bob_elsewhere")
async def test_switching_person_keeps_the_room_and_everyones_draft(chat: Chat, room: str):
    title, field = chat.page.locator("#room-title"), chat.page.locator("#composer-text")
    await field.fill("half a tho")
    await chat.page.keyboard.press("Alt+3")
    await expect(chat.page.locator('[data-person="Bob"]')).to_have_attribute("aria-pressed", "true")
    await expect(title).to_have_text(room)
    await expect(field).to_have_value("")
    await chat.become("Ada")
    await expect(title).to_have_text(room)
    await expect(field).to_have_value("half a tho")


async def test_switching_person_in_direct_messages_goes_to_the_other_persons_room(
    chat: Chat, room: str
):
    title = chat.page.locator("#room-title")
    await chat.become("Bob")
    await chat.become("Ada")
    await chat.enter("general")
    await chat.enter_direct("Dealer")
    await chat.become("Bob")
    await expect(title).to_have_text(room)
    await chat.enter("general")
    await chat.become("Ada")
    await expect(title).to_have_text("general")


async def test_a_link_to_a_message_leads_into_its_room(chat: Chat, server: PageServer, room: str):
    said = await server.post(server.bob, await server.new_room(), {"content": "over here"})
    link = f"https://discord.com/channels/{server.guild}/{said['channel_id']}/{said['id']}"
    await server.say(server.bob, room, f"[Look](<{link}>)")
    await chat.message("Look").get_by_role("link", name="Look").click()
    await expect(chat.message("over here")).to_be_focused()


async def test_a_press_on_a_room_counts_whatever_comes_in_meanwhile(chat: Chat, server: PageServer):
    expected, other = await server.new_room(), await server.new_room()
    link = chat.page.get_by_role("button", name=f"Room {expected}", exact=True)
    await link.hover()
    await chat.page.mouse.down()
    await server.say(server.bob, other, f"<@{server.ada.id}>, your turn")
    await expect(chat.page.locator('[data-person="Ada"] .badge')).to_have_text("1")
    await chat.page.mouse.up()
    await expect(chat.page.locator("#room-title")).to_have_text(expected)
    # What came in is shown after all.
    await chat.enter(other)
    await expect(chat.message("your turn")).to_be_visible()


async def test_a_press_on_a_person_counts_whatever_comes_in_meanwhile(
    chat: Chat, server: PageServer
):
    other = await server.new_room()
    bob = chat.page.locator('[data-person="Bob"]')
    await bob.hover()
    await chat.page.mouse.down()
    await server.say(server.bob, other, f"<@{server.ada.id}>, your turn")
    await expect(chat.page.locator(f'[aria-label^="Room {other},"]')).to_be_visible()
    await chat.page.mouse.up()
    await expect(bob).to_have_attribute("aria-pressed", "true")
    # What came in is shown after all.
    await expect(chat.page.locator('[data-person="Ada"] .badge')).to_have_text("1")


async def test_a_picture_is_described_and_enlarged(chat: Chat):
    await chat.say("picture please")
    message = chat.message("Here it is.")
    described = "A board: red on C7, blue on F6."
    await expect(message.get_by_role("img")).to_have_attribute("alt", described)
    await chat.press(message, "ALT")
    await expect(message.locator(".caption")).to_have_text(described)
    enlarge = message.get_by_role("button", name="Enlarge picture")
    await enlarge.focus()
    await chat.page.keyboard.press("Enter")
    large = chat.dialog("board.png").get_by_role("img")
    await expect(large).to_be_visible()
    assert await large.evaluate("image => image.naturalWidth") == 800
    await chat.page.keyboard.press("Escape")
    await expect(chat.dialog("board.png")).to_have_count(0)
    await expect(enlarge).to_be_focused()


async def test_a_file_is_downloaded(chat: Chat):
    await chat.say("file please")
    await expect(chat.page.locator(".file")).to_contain_text("9 bytes")
    async with chat.page.expect_download() as download:
        await chat.page.get_by_role("link", name="Download match.dm").click()
    path = await (await download.value).path()
    assert path.read_bytes() == b"a record\n"


async def test_a_countdown_ticks(chat: Chat):
    await chat.become("Hana")
    await chat.run("duel start", {"ec": "Ada", "dmo": "Bob", "turn": "50"})
    countdown = chat.message("A duel.").locator("time[data-countdown]")
    await expect(countdown).to_have_text(re.compile(r"in \d\d seconds"))
    text = await countdown.text_content()
    await expect(countdown).not_to_have_text(text)


async def test_older_messages_load_on_scrolling_up(server: PageServer, long_room: str):
    async with server.chat("Ada", long_room) as chat:
        await expect(chat.message("line 60")).to_be_in_viewport()
        await expect(chat.message("line 1 of 60")).to_have_count(0)
        await chat.page.locator("#timeline").hover()
        await chat.page.mouse.wheel(0, -20000)
        await expect(chat.message("line 1 of 60")).to_be_attached()
        await expect(chat.messages).to_have_count(60)
        assert await chat.texts() == [f"line {number} of 60" for number in range(1, 61)]


async def test_new_messages_are_announced_while_scrolled_up_without_scrolling(
    server: PageServer, long_room: str
):
    async with server.chat("Ada", long_room) as chat:
        await expect(chat.message("line 60")).to_be_in_viewport()
        await scroll_up(chat, 600)
        timeline, chip = chat.page.locator("#timeline"), chat.page.locator("#new-messages")
        # Older messages may still come in above it: what counts is what is in sight, and where.
        seen = await timeline.evaluate(FIRST_IN_SIGHT)
        await server.say(server.bob, long_room, "news")
        await expect(chip).to_have_text("1 new message")
        assert await timeline.evaluate(FIRST_IN_SIGHT) == seen
        await chip.click()
        await expect(chat.message("news")).to_be_in_viewport()
        await expect(chip).to_be_hidden()


@pytest.mark.usefixtures("full_room")
@pytest.mark.parametrize("answer", ["Here it is.", "A duel."])
async def test_sending_or_running_a_command_while_scrolled_up_goes_to_the_end(
    chat: Chat, answer: str
):
    await chat.become("Hana")
    await expect(chat.messages.last).to_be_in_viewport()
    await scroll_up(chat)
    if answer == "A duel.":
        await chat.run("duel start", {"ec": "Ada", "dmo": "Bob"})
    else:
        await chat.say("picture please")
    await expect(chat.message(answer).get_by_role("img")).to_be_in_viewport(ratio=0.9)
    await expect(chat.page.locator("#new-messages")).to_be_hidden()


async def test_messages_sent_while_disconnected_appear_afterwards(server: PageServer, room: str):
    proxy = GatewayProxy()
    async with server.chat("Ada", room, prepare=proxy.install) as chat:
        banner, expected = chat.page.locator("#banner"), ["before"]
        await chat.say("before")
        # The first code is followed by a new session, the second one by the same.
        for code in (1000, 4000):
            await proxy.cut(code)
            await expect(banner).to_have_text("Connection lost. Trying again…")
            await server.say(server.bob, room, f"meanwhile {code}")
            proxy.is_cut = False
            await expect(chat.message(f"meanwhile {code}")).to_be_visible()
            await expect(banner).to_be_hidden()
            await server.say(server.bob, room, f"and after {code}")
            await expect(chat.message(f"and after {code}")).to_be_visible()
            expected += [f"meanwhile {code}", f"and after {code}"]
        assert await chat.texts() == expected


async def test_the_page_fits_a_phone(server: PageServer, room: str):
    async with server.chat("Hana", room, phone=True) as chat:
        await chat.run("duel start", {"ec": "Ada", "dmo": "Bob"})
        await chat.say("panel please")
        await expect(chat.message("A panel.").get_by_role("button", name="Accept")).to_be_visible()
        image = chat.message("A duel.").get_by_role("img")
        box = await image.bounding_box()
        assert box["width"] >= 300
        await expect(chat.page.locator("#sidebar")).to_be_hidden()
        assert await chat.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        people = chat.page.locator("#people")
        assert await people.evaluate("list => list.scrollWidth - list.clientWidth") == 0
        assert await too_small(chat.page) == []
        await chat.page.locator("#open-drawer").tap()
        await expect(chat.page.get_by_role("button", name=f"Room {room}")).to_be_visible()
        assert await too_small(chat.page) == []
        await chat.page.keyboard.press("Escape")
        await expect(chat.page.locator("#sidebar")).to_be_hidden()


async def test_a_messages_tools_work_by_touch(server: PageServer, room: str):
    async with server.chat("Ada", room, phone=True) as chat:
        await chat.say("D4 C5")
        message = chat.messages.first
        await message.get_by_test_id("content").tap()
        await tool(message, "Edit").tap()
        await chat.page.get_by_role("textbox", name="Edit message").fill("D4 C4")
        await message.get_by_role("button", name="Save").tap()
        await expect(chat.message("D4 C4")).to_contain_text("(edited)")
        await expect(chat.page.locator("body")).to_be_focused()
