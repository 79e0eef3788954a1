"""OpenSpiel's tree searches, stopped by a clock: runs in the environment that has it."""

import time
from random import Random
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import Evaluator, MCTSBot

from engine.game import Game
from engine.seats import SEATS
from tests.bench.monte_carlo.game import Dealt, DealtState
from tests.bench.monte_carlo.situation import Situation, all_placements, played_out

EXPLORATION: Final = 1.4
"""The weight of what has hardly been tried, for values between -1 and 1."""
NO_END: Final = 10**9
WORLDS: Final = 20
"""How many situations that look alike are drawn for an action."""


class TimeIsUpError(Exception):
    """The search must answer with what it has."""


class Rollouts(Evaluator):
    """OpenSpiel's random rollouts, played with the engine's own states, which is much quicker."""

    def __init__(self, situation: Situation, generator: Random) -> None:
        self._generator = generator
        self._placements = all_placements(situation)
        self.count = 0

    def evaluate(self, state: DealtState) -> np.ndarray:
        """What one random match from here was worth to each player."""
        self.count += 1
        values = played_out(state.situation, self._generator, self._placements)
        return np.array([values[seat] for seat in SEATS])

    def prior(self, state: DealtState) -> list[tuple[int, float]]:
        """Each action as likely as the others."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimedSearch(MCTSBot):
    """Monte-Carlo tree search, for games in which everybody sees everything."""

    def __init__(self, game: Dealt, rollouts: Rollouts, ends: float, seed: int) -> None:
        random_state = np.random.RandomState(seed)
        super().__init__(game, EXPLORATION, NO_END, rollouts, random_state=random_state)
        self._ends = ends

    def mcts_search(self, state: DealtState) -> Any:
        """The root of the tree that was grown in time."""
        try:
            return super().mcts_search(state)
        except TimeIsUpError:
            return self._root

    def _apply_tree_policy(self, root: Any, state: DealtState) -> Any:
        self._root = root
        # Two are the least: the first one only looks at the root itself.
        if root.explore_count > 1 and time.process_time() >= self._ends:
            raise TimeIsUpError
        return super()._apply_tree_policy(root, state)


class TimedSecretSearch(ISMCTSBot):
    """Information-set Monte-Carlo tree search, for games with secrets."""

    def __init__(
        self, game: Dealt, rollouts: Rollouts, ends: float, seed: int, generator: Random
    ) -> None:
        random_state = np.random.RandomState(seed)
        super().__init__(game, rollouts, EXPLORATION, NO_END, WORLDS, random_state)
        self._ends = ends
        self.set_resampler(lambda state, _: DealtState(game, state.situation.drawn_anew(generator)))

    def run_search(self, state: DealtState) -> Any:
        """The actions with their probabilities, from the tree that was grown in time."""
        try:
            return super().run_search(state)
        except TimeIsUpError:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: DealtState) -> Any:
        """A state that looks the same."""
        if self._root_node.total_visits > 0 and time.process_time() >= self._ends:
            raise TimeIsUpError
        return super().sample_root_state(state)

    def get_final_policy(self, state: DealtState, node: Any) -> list[tuple[int, float]]:
        """The action tried most often; of several, the best: in so short a time many are equal."""
        children = node.child_info.items()
        best, _ = max(children, key=lambda child: (child[1].visits, child[1].return_sum))
        return [(best, 1.0)]


def searched(situation: Situation, seconds: float, seed: int) -> tuple[Any, int]:
    """The action that a search finds in so much time, and how many rollouts it took."""
    if len(situation.actions) == 1:
        return situation.actions[0], 0
    ends, generator = time.process_time() + seconds, Random(seed)
    has_secrets = type(situation.game).takes_secrets is not Game.takes_secrets
    game = Dealt(situation, has_secrets=has_secrets)
    rollouts, spiel_seed = Rollouts(situation, generator), generator.getrandbits(32)
    search = (
        TimedSecretSearch(game, rollouts, ends, spiel_seed, generator)
        if has_secrets
        else TimedSearch(game, rollouts, ends, spiel_seed)
    )
    return situation.actions[search.step(game.new_initial_state())], rollouts.count
