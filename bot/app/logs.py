"""Logs without private texts and tokens, whatever fails and whoever logs it.

An exception's message may quote the value that raised it, and that may be a secret. So the log has
the kind and the frames of an exception, but its message only where the error is about a connection,
a file or the database: those quote no values. The library's log formatter leaves out nothing.
"""

import asyncio
import logging
import re
import sqlite3
from traceback import StackSummary, walk_tb
from typing import Any, Final

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

OUTSPOKEN: Final = (
    aiohttp.ClientError,
    discord.ClientException,
    discord.HTTPException,
    OSError,
    SQLAlchemyError,
    sqlite3.Error,
)

# Connection errors quote addresses, and the address of an interaction contains its token.
_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s'\"]+")

log = logging.getLogger(__name__)


class DiscreetFormatter(logging.Formatter):
    """A formatter that leaves out exceptions' messages and the tokens in addresses."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line, with the frames of its exception below."""
        return without_tokens(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the library's name
        """Format an exception and what led to it, the first cause first."""
        return "\n".join(_told(ei[1], seen=frozenset()))


def without_tokens(text: str) -> str:
    """Leave out the tokens of interactions.

    >>> without_tokens("no answer from /webhooks/12/aW50/messages/@original")
    'no answer from /webhooks/12/.../messages/@original'
    """
    return _TOKEN.sub(r"\1...", text)


def log_uncaught(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what nobody caught: the loop's own handler would quote results and arguments."""
    task = context.get("future") or context.get("task")
    name = task.get_name() if isinstance(task, asyncio.Task) else ""
    label = str(context["message"]).partition("\n")[0]
    log.error("uncaught: %s %s", label, name, exc_info=context.get("exception"))


def _told(error: BaseException | None, seen: frozenset[int]) -> list[str]:
    if error is None or id(error) in seen:
        return []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames = StackSummary.extract(walk_tb(error.__traceback__)).format()
    message = f": {error}" if isinstance(error, OUTSPOKEN) else ""
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    head = "Traceback (most recent call last):\n"
    return [*_told(before, seen | {id(error)}), f"{head}{''.join(frames)}{kind}{message}"]
