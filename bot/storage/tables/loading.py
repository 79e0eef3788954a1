"""Matches read from the database; of a damaged one, the unreadable tables."""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from sys import intern
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy import (
    JSON,
    Column,
    Connection,
    RowMapping,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    func,
    select,
    type_coerce,
)

from bot.storage.tables.records import (
    LiveRoom,
    LoadedMatch,
    StoredMatch,
    UnreadableMatch,
)
from bot.storage.tables.schema import (
    DELIVERED,
    DROPPED,
    ENTRIES,
    INBOX,
    MATCHES,
    MAX_BIG,
    POSTS,
    WAITING,
    fitting,
    read_row,
    read_rows,
)
from bot.texts.language import language_of
from bot.values.card import Address, MatchCard, Person, Stakes
from bot.values.effects import SourcedEntry
from bot.values.events import MatchChoice, PlayerMessage, Submission, post_of
from bot.values.post import Place, Post
from engine.clocks import read_seconds
from engine.game import Outcome
from engine.games import GAMES
from engine.matches.base_match import Standing
from engine.matches.entries import Entry, Speaker
from engine.opponents.thinking import Level
from engine.options import read_options
from engine.seats import SEATS, Seat

POST_BODY: Final = TypeAdapter(Post)
"""The types of the fields of a post in its row's body."""
BODY_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "content": ("content",),
    "pings": ("pings",),
    "to": ("recipient",),
    "for_host": ("for_host",),
    "token": ("reply", "token"),
    "answers": ("reply", "source"),
    "acknowledges": ("reply", "acknowledges"),
    "reply_to": ("reply", "message_id"),
    "channel_id": ("reply", "channel_id"),
    "reaction": ("reply", "reaction"),
    "board": ("extras", "has_board"),
    "is_at_submission": ("extras", "is_at_submission"),
    "marks": ("extras", "marks"),
    "form": ("extras", "has_form"),
    "shows_own": ("extras", "shows_own"),
    "host_reads": ("extras", "host_reads"),
    "words": ("extras", "words"),
    "record": ("extras", "has_record"),
    "animation": ("extras", "has_animation"),
    "opens": ("starts_clock",),
    "expires_ms": ("worth", "expires_ms"),
    "for_turn": ("worth", "expires_with_turn"),
    "urgency": ("worth", "urgency"),
    "once": ("topic",),
    "gist": ("mirror_text",),
    "audience": ("audience",),
}
"""The fields of a post by their keys in a row's body, with the part of the post they are in."""
_OBJECT: Final = TypeAdapter(dict[str, Any])
_STATES: Final = (WAITING, DELIVERED, DROPPED)


def rows_in(table: Table) -> Select[Any]:
    """Select all rows of a table in the order of their keys, with JSON as the stored text."""
    columns = [
        type_coerce(column, Text).label(column.name) if isinstance(column.type, JSON) else column
        for column in table.c
    ]
    return select(*columns).order_by(*table.primary_key)


def _rows(table: Table, match_id: Column[int]) -> Select[Any]:
    return rows_in(table).where(match_id == bindparam("match_id"))


_ROWS: Final = {
    MATCHES: _rows(MATCHES, MATCHES.c.id),
    **{table: _rows(table, table.c.match_id) for table in (ENTRIES, POSTS, INBOX)},
}
"""The rows of one match in each table; built once, as that takes longer than reading them."""


_LONGEST: Final[tuple[tuple[Column[Any], Column[int]], ...]] = (
    (ENTRIES.c.text, ENTRIES.c.match_id),
    (POSTS.c.body, POSTS.c.match_id),
    (INBOX.c.text, INBOX.c.match_id),
)
"""The columns beside a match's own row that may reach into further pages, each with its match's."""


def read_matches(
    connection: Connection, ids: Select[int], *, with_posts: bool = True
) -> Iterator[LoadedMatch]:
    """Read the stored matches, in the order of their ids.

    Finished ones do not need their posts: without them it takes half the time, and damaged posts
    leave no match out.

    Raises:
        DamagedDataError: Not even the list of matches can be read.
        DatabaseError: The file cannot be read.
    """
    numbers = connection.scalars(ids).all()
    _check_numbers(numbers)
    for match_id in sorted(numbers):
        yield _read_match(connection, match_id, with_posts=with_posts)


def read_live_rooms(connection: Connection) -> list[LiveRoom]:
    """Read the rooms of live matches; unreadable ids are 0.

    Every page that holds anything of them is touched: a start fails as a whole, or not at all.

    Raises:
        DamagedDataError: Not even the list of matches can be read.
        DatabaseError: The file cannot be read.
    """
    is_live = MATCHES.c.reason.is_(None)
    for longest, match_id in _LONGEST:
        length = func.sum(func.length(cast(longest, Text)))
        connection.execute(
            select(length).where(match_id.in_(select(MATCHES.c.id).where(is_live)))
        ).all()
    newest = select(func.max(POSTS.c.message_id)).where(POSTS.c.match_id == MATCHES.c.id)
    rows = rows_in(MATCHES).add_columns(newest.scalar_subquery().label("message_id"))
    rooms = [_live_room(row) for row in connection.execute(rows.where(is_live)).mappings()]
    _check_numbers(room.address.match_id for room in rooms)
    return sorted(rooms, key=lambda room: room.address.match_id)


def _live_room(row: RowMapping) -> LiveRoom:
    columns = MATCHES.c.read_to, POSTS.c.message_id
    return LiveRoom(_address(row), max(fitting(column, row[column.name]) for column in columns))


def _address(row: RowMapping) -> Address:
    """Read a match's address, whatever is in its row."""
    known = {column.name: fitting(column, row[column.name]) for column in MATCHES.columns}
    return Address(
        match_id=row["id"],
        guild_id=known["guild_id"],
        room_id=known["room_id"],
        player_ids={seat: known[f"{seat}_id"] for seat in SEATS},
        host_id=known["host_id"],
        began_ms=known["began_ms"],
        language=language_of(_text(row["language"])),
        is_practice=bool(known["is_practice"]),
    )


def _check_numbers(match_ids: Iterable[object]) -> None:
    if not all(isinstance(match_id, int) for match_id in match_ids):
        raise DamagedDataError("a match has no number")


_Facts: TypeAlias = tuple[MatchCard, Standing | None, Outcome | None]


class DamagedDataError(Exception):
    """Error about data that concerns every match; the message is a clause."""


def _read_match(connection: Connection, match_id: int, *, with_posts: bool) -> LoadedMatch:
    """Return a match, or the address of an unreadable one, which must not stop the rest."""
    rows = rows_of(connection, MATCHES, match_id)
    if len(rows) != 1:
        raise DamagedDataError(f"match {match_id} is there {len(rows)} times")
    (row,) = rows
    log = rows_of(connection, ENTRIES, match_id)
    post_rows = rows_of(connection, POSTS, match_id) if with_posts else ()
    submitted = rows_of(connection, INBOX, match_id) if with_posts else ()
    facts = read_row(MATCHES, row, _facts)
    entries = tuple(read_rows(ENTRIES, log, _sourced))
    posts = readable_posts(post_rows)
    inbox = tuple(read_rows(INBOX, submitted, _submission))
    is_sound = {
        MATCHES: facts is not None,
        ENTRIES: [entry_row["number"] for entry_row in log] == [*range(len(entries))],
        POSTS: not with_posts or (len(posts) == len(post_rows) and _is_whole(log, post_rows)),
        INBOX: len(inbox) == len(submitted),
    }
    damaged = tuple(table.name for table in is_sound if not is_sound[table])
    if facts is None or damaged:
        return _unreadable(row, posts, damaged)
    return _stored(row, facts, entries, posts, inbox)


def _is_whole(log: Sequence[RowMapping], post_rows: Sequence[RowMapping]) -> bool:
    """Return whether no post is missing in between, and posts and log fit each other."""
    messages = {None, *(row["message_id"] for row in post_rows)}
    return (
        [row["sequence"] for row in post_rows] == [*range(1, len(post_rows) + 1)]
        and all(row["log_length"] <= len(log) for row in post_rows)
        and all(post_of(str(row["source"])) in messages for row in log)
    )


def rows_of(connection: Connection, table: Table, match_id: int) -> Sequence[RowMapping]:
    """Return a match's rows in a table by their keys, with JSON as the stored text."""
    return connection.execute(_ROWS[table], {"match_id": match_id}).mappings().all()


def _stored(
    row: RowMapping,
    facts: _Facts,
    entries: tuple[SourcedEntry, ...],
    posts: Sequence[tuple[RowMapping, Post]],
    inbox: tuple[Submission, ...],
) -> StoredMatch:
    card, standing, outcome = facts
    all_posts = [post for _, post in posts]
    opening = next((pair for pair in reversed(posts) if pair[1].starts_clock), (None, None))
    turn_row, turn_post = opening
    dropped = (post.missed_by for post_row, post in posts if post_row["state"] == DROPPED)
    in_room = [
        (post_row["message_id"] or 0, post) for post_row, post in posts if post.is_room_message
    ]
    boards = (message_id for message_id, post in in_room if post.extras.has_board)
    return StoredMatch(
        card=card,
        entries=entries,
        read_through=row["read_to"],
        away_since_ms=row["away_since_ms"],
        last_sequence=len(posts),
        turn_post=turn_post,
        turn_message_id=turn_row["message_id"] if turn_row else None,
        processed_sources=frozenset(post.reply.source for post in all_posts if post.reply.source),
        waiting=_waiting(posts),
        post_counts=Counter(post.readers for post in all_posts),
        unreachable_seats=frozenset(seat for seat in dropped if seat),
        announced_topics=frozenset(post.topic for post in all_posts if post.topic),
        newest_message_id=max((message_id for message_id, _ in in_room), default=0),
        latest_board_id=max(boards, default=0),
        is_unposted=turn_row is not None and turn_row["state"] == DROPPED,
        standing=standing,
        outcome=outcome,
        quarantined_ms=_quarantined_ms(row),
        inbox=inbox,
    )


def readable_posts(post_rows: Sequence[RowMapping]) -> list[tuple[RowMapping, Post]]:
    """Return a match's readable posts, with their rows.

    Each has its place among its readers' posts and the message it comes after.
    """
    readable, newest, counts = [], Counter[Hashable](), Counter[str]()
    for row in post_rows:
        post = read_row(POSTS, row, _post)
        if post is None:
            continue
        counts[post.readers] += 1
        newest[post.order] = max(newest[post.order], row["message_id"] or 0)
        comes_after = max(newest[order] for order in post.follows)
        place = replace(post.place, number=counts[post.readers], comes_after=comes_after)
        post = replace(post, place=place)
        readable.append((row, post))
    return readable


def read_post(connection: Connection, match_id: int, readers: str, number: int) -> Post | None:
    """Return a post by its number among those for the same readers, if it can be read."""
    posts = readable_posts(rows_of(connection, POSTS, match_id))
    requested = readers, number
    return next((post for _, post in posts if (post.readers, post.place.number) == requested), None)


def _waiting(posts: Iterable[tuple[RowMapping, Post]]) -> tuple[Post, ...]:
    return tuple(post for row, post in posts if row["state"] == WAITING)


def _unreadable(
    row: RowMapping, posts: Sequence[tuple[RowMapping, Post]], damaged: tuple[str, ...]
) -> UnreadableMatch:
    return UnreadableMatch(
        _address(row),
        damaged=damaged,
        waiting=_waiting(posts),
        is_over=row["reason"] is not None,
        quarantined_ms=_quarantined_ms(row),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _facts(row: RowMapping) -> _Facts:
    """Read a match's own row: its card, standing and outcome."""
    standing = None if row["standing"] is None else json.loads(row["standing"])
    if not isinstance(standing, dict | None):
        raise TypeError
    is_over = row["reason"] is not None or row["winner"] is not None
    winner = Seat(row["winner"]) if row["winner"] else None
    card = card_in({**row})
    outcome = Outcome(winner, card.game.reason(row["reason"])) if is_over else None
    return card, standing, outcome


def card_in(row: Mapping[str, Any]) -> MatchCard:
    """Read a match's card, from values that fit their columns; may raise `UNREADABLE`."""
    game, options = GAMES[row["game"]], json.loads(row["options"])
    return MatchCard(
        guild_id=row["guild_id"],
        room_id=row["room_id"],
        game=game(**read_options(game, options)),
        players={seat: _person(row, seat) for seat in SEATS},
        host_id=row["host_id"],
        began_ms=row["began_ms"],
        id=row["id"],
        is_practice=bool(row["is_practice"]),
        pings=bool(row["pings"]),
        language=language_of(row["language"]),
        first_names={seat: name for seat in SEATS if (name := row.get(f"{seat}_first_name"))},
        private_channels={
            seat: value for seat in SEATS if (value := row.get(f"{seat}_channel_id"))
        },
        stakes=stakes_in(row),
    )


def stakes_in(row: Mapping[str, Any]) -> Stakes:
    """Read a season's stakes; empty for a row without such columns."""
    return Stakes(row.get("winner_stake") or "", row.get("loser_stake") or "")


def _person(row: Mapping[str, Any], seat: Seat) -> Person:
    level = row[f"{seat}_level"]
    return Person(row[f"{seat}_id"], row[f"{seat}_name"], None if level is None else Level(level))


def _sourced(row: RowMapping) -> SourcedEntry:
    instant = read_seconds(row["at"])
    # Many matches have the same texts; each is kept in memory once.
    return SourcedEntry(Entry(Speaker(row["who"]), instant, intern(row["text"])), row["source"])


def post_of_body(body: Mapping[str, Any]) -> Post:
    """Return a post without its place by the body of its row, or raise ValueError."""
    fields: dict[str, Any] = {}
    for key, (*part, field) in BODY_FIELDS.items():
        if key in body:
            (fields.setdefault(part[0], {}) if part else fields)[field] = body[key]
    return POST_BODY.validate_python(fields)


def _post(row: RowMapping) -> Post:
    post = post_of_body(_OBJECT.validate_json(row["body"]))
    is_told = row["state"] in _STATES and (row["state"] == DELIVERED) == bool(row["message_id"])
    channels = (post.reply.channel_id or 0, post.audience or 0)
    numbers = (post.reply.message_id or 0, *channels, post.worth.expires_ms or 0, *post.pings)
    if not is_told or not all(0 <= number <= MAX_BIG for number in numbers):
        raise ValueError
    return replace(post, place=Place(row["match_id"], row["sequence"], row["log_length"]))


def _submission(row: RowMapping) -> Submission:
    seat, inbox_id = Seat(row["seat"]), row["interaction_id"]
    match [row[column] for column in ("text", "token", "channel_id", "message_id")]:
        case [None, _, int(channel_id), int(message_id)]:
            return MatchChoice(inbox_id, seat, channel_id, message_id)
        case [str(text), str(token), _, pressed_on]:
            return PlayerMessage.by_interaction(seat, text, inbox_id, token, pressed_on or None)
    raise ValueError


def _quarantined_ms(row: RowMapping) -> int | None:
    since_ms = row["aside_since_ms"]
    return None if since_ms is None else fitting(MATCHES.c.aside_since_ms, since_ms)
