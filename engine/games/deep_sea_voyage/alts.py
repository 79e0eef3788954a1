"""Alt texts of Deep Sea Voyage."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.games.deep_sea_voyage.board import SHIP_NAMES, Board, Ship, ShipPath, Side, Tile
from engine.games.deep_sea_voyage.board_in_play import Closing, Move, Placement, Score, Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Stage
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.options import RowOne
from engine.seats import SEATS
from engine.texts import ended
from engine.words.alts import LONGEST_ALT, Fitted, Names, ends, length, runs, visible
from engine.words.sentences import (
    Catalogue,
    Joined,
    Plural,
    Sentence,
    WordInContext,
    Wording,
    Words,
)

Ways: TypeAlias = Mapping[Ship, ShipPath | None]
"""A way of each ship; None where it has none."""

# Characters reserved for each list that is still to come, and for the cells of a path.
KEPT: Final = 60
ROOM_FOR_WAY: Final = 40

SIDES: Final = {Side.EMPIRE: Sentence("Empire"), Side.MARAUDER: Sentence("Marauder")}
HEADS: Final = {
    RowOne.TOP: Sentence("{title}, board {number}: {side} by {side}, row 1 at the top."),
    RowOne.BOTTOM: Sentence("{title}, board {number}: {side} by {side}, row 1 at the bottom."),
}
CLOSED: Final = {
    Closing.CUT_OFF: Sentence("Closed: a ship is cut off"),
    Closing.BANK_EMPTY: Sentence("Closed: the bank is empty"),
    Closing.NOTHING_FITS: Sentence("Closed: nothing more fits"),
}
STAGES: Final = {
    Stage.LOST: Sentence("{closed}, lost by {loser}."),
    Stage.CLOSED: Sentence("{closed}."),
    Stage.PLAYED: Sentence("{player} is playing on this board."),
    Stage.LEFT_OUT: Sentence("Nobody is playing on this board this round."),
    Stage.ROUTES: Sentence("Waiting for routes."),
    Stage.NOT_COUNTED: Sentence("Not counted."),
    Stage.OPEN: Sentence("Open."),
}
TILES: Final = {
    Tile.DROPOFF: Sentence("Dropoffs"),
    Tile.CHANNEL: Sentence("Channels"),
    Tile.WALL: Sentence("Walls"),
}
NO_WAY: Final = WordInContext("way", "none")


@dataclass(frozen=True, slots=True)
class SeaDescription(Wording):
    """A board in words, as long as an alt text can be; lists that are too long end in a count.

    Attributes:
        start: The part whose length is bounded.
        lists: The lists with their headings, most important first; none is empty.
    """

    start: Wording
    lists: Sequence[tuple[Wording, Sequence[Words]]]

    def said(self, catalogue: Catalogue) -> str:
        """Return the words in a catalogue's language."""
        text = self.start.said(catalogue)
        lists = [(f" {heading.said(catalogue)}: ", items) for heading, items in self.lists]
        kept = [
            min(KEPT, length(f"{label}{Joined(items, ', ').said(catalogue)}."))
            for label, items in lists
        ]
        for order, (label, items) in enumerate(lists, 1):
            room = LONGEST_ALT - length(f"{text}{label}.") - sum(kept[order:])
            text = f"{text}{label}{Fitted(items, room).said(catalogue)}."
        return text


def describe(view: DeepSeaVoyageView, sea: Sea, names: Names) -> Words:
    """Describe a board."""
    called = {seat: f"{seat.upper()} {visible(names[seat])}".strip() for seat in SEATS}
    start = (
        HEADS[view.row_one].about(
            title=DeepSeaVoyage.title, number=sea.number, side=sea.board.side
        ),
        ended(view),
        _state(view, sea, called),
        *(_player(view, sea.board, side, called) for side in Side),
        *(
            Sentence("{ways} in steps: {steps}.", ways=heading, steps=steps_of(ways))
            for heading, ways in _ways(view, sea)
        ),
        _bank(sea),
    )
    lists = [(heading, items) for heading, items in _lists(view, sea) if items]
    return SeaDescription(Joined(start), lists)


def _bank(sea: Sea) -> Words:
    if not sea.left:
        return Sentence("Left in the bank: nothing.")
    return Sentence("Left in the bank: {pieces}.", pieces=" ".join(sea.left))


def _lists(view: DeepSeaVoyageView, sea: Sea) -> Iterator[tuple[Wording, Sequence[Words]]]:
    """Yield the lists of unbounded length with their headings, most important first."""
    if view.stage_of(sea) is not Stage.OWN_SECRET:
        yield Sentence("Submitted"), [*map(_submitted, view.submissions_on(sea))]
    for heading, ways in _ways(view, sea):
        yield heading, [_way(ship, way) for ship, way in ways.items() if way]
    yield Sentence("Placed, latest first"), [*map(_laid, reversed(sea.placed))]
    for tile, called in TILES.items():
        cells = sea.board.grid.cells(sea.board.tiles(tile))
        yield called, [*map(ends, runs(cells))]


def _submitted(move: Move) -> Words:
    if isinstance(move, Placement):
        return _laid(move)
    return Sentence("{seat} a pass", seat=move.seat.upper())


def steps_of(ways: Ways) -> Words:
    """Return the length of each ship's path in steps."""
    steps = {ship: way.steps if way else NO_WAY for ship, way in ways.items()}
    return Joined([Joined([SHIP_NAMES[ship], count]) for ship, count in steps.items()], ", ")


def _laid(placement: Placement) -> str:
    return " ".join((placement.seat.upper(), placement.letter, *map(str, placement.cells)))


def _way(ship: Ship, way: ShipPath) -> Words:
    cells = Fitted([*map(str, way.cells)], ROOM_FOR_WAY, " ")
    return Sentence("{ship} by {cells}", ship=SHIP_NAMES[ship], cells=cells)


def _player(view: DeepSeaVoyageView, board: Board, side: Side, called: Names) -> Words:
    seat = view.player_of(side)
    starts = Joined([Joined([SHIP_NAMES[ship], board.starts[ship]]) for ship in side.ships], ", ")
    if seat is None:
        return Sentence("{side}, {starts}.", side=SIDES[side], starts=starts)
    player = called[seat]
    return Sentence("{side}: {player}, {starts}.", side=SIDES[side], player=player, starts=starts)


def _state(view: DeepSeaVoyageView, sea: Sea, called: Names) -> Words:
    stage, seat = view.stage_of(sea), view.seat_on(sea)
    if stage is Stage.OWN_SECRET:
        return _own_secret(view.own_submission(sea))
    if sea.score and stage is Stage.COUNTED:
        return _counted(sea.score, called)
    return STAGES[stage].about(
        closed=sea.closed and CLOSED[sea.closed],
        loser=sea.lost_by and called[sea.lost_by],
        player=seat and called[seat],
    )


def _own_secret(own: Move | None) -> Words:
    if isinstance(own, Placement):
        cells = " ".join(map(str, own.cells))
        piece = f"{own.letter} ({cells})"
        return Sentence("Your secret for this round: the {piece}.", piece=piece)
    return Sentence("Your secret for this round: a pass.")


def _counted(score: Score, called: Names) -> Words:
    ec, dmo = arrived(score.ec), arrived(score.dmo)
    if score.winner:
        won_by = called[score.winner]
        return Sentence("EC {ec}, DMO {dmo}: won by {winner}.", ec=ec, dmo=dmo, winner=won_by)
    return Sentence("EC {ec}, DMO {dmo}: no winner.", ec=ec, dmo=dmo)


def arrived(steps: int | None) -> Words:
    """Return the steps of both ships of a seat, if both have arrived."""
    if not steps:
        return Sentence("no arrival")
    return Plural("{count} step", "{count} steps", count=steps)


def _ways(view: DeepSeaVoyageView, sea: Sea) -> Iterator[tuple[Wording, Ways]]:
    routes, shortest = Sentence("Routes"), Sentence("Shortest routes")
    kinds = ((routes, view.routes_on(sea)), (shortest, dict(sea.ways)))
    return ((heading, ways) for heading, ways in kinds if ways)
