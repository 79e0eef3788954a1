"""The select that asks for a match, and the form for secret submissions.

The library would keep both in memory for as long as it runs. They are finished when they are sent:
`bot.cogs.buttons.submissions` knows them by their ids, also those that an earlier process sent.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any, Final

import discord
from discord import ui

from bot.posts.buttons import finished
from bot.texts import submissions

SENT_FORM: Final = "submission"
CHOSEN_MATCH: Final = "match"
LONGEST_SUBMISSION: Final = 1000
LONGEST_TITLE: Final = 45
LONGEST_PLACEHOLDER: Final = 100
MOST_CHOICES: Final = 25


def form(match_id: int, title: str, notation: str, *, is_final: bool = False) -> ui.Modal:
    """Make the form for a match's secret submissions; a final one says that it is."""
    label = submissions.FINAL_FORM_LABEL() if is_final else submissions.FORM_LABEL()
    return text_form(f"{SENT_FORM}:{match_id}", title, label, notation)


def text_form(custom_id: str, title: str, label: str, notation: str) -> ui.Modal:
    """Make a form with one field, for what is typed in a game; the field shows how that is done."""
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
    """Return what was typed into a form, from the components that Discord sends.

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
    select: ui.Select[ui.View] = ui.Select(
        placeholder=submissions.WHICH_PLACEHOLDER(),
        custom_id=f"{CHOSEN_MATCH}:{message_id}",
        options=[
            discord.SelectOption(label=label[:100], value=str(match_id))
            for match_id, label in choices[:MOST_CHOICES]
        ],
    )
    return finished(select)
