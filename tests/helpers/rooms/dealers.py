"""The bot with all its cogs, for what needs no database and no connection."""

from types import SimpleNamespace

from bot.app.build import build_client
from bot.cogs.bot import DealerClient
from bot.storage.writer import WriteRetries


def unconnected() -> DealerClient:
    choices = SimpleNamespace()
    store = SimpleNamespace(access=None, write_retries=WriteRetries(), choices=choices)
    return build_client(store)  # type: ignore[arg-type]
