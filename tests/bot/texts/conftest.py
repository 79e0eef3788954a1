"""What the tests of sentences share."""

from collections.abc import Iterator

import pytest

from bot.texts.language import Language, speaking


@pytest.fixture(params=list(Language))
def each_language(request: pytest.FixtureRequest) -> Iterator[Language]:
    """A test once in each language: for what holds however long its words are."""
    with speaking(request.param):
        yield request.param
