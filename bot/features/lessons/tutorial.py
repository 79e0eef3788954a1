"""`/tutorial`: guided positions in which a beginner makes each kind of move, in private.

No match is touched. The position that a message shows stands in the ids of its buttons, and a
user's progress in the database: so it goes on in any later process, in that message or a new one.
"""

import re
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import discord
from discord import app_commands, ui

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.components import form_text, patience_of, require_own, theme_for
from bot.cogs.interactions import (
    LONGEST_SUBMISSION,
    DeclinedError,
    choices_of,
    defer_for_reader,
    reply,
    respond,
    text_form,
)
from bot.features.lessons import texts
from bot.features.lessons.exercises import Page, notation, page_of, with_answer, with_hint
from bot.features.lessons.store import TutorialProgress, TutorialStore
from bot.live.services.processes import for_reader
from bot.posts.attachments import picture_files
from bot.posts.boards import DescribedPicture, described_pictures, marked_picture
from bot.posts.buttons import finished
from bot.texts import answers
from bot.texts.lessons.pages import exercises_of
from engine.game import AnyGame

TUTORIAL: Final = "tutorial"
"""The start of the ids of its buttons and forms.

`tutorial:GAME` begins a game's tutorial, or goes on with it, in a message of its own. Below a
position there are `tutorial:GAME:2:go` (to that position), `...:type` (opens the form) and
`...:hint`; the form is `tutorial:GAME:2`.
"""
ID: Final = re.compile(
    rf"{TUTORIAL}:(?P<game>[a-z-]+)(:(?P<number>[0-9]{{1,3}})(:(?P<what>go|type|hint))?)?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class ButtonTarget:
    """The subject of an id.

    Attributes:
        number: Number of the position, from 1; one more than there are for the closing.
        action: The button's action; empty for one that goes on, and for a form.
    """

    game: type[AnyGame]
    number: int | None
    action: str


def target_of(custom_id: str) -> ButtonTarget:
    """Return the subject of the id of a button or a form, or raise DeclinedError."""
    named = ID.fullmatch(custom_id)
    game = texts.TAUGHT.get(named["game"]) if named else None
    if named is None or game is None:
        raise DeclinedError(texts.GONE())
    number = int(named["number"]) if named["number"] else None
    place = ButtonTarget(game, number, named["what"] or "")
    last = len(exercises_of(game)) + (place.action == "go")
    if number is not None and not 1 <= number <= last:
        raise DeclinedError(texts.GONE())
    return place


# Buttons and forms


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Carry out a button's action."""
    place = target_of(pressed.string)
    if place.number is None:
        await _go_on(interaction, place.game)
        return
    require_own(interaction, texts.NOT_YOURS)
    page = await _page(interaction, place, place.number)
    match place.action:
        case "go":
            await _keep(interaction, place, place.number)
            await _turn(interaction, place.game, page)
        case "hint":
            await _turn(interaction, place.game, page, has_hint=True)
        case "type":
            asked = _form(place, page)
            await respond(interaction, lambda: interaction.response.send_modal(asked))
        case _:
            raise DeclinedError(texts.GONE())


async def take_typed(interaction: Interaction, sent: re.Match[str]) -> None:
    """Judge the text of a form; progress is stored before the answer."""
    place, text = target_of(sent.string), form_text(interaction)
    if place.number is None or place.action:
        raise DeclinedError(texts.GONE())
    require_own(interaction, texts.NOT_YOURS)
    if len(text) > LONGEST_SUBMISSION:
        raise DeclinedError(answers.TOO_LONG(most=LONGEST_SUBMISSION))
    page = await _page(interaction, place, place.number)
    page = with_answer(place.game, page, text)
    if page.is_done:
        await _keep(interaction, place, place.number + 1)
    await _turn(interaction, place.game, page)


# Progress


async def _progress(interaction: Interaction, kind: type[AnyGame]) -> TutorialProgress:
    tutorials = TutorialStore(interaction.client.store.access)
    return await tutorials.get(interaction.user.id, kind.name)


async def _keep(interaction: Interaction, place: ButtonTarget, number: int) -> None:
    tutorials = TutorialStore(interaction.client.store.access)
    progress = TutorialProgress(number, was_finished=number > len(exercises_of(place.game)))
    patience = patience_of(interaction)
    await tutorials.put(interaction.user.id, place.game.name, progress, patience)


# Pages


async def _page(interaction: Interaction, place: ButtonTarget, number: int) -> Page:
    was_finished = (await _progress(interaction, place.game)).was_finished
    return page_of(place.game, number, was_finished=was_finished)


async def _go_on(interaction: Interaction, kind: type[AnyGame]) -> None:
    if not await defer_for_reader(interaction):
        return
    progress = await _progress(interaction, kind)
    number = min(max(progress.number, 1), len(exercises_of(kind)) + 1)
    page = page_of(kind, number, was_finished=progress.was_finished)
    pictures = await _pictures(interaction, page)
    view = _buttons(kind, page)
    await reply(interaction, page.content, lambda: picture_files(pictures), view=view)


async def _turn(
    interaction: Interaction, kind: type[AnyGame], page: Page, *, has_hint: bool = False
) -> None:
    if not await defer_for_reader(interaction, thinking=False):
        return
    if has_hint:
        page = await for_reader(with_hint, kind, page)
    pictures = await _pictures(interaction, page)
    # Without new files the message would keep those that it has.
    more: dict[str, Any] = {} if pictures else {"attachments": []}
    await reply(
        interaction,
        page.content,
        lambda: picture_files(pictures),
        view=_buttons(kind, page),
        **more,
    )


async def _pictures(interaction: Interaction, page: Page) -> tuple[DescribedPicture, ...]:
    if page.match is None:
        return ()
    client, user, theme = interaction.client, interaction.user, theme_for(interaction)
    dealer = client.user.name if client.user else ""
    names = {page.seat: user.display_name, page.seat.opponent: dealer}
    board = page.match, page.seat, names
    if page.marks:
        return (await for_reader(marked_picture, *board, page.marks, theme=theme),)
    return await for_reader(described_pictures, *board, theme=theme)


def _buttons(kind: type[AnyGame], page: Page) -> ui.View:
    """Return the buttons below a page, whose ids `press` knows, also in a later process."""
    number, count, prefix = page.number, len(exercises_of(kind)), f"{TUTORIAL}:{kind.name}"
    main, other = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    if number > count:
        buttons = [(texts.AGAIN, other, "1:go")]
    elif page.is_done:
        buttons = [(texts.NEXT, main, f"{number + 1}:go")]
    else:
        buttons = [
            (texts.TYPE, main, f"{number}:type"),
            (texts.HINT, other, f"{number}:hint"),
            *([(texts.BACK, other, f"{number - 1}:go")] if number > 1 else []),
            (texts.SKIP, other, f"{number + 1}:go"),
        ]
    return finished(
        *(
            ui.Button(label=label(), style=style, custom_id=f"{prefix}:{subject}")
            for label, style, subject in buttons
        )
    )


def _form(place: ButtonTarget, page: Page) -> ui.Modal:
    custom_id = f"{TUTORIAL}:{place.game.name}:{page.number}"
    how = notation(page.match) if page.match else ""
    return text_form(custom_id, place.game.title, texts.FORM_LABEL(), how)


class Tutorial(BotCog):
    """Begins tutorials, and listens for their buttons and forms."""

    components: ClassVar = {rf"{TUTORIAL}:.*": press}
    forms: ClassVar = {rf"{TUTORIAL}:.*": take_typed}

    @app_commands.command(description="Learn a game's moves in six positions that only you see")
    @app_commands.describe(game="The game to learn")
    @app_commands.choices(game=choices_of(texts.TAUGHT))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def tutorial(self, interaction: Interaction, game: str) -> None:
        """Show the next position."""
        await _go_on(interaction, target_of(f"{TUTORIAL}:{game}").game)


setup = setup_of(Tutorial)
