"""Trains a best response to `hard`, and measures it: `python -m tests.best_response GAME`.

The response learns over thousands of matches, with `hard` at a fraction of the nodes it usually
looks at: otherwise that would take hours to days. Then it learns no more, and meets `hard`, both
with the usual nodes, in matches that neither has seen. What is printed is one line of JSON.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.games import GAMES
from engine.opponents.selfplay import wilson
from engine.seats import SEATS
from tests.best_response.contest import Contest, response_to
from tests.best_response.learner import Learner


def main(given: Sequence[str] | None = None) -> None:
    """Train, measure, and print the result."""
    asked = _arguments(given)
    response = response_to(asked.game)
    nodes = response.TRAINING_NODES if asked.nodes is None else asked.nodes
    learner = Learner(Random(f"{asked.seed} learner"))
    seed = f"{asked.seed} training"
    training = Contest(asked.game, response, learner, seed, nodes, response.TRAINING_LOTS)
    trained = sum(training.is_won(number) for number in range(asked.games))
    learner.is_learning = False
    measured = Contest(
        asked.game, response, learner, f"{asked.seed} measured", asked.measured_nodes
    )
    won = Counter[str]()
    for number in range(asked.measured):
        won[measured.seat_in(number)] += measured.is_won(number)
    told = {
        "game": asked.game,
        "seed": asked.seed,
        "training": {"games": asked.games, "nodes": nodes, "wins": trained},
        "games": asked.measured,
        "nodes": asked.measured_nodes or "usual",
        "wins": won.total(),
        "wins by seat": {seat: won[seat] for seat in SEATS},
        "95 %": [round(end, 3) for end in wilson(won.total(), asked.measured)],
    }
    print(json.dumps(told))


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.best_response", description=__doc__)
    parser.add_argument("game", choices=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=10_000, help="to train in (%(default)s)")
    parser.add_argument("--measured", type=int, default=300, help="matches after it (%(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--nodes", type=int, help="in training, for an action (by game)")
    parser.add_argument("--measured-nodes", type=int, help="after it (as usual)")
    return parser.parse_args(given)


if __name__ == "__main__":
    main()
