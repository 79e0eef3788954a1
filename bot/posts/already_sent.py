"""Finds the message of a letter that an earlier try may have left behind."""

import discord

from bot.history import PastMessage, read_history
from bot.posts.attachments import Parcel
from bot.texts.countdowns import may_read


async def find_post(
    client: discord.Client, forms: tuple[Parcel, ...], channel_id: int, comes_after: int
) -> int | None:
    """The message that a post has become already, in any of its forms, by its channel's history."""
    me = client.user.id if client.user else 0
    async for _, message in read_history(client, channel_id, comes_after, frozenset({me})):
        if message and message.author.id == me and any(_is_of(each, message) for each in forms):
            return message.id
    return None


def _is_of(parcel: Parcel, message: PastMessage) -> bool:
    """Whether a message of the bot's own is a letter's: by its files, or else by what it says."""
    if message.files:
        stems = (parcel.file_stem, parcel.older_file_stem)
        starts = tuple(f"{stem}{end}" for stem in stems for end in "-.")
        return any(each.startswith(starts) for each in message.files)
    post = parcel.post
    # A reply to what is gone was posted as a plain message.
    return may_read(post.content, message.content) and message.replied_to in {None, post.reply_to}
