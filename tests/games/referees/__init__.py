"""A slow, plain second referee of each game, and random records to hold the real one against."""

import pytest

# What this module asserts should tell as much when it fails as the tests' own.
pytest.register_assert_rewrite("tests.games.referees.agreement")
