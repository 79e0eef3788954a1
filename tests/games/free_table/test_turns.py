"""Turns at a free table: whose they are, how long, and what follows when time runs out."""

import pytest

from engine.matches.match import Match
from engine.matches.notices import RulingUndone, TurnStarted
from engine.seats import PUBLIC, SEATS
from tests.games.free_table.playing import begun, closed, free_table, played, position, tried

EC, _ = SEATS


def test_the_notice_of_a_host_who_is_awaited_has_no_time():
    (opened,) = tried(begun(order="judged"), "ec @70 E4").notices
    assert isinstance(opened, TurnStarted)
    assert (opened.seats, opened.turn, opened.reserve) == ((), None, None)
    assert opened.spent
    assert opened.spent.left == 290


@pytest.mark.parametrize("text", ["E4", "B2 B3", "E4=K", "!bid 5", "first me", "concede"])
def test_cells_words_after_a_sign_and_who_begins_count_at_a_table(text: str):
    assert free_table().is_submission(text)
    assert not free_table().is_submission(f"shall I say {text} now")


def test_a_text_that_is_still_sealed_is_shown_once_the_match_is_over():
    view = played(begun(order="rounds"), "dmo @5 !hm", "host award ec").view(PUBLIC)
    assert [text for _, text in view.turn.texts] == ["hm"]
    assert view.to_move == ()


# Undo


def test_undo_ruling_takes_a_line_back_with_its_lots_and_the_same_line_gives_the_same_dice():
    match = begun(seed="9")
    line = "host !pot=2 / roll 4d6 ec / deck cards / deal 3"
    rolled = played(match, line)
    step = tried(rolled, "host undo ruling")
    assert [type(notice) for notice in step.notices] == [RulingUndone]
    assert position(step.match) == position(match)
    again = played(step.match, line)
    assert (position(again), closed(again, EC)) == (position(rolled), closed(rolled, EC))


def test_undo_of_a_roll_gives_the_same_dice_again_and_another_roll_the_next():
    match = played(begun(seed="9"), "ec !roll 6d6")
    dice = position(match)["open"]
    assert position(played(match, "host undo", "ec !roll 6d6"))["open"] == dice
    assert position(played(match, "ec !roll 6d6"))["open"] != dice


def test_the_setup_may_deal_and_its_first_notice_opens_the_match():

    step = Match.begin(free_table(setup="deck 1..9 / deal 2 ec / roll 2d6"))
    assert (step.notices, step.match.to_act) == ((), ())
    (opened,) = (drawn := step.match.draw_lots()).notices
    assert isinstance(opened, TurnStarted)
    assert (opened.cause, opened.seats) == (None, (EC,))
    assert [entry.text.split()[0] for entry in drawn.match.entries] == ["deal", "roll"]


def test_a_form_is_written_with_a_mark_only_where_it_would_be_talk():
    match = begun()
    texts = {"E4": "E4", "bid 5": "!bid 5", "!bid 5": "!bid 5", "E4 E5 E6": "E4 E5 E6"}
    assert {text: match.given_in_form(EC, text) for text in texts} == texts
