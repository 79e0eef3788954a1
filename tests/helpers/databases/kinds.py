"""Tests of the store run on a file; those that are `on_both` run on a server too."""

import pytest

from bot.storage.databases.dialects import POSTGRESQL, SQLITE

IN_THE_FILE = {"database", "three"}
"""Fixtures of a test that looks into the file, or puts data there that only a file takes."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the kinds of database; where nothing is said of it, a server is exhaustive."""
    marks = metafunc.definition.iter_markers("parametrize")
    if "kind" not in metafunc.fixturenames or any("kind" in mark.args[0] for mark in marks):
        return
    usual = [SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.exhaustive)]
    code = metafunc.function.__code__
    if IN_THE_FILE & {*code.co_varnames[: code.co_argcount]}:
        usual = [SQLITE]
    metafunc.parametrize("kind", getattr(metafunc.module, "KINDS", usual))
