"""Slow, plain second implementations of the games, to hold the real ones against."""

import pytest

# What these modules assert for the tests should tell as much when it fails as the tests' own.
pytest.register_assert_rewrite(
    "tests.plain.agreement", "tests.plain.demeters_stories", "tests.plain.sea_stories"
)
