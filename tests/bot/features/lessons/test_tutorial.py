"""The guided positions of every game: what they ask for, and what is said to whatever is typed."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.features.lessons import texts as tutorial
from bot.features.lessons.exercises import (
    asked,
    example,
    judged,
    notation,
    page_of,
    position,
    solves,
    with_answer,
)
from bot.features.lessons.exercises import with_hint as hinted
from bot.posts.boards import described_pictures
from bot.texts import answers
from bot.texts.lessons.pages import Exercise, exercises_of
from bot.texts.seating import LONGEST_MESSAGE
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import is_concession
from engine.refusals import Refused
from engine.seats import Seat
from engine.words.alts import LONGEST_ALT
from tests.helpers.games.offered import TAUGHT
from tests.helpers.games.random_play import random_states

KINDS = tuple(GAMES[name] for name in TAUGHT)
EXERCISES = [
    pytest.param(kind, exercise, id=f"{kind.name}-{number}")
    for kind in KINDS
    for number, exercise in enumerate(exercises_of(kind), 1)
]
every = pytest.mark.parametrize(("kind", "exercise"), EXERCISES)
LOOKED_AT = 20
"""Number of legal actions looked at; a layout has millions."""
LONGEST_SENTENCE = 1_400
STATES, OF_A_STATE = 30, 1_000
"""States of a random game, and the legal actions looked at in each."""


def tried_in(task: str) -> list[str]:
    return task.split("`")[1::2]


def legal_texts(exercise: Exercise, match: Match) -> list[str]:
    actions = islice(match.game.legal(match.state, exercise.seat), LOOKED_AT)
    return [*map(match.game.write, actions)]


def is_legal(exercise: Exercise, match: Match, text: str) -> bool:
    return match.enter(Entry(Speaker(exercise.seat.value), match.now, text)).refusal is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_has_six_positions(kind: type[AnyGame]):
    assert len(exercises_of(kind)) == 6


@every
def test_a_position_awaits_the_beginner(kind: type[AnyGame], exercise: Exercise):
    match = position(exercise)
    assert match.result is None
    own = match.held and match.held.entry.speaker.seat is exercise.seat
    assert exercise.seat in match.to_act or own


@every
def test_an_example_is_found_and_is_what_is_asked_for(kind: type[AnyGame], exercise: Exercise):
    text = example(exercise)
    assert text
    result = judged(exercise, text)
    assert result.is_done
    assert result.feedback == f"✅ {exercise.done()}"
    # Texts about the end come with a match that is over, and with no other.
    assert result.match.state != position(exercise).state or result.match.held is None


@every
def test_something_else_is_not_what_is_asked_for(kind: type[AnyGame], exercise: Exercise):
    match = position(exercise)
    texts = [*tried_in(asked(exercise)), *kind.examples, *legal_texts(exercise, match)]
    other_texts = [key for key in dict.fromkeys(texts) if not judged(exercise, key).is_done]
    assert other_texts
    legal = [
        text for text in other_texts if is_legal(exercise, match, text) and not is_concession(text)
    ]
    for text in legal[:3]:
        result = judged(exercise, text)
        assert result.feedback == f"💡 {exercise.otherwise()}"
        assert result.match == match
    has_other_kinds = len(legal_texts(exercise, match)) > 1 and match.held is None
    if has_other_kinds and not legal:
        # Only where any action of a phase will do.
        assert all(
            solves(exercise, match, action)
            for action in islice(match.game.legal(match.state, exercise.seat), 100)
        )


def test_the_route_shown_for_one_ship_is_not_taken_for_another_ships():
    (exercise,) = (page for page in exercises_of(DeepSeaVoyage) if page.title == "The routes")
    assert not judged(exercise, "route 3 white A5 G5 G3").is_done
    assert judged(exercise, "route 3 red A11 H11 H3 G3").is_done


@pytest.mark.parametrize("kind", KINDS)
def test_a_typical_mistake_is_invited_and_refused_as_in_a_match(kind: type[AnyGame]):
    refused = []
    for exercise in exercises_of(kind):
        match = position(exercise)
        for text in tried_in(asked(exercise)):
            entered = match.enter(Entry(Speaker(exercise.seat.value), match.now, text))
            if entered.refusal and entered.refusal.code != "not-a-submission":
                result = judged(exercise, text)
                assert result.feedback == answers.rejected(entered.refusal)
                assert result.match == match
                assert result.refusal.cells == entered.refusal.cells
                refused.append(text)
    assert refused


def kinds_shown(exercise: Exercise) -> Iterator[type[Any]]:
    """Yield the kinds of action that a task shows as typed, in whichever phase they belong."""
    match = position(exercise)
    for text in tried_in(asked(exercise)):
        with suppress(Refused):
            yield type(match.game.read(match.state, exercise.seat, text))


@pytest.mark.parametrize("kind", KINDS)
def test_each_of_a_games_own_kinds_of_action_is_asked_for_or_shown(kind: type[AnyGame]):
    game = kind()
    legal = {
        type(action)
        for state in random_states(game, Random(1), STATES)
        for seat in game.to_act(state)
        for action in islice(game.legal(state, seat), OF_A_STATE)
    }
    # The choice of the first seat is alike in all games.
    own = {action for action in legal if action.__module__.startswith("engine.games.")}
    asked = set[type[Any]]()
    for exercise in exercises_of(kind):
        match = position(exercise)
        asked |= {type(match.game.read(match.state, exercise.seat, example(exercise)))}
        asked |= {*kinds_shown(exercise)}
    assert own <= asked


@pytest.mark.usefixtures("each_language")
@every
def test_a_sentence_is_short_in_every_language(kind: type[AnyGame], exercise: Exercise):
    for text in (asked(exercise), exercise.otherwise(), exercise.done()):
        assert len(text) <= LONGEST_SENTENCE


@every
def test_chat_is_told_how_to_type_and_changes_nothing(kind: type[AnyGame], exercise: Exercise):
    match = position(exercise)
    for text in ("what am I to do?", "hello", "", "\n", "```", "🙃" * 500):
        result = judged(exercise, text)
        assert result.feedback == answers.nearly(notation(match))
        assert result.match == match


@every
def test_a_concession_is_explained_and_ends_nothing(kind: type[AnyGame], exercise: Exercise):
    assert judged(exercise, "Concede!").feedback == tutorial.CONCEDED()
    assert judged(exercise, "I give up").feedback == answers.HOW_TO_CONCEDE()
    assert judged(exercise, "concede").match == position(exercise)


@pytest.mark.usefixtures("each_language")
@every
def test_every_text_fits_into_a_message(kind: type[AnyGame], exercise: Exercise):
    number = exercises_of(kind).index(exercise) + 1
    match = position(exercise)
    texts = [*tried_in(asked(exercise)), example(exercise), "A1 " * 300, "hello", "concede"]
    page = page_of(kind, number, was_finished=True)
    pages = [page, hinted(kind, page), *(with_answer(kind, page, text) for text in texts)]
    for other_page in pages:
        assert len(other_page.content) <= LONGEST_MESSAGE
        # Nothing is cut off: what is cut ends so.
        assert not other_page.content.endswith("...")
        assert other_page.content.startswith("## ")
    assert exercise.otherwise()
    names = dict.fromkeys(Seat, "x" * 32)
    for picture in described_pictures(match, exercise.seat, names):
        assert len(picture.alt) <= LONGEST_ALT


@every
def test_a_board_is_shown_after_what_was_done(kind: type[AnyGame], exercise: Exercise):
    number = exercises_of(kind).index(exercise) + 1
    page = page_of(kind, number, was_finished=False)
    next_page = with_answer(kind, page, example(exercise))
    assert next_page.is_done
    assert next_page.match is not None
    assert asked(exercise) not in next_page.content
    assert "You typed: " in next_page.content


def test_nothing_typed_can_break_out_of_its_quotation():
    kind = KINDS[0]
    page = page_of(kind, 1, was_finished=False)
    typed = "``` @everyone\n" * 60
    content = with_answer(kind, page, typed).content
    (line,) = [piece for piece in content.split("\n") if piece.startswith("You typed: ")]
    assert line.count("`") == 2
