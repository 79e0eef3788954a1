"""The opponent of Deep Sea Voyage: its lean board, and what it does in each phase."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.games.deep_sea_voyage.board import NUMBERS, Board, Ship, Side, read_board
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.notation import DeepSeaVoyageAction, Pick, Placing, Routing, Word
from engine.games.deep_sea_voyage.position import Phase
from engine.grids.polyominoes import identify
from engine.matches.match import Match
from engine.opponents.choose import assess, choose
from engine.opponents.deep_sea_voyage.board import (
    BATCH,
    CUT_OFF,
    Chances,
    LeanBoard,
    Outlook,
    survey_of,
)
from engine.opponents.deep_sea_voyage.opponent import _Course, _Judge, match_chance
from engine.opponents.thinking import Budget, Level, SearchBudget
from engine.seats import Seat
from tests.games.deep_sea_voyage.positions import (
    CRAMPED,
    CUTS,
    DMO,
    EC,
    FLOODED,
    LOCKED,
    NARROW,
    OPEN,
    STARTS,
    WORKED,
    WORKED_BOARD,
    in_round,
    in_routes,
    on_last_board,
    sailing,
    say_all,
    voyage,
)
from tests.games.deep_sea_voyage.positions import rows_of as rows
from tests.games.referees.drawn.random_sea_charts import STYLES, random_chart
from tests.games.referees.record import rows_of

FEW = 300
"""Nodes enough to look at some placements of each board."""
MANY = 20_000
WON, DRAWN, LOST = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
LEGS = ("A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12", "M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12")
CORRIDORS = rows(13, f"{STARTS}, D G7, . {' '.join(LEGS)} B7 C7 D7 E7 F7 H7 I7 J7 K7 L7", fill="#")
"""One way for each ship, everywhere a tile wide."""
AWAY = "X G1 F2 G2 H2 G3"
"""On none of the shortest ways."""
CUT = CUTS[Ship.BLUE]


def lean(sea: Sea) -> LeanBoard:
    return LeanBoard(sea.board, sea.covered, sea.bank)


def random_seas(seed: int) -> Iterator[Sea]:
    """Yield boards in play of every style, from empty ones to closed ones."""
    generator = Random(seed)
    style = sorted(STYLES)[seed % len(STYLES)]
    sea = Sea(1, read_board(rows_of(random_chart(generator, style))))
    while sea.closed is None:
        yield sea
        cells = generator.choice([*sea.placements()])
        piece = identify(cells)
        assert piece
        sea = sea.with_placement(Placement(EC, 1, 1, piece.letter, cells))
    yield sea


def steps_on(sea: Sea) -> tuple[int, ...]:
    """Return the true shortest ways, by the engine."""
    return tuple(way.steps if way else CUT_OFF for way in sea.shortest.values())


def chosen(
    match: Match, seat: Seat, level: Level = Level.HARD, seed: int = 0, nodes: int = FEW
) -> DeepSeaVoyageAction:
    action: DeepSeaVoyageAction = choose(
        match.game, match.view(seat), seat, Budget(level, seed, nodes)
    )
    return action


# The lean board agrees with the engine


@pytest.mark.parametrize("seed", range(8))
def test_the_ways_after_many_placements_at_once_are_those_of_each_alone(seed: int):
    generator = Random(seed)
    for sea in random_seas(seed):
        board = lean(sea)
        assert board.steps == steps_on(sea)
        layings = [*board.layings(board.free)]
        sample = generator.sample(layings, min(len(layings), 20))
        measured = board.measured([other_laying.mask for other_laying in sample])
        for laying, steps in zip(sample, measured, strict=True):
            cells = tuple(sea.board.grid.cells(laying.mask))
            next_sea = sea.with_placement(Placement(EC, 1, 1, laying.piece.letter, cells))
            assert steps == steps_on(next_sea)
            assert board.after(laying) == lean(next_sea)


@pytest.mark.parametrize("side", range(13, 19))
def test_boards_of_every_size_are_measured_side_by_side(side: int):
    rows = [["."] * side for _ in range(side)]
    rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1], rows[side // 2][side // 2] = "RBWKD"
    board = Board(tuple(map("".join, rows)))
    closed = board.grid.beside(board.dropoffs)
    masks = [0, closed, 0, board.grid.everything & ~board.dropoffs]
    sea = Sea(1, board)
    assert lean(sea).measured(masks) == [steps_on(sea), (0, 0, 0, 0), steps_on(sea), (0, 0, 0, 0)]


@pytest.mark.parametrize("seed", range(4))
def test_every_placement_is_listed_once(seed: int):
    for sea in random_seas(seed):
        board = lean(sea)
        layings = Counter(board.layings(board.free))
        cells = Counter(sea.board.grid.mask(placement) for placement in sea.placements())
        assert Counter(laying.mask for laying in layings) == cells
        assert board.fits == layings.total()


@pytest.mark.parametrize("seed", [1, 2, 5, 6])
def test_what_covers_no_narrow_makes_no_way_longer(seed: int):
    seen = 0
    for sea in random_seas(seed):
        if sea.lost_by is None:
            board = lean(sea)
            other_numbers = [laying.mask for laying in board.layings(board.free, board.narrows)]
            seen += len(other_numbers)
            assert {*board.measured(other_numbers[:BATCH])} <= {board.steps}
    assert seen


# Before the first round


def test_the_dmo_takes_a_side_and_then_both_are_ready():
    game = voyage()
    state = game.begin()
    assert choose(game, game.view(state, EC), EC, Budget(nodes=FEW)) is Word.READY
    side = choose(game, game.view(state, DMO), DMO, Budget(nodes=FEW))
    assert isinstance(side, Side)
    state = game.act(state, DMO, side)
    assert choose(game, game.view(state, DMO), DMO, Budget(nodes=FEW)) is Word.READY


@pytest.mark.parametrize("flooded", range(4))
def test_a_side_is_taken_however_few_boards_are_open(flooded: int):
    boards = {f"board{number}": FLOODED for number in NUMBERS[:flooded]}
    game = voyage(**boards)
    view = game.view(game.begin(), DMO)
    assert isinstance(choose(game, view, DMO, Budget(nodes=FEW)), Side)


# Rounds


def test_of_two_boards_the_one_is_picked_on_which_more_can_be_gained():
    # Board 1 has a narrow pass to the dropoff for each ship; nothing can be gained on board 3.
    match = sailing(board2=FLOODED, board3=NARROW)
    assert {chosen(match, EC, seed=seed, nodes=MANY) for seed in range(3)} == {Pick(1)}


@pytest.mark.parametrize("level", [Level.GREEDY, Level.EASY, Level.NORMAL, Level.HARD])
def test_what_is_placed_cuts_off_no_ship(level: Level):
    for board in (WORKED, OPEN, CRAMPED):
        match = in_round(board1=board, board2=board, board3=board)
        for seed in range(3):
            text = match.game.write(chosen(match, EC, level, seed))
            next_match = say_all(match, f"ec {text}", "dmo pass", "ec lock", "dmo lock")
            assert next_match.state.sea(1).lost_by is None


@pytest.mark.parametrize("level", [Level.GREEDY, Level.EASY, Level.NORMAL, Level.HARD])
def test_where_every_placement_cuts_off_a_ship_everybody_passes(level: Level):
    boards = {f"board{number}": CORRIDORS for number in NUMBERS}
    for match in (in_round(**boards), on_last_board(board1=CORRIDORS)):
        assert any(isinstance(action, Placing) for action in match.game.legal(match.state, EC))
        assert chosen(match, EC, level) is Word.PASS


def test_a_placement_is_followed_by_the_lock():
    match = in_round()
    messages = match.game.write(chosen(match, EC))
    match = say_all(match, f"ec {messages}")
    assert chosen(match, EC) is Word.LOCK
    assert chosen(match, DMO) is not Word.LOCK


def test_the_leader_ends_the_match_by_a_pass_once_the_other_has_passed():
    # One's own ships are nearer by the first placement; nothing can change on the other boards.
    match = on_last_board()
    match = say_all(match, f"ec {match.game.write(chosen(match, EC, nodes=MANY))}", "dmo pass")
    thought = assess(match.game, match.view(EC), EC, Budget(Level.HARD, nodes=FEW))
    assert (thought.action, thought.chance) == (Word.PASS, 1.0)


def test_whoever_would_lose_does_not_pass_after_a_pass():
    match = on_last_board(f"ec {AWAY}", "dmo pass")
    assert {type(chosen(match, EC, seed=seed)) for seed in range(3)} == {Placing}


def test_a_pass_ends_the_match_at_once_only_after_another_on_the_last_board():
    match = on_last_board("ec pass")
    assert chosen(match, DMO) is Word.PASS
    # Here the EC, who leads, has passed in the round before, when there still were two boards.
    lines = ("dmo board 1", f"dmo {CUT}", "ec pass", *LOCKED)
    match = sailing(*lines, first="dmo", board3=FLOODED)
    assert match.state.phase is Phase.LAST
    thought = assess(match.game, match.view(EC), EC, Budget(Level.HARD, nodes=FEW))
    assert thought.chance < 1


# Routes


@pytest.mark.parametrize("level", [Level.GREEDY, Level.EASY, Level.NORMAL, Level.HARD])
def test_all_shortest_routes_are_handed_in_one_by_one_and_then_locked(level: Level):
    longer = "route 1 red A1 B1 B7 G7 F7 G7"
    match = in_routes(f"ec {longer}", "ec route 2 white A13 A7 G7")
    result = list[DeepSeaVoyageAction]()
    while EC in match.to_act:
        result.append(chosen(match, EC, level))
        match = say_all(match, f"ec {match.game.write(result[-1])}")
    assert len(result) == 6
    assert all(isinstance(sea, Routing) for sea in result[:-1])
    assert {route.way.steps for route in match.state.routes} == {12}
    assert len(match.state.routes) == 6


# Values of boards and matches


@pytest.mark.parametrize(
    ("boards", "ec", "dmo"),
    [
        ([WON, WON, LOST], 1.0, 1.0),
        ([WON, LOST, LOST], 0.0, 0.0),
        ([WON, DRAWN, DRAWN], 1.0, 1.0),
        ([WON, DRAWN, LOST], 0.0, 1.0),
        ([(0.5, 0.0, 0.5), DRAWN, DRAWN], 0.5, 0.5),
        ([(0.5, 0.5, 0.0), LOST, DRAWN], 0.0, 0.5),
    ],
)
def test_more_boards_win_and_the_dmo_wins_a_tie(boards: list[Chances], ec: float, dmo: float):
    assert (match_chance(boards, 0.0), match_chance(boards, 1.0)) == (ec, dmo)


def test_what_is_good_for_one_side_is_as_bad_for_the_other():
    generator = Random(4)
    for _ in range(100):
        lead, own_lead, theirs = (generator.randrange(40) for _ in range(3))
        for placing in (1, 0, -1):
            win, drawn, loss = Outlook(lead - 20, own_lead, theirs).chances(placing)
            other = Outlook(20 - lead, theirs, own_lead).chances(-placing)
            assert (loss, drawn, win) == pytest.approx(other)
            assert win + drawn + loss == pytest.approx(1)


@pytest.mark.parametrize(("own_lead", "theirs"), [(4, 4), (0, 4), (4, 0)])
def test_it_is_better_to_place_next_where_anything_can_be_gained(own_lead: int, theirs: int):
    outlook = Outlook(1, own_lead, theirs)
    assert outlook.mean(1) > outlook.mean(-1)
    assert {Outlook(1).mean(number) for number in (1, 0, -1)} == {1.0}


def test_who_places_last_in_a_round_places_first_in_the_next():
    match = sailing()
    judge = _Judge(match.view(EC), EC, SearchBudget(Budget(nodes=10**6), 0))
    course, order = _Course.now(judge), list[int]()
    while len(order) < 8:
        sign, boards = course.turns[0]
        move = next(other_move for other_move in course.moves() if other_move[1] or not boards)
        order += [sign] if boards else []
        course = course.after(move)
    assert order == [1, -1, -1, 1, 1, -1, -1, 1]


def test_a_placement_after_which_the_best_reply_is_impossible_is_estimated_so():
    thinking = SearchBudget(Budget(nodes=10**6), 0)
    survey = survey_of(lean(Sea(1, WORKED_BOARD)), Side.EMPIRE, MANY, thinking)
    prevented = 0
    for choice in survey.choices(1):
        assert choice.laying
        prevented += bool(choice.laying.mask & survey.options[-1].laying.mask)
        left = [
            option.lead
            for option in survey.options
            if option.laying.piece is not choice.laying.piece
            and not option.laying.mask & choice.laying.mask
        ]
        assert choice.outlook.other_gain == max(0, survey.lead - min(left))
    assert prevented
