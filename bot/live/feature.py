"""Where capabilities hang on to the live matches; none of these names one."""

from discord.ext import commands

from bot.values.card import MatchCard
from bot.values.post import Post


class Feature(commands.Cog):
    """A capability as the core knows it; each hook does nothing unless it is overridden.

    `Dealer.add_cog` tells the live matches of it. A feature whose class says `below = "match"` has
    its commands in the group `/match`, as they are called in the tree of all commands.
    """

    async def before_match(self, card: MatchCard) -> tuple[MatchCard, tuple[Post, ...]]:
        """Return the card of a match that is about to begin, and posts that go with its first."""
        return card, ()
