"""Finds the message that an earlier attempt at a post may have left in the channel.

Neither discord.py nor Discord can tell: Discord forgets a nonce after some minutes and does not
show it in the history. So a post is recognised by the names of its files or, without files, by its
text.
"""

import discord

from bot.posts.attachments import file_stems
from bot.posts.post import Post
from bot.rooms.history import PastMessage, read_history
from bot.texts.countdowns import may_read


async def find_message(
    client: discord.Client, forms: tuple[Post, ...], channel_id: int, after: int
) -> PastMessage | None:
    """The later message that a post has already become, in any of its forms; None if there is none.

    Raises:
        discord.HTTPException: Discord does not show the channel's history.
    """
    me = client.user.id if client.user else 0
    async for _, message in read_history(client, channel_id, after, frozenset({me})):
        if message and message.author.id == me and any(_is_it(each, message) for each in forms):
            return message
    return None


def _is_it(post: Post, message: PastMessage) -> bool:
    if message.files:
        starts = tuple(f"{stem}{end}" for stem in file_stems(post) for end in "-.")
        return any(each.startswith(starts) for each in message.files)
    # If the message it replied to was already gone, the reply became a plain message.
    return may_read(post.content, message.content) and message.replied_to in {None, post.reply_to}
