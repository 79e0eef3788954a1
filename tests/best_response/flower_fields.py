"""A best response in both Flower Fields: when to bluff, to doubt and to wait, and what to plant.

It plays as `hard` does and sees every visible duplicate; but what `hard` leaves to its mix, it does
otherwise wherever that has won more often: where to hide, who begins, which claims to doubt, when
to bluff and with what, when to keep a true claim to itself, how many flowers to plant, and whether
to search for who runs out first. It tells situations apart by what a sharp person would look at:
who leads, how plausible a claim is, and what the other seat has doubted and claimed so far. In each
match that it learns from, it tries one of these things out; so it starts as `hard`'s equal.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from engine.choice import Chosen
from engine.games.flower_fields.board import CELLS, FIRST_FLOWER, MOST_PLANTED, Colour, Flower
from engine.games.flower_fields.notation import FlowerFieldsAction, Hiding
from engine.games.flower_fields.position import Phase
from engine.games.flower_fields.rules import FlowerFields, FlowerFieldsView
from engine.opponents.choose import choose
from engine.opponents.flower_fields.bed import Move
from engine.opponents.flower_fields.hidden import Claimed
from engine.opponents.flower_fields.opponent import NODES, Turn
from engine.opponents.thinking import Budget, Level, Thinking
from engine.seats import Seat
from tests.best_response.learner import Learner, Tally

Choice = TypeVar("Choice", bound=Hashable)

TRAINING_NODES: Final = 20
"""At this, `hard` finds all duplicates, bluffs and doubts as ever, but weighs few plantings."""
TRAINING_LOTS: Final = None
PLAUSIBLE: Final = (0.0, 0.01, 0.1, 0.5)
"""Between these, claims are told apart no further by how likely they are."""
A_STAGE: Final = 8
"""How many flowers more are visible in the next stage of a match."""
TOPICS: Final = {
    False: ("first", "plant", "search"),
    True: ("hiding", "first", "doubt", "doubt", "bluff", "bluff", "truth", "plant", "search"),
}
"""What may be tried out in a match, by whether flowers are hidden."""

Steps: TypeAlias = tuple[int, int]
"""How far from the middle the two hidden flowers lie."""
HIDINGS: Final[tuple[Steps, ...]] = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 5))


def act(
    game: FlowerFields, view: FlowerFieldsView, seat: Seat, budget: Budget, learner: Learner
) -> FlowerFieldsAction:
    """What has won most often in such a situation, or what `hard` does where that is no worse."""
    match view.phase:
        case Phase.HIDING:
            steps = _decided(game, learner, ("hiding",), HIDINGS)
            if steps:
                return _hidden(steps, Random(budget.seed))
        case Phase.CHOICE:
            if first := _decided(game, learner, ("first",), ("me", "them")):
                return Chosen(seat if first == "me" else seat.opponent)
        case _:
            thinking = Thinking(budget, NODES[budget.level])
            return LearningTurn(game, view, seat, thinking, learner).thought().action
    action: FlowerFieldsAction = choose(game, view, seat, budget)
    return action


def look_back(game: FlowerFields, revealed: Any, seat: Seat, learner: Learner) -> None:
    """Nothing is learned from a match but who has won it."""


def _decided(
    game: FlowerFields, learner: Learner, situation: tuple[Hashable, ...], others: Sequence[Choice]
) -> Choice | None:
    """What to do in a situation other than `hard` does, if that wins clearly more; else None."""
    situation = (game.doubting, *situation)
    topic = Random(f"{game.seed} topic").choice(TOPICS[game.doubting])
    if learner.is_learning and topic == situation[1]:
        return learner.choose(situation, (None, *others))
    usual, *tallies = (learner.tallies.get((situation, each), Tally()) for each in (None, *others))
    worth = [each.share - _error(each) for each in tallies]
    is_better = max(worth) > usual.share + _error(usual)
    return others[worth.index(max(worth))] if is_better else None


def _error(tally: Tally) -> float:
    """One standard error of how often a choice wins."""
    return sqrt(tally.share * (1 - tally.share) / (tally.won + tally.lost + 1))


def _hidden(steps: Steps, generator: Random) -> Hiding:
    middle = FIRST_FLOWER.cell
    flowers: list[Flower] = []
    for far in steps:
        taken = {flower.cell for flower in flowers}
        cells = [
            cell
            for cell in CELLS
            if abs(cell.column - middle.column) + abs(cell.row - middle.row) == far
            and cell not in taken
        ]
        flowers.append(Flower(generator.choice(cells), generator.choice([*Colour])))
    return Hiding(tuple(flowers))


@dataclass(frozen=True)
class LearningTurn(Turn):
    """A turn of `hard`, with what it leaves to chance decided by what has won.

    Attributes:
        learner: What has won so far.
    """

    learner: Learner

    def _decided(self, topic: str, about: Hashable, others: Sequence[Choice]) -> Choice | None:
        return _decided(self.game, self.learner, (topic, about), others)

    @property
    def _lead(self) -> int:
        mine, others = self._lives
        return _sign(mine - others)

    def _doubts(self) -> float:
        usual = super()._doubts()
        if self._doubtful is None or self.view.must_answer:
            return usual
        _, likely = self._doubtful
        seen = _sign(self._habits.proven - self._habits.caught)
        decided = self._decided("doubt", (self._lead, _level(likely), seen), ("yes", "no"))
        return float(decided == "yes") if decided else usual

    def _true_claims(self) -> list[Claimed]:
        claims = super()._true_claims()
        needs_hidden = claims and not self._target.claims()
        if needs_hidden and self._decided("truth", self._about_claims, ("wait",)):
            return []
        return claims

    def _bluffs(self) -> float:
        usual = super()._bluffs()
        if not (self.view.doubting and self._target.challenged):
            return usual
        decided = self._decided("bluff", self._about_claims, ("yes", "no"))
        return float(decided == "yes") if decided else usual

    @property
    def _about_claims(self) -> Hashable:
        likely = sum(likely for _, likely in self._target.helpers(self._suspected))
        seen = _sign(self._habits.doubted - self._habits.accepted)
        return self._lead, _level(likely), seen

    @property
    def _stage(self) -> int:
        return len(self.view.flowers) // A_STAGE

    def _moves(self) -> list[Move]:
        moves = super()._moves()
        about = self._stage, len(moves) < len(CELLS)
        flowers = self._decided("plant", about, range(1, MOST_PLANTED + 1))
        return [move for move in moves if len(move.flowers) == flowers] or moves

    def _rated(self, moves: list[Move]) -> list[tuple[float, Move]]:
        if not self._decided("search", self._stage, ("not",)):
            return super()._rated(moves)
        thinking = Thinking(Budget(Level.GREEDY), NODES[Level.HARD])
        return Turn(self.game, self.view, self.seat, thinking)._rated(moves)


def _level(likely: float) -> int:
    return sum(likely > each for each in PLAUSIBLE)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
