"""What OpenSpiel's search is shown of a game, which is tested without it."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.games import GAMES
from engine.games.flower_fields.notation import Claim
from engine.seats import Seat
from tests.bench.monte_carlo.shortlist import shortlist
from tests.bench.monte_carlo.situation import Situation, played_out, worth
from tests.engine.samples import GAMES_WITH_SECRETS
from tests.offered import PLAYED

MOST = 20
MOVES = 12
HIDING = [name for name in GAMES_WITH_SECRETS if name in PLAYED]
SECRETS_SEEN = [name for name in HIDING if name != "deep-sea-voyage"]
"""The games that begin with a secret of each seat."""


def begun(name: str, **options: object) -> Situation:
    game = GAMES[name](**options)
    return Situation(game, game.begin(), most=MOST)


def random_situations(name: str, generator: Random):
    situation = begun(name, seed=3)
    while situation.seat:
        yield situation
        situation = situation.numbered(generator.randrange(len(situation.actions)))


@pytest.mark.parametrize("name", PLAYED)
def test_a_shortlist_is_short_and_in_order_and_every_action_on_it_is_legal(name: str):
    for situation in islice(random_situations(name, Random(1)), MOVES):
        places = [situation.pool.index(action) for action in situation.actions]
        assert 0 < len(places) <= MOST
        assert places == sorted({*places})
        for number in range(len(places)):
            situation.numbered(number)


@pytest.mark.parametrize("name", PLAYED)
def test_an_action_has_the_same_number_each_time(name: str):
    for situation in islice(random_situations(name, Random(2)), MOVES):
        again = Situation(situation.game, situation.state, situation.history, situation.most)
        assert again.actions == situation.actions


def test_every_kind_of_action_gets_a_share_of_the_places():
    chosen = shortlist((*range(1_000), "lock", "pass", *(each / 2 for each in range(500))), 20)
    assert [sum(type(each) is kind for each in chosen) for kind in (int, str, float)] == [9, 2, 9]


@pytest.mark.parametrize("name", PLAYED)
def test_a_match_played_out_at_random_has_one_winner(name: str):
    values = played_out(begun(name, seed=5), Random(5))
    assert sorted(values.values()) == [-1, 1]


def test_a_match_that_goes_on_is_worth_nothing_yet():
    assert worth(begun("fire-and-ice").state) == {Seat.EC: 0, Seat.DMO: 0}


@pytest.mark.parametrize("name", SECRETS_SEEN)
def test_what_a_search_goes_by_does_not_depend_on_the_other_seats_secret(name: str):
    situation = begun(name)
    one, other = (situation.numbered(number) for number in (0, MOST - 1))
    assert one.state != other.state
    assert (one.seat, one.seen, one.actions) == (Seat.DMO, other.seen, other.actions)


@pytest.mark.parametrize("name", HIDING)
def test_a_situation_drawn_anew_looks_the_same_to_the_seat_that_is_asked(name: str):
    generator, differing = Random(6), 0
    for situation in islice(random_situations(name, Random(7)), 2 * MOVES):
        drawn = situation.drawn_anew(generator)
        again = replace(drawn)
        assert (again.seat, again.seen) == (situation.seat, situation.seen)
        assert again.actions == situation.actions
        differing += drawn.state != situation.state
    assert differing


def test_a_search_is_offered_no_claim_that_everybody_can_see_is_false():
    claims = [
        (situation, action)
        for seed in range(6)
        for situation in random_situations("flower-field", Random(seed))
        for action in situation.actions
        if isinstance(action, Claim)
    ]
    assert claims
    for situation, claim in claims:
        seat, after = situation.seat, situation.after(claim).state
        assert after.lives(seat) == situation.state.lives(seat)
