"""A record whose seed was committed to holds every lot against it."""

import re
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from engine.clocks import Seconds
from engine.games import GAMES
from engine.games.compass_collisions.layouts import draw_rows
from engine.matches.entries import Entry, Speaker
from engine.options import write_options
from engine.records.record import RecordError, read_record, write_record
from engine.records.referee import final_match, referee
from engine.seats import SEATS
from engine.seeds import commitment_to, lots_of
from tests.engine.playing import begun, fire_and_ice, played

PAGE = (Path(__file__).parents[3] / "docs" / "record.md").read_text()
SEED = 42
HEAD = f"game: fire-and-ice\nseed: {SEED}\ncommitment: {commitment_to(SEED)}\ntakeback: 0\n"


# The worked values of the page


def test_the_commitment_of_the_page_is_that_of_its_seed():
    assert f"commitment is `{commitment_to(SEED)}`" in PAGE
    assert commitment_to(SEED) == sha256(b"42").hexdigest()


def test_the_lots_of_the_page_are_drawn():
    outputs = [lots_of(SEED, number).getrandbits(32) for number in range(4)]
    assert "{}, {}, {} and {}".format(*outputs) in PAGE
    firsts = [f"`{lots_of(SEED, number).choice(SEATS)}`" for number in range(4)]
    assert f"`first` would be {', '.join(firsts)}" in PAGE
    assert f"`layout ec {' / '.join(draw_rows(lots_of(SEED, 0)))}`" in PAGE


def test_a_number_is_the_highest_bits_of_the_next_output_that_is_small_enough():
    """As the page tells it, without the library's own choosing."""

    def below(count: int, generator: Random) -> int:
        bits = count.bit_length()
        outputs = iter(lambda: generator.getrandbits(32), None)
        return next(
            other_number for output in outputs if (other_number := output >> (32 - bits)) < count
        )

    for number in range(200):
        for count in (2, 3, 9, 15, 16, 72):
            there = lots_of(SEED, number).choice(range(count))
            assert below(count, lots_of(SEED, number)) == there


def test_the_boards_of_the_page_are_drawn():
    options = write_options(GAMES["deep-sea-voyage"](seed=SEED))
    hashes = [sha256(options[f"board{number}"].encode()).hexdigest() for number in (1, 2, 3)]
    assert re.findall(r"^    ([0-9a-f]{64})$", PAGE, re.MULTILINE) == hashes


# Seeds and commitments


@pytest.mark.parametrize("seed", [0, 1, -12, 2**128 - 1])
def test_a_commitment_is_written_and_read_back(seed: int):
    game = GAMES["fire-and-ice"](seed=seed, commitment=commitment_to(seed))
    assert read_record(write_record(game, {}, [])).game == game


def test_leading_zeros_of_a_seed_are_no_part_of_it():
    read_record(f"game: fire-and-ice\nseed: 007\ncommitment: {commitment_to(7)}\n")


# Lots


def test_a_stated_lot_must_be_the_one_that_the_seed_gives():
    assert referee(f"{HEAD}\ndealer @60\ndealer @61 first dmo\n")[-1]["to_act"] == ["dmo"]
    text = f"{HEAD}\ndealer @60\ndealer @61 first ec\n"
    for judge in (referee, lambda text: final_match(read_record(text))):
        with pytest.raises(RecordError, match="another lot") as caught:
            judge(text)
        assert caught.value.line == 7
    assert referee(text.replace("commitment", "# commitment"))[-1]["to_act"] == ["ec"]


def test_a_lot_stated_when_none_is_due_is_rejected_as_ever():
    (verdict, _) = referee(f"{HEAD}\ndealer @10 first ec\n")
    assert verdict["code"] == "no-lot-due"


def test_a_lot_drawn_again_after_an_undo_is_the_next_one():
    pick = "board 2"
    game = GAMES["deep-sea-voyage"](seed=3, first=SEATS[0])
    match = played(begun(game), "ec @1 ready", "dmo @2 ready", f"ec @3 {pick}")
    lots = []
    for round_ in range(6):
        match = match.advance_time(match.now + 60).match.draw_lots().match
        lots.append(match.entries[-1].text)
        match = match.enter(Entry(Speaker.HOST, match.now, "undo")).match
        match = match.enter(Entry(Speaker.EC, match.now, pick)).match
        assert match.lots == round_ + 1
    assert lots == [f"board dmo {lots_of(3, number).choice((1, 3))}" for number in range(len(lots))]
    assert len({*lots}) == 2


def test_a_lot_stays_drawn_though_the_undo_before_it_is_taken_back():
    match = played(begun(fire_and_ice(takeback="0")), "dmo @1 first ec", "host @2 undo")
    match = played(match.advance_time(Seconds(62)).match.draw_lots().match, "host @70 undo ruling")
    assert match.lots == 1


def test_an_export_of_a_match_with_lots_drawn_anew_fits_its_commitment():
    game = fire_and_ice(seed="5", commitment=commitment_to(5), takeback="0")
    match = begun(game, by_posts=True)
    match = played(match, "dealer @1 posted", "dmo @2 first ec", "host @3 undo", "dealer @4 posted")
    match = match.advance_time(match.now + 60).match.draw_lots().match
    text = write_record(game, {}, match.entries)
    assert referee(text)[-1]["to_act"] == [seat.value for seat in match.to_act]
