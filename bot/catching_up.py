"""Reads what was said while nobody listened, in the order in which it was said."""

from dataclasses import replace
from typing import TypeAlias, TypeGuard

import discord

from bot import hearing
from bot.conversations import Conversations
from bot.discord_clock import snowflake_before, snowflake_ms
from bot.events import Edited, Reading, Typed
from bot.tables import Table

Said: TypeAlias = Typed | Edited


class Reader:
    """Reads rooms from where they have been heard to, and private words while they are awaited."""

    def __init__(self, client: discord.Client, conversations: Conversations) -> None:
        self._client = client
        self._conversations = conversations

    async def read(self, table: Table, until_ms: float) -> Reading:
        """All that has been said for a match up to an instant and may not be judged yet.

        Raises:
            discord.HTTPException: Discord does not answer, or does not let the Dealer read.
        """
        in_room, read_to = await self._in_room(table, until_ms)
        in_private = await self._in_private(table, until_ms)
        changed = await self._change_of_held(table, until_ms)
        said = sorted([*in_room, *in_private, *changed], key=_order)
        return Reading(_with_cursors(said, read_to), read_to)

    async def _in_room(self, table: Table, until_ms: float) -> tuple[list[Said], int]:
        """What the players have said in the room, and the newest message that was looked at."""
        room = self._room(table)
        read_to, said = table.read_to, list[Said]()
        if self._is_read(table):
            return said, read_to
        async for message in room.history(limit=None, after=discord.Object(read_to)):
            if snowflake_ms(message.id) > until_ms:
                break
            typed = hearing.said_aloud(table.card, message)
            if typed:
                said.append(typed)
            read_to = message.id
        return said, read_to

    def _is_read(self, table: Table) -> bool:
        """Whether the gateway has told that nothing stands in the room that was not heard."""
        newest = getattr(self._client.get_channel(table.card.room_id), "last_message_id", None)
        return newest is not None and newest <= table.read_to

    async def _in_private(self, table: Table, until_ms: float) -> list[Said]:
        """What the players have said in private since the phase began that awaits it."""
        if not table.awaits_secrets:
            return []
        since = discord.Object(snowflake_before(table.card.discord_ms(table.match.opened)))
        players = [player.id for player in table.card.players.values()]
        messages = [
            each for player in players for each in await self._conversations.since(player, since)
        ]
        answered = {each.reference.message_id for each in messages if each.reference}
        said = list[Said]()
        for message in messages:
            if message.author.id in players and snowflake_ms(message.id) <= until_ms:
                said += await self._for_table(table, message, is_known=message.id in answered)
        return said

    async def _for_table(
        self, table: Table, message: discord.Message, *, is_known: bool
    ) -> list[Said]:
        """A private message that may have been heard already, or edited since, if it is for it."""
        found = self._conversations.route(message)
        if found.tables == (table,):
            is_edit = message.edited_at is not None and table.has_judged(message.id)
            typed = hearing.said_in_private(table.card, message, found.text, is_edit=is_edit)
            return [typed] if typed else []
        asks = next((each for each in found.tables if each.awaits_secrets), None)
        if table is asks and not is_known:
            await self._conversations.ask_which(message, found.tables)
        return []

    async def _change_of_held(self, table: Table, until_ms: float) -> list[Said]:
        """An edit of the held move's message; one that is gone stands, as nobody saw it go."""
        if table.held_message is None:
            return []
        try:
            message = await self._room(table).fetch_message(table.held_message)
        except discord.NotFound:
            return []
        changed = hearing.edited(message)
        return [changed] if changed and changed.at_ms <= until_ms else []

    def _room(self, table: Table) -> discord.PartialMessageable:
        card = table.card
        return self._client.get_partial_messageable(card.room_id, guild_id=card.guild_id)


def _order(said: Said) -> tuple[int, int]:
    """Discord's own order: by the instant, and within it by the message's id."""
    return said.at_ms, said.said_id if isinstance(said, Typed) else said.message_id


def _with_cursors(said: list[Said], read_to: int) -> tuple[Said, ...]:
    """Each with the message up to which the room has been heard once it is judged.

    An edited message comes later than its place in the room: until it is judged, the room has been
    heard only to the message before it.
    """
    heard_to, cursors = read_to, list[int]()
    for each in reversed(said):
        cursors.append(heard_to)
        if _is_aloud(each):
            heard_to = min(heard_to, each.said_id - 1)
    return tuple(
        replace(each, heard_to=cursor) if _is_aloud(each) else each
        for each, cursor in zip(said, reversed(cursors), strict=True)
    )


def _is_aloud(said: Said) -> TypeGuard[Typed]:
    return isinstance(said, Typed) and not said.is_private
