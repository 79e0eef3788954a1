"""Tests that a game's name stands with the game, so that another one needs no other file."""

import re
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[2]
DEALT = [game for game in GAMES.values() if not game.is_judged]
NAMES = re.compile(
    "|".join(f"{game.name}|{game.title}|{game.folder}" for game in DEALT), re.IGNORECASE
)
PAINTERS = {game.folder for game in DEALT}
"""The folders of boards that are painted by hand."""


@pytest.mark.parametrize("folder", ["bot", "rendering"])
def test_nothing_names_a_game_but_the_painters_made_by_hand(folder: str):
    paths = [path for path in (ROOT / folder).rglob("*.py") if path.parent.name not in PAINTERS]
    named = {str(path): NAMES.search(path.read_text()) for path in paths}
    assert paths
    assert {path: name[0] for path, name in named.items() if name} == {}
