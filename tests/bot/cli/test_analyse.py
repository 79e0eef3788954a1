"""`dealer analyse`: a line for each move, the turning points, and the graph of a match."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.seats import SEATS
from tests.helpers.games.offered import PLAYED
from tests.helpers.processes.command_line import given
from tools.selfplay.reports import play
from tools.selfplay.series import Series

BRIEF = "game: fire-and-ice\nec: Ada\ndmo: Bob\nfirst: ec\n\n"
CONCEDED = f"{BRIEF}ec concede\n"
ENDED = f"{BRIEF}ec @4 F4 G4\ndmo @15 E6 F6\nec @30 concede\n"
GREEDY = dict.fromkeys(SEATS, Level.GREEDY)


def test_every_move_has_a_line_with_its_players_chances():
    ended = given("analyse", "-", stdin=ENDED)
    assert (ended.exit_code, ended.stderr) == (0, "")
    first, second, third, *turning_points = ended.stdout.splitlines()
    line = r" +{}  {} +[0-9]+ % -> +[0-9]+ %  {} in {} s(  better: .+)?"
    assert re.fullmatch(line.format(1, "ec ", "F4 G4", 4), first)
    assert re.fullmatch(line.format(2, "dmo", "E6 F6", 6), second)
    assert re.fullmatch(line.format(3, "ec ", "concede", 10), third)
    assert turning_points[-1].startswith("Move 3: Ada conceded with a chance of ")


def test_the_same_match_is_always_judged_alike():
    assert given("analyse", "-", stdin=CONCEDED) == given("analyse", "-", stdin=CONCEDED)


def test_a_record_may_come_on_standard_input_and_a_graph_be_written_in_a_limited_time(
    tmp_path: Path,
):
    graph = tmp_path / "graph.png"
    ended = given("analyse", "-", "--seconds", "1", "-o", str(graph), stdin=ENDED)
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert len(ended.stdout.splitlines()) > 3
    assert Image.open(BytesIO(graph.read_bytes())).format == "PNG"


@pytest.mark.parametrize(
    "name",
    [
        name
        if name == "doubting-flower-field"
        else pytest.param(name, marks=pytest.mark.exhaustive)
        for name in PLAYED
    ],
)
def test_a_match_of_every_game_is_analysed(name: str, tmp_path: Path):
    path = tmp_path / "match.dm"
    path.write_text(play(Series(GAMES[name], {}, GREEDY, nodes=20), 1).record)
    ended = given("analyse", str(path), "--seconds", "1")
    assert (ended.exit_code, ended.stderr) == (0, "")


# Failures


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ec E6 E7", "1: a header is 'key: value'"),
        (f"{BRIEF}ec F4 G4\n", " the match is not over"),
        (BRIEF, " the match is not over"),
        (b"\xff", "1: this is not UTF-8"),
    ],
)
def test_what_is_no_record_of_a_match_that_is_over_is_told_in_a_line(text: str | bytes, why: str):
    ended = given("analyse", "-", stdin=text)
    assert (ended.exit_code, ended.stdout, ended.stderr) == (2, "", f"-:{why}\n")
