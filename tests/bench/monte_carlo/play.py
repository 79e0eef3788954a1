"""Plays `hard` against OpenSpiel's search: runs in the environment that has it."""

import json
import sys
import time
from dataclasses import asdict
from random import Random
from typing import Any

from engine.games import GAMES
from engine.opponents.choose import choose
from engine.opponents.selfplay import wilson
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS, Seat
from tests.bench.monte_carlo.arguments import Arguments, arguments
from tests.bench.monte_carlo.search import NO_END, searched
from tests.bench.monte_carlo.situation import Situation


def main() -> None:
    """Print a line for each game, and one for all of them."""
    asked = arguments(sys.argv[1:])
    wins = 0
    for number in range(1, asked.games + 1):
        told = _played(asked, number)
        wins += told["winner"] == told["hard"]
        print(json.dumps(told), flush=True)
    low, high = wilson(wins, asked.games)
    interval = [round(low, 4), round(high, 4)]
    print(json.dumps({**asdict(asked), "wins": wins, "interval": interval}))


def _played(asked: Arguments, number: int) -> dict[str, Any]:
    """Play one game; the two change seats in every second one, which is dealt like the first."""
    pair, is_swapped = divmod(number - 1, 2)
    hard = SEATS[is_swapped]
    rules = GAMES[asked.game](seed=Random(f"{asked.seed} {pair}").getrandbits(53))
    situation = Situation(rules, rules.begin(), most=asked.most)
    generator = Random(f"{asked.seed} {number}")
    seconds: dict[Seat, list[float]] = {seat: [] for seat in SEATS}
    rollouts: list[int] = []
    while seat := situation.seat:
        seed, before = generator.getrandbits(53), time.process_time()
        if seat is hard:
            action = _thought_of(situation, seat, asked.seconds, seed)
        else:
            action, count = searched(situation, asked.seconds * asked.handicap, seed)
            rollouts.append(count)
        seconds[seat].append(time.process_time() - before)
        situation = situation.after(action)
    outcome = situation.state.outcome
    return {
        "number": number,
        "hard": hard,
        "winner": outcome.winner,
        "reason": outcome.reason,
        "moves": len(situation.history),
        "seconds a move": {
            "hard": _mean(seconds[hard]),
            "search": _mean(seconds[hard.opponent]),
        },
        "rollouts a move": _mean(rollouts),
    }


def _thought_of(situation: Situation, seat: Seat, seconds: float, seed: int) -> Any:
    ends = time.process_time() + seconds
    budget = Budget(Level.HARD, seed, NO_END, lambda: time.process_time() >= ends)
    view = situation.game.view(situation.state, seat)
    return choose(situation.game, view, seat, budget)


def _mean(numbers: list[float] | list[int]) -> float:
    return round(sum(numbers) / max(1, len(numbers)), 4)


if __name__ == "__main__":
    main()
