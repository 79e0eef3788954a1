"""Invalid options: found by the engine, and explained to hosts in the Dealer's words."""

import pytest

from bot.texts import hosting
from engine.games import GAMES
from engine.games.free_table.options import ENVELOPE, TITLE
from engine.options import Clause, OptionError, option_kinds, read_options
from tests.games.compass_collisions.test_maps import with_row as with_row_of_map
from tests.games.deep_sea_voyage.test_boards import FAULTS, FLAWED, rows_of

BOARDS = [*(rows for rows, _ in FAULTS), *(rows_of(13, marks) for marks, _ in FLAWED)]
MAPS = ["", with_row_of_map(3, "-"), with_row_of_map(3, "-,-,-,x,-,-,-,-,-")]
ANY_TEXT = (TITLE, ENVELOPE)
"""Options that take any text that is not too long."""
UNREADABLE = [
    *(
        (name, option, "?")
        for name, game in GAMES.items()
        for option, kind in option_kinds(game).items()
        if kind not in ANY_TEXT
    ),
    *(
        (name, option, "?" * 1_501)
        for name, option in (("free-table", "title"), ("free-table", "envelope"))
    ),
    *((name, "no-such-option", "1") for name in GAMES),
    *(("deep-sea-voyage", "board2", rows) for rows in BOARDS),
    *(("compass-collisions", "erosion", rows) for rows in MAPS),
]


@pytest.mark.parametrize(("game", "option", "value"), UNREADABLE)
def test_hosts_read_all_that_can_be_wrong_with_an_option(game: str, option: str, value: str):
    with pytest.raises(OptionError) as bad:
        read_options(GAMES[game], {option: value})
    assert hosting.said(bad.value.clause) == bad.value.problem


def test_clauses_are_put_into_clauses_and_several_of_them_with_commas():
    ships = tuple(Clause("{ship} at {cell}", ship=Clause(item), cell="A1") for item in ("a", "b"))
    assert (
        str(Clause("{count} ships: {ships}", count=2, ships=ships)) == "2 ships: a at A1, b at A1"
    )
