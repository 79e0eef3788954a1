"""Demeter's Anguish: what is typed, what is conversation, and random texts."""

import pytest

from engine.choice import Chosen
from engine.games.demeters_anguish.notation import (
    Agreement,
    Half,
    Halves,
    Laying,
    Passing,
    Planting,
)
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.refusals import Malformed, NotASubmission
from engine.seats import SEATS, Seat
from tests.engine.games.demeters_anguish.positions import (
    cells_of,
    in_play,
    names,
    say,
)

EC, DMO = Seat.EC, Seat.DMO
GAME = DemetersAnguish()
U_CELLS = cells_of("G7 H7 I7 G8 I8")


def flower(text: str, letter: str = "") -> Planting:
    return Planting(cells_of(text), letter)


def rock(text: str) -> Laying:
    return Laying(cells_of(text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *[
            (text, [Planting(U_CELLS, "u")])
            for text in (
                "flower U G7 H7 I7 G8 I8",
                "FLOWER u g7 h7 i7 g8 i8",
                "flower U G7H7I7G8I8",
                "flower U on G7, H7, I7, G8, I8",
                "flower U: G7-H7-I7-G8-I8",
                "flower: U on G7 H7 I7 G8 and I8",
                "flower :U: G7 H7, and I7 and G8 I8",
                "Demeter: U on G7, H7, I7, G8, I8",
                "demeter U:G7 H7 I7 G8 I8\n",
                "  flower-U-G7-H7-I7-G8-I8  ",
                "flower\tU\tG7 H7 I7 G8 I8",
                "\n\nflower U G7 H7 I7 G8 I8 / ",
                "flower U G7 H7 I7 G8 I8 / -",
                "flower U on: G7 + H7 + I7; G8 & I8.",
                "(flower) **U** G7\u00a0H7 I7. G8 I8!",
                "\uff46lower \uff35 G\uff17 H7 I7 G8 to I8 / and",
            )
        ],
        ("flower G7 H7", [flower("G7 H7")]),
        ("flower on G7 H7", [flower("G7 H7")]),
        ("flower: G7 H7", [flower("G7 H7")]),
        ("flower I I5 I6", [flower("I5 I6", "i")]),
        ("flower J A1 A2 A3 B1", [flower("A1 A2 A3 B1", "j")]),
        ("flower P1", [flower("P1")]),
        ("flower Z99 A0", [flower("Z99 A0")]),
        ("rock G9", [rock("G9")]),
        ("rock: on G9", [rock("G9")]),
        ("rock G9H9G10H10", [rock("G9 H9 G10 H10")]),
        ("Hades on G9 and H9", [rock("G9 H9")]),
        ("pass", [Passing()]),
        ("PASS", [Passing()]),
        ("pass flower", [Passing(Half.FLOWER)]),
        ("pass demeter", [Passing(Half.FLOWER)]),
        ("pass rock", [Passing(Half.ROCK)]),
        ("pass-hades", [Passing(Half.ROCK)]),
        ("pass: flower!", [Passing(Half.FLOWER)]),
        ("pass and", [Passing()]),
        ("`rock G9`", [rock("G9")]),
        ("flower G7.\nrock G9.", [flower("G7"), rock("G9")]),
        ("flower G7\u2028rock G9", [flower("G7"), rock("G9")]),
        ("flower G7 / rock G9", [flower("G7"), rock("G9")]),
        ("rock G9\nflower G7", [rock("G9"), flower("G7")]),
        ("rock G9\r\nflower G7", [rock("G9"), flower("G7")]),
        ("flower G7//rock G9", [flower("G7"), rock("G9")]),
        ("flower G7/rock G9", [flower("G7"), rock("G9")]),
        ("flower G7 / pass", [flower("G7"), Passing()]),
        ("pass / rock G9", [Passing(), rock("G9")]),
        ("pass flower / pass rock", [Passing(Half.FLOWER), Passing(Half.ROCK)]),
        ("pass flower / pass", [Passing(Half.FLOWER), Passing()]),
    ],
)
def test_halves_are_read(text: str, said: list[object]):
    for seat in SEATS:
        assert GAME.read(GAME.begin(), seat, text) == Halves(tuple(said))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("agree", Agreement.AGREE),
        (" Agree\n", Agreement.AGREE),
        ("first ec", Chosen(EC)),
        ("first-DMO", Chosen(DMO)),
        ("first me", Chosen(DMO)),
        ("first them", Chosen(EC)),
    ],
)
def test_single_words_and_the_choice_are_read(text: str, said: object):
    assert GAME.read(GAME.begin(), DMO, text) == said


@pytest.mark.parametrize(
    "text",
    [
        *("flower", "rock", "demeter U", "hades on", "flower:", "flower U on", "rock and"),
        *("G7", "G7 H7", "U G7 H7", "on G7", "and G7", "G7 flower", "G7 rock"),
        *("flower G7 G7", "flower G7 H7 G7", "rock G9 G9", "flower U U G7", "flower U I G7"),
        *("flower on U G7", "flower G7 U", "flower G7 on H7"),
        *("rock U G7", "rock G9 on", "rock I G9 H9", "rock: U: G9"),
        *("flower G7 rock G9", "flower rock G7", "rock G9 flower G7", "flower demeter G7"),
        *("pass pass", "pass G7", "pass flower G7", "pass flower rock", "pass on", "pass U"),
        *("flower pass", "pass them", "I pass", "pass and pass"),
        *("flower G7 / flower H7", "flower G7 / demeter H7", "rock G7 / hades H7"),
        *(
            "flower G7 / pass flower",
            "pass rock / rock G9",
            "pass / pass",
            "pass rock / pass hades",
        ),
        *("flower G7 / rock G9 / pass", "flower G7\nrock G9\npass", "flower G7 / H7"),
        *("flower U G7 H7 I7\nG8 I8", "flower / G7", "flower G7 / rock"),
        *("agree agree", "agree G7", "agree / pass", "flower G7 / agree", "agree and pass"),
        *("first", "first first", "first G7", "first ec dmo", "ec first", "first ec / pass"),
        *("concede G7", "I concede", "concede concede", "flower G7 / concede", "first agree"),
    ],
)
def test_words_of_the_game_that_make_no_action_are_malformed(text: str):
    for seat in SEATS:
        with pytest.raises(Malformed) as refused:
            GAME.read(GAME.begin(), seat, text)
        assert all(str(cell) in text for cell in refused.value.cells)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "/", ",", ":", "::", "hello", "pass the salt", "I think E5 is lost"),
        *("I", "on", "and", "I and I", "T", "U: on", "S, Z", "I / I", "ec", "me and them", "o o"),
        *("flowers G7", "flower Q G7", "a flower G7", "flower U G7?", "rocks"),
        *("flower U G7 H7 please", "flowerG7", "flower U=G7", ": G7", "flower::: G7"),
        *("flower UG7", "flower G07", "flower G100", "flower 7G", "flower G", "rock G 9"),
        *(
            "flower G7 / hello",
            "hello\nrock G9",
            "passing",
            "passed",
            "agreed",
            "we agree",
            "I agree",
        ),
        *("flower G7 \N{FIRE}", "rock: : G9", "first you", "conceded"),
    ],
)
def test_one_foreign_word_makes_it_conversation(text: str):
    for seat in SEATS:
        with pytest.raises(NotASubmission):
            GAME.read(GAME.begin(), seat, text)


def test_every_legal_half_is_accepted_in_the_spelling_of_the_rules():
    match = in_play("ec pass")
    for action in list(match.game.legal(match.state, DMO))[::800]:
        (typed,) = action.typed
        text = {
            Planting: lambda each: f"flower {names(each.cells)}",
            Laying: lambda each: f"rock {names(each.cells)}",
            Passing: lambda each: f"pass {each.half}",
        }[type(typed)](typed)
        assert not say(match, f"dmo {text}").refusal
