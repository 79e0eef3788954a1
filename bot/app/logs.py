"""Logs without private texts and tokens, whatever fails and whoever logs it.

An exception's message may quote the value that raised it, and that may be a secret. So the log has
the kind and the frames of an exception, but its message only where the error is about a connection,
a file or the database: those quote no values. The library's log formatter leaves out nothing.
"""

import asyncio
import logging
import re
import sqlite3
from collections import Counter
from math import inf
from time import monotonic
from traceback import StackSummary, walk_tb
from typing import Any, Final, TextIO

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

REPEATED_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


class DiscreetFormatter(logging.Formatter):
    """A formatter that leaves out exceptions' messages and the tokens in addresses."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line, with the frames of its exception below."""
        return without_tokens(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the library's name
        """Format an exception and what led to it, the first cause first."""
        return "\n".join(_told(ei[1], seen=frozenset()))


class SparingHandler(logging.StreamHandler[TextIO]):
    """A handler to standard error that writes one error of a kind a minute, and counts the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[str, tuple[float, logging.LogRecord]] = {}
        self._left_out: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record after what has been left out until now, or leave it out."""
        now, kind = monotonic(), _kind_of(record)
        self._tell_left_out(now)
        if kind in self._written:
            self._left_out[kind] += 1
            return
        if record.levelno >= logging.ERROR:
            self._written[kind] = now, record
        super().emit(record)

    def close(self) -> None:
        """Write how many errors have been left out, and close."""
        self._tell_left_out(inf)
        super().close()

    def _tell_left_out(self, now: float) -> None:
        for kind, (at, first) in [*self._written.items()]:
            if now - at >= REPEATED_SECONDS:
                del self._written[kind]
                if count := self._left_out.pop(kind, 0):
                    text = f"{count} more like this were left out: {first.msg}"
                    told = first.name, first.levelno, "", 0, text, first.args, None
                    super().emit(logging.LogRecord(*told))


def _kind_of(record: logging.LogRecord) -> str:
    """Return what errors of a kind share: their text, or an exception's kind and its lines."""
    error = record.exc_info[1] if record.exc_info else None
    lines = [line for _, line in walk_tb(error.__traceback__)] if error else record.args
    return f"{record.name} {record.msg} {type(error)} {lines}"


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
