"""`/match replay`: anybody steps through a finished match, each reader for themselves.

The match and step that a message shows stand in the ids of its buttons and nowhere else. So they
work in any later process, and for any number of readers at once.
"""

import logging
import re
from typing import ClassVar, Final

import discord
from discord import app_commands, ui

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.components import (
    NUMBER,
    form_text,
    number_in,
    require_own,
    theme_for,
    turn_page,
)
from bot.cogs.interactions import DeclinedError, defer_for_reader, reply, respond
from bot.cogs.permissions import reads_room
from bot.features.replays import texts
from bot.features.replays.analysis import Analysis
from bot.features.replays.steps import ReplayStep, shown_step
from bot.live.feature import Feature
from bot.live.services.processes import for_reader
from bot.posts.attachments import picture_files
from bot.posts.buttons import finished
from bot.storage.tables.records import StoredMatch, UnreadableMatch
from engine.refusals import Refused
from rendering.themes import USUAL, Theme

log = logging.getLogger(__name__)

REPLAY: Final = "replay"
"""The start of the ids of its buttons, `replay:12:7:back`: the match, the step it shows, where to.

Its form has `replay:12`.
"""
TEMPLATE: Final = rf"{REPLAY}{NUMBER}:(?P<step>[0-9]{{1,9}}):(?P<to>{'|'.join(texts.LABELS)})"
FORM: Final = REPLAY + NUMBER
NUMBER_TYPED: Final = re.compile(r"\s*([0-9]{1,9})\s*", re.ASCII)
LAST_OF_ALL: Final = 10**9
"""Beyond the last step of any match."""


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Turn to the step that a button is for, or ask for its number."""
    require_own(interaction, texts.NOT_YOURS)
    match_id, index = number_in(pressed), int(pressed["step"])
    if pressed["to"] == "move":
        asked = _form(match_id)
        await respond(interaction, lambda: interaction.response.send_modal(asked))
        return
    requested = {"first": 0, "back": max(0, index - 1), "forward": index + 1, "last": LAST_OF_ALL}
    await _turn(interaction, match_id, requested[pressed["to"]])


async def take_number(interaction: Interaction, sent: re.Match[str]) -> None:
    """Turn to the step whose number was typed into the form."""
    require_own(interaction, texts.NOT_YOURS)
    typed = NUMBER_TYPED.fullmatch(form_text(interaction))
    if typed is None:
        raise DeclinedError(texts.NO_NUMBER())
    await _turn(interaction, number_in(sent), int(typed[1]), must_exist=True)


async def _turn(
    interaction: Interaction, match_id: int, requested: int, *, must_exist: bool = False
) -> None:
    async def show() -> None:
        stored = await _require_finished(interaction, match_id)
        step = await _shown(interaction, stored, requested, must_exist=must_exist)
        await _show(interaction, match_id, step)

    await turn_page(interaction, show)


async def _shown(
    interaction: Interaction, stored: StoredMatch, requested: int, *, must_exist: bool = False
) -> ReplayStep:
    """Return a step of a match or, unless it `must_exist`, the last one, or raise DeclinedError."""
    try:
        step = await step_of(stored, requested, theme_for(interaction))
    except Refused as refusal:
        log.error("match %s cannot be replayed: %s", stored.card.id, refusal)  # noqa: TRY400
        raise DeclinedError(texts.CANNOT_BE_REPLAYED()) from None
    if must_exist and requested > step.last:
        raise DeclinedError(texts.out_of_range(step.last))
    return step


async def step_of(stored: StoredMatch, requested: int, theme: Theme = USUAL) -> ReplayStep:
    """Return a step in the language spoken, at most the last, or raise Refused."""
    return await for_reader(shown_step, stored.card, stored.entries, requested, theme)


async def _require_finished(interaction: Interaction, number: int | None = None) -> StoredMatch:
    """Return the finished match with a number, or the last one here, or raise DeclinedError.

    Users who cannot read its room are only told that there is none.
    """
    store, room_id = interaction.client.store, interaction.channel_id or 0
    key = {"room_id": room_id} if number is None else {"id": number}
    stored = await store.finished_match(**key)
    if stored is None or not reads_room(interaction, stored.address):
        raise DeclinedError(texts.NONE_FINISHED() if number is None else texts.NO_SUCH_MATCH())
    if isinstance(stored, UnreadableMatch):
        raise DeclinedError(texts.CANNOT_BE_REPLAYED())
    return stored


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
            for to, label in texts.LABELS.items()
        )
    )


def _form(match_id: int) -> ui.Modal:
    modal = ui.Modal(title=texts.FORM_TITLE(), custom_id=f"{REPLAY}:{match_id}", timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="number", max_length=9)
    modal.add_item(ui.Label(text=texts.FORM_LABEL(), component=field))
    modal.stop()
    return modal


class Replay(Feature, BotCog):
    """The command, its buttons, and the form that one of them opens."""

    below = "match"
    components: ClassVar = {TEMPLATE: press}
    forms: ClassVar = {FORM: take_number}

    @app_commands.command(description="Step through a finished match, with nothing hidden")
    @app_commands.describe(number="The match's number; otherwise the last one finished here")
    async def replay(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Show the beginning of a match, with buttons that lead on."""
        if not await defer_for_reader(interaction):
            return
        stored = await _require_finished(interaction, number)
        await _show(interaction, stored.card.id, await _shown(interaction, stored, 0))


setup = setup_of(Replay, Analysis)
