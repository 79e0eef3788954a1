"""A tutorial in the page, on a desktop and a phone: a refusal, a hint, and the position after."""

import pytest
from playwright.async_api import Locator, expect

from bot.features.lessons import texts as tutorial
from bot.features.lessons.exercises import example
from bot.texts.lessons.exercises import exercises_of
from engine.games import GAMES
from tests.end_to_end.helpers.pages import page_room  # noqa: F401 - a fixture
from tests.end_to_end.helpers.playing import picture_of
from tests.helpers.browser import Chat
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

COMPASS = "compass-collisions"


async def types(chat: Chat, locator: Locator, text: str, picture: str = "") -> None:
    await locator.get_by_role("button", name=tutorial.TYPE(), exact=True).click()
    form = chat.dialog(GAMES[COMPASS].title)
    await form.get_by_role("textbox").fill(text)
    if picture:
        await picture_of(chat, picture)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)


@pytest.mark.parametrize("phone", sample([False, True], [True]))
async def test_somebody_learns_a_move_in_the_page(server: PageServer, room: str, *, phone: bool):
    kind, name = ("phone", "Bob") if phone else ("desktop", "Ada")
    battle = exercises_of(GAMES[COMPASS])[4]
    async with server.chat(name, room, phone=phone) as chat:
        await chat.run("tutorial", {"game": GAMES[COMPASS].title})
        locator = chat.message(GAMES[COMPASS].title)
        await expect(locator).to_contain_text("position 1 of 6")
        await picture_of(chat, f"{kind}-tutorial-1-begun")
        for number in range(2, 6):
            await locator.get_by_role("button", name=tutorial.SKIP(), exact=True).click()
            await expect(locator).to_contain_text(f"position {number} of 6")
        await types(chat, locator, "C3 N 2", f"{kind}-tutorial-2-form")
        await expect(locator).to_contain_text("An enemy is in between, on C4")
        board = locator.get_by_role("button", name="Enlarge picture: Marked: C4.")
        await expect(board).to_be_visible()
        await picture_of(chat, f"{kind}-tutorial-3-refused")
        await locator.get_by_role("button", name=tutorial.HINT(), exact=True).click()
        await expect(locator).to_contain_text("does it.")
        await picture_of(chat, f"{kind}-tutorial-4-hint")
        await types(chat, locator, example(battle))
        await expect(locator).to_contain_text("A1, has fallen")
        await picture_of(chat, f"{kind}-tutorial-5-done")
        await locator.get_by_role("button", name=tutorial.NEXT(), exact=True).click()
        await locator.get_by_role("button", name=tutorial.SKIP(), exact=True).click()
        await expect(locator).to_contain_text("that was all")
        await expect(locator.get_by_role("button", name="Enlarge picture")).to_have_count(0)
        await picture_of(chat, f"{kind}-tutorial-6-closing")
