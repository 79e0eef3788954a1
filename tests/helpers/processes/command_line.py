"""Runs `dealer` as a shell would, or in this process, which is quicker."""

import asyncio
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess, run
from unittest.mock import patch

import pytest

from bot.app import run as bot_app
from bot.app.settings import Settings
from bot.cli import main

DEALER = Path(sys.executable).parent / "dealer"
PATIENCE_SECONDS = 300.0


def dealer(
    *arguments: str | Path, stdin: bytes = b"", folder: Path, **environment: str
) -> CompletedProcess[bytes]:
    """Run the command as a shell would, with no settings but those given."""
    ours = {name.upper() for name in Settings.model_fields}
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return run(
        [DEALER, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env=inherited | environment,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@dataclass(frozen=True)
class Ended:
    """The result of a command."""

    exit_code: int
    stdout: str
    stderr: str


def given(*arguments: str, stdin: str | bytes = "") -> Ended:
    """Run the command in this process, in the folder and with the settings of this process."""
    typed = TextIOWrapper(BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()))
    with (
        patch("sys.stdin", typed),
        redirect_stdout(StringIO()) as stdout,
        redirect_stderr(StringIO()) as stderr,
        pytest.raises(SystemExit) as ended,
    ):
        main(arguments)
    return Ended(int(ended.value.code or 0), stdout.getvalue(), stderr.getvalue())


async def refused_start(url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the line with which a start in this process ends that may not go as far as Discord."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr(bot_app, "_deal", None)
    # Only the main thread is told of signals.
    monkeypatch.setattr(bot_app, "_told_to_stop", asyncio.Event().wait)
    ended = await asyncio.to_thread(given, "run")
    assert (ended.exit_code, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    return line
