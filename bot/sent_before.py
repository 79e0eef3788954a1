"""Finds the post of a letter that an earlier try may have left behind."""

import discord

from bot.letters import may_read
from bot.parcel import Parcel


async def find_post(
    parcel: Parcel, channel: discord.abc.Messageable, author_id: int, comes_after: int
) -> discord.Message | None:
    """The post that a letter has become already, looked up in its channel's history."""
    async for message in channel.history(limit=None, after=discord.Object(comes_after)):
        if message.author.id == author_id and _is_of(parcel, message):
            return message
    return None


def _is_of(parcel: Parcel, message: discord.Message) -> bool:
    """Whether a post of the bot's own is a letter's: by its files, or else by what it says."""
    if message.attachments:
        stems = (parcel.file_stem, parcel.older_file_stem)
        starts = tuple(f"{stem}{end}" for stem in stems for end in "-.")
        return any(each.filename.startswith(starts) for each in message.attachments)
    letter, replied_to = parcel.letter.letter, message.reference and message.reference.message_id
    # A reply to what is gone was posted as a plain message.
    return may_read(letter.content, message.content) and replied_to in {None, letter.reply_to}
