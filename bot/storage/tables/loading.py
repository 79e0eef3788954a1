"""Loads matches from the database; of a damaged one it says what cannot be read."""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from sys import intern
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    func,
    select,
    type_coerce,
)

from bot.card import MatchCard, Person, Stakes
from bot.live.values.effects import Sourced
from bot.live.values.events import Choice, Submission, Typed, post_of
from bot.posts.post import Post
from bot.storage.tables.records import LiveRoom, LoadedMatch, Quarantined, StoredMatch, Unreadable
from bot.storage.tables.schema import (
    DELIVERED,
    DROPPED,
    ENTRIES,
    INBOX,
    MATCHES,
    MOST_BIG,
    POSTS,
    WAITING,
    fitting,
    misfit,
)
from bot.texts.language import language_of
from engine.game import Outcome, Reason
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.standing import Standing
from engine.opponents.thinking import Level
from engine.options import read_options, read_seconds, shortened
from engine.seats import SEATS, Seat

POST_BODY: Final = TypeAdapter(Post)
"""How a post is written in its row's body."""
_STATES: Final = (WAITING, DELIVERED, DROPPED)
UNREADABLE: Final = (
    *(ValueError, TypeError, AttributeError, LookupError, ArithmeticError),
    RecursionError,
)
"""What reading a damaged file may raise."""


def rows_in(table: Table) -> Select[Any]:
    """All rows of a table, in the order of their keys, with JSON as the stored text."""
    columns = [
        type_coerce(each, Text).label(each.name) if isinstance(each.type, JSON) else each
        for each in table.c
    ]
    return select(*columns).order_by(*table.primary_key)


def _rows(table: Table, match_id: Column[int]) -> Select[Any]:
    return rows_in(table).where(match_id == bindparam("match_id"))


_ROWS: Final = {
    MATCHES: _rows(MATCHES, MATCHES.c.id),
    **{each: _rows(each, each.c.match_id) for each in (ENTRIES, POSTS, INBOX)},
}
"""The rows of one match in each table; built once, as that takes longer than reading them."""


_PLAYERS: Final = tuple(f"{seat}_id" for seat in SEATS)
_LONGEST: Final[tuple[tuple[Column[Any], Column[int]], ...]] = (
    (MATCHES.c.standing, MATCHES.c.id),
    (ENTRIES.c.text, ENTRIES.c.match_id),
    (POSTS.c.body, POSTS.c.match_id),
    (INBOX.c.text, INBOX.c.match_id),
)
"""The columns that may reach into further pages, each with the column of its match."""


def read_matches(connection: Connection, ids: Select[int]) -> Iterator[LoadedMatch]:
    """Read the stored matches, in the order of their ids.

    Raises:
        Damaged: Not even the list of matches can be read.
        DatabaseError: The file cannot be read.
    """
    for match_id in _numbers(connection, ids):
        posts = rows_of(connection, POSTS, match_id)
        yield _read_match(connection, match_id, posts, rows_of(connection, INBOX, match_id))


def read_logs(connection: Connection, ids: Select[int]) -> Iterator[LoadedMatch]:
    """Read stored matches without their posts: what is over is shown from its log alone.

    That takes half the time, and damaged posts leave no match out.

    Raises:
        Damaged: Not even the list of matches can be read.
        DatabaseError: The file cannot be read.
    """
    for match_id in _numbers(connection, ids):
        yield _read_match(connection, match_id, None, ())


def _numbers(connection: Connection, ids: Select[int]) -> list[int]:
    found = connection.scalars(ids).all()
    _check_numbers(found)
    return sorted(found)


def read_live_rooms(connection: Connection, is_own: ColumnElement[bool]) -> list[LiveRoom]:
    """Read where a shard's live matches are played; what of that cannot be read is 0.

    Every page that holds anything of them is touched: a start fails as a whole, or not at all.

    Raises:
        Damaged: Not even the list of matches can be read.
        DatabaseError: The file cannot be read.
    """
    is_live = and_(MATCHES.c.reason.is_(None), is_own)
    for longest, match_id in _LONGEST:
        length = func.sum(func.length(cast(longest, Text)))
        connection.execute(
            select(length).where(match_id.in_(select(MATCHES.c.id).where(is_live)))
        ).all()
    newest = select(func.max(POSTS.c.message_id)).where(POSTS.c.match_id == MATCHES.c.id)
    known = [MATCHES.c[each] for each in ("id", "guild_id", "room_id", *_PLAYERS, "read_to")]
    wanted = select(*known, newest.scalar_subquery().label("message_id")).where(is_live)
    rooms = [_live_room(each) for each in connection.execute(wanted).mappings()]
    _check_numbers(each.match_id for each in rooms)
    return sorted(rooms, key=lambda each: each.match_id)


def _live_room(row: RowMapping) -> LiveRoom:
    known = {each.name: fitting(each, row[each.name]) for each in MATCHES.c if each.name in row}
    return LiveRoom(
        match_id=row["id"],
        guild_id=known["guild_id"],
        room_id=known["room_id"],
        player_ids=tuple(known[each] for each in _PLAYERS),
        known_to=max(known["read_to"], fitting(POSTS.c.message_id, row["message_id"])),
    )


def _check_numbers(match_ids: Iterable[object]) -> None:
    if not all(isinstance(each, int) for each in match_ids):
        raise Damaged("a match has no number")


class Damaged(Exception):  # noqa: N818 - a fact about a file
    """Something that concerns every match cannot be read; the message is a clause."""


class CannotBeRead(Exception):  # noqa: N818 - a fact about a match
    """Part of what is kept cannot be read; the message is a clause that says which part."""


@contextmanager
def _naming(what: str) -> Iterator[None]:
    """Name what cannot be read, but quote none of it: it may be secret."""
    try:
        yield
    except UNREADABLE as error:
        raise CannotBeRead(f"{what} cannot be read ({type(error).__name__})") from None


def _read_match(
    connection: Connection,
    match_id: int,
    posts: Sequence[RowMapping] | None,
    inbox: Sequence[RowMapping],
) -> LoadedMatch:
    """A match; if it cannot be read, whose it is and why. One bad match must not stop the rest."""
    rows = rows_of(connection, MATCHES, match_id)
    if len(rows) != 1:
        raise Damaged(f"match {match_id} is there {len(rows)} times")
    (row,) = rows
    entries = rows_of(connection, ENTRIES, match_id)
    try:
        return _stored(row, entries, posts, inbox)
    except CannotBeRead:
        return _unreadable(row, posts or (), _problems(row, entries, posts, inbox))


def _problems(
    row: RowMapping,
    entries: Sequence[RowMapping],
    posts: Sequence[RowMapping] | None,
    inbox: Sequence[RowMapping],
) -> tuple[str, ...]:
    """Everything about a match that cannot be read, each problem once."""
    parts = [
        *(partial(part, row) for part in (_card, _standing, _outcome)),
        *(partial(_sourced, place, each) for place, each in enumerate(entries)),
        *(partial(_post, each) for each in posts or ()),
        *(partial(_submission, each) for each in inbox),
        partial(_check_whole, entries, posts),
    ]
    problems = dict[str, None]()
    for part in parts:
        try:
            part()
        except CannotBeRead as problem:
            problems[str(problem)] = None
    return tuple(problems)


def check_columns(table: Table, row: RowMapping, what: str) -> None:
    """Check every column of a row.

    Raises:
        CannotBeRead: One of them holds what it cannot; `what` names its row, {} the column.
    """
    column = misfit(table, row)
    if column:
        raise CannotBeRead(f"{what.format(column)} cannot be read")


def _check_whole(entries: Sequence[RowMapping], posts: Sequence[RowMapping] | None) -> None:
    """Check that no entry and no post is missing from the middle."""
    for place, row in enumerate(entries):
        if row["number"] != place:
            raise CannotBeRead(f"entry {place + 1} of its log is missing")
    if posts is not None:
        _check_posts(entries, posts)


def _check_posts(entries: Sequence[RowMapping], posts: Sequence[RowMapping]) -> None:
    for place, row in enumerate(posts, start=1):
        if row["sequence"] != place:
            raise CannotBeRead(f"its post {place} is missing")
        if fitting(POSTS.c.log_length, row["log_length"]) > len(entries):
            raise CannotBeRead(f"its post {place} shows a position that its log does not reach")
    messages = {row["message_id"] for row in posts}
    for place, row in enumerate(entries, start=1):
        if post_of(str(row["source"])) not in {None, *messages}:
            raise CannotBeRead(f"the post that entry {place} of its log refers to is missing")


def rows_of(connection: Connection, table: Table, match_id: int) -> Sequence[RowMapping]:
    """A match's rows in a table, in the order of their keys, with JSON as the stored text."""
    return connection.execute(_ROWS[table], {"match_id": match_id}).mappings().all()


def _stored(
    row: RowMapping,
    entries: Sequence[RowMapping],
    posts: Sequence[RowMapping] | None,
    inbox: Sequence[RowMapping],
) -> StoredMatch:
    card = _card(row)
    log = tuple(_sourced(place, each) for place, each in enumerate(entries))
    _check_whole(entries, posts)
    posts = posts or ()
    told = _in_order(posts)
    states = {each["sequence"]: each["state"] for each in posts}
    messages = {each["sequence"]: each["message_id"] for each in posts}
    dropped = (each.missed_by for each in told if states[each.sequence] == DROPPED)
    opening = next((each for each in reversed(told) if each.opens), None)
    return StoredMatch(
        card=card,
        entries=log,
        read_to=row["read_to"],
        away_since_ms=row["away_since_ms"],
        sequence=max((each.sequence for each in told), default=0),
        opening=opening,
        opened_by=messages[opening.sequence] if opening else None,
        heard=frozenset(each.answers for each in told if each.answers),
        waiting=tuple(each for each in told if states[each.sequence] == WAITING),
        told=Counter(each.readers for each in told),
        unreached=frozenset(seat for seat in dropped if seat),
        told_once=frozenset(each.once for each in told if each.once),
        newest_post=_newest_post(posts, told),
        latest_board=_newest_post(posts, told, with_board=True),
        is_unposted=opening is not None and states[opening.sequence] == DROPPED,
        standing=_standing(row),
        outcome=_outcome(row),
        quarantined=_quarantined(row),
        inbox=tuple(map(_submission, inbox)),
    )


def _in_order(posts: Sequence[RowMapping]) -> list[Post]:
    """Posts, each with its place among its readers' posts and the message it comes after."""
    in_order, newest, counts = [], Counter[Hashable](), Counter[str]()
    for row in posts:
        each = _post(row)
        readers, order = each.readers, each.order
        counts[readers] += 1
        newest[order] = max(newest[order], row["message_id"] or 0)
        comes_after = max(newest[one] for one in each.follows)
        in_order.append(replace(each, number=counts[readers], comes_after=comes_after))
    return in_order


def readable_posts(posts: Sequence[RowMapping]) -> list[Post]:
    """The readable posts of a match that may be damaged, as `_in_order` gives them."""
    readable = []
    for row in posts:
        with suppress(CannotBeRead):
            _post(row)
            readable.append(row)
    return _in_order(readable)


def read_post(connection: Connection, match_id: int, readers: str, number: int) -> Post | None:
    """The post with a number among those for the same readers of a match, if it can be read."""
    posts = readable_posts(rows_of(connection, POSTS, match_id))
    return next((each for each in posts if (each.readers, each.number) == (readers, number)), None)


def _newest_post(
    posts: Sequence[RowMapping], posts_read: Sequence[Post], *, with_board: bool = False
) -> int:
    """The newest message that a post to the room has become."""
    stand = (
        row["message_id"] or 0
        for row, each in zip(posts, posts_read, strict=True)
        if each.is_post and (each.board or not with_board)
    )
    return max(stand, default=0)


def _unreadable(
    row: RowMapping, posts: Sequence[RowMapping], problems: tuple[str, ...]
) -> Unreadable:
    states = {each["sequence"]: each["state"] for each in posts}
    readable = readable_posts(posts)
    known = {each.name: fitting(each, row[each.name]) for each in MATCHES.columns}
    return Unreadable(
        match_id=row["id"],
        guild_id=known["guild_id"],
        room_id=known["room_id"],
        player_ids={seat: known[f"{seat}_id"] for seat in SEATS},
        host_id=known["host_id"],
        began_ms=known["began_ms"],
        language=language_of(_text(row["language"])),
        is_practice=bool(known["is_practice"]),
        problems=problems,
        waiting=tuple(each for each in readable if states[each.sequence] == WAITING),
        is_over=row["reason"] is not None,
        quarantined=None
        if row["aside_since_ms"] is None
        else Quarantined(known["aside_since_ms"], _why(row)),
    )


def _why(row: RowMapping) -> str:
    """Why a match is quarantined, as far as that can be read."""
    return _text(row["aside_reason"])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _card(row: RowMapping) -> MatchCard:
    check_columns(MATCHES, row, "its {}")
    return card_in({**row})


def card_in(row: Mapping[str, Any]) -> MatchCard:
    """What is fixed for a match, from values that fit their columns.

    Raises:
        CannotBeRead: Some of them mean nothing.
    """
    game = GAMES.get(row["game"])
    if game is None:
        raise CannotBeRead(f"there is no game {shortened(row['game'])!r}")
    with _naming("its options"):
        options: Mapping[str, str] = json.loads(row["options"])
        dealt = game(**read_options(game, options))
    return MatchCard(
        guild_id=row["guild_id"],
        room_id=row["room_id"],
        game=dealt,
        players={seat: _person(row, seat) for seat in SEATS},
        host_id=row["host_id"],
        began_ms=row["began_ms"],
        id=row["id"],
        is_practice=bool(row["is_practice"]),
        pings=bool(row["pings"]),
        language=language_of(row["language"]),
        first_names={seat: name for seat in SEATS if (name := row.get(f"{seat}_first_name"))},
        private_channels={seat: each for seat in SEATS if (each := row.get(f"{seat}_channel_id"))},
        stakes=stakes_in(row),
    )


def stakes_in(row: Mapping[str, Any]) -> Stakes:
    """What a season's matches are for; nothing where a row has no such columns."""
    return Stakes(row.get("winner_stake") or "", row.get("loser_stake") or "")


def _person(row: Mapping[str, Any], seat: Seat) -> Person:
    level = row[f"{seat}_level"]
    with _naming(f"its {seat}_level"):
        return Person(row[f"{seat}_id"], row[f"{seat}_name"], level and Level(level))


def _sourced(place: int, row: RowMapping) -> Sourced:
    what = f"entry {place + 1} of its log"
    check_columns(ENTRIES, row, what)
    with _naming(what):
        at = read_seconds(row["at"])
        # Many matches have the same texts; each is kept in memory once.
        return Sourced(Entry(Speaker(row["who"]), at, intern(row["text"])), row["source"])


def _post(row: RowMapping) -> Post:
    what = f"its post {fitting(POSTS.c.sequence, row['sequence']) or '?'}"
    check_columns(POSTS, row, what)
    with _naming(what):
        post = POST_BODY.validate_json(row["body"])
    is_told = row["state"] in _STATES and (row["state"] == DELIVERED) == bool(row["message_id"])
    channels = (post.channel_id or 0, post.audience or 0)
    numbers = (post.reply_to or 0, *channels, post.expires_ms or 0, *post.pings)
    if not is_told or not all(0 <= each <= MOST_BIG for each in numbers):
        raise CannotBeRead(f"{what} cannot be read")
    place = {each: row[each] for each in ("match_id", "sequence", "log_length")}
    return replace(post, **place)


def _submission(row: RowMapping) -> Submission:
    what = "what was submitted and not judged yet"
    check_columns(INBOX, row, what)
    needed = _needed(row)
    if any(row[each] is None for each in needed):
        raise CannotBeRead(f"{what} cannot be read")
    with _naming(what):
        seat, inbox_id = Seat(row["seat"]), row["interaction_id"]
        if needed == _OF_MESSAGE:
            return Typed.elsewhere(
                *(seat, row["text"], row["message_id"], row["said_ms"]),
                channel_id=row["channel_id"],
            )
        if needed == _OF_CHOICE:
            return Choice(inbox_id, seat, row["channel_id"], row["message_id"])
        sent = seat, row["text"], inbox_id, row["token"]
        pressed_on = row["message_id"]
        return Typed.by_button(*sent, pressed_on) if pressed_on else Typed.by_form(*sent)


_OF_MESSAGE: Final = ("text", "message_id")
_OF_CHOICE: Final = ("channel_id", "message_id")
_OF_FORM: Final = ("token",)


def _needed(row: RowMapping) -> tuple[str, ...]:
    """The columns without which a submission of its kind cannot be read."""
    if row["said_ms"] is not None:
        return _OF_MESSAGE
    return _OF_CHOICE if row["text"] is None else _OF_FORM


def read_submissions(connection: Connection, match_id: int) -> tuple[Submission, ...]:
    """What a match has yet to judge; what cannot be read is left out."""
    read = []
    for row in rows_of(connection, INBOX, match_id):
        with suppress(CannotBeRead):
            read.append(_submission(row))
    return tuple(read)


def _standing(row: RowMapping) -> Standing | None:
    if row["standing"] is None:
        return None
    with _naming("its position"):
        standing = json.loads(row["standing"])
        if isinstance(standing, dict):
            return standing
    raise CannotBeRead("its position cannot be read")


def _outcome(row: RowMapping) -> Outcome | None:
    if row["reason"] is None and row["winner"] is None:
        return None
    with _naming("its result"):
        return Outcome(Seat(row["winner"]) if row["winner"] else None, Reason(row["reason"]))


def _quarantined(row: RowMapping) -> Quarantined | None:
    since_ms = row["aside_since_ms"]
    return None if since_ms is None else Quarantined(since_ms, row["aside_reason"] or "")
