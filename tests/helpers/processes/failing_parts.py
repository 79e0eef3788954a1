"""A bot whose painters, writers and listeners fail on demand, telling what they were given."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import bot.posts.boards
from bot.cogs.incoming import direct_messages
from bot.cogs.incoming.direct_messages import DirectMessages
from bot.posts.compose import Composer
from tests.helpers.processes.patient_dealer import be_patient

BROKEN: Final = "broken"
"""The file in the bot's folder that names the part which fails just then."""


def fail_on_demand() -> None:
    """Let the parts of this process's bot fail."""
    be_patient()
    painter_of, hear = bot.posts.boards.painter_of, DirectMessages.hear

    class Painter:
        def __init__(self, game: Any) -> None:
            self.pictures = failing("pictures", painter_of(game).pictures)

    def hear_and_fail(all_messages: Any, message: Any, **named: Any) -> Any:
        if _is_broken("task"):
            asyncio.get_running_loop().create_task(in_vain(message.content))
        return hear(all_messages, message, **named)

    bot.posts.boards.painter_of = Painter  # type: ignore[assignment]
    Composer.posts = failing("posts", Composer.posts)  # type: ignore[method-assign]
    direct_messages.typed_in_private = failing("hearing", direct_messages.typed_in_private)
    DirectMessages.hear = hear_and_fail  # type: ignore[method-assign]


def failing(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*given: Any, **named: Any) -> Any:
        if _is_broken(part):
            raise KeyError(f"{given} {named}")
        return function(*given, **named)

    return called


async def in_vain(*private: str) -> None:
    raise ValueError(f"{private}")


def _is_broken(part: str) -> bool:
    broken = Path(BROKEN)
    return broken.exists() and broken.read_text() == part
