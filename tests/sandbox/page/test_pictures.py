"""The page's pictures, and messages that contain something else than text."""

import pytest
from playwright.async_api import Locator, expect

from tests.helpers.browser import PHONE, Chat
from tests.helpers.games.samples import sample
from tests.sandbox.page.page_server import PageServer

pytestmark = pytest.mark.asyncio(loop_scope="package")

WIDTH, HEIGHT = 550, 350  # of a picture alone on a desktop, at most
# The rows of a mosaic of so many pictures, each as the number of pictures that begin in it.
ROWS = {2: [2], 3: [2, 1], 4: [2, 2], 5: [2, 3], 7: [1, 3, 3], 9: [3, 3, 3], 10: [1, 3, 3, 3]}

BOXES = """
async (images) => {
  for (const image of images) {
    image.scrollIntoView({ block: "nearest" });
    await image.decode();
  }
  return images.map((image) => image.getBoundingClientRect().toJSON());
}
"""


async def boxes(images: Locator) -> list[dict[str, float]]:
    return await images.evaluate_all(BOXES)


def width_of(result: list[dict[str, float]]) -> float:
    return max(box["right"] for box in result) - min(box["x"] for box in result)


async def pictures(chat: Chat, wish: str, answer: str, count: int) -> Locator:
    await chat.say(f"{wish} please")
    images = chat.message(answer).get_by_role("img")
    await expect(images).to_have_count(count)
    return images


@pytest.mark.parametrize(
    ("size", "picture"),
    [((800, 800), (350, 350)), ((1100, 300), (550, 150)), ((60, 40), (60, 40))],
    ids=["square", "wide", "small"],
)
async def test_a_picture_alone_keeps_its_ratio_within_discord_s_bounds(
    chat: Chat, size: tuple[int, int], picture: tuple[int, int]
):
    images = await pictures(chat, f"picture of {size[0]}x{size[1]}", "Here it is.", 1)
    [box] = await boxes(images)
    assert (round(box["width"]), round(box["height"])) == picture


@pytest.mark.parametrize("count", sample(ROWS, [3, 10]))
async def test_several_pictures_are_a_mosaic_cropped_to_its_tiles(chat: Chat, count: int):
    images = await pictures(chat, f"{count} pictures", "Here they are.", count)
    result = await boxes(images)
    tops = sorted({round(box["y"]) for box in result})
    assert [sum(round(box["y"]) == top for box in result) for top in tops] == ROWS[count]
    assert width_of(result) <= WIDTH
    if count in (3, 4):
        bottom = max(box["bottom"] for box in result)
        assert round(bottom - min(box["y"] for box in result)) <= HEIGHT
    fit = "image => getComputedStyle(image).objectFit"
    assert await images.first.evaluate(fit) == "cover"


async def test_of_three_pictures_the_first_is_large(chat: Chat):
    first, second, third = await boxes(await pictures(chat, "3 pictures", "Here they", 3))
    assert first["height"] > second["height"] + third["height"]
    assert first["width"] > 1.9 * second["width"]
    assert second["x"] == third["x"] > first["x"]


async def test_a_picture_alone_and_a_mosaic_are_as_wide_as_a_phone(server: PageServer, room: str):
    async with server.chat("Ada", room, phone=True) as chat:
        [box] = await boxes(await pictures(chat, "picture", "Here it is.", 1))
        assert box["width"] == box["height"] >= 330
        result = await boxes(await pictures(chat, "4 pictures", "Here they are.", 4))
        assert PHONE["width"] - 30 <= width_of(result) <= PHONE["width"]
        assert await chat.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_each_picture_of_a_mosaic_is_described_and_enlarged(chat: Chat):
    images = await pictures(chat, "2 pictures", "Here they are.", 2)
    message = chat.message("Here they are.")
    await chat.press(message, "ALT")
    await expect(message.locator(".caption").last).to_be_visible()
    await expect(message.locator(".caption").first).to_be_hidden()
    await images.last.click()
    await expect(chat.dialog("board.png")).to_be_visible()


async def test_a_file_that_an_embed_shows_is_shown_once(chat: Chat):
    await chat.say("embed please")
    images = chat.message("In an embed.").locator("img")
    await expect(images).to_have_count(1)
    await expect(images).to_have_class("embed-picture")
    await expect(chat.message("In an embed.").locator(".file")).to_have_count(0)


async def test_a_file_that_a_component_shows_is_shown_once(chat: Chat):
    await chat.say("gallery please")
    images = chat.messages.last.get_by_role("img")
    await expect(images).to_have_count(1)
    await expect(images).to_have_attribute("alt", "A shown board.")


async def test_stickers_polls_and_forwards_are_shown(chat: Chat, server: PageServer, room: str):
    poll = {"question": {"text": "Who wins?"}, "answers": [{"poll_media": {"text": "Ada"}}]}
    await server.post(server.bob, room, {"sticker_ids": ["749054660769218631"]})
    await server.post(server.bob, room, {"poll": poll})
    messages = await server.post(server.bob, room, {"content": "**E6** E7"})
    reference = {"type": 1, "channel_id": messages["channel_id"], "message_id": messages["id"]}
    await server.post(server.sam, room, {"message_reference": reference})
    await expect(chat.messages.nth(0)).to_contain_text("Sticker: Wave")
    await expect(chat.messages.nth(1)).to_contain_text("Who wins?")
    await expect(chat.messages.nth(1).get_by_role("listitem")).to_have_text("Ada")
    await expect(chat.messages.nth(3)).to_contain_text("Forwarded")
    await expect(chat.messages.nth(3).locator("strong")).to_have_text("E6")
