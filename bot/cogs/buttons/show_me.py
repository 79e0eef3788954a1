"""*Show me* under a refusal: the cells that it names, drawn on the board for whoever presses it.

They see the position in which the entry was refused, as it was theirs to see.
"""

import asyncio
import re
from typing import Final

from bot.client.client import DealerClient, Interaction
from bot.client.command_tree import Declined
from bot.cogs.components import NUMBER, ComponentCog, component, number_in
from bot.cogs.permissions import require_log
from bot.incoming.replies import reply, when_done
from bot.posts.attachments import picture_files
from bot.posts.boards.pictures import DescribedPicture, marked_picture
from bot.posts.buttons import SHOW
from bot.posts.post import Post
from bot.texts.players import board_buttons
from engine.matches.match import Match
from engine.seats import SEATS, Viewer
from rendering import Marks

TEMPLATE: Final = f"{SHOW}{NUMBER}:(?P<readers>room|{'|'.join(SEATS)}):(?P<place>[0-9]{{1,9}})"


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Show whoever presses the button the cells of its refusal, on the board as they may see it."""
    told, picture = await when_done(interaction, _shown(interaction, pressed))
    await reply(interaction, told, lambda: picture_files((picture,)))


async def _shown(interaction: Interaction, pressed: re.Match[str]) -> tuple[str, DescribedPicture]:
    """The cells in words, and the board on which they are marked.

    Raises:
        Declined: They may not see it, or it is not known what the button was about.
    """
    registry, match_id = interaction.client.registry, number_in(pressed)
    card, entries = await require_log(interaction, match_id)
    viewer = card.seat_of(interaction.user.id)
    post = await registry.store.post(match_id, pressed["readers"], int(pressed["place"]))
    marks, log_length = _refused(post, viewer)
    theme = registry.preferences.theme_of_person(interaction.user.id, card.guild_id)

    def draw() -> DescribedPicture:
        match = Match.replay(card.game, entries[:log_length])
        return marked_picture(match, viewer, card.names, marks, theme=theme)

    told = board_buttons.shown(marks.cells, card.game.last_on(marks.board))
    return told, await asyncio.to_thread(draw)


def _refused(post: Post | None, viewer: Viewer) -> tuple[Marks, int]:
    """The cells of a refusal told in the room or to this viewer, and the log that led up to it.

    Raises:
        Declined: It was told to another seat, or is none.
    """
    if post is None or post.marks is None:
        raise Declined(board_buttons.NOTHING_TO_SHOW())
    if post.to not in {None, viewer}:
        raise Declined(board_buttons.TOLD_TO_OTHERS())
    return post.marks, post.log_length


class ShowMe(ComponentCog):
    """Listens for the button."""

    components = (component(TEMPLATE, press),)


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(ShowMe(bot))
