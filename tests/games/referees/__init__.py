"""A slow, plain second referee of each game, and random records to hold the real one against."""

import pytest

# This module's assertions should tell as much in a failure as the tests' own.
pytest.register_assert_rewrite("tests.games.referees.agreement")
