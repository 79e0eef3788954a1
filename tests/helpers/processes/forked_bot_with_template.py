"""`forked_bot`, whose bots have the template game among their games."""

from runpy import run_module

from engine.games import GAMES
from tests.games.template_game.rules import LastCell

GAMES[LastCell.name] = LastCell

if __name__ == "__main__":
    run_module("tests.helpers.processes.forked_bot", run_name="__main__")
