"""People's use of the bot on the page: commands, buttons, select menus and forms."""

import pytest
from playwright.async_api import expect

from tests.helpers.browser import Chat, speak_german
from tests.helpers.people import AS_DISCORD_DOES, people_wait
from tests.sandbox.page.page_server import PageServer, press_all

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_command_is_found_and_run_with_the_keyboard_alone(chat: Chat):
    await chat.become("Hana")
    await chat.page.locator("#composer-text").focus()
    await chat.page.keyboard.type("/due")
    await expect(chat.page.get_by_role("option")).to_have_count(2)
    await expect(chat.page.get_by_role("option").first).to_contain_text("Show every kind of button")
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
    await expect(answer).to_contain_text("@Ada against @Bob, here: slow, 60 s, none, loud False")
    await expect(answer.locator(".origin")).to_have_text("Hana used /duel start")


async def test_a_commands_options_are_offered_completed_and_checked(
    chat: Chat, room: str, tmp_path
):
    (tmp_path / "mine.txt").write_text("mine")
    await chat.become("Hana")
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


async def test_a_half_filled_command_is_kept_while_switching_person(chat: Chat):
    await chat.become("Hana")
    form = await chat.choose_command("duel start")
    await chat.set_option(form, "ec", "Ada")
    await chat.become("Bob")
    await expect(form).to_have_count(0)
    await chat.become("Hana")
    await expect(form.locator('[data-option="ec"]')).to_have_value("Ada")
    await chat.page.keyboard.press("Escape")
    await chat.page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_a_private_answer_is_shown_to_one_person_and_can_be_dismissed(chat: Chat):
    await chat.run("secret")
    answer = chat.message("For Ada alone")
    await expect(answer).to_contain_text("Only you can see this")
    await chat.become("Bob")
    await expect(chat.page.locator(".opening .hint").first).to_be_visible()
    await expect(chat.messages).to_have_count(0)
    await chat.become("Ada")
    await answer.get_by_role("button", name="Dismiss").click()
    await expect(chat.messages).to_have_count(0)


async def test_the_bot_is_told_the_language_of_the_browser(server: PageServer, room: str):
    async with server.chat("Ada", room, prepare=speak_german) as chat:
        await chat.run("secret")
        await expect(chat.message("For Ada alone")).to_contain_text("in de.")


async def test_a_button_changes_its_message_or_says_that_it_failed(chat: Chat):
    await chat.become("Bob")
    await chat.run("duel panel")
    panel = chat.message("A panel.")
    rules = panel.get_by_role("link", name="Rules")
    await expect(rules).to_have_attribute("href", "https://example.org/rules")
    await panel.get_by_role("button", name="Never answers").click()
    await expect(panel.locator(".button.pending")).to_have_text("Never answers")
    await panel.get_by_role("button", name="Accept").click()
    await expect(panel.get_by_role("button", name="Accepted by Bob")).to_be_disabled()
    with people_wait(AS_DISCORD_DOES):
        await panel.get_by_role("button", name="Never answers").click()
        await expect(panel.get_by_role("alert")).to_contain_text("This interaction failed")


async def test_a_choice_in_a_select_menu_is_answered(chat: Chat):
    await chat.become("Bob")
    await chat.run("duel panel")
    menu = chat.page.get_by_role("combobox", name="Pick a colour").last
    await menu.click()
    await chat.page.get_by_role("option", name="Blue").click()
    await expect(chat.message("You picked blue.")).to_contain_text("Only you can see this")
    # Another message with the same menu has nothing chosen yet.
    await expect(menu).to_have_value("Blue")
    await chat.run("duel panel")
    await expect(menu).to_have_value("")


async def test_a_form_of_the_bot_is_filled_in_and_sent(chat: Chat):
    await chat.become("Bob")
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


async def test_a_command_is_chosen_as_the_mouse_goes_down_whatever_list_is_drawn_then(chat: Chat):
    """Typing may draw another list before the button is up again."""
    await chat.become("Hana")
    await chat.page.locator("#composer-text").fill("/duel start")
    await chat.page.get_by_role("option", name="/duel start").hover()
    await chat.page.mouse.down()
    await expect(chat.page.get_by_role("form", name="Command /duel start")).to_be_visible()
    await chat.page.mouse.up()
    await expect(chat.page.get_by_role("form", name="Command /duel start")).to_be_visible()
