"""What may be said in which phase of Deep Sea Voyage, put to both referees."""

import pytest

from tests.plain.sea_stories import Case, both_referees, check

ASKED = {"first": "asked"}
SAILED = ("full",)  # boards on which nothing fits
LAST = ("worked", "full", "full")
T = "T A12 A11 A10 B11 C11"

# What EC types in each phase in which EC is asked, and what becomes of it; the DMO picked board 3.
PHASES = {
    "pregame": ("", ("worked",), ASKED),
    "pick": (
        "ec ready => ok\n dmo ready => ok\n dmo board 3 => ok (ec)\n",
        ("worked",),
        {"first": "dmo"},
    ),
    "placing": (
        "ec ready => ok\n dmo ready => ok\n dmo board 3 => ok\n ec board 1 => ok\n",
        ("worked",),
        {"first": "dmo"},
    ),
    "last": ("ec ready => ok\n dmo ready => ok (ec)\n", LAST, {}),
    "routes": ("ec ready => ok\n dmo ready => ok (ec dmo)\n", SAILED, {}),
}
WORDS = {
    "ready": ("ok", "wrong-phase", "wrong-phase", "wrong-phase", "wrong-phase"),
    "Ready, ": ("ok", "wrong-phase", "wrong-phase", "wrong-phase", "wrong-phase"),
    "empire": ("not-your-turn", *["wrong-phase"] * 4),
    "MARAUDER": ("not-your-turn", *["wrong-phase"] * 4),
    "board 2": ("wrong-phase", "ok", "wrong-phase", "wrong-phase", "wrong-phase"),
    "board 3": ("wrong-phase", "board-taken", "wrong-phase", "wrong-phase", "wrong-phase"),
    "pass": ("wrong-phase", "wrong-phase", "ok", "ok", "wrong-phase"),
    "lock": ("wrong-phase", "wrong-phase", "ok", "wrong-phase", "ok"),
    T: ("wrong-phase", "wrong-phase", "ok", "ok", "wrong-phase"),
    "A1": ("wrong-phase", "wrong-phase", "malformed A1", "malformed A1", "wrong-phase"),
    "L N13": ("wrong-phase", "wrong-phase", "off-board N13", "off-board N13", "wrong-phase"),
    "route 1 red A1 G1 G7": (*["wrong-phase"] * 4, "ok"),
    "route 1 red A1": (*["wrong-phase"] * 4, "no-dropoff A1"),
    "concede": ("ok",) * 5,
    **dict.fromkeys(
        (
            "board",
            "board 0",
            "board 4",
            "board 2 3",
            "board red",
            "2 board",
            "red board 2",
            "empire marauder",
            "ready ready",
            "ready and lock",
            "pass 1",
            "I pass",
            "lock and pass",
            "route",
            "route 1 white",
            "concede and pass",
        ),
        ("malformed",) * 5,
    ),
    **{
        text: (f"malformed {cells}",) * 5
        for text, cells in {
            "pass A1": "A1",
            "A1 lock": "A1",
            "board A1": "A1",
            "board 2 A1": "A1",
            "concede A1": "A1",
            "A1 red": "A1",
            "A1 1": "A1",
            "on on A1": "A1",
            "T L A1": "A1",
            "A1 T": "A1",
        }.items()
    },
    **dict.fromkeys(
        (
            "T",
            "on",
            "and",
            "I",
            "2",
            "1 2 3",
            "red and white",
            "T on",
            "first ec",
            "first me",
            "ec",
            "side empire",
            "board two",
            "board 10",
            "board2",
            "board #2",
            "board 02",
            "lock?",
            "locked",
            "pass the salt",
            "the empire",
            "route 1 green A1 A2",
            ": A1 B2",
            "A01 B1",
            "A100 B1",
            "A1 = A2",
            "TA12 A11 A10 B11 C11",
            "takeback",
            "undo",
        ),
        ("not-a-submission",) * 5,
    ),
}


@both_referees
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("text", WORDS)
def test_words_in_every_phase(referee, phase, text):
    begins, boards, options = PHASES[phase]
    outcome = WORDS[text][list(PHASES).index(phase)]
    result = "dmo conceded" if text == "concede" else ""
    check(
        referee,
        Case(
            f"ec {text} => {outcome}", boards=boards, options=options, begins=begins, result=result
        ),
    )
