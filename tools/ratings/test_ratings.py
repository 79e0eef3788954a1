"""Tests of ratings from results, and of their page."""

from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from engine.games import GAMES
from engine.opponents.thinking import Level
from tools.ratings import __main__ as tournament
from tools.ratings import elo
from tools.ratings.__main__ import played
from tools.ratings.elo import Series, intervals, ratings
from tools.ratings.page import Rated, page, picture
from tools.selfplay import series as selfplay

MANY = 100_000


@pytest.mark.parametrize(
    ("share", "points"), [(0.5, 0), (10 / 11, 400), (0.76, 200), (1 / 11, -400)]
)
def test_a_share_of_wins_is_a_difference_in_points(share: float, points: float) -> None:
    results = ratings([Series("one", "other", MANY, round(share * MANY))], anchor="other")
    assert results["other"] == 0
    assert results["one"] == pytest.approx(points, abs=1.5)


def test_who_has_not_met_is_compared_through_a_third() -> None:
    series = [Series("a", "b", MANY, 10 * MANY // 11), Series("b", "c", MANY, 10 * MANY // 11)]
    assert ratings(series, anchor="c")["a"] == pytest.approx(800, abs=2)


def test_one_who_always_wins_has_a_rating_and_more_games_raise_it() -> None:
    few, many = (ratings([Series("a", "b", n, n)], anchor="b")["a"] for n in (10, 100))
    assert 400 < few < many


def test_the_interval_holds_the_rating_and_narrows_with_more_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(elo, "DRAWN_ANEW", 40)

    def width(games: int) -> float:
        series = [Series("a", "b", games, games * 3 // 4)]
        low, high = intervals(series, "b", Random(1))["a"]
        assert low <= ratings(series, "b")["a"] <= high
        return high - low

    assert width(400) < width(40)


def test_every_two_levels_play_once_and_what_is_kept_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[Level, ...]]()

    def wins(series: selfplay.Series, games: int) -> int:
        asked.append((*series.levels.values(),))
        return games

    monkeypatch.setattr(tournament, "_wins", wins)
    stored = tmp_path / "kept.json"
    first = [*played("fire-and-ice", 4, 1, stored)]
    assert asked == [*combinations(reversed(Level), 2)]
    assert [*played("fire-and-ice", 4, 1, stored)] == first
    assert len(asked) == len(first) == 10
    assert len([*played("fire-and-ice", 4, 2, stored)]) == 10
    assert len(asked) == 20


def test_the_page_has_a_row_for_each_game_and_its_picture_is_small() -> None:
    values = {str(level): 300.0 * number for number, level in enumerate(Level)}
    bounds = {level: (value - 40, value + 40) for level, value in values.items()}
    rated = [Rated(game, values, bounds) for game in GAMES]
    text = page(rated, "make ratings", 40)
    for game in GAMES.values():
        assert f"| {game.title} | 0 | 300 (260 to 340) |" in text
    png = picture(rated)
    assert Image.open(BytesIO(png)).width == 576
    assert len(png) < 15_000
