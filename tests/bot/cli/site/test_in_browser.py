"""The pages in Chromium: steps by buttons and keys, links, secrets, windows, no script."""

import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.cli.site.build import build
from engine.games import GAMES
from tests.bot.cli.site.archives import one_of_each_game
from tests.helpers.browser import DESKTOP, PATIENCE_MILLISECONDS, PHONE, open_browser
from tests.helpers.games.samples import sample

pytestmark = pytest.mark.asyncio(loop_scope="module")

every_game = pytest.mark.parametrize("game", sample(GAMES, ["deep-sea-voyage"]))
"""The most boards, and what is hidden."""
NUMBERS = {name: number for number, name in enumerate(GAMES, start=1)}
SHOWN = """all => Promise.all(
    all.map(each => each.decode().then(() => [each.currentSrc, each.naturalWidth, each.alt]))
)"""
"""The picture that each image shows, once it has loaded: its address, width and description."""
DISTORTED = """all => all.filter(each => Math.abs(
    each.width * each.naturalHeight - each.height * each.naturalWidth
) > each.naturalWidth + each.naturalHeight).length"""
"""Number of loaded images out of proportion, to the nearest pixels."""
OVERFLOW = "Math.max(0, document.documentElement.scrollWidth - innerWidth)"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    build(one_of_each_game(), folder, cores=1)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@asynccontextmanager
async def opened(
    browser: Browser, url: str, window=DESKTOP, scheme: str = "light", *, scripts: bool = True
) -> AsyncIterator[Page]:
    context = await browser.new_context(
        viewport=window, color_scheme=scheme, java_script_enabled=scripts
    )
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    page, logged = await context.new_page(), []
    page.on("console", lambda message: logged.append(message.text))
    page.on("pageerror", lambda error: logged.append(str(error)))
    await page.goto(url)
    yield page
    await context.close()
    assert not logged


def match_url(address: str, game: str, move: str = "") -> str:
    return f"{address}/matches/{NUMBERS[game]}.html{move}"


async def at_step(page: Page, step: int | str) -> None:
    await expect(page.locator("body")).to_have_attribute("data-step", str(step))


async def boards(page: Page) -> list[tuple[str, int, str]]:
    picture = await page.locator("#boards img:visible").evaluate_all(SHOWN)
    return [(source, width, alt) for source, width, alt in picture]


async def assert_fits(page: Page, *names: str) -> None:
    """Check that nothing is wider than the window, and that these elements are whole in it."""
    assert await page.evaluate(OVERFLOW) == 0
    assert await page.evaluate("scrollY") == 0
    for name in names:
        for element in await page.locator(f"{name}:visible").all():
            await expect(element).to_be_in_viewport(ratio=1)


async def test_the_boards_follow_buttons_and_keys(browser: Browser, address: str):
    async with opened(browser, match_url(address, "fire-and-ice")) as page:
        steps = await page.locator("#steps > li").count()
        await at_step(page, steps)
        end = await boards(page)
        await page.get_by_role("button", name="First").click()
        await at_step(page, 0)
        await expect(page.locator("#said")).to_have_text("The beginning")
        await expect(page.get_by_role("button", name="Previous")).to_be_disabled()
        beginning = await boards(page)
        await page.get_by_role("button", name="Next").click()
        await at_step(page, 1)
        first = await boards(page)
        await page.keyboard.press("ArrowRight")
        await at_step(page, 2)
        await page.keyboard.press("ArrowLeft")
        await at_step(page, 1)
        assert await boards(page) == first
        await page.keyboard.press("End")
        await at_step(page, steps)
        assert await boards(page) == end
        await page.keyboard.press("Home")
        await at_step(page, 0)
        assert await boards(page) == beginning
        assert len({*beginning, *first, *end}) == 3


@every_game
async def test_the_last_step_shows_the_pictures_that_are_there_without_scripts(
    browser: Browser, address: str, game: str
):
    async with opened(browser, match_url(address, game), scripts=False) as page:
        plain = await boards(page)
    async with opened(browser, match_url(address, game)) as page:
        await at_step(page, await page.locator("#steps > li").count())
        assert await boards(page) == plain
        # The match at a free table has no board.
        assert bool(plain) == (game != "free-table")


@pytest.mark.parametrize("window", [DESKTOP, PHONE])
async def test_an_address_names_a_move_and_follows_each_step(
    browser: Browser, address: str, window
):
    async with opened(browser, match_url(address, "fire-and-ice", "#move-3"), window) as page:
        await at_step(page, 3)
        await expect(page.get_by_role("button", name="Next")).to_be_in_viewport()
        await expect(page.locator("#move-3")).to_have_attribute("aria-current", "step")
        await expect(page.locator("#said")).to_contain_text("3 of ")
        await page.keyboard.press("ArrowRight")
        await at_step(page, 4)
        await expect(page).to_have_url(re.compile("#move-4$"))
        await page.locator("#move-2 a").click()
        await at_step(page, 2)
        await expect(page.get_by_role("button", name="Next")).to_be_in_viewport()


async def test_what_was_hidden_is_shown_as_the_reader_likes_and_that_is_remembered(
    browser: Browser, address: str
):
    url = match_url(address, "doubting-flower-field", "#move-2")
    async with opened(browser, url) as page:
        await at_step(page, 2)
        public = await boards(page)
        first = page.locator("#move-1")
        await expect(first).to_contain_text("submits something in secret")
        await expect(first.locator("code")).to_be_hidden()
        await page.get_by_label("Show what was hidden").check()
        await expect(first.locator("code")).to_be_visible()
        assert await boards(page) != public
        await page.reload()
        await at_step(page, 2)
        await expect(page.get_by_label("Show what was hidden")).to_be_checked()
        await page.get_by_label("Show what was hidden").uncheck()
        assert await boards(page) == public


@every_game
@pytest.mark.parametrize("window", [DESKTOP, PHONE])
async def test_the_boards_and_their_controls_fit_the_window_at_every_step(
    browser: Browser, address: str, window: dict[str, int], game: str
):
    async with opened(browser, match_url(address, game), window) as page:
        await at_step(page, await page.locator("#steps > li").count())
        await page.keyboard.press("Home")
        for step in range(4):
            await at_step(page, step)
            await assert_fits(page, "#boards img", "#said", "#controls button")
            await boards(page)
            assert await page.locator("#boards img:visible").evaluate_all(DISTORTED) == 0
            await page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("window", [DESKTOP, PHONE])
async def test_a_press_shows_a_board_alone_and_larger(
    browser: Browser, address: str, window: dict[str, int]
):
    async with opened(browser, match_url(address, "deep-sea-voyage"), window) as page:
        images, second = page.locator("#boards img:visible"), page.locator("#boards button").nth(1)
        await expect(images).to_have_count(3)
        small = await images.nth(1).bounding_box()
        await second.press("Enter")
        await expect(images).to_have_count(1)
        await assert_fits(page, "#boards img", "#controls button")
        assert (await images.bounding_box())["width"] > 1.5 * small["width"]
        await second.click()
        await expect(images).to_have_count(3)


@pytest.mark.parametrize(("window", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
async def test_the_lists_lead_to_a_match_and_back_by_a_player(
    browser: Browser, address: str, window: dict[str, int], scheme: str
):
    async with opened(browser, f"{address}/index.html", window, scheme) as page:
        await assert_fits(page)
        await page.get_by_role("link", name="Ada against Bob").first.click()
        await expect(page.locator("h1")).to_have_text("Ada against Bob")
        await page.locator(".seats").get_by_role("link", name="Ada").click()
        await expect(page.locator("h1")).to_have_text("Ada")
        await assert_fits(page)
        await page.get_by_role("link", name="Death Match archive").click()
        await expect(page.locator("h1")).to_have_text("Death Match archive")


async def test_without_scripts_a_match_is_a_list_of_moves_with_the_last_board(
    browser: Browser, address: str
):
    url = match_url(address, "doubting-flower-field")
    async with opened(browser, url, scripts=False) as page:
        await expect(page.locator("#controls")).to_be_hidden()
        await expect(page.locator("#boards img")).to_be_visible()
        await expect(page.locator("#move-1")).to_be_visible()
        await expect(page.locator("#move-1 code")).to_be_hidden()
        await page.get_by_label("Show what was hidden").check()
        await expect(page.locator("#move-1 code")).to_be_visible()
