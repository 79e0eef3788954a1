"""A letter with what goes with it, and what of that Discord is handed."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord

from bot.discord_clock import snowflake_before
from bot.posts.form_button import form_button
from bot.posts.post import Post, Slot, with_countdowns
from bot.texts.common import HEARD_IN_WORDS, LONGEST_MESSAGE, boards_in_words
from rendering import Picture

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Parcel:
    """A letter with what goes with it, made when it is about to be sent.

    Attributes:
        guild_id: The guild of the room.
        room_id: The room.
        reader_id: The user who alone is to read it; None where it is for the room.
        letter: What is to be told.
        pictures: Draws the pictures of the position; called in a worker thread.
        record: Writes the match record.
        began_ms: When the match began, which tells it from one of another database.
        is_new: Whether this process wrote the letter, so that it cannot have been sent before.
        is_moot: Whether the match has moved on so that the letter is not worth sending any more.
        acknowledged: Set once the interaction that it answers is; None where it was already.
    """

    guild_id: int
    room_id: int
    reader_id: int | None
    post: Post
    pictures: Callable[[], tuple[Picture, ...]]
    record: Callable[[], str]
    began_ms: int
    is_new: bool
    is_moot: Callable[[], bool]
    acknowledged: asyncio.Event | None = None

    @property
    def channel(self) -> int:
        """The room, or the user who reads it in private."""
        return self.reader_id or self.room_id

    @property
    def lane(self) -> tuple[int, Slot | None]:
        """What keeps its order: a channel, but for what hangs on one player's messages there."""
        post = self.post
        return self.channel, post.slot if post.hangs_on_message else None

    @property
    def nonce(self) -> str:
        """The same at every try, so that Discord recognises a repetition."""
        post = self.post
        # No digit is a capital: a host who plays reads two kinds of letters in one conversation.
        place = f"{post.readers[0].upper()}{post.number:x}"
        return f"{post.match_id:x}.{self.began_ms:x}.{place}"

    @property
    def file_stem(self) -> str:
        """Tells match, readers and number, so that a post can be recognised by its file."""
        post = self.post
        return f"match-{post.match_id}-{post.readers}-{post.number}"

    @property
    def older_file_stem(self) -> str:
        """As an older Dealer named it, whose letters may still be waiting in the file."""
        return f"match-{self.post.match_id}-{self.post.sequence}"

    @property
    def comes_after(self) -> int:
        """A message before which it cannot stand: one of its match, or the match's beginning."""
        return max(self.post.comes_after, snowflake_before(self.began_ms))

    async def files(self) -> list[discord.File]:
        """What is attached; what cannot be made is left out, for a match must go on without."""
        post, files = self.post, list[discord.File]()
        try:
            if post.board:
                # Drawn beside the event loop.
                pictures = await asyncio.to_thread(self.pictures)
                files += picture_files(pictures, f"{self.file_stem}-")
            if post.record:
                record = BytesIO(self.record().encode())
                files.append(discord.File(record, f"{self.file_stem}.dm"))
        except Exception:
            log.exception("a file of letter %s cannot be made", self.nonce)
        return files

    async def in_words(self) -> "Parcel":
        """The same for a room that takes no files or no reactions.

        A board's alt text is the message then, and a short reply takes the place of a reaction.
        """
        post = self.post
        if post.reaction:
            said = replace(post, reaction=None, content=HEARD_IN_WORDS)
        else:
            said = replace(post, content=await self._described(), board=False, record=False)
        return replace(self, post=said)

    async def _described(self) -> str:
        """The text with the boards in words, as far as a message holds them."""
        content, alts = self.post.content, tuple[str, ...]()
        if self.post.board:
            try:
                pictures = await asyncio.to_thread(self.pictures)
                alts = tuple(each.alt for each in pictures)
            except Exception:
                log.exception("the boards of letter %s cannot be described", self.nonce)
        left = LONGEST_MESSAGE - len(with_countdowns(content, self.began_ms))
        return content + boards_in_words(alts, left)

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Whom it may ping."""
        users = [discord.Object(user_id) for user_id in self.post.pings]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    @property
    def form(self) -> dict[str, Any]:
        """The button for secret submissions, where one goes with it."""
        return {"view": form_button(self.post.match_id)} if self.post.form else {}


def picture_files(pictures: tuple[Picture, ...], prefix: str = "") -> list[discord.File]:
    """Pictures as described attachments."""
    return [
        discord.File(BytesIO(each.png), f"{prefix}{each.name}.png", description=each.alt)
        for each in pictures
    ]


def reference(post: Post, channel_id: int) -> dict[str, Any]:
    """What makes a post a reply; it is posted all the same if the other is gone."""
    if post.reply_to is None:
        return {}
    replied_to = discord.MessageReference(
        message_id=post.reply_to, channel_id=channel_id, fail_if_not_exists=False
    )
    return {"reference": replied_to}
