"""*Show me*: which refusals have the button, and what its id tells."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.buttons import TEMPLATE
from bot.cogs.components import LARGEST_ID
from bot.posts.buttons import buttons_below
from bot.storage.store import Store
from bot.texts.seating import MAX_LISTED
from bot.values.card import NO_SERVER
from bot.values.post import Extras, Origin, Post
from engine.games import GAMES
from engine.games.fire_and_ice.rules import MALFORMED, OCCUPIED, FireAndIce
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.refusals import Refused
from engine.seats import SEATS
from rendering import Marks
from tests.engine.playing import begun, tried
from tests.games.deep_sea_voyage.positions import in_round
from tests.games.demeters_anguish.positions import in_play
from tests.helpers.rooms.cards import DMO, EC, card_of, composer_of, in_outbox
from tests.helpers.rooms.changes import change

LONGEST_ID = 100
IN_ROOM = Origin(777, speaker=EC)
IN_PRIVATE = Origin(777, recipient=EC)
BY_FORM = Origin(recipient=EC, token="token", form_text="flower I G7 H8")
G7, H8 = Cell(6, 6), Cell(7, 7)
FIRE = GAMES["fire-and-ice"](first=EC)


def on(board: str, *cells: Cell) -> Refused:
    refusal = OCCUPIED(*cells)
    refusal.board = board
    return refusal


# Refusals with the button

OPENING = begun(GAMES["demeters-anguish"]())
OF_EC = Marks((G7, H8), "ec")
MANY = [Cell(column, row) for column in range(9) for row in range(9)]


@pytest.mark.parametrize(
    ("match", "refusal", "origin", "card", "shown"),
    [
        (begun(FIRE), on("", H8, G7, H8), IN_ROOM, {}, Marks((H8, G7))),
        (begun(FIRE), MALFORMED(*MANY), IN_ROOM, {}, Marks(tuple(MANY[:MAX_LISTED]))),
        # Of several boards the refusal's own is shown, if that is known.
        (in_play(), on("dmo", G7), IN_ROOM, {}, Marks((G7,), "dmo")),
        *((in_play(), on(board, G7), IN_ROOM, {}, None) for board in ("", "1", "nobody")),
        # What is refused in the room while secrets are awaited may be one.
        (OPENING, on("ec", G7, H8), IN_ROOM, {}, None),
        (OPENING, on("ec", G7, H8), IN_PRIVATE, {}, OF_EC),
        (OPENING, on("ec", G7, H8), BY_FORM, {}, OF_EC),
        (OPENING, on("ec", G7, H8), IN_ROOM, {"guild_id": NO_SERVER}, OF_EC),
    ],
)
def test_a_refusal_shows_its_cells_once_each_to_whoever_may_see_them(
    match: Match, refusal: Refused, origin: Origin, card: dict[str, Any], shown: Marks | None
):
    (post,) = composer_of(card_of(match.game, **card)).refusal(match, refusal, origin)
    assert (post.extras.marks, post.recipient) == (shown, origin.recipient)


def test_a_games_own_refusals_name_their_boards():
    play, deep_sea = in_play(), in_round()
    mover = play.to_act[0]
    assert tried(play, f"{mover} @1 rock A1 B2").refusal.board == mover.opponent
    assert tried(deep_sea, "ec @1 A1 A2").refusal.board


# Ids


def ids_below(post: Post) -> list[str]:
    view = buttons_below(post, FireAndIce())
    return [child.custom_id for child in view.children] if view else []


@given(
    match_id=st.integers(1, LARGEST_ID),
    to=st.sampled_from([None, *SEATS]),
    number=st.integers(1, 10**9 - 1),
)
def test_an_id_tells_the_place_of_its_refusal_and_is_never_too_long(match_id, to, number):
    post = in_outbox(
        Post(recipient=to, extras=Extras(marks=Marks((G7,)))), match_id, 1, number=number
    )
    (name,) = ids_below(post)
    assert len(name) <= LONGEST_ID
    read = re.fullmatch(TEMPLATE, name)
    assert (int(read["number"]), read["readers"], int(read["place"])) == (
        match_id,
        to or "room",
        number,
    )


def test_an_id_tells_neither_the_cells_nor_how_much_has_been_said_in_private():
    here = in_outbox(
        Post(extras=Extras(marks=Marks((G7,), "ec"))), 7, sequence=5, log_length=9, number=3
    )
    there = in_outbox(
        Post(extras=Extras(marks=Marks((H8,), "dmo"))), 7, sequence=8, log_length=12, number=3
    )
    assert ids_below(here) == ids_below(there) == ["show:7:room:3"]


# Storage


async def test_a_post_is_found_by_its_readers_and_its_number_among_theirs(store: Store):
    match_id = await store.begin(card_of(), read_through=1)
    posts = (
        Post("turn", starts_clock=True),
        Post("for one", recipient=EC, extras=Extras(marks=Marks((G7,), "ec"))),
        Post("for the other", recipient=DMO),
        Post("no", extras=Extras(marks=Marks((H8,)))),
    )
    placed = tuple(in_outbox(post, match_id, position, 0) for position, post in enumerate(posts, 1))
    await store.commit(change(match_id, posts=placed))
    expected = {("room", 1): 0, ("ec", 1): 1, ("dmo", 1): 2, ("room", 2): 3}
    for (readers, number), index in expected.items():
        post = await store.post(match_id, readers, number)
        assert replace(post, place=replace(post.place, comes_after=0)) == placed[index]
    for readers, number in (("room", 3), ("room", 0), ("ec", 2), ("host", 1)):
        assert await store.post(match_id, readers, number) is None
    assert await store.post(match_id + 1, "room", 1) is None
