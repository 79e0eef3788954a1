"""The rules in short: true of the match at hand."""

import re

import pytest

from bot.texts.hosting import COMMON_OPTIONS
from bot.texts.language import say
from bot.values.post import NOWHERE
from engine.games import GAMES
from engine.matches.match import Match
from engine.options import descriptions, option_kinds, write_options
from engine.seats import Seat
from engine.texts import texts_of
from tests.helpers.rooms.cards import card_of, composer_of

CHOOSES = re.compile(r"\b(DMO|Bob\*\*) (chooses|names|says|decides|can already choose)\b")
LEFT_OPEN = {
    "demeters-anguish": "Then the DMO says who goes first",
    "deep-sea-voyage": "The DMO chooses a side",
}


def start_post(name: str, first: Seat | None) -> str:
    game = GAMES[name](first=first)
    (post,) = composer_of(card_of(game)).posts(Match.begin(game), NOWHERE)
    return post.content


@pytest.mark.parametrize("first", Seat)
@pytest.mark.parametrize("name", [game for game in GAMES if game != "compass-collisions"])
def test_no_start_post_says_that_the_dmo_chooses_what_the_host_has_fixed(name: str, first: Seat):
    assert not CHOOSES.search(start_post(name, first))


@pytest.mark.parametrize("first", Seat)
def test_the_privilege_that_is_left_to_the_dmo_says_that_who_moves_first_is_fixed(first: Seat):
    # In Compass Collisions there is still something to choose.
    assert "who goes first is already fixed" in start_post("compass-collisions", first)


@pytest.mark.parametrize(("name", "text"), LEFT_OPEN.items())
def test_the_rules_of_a_match_say_who_chooses_or_what_is_fixed(name: str, text: str):
    kind, card = GAMES[name], texts_of(GAMES[name])
    assert text in say(card.rules_of(kind()))
    assert "unless the host has" not in say(card.rules_of(kind()))
    assert "unless the host has" in say(card.rules())
    for first in Seat:
        fixed = say(card.rules_of(kind(first=first)))
        assert text not in fixed
        assert re.search(rf"\b{first.upper()} (goes first|plays the Empire)\b", fixed)


def described_defaults() -> list[tuple[str, str, str]]:
    """Return the defaults that the start commands name in brackets, by game and option."""
    return [
        (name, option, named[1])
        for name, kind in GAMES.items()
        for option in option_kinds(kind)
        if (text := (COMMON_OPTIONS | descriptions(kind)).get(option))
        and (named := re.search(r"\((\S+)\)$", str(text)))
    ]


@pytest.mark.parametrize(("name", "option", "text"), described_defaults())
def test_the_default_that_a_start_command_names_is_the_default(name: str, option: str, text: str):
    assert write_options(GAMES[name]())[option] == text


def test_every_number_that_a_host_may_set_is_described_with_its_default():
    named = {(name, option) for name, option, _ in described_defaults()}
    numbers = {
        (name, option)
        for name, kind in GAMES.items()
        for option, option_kind in option_kinds(kind).items()
        if option_kind.number is not None and option != "seed"
    }
    assert numbers <= named
