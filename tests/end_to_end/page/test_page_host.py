"""A host's evening in the page, on a desktop and on a phone: everything fits and can be pressed.

Each width has a room, a match and a season of its own; all share one `dealer play`.
"""

import pytest
from playwright.async_api import Locator, expect

from bot.features.rulings import texts
from tests.end_to_end.helpers.looks import SIZES, Looks
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer


class Evening(Looks):
    """A host's steps in one room at one size, each followed by a look at the room."""

    async def asks(self, command: str, answer: str, **options: str) -> Locator:
        """Run a command; the message that answers it, whatever becomes of its text."""
        await self.chat.run(command, options)
        locator = self.chat.message(answer)
        await self.look(locator)
        number = await locator.get_attribute("data-message")
        return self.chat.page.locator(f'[data-message="{number}"]')

    async def presses(self, name: str, message: Locator, button: str, text: str) -> None:
        """Press a button under a message, which tells the result."""
        await self.chat.become(name)
        await message.get_by_role("button", name=button, exact=True).click()
        await expect(message).to_contain_text(text)
        await self.look(message)

    async def types(self, name: str, text: str, answer: str) -> None:
        await self.chat.become(name)
        await self.chat.say(text)
        await expect(self.chat.message(answer)).to_be_visible()


@pytest.mark.parametrize("size", sample(SIZES, ["phone"]))
async def test_a_host_sees_and_presses_everything_in_an_evening(
    server: PageServer, room: str, size: str
):
    async with server.chat("Hana", room, phone=size == "phone") as chat:
        evening = Evening(chat, f"{size}-host")
        await evening.asks(
            "season start", "Every match started from now on", title=f"Evening on a {size}"
        )
        await prepare(evening)
        await rule(evening)
        await close(evening, f"Evening on a {size}")


async def prepare(evening: Evening) -> None:
    players = {"ec": "Ada", "dmo": "Bob"}
    await evening.asks("match check", "permission", game="A Battle of Fire and Ice", **players)
    options = {"takeback": "0", "turn": "3600", "first": "ec"}
    panel = await evening.asks(
        "fire-and-ice start", "Next: A Battle of Fire and Ice", **players, **options
    )
    await evening.presses("Ada", panel, "Ready", "Ada is ready")
    await evening.presses("Bob", panel, "Ready", "The match has started")
    await expect(evening.chat.message("your move")).to_be_visible()


async def rule(evening: Evening) -> None:
    await evening.types("Ada", "E6 E7", "lays E6")
    await evening.chat.become("Hana")
    locator = await evening.asks("match undo", "takes back the last move")
    await evening.presses("Hana", locator, texts.CONFIRM_LABEL(), texts.GIVEN())
    await evening.look(evening.chat.message("is undone"))
    await evening.asks("match log", "undoes the last action")
    locator = await evening.asks(
        "match award", "This ends the match", player="DMO", reason="Gone home"
    )
    await evening.presses("Hana", locator, texts.CONFIRM_LABEL(), texts.GIVEN())
    await evening.look(evening.chat.message("🏁"))


async def close(evening: Evening, season: str) -> None:
    await evening.asks("season standings", season)
    await evening.asks("season results", "No. ")
    await evening.asks("season end", "is over")
