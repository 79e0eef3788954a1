"""Buttons, selects and forms before the matches are resumed, and ids that are not the Dealer's."""

from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import ui

from bot.cogs.buttons import Buttons, FormButton, MatchSelect
from bot.texts import answers
from tests.bot.cogs.test_permissions import interaction_of, said

FIELD = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "hide A1"}}
FORM = discord.InteractionType.modal_submit


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
    interaction = interaction_of(is_open=False)
    match = kind.__discord_ui_compiled_template__.fullmatch(item.custom_id)
    assert match
    await (await kind.from_custom_id(interaction, item, match)).callback(interaction)
    assert said(interaction) == answers.STARTING()


async def test_before_the_matches_are_resumed_a_form_is_given_back():
    data = {"custom_id": "submission:7", "components": [FIELD]}
    interaction = interaction_of(is_open=False, type=FORM, data=data)
    await Buttons(interaction.client).on_interaction(interaction)
    assert said(interaction).startswith(answers.STARTING())
    assert "hide A1" in said(interaction)


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
    interaction = interaction_of(is_open=False, type=kind, data={"custom_id": custom_id})
    await Buttons(interaction.client).on_interaction(interaction)
    interaction.response.send_message.assert_not_awaited()
