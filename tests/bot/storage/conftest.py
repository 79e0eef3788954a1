"""Every test of the store runs on both kinds of database, unless it looks into the file itself."""

import pytest

from bot.storage.databases.dialects import POSTGRESQL, SQLITE

IN_THE_FILE = {"database", "three"}
"""What a test takes that looks into the file, or puts there what only a file takes."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        code = metafunc.function.__code__
        wanted = set(code.co_varnames[: code.co_argcount])
        kinds = getattr(metafunc.module, "KINDS", [SQLITE, POSTGRESQL])
        metafunc.parametrize("kind", [SQLITE] if wanted & IN_THE_FILE else kinds)
