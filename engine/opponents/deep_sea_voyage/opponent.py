"""The opponent in Deep Sea Voyage: which board to take, what to place there, and the routes.

A board is judged by its lead, which is how much longer the other side's ways are than one's own,
and by how much either side could gain there with one more pentomino; the leads to be expected
become chances of winning each board, and those the chance of winning the match. What the two sides
place in a round is hidden from each other, so their placements are weighed against each other as a
game of simultaneous choices, and drawn from the mix that it leads to.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log
from typing import Final, Self

from engine.games.deep_sea_voyage.board import NUMBERS, Side
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.notation import (
    DeepSeaVoyageAction,
    Pick,
    Placing,
    Routing,
    TakeSide,
    TypedRoute,
    Word,
)
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Passed, Phase, SeaView
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.opponents.deep_sea_voyage.board import (
    Chances,
    Choice,
    Laying,
    LeanBoard,
    Outlook,
    Survey,
    Surveyor,
    certain,
)
from engine.opponents.thinking import (
    WON,
    Level,
    Thinking,
    Thought,
    any_of,
    deepen,
    regret_matching,
    weighted,
)
from engine.seats import SEATS, Seat

NODES: Final = {
    Level.GREEDY: 30_000,
    Level.EASY: 700,
    Level.NORMAL: 4_000,
    Level.HARD: 30_000,
}
"""A node is one placement after which the ships' ways are measured."""
SLIPS: Final = {Level.GREEDY: 0.01, Level.EASY: 0.25, Level.NORMAL: 0.08, Level.HARD: 0.025}
"""By how much the logarithm of the odds of winning may fall short of the best and the choice still
be made about a third as often.
"""
LEAST_CHANCE: Final = 1e-9
MOST_ROWS: Final = 8
MOST_COLUMNS: Final = 6
"""Out of how many placements the one and the other choose when they choose at the same time."""
ROUNDS: Final = 100
LEAST_SAMPLE: Final = 60
"""So many placements are looked at on each board even if the budget is small."""
OWN_SHARE: Final = 0.8
"""How much of the budget goes into one's own placement rather than the other's."""
MOST_REPLIES: Final = 7
"""How many choices are searched for each turn on the last board."""
MARGIN: Final = 0.1


def at_random(
    game: DeepSeaVoyage,  # noqa: ARG001 - the view tells it all
    view: DeepSeaVoyageView,
    seat: Seat,
    thinking: Thinking,
) -> DeepSeaVoyageAction:
    """Any legal action, each as likely as the others; but what is handed in is locked at once.

    Otherwise it would take thousands of placements until chance says `lock`.
    """
    return any_of(_legal(view, seat), thinking.generator)


def think(
    game: DeepSeaVoyage,  # noqa: ARG001 - the view tells it all
    view: DeepSeaVoyageView,
    seat: Seat,
    thinking: Thinking,
) -> Thought[DeepSeaVoyageAction]:
    """The action for a level from `GREEDY` (one ply of the evaluation) to `HARD`."""
    if view.phase is Phase.PREGAME:
        return _prepare(view, seat, thinking)
    judge = _Judge(view, seat, thinking)
    match view.phase:
        case Phase.PICK:
            return _pick(judge)
        case Phase.PLACING if _has_submitted(view, seat):
            return Thought(Word.LOCK, judge.chance({}))
        case Phase.PLACING:
            return _place(judge)
        case Phase.LAST:
            return _place_last(judge)
        case _:
            return Thought(_next_route(view, seat), judge.chance({}))


def _legal(view: DeepSeaVoyageView, seat: Seat) -> Iterator[DeepSeaVoyageAction]:
    """What the rules list as legal for a seat that is to act, other than placing anew."""
    match view.phase:
        case Phase.PREGAME:
            if seat not in view.finished:
                yield Word.READY
            if seat is Seat.DMO and view.empire is None:
                yield from map(TakeSide, Side)
        case Phase.PICK:
            yield from map(Pick, view.pickable)
        case Phase.PLACING:
            if _has_submitted(view, seat):
                yield Word.LOCK
                return
            yield Word.PASS
            yield from map(Placing, _sea(view.sea(dict(view.picks)[seat])).placements())
        case Phase.LAST:
            yield Word.PASS
            (number,) = view.open_numbers
            yield from map(Placing, _sea(view.sea(number)).placements())
        case _:
            yield Word.LOCK
            yield from _routes(view, seat)


def _has_submitted(view: DeepSeaVoyageView, seat: Seat) -> bool:
    return any(each.seat is seat for each in view.submissions)


# The match as a seat sees it


def match_chance(boards: Sequence[Chances], draw: float) -> float:
    """The chance of winning the match, by those of each board.

    Args:
        boards: How likely each board is won, drawn and lost.
        draw: What it counts to win as many boards as the other: 1 for the DMO, 0 for the EC.
    """
    leads = {0: 1.0}
    for win, drawn, loss in boards:
        after = dict.fromkeys(range(min(leads) - 1, max(leads) + 2), 0.0)
        for lead, chance in leads.items():
            after[lead + 1] += chance * win
            after[lead] += chance * drawn
            after[lead - 1] += chance * loss
        leads = after
    return sum(chance for lead, chance in leads.items() if lead > 0) + draw * leads[0]


@dataclass(frozen=True)
class _Judge:
    """What a seat makes of the boards that it sees."""

    view: DeepSeaVoyageView
    seat: Seat
    thinking: Thinking

    @cached_property
    def surveyor(self) -> Surveyor:
        """Surveys boards for the seat's side."""
        return Surveyor(self.view.side_of(self.seat) or Side.EMPIRE, self.thinking)

    @cached_property
    def surveys(self) -> Mapping[int, Survey]:
        """What may be placed on each open board, as far as its share of the budget goes."""
        if self.view.phase is Phase.ROUTES:
            return {}
        numbers = self.view.open_numbers
        most = max(LEAST_SAMPLE, self.thinking.most // (len(numbers) + 1))
        return {each: self.surveyor.survey(_lean(self.view.sea(each)), most) for each in numbers}

    @cached_property
    def now(self) -> Mapping[int, Chances]:
        """What is to be expected of each board as it is."""
        open_now = {number: each.outlook.chances for number, each in self.surveys.items()}
        return {
            number: open_now[number] if number in open_now else self.at_the_end(number)
            for number in NUMBERS
        }

    def at_the_end(self, number: int) -> Chances:
        """How a board is counted if nothing more is placed on it."""
        sea = self.view.sea(number)
        if sea.lost_by:
            return certain(1 if sea.lost_by is self.seat.opponent else -1)
        return certain(self.surveyor.lead(_lean(sea)))

    def chance(self, changed: Mapping[int, Chances]) -> float:
        """The chance of winning the match if some boards are no longer as they are now."""
        draw = float(self.seat is Seat.DMO)
        return match_chance([changed.get(each, self.now[each]) for each in NUMBERS], draw)

    def choices(self, number: int, seat: Seat, share: float) -> list[Choice]:
        """What a seat may do on a board, the best first; a part of the budget is spent on it."""
        sign = 1 if seat is self.seat else -1
        survey = self.surveys[number]
        if self.thinking.level is Level.GREEDY:
            return _one_ply(survey, sign)
        return self.surveyor.choices(survey, sign, share)

    def drawn(
        self, actions: Sequence[DeepSeaVoyageAction], worth: Sequence[float], mix: Sequence[float]
    ) -> Thought[DeepSeaVoyageAction]:
        """One of some actions, by the chances they leave, and as a mixed strategy says."""
        odds = [_log_odds(each) for each in worth]
        slip, best = SLIPS[self.thinking.level], max(odds)
        near = [exp((each - best) / slip) for each in odds]
        weights = [share + each / sum(near) for share, each in zip(mix, near, strict=True)]
        at = weighted(range(len(actions)), weights, self.thinking.generator)
        return Thought(actions[at], worth[at])


def _log_odds(chance: float) -> float:
    within = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return log(within / (1 - within))


def _one_ply(survey: Survey, sign: int) -> list[Choice]:
    """The choices by the lead they leave alone, what comes after being as uncertain as now."""
    gain = (survey.outlook.mine + survey.outlook.theirs) // 2
    placed = [
        Choice(each.laying, Outlook(each.lead, gain, gain)) for each in survey.options_of(sign)
    ]
    passed = Choice(None, Outlook(survey.lead, gain, gain))
    return sorted((*placed, passed), key=lambda each: -sign * each.outlook.lead)


def _typed(survey: Survey, laying: Laying | None) -> DeepSeaVoyageAction:
    if laying is None:
        return Word.PASS
    return Placing(tuple(survey.board.board.grid.cells(laying.mask)))


# Before the first round


def _prepare(
    view: DeepSeaVoyageView, seat: Seat, thinking: Thinking
) -> Thought[DeepSeaVoyageAction]:
    if view.empire or seat is Seat.EC:
        return Thought(Word.READY)
    # The boards are as good for the one side as for the other, but the Empire begins.
    as_empire = _Judge(replace(view, empire=seat), seat, thinking)
    chance = max(_worth_of_picks(as_empire).values(), default=1 / 2)
    side = Side.EMPIRE if chance >= 1 / 2 else Side.MARAUDER
    return Thought(TakeSide(side), max(chance, 1 - chance))


# Rounds


def _pick(judge: _Judge) -> Thought[DeepSeaVoyageAction]:
    worth = _worth_of_picks(judge)
    actions = [Pick(number) for number in worth]
    return judge.drawn(actions, list(worth.values()), [0.0] * len(worth))


def _worth_of_picks(judge: _Judge) -> dict[int, float]:
    """The chance of winning with each board, if the other takes the one that is then best."""
    view, seat = judge.view, judge.seat
    share = 1 / (2 * max(1, len(judge.surveys)))
    best = {
        (number, each): judge.choices(number, each, share)[0].outlook.chances
        for number in judge.surveys
        for each in SEATS
    }
    taken = [number for _, number in view.picks]
    return {
        mine: min(
            (
                judge.chance({mine: best[mine, seat], theirs: best[theirs, seat.opponent]})
                for theirs in taken or view.pickable
                if theirs != mine
            ),
            default=judge.chance({mine: best[mine, seat]}),
        )
        for mine in view.pickable
    }


def _place(judge: _Judge) -> Thought[DeepSeaVoyageAction]:
    """A placement or a pass, against one of the other seat's at the same time."""
    picks = dict(judge.view.picks)
    mine, theirs = picks[judge.seat], picks[judge.seat.opponent]
    rows = _shortlist(judge.choices(mine, judge.seat, OWN_SHARE), MOST_ROWS)
    columns = _shortlist(judge.choices(theirs, judge.seat.opponent, 1.0), MOST_COLUMNS)
    payoffs = [
        [
            judge.chance({mine: row.outlook.chances, theirs: column.outlook.chances})
            if row.laying or column.laying
            else _both_passed(judge)
            for column in columns
        ]
        for row in rows
    ]
    own_mix, mix = regret_matching(payoffs, ROUNDS)
    worth = [sum(map(float.__mul__, line, mix)) for line in payoffs]
    actions = [_typed(judge.surveys[mine], row.laying) for row in rows]
    return judge.drawn(actions, worth, own_mix)


def _shortlist(choices: list[Choice], most: int) -> list[Choice]:
    """The best placements, and the pass."""
    return [*choices[:most], *(each for each in choices[most:] if each.laying is None)]


def _both_passed(judge: _Judge) -> float:
    return judge.chance({number: judge.at_the_end(number) for number in NUMBERS})


# The last board


@dataclass(frozen=True, eq=False)
class _LastBoard:
    """The only open board and whose turn it is, as alpha-beta searches it.

    Attributes:
        judge: What the seat that thinks makes of the boards.
        number: The number of the board.
        survey: What may be placed there.
        sign: 1 if it is the turn of the seat that thinks, else -1.
        passes: How many turns in a row were passes.
    """

    judge: _Judge
    number: int
    survey: Survey
    sign: int
    passes: int

    @property
    def key(self) -> Hashable:
        """What lies there and whose turn it is."""
        board = self.survey.board
        return board.covered, board.bank, self.sign, self.passes

    @property
    def is_over(self) -> bool:
        """Whether nothing more is placed here."""
        return self.passes == len(SEATS) or self.survey.outlook.is_settled

    def value(self) -> float:
        """The chance of winning the match, from -1 to 1, or what it is worth once decided."""
        if self.is_over:
            chance = self.judge.chance({self.number: certain(self.survey.lead)})
            return self.sign * WON * (2 * chance - 1)
        chance = self.judge.chance({self.number: self.survey.outlook.chances})
        return self.sign * (2 * chance - 1)

    def moves(self) -> list[Laying | None]:
        """The placements that look best, and the pass, as None."""
        estimates = self.judge.surveyor.choices(self.survey, self.sign, 0.0)
        return [each.laying for each in _shortlist(estimates, MOST_REPLIES)]

    def after(self, move: Laying | None) -> Self:
        """The board after a placement or a pass."""
        if move is None:
            return replace(self, sign=-self.sign, passes=self.passes + 1)
        # So that each reply can be looked at, even if the budget is small.
        most = self.judge.thinking.most // (2 * MOST_REPLIES + 2)
        survey = self.judge.surveyor.survey(self.survey.board.after(move), most)
        return replace(self, survey=survey, sign=-self.sign, passes=0)


def _place_last(judge: _Judge) -> Thought[DeepSeaVoyageAction]:
    ((number, survey),) = judge.surveys.items()
    # A round with one pass may have left only this board, but such a pass does not count here.
    latest = judge.view.latest
    passes = int(bool(latest) and all(isinstance(each, Passed) for each in latest))
    if judge.thinking.level is Level.GREEDY:
        best = _one_ply(survey, 1)[0]
        chance = judge.chance({number: best.outlook.chances})
        return Thought(_typed(survey, best.laying), chance)
    position = _LastBoard(judge, number, survey, 1, passes)
    found = deepen(position, judge.thinking, margin=MARGIN)
    actions = [_typed(survey, laying) for _, laying in found]
    worth = [(1 + max(-1.0, min(1.0, value))) / 2 for value, _ in found]
    return judge.drawn(actions, worth, [0.0] * len(worth))


# Routes


def _next_route(view: DeepSeaVoyageView, seat: Seat) -> DeepSeaVoyageAction:
    """A shortest route for a ship that has none yet, or a longer one; at last, the lock."""
    kept = {(each.number, each.ship): each.way.steps for each in view.routes}
    for routing in _routes(view, seat):
        (typed,) = routing.routes
        way = _sea(view.sea(typed.number)).ways[typed.ship]
        if way and kept.get((typed.number, typed.ship)) != way.steps:
            return routing
    return Word.LOCK


def _routes(view: DeepSeaVoyageView, seat: Seat) -> Iterator[Routing]:
    """A shortest route for each of a seat's ships, on each board that nobody has lost."""
    side = view.side_of(seat) or Side.EMPIRE
    for number in view.routed_numbers:
        ways = _sea(view.sea(number)).ways
        for ship in side.ships:
            if way := ways[ship]:
                yield Routing((TypedRoute(number, ship, way.cells),))


# The boards of a view


def _sea(sea: SeaView) -> Sea:
    return Sea(sea.board, sea.placed)


def _lean(sea: SeaView) -> LeanBoard:
    whole = _sea(sea)
    return LeanBoard(whole.board, whole.covered, whole.bank)
