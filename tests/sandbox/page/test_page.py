"""What people do in the sandbox's page: a real browser, the real sandbox, a real discord.py bot."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.browser import Chat
from tests.sandbox.page.page_server import GatewayProxy, PageServer, too_small
from tests.sandbox.page.text_cases import CASES, DISTANCE, DISTANCES, RENDER

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def long_room(server: PageServer) -> str:
    """A room in which more has been said than fits into one page of history."""
    name = await server.new_room()
    await server.say("Bob", name, *(f"line {number} of 60" for number in range(1, 61)))
    return name


@pytest_asyncio.fixture(loop_scope="package")
async def full_room(server: PageServer, room: str) -> str:
    """A room in which more has been said than fits on the screen."""
    await server.say("Bob", room, *["\n".join(f"line {line}" for line in range(40))] * 2)
    return room


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def page_alone(server: PageServer) -> AsyncIterator[Page]:
    """The page's modules to call by themselves."""
    async with server.chat("Ada") as chat:
        yield chat.page


async def focused_label(page: Page) -> str:
    """The accessible label of whatever has the focus."""
    return await page.evaluate("document.activeElement.getAttribute('aria-label')")


async def press_all(page: Page, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)


def tool(message: Locator, name: str) -> Locator:
    return message.get_by_role("button", name=name, exact=True)


async def test_a_newcomer_is_told_what_to_do_in_an_empty_room(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        opening = chat.page.locator(".opening")
        await expect(opening).to_contain_text(f"This is where #{room} begins.")
        await expect(opening).to_contain_text("Type / to see what Dealer can do.")
        await expect(chat.page.locator("#composer-text")).to_have_attribute(
            "placeholder", f"Write as Ada in #{room}"
        )


async def test_a_newcomer_reads_the_bots_name_even_where_the_line_is_slow(
    server: PageServer, room: str
):
    proxy = GatewayProxy(is_cut=True)
    async with server.chat(f"Ada/{room}", prepare=proxy.install) as chat:
        opening = chat.page.locator(".opening")
        await expect(opening).to_contain_text(f"This is where #{room} begins.")
        await expect(opening).not_to_contain_text("unknown person")
        proxy.is_cut = False
        await expect(opening).to_contain_text("Type / to see what Dealer can do.")


async def test_what_one_person_writes_the_other_reads(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.say("**D4 C4** <b>not bold</b>")
        await chat.become("Bob")
        message = chat.message("D4 C4")
        await expect(message.locator(".author")).to_have_text("Ada")
        await expect(message.get_by_test_id("content")).to_have_text("D4 C4 <b>not bold</b>")
        await expect(message.locator("strong")).to_have_text("D4 C4")


async def test_shift_enter_makes_a_line_and_enter_sends(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.page.locator("#composer-text").focus()
        await chat.page.keyboard.type("one")
        await chat.page.keyboard.press("Shift+Enter")
        await chat.page.keyboard.type("two")
        await chat.page.keyboard.press("Enter")
        await expect(chat.messages).to_have_count(1)
        await expect(chat.messages.locator("br")).to_have_count(1)


async def test_a_message_is_edited_with_the_keyboard(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.say("D4 C5")
        field = chat.page.get_by_role("textbox", name="Edit message")
        await chat.page.keyboard.press("ArrowUp")
        await field.fill("nonsense")
        await chat.page.keyboard.press("Escape")
        await expect(field).to_have_count(0)
        await expect(chat.message("D4 C5")).to_be_visible()

        await chat.page.locator("#composer-text").press("ArrowUp")
        await field.fill("D4 C4")
        await chat.page.keyboard.press("Enter")
        await expect(chat.message("D4 C4")).to_contain_text("(edited)")
        await expect(chat.page.locator("#composer-text")).to_be_focused()
        await chat.page.keyboard.type("D5 D6")
        await chat.page.keyboard.press("Enter")
        await expect(chat.message("D5 D6")).to_be_visible()


async def test_people_delete_their_own_messages_only(server: PageServer, room: str):
    await server.say("Bob", room, "Bob was here")
    async with server.chat("Ada", room) as chat:
        await chat.say("oops")
        mine = chat.message("oops")
        await mine.hover()
        await tool(mine, "Delete").click()
        await chat.dialog("Delete this message?").get_by_role("button", name="Delete").click()
        await expect(mine).to_have_count(0)
        theirs = chat.message("Bob was here")
        await theirs.hover()
        await expect(tool(theirs, "Reply")).to_be_visible()
        await expect(tool(theirs, "Delete")).to_have_count(0)
        await expect(tool(theirs, "Edit")).to_have_count(0)


async def test_a_reply_shows_what_it_replies_to(server: PageServer, room: str):
    await server.say("Bob", room, "Who begins?")
    async with server.chat("Ada", room) as chat:
        question = chat.message("Who begins?")
        await question.hover()
        await tool(question, "Reply").click()
        await expect(chat.page.locator("#reply-line")).to_contain_text("Replying to Bob")
        await chat.page.keyboard.type("You do")
        await chat.page.keyboard.press("Enter")
        answer = chat.message("You do")
        await expect(answer.locator(".origin")).to_contain_text("Who begins?")
        await expect(chat.page.locator("#reply-line")).to_be_hidden()


async def test_reactions_are_counted_and_toggled(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.say("thumbs please")
        message = chat.message("thumbs please")
        thumb = message.locator(".reaction", has_text="👍")
        await expect(thumb).to_contain_text("1")
        await thumb.click()
        await expect(thumb).to_contain_text("2")
        await expect(thumb).to_have_attribute("aria-pressed", "true")
        await thumb.click()
        await expect(thumb).to_contain_text("1")
        await message.hover()
        await tool(message, "Add a reaction").click()
        await message.get_by_role("button", name="React with 🔥").click()
        await expect(message.locator(".reaction", has_text="🔥")).to_have_attribute(
            "aria-pressed", "true"
        )


async def test_everything_about_a_message_is_reached_with_the_keyboard(
    server: PageServer, room: str
):
    async with server.chat("Ada", room) as chat:
        await chat.say("first")
        await chat.say("second")
        await chat.message("second").focus()
        await press_all(chat.page, "ArrowUp", "Tab")
        assert await focused_label(chat.page) == "Add a reaction"
        await press_all(chat.page, "Tab", "Tab", "Tab", "Enter")
        await expect(chat.dialog("Delete this message?")).to_contain_text("first")
        await chat.page.keyboard.press("Escape")
        await expect(chat.messages).to_have_count(2)


async def test_a_mention_shows_on_the_switch_of_person(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.page.locator("#composer-text").press_sequentially("call @B")
        await chat.page.keyboard.press("Enter")
        await expect(chat.page.locator("#composer-text")).to_have_value("call @Bob ")
        await chat.page.keyboard.press("Enter")
        switch = chat.page.locator('[data-person="Bob"]')
        await expect(switch.locator(".badge")).to_have_text("2")
        await chat.become("Bob")
        await expect(switch).to_have_attribute("aria-pressed", "true")
        await chat.enter(room)
        await expect(switch.locator(".badge")).to_have_count(0)
        call = chat.message("it is your turn")
        await expect(call.locator(".mention.of-me")).to_have_text("@Bob")
        await expect(chat.page.locator(".divider.unread")).to_be_visible()


async def test_switching_person_keeps_the_room_and_everyones_draft(server: PageServer, room: str):
    async with server.chat("Bob", "general") as chat:
        title = chat.page.locator("#room-title")
        field = chat.page.locator("#composer-text")
        await chat.become("Ada")
        await chat.enter(room)
        await field.fill("half a tho")
        await chat.page.keyboard.press("Alt+3")
        await expect(chat.page.locator('[data-person="Bob"]')).to_have_attribute(
            "aria-pressed", "true"
        )
        await expect(title).to_have_text(room)
        await expect(field).to_have_value("")
        await chat.become("Ada")
        await expect(title).to_have_text(room)
        await expect(field).to_have_value("half a tho")


async def test_switching_person_in_direct_messages_goes_to_the_other_persons_room(
    server: PageServer, room: str
):
    async with server.chat("Bob", room) as chat:
        title = chat.page.locator("#room-title")
        await chat.become("Ada")
        await chat.enter("general")
        await chat.enter_direct("Dealer")
        await chat.become("Bob")
        await expect(title).to_have_text(room)
        await chat.enter("general")
        await chat.become("Ada")
        await expect(title).to_have_text("general")


async def test_a_command_is_found_and_run_with_the_keyboard_alone(server: PageServer, room: str):
    async with server.chat("Hana", room) as chat:
        await chat.page.locator("#composer-text").focus()
        await chat.page.keyboard.type("/due")
        await expect(chat.page.get_by_role("option")).to_have_count(2)
        await expect(chat.page.get_by_role("option").first).to_contain_text(
            "Show every kind of button"
        )
        await press_all(chat.page, "ArrowDown", "Enter")
        form = chat.page.get_by_role("form", name="Command /duel start")
        people = form.get_by_role("option")
        for name in ("Ada", "Bob"):
            await chat.page.keyboard.type(name[0].lower())
            await expect(people.first).to_contain_text(name)
            await chat.page.keyboard.press("Enter")
        await chat.page.keyboard.press("Enter")
        await expect(form).to_have_count(0)
        answer = chat.message("A duel.")
        await expect(answer).to_contain_text(
            "@Ada against @Bob, here: slow, 60 s, none, loud False"
        )
        await expect(answer.locator(".origin")).to_have_text("Hana used /duel start")


async def test_a_commands_options_are_offered_completed_and_checked(
    server: PageServer, room: str, tmp_path
):
    (tmp_path / "mine.txt").write_text("mine")
    async with server.chat("Hana", room) as chat:
        form = await chat.choose_command("duel start")
        await form.get_by_role("button", name="Run").click()
        await expect(form.get_by_text("This one is required.").first).to_be_visible()
        chosen = {"ec": "Ada", "dmo": "Bob", "room": "general", "pace": "fast", "loud": "True"}
        for option, value in chosen.items():
            await chat.set_option(form, option, value)
        await chat.set_option(form, "turn", "5")
        await form.get_by_role("button", name="Run").click()
        await expect(form.get_by_text("Must be 10 to 600.")).to_be_visible()
        await chat.set_option(form, "turn", "90")
        await form.get_by_role("button", name="Add option fruit").click()
        await chat.page.keyboard.type("ap")
        await expect(form.get_by_role("option")).to_have_text(["Apple", "Apricot"])
        await form.get_by_role("option", name="Apricot").click()
        await form.get_by_role("button", name="Add option board").click()
        await form.locator('[data-option="board"]').set_input_files(tmp_path / "mine.txt")
        await form.get_by_role("button", name="Run").click()
        await expect(chat.message("A duel.")).to_contain_text(
            "@Ada against @Bob, #general: fast, 90 s, apricot, loud True, mine.txt of 4 bytes"
        )


async def test_a_half_filled_command_is_kept_while_switching_person(server: PageServer, room: str):
    async with server.chat("Hana", room) as chat:
        form = await chat.choose_command("duel start")
        await chat.set_option(form, "ec", "Ada")
        await chat.become("Bob")
        await expect(form).to_have_count(0)
        await chat.become("Hana")
        await expect(form.locator('[data-option="ec"]')).to_have_value("Ada")
        await chat.page.keyboard.press("Escape")
        await chat.page.keyboard.press("Escape")
        await expect(form).to_have_count(0)


async def test_a_private_answer_is_shown_to_one_person_and_can_be_dismissed(
    server: PageServer, room: str
):
    async with server.chat("Ada", room) as chat:
        await chat.run("secret")
        answer = chat.message("For Ada alone.")
        await expect(answer).to_contain_text("Only you can see this")
        await chat.become("Bob")
        await expect(chat.page.locator(".opening .hint").first).to_be_visible()
        await expect(chat.messages).to_have_count(0)
        await chat.become("Ada")
        await answer.get_by_role("button", name="Dismiss").click()
        await expect(chat.messages).to_have_count(0)


async def test_a_button_changes_its_message_or_says_that_it_failed(server: PageServer, room: str):
    async with server.chat("Bob", room) as chat:
        await chat.run("duel panel")
        panel = chat.message("A panel.")
        await expect(panel.get_by_role("link", name="Rules")).to_have_attribute(
            "href", "https://example.org/rules"
        )
        await panel.get_by_role("button", name="Never answers").click()
        await expect(panel.locator(".button.pending")).to_have_text("Never answers")
        await panel.get_by_role("button", name="Accept").click()
        await expect(panel.get_by_role("button", name="Accepted by Bob")).to_be_disabled()
        await panel.get_by_role("button", name="Never answers").click()
        await expect(panel.get_by_role("alert")).to_contain_text("This interaction failed")


async def test_a_choice_in_a_select_menu_is_answered(server: PageServer, room: str):
    async with server.chat("Bob", room) as chat:
        await chat.run("duel panel")
        menu = chat.message("A panel.").get_by_role("combobox", name="Pick a colour")
        await menu.click()
        await chat.page.get_by_role("option", name="Blue").click()
        await expect(chat.message("You picked blue.")).to_contain_text("Only you can see this")


async def test_a_form_of_the_bot_is_filled_in_and_sent(server: PageServer, room: str):
    async with server.chat("Bob", room) as chat:
        await chat.run("duel panel")
        await chat.message("A panel.").get_by_role("button", name="Write a note").click()
        form = chat.dialog("A note for the host")
        await form.get_by_label("Your move").fill("D4 C4")
        await form.get_by_label("Why").fill("it is strong")
        await form.get_by_role("combobox", name="Mood").click()
        await form.get_by_role("option", name="Calm").click()
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_have_count(0)
        await expect(chat.message("noted")).to_contain_text("@Bob noted D4 C4, it is strong, Calm.")


async def test_a_picture_is_described_and_enlarged(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.say("picture please")
        message = chat.message("Here it is.")
        await expect(message.get_by_role("img")).to_have_attribute(
            "alt", "A board: red on C7, blue on F6."
        )
        await message.hover()
        await message.get_by_role("button", name="ALT").click()
        await expect(message.locator(".caption")).to_have_text("A board: red on C7, blue on F6.")
        enlarge = message.get_by_role("button", name="Enlarge picture")
        await enlarge.focus()
        await chat.page.keyboard.press("Enter")
        large = chat.dialog("board.png").get_by_role("img")
        await expect(large).to_be_visible()
        assert await large.evaluate("image => image.naturalWidth") == 800
        await chat.page.keyboard.press("Escape")
        await expect(chat.dialog("board.png")).to_have_count(0)
        await expect(enlarge).to_be_focused()


async def test_a_file_is_downloaded(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await chat.say("file please")
        await expect(chat.page.locator(".file")).to_contain_text("9 bytes")
        async with chat.page.expect_download() as download:
            await chat.page.get_by_role("link", name="Download match.dm").click()
        path = await (await download.value).path()
        assert path.read_bytes() == b"a record\n"


async def test_a_countdown_ticks(server: PageServer, room: str):
    async with server.chat("Hana", room) as chat:
        await chat.run("duel start", {"ec": "Ada", "dmo": "Bob", "turn": "50"})
        countdown = chat.message("A duel.").locator("time[data-countdown]")
        await expect(countdown).to_have_text(re.compile(r"in \d\d seconds"))
        shown = await countdown.text_content()
        await expect(countdown).not_to_have_text(shown)


async def test_older_messages_load_on_scrolling_up(server: PageServer, long_room: str):
    async with server.chat("Ada", long_room) as chat:
        await expect(chat.message("line 60")).to_be_in_viewport()
        await expect(chat.message("line 1 of 60")).to_have_count(0)
        await chat.page.locator("#timeline").hover()
        await chat.page.mouse.wheel(0, -20000)
        await expect(chat.message("line 1 of 60")).to_be_attached()
        await expect(chat.messages).to_have_count(60)
        assert await texts(chat) == [f"line {number} of 60" for number in range(1, 61)]


async def test_new_messages_are_announced_while_scrolled_up_without_scrolling(
    server: PageServer, long_room: str
):
    async with server.chat("Ada", long_room) as chat:
        await expect(chat.message("line 60")).to_be_in_viewport()
        await chat.page.locator("#timeline").hover()
        await chat.page.mouse.wheel(0, -600)
        chip = chat.page.locator("#new-messages")
        await expect(chip).to_be_visible()
        top = await chat.page.locator("#timeline").evaluate("log => log.scrollTop")
        await server.say("Bob", long_room, "news")
        await expect(chip).to_have_text("1 new message")
        assert await chat.page.locator("#timeline").evaluate("log => log.scrollTop") == top
        await chip.click()
        await expect(chat.message("news")).to_be_in_viewport()
        await expect(chip).to_be_hidden()


async def scroll_up(chat: Chat) -> None:
    """Read further up, so far that the newest message is out of sight."""
    await chat.page.locator("#timeline").hover()
    await chat.page.mouse.wheel(0, -900)
    await expect(chat.page.locator("#new-messages")).to_be_visible()


async def test_who_writes_while_reading_further_up_sees_the_answer(
    server: PageServer, full_room: str
):
    async with server.chat("Ada", full_room) as chat:
        await expect(chat.messages.last).to_be_in_viewport()
        await scroll_up(chat)
        await chat.say("picture please")
        await expect(chat.message("Here it is.").get_by_role("img")).to_be_in_viewport(ratio=0.9)
        await expect(chat.page.locator("#new-messages")).to_be_hidden()


async def test_running_a_command_while_scrolled_up_goes_to_the_end(
    server: PageServer, full_room: str
):
    async with server.chat("Hana", full_room) as chat:
        await expect(chat.messages.last).to_be_in_viewport()
        await scroll_up(chat)
        await chat.run("duel start", {"ec": "Ada", "dmo": "Bob"})
        await expect(chat.message("A duel.").get_by_role("img")).to_be_in_viewport(ratio=0.9)
        await expect(chat.page.locator("#new-messages")).to_be_hidden()


async def texts(chat: Chat) -> list[str]:
    return await chat.messages.get_by_test_id("content").all_text_contents()


async def test_direct_messages_with_the_bot(server: PageServer):
    async with server.chat("Sam") as chat:
        await chat.enter_direct("Dealer")
        await expect(chat.page.locator("#room-title")).to_have_text("Dealer")
        await chat.say("picture please")
        await expect(chat.message("Here it is.").get_by_role("img")).to_be_visible()
        await chat.become("Hana")
        await expect(
            chat.page.get_by_role("button", name="Direct messages with Sam")
        ).to_have_count(0)


async def test_direct_messages_with_another_person(server: PageServer):
    async with server.chat("Ada") as chat:
        await chat.page.get_by_role("button", name="Write to someone").click()
        await chat.dialog("Write to someone").get_by_role("button", name="Bob").click()
        await expect(chat.page.locator("#room-title")).to_have_text("Bob")
        await chat.say("between us")
        await expect(chat.page.locator('[data-person="Bob"] .badge')).to_have_text("1")
        await chat.become("Bob")
        await chat.enter_direct("Ada")
        await expect(chat.message("between us")).to_be_visible()


@pytest.mark.parametrize("code", [1000, 4000], ids=["with a new session", "with the same session"])
async def test_messages_sent_while_disconnected_appear_afterwards(
    server: PageServer, room: str, code: int
):
    proxy = GatewayProxy()
    async with server.chat("Ada", room, prepare=proxy.install) as chat:
        banner = chat.page.locator("#banner")
        await chat.say("before")
        await proxy.cut(code)
        await expect(banner).to_have_text("Connection lost. Trying again…")
        await server.say("Bob", room, "meanwhile")
        proxy.is_cut = False
        await expect(chat.message("meanwhile")).to_be_visible()
        await expect(banner).to_be_hidden()
        await server.say("Bob", room, "and after")
        await expect(chat.message("and after")).to_be_visible()
        assert await texts(chat) == ["before", "meanwhile", "and after"]


async def test_a_message_that_was_not_sent_can_be_sent_again(server: PageServer, room: str):
    async with server.chat("Ada", room) as chat:
        await server.fail_next("5xx-before", "POST", "/channels/{channel_id}/messages")
        await chat.page.locator("#composer-text").fill("D4 C4")
        await chat.page.keyboard.press("Enter")
        outgoing = chat.page.locator(".outgoing")
        await expect(outgoing).to_contain_text("Not sent")
        chat.errors.clear()  # the browser itself logs that the request failed
        await outgoing.get_by_role("button", name="Try again").click()
        await expect(outgoing).to_have_count(0)
        assert await texts(chat) == ["D4 C4"]


async def test_the_page_fits_a_phone(server: PageServer, room: str):
    async with server.chat("Hana", room, phone=True) as chat:
        await chat.run("duel start", {"ec": "Ada", "dmo": "Bob"})
        await chat.say("panel please")
        await expect(chat.message("A panel.").get_by_role("button", name="Accept")).to_be_visible()
        image = chat.message("A duel.").get_by_role("img")
        box = await image.bounding_box()
        assert box["width"] >= 300
        await expect(chat.page.locator("#sidebar")).to_be_hidden()
        assert await chat.page.evaluate("document.documentElement.scrollWidth") == 360
        people = chat.page.locator("#people")
        assert await people.evaluate("list => list.scrollWidth - list.clientWidth") == 0
        assert await too_small(chat.page) == []
        await chat.page.locator("#open-drawer").tap()
        await expect(chat.page.get_by_role("button", name=f"Room {room}")).to_be_visible()
        assert await too_small(chat.page) == []
        await chat.page.keyboard.press("Escape")
        await expect(chat.page.locator("#sidebar")).to_be_hidden()


async def test_a_messages_tools_work_by_touch(server: PageServer, room: str):
    async with server.chat("Ada", room, phone=True) as chat:
        await chat.say("D4 C5")
        message = chat.messages.first
        await message.get_by_test_id("content").tap()
        await tool(message, "Edit").tap()
        await chat.page.get_by_role("textbox", name="Edit message").fill("D4 C4")
        await message.get_by_role("button", name="Save").tap()
        await expect(chat.message("D4 C4")).to_contain_text("(edited)")
        await expect(chat.page.locator("body")).to_be_focused()


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0][:24] for case in CASES])
async def test_text_looks_as_on_discord(page_alone: Page, text: str, expected: str):
    assert await page_alone.evaluate(RENDER, [text]) == expected


@pytest.mark.parametrize(("seconds", "words"), DISTANCES)
async def test_distances_in_time_are_worded_as_on_discord(
    page_alone: Page, seconds: int, words: str
):
    assert await page_alone.evaluate(DISTANCE, seconds) == words
