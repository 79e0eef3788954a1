"""Answers interactions: in private unless told otherwise, once, and over a bad connection.

The library's `response` and `edit_original_response` do not try again where a connection is cut,
and do not say whether an earlier try has arrived.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.discord_clock import DiscordClock, snowflake_ms
from bot.texts.language import language_of, speak

T = TypeVar("T")

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED: Final = 40060
DEFERRED: Final = "deferred"
PAUSES_SECONDS: Final = (0.1, 0.3, 1.0, 2.0)
"""Between two tries where a connection is cut; after a 5xx the library tries again itself."""

ACKNOWLEDGE_SECONDS: Final = 2.8
"""How long an interaction may wait to be acknowledged; Discord allows three seconds."""
SOON_SECONDS: Final = 1.5
"""How long a command may take before its answer is deferred."""
LEAST_SECONDS: Final = 0.5
"""How long something is tried at least."""

Files = Callable[[], Sequence[discord.File]]
"""Makes the files of an answer again for each try: the library closes those that it has sent."""


def seconds_left(clock: DiscordClock, interaction_id: int, seconds: float) -> float:
    """Return what is left of some seconds since an interaction was made.

    There is always a moment left, as Discord's clock may not be known well yet.
    """
    gone = (clock.now_ms() - snowflake_ms(interaction_id)) / 1000
    return min(seconds, max(LEAST_SECONDS, seconds - gone))


def answer_in_own_language(interaction: discord.Interaction[Any]) -> None:
    """Speak from now on as whoever used a command or a component does; and remember that."""
    locale = interaction.locale.value
    speak(language_of(locale))
    interaction.client.registry.preferences.hear(interaction.user.id, locale)


async def when_done(interaction: discord.Interaction[Any], work: Coroutine[Any, Any, T]) -> T:
    """Do what a command asks for, and defer the answer only if that takes a while.

    If the process is killed, Discord says that a command was not answered, but not that a deferred
    answer will never come. So as few answers as possible are deferred.
    """
    doing = asyncio.create_task(work)
    await asyncio.wait({doing}, timeout=SOON_SECONDS)
    if not doing.done():
        await defer(interaction)
    return await doing


async def defer(
    interaction: discord.Interaction[Any], *, thinking: bool = True, public: bool = False
) -> bool:
    """Defer the answer to an interaction; return whether it can be given later.

    Without `thinking` the answer will change the message whose component was used; if it is to be
    `public`, everybody in the channel will see it.
    """
    deferred = await respond(
        lambda: interaction.response.defer(ephemeral=not public, thinking=thinking)
    )
    interaction.extras[DEFERRED] = deferred
    return deferred


async def respond(answer: Callable[[], Awaitable[Any]]) -> bool:
    """Give the first answer to an interaction; return whether it has arrived."""
    try:
        await _repeated(answer)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            log.warning("an interaction cannot be answered: %s", error)
            return False
        # An earlier try has arrived after all.
    except (aiohttp.ClientError, OSError) as error:
        log.warning("an interaction cannot be answered: %s", error)
        return False
    return True


async def reply(
    interaction: discord.Interaction[Any], content: str, files: Files = tuple, **more: Any
) -> None:
    """Answer an interaction in private, or where the answer was deferred to.

    Nothing is raised if that fails: what was asked for has been done.
    """
    try:
        await _repeated(lambda: _reply_or_edit(interaction, content, files, more))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("an interaction cannot be answered: %s", error)
    except RuntimeError:
        # The bot was stopped while an answer waited to be repeated, and the session went with it.
        if not interaction.client.is_closed():
            raise
        log.warning("an interaction cannot be answered any more: the bot is stopping")


async def follow_up(
    interaction: discord.Interaction[Any], content: str, files: Files = tuple
) -> None:
    """Add a message to an answer that was given already, in private like that one."""
    try:
        await _repeated(
            lambda: interaction.followup.send(content, ephemeral=True, files=files(), wait=True)
        )
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("an answer cannot be continued: %s", error)


async def _repeated(answer: Callable[[], Awaitable[Any]]) -> None:
    for seconds in PAUSES_SECONDS:
        try:
            await answer()
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(seconds)
        else:
            return
    await answer()


async def _reply_or_edit(
    interaction: discord.Interaction[Any], content: str, files: Files, more: dict[str, Any]
) -> None:
    if not (interaction.extras.get(DEFERRED) or interaction.response.is_done()):
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
