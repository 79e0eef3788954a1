"""Checks before a match: facts in, findings out, and no Discord.

A finding is fatal, or stops a start unless the host forces it, or is only reported.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import groupby
from typing import Final

import aiohttp
import discord

from bot.posts.sending.room import (
    NEEDED,
    PLAYER_PERMISSIONS,
    ROOM_PERMISSIONS,
    MemberPermissions,
    missing_in,
    own_role,
)
from bot.texts import checks as texts
from bot.texts import clocks, hosting
from bot.texts.seating import bold_name, lines_that_fit
from bot.values.discord_time import TOLERABLE_ERROR_MS
from bot.values.obstacles import is_too_slow, longest_slow_mode
from engine.clocks import Seconds
from engine.game import AnyGame
from engine.options import chosen_options
from engine.seats import Seat
from engine.words.sentences import listing


class Severity(IntEnum):
    """The severity of a finding: fine, reported, stopping a start, or forbidding it.

    Only a finding that stops a start can be overridden by the host.
    """

    FINE = 0
    WARNING = 1
    STOP = 2
    FATAL = 3


class Private(Enum):
    """The reachability of a player in private, as far as it was tried."""

    NOT_TRIED = "not tried"
    REACHED = "reached"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding, as a sentence."""

    severity: Severity
    text: str

    @property
    def line(self) -> str:
        """The sentence with the mark of its severity."""
        return f"{texts.MARKS[self.severity]} {self.text}"


@dataclass(frozen=True, slots=True)
class Player:
    """A person who is to play; the Dealer needs no check in its own seat.

    Attributes:
        busy_in: Rooms of this server in which they have another live match.
        is_busy_elsewhere: True if they have one anywhere else.
        channel_id: Their private channel, if the match can use it.
    """

    id: int
    name: str
    allowed: MemberPermissions
    busy_in: tuple[int, ...] = ()
    is_busy_elsewhere: bool = False
    private: Private = Private.NOT_TRIED
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """The facts before a match.

    Attributes:
        allowed: The Dealer's permissions in the room.
        role: Name of the Dealer's own role on the server.
        reads_messages: True if Discord gives the Dealer the text of messages.
        is_taken: True if the room has a live match.
        is_private: True if the room is somebody's private channel.
        game: Game with its options, if there is one yet.
        slow_mode: Seconds of slow mode for any of the players.
        host_error_ms: How far the host's clock is ahead of Discord's, at least; negative if behind.
        findings: Findings of features.
    """

    room_id: int
    allowed: MemberPermissions
    role: str
    reads_messages: bool = True
    is_taken: bool = False
    is_private: bool = False
    game: AnyGame | None = None
    players: tuple[Player, ...] = ()
    slow_mode: int = 0
    host_error_ms: int = 0
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """All findings, the gravest first."""

    findings: tuple[Finding, ...]

    @property
    def severity(self) -> Severity:
        """The gravest severity."""
        return max((finding.severity for finding in self.findings), default=Severity.FINE)

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The findings that need attention."""
        return tuple(finding for finding in self.findings if finding.severity > Severity.FINE)

    def stops(self, *, force: bool) -> tuple[Finding, ...]:
        """Return the findings that keep a match from starting."""
        limit = Severity.STOP if force else Severity.WARNING
        return tuple(finding for finding in self.findings if finding.severity > limit)

    def refusal(self) -> str:
        """Return the gravest reason against a start, and the number of others."""
        gravest, *other_findings = self.problems
        return texts.refused(
            gravest.text, len(other_findings), can_be_forced=gravest.severity is Severity.STOP
        )


def run_checks(facts: CheckFacts) -> Check:
    """Find out what could go wrong in a match."""
    reading = (
        Finding(Severity.FINE, texts.READS_MESSAGES())
        if facts.reads_messages
        else Finding(Severity.FATAL, texts.NO_MESSAGE_CONTENT())
    )
    findings = [
        *_of_room(facts),
        *dealer_permissions(facts.room_id, facts.allowed, facts.role),
        reading,
        *_of_players(facts),
        *_of_private(facts),
        *facts.findings,
    ]
    return Check(tuple(sorted(findings, key=lambda finding: -finding.severity)))


def report(check: Check, facts: CheckFacts, names: Mapping[Seat, str]) -> str:
    """Answer `/match check` with all findings and the planned match."""
    game = facts.game
    lines = [texts.headline(game.title if game else "", facts.room_id, names)]
    lines += [texts.VERDICTS[check.severity]()]
    lines += [finding.line for finding in check.findings]
    if game:
        lines += [f"⏳ {clocks.of_game(game)}.", texts.options(type(game), chosen_options(game))]
    return lines_that_fit(lines)


def dealer_permissions(room_id: int, allowed: MemberPermissions, role: str) -> Iterator[Finding]:
    """Yield findings about the Dealer's permissions in a room, by severity and place to grant."""
    missing = missing_in(allowed.in_room, ROOM_PERMISSIONS)
    if missing and allowed.timed_out_ms:
        # It takes all others; what is really missing shows after it.
        yield Finding(Severity.FATAL, texts.TIMED_OUT(room=f"<#{room_id}>"))
        return
    if not missing:
        text = texts.ALL_PERMISSIONS(room=f"<#{room_id}>")
        yield Finding(Severity.FINE, text)

    def kind(name: str) -> tuple[bool, bool]:
        return name in NEEDED, getattr(allowed.on_server, name)

    for (is_needed, is_of_room), names in groupby(sorted(missing, key=kind), kind):
        weight = Severity.FATAL if is_needed else Severity.STOP
        place = texts.in_room(room_id, role) if is_of_room else texts.on_server(role)
        yield Finding(weight, texts.dealer_lacks(list(names), room_id, place))


def player_permissions(room_id: int, name: str, allowed: MemberPermissions) -> Iterator[Finding]:
    """Yield findings about the permissions that a player lacks in a room."""
    missing = missing_in(allowed.in_room, PLAYER_PERMISSIONS)
    if missing and allowed.timed_out_ms:
        text = hosting.absent(bold_name(name), room_id, allowed.timed_out_ms)
        yield Finding(Severity.STOP, text)
    elif missing:
        yield Finding(Severity.STOP, texts.player_lacks(name, missing, room_id))


def _of_room(facts: CheckFacts) -> Iterator[Finding]:
    if facts.is_taken:
        yield Finding(Severity.FATAL, hosting.ROOM_TAKEN(room=f"<#{facts.room_id}>"))
    if facts.is_private:
        yield Finding(Severity.FATAL, texts.ROOM_IS_PRIVATE(channel=f"<#{facts.room_id}>"))
    if abs(facts.host_error_ms) > TOLERABLE_ERROR_MS:
        time = clocks.length(Seconds(round(abs(facts.host_error_ms) / 1000)))
        yield Finding(Severity.WARNING, texts.HOST_CLOCK(time=time))
    if facts.game and is_too_slow(facts.slow_mode, facts.game):
        limit = longest_slow_mode(facts.game)
        yield Finding(Severity.WARNING, hosting.slowed(facts.room_id, facts.slow_mode, limit))


def _of_players(facts: CheckFacts) -> Iterator[Finding]:
    for player in facts.players:
        yield from player_permissions(facts.room_id, player.name, player.allowed)
        if player.busy_in or player.is_busy_elsewhere:
            text = texts.busy(player.name, player.busy_in, is_elsewhere=player.is_busy_elsewhere)
            yield Finding(Severity.WARNING, text)


def _of_private(facts: CheckFacts) -> Iterator[Finding]:
    reached = [player.name for player in facts.players if player.private is Private.REACHED]
    if reached:
        yield Finding(Severity.FINE, texts.REACHED(players=listing(map(bold_name, reached))))
    for player in facts.players:
        if player.private is Private.CLOSED:
            yield Finding(Severity.WARNING, texts.CLOSED(player=bold_name(player.name)))
        elif player.private is Private.UNKNOWN:
            yield Finding(Severity.WARNING, texts.UNKNOWN(player=bold_name(player.name)))


LONGEST_SECONDS: Final = 5.0
"""Longest wait for Discord, during the check of a match."""


async def facts_of_room(client: discord.Client, room: discord.TextChannel) -> CheckFacts:
    """Return the known facts of a room, whatever is to be played there."""
    return CheckFacts(
        room_id=room.id,
        allowed=MemberPermissions.of(room.guild.me, room),
        role=own_role(room.guild),
        reads_messages=await _reads_messages(client),
    )


async def find_start_blocker(
    client: discord.Client, guild_id: int, room_id: int, *, force: bool
) -> str | None:
    """Return the obstacles to a match in a room, with remedies; "" if there are none.

    They are those for which a start would be refused. None if they cannot be known, as in an
    outage.
    """
    guild = client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return None
    room = guild.get_channel(room_id)
    if not isinstance(room, discord.TextChannel):
        return texts.ROOM_GONE()
    check = run_checks(await facts_of_room(client, room))
    return "\n".join(stop.line for stop in check.stops(force=force))


async def _reads_messages(client: discord.Client) -> bool:
    """Return whether Discord gives the Dealer the text of messages; if unknown, it did at login."""
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            flags = (await client.application_info()).flags
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        return True
    return flags.gateway_message_content or flags.gateway_message_content_limited
