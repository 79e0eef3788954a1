"""The rules of each game in pages: words, positions and what is typed there."""

from importlib import import_module

from bot.texts.lessons.pages.page import Page
from engine.game import AnyGame


def pages_of(game: type[AnyGame]) -> tuple[Page, ...]:
    """Return a game's pages in order, from the module named like the folder of its rules."""
    pages: dict[str, tuple[Page, ...]] = import_module(f"{__name__}.{game.folder}").PAGES
    return pages[game.name]
