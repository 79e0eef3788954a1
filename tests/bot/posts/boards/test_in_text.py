"""Boards in words and symbols: whole, within a message each, and nothing that is not to be seen."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.posts.boards import has_board, text_boards
from bot.posts.compose import Composer
from bot.texts.language import Language, say, speaking
from bot.texts.seating import LONGEST_MESSAGE, plain_name
from bot.values.card import Readers
from bot.values.post import NOWHERE, Post, Urgency, Worth
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.free_table.rules import FreeTable
from engine.grids.grid import Cell
from engine.matches.match import Match, Transition
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import PUBLIC, SEATS, Seat, Viewer
from engine.text_boards import legend, written
from engine.texts import texts_of
from engine.words.alts import length
from tests.bot.texts.notices import every_notice, received
from tests.engine.playing import at_state, begun
from tests.games.common.samples import EVERY_GAME
from tests.helpers.games.random_play import random_states
from tests.helpers.rooms.cards import ROOM, card_of
from tests.rendering.positions.boards import with_board
from tests.rendering.positions.fire_and_ice import NAMES

EC, DMO = SEATS
LONGEST = {EC: "*" * 32, DMO: "_W" * 16}
MAX_STATES = 60

every_game = pytest.mark.parametrize("name", GAMES)
a_game_of_each_kind = pytest.mark.parametrize("name", EVERY_GAME)


@cache
def played(name: str) -> tuple[AnyGame, tuple[Any, ...]]:
    game = with_board(GAMES[name], seed=1)
    return game, tuple(random_states(game, Random(1), MAX_STATES))


def positions(name: str) -> Iterator[tuple[Match, Viewer]]:
    game, states = played(name)
    match = begun(game)
    for state in (*states[::6], states[-1]):
        for viewer in (PUBLIC, *SEATS):
            yield at_state(match, state), viewer


@a_game_of_each_kind
@pytest.mark.usefixtures("each_language")
def test_everything_is_told_in_order_and_no_board_is_cut(name: str):
    for match, viewer in positions(name):
        view = match.view(viewer)
        text = "\n".join(text_boards(match, viewer, NAMES))
        index = 0
        for board in texts_of(match.game).text_boards(view):
            words = say(texts_of(match.game).alt(board.name, view, NAMES))
            part = f"{words}\n```\n{written(board)}\n```"
            index = text.index(part, index) + len(part)
        signs = legend(texts_of(match.game).text_boards(view))
        assert text[index:].count("\n") == 1
        assert text[index:].count("`") == 2 * len(signs)


@a_game_of_each_kind
@pytest.mark.usefixtures("each_language")
def test_every_message_is_within_discords_limit(name: str):
    for match, viewer in positions(name):
        messages = text_boards(match, viewer, LONGEST)
        assert max(map(length, messages)) <= LONGEST_MESSAGE


@every_game
def test_words_hold_no_markdown_whatever_the_names(name: str):
    names = {EC: "*Ada* `x`", DMO: "@everyone"}
    for match, viewer in positions(name):
        text = "\n".join(text_boards(match, viewer, names))
        words, *_ = re.sub(r"```.*?```", "", text, flags=re.DOTALL).rpartition("\n")
        for other_name in names.values():
            words = words.replace(plain_name(other_name), "")
        assert not re.search(r"[*_~`|<>\[\]#@\\]", words), words


FLOWERS = "game: doubting-flower-field\nfirst: ec\n\nec hide A1 red, D5 blue\n"


@pytest.mark.parametrize(
    ("name", "board", "shown"),
    [
        ("demeters-anguish", None, ["EC's garden (Ada)", "DMO's garden (Bob)"]),
        ("demeters-anguish", "ec", ["EC's garden (Ada)"]),
        ("demeters-anguish", "dmo", ["DMO's garden (Bob)"]),
        ("deep-sea-voyage", None, ["board 1: ", "board 2: ", "board 3: "]),
        ("deep-sea-voyage", "2", ["board 2: "]),
    ],
)
def test_a_board_of_several_is_shown_alone(name: str, board: str | None, shown: list[str]):
    text = "\n".join(text_boards(begun(GAMES[name]()), PUBLIC, NAMES, board))
    assert text.count("```") == 2 * len(shown)
    assert [label for label in shown if label not in text] == []


def test_a_table_without_a_board_is_told_in_words_alone():
    match = begun(FreeTable(first=EC, setup="ec chips=9"))
    assert not has_board(match)
    assert text_boards(match, PUBLIC, NAMES) == ("Free Table. EC to move. EC Ada: chips 9.",)


def test_a_board_too_large_for_one_message_follows_its_words_in_another():
    pieces = " / ".join(f"{Cell(index % 20, index // 20)}={index}" for index in range(10, 100))
    match = begun(FreeTable(first=EC, board=Cell(19, 19), setup=pieces))
    words, symbols, *_ = text_boards(match, PUBLIC, LONGEST)
    assert words.startswith("Free Table. ")
    assert symbols.startswith("```\n")
    assert "+99" in symbols


# For those who are sent every board in words, too


def test_nobody_is_sent_a_board_that_there_is_not():
    match = begun(FreeTable(first=EC))
    composer, usual = composers(match.game, *SEATS)
    step = Transition(match, (next(iter(every_notice(composer.seating.game.reasons))),))
    assert composer.posts(step, NOWHERE) == usual.posts(step, NOWHERE)


def composers(game: AnyGame, *seats: Seat) -> tuple[Composer, Composer]:
    """Return the composers with text boards, EC's in German, and without any."""
    languages = {EC: Language.DE}
    readers = Readers(languages), Readers(languages, frozenset(seats))
    usual, in_text = (Composer(card_of(game), reading) for reading in readers)
    return in_text, usual


@a_game_of_each_kind
def test_each_board_of_the_room_and_nothing_else_is_sent_in_words_to_who_wants_it(name: str):
    game, states = played(name)
    composer, usual = composers(game, EC)
    for state in (states[len(states) // 2], states[-1]):
        match = at_state(begun(game), state)
        for notice in (*every_notice(composer.seating.game.reasons), *received(game, state)):
            step = Transition(match, (notice,))
            posts, before = composer.posts(step, NOWHERE), usual.posts(step, NOWHERE)
            new_posts = [post for post in posts if post.recipient and post.worth.expires_with_turn]
            assert tuple(post for post in posts if post not in new_posts) == before
            boards = sum(view.extras.has_board and view.is_room_message for view in before)
            with speaking(Language.DE):
                head = f"Deine Partie in <#{ROOM}>:"
                own = text_boards(match, EC, card_of(game).names, head=head)
            assert [message.content for message in new_posts] == boards * [*own]
            assert {
                (message.recipient, message.acknowledgement, message.worth.urgency)
                for message in new_posts
            } <= {(EC, None, Urgency.USUAL)}


def test_both_may_want_it_and_each_sees_only_their_own_secrets():
    match = final_match(read_record(FLOWERS))
    composer, _ = composers(match.game, *SEATS)
    opening = next(iter(every_notice(composer.seating.game.reasons)))
    posts = composer.posts(Transition(match, (opening,)), NOWHERE)
    payload: dict[Seat | None, list[Post]] = {seat: [] for seat in (None, *SEATS)}
    for post in posts:
        payload[post.recipient].append(post)
    assert [len(message) for message in payload.values()] == [1, 1, 1]
    assert "A1" in payload[EC][0].content.partition("```")[0]
    assert "A1 red" not in payload[DMO][0].content
    assert "Your match in" in payload[DMO][0].content


def test_it_is_worth_nothing_after_its_turn_and_then_the_room_is_told_nothing():
    assert Post("board", recipient=EC, worth=Worth(expires_with_turn=True)).missed_by is None
    assert Post("answer", recipient=EC).missed_by is EC
    assert Post("turn", worth=Worth(expires_with_turn=True)).missed_by is None
