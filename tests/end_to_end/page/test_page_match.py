"""A whole match in the page, as two people on one machine play it after `dealer play`.

The tests share one `dealer play` and one browser; each has a room of its own.
"""

import re
import signal

import pytest
from playwright.async_api import expect

from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from tests.end_to_end.helpers.matches import shadow
from tests.end_to_end.helpers.playing import Playing, picture_of
from tests.helpers.browser import Chat
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

NAMES = {"ec": "Ada", "dmo": "Bob"}


async def start_match(chat: Chat, **options: str) -> None:
    await chat.become("Hana")
    await chat.run("fire-and-ice start", {"ec": "Ada", "dmo": "Bob", "ready": "false"} | options)
    await expect(chat.message("A Battle of Fire and Ice")).to_be_visible()


async def move(chat: Chat, match: Match, text: str) -> Match:
    (seat,) = match.to_act
    match = match.enter(Entry(Speaker(seat.value), match.now, text)).match
    turns = chat.messages.filter(has_text="lays")
    count = await turns.count()
    await chat.become(NAMES[seat.value])
    await chat.say(text)
    await expect(turns).to_have_count(count + 1)
    return match


async def test_two_people_play_a_match_to_its_end_though_play_is_started_anew_meanwhile(
    playing: Playing, server: PageServer, room: str
):
    match = shadow(first="ec", takeback=0)
    async with server.chat("Hana", room) as chat:
        await picture_of(chat, "desktop-1-empty")
        await start_match(chat, takeback="0", turn="120")
        await picture_of(chat, "desktop-2-started")
        await chat.become("Bob")
        await chat.say("first them")
        await expect(chat.message("your move")).to_be_visible()
        await chat.become("Ada")
        await chat.say("I think E5 is lost")
        await chat.say("E5 E6")
        await expect(chat.message("E5 is already covered")).to_be_visible()
        await picture_of(chat, "desktop-3-refused")
        match = await move(chat, match, "E6 E7")
    assert await playing.end(signal.SIGINT) == 0
    await playing.start(playing.port)
    async with server.chat("Bob", room) as chat:
        await expect(chat.message("was away for")).to_be_visible()
        await expect(chat.message("lays E6 (white) and E7 (red)")).to_be_visible()
        await move(chat, match, "E3 F3")
        await chat.say("concede")
        await picture_of(chat, "desktop-4-result")
        result = chat.message("wins the Death Match!")
        await result.get_by_role("button", name="Enlarge picture").click()
        await expect(chat.page.get_by_role("dialog")).to_be_visible()
        await picture_of(chat, "desktop-5-enlarged")


@pytest.mark.parametrize("phone", sample([False, True], [True]))
async def test_a_newcomer_plays_the_dealer_in_one_press(
    server: PageServer, room: str, *, phone: bool
):
    name = "Bob" if phone else "Ada"
    async with server.chat(name, room, phone=phone) as chat:
        opening = chat.page.locator(".opening")
        await expect(opening.get_by_role("heading", name="Play against the Dealer")).to_be_visible()
        await picture_of(chat, f"{'phone' if phone else 'desktop'}-7-offer")
        await opening.get_by_role("button", name="A Battle of Fire and Ice").click()
        await expect(chat.message("This is a practice match and doesn't count")).to_be_visible()
        await expect(chat.message(f"@{name} your move")).to_be_visible()
        await picture_of(chat, f"{'phone' if phone else 'desktop'}-8-practice")
        await chat.say("concede")
        await expect(chat.message("wins the Death Match!")).to_be_visible()


@pytest.mark.parametrize("phone", sample([False, True], [True]))
async def test_all_boards_of_a_voyage_are_in_its_post_and_each_opens_at_a_press(
    server: PageServer, room: str, *, phone: bool
):
    async with server.chat("Hana", room, phone=phone) as chat:
        await chat.run("deep-sea-voyage start", {"ec": "Ada", "dmo": "Bob", "ready": "false"})
        post = chat.message("Deep Sea Voyage")
        for number in (1, 2, 3):
            name = f"Enlarge picture: Deep Sea Voyage, board {number}:"
            await post.get_by_role("button", name=name).click()
            opened = chat.page.get_by_role("dialog").get_by_role("img")
            await expect(opened).to_have_attribute("alt", re.compile(f"board {number}: "))
            await chat.page.keyboard.press("Escape")
        await picture_of(chat, f"{'phone' if phone else 'desktop'}-11-boards")
        await chat.run("match abort")
        await expect(chat.message("The host has aborted the match")).to_be_visible()


async def test_a_move_is_held_edited_and_deleted_in_the_page(server: PageServer, room: str):
    async with server.chat("Hana", room) as chat:
        await start_match(chat, takeback="600", first="ec")
        await chat.become("Ada")
        await chat.say("E3 F3")
        await expect(chat.message("E3 F3").get_by_text("👀")).to_be_visible()
        await chat.press(chat.message("E3 F3"), "Delete")
        await chat.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(chat.message("takes the move back")).to_be_visible()
        await chat.say("D4 C4")
        await expect(chat.message("D4 C4").get_by_text("👀")).to_be_visible()
        await chat.page.locator("#composer-text").press("ArrowUp")
        editor = chat.page.get_by_role("textbox", name="Edit")
        await editor.fill("F3 F4")
        await editor.press("Enter")
        await expect(chat.message("changes the move")).to_be_visible()
        await picture_of(chat, "desktop-6-edited")
