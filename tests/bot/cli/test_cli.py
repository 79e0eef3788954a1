"""`dealer`: what it prints where, its exit status, and what it loads."""

import asyncio
import json
import socket
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from PIL import Image

from bot.storage.store import Store
from bot.values.discord_time import TimeBounds
from engine.games.deep_sea_voyage.board import read_boards
from tests.helpers.processes.command_line import DEALER, Ended, dealer, given

EXAMPLE = """\
# anything after a hash at the start of a line is a comment
game: fire-and-ice
ec: Ada
dmo: Bob
takeback: 0

dmo @0 first ec
ec @12.5 E6 E7
dealer @13 posted
dmo @40.25 E3-F3
dealer @200
"""
REJECTED = EXAMPLE.replace("E3-F3", "E5 E6")
HEAD = "game: fire-and-ice\n"
ENDED = f"{HEAD}first: ec\n\nec concede\n"
COMMANDS = (
    *("run", "play", "health", "backup", "verify", "referee", "picture", "replay", "boards"),
    *("opponent", "site"),
)
START = "........./........./........./........./....w..../....w..../........./........./........."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def keep(name: str, text: str | bytes) -> str:
    path = Path(name)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def objects(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


# The referee


def test_the_example_is_accepted_line_by_line(folder: Path):
    keep("match.dm", EXAMPLE)
    ended = dealer("referee", "match.dm", folder=folder)
    assert (ended.returncode, ended.stderr) == (0, b"")
    *entries, end = objects(ended.stdout.decode())
    assert [entry["line"] for entry in entries] == [7, 8, 9, 10, 11]
    assert [entry["who"] for entry in entries] == ["dmo", "ec", "dealer", "dmo", "dealer"]
    assert {entry["verdict"] for entry in entries} == {"accepted"}
    assert [entry["to_act"] for entry in entries] == [["ec"], ["dmo"], ["dmo"], ["ec"], ["ec"]]
    assert entries[0]["position"] == START
    assert end["result"] is None
    assert end["clock"] == {"ec": {"reserve": 300.0}, "dmo": {"reserve": 300.0}}
    assert end["position"] == entries[-1]["position"]
    # In the documented order; one file alone is not named.
    assert all(list(entry) == ["line", "who", "verdict", "position", "to_act"] for entry in entries)
    assert list(end) == ["result", "position", "to_act", "clock"]


def test_a_rejected_entry_comes_with_the_sentence_that_the_player_would_read():
    ended = given("referee", keep("match.dm", REJECTED))
    assert (ended.exit_code, ended.stderr) == (1, "")
    rejected = objects(ended.stdout)[3]
    assert list(rejected) == [
        "line",
        "who",
        "verdict",
        "code",
        "message",
        "cells",
        "position",
        "to_act",
    ]
    assert rejected["verdict"] == "rejected"
    assert (rejected["code"], rejected["cells"]) == ("occupied", ["E5", "E6"])
    assert rejected["message"] == "E5 and E6 are already covered."


@pytest.mark.parametrize(
    ("text", "line", "label"),
    [
        ("", 1, "game"),
        (HEAD + "ec: Ada\nec: Eve\n", 3, "repeated"),
        (HEAD + "turn: soon\n", 2, "soon"),
        (HEAD + "\nec @5 E6 E7\n# back\ndmo @4.9 E3 E2\n", 5, "backwards"),
        (b"\xff\xfe", 1, "UTF-8"),
        (HEAD.encode() + b"\nec \xe9\n", 3, "UTF-8"),
    ],
)
@pytest.mark.parametrize("command", ["referee", "picture", "replay"])
def test_a_bad_record_is_named_with_line_and_fault(
    command: str, text: str | bytes, line: int, label: str, folder: Path
):
    keep("match.dm", text)
    more = ["-o", "board.png"] if command in {"picture", "replay"} else []
    ended = given(command, "match.dm", *more)
    assert (ended.exit_code, ended.stdout) == (2, "")
    (words,) = ended.stderr.splitlines()
    assert words.startswith(f"match.dm:{line}: ")
    assert label in words
    assert not (folder / "board.png").exists()


HUGE = {
    "a line of 12 MB": "ec @1 " + "E6 E7 " * 2_000_000,
    "300,000 entries": "dealer @1 posted\n" * 300_000,
    "200,000 of the shortest entries": "ec x\n" * 200_000,
}


@pytest.mark.parametrize(
    ("command", "body"),
    [
        *((["referee"], body) for body in HUGE.values()),
        (["picture", "-o", "board.png"], HUGE["300,000 entries"]),
    ],
    ids=[*(f"referee, {name}" for name in HUGE), "picture"],
)
def test_a_file_larger_than_any_record_is_not_read_whole(command: list[str], body: str):
    name = keep("huge.dm", f"{HEAD}\n{body}\n")
    tracemalloc.start()
    try:
        ended = given(*command, name)
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("huge.dm:")
    assert "too large" in line
    assert most_bytes < 64_000_000


@pytest.mark.parametrize(
    "command",
    [["referee"], ["picture", "-o", "board.png"], ["replay", "-o", "match.gif"], ["analyse"]],
)
@pytest.mark.parametrize("name", ["missing.dm", "folder", "missing/match.dm"])
def test_a_file_that_cannot_be_read_is_named(command: list[str], name: str, folder: Path):
    (folder / "folder").mkdir()
    ended = given(*command, name)
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"{name}: ")
    assert "Errno" not in line


def test_a_dash_reads_standard_input():
    assert given("referee", "-", stdin=EXAMPLE).exit_code == 0
    assert given("referee", "-", stdin=REJECTED).exit_code == 1
    faulty = given("referee", "-", stdin=b"\xffgame")
    assert (faulty.exit_code, faulty.stdout) == (2, "")
    assert faulty.stderr.startswith("-:1: ")
    assert given("referee", "-", stdin=b"\xef\xbb\xbf" + EXAMPLE.encode()).exit_code == 0


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (("good.dm", "good.dm"), 0),
        (("good.dm", "rejected.dm"), 1),
        (("rejected.dm", "good.dm"), 1),
        (("good.dm", "faulty.dm"), 2),
        (("faulty.dm", "rejected.dm", "good.dm"), 2),
        (("missing.dm", "good.dm"), 2),
    ],
)
def test_each_of_many_files_is_judged_and_the_highest_status_counts(
    names: tuple[str, ...], status: int
):
    keep("good.dm", EXAMPLE)
    keep("rejected.dm", REJECTED)
    keep("faulty.dm", "game: chess\n")
    ended = given("referee", *names)
    assert ended.exit_code == status
    printed = objects(ended.stdout)
    assert all(next(iter(line)) == "file" for line in printed)
    lines = [name for name in names if name in {"good.dm", "rejected.dm"}]
    assert [line["file"] for line in printed if "result" in line] == lines
    faults = [name for name in names if name in {"faulty.dm", "missing.dm"}]
    assert [line.partition(":")[0] for line in ended.stderr.splitlines()] == faults


def test_the_objects_of_many_files_are_those_of_each_alone():
    alone = objects(given("referee", keep("match.dm", REJECTED)).stdout)
    together = objects(given("referee", "match.dm", "match.dm").stdout)
    assert together == [{"file": "match.dm"} | line for line in alone] * 2


def test_output_is_ascii():
    record = HEAD + "first: ec\nec: Zoë 🔥\n\nec E6 ❄\n"
    printed = given("referee", keep("Zoë.dm", record)).stdout
    assert printed.isascii()


# The picture


def test_a_picture_shows_the_position_at_the_records_end(folder: Path):
    ended = given("picture", keep("match.dm", EXAMPLE), "-o", "board.png")
    assert (ended.exit_code, ended.stdout, ended.stderr) == (0, "", "")
    with Image.open(folder / "board.png") as board:
        assert board.format == "PNG"
    given("picture", keep("start.dm", HEAD), "-o", "start.png")
    assert (folder / "board.png").read_bytes() != (folder / "start.png").read_bytes()


@pytest.mark.parametrize("count", range(len(EXAMPLE.partition("\n\n")[2].splitlines()) + 1))
def test_a_picture_after_an_entry_is_that_of_a_record_which_ends_there(count: int):
    header, _, entries = EXAMPLE.partition("\n\n")
    shorter = "\n".join(entries.splitlines()[:count])
    given("picture", keep("shorter.dm", f"{header}\n\n{shorter}\n"), "-o", "shorter.png")
    given("picture", keep("match.dm", EXAMPLE), "--at", str(count), "-o", "board.png")
    assert Path("board.png").read_bytes() == Path("shorter.png").read_bytes()


def test_an_entry_that_a_record_does_not_have_cannot_be_drawn(folder: Path):
    ended = given("picture", keep("match.dm", EXAMPLE), "--at", "99", "-o", "board.png")
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith("match.dm: it has ")
    assert not (folder / "board.png").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["picture", "match.dm"],
        ["replay", "match.dm"],
        ["analyse", "ended.dm", "--seconds", "1"],
        ["boards"],
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("output", ["missing/board.png", "folder"])
def test_a_file_that_cannot_be_written_is_named(command: list[str], output: str, folder: Path):
    (folder / "folder").mkdir()
    keep("match.dm", EXAMPLE)
    keep("ended.dm", ENDED)
    ended = given(*command, "-o", output)
    assert (ended.exit_code, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"{output}: ")


@pytest.mark.parametrize("command", ["picture", "replay"])
def test_of_a_table_without_a_board_nothing_is_written(command: str, folder: Path):
    record = "game: free-table\nfirst: ec\n\nec @1 !bid 5\nhost @2 award ec\n"
    ended = given(command, keep("match.dm", record), "-o", "board")
    assert ended.exit_code != 0
    assert "there is no board to draw" in ended.stderr
    assert not (folder / "board").exists()


def test_an_animation_shows_a_match_up_to_its_final_board(folder: Path):
    match = keep("match.dm", EXAMPLE)
    ended = given("replay", match, "-o", "match.gif")
    assert (ended.exit_code, ended.stdout, ended.stderr) == (0, "", "")
    given("picture", match, "-o", "board.png")
    with Image.open(folder / "match.gif") as gif, Image.open(folder / "board.png") as board:
        assert gif.format == "GIF"
        gif.seek(gif.n_frames - 1)
        assert gif.convert("RGB").tobytes() == board.convert("RGB").tobytes()


# The command


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str):
    ended = given(command, "--help")
    assert ended.exit_code == 0
    assert f"usage: dealer {command}" in ended.stdout
    assert command in given("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "command"),
        (["deal"], "deal"),
        (["play", "--port", "x"], "--port"),
        (["referee"], "files"),
        (["picture", "match.dm"], "--output"),
        (["picture", "match.dm", "--out", "board.png"], "--out"),
        (["picture", "match.dm", "--at", "-1", "-o", "board.png"], "--at"),
        (["opponent"], "GAME"),
        (["opponent", "chess"], "chess"),
        (["opponent", "fire-and-ice", "--level", "grandmaster"], "--level"),
        (["opponent", "fire-and-ice", "--nodes", "0"], "--nodes"),
        (["opponent", "fire-and-ice", "--seed", "x"], "--seed"),
        *((["analyse", "-", "--seconds", seconds], "--seconds") for seconds in ("0", "-1", "soon")),
        *((["boards", "--size", size, "-o", "boards.txt"], "--size") for size in ("12", "19", "x")),
    ],
)
def test_what_is_unknown_or_missing_in_a_command_is_named(
    arguments: list[str], named: str, folder: Path
):
    ended = given(*arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert named in ended.stderr
    assert not list(folder.iterdir())


LOADS_NOTHING = (
    ["referee", "match.dm"],
    ["picture", "match.dm", "-o", "b.png"],
    ["replay", "match.dm", "-o", "m.gif"],
    ["opponent", "fire-and-ice"],
    ["analyse", "ended.dm", "-o", "graph.png"],
)
TELL_WHAT_IS_LOADED = f"""
import sys
from contextlib import suppress
from bot.cli import main
for command in {LOADS_NOTHING}:
    with suppress(SystemExit):
        main(command)
    print(command[0], *sys.modules, file=sys.stderr)
import bot.cli.site.build
print("site", *sys.modules, file=sys.stderr)
"""


def test_what_needs_no_discord_and_no_database_loads_nothing_of_them(folder: Path):
    keep("match.dm", EXAMPLE)
    keep("ended.dm", ENDED)
    ended = run(
        [sys.executable, "-c", TELL_WHAT_IS_LOADED],
        input=b"play ec E6 E8\nversion\n",
        capture_output=True,
        check=True,
        cwd=folder,
    )
    *other_items, site = (
        line.split() for line in ended.stderr.decode().splitlines() if "engine" in line
    )
    assert [other_item[0] for other_item in other_items] == [
        command[0] for command in LOADS_NOTHING
    ]
    assert Path("graph.png").exists()
    foreign = {"aiohttp", "alembic", "discord", "pydantic", "sqlalchemy"}
    for name, *loaded in other_items:
        assert not {text.partition(".")[0] for text in loaded} & {*foreign, "asyncio"}, name
    assert "discord" not in site


def test_a_reader_who_has_read_enough_gets_no_traceback(folder: Path):
    keep("match.dm", EXAMPLE)
    many = " ".join(["match.dm"] * 100)
    ended = run(
        ["sh", "-c", f"{DEALER} referee {many} | head -n 1"],
        capture_output=True,
        check=True,
        cwd=folder,
    )
    assert len(ended.stdout.splitlines()) == 1
    assert ended.stderr == b""


def test_play_on_a_port_that_is_taken_says_so_in_one_line(taken_port: int):
    ended = given("play", "--port", str(taken_port))
    assert (ended.exit_code, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert str(taken_port) in line
    assert "--port" in line


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


# Boards


def drawn(name: str, seed: int) -> str:
    ended = given("boards", "--seed", str(seed), "--size", "13", "-o", name)
    assert ended == Ended(0, "", "")
    return Path(name).read_text()


def test_boards_that_a_start_command_takes_are_drawn_by_the_seed_alone():
    text = drawn("boards.txt", 5)
    boards = read_boards(text)
    assert sorted(boards) == ["board1", "board2", "board3"]
    assert all(len(rows.split("/")) == 13 for rows in boards.values())
    assert drawn("again.txt", 5) == text
    assert drawn("other.txt", 6) != text


# Health


UNHEARD = Ended(1, "", "The bot has not heard from Discord lately.\n")


@pytest.mark.parametrize(
    ("silent_ms", "answers"), [(None, UNHEARD), (600_000, UNHEARD), (0, Ended(0, "", ""))]
)
@pytest.mark.parametrize("ahead_ms", [0, 3_600_000, -3_600_000])
async def test_a_bot_is_healthy_while_it_hears_from_discord(
    store: Store,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    silent_ms: int | None,
    answers: Ended,
    *,
    ahead_ms: int,
):
    """That is told by Discord's clock, however wrong the host's is."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    if silent_ms is not None:
        host_ms = round(time.time() * 1000)
        now_ms = host_ms - ahead_ms
        bounds = TimeBounds(host_ms, now_ms, now_ms + 80) if ahead_ms else None
        await store.put_alive(now_ms - silent_ms, bounds)
    assert await asyncio.to_thread(given, "health") == answers


def test_a_bot_without_a_database_is_not_healthy(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///missing.sqlite")
    assert given("health") == UNHEARD
    assert not list(folder.iterdir())
