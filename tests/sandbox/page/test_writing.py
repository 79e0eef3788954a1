"""Writing, editing, deleting and answering messages on the page."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.helpers.browser import Chat
from tests.helpers.clocks.waiting import eventually
from tests.sandbox.page.page_server import PageServer, press_all, tool
from tests.sandbox.page.text_cases import CASES, DISTANCE, DISTANCES, RENDER

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def page_alone(server: PageServer) -> AsyncIterator[Page]:
    """Yield the page's modules to call by themselves."""
    async with server.chat("Ada") as chat:
        yield chat.page


async def test_what_one_person_writes_the_other_reads(chat: Chat):
    await chat.say("**D4 C4** <b>not bold</b>")
    await chat.become("Bob")
    message = chat.message("D4 C4")
    await expect(message.locator(".author")).to_have_text("Ada")
    await expect(message.get_by_test_id("content")).to_have_text("D4 C4 <b>not bold</b>")
    await expect(message.locator("strong")).to_have_text("D4 C4")


async def test_shift_enter_makes_a_line_and_enter_sends(chat: Chat):
    await chat.page.locator("#composer-text").focus()
    await chat.page.keyboard.type("one")
    await chat.page.keyboard.press("Shift+Enter")
    await chat.page.keyboard.type("two")
    await chat.page.keyboard.press("Enter")
    await expect(chat.messages).to_have_count(1)
    await expect(chat.messages.locator("br")).to_have_count(1)


async def test_a_message_is_edited_with_the_keyboard(chat: Chat):
    await chat.say("D4 C5")
    field = chat.page.get_by_role("textbox", name="Edit message")
    await chat.page.keyboard.press("ArrowUp")
    await field.fill("nonsense")
    await chat.page.keyboard.press("Escape")
    await expect(field).to_have_count(0)
    await expect(chat.message("D4 C5")).to_be_visible()

    await chat.page.locator("#composer-text").press("ArrowUp")
    await field.fill("D4 C4")
    await chat.page.keyboard.press("Enter")
    await expect(chat.message("D4 C4")).to_contain_text("(edited)")
    await expect(chat.page.locator("#composer-text")).to_be_focused()
    await chat.page.keyboard.type("D5 D6")
    await chat.page.keyboard.press("Enter")
    await expect(chat.message("D5 D6")).to_be_visible()


async def test_people_delete_their_own_messages_only(chat: Chat, server: PageServer, room: str):
    await server.say(server.bob, room, "Bob was here")
    await chat.say("oops")
    own_locator = chat.message("oops")
    await chat.press(own_locator, "Delete")
    await chat.dialog("Delete this message?").get_by_role("button", name="Delete").click()
    await expect(own_locator).to_have_count(0)
    theirs = chat.message("Bob was here")
    await chat.point_at(theirs, "Reply")
    await expect(tool(theirs, "Delete")).to_have_count(0)
    await expect(tool(theirs, "Edit")).to_have_count(0)


async def test_a_reply_shows_what_it_replies_to(chat: Chat, server: PageServer, room: str):
    await server.say(server.bob, room, "Who begins?")
    question = chat.message("Who begins?")
    await chat.press(question, "Reply")
    await expect(chat.page.locator("#reply-line")).to_contain_text("Replying to Bob")
    await chat.page.keyboard.type("You do")
    await chat.page.keyboard.press("Enter")
    answer = chat.message("You do")
    await expect(answer.locator(".origin")).to_contain_text("Who begins?")
    await expect(chat.page.locator("#reply-line")).to_be_hidden()


async def test_reactions_are_counted_and_toggled(chat: Chat):
    await chat.say("thumbs please")
    message = chat.message("thumbs please")
    thumb = message.locator(".reaction", has_text="👍")
    await expect(thumb).to_contain_text("1")
    await thumb.click()
    await expect(thumb).to_contain_text("2")
    await expect(thumb).to_have_attribute("aria-pressed", "true")
    await thumb.click()
    await expect(thumb).to_contain_text("1")
    await chat.press(message, "Add a reaction")
    await message.get_by_role("button", name="React with 🔥").click()
    fire = message.locator(".reaction", has_text="🔥")
    await expect(fire).to_have_attribute("aria-pressed", "true")


async def test_all_of_a_messages_tools_are_reached_by_keyboard(chat: Chat):
    await chat.say("first")
    await chat.say("second")
    await chat.message("second").focus()
    await press_all(chat.page, "ArrowUp", "Tab")
    focused = chat.page.locator(":focus")
    await expect(focused).to_have_attribute("aria-label", "Add a reaction")
    await press_all(chat.page, "Tab", "Tab", "Tab", "Enter")
    await expect(chat.dialog("Delete this message?")).to_contain_text("first")
    await chat.page.keyboard.press("Escape")
    await expect(chat.messages).to_have_count(2)


async def test_direct_messages_with_the_bot(server: PageServer):
    async with server.chat("Sam") as chat:
        await chat.enter_direct("Dealer")
        await expect(chat.page.locator("#room-title")).to_have_text("Dealer")
        await chat.say("picture please")
        await expect(chat.message("Here it is.").get_by_role("img")).to_be_visible()
        await chat.become("Hana")
        link = chat.page.get_by_role("button", name="Direct messages with Sam")
        await expect(link).to_have_count(0)


async def test_direct_messages_with_another_person(server: PageServer):
    async with server.chat("Ada") as chat:
        await chat.page.get_by_role("button", name="Write to someone").click()
        await chat.dialog("Write to someone").get_by_role("button", name="Bob").click()
        await expect(chat.page.locator("#room-title")).to_have_text("Bob")
        await chat.say("between us")
        await expect(chat.page.locator('[data-person="Bob"] .badge')).to_have_text("1")
        await chat.become("Bob")
        await chat.enter_direct("Ada")
        await expect(chat.message("between us")).to_be_visible()


async def test_a_message_that_was_not_sent_can_be_sent_again(chat: Chat, server: PageServer):
    posts = {"method": "POST", "route": "/channels/{channel_id}/messages", "who": "people"}
    await server.fault("5xx-before", match=posts)
    await chat.page.locator("#composer-text").fill("D4 C4")
    await chat.page.keyboard.press("Enter")
    outgoing = chat.page.locator(".outgoing")
    await expect(outgoing).to_contain_text("Not sent")
    await eventually(lambda: chat.errors)  # the browser itself logs that the request failed
    chat.errors.clear()
    await outgoing.get_by_role("button", name="Try again").click()
    await expect(outgoing).to_have_count(0)
    assert await chat.texts() == ["D4 C4"]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0][:24] for case in CASES])
async def test_text_looks_as_on_discord(page_alone: Page, text: str, expected: str):
    assert await page_alone.evaluate(RENDER, [text]) == expected


@pytest.mark.parametrize(("seconds", "words"), DISTANCES)
async def test_distances_in_time_are_worded_as_on_discord(
    page_alone: Page, seconds: int, words: str
):
    assert await page_alone.evaluate(DISTANCE, seconds) == words
