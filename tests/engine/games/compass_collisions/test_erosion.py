"""Compass Collisions: squares that fall, elements that are lost, and stalls."""

import pytest

from engine.game import Reason
from engine.games.compass_collisions.board import EventKind
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS
from engine.games.compass_collisions.position import Phase, Position
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.seats import PUBLIC, Seat
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    PlainGame,
    cell,
    in_play,
    letters_of,
    match_in_play,
    numbered,
    placed,
    told,
    typed,
)

GAME = CompassCollisions()
SPARE = placed(*EVERY_ELEMENT)


# Erosion


def test_the_worked_erosion_of_the_rulings():
    corners = ("A1 E", "I9 W", "A9 e", "I1 w")
    others = [f"{name} {'EWFAewfa'[at % 8]}" for at, name in enumerate(INNER)]
    letters = placed(*corners, "A5 F", *others)
    assert sum(map(str.isalpha, letters.values())) == 32
    state = typed(in_play(letters, numbers=DEFAULT_NUMBERS), "A5 W")
    assert told(state.field.events) == [
        "left A5 F off",
        "fell A1 E wave 1",
        "fell I9 W wave 2",
        "fell A9 e wave 3",
        "fell I1 w wave 4",
        "fell B1 wave 5",
    ]
    view = GAME.view(state, PUBLIC)
    assert len(view.pieces) == 27
    assert list(map(str, view.removed)) == ["A1", "I9", "A9", "I1", "B1"]
    assert view.numbers == DEFAULT_NUMBERS[5:]
    assert view.to_move is DMO


INNER = [f"{column}{row}" for row in (3, 4, 5, 6, 7) for column in "BCDEFGH"][:27]


def test_the_default_map_has_one_square_for_each_number_from_31_down_to_8():
    squares = "A1 I9 A9 I1 B1 H9 A8 I2 A2 I8 B9 H1 C1 G9 A7 I3 A3 I7 C9 G1 D1 F9 A6 I4"
    listed = squares.split()
    assert (
        tuple((cell(name), number) for name, number in zip(listed, range(31, 7, -1), strict=True))
        == DEFAULT_NUMBERS
    )


@pytest.mark.parametrize(
    ("numbers", "events"),
    [
        # nine pieces stand there; one walks off the board, so that eight are left
        (("A9 9",), ["fell A9 wave 1"]),
        (("A9 8",), ["fell A9 wave 1"]),
        (("A9 7",), []),
        (("A9 8", "B9 7"), ["fell A9 wave 1"]),
        (("I9 9", "A9 8"), ["fell I9 wave 1", "fell A9 wave 1"]),
        (("H9 8", "A9 8"), ["fell A9 wave 1", "fell H9 wave 1"]),
    ],
)
def test_every_number_no_smaller_than_the_count_of_pieces_falls(
    numbers: tuple[str, ...], events: list[str]
):
    state = in_play({**SPARE, **placed("E9 E")}, numbers=numbered(*numbers))
    assert told(typed(state, "E9 N").field.events) == ["left E9 E off", *events]


def test_squares_of_one_wave_fall_together_and_count_for_the_next():
    numbers = numbered("E5 10", "E6 10", "C5 9", "E7 8", "C6 7", "E8 7", "C7 6")
    pieces = placed("E9 W", "E5 E", "E6 e", "C6 A")
    state = typed(in_play({**SPARE, **pieces}, numbers=numbers), "E9 N")
    assert told(state.field.events) == ["left E9 W off"]
    pieces = placed("E9 W", "E5 E", "E6 e")
    state = typed(in_play({**SPARE, **pieces}, numbers=numbers), "E9 N")
    assert told(state.field.events) == [
        "left E9 W off",
        "fell E5 E wave 1",
        "fell E6 e wave 1",
        "fell C5 wave 2",
        "fell E7 wave 2",
    ]
    assert GAME.view(state, PUBLIC).numbers == numbers[4:]


def test_no_square_falls_before_the_first_move_however_high_its_number():
    match = match_in_play(erosion=EVERYTHING_AT_ONCE)
    assert len(letters_of(match.state)) == 32
    events = typed(match.state, "D3 W").field.events
    assert {each.cell for each in events if each.kind is EventKind.FELL} == {
        cell("E5"), cell("A1"), cell("I9")
    }  # fmt: skip
    assert {each.wave for each in events if each.kind is EventKind.FELL} == {1}


EVERYTHING_AT_ONCE = "/".join(
    [
        "-,-,-,-,-,-,-,-,999999",
        *["-,-,-,-,-,-,-,-,-"] * 3,
        "-,-,-,-,32,-,-,-,-",
        *["-,-,-,-,-,-,-,-,-"] * 3,
        "100,-,-,-,-,-,-,-,-",
    ]
)


# Losing


def outcome_of(state: Position) -> str:
    """Who has lost; None while the game goes on."""
    outcome = state.outcome
    assert outcome is None or outcome.reason is Reason.ELEMENT_LOST
    assert GAME.to_act(state) == (() if outcome else (state.awaited,))
    assert (GAME.timing(state) is None) is bool(outcome)
    assert GAME.view(state, PUBLIC).to_move is (None if outcome else state.awaited)
    return outcome.winner.opponent if outcome and outcome.winner else "nobody"


def without(*names: str) -> dict[Cell, str]:
    """The spare pieces but for some."""
    return {square: letter for square, letter in SPARE.items() if str(square) not in names}


@pytest.mark.parametrize(
    ("letters", "mover", "text", "loser"),
    [
        # the last Earth becomes Water
        ({**without("A1"), **placed("E5 E")}, EC, "E5 N", "ec"),
        # it keeps its element
        ({**without("A1"), **placed("E5 E")}, EC, "E5 N2", "nobody"),
        # the enemy's last Water is defeated
        ({**without("G1"), **placed("E5 E", "E6 w")}, EC, "E5 N", "dmo"),
        # one's own last Water is, by moving into defeat
        ({**without("B1"), **placed("E5 W", "E6 e")}, EC, "E5 N", "ec"),
        # of the same element both go, which were the last of one, or of both
        ({**without("G1"), **placed("E5 W", "E6 w")}, EC, "E5 N", "dmo"),
        ({**without("B1"), **placed("E5 W", "E6 w")}, EC, "E5 N", "ec"),
        ({**without("B1", "G1"), **placed("E5 W", "E6 w")}, EC, "E5 N", "ec"),
        ({**without("B1", "G1"), **placed("E5 W", "E6 w")}, DMO, "E6 S", "dmo"),
        # pushed off the board: the enemy's last one, one's own, one of each
        ({**SPARE, **placed("E8 F", "E9 e")}, EC, "E8 N", "nobody"),
        ({**without("I1"), **placed("E8 W", "E9 a")}, EC, "E8 N", "dmo"),
        ({**without("A1"), **placed("E8 W", "E9 E")}, EC, "E8 N", "ec"),
        ({**without("A1"), **placed("E8 E")}, EC, "E8 N", "ec"),
    ],
)
def test_a_seat_that_lacks_an_element_after_a_move_has_lost(
    letters: dict[Cell, str], mover: Seat, text: str, loser: str
):
    assert outcome_of(typed(in_play(letters, mover), text)) == loser


@pytest.mark.parametrize("mover", Seat)
@pytest.mark.parametrize(
    ("wave_1", "wave_2", "loser", "falls"),
    [
        ("A1", "", "ec", 1),
        ("F1", "", "dmo", 1),
        ("A1", "F1", "ec", 1),
        ("F1", "A1", "dmo", 1),
        ("E5", "A1", "ec", 2),
        ("E5", "F1", "dmo", 2),
        ("E5", "", "nobody", 1),
        ("A1 F1", "", "mover", 2),
        ("E5 A1 I1", "G1", "mover", 3),
    ],
)
def test_the_match_ends_at_the_first_look_that_shows_a_loss(
    wave_1: str, wave_2: str, loser: str, falls: int, mover: Seat
):
    """One of ten pieces walks off, so number 9 falls everywhere, and then number 8."""
    numbers = numbered(
        *(f"{name} 9" for name in wave_1.split()), *(f"{name} 8" for name in wave_2.split())
    )
    walker = "E9 W" if mover is EC else "E9 w"
    state = in_play({**SPARE, **placed(walker, "E5 W")}, mover, numbers)
    state = typed(state, "E9 N")
    assert outcome_of(state) == (mover if loser == "mover" else loser)
    assert sum(each.kind is EventKind.FELL for each in state.field.events) == falls


def test_a_loss_by_the_move_itself_comes_before_all_waves():
    letters = {**without("A1"), **placed("E9 E")}
    state = typed(in_play(letters, numbers=numbered("F1 8", "G1 8")), "E9 N")
    assert outcome_of(state) == "ec"
    assert told(state.field.events) == ["left E9 E off"]


def test_a_seat_that_gives_up_its_last_piece_of_an_element_loses_even_a_tie():
    last = in_play(SPARE, EC, phase=Phase.REMOVAL)
    assert outcome_of(typed(last, "remove A1")) == "ec"
    letters = {**SPARE, **placed("E5 E")}
    for mover, name in ((EC, "E5"), (DMO, "E6")):
        tie = in_play(
            {**letters, **placed("E6 e")}, mover, numbered("A2 12", "B1 9", "H1 9"),
            phase=Phase.REMOVAL,
        )  # fmt: skip
        state = typed(tie, f"remove {name}")
        assert outcome_of(state) == mover
        assert told(state.field.events)[:2] == [
            f"removed {name} {letters.get(cell(name), 'e')}",
            "fell A2 wave 1",
        ]


# Stalls: EC's Earth goes to and fro between E5 and E7, DMO's between E3 and E1

WALKERS = {**SPARE, **placed("E5 E", "E3 e")}


def quiet_move(state: Position) -> str:
    """The next step of the mover's walking piece."""
    turns = {EC: ("E5 N2", "E7 S2"), DMO: ("E3 S2", "E1 N2")}
    out, back = turns[state.awaited]
    return out if cell(out[:2]) in letters_of(state) else back


def after_quiet_moves(state: Position, count: int) -> Position:
    for _ in range(count):
        state = typed(state, quiet_move(state))
    return state


def test_after_forty_moves_that_removed_nothing_the_two_highest_numbers_fall():
    state = after_quiet_moves(in_play(WALKERS, numbers=numbered("A9 5", "I9 4", "B9 3")), 39)
    assert (state.field.quiet, GAME.view(state, PUBLIC).removed) == (39, ())
    state = typed(state, quiet_move(state))
    view = GAME.view(state, PUBLIC)
    assert told(view.events) == ["moved E1 e E3", "fell A9 wave 0", "fell I9 wave 0"]
    assert (view.quiet, view.removed) == (0, (cell("A9"), cell("I9")))
    state = after_quiet_moves(state, 39)
    assert (state.field.quiet, len(state.field.removed)) == (39, 2)
    assert told(typed(state, quiet_move(state)).field.events)[1:] == ["fell B9 wave 0"]


QUIET = 39
"""One more such move is the fortieth."""


def collapsed(
    letters: dict[Cell, str], *numbers: str, mover: Seat = EC, **changes: object
) -> Position:
    """The state after the fortieth quiet move, made by one of the walkers."""
    state = in_play(letters, mover, numbered(*numbers), quiet=QUIET, **changes)
    return typed(state, "E5 N2" if mover is EC else "E3 S2")


@pytest.mark.parametrize(
    ("numbers", "falls"),
    [
        (("A9 5", "I9 5", "B9 4", "C9 4", "D9 4", "H9 3"), ["A9", "I9", "B9", "C9", "D9"]),
        (("A9 7", "I9 2", "B9 1"), ["A9", "I9"]),
        (("A9 5", "I9 5"), ["A9", "I9"]),
        (("A9 5",), ["A9"]),
        ((), []),
    ],
)
def test_all_squares_with_the_two_highest_numbers_fall_or_as_many_as_there_are(
    numbers: tuple[str, ...], falls: list[str]
):
    state = collapsed(WALKERS, *numbers)
    assert told(state.field.events)[1:] == [f"fell {name} wave 0" for name in falls]
    assert (state.field.quiet, outcome_of(state)) == (0, "nobody")


def test_a_move_that_removes_a_piece_restarts_the_count():
    state = in_play({**WALKERS, **placed("A5 W")}, numbers=numbered("A9 5"), quiet=QUIET)
    state = typed(state, "A5 W")
    assert (state.field.quiet, told(state.field.events)) == (0, ["left A5 W off"])


def test_an_empty_square_that_falls_does_not_restart_the_count():
    numbers = numbered("A9 99", "B9 5")
    state = typed(in_play(WALKERS, numbers=numbers, quiet=20), "E5 N2")
    assert told(state.field.events)[1:] == ["fell A9 wave 1"]
    assert state.field.quiet == 21


def test_giving_up_a_piece_restarts_the_count():
    state = in_play(WALKERS, numbers=numbered("A9 5"), quiet=QUIET, phase=Phase.REMOVAL)
    state = typed(state, "remove E5")
    assert (state.field.quiet, told(state.field.events)) == (0, ["removed E5 E"])


def test_pieces_on_collapsing_squares_fall_and_waves_follow():
    letters = {**WALKERS, **placed("A9 W", "I9 w")}
    state = collapsed(letters, "A9 7", "I9 6", "B9 5", "C9 4")
    assert told(state.field.events)[1:] == ["fell A9 W wave 0", "fell I9 w wave 0"]
    letters = {**SPARE, **placed("E5 E", "E3 w", "E4 W", "C5 a")}
    state = collapsed(letters, "E4 9", "C5 9", "E3 8")
    assert told(state.field.events)[1:] == [
        "fell C5 a wave 0",
        "fell E4 W wave 0",
        "fell E3 w wave 0",
    ]
    letters |= placed("I9 f")
    state = collapsed(letters, "E4 12", "C5 12", "A9 12", "I9 11", "B9 10", "C9 9")
    assert told(state.field.events)[1:] == [
        "fell A9 wave 0",
        "fell C5 a wave 0",
        "fell E4 W wave 0",
        "fell I9 f wave 0",
        "fell B9 wave 1",
    ]


TIED = {**without("A1", "F1"), **placed("E5 W", "E3 w", "A9 E", "I9 e")}


@pytest.mark.parametrize("mover", Seat)
@pytest.mark.parametrize(
    ("more", "weaker", "loser"),
    [
        ({}, None, "mover"),
        ({}, EC, "ec"),
        ({}, DMO, "dmo"),
        (placed("C5 W"), None, "dmo"),
        (placed("C5 W"), EC, "dmo"),
        (placed("C5 w"), None, "ec"),
        (placed("C5 w"), DMO, "ec"),
    ],
)
def test_if_a_collapse_leaves_both_without_an_element_the_fewer_pieces_lose(
    more: dict[Cell, str], weaker: Seat | None, loser: str, mover: Seat
):
    state = collapsed({**TIED, **more}, "A9 5", "I9 4", mover=mover, weaker=weaker)
    assert outcome_of(state) == (mover if loser == "mover" else loser)


@pytest.mark.parametrize("mover", Seat)
@pytest.mark.parametrize(("more", "loser"), [("C5 W", "dmo"), ("C5 w", "ec")])
def test_the_fewer_pieces_lose_in_a_wave_that_follows_a_collapse_too(
    more: str, loser: str, mover: Seat
):
    letters = {**TIED, **placed(more, "B9 F", "C9 f", "D9 F", "F9 f")}
    highest = ("B9 14", "C9 14", "D9 13", "F9 13")
    assert len(letters) == 15
    state = collapsed(letters, *highest, "A9 10", "I9 10", mover=mover)
    assert (outcome_of(state), len(state.field.removed)) == ("nobody", 4)
    state = collapsed(letters, *highest, "A9 11", "I9 11", mover=mover)
    assert told(state.field.events)[-2:] == ["fell A9 E wave 1", "fell I9 e wave 1"]
    assert outcome_of(state) == loser


def test_a_collapse_that_takes_an_element_from_one_seat_ends_the_match_against_it():
    letters = {**TIED, **placed("C5 E", "C6 W", "C7 W")}
    assert outcome_of(collapsed(letters, "A9 5", "I9 4")) == "dmo"


@pytest.mark.parametrize(
    ("mover", "losses", "loser"),
    [
        (EC, ("A5 W", "I5 E"), "ec"),
        (DMO, ("I5 E", "A5 W"), "dmo"),
        (EC, ("A5 W", "I5 E", "A6 W", "I6 E"), "ec"),
        (EC, ("A5 W", "I5 E", "E5 N2", "I6 E", "A6 W"), "dmo"),
        (DMO, ("I5 E", "A5 W", "E3 S2", "A6 W", "I6 E"), "ec"),
        (EC, (), "dmo"),
        (DMO, (), "ec"),
    ],
)
def test_with_equal_counts_the_latest_position_with_unequal_ones_decides(
    mover: Seat, losses: tuple[str, ...], loser: str
):
    """Pieces walk off at the sides; forty quiet moves follow, and Earth falls on both sides."""
    letters = {**TIED, **placed("A5 W", "A6 W", "I5 w", "I6 w")}
    state = in_play(letters, mover, numbered("A9 3", "I9 3"))
    for text in losses:
        state = typed(state, text)
    ec, dmo = PlainGame(letters_of(state), {}).counts()
    assert ec == dmo
    assert outcome_of(after_quiet_moves(state, 39)) == "nobody"
    assert outcome_of(after_quiet_moves(state, 40)) == loser
