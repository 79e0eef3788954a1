"""A match that is over in the page: its animation, and stepping through it with the buttons."""

import pytest
from playwright.async_api import expect

from bot.features.replays import texts as replays
from bot.texts import match_log
from tests.end_to_end.helpers.matches import shadow
from tests.end_to_end.helpers.pages import page_room  # noqa: F401 - a fixture
from tests.end_to_end.helpers.playing import picture_of
from tests.end_to_end.page.test_page_match import move, start_match
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer


@pytest.mark.parametrize("phone", sample([False, True], [False]))
async def test_somebody_steps_through_a_match_in_the_page(
    server: PageServer, room: str, *, phone: bool
):
    kind = "phone" if phone else "desktop"
    async with server.chat("Hana", room, phone=phone) as chat:
        await start_match(chat, takeback="0", first="ec")
        match = shadow(first="ec", takeback=0)
        for text in ("D4 C4", "D5 D6", "F3 F4"):
            match = await move(chat, match, text)
        await chat.become("Bob")
        await chat.say("concede")
        await expect(chat.message("Time used")).to_be_visible()
        animation = chat.message(match_log.ANIMATION().replace("`", ""))
        await expect(animation.get_by_role("button", name="Enlarge picture")).to_be_visible()
        await picture_of(chat, f"{kind}-replay-1-result")
        await chat.run("match replay")
        locator = chat.message("Move ")
        await expect(locator).to_contain_text("Move 0 of 4")
        for number in (1, 2):
            await locator.get_by_role("button", name=replays.FORWARD(), exact=True).click()
            await expect(locator).to_contain_text(f"Move {number} of 4")
        await picture_of(chat, f"{kind}-replay-2-step")
        await locator.get_by_role("button", name=replays.GO_TO(), exact=True).click()
        form = chat.dialog(replays.FORM_TITLE())
        await form.get_by_role("textbox").fill("4")
        await picture_of(chat, f"{kind}-replay-3-form")
        await form.get_by_role("button", name="Submit").click()
        await expect(locator).to_contain_text("Move 4 of 4")
        await expect(
            locator.get_by_role("button", name=replays.FORWARD(), exact=True)
        ).to_be_disabled()
        await picture_of(chat, f"{kind}-replay-4-end")
