"""Features: each is a cog, in discord.py's sense, with all that is its own in one folder.

To take one out, delete its folder and its line here. A store's writes wait for a limited time, and
raise StorageUnavailableError if nothing can be stored just now; commands and buttons then say so.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    # A process that only draws loads no database.
    from sqlalchemy import MetaData

_EXTENSIONS: Final = (
    "audience.cog",
    *("lessons.rules", "lessons.tutorial"),
    "panels.cog",
    "practice.cog",
    "private_channels.cog",
    "replays.cog",
    "rulings.cog",
    "seasons.cog",
    *("starting.match", "starting.presets"),
)
_OF_CORE: Final = ("listeners", "match", "settings", "buttons")
EXTENSIONS: Final = (
    *(f"bot.cogs.{name}" for name in _OF_CORE),
    *(f"{__name__}.{path}" for path in _EXTENSIONS),
)
"""The modules of all cogs, to be loaded."""


def load_stores() -> "MetaData":
    """Load the features' tables; return all tables, theirs and the core's."""
    for folder in dict.fromkeys(path.partition(".")[0] for path in _EXTENSIONS):
        store = f"{__name__}.{folder}.store"
        if find_spec(store):
            import_module(store)
    metadata: MetaData = import_module("bot.storage.tables.schema").METADATA
    return metadata
