"""`/match replay`: anybody steps through a finished match, each reader for themselves.

The match and step that a message shows stand in the ids of its buttons and nowhere else. So they
work in any later process, and for any number of readers at once.
"""

import logging
import re
from typing import Final

import discord
from discord import app_commands, ui

from bot.cogs.bot import DealerClient, Interaction
from bot.cogs.components import (
    NUMBER,
    ComponentCog,
    component,
    form_text,
    number_in,
    on_form,
    require_own,
    theme_for,
)
from bot.cogs.interactions import DeclinedError, defer, follow_up, reply, respond
from bot.cogs.permissions import require_finished
from bot.features.replays.analysis import Analysis
from bot.live.feature import Feature
from bot.live.services.steps import NotReplayableError, ReplayStep
from bot.posts.attachments import picture_files
from bot.posts.buttons import finished
from bot.storage.tables.records import StoredMatch
from bot.texts import answers
from bot.texts.players import replays

log = logging.getLogger(__name__)

REPLAY: Final = "replay"
"""The start of the ids of its buttons, `replay:12:7:back`: the match, the step it shows, where to.

Its form has `replay:12`.
"""
LABELS: Final = {
    "first": replays.FIRST,
    "back": replays.BACK,
    "forward": replays.FORWARD,
    "last": replays.LAST,
    "move": replays.GO_TO,
}
TEMPLATE: Final = rf"{REPLAY}{NUMBER}:(?P<step>[0-9]{{1,9}}):(?P<to>{'|'.join(LABELS)})"
FORM: Final = REPLAY + NUMBER
NUMBER_TYPED: Final = re.compile(r"\s*([0-9]{1,9})\s*", re.ASCII)
LAST_OF_ALL: Final = 10**9
"""Beyond the last step of any match."""


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Turn to the step that a button is for, or ask for its number."""
    require_own(interaction, replays.NOT_YOURS)
    match_id, index = number_in(pressed), int(pressed["step"])
    if pressed["to"] == "move":
        asked = _form(match_id)
        await respond(lambda: interaction.response.send_modal(asked))
        return
    requested = {"first": 0, "back": max(0, index - 1), "forward": index + 1, "last": LAST_OF_ALL}
    await _turn(interaction, match_id, requested[pressed["to"]])


async def take_number(interaction: Interaction, sent: re.Match[str]) -> None:
    """Turn to the step whose number was typed into the form."""
    require_own(interaction, replays.NOT_YOURS)
    typed = NUMBER_TYPED.fullmatch(form_text(interaction))
    if typed is None:
        raise DeclinedError(replays.NO_NUMBER())
    await _turn(interaction, number_in(sent), int(typed[1]), must_exist=True)


async def _turn(
    interaction: Interaction, match_id: int, requested: int, *, must_exist: bool = False
) -> None:
    """Show another step in a message; it stays as it is if that fails."""
    if not await defer(interaction, thinking=False):
        return
    try:
        stored = await require_finished(interaction, match_id)
        step = await _shown(interaction, stored, requested, must_exist=must_exist)
    except DeclinedError as declined:
        await follow_up(interaction, declined.reason)
    except Exception:
        log.exception("a replay failed")
        await follow_up(interaction, answers.TRY_AGAIN())
    else:
        await _show(interaction, match_id, step)


async def _shown(
    interaction: Interaction, stored: StoredMatch, requested: int, *, must_exist: bool = False
) -> ReplayStep:
    """Return a step of a match or, unless it `must_exist`, the last one, or raise Declined."""
    replayer = interaction.client.registry.replays
    try:
        step = await replayer.step(stored, requested, theme_for(interaction))
    except NotReplayableError as error:
        log.error("match %s cannot be replayed: %s", stored.card.id, error)  # noqa: TRY400
        raise DeclinedError(replays.CANNOT_BE_REPLAYED()) from None
    if must_exist and requested > step.last:
        raise DeclinedError(replays.out_of_range(step.last))
    return step


async def _show(interaction: Interaction, match_id: int, step: ReplayStep) -> None:
    await reply(
        interaction,
        step.content,
        lambda: picture_files(step.pictures),
        view=_buttons(match_id, step),
    )


def _buttons(match_id: int, step: ReplayStep) -> ui.View:
    """Return the buttons below a step, whose ids `press` knows, also in a later process."""
    ends = {"first": 0, "back": 0, "forward": step.last, "last": step.last}
    return finished(
        *(
            ui.Button(
                label=label(),
                style=discord.ButtonStyle.secondary,
                custom_id=f"{REPLAY}:{match_id}:{step.number}:{to}",
                disabled=step.number == ends.get(to),
            )
            for to, label in LABELS.items()
        )
    )


def _form(match_id: int) -> ui.Modal:
    modal = ui.Modal(title=replays.FORM_TITLE(), custom_id=f"{REPLAY}:{match_id}", timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="number", max_length=9)
    modal.add_item(ui.Label(text=replays.FORM_LABEL(), component=field))
    modal.stop()
    return modal


class Replay(Feature, ComponentCog):
    """The command, its buttons, and the form that one of them opens."""

    below = "match"
    components = (component(TEMPLATE, press),)
    on_interaction = on_form(FORM, take_number)

    @app_commands.command(description="Step through a finished match, with nothing hidden")
    @app_commands.describe(number="The match's number; otherwise the last one finished here")
    async def replay(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Show the beginning of a match, with buttons that lead on."""
        if not await defer(interaction):
            return
        stored = await require_finished(interaction, number)
        await _show(interaction, stored.card.id, await _shown(interaction, stored, 0))


async def setup(bot: DealerClient) -> None:
    """Add the cogs."""
    await bot.add_cog(Replay(bot))
    await bot.add_cog(Analysis(bot))
