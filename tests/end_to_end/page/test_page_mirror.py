"""A mirror room beside its game room in the page: the same boards, and pings for who follows."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.helpers.matches import shadow
from tests.end_to_end.helpers.playing import picture_of
from tests.end_to_end.page.test_page_match import move, start_match
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer


@pytest.mark.parametrize("phone", sample([False, True], [False]))
async def test_the_audience_reads_along_in_the_mirror_room(server: PageServer, *, phone: bool):
    kind = "phone" if phone else "desktop"
    room, mirror = await server.new_room(), await server.new_room()
    async with server.chat("Hana", room, phone=phone) as chat:
        await chat.run("match mirror", {"channel": mirror})
        await expect(chat.message("From now on I'll copy every board")).to_be_visible()
        await start_match(chat, takeback="0", first="ec")
        await chat.become("Sam")
        await chat.enter(mirror)
        await chat.run("match follow")
        await expect(chat.message("for every turn and for the result")).to_be_visible()
        await expect(chat.message("A Battle of Fire and Ice: Ada (EC)")).to_be_visible()
        await chat.say("What will Ada do?")
        await picture_of(chat, f"{kind}-mirror-1-followed")
        await chat.enter(room)
        match = await move(chat, shadow(first="ec", takeback=0), "D4 C4")
        await chat.become("Bob")
        await expect(chat.message("your move")).to_be_visible()
        await picture_of(chat, f"{kind}-mirror-2-game-room")
        await chat.become("Sam")
        await chat.enter(mirror)
        board = chat.message("Ada lays D4")
        await expect(board.get_by_role("button", name="Enlarge picture")).to_be_visible()
        await expect(board.get_by_role("link", name="In the game room")).to_be_visible()
        await expect(board).not_to_contain_text("@")
        await expect(chat.message("A new turn has begun.")).to_contain_text("@Sam")
        await picture_of(chat, f"{kind}-mirror-3-turn")
        await board.get_by_role("link", name="In the game room").click()
        await expect(chat.message("your move")).to_be_focused()
        await chat.become("Bob")
        await chat.say("concede")
        await expect(chat.message("The first board")).to_contain_text("wins the Death Match!")
        await picture_of(chat, f"{kind}-mirror-4-result-in-the-room")
        await chat.become("Sam")
        await chat.enter(mirror)
        await expect(chat.message("The match is over.")).to_contain_text("@Sam")
        await picture_of(chat, f"{kind}-mirror-5-result")
    assert not match.result
