"""The buttons below a board: a word said, the board large, one's own secret."""

import re
from typing import ClassVar, Final

import aiohttp
import discord

from bot.cogs.bot import BotCog, DealerClient, Interaction, setup_of
from bot.cogs.components import (
    NUMBER,
    acknowledge,
    data_of,
    form_text,
    number_in,
    patience_of,
    take,
)
from bot.cogs.incoming.messages import chosen
from bot.cogs.interactions import (
    CHOSEN_MATCH,
    LONGEST_SUBMISSION,
    SENT_FORM,
    DeclinedError,
    defer,
    defer_for_reader,
    form,
    reply,
    reply_in_parts,
    respond,
    when_done,
)
from bot.cogs.permissions import (
    require_host,
    require_log,
    require_match,
    require_no_player,
    require_seat,
)
from bot.live.runner import MatchRunner
from bot.live.services.processes import for_reader
from bot.posts.answers import Answers
from bot.posts.attachments import picture_files
from bot.posts.boards import DescribedPicture, described_pictures, marked_picture
from bot.posts.buttons import (
    ALONE,
    BOARD,
    CONCEDE,
    LOCK,
    OPEN_FORM,
    SAY,
    SHOW,
    SURE,
    BoardButton,
    of_boards,
    sure,
)
from bot.posts.compose import Composer
from bot.storage.store import NotLiveError
from bot.storage.writer import StorageUnavailableError
from bot.texts import answers, boards, language
from bot.values.events import MatchChoice, MatchChoiceRejected, PlayerMessage
from engine.games import GAMES
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS, Seat
from engine.texts import texts_of
from rendering import close_ups_of

WORDS: Final = sorted(
    {CONCEDE, *(word for kind in GAMES.values() for word in texts_of(kind).words)}
)
WORD_BUTTON: Final = f"(?P<place>{SAY}|{SURE}):(?P<word>{'|'.join(WORDS)}){NUMBER}"

ANSWERED: Final = sorted({*BoardButton} - {BoardButton.RULES})
"""The other one is answered where the rules are."""


async def say(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Say a word for the player who pressed its button, as if they had typed it."""
    runner = require_match(interaction, number_in(pressed))
    seat = require_seat(runner, interaction.user.id)
    pressed_on = interaction.message.id if interaction.message else 0
    is_of_turn = pressed_on >= (runner.live.turn_message_id or 0)
    if is_of_turn and pressed["place"] == SAY and (missing := _missing(runner, seat, pressed)):
        question = f"{missing}\n{answers.SURE_TO_LOCK()}"
        await reply(interaction, question, view=sure(LOCK, runner.card.id))
        return
    sent = seat, pressed["word"], interaction.id, interaction.token
    await take(interaction, runner, PlayerMessage.by_interaction(*sent, pressed_on))


async def say_chosen(interaction: Interaction, _select: re.Match[str]) -> None:
    """Say the word that a player chose in a select, as if they had pressed its button."""
    (name,) = data_of(interaction)["values"]
    if pressed := re.fullmatch(WORD_BUTTON, name):
        await say(interaction, pressed)


def _missing(runner: MatchRunner, seat: Seat, pressed: re.Match[str]) -> str:
    """Return what a player who locks now would leave out; empty for another word."""
    match = runner.match
    if pressed["word"] != LOCK or not match.game.may_submit(match.state, seat):
        return ""
    return language.say(texts_of(match.game).missing(match.view(seat)))


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Answer the press of a button."""
    runner = require_match(interaction, number_in(pressed))
    match BoardButton(pressed["kind"]):
        case BoardButton.MINE:
            await _show_own(interaction, runner)
        case BoardButton.READ:
            await _let_host_read(interaction, runner)
        case BoardButton.LARGE:
            painter = close_ups_of(runner.match.game)
            if painter and await defer_for_reader(interaction):
                view = runner.match.view(runner.card.seat_of(interaction.user.id))
                await _show(interaction, runner, board=painter.foremost(view))
        case BoardButton.CONCEDE:
            require_seat(runner, interaction.user.id)
            await reply(interaction, answers.SURE(), view=sure(CONCEDE, runner.card.id))
        case BoardButton.GO_ON:
            await defer(interaction, thinking=False)
            await reply(interaction, answers.NOT_SAID(), view=None)


async def _show_own(interaction: Interaction, runner: MatchRunner) -> None:
    seat = runner.card.seat_of(interaction.user.id)
    hidden = Answers(runner.card).own_secret(runner.match, seat) if seat else ""
    if not hidden:
        raise DeclinedError(answers.NOTHING_HIDDEN())
    # Drawing it may take longer than Discord waits for an answer.
    if await defer_for_reader(interaction):
        await _show(interaction, runner, hidden)


async def _let_host_read(interaction: Interaction, runner: MatchRunner) -> None:
    await require_host(interaction)
    require_no_player(runner.card.player_ids, interaction.user.id)
    paragraphs = Composer(runner.card).host_reading(runner.match)
    if not paragraphs:
        raise DeclinedError(answers.NOTHING_TO_READ())
    await reply_in_parts(interaction, boards.in_messages(paragraphs))


async def show_alone(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Replace the single board of a private answer by another one."""
    runner = require_match(interaction, number_in(pressed))
    if await defer_for_reader(interaction, thinking=False):
        await _show(interaction, runner, board=pressed["board"])


async def _show(
    interaction: Interaction, runner: MatchRunner, text: str = "", board: str | None = None
) -> None:
    card, match = runner.card, runner.match
    viewer = card.seat_of(interaction.user.id)
    choices = interaction.client.choices
    theme = choices.theme_of_person(interaction.user.id, card.guild_id)
    pictures = await for_reader(described_pictures, match, viewer, card.names, board, theme=theme)
    view = of_boards(card.id, match.game) if board else None
    await reply(interaction, text, lambda: picture_files(pictures), view=view)


TEMPLATE: Final = f"{SHOW}{NUMBER}:(?P<readers>room|{'|'.join(SEATS)}):(?P<place>[0-9]{{1,9}})"


async def show_to_reader(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Show the user the cells of a refusal, on the board as they may see it."""
    text, picture = await when_done(interaction, _shown(interaction, pressed))
    await reply(interaction, text, lambda: picture_files((picture,)))


async def _shown(interaction: Interaction, pressed: re.Match[str]) -> tuple[str, DescribedPicture]:
    client, match_id = interaction.client, number_in(pressed)
    card, entries = await require_log(interaction, match_id)
    viewer = card.seat_of(interaction.user.id)
    post = await client.store.post(match_id, pressed["readers"], int(pressed["place"]))
    if post is None or post.extras.marks is None:
        raise DeclinedError(answers.NOTHING_TO_SHOW())
    if post.recipient not in {None, viewer}:
        raise DeclinedError(answers.TOLD_TO_OTHERS())
    marks, log_length = post.extras.marks, post.place.log_length
    theme = client.choices.theme_of_person(interaction.user.id, card.guild_id)
    match = await for_reader(Match.replay, card.game, entries[:log_length])
    text = answers.shown(marks.cells, card.game.top_right_on(marks.board))
    return text, await for_reader(marked_picture, match, viewer, card.names, marks, theme=theme)


async def open_form(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Open the form for a match's secret submissions."""
    match_id = number_in(pressed)
    runner = require_match(interaction, match_id)
    match = runner.match
    if not match.game.takes_secrets(match.state):
        raise DeclinedError(answers.NONE_AWAITED())
    seat = require_seat(runner, interaction.user.id)
    notation = language.say(texts_of(match.game).notation(match.view(PUBLIC)))
    asked = form(match_id, match.game.title, notation, is_final=match.ends_phase(seat))
    await respond(interaction, lambda: interaction.response.send_modal(asked))


async def take_form(interaction: Interaction, sent: re.Match[str]) -> None:
    """Hand a form on to its match; the answer comes through the outbox, once it is judged."""
    runner = require_match(interaction, number_in(sent))
    seat = require_seat(runner, interaction.user.id)
    text = form_text(interaction)
    if len(text) > LONGEST_SUBMISSION:
        raise DeclinedError(answers.TOO_LONG(most=LONGEST_SUBMISSION))
    typed = PlayerMessage.by_interaction(seat, text, interaction.id, interaction.token)
    await take(interaction, runner, typed)


async def take_choice(interaction: Interaction, selected: re.Match[str]) -> None:
    """Hand a direct message on to the match that its author has chosen for it."""
    (match_id,) = map(int, data_of(interaction)["values"])
    message_id = number_in(selected)
    try:
        runner = require_match(interaction, match_id)
        seat = require_seat(runner, interaction.user.id)
        choice = MatchChoice(interaction.id, seat, interaction.channel_id or 0, message_id)
        await runner.take(choice, patience_of(interaction))
        await acknowledge(interaction, thinking=False)
    except (DeclinedError, StorageUnavailableError, NotLiveError):
        if interaction.guild_id is None:
            # The reason takes the place of the question, whose select can be used again.
            await defer(interaction, thinking=False)
        raise
    # Fetching the message may take longer than Discord waits to be acknowledged.
    try:
        typed = await _chosen(runner, choice, interaction.client)
    except DeclinedError:
        await _hand_on(runner, MatchChoiceRejected(choice.inbox_id), interaction.client)
        raise
    await _hand_on(runner, typed, interaction.client)
    taken = answers.FOR_ROOM(room=f"<#{runner.card.room_id}>")
    await reply(interaction, taken, view=None)


async def _hand_on(
    runner: MatchRunner, event: PlayerMessage | MatchChoiceRejected, bot: DealerClient
) -> None:
    """Let the match judge a stored event, or return it if the match is over by now."""
    if bot.runners.of_match(runner.card.id) is runner:
        runner.enqueue(event)
    else:
        await bot.finished.return_submissions()


async def _chosen(runner: MatchRunner, choice: MatchChoice, bot: DealerClient) -> PlayerMessage:
    channel = bot.get_partial_messageable(choice.channel_id)
    try:
        typed = chosen(runner.card, choice, await channel.fetch_message(choice.message_id))
    except discord.NotFound:
        raise DeclinedError(answers.MESSAGE_GONE()) from None
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise DeclinedError(answers.MESSAGE_NOT_FETCHED()) from None
    if typed is None:
        raise DeclinedError(answers.NOT_YOUR_MATCH())
    return typed


class Buttons(BotCog):
    """Listens for the buttons below boards and posts, and for the forms and selects they open."""

    components: ClassVar = {
        WORD_BUTTON: say,
        SAY + NUMBER: say_chosen,
        rf"{ALONE}:(?P<board>[a-z0-9]+){NUMBER}": show_alone,
        f"{BOARD}:(?P<kind>{'|'.join(ANSWERED)}){NUMBER}": press,
        TEMPLATE: show_to_reader,
        OPEN_FORM + NUMBER: open_form,
        CHOSEN_MATCH + NUMBER: take_choice,
    }
    forms: ClassVar = {SENT_FORM + NUMBER: take_form}


setup = setup_of(Buttons)
