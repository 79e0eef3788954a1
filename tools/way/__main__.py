"""Print the functions through which `E6 E7` goes: `python -m tools.way [--take-back]`."""

import argparse
import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.processes.bot_process import Process
from tools.bench.processes.arena import Arena, open_arena

SECONDS_AFTER = 1.0
TAKE_BACK_SECONDS = 5
LONGEST_SECONDS = 60.0

Row = tuple[str, int, str, int]
"""File, first line, name and number of calls of a function."""


async def follow_a_move(folder: Path, take_back: int) -> list[Row]:
    """Play `E6 E7` on an empty board; return each function that was called."""
    notes = folder / "calls.json"

    async def begin(cwd: Path, environment: Mapping[str, str]) -> Process:
        path = {"PYTHONPATH": str(Path(__file__).parents[2])}
        command = (sys.executable, "-m", "tools.way.profiled_bot", str(notes))
        return await asyncio.create_subprocess_exec(
            *command, env={**environment, **path}, cwd=cwd, stderr=asyncio.subprocess.PIPE
        )

    async with open_arena(folder, 1) as arena:
        arena.bot.begin = begin
        await arena.bot.start()
        world, room = arena.world, str(arena.rooms[0].id)
        options: dict[str, Any] = {"first": "ec", "takeback": take_back} | world.players
        await world.host.command(room, "/fire-and-ice start", **options)
        await _next_board(arena)
        await asyncio.sleep(SECONDS_AFTER)
        os.kill(arena.bot.pid, signal.SIGUSR1)
        await world.ec.say(room, "E6 E7")
        await _next_board(arena)
        await asyncio.sleep(SECONDS_AFTER)
        os.kill(arena.bot.pid, signal.SIGUSR2)
        await arena.bot.stop()
        return [tuple(row) for row in json.loads(notes.read_text())]


async def _next_board(arena: Arena) -> None:
    before = len(arena.notes.heard)
    stands = await arena.notes.until(
        lambda: any(heard.by_bot and heard.has_picture for heard in arena.notes.heard[before:]),
        LONGEST_SECONDS,
    )
    assert stands, "no board was posted"


def main() -> None:
    """Print the list and, last, its length."""
    parser = argparse.ArgumentParser(prog="python -m tools.way", description=__doc__)
    parser.add_argument("--take-back", action="store_true", help="with the usual five seconds")
    args = parser.parse_args()
    with TemporaryDirectory(prefix=".way-", dir=".") as folder:
        rows = asyncio.run(
            follow_a_move(Path(folder).resolve(), TAKE_BACK_SECONDS * args.take_back)
        )
    for file, of_file in groupby(rows, key=lambda row: row[0]):
        print(file)
        for _, line, name, count in of_file:
            print(f"  {line:4} {name}" + (f" ({count})" if count > 1 else ""))
    files, calls = len({row[0] for row in rows}), sum(row[3] for row in rows)
    print(f"{len(rows)} functions in {files} files, {calls} calls")


if __name__ == "__main__":
    main()
