"""Tests that hidden items at a free table change nothing for others: no word, name or size."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from bot.posts.attachments import file_stems
from bot.posts.boards import described_pictures, text_boards
from bot.posts.buttons import buttons_below
from bot.texts.language import say
from bot.values.events import Event
from bot.values.post import Post
from engine.games.free_table.rules import FreeTable
from engine.games.free_table.table import ItemKind, owned_by
from engine.seats import HOST, PUBLIC
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms, line, whispered

NAMES: Final = {EC: "Ada", DMO: "Bob"}


@dataclass(frozen=True)
class Hidden:
    """The hidden items of one of two matches."""

    seed: int
    secret: str
    sealed: str
    envelope: str


FIRST: Final = Hidden(1, "under the bridge", "grow", "walls: A1|B1")
SECOND_ONE: Final = Hidden(2, "x" * 500, "claim 4 / pass <@55> `", "y" * 1_500)


def events(hidden: Hidden) -> list[Event]:
    """Return the lines: the EC hides the difference, and the last turn does not close."""
    index = [POSTED_MS + number * SECOND for number in range(1, 9)]
    return [
        line("!roll 4d6 ec / deck cards / deal 2 ec / next ec secret", index[0]),
        whispered(EC, f"!{hidden.secret}", index[1]),
        line("!open ec 99", index[2]),
        line("!deal 3 ec / ec chips=1 / next both sealed", index[3]),
        whispered(EC, f"!{hidden.sealed}", index[4]),
        line("!open dmo 1 2 / nonsense", index[5]),
        line("!deal 60 ec", index[6]),
    ]


async def played(deal: Rooms, hidden: Hidden, board: str) -> Room:
    options = {"seed": str(hidden.seed), "envelope": hidden.envelope, "board": board}
    room = await deal(FreeTable, first="ec", order="judged", **options)
    await room.happen(*events(hidden))
    return room


def told_to_others(room: Room) -> list[Any]:
    """Return everything sent to anybody but the EC, by text, files and buttons."""
    here = f"/{room.card.room_id}/"
    return [
        (
            replace(
                post, content=post.content.replace(here, "/"), place=replace(post.place, match_id=0)
            ),
            file_stems(replace(post, place=replace(post.place, match_id=0))),
            [getattr(button, "label", "") for button in _buttons(room, post)],
        )
        for post in room.sent
        if post.recipient is not EC
    ]


def _buttons(room: Room, post: Post) -> Sequence[Any]:
    view = buttons_below(post, room.card.game)
    return view.children if view else ()


def looks(room: Room) -> list[Any]:
    """Return the position for everybody but the EC: pictures, alt texts, symbols, words."""
    match, composer = room.match, room.runner.live.composer
    seen = [
        item
        for viewer in (PUBLIC, DMO)
        for item in (
            match.view(viewer),
            described_pictures(match, viewer, NAMES),
            text_boards(match, viewer, NAMES),
            say(composer.texts.standing(match.view(viewer))),
        )
    ]
    hosts = say(composer.texts.standing(match.view(HOST)))
    return [*seen, hosts, match.game.position(match.state)]


@pytest.mark.parametrize("board", ["none", "6x6"])
async def test_two_matches_that_hide_different_things_look_alike(deal: Rooms, board: str):
    room, other = [await played(deal, hidden, board) for hidden in (FIRST, SECOND_ONE)]
    assert len(told_to_others(room)) >= len(events(FIRST))
    assert told_to_others(room) == told_to_others(other)
    assert looks(room) == looks(other)
    # As often is the EC told something, which is counted in requests.
    assert [post.recipient for post in room.sent] == [post.recipient for post in other.sent]


async def test_a_host_reads_a_secret_text_and_nothing_else_that_is_hidden(deal: Rooms):
    room = await played(deal, FIRST, "none")
    composer, view = room.runner.live.composer, room.match.view(HOST)
    (read,) = composer.texts.host_reading(composer.seating, view)
    assert say(read) == f"**Ada**, 7: `{FIRST.secret}`"
    kinds = {item.kind for item in owned_by(EC, view.closed) if item.text is not None}
    assert kinds == {ItemKind.TEXT}
    assert view.envelope == ""
    assert [text for _, text in view.turn.texts] == [None]


async def test_two_matches_that_hide_different_things_differ_once_all_is_shown(deal: Rooms):
    other_room, other = [await played(deal, hidden, "none") for hidden in (FIRST, SECOND_ONE)]
    for room in (other_room, other):
        await room.ruled("award ec", POSTED_MS + 20 * SECOND)
    lines = ["".join(post.content for post in room.sent) for room in (other_room, other)]
    assert FIRST.envelope in lines[0]
    assert SECOND_ONE.envelope in lines[1]
    assert looks(other_room) != looks(other)
