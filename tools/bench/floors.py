"""The floors: the bare parts of the Dealer's work, each measured by itself."""

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from time import perf_counter, process_time

from PIL import Image

from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import PUBLIC
from rendering import painter_of
from tests.helpers.matches.scripts import Line, write_script
from tests.helpers.people import World
from tools.bench.figures import Figure
from tools.bench.processes.arena import open_arena

TURN = "floor: read, judge, keep, draw, send a turn"
TURN_CPU = f"{TURN}, CPU"
PICTURE = "floor: save an empty picture"
START = "floor: start Python"
LIBRARIES = "floor: Python with the libraries"
SPEED = "floor: a million additions"
"""The machine's own speed, which no change of the Dealer changes."""
STARTS = 5
TURNS = 60
WARM = 5
SIZE = (740, 740)
"""That of a board of Fire and Ice."""
IMPORTS = "import discord, sqlalchemy, pydantic_settings, PIL.Image"
RESIDENT = "print(open('/proc/self/status').read().split('VmRSS:')[1].split()[0])"


async def measure_floors() -> list[Figure]:
    """Measure the cost of the bare parts of the Dealer's work on this machine, right now."""
    cpus, walls = zip(*await _turns(), strict=True)
    return [
        Figure.median_of(TURN_CPU, cpus, "ms"),
        Figure.median_of(TURN, walls, "ms"),
        Figure.median_of(PICTURE, _empty_pictures(), "ms"),
        Figure.median_of(START, _starts(), "s"),
        Figure(LIBRARIES, _libraries_mb(), "MB"),
        Figure.median_of(SPEED, _additions(), "ms"),
    ]


async def _turns() -> list[tuple[float, float]]:
    """Measure turns of Fire and Ice without a bot: processor time and duration, in ms."""
    script, spent = write_script("fire-and-ice", seed=0), list[tuple[float, float]]()
    with tempfile.TemporaryDirectory() as name, closing(_table(Path(name))) as connection:
        async with open_arena(Path(name), 1) as arena:
            while len(spent) < TURNS:
                match = Match.begin(script.dealt()).match
                for line in script.lines:
                    cpu, begun = process_time(), perf_counter()
                    match = await _turn(match, line, connection, arena.world)
                    took = process_time() - cpu, perf_counter() - begun
                    spent.append((took[0] * 1000, took[1] * 1000))
    return spent[WARM:]


async def _turn(match: Match, line: Line, connection: sqlite3.Connection, world: World) -> Match:
    match = match.enter(Entry(Speaker(line.seat.value), match.now, line.text)).match
    with connection:
        connection.execute("INSERT INTO log VALUES (?, ?)", (line.seat.value, line.text))
    pictures = painter_of(match.game).pictures(match.view(PUBLIC))
    await _send(world, [picture.png for picture in pictures])
    return match


def _table(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "floor.sqlite")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE log (who TEXT, said TEXT)")
    return connection


async def _send(world: World, pngs: list[bytes]) -> None:
    files = {f"{number}.png": png for number, png in enumerate(pngs)}
    room = world.about["channels"][-1]["id"]
    await world.spectator.request("POST", f"/channels/{room}/messages", {"content": "x"}, files)


def _empty_pictures() -> Iterator[float]:
    picture = Image.new("P", SIZE)
    for _ in range(TURNS):
        begun = process_time()
        picture.save(BytesIO(), "PNG")
        yield (process_time() - begun) * 1000


def _starts() -> Iterator[float]:
    for _ in range(STARTS):
        begun = perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        yield perf_counter() - begun


def _libraries_mb() -> float:
    command = [sys.executable, "-c", f"{IMPORTS}; {RESIDENT}"]
    return int(subprocess.run(command, check=True, capture_output=True).stdout) / 1024


def _additions() -> Iterator[float]:
    for _ in range(STARTS):
        begun, total = process_time(), 0
        for number in range(1_000_000):
            total += number
        yield (process_time() - begun) * 1000
