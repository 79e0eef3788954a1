"""The bot with all its cogs, for what needs no database and no connection."""

from types import SimpleNamespace

from bot.cogs.bot import DealerClient
from bot.features import EXTENSIONS
from bot.storage.writer import WriteRetries


def unconnected() -> DealerClient:
    choices = SimpleNamespace()
    store = SimpleNamespace(access=None, write_retries=WriteRetries(), choices=choices)
    return DealerClient(store, EXTENSIONS)  # type: ignore[arg-type]
