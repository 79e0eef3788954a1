"""The buttons below a board: a word said, the board large, one's own secret, the rules."""

import asyncio
import re
from typing import Final

from bot.client.client import DealerClient, Interaction
from bot.client.command_tree import Declined
from bot.cogs.components import (
    NUMBER,
    ComponentCog,
    component,
    number_in,
    take,
)
from bot.cogs.lessons.rules import show_rules
from bot.cogs.permissions import (
    require_host,
    require_match,
    require_no_player,
    require_seat,
)
from bot.incoming.replies import defer, follow_up, reply
from bot.live.values.events import Typed
from bot.matches.runner import MatchRunner
from bot.posts.attachments import picture_files
from bot.posts.boards.pictures import described_pictures
from bot.posts.buttons import (
    ALONE,
    BOARD,
    CONCEDE,
    LOCK,
    SAY,
    SURE,
    BoardButton,
    of_boards,
    sure,
)
from bot.posts.compose import composer_of
from bot.texts import boards, texts_of
from bot.texts.players import board_buttons
from engine.games import GAMES
from engine.seats import HOST, Seat
from rendering import close_ups_of

WORDS: Final = sorted(
    {CONCEDE, *(word for kind in GAMES.values() for word in texts_of(kind).words)}
)


async def say(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Say a word for the player who pressed its button, as if they had typed it."""
    runner = require_match(interaction.client.registry, number_in(pressed))
    seat = require_seat(runner, interaction.user.id)
    pressed_on = interaction.message.id if interaction.message else 0
    is_of_turn = pressed_on >= (runner.live.opened_by or 0)
    if is_of_turn and pressed["place"] == SAY and (missing := _missing(runner, seat, pressed)):
        question = f"{missing}\n{board_buttons.SURE_TO_LOCK()}"
        await reply(interaction, question, view=sure(LOCK, runner.card.id))
        return
    said = Typed.by_button(seat, pressed["word"], interaction.id, interaction.token, pressed_on)
    await take(interaction, runner, said)


def _missing(runner: MatchRunner, seat: Seat, pressed: re.Match[str]) -> str:
    """Say what a player who locks now would leave out; nothing for another word."""
    match = runner.match
    if pressed["word"] != LOCK or not match.game.may_submit(match.state, seat):
        return ""
    return texts_of(match.game).missing(match.view(seat))


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Show whoever presses a button what it is for, or ask them."""
    runner = require_match(interaction.client.registry, number_in(pressed))
    match BoardButton(pressed["kind"]):
        case BoardButton.MINE:
            await _show_own(interaction, runner)
        case BoardButton.READ:
            await _let_host_read(interaction, runner)
        case BoardButton.LARGE:
            await _show_large(interaction, runner)
        case BoardButton.RULES:
            await show_rules(interaction, runner.match.game, runner.card.id)
        case BoardButton.CONCEDE:
            require_seat(runner, interaction.user.id)
            await reply(interaction, board_buttons.SURE(), view=sure(CONCEDE, runner.card.id))
        case BoardButton.GO_ON:
            await defer(interaction, thinking=False)
            await reply(interaction, board_buttons.NOT_SAID(), view=None)


async def _show_own(interaction: Interaction, runner: MatchRunner) -> None:
    """Show a player what they have submitted and nobody else sees, and what they hold closed.

    Raises:
        Declined: They have nothing of that kind.
    """
    seat = runner.card.seat_of(interaction.user.id)
    hidden = composer_of(runner.card).own_secret(runner.match, seat) if seat else ""
    if not hidden:
        raise Declined(board_buttons.NOTHING_HIDDEN())
    # Drawing it may take longer than Discord waits for an answer.
    if await defer(interaction):
        await _show(interaction, runner, hidden)


async def _let_host_read(interaction: Interaction, runner: MatchRunner) -> None:
    """Show a host what hosts may read who judge a match.

    Raises:
        Declined: They are no host, or play themselves, or there is nothing.
    """
    await require_host(interaction)
    require_no_player(runner.card.player_ids, interaction.user.id)
    match, seating = runner.match, composer_of(runner.card).seating
    paragraphs = texts_of(match.game).host_reading(seating, match.view(HOST))
    if not paragraphs:
        raise Declined(board_buttons.NOTHING_TO_READ())
    first, *others = boards.in_messages(paragraphs)
    await reply(interaction, first)
    for each in others:
        await follow_up(interaction, each)


async def show_alone(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Show another board instead of the one that stands alone in a private answer."""
    runner = require_match(interaction.client.registry, number_in(pressed))
    if await defer(interaction, thinking=False):
        await _show(interaction, runner, board=pressed["board"])


async def _show_large(interaction: Interaction, runner: MatchRunner) -> None:
    """Show one of several boards alone, the one that matters most to whoever asks."""
    painter = close_ups_of(runner.match.game)
    if painter and await defer(interaction):
        view = runner.match.view(runner.card.seat_of(interaction.user.id))
        await _show(interaction, runner, board=painter.foremost(view))


async def _show(
    interaction: Interaction, runner: MatchRunner, told: str = "", board: str | None = None
) -> None:
    """Show somebody the position as they may see it, once the answer has been deferred."""
    card, match = runner.card, runner.match
    viewer = card.seat_of(interaction.user.id)
    preferences = interaction.client.registry.preferences
    theme = preferences.theme_of_person(interaction.user.id, card.guild_id)
    shown = await asyncio.to_thread(
        described_pictures, match, viewer, card.names, board, theme=theme
    )
    view = of_boards(card.id, match.game) if board else None
    await reply(interaction, told, lambda: picture_files(shown), view=view)


class BoardButtons(ComponentCog):
    """Listens for the buttons below boards."""

    components = (
        component(f"(?P<place>{SAY}|{SURE}):(?P<word>{'|'.join(WORDS)}){NUMBER}", say),
        component(rf"{ALONE}:(?P<board>[a-z0-9]+){NUMBER}", show_alone),
        component(f"{BOARD}:(?P<kind>{'|'.join(BoardButton)}){NUMBER}", press),
    )


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(BoardButtons(bot))
