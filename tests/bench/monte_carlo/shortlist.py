"""The actions among which a tree search chooses: a list of bounded length in a stable order."""

from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from random import Random
from typing import Any, Final

from engine.game import AnyGame
from engine.games.deep_sea_voyage.notation import Routing, Word
from engine.games.flower_fields.rules import FlowerFields
from engine.opponents.choose import choose
from engine.opponents.thinking import Budget, Level
from engine.seats import Seat
from tests.bench.monte_carlo.claims import turns

MOST: Final = 200
"""How many actions a shortlist has, unless said otherwise."""
MOST_LISTED: Final = 20_000
"""How many legal actions are listed; of layouts, the only ones that are more, some are drawn."""
DRAWN: Final = 400


def pool(game: AnyGame, state: Any, seat: Seat) -> tuple[Any, ...]:
    """What a seat that is to act may do, in the order of the rules.

    What has been handed in is locked at once, and nothing is locked before: a search would hand in
    one placement after another.
    """
    if isinstance(game, FlowerFields) and not game.takes_secrets(state) and state.to_move:
        return turns(game, state, seat)
    if game.takes_secrets(state) and seat in game.view(state, seat).submitted:
        return (Word.LOCK,)
    listed = tuple(islice(game.legal(state, seat), MOST_LISTED + 1))
    if len(listed) > MOST_LISTED:
        return tuple(_drawn(game, state, seat, number) for number in range(DRAWN))
    if not game.takes_secrets(state) or listed[0] is not Word.LOCK:
        return listed
    return _routed_together(listed[1:]) or (Word.LOCK,)


def shortlist(actions: Sequence[Any], most: int = MOST) -> tuple[Any, ...]:
    """As many of the actions as there may be, in the same order and the same ones each time.

    Each kind of action gets an equal share of the places, or as many as it fills, so that
    thousands of plantings do not crowd out the claims.

    >>> shortlist([1, 2.5, 3.5, 2, 4.5], most=4)
    (1, 2.5, 2, 4.5)
    """
    if len(actions) <= most:
        return tuple(actions)
    kinds: dict[type, list[int]] = {}
    for kind, places in groupby(range(len(actions)), key=[*map(type, actions)].__getitem__):
        kinds.setdefault(kind, []).extend(places)
    generator = Random(len(actions))
    chosen: list[int] = []
    smallest_first = sorted(kinds.values(), key=len)
    for done, places in enumerate(smallest_first):
        share = (most - len(chosen)) // (len(smallest_first) - done)
        chosen += generator.sample(places, min(share, len(places)))
    return tuple(actions[at] for at in sorted(chosen))


def _drawn(game: AnyGame, state: Any, seat: Seat, number: int) -> Any:
    return choose(game, game.view(state, seat), seat, Budget(Level.RANDOM, number))


def _routed_together(actions: Iterable[Any]) -> tuple[Any, ...]:
    """All shortest routes in one action, if they are routes: nothing is better."""
    routes = tuple(route for each in actions if isinstance(each, Routing) for route in each.routes)
    return (Routing(routes),) if routes else tuple(actions)
