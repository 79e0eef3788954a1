"""A beginner's way in the page, from `/help` to the end of a tutorial, on a desktop and on a phone.

They never leave the room, type each move into the form, and make one mistake on the way.
"""

import re

import pytest
from playwright.async_api import Locator, expect

from bot.features.lessons import texts as help_texts
from bot.features.lessons import texts as tutorial
from bot.features.lessons.exercises import asked, example, judged, position
from bot.texts.lessons.pages import Exercise, exercises_of
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from tests.end_to_end.helpers.looks import SIZES, Looks
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

# The game with most pictures, and one with most kinds of things to type.
LEARNED = ("deep-sea-voyage", "doubting-flower-field")


def mistake_in(exercise: Exercise) -> tuple[str, str] | None:
    """Return the mistake of a task that the rules refuse for its cells, and the reply."""
    match = position(exercise)
    for text in asked(exercise).split("`")[1::2]:
        refusal = match.enter(Entry(Speaker(exercise.seat.value), match.now, text)).refusal
        if refusal and refusal.cells:
            return text, judged(exercise, text).feedback
    return None


def shown_as(text: str) -> str:
    """Return a reply as the page shows it, without its marks."""
    return re.sub(r"[`*]", "", text)


class Beginner(Looks):
    """The steps of a beginner in the room, each followed by a look at it."""

    async def asks_for_help(self, game: type[AnyGame]) -> Locator:
        """Ask for help, and press a game's tutorial; the message that shows it from then on."""
        await self.chat.run("help")
        locator = self.chat.message("I am the Dealer")
        await self.look(locator)
        label = help_texts.TUTORIAL_OF(game=game.title)
        await locator.get_by_role("button", name=label, exact=True).click()
        begun = self.chat.message(f"{game.title}: position 1 of")
        await expect(begun).to_contain_text("Only you can see this")
        number = await begun.get_attribute("data-message")
        return self.chat.page.locator(f'[data-message="{number}"]')

    async def types(self, locator: Locator, title: str, text: str, words: str) -> None:
        await locator.get_by_role("button", name=tutorial.TYPE(), exact=True).click()
        form = self.chat.dialog(title)
        await form.get_by_role("textbox").fill(text)
        await self.look(form)
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_have_count(0)
        await expect(locator).to_contain_text(shown_as(words))
        await expect(locator.locator(".picture img").first).to_be_visible()
        await self.look(locator)


@pytest.mark.parametrize("game", sample(LEARNED, ["fire-and-ice"]))
@pytest.mark.parametrize("size", sample(SIZES, ["phone"]))
async def test_a_beginner_gets_from_the_help_to_the_end_of_a_tutorial(
    server: PageServer, room: str, size: str, game: str
):
    kind, mistakes = GAMES[game], 0
    # Progress is stored: each size is a person of its own.
    person = "Sam" if size == "phone" else "Hana"
    async with server.chat(person, room, phone=size == "phone") as chat:
        beginner = Beginner(chat, f"{size}-beginner-{game}")
        locator = await beginner.asks_for_help(kind)
        for number, exercise in enumerate(exercises_of(kind), start=1):
            await expect(locator).to_contain_text(f"{kind.title}: position {number} of")
            await expect(locator).to_contain_text(shown_as(asked(exercise).partition("\n")[0]))
            await beginner.look(locator)
            if not mistakes and (mistake := mistake_in(exercise)):
                await beginner.types(locator, kind.title, *mistake)
                mistakes += 1
            await beginner.types(locator, kind.title, example(exercise), f"✅ {exercise.done()}")
            await locator.get_by_role("button", name=tutorial.NEXT(), exact=True).click()
        await expect(locator).to_contain_text("that was all")
        await beginner.look(locator)
        assert mistakes == 1
        assert await locator.locator(".picture").count() == 0
