"""Loads matches from the database; of a damaged one it says what cannot be read."""

import json
import re
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
    Connection,
    RowMapping,
    Select,
    Table,
    Text,
    bindparam,
    func,
    select,
    type_coerce,
)

from bot.card import MatchCard, Person
from bot.live.effects import Sourced
from bot.live.events import Choice, Submission, Typed
from bot.posts.post import Post
from bot.storage.records import LiveRoom, LoadedMatch, Quarantined, StoredMatch, Unreadable
from bot.storage.schema import (
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
_POST: Final = re.compile(r"post:([0-9]+)")
UNREADABLE: Final = (
    *(ValueError, TypeError, AttributeError, LookupError, ArithmeticError),
    RecursionError,
)
"""What reading a damaged file may raise."""


def _rows(table: Table, match_id: Column[int]) -> Select[Any]:
    columns = [
        type_coerce(each, Text).label(each.name) if isinstance(each.type, JSON) else each
        for each in table.c
    ]
    chosen = select(*columns).where(match_id == bindparam("match_id"))
    return chosen.order_by(*table.primary_key)


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
    found = connection.scalars(ids).all()
    _check_numbers(found)
    for match_id in sorted(found):
        yield _read_match(connection, match_id)


def read_live_rooms(connection: Connection) -> list[LiveRoom]:
    """Read where the live matches are played; what of that cannot be read is 0.

    Every page that holds anything of them is touched: a start fails as a whole, or not at all.

    Raises:
        Damaged: Not even the list of matches can be read.
        DatabaseError: The file cannot be read.
    """
    is_live = MATCHES.c.reason.is_(None)
    for longest, match_id in _LONGEST:
        length = func.total(func.length(type_coerce(longest, Text)))
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


class _CannotBeRead(Exception):  # noqa: N818 - a fact about a match
    """Part of a match cannot be read; the message is a clause that says which part."""


@contextmanager
def _naming(what: str) -> Iterator[None]:
    """Name what cannot be read, but quote none of it: it may be secret."""
    try:
        yield
    except UNREADABLE as error:
        raise _CannotBeRead(f"{what} cannot be read ({type(error).__name__})") from None


def _read_match(connection: Connection, match_id: int) -> LoadedMatch:
    """A match; if it cannot be read, whose it is and why. One bad match must not stop the rest."""
    rows = rows_of(connection, MATCHES, match_id)
    if len(rows) != 1:
        raise Damaged(f"match {match_id} is there {len(rows)} times")
    (row,) = rows
    entries = rows_of(connection, ENTRIES, match_id)
    posts = rows_of(connection, POSTS, match_id)
    inbox = rows_of(connection, INBOX, match_id)
    try:
        return _stored(row, entries, posts, inbox)
    except _CannotBeRead:
        return _unreadable(row, posts, _problems(row, entries, posts, inbox))


def _problems(
    row: RowMapping,
    entries: Sequence[RowMapping],
    posts: Sequence[RowMapping],
    inbox: Sequence[RowMapping],
) -> tuple[str, ...]:
    """Everything about a match that cannot be read, each problem once."""
    parts = [
        *(partial(part, row) for part in (_card, _standing, _outcome)),
        *(partial(_sourced, place, each) for place, each in enumerate(entries)),
        *(partial(_post, each) for each in posts),
        *(partial(_submission, each) for each in inbox),
        partial(_check_whole, entries, posts),
    ]
    problems = dict[str, None]()
    for part in parts:
        try:
            part()
        except _CannotBeRead as problem:
            problems[str(problem)] = None
    return tuple(problems)


def _check(table: Table, row: RowMapping, what: str) -> None:
    """Check every column; in an error `what` names the row, with {} for the column."""
    column = misfit(table, row)
    if column:
        raise _CannotBeRead(f"{what.format(column)} cannot be read")


def _check_whole(entries: Sequence[RowMapping], posts: Sequence[RowMapping]) -> None:
    """Check that no entry and no post is missing from the middle."""
    for place, row in enumerate(entries):
        if row["number"] != place:
            raise _CannotBeRead(f"entry {place + 1} of its log is missing")
    for place, row in enumerate(posts, start=1):
        if row["sequence"] != place:
            raise _CannotBeRead(f"its post {place} is missing")
        if fitting(POSTS.c.log_length, row["log_length"]) > len(entries):
            raise _CannotBeRead(f"its post {place} shows a position that its log does not reach")
    messages = {row["message_id"] for row in posts}
    for place, row in enumerate(entries, start=1):
        post = _POST.fullmatch(str(row["source"]))
        if post and int(post[1]) not in messages:
            raise _CannotBeRead(f"the post that entry {place} of its log refers to is missing")


def rows_of(connection: Connection, table: Table, match_id: int) -> Sequence[RowMapping]:
    """A match's rows in a table, in the order of their keys, with JSON as the stored text."""
    return connection.execute(_ROWS[table], {"match_id": match_id}).mappings().all()


def _stored(
    row: RowMapping,
    entries: Sequence[RowMapping],
    posts: Sequence[RowMapping],
    inbox: Sequence[RowMapping],
) -> StoredMatch:
    card = _card(row)
    log = tuple(_sourced(place, each) for place, each in enumerate(entries))
    told = _in_order(posts)
    _check_whole(entries, posts)
    states = {each["sequence"]: each["state"] for each in posts}
    messages = {each["sequence"]: each["message_id"] for each in posts}
    dropped = (each.to for each in told if states[each.sequence] == DROPPED)
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
        in_order.append(replace(each, number=counts[readers], comes_after=newest[order]))
    return in_order


def readable_posts(posts: Sequence[RowMapping]) -> list[Post]:
    """The readable posts of a match that may be damaged, as `_in_order` gives them."""
    readable = []
    for row in posts:
        with suppress(_CannotBeRead):
            _post(row)
            readable.append(row)
    return _in_order(readable)


def _newest_post(posts: Sequence[RowMapping], posts_read: Sequence[Post]) -> int:
    """The newest message that a post to the room has become."""
    stand = (
        row["message_id"] or 0 for row, each in zip(posts, posts_read, strict=True) if each.is_post
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
        problems=problems,
        waiting=tuple(each for each in readable if states[each.sequence] == WAITING),
        is_over=row["reason"] is not None,
        quarantined=None
        if row["aside_since_ms"] is None
        else Quarantined(known["aside_since_ms"], _why(row)),
    )


def _why(row: RowMapping) -> str:
    """Why a match is quarantined, as far as that can be read."""
    why = row["aside_reason"]
    return why if isinstance(why, str) else ""


def _card(row: RowMapping) -> MatchCard:
    _check(MATCHES, row, "its {}")
    game = GAMES.get(row["game"])
    if game is None:
        raise _CannotBeRead(f"there is no game {shortened(row['game'])!r}")
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
    )


def _person(row: RowMapping, seat: Seat) -> Person:
    level = row[f"{seat}_level"]
    with _naming(f"its {seat}_level"):
        return Person(row[f"{seat}_id"], row[f"{seat}_name"], level and Level(level))


def _sourced(place: int, row: RowMapping) -> Sourced:
    what = f"entry {place + 1} of its log"
    _check(ENTRIES, row, what)
    with _naming(what):
        at = read_seconds(row["at"])
        # Many matches have the same texts; each is kept in memory once.
        return Sourced(Entry(Speaker(row["who"]), at, intern(row["text"])), row["source"])


def _post(row: RowMapping) -> Post:
    what = f"its post {fitting(POSTS.c.sequence, row['sequence']) or '?'}"
    _check(POSTS, row, what)
    with _naming(what):
        post = POST_BODY.validate_json(row["body"])
    is_told = row["state"] in _STATES and (row["state"] == DELIVERED) == bool(row["message_id"])
    numbers = (post.reply_to or 0, post.expires_ms or 0, *post.pings)
    if not is_told or not all(0 <= each <= MOST_BIG for each in numbers):
        raise _CannotBeRead(f"{what} cannot be read")
    place = {each: row[each] for each in ("match_id", "sequence", "log_length")}
    return replace(post, **place)


def _submission(row: RowMapping) -> Submission:
    interaction_id, what = row["interaction_id"], "what was submitted and not judged yet"
    _check(INBOX, row, what)
    wanted = ("channel_id", "message_id") if row["text"] is None else ("token",)
    if any(row[each] is None for each in wanted):
        raise _CannotBeRead(f"{what} cannot be read")
    with _naming(what):
        seat = Seat(row["seat"])
        if row["text"] is None:
            return Choice(interaction_id, seat, row["channel_id"], row["message_id"])
        return Typed.by_form(seat, row["text"], interaction_id, row["token"])


def _standing(row: RowMapping) -> Standing | None:
    if row["standing"] is None:
        return None
    with _naming("its position"):
        standing = json.loads(row["standing"])
        if isinstance(standing, dict):
            return standing
    raise _CannotBeRead("its position cannot be read")


def _outcome(row: RowMapping) -> Outcome | None:
    if row["reason"] is None and row["winner"] is None:
        return None
    with _naming("its result"):
        return Outcome(Seat(row["winner"]) if row["winner"] else None, Reason(row["reason"]))


def _quarantined(row: RowMapping) -> Quarantined | None:
    since_ms = row["aside_since_ms"]
    return None if since_ms is None else Quarantined(since_ms, row["aside_reason"] or "")
