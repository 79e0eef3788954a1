"""Buttons, selects and forms before the matches are resumed, and ids that are not the Dealer's."""

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.cogs.buttons import Buttons
from bot.cogs.components import carry_out
from bot.texts import answers
from tests.bot.cogs.test_permissions import interaction_of, said

FIELD = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "hide A1"}}
COMPONENT, FORM = discord.InteractionType.component, discord.InteractionType.modal_submit


async def used(kind: discord.InteractionType, custom_id: str, **data: Any) -> Mock:
    """Return an interaction, once it was carried out before the matches are resumed."""
    interaction = interaction_of(is_open=False, type=kind, data={"custom_id": custom_id, **data})
    interaction.client.cogs = {"Buttons": Buttons(interaction.client)}
    await carry_out(interaction)
    return interaction


@pytest.mark.parametrize("custom_id", ["form:7", "match:123"])
async def test_before_the_matches_are_resumed_a_button_or_select_asks_for_patience(custom_id: str):
    assert said(await used(COMPONENT, custom_id)) == answers.STARTING()


async def test_before_the_matches_are_resumed_a_form_is_given_back():
    text = said(await used(FORM, "submission:7", components=[FIELD]))
    assert text.startswith(answers.STARTING())
    assert "hide A1" in text


@pytest.mark.parametrize(
    ("kind", "custom_id"),
    [
        *((FORM, f"submission{end}") for end in ("", ":", ":x", ":\u0663")),
        *((FORM, item) for item in ("", "other:7", "7")),
        (COMPONENT, "submission:7"),
        (discord.InteractionType.application_command, "submission:7"),
    ],
)
async def test_what_is_not_one_of_the_dealers_forms_is_left_alone(
    kind: discord.InteractionType, custom_id: str
):
    (await used(kind, custom_id)).response.send_message.assert_not_awaited()
