"""The delivery of one letter: what a try asks of Discord, and what the next one has to know."""

import logging
from typing import Any, Final

import discord

from bot.discord_clock import DiscordClock
from bot.obstacles import Lack
from bot.posts.already_sent import find_post
from bot.posts.attachments import Parcel, reference
from bot.posts.failures import REFUSED, wanted
from bot.posts.post import with_countdowns
from bot.posts.request_guard import RequestGuard
from bot.room_permissions import allowed_in

log = logging.getLogger(__name__)

ORIGINAL: Final = "@original"
LONGEST_CONTENT: Final = 2000


class Delivery:
    """One letter on its way.

    Attributes:
        guard: Watches over its requests.
        is_plain: Whether it goes in its simplest form, because Discord did not take the full one.
        is_in_words: Whether it goes without what the Dealer is not allowed to add.
        lack: What that is, where it is known to be a permission.
    """

    def __init__(
        self,
        client: discord.Client,
        clock: DiscordClock,
        parcel: Parcel,
        guard: RequestGuard,
        comes_after: int,
    ) -> None:
        """Begin a delivery; `comes_after` is a message before which the letter cannot stand."""
        self.guard = guard
        self.is_plain = self.is_in_words = False
        self.lack: Lack | None = None
        self._client = client
        self._clock = clock
        self._parcel = parcel
        self._comes_after = comes_after
        self._full = parcel
        self._post = parcel.post
        self._is_first_try = self._tells_time = parcel.is_new
        self._may_stand = not parcel.is_new
        self._owes_answer = self._post.token is not None

    async def attempt(self) -> int:
        """Try to deliver it; the message that it stands as."""
        self._tells_time, self._is_first_try = self._is_first_try, False
        async with self.guard.watching():
            if self._owes_answer:
                if self._parcel.acknowledged:
                    await self._parcel.acknowledged.wait()
                answered = await self._answer()
                if answered is not None:
                    return answered
            await self._choose_form()
            channel = await self._channel()
            if self._post.reaction and self._post.reply_to:
                return await self._react(channel, self._post.reply_to, self._post.reaction)
            return await self._found(channel) or await self._send(channel)

    async def _choose_form(self) -> None:
        """Put into words what the Dealer may not add in the room, as far as that is known."""
        full, lack = self._full, wanted(self._full)
        allowed = allowed_in(self._client, full.guild_id, full.room_id) if lack else None
        if lack and allowed and allowed.send_messages and not getattr(allowed, lack.value):
            self.is_in_words, self.lack = True, lack
        self._parcel = await full.in_words() if self.is_in_words else full
        self._post = self._parcel.post

    async def _channel(self) -> discord.PartialMessageable | discord.DMChannel:
        room, reader = self._parcel.room_id, self._parcel.reader_id
        if reader is None:
            return self._client.get_partial_messageable(room, guild_id=self._parcel.guild_id)
        return await self._client.create_dm(discord.Object(reader))

    async def _answer(self) -> int | None:
        """Put it in the place of the answer that an interaction still owes.

        A second try finds it there and changes nothing, so it cannot be said twice. None where
        there is no such answer any more; the letter is then a direct message as any other.
        """
        webhook = discord.Webhook.partial(
            self._client.application_id or 0, self._post.token or "", client=self._client
        )
        # Discord has a name for the answer, whose id is not known here; the library wants ids.
        edit: Any = webhook.edit_message
        files = await self._parcel.files()
        try:
            message = await edit(
                ORIGINAL,
                content=self._content(),
                attachments=files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if error.status not in REFUSED:
                raise
            log.warning("letter %s can be no answer any more: %s", self._parcel.nonce, error)
            self._owes_answer = False
            return None
        return int(message.id)

    async def _react(
        self,
        channel: discord.PartialMessageable | discord.DMChannel,
        message_id: int,
        reaction: str,
    ) -> int:
        await self.guard.take_permit()
        await channel.get_partial_message(message_id).add_reaction(reaction)
        return message_id

    async def _found(self, channel: discord.PartialMessageable | discord.DMChannel) -> int | None:
        """The post that it is already, where only the channel's history can tell."""
        if not self._may_stand and not self.guard.is_nonce_too_old:
            return None
        forms = (self._full, await self._full.in_words()) if wanted(self._full) else (self._full,)
        found = await find_post(self._client, forms, channel.id, self._comes_after)
        if found:
            log.info("letter %s stands already", self._parcel.nonce)
            return found
        # A try that is still on its way is known by the nonce, as from now on all are.
        self._may_stand, self.guard.unsure_since = False, None
        return None

    async def _send(self, channel: discord.PartialMessageable | discord.DMChannel) -> int:
        more = self._parcel.form
        if not self.is_plain:
            more |= {"files": await self._parcel.files(), **reference(self._post, channel.id)}
        await self.guard.take_permit()
        sent_ms = self._clock.local_ms()
        message = await channel.send(
            self._content(),
            nonce=self._parcel.nonce,
            allowed_mentions=self._parcel.mentions,
            **more,
        )
        if self._tells_time:
            # A later try may be answered with the message of an earlier one.
            self._clock.observe(message.id, sent_ms, self._clock.local_ms())
        return message.id

    def _content(self) -> str:
        content = with_countdowns(self._post.content, self._clock.now_ms())
        return content[:LONGEST_CONTENT] if self.is_plain else content
