"""Answers to interactions: private, once, and given however badly the connection goes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.discord_clock import DiscordClock, snowflake_ms

T = TypeVar("T")

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED: Final = 40060
PROMISED: Final = "promised"
PAUSES_SECONDS: Final = (0.1, 0.3, 1.0, 2.0)
"""Between two tries where a connection is cut; the library itself tries again after a 5xx."""

LONGEST_PROMISE_SECONDS: Final = 2.8
"""How long after its making an interaction waits to be acknowledged; Discord allows three."""
SOON_SECONDS: Final = 1.5
"""How long a command may take before its answer is promised."""
LEAST_SECONDS: Final = 0.5
"""How long something is tried in any case."""

Files = Callable[[], Sequence[discord.File]]
"""Makes the files of an answer, for each try anew: the library closes those that it has sent."""


def seconds_left(clock: DiscordClock, interaction_id: int, seconds: float) -> float:
    """What is left of so many seconds since an interaction was made.

    It is a moment in any case: Discord's clock may not be known well yet.
    """
    gone = (clock.now_ms() - snowflake_ms(interaction_id)) / 1000
    return min(seconds, max(LEAST_SECONDS, seconds - gone))


async def when_done(interaction: discord.Interaction[Any], work: Coroutine[Any, Any, T]) -> T:
    """Do what a command asks for; its answer is promised only where that takes a while.

    So an answer that is promised and never given, because the process was killed, is as rare as
    can be: Discord says of a command without an answer that there is none.
    """
    doing = asyncio.create_task(work)
    await asyncio.wait({doing}, timeout=SOON_SECONDS)
    if not doing.done():
        await promise(interaction)
    return await doing


async def promise(interaction: discord.Interaction[Any], *, thinking: bool = True) -> bool:
    """Acknowledge an interaction, so that it can be answered later; whether that is so now.

    Without `thinking` the answer is to change the message whose component was used.
    """
    promised = await insist(lambda: interaction.response.defer(ephemeral=True, thinking=thinking))
    interaction.extras[PROMISED] = promised
    return promised


async def insist(answer: Callable[[], Awaitable[Any]]) -> bool:
    """Give an interaction's first answer, again where the connection is cut; whether it stands."""
    try:
        await _tried(answer)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            log.warning("an interaction cannot be answered: %s", error)
            return False
        # An earlier try has arrived, though nobody could say so.
    except (aiohttp.ClientError, OSError) as error:
        log.warning("an interaction cannot be answered: %s", error)
        return False
    return True


async def tell(
    interaction: discord.Interaction[Any], content: str, files: Files = tuple, **more: Any
) -> None:
    """Answer an interaction so that only its giver sees it, also where an answer was promised.

    What was done is done, so that nothing is raised where the answer cannot be given.
    """
    try:
        await _tried(lambda: _say(interaction, content, files, more))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("an interaction cannot be answered: %s", error)


async def _tried(answer: Callable[[], Awaitable[Any]]) -> None:
    for seconds in PAUSES_SECONDS:
        try:
            await answer()
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(seconds)
        else:
            return
    await answer()


async def _say(
    interaction: discord.Interaction[Any], content: str, files: Files, more: dict[str, Any]
) -> None:
    if not (interaction.extras.get(PROMISED) or interaction.response.is_done()):
        try:
            await interaction.response.send_message(content, ephemeral=True, files=files(), **more)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        else:
            return
    if attachments := files():
        more = {**more, "attachments": attachments}
    await interaction.edit_original_response(content=content, **more)
