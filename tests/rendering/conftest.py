"""The common parts of tests of pictures: nothing painted before is cached."""

import sys
from collections.abc import Callable, Iterator

import pytest


def _forget_sprites() -> None:
    for name, module in [*sys.modules.items()]:
        if name.startswith("rendering"):
            for value in vars(module).values():
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


@pytest.fixture
def forget_sprites() -> Iterator[Callable[[], None]]:
    """Let everything be painted anew in this test, and again whenever this is called."""
    _forget_sprites()
    yield _forget_sprites
    _forget_sprites()
