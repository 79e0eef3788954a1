"""The rules in pages, and the way from `/help` to a tutorial, in the page: wide and narrow."""

from collections.abc import Sequence

import pytest
from playwright.async_api import expect

from bot.texts.lessons import reading
from bot.texts.lessons.pages import pages_of
from engine.games import GAMES
from tests.end_to_end.helpers.looks import SIZES
from tests.end_to_end.helpers.pages import page_room  # noqa: F401 - a fixture
from tests.end_to_end.helpers.playing import SCREENSHOTS, picture_of
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

THEMES: Sequence[str] = ("dark", "light") if SCREENSHOTS else ("dark",)
SHOWN: Sequence[str] = tuple(GAMES) if SCREENSHOTS else ("deep-sea-voyage",)
"""Other themes and games differ in their pictures and words, not in how the page shows them."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", SHOWN)
@pytest.mark.parametrize("size", sample(SIZES, ["desktop"]))
async def test_somebody_reads_the_rules_of_a_game_page_by_page(
    server: PageServer, room: str, size: str, game: str, theme: str
):
    async with server.chat("Sam", room, phone=size == "phone") as chat:
        await chat.run("me", {"theme": theme})
        await chat.run("rules", {"game": game})
        pages = pages_of(GAMES[game])
        locator = chat.message(f"page 1 of {len(pages)}")
        for number, page in enumerate(pages, start=1):
            locator = chat.message(f"{GAMES[game].title}, page {number} of {len(pages)}")
            await expect(locator).to_contain_text(page.title())
            await expect(
                locator.get_by_role("button", name="Enlarge picture").first
            ).to_be_visible()
            await picture_of(chat, f"rules-{size}-{theme}-{game}-{number}")
            if number < len(pages):
                await locator.get_by_role("button", name=reading.FORWARD(), exact=True).click()
        await expect(
            locator.get_by_role("button", name=reading.FORWARD(), exact=True)
        ).to_be_disabled()
