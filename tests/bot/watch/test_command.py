"""`dealer watch` as a shell runs it: in a terminal, and where there is none."""

import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen, run

import pytest

from bot.watch.words import NO_TERMINAL
from engine.seeds import commitment_to
from tests.bot.command_line import DEALER, Ended, dealer, given
from tests.bot.watch.records import RECORDS

RECORD = RECORDS["fire-and-ice"]
FALSE_LOT = f"game: fire-and-ice\nseed: 42\ncommitment: {commitment_to(42)}\n\ndealer @60\n"


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match.dm").write_text(RECORD)
    return "match.dm"


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: that of whoever sits at it, and that of the command."""
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


def read_until(terminal: int, wanted: str) -> str:
    """What comes from a terminal up to some text."""
    shown = b""
    while wanted.encode() not in shown:
        shown += os.read(terminal, 65536)
    return shown.decode()


def test_in_a_terminal_it_goes_on_until_q_is_pressed(record: str, terminal: tuple[int, int]):
    ours, theirs = terminal
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    with Popen(
        [DEALER, "watch", record], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as watching:
        os.close(theirs)
        read_until(ours, "The beginning.")
        os.write(ours, b"\x1b[C")
        read_until(ours, "Ada: F5 G5")
        os.write(ours, b"q")
        # Whoever leaves a terminal puts it back first, and nobody else reads what is said then.
        read_until(ours, "\x1b[?1049l")
    assert watching.returncode == 0


@pytest.mark.parametrize("name", ["match.dm", "-"])
def test_without_a_terminal_it_says_so_in_one_line(record: str, name: str, tmp_path: Path):
    ended = dealer("watch", name, stdin=RECORD.encode(), folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr.decode() == f"{NO_TERMINAL}\n"


def test_a_record_that_disagrees_with_the_referee_is_refused_as_by_replay(record: str):
    Path(record).write_text(f"{FALSE_LOT}dealer @61 first ec\n")
    replayed = given("replay", record, "-o", "match.gif")
    assert replayed.exit_code == 2
    assert given("watch", record) == Ended(2, "", replayed.stderr)


def test_it_loads_no_discord_and_no_database_and_textual_only_in_a_terminal(record: str):
    tell = "import atexit, sys; atexit.register(lambda: print(*sys.modules))"
    ended = run(
        [sys.executable, "-c", f"{tell}; from bot.cli import main; main()", "watch", record],
        capture_output=True,
        check=False,
    )
    loaded = {name.partition(".")[0] for name in ended.stdout.decode().split()}
    assert "engine" in loaded
    others = {"aiohttp", "alembic", "discord", "pydantic", "sqlalchemy", "rich", "textual"}
    assert not loaded & others


def test_nothing_of_the_bot_loads_the_viewer(tmp_path: Path):
    ended = run(
        [sys.executable, "-c", "import bot.app, sys; print(*sys.modules)"],
        capture_output=True,
        check=True,
        cwd=tmp_path,
    )
    loaded = ended.stdout.decode().split()
    assert "bot.app" in loaded
    assert not {"textual", "rich", "bot.watch"} & {*loaded}
