"""Tries mutants: each in a copy of the project, against the tests of its own folder and game."""

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import pytest

from engine.games import GAMES
from tools.mutants.mutant import ROOT, Mutant

COPIED: Final = (
    *("bot", "docs", "engine", "migrations", "rendering", "sandbox", "tests", "tools"),
    *("pyproject.toml", "README.md"),
)
PATIENCE: Final = 4
"""Factor for the computing time of a changed module's tests."""
WAITING: Final = 4
"""The limit by the clock, as a multiple of the limit of computing: a test may wait for ever."""
MEMORY: Final = 4 << 30
TIMED_OUT: Final = "time"
"""The killer of a mutant with which the tests computed out of all proportion, or could not end."""
END_TO_END: Final = "tests/end_to_end"

TRANSCRIPTS: Final = "tests/bot/posts/transcripts"
ENGINE_TESTS: Final = (
    "tests/engine/matches",
    "tests/engine/test_clocks.py",
    "tests/engine/records",
    "tests/games/common/test_cases.py",
    "tests/games/referees/test_agreement.py",
)
TESTS: Final = {
    "bot/live": ("tests/bot/live", TRANSCRIPTS),
    "bot/posts": ("tests/bot/posts",),
    "bot/storage": ("tests/bot/storage", "tests/bot/features"),
    "bot/values": ("tests/bot/live", TRANSCRIPTS),
    "engine/clocks.py": ENGINE_TESTS,
    "engine/matches": ENGINE_TESTS,
}
"""The tests of each folder; those of a game are found by its name."""
OF_ALL_GAMES: Final = (
    "tests/games/referees/test_agreement.py",
    "tests/games/common/test_cases.py",
    "tests/games/common/test_typed.py",
    "tests/games/test_games_conform.py",
    TRANSCRIPTS,
)
"""The tests that go over all games; those of other games are left out."""

Tests: TypeAlias = tuple[str, ...]


def tests_of(module: str) -> Tests:
    """Return the arguments of pytest that choose the tests of a module's folder or game."""
    for prefix, tests in TESTS.items():
        if module.startswith(prefix):
            return tests
    game = Path(module).parent.name
    paths = (path.relative_to(ROOT) for path in (ROOT / "tests").rglob(f"test_{game}.py"))
    named = (str(path) for path in paths if not path.is_relative_to(END_TO_END))
    other_texts = (f"not {name}" for name, kind in GAMES.items() if kind.folder != game)
    return (f"tests/games/{game}", *OF_ALL_GAMES, *named, "-k", " and ".join(other_texts))


class Copy:
    """A copy of the project in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, folder / name, ignore=ignored)
            else:
                shutil.copy(ROOT / name, folder / name)

    def killer(self, mutant: Mutant, choices: Sequence[Tests], seconds: float) -> str:
        """Return the first test seen to fail, or "" if all pass.

        Args:
            mutant: The change.
            choices: Tests, those that are tried first first.
            seconds: Computing time of each choice.
        """
        module = self.folder / mutant.module
        code = module.read_text()
        module.write_text(mutant.apply_to(code))
        try:
            failing = (self.first_failure(tests, seconds) for tests in choices)
            return next(filter(None, failing), "")
        finally:
            module.write_text(code)

    def first_failure(self, tests: Tests, seconds: float) -> str:
        """Run tests until one fails; return it, or "" if none does."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", *tests]
        environment = {
            **os.environ,
            "DEALER_PROPERTIES": "unshrunk",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            finished = subprocess.run(
                [*command, "-p", "no:cacheprovider"],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                preexec_fn=partial(_limit, int(seconds)),
                timeout=WAITING * seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return TIMED_OUT
        return failure_in(finished.returncode, finished.stdout, finished.stderr)


def failure_in(code: int, text: str, errors: str) -> str:
    """Return the first test that failed by what pytest said, or "" if none did.

    A test that has since been renamed, removed or marked exhaustive did not fail.
    """
    is_gone = code == pytest.ExitCode.USAGE_ERROR and "ERROR: not found: " in errors
    if is_gone or code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", text, re.MULTILINE)
    return failed[1] if failed else TIMED_OUT


def try_all(mutants: Sequence[Mutant], jobs: int) -> Iterator[Mutant]:
    """Yield each mutant with its killer, in their order.

    The test that killed a mutant before is tried first, alone.

    Raises:
        SystemExit: Tests fail before anything is changed.
    """
    with ExitStack() as stack:
        copies: Queue[Copy] = Queue()
        for _ in range(jobs):
            copies.put(Copy(Path(stack.enter_context(TemporaryDirectory()))))
        seconds = _seconds_allowed(copies.queue[0], {tests_of(mutant.module) for mutant in mutants})
        pool = stack.enter_context(ThreadPoolExecutor(jobs))

        def try_one(mutant: Mutant) -> Mutant:
            tests = tests_of(mutant.module)
            known = mutant.killed_by if mutant.killed_by != TIMED_OUT else None
            choices = [*([(known,)] if known else []), tests]
            copy = copies.get()
            try:
                return replace(mutant, killed_by=copy.killer(mutant, choices, seconds[tests]))
            finally:
                copies.put(copy)

        yield from pool.map(try_one, mutants)


def _seconds_allowed(copy: Copy, choices: set[Tests]) -> dict[Tests, float]:
    """Return how long each choice of tests may compute; unchanged code must pass them."""
    seconds = {}
    for tests in sorted(choices):
        before = _seconds_computed()
        if failure := copy.first_failure(tests, 3600):
            sys.exit(f"{failure} fails before anything is changed.")
        seconds[tests] = PATIENCE * (_seconds_computed() - before) + 10
    return seconds


def _limit(seconds: int) -> None:
    """Let a process compute for so long, and take so much memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _seconds_computed() -> float:
    """Return how long all processes that have ended computed."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
