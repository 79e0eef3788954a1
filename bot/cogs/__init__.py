"""The cogs, in discord.py's sense: one for each game, and those for hosts, players and servers."""

from typing import Final

EXTENSIONS: Final = tuple(
    f"{__name__}.{each}"
    for each in (
        *("buttons.board_buttons", "buttons.panels", "buttons.show_me", "buttons.submissions"),
        *("hosts.dealer", "hosts.preset", "hosts.seasons"),
        *("lessons.help", "lessons.rules", "lessons.tutorial"),
        *("games", "listeners", "match", "me", "practice", "replay"),
    )
)
"""The modules of all cogs, to be loaded."""
