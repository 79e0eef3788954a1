"""Buttons, selects and forms. What is pressed is told by its id alone, so none is ever forgotten.

The library would keep a handler in memory for each; here every one is sent as finished, and
`bot.cogs.submissions` answers to the ids, also to those of an earlier process.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any, Final

import discord
from discord import ui

from bot.texts import submissions

OPEN_FORM: Final = "form"
SENT_FORM: Final = "submission"
CHOSEN_MATCH: Final = "match"
LONGEST_SUBMISSION: Final = 1000
LONGEST_TITLE: Final = 45
LONGEST_PLACEHOLDER: Final = 100
MOST_CHOICES: Final = 25


def form_button(match_id: int) -> ui.View:
    """The button that opens the form for a match's secret submissions."""
    button: ui.Button[ui.View] = ui.Button(
        label=submissions.SUBMIT_LABEL,
        style=discord.ButtonStyle.primary,
        custom_id=f"{OPEN_FORM}:{match_id}",
    )
    return _finished(ui.View(timeout=None).add_item(button))


def form(match_id: int, title: str, notation: str, *, is_final: bool = False) -> ui.Modal:
    """The form for a match's secret submissions; one that cannot be replaced says so."""
    modal = ui.Modal(title=title[:LONGEST_TITLE], custom_id=f"{SENT_FORM}:{match_id}", timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph,
        placeholder=shorten(notation.replace("`", ""), LONGEST_PLACEHOLDER, placeholder=" ..."),
        max_length=LONGEST_SUBMISSION,
        custom_id="text",
    )
    label = submissions.FINAL_FORM_LABEL if is_final else submissions.FORM_LABEL
    modal.add_item(ui.Label(text=label, component=field))
    modal.stop()
    return modal


def match_select(message_id: int, choices: Sequence[tuple[int, str]]) -> ui.View:
    """The question for which match a message is; `choices` are ids and labels."""
    select: ui.Select[ui.View] = ui.Select(
        placeholder=submissions.WHICH_PLACEHOLDER,
        custom_id=f"{CHOSEN_MATCH}:{message_id}",
        options=[
            discord.SelectOption(label=label[:100], value=str(match_id))
            for match_id, label in choices[:MOST_CHOICES]
        ],
    )
    return _finished(ui.View(timeout=None).add_item(select))


def text_of_form(data: Any) -> str:
    """What was typed into the form, from the interaction's data as Discord sends it."""
    texts, waiting = [], [data]
    # However deep it is nested: what is within an object comes after its own value.
    while waiting:
        match waiting.pop():
            case list(parts):
                waiting.extend(reversed(parts))
            case dict(parts):
                texts.append(parts.get("value"))
                waiting.extend((parts.get("component"), parts.get("components")))
    return "".join(text for text in texts if isinstance(text, str))


def _finished(view: ui.View) -> ui.View:
    view.stop()
    return view
