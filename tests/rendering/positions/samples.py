"""Which themes are tried with which boards: a sample, or all where tests are exhaustive."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from rendering.themes import USUAL, Theme


def in_themes(items: Iterable[Any]) -> list[Any]:
    """Return the parameters of a test: each item in the usual theme, and one in each other.

    The rest is exhaustive.
    """
    other_items = [theme for theme in Theme if theme is not USUAL]
    return [
        pytest.param(
            item,
            theme,
            marks=()
            if theme in {USUAL, *other_items[index : index + 1]}
            else pytest.mark.exhaustive,
        )
        for (index, item), theme in product(enumerate(items), Theme)
    ]
