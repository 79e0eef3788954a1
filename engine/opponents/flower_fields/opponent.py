"""The opponent of Flower Field and Doubting Flower Field.

It sees every visible duplicate, and plants none of its own as long as anything else is left.
Proof-number search finds who runs out of such plantings first. Where flowers are hidden, it weighs
each planting by what the other seat may have hidden, and bluffs and doubts by the mix that
`lives.py` derives from what each outcome costs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final, TypeVar

from engine.first_seat import FirstSeatChoice
from engine.games.flower_fields.board import BOARD, MAX_PLANTED, Flower
from engine.games.flower_fields.position import (
    Claim,
    Event,
    FlowerFieldsAction,
    FlowerFieldsView,
    FlowerPosition,
    Hiding,
    Phase,
    Plant,
    PublicState,
    Word,
)
from engine.games.flower_fields.rules import FlowerFields
from engine.opponents.flower_fields.bed import (
    CELLS,
    COLORS,
    PLACES,
    SafePlanting,
    SearchedBed,
    numbered,
    places_of,
)
from engine.opponents.flower_fields.hidden import (
    Beliefs,
    Claimed,
    Story,
    Target,
    guesses,
    hiding_weights,
    likelihood,
    public_beliefs,
)
from engine.opponents.flower_fields.lives import chance, mix
from engine.opponents.flower_fields.proof import Proof
from engine.opponents.thinking import (
    Level,
    OutOfNodesError,
    SearchBudget,
    SearchResult,
    any_of,
)
from engine.seats import Seat

T = TypeVar("T")

NODES: Final = {Level.EASY: 80, Level.NORMAL: 500, Level.HARD: 4_000}
CARELESS: Final = {Level.EASY: 0.35, Level.NORMAL: 0.12}
"""The probability of accepting, claiming nothing and planting without thinking, by level."""

SHORTLIST: Final = 150
"""The number of plantings weighed by what may be hidden."""
RUNNING_OUT: Final = 0.6
"""The part of their chance of winning that the first to run out of safe plantings loses."""
RUNNING_OUT_LATER: Final = 0.2
"""The same where flowers are hidden, since most matches are decided by claims before that."""
EXPLOSION: Final = 0.6
"""The cost of an explosion in lives: one, but the other seat has lost a hidden flower."""
OWN_EXPLOSION: Final = 1.6
TRUE_CLAIM: Final = 1.5
"""The cost of a true claim in lives: one, or two if it is doubted."""
WEIGHED_MORE: Final = 40
"""The nodes of the budget for which one planting more is tried out on the other seat's answers;
that takes half of them, and the proof has the rest."""
ANSWERS: Final = 8
"""The number of answers drawn for each."""
KNOWN: Final = 0.3
"""The probability above which a hidden flower's claims are looked for one by one."""
CERTAIN: Final = 0.9
MAX_CERTAIN: Final = 0.95
UNPREDICTABLE: Final = 0.01
"""The loss of chance allowed to a planting, so that nobody can foretell it."""


def at_random(
    game: FlowerFields, view: FlowerFieldsView, seat: Seat, budget: SearchBudget
) -> FlowerFieldsAction:
    """Return any legal action, each with equal probability."""
    seen = {field.name: getattr(view, field.name) for field in fields(PublicState)}
    return any_of(game.legal(FlowerPosition(**seen), seat), budget.generator)


def think(
    game: FlowerFields, view: FlowerFieldsView, seat: Seat, budget: SearchBudget
) -> SearchResult[FlowerFieldsAction]:
    """Hide, choose who begins, doubt, claim or plant: the best that is due."""
    match view.phase:
        case Phase.HIDING:
            return SearchResult(_hiding(budget))
        case Phase.CHOICE:
            return SearchResult(FirstSeatChoice(seat.opponent if view.doubting else seat))
        case _:
            return Turn(game, view, seat, budget).thought()


def _hiding(budget: SearchBudget) -> Hiding:
    weights = hiding_weights()
    flowers = []
    for _ in range(MAX_PLANTED):
        place = budget.generator.choices(range(len(weights)), weights)[0]
        weights[place] = 0.0
        flowers.append(Flower(CELLS[place], budget.generator.choice(COLORS)))
    return Hiding(tuple(flowers))


@dataclass(frozen=True)
class Turn:
    """A turn as the seat to move sees it."""

    game: FlowerFields
    view: FlowerFieldsView
    seat: Seat
    budget: SearchBudget

    def thought(self) -> SearchResult[FlowerFieldsAction]:
        """Return the best action: doubt, claim what is true, bluff or plant."""
        view = self.view
        is_careless = self._happens(CARELESS.get(self.budget.level, 0.0))
        if view.phase is Phase.ANSWER or (not is_careless and self._happens(self._doubts())):
            return self._thought(Word.DOUBT)
        if not is_careless and (true := self._true_claims()):
            return self._thought(Claim(self._any(true)))
        if view.phase is Phase.CHALLENGE:
            return self._thought(self._bluff() or Word.GIVE_UP)
        if view.phase is Phase.FINAL:
            return self._thought(Word.PASS)
        if not is_careless and self._happens(self._bluffs()) and (bluff := self._bluff()):
            return self._thought(bluff)
        return self._planting(is_careless=is_careless)

    # Facts

    @property
    def _lives(self) -> tuple[int, int]:
        return self.view.lives(self.seat), self.view.lives(self.seat.opponent)

    @cached_property
    def _bed(self) -> SearchedBed:
        return SearchedBed.of(self.view.bed.flowers, chain=self.game.chain)

    @cached_property
    def _target(self) -> Target:
        return Target(self._bed, BOARD.mask(self.view.marked))

    @cached_property
    def _own(self) -> dict[int, int]:
        """The seat's own hidden flowers that, as far as it knows, are live, by cell."""
        return {
            place: color
            for place, color in map(numbered, self.view.own)
            if not self._public.is_ruled_out(place, color)
        }

    def _beliefs(self, events: tuple[Event, ...]) -> Beliefs:
        own = frozenset(PLACES[flower.cell] for flower in self.view.own)
        trust = mix(*reversed(self._lives)).truth
        return public_beliefs(self.seat.opponent, own, trust, events).beliefs()

    @cached_property
    def _public(self) -> Story:
        """The beliefs that everybody may hold about its own hidden flowers."""
        return public_beliefs(self.seat, frozenset(), mix(*self._lives).truth, self.view.events)

    # Claims

    def _true_claims(self) -> list[Claimed]:
        """Return the claims that it knows to be true: of visible flowers, or that reveal least."""
        if not self._target.challenged:
            return []
        own = tuple(self._own.items())
        for hidden in ((), *((pair,) for pair in own), own):
            if true := self._target.claims(hidden):
                return true
        return []

    def _doubts(self) -> float:
        """Return how often to doubt the claim that it may doubt, by how plausible that is."""
        claim = self.view.doubtful
        if claim is None:
            return 0.0
        flowers = (*self.view.bed.flowers, *claim.undone)
        bed = SearchedBed.of(flowers, chain=self.game.chain)
        beliefs = self._beliefs(self.view.events[:-1])
        likely = likelihood(guesses(bed.colors, claim.fields), beliefs)
        if not 0 < likely <= CERTAIN:
            return float(not likely)
        own_lives, other_lives = self._lives
        usual = mix(other_lives, own_lives + 1)
        if self.budget.level is Level.GREEDY:
            return float(likely < usual.truth)
        if bed.safe:
            return usual.doubts
        # Without a safe planting left, a challenger loses nothing by a bluff.
        undone = BOARD.mask(flower.cell for flower in claim.undone)
        true = _any_helps(Target(bed, undone), beliefs)
        return 1.0 if true < usual.truth else usual.doubts

    def _bluffs(self) -> float:
        is_greedy = self.budget.level is Level.GREEDY
        if is_greedy or not (self.view.doubting and self._target.challenged):
            return 0.0
        true = _any_helps(self._target, self._public.beliefs())
        return min(1.0, mix(*self._lives).bluffs * true / (1 - true))

    def _bluff(self) -> Claim | None:
        """Return a claim that other hidden flowers would make true, as often as it may hide any."""
        if not self.view.doubting:
            return None
        helpers = [
            (flower, likely)
            for flower, likely in self._target.helpers(self._public.beliefs())
            if flower[0] not in self._own
        ]
        if not helpers:
            return None
        flowers, weights = zip(*helpers, strict=True)
        (flower,) = self.budget.generator.choices(flowers, weights)
        return Claim(self._any(self._target.claims((flower,))))

    # Plantings

    def _planting(self, *, is_careless: bool) -> SearchResult[FlowerFieldsAction]:
        moves = self._moves()
        if not moves:
            # A repeated field costs a life for certain, a bluff none if accepted.
            return self._thought(self._bluff() or self._least_repeated())
        if is_careless:
            return self._thought(Plant(self._any(moves).typed))
        costs = dict.fromkeys(moves, 0.0)
        if self.view.doubting:
            costs = self._costs(moves)
        running_out = RUNNING_OUT_LATER if self.view.doubting else RUNNING_OUT
        rated = [
            (running_out * (winning - 0.5) - costs[move], move)
            for winning, move in self._rated(list(costs))
        ]
        sway = self.budget.generator.random
        expected, best = max(rated, key=lambda pair: pair[0] + sway() * UNPREDICTABLE)
        return SearchResult(Plant(best.typed), min(1.0, max(0.0, chance(*self._lives) + expected)))

    def _moves(self) -> list[SafePlanting]:
        """Return the plantings that repeat no field, or a sample of them if there are too many."""
        moves, limit = list(self._bed.all_moves()), max(1, self.budget.max_nodes)
        if self.budget.level is Level.GREEDY or len(moves) <= limit:
            return moves
        return self.budget.generator.sample(moves, limit)

    def _rated(self, moves: list[SafePlanting]) -> list[tuple[float, SafePlanting]]:
        if self.budget.level is Level.GREEDY:
            return [(1 / (1 + len(self._bed.after(move).safe)), move) for move in moves]
        return Proof(self.budget).rated(self._bed, moves)

    def _costs(self, moves: list[SafePlanting]) -> dict[SafePlanting, float]:
        """Return the cost of hidden flowers for some of the plantings that look best for that."""
        own_lives, other_lives = self._lives
        life = chance(own_lives, other_lives) - chance(own_lives - 1, other_lives)
        beliefs = self._beliefs(self.view.events)
        dangers = [sum(belief) * EXPLOSION for belief in beliefs]
        for place in self._own:
            dangers[place] = OWN_EXPLOSION
        costs = {move: life * sum(dangers[place] for place, _ in move.flowers) for move in moves}
        if self.budget.level is Level.GREEDY:
            return costs
        self.budget.generator.shuffle(moves)
        moves.sort(key=costs.__getitem__)
        del moves[SHORTLIST:]
        for move in moves:
            costs[move] += life * TRUE_CLAIM * self._exposed(move, beliefs)
        moves.sort(key=costs.__getitem__)
        try:
            for move in moves[: self.budget.max_nodes // WEIGHED_MORE]:
                self.budget.spend(WEIGHED_MORE // 2)
                costs[move] -= life * self._prospects(move)
        except OutOfNodesError:
            pass
        return {move: costs[move] for move in moves}

    def _prospects(self, move: SafePlanting) -> float:
        """Return the lives its own hidden flowers may win after a planting, by drawn answers."""
        bed = self._bed.after(move)
        near = bed.edge
        own = [flower for flower in self._own.items() if near >> flower[0] & 1]
        answers = list(bed.all_moves()) if own else []
        if not answers:
            return 0.0
        won = 0.0
        for answer in (self._any(answers) for _ in range(ANSWERS)):
            answered = bed.after(answer)
            target = Target(answered, answered.visible & ~bed.visible)
            won += sum(answered.visible >> place & 1 for place, _ in own)
            won += TRUE_CLAIM * any(
                not answered.visible >> flower[0] & 1 and target.claims([flower]) for flower in own
            )
        return won / ANSWERS

    def _exposed(self, move: SafePlanting, beliefs: Beliefs) -> float:
        """Return the probability that a planting newly gives the other seat a true claim."""
        bed = self._bed.after(move)
        new = bed.visible & ~self._bed.visible
        safe = {(place, color) for place, color, _ in bed.safe}
        lost = {(place, color) for place, color, _ in self._bed.safe} - safe
        for place in places_of(BOARD.beside(new) & ~bed.visible & ~BOARD.beside(self._bed.visible)):
            lost |= {(place, color) for color in range(len(COLORS))} - safe
        known = [
            (place, color)
            for place, belief in enumerate(beliefs)
            for color, likely in enumerate(belief)
            if likely > KNOWN and (place, color) not in lost
        ]
        if known:
            target = Target(bed, new)
            lost |= {flower for flower in known if target.claims([flower])}
        return min(1.0, sum(beliefs[place][color] for place, color in sorted(lost)))

    def _least_repeated(self) -> Plant:
        """Return the flower that repeats the fewest fields, and is least likely to blow up."""
        bed, beliefs = self._bed, self._beliefs(self.view.events)
        rated = []
        for place in places_of(bed.edge):
            for color in range(len(COLORS)):
                target = Target(bed.with_more([(place, color)]), 1 << place)
                danger = OWN_EXPLOSION if place in self._own else sum(beliefs[place])
                rated.append((len(target.claims()) + 10 * danger, place, color))
        _, place, color = min(rated)
        return Plant((Flower(CELLS[place], COLORS[color]),))

    # Chance

    def _happens(self, likely: float) -> bool:
        return self.budget.generator.random() < likely

    def _any(self, options: Sequence[T]) -> T:
        return self.budget.generator.choice(options)

    def _thought(self, action: FlowerFieldsAction) -> SearchResult[FlowerFieldsAction]:
        return SearchResult(action, chance(*self._lives))


def _any_helps(target: Target, beliefs: Beliefs) -> float:
    return min(MAX_CERTAIN, sum(likely for _, likely in target.helpers(beliefs)))
