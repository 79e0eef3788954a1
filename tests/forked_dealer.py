"""`dealer` in processes of their own, forked from one that has loaded its modules.

Most of what a short life of the bot would cost is loading them.
"""

import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from bot.cli import main
from bot.cogs import extensions

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["bot.app", *extensions(), __name__])


def fork_dealer(
    *arguments: str, folder: Path, environment: dict[str, str], errors: Connection
) -> ForkServerProcess:
    """Start the command in a folder, as a shell would; `errors` is its standard error."""
    given = (arguments, folder, environment, errors)
    process = CONTEXT.Process(target=_be_the_dealer, args=given, daemon=True)
    process.start()
    return process


def _be_the_dealer(
    arguments: tuple[str, ...], folder: Path, environment: dict[str, str], errors: Connection
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(errors.fileno(), sys.stderr.fileno())
    errors.close()
    main(arguments)
