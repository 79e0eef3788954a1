"""Every sentence that the Dealer says: common ones by where they are read, and one module a game.

Nothing here knows of Discord's library, the database or how pictures are drawn: facts of the engine
come in, sentences go out.
"""

from importlib import import_module
from typing import Final

from bot.texts.game_texts import GameTexts
from engine.game import AnyGame

GAMES_FOLDER: Final = f"{__name__}.games"


def texts_of(game: AnyGame | type[AnyGame]) -> GameTexts:
    """Return a game's texts, from the module named like the folder of its rules."""
    kind = game if isinstance(game, type) else type(game)
    texts: GameTexts = import_module(f"{GAMES_FOLDER}.{kind.folder}").TEXTS[kind.name]
    return texts
