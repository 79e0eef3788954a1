"""Random games of any kind, by the rules alone: states that can come about."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from engine.game import AnyGame

CONSIDERED = 1_000
"""Out of how many legal actions one is chosen: of some phases there are millions."""

SILENCE = 0.3
"""Frequency of a timeout in a phase of secrets."""


@lru_cache(maxsize=128)
def played_at_random(game: AnyGame, seed: int, limit: int) -> tuple[Any, ...]:
    """Return the states of the random game of a seed, for all tests in which it is the same."""
    return tuple(random_states(game, Random(seed), limit))


def random_states(game: AnyGame, generator: Random, limit: int) -> Iterator[Any]:
    """Yield the states of a random game, from its first one on, at most so many of them."""
    state = game.begin()
    for _ in range(limit):
        yield state
        if state.outcome:
            return
        state = _next_state(game, state, generator)


def _next_state(game: AnyGame, state: Any, generator: Random) -> Any:
    lot = game.draw(state, generator)
    if lot is not None:
        return game.settle(state, lot)
    if game.takes_secrets(state) and generator.random() < SILENCE:
        # A lock is one action among thousands of submissions; time ends such a phase as well.
        return game.expire(state)
    seat = generator.choice(game.to_act(state))
    actions = list(islice(game.legal(state, seat), CONSIDERED))
    return game.act(state, seat, generator.choice(actions)) if actions else game.expire(state)
