"""*Show me* in the page: what somebody sees who presses it, on a desktop and on a phone."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.helpers.playing import picture_of
from tests.helpers.browser import Chat
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

pytestmark = [pytest.mark.parametrize("phone", sample([False, True], [True]))]

SCREEN = {False: "desktop", True: "phone"}


async def deal(chat: Chat, game: str, title: str) -> None:
    await chat.become("Hana")
    players = {"ec": "Ada", "dmo": "Bob", "ready": "false", "first": "ec"}
    await chat.run(f"{game} start", players)
    await expect(chat.message(title)).to_be_visible()


async def sees_marked(chat: Chat, cells: str, name: str) -> None:
    """Check that the present person is shown these cells, in a whole picture without errors."""
    answer = chat.message(f"Marked: {cells}.")
    await expect(answer).to_be_visible()
    picture = answer.locator(f'img[alt^="Marked: {cells}. "]')
    await expect(picture).to_be_visible()
    await picture.scroll_into_view_if_needed()
    await picture_of(chat, name)


async def test_the_cells_of_a_refused_move_are_shown(server: PageServer, *, phone: bool):
    async with server.chat("Hana", await server.new_room(), phone=phone) as chat:
        await deal(chat, "fire-and-ice", "A Battle of Fire and Ice")
        await chat.become("Ada")
        await chat.say("E5 E6")
        refusal = chat.message("E5 is already covered")
        await refusal.get_by_role("button", name="Show me").click()
        await sees_marked(chat, "E5", f"{SCREEN[phone]}-show-me-room")
        await chat.become("Bob")
        await expect(refusal).to_be_visible()
        await expect(chat.messages.filter(has_text="Marked: E5.")).to_have_count(0)
        await refusal.get_by_role("button", name="Show me").click()
        await sees_marked(chat, "E5", f"{SCREEN[phone]}-show-me-other")
        await chat.say("concede")
        await expect(chat.message("wins the Death Match!")).to_be_visible()


async def test_the_cells_of_a_refused_form_are_shown(server: PageServer, *, phone: bool):
    async with server.chat("Hana", await server.new_room(), phone=phone) as chat:
        await deal(chat, "demeters-anguish", "Demeter's Anguish")
        await chat.become("Ada")
        opening = chat.message("Demeter's Anguish")
        await opening.get_by_role("button", name="Submit in secret").click()
        form = chat.page.get_by_role("dialog")
        await form.get_by_role("textbox").fill("flower I G7 H8")
        await form.get_by_role("button", name="Submit").click()
        refusal = chat.message("G7 and H8")
        await refusal.get_by_role("button", name="Show me").click()
        await sees_marked(chat, "G7 and H8", f"{SCREEN[phone]}-show-me-form")
        await chat.say("concede")
        await expect(chat.message("wins the Death Match!")).to_be_visible()
