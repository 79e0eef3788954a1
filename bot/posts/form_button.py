"""The button under a post that opens the form for secret submissions."""

from typing import Final

import discord
from discord import ui

from bot.texts import submissions

OPEN_FORM: Final = "form"
"""The button's id begins with this and goes on with the match's: `form:7`."""


def form_button(match_id: int) -> ui.View:
    """Make the button for a match.

    The library would keep a view in memory for as long as it runs. This one is finished when it is
    posted: `bot.cogs.submissions` knows the button by its id.
    """
    button: ui.Button[ui.View] = ui.Button(
        label=submissions.SUBMIT_LABEL,
        style=discord.ButtonStyle.primary,
        custom_id=f"{OPEN_FORM}:{match_id}",
    )
    view = ui.View(timeout=None).add_item(button)
    view.stop()
    return view
