"""Finds the post of a letter that an earlier try may have left behind."""

import discord

from bot.history import Post, read_history
from bot.letters import may_read
from bot.parcel import Parcel


async def find_post(
    client: discord.Client, forms: tuple[Parcel, ...], channel_id: int, comes_after: int
) -> int | None:
    """The post that a letter has become already, in any of its forms, by its channel's history."""
    me = client.user.id if client.user else 0
    async for _, post in read_history(client, channel_id, comes_after, frozenset({me})):
        if post and post.author.id == me and any(_is_of(each, post) for each in forms):
            return post.id
    return None


def _is_of(parcel: Parcel, post: Post) -> bool:
    """Whether a post of the bot's own is a letter's: by its files, or else by what it says."""
    if post.files:
        stems = (parcel.file_stem, parcel.older_file_stem)
        starts = tuple(f"{stem}{end}" for stem in stems for end in "-.")
        return any(each.startswith(starts) for each in post.files)
    letter = parcel.letter.letter
    # A reply to what is gone was posted as a plain message.
    return may_read(letter.content, post.content) and post.replied_to in {None, letter.reply_to}
