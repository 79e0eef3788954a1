"""The meanings of ids of tutorials' buttons and forms, and ids that no Dealer ever gave out."""

import pytest

from bot.cogs.interactions import DeclinedError
from bot.features.lessons.tutorial import ButtonTarget, target_of
from engine.games import GAMES

GAME = "fire-and-ice"


@pytest.mark.parametrize(
    ("custom_id", "number", "label"),
    [
        (f"tutorial:{GAME}", None, ""),
        (f"tutorial:{GAME}:1", 1, ""),
        (f"tutorial:{GAME}:6:type", 6, "type"),
        (f"tutorial:{GAME}:2:hint", 2, "hint"),
        (f"tutorial:{GAME}:7:go", 7, "go"),
    ],
)
def test_an_id_says_which_game_which_position_and_what_to_do(
    custom_id: str, number: int | None, label: str
):
    assert target_of(custom_id) == ButtonTarget(GAMES[GAME], number, label)


@pytest.mark.parametrize(
    "custom_id",
    [
        *("tutorial", "tutorial:", "tutorial:chess", "tutorial:Fire-and-Ice", f"tutorial:{GAME}:"),
        *(f"tutorial:{GAME}:0:go", f"tutorial:{GAME}:8:go", f"tutorial:{GAME}:7:type"),
        *(f"tutorial:{GAME}:7:hint", f"tutorial:{GAME}:7", f"tutorial:{GAME}:1:win"),
        *(f"tutorial:{GAME}:x:go", f"tutorial:{GAME}:1:go:", f"tutorial:{GAME}:-1:go"),
        *(
            f"tutorial:{GAME}:{'9' * 70}:go",
            f"tutorial:{GAME}:1:go\n",
            f"tutorial:{GAME}:\u0661:go",
        ),
    ],
)
def test_any_other_id_is_declined(custom_id: str):
    with pytest.raises(DeclinedError):
        target_of(custom_id)
