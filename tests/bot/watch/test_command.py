"""`dealer watch` as a shell runs it: in a terminal, and where there is none."""

import os
import pty
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import pytest

from bot.watch.words import NO_TERMINAL
from engine.seeds import commitment_to
from tests.bot.command_line import DEALER, Ended, given
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


@pytest.mark.exhaustive
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
def test_without_a_terminal_it_says_so_in_one_line(record: str, name: str):
    assert given("watch", name, stdin=RECORD) == Ended(1, "", f"{NO_TERMINAL}\n")


def test_a_record_that_disagrees_with_the_referee_is_refused_as_by_replay(record: str):
    Path(record).write_text(f"{FALSE_LOT}dealer @61 first ec\n")
    replayed = given("replay", record, "-o", "match.gif")
    assert replayed.exit_code == 2
    assert given("watch", record) == Ended(2, "", replayed.stderr)
