"""Five-Card Trick: what two cards may be played, what they do, and when a match ends."""

from typing import Any

import pytest

from engine.clocks import Seconds
from engine.game import Outcome
from engine.games.five_card_trick.rules import POINTS, FiveCardTrick
from engine.matches.match import Match
from engine.options import read_options
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, code, played, say, tried

EC, DMO = Seat.EC, Seat.DMO


def trick(**options: str) -> Match:
    return begun(FiveCardTrick(**read_options(FiveCardTrick, options)))


def after(*rounds: str, **options: str) -> Match:
    """Return the match after rounds such as `score grow / claim steal`, the EC's first."""
    match = trick(**options)
    for texts in rounds:
        for seat, text in zip(SEATS, texts.split(" / "), strict=True):
            if text != "-":
                step = say(match, f"{seat} {text}")
                assert not step.refusal, text
                match = step.match
        if "-" in texts.split(" / "):
            match = match.advance_time(match.clock.flag_at).match
    return match


def position(match: Match) -> dict[str, Any]:
    return match.game.position(match.state)


WORKED = {
    "score, and a claim of what grew": (
        ["score grow / claim block score"],
        {"chips": (1, 2), "pot": 1, "blocked": ("score", None)},
    ),
    "a blocked card is void, and a claim is stolen": (
        ["score grow / claim block score", "score claim / grow steal"],
        {
            "chips": (1, 4),
            "pot": 1,
            "blocked": (None, None),
            "lights": ("score grow claim", "grow claim block steal"),
        },
    ),
    "five lights give a chip and go out": (
        [
            "score grow / claim block score",
            "score claim / grow steal",
            "grow claim / score block grow",
        ],
        {"chips": (3, 6), "lights": ("score grow claim", "")},
    ),
    "a card that both play is cancelled": (
        ["claim steal / claim grow"],
        {"chips": (0, 0), "pot": 2},
    ),
    "two blocks cancel each other": (
        ["score block steal / block claim steal"],
        {"chips": (1, 0), "blocked": (None, None), "pot": 1},
    ),
    "a card is cancelled even by one that is blocked": (
        ["grow block claim / score steal", "score claim / claim grow"],
        {"chips": (1, 1), "pot": 3},
    ),
    "a blocked block blocks nothing": (
        ["grow block block / score claim", "score grow / block score steal"],
        {"blocked": (None, None)},
    ),
    "a blocked steal takes nothing": (
        ["block steal grow / score claim", "claim score / steal grow"],
        {"chips": (3, 3), "pot": 1},
    ),
    "a seat with nothing in plays nothing": (
        ["claim grow / -"],
        {"chips": (2, 0), "lights": ("grow claim", ""), "played": (["grow claim"], [""])},
    ),
    "a round without a play uses up a block": (
        ["grow block score / score steal", "grow claim / -"],
        {"blocked": (None, None)},
    ),
}


@pytest.mark.parametrize(("rounds", "expected"), WORKED.values(), ids=WORKED)
def test_rounds_are_resolved(rounds: list[str], expected: dict[str, Any]):
    reached = position(after(*rounds))
    shown = {
        key: tuple(value.values()) if isinstance(value, dict) else value
        for key, value in reached.items()
    }
    assert {key: shown[key] for key in expected} == expected


def test_nothing_stands_at_the_start():
    assert position(trick()) == {
        "rounds": 0,
        "chips": {"ec": 0, "dmo": 0},
        "pot": 1,
        "lights": {"ec": "", "dmo": ""},
        "blocked": {"ec": None, "dmo": None},
        "played": {"ec": [], "dmo": []},
    }


FIRST_TWO = ("score grow / claim block score", "score claim / grow steal")


@pytest.mark.parametrize(
    ("rounds", "line", "refused"),
    [
        ((), "ec score", "two-cards"),
        ((), "ec claim block", "no-target"),
        ((), "ec score grow block", "no-target"),
        ((), "ec block steal", "two-cards"),
        ((), "ec block steal steal", ""),
        ((), "ec block claim claim", ""),
        ((), "ec block block block claim", "same-card"),
        ((), "ec score sc", "same-card"),
        ((), "ec score score grow", "two-cards"),
        *(((), f"ec {text}", "not-a-submission") for text in ("s g", "pass", "lock", "first me")),
        ((), "ec score A1", "not-a-submission"),
        ((), "ec score concede", "not-a-submission"),
        (FIRST_TWO, "ec score steal", "three-running"),
        (FIRST_TWO, "ec claim score", "three-running"),
        (FIRST_TWO, "dmo steal grow", "same-pair"),
        (FIRST_TWO, "dmo score block grow", ""),
        ((*FIRST_TWO, "- / score block grow"), "ec score claim", ""),
        (("block block claim / score grow",), "ec claim block score", "same-pair"),
    ],
)
def test_submissions_are_refused_in_this_order(rounds: tuple[str, ...], line: str, refused: str):
    assert code(say(after(*rounds), line)) == refused


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("claim, block: steal", "claim block steal"),
        ("block steal claim", "claim block steal"),
        ("sc+gr", "score grow"),
        ("score and block (claim)", "score block claim"),
        ("ST Bl cl!", "block claim steal"),
    ],
)
def test_submissions_can_be_typed_otherwise(text: str, meant: str):
    game = trick().game
    assert game.write(game.read(game.beginning, EC, text)) == meant


def test_at_least_six_of_ten_pairs_are_always_allowed():
    match = after(*FIRST_TWO)
    for seat in SEATS:
        pairs = {action.cards for action in match.game.submissions(match.state, seat)}
        assert len(pairs) >= 6


# Rounds


def test_a_submission_is_secret_and_can_be_replaced_until_both_are_in():
    match = played(trick(), "ec @1 score grow", "ec @2 claim grow")
    assert match.to_act == (DMO,)
    assert position(match) == position(trick())
    assert [str(match.view(viewer).own or "") for viewer in (PUBLIC, *SEATS)] == [
        "",
        "grow claim",
        "",
    ]
    refused = tried(match, "ec @3 claim claim")
    assert code(refused) == "same-card"
    match = played(refused.match, "dmo @4 score steal")
    assert position(match)["played"] == {"ec": ["grow claim"], "dmo": ["score steal"]}
    assert match.to_act == SEATS


def test_rounds_without_a_submission_are_replayed_three_times_and_then_count():
    match = trick().advance_time(Seconds(270)).match
    assert (position(match)["rounds"], match.view(PUBLIC).replayed) == (0, 3)
    match = match.advance_time(Seconds(360)).match
    assert position(match)["played"] == {"ec": [""], "dmo": [""]}
    assert position(match)["rounds"] == 1


def test_a_late_text_counts_for_the_round_that_is_open_then():
    match = played(trick(), "ec @1 score grow", "dmo @91 claim grow")
    assert position(match)["played"] == {"ec": ["score grow"], "dmo": [""]}
    assert match.to_act == (EC,)
    assert position(played(match, "dmo @92 score steal", "ec @93 grow steal"))["chips"] == {
        "ec": 1,
        "dmo": 1,
    }


def test_a_stated_first_seat_changes_nothing():
    assert trick(first="dmo").state == trick().state


# The end


EVEN = "score grow / score grow"


@pytest.mark.parametrize(
    ("rounds", "options", "winner"),
    [
        (["score block grow / grow steal"], {"rounds": "1"}, EC),
        ([EVEN], {"rounds": "1", "overtime": "0"}, DMO),
        ([EVEN], {"rounds": "1"}, None),
        ([EVEN, "claim steal / block claim grow"], {"rounds": "1", "overtime": "2"}, None),
        (
            [EVEN, "claim steal / block claim grow", "grow steal / score claim"],
            {"rounds": "1", "overtime": "2"},
            EC,
        ),
    ],
)
def test_more_chips_win_after_the_last_round(
    rounds: list[str], options: dict[str, str], winner: Seat | None
):
    assert after(*rounds, **options).result == (winner and Outcome(winner, POINTS))


def test_a_submission_of_a_round_that_was_never_resolved_is_shown_at_the_end():
    match = played(trick(), "ec @1 score grow", "dmo @2 concede")
    view = match.view(PUBLIC)
    assert [trick and str(trick) for trick in view.sealed] == ["score grow", None]
    assert position(match)["played"] == {"ec": [], "dmo": []}
