"""Invalid options: found by the engine, and explained to hosts in the Dealer's words."""

import re

import pytest

from bot.texts import hosting
from bot.texts.language import say
from engine.games import GAMES
from engine.games.free_table.options import ENVELOPE, TITLE
from engine.options import OptionError, option_kinds, read_options
from engine.words.sentences import Joined, Sentence
from tests.games.common.test_cases import CASES

FAULTY = [
    (name, option, value)
    for name, record in (case.values for case in CASES)
    for option, value in re.findall(r"^(\w+): ?(.*)\n#fault: ", str(record), re.MULTILINE)
    if option not in {"setup", "commitment"}
]
"""Boards and maps; what is wrong with a setup or a commitment depends on other options."""
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
    *FAULTY,
]


@pytest.mark.parametrize(("game", "option", "value"), UNREADABLE)
def test_hosts_read_all_that_can_be_wrong_with_an_option(game: str, option: str, value: str):
    with pytest.raises(OptionError) as bad:
        read_options(GAMES[game], {option: value})
    answer = hosting.bad_option(option, bad.value.problem)
    assert answer == f"Option `{option}`: {str(bad.value.problem)[: hosting.LONGEST_PROBLEM]}."


def test_sentences_are_put_into_sentences_and_several_of_them_too():
    ships = [Sentence("{ship} at {cell}", ship=Sentence(item), cell="A1") for item in ("a", "b")]
    ships_of_two = Sentence("{count} ships: {ships}", count=2, ships=Joined(ships, ", "))
    assert str(ships_of_two) == say(ships_of_two) == "2 ships: a at A1, b at A1"
