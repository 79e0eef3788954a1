"""The attachments of a post: pictures with alt texts, the match record, a button."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BytesIO
from typing import Final, TypeVar

import discord
from discord import ui

from bot.posts.boards import DescribedPicture, described_view
from bot.posts.buttons import buttons_below
from bot.posts.compose import Composer
from bot.texts import match_log
from bot.texts.language import speaking
from bot.texts.matches import SMALL_PRINT
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.card import MatchCard
from bot.values.post import DisplaySettings, Post
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.records.history import fresh_match, history
from engine.records.record import write_record
from engine.records.summary import summary_of
from engine.seats import Viewer
from rendering.themes import Theme

T = TypeVar("T")

log = logging.getLogger(__name__)

# Two threads, so that a small board need not wait for a large one; more of them would take the
# interpreter in turns with the loop and the database.
PAINTER: Final = ThreadPoolExecutor(2, "painter")

Animate = Callable[[MatchCard, tuple[Entry, ...], Theme], Awaitable[bytes]]
"""Has the animation of a match with this log made; no bytes where there is nothing to see."""


async def _no_animation(*_: object) -> bytes:
    return b""


@dataclass(frozen=True)
class Attachments:
    """The attachments of a post, made only when it is sent, since drawing takes a while.

    Attributes:
        pictures: Drawing of the position; called in a worker thread.
        record: Writing of the match record; called in a worker thread.
        figures: Text for below a result; called in a worker thread.
        animation: Making of the match's animation; no bytes if there is nothing to see.
        animation_alt: Alt text of the animation.
        buttons: Making of the buttons, if there are any.
    """

    pictures: Callable[[], tuple[DescribedPicture, ...]] = tuple
    record: Callable[[], str] = str
    figures: Callable[[], str] = str
    animation: Callable[[], Awaitable[bytes]] = _no_animation
    animation_alt: Callable[[], str] = str
    buttons: Callable[[], ui.View | None] = lambda: None

    async def with_figures(self, post: Post) -> Post:
        """Add the match's figures to a result, above its small print; keep other posts.

        They are made only when it is sent, as all of the match is replayed for them.
        """
        if not post.extras.has_record:
            return post
        figures = await _made(asyncio.to_thread(self.figures), post)
        if not figures:
            return post
        text, mark, small_print = post.content.partition(f"\n{SMALL_PRINT}")
        content = f"{text}\n{figures}{mark}{small_print}"
        return replace(post, content=content) if len(content) <= LONGEST_MESSAGE else post

    async def files(self, post: Post) -> list[discord.File]:
        """Make the files of a post, without those that fail: the match must go on."""
        stem, files = file_stems(post)[0], list[discord.File]()
        if post.extras.has_board:
            loop = asyncio.get_running_loop()
            pictures = await _made(loop.run_in_executor(PAINTER, self.pictures), post)
            files += picture_files(pictures or (), f"{stem}-")
        if post.extras.has_animation:
            gif, name = await _made(self.animation(), post), f"{stem}-replay.gif"
            alt = self.animation_alt()
            files += [discord.File(BytesIO(gif), name, description=alt)] if gif else []
        if post.extras.has_record:
            text = await _made(asyncio.to_thread(self.record), post)
            files += [discord.File(BytesIO(text.encode()), f"{stem}.dm")] if text else []
        return files

    async def alts(self, post: Post) -> tuple[str, ...]:
        """Return the alt texts of a post's pictures."""
        if not post.extras.has_board:
            return ()
        pictures = await _made(asyncio.to_thread(self.pictures), post)
        return tuple(picture.alt for picture in pictures or ())


NO_ATTACHMENTS: Final = Attachments()


def attachments_of(
    card: MatchCard,
    match: Match,
    post: Post,
    settings_of: Callable[[MatchCard, Viewer], DisplaySettings],
    animate: Animate = _no_animation,
) -> Attachments:
    """Return the attachments of a match's post, with the position as its reader may see it.

    The display settings are asked for when something is made, which may be long after this.
    """
    viewer, entries = post.recipient or card.reader, match.entries[: post.place.log_length]

    def said(make: Callable[[], T]) -> T:
        with speaking(settings_of(card, viewer).language):
            return make()

    @cache
    def shown() -> Match:
        is_latest = len(entries) == len(match.entries)
        reached = match if is_latest else Match.replay(match.game, entries)
        return (
            reached.at_submission(post.recipient)
            if post.recipient and post.extras.is_at_submission
            else reached
        )

    def pictures() -> tuple[DescribedPicture, ...]:
        theme = settings_of(card, viewer).theme
        view = shown().view(viewer)
        return said(partial(described_view, match.game, view, card.names, theme=theme))

    return Attachments(
        pictures=pictures,
        record=lambda: write_record(match.game, card.names_at_first, shown().entries),
        figures=lambda: said(partial(_figures, card, shown())),
        animation=lambda: animate(card, entries, settings_of(card, viewer).theme),
        animation_alt=lambda: said(match_log.ANIMATION_ALT),
        buttons=partial(said, partial(buttons_below, post, match.game)),
    )


def _figures(card: MatchCard, match: Match) -> str:
    if match.result is None or match.result.winner is None:
        return ""
    summary = summary_of(history(fresh_match(match), match.entries))
    return match_log.figures(Composer(card).seating, summary)


def picture_files(pictures: tuple[DescribedPicture, ...], prefix: str = "") -> list[discord.File]:
    """Convert pictures to files with alt texts."""
    return [
        discord.File(BytesIO(picture.png), f"{prefix}{picture.name}.png", description=picture.alt)
        for picture in pictures
    ]


def file_stems(post: Post) -> tuple[str, str]:
    """Return the prefixes of a post's file names, by which the post can be recognised.

    The second is the prefix an older Dealer used; its posts may still wait in the database.
    """
    place = post.place
    stem = f"match-{place.match_id}"
    return f"{stem}-{post.readers}-{place.number}", f"{stem}-{place.sequence}"


async def _made(making: Awaitable[T], post: Post) -> T | None:
    """Return the result of some work; None if it failed."""
    try:
        return await making
    except Exception:
        place = post.place
        log.exception("cannot make a file for post %s of match %s", place.number, place.match_id)
        return None
