"""Texts of the Flower Fields that say something in one phase alone."""

from contextlib import nullcontext

import pytest

from engine.games.flower_fields.notation import Claim, Word
from engine.games.flower_fields.position import Phase
from engine.refusals import Malformed, NotASubmission
from tests.games.flower_fields.positions import (
    EC,
    GAME,
    acted,
    cells,
    doubting,
    flower_field,
    meadow,
)

READY = meadow("ec C4R E4R", "dmo D5R D3R")
PHASES = {
    "hiding": doubting().begin(),
    "choice": flower_field().begin(),
    "turn": READY,
    "committed": acted(READY, "challenge"),
    "doubtful": acted(READY, "challenge C4 D4 E4 F4 / B4 C4 D4 D5"),
    "pending": acted(
        meadow("ec C4R E4R", "dmo D5R D3R", lives=(1, 1)), "challenge C4 D4 E4 F4 / B4 C4 D4 D5"
    ),
}


def claim(text: str) -> Claim:
    cell, other = map(cells, text.split(" / "))
    return Claim((cell, other))


T_AND_T = claim("C4 D4 E4 D5 / C4 D4 E4 D3")


def test_a_pass_is_conversation_where_nobody_can_pass():
    for state in PHASES.values():
        with nullcontext() if state.phase is Phase.FINAL else pytest.raises(NotASubmission):
            assert GAME.read(state, EC, "pass") is Word.PASS


@pytest.mark.parametrize(
    "text",
    [
        "C4 D4 E4 D5 / C4 D4 E4 D3",
        "C4 D4 E4 D5 C4 D4 E4 D3",
        "C4 D4 E4 D5\nC4 D4 E4 D3",
        "C4D4E4D5 and C4D4E4D3",
    ],
)
def test_once_committed_fields_are_read_without_the_word(text: str):
    for name, state in PHASES.items():
        if name == "committed":
            assert GAME.read(state, EC, text) == T_AND_T
            continue
        with pytest.raises(Malformed):
            GAME.read(state, EC, text)
