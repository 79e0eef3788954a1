"""The slowest slow mode for each game."""

from types import SimpleNamespace

import discord
import pytest

from bot.features.starting.players import slow_mode_for
from bot.values.obstacles import is_too_slow, longest_slow_mode
from engine.games import GAMES
from engine.options import read_options


@pytest.mark.parametrize(
    ("game", "options", "longest"),
    [
        # Half of the five seconds in which a move may be taken back.
        ("fire-and-ice", {}, "2.5"),
        # A third of the minute in which a move must be played.
        ("fire-and-ice", {"takeback": "0"}, "20"),
        ("fire-and-ice", {"takeback": "0", "turn": "30"}, "10"),
        ("fire-and-ice", {"takeback": "60"}, "20"),
        # A turn of no time is played on reserve.
        ("fire-and-ice", {"takeback": "0", "turn": "0", "choice": "90"}, "30"),
        ("fire-and-ice", {"takeback": "0", "turn": "0", "choice": "0"}, "0"),
        ("deep-sea-voyage", {}, "15"),
        ("demeters-anguish", {"choice": "600", "setup": "1"}, "40"),
        ("flower-field", {"extra": "1", "period": "1", "choice": "600"}, "40"),
    ],
)
def test_a_slow_mode_leaves_time_to_mend_what_was_typed(game, options, longest):
    dealt = GAMES[game](**read_options(GAMES[game], options))
    assert f"{longest_slow_mode(dealt):f}" == longest
    assert is_too_slow(int(longest_slow_mode(dealt)) + 1, dealt)
    assert not is_too_slow(int(longest_slow_mode(dealt)), dealt)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_bears_a_room_without_slow_mode(game: str):
    assert not is_too_slow(0, GAMES[game]())


@pytest.mark.parametrize(
    ("exempt", "binding"), [((True, True), 0), ((True, False), 30), ((False, False), 30)]
)
def test_a_slow_mode_binds_whoever_may_not_bypass_it(exempt: tuple[bool, bool], binding: int):
    room = SimpleNamespace(
        slowmode_delay=30, permissions_for=lambda may: discord.Permissions(bypass_slowmode=may)
    )
    assert slow_mode_for(list(exempt), room) == binding
