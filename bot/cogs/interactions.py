"""Answers to slash commands that fail: always, in private, and with the reason."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial, wraps
from textwrap import shorten
from typing import Any, Final, TypeAlias, TypeVar, cast

import aiohttp
import discord
from discord import app_commands, ui
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import locale_str

from bot.cogs.login import PASSING, keep_trying
from bot.posts.buttons import finished, select
from bot.posts.sending.discord_internals import fetch_commands, own_commands, with_defaults
from bot.storage.store import NotLiveError
from bot.storage.writer import StorageUnavailableError
from bot.texts import answers, hosting
from bot.texts.language import Language, _, language_of, say, speak, speaking
from bot.values.discord_time import DiscordClock, snowflake_ms
from engine.clocks import Seconds, read_time
from engine.games import GAMES
from engine.options import shortened
from engine.words.sentences import Sentence

TEXT: Final = "text"
DESCRIPTIONS: Final = {
    Location.command_description,
    Location.group_description,
    Location.parameter_description,
}


def described(sentence: Sentence) -> locale_str:
    """Return a sentence as the description of a command or an option."""
    return locale_str(str(sentence), **{TEXT: sentence})


def choices_of(games: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return games as choices of a command's option, by their titles."""
    return [app_commands.Choice(name=GAMES[name].title, value=name) for name in games]


class Translator(app_commands.Translator):
    """Translates descriptions; names stay as they are, since players tell them each other."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description in one of Discord's locales; None if it stays English."""
        language = language_of(locale.value)
        if language is Language.EN or context.location not in DESCRIPTIONS:
            return None
        with speaking(language):
            text = string.extras.get(TEXT)
            return say(text) if text else _(string.message)


SENT_FORM: Final = "submission"
CHOSEN_MATCH: Final = "match"
LONGEST_SUBMISSION: Final = 1000
LONGEST_TITLE: Final = 45
LONGEST_PLACEHOLDER: Final = 100


def form(match_id: int, title: str, notation: str, *, is_final: bool = False) -> ui.Modal:
    """Make the form for a match's secret submissions; a final one says that it is."""
    label = answers.FINAL_FORM_LABEL() if is_final else answers.FORM_LABEL()
    return text_form(f"{SENT_FORM}:{match_id}", title, label, notation)


def text_form(custom_id: str, title: str, label: str, notation: str) -> ui.Modal:
    """Make a form with one field for a game's input; the field shows the notation."""
    modal = ui.Modal(title=title[:LONGEST_TITLE], custom_id=custom_id, timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph,
        placeholder=shorten(notation.replace("`", ""), LONGEST_PLACEHOLDER, placeholder=" ..."),
        max_length=LONGEST_SUBMISSION,
        custom_id="text",
    )
    modal.add_item(ui.Label(text=label, component=field))
    modal.stop()
    return modal


def text_of_form(data: Any) -> str:
    """Return a form's text, from the components that Discord sends.

    The library reads the fields only of forms that it keeps in memory.
    """
    texts, waiting = [], [data]
    # They may be nested to any depth; an object's own value comes before those inside it.
    while waiting:
        match waiting.pop():
            case list(parts):
                waiting.extend(reversed(parts))
            case dict(parts):
                texts.append(parts.get("value"))
                waiting.extend((parts.get("component"), parts.get("components")))
    return "".join(text for text in texts if isinstance(text, str))


def match_select(message_id: int, choices: Sequence[tuple[int, str]]) -> ui.View:
    """Make the select that asks which match a message is for, from match ids and labels."""
    labels = {str(match_id): label for match_id, label in choices}
    return finished(select(f"{CHOSEN_MATCH}:{message_id}", answers.WHICH_PLACEHOLDER(), labels))


T = TypeVar("T")
Command: TypeAlias = app_commands.Command[Any, Any, None]


ALREADY_ACKNOWLEDGED: Final = 40060
DEFERRED: Final = "deferred"
PAUSES_SECONDS: Final = (0.1, 0.3, 1.0, 2.0)
"""Between two tries where a connection is cut; after a 5xx the library tries again itself."""

ACKNOWLEDGE_SECONDS: Final = 2.8
"""Longest wait of an interaction to be acknowledged; Discord allows three seconds."""
SOON_SECONDS: Final = 1.5
"""Longest work on a command before its answer is deferred."""
MIN_SECONDS: Final = 0.5
"""Shortest time for trying something."""

Files = Callable[[], Sequence[discord.File]]
"""Makes the files of an answer again for each try: the library closes those that it has sent."""


def seconds_left(clock: DiscordClock, interaction_id: int, seconds: float) -> float:
    """Return the rest of `seconds` since an interaction was made.

    At least a moment is left, as Discord's clock may not be known well yet.
    """
    gone = (clock.now_ms() - snowflake_ms(interaction_id)) / 1000
    return max(MIN_SECONDS, min(seconds, seconds - gone))


def answer_in_own_language(interaction: discord.Interaction[Any]) -> None:
    """Speak the language of an interaction's user from now on, and remember it."""
    locale = interaction.locale.value
    speak(language_of(locale))
    interaction.client.registry.hear_locale(interaction.user.id, locale)


async def when_done(interaction: discord.Interaction[Any], operation: Coroutine[Any, Any, T]) -> T:
    """Do a command's work, and defer the answer only if that takes a while.

    If the process is killed, Discord says that a command was not answered, but not that a deferred
    answer will never come. So as few answers as possible are deferred: those that Discord, as slow
    as it was last, would otherwise get too late.
    """
    doing = asyncio.create_task(operation)
    await asyncio.wait({doing}, timeout=_soon(interaction))
    if not doing.done():
        await defer(interaction)
    return await doing


def _soon(interaction: discord.Interaction[Any]) -> float:
    latency: float = interaction.client.limiter.latency
    left = seconds_left(interaction.client.clock, interaction.id, ACKNOWLEDGE_SECONDS)
    return min(SOON_SECONDS, left - latency)


def command(**details: Any) -> Callable[[Callable[..., Coroutine[Any, Any, str]]], Command]:
    """Return the library's decorator for a command whose method returns its answer."""

    def decorate(answer: Callable[..., Coroutine[Any, Any, str]]) -> Command:
        @wraps(answer)
        async def callback(cog: Any, interaction: Any, *values: Any, **options: Any) -> None:
            answering = answer(cog, interaction, *values, **options)
            await reply(interaction, await when_done(interaction, answering))

        return app_commands.command(**details)(cast("Any", callback))

    return decorate


async def defer(
    interaction: discord.Interaction[Any], *, thinking: bool = True, public: bool = False
) -> bool:
    """Defer the answer to an interaction; return whether it can be given later.

    Without `thinking` the answer will change the component's message; if it is to be `public`,
    everybody in the channel will see it.
    """
    deferred = await respond(
        interaction, lambda: interaction.response.defer(ephemeral=not public, thinking=thinking)
    )
    interaction.extras[DEFERRED] = deferred
    return deferred


async def defer_for_reader(interaction: discord.Interaction[Any], *, thinking: bool = True) -> bool:
    """Defer an answer that only its reader waits for, a moment after the reader before.

    So what many ask for at once is begun bit by bit, and no board waits for all of it.
    """
    await asyncio.sleep(interaction.client.limiter.seconds_for_reader(_soon(interaction)))
    return await defer(interaction, thinking=thinking)


async def respond(
    interaction: discord.Interaction[Any], answer: Callable[[], Awaitable[Any]]
) -> bool:
    """Answer an interaction, or go on with an answer; return whether it has arrived."""
    try:
        await _repeated(interaction, answer)
    except PASSING as error:
        if getattr(error, "code", None) != ALREADY_ACKNOWLEDGED:
            log.warning("an interaction cannot be answered: %s", error)
            return False
        # An earlier try has arrived after all.
    return True


async def reply(
    interaction: discord.Interaction[Any], content: str, files: Files = tuple, **more: Any
) -> None:
    """Answer an interaction in private, or where the answer was deferred to.

    Failures are not raised: the work is done already.
    """
    await respond(interaction, lambda: _reply_or_edit(interaction, content, files, more))


async def reply_in_parts(
    interaction: discord.Interaction[Any], contents: Iterable[str], files: Files = tuple
) -> None:
    """Answer an interaction with as many messages as it takes; the first one has the files."""
    first, *others = contents
    await reply(interaction, first, files)
    for content in others:
        await follow_up(interaction, content)


async def follow_up(
    interaction: discord.Interaction[Any], content: str, files: Files = tuple
) -> None:
    """Add a private message to an answer that was given already."""
    await respond(
        interaction,
        lambda: interaction.followup.send(content, ephemeral=True, files=files(), wait=True),
    )


async def _repeated(
    interaction: discord.Interaction[Any], answer: Callable[[], Awaitable[Any]]
) -> None:
    try:
        for seconds in PAUSES_SECONDS:
            with suppress(aiohttp.ClientError, OSError):
                await answer()
                return
            await asyncio.sleep(seconds)
        await answer()
    except RuntimeError as error:
        # Where the bot was stopped meanwhile, the session went with it.
        if not interaction.client.is_closed():
            raise
        raise aiohttp.ClientConnectionError("the bot is stopping") from error


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


log = logging.getLogger(__name__)


class DeclinedError(app_commands.AppCommandError):
    """Error for a declined command or component; the reason is a sentence for its user."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


LONGEST_TIME: Final = Seconds(7 * 24 * 3600)


def require_time(name: str, text: str) -> Seconds:
    """Return the time that a host gives for an option, or raise DeclinedError."""
    with suppress(ValueError):
        if (seconds := read_time(text)) <= LONGEST_TIME:
            return seconds
    problem = hosting.NOT_A_TIME(text=repr(shortened(text)))
    raise DeclinedError(hosting.bad_option(name, problem))


class CommandTree(app_commands.CommandTree[Any]):
    """The library's tree of commands, with an answer to every failure."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Decline every command until the matches are resumed: before that, rooms look empty."""
        answer_in_own_language(interaction)
        if not interaction.client.registry.is_open:
            await reply(interaction, answers.STARTING())
        return bool(interaction.client.registry.is_open)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Answer with the reason, or with an apology if there is none."""
        failed = getattr(error, "original", error)
        if isinstance(failed, RuntimeError) and interaction.client.is_closed():
            # The bot was stopped, or lost the shard.
            log.warning("a command comes too late: %s", error)
            return
        match error:
            case (
                # A string had no choices when the client last looked.
                app_commands.TransformerError(type=discord.AppCommandOptionType.string)
                | app_commands.CommandNotFound()
                | app_commands.CommandSignatureMismatch()
            ):
                reason = answers.OUTDATED_COMMAND()
            case app_commands.TransformerError():
                # Discord sends whole members only of the server; anyone else comes as a mere user.
                reason = hosting.NOT_HERE() if interaction.guild else hosting.SERVERS_ONLY()
            case _:
                reason = reason_of(failed, "a command")
        await reply(interaction, reason)


def reason_of(error: Exception, what: str) -> str:
    """Return the reason why something was not done; log an error that nobody expects."""
    match error:
        case DeclinedError():
            return error.reason
        case StorageUnavailableError():
            return answers.NOT_KEPT()
        case NotLiveError():
            return answers.MATCH_ENDED()
    log.error("%s failed", what, exc_info=error)
    return answers.TRY_AGAIN()


async def bring_up_to_date(tree: app_commands.CommandTree[Any]) -> None:
    """Send Discord the commands if they differ, however long it takes to get through."""
    try:
        await keep_trying("the commands cannot be sent to Discord", partial(_bring, tree))
    except Exception:
        # Whatever is wrong with the commands, the matches go on: moves are typed.
        log.exception("the commands could not be sent to Discord")


async def _bring(tree: app_commands.CommandTree[Any]) -> None:
    if are_same(await own_commands(tree), await fetch_commands(tree.client)):
        log.info("Discord's commands are up to date")
        return
    try:
        await tree.sync()
    except app_commands.CommandSyncFailure:
        # Trying again will not help, and everything else works with the old ones.
        log.exception("Discord refuses the commands")
    else:
        log.info("the commands were sent to Discord")


def are_same(ours: list[dict[str, Any]], stored: list[Any]) -> bool:
    """Return whether our payloads and Discord's mean the same commands.

    Discord adds ids and versions, leaves out defaults, and keeps an order of its own.
    """
    return _by_name(ours) == _by_name(stored)


def _by_name(payloads: list[Any]) -> dict[tuple[int, str], Any]:
    commands = [_normalized(payload) for payload in payloads]
    return {(command["type"], command["name"]): command for command in commands}


def _normalized(payload: dict[str, Any]) -> dict[str, Any]:
    """Return a payload with the library's defaults and without ids.

    Four fields are read here, as the library's model loses them on the way.
    """
    permissions = payload.get("default_member_permissions")
    return {
        **with_defaults(payload),
        "default_member_permissions": None if permissions is None else int(permissions),
        "nsfw": payload.get("nsfw", False),
        "contexts": sorted(payload.get("contexts") or ()),
        "integration_types": sorted(payload.get("integration_types") or ()),
    }
