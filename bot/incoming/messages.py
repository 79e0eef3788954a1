"""Turns what players type to the Dealer alone into events of their match.

What is typed in a match's room is read by the cog of its game.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol, TypeAlias

import discord

from bot.card import MatchCard
from bot.discord_clock import snowflake_ms, timestamp_ms
from bot.incoming.which_match import without_room
from bot.live.values.events import Choice, Said, Typed
from bot.matches.runner import MatchRunner
from bot.rooms.history import Message

SPOKEN: Final = {discord.MessageType.default, discord.MessageType.reply}
"""All other messages are Discord's own: about a new thread, a pin, or somebody who has joined."""


class RoomHearing(Protocol):
    """The cog of a game, as far as it hears the rooms where its game is played."""

    def hear(self, runner: MatchRunner, message: discord.Message, *, is_edit: bool = False) -> None:
        """Hand a match what a message in its room says."""

    def read(self, card: MatchCard, message: Message, *, is_edit: bool = False) -> Said | None:
        """Return the event that a message in a match's room makes; None for conversation."""


HearingOf: TypeAlias = Callable[[MatchCard], RoomHearing]
"""Tells which cog hears the room of a match."""


def hear_secret(runner: MatchRunner, message: discord.Message, text: str) -> None:
    """Queue what a player has typed to the Dealer alone; `text` is without the room's name."""
    typed = typed_in_private(runner.card, message, text)
    if typed:
        runner.put(typed)


def typed_in_private(card: MatchCard, message: discord.Message, text: str) -> Typed | None:
    """Read a message to the Dealer alone; None unless a player wrote it."""
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN:
        return None
    is_edit, at_ms = message.edited_at is not None, said_ms(message)
    own = card.private_channels.get(seat)
    channel_id = own if message.channel.id == own else None
    typed = Typed(seat, text, message.id, at_ms, is_private=True, is_edit=is_edit)
    return replace(typed, channel_id=channel_id, has_picture=has_picture(message))


def has_picture(message: Message) -> bool:
    """Return True if a picture came with a message that was heard, not read in the history."""
    files = message.attachments if isinstance(message, discord.Message) else ()
    return any((each.content_type or "").startswith("image/") for each in files)


def chosen(card: MatchCard, choice: Choice, message: discord.Message) -> Typed | None:
    """Read what a player has chosen this match for; None if it is not theirs."""
    if card.seat_of(message.author.id) is not choice.seat:
        return None
    typed = typed_in_private(card, message, without_room(message.content))
    return replace(typed, inbox_id=choice.inbox_id) if typed else None


def said_ms(message: Message) -> int:
    """Return when a message got its present text."""
    if message.edited_at:
        return timestamp_ms(message.edited_at)
    return snowflake_ms(message.id)
