"""*Show me* in the page: what somebody sees who presses it, on a desktop and on a phone."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.helpers.pages import page_room  # noqa: F401 - a fixture
from tests.end_to_end.helpers.playing import picture_of
from tests.end_to_end.page.test_page_match import start_match
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer


@pytest.mark.parametrize("phone", sample([False, True], [True]))
async def test_the_cells_of_a_refused_move_are_shown_to_whoever_asks(
    server: PageServer, room: str, *, phone: bool
):
    kind = "phone" if phone else "desktop"
    async with server.chat("Hana", room, phone=phone) as chat:
        await start_match(chat, first="ec")
        await chat.become("Ada")
        await chat.say("E5 E6")
        refusal, answer = chat.message("E5 is already covered"), chat.message("Marked: E5.")
        for name in ("Ada", "Bob"):
            await chat.become(name)
            await expect(refusal).to_be_visible()
            await expect(answer).to_have_count(0)
            await refusal.get_by_role("button", name="Show me").click()
            picture = answer.locator('img[alt^="Marked: E5. "]')
            await expect(picture).to_be_visible()
            await picture.scroll_into_view_if_needed()
            await picture_of(chat, f"{kind}-show-me-{name}")
        await chat.say("concede")
        await expect(chat.message("wins the Death Match!")).to_be_visible()
