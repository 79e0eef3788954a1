"""An analysis in words: the moves, the turning points, the graph."""

import pytest

from bot.features.replays import texts as analyses
from engine.clocks import Seconds
from engine.game import Outcome
from engine.games.fire_and_ice.rules import NO_LEGAL_MOVE
from engine.opponents.analysis import Analysis, JudgedMove, Move
from engine.seats import Seat
from engine.words.alts import LONGEST_ALT

EC, DMO = Seat.EC, Seat.DMO
NAMES = {EC: "Ada", DMO: "Bob"}
OUTCOME = Outcome(DMO, NO_LEGAL_MOVE)


def judged(text: str, before: float, delay: float, better: str = "", seat: Seat = EC) -> JudgedMove:
    return JudgedMove(7, Move(seat, text, Seconds("12.6")), before, delay, better)


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (judged("E6 E7", 0.51, 0.996), "   7  ec    51 % ->  99 %  E6 E7 in 13 s"),
        (
            judged("E6 E7", 0.5, 1.0, "F4 G4", DMO),
            "   7  dmo   50 % ->   0 %  E6 E7 in 13 s  better: F4 G4",
        ),
        (judged("", 0.004, 0.0), "   7  ec     1 % ->   0 %  (time ran out) in 13 s"),
    ],
)
def test_a_move_on_a_line(move: JudgedMove, line: str):
    assert analyses.move_line(move) == line


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (
            judged("E6", 0.71, 0.38, "F3"),
            "Ada played `E6`, and their chance fell from 71 % to 38 %. `F3` was better.",
        ),
        (
            judged("E6", 0.29, 0.91, seat=DMO),
            (
                "Bob played `E6`, and their chance fell from 71 % to 9 %. I wouldn't have found "
                "anything better."
            ),
        ),
        (
            judged("", 0.71, 0.0, "F3"),
            "Ada ran out of time, and their chance fell from 71 % to 0 %. `F3` was better.",
        ),
        (judged("Concede!", 0.71, 0.0), "Ada conceded with a chance of 71 %."),
    ],
)
def test_a_turning_point_in_words(move: JudgedMove, sentence: str):
    assert analyses.turning_points(Analysis((move,), OUTCOME), NAMES) == f"Move 7: {sentence}"


def test_a_match_without_a_turning_point_says_so():
    answers = analyses.turning_points(Analysis((judged("E6 E7", 0.5, 0.45),), OUTCOME), NAMES)
    assert answers == "No single move cost 10 % or more of a player's winning chances."


def test_the_graph_in_words():
    analysis = Analysis((judged("E6 E7", 0.71, 0.38, "F3 F4"),), OUTCOME)
    assert analyses.alt(analysis, NAMES) == (
        "Graph of EC Ada's chance of winning against DMO Bob. It goes from 71 % to 38 % in one "
        "move. Move 7 by the EC is marked: from 71 % to 38 %. EC used 13 s in all, most of it on "
        "move 7 (13 s)."
    )


def test_the_graph_in_words_is_never_too_long():
    names = {EC: "A" * 5000, DMO: "\n" * 5000}
    analysis = Analysis((judged("E6 " * 500, 0.71, 0.38),) * 2000, OUTCOME)
    assert len(analyses.alt(analysis, names)) <= LONGEST_ALT


def test_a_match_without_moves_has_nothing_to_tell():
    nothing = Analysis((), OUTCOME)
    assert analyses.turning_points(nothing, NAMES) == analyses.NOTHING_PLAYED()
    assert analyses.alt(nothing, NAMES) == analyses.NOTHING_PLAYED()
