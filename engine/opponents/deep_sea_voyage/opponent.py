"""The opponent in Deep Sea Voyage: its choice of boards, placements and routes.

A board is judged by its lead, which is how much longer the other side's ways are than one's own,
and by how much either side could gain there with one more pentomino; the leads to be expected
become chances of winning each board, and those the chance of winning the match. The order of
placements on a board counts for much, so the turns to come are searched in their order, over all
boards.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from typing import Final, Self, TypeAlias

from engine.games.deep_sea_voyage.board import NUMBERS, Side
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.notation import DeepSeaVoyageAction, Pick, Placing, Routing, Word
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.opponents.deep_sea_voyage.board import (
    Chances,
    Choice,
    Laying,
    LeanBoard,
    Outlook,
    Survey,
    survey_of,
)
from engine.opponents.thinking import (
    WON,
    Level,
    SearchBudget,
    SearchResult,
    any_of,
    deepen,
    slipped,
)
from engine.seats import SEATS, Seat

NODES: Final = {
    Level.GREEDY: 30_000,
    Level.EASY: 800,
    Level.NORMAL: 3_000,
    Level.HARD: 20_000,
}
"""The nodes by level: one is a placement after which the ships' ways are measured."""
SLIPS: Final = {Level.GREEDY: 0.01, Level.EASY: 0.75, Level.NORMAL: 0.36, Level.HARD: 0.025}
"""The gap in log odds to the best choice at which a choice is still made about a third as often."""
MIN_CHANCE: Final = 1e-9
MIN_SAMPLE: Final = 60
MIN_LATER: Final = 30
"""The placements looked at on each board, now and later, even if the budget is small."""
SURVEYS: Final = 24
"""The part of the budget that a later survey takes at most, as its inverse."""
VALUE_NODES: Final = 20
"""The placements that take as long to measure as a position takes to judge."""
MAX_MOVES: Final = 9
MIN_MOVES: Final = 3
"""The placements searched for each turn, on all boards together or on each of them."""
MARGIN: Final = 0.1


def at_random(
    game: DeepSeaVoyage, view: DeepSeaVoyageView, seat: Seat, budget: SearchBudget
) -> DeepSeaVoyageAction:
    """Return any legal action with equal probability, but lock submissions at once.

    Otherwise it would take thousands of placements until chance says `lock`.
    """
    legal = game.legal(game.rebuilt(view), seat)
    if view.phase is Phase.PLACING:
        legal = (action for action in legal if (action is Word.LOCK) is bool(view.submissions))
    return any_of(legal, budget.generator)


def think(
    game: DeepSeaVoyage,  # noqa: ARG001 - the view tells all
    view: DeepSeaVoyageView,
    seat: Seat,
    budget: SearchBudget,
) -> SearchResult[DeepSeaVoyageAction]:
    """Return the action for a level from `GREEDY` (one ply of the evaluation) to `HARD`."""
    if view.phase is Phase.PREGAME:
        return _prepare(view, seat, budget)
    judge = _Judge(view, seat, budget)
    match view.phase:
        case Phase.PICK:
            return _pick(judge)
        case Phase.PLACING if view.submissions:
            return SearchResult(Word.LOCK)
        case Phase.PLACING | Phase.LAST:
            return _place(judge)
        case _:
            return SearchResult(_next_route(view, seat), judge.chance({}, 1))


# The match in a seat's view


def match_chance(boards: Sequence[Chances], draw: float) -> float:
    """Return the chance of winning the match, by those of each board.

    `draw` is the worth of winning as many boards as the other: 1 for the DMO, 0 for the EC.
    """
    leads = {0: 1.0}
    for win, drawn, loss in boards:
        later = dict.fromkeys(range(min(leads) - 1, max(leads) + 2), 0.0)
        for lead, chance in leads.items():
            later[lead + 1] += chance * win
            later[lead] += chance * drawn
            later[lead - 1] += chance * loss
        leads = later
    return sum(chance for lead, chance in leads.items() if lead > 0) + draw * leads[0]


@dataclass(frozen=True)
class _Judge:
    """A seat's judgement of the boards that it sees.

    Attributes:
        later: The surveys of boards as they may be later on.
    """

    view: DeepSeaVoyageView
    seat: Seat
    budget: SearchBudget
    later: dict[tuple[int, LeanBoard], Survey] = field(default_factory=dict)

    @cached_property
    def surveys(self) -> Mapping[int, Survey]:
        """The possible placements on each open board, as far as its share of the budget goes."""
        if self.view.phase is Phase.ROUTES:
            return {}
        seas = [self.view.sea(number) for number in self.view.open_numbers]
        limit = max(MIN_SAMPLE, self.budget.max_nodes // (len(seas) + 1))
        boards = {sea.number: LeanBoard(sea.board, sea.covered, sea.bank) for sea in seas}
        return {number: self._survey(board, limit) for number, board in boards.items()}

    @cached_property
    def now(self) -> Mapping[int, Outlook]:
        closed = (sea for sea in self.view.seas if sea.number not in self.surveys)
        ends = {sea.number: self.at_the_end(sea) for sea in closed}
        return ends | {number: survey.outlook for number, survey in self.surveys.items()}

    def at_the_end(self, sea: Sea) -> Outlook:
        """Return a board's count if nothing more is placed on it."""
        if sea.lost_by:
            return Outlook(1 if sea.lost_by is self.seat.opponent else -1, is_settled=True)
        own, other = (
            sea.steps_of(self.view.ships_of(seat)) for seat in (self.seat, self.seat.opponent)
        )
        return Outlook(other - own, is_settled=True)

    def chance(self, changed: Mapping[int, Outlook], sign: int) -> float:
        """Return the chance of winning the match if some boards are no longer as they are now.

        The seat that places next, this one (1) or the other one (-1), does so on the board that is
        best for it, and then the other one on another board.
        """
        boards = [changed.get(number, self.now[number]) for number in NUMBERS]
        draw = float(self.seat is Seat.DMO)
        neither = [board.chances(0) for board in boards]
        loud = [index for index, board in enumerate(boards) if not board.is_quiet]

        def taken(index: int, by: int, chances: list[Chances]) -> list[Chances]:
            return [*chances[:index], boards[index].chances(by), *chances[index + 1 :]]

        def worth(first: int) -> float:
            placed = taken(first, sign, neither)
            replies = (taken(second, -sign, placed) for second in loud if second != first)
            worths = [match_chance(reply, draw) for reply in replies] or [
                match_chance(placed, draw)
            ]
            return min(worths) if sign > 0 else max(worths)

        if not loud:
            return match_chance(neither, draw)
        return max(map(worth, loud)) if sign > 0 else min(map(worth, loud))

    def survey(self, number: int, board: LeanBoard) -> Survey:
        """Return the later placements on a board, as far as a small share of the budget goes."""
        key = number, board
        if key not in self.later:
            limit = max(MIN_LATER, self.budget.max_nodes // SURVEYS)
            self.later[key] = self._survey(board, limit)
        return self.later[key]

    def _survey(self, board: LeanBoard, limit: int) -> Survey:
        side = self.view.side_of(self.seat) or Side.EMPIRE
        return survey_of(board, side, limit, self.budget)

    def at_once(self, number: int) -> list[tuple[float, "Placed"]]:
        """Return the placements with the best leads, the rest being as uncertain as now."""
        survey = self.surveys[number]
        gain = (survey.outlook.own_gain + survey.outlook.other_gain) // 2
        placed = [(option.lead, option.laying) for option in survey.options[:MAX_MOVES]]
        leads: list[tuple[int, Laying | None]] = [*placed, (survey.lead, None)]
        return [
            (self.chance({number: Outlook(lead, gain, gain)}, -1), (number, laying))
            for lead, laying in leads
        ]

    def drawn(
        self, actions: Sequence[DeepSeaVoyageAction], worth: Sequence[float]
    ) -> SearchResult[DeepSeaVoyageAction]:
        within = [min(max(chance, MIN_CHANCE), 1 - MIN_CHANCE) for chance in worth]
        odds = [(log(chance / (1 - chance)), index) for index, chance in enumerate(within)]
        _, index = slipped(odds, SLIPS[self.budget.level], self.budget.generator)
        return SearchResult(actions[index], worth[index])


def _typed(survey: Survey, laying: Laying | None) -> DeepSeaVoyageAction:
    if laying is None:
        return Word.PASS
    return Placing(tuple(survey.board.board.grid.cells(laying.mask)))


# Before the first round


def _prepare(
    view: DeepSeaVoyageView, seat: Seat, budget: SearchBudget
) -> SearchResult[DeepSeaVoyageAction]:
    if view.empire or seat is Seat.EC:
        return SearchResult(Word.READY)
    # The boards are as good for the one side as for the other, but the Empire begins.
    judge = _Judge(replace(view, empire=seat), seat, budget)
    chance = max((chance for chance, _ in _rated_choices(judge)), default=1 / 2)
    side = Side.EMPIRE if chance >= 1 / 2 else Side.MARAUDER
    return SearchResult(side, max(chance, 1 - chance))


# Rounds and the last board


def _pick(judge: _Judge) -> SearchResult[DeepSeaVoyageAction]:
    best = dict[int, float]()
    for chance, (number, _) in _rated_choices(judge):
        best[number] = max(chance, best.get(number, 0.0))
    return judge.drawn([Pick(number) for number in best], [*best.values()])


def _place(judge: _Judge) -> SearchResult[DeepSeaVoyageAction]:
    ranked_moves = _rated_choices(judge)
    actions = [_typed(judge.surveys[number], laying) for _, (number, laying) in ranked_moves]
    return judge.drawn(actions, [chance for chance, _ in ranked_moves])


Turn: TypeAlias = tuple[int, frozenset[int]]
"""The seat whose turn it is, 1 for the seat that thinks and -1 for the other, and its boards."""
Placed: TypeAlias = tuple[int, Laying | None]
"""The number of a board, and the pentomino placed there; None for a pass."""
NOTHING: Final[Placed] = (0, None)
"""The only choice in a turn without boards."""


def _rated_choices(judge: _Judge) -> list[tuple[float, Placed]]:
    """Return the next choices of the seat that thinks, each with the chance that it leaves."""
    if not judge.surveys:
        return []
    course = _Course.now(judge)
    if judge.budget.level is Level.GREEDY:
        _, boards = course.turns[0]
        return [choice for number in sorted(boards) for choice in judge.at_once(number)]
    ranked_moves = deepen(course, judge.budget, margin=MARGIN)
    return [((1 + max(-1.0, min(1.0, value))) / 2, move) for value, move in ranked_moves]


@dataclass(frozen=True, eq=False)
class _Course:
    """The open boards and the turns to come, as alpha-beta searches them.

    The two placements of a round are on different boards, so that it makes little difference that
    they are secret: one is searched after the other.

    Attributes:
        turns: The rest of this round.
        then: The seat that has the first turn after it.
        passes: The number of passes in this round, or in a row on the last board.
    """

    judge: _Judge
    surveys: Mapping[int, Survey]
    turns: tuple[Turn, ...]
    then: int
    passes: int

    @classmethod
    def now(cls, judge: _Judge) -> Self:
        view = judge.view
        picks = {(1 if seat is judge.seat else -1): number for seat, number in view.picks}
        boards = frozenset(judge.surveys)
        if len(boards) == 1:
            return cls(judge, judge.surveys, ((1, boards),), -1, view.passes)
        own = frozenset({picks[1]}) if 1 in picks else frozenset(view.pickable)
        other = frozenset({picks[-1]}) if -1 in picks else boards
        is_second = bool(view.picks) and view.picks[0][0] is not judge.seat
        return cls(judge, judge.surveys, ((1, own), (-1, other)), 1 if is_second else -1, 0)

    @property
    def key(self) -> Hashable:
        lying = tuple((survey.board.covered, survey.board.bank) for survey in self.surveys.values())
        return lying, self.turns, self.then, self.passes

    @property
    def is_over(self) -> bool:
        return self.passes == len(SEATS) or not self._open

    @property
    def _open(self) -> frozenset[int]:
        return frozenset(
            number for number, survey in self.surveys.items() if not survey.outlook.is_settled
        )

    @property
    def _outlooks(self) -> dict[int, Outlook]:
        return {
            number: Outlook(survey.lead, is_settled=True) if self.is_over else survey.outlook
            for number, survey in self.surveys.items()
        }

    def value(self) -> float:
        """Return the chance of winning the match, from -1 to 1, or its worth once decided."""
        sign = self.turns[0][0]
        placing = next((whose for whose, boards in self.turns if boards), sign)
        value = 2 * self.judge.chance(self._outlooks, placing) - 1
        return sign * value * (WON if self.is_over else 1)

    def moves(self) -> list[Placed]:
        sign, boards = self.turns[0]
        if not boards:
            return [NOTHING]
        limit = max(MIN_MOVES, MAX_MOVES // len(boards))
        outlooks = self._outlooks
        ranked_moves = [
            (
                self.judge.chance({**outlooks, number: choice.outlook}, -sign),
                (number, choice.laying),
            )
            for number in sorted(boards)
            for choice in self._choices(number, limit)
        ]
        ranked_moves.sort(key=lambda ranked: -sign * ranked[0])
        if self.passes:
            # A pass may end it, and costs nothing to look at.
            ranked_moves.sort(key=lambda ranked: ranked[1][1] is not None)
        return [move for _, move in ranked_moves]

    def _choices(self, number: int, limit: int) -> list[Choice]:
        survey, (sign, _) = self.surveys[number], self.turns[0]
        return [*survey.choices(sign)[:limit], Choice(None, survey.outlook)]

    def after(self, move: Placed) -> Self:
        self.judge.budget.spend(VALUE_NODES)
        if move == NOTHING:
            return replace(self, turns=self.turns[1:])
        number, laying = move
        course = replace(self, passes=self.passes + 1)
        if laying:
            survey = self.judge.survey(number, self.surveys[number].board.after(laying))
            course = replace(self, surveys={**self.surveys, number: survey}, passes=0)
        if rest := self.turns[1:]:
            return replace(course, turns=tuple((sign, boards - {number}) for sign, boards in rest))
        return course._next_round(was_last=len(self._open) == 1)

    def _next_round(self, *, was_last: bool) -> Self:
        boards = self._open
        turns: tuple[Turn, ...] = ((self.then, boards), (-self.then, boards))
        if len(boards) == 1:
            turns = turns[:1]
        if self.turns[-1][0] == self.then:
            # The search takes turns, but here somebody has two of them in a row.
            turns = ((-self.then, frozenset()), *turns)
        passes = self.passes if was_last or self.is_over else 0
        return replace(self, turns=turns, then=-self.then, passes=passes)


# Routes


def _next_route(view: DeepSeaVoyageView, seat: Seat) -> DeepSeaVoyageAction:
    """Return a shortest route for a ship without one or with a longer one; at last, the lock."""
    remaining = {(route.number, route.ship): route.way.steps for route in view.routes}
    for route in view.shortest_routes(seat):
        if remaining.get((route.number, route.ship)) != route.way.steps:
            return Routing((route,))
    return Word.LOCK
