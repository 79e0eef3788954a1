"""The Flower Fields: explosions, challenges, doubts, and what they cost."""

from dataclasses import replace

import pytest

from engine.clocks import Periods, Seconds
from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    GaveUp,
    Phase,
    Planted,
    Position,
)
from engine.seats import PUBLIC, Seat
from tests.engine.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    acted,
    bed,
    cells,
    doubting,
    flower_field,
    flowers,
    lives,
    meadow,
    over,
    refusal,
)
from tests.engine.playing import begun, played, tried
from tests.engine.playing import code as answer_to

WORKED = ("ec C4R E4R", "dmo D5R D3R")
CLAIM = "challenge C4 D4 E4 D5 / C4 D4 E4 D3"
# With a blue flower in D3 it is not true.
BLUE_BELOW = ("ec C4R E4R", "dmo D5R D3B")
# With a red flower hidden in C4 it is true, since E4 is red.
UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"
ONE_HIDDEN = ("ec E4R", "dmo D5R D3B")


def unseen(**changes: object) -> Position:
    """EC's turn, in which the claim with C4 unseen is true."""
    return meadow(*ONE_HIDDEN, **{"ec": "C4R A1B", **changes})


def fields(text: str) -> tuple[tuple, tuple]:
    one, other = text.removeprefix("challenge ").split(" / ")
    return cells(one), cells(other)


# Planting


def test_a_planting_stands_and_the_turn_passes():
    state = acted(meadow(), "D5 red, C4 blue")
    assert state.bed == bed("ec D5R C4B")
    assert (state.to_move, state.phase, lives(state)) == (DMO, Phase.TURN, (5, 5))
    assert state.latest == Planted(EC, flowers("D5R C4B"))
    assert GAME.position(state) == {
        "field": "......./......./...r.../..by.../......./......./.......",
        "lives": {"ec": 5, "dmo": 5},
    }


@pytest.mark.parametrize(
    ("ec", "dmo", "typed", "blown_up", "left"),
    [
        ("D5R A1B", "", "D5 blue", "D5", 4),
        ("", "D5R A1B", "D5 blue", "D5", 4),
        ("", "D5R A1B", "C4 blue, D5 red", "D5", 4),
        ("D5R A1B", "C4R A2B", "C4 blue, D5 red", "C4 D5", 3),
        ("D5R C4B", "", "D5 red, C4 red", "D5 C4", 3),
        ("", "D5R C4B", "D5 red, C4 red", "D5 C4", 3),
        # A cell that both picked holds nothing, whatever the colours.
        ("D5R A1B", "D5R A2B", "D5 blue", "", 5),
        ("D5R A1B", "D5B A2B", "D5 blue", "", 5),
        ("D5R C4B", "D5B A2B", "D5 blue, C4 blue", "C4", 4),
        ("D5R C4B", "D5B A2B", "D3 blue, E4 blue", "", 5),
        ("", "", "D5 red", "", 5),
    ],
)
@pytest.mark.parametrize("mover", [EC, DMO])
def test_a_planter_loses_a_life_for_each_live_hidden_flower_planted_on(
    *, mover: Seat, ec: str, dmo: str, typed: str, blown_up: str, left: int
):
    state = acted(meadow(mover=mover, ec=ec, dmo=dmo), typed)
    assert state.latest.exploded == state.exploded == cells(blown_up)
    assert (state.lives(mover), state.lives(mover.opponent)) == (left, 5)
    # The planting stays, and the turn passes.
    assert {flower.cell for flower in state.bed.latest(mover).flowers} >= {*cells(blown_up)}
    assert (state.to_move, state.outcome) == (mover.opponent, None)


@pytest.mark.parametrize(
    ("had", "typed", "left"), [(1, "D5 red", 0), (2, "D5 red, C4 red", 0), (1, "D5 red C4 red", -1)]
)
def test_a_planter_without_lives_has_lost_at_once(had: int, typed: str, left: int):
    state = acted(meadow(mover=DMO, lives=(3, had), ec="D5R C4R"), typed)
    assert lives(state) == (3, left)
    assert state.outcome == over(EC, "no-lives")
    assert GAME.position(state)["lives"] == {"ec": 3, "dmo": left}
    assert GAME.to_act(state) == ()


def test_a_hidden_flower_costs_a_life_only_once():
    state = acted(meadow("ec D5R", mover=DMO, dmo="C4R A1B"), "C4 red, E4 red")
    assert (lives(state), state.exploded) == ((5, 4), cells("C4"))
    # After an undo the lost life stays lost, and the cell holds nothing more.
    again = acted(state, "challenge", "C4 D4 E4 D5 / D4 E4 D5 D6")
    assert (again.bed, lives(again)) == (bed("ec D5R"), (5, 3))
    assert again.exploded == cells("C4")
    last = acted(again, "accept", "C4 red, E4 red")
    assert (lives(last), last.latest.exploded) == ((5, 3), ())


def test_an_explosion_remains_after_a_planting_is_put_back():
    state = acted(meadow("ec D5R", mover=DMO, ec="C4R A1B"), "C4 red, E4 red")
    assert lives(state) == (5, 4)
    claimed = acted(state, "challenge C4 D4 E4 D5 / D4 E4 D5 D6")
    assert (claimed.bed, lives(claimed)) == (bed("ec D5R"), (5, 3))
    back = acted(claimed, "doubt")
    assert (back.bed, lives(back)) == (bed("ec D5R", "dmo C4R E4R"), (4, 4))
    assert (back.exploded, back.live_colours(EC)) == (cells("C4"), {cells("A1")[0]: "b"})


def test_a_hidden_flower_that_blew_up_makes_no_claim_true():
    state = unseen(ec="C4R A1B", mover=DMO)
    state = acted(state, "C4 blue")
    assert lives(state) == (5, 4)
    # The planting is undone, and C4 is unseen again.
    state = acted(state, "challenge C4 D3 D4 D5 / D3 D4 D5 D6", "accept", "F4 red")
    assert "C4" not in {str(flower.cell) for flower in state.bed.flowers}
    claimed = acted(state, "challenge C4 D4 E4 F4 / B4 C4 D4 E4")
    assert claimed.doubtful
    assert not claimed.doubtful.is_true


# What a challenge comes to


@pytest.mark.parametrize(
    ("state", "typed", "ec", "dmo", "mover", "stands"),
    [
        (meadow(*WORKED), [CLAIM], 5, 4, DMO, False),
        (meadow(*WORKED), ["challenge", CLAIM], 5, 4, DMO, False),
        (meadow(*BLUE_BELOW), [CLAIM], 4, 5, EC, True),
        (meadow(*WORKED), ["challenge", "give up"], 4, 5, EC, True),
        (unseen(), [UNSEEN], 5, 4, DMO, False),
        (unseen(ec="A1B A2B"), [UNSEEN], 5, 4, DMO, False),
        (unseen(), [UNSEEN, "doubt"], 5, 3, DMO, False),
        (unseen(ec="A1B A2B"), [UNSEEN, "doubt"], 4, 5, EC, True),
    ],
    ids=[
        "true",
        "committed",
        "false",
        "given-up",
        "unseen",
        "untrue",
        "doubted",
        "doubted-rightly",
    ],
)
def test_the_table_of_challenges(*, state, typed, ec, dmo, mover, stands):
    after = acted(state, *typed)
    assert lives(after) == (ec, dmo)
    assert after.to_move is mover
    latest = state.bed.latest(DMO)
    assert after.bed == (state.bed if stands else state.bed.without(latest))
    assert (after.phase, after.committed, after.outcome) == (Phase.TURN, False, None)
    # A redo is a new turn with fresh time.
    assert after.turns == state.turns + len([each for each in typed if each != "challenge"])
    assert GAME.timing(after).clock == Periods(Seconds(120), Seconds(30))


@pytest.mark.parametrize(
    ("state", "typed", "events"),
    [
        (
            meadow(*WORKED),
            CLAIM,
            Challenged(
                EC, fields(CLAIM), has_unseen=False, succeeded=True, undone=flowers("D5R D3R")
            ),
        ),
        (
            meadow(*BLUE_BELOW),
            CLAIM,
            Challenged(EC, fields(CLAIM), has_unseen=False, succeeded=False),
        ),
        (
            unseen(ec=""),
            UNSEEN,
            Challenged(
                EC, fields(UNSEEN), has_unseen=True, succeeded=True, undone=flowers("D5R D3B")
            ),
        ),
        (meadow(*WORKED), "challenge", Committed(EC)),
        (acted(meadow(*WORKED), "challenge"), "give up", GaveUp(EC)),
        (acted(unseen(), UNSEEN), "accept", Accepted(DMO)),
        (acted(unseen(), UNSEEN), "cc", Doubted(DMO, fields(UNSEEN), succeeded=False)),
        (
            acted(unseen(ec=""), UNSEEN),
            "cc",
            Doubted(DMO, fields(UNSEEN), succeeded=True, put_back=flowers("D5R D3B")),
        ),
    ],
)
def test_the_view_says_what_an_action_did(state, typed, events):
    view = GAME.view(acted(state, typed), PUBLIC)
    assert view.latest == events
    shown = fields(typed) if "/" in typed else fields(UNSEEN) if typed == "cc" else ()
    assert view.fields == shown


def test_the_worked_lives():
    claimed = acted(unseen(mover=EC), UNSEEN)
    assert lives(claimed) == (5, 4)
    assert lives(acted(claimed, "accept")) == (5, 4)
    assert lives(acted(claimed, "doubt")) == (5, 3)
    untrue = acted(unseen(ec=""), UNSEEN, "doubt")
    assert lives(untrue) == (4, 5)
    last = acted(unseen(ec="", lives=(1, 1)), UNSEEN)
    assert (lives(last), last.outcome) == ((1, 0), None)
    last = acted(last, "doubt")
    assert (lives(last), last.outcome) == ((0, 1), over(DMO, "no-lives"))


def test_fields_may_overlap():
    state = meadow("ec B4Y C4Y", "dmo E4Y F4Y")
    assert lives(acted(state, "challenge B4 C4 D4 E4 / C4 D4 E4 F4")) == (5, 4)


@pytest.mark.parametrize(
    ("state", "typed", "left", "winner"),
    [
        (meadow(*WORKED, lives=(1, 1)), CLAIM, (1, 0), EC),
        (meadow(*BLUE_BELOW, lives=(1, 1)), CLAIM, (0, 1), DMO),
        (acted(meadow(*WORKED, lives=(1, 1)), "challenge"), "give up", (0, 1), DMO),
        (acted(unseen(lives=(1, 1)), UNSEEN), "doubt", (1, -1), EC),
        (acted(unseen(lives=(1, 2)), UNSEEN), "doubt", (1, 0), EC),
        (acted(unseen(lives=(1, 2), ec=""), UNSEEN), "doubt", (0, 2), DMO),
    ],
)
def test_a_seat_with_no_lives_left_has_lost(state, typed, left, winner):
    after = acted(state, typed)
    assert (lives(after), after.outcome) == (left, over(winner, "no-lives"))
    assert GAME.to_act(after) == ()
    assert GAME.timing(after) is None
    assert list(GAME.legal(after, after.to_move)) == []


def test_a_last_action_can_still_undo_a_planting_or_put_it_back():
    assert acted(meadow(*WORKED, lives=(1, 1)), CLAIM).bed == bed("ec C4R E4R")
    doubted = acted(unseen(lives=(1, 1), ec=""), UNSEEN, "doubt")
    assert doubted.bed == bed(*ONE_HIDDEN)


# Which planting is challenged


def test_an_undone_planting_counts_as_never_made():
    state = meadow("ec C4R E4R", "dmo D5R D3R", "ec B4B", "dmo F4B", mover=EC)
    # F4 is not in the claim: only the latest planting that stands can be challenged.
    assert refusal(state, CLAIM) == ("old-flowers", "F4")
    undone = acted(state, "challenge D4 E4 F4 D3 / D5 D4 C4 B4")
    assert undone.bed == bed("ec C4R E4R", "dmo D5R D3R", "ec B4B")
    # The redo may itself be a challenge, and afterwards the one before is the latest.
    again = acted(undone, "challenge B4 C4 D4 E4 / B4 C4 D4 D3")
    assert (lives(again), again.to_move) == ((5, 3), DMO)
    redone = acted(again, "challenge B4 C4 D4 D5 / B4 C4 D4 D3")
    assert (lives(redone), redone.to_move) == ((4, 3), EC)
    assert redone.bed == bed("ec C4R E4R", "dmo D5R D3R")
    assert lives(acted(redone, CLAIM)) == (4, 2)


def test_a_planting_put_back_is_the_latest_again():
    state = acted(unseen(ec=""), UNSEEN, "doubt")
    assert state.bed.latest(DMO).flowers == flowers("D5R D3B")
    assert refusal(state, UNSEEN) == ("", "")


def test_the_challenger_may_challenge_the_same_planting_again():
    state = acted(meadow(*BLUE_BELOW), CLAIM, UNSEEN)
    assert (lives(state), state.to_move) == ((4, 4), DMO)


# Committed


def test_a_commitment_lengthens_the_turn_once_and_changes_nothing_else():
    state = meadow(*WORKED)
    committed = acted(state, "challenge")
    assert committed == replace(state, committed=True, latest=Committed(EC))
    assert GAME.timing(committed).clock == Periods(Seconds(180), Seconds(30))
    assert GAME.timing(committed).occasion == GAME.timing(state).occasion


@pytest.mark.parametrize(
    "text",
    [
        *("challenge", "D6 red", "doubt", "cc", "challenge challenge", "accept"),
        *("first me", "hide A1 red, G7 blue", "H9 red, A1 blue"),
    ],
)
def test_once_committed_a_seat_can_only_name_two_fields_or_give_up(text: str):
    assert refusal(acted(meadow(*WORKED), "challenge"), text) == ("committed", "")
    assert refusal(acted(meadow(*WORKED), "challenge"), "pass")[0] == "not-a-submission"


@pytest.mark.parametrize("word", ["challenge ", ""])
def test_once_committed_the_word_may_be_left_out(word: str):
    state = acted(meadow(*WORKED), "challenge")
    assert lives(acted(state, f"{word}C4 D4 E4 D5 / C4 D4 E4 D3")) == (5, 4)
    assert refusal(state, f"{word}C4 D4 E4 D5 / C4 D4 E4 F4") == ("", "")
    assert refusal(state, f"{word}C4 D4 E4 D5 / A1 A2 A3 A4")[0] == "too-many-unseen"


def test_before_that_the_word_is_needed():
    assert refusal(meadow(*WORKED), "C4 D4 E4 D5 / C4 D4 E4 D3")[0] == "malformed"


@pytest.mark.parametrize("fault", ["C4 D4 E4 D6", "C4 D4 E4 D5", "H4 D4 E4 D5"])
def test_a_refused_challenge_commits_nobody(fault: str):
    state = meadow(*WORKED)
    assert refusal(state, f"challenge C4 D4 E4 D5 / {fault}")[0]
    assert refusal(state, "D6 red") == ("", "")
    assert refusal(state, "give up") == ("not-committed", "")


# Doubts


def test_a_claim_with_unseen_cells_succeeds_whether_true_or_not():
    truths = {}
    for ec, dmo in (
        ("C4R A1B", ""),
        ("C4B A1B", ""),
        ("A1R A2B", ""),
        ("", "C4R A1B"),
        ("", ""),
        ("C4R A1B", "C4R A2B"),
        ("C4R A1B", "C4B A2B"),
    ):
        claimed = acted(meadow(*ONE_HIDDEN, ec=ec, dmo=dmo), UNSEEN)
        truths[ec, dmo] = claimed.doubtful.is_true
        public = replace(claimed, doubtful=None, ec_hidden=(), dmo_hidden=())
        fair = replace(acted(unseen(), UNSEEN), doubtful=None, ec_hidden=(), dmo_hidden=())
        assert public == fair
        assert GAME.view(claimed, PUBLIC) == GAME.view(acted(unseen(), UNSEEN), PUBLIC)
    assert [ec for (ec, dmo), is_true in truths.items() if is_true] == ["C4R A1B"]
    assert truths["C4R A1B", ""]


@pytest.mark.parametrize(
    ("ec", "is_true"),
    [("C4R E4R", True), ("C4B E4B", True), ("C4R E4B", False), ("C4R A1R", False), ("", False)],
)
def test_every_unseen_cell_needs_a_live_hidden_flower_of_the_challengers_own(
    ec: str, is_true: bool
):
    state = acted(meadow("ec D6R", "dmo D5R D3B", ec=ec), UNSEEN)
    assert state.doubtful.is_true is is_true


def test_a_claim_may_use_a_hidden_flower_whose_colour_does_not_matter():
    state = meadow("ec E4R", "dmo D5R D3R", ec="C4B A1B")
    assert acted(state, CLAIM).doubtful.is_true
    # But fields that are not alike are never true, with whatever flowers.
    assert not acted(state, "challenge C4 D4 E4 D5 / C4 D4 E4 F4").doubtful.is_true


def test_hidden_flowers_are_not_used_up_by_being_claimed():
    state = acted(unseen(), UNSEEN, "doubt", "D5 red, D3 blue")
    assert acted(state, UNSEEN).doubtful.is_true


@pytest.mark.parametrize("word", ["doubt", "cc", "challenge challenge", "challenge-challenge"])
def test_a_doubt_in_each_of_its_words(word: str):
    assert lives(acted(unseen(), UNSEEN, word)) == (5, 3)


@pytest.mark.parametrize("word", ["doubt", "accept"])
@pytest.mark.parametrize(
    "state",
    [
        meadow(),
        meadow(*WORKED),
        acted(meadow(*WORKED), CLAIM),
        acted(meadow(*BLUE_BELOW), CLAIM),
        acted(meadow(*WORKED), "challenge", "give up"),
        acted(unseen(), UNSEEN, "accept"),
        acted(unseen(), UNSEEN, "doubt"),
        acted(unseen(ec=""), UNSEEN, "doubt"),
        acted(unseen(), UNSEEN, "F4 red"),
        acted(unseen(), UNSEEN, "F4 red", "D5 red", "D6 red"),
    ],
)
def test_only_a_claim_with_unseen_cells_just_made_can_be_doubted(state, word):
    assert refusal(state, word) == ("nothing-to-doubt", "")
    assert not GAME.view(state, PUBLIC).may_doubt


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("accept", "nothing-to-doubt"),
        ("challenge", "committed"),
        ("challenge D4 E4 F4 F5 / E4 F4 F5 F6", "not-your-turn"),
        ("D5 red, D3 blue", "not-your-turn"),
    ],
)
def test_any_accepted_action_gives_up_the_doubt(first: str, code: str):
    match = played(
        begun(GAME),
        *("ec @0 hide C4 red, A1 blue", "dmo @0 hide A7 red, G1 blue"),
        *("ec @1 E4 red", "dmo @2 F4 blue", "ec @3 F5 blue", "dmo @4 D5 red, D3 blue"),
        f"ec @5 {UNSEEN}",
    )
    assert match.view(PUBLIC).may_doubt
    match = played(match, f"dmo @6 {first}")
    # What may be doubted now is at most the defender's own claim.
    assert match.state.doubtful is None or match.to_act == (EC,)
    assert answer_to(tried(match, "dmo @7 doubt")) == code


@pytest.mark.parametrize(
    "text",
    ["A1 red", "D4 red", "challenge A1 A2 A3 A4 / B1 B2 B3 B4", "give up", "pass", "first me"],
)
def test_a_refused_action_does_not_give_up_the_doubt(text: str):
    state = acted(unseen(), UNSEEN)
    assert refusal(state, text)[0]
    assert lives(acted(state, "doubt")) == (5, 3)


def test_an_acceptance_leaves_the_turn_as_it_is():
    state = acted(unseen(), UNSEEN)
    accepted = acted(state, "accept")
    assert accepted == replace(
        state, doubtful=None, latest=Accepted(DMO), earlier=(*state.earlier, state.latest)
    )
    assert GAME.timing(accepted) == GAME.timing(state)
    assert refusal(accepted, "D5 red, D3 blue") == ("", "")


def test_a_claim_whose_cells_are_all_visible_cannot_be_doubted():
    for plantings in (WORKED, BLUE_BELOW):
        assert acted(meadow(*plantings, ec="A1R A2R"), CLAIM).doubtful is None


# A defender without lives


def pending(**changes: object) -> Position:
    """The DMO's turn after a claim that has taken the last life."""
    return acted(unseen(**{"lives": (2, 1), **changes}), UNSEEN)


def test_a_claim_with_unseen_cells_does_not_end_the_match():
    state = pending()
    assert (lives(state), state.outcome, state.to_move) == ((2, 0), None, DMO)
    assert GAME.view(state, PUBLIC).must_answer
    assert GAME.position(state)["lives"] == {"ec": 2, "dmo": 0}
    assert [action.value for action in GAME.legal(state, DMO)] == ["doubt", "accept"]


@pytest.mark.parametrize(
    "text",
    [
        *("D5 red", "A1 red", "challenge", "challenge C4 D4 E4 F4 / D4 E4 F4 F5", "give up"),
        *("first me", "hide A1 red, G7 blue"),
    ],
)
def test_then_only_a_doubt_or_an_acceptance_is_heard(text: str):
    assert refusal(pending(), text) == ("accept-or-doubt", "")
    assert refusal(pending(), "pass")[0] == "not-a-submission"


@pytest.mark.parametrize(
    ("ec", "answer", "left", "winner"),
    [
        ("C4R A1B", "accept", (2, 0), EC),
        ("", "accept", (2, 0), EC),
        ("C4R A1B", "doubt", (2, -1), EC),
        ("", "doubt", (1, 1), None),
    ],
)
def test_how_a_pending_death_ends(ec: str, answer: str, left: tuple[int, int], winner: Seat | None):
    state = acted(pending(ec=ec), answer)
    assert lives(state) == left
    assert state.outcome == (over(winner, "no-lives") if winner else None)
    if winner is None:
        # Put back, and the challenger redoes.
        assert (state.to_move, state.bed) == (EC, bed(*ONE_HIDDEN))


def test_running_out_of_time_over_a_pending_death_makes_it_final():
    state = GAME.lapse(pending(ec=""))
    assert state.outcome == over(EC, "no-lives")
    assert state.latest == Accepted(DMO, by_clock=True)
    alive = GAME.lapse(acted(unseen(), UNSEEN))
    assert alive.outcome == over(EC, "out-of-time")


# Flower Field


def test_flower_field_has_three_lives_and_no_doubts():
    game = flower_field(first="ec")
    state = game.begin()
    assert (lives(state), state.phase, state.to_move) == ((3, 3), Phase.TURN, EC)
    state = acted(state, "D5 purple, D3P", "C4R E4R", game=game)
    assert state.bed == bed("ec D5Y D3Y", "dmo C4R E4R")
    claimed = acted(state, "challenge D5 D4 D3 C4 / D5 D4 D3 E4", game=game)
    assert (lives(claimed), claimed.doubtful, claimed.to_move) == ((3, 2), None, DMO)
    for text in ("doubt", "accept"):
        assert refusal(claimed, text, game) == ("nothing-to-doubt", "")
    assert refusal(state, "hide A1 red, G7 blue", game) == ("wrong-phase", "")
    assert not game.view(claimed, PUBLIC).doubting


def test_lives_are_an_option():
    assert lives(doubting(lives="2").begin()) == (2, 2)
    assert lives(flower_field(lives="1", first="ec").begin()) == (1, 1)
    assert lives(doubting().begin()) == (5, 5)
