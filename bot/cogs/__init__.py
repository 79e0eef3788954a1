"""The cogs, in discord.py's sense: one for each game, and those for hosts, players and servers."""

from typing import Final

from engine.games import GAMES

SHARED: Final = (
    *("buttons.board_buttons", "buttons.panels", "buttons.show_me", "buttons.submissions"),
    *("hosts.dealer", "hosts.preset", "hosts.seasons"),
    *("lessons.help", "lessons.rules", "lessons.tutorial"),
    *("listeners", "match", "me", "practice", "replay"),
)


def extensions() -> tuple[str, ...]:
    """Return the modules of all cogs, to be loaded; a game's is named as the folder of its rules.

    Games that share a folder share a module.
    """
    names = dict.fromkeys(f"games.{game.folder()}" for game in GAMES.values())
    return tuple(f"{__name__}.{name}" for name in (*SHARED, *names))
