"""The page as people see it whose Discord is in German: commands, posts, buttons and answers."""

import pytest
from playwright.async_api import expect

from bot.texts import answers
from bot.texts.language import Language, speaking
from tests.end_to_end.helpers.looks import SIZES, Looks
from tests.helpers.browser import speak_german
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer


@pytest.mark.parametrize("size", sample(SIZES, ["desktop"]))
async def test_a_german_evening_is_in_german(server: PageServer, room: str, size: str):
    chatting = server.chat("Hana", room, phone=size == "phone", prepare=speak_german)
    async with chatting as chat:
        evening = Looks(chat, f"{size}-german")
        form = await chat.choose_command("dealer language")
        await expect(form).to_contain_text("In welcher Sprache")
        await form.press("Escape")
        await chat.run("dealer language", {"language": "Deutsch"})
        await evening.look(chat.message("Deutsch"))
        await play(evening)
        await chat.become("Hana")
        await chat.run("dealer language", {"language": "as Discord says"})
        await evening.look(chat.message("Discord"))


async def play(evening: Looks) -> None:
    chat = evening.chat
    players = {"ec": "Ada", "dmo": "Bob", "ready": "false", "first": "ec", "takeback": "0"}
    await chat.run("fire-and-ice start", players)
    turn = chat.message("du bist am Zug")
    await evening.look(turn)
    await chat.become("Ada")
    with speaking(Language.DE):
        rules = answers.LABELS["rules"]()
    await turn.get_by_role("button", name=rules, exact=True).click()
    await evening.look(chat.message("Startstein"))
    await chat.say("A1 B1")
    await expect(chat.message("❌")).to_be_visible()
    await chat.say("concede")
    await evening.look(chat.message("gewinnt"))
