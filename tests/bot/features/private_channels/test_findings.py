"""The findings about a private channel before a match, and their severity."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.features.private_channels.cog import PrivateChannel, channel_findings
from bot.live.services.checks import Check, Severity
from bot.posts.sending.room import PRIVATE_PERMISSIONS, MemberPermissions
from tests.bot.live.rooms.test_checks import EVERYTHING, all_but

CHANNEL = PrivateChannel(
    5,
    of_dealer=MemberPermissions(discord.Permissions.all(), EVERYTHING),
    of_player=MemberPermissions(discord.Permissions.all(), EVERYTHING),
)


def dealer_without(name: str) -> dict[str, Any]:
    everything = dict.fromkeys(PRIVATE_PERMISSIONS, True)
    allowed = discord.Permissions(**(everything | {name: False}))
    return {"of_dealer": MemberPermissions(allowed, EVERYTHING)}


@pytest.mark.parametrize(
    ("more", "weight", "is_fit", "parts"),
    [
        ({}, Severity.FINE, True, ("**Ada**", "<#5>")),
        ({"of_dealer": None, "of_player": None}, Severity.WARNING, False, ("**Ada**", "deleted")),
        (dealer_without("view_channel"), Severity.STOP, False, ("*View Channel*", "<#5>")),
        (dealer_without("send_messages"), Severity.STOP, False, ("*Send Messages*", "<#5>")),
        (dealer_without("read_message_history"), Severity.STOP, False, ("*Read Message History*",)),
        (dealer_without("attach_files"), Severity.STOP, False, ("*Attach Files*", "<#5>")),
        (dealer_without("embed_links"), Severity.WARNING, True, ("*Embed Links*", "<#5>")),
        (dealer_without("add_reactions"), Severity.WARNING, True, ("*Add Reactions*", "<#5>")),
        (
            {"of_player": MemberPermissions(all_but("send_messages"), EVERYTHING)},
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
    channel = replace(CHANNEL, **more)
    check = Check(tuple(channel_findings("Ada", channel, "Dealer")))
    assert check.severity is weight
    (text, *_) = [finding.text for finding in check.findings if finding.severity is weight]
    assert all(part in text for part in parts)
    assert channel.is_fit is is_fit
