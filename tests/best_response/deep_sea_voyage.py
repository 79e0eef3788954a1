"""A best response in Deep Sea Voyage: it learns which board to take, and what to weigh there.

`hard` weighs leads and gains in the same way from the first round to the last. So the response
learns, for each situation, by which of some rules to take a board and which weights to place by;
what `hard` itself would do is one of them. A situation is told apart by how the three boards stand
for it, how far the match has gone and where it sits, since the boards are new in every match.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.notation import DeepSeaVoyageAction, Pick, Placing, TakeSide, Word
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase, SeaView
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.opponents.choose import choose
from engine.opponents.deep_sea_voyage.board import LeanBoard, Outlook, Survey, Surveyor
from engine.opponents.thinking import Budget, Thinking
from engine.seats import Seat
from tests.best_response.learner import Learner

TRAINING_NODES: Final = 400
"""With fewer `hard` hardly gets to search, and what beats it then says little."""
TRAINING_LOTS: Final = 300
"""Good boards take half a second to draw."""
SURVEYED: Final = 1_500
"""So many placements of a board the response looks at, if it may."""
AS_HARD: Final = "as hard does"

SIDES: Final = (AS_HARD, *Side)
PICKS: Final[Mapping[str, Callable[[Outlook], float]]] = {
    "most to gain": lambda board: board.mine,
    "most to lose": lambda board: board.theirs,
    "most at stake": lambda board: board.mine + board.theirs,
    "closest": lambda board: -abs(board.lead),
}
WEIGHTS: Final = {
    "the lead alone": (0.0, 0.0),
    "what the other could gain": (0.0, 1.0),
    "twice that": (0.0, 2.0),
    "what either could gain": (0.7, 0.7),
    "what it could gain": (1.0, 0.3),
}
"""How much of what it could gain later, and of what the other could, is added to the lead."""
STAGES: Final = (2, 5)
"""The last rounds of the first stages."""


def act(
    game: DeepSeaVoyage, view: DeepSeaVoyageView, seat: Seat, budget: Budget, learner: Learner
) -> DeepSeaVoyageAction:
    """What has won most often in such a situation; routes and all else are as `hard` has them."""
    action: DeepSeaVoyageAction | None = None
    if view.phase is Phase.PREGAME and seat is Seat.DMO and view.empire is None:
        side = learner.choose(Phase.PREGAME, SIDES)
        action = None if side == AS_HARD else TakeSide(Side(side))
    elif view.phase is Phase.PICK:
        action = _picked(view, seat, budget, learner)
    elif view.phase in {Phase.PLACING, Phase.LAST} and not view.submissions:
        action = _placed(view, seat, budget, learner)
    if action is None:
        action = choose(game, view, seat, budget)
    return action


def look_back(game: DeepSeaVoyage, revealed: Any, seat: Seat, learner: Learner) -> None:
    """Nothing is hidden here for longer than a round, so there is nothing to look back at."""


def _picked(
    view: DeepSeaVoyageView, seat: Seat, budget: Budget, learner: Learner
) -> DeepSeaVoyageAction | None:
    surveys = _surveys(view, seat, budget)
    rule = learner.choose(_situation(view, seat, surveys), (AS_HARD, *PICKS))
    if rule == AS_HARD:
        return None
    return Pick(max(view.pickable, key=lambda each: PICKS[rule](surveys[each].outlook)))


def _placed(
    view: DeepSeaVoyageView, seat: Seat, budget: Budget, learner: Learner
) -> DeepSeaVoyageAction | None:
    surveys = _surveys(view, seat, budget)
    name = learner.choose(_situation(view, seat, surveys), (AS_HARD, *WEIGHTS))
    if name == AS_HARD:
        return None
    mine, theirs = WEIGHTS[name]
    survey = surveys[dict(view.picks).get(seat, view.open_numbers[0])]

    def worth(outlook: Outlook) -> float:
        return outlook.lead + mine * outlook.mine - theirs * outlook.theirs

    best = max(survey.choices(1), key=lambda each: worth(each.outlook), default=None)
    if best is None or best.laying is None or worth(best.outlook) < worth(survey.outlook):
        return Word.PASS
    return Placing(tuple(survey.board.board.grid.cells(best.laying.mask)))


def _surveys(view: DeepSeaVoyageView, seat: Seat, budget: Budget) -> dict[int, Survey]:
    """What may be placed on each open board."""
    thinking = Thinking(budget, SURVEYED * len(view.seas))
    surveyor = Surveyor(view.side_of(seat) or Side.EMPIRE, thinking)
    numbers = view.open_numbers
    most = min(SURVEYED, thinking.most // len(numbers))
    return {each: surveyor.survey(_lean(view.sea(each)), most) for each in numbers}


def _situation(view: DeepSeaVoyageView, seat: Seat, surveys: Mapping[int, Survey]) -> Hashable:
    """How the boards stand, without their numbers, and the phase, the stage and the seat."""
    standing = sorted(
        _standing(surveys[sea.number].outlook)
        if sea.number in surveys
        else _closed(view, sea, seat)
        for sea in view.seas
    )
    stage = sum(view.round > last for last in STAGES)
    return view.phase, seat, stage, tuple(standing)


def _standing(outlook: Outlook) -> int:
    """1 or -1 for a board that one more placement cannot turn, else 0."""
    if outlook.lead > outlook.theirs:
        return 1
    return -1 if -outlook.lead > outlook.mine else 0


def _closed(view: DeepSeaVoyageView, sea: SeaView, seat: Seat) -> int:
    """1 or -1 for a board that is won or lost, else 0."""
    if sea.lost_by:
        return 1 if sea.lost_by is seat.opponent else -1
    red, white, blue, black = _lean(sea).steps
    lead = blue + black - red - white
    lead = lead if view.side_of(seat) is Side.EMPIRE else -lead
    return (lead > 0) - (lead < 0)


def _lean(sea: SeaView) -> LeanBoard:
    whole = Sea(sea.board, sea.placed)
    return LeanBoard(whole.board, whole.covered, whole.bank)
