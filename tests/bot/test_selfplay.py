"""`dealer selfplay`: a line for each game, one for them all, and records that are accepted."""

import json
import signal
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen, run
from typing import Any

import pytest

from bot.progress import Progress
from bot.selfplay import summary
from engine.games import GAMES
from engine.opponents.selfplay import Series
from engine.opponents.thinking import Level
from engine.seats import Seat
from tests.bot.command_line import DEALER, dealer, given
from tests.offered import PLAYED

QUICK = ("selfplay", "fire-and-ice", "--ec", "greedy", "--dmo", "random")
FOREVER = (*QUICK, "--games", "1000000", "--cores", "2")


def objects(printed: str | bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


def series(*more: str, folder: Path) -> list[dict[str, Any]]:
    """The objects of a series, the seconds taken out."""
    ended = dealer(*QUICK, *more, folder=folder)
    assert (ended.returncode, ended.stderr) == (0, b"")
    told = objects(ended.stdout)
    for game in told[:-1]:
        assert game.pop("seconds").keys() == {"ec", "dmo"}
        assert game.pop("longest").keys() == {"ec", "dmo"}
    assert told[-1].pop("longest") >= 0
    return told


@pytest.mark.parametrize(
    "name",
    [
        name if name == "fire-and-ice" else pytest.param(name, marks=pytest.mark.exhaustive)
        for name in PLAYED
    ],
)
def test_the_referee_accepts_the_records_of_every_game(name: str, tmp_path: Path):
    levels = ("--ec", "greedy", "--dmo", "greedy", "--nodes", "50")
    ended = dealer(
        "selfplay", name, *levels, "--games", "2", "--records", "new/records", folder=tmp_path
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    *games, total = objects(ended.stdout)
    paths = sorted((tmp_path / "new/records").iterdir())
    assert [path.name for path in paths] == [f"{name}-1.dm", f"{name}-2.dm"]
    for game, path in zip(games, paths, strict=True):
        judged = given("referee", str(path))
        assert (judged.exit_code, judged.stderr) == (0, "")
        assert objects(judged.stdout)[-1]["result"] == {
            "winner": game["winner"],
            "reason": game["reason"],
        }
    assert total["wins"] == [game["winner"] for game in games].count("ec")


def test_every_game_has_a_line_in_order_and_all_have_one(tmp_path: Path):
    first, second, third, total = series("--games", "3", "--cores", "1", folder=tmp_path)
    assert [each["game"] for each in (first, second, third)] == [1, 2, 3]
    assert list(first) == ["game", "ec", "dmo", "winner", "reason", "moves"]
    assert (first["ec"], first["dmo"]) == ("greedy", "random")
    assert list(total) == ["games", "level", "against", "wins", "share", "interval"]
    assert (total["games"], total["level"], total["against"]) == (3, "greedy", "random")


@pytest.mark.exhaustive
def test_the_games_are_the_same_on_any_number_of_cores(tmp_path: Path):
    alone, three = (
        series("--games", "5", "--seed", "3", "--cores", cores, folder=tmp_path) for cores in "13"
    )
    assert alone == three


@pytest.mark.exhaustive
def test_opponents_that_swap_are_counted_wherever_they_sit(tmp_path: Path):
    *games, total = series("--games", "4", "--swap", folder=tmp_path)
    assert [each["ec"] for each in games] == ["greedy", "random"] * 2
    assert total["wins"] == sum(game[game["winner"]] == "greedy" for game in games)


@pytest.mark.exhaustive
def test_options_of_the_game_are_those_of_a_record(tmp_path: Path):
    options = ("--option", "first=dmo", "--option", "turn=7")
    ended = dealer(*QUICK, "--games", "1", *options, "--records", ".", folder=tmp_path)
    assert ended.returncode == 0
    text = (tmp_path / "fire-and-ice-1.dm").read_text()
    headers, _, entries = text.partition("\n\n")
    assert {"ec: greedy", "dmo: random", "first: dmo", "turn: 7"} <= {*headers.splitlines()}
    assert entries.startswith("dmo ")


@pytest.mark.parametrize(
    ("wins", "share", "interval"),
    [(0, 0.0, [0.0, 0.037]), (50, 0.5, [0.4038, 0.5962]), (98, 0.98, [0.93, 0.9945])],
)
def test_the_share_of_wins_comes_with_its_interval(wins: int, share: float, interval: list[float]):
    levels = {Seat.EC: Level.HARD, Seat.DMO: Level.EASY}
    assert summary(Series(GAMES["fire-and-ice"], {}, levels), wins, 100) == {
        "games": 100,
        "level": "hard",
        "against": "easy",
        "wins": wins,
        "share": share,
        "interval": interval,
    }


# What goes wrong


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ([], "--games"),
        (["--games", "0"], "--games"),
        (["--games", "1", "--cores", "0"], "--cores"),
        (["--games", "1", "--nodes", "-5"], "--nodes"),
        (["--games", "1", "--ec", "grandmaster"], "--ec"),
        (["--games", "1", "--option", "turn"], "--option"),
        (["--games", "1", "--option", "komi=6"], "komi"),
        (["--games", "1", "--option", "turn=soon"], "turn"),
    ],
)
def test_what_cannot_be_played_is_refused(more: list[str], named: str):
    ended = given("selfplay", "fire-and-ice", *more)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert named in ended.stderr


def test_records_that_cannot_be_written_are_named(tmp_path: Path):
    (tmp_path / "file").touch()
    ended = given(*QUICK, "--games", "1", "--records", str(tmp_path / "file/records"))
    assert (ended.exit_code, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"{tmp_path}/file/records: ")


@pytest.mark.exhaustive
def test_a_game_that_cannot_be_played_ends_the_series(tmp_path: Path):
    broken = (
        "import sys, types\n"
        "sys.modules['engine.opponents.fire_and_ice.opponent'] = types.ModuleType('x')"
    )
    (tmp_path / "sitecustomize.py").write_text(broken)
    ended = dealer(*QUICK, "--games", "3", folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, b"")
    *_, last = ended.stderr.decode().splitlines()
    assert last == "Game 1 has not been played to its end."


@pytest.mark.exhaustive
def test_ctrl_c_stops_every_process_without_a_word(tmp_path: Path):
    with Popen([DEALER, *FOREVER], stdout=PIPE, stderr=PIPE, cwd=tmp_path) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["game"] == 1
        process.send_signal(signal.SIGINT)
        # Standard output ends once no process has it open any more.
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"")


@pytest.mark.exhaustive
def test_a_reader_who_has_read_enough_ends_it(tmp_path: Path):
    ended = run(
        ["sh", "-c", f"{DEALER} {' '.join(FOREVER)} | head -n 2"],
        capture_output=True,
        check=True,
        cwd=tmp_path,
    )
    assert [each["game"] for each in objects(ended.stdout)] == [1, 2]
    assert ended.stderr == b""


# Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_many_games_are_over():
    terminal = Terminal()
    progress = Progress(terminal, 8, "games")
    with progress.shown():
        progress.clear()
        progress.show(2)
    wiped = "\r\x1b[K"
    assert terminal.getvalue() == (
        f"[{'.' * 40}] 0 of 8 games{wiped}[{'#' * 10}{'.' * 30}] 2 of 8 games{wiped}"
    )


def test_anything_but_a_terminal_shows_nothing():
    stream = StringIO()
    with Progress(stream, 8, "games").shown():
        pass
    assert stream.getvalue() == ""
