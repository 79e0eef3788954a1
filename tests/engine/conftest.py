"""What several tests of the engine need."""

import pytest

from engine.games import GAMES
from tests.engine.toy_game import Toy, ToyWithoutReserve


@pytest.fixture
def toys_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games are among the games, as records find them."""
    for game in (Toy, ToyWithoutReserve):
        monkeypatch.setitem(GAMES, game.name, game)
