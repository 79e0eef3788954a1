"""Drives the sandbox's page in Chromium for tests.

These hooks stay as they are, for tests that need more than `Chat` offers:

- `body[data-ready]`: the page has loaded the world, and everything below is there.
- `[data-person="Ada"]`: becomes Ada; `aria-pressed` says whether one is her, `.badge` counts her
  mentions.
- buttons named "Server NAME", where there are several; `.guild-link .badge` counts the mentions.
- buttons named "Room NAME" and "Direct messages with NAME" (", 2 new" follows when unread).
- `[data-testid="message"]`, also `[data-message="ID"]`: a message. Its text is
  `[data-testid="content"]`, its pictures are buttons named "Enlarge picture: ALT", its tools are
  buttons named "Add a reaction", "Reply", "Edit" and "Delete".
- `#composer-text`: the message field; suggestions are `role=option`.
- `form[aria-label="Command /NAME"]`: a command's form. Its fields are `[data-option="NAME"]`, those
  to add are buttons named "Add option NAME", its submit button is "Run".
- modals, questions and the enlarged picture are `role=dialog`, named by their title.
"""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from tests.helpers.clocks.waiting import PATIENCE_SECONDS

PATIENCE_MILLISECONDS = 1000 * PATIENCE_SECONDS
expect.set_options(timeout=PATIENCE_MILLISECONDS)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first that is there is taken; the headless shell computes half as much as the others."""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
EMPTY = "about:blank"
PATIENT = f"""{{
    const wait = window.setTimeout;
    window.setTimeout = (done, pause, ...given) =>
        wait(done, pause === 10_000 ? {PATIENCE_MILLISECONDS} : pause, ...given);
}}"""
"""Lets the page wait for an answer of the bot's for longer than ten seconds, as a test does."""
IDLE: WeakKeyDictionary[Browser, dict[bool, list[Page]]] = WeakKeyDictionary()
"""The pages of each browser that have been left, on a phone or not: a new one takes a second."""


def chromium_path() -> str:
    """Return the browser. Without one the tests are skipped; on the build server they fail."""
    if path := next(filter(None, map(shutil.which, BROWSERS)), None):
        return path
    if os.environ.get("CI"):
        pytest.fail("Chromium is missing, and CI must not skip the tests of the page")
    pytest.skip("Chromium is not installed (on Debian: apt install chromium-headless-shell)")


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """Yield a headless Chromium that is closed at the end."""
    path = chromium_path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=ARGUMENTS, timeout=PATIENCE_MILLISECONDS
        )
        IDLE[browser] = {True: [], False: []}
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def open_chat(
    browser: Browser,
    address: str,
    person: str = "Ada",
    room: str | None = None,
    *,
    phone: bool = False,
    prepare: Callable[[Page], Awaitable[None]] | None = None,
) -> AsyncIterator["Chat"]:
    """Yield the page at `address` as `person`, checking until it is closed that it logs no error.

    `prepare` may set up the browser's page before it loads anything.
    """
    page = await take_page(browser, phone=phone, fresh=prepare is not None)
    chat = Chat(page)
    try:
        if prepare:
            await prepare(page)
        await page.goto(f"{address}#{person}")
        await page.locator("body[data-ready]").wait_for()
        if room:
            await chat.enter(room)
        yield chat
        if not prepare:
            await page.mouse.move(0, 0)
            await page.goto(EMPTY)
            IDLE[browser][phone].append(page)
    finally:
        chat.leave()
        if page not in IDLE[browser][phone]:
            await page.context.close()
    assert not chat.errors, chat.errors


async def take_page(browser: Browser, *, phone: bool, fresh: bool) -> Page:
    """Return a page that has been left, or a fresh one; the browser keeps nothing of a page."""
    left = IDLE[browser][phone]
    if left and not fresh:
        return left.pop()
    context = await browser.new_context(
        viewport=PHONE if phone else DESKTOP, has_touch=phone, is_mobile=phone, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    await context.add_init_script(PATIENT)
    return await context.new_page()


async def speak_german(page: Page) -> None:
    """Let a page be that of a browser in German."""
    await page.add_init_script("Object.defineProperty(navigator, 'language', {get: () => 'de-AT'})")


class Chat:
    """A person's actions on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", self._note_error)
        page.on("console", self._note_console)

    def leave(self) -> None:
        self.page.remove_listener("pageerror", self._note_error)
        self.page.remove_listener("console", self._note_console)

    def _note_error(self, error) -> None:
        self.errors.append(f"error: {error}")

    def _note_console(self, message) -> None:
        if message.type in {"error", "warning"}:
            self.errors.append(f"{message.type}: {message.text} {message.location}")

    async def become(self, name: str) -> None:
        await self.page.locator(f'[data-person="{name}"]').click()

    async def enter(self, room: str) -> None:
        await self._follow(f"Room {room}")

    async def enter_direct(self, name: str) -> None:
        await self._follow(f"Direct messages with {name}")

    async def _follow(self, label: str) -> None:
        opener = self.page.locator("#open-drawer")
        if await opener.is_visible():
            await opener.click()
        link = self.page.locator(f'[aria-label="{label}"], [aria-label^="{label},"]')
        await link.click()
        await expect(link.and_(self.page.locator("[aria-current]"))).to_have_count(1)
        await expect(self.page.locator("#timeline")).to_have_attribute("aria-busy", "false")

    async def say(self, text: str) -> None:
        field = self.page.locator("#composer-text")
        await field.fill(text)
        await field.press("Enter")
        await expect(self.page.locator(".outgoing")).to_have_count(0)

    async def texts(self) -> list[str]:
        return await self.messages.get_by_test_id("content").all_text_contents()

    @property
    def messages(self) -> Locator:
        """Return all messages shown in the current room."""
        return self.page.get_by_test_id("message")

    def message(self, text: str) -> Locator:
        """Return the newest message that contains `text`."""
        return self.messages.filter(has_text=text).last

    async def point_at(self, message: Locator, button: str) -> Locator:
        """Point at a message until one of its buttons shows; return that button.

        What comes in may move the message away from the pointer.
        """
        locator = message.get_by_role("button", name=button, exact=True).last
        while not await locator.is_visible():
            await message.hover()
        return locator

    async def press(self, message: Locator, button: str) -> None:
        """Point at a message and press one of its buttons, as often as it takes to hit it."""
        for seconds in (1, 5, 25, PATIENCE_SECONDS):
            locator = await self.point_at(message, button)
            try:
                return await locator.click(timeout=1000 * seconds)
            except PlaywrightTimeoutError:
                # A click may be carried out and told too late.
                if await self.page.get_by_role("dialog").count():
                    return None
        raise AssertionError(f"the button {button} cannot be hit")

    def dialog(self, title: str) -> Locator:
        return self.page.get_by_role("dialog", name=title)

    async def choose_command(self, name: str) -> Locator:
        """Write a command's name and choose it from the list; returns the form that opens."""
        await self.page.locator("#composer-text").fill(f"/{name}")
        await self.page.get_by_role("option", name=f"/{name}").first.click()
        return self.page.get_by_role("form", name=f"Command /{name}")

    async def set_option(self, form: Locator, option: str, value: str) -> None:
        field = form.locator(f'[data-option="{option}"]')
        if not await field.count():
            # By keyboard: the list of the field before it may lie over the button.
            await form.get_by_role("button", name=f"Add option {option}", exact=True).press("Enter")
        await field.fill(value)
        if await field.get_attribute("role") == "combobox":
            await form.get_by_role("option", name=value).first.click()

    async def run(self, name: str, options: Mapping[str, str] | None = None) -> None:
        form = await self.choose_command(name)
        for option, value in (options or {}).items():
            await self.set_option(form, option, value)
        await form.get_by_role("button", name="Run").click()
        await expect(form).to_have_count(0)
