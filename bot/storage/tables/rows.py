"""The rows and statements that store a match, its log, posts and inbox."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from operator import getitem
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.storage.databases.dialects import WithoutToken
from bot.storage.tables.loading import BODY_FIELDS, POST_BODY, readable_posts, rows_of
from bot.storage.tables.schema import (
    DELIVERED,
    DROPPED,
    ENTRIES,
    INBOX,
    LIFE,
    MATCHES,
    POSTS,
    UNREADABLE,
    WAITING,
    fitting,
)
from bot.values.card import MatchCard, Stakes
from bot.values.effects import Effects, SourcedEntry
from bot.values.events import MatchChoice, PlayerMessage, Submission
from bot.values.post import Post, assign_places
from engine.clocks import Seconds, read_seconds, write_seconds
from engine.matches.entries import Entry, Speaker
from engine.options import write_options
from engine.seats import SEATS

ABORT: Final = "abort"

# The statements of every turn, built once.

ENTRY: Final = insert(ENTRIES)
POST: Final = insert(POSTS)
POST_DONE: Final = (
    update(POSTS)
    .where(POSTS.c.match_id == bindparam("of"), POSTS.c.sequence == bindparam("at"))
    .values(
        state=bindparam("state"),
        message_id=bindparam("message_id"),
        # The token is a key to an interaction, which nobody needs any more.
        body=WithoutToken(POSTS.c.body),
    )
)
MATCH_CHANGED: Final = update(MATCHES).where(MATCHES.c.id == bindparam("of"))
ALIVE: Final = update(LIFE).where(LIFE.c.id == 1)
SETTLED: Final = delete(INBOX).where(INBOX.c.interaction_id == bindparam("interaction"))


def match_row(card: MatchCard, read_through: int) -> dict[str, Any]:
    """Return the row of a new match."""
    return {
        **card_values(card),
        "began_ms": card.began_ms,
        "read_to": read_through,
        "is_practice": int(card.is_practice),
        **_channels(card),
        **stakes_row(card.stakes),
    }


def stakes_row(stakes: Stakes) -> dict[str, str | None]:
    """Return the columns of a season's stakes."""
    return {"winner_stake": stakes.winner or None, "loser_stake": stakes.loser or None}


def card_values(card: MatchCard) -> dict[str, Any]:
    """Return a match's place, game and people as columns."""
    return {
        "guild_id": card.guild_id,
        "room_id": card.room_id,
        "game": card.game.name,
        "options": write_options(card.game),
        "host_id": card.host_id,
        "pings": int(card.pings),
        "language": str(card.language),
        **_people(card),
    }


def entry_row(match_id: int, number: int, sourced: SourcedEntry) -> dict[str, Any]:
    """Return the row of an entry of a match's log; `number` counts from 0."""
    return {
        "match_id": match_id,
        "number": number,
        "who": sourced.entry.speaker.value,
        "at": write_seconds(sourced.entry.at),
        "text": sourced.entry.text,
        "source": sourced.source,
    }


def abort_row(connection: Connection, match_id: int, at_ms: int, source: str) -> dict[str, Any]:
    """Return the row of a host's abort, after the last entry even if that one cannot be read."""
    began_ms = connection.scalar(select(MATCHES.c.began_ms).where(MATCHES.c.id == match_id))
    number, instant = 0, Seconds(max(0, at_ms - fitting(MATCHES.c.began_ms, began_ms))) / 1000
    for row in rows_of(connection, ENTRIES, match_id):
        number = max(number, fitting(ENTRIES.c.number, row["number"]) + 1)
        with suppress(*UNREADABLE):
            instant = max(instant, read_seconds(row["at"]))
    return entry_row(match_id, number, SourcedEntry(Entry(Speaker.HOST, instant, ABORT), source))


def put_posts(connection: Connection, match_id: int, posts: Sequence[Post]) -> tuple[Post, ...]:
    """Append posts to a match's outbox."""
    if not posts:
        return ()
    rows = rows_of(connection, POSTS, match_id)
    last_sequence = max((fitting(POSTS.c.sequence, row["sequence"]) for row in rows), default=0)
    post_counts = Counter(post.readers for _, post in readable_posts(rows))
    in_place = assign_places(
        posts, match_id, 0, last_sequence=last_sequence, post_counts=post_counts
    )
    connection.execute(POST, [post_row(post) for post in in_place])
    return in_place


def post_row(post: Post) -> dict[str, Any]:
    """Return the row of a post that is to be sent."""
    fields = POST_BODY.dump_python(post, mode="json", exclude={"place"})
    return {
        "match_id": post.place.match_id,
        "sequence": post.place.sequence,
        "log_length": post.place.log_length,
        "body": {key: reduce(getitem, path, fields) for key, path in BODY_FIELDS.items()},
        "state": WAITING,
    }


def post_done(match_id: int, sequence: int, message_id: int | None) -> dict[str, Any]:
    """Return the values of `POST_DONE` for a delivered post, or a dropped one without a message."""
    state = DELIVERED if message_id else DROPPED
    return {"of": match_id, "at": sequence, "state": state, "message_id": message_id}


def inbox_row(match_id: int, submission: Submission) -> dict[str, Any]:
    """Return the row of a submission that has not been judged yet."""
    row = dict.fromkeys(column.name for column in INBOX.columns) | {
        "interaction_id": submission.inbox_id,
        "match_id": match_id,
        "seat": submission.seat.value,
    }
    match submission:
        case PlayerMessage():
            values = {"token": submission.token, "text": submission.text}
            return row | values | {"message_id": submission.button_message_id}
        case MatchChoice():
            return row | {"channel_id": submission.channel_id, "message_id": submission.message_id}


def match_changed(effects: Effects) -> dict[str, Any]:
    """Return the values of `MATCH_CHANGED`: an event's changes to the match's own row."""
    values: dict[str, Any] = {
        "of": effects.match_id,
        "wake_ms": effects.wake_ms,
        "read_to": effects.read_through,
        "away_since_ms": effects.away_since_ms,
    }
    if effects.standing is not None:
        values["standing"] = effects.standing
    if effects.outcome:
        values |= {"reason": effects.outcome.reason.code, "winner": effects.outcome.winner}
    if effects.is_reopened:
        values |= {"reason": None, "winner": None}
    if effects.card:
        values |= _seats(effects.card)
    return values


def _seats(card: MatchCard) -> dict[str, Any]:
    first = {f"{seat}_first_name": card.first_names.get(seat) for seat in SEATS}
    return _people(card) | _channels(card) | first


def _channels(card: MatchCard) -> dict[str, Any]:
    return {f"{seat}_channel_id": card.private_channels.get(seat) for seat in SEATS}


def _people(card: MatchCard) -> dict[str, Any]:
    return {
        **{f"{seat}_id": card.players[seat].id for seat in SEATS},
        **{f"{seat}_name": card.players[seat].name for seat in SEATS},
        **{f"{seat}_level": card.players[seat].level for seat in SEATS},
    }
