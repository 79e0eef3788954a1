"""Turns what players type, edit and delete on Discord into events of their match."""

from dataclasses import replace
from typing import Final

import discord

from bot.card import MatchCard
from bot.discord_clock import snowflake_ms, timestamp_ms
from bot.incoming.which_match import without_room
from bot.live.values.events import Choice, Deleted, Edited, HostTyped, Typed
from bot.matches.runner import MatchRunner
from bot.rooms.history import Message
from engine.notation import counted

SPOKEN: Final = {discord.MessageType.default, discord.MessageType.reply}
"""All other messages are Discord's own: about a new thread, a pin, or somebody who has joined."""


def hear(runner: MatchRunner, message: Message) -> None:
    """Queue what a player has typed in the match's room."""
    typed = typed_in_room(runner.card, message)
    if typed:
        runner.put(typed)


def hear_secret(runner: MatchRunner, message: discord.Message, text: str) -> None:
    """Queue what a player has typed to the Dealer alone; `text` is without the room's name."""
    typed = typed_in_private(runner.card, message, text)
    if typed:
        runner.put(typed)


def hear_edit(runner: MatchRunner, message: Message) -> None:
    """Queue what a player has made of a message in the match's room."""
    change = edited(runner.card, message)
    if change:
        runner.put(change)


def hear_deletion(runner: MatchRunner, message_ids: set[int], at_ms: int) -> None:
    """Queue that messages in the match's room are gone, whoever wrote or deleted them."""
    for message_id in sorted(message_ids):
        runner.put(Deleted(message_id, at_ms))


def typed_in_room(card: MatchCard, message: Message) -> Typed | None:
    """Read a message in the match's room; None unless a player wrote it.

    If it was edited before it was read, only the new text is known, and counts from the edit.
    """
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN:
        return None
    is_edit, at_ms = message.edited_at is not None, said_ms(message)
    return Typed(seat, message.content, message.id, at_ms, is_edit=is_edit, heard_to=message.id)


def line_in_room(card: MatchCard, message: Message) -> HostTyped | None:
    """Read a line that judges the match, if a host wrote it in its room; None if it is no line.

    Whoever plays is a player, even a host.
    """
    is_line = card.game.is_judged() and counted(message.content) is not None
    if not is_line or card.seat_of(message.author.id) or message.type not in SPOKEN:
        return None
    is_edit, at_ms, text = message.edited_at is not None, said_ms(message), message.content
    line = HostTyped(text, message.id, message.author.id, at_ms, is_edit=is_edit)
    return replace(line, heard_to=message.id)


def typed_in_private(card: MatchCard, message: discord.Message, text: str) -> Typed | None:
    """Read a message to the Dealer alone; None unless a player wrote it."""
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN:
        return None
    is_edit, at_ms = message.edited_at is not None, said_ms(message)
    own = card.private_channels.get(seat)
    channel_id = own if message.channel.id == own else None
    typed = Typed(seat, text, message.id, at_ms, is_private=True, is_edit=is_edit)
    return replace(typed, channel_id=channel_id)


def chosen(card: MatchCard, choice: Choice, message: discord.Message) -> Typed | None:
    """Read what a player has chosen this match for; None if it is not theirs."""
    if card.seat_of(message.author.id) is not choice.seat:
        return None
    typed = typed_in_private(card, message, without_room(message.content))
    return replace(typed, inbox_id=choice.inbox_id) if typed else None


def edited(card: MatchCard, message: Message) -> Edited | None:
    """Read an edit in the match's room; None unless a player edited their own message."""
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN or message.edited_at is None:
        return None
    return Edited(seat, message.id, message.content, said_ms(message))


def said_ms(message: Message) -> int:
    """Return when a message got its present text."""
    if message.edited_at:
        return timestamp_ms(message.edited_at)
    return snowflake_ms(message.id)
