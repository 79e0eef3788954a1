"""Analyses: the judged moves, their views, and the turning points."""

from collections.abc import Sequence

import pytest

from engine.clocks import Seconds
from engine.game import AWARDED, Outcome
from engine.games import GAMES
from engine.games.fire_and_ice.rules import NO_LEGAL_MOVE
from engine.matches.match import Match
from engine.opponents.analysis import MAX_TURNING_POINTS, Analysis, Course, JudgedMove, Move
from engine.opponents.choose import assess, has_opponent
from engine.opponents.thinking import Budget, Level, SearchResult
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import SEATS, Seat
from tests.games.common.samples import ONE_OF_EACH_KIND
from tests.helpers.games.samples import sample
from tools.selfplay.series import Series

EC, DMO = Seat.EC, Seat.DMO
FEW = 30
ICE = "game: fire-and-ice\nfirst: ec\n"
GARDENS = "game: demeters-anguish\n"
OPENINGS = ("ec flower U G7 H7 I7 G8 I8", "dmo flower X H8 G8 I8 H7 H9")


def over(head: str, *entries: str) -> Match:
    match = final_match(read_record("\n".join((head, *entries, ""))))
    assert match.result
    return match


def typed(match: Match) -> list[tuple[Seat, str]]:
    return [(move.seat, move.text) for moment in Course.of(match).moments for move in moment.moves]


def thoughts(course: Course, chances: Sequence[float | None], action: str = "") -> Analysis:
    """Return the analysis by chances of whoever has to act, who would all do the same."""
    return course.analysis([SearchResult(action, chance) for chance in chances])


# Judged moves


def test_a_match_that_goes_on_is_not_taken_apart():
    with pytest.raises(ValueError, match="over"):
        Course.of(Match.begin(GAMES["fire-and-ice"]()).match)


def test_every_move_is_written_as_the_game_writes_it():
    match = over(ICE, "ec (e7 e6)!", "dmo E3 -> F3", "ec concede")
    assert typed(match) == [(EC, "E7 E6"), (DMO, "E3 F3"), (EC, "concede")]


@pytest.mark.parametrize(
    "entries",
    [
        ("ec E6 E7", "ec takeback", "ec F4 G4", "dmo concede"),
        ("ec E6 E7", "host undo", "ec F4 G4", "dmo concede"),
        ("ec E6 E7", "dmo E3 F3", "host undo", "host undo", "ec F4 G4", "dmo concede"),
        ("ec F4 G4", "dmo concede", "host undo", "dmo concede"),
        ("ec F4 G4", "dmo concede", "host undo", "host undo ruling"),
        ("ec F4 G4", "host undo", "host undo ruling", "dmo concede"),
        ("ec F4 G4", "host say dmo E3 F3", "host undo ruling", "dmo concede"),
        (
            "ec F4 G4",
            "host abort",
            "host undo",
            "host undo ruling",
            "host undo ruling",
            "dmo concede",
        ),
        ("host say ec F4 G4", "host say dmo concede"),
        ("ec @1 E6 E7", "ec @2 takeback", "ec @3 F4 G4", "dmo @20 concede"),
    ],
)
def test_what_was_undone_or_taken_back_is_left_out(entries: tuple[str, ...]):
    assert typed(over(ICE, *entries)) == [(EC, "F4 G4"), (DMO, "concede")]


def test_what_changed_nothing_is_left_out():
    match = over(ICE, "ec E1 E2", "dmo hi", "host pause", "host resume", "ec F4 G4", "dmo concede")
    assert typed(match) == [(EC, "F4 G4"), (DMO, "concede")]


def test_time_that_ran_out_is_a_move_without_text():
    course = Course.of(over(ICE, "ec @7 F4 G4", "dealer @2000"))
    moves = [move for index in course.moments for move in index.moves]
    assert moves == [Move(EC, "F4 G4", Seconds(7)), Move(DMO, "", Seconds(360))]


def test_the_time_of_a_turn_is_shared_out_among_its_moves():
    head = f"{GARDENS}first: dmo\n"
    half_turns = ("dmo @15 rock G9", "ec @25 flower I G9 G10 G11 G12 G13", "ec @32 concede")
    openings = (OPENINGS[0].replace("ec", "ec @4"), OPENINGS[1].replace("dmo", "dmo @10"))
    course = Course.of(over(head, *openings, *half_turns))
    moves = [move for index in course.moments for move in index.moves]
    assert [int(move.seconds or 0) for move in moves[:3]] == [4, 10, 5]
    assert sum(move.seconds or 0 for move in moves if move.seat is EC) == 4 + (32 - 15)


def test_without_clocks_nothing_took_time():
    (moment, _) = Course.of(over(ICE, "ec F4 G4", "dmo concede")).moments
    assert moment.moves[0].seconds is None


def test_secrets_of_one_phase_make_one_moment():
    course = Course.of(over(GARDENS, *OPENINGS, "dmo first ec", "ec concede"))
    assert [len(index.moves) for index in course.moments] == [2, 1, 1]


def test_a_seat_is_asked_by_the_view_that_it_had():
    match = over(GARDENS, *OPENINGS, "dmo first ec", "ec concede")
    course = Course.of(match)
    game = match.game
    begin = game.begin()
    assert course.questions[0].view == game.view(begin, EC)
    assert course.questions[1].view == game.view(begin, DMO)
    assert [question.seat for question in course.questions] == [EC, DMO, DMO, EC]


def test_lock_says_nothing_of_its_own():
    seas = "game: deep-sea-voyage\nseed: 3\n"
    choices = ("dmo empire", "dmo ready", "ec ready", "dmo board 1", "ec board 2")
    match = over(seas, *choices, "dmo pass", "dmo lock", "ec pass", "host award ec")
    assert (DMO, "lock") not in typed(match)
    assert (DMO, "pass") in typed(match)


# Chances


def course_of(*entries: str) -> Course:
    return Course.of(over(ICE, *entries))


PLAYED = ("ec F4 G4", "dmo E6 F6", "ec C5 D5", "dmo concede")


def test_chances_are_the_ecs_and_those_of_a_move_its_players():
    analysis = thoughts(course_of(*PLAYED), [0.6, 0.5, 0.4, 0.3])
    assert [move.before for move in analysis.moves] == pytest.approx([0.6, 0.5, 0.4, 0.7])
    assert [move.after for move in analysis.moves] == pytest.approx([0.5, 0.4, 0.7, 1.0])
    assert [move.own_before for move in analysis.moves] == pytest.approx([0.6, 0.5, 0.4, 0.3])
    assert [move.loss for move in analysis.moves] == pytest.approx([0.1, -0.1, -0.3, 0.3])


def test_where_nobody_can_tell_it_is_what_it_is_next():
    analysis = thoughts(course_of(*PLAYED), [None, None, 0.4, None])
    assert [move.before for move in analysis.moves] == pytest.approx([0.4, 0.4, 0.4, 1.0 / 2])


def test_where_both_act_it_is_the_mean_of_both():
    course = Course.of(over(GARDENS, *OPENINGS, "dmo first ec", "ec concede"))
    analysis = thoughts(course, [0.9, 0.7, 0.5, 0.5])
    assert [move.before for move in analysis.moves][:2] == pytest.approx([0.6, 0.6])


def test_a_match_that_was_aborted_ends_at_the_last_chance():
    analysis = thoughts(course_of("ec F4 G4", "host abort"), [0.6, 0.3])
    assert [(move.before, move.after) for move in analysis.moves] == [(0.6, 0.7)]


def test_a_host_who_awards_the_match_turns_nothing():
    analysis = thoughts(course_of("ec F4 G4", "host award dmo"), [0.6, 0.3])
    assert analysis.outcome == Outcome(DMO, AWARDED)
    assert [(move.before, move.after) for move in analysis.moves] == [(0.6, 0.7)]


def test_a_seat_to_act_that_always_looks_worse_is_put_right():
    series = Series(GAMES["fire-and-ice"], {}, dict.fromkeys(SEATS, Level.RANDOM))
    match = series.play(1, float).match
    course = Course.of(match)
    assert len(course.questions) > 10
    analysis = thoughts(course, [0.3] * len(course.questions))
    for move in analysis.moves[:-1]:
        assert (move.before, move.after) == pytest.approx((0.5, 0.5))


# Better moves


@pytest.mark.parametrize(
    ("played", "advised", "better"),
    [
        ("F4 G4", "C4 D4", "C4 D4"),
        ("F4 G4", "F4 G4", ""),
        ("G4 F4", "F4 G4", ""),
        ("concede", "F4 G4", "F4 G4"),
    ],
)
def test_what_was_better_is_something_else(played: str, advised: str, better: str):
    entries = (f"ec {played}",) if played == "concede" else (f"ec {played}", "dmo concede")
    analysis = thoughts(course_of(*entries), [0.9, 0.9][: len(entries)], advised)
    assert analysis.moves[0].better == better


def test_nothing_was_better_than_a_move_that_cost_nothing():
    analysis = thoughts(course_of("ec F4 G4", "dmo concede"), [0.5, 0.49], "C4 D4")
    assert analysis.moves[0].better == ""


def test_half_of_what_was_done_is_nothing_else():
    course = Course.of(over(GARDENS, *OPENINGS, "dmo first ec", "dmo concede"))
    move = Move(DMO, "rock G9 H9 / flower A1 A2", None)
    assert not course._differs(course.moments[-1], move, "rock H9 G9")
    assert course._differs(course.moments[-1], move, "rock H9 G8")


# Turning points


def judged(number: int, before: float, delay: float, *, counts: bool = True) -> JudgedMove:
    move = Move(SEATS[(number + 1) % 2], "E6 E7", None)
    return JudgedMove(number, move, before, delay, counts=counts)


def test_the_costliest_moves_turn_the_match_in_their_order():
    moves = (
        judged(1, 0.9, 0.7),
        judged(2, 0.7, 0.85),
        judged(3, 0.85, 0.5),
        judged(4, 0.5, 0.45),
        judged(5, 0.45, 0.3),
        judged(7, 0.3, 0.0),
    )
    analysis = Analysis(moves, Outcome(DMO, NO_LEGAL_MOVE))
    assert len(analysis.turning_points) == MAX_TURNING_POINTS
    assert [point.number for point in analysis.turning_points] == [1, 3, 7]


def test_a_small_loss_or_a_gain_turns_nothing():
    moves = (judged(1, 0.5, 0.41), judged(2, 0.9, 0.1), judged(3, 0.9, 0.1, counts=False))
    assert Analysis(moves, Outcome(DMO, NO_LEGAL_MOVE)).turning_points == ()


# Every game


OPPOSED = [name for name, kind in GAMES.items() if has_opponent(kind)]


@pytest.mark.parametrize("name", sample(OPPOSED, ONE_OF_EACH_KIND))
def test_every_move_of_every_game_can_be_judged(name: str):
    series = Series(GAMES[name], {}, dict.fromkeys(SEATS, Level.RANDOM), seed=2)
    match = series.play(1, float).match
    course = Course.of(match)
    answers = []
    for question in course.questions[:10]:
        budget = Budget(Level.HARD, nodes=FEW)
        thought = assess(course.game, question.view, question.seat, budget)
        answers.append(SearchResult(course.game.write(thought.action), thought.chance))
    answers += [SearchResult("", None)] * (len(course.questions) - len(answers))
    analysis = course.analysis(answers)
    assert [move.number for move in analysis.moves] == [*range(1, len(analysis.moves) + 1)]
    assert all(0 <= move.before <= 1 for move in analysis.moves)
    assert match.result
    assert analysis.moves[-1].after == float(match.result.winner is EC)
