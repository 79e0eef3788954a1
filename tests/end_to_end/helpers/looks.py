"""Looks at the page as a person has it before them: nothing in it is amiss."""

from typing import Final

from playwright.async_api import Locator, expect

from tests.end_to_end.helpers.playing import picture_of
from tests.helpers.browser import Chat

SIZES: Final = ("desktop", "phone")
MIN_HEIGHT: Final = 24
FAULTS: Final = """least => {
    const outside = node => {
        const {left, right, width} = node.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth + 0.5);
    };
    const scrolled = node => node.parentElement?.closest("pre");
    const log = [...document.querySelectorAll("#timeline [data-testid=message], [role=dialog]")];
    const inside = log.flatMap(message => [message, ...message.querySelectorAll("*")]);
    const told = (what, nodes) => nodes.map(node => `${what}: ${node.outerHTML.slice(0, 120)}`);
    const buttons = inside.filter(node => node.matches(".components button"));
    const low = ({offsetHeight}) => offsetHeight < least;
    const cut = ({clientWidth, scrollWidth}) => scrollWidth > clientWidth;
    const over = (one, other) => {
        const [a, b] = [one, other].map(node => node.getBoundingClientRect());
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    };
    const parts = [...document.querySelectorAll(
        "#timeline :is([data-testid=content], .picture, .components button)")];
    const covered = parts.filter((one, at) => parts.slice(at + 1).some(other => over(one, other)));
    const broken = image => image.complete && !image.naturalWidth || !image.alt;
    return [
        ...document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [],
        ...told("sticks out", inside.filter(node => outside(node) && !scrolled(node))),
        ...told("too low", buttons.filter(low)),
        ...told("cut off", buttons.filter(cut)),
        ...told("covered", covered),
        ...told("no picture", inside.filter(node => node.matches(".picture img") && broken(node))),
    ];
}"""
"""The faults of the room as shown: parts that stick out, overlap, cannot be hit or are empty."""


class Looks:
    """The looks that are taken at the page at one size, each kept as a picture if asked for."""

    def __init__(self, chat: Chat, name: str) -> None:
        self.chat = chat
        self.name = name
        self._pictures = 0

    async def look(self, *expected: Locator) -> None:
        """Check that the messages are there, in the window, and nothing in the room is amiss."""
        for message in expected:
            await expect(message).to_be_visible()
            for image in await message.locator(".picture img").all():
                # The page may draw a message anew meanwhile: each step finds its image itself.
                await image.evaluate("image => image.scrollIntoView()")
                await expect(image).to_have_js_property("complete", value=True)
                await expect(image).not_to_have_js_property("naturalWidth", 0)
        self._pictures += 1
        await picture_of(self.chat, f"{self.name}-{self._pictures:02}")
        assert await self.chat.page.evaluate(FAULTS, MIN_HEIGHT) == []
