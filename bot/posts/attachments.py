"""Makes what goes with a post: pictures with alt texts, the match record, a button."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Final, TypeVar

import discord
from discord import ui

from bot.card import MatchCard
from bot.posts.post import Post
from bot.texts import submissions, texts_of
from engine.matches.match import Match
from engine.records.record import write_record
from engine.seats import Seat, Viewer
from rendering import CloseUpPainter, Names, Picture, painter_of

T = TypeVar("T")

log = logging.getLogger(__name__)

OPEN_FORM: Final = "form"
"""The start of the id of a secrets button; the match's number follows: `form:7`."""


@dataclass(frozen=True, slots=True)
class DescribedPicture:
    """A picture, and its description for those who cannot see it.

    Attributes:
        name: What it shows, in lower case, usable in a file name: `board`.
        png: The picture.
        alt: The description.
    """

    name: str
    png: bytes
    alt: str


@dataclass(frozen=True)
class Attachments:
    """What can go with a post. Made only when the post is sent, since drawing takes a while.

    Attributes:
        pictures: Draws the position; called in a worker thread.
        record: Writes the match record; called in a worker thread.
    """

    pictures: Callable[[], tuple[DescribedPicture, ...]] = tuple
    record: Callable[[], str] = str

    async def files(self, post: Post) -> list[discord.File]:
        """The files of a post; one that cannot be made is left out: the match must go on."""
        stem, files = file_stems(post)[0], list[discord.File]()
        if post.board:
            files += picture_files(await self._described(post), f"{stem}-")
        if post.record:
            text = await _made(self.record, post)
            files += [discord.File(BytesIO(text.encode()), f"{stem}.dm")] if text else []
        return files

    async def alts(self, post: Post) -> tuple[str, ...]:
        """The alt texts of a post's pictures."""
        return tuple(each.alt for each in await self._described(post)) if post.board else ()

    async def _described(self, post: Post) -> tuple[DescribedPicture, ...]:
        return await _made(self.pictures, post) or ()


NO_ATTACHMENTS: Final = Attachments()


def attachments_of(card: MatchCard, match: Match, post: Post) -> Attachments:
    """What can go with a match's post: the position it shows, as its reader may see it."""
    if post.log_length != len(match.entries):
        match = Match.replay(match.game, match.entries[: post.log_length])
    return Attachments(
        pictures=lambda: described_pictures(match, post.to, card.names),
        record=lambda: write_record(match.game, card.names, match.entries),
    )


def described_pictures(
    match: Match, viewer: Viewer, names: Names, large: Seat | None = None
) -> tuple[DescribedPicture, ...]:
    """The pictures and alt texts of a position, as a viewer may see it.

    Args:
        match: The match.
        viewer: Who will see them.
        names: What the players are called.
        large: Whose part to show large, in games where each player has their own.
    """
    game, view = match.game, match.view(viewer)
    painter, texts = painter_of(game), texts_of(game)
    if large and isinstance(painter, CloseUpPainter):
        pictures: tuple[Picture, ...] = (painter.close_up(view, names, large),)
    else:
        pictures = painter.pictures(view, names)
    return tuple(
        DescribedPicture(each.name, each.png, texts.alt(each.name, view, names))
        for each in pictures
    )


def picture_files(pictures: tuple[DescribedPicture, ...], prefix: str = "") -> list[discord.File]:
    """Pictures as files with alt texts."""
    return [
        discord.File(BytesIO(each.png), f"{prefix}{each.name}.png", description=each.alt)
        for each in pictures
    ]


def form_button(match_id: int) -> ui.View:
    """The button that opens the form for a match's secret submissions.

    discord.py would keep a view in memory as long as it runs, so this one is stopped before it is
    posted: `bot.cogs.submissions` recognises the button by its id, even in a later process.
    """
    button: ui.Button[ui.View] = ui.Button(
        label=submissions.SUBMIT_LABEL,
        style=discord.ButtonStyle.primary,
        custom_id=f"{OPEN_FORM}:{match_id}",
    )
    view = ui.View(timeout=None).add_item(button)
    view.stop()
    return view


def file_stems(post: Post) -> tuple[str, str]:
    """The prefixes of a post's file names, by which the post can be recognised.

    The second is the prefix an older Dealer used; its posts may still wait in the database.
    """
    match_id = post.match_id
    return f"match-{match_id}-{post.readers}-{post.number}", f"match-{match_id}-{post.sequence}"


async def _made(make: Callable[[], T], post: Post) -> T | None:
    """The result of some work in a worker thread; None if it failed."""
    try:
        return await asyncio.to_thread(make)
    except Exception:
        log.exception("cannot make a file for post %s of match %s", post.number, post.match_id)
        return None
