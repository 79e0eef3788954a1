"""Texts of single games that no transcript shows: secrets, lengths, ends."""

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.posts.compose import Composer
from bot.texts import language
from bot.texts.boards import legend
from bot.texts.lessons.pages import pages_of
from bot.texts.matches import done
from bot.values.card import LONGEST_STAKE, Stakes
from bot.values.post import NOWHERE, Post
from engine.game import AnyGame
from engine.games.compass_collisions.board import Compass, EventKind, Move
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.compass_collisions.symbols import CompassCellKind
from engine.games.deep_sea_voyage.position import Phase as SeaPhase
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.games.free_table.rules import FreeTable
from engine.grids.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Match, Transition
from engine.seats import PUBLIC, SEATS
from engine.texts import texts_of
from tests.engine.playing import begun, played, say, tried
from tests.games.compass_collisions.positions import (
    EVERY_ELEMENT,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    SQUARES,
    in_falling_order,
    in_play,
    numbered,
    placed,
)
from tests.games.deep_sea_voyage import positions as sea
from tests.games.demeters_anguish import positions as gardens
from tests.helpers.games.random_texts import random_text
from tests.helpers.rooms.cards import EC, card_of, composer_of, named

COLLISIONS = CompassCollisions()
WORDS, SEA_WORDS = texts_of(CompassCollisions), texts_of(DeepSeaVoyage)
SPARE = placed(*EVERY_ELEMENT)
SEATING = composer_of(card_of(COLLISIONS)).seating
BY_EC = Cause(CauseKind.ACTION, EC)
LONGEST_POST, LONGEST_NAME, LONGEST_DONE = 2000, "*" * 32, 1200


def composer(game: AnyGame) -> Composer:
    return composer_of(card_of(game))


def posts(step: Transition) -> list[Post]:
    """Return a step's posts, without the animation that follows a result."""
    assert not step.refusal
    new_posts = composer(step.match.game).posts(step, NOWHERE)
    return [post for post in new_posts if not post.extras.has_animation]


# Compass Collisions

LAID_OUT = (f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}")
TAKEN = (*LAID_OUT, "dmo @0 take placement")
PLACED = (*TAKEN, "dmo @0 ec2 north, dmo1 east")
ALL_PLACED = (*PLACED, "ec @0 ec1 west")


def setting_up(*lines: str) -> Match:
    return played(begun(COLLISIONS, timed=False), *lines)


@pytest.mark.parametrize("lines", [LAID_OUT, TAKEN, PLACED, ALL_PLACED])
def test_what_a_request_suggests_is_accepted(lines: tuple[str, ...]):
    match = setting_up(*lines)
    (seat,) = match.to_act
    words = language.say(WORDS.request(SEATING, match.view(PUBLIC), match.to_act))
    suggested = [
        text for text in re.findall("`([^`]+)`", words) if " " in text and "me" not in text
    ]
    assert suggested
    assert [text for text in suggested if tried(match, f"{seat} @0 {text}").refusal] == []


def test_the_notation_of_a_layout_begins_with_an_example_that_is_one():
    messages = language.say(WORDS.notation(setting_up().view(PUBLIC)))
    example = re.findall("`([^`]+)`", messages)[0]
    assert not tried(setting_up(), f"ec @0 {example}").refusal


def test_the_dmo_is_not_asked_again_for_a_privilege_that_is_taken():
    match = setting_up("dmo @0 take first")
    assert "take" not in language.say(WORDS.request(SEATING, match.view(PUBLIC), match.to_act))


def test_air_has_both_its_names_where_the_elements_are_introduced():
    pages = pages_of(CompassCollisions)
    for introduction in (
        language.say(WORDS.rules()),
        language.say(WORDS.notation(setting_up().view(PUBLIC))),
        *("\n".join(word() for word in page.words) for page in pages[:2]),
        legend((sign.name_in_legend, sign.meaning) for sign in CompassCellKind),
    ):
        assert "Air (Wind)" in introduction


HOLDS = "No numbered square is left, so nothing more falls."
AWARD = "If neither of you can win, a host may award the match."


@pytest.mark.parametrize(("numbers", "turn"), [(("A9 8",), 1), ((), 0)])
def test_that_no_numbered_square_is_left_is_said_once_and_who_may_end_a_stall(
    numbers: tuple[str, ...], turn: int
):
    state = in_play({**SPARE, **placed("E5 E")}, numbers=numbered(*numbers))
    lines = [language.say(WORDS.request(SEATING, COLLISIONS.view(state, PUBLIC), (EC,)))]
    for text in ("A1 S", "F1 N 2", "E5 N 2", "F3 N 2"):
        state = COLLISIONS.act(state, state.awaited, COLLISIONS.read(state, state.awaited, text))
        lines.append(
            language.say(WORDS.request(SEATING, COLLISIONS.view(state, PUBLIC), (state.awaited,)))
        )
    assert [HOLDS in other_text for other_text in lines] == [index == turn for index in range(5)]
    assert all((HOLDS in other_text) == (AWARD in other_text) for other_text in lines)
    view = COLLISIONS.view(in_play(SPARE, numbers=()), PUBLIC)
    practice = language.say(WORDS.request(replace(SEATING, is_practice=True), view, (EC,)))
    assert HOLDS in practice
    assert AWARD not in practice


@pytest.mark.parametrize("phase", [Phase.PLAY, Phase.REMOVAL])
def test_the_last_move_before_a_stall_is_said_to_be_one_move(phase: Phase):
    state = in_play(SPARE, numbers=numbered("A9 3"), quiet=39, phase=phase)
    assert language.say(WORDS.standing(COLLISIONS.view(state, PUBLIC))) == (
        "Pieces in all: 8. Next to fall: A9, at 3. After one more move without a loss: A9."
    )


def test_a_collapse_that_both_lose_by_says_so():
    posts = {**SPARE, **placed("E5 W", "A9 E", "I9 e")}
    del posts[Cell(0, 0)], posts[Cell(5, 0)]
    state = in_play(posts, numbers=numbered("A9 5", "I9 4", "H9 4"), quiet=39)
    result = COLLISIONS.act(state, EC, Move(Cell(4, 4), Compass.NORTH, 2))
    messages = done(SEATING, COLLISIONS.view(result, PUBLIC), BY_EC)
    answers, _, why = messages.partition(" Both lost one at once in a collapse")
    assert answers == (
        "**Ada** moves Water E5 to E7. 💥 Falling after 40 moves without a loss: A9 (EC's Earth), "
        "I9 (DMO's Earth), H9 (empty). **Ada** now lacks Earth. **Bob** now lacks Earth."
    )
    assert "fewer pieces" in why


def avalanches() -> Iterable[str]:
    """Yield announcements of many falls, by players with the longest names there are."""
    seating = replace(SEATING, names=dict.fromkeys(SEATS, LONGEST_NAME))
    for seed in range(8):
        generator = Random(seed)
        squares = generator.sample(SQUARES, 81)
        pieces = dict(zip(squares[:32], "EWFAewfa" * 4, strict=False))
        order = [squares[0], *generator.sample(squares[1:32], 31)]
        steep = [(square, 31 - index) for index, square in enumerate(order[1:])]
        flat = [(square, generator.randint(1, 31)) for square in squares[32:]]
        state = in_play(pieces, EC, in_falling_order([*steep, *flat][: generator.randint(8, 80)]))
        for move in COLLISIONS.legal(state, EC):
            next_position = COLLISIONS.act(state, EC, move)
            if any(event.kind is EventKind.FELL for event in next_position.field.events):
                yield done(seating, COLLISIONS.view(next_position, PUBLIC), BY_EC)


def test_even_an_avalanche_is_told_in_a_few_lines():
    answers = list(avalanches())
    assert sum("squares fall, the last in wave" in message for message in answers) > 3
    assert max(map(len, answers)) <= LONGEST_DONE


# Deep Sea Voyage

HOME = "route 1 red A1 A7 G7"


@pytest.mark.parametrize(
    ("match", "something"), [(sea.in_round(), sea.HARMLESS), (sea.in_routes(), HOME)]
)
def test_who_locks_with_nothing_in_is_told_of_as_who_has_something_in(match: Match, something: str):
    handed_in = say(match, f"ec {something}")
    assert posts(handed_in) == []
    assert posts(say(handed_in.match, "ec lock")) == posts(say(match, "ec lock"))


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("endgame", ["tracked", "automatic"])
def test_no_post_of_a_whole_voyage_is_too_long(endgame: str):
    generator, phases = Random(endgame), set()
    game = sea.voyage(endgame=endgame, early="off", board2=sea.CRAMPED)
    stakes = Stakes("*" * LONGEST_STAKE, "*" * LONGEST_STAKE)
    writer = composer_of(replace(named(LONGEST_NAME, LONGEST_NAME), game=game, stakes=stakes))
    step = Match.begin(game)
    while True:
        phases.add(step.match.state.phase)
        assert all(len(post.content) <= LONGEST_POST for post in writer.posts(step, NOWHERE))
        if step.match.result:
            break
        seat = generator.choice(step.match.to_act)
        step = say(step.match, f"{seat} {random_text(step.match, seat, generator)}")
    assert phases >= {*SeaPhase} - {SeaPhase.LAST, SeaPhase.ROUTES}


def test_very_long_routes_are_repeated_within_a_message():
    rests = (f"red {'A1 A2 ' * 200}A1 A7 G7", "white A13 A12 A13 A7 G7")
    lines = (f"ec route {number} {rest}" for number in (1, 2, 3) for rest in rests)
    match = sea.in_routes(*lines)
    understood = language.say(SEA_WORDS.understood(match.view(EC)))
    assert "Your red ship on board 1: 412 steps (A1 A2" in understood
    assert "... G7)." in understood
    assert len(understood) < LONGEST_POST // 2


# Demeter's Anguish


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ((), "ec @1 rock A1"),
        (("ec pass",), "dmo @2 pass"),
        (("ec pass",), "dmo @2 pass rock"),
        (("ec pass", "dmo flower B2"), "dmo @3 pass rock"),
        (("ec pass", "dmo pass", "ec rock A1"), "ec @3 pass flower"),
    ],
)
def test_no_pass_but_the_first_turns_is_said_not_to_count(before: tuple[str, ...], line: str):
    (*_, post) = posts(tried(gardens.in_play(*before), line))
    assert "doesn't count" not in post.content


def test_a_flower_that_ends_it_is_told_without_what_is_missing():
    one_left = gardens.plot(["C3 D3"], gardens.full_but("C3", "D3", "B2"))
    closed = gardens.plot(["C3 D3"], gardens.full_but("C3", "D3"))
    match = gardens.match_of(gardens.state_of(one_left, closed))
    assert posts(say(match, "ec flower B2"))[-1].content.splitlines() == [
        "**Ada** plants the monomino (B2).",
        "Cells under flowers: **Ada** 3 and **Bob** 2.",
        "🏁 No more flowers fit. **Ada** wins the Death Match!",
    ]


# A free table


@pytest.mark.usefixtures("each_language")
def test_an_envelope_and_full_hands_are_shown_within_one_post_at_the_end():
    table = FreeTable(envelope="*" * 1500)
    match = begun(table)
    hands = "roll 20d1000 ec / roll 20d1000 dmo / deck cards / deal 20 ec / deal 20 dmo"
    match = played(match, "dmo @0 first me", f"host @1 !{hands}").draw_lots().match
    (*_, picture) = posts(tried(match, "ec @2 concede"))
    assert len(picture.content) <= LONGEST_POST
    assert "**ec**" in picture.content
    assert "**dmo**" in picture.content
