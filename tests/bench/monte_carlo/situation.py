"""A state with how it came about, so that what a seat cannot see may be drawn anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Final

from engine.game import AnyGame
from engine.games.deep_sea_voyage.notation import Placing
from engine.games.deep_sea_voyage.position import Phase
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.games.flower_fields.notation import Hiding
from engine.refusals import Refused
from engine.seats import Seat
from tests.bench.monte_carlo.shortlist import MOST, pool, shortlist

TRIES: Final = 10
"""How many other secrets are drawn until one agrees with what has been seen."""
DRAWS: Final = 50
"""How many placements are drawn until one can be made."""


@dataclass(frozen=True)
class Made:
    """An action that was made.

    Attributes:
        before: The state in which it was.
        others: What could have been done instead, if it was secret.
    """

    before: Any
    seat: Seat
    action: Any
    others: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Situation:
    """A state of a game in which nobody is late, so that no lot is ever due.

    Seats that act at the same time are asked one after the other: neither sees what the other did.

    Attributes:
        history: Every action that led to it.
        most: How many actions its shortlists have at most.
        out: The secrets that are out, by their place in the history; shared by all that follows.
    """

    game: AnyGame
    state: Any
    history: tuple[Made, ...] = ()
    most: int = MOST
    out: set[int] = field(default_factory=set, compare=False)

    @cached_property
    def seat(self) -> Seat | None:
        """The seat that is asked next; None once the match is over."""
        return next(iter(self.game.to_act(self.state)), None)

    @cached_property
    def pool(self) -> tuple[Any, ...]:
        """What the seat may do."""
        return pool(self.game, self.state, self.seat) if self.seat else ()

    @cached_property
    def actions(self) -> tuple[Any, ...]:
        """What a tree search considers, by its number."""
        return shortlist(self.pool, self.most)

    @cached_property
    def seen(self) -> int:
        """The same number in all situations that look alike to the seat that is asked."""
        return hash((self.seat, self.game.view(self.state, self.seat), len(self.history)))

    @cached_property
    def _next(self) -> dict[int, "Situation"]:
        return {}

    def numbered(self, number: int) -> "Situation":
        """What comes after an action of the shortlist; a tree search asks again and again."""
        if number not in self._next:
            self._next[number] = self.after(self.actions[number])
        return self._next[number]

    def after(self, action: Any) -> "Situation":
        """What comes after an action of the seat that is asked, shortlisted or not."""
        assert self.seat
        is_secret = self.game.is_private(self.state, action)
        made = Made(self.state, self.seat, action, self.pool if is_secret else ())
        state = self.game.act(self.state, self.seat, action)
        return Situation(self.game, state, (*self.history, made), self.most, self.out)

    def drawn_anew(self, generator: Random) -> "Situation":
        """Another situation that looks the same to the seat that is asked.

        Each secret of the other seat is replaced by any legal one with which everything that has
        been done since is legal and leads to the same view. If a few draws find none, one of two
        flowers is kept: the other may have been seen. If that fails too, the secret is out.
        """
        assert self.seat
        found = self
        for at, made in enumerate(self.history):
            if not made.others or made.seat is self.seat or at in self.out:
                continue
            other = found._with_other(at, generator)
            if other:
                found = other
            else:
                self.out.add(at)
        # What may be done depends on what is seen alone, so it is not listed again.
        vars(found).update(pool=self.pool, actions=self.actions)
        return found

    def _with_other(self, at: int, generator: Random) -> "Situation | None":
        made = self.history[at]
        for options in (made.others, _sharing_a_flower(made)):
            for _ in range(TRIES if options else 0):
                other = self._replayed(at, generator.choice(options))
                if other and other.seen == self.seen:
                    return other
        return None

    def _replayed(self, at: int, action: Any) -> "Situation | None":
        """The situation with one action replaced; None if a later one would not be legal then."""
        first, *rest = self.history[at:]
        history, state = list(self.history[:at]), first.before
        for made in (Made(state, first.seat, action, first.others), *rest):
            history.append(Made(state, made.seat, made.action, made.others))
            try:
                state = self.game.act(state, made.seat, made.action)
            except Refused:
                return None
        return Situation(self.game, state, tuple(history), self.most, self.out)


def _sharing_a_flower(made: Made) -> Sequence[Any]:
    if not isinstance(made.action, Hiding):
        return ()
    flowers = {*made.action.flowers}
    return [each for each in made.others if flowers & {*each.flowers}]


Placements = Mapping[int, Sequence[Placing]]
"""What may be placed in Deep Sea Voyage, by the number of the board."""


def all_placements(situation: Situation) -> Placements:
    """What may still be placed; nothing in other games. Later, only less can be."""
    if not isinstance(situation.game, DeepSeaVoyage):
        return {}
    state = situation.state
    return {
        number: [Placing(cells) for cells in state.sea(number).placements()]
        for number in state.open_numbers
    }


def played_out(
    situation: Situation, generator: Random, placements: Placements | None = None
) -> dict[Seat, float]:
    """What a match is worth to each seat if all that follows is drawn from the shortlists.

    Args:
        situation: From where on.
        generator: What chance comes from.
        placements: All that could be placed in an earlier situation: placements are drawn from
            them until one is legal, as most of a match would go into listing them.
    """
    game, state = situation.game, situation.state
    if placements is None:
        placements = all_placements(situation)
    while not state.outcome:
        seat = game.to_act(state)[0]
        state = _placed(game, state, seat, placements, generator) or game.act(
            state, seat, generator.choice(shortlist(pool(game, state, seat), situation.most))
        )
    return worth(state)


def _placed(
    game: AnyGame, state: Any, seat: Seat, placements: Placements, generator: Random
) -> Any:
    """The state after a random placement; None if none is due or a few draws find none."""
    if not placements or state.phase not in {Phase.PLACING, Phase.LAST}:
        return None
    if seat in state.finished or state.submission(seat):
        return None
    number = dict(state.picks).get(seat) or state.open_numbers[0]
    for _ in range(DRAWS if placements[number] else 0):
        try:
            return game.act(state, seat, generator.choice(placements[number]))
        except Refused:
            continue
    return None


def worth(state: Any) -> dict[Seat, float]:
    """1 to the winner and -1 to the other; 0 while nobody has won."""
    winner = state.outcome.winner if state.outcome else None
    return {seat: 0.0 if winner is None else 1.0 if seat is winner else -1.0 for seat in Seat}
