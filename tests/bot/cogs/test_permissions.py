"""The permissions of commands, and the answers of those that cannot be carried out."""

from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import AppCommandOptionType, app_commands

from bot.cogs.interactions import CommandTree, DeclinedError
from bot.cogs.permissions import require_host, require_players
from bot.cogs.settings import DealerCog
from bot.live.services.gateway import Hosts
from bot.posts.sending.requests import RateLimiter
from bot.texts import answers, hosting
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock, snowflake
from tests.helpers.rooms.cards import GUILD, HOST
from tests.helpers.rooms.dealers import unconnected


def interaction_of(*, is_open: bool = True, guild: Any = None, **more: Any) -> Mock:
    """Return an interaction that has not been answered, and can be in any way."""
    interaction = Mock(extras={}, guild=guild, id=snowflake(BEGAN_MS), **more)
    interaction.client.clock, interaction.client.limiter = FakeClock(), RateLimiter()
    interaction.client.registry.is_open = is_open
    interaction.locale.value = "en-US"
    interaction.response.is_done = Mock(return_value=False)
    interaction.response.send_message = AsyncMock()
    interaction.response.defer = AsyncMock()
    interaction.edit_original_response = AsyncMock()
    interaction.followup.send = AsyncMock()
    return interaction


def said(interaction: Mock) -> str:
    (call,) = interaction.response.send_message.await_args_list
    assert call.kwargs["ephemeral"] is True
    return call.args[0]


@pytest.fixture
def tree() -> CommandTree:
    return unconnected().tree


async def test_no_command_is_carried_out_until_the_matches_are_resumed(tree: CommandTree):
    interaction = interaction_of(is_open=False)
    assert not await tree.interaction_check(interaction)
    assert said(interaction) == answers.STARTING()
    interaction = interaction_of()
    assert await tree.interaction_check(interaction)
    assert not interaction.response.send_message.await_args_list


UNREAD = app_commands.TransformerError("Ada", AppCommandOptionType.user, Mock())
NO_CHOICE = app_commands.TransformerError("Bob", AppCommandOptionType.string, Mock())
CHANGED = app_commands.CommandSignatureMismatch(Mock())
UNKNOWN = app_commands.CommandNotFound("start", ["fire-and-ice"], discord.AppCommandType.chat_input)


@pytest.mark.parametrize(
    ("error", "guild", "reason"),
    [
        (DeclinedError("No."), None, "No."),
        (UNREAD, None, hosting.SERVERS_ONLY()),
        (UNREAD, "a guild", hosting.NOT_HERE()),
        (NO_CHOICE, "a guild", answers.OUTDATED_COMMAND()),
        (CHANGED, "a guild", answers.OUTDATED_COMMAND()),
        (UNKNOWN, "a guild", answers.OUTDATED_COMMAND()),
    ],
)
async def test_a_declined_command_is_answered_with_the_reason_and_not_logged(
    tree: CommandTree, error: Any, guild: Any, reason: str, caplog: pytest.LogCaptureFixture
):
    interaction = interaction_of(guild=guild)
    await tree.on_error(interaction, error)
    assert said(interaction) == reason
    assert not caplog.records


async def test_a_fault_is_logged_and_answered_with_an_apology(
    tree: CommandTree, caplog: pytest.LogCaptureFixture
):
    interaction = interaction_of()
    failed = app_commands.CommandInvokeError(Mock(), KeyError("E5"))
    await tree.on_error(interaction, failed)
    assert said(interaction) == answers.TRY_AGAIN()
    assert "a command failed" in caplog.text


@pytest.mark.parametrize("is_closed", [True, False])
async def test_a_command_that_the_end_of_the_bot_cuts_short_is_answered_by_nobody(
    tree: CommandTree, caplog: pytest.LogCaptureFixture, *, is_closed: bool
):
    interaction = interaction_of()
    interaction.client.is_closed.return_value = is_closed
    await tree.on_error(
        interaction, app_commands.CommandInvokeError(Mock(), RuntimeError("Session is closed"))
    )
    assert interaction.response.send_message.await_count == (0 if is_closed else 1)
    assert ("comes too late" in caplog.text) is is_closed


async def test_an_answer_that_cannot_be_given_is_only_logged(
    tree: CommandTree, caplog: pytest.LogCaptureFixture
):
    interaction = interaction_of()
    gone = discord.NotFound(Mock(status=404, reason="Not Found"), {"code": 10062})
    interaction.response.send_message.side_effect = gone
    await tree.on_error(interaction, DeclinedError("No."))
    assert "cannot be answered: 404" in caplog.text


# Hosts, and limits of their rights

HOST_ROLE = 77


def given_by(
    user_id: int, *roles: int, manages: bool = False, host_role: int | None = HOST_ROLE
) -> Mock:
    """Return a command of a user with roles; everyone has @everyone."""
    interaction = interaction_of(guild=Mock(id=GUILD))
    interaction.permissions = discord.Permissions(manage_guild=manages)
    interaction.user = Mock(spec=discord.Member, id=user_id)
    interaction.user.roles = [role_of(role) for role in (GUILD, *roles)]
    interaction.user.guild = Mock(id=GUILD)
    choices = interaction.client.choices
    choices.put_host_role = AsyncMock()
    choices.host_role_of = Mock(return_value=host_role)
    interaction.client.hosts = Hosts(Mock(), choices)
    return interaction


def role_of(role_id: int) -> Mock:
    return Mock(spec=discord.Role, id=role_id, is_default=lambda: role_id == GUILD)


@pytest.mark.parametrize(
    ("interaction", "is_host"),
    [
        (given_by(HOST, manages=True), True),
        (given_by(HOST, HOST_ROLE), True),
        (given_by(HOST), False),
        (given_by(HOST, host_role=None), False),
        # An earlier Dealer let it be set to this.
        (given_by(HOST, host_role=GUILD), False),
    ],
)
async def test_a_host_manages_the_server_or_has_the_host_role_which_cannot_be_everyone(
    interaction: Mock, is_host: bool
):
    if is_host:
        assert await require_host(interaction) is interaction.guild
    else:
        with pytest.raises(DeclinedError, match="Only a host"):
            await require_host(interaction)


@pytest.mark.parametrize(("role", "is_set"), [(GUILD, False), (HOST_ROLE, True)])
async def test_everyone_cannot_be_the_host_role(role: int, is_set: bool):
    interaction = given_by(HOST, manages=True)
    cog = DealerCog(interaction.client)
    setting: Any = DealerCog.host_role.callback
    if is_set:
        await setting(cog, interaction, role_of(role))
    else:
        with pytest.raises(DeclinedError) as declined:
            await setting(cog, interaction, role_of(role))
        assert declined.value.reason == hosting.EVERYONE_NO_HOST()
    assert interaction.client.choices.put_host_role.await_count == is_set


def test_the_dealer_is_the_only_bot_that_can_play():
    dealer, other, person = (
        Mock(spec=discord.Member, id=number, bot=number < 3, display_name=f"M{number}")
        for number in (1, 2, 3)
    )
    for member in (dealer, other, person):
        member.guild.me = dealer
    for players in ((person, dealer), (dealer, person), (dealer, dealer)):
        require_players(*players)
    with pytest.raises(DeclinedError, match="M2 is a bot"):
        require_players(person, other)
    with pytest.raises(DeclinedError, match="different people"):
        require_players(person, person)
