"""Posts for followers: texts, places and times, as a table of pure cases."""

from dataclasses import replace

import pytest

from bot.features.audience.posts import MAX_PINGED, Follower, for_audience
from bot.features.audience.store import MAX_FOLLOWERS
from bot.posts.sending.delivery import allowed_mentions, nonce_of
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.post import NOWHERE, Extras, Post, Urgency, assign_places
from engine.games import GAMES
from engine.matches.match import Transition
from tests.bot.texts.notices import every_notice
from tests.engine.playing import begun
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import ADA, BOB, GUILD, ROOM, card_of, composer_of

MIRROR, ELSEWHERE, MESSAGE = 77, 78, 990
LINK = f"https://discord.com/channels/{GUILD}/{ROOM}/{MESSAGE}"
SAM, TINA = 301, 302

TURN = Post(
    "Ada, your move",
    pings=(ADA,),
    extras=Extras(has_board=True),
    starts_clock=True,
    mirror_text="Bob lays E6.",
)
GOES_ON = Post("done", extras=Extras(has_board=True), mirror_text="Bob rolls.")
RESULT = Post(
    "over",
    pings=(ADA, BOB),
    extras=Extras(has_board=True, has_record=True),
    mirror_text="Ada wins.",
)
BOARDS = {"turn": TURN, "goes on": GOES_ON, "result": RESULT}


def follows(user_id: int, place: int = MIRROR, *, every_turn: bool = True) -> Follower:
    return Follower(user_id, place, every_turn)


def told(post: Post, *followers: Follower, mirror: int | None = MIRROR) -> tuple[Post, ...]:
    post = replace(post, place=replace(post.place, log_length=5))
    return for_audience(card_of(), mirror, followers, post, MESSAGE)


def pinged(posts: tuple[Post, ...]) -> list[tuple[int | None, tuple[int, ...]]]:
    return [(post.audience, post.pings) for post in posts if not post.extras.has_board]


@pytest.mark.parametrize("post", BOARDS.values(), ids=BOARDS)
def test_a_board_is_repeated_with_its_gist_and_a_link_and_pings_nobody(post: Post):
    (board,) = told(post)
    assert board.content == f"{post.mirror_text}\n-# [In the game room](<{LINK}>)"
    assert board.audience == MIRROR
    assert board.extras.has_board
    assert board.place.log_length == 5
    assert board.pings == ()
    assert allowed_mentions(board).to_dict() == {"parse": [], "users": []}
    assert board.extras.words is None
    assert (board.extras.has_form, board.starts_clock, board.extras.has_record) == (
        False,
        False,
        False,
    )
    assert board.worth.urgency is max(Urgency)


def test_only_the_result_is_worth_repeating_however_late_it_is():
    assert [told(board)[0].worth.expires_with_turn for board in BOARDS.values()] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("post", BOARDS.values(), ids=BOARDS)
def test_where_nobody_follows_nothing_is_told(post: Post):
    assert told(post, mirror=None) == ()


EVERY, ONLY = follows(SAM), follows(TINA, every_turn=False)
HERE = follows(SAM, ROOM)


@pytest.mark.parametrize(
    ("shown_post", "followers", "mirror", "expected"),
    [
        (TURN, (EVERY, ONLY), MIRROR, [(MIRROR, (SAM,))]),
        (GOES_ON, (EVERY, ONLY), MIRROR, []),
        (RESULT, (EVERY, ONLY), MIRROR, [(MIRROR, (SAM, TINA))]),
        # In the game room nobody is pinged between two turns.
        (TURN, (HERE,), None, []),
        (TURN, (HERE,), MIRROR, []),
        (RESULT, (HERE,), None, [(ROOM, (SAM,))]),
        (RESULT, (HERE, ONLY), MIRROR, [(MIRROR, (TINA,)), (ROOM, (SAM,))]),
        # Their mirror room is one no longer.
        (RESULT, (EVERY,), ELSEWHERE, [(ROOM, (SAM,))]),
        (TURN, (EVERY,), ELSEWHERE, []),
        (RESULT, (EVERY,), None, [(ROOM, (SAM,))]),
        # The room's own post has pinged them.
        (TURN, (follows(ADA), follows(BOB)), MIRROR, [(MIRROR, (BOB,))]),
        (RESULT, (follows(ADA), EVERY), MIRROR, [(MIRROR, (SAM,))]),
    ],
)
def test_followers_are_pinged_where_and_when_they_wanted(
    shown_post: Post,
    followers: tuple[Follower, ...],
    mirror: int | None,
    expected: list[tuple[int, tuple[int, ...]]],
):
    posts = told(shown_post, *followers, mirror=mirror)
    assert pinged(posts) == expected
    for post in posts:
        if post.pings:
            assert LINK in post.content
            assert all(f"<@{user}>" in post.content for user in post.pings)
            mentions = allowed_mentions(post).to_dict()
            assert mentions == {"parse": [], "users": [*post.pings]}
            assert post.worth.expires_with_turn == (shown_post is not RESULT)


@pytest.mark.usefixtures("each_language")
def test_pings_fit_into_messages_however_many_follow():
    longest = (1 << 64) - 1
    many = [follows(longest - number) for number in range(MAX_FOLLOWERS)]
    card = card_of(guild_id=longest, room_id=longest)
    board, *posts = for_audience(card, MIRROR, tuple(many), RESULT, longest)
    assert len(posts) == MAX_FOLLOWERS / MAX_PINGED
    assert [user for post in posts for user in post.pings] == [
        follower.user_id for follower in many
    ]
    assert all(len(post.content) <= LONGEST_MESSAGE for post in (board, *posts))
    assert all(len(post.pings) <= 100 for post in posts)


def test_what_is_repeated_has_an_order_numbers_and_a_lane_of_its_own():
    posts = assign_places(told(TURN, EVERY), 1, 9, last_sequence=4, post_counts={"room": 3})
    room, *_ = assign_places([TURN], 1, 9, last_sequence=6, post_counts={"room": 3})
    assert [post.place.log_length for post in posts] == [5, 5]
    assert [post.place.number for post in posts] == [1, 2]
    assert room.place.log_length == 9
    assert not any(post.is_room_message for post in posts)
    assert not {post.order for post in posts} & {room.order}
    assert len({nonce_of(post, BEGAN_MS) for post in (*posts, room)}) == 3


@pytest.mark.parametrize("name", GAMES)
def test_each_board_of_a_match_has_a_gist_without_mentions_or_countdowns(name: str):
    game = GAMES[name]()
    composer = composer_of(card_of(game))
    for notice in every_notice(composer.seating.game.reasons):
        for post in composer.posts(Transition(begun(game), (notice,)), NOWHERE):
            if post.extras.has_board and post.is_room_message:
                assert post.mirror_text
                assert "<" not in post.mirror_text
                assert len(told(post)[0].content) <= LONGEST_MESSAGE
