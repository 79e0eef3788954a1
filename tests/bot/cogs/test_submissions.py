"""Buttons, selects and forms before the matches are resumed, and ids that are not the Dealer's."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import ui

from bot.cogs.buttons import Buttons, FormButton, MatchSelect
from bot.texts import answers

FIELD = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "hide A1"}}
FORM = discord.InteractionType.modal_submit


def interaction_of(kind: discord.InteractionType = FORM, **data: Any) -> Mock:
    registry = SimpleNamespace(is_open=False, hear_locale=lambda *_: None)
    client = SimpleNamespace(registry=registry)
    interaction = Mock(type=kind, data=data, extras={}, client=client)
    interaction.locale.value = "en-US"
    interaction.response.is_done = Mock(return_value=False)
    interaction.response.send_message = AsyncMock()
    return interaction


def answers_to(interaction: Mock) -> list[str]:
    calls = interaction.response.send_message.await_args_list
    assert all(call.kwargs == {"ephemeral": True, "files": ()} for call in calls)
    return [call.args[0] for call in calls]


@pytest.mark.parametrize(
    ("kind", "item"),
    [
        (FormButton, Mock(spec=ui.Button, custom_id="form:7")),
        (MatchSelect, Mock(spec=ui.Select, custom_id="match:123", values=["7"])),
    ],
)
async def test_before_the_matches_are_resumed_a_button_or_select_asks_for_patience(
    kind: type[ui.DynamicItem[Any]], item: Mock
):
    interaction = interaction_of()
    match = kind.__discord_ui_compiled_template__.fullmatch(item.custom_id)
    assert match
    await (await kind.from_custom_id(interaction, item, match)).callback(interaction)
    assert answers_to(interaction) == [answers.STARTING()]


async def test_before_the_matches_are_resumed_a_form_is_given_back():
    interaction = interaction_of(custom_id="submission:7", components=[FIELD])
    await Buttons(interaction.client).on_interaction(interaction)
    (messages,) = answers_to(interaction)
    assert messages.startswith(answers.STARTING())
    assert "hide A1" in messages


@pytest.mark.parametrize(
    ("kind", "custom_id"),
    [
        *(
            (FORM, item)
            for item in (
                "",
                "submission",
                "submission:",
                "submission:x",
                "submission:\u0663",
                "submission:9223372036854775808",
                "other:7",
                "7",
            )
        ),
        (discord.InteractionType.component, "submission:7"),
        (discord.InteractionType.application_command, "submission:7"),
    ],
)
async def test_what_is_not_one_of_the_dealers_forms_is_left_alone(
    kind: discord.InteractionType, custom_id: str
):
    interaction = interaction_of(kind, custom_id=custom_id)
    await Buttons(interaction.client).on_interaction(interaction)
    assert answers_to(interaction) == []
