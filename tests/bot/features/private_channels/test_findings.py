"""The findings about a private channel before a match, and their severity."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.features.private_channels.cog import channel_findings, serves
from bot.live.services.checks import Check, Severity
from bot.posts.sending.room import PRIVATE_PERMISSIONS
from tests.bot.live.rooms.test_checks import EVERYTHING, all_but

CHANNEL = 5


def member(name: str, channel: Mock | None, allowed: discord.Permissions) -> Any:
    """Return a member of a server that has the channel, which they may use so far."""
    guild = SimpleNamespace(get_channel={CHANNEL: channel}.get, self_role=None)
    person = SimpleNamespace(
        display_name=name, name=name, guild=guild, guild_permissions=EVERYTHING
    )
    person.allowed, person.timed_out_until = allowed, None
    return person


def asked_about(
    *,
    has_channel: bool = True,
    dealer: discord.Permissions | None = None,
    player: discord.Permissions | None = None,
    reader: str = "",
) -> tuple[Any, int, Any]:
    """Return a player, their channel and the other player, who can read it if they have a name."""
    channel = Mock(spec=discord.TextChannel, mention=f"<#{CHANNEL}>")
    channel.permissions_for = lambda person: person.allowed
    everything = discord.Permissions.all()
    ada = member("Ada", channel if has_channel else None, player or everything)
    channel.guild = ada.guild
    ada.guild.me = member("Dealer", None, dealer or everything)
    may_read = everything if reader else discord.Permissions.none()
    return ada, CHANNEL, member(reader, channel, may_read)


def dealer_without(name: str) -> dict[str, Any]:
    everything = dict.fromkeys(PRIVATE_PERMISSIONS, True)
    return {"dealer": discord.Permissions(**(everything | {name: False}))}


@pytest.mark.parametrize(
    ("more", "weight", "is_fit", "parts"),
    [
        ({}, Severity.FINE, True, ("**Ada**", "<#5>")),
        ({"has_channel": False}, Severity.WARNING, False, ("**Ada**", "deleted")),
        (dealer_without("view_channel"), Severity.STOP, False, ("*View Channel*", "<#5>")),
        (dealer_without("send_messages"), Severity.STOP, False, ("*Send Messages*", "<#5>")),
        (dealer_without("read_message_history"), Severity.STOP, False, ("*Read Message History*",)),
        (dealer_without("attach_files"), Severity.STOP, False, ("*Attach Files*", "<#5>")),
        (dealer_without("embed_links"), Severity.WARNING, True, ("*Embed Links*", "<#5>")),
        (dealer_without("add_reactions"), Severity.WARNING, True, ("*Add Reactions*", "<#5>")),
        (
            {"player": all_but("send_messages")},
            Severity.STOP,
            True,
            ("**Ada** doesn't have *Send Messages* in <#5>",),
        ),
        ({"reader": "Bob"}, Severity.STOP, False, ("**Bob** can read <#5>", "direct message")),
    ],
)
def test_a_private_channel_has_to_be_private_and_open_to_the_dealer(
    more: dict[str, Any], weight: Severity, is_fit: bool, parts: tuple[str, ...]
):
    asked = asked_about(**more)
    check = Check(tuple(channel_findings(*asked)))
    assert check.severity is weight
    (text, *_) = [finding.text for finding in check.findings if finding.severity is weight]
    assert all(part in text for part in parts)
    assert serves(*asked) is is_fit


def test_a_dealer_who_is_timed_out_is_told_of_no_missing_permission():
    asked = asked_about(dealer=discord.Permissions(view_channel=True))
    me = asked[0].guild.me
    me.timed_out_until, me.is_timed_out = datetime.now(UTC), lambda: True
    assert all("Dealer" not in finding.text for finding in channel_findings(*asked))
