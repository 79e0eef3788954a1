"""Lines at a free table, their effects, and their refusals."""

from typing import Any

import pytest

from bot.texts import answers
from engine.games.free_table.view import (
    Counted,
    Dealt,
    Emptied,
    ItemsOpened,
    Laid,
    Moved,
    Rolled,
    WordsPlayed,
)
from engine.grids.grid import Cell
from engine.options import OptionError
from engine.refusals import Malformed, NotASubmission, Refused
from engine.scene import Owner, Piece
from engine.seats import Seat
from tests.games.free_table.playing import (
    begun,
    board,
    counters,
    done,
    free_table,
    played,
    position,
    refused,
    tried,
)

NOTHING_DONE = "No part of the line was carried out."
SETUP = "ec B2=M A1 dmo B3=M / pot=0 ec chips=5"
B2, B3, E4 = map(Cell.parse, ("B2", "B3", "E4"))


def table(**options: str) -> Any:
    return begun(setup=SETUP, **options)


# Players


@pytest.mark.parametrize(
    ("text", "changes", "subject"),
    [
        ("E4", {"E4": "ec"}, Laid(E4, Piece(Owner.EC))),
        ("e4!", {"E4": "ec"}, Laid(E4, Piece(Owner.EC))),
        ("!E4", {"E4": "ec"}, Laid(E4, Piece(Owner.EC))),
        ("!dmo. E4.", {"E4": "dmo"}, Laid(E4, Piece(Owner.DMO))),
        ("**E4**.", {"E4": "ec"}, Laid(E4, Piece(Owner.EC))),
        ("dmo E4", {"E4": "dmo"}, Laid(E4, Piece(Owner.DMO))),
        ("E4=K", {"E4": "ec K"}, Laid(E4, Piece(Owner.EC, "K"))),
        ("E4=fl", {"E4": "ec FL"}, Laid(E4, Piece(Owner.EC, "FL"))),
        ("E4=#", {"E4": "ec #"}, Laid(E4, Piece(Owner.EC, "#"))),
        ("dmo E4=7", {"E4": "dmo 7"}, Laid(E4, Piece(Owner.DMO, "7"))),
        ("B2=K", {"B2": "ec K"}, Laid(B2, Piece(Owner.EC, "K"), Piece(Owner.EC, "M"))),
        ("B2=-", {"B2": None}, Emptied(B2, Piece(Owner.EC, "M"))),
        *(
            (text, {"B2": None, "E4": "ec M"}, Moved(B2, E4, Piece(Owner.EC, "M")))
            for text in ("B2 E4", "B2E4", "b2-e4", "B2 - E4", "B2 -> E4", "B2, E4", "B2 to E4")
        ),
        (
            "B2 B3",
            {"B2": None, "B3": "ec M"},
            Moved(B2, B3, Piece(Owner.EC, "M"), Piece(Owner.DMO, "M")),
        ),
        ("!bid 5", {}, WordsPlayed("bid 5")),
    ],
)
def test_a_player_lays_moves_labels_takes_away_and_speaks(text: str, changes: Any, subject: Any):
    before = table()
    next_match = played(before, f"ec {text}")
    expected = {**board(before), **changes}
    assert board(next_match) == {cell: piece for cell, piece in expected.items() if piece}
    assert done(next_match) == (subject,)
    assert next_match.to_act == (Seat.DMO,)


@pytest.mark.parametrize("text", ["C4 / A1 A2", "C4\nA1 A2", "!C4 / A1 A2", "C4 / A1-A2."])
def test_a_slash_or_a_line_break_parts_a_line(text: str):
    next_match = tried(table(), f"ec {text}").match
    assert {cell: board(next_match).get(cell) for cell in ("C4", "A1", "A2")} == {
        "C4": "ec",
        "A1": None,
        "A2": "ec",
    }
    assert len(done(next_match)) == 2


@pytest.mark.parametrize(
    "text",
    [
        *("thanks", "E4 lol", "E4 E5?", "I take E4", "chips+1", "pot=3", "roll 2d6", "open 1"),
        *(
            "next dmo",
            "pass",
            "bid 5",
            "",
            "   ",
            "/",
            "E4=",
            "E4=KKK",
            "!",
            "!!!",
            "!?",
            "! / ...",
        ),
    ],
)
def test_what_is_more_than_cells_counts_only_with_an_exclamation_mark(text: str):
    match = table()
    with pytest.raises(NotASubmission):
        match.game.read(match.state, Seat.EC, text)


@pytest.mark.parametrize("text", ["!roll 21d6", "!roll 2d", "!E4 E5 E6", "!" + 201 * "a"])
def test_what_is_wrong_with_a_line_is_told_only_to_who_is_awaited(text: str):
    assert refused(table(), f"dmo {text}").code == "not-your-turn"
    assert refused(played(table(), "host pause"), f"ec {text}").code == "paused"


@pytest.mark.parametrize("text", ["E4", "dmo E4", "B3 B2", "E4=K"])
def test_cells_of_a_seat_that_is_not_awaited_are_talk(text: str):
    assert refused(table(), f"dmo {text}").code == "not-a-submission"
    assert refused(table(), f"dmo !{text}").code == "not-your-turn"


def test_without_a_board_cells_are_talk_and_words():
    match = begun(board="none")
    assert refused(match, "ec E4").code == "not-a-submission"
    assert done(played(match, "ec !E4")) == (WordsPlayed("E4"),)
    assert refused(match, "host !E4").code == "no-board"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!pot=3", "pot=3"),
        ("!chips+1", "chips+1"),
        ("! Bid   5 ", "Bid 5"),
        ("!!bid 5", "bid 5"),
        ("\N{FULLWIDTH EXCLAMATION MARK}bid 5", "bid 5"),
        ("!one\ntwo", "one / two"),
        ("!open the door", "open the door"),
        ("!next dmo", "next dmo"),
        ("!deal 3", "deal 3"),
        ("!roll the dice", "roll the dice"),
        ("!B2 B3 takes", "B2 B3 takes"),
        ("!\N{GAME DIE} *wow*", "\N{GAME DIE} *wow*"),
    ],
)
def test_a_players_words_are_quoted_and_change_nothing(text: str, words: str):
    before = table()
    result = before.game.act(before.state, Seat.EC, before.game.read(before.state, Seat.EC, text))
    assert result.latest.happening == (WordsPlayed(words),)
    assert result.table == before.state.table


def test_a_roll_of_a_player_is_seen_by_all_and_the_turn_goes_on():
    match = played(table(seed="4"), "ec !roll 2d6")
    (rolled,) = done(match)
    assert isinstance(rolled, Rolled)
    assert len(rolled.dice) == 2
    assert position(match)["open"]["table"] == list(map(str, rolled.dice))
    assert match.to_act == (Seat.EC,)


def test_dice_that_all_see_are_rolled_anew_and_cards_are_added():
    match = played(table(), "host !roll 2d6", "host !roll 3d6")
    assert len(position(match)["open"]["table"]) == 3
    match = played(match, "host !deck cards / deal 2 / deal 1")
    assert len(position(match)["open"]["table"]) == 6


# Hosts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!pot=3", {"ec": {"chips": 5}, "table": {"pot": 3}}),
        ("!ec chips+2 dmo chips=1", {"ec": {"chips": 7}, "dmo": {"chips": 1}, "table": {"pot": 0}}),
        ("!pot-3 ec chips-6", {"ec": {"chips": -1}, "table": {"pot": -3}}),
        ("!EC Chips+1", {"ec": {"chips": 6}, "table": {"pot": 0}}),
        ("!ec chips+1 / pot+1", {"ec": {"chips": 6}, "table": {"pot": 1}}),
        ("!pot=\N{MINUS SIGN}4", {"ec": {"chips": 5}, "table": {"pot": -4}}),
        ("!pot=+4", {"ec": {"chips": 5}, "table": {"pot": 4}}),
        ("!- pot+1 / - pot+1 -", {"ec": {"chips": 5}, "table": {"pot": 2}}),
        ("!pot+1 pot+1, pot+1", {"ec": {"chips": 5}, "table": {"pot": 3}}),
        ("!ec züge=1", {"ec": {"chips": 5, "züge": 1}, "table": {"pot": 0}}),
    ],
)
def test_a_host_counts(text: str, expected: Any):
    assert counters(played(table(), f"host {text}")) == expected


def test_what_follows_a_seat_is_that_seats_and_what_stands_before_one_the_tables():
    match = played(table(), "host !pot=3 C1 ec chips+2 D1=G dmo E1 / F1")
    assert {cell: board(match)[cell] for cell in ("C1", "D1", "E1", "F1")} == {
        "C1": "table",
        "D1": "ec G",
        "E1": "dmo",
        "F1": "table",
    }
    assert [type(event) for event in done(match)] == [Counted, Laid, Counted, Laid, Laid, Laid]
    assert match.to_act == (Seat.EC,)


def test_a_moved_piece_stays_whose_it_is():
    assert board(played(table(), "host !dmo B2 E4"))["E4"] == "ec M"


REFUSALS = [
    ("ec Z9", "off-board", ["Z9"], {"last": "H8"}),
    ("ec A1 A9", "off-board", ["A9"], {"last": "H8"}),
    ("ec C2 C3", "nothing-there", ["C2"], {}),
    ("ec C2=-", "nothing-there", ["C2"], {}),
    ("ec B3", "taken", ["B3"], {}),
    ("ec E4 E5 E6", "too-many-cells", ["E4", "E5", "E6"], {}),
    ("ec E4E5E6", "too-many-cells", ["E4", "E5", "E6"], {}),
    ("ec B2 B2", "same-cell", ["B2"], {}),
    ("ec !roll 2d", "not-notation", [], {"part": "roll 2d"}),
    ("ec !roll 2d6 dmo", "not-notation", [], {"part": "roll 2d6 dmo"}),
    ("ec !roll 21d6", "too-many-dice", [], {"most": "20"}),
    ("ec !roll 0d6", "too-many-dice", [], {"most": "20"}),
    ("ec !roll 2d1001", "not-a-die", [], {"most": "1000"}),
    ("ec !open", "nothing-closed", [], {"player": "EC", "numbers": "", "count": "0"}),
    ("ec !open 2", "nothing-closed", [], {"player": "EC", "numbers": "", "count": "0"}),
    (f"ec !{201 * 'a'}", "too-long", [], {"most": "200"}),
    ("host !chip+1", "no-such-counter", [], {"name": "chip", "known": "chips, pot"}),
    ("host !dmo pot+1", "no-such-counter", [], {"name": "pot", "known": "chips"}),
    ("host !chips +1", "not-notation", [], {"part": "chips +1", "meant": "chips+1"}),
    ("host !chips + 1", "not-notation", [], {"part": "chips + 1", "meant": "chips+1"}),
    ("host !pot = 3", "not-notation", [], {"part": "pot = 3", "meant": "pot=3"}),
    ("host !E4 = K", "not-notation", [], {"part": "E4 = K", "meant": "E4=K"}),
    ("host !roll ec 4d6", "not-notation", [], {"part": "roll ec 4d6", "meant": "roll 4d6 ec"}),
    ("host !deal ec 2", "not-notation", [], {"part": "deal ec 2", "meant": "deal 2 ec"}),
    ("host !next 60 dmo", "not-notation", [], {"part": "next 60 dmo", "meant": "next dmo 60"}),
    ("host !ec roll 4d6", "not-notation", [], {"part": "ec roll 4d6", "meant": "roll 4d6 ec"}),
    ("host !thanks all", "not-notation", [], {"part": "thanks all"}),
    ("host !x=1", "not-notation", [], {"part": "x=1"}),
    ("host !roll=1", "not-notation", [], {"part": "roll=1"}),
    ("host !ec", "not-notation", [], {"part": "ec"}),
    ("host !E4 ec", "not-notation", [], {"part": "E4 ec"}),
    ("host !next ec dmo", "not-notation", [], {"part": "next ec dmo"}),
    ("host !next 0", "not-notation", [], {"part": "next 0"}),
    ("host !deck 5..3", "not-notation", [], {"part": "deck 5..3"}),
    ("host !deal 0", "not-notation", [], {"part": "deal 0"}),
    ("host !clear all", "not-notation", [], {"part": "clear all"}),
    ("host !deck 1..201", "too-many-cards", [], {"most": "200"}),
    ("host !deck 1..21x10", "too-many-cards", [], {"most": "200"}),
    ("host !deal 61", "hand-full", [], {"most": "60"}),
    ("host !deal 2", "too-few-cards", [], {"count": "0"}),
    ("host !open", "nothing-closed", [], {}),
    ("host !pot=1000000", "too-high", [], {"name": "pot", "most": "999999"}),
]


@pytest.mark.parametrize(("line", "code", "cells", "facts"), REFUSALS)
def test_a_line_that_cannot_be_done_is_refused_with_the_reason(
    line: str, code: str, cells: list[str], facts: dict[str, str]
):
    refusal = refused(table(), line)
    assert (refusal.code, list(map(str, refusal.cells))) == (code, cells)
    assert (
        facts.items() <= {name: str(fact) for name, fact in refusal.sentence.facts.items()}.items()
    )
    assert NOTHING_DONE not in answers.refusal(refusal)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ec E4 / B3", "taken"),
        ("ec E4 / E4", "taken"),
        ("ec B2 B4 / B2 B5 / E4", "nothing-there"),
        ("host !roll 2d6 / chip+1", "no-such-counter"),
        ("host !deck cards / deal 2 ec / deal 51", "too-few-cards"),
        ("host !deck 1..5 / deal 2 ec / open ec 3", "nothing-closed"),
        ("host !roll 20d6 ec / roll 20d6 ec / roll 20d6 ec / roll 1d6 ec", "hand-full"),
        ("host !pot=999999 / roll 2d6 / pot+1", "too-high"),
        ("host !ec chips+1 dmo chip+1 / next", "no-such-counter"),
        ("host !pot+1 / what", "not-notation"),
        (f"host !{'pot+1 ' * 41}", "too-many-parts"),
        (f"host !pot=1 {'E4=K ' * 100}", "too-long"),
        (
            "host !" + "ec " + " ".join(f"{name * 2}=1" for name in "abcdefghijkl"),
            "too-many-counters",
        ),
    ],
)
def test_a_line_is_checked_whole_before_anything_of_it_happens(line: str, code: str):
    refusal = refused(table(), line)
    assert refusal.code == code
    assert answers.refusal(refusal).endswith(NOTHING_DONE)


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("host !deck cards / deal 2 ec / open ec 2", 1),
        ("host !deck 1..11x4 / deal 44", 44),
        ("host !deck 1..3 / deal 3 / deck 1..3 / deal 3", 3),
    ],
)
def test_a_later_part_finds_what_an_earlier_one_did(line: str, effect: int):
    opened = position(played(table(), line))["open"]
    assert sum(map(len, opened.values())) == effect


# Closed items


def test_closed_items_are_opened_by_number_and_keep_their_numbers():
    match = played(table(), "host !deck 1..9 / deal 3 dmo / roll 1d6 dmo")
    assert position(match)["closed"] == {"ec": 0, "dmo": 4}
    match = played(match, "host !open dmo 2 4")
    (opened,) = done(match)
    assert isinstance(opened, ItemsOpened)
    assert [item.number for item in opened.items] == [2, 4]
    refusal = refused(match, "host !open dmo 2")
    assert answers.refusal(refusal) == "The DMO has 2 closed items: 1, 3."
    refusal = refused(match, "host !open 9")
    assert answers.refusal(refusal) == "There is no closed item with that number."
    match = played(match, "host !deal 1 dmo")
    assert [item.number for item in match.view(Seat.DMO).closed_of(Seat.DMO).items] == [1, 3, 5]


def test_a_player_opens_their_own_as_a_move():
    match = played(table(), "host !deck 1..9 / deal 2 ec / deal 2 dmo", "ec !open 2")
    assert position(match)["closed"] == {"ec": 1, "dmo": 2}
    assert match.to_act == (Seat.DMO,)


def test_a_new_deck_gathers_in_all_cards_and_leaves_the_dice():
    match = played(
        table(), "host !deck cards / deal 3 / deal 2 ec / roll 2d6 ec", "host !deck 1..3"
    )
    assert position(match)["closed"] == {"ec": 2, "dmo": 0}
    assert position(match)["open"]["table"] == []
    assert match.view(None).deck == 3


def test_clear_leaves_counters_and_brings_board_and_hands_back_to_the_setup():
    setup = "ec A1 / deck 1..9 / deal 2 ec / pot=1"
    match = begun(setup=setup)
    before = match.view(Seat.EC)
    match = played(match, "host !pot=5 / A1 B1 / C1 / deal 3 dmo / roll 2d6 / open", "host !clear")
    result = match.view(Seat.EC)
    assert (result.pieces, result.open, result.closed) == (
        before.pieces,
        before.open,
        before.closed,
    )
    assert (result.deck, counters(match)) == (7, {"table": {"pot": 5}})


def test_cards_of_a_deck_made_later_are_back_in_it_after_clear():
    match = played(table(), "host !deck 1..9 / deal 2 ec / deal 3", "host !clear")
    assert match.view(None).deck == 9
    assert isinstance(done(played(match, "host !deal 9"))[0], Dealt)


# The setup


@pytest.mark.parametrize(
    ("setup", "board", "clause"),
    [
        ("ec A9", "8x8", "A9 is off the board, which is A1 to H8"),
        ("ec A1", "none", "A1 isn't on any board"),
        ("ec A1 / dmo A1", "8x8", "A1 is taken"),
        ("A1 B1", "8x8", "there is nothing on A1"),
        (
            "ec A1 B1 C1",
            "8x8",
            "one cell places a piece and two move one, but A1 B1 C1 is more than two",
        ),
        ("chips +1", "8x8", "chips +1 isn't valid"),
        ("chips+1", "8x8", "there is no counter called chips; chips=1 makes one"),
        ("deal 2 ec", "8x8", "the deck has 0 cards"),
        ("pot=1 " * 260, "8x8", "expected a line of at most 1,500 characters"),
    ],
)
def test_a_setup_that_cannot_be_done_is_a_bad_option(setup: str, board: str, clause: str):
    with pytest.raises(OptionError) as bad:
        free_table(setup=setup, board=board)
    assert bad.value.name == "setup"
    assert str(bad.value.problem).startswith(clause)


def test_a_setup_may_open_the_first_turn():
    match = begun(setup="pot=1 / next dmo sealed 20")
    assert match.to_act == (Seat.DMO,)
    assert match.view(None).seconds == 20


def test_what_begins_with_a_mark_is_answered_while_it_is_asked_who_begins():
    match = begun(setup="")
    game = free_table()
    asked = type(game)(board=game.board).begin()
    with pytest.raises(Malformed):
        game.read(asked, Seat.DMO, "!hello")
    with pytest.raises(Refused):
        game.read(asked, Seat.DMO, "E4")
    assert match.to_act == (Seat.EC,)
