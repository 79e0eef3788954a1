"""Matches of a best response against `hard`, without a clock or a log."""

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, Final, Protocol, cast

from engine.game import AnyGame
from engine.games import GAMES
from engine.opponents.choose import choose
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS, Seat
from tests.best_response.learner import Learner

ANY_SEED: Final = 1 << 53
"""Seeds are below this."""


class Response(Protocol):
    """What a game's module here has, under the name of the game's folder.

    Attributes:
        TRAINING_NODES: How many positions both sides look at for an action in training.
        TRAINING_LOTS: Of how many draws of lots a match has one in training; None if each has its
            own. Where lots take longer to draw than a match to play, some thousand will do.
    """

    TRAINING_NODES: int
    TRAINING_LOTS: int | None

    def act(self, game: Any, view: Any, seat: Seat, budget: Budget, learner: Learner) -> Any:
        """An action for a seat, from its view; what is learned about goes through the learner."""

    def look_back(self, game: Any, revealed: Any, seat: Seat, learner: Learner) -> None:
        """Learn from all that is shown once a match is over."""


def response_to(game: str) -> Response:
    """The best response of a game; ModuleNotFoundError if it has none."""
    folder = GAMES[game].folder()
    return cast("Response", import_module(f"tests.best_response.{folder}"))


@lru_cache(maxsize=1_000)
def _game(name: str, seed: int) -> AnyGame:
    return GAMES[name](seed=seed)


@dataclass(frozen=True, slots=True)
class Contest:
    """Matches of a best response against `hard`, counted from 0; they change seats after each.

    Attributes:
        game: The game's name.
        response: Its best response.
        learner: What the response has learned, and learns.
        seed: What all chance but the learner's comes from.
        nodes: How many positions either may look at for an action; None for what is usual.
        lots: Of how many draws of lots each match has one; None if each has its own.
    """

    game: str
    response: Response
    learner: Learner
    seed: str
    nodes: int | None
    lots: int | None = None

    def seat_in(self, number: int) -> Seat:
        """Where the response sits in a match."""
        return SEATS[number % len(SEATS)]

    def is_won(self, number: int) -> bool:
        """Play a match; whether the response has won it."""
        generator, seat = Random(f"{self.seed} {number}"), self.seat_in(number)
        game = _game(self.game, generator.getrandbits(53) % (self.lots or ANY_SEED))
        state = game.begin()
        while (outcome := state.outcome) is None:
            mover = game.to_act(state)[0]
            view, seed = game.view(state, mover), generator.getrandbits(63)
            budget = Budget(Level.HARD, seed, self.nodes)
            if mover is seat:
                action = self.response.act(game, view, mover, budget, self.learner)
            else:
                action = choose(game, view, mover, budget)
            state = game.act(state, mover, action)
        won: bool = outcome.winner is seat
        if self.learner.is_learning:
            self.response.look_back(game, game.reveal(state), seat, self.learner)
        self.learner.end_match(won=won)
        return won
