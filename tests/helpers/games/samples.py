"""Samples of the cases of a test; with the rest of them it is exhaustive."""

from collections.abc import Container, Iterable
from typing import Any, Final

import pytest

GAMES_OF_EACH_KIND: Final = ("fire-and-ice", "deep-sea-voyage", "free-table")
"""One with turns alone, one with secrets, and the one whose rules are the host's."""


def sample(cases: Iterable[Any], chosen: Container[Any]) -> list[Any]:
    """Return the parameters of a test: those that are not chosen are exhaustive."""
    return [
        pytest.param(case, marks=() if case in chosen else pytest.mark.exhaustive) for case in cases
    ]
