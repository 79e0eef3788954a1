"""Tests of `python -m tools.selfplay`: a line for each game, one for them all, and records."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.records.referee import referee
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.samples import sample
from tools.selfplay.__main__ import main
from tools.selfplay.series import wilson

QUICK = ("fire-and-ice", "--ec", "greedy", "--dmo", "random")


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that plays a series and returns its printed objects."""

    def play(*arguments: str) -> list[dict[str, Any]]:
        main(arguments)
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return play


def without_seconds(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: item for name, item in game.items() if name not in {"seconds", "longest"}}
        for game in answers
    ]


@pytest.mark.parametrize("name", sample(PLAYED, ["fire-and-ice"]))
def test_the_referee_accepts_the_records_of_every_game(
    name: str, printed: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "new/records"
    levels = ("--ec", "greedy", "--dmo", "greedy", "--nodes", "50")
    *games, total = printed(name, *levels, "--games", "2", "--records", str(folder))
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == [f"{name}-1.dm", f"{name}-2.dm"]
    for game, path in zip(games, paths, strict=True):
        *_, last = referee(path.read_text(), lambda refusal: "")
        assert last["result"] == {"winner": game["winner"], "reason": game["reason"]}
    assert total["wins"] == [game["winner"] for game in games].count("ec")
    assert total["share"] == round(total["wins"] / 2, 4)
    assert total["interval"] == [round(end, 4) for end in wilson(total["wins"], 2)]


def test_every_game_has_a_line_in_order_and_all_have_one(printed: Any) -> None:
    first, second, third, total = without_seconds(printed(*QUICK, "--games", "3", "--cores", "1"))
    assert [item["game"] for item in (first, second, third)] == [1, 2, 3]
    assert list(first) == ["game", "ec", "dmo", "winner", "reason", "moves"]
    assert (first["ec"], first["dmo"]) == ("greedy", "random")
    assert list(total) == ["games", "level", "against", "wins", "share", "interval"]
    assert (total["games"], total["level"], total["against"]) == (3, "greedy", "random")


@pytest.mark.exhaustive
def test_the_games_are_the_same_on_any_number_of_cores(printed: Any) -> None:
    alone, three = (
        without_seconds(printed(*QUICK, "--games", "5", "--seed", "3", "--cores", cores))
        for cores in "13"
    )
    assert alone == three


@pytest.mark.exhaustive
def test_opponents_that_swap_are_counted_wherever_they_sit(printed: Any) -> None:
    *games, total = printed(*QUICK, "--games", "4", "--swap")
    assert [game["ec"] for game in games] == ["greedy", "random"] * 2
    assert total["wins"] == sum(game[game["winner"]] == "greedy" for game in games)


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ([], "--games"),
        (["--games", "1", "--ec", "grandmaster"], "--ec"),
        (["--games", "1", "--option", "turn"], "--option"),
        (["--games", "1", "--option", "komi=6"], "komi"),
        (["--games", "1", "--option", "turn=soon"], "turn"),
    ],
)
def test_what_cannot_be_played_is_refused(
    more: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["fire-and-ice", *more])
    result = capsys.readouterr()
    assert (result.out, named in result.err) == ("", True)
