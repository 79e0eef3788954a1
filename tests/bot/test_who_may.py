"""What a command answers before the house is open, and where Discord could not read it as it is."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import AppCommandOptionType, app_commands

from bot import words
from bot.client import DealerClient, Declined, Tree


def interaction_of(*, is_open: bool = True, guild: Any = None) -> Mock:
    interaction = Mock(extras={}, guild=guild)
    interaction.client.house.is_open = is_open
    interaction.response.is_done = Mock(return_value=False)
    interaction.response.send_message = AsyncMock()
    return interaction


def said(interaction: Mock) -> str:
    """The one answer, which only its giver sees."""
    (call,) = interaction.response.send_message.await_args_list
    assert call.kwargs["ephemeral"] is True
    return call.args[0]


@pytest.fixture
def tree() -> Tree:
    client = DealerClient(SimpleNamespace())  # type: ignore[arg-type]
    assert isinstance(client.tree, Tree)
    return client.tree


async def test_no_command_is_carried_out_before_the_house_is_open(tree: Tree):
    interaction = interaction_of(is_open=False)
    assert not await tree.interaction_check(interaction)
    assert said(interaction) == words.STARTING
    interaction = interaction_of()
    assert await tree.interaction_check(interaction)
    assert not interaction.response.send_message.await_args_list


UNREAD = app_commands.TransformerError("Ada", AppCommandOptionType.user, Mock())
CHANGED = app_commands.CommandSignatureMismatch(Mock())
UNKNOWN = app_commands.CommandNotFound("start", ["fire-and-ice"], discord.AppCommandType.chat_input)


@pytest.mark.parametrize(
    ("error", "guild", "reason"),
    [
        (Declined("No."), None, "No."),
        (UNREAD, None, words.SERVERS_ONLY),
        (UNREAD, "a guild", words.NOT_HERE),
        (CHANGED, "a guild", words.OUTDATED_COMMAND),
        (UNKNOWN, "a guild", words.OUTDATED_COMMAND),
    ],
)
async def test_a_command_that_cannot_be_carried_out_is_answered_with_why_and_not_logged(
    tree: Tree, error: Any, guild: Any, reason: str, caplog: pytest.LogCaptureFixture
):
    interaction = interaction_of(guild=guild)
    await tree.on_error(interaction, error)
    assert said(interaction) == reason
    assert not caplog.records


async def test_a_fault_is_logged_and_excused(tree: Tree, caplog: pytest.LogCaptureFixture):
    interaction = interaction_of()
    failed = app_commands.CommandInvokeError(Mock(), KeyError("E5"))
    await tree.on_error(interaction, failed)
    assert said(interaction) == words.TRY_AGAIN
    assert "a command failed" in caplog.text


async def test_an_answer_that_cannot_be_given_raises_nothing(
    tree: Tree, caplog: pytest.LogCaptureFixture
):
    interaction = interaction_of()
    gone = discord.NotFound(Mock(status=404, reason="Not Found"), {"code": 10062})
    interaction.response.send_message.side_effect = gone
    await tree.on_error(interaction, Declined("No."))
    assert "cannot be answered: 404" in caplog.text
