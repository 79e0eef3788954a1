"""The facts for a check before a match, and the probes of its players in private."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import aiohttp
import discord

from bot.cogs.bot import DealerClient
from bot.cogs.interactions import DeclinedError
from bot.features.private_channels.cog import channel_findings, private_channels_of, serves
from bot.features.starting.store import StartingStore
from bot.live.services.checks import (
    LONGEST_SECONDS,
    Check,
    CheckFacts,
    Player,
    Private,
    facts_of_room,
    run_checks,
)
from bot.posts.sending.room import MemberPermissions
from bot.texts import checks as texts
from bot.texts.language import speaking
from bot.texts.seating import plain_name
from bot.values.discord_time import snowflake_ms
from engine.game import AnyGame
from engine.seats import Seat

log = logging.getLogger(__name__)

STAYS_REACHED_MS: Final = 7 * 24 * 3600 * 1000


async def probe_direct_messages(client: DealerClient, player: Player, text: str) -> Private:
    """Probe a player in private, unless done of late; return the result.

    Their private channel is used, if they have a usable one.
    """
    store, clock = StartingStore(client.store.access), client.clock
    user_id, channel_id = player.id, player.channel_id
    place, pinged = channel_id or user_id, discord.Object(user_id)
    message_id = await store.reached(place)
    if message_id and clock.now_ms() - snowflake_ms(message_id) < STAYS_REACHED_MS:
        return Private.REACHED
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            channel = (
                client.get_partial_messageable(channel_id)
                if channel_id
                else await client.create_dm(pinged)
            )
            # By its nonce Discord knows a repetition, even by a process that knows nothing of it.
            message = await channel.send(
                f"<@{user_id}> {text}" if channel_id else text,
                nonce=f"reach{user_id}",
                allowed_mentions=discord.AllowedMentions(users=[pinged]),
            )
    except discord.Forbidden:
        return Private.CLOSED
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("cannot tell whether %s takes direct messages: %r", user_id, error)
        return Private.UNKNOWN
    await store.put_reached(place, message.id)
    return Private.REACHED


async def facts_of(
    client: DealerClient,
    room: discord.TextChannel,
    game: AnyGame | None,
    players: Mapping[Seat, discord.Member],
) -> CheckFacts:
    """Return the known facts of a room, and of a match that is to be played there."""
    me = room.guild.me
    people = {seat: player for seat, player in players.items() if player != me}
    known = await private_channels_of(client).store.of_server(room.guild.id)
    channels = [
        (player, known[player.id], people.get(seat.opponent))
        for seat, player in people.items()
        if player.id in known
    ]
    usable = {
        player.id: channel_id
        for player, channel_id, other in channels
        if serves(player, channel_id, other)
    }
    facts = await facts_of_room(client, room)
    return replace(
        facts,
        is_taken=client.runners.has_live_in(room.id)
        or client.quarantine.in_room(room.id) is not None,
        is_private=room.id in known.values(),
        host_error_ms=client.clock.host_error_ms(),
        game=game,
        players=tuple(
            _player(client, player, room, usable.get(player.id)) for player in people.values()
        ),
        # A player who is not named yet may be bound by it.
        slow_mode=slow_mode_for(list(people.values()), room) if players else room.slowmode_delay,
        findings=tuple(
            finding
            for channel in channels
            for finding in channel_findings(*channel)
            if game is None or game.has_secrets
        ),
    )


async def startable(
    client: DealerClient,
    room: discord.TextChannel,
    game: AnyGame,
    players: Mapping[Seat, discord.Member],
    *,
    force: bool,
) -> Check:
    """Check that a match may start; nobody is told of one that may not.

    Raises:
        DeclinedError: Something forbids it, or stops it and the host does not force it.
    """
    facts = await facts_of(client, room, game, players)
    check = run_checks(facts)
    if check.stops(force=force):
        raise DeclinedError(check.refusal())
    return run_checks(await with_private(client, room, facts))


async def with_private(
    client: DealerClient, room: discord.TextChannel, facts: CheckFacts
) -> CheckFacts:
    """Add to the facts which players can be reached in private."""
    if not (facts.game and facts.game.has_secrets):
        return facts
    choices, title = client.choices, facts.game.title
    usual = choices.language_of_server(room.guild.id)

    def said_to(user_id: int) -> str:
        with speaking(choices.language_of_person(user_id, usual)):
            return texts.ANNOUNCED(
                title=title, room=room.mention, server=plain_name(room.guild.name)
            )

    reached = await asyncio.gather(
        *(probe_direct_messages(client, player, said_to(player.id)) for player in facts.players)
    )
    players = zip(facts.players, reached, strict=True)
    probed = tuple(replace(player, private=private) for player, private in players)
    return replace(facts, players=probed)


def _player(
    client: DealerClient,
    member: discord.Member,
    room: discord.TextChannel,
    channel_id: int | None,
) -> Player:
    cards = [runner.card for runner in client.runners if runner.card.room_id != room.id]
    own = [card for card in cards if card.seat_of(member.id)]
    here = [card.room_id for card in own if card.guild_id == room.guild.id]
    return Player(
        id=member.id,
        name=member.display_name,
        allowed=MemberPermissions.of(member, room),
        busy_in=tuple(sorted(here)),
        is_busy_elsewhere=len(here) < len(own),
        channel_id=channel_id,
    )


def slow_mode_for(players: list[discord.Member], room: discord.TextChannel) -> int:
    """Return the slow mode, in seconds, that applies to any of the players; 0 if none does."""
    is_bound = not all(room.permissions_for(player).bypass_slowmode for player in players)
    return room.slowmode_delay if is_bound else 0
