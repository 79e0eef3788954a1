"""The opponent in Deep Sea Voyage: which board to take, what to place there, and the routes.

A board is judged by its lead, which is how much longer the other side's ways are than one's own,
and by how much either side could gain there with one more pentomino: whoever comes first gets it,
so half of it counts for each. What the two sides place in a round is hidden from each other; so
their placements are weighed against each other as a game of simultaneous choices.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import exp
from typing import Final

from engine.games.deep_sea_voyage.board import Side, Way
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
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase, SeaView
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.opponents.deep_sea_voyage_board import (
    Chances,
    Choice,
    LeanBoard,
    Survey,
    Surveyor,
    exact,
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
    Level.NORMAL: 4_500,
    Level.HARD: 36_000,
}
"""A node is one placement after which the ships' ways are measured."""

SLIPS: Final = {Level.GREEDY: 0.001, Level.EASY: 0.06, Level.NORMAL: 0.02, Level.HARD: 0.006}
"""What a choice may cost of the chance of winning and still be made about a third as often."""
ROWS: Final = 8
COLUMNS: Final = 6
ROUNDS: Final = 100


def at_random(
    game: DeepSeaVoyage, view: DeepSeaVoyageView, seat: Seat, thinking: Thinking
) -> DeepSeaVoyageAction:
    """Any legal action, each as likely as the others."""
    match view.phase:
        case Phase.PREGAME:
            sides = map(TakeSide, Side) if seat is Seat.DMO and view.empire is None else ()
            words = () if seat in view.finished else (Word.READY,)
            return any_of(chain(words, sides), thinking.generator)
        case Phase.PICK:
            return any_of(map(Pick, view.pickable), thinking.generator)
        case Phase.ROUTES:
            return any_of((Word.LOCK, *_routes(view, seat)), thinking.generator)
        case Phase.PLACING:
            words = (Word.LOCK, Word.PASS)
            number = dict(view.picks)[seat]
        case _:
            words = (Word.PASS,)
            (number,) = view.open_numbers
    return any_of(
        chain(words, map(Placing, _sea(view.sea(number)).placements())), thinking.generator
    )


def think(
    game: DeepSeaVoyage, view: DeepSeaVoyageView, seat: Seat, thinking: Thinking
) -> Thought[DeepSeaVoyageAction]:
    """The action for a level from `GREEDY` (one ply of the evaluation) to `HARD`."""
    match view.phase:
        case Phase.PREGAME:
            return _before(view, seat, thinking)
        case Phase.PICK:
            return _Mind(view, seat, thinking).pick()
        case Phase.PLACING:
            return _Mind(view, seat, thinking).place()
        case Phase.LAST:
            return _Mind(view, seat, thinking).place_last()
        case _:
            return _find_routes(view, seat, thinking)


# Before the first round


def _before(
    view: DeepSeaVoyageView, seat: Seat, thinking: Thinking
) -> Thought[DeepSeaVoyageAction]:
    if view.empire or seat is Seat.EC:
        return Thought(Word.READY)
    # The boards are as good for either side; only the Empire picks first in round 1.
    chance = _Mind(replace(view, empire=seat), seat, thinking).pick().chance
    side = Side.EMPIRE if chance >= 1 / 2 else Side.MARAUDER
    return Thought(TakeSide(side), max(chance, 1 - chance))


# Rounds


class _Mind:
    def __init__(self, view: DeepSeaVoyageView, seat: Seat, thinking: Thinking) -> None:
        self.view = view
        self.seat = seat
        self.thinking = thinking
        self.open = view.open_numbers
        self.surveyor = Surveyor(view.side_of(seat) or Side.EMPIRE, thinking)
        self.is_greedy = thinking.level is Level.GREEDY
        self.draw = float(seat is Seat.DMO)
        self.most = None if self.is_greedy else max(60, thinking.most // (len(self.open) + 1))
        self.surveys = {
            number: self.surveyor.survey(_lean(view.sea(number)), self.most) for number in self.open
        }

    def ended(self, number: int) -> Chances:
        sea = self.view.sea(number)
        if sea.lost_by:
            return exact(1 if sea.lost_by is self.seat.opponent else -1)
        return exact(self.surveyor.lead(_lean(sea).steps))

    def now(self, number: int) -> Chances:
        if number not in self.open:
            return self.ended(number)
        return self.surveyor.chances(self.surveys[number].outlook)

    def choices(self, number: int, sign: int, share: float) -> list[Choice]:
        count = ROWS if sign > 0 else COLUMNS
        found = self.surveyor.choices(
            self.surveys[number], sign, count, 0 if self.is_greedy else share
        )
        return found

    def combine(self, **_: None) -> None: ...

    def chance(self, changed: Mapping[int, Chances]) -> float:
        boards = [changed.get(n) or self.now(n) for n in (1, 2, 3)]
        return match_chance(boards, self.draw)

    def pick(self) -> Thought[DeepSeaVoyageAction]:
        view = self.view
        pickable = view.pickable or self.open
        share = 1 / (2 * len(self.open))
        best: dict[tuple[int, int], Chances] = {}
        for number in self.open:
            for sign in (1, -1):
                choice = self.choices(number, sign, share)[0]
                best[number, sign] = self.surveyor.chances(choice.outlook)
        theirs = [n for s, n in view.picks]
        worth = []
        for mine in pickable:
            others = theirs or [n for n in self.open if n != mine]
            worth.append(
                min(self.chance({mine: best[mine, 1], other: best[other, -1]}) for other in others)
            )
        return self.drawn([Pick(n) for n in pickable], worth)

    def drawn(
        self, actions: Sequence[DeepSeaVoyageAction], worth: Sequence[float]
    ) -> Thought[DeepSeaVoyageAction]:
        top = max(worth)
        weights = [exp((each - top) / SLIPS[self.thinking.level]) for each in worth]
        at = weighted(range(len(actions)), weights, self.thinking.generator)
        return Thought(actions[at], worth[at])

    def place(self) -> Thought[DeepSeaVoyageAction]:
        view, seat = self.view, self.seat
        if any(each.seat is seat for each in view.submissions):
            return Thought(Word.LOCK, self.chance({}))
        picks = dict(view.picks)
        mine, theirs = picks[seat], picks[seat.opponent]
        rows = self.choices(mine, 1, 0.8)
        columns = self.choices(theirs, -1, 0.2)
        third = {n: self.now(n) for n in (1, 2, 3) if n not in (mine, theirs)}
        ours = [self.surveyor.chances(each.outlook) for each in rows]
        others = [self.surveyor.chances(each.outlook) for each in columns]
        payoffs = [
            [match_chance([one, other, *third.values()], self.draw) for other in others]
            for one in ours
        ]
        end = match_chance(
            [self.now(n) if n not in self.open else exact(self.surveys[n].lead) for n in (1, 2, 3)],
            self.draw,
        )
        for r, row in enumerate(rows):
            for c, column in enumerate(columns):
                if row.laying is None and column.laying is None:
                    payoffs[r][c] = end
        mix = regret_matching(payoffs, ROUNDS)[1]
        worth = [sum(map(float.__mul__, line, mix)) for line in payoffs]
        return self.drawn([_typed(self.surveys[mine].board, each) for each in rows], worth)

    def place_last(self) -> Thought[DeepSeaVoyageAction]:
        (number,) = self.open
        survey = self.surveys[number]
        rows = self.choices(number, 1, 1.0)
        passes = isinstance_passed(self.view)
        worth = [self.chance({number: self.surveyor.chances(each.outlook)}) for each in rows]
        if passes:
            for at, each in enumerate(rows):
                if each.laying is None:
                    worth[at] = self.chance({number: exact(survey.lead)})
        return self.drawn([_typed(survey.board, each) for each in rows], worth)


def isinstance_passed(view: DeepSeaVoyageView) -> bool:
    from engine.games.deep_sea_voyage.position import Passed

    return view.phase is Phase.LAST and len(view.latest) == 1 and isinstance(view.latest[0], Passed)


def _typed(board: LeanBoard, choice: Choice) -> DeepSeaVoyageAction:
    if choice.laying is None:
        return Word.PASS
    return Placing(tuple(board.board.grid.cells(choice.laying.mask)), choice.laying.piece.letter)


def match_chance(boards: Sequence[Chances], draw: float) -> float:
    """The chance of winning more boards than the other, or as many if that is as good."""
    leads = {0: 1.0}
    for win, drawn, loss in boards:
        after = dict.fromkeys(range(min(leads) - 1, max(leads) + 2), 0.0)
        for lead, chance in leads.items():
            after[lead + 1] += chance * win
            after[lead] += chance * drawn
            after[lead - 1] += chance * loss
        leads = after
    return sum(chance for lead, chance in leads.items() if lead > 0) + draw * leads[0]


# Routes


def _find_routes(
    view: DeepSeaVoyageView, seat: Seat, thinking: Thinking
) -> Thought[DeepSeaVoyageAction]:
    known = {(each.number, each.ship): each.way.steps for each in view.routes}
    for routing in _routes(view, seat):
        (typed,) = routing.routes
        way = _sea(view.sea(typed.number)).ways[typed.ship]
        if way and known.get((typed.number, typed.ship), way.steps + 1) > way.steps:
            return Thought(routing, 0.5)
    return Thought(Word.LOCK, 0.5)


def _routes(view: DeepSeaVoyageView, seat: Seat) -> Iterator[Routing]:
    side = view.side_of(seat) or Side.EMPIRE
    for number in view.routed_numbers:
        sea = _sea(view.sea(number))
        for ship in side.ships:
            if way := sea.ways[ship]:
                yield Routing((TypedRoute(number, ship, way.cells),))


# The boards of a view


def _sea(sea: SeaView) -> Sea:
    return Sea(sea.board, sea.placed)


def _lean(sea: SeaView) -> LeanBoard:
    whole = _sea(sea)
    return LeanBoard(whole.board, whole.covered, whole.bank)
