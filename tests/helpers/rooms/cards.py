"""A match card of Ada against Bob, who writes its posts, and posts on their way."""

from dataclasses import replace
from typing import Any

from bot.posts.answers import Answers
from bot.values.card import MatchCard, Person
from bot.values.events import PostDelivered
from bot.values.post import Place, Post
from engine.game import AnyGame
from engine.seats import Seat
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.fake_clock import BEGAN_MS

EC, DMO = Seat.EC, Seat.DMO
GUILD, ROOM, ADA, BOB, HOST, DEALER = 11, 22, 33, 44, 55, 66


def card_of(game: AnyGame | None = None, **more: Any) -> MatchCard:
    card = MatchCard(
        guild_id=GUILD,
        room_id=ROOM,
        game=game or fire_and_ice(first="ec"),
        players={EC: Person(ADA, "Ada"), DMO: Person(BOB, "Bob")},
        host_id=HOST,
        began_ms=BEGAN_MS,
        id=1,
    )
    return replace(card, **more)


def named(ec: str, dmo: str = "Bob") -> MatchCard:
    return card_of(players={EC: Person(ADA, ec), DMO: Person(BOB, dmo)})


def composer_of(card: MatchCard | None = None) -> Answers:
    return Answers(card or card_of())


def in_outbox(
    post: Post, match_id: int, sequence: int, log_length: int = 0, number: int = 0
) -> Post:
    """Return a post at a place in a match's outbox."""
    return replace(post, place=Place(match_id, sequence, log_length, number))


def unplaced(post: Post) -> Post:
    """Return a post without its place in an outbox."""
    return in_outbox(post, match_id=0, sequence=0)


def delivery_of(post: Post, message_id: int | None, at_ms: int, **more: Any) -> PostDelivered:
    """Return what a match is told of a post that became a message or, without one, was dropped."""
    shows_board = post.extras.has_board and post.is_room_message and message_id
    return PostDelivered(
        post.place.sequence,
        message_id,
        at_ms,
        acknowledgement=post.acknowledgement,
        is_in_room=post.is_room_message,
        board_post=post if shows_board else None,
        is_repeated=post.audience is not None,
        **more,
    )
