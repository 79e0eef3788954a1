"""Tests of the store run on a file; those that are `on_both` run on a server too."""

from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
