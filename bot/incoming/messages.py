"""Turns messages of Discord's into events of a match, if a seated player has said them."""

from dataclasses import replace
from typing import Final

import discord

from bot.card import MatchCard
from bot.discord_clock import snowflake_ms, timestamp_ms
from bot.history import Message
from bot.incoming.which_match import without_room
from bot.live.events import Choice, Edited, Typed
from bot.matches.runner import MatchRunner

# Everything else in a channel is Discord's own: a thread begun, a pin, somebody who has joined.
SPOKEN: Final = {discord.MessageType.default, discord.MessageType.reply}


def hear(runner: MatchRunner, message: Message) -> None:
    """Put a message in the room on its table's queue, if it is a seated player's."""
    typed = said_aloud(runner.card, message)
    if typed:
        runner.put(typed)


def hear_secret(runner: MatchRunner, message: Message, text: str) -> None:
    """Put what a player said to the Dealer alone on a table's queue."""
    typed = said_in_private(runner.card, message, text)
    if typed:
        runner.put(typed)


def said_aloud(card: MatchCard, message: Message) -> Typed | None:
    """A message in a match's room, if it is a seated player's.

    Of one that was edited before it was read, only the new text is known: it counts at the edit.
    """
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN:
        return None
    is_edit, at_ms = message.edited_at is not None, said_ms(message)
    return Typed(seat, message.content, message.id, at_ms, is_edit=is_edit, heard_to=message.id)


def said_in_private(card: MatchCard, message: Message, text: str) -> Typed | None:
    """What somebody said to the Dealer alone, if they sit at a match; `text` is for it."""
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN:
        return None
    is_edit, at_ms = message.edited_at is not None, said_ms(message)
    return Typed(seat, text, message.id, at_ms, is_private=True, is_edit=is_edit)


def chosen(card: MatchCard, choice: Choice, message: Message) -> Typed | None:
    """A private message whose author has said that it is for a match, if it is theirs to say."""
    if card.seat_of(message.author.id) is not choice.seat:
        return None
    typed = said_in_private(card, message, without_room(message.content))
    return replace(typed, inbox_id=choice.inbox_id) if typed else None


def edited(card: MatchCard, message: Message) -> Edited | None:
    """A message in a match's room as a seated player has changed it, if they have."""
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN or message.edited_at is None:
        return None
    return Edited(seat, message.id, message.content, said_ms(message))


def said_ms(message: Message) -> int:
    """When a message got the text that it has now."""
    if message.edited_at:
        return timestamp_ms(message.edited_at)
    return snowflake_ms(message.id)
