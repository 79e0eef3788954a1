"""`dealer play`: the stand-in for Discord and the bot in one process, joined by sockets alone."""

from pathlib import Path

import typer

from bot.run import StartError, run
from bot.settings import Settings
from sandbox.server import BOT_TOKEN, Sandbox


async def play_here(port: int, database: Path) -> None:
    """Serve the page and run the bot until told to stop.

    Raises:
        StartError: The port is taken.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    sandbox = Sandbox(port=port, state=database.with_suffix(".sandbox.sqlite"))
    try:
        await sandbox.start()
    except OSError as error:
        raise StartError(f"Port {port} cannot be used ({error.strerror}): try --port.") from None
    settings = Settings(
        discord_token=BOT_TOKEN,
        database_url=f"sqlite+aiosqlite:///{database}",
        discord_api=sandbox.api,
        discord_gateway=sandbox.gateway,
    )
    try:
        await run(settings, lambda: typer.echo(f"Ready: {sandbox.address}/"))
    finally:
        await sandbox.close()
