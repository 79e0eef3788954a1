"""`dealer play`: the bot and its Discord stand-in in one process, joined only by sockets."""

import os
from pathlib import Path

from bot.app.run import run, set_up_logging
from bot.app.settings import Settings, StartError
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from sandbox.server import BOT_TOKEN, Sandbox


async def play(port: int, database: Path) -> None:
    """Serve the page and run the bot until told to stop, or raise StartError."""
    set_up_logging("WARNING")
    database.parent.mkdir(parents=True, exist_ok=True)
    sandbox = Sandbox(port=port, state=database.with_suffix(".sandbox.sqlite"))
    buttons = [
        {"label": game.title, "command": "practice", "options": {"game": name}}
        for name, game in GAMES.items()
        if has_opponent(game)
    ]
    sandbox.shortcuts = {"title": "Play against the Dealer", "buttons": buttons}
    try:
        await sandbox.start()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise StartError(
            f"Port {port} cannot be used ({reason}): choose another with --port."
        ) from None
    settings = Settings.model_validate(
        {
            "discord_token": BOT_TOKEN,
            "database_url": f"sqlite:///{database}",
            "discord_api": sandbox.api,
            "discord_gateway": sandbox.gateway,
        }
    )
    try:
        await run(settings, lambda: print(f"Ready: {sandbox.address}/", flush=True))
    finally:
        await sandbox.close()
