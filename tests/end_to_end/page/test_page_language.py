"""The page as people see it whose Discord is in German: commands, posts, buttons and answers."""

import pytest
from playwright.async_api import expect

from bot.texts import answers
from bot.texts.language import Language, speaking
from tests.end_to_end.helpers.looks import FAULTS, MIN_HEIGHT, SIZES
from tests.end_to_end.helpers.playing import picture_of
from tests.helpers.browser import Chat, speak_german
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer


@pytest.mark.parametrize("size", sample(SIZES, ["desktop"]))
async def test_a_german_evening_is_in_german(server: PageServer, room: str, size: str):
    chatting = server.chat("Hana", room, phone=size == "phone", prepare=speak_german)
    async with chatting as chat:
        form = await chat.choose_command("dealer language")
        await expect(form).to_contain_text("In welcher Sprache")
        await form.press("Escape")
        await answered(chat, "dealer language", "Deutsch", language="Deutsch")
        await picture_of(chat, f"{size}-german-1-language")
        await play(chat, size)
        await chat.become("Hana")
        await answered(chat, "dealer language", "Discord", language="as Discord says")


async def answered(chat: Chat, command: str, text: str, **options: str) -> None:
    await chat.run(command, options)
    await expect(chat.message(text)).to_be_visible()


async def play(chat: Chat, size: str) -> None:
    players = {"ec": "Ada", "dmo": "Bob", "ready": "false", "first": "ec", "takeback": "0"}
    await chat.run("fire-and-ice start", players)
    turn = chat.message("du bist am Zug")
    await expect(turn).to_be_visible()
    await picture_of(chat, f"{size}-german-2-opening")
    await chat.become("Ada")
    with speaking(Language.DE):
        rules = answers.LABELS["rules"]()
    await turn.get_by_role("button", name=rules, exact=True).click()
    await expect(chat.message("Startstein")).to_be_visible()
    await picture_of(chat, f"{size}-german-3-rules")
    await chat.say("A1 B1")
    await expect(chat.message("❌")).to_be_visible()
    await chat.say("concede")
    await expect(chat.message("gewinnt")).to_be_visible()
    await picture_of(chat, f"{size}-german-4-result")
    assert await chat.page.evaluate(FAULTS, MIN_HEIGHT) == []
