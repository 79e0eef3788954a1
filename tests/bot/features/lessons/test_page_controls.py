"""The targets of controls below a page of rules, also of ids that no Dealer of today has made."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cogs.components import LARGEST_ID
from bot.cogs.interactions import DeclinedError
from bot.features.lessons import rules
from bot.features.lessons.pages import shown_page
from bot.texts.lessons import reading
from engine.games import GAMES
from tests.helpers.games.offered import TAUGHT

GAME = "fire-and-ice"
MATCH = 7
LONGEST_ID = 100


def pressed(custom_id: str) -> re.Match[str]:
    match = re.fullmatch(rules.TEMPLATE, custom_id)
    assert match, custom_id
    return match


def interaction(values: list[str] | None = None, *, game: str = GAME, is_own: bool = True) -> Any:
    """Return a press by whoever reads a page, while one match of a game is live."""
    live = SimpleNamespace(match=SimpleNamespace(game=GAMES[game](grace=1)))

    runners = SimpleNamespace(of_match=lambda number: live if number == MATCH else None)
    return SimpleNamespace(
        data={"values": values} if values is not None else {},
        client=SimpleNamespace(runners=runners),
        message=SimpleNamespace(flags=SimpleNamespace(ephemeral=is_own)),
    )


@pytest.mark.parametrize(
    ("to", "values", "page"),
    [
        ("back", None, 2),
        ("forward", None, 4),
        ("choose", ["5"], 5),
        ("choose", ["9999"], 9999),
        ("choose", [], 1),
        ("choose", ["-1"], 1),
        ("choose", ["many"], 1),
        ("choose", ["99999999999999999999"], 1),
        ("choose", ["²"], 1),
    ],
)
def test_a_control_leads_to_a_page(to: str, values: list[str] | None, page: int):
    match = pressed(f"rules:{GAME}:0:3:{to}")
    assert rules._wanted(interaction(values), match) == page


@pytest.mark.parametrize(
    ("number", "grace"), [(MATCH, 1), (rules.NO_MATCH, 0), (MATCH + 1, 0), (2**63 - 1, 0)]
)
def test_the_options_are_those_of_the_live_match_that_a_control_names(number: int, grace: int):
    assert rules._game_of(interaction(), GAME, number).grace == grace


def test_a_match_of_another_game_does_not_lend_its_options():
    assert rules._game_of(interaction(game="flower-field"), GAME, MATCH) == GAMES[GAME]()


@pytest.mark.parametrize(
    ("game", "is_own", "reason"),
    [("tic-tac-toe", True, reading.NO_SUCH_GAME()), (GAME, False, reading.NOT_YOURS())],
)
async def test_no_page_is_turned_of_a_game_that_is_gone_or_in_a_post_that_others_read(
    game: str, is_own: bool, reason: str
):
    with pytest.raises(DeclinedError) as declined:
        await rules.turn(interaction(is_own=is_own), pressed(f"rules:{game}:0:1:forward"))
    assert declined.value.reason == reason


@pytest.mark.parametrize("game", GAMES)
async def test_a_control_is_known_by_its_id_which_discord_takes(game: str):
    kind = GAMES[game]()
    view = rules._controls(kind, LARGEST_ID, shown_page(kind, 2))
    *buttons, pages = [child.to_component_dict()["custom_id"] for child in view.children]
    back, forward, *taught = buttons
    assert taught == ([f"tutorial:{game}"] if game in TAUGHT else [])
    assert [pressed(item)["to"] for item in (back, forward, pages)] == ["back", "forward", "choose"]
    assert max(map(len, (*buttons, pages))) <= LONGEST_ID
