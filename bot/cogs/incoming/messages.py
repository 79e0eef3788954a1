"""Messages as events: in the rooms of a game, or in private, where their match is looked for."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, TypeAlias

import discord

from bot.live.runner import MatchRunner
from bot.posts.sending.room import Message, said_ms
from bot.values.card import MatchCard
from bot.values.events import HostMessage, MatchChoice, MessageEdited, PlayerMessage, RoomMessage
from engine.game import AnyGame
from engine.hints.near_misses import may_be_near_miss
from engine.notation import counted, plain

_ROOM_FIRST: Final = re.compile(
    r"(?P<head>[^#]*?)(?:<#(?P<id>[0-9]+)>|#(?P<name>[^\s#]+))(?P<rest>.*)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Route:
    """The matches that a private message may be for.

    Attributes:
        text: Text without the name of a room at its start.
        room: Room that it names, or empty.
        is_unsure: True if a room's name that Discord does not tell at present might match.
    """

    text: str
    runners: tuple[MatchRunner, ...]
    room: str = ""
    is_unsure: bool = False


def route(
    runners: Iterable[MatchRunner], user_id: int, text: str, name_of: Callable[[int], str | None]
) -> Route:
    """Choose the player's matches that a text may be for.

    A room named at its start decides. Otherwise those that await such a text in private count; if
    none does, all.
    """
    named, runners = _room_first(text), tuple(runners)
    if named:
        there = tuple(
            runner for runner in runners if _is_called(named, runner.card.room_id, name_of)
        )
        nameless = any(name_of(runner.card.room_id) is None for runner in runners)
        is_unsure = not there and bool(named["name"]) and nameless
        return Route(named["rest"].strip(), there, named["name"] or f"<#{named['id']}>", is_unsure)
    seats = ((runner, runner.card.seat_of(user_id)) for runner in runners)
    awaiting = tuple(
        runner for runner, seat in seats if seat and runner.match.is_secret(seat, text)
    )
    # A match that counts goes before practice.
    counting = tuple(runner for runner in awaiting if not runner.card.is_practice)
    return Route(text, counting or awaiting or runners)


def without_room(text: str) -> str:
    """Return the text without the name of a room at its start.

    >>> without_room("#game-room pass")
    'pass'
    """
    named = _room_first(text)
    return named["rest"].strip() if named else text


def _room_first(text: str) -> re.Match[str] | None:
    named = _ROOM_FIRST.match(text)
    return named if named and not plain(named["head"]).strip() else None


def _is_called(named: re.Match[str], room_id: int, name_of: Callable[[int], str | None]) -> bool:
    if named["id"]:
        return int(named["id"]) == room_id
    return _as_typed(named["name"]) == _as_typed(name_of(room_id) or "")


def _as_typed(name: str) -> str:
    """Return a room's name for comparison, without the punctuation that may follow it."""
    return plain(name).lower().strip(",.")


SPOKEN: Final = {discord.MessageType.default, discord.MessageType.reply}
"""All other messages are Discord's own: about a new thread, a pin, or somebody who has joined."""


class GameRooms:
    """The rooms where one game is played, as its cog hears them.

    How `E6 E7` becomes a move: the client hands it to `hear`. The notation tells a submission or
    a near miss from conversation (`read`), and the match's runner is handed an event. In its turn
    the match judges the text, by the same notation, in the position there is then
    (`bot/live/decide/messages.py`, `engine/matches/`): which action the words make may depend on
    what is queued before them.

    Attributes:
        bot: The client, which imports this module.
    """

    bot: Any
    game: ClassVar[type[AnyGame]]

    def hear(self, runner: MatchRunner, message: discord.Message, *, is_edit: bool = False) -> None:
        """Hand a match a message in its room, or its new text.

        In a game that hosts judge, nobody else is heard; a player counts as a player, even as a
        host.
        """
        plays = runner.card.seat_of(message.author.id) is not None
        if self.game.is_judged and not (plays or self.bot.hosts.includes(message.author)):
            return
        event = self.read(runner.card, message, is_edit=is_edit)
        if event:
            self.bot.registry.answer_first(runner.card)
            runner.enqueue(event)

    def read(
        self, card: MatchCard, message: Message, *, is_edit: bool = False
    ) -> RoomMessage | None:
        """Read a message in a match's room as an event; None for conversation.

        An edit (`is_edit`, of a message read before) is always an event: it may take back a move,
        and only the match knows that, in its turn. So is a direct message of a user who practises:
        they speak to nobody but the Dealer. Of a message edited before it was read, only the new
        text is known.
        """
        seat = card.seat_of(message.author.id)
        if message.type not in SPOKEN or (is_edit and not message.edited_at):
            return None
        if seat is None:
            return _line_in(message) if card.game.is_judged else None
        text, at_ms, was_edited = message.content, said_ms(message), bool(message.edited_at)
        if is_edit:
            return MessageEdited(seat, message.id, text, at_ms)
        counts = card.game.is_submission(text) or may_be_near_miss(card.game, text)
        if not (counts or was_edited or card.is_direct):
            return None
        typed = PlayerMessage(
            seat, text, message.id, at_ms, is_edit=was_edited, heard_through=message.id
        )
        return replace(typed, has_picture=card.is_direct and has_picture(message))


def _line_in(message: Message) -> HostMessage | None:
    """Read a line that judges the match, if a host wrote it."""
    if counted(message.content) is None:
        return None
    return HostMessage(
        message.content,
        message.id,
        message.author.id,
        said_ms(message),
        is_edit=message.edited_at is not None,
        heard_through=message.id,
    )


GameRoomsOf: TypeAlias = Callable[[MatchCard], GameRooms]
"""Tells which cog hears the room of a match."""


def typed_in_private(card: MatchCard, message: discord.Message, text: str) -> PlayerMessage | None:
    """Read a message to the Dealer alone; None unless a player wrote it.

    `text` is without the room's name.
    """
    seat = card.seat_of(message.author.id)
    if seat is None or message.type not in SPOKEN:
        return None
    is_edit, at_ms = message.edited_at is not None, said_ms(message)
    own = card.private_channels.get(seat)
    channel_id = own if message.channel.id == own else None
    typed = PlayerMessage(seat, text, message.id, at_ms, is_private=True, is_edit=is_edit)
    return replace(typed, channel_id=channel_id, has_picture=has_picture(message))


def has_picture(message: Message) -> bool:
    """Return True if a picture came with a message that was heard, not read in the history."""
    files = message.attachments if isinstance(message, discord.Message) else ()
    return any((file.content_type or "").startswith("image/") for file in files)


def chosen(card: MatchCard, choice: MatchChoice, message: discord.Message) -> PlayerMessage | None:
    """Read the message for which a player has chosen this match; None if it is not theirs."""
    if card.seat_of(message.author.id) is not choice.seat:
        return None
    typed = typed_in_private(card, message, without_room(message.content))
    return replace(typed, inbox_id=choice.inbox_id) if typed else None
