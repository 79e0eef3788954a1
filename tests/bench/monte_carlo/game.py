"""The project's games as OpenSpiel's: runs in the environment that has it."""

from typing import Any, Final, Self

import pyspiel

from engine.seats import SEATS
from tests.bench.monte_carlo.situation import Situation, worth

LONGEST: Final = 10_000


class Dealt(pyspiel.Game):
    """A match as a game of OpenSpiel that goes on from any situation."""

    def __init__(self, situation: Situation, *, has_secrets: bool) -> None:
        information = pyspiel.GameType.Information
        kind = pyspiel.GameType(
            short_name=situation.game.name,
            long_name=situation.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=(
                information.IMPERFECT_INFORMATION
                if has_secrets
                else information.PERFECT_INFORMATION
            ),
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=len(SEATS),
            min_num_players=len(SEATS),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=situation.most,
            max_chance_outcomes=0,
            num_players=len(SEATS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, {})
        self.situation = situation

    def new_initial_state(self, *_: Any) -> "DealtState":
        """The situation from which it goes on."""
        return DealtState(self, self.situation)


class Kept:
    """Keeps a situation out of OpenSpiel's deep copies: it never changes."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    def __deepcopy__(self, _: object) -> Self:
        return self


class DealtState(pyspiel.State):
    """A situation as a state of OpenSpiel; an action is its number in the shortlist."""

    def __init__(self, game: Dealt, situation: Situation) -> None:
        super().__init__(game)
        self.kept = Kept(situation)

    @property
    def situation(self) -> Situation:
        """The situation."""
        return self.kept.situation

    def current_player(self) -> int:
        """The EC is player 0."""
        seat = self.situation.seat
        return SEATS.index(seat) if seat else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.situation.actions)))

    def _apply_action(self, action: int) -> None:
        self.kept = Kept(self.situation.numbered(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.situation.game.write(self.situation.actions[action])

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.situation.seat is None

    def returns(self) -> list[float]:
        """What it is worth to each player."""
        values = worth(self.situation.state)
        return [values[seat] for seat in SEATS]

    def information_state_string(self, player: int | None = None) -> str:
        """The same in all states that look alike to the player who is to act."""
        assert player in {None, self.current_player()}
        return str(self.situation.seen)

    def __str__(self) -> str:
        return str(self.situation.game.position(self.situation.state))
