"""Alt texts of Deep Sea Voyage."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from bot.texts.alts import listed
from bot.texts.language import Text, _, ngettext, pgettext
from engine.alts import LONGEST_ALT, Names, ends, length, runs, visible
from engine.games.deep_sea_voyage.board import Board, Ship, ShipPath, Side, Tile
from engine.games.deep_sea_voyage.board_in_play import Closing, Placement
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, SeaView, Stage, Submission
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.options import RowOne
from engine.seats import SEATS

Ways: TypeAlias = Mapping[Ship, ShipPath | None]
"""A way of each ship; None where it has none."""

# Characters reserved for each list that is still to come, and for the cells of a path.
KEPT: Final = 60
ROOM_FOR_WAY: Final = 40

SHIPS: Final = {
    Ship.RED: Text("red"),
    Ship.WHITE: Text("white"),
    Ship.BLUE: Text("blue"),
    Ship.BLACK: Text("black"),
}
SIDES: Final = {Side.EMPIRE: Text("Empire"), Side.MARAUDER: Text("Marauder")}
HEADS: Final = {
    RowOne.TOP: Text("{title}, board {number}: {side} by {side}, row 1 at the top."),
    RowOne.BOTTOM: Text("{title}, board {number}: {side} by {side}, row 1 at the bottom."),
}
CLOSED: Final = {
    Closing.CUT_OFF: Text("Closed: a ship is cut off"),
    Closing.BANK_EMPTY: Text("Closed: the bank is empty"),
    Closing.NOTHING_FITS: Text("Closed: nothing more fits"),
}
STAGES: Final = {
    Stage.LOST: Text("{closed}, lost by {loser}."),
    Stage.CLOSED: Text("{closed}."),
    Stage.PLAYED: Text("{player} is playing on this board."),
    Stage.LEFT_OUT: Text("Nobody is playing on this board this round."),
    Stage.ROUTES: Text("Waiting for routes."),
    Stage.NOT_COUNTED: Text("Not counted."),
    Stage.OPEN: Text("Open."),
}
TILES: Final = {
    Tile.DROPOFF: Text("Dropoffs"),
    Tile.CHANNEL: Text("Channels"),
    Tile.WALL: Text("Walls"),
}


def describe(view: DeepSeaVoyageView, sea: SeaView, names: Names, ended: str) -> str:
    """Describe a board; lists that are too long end in a count.

    `ended` is the result, if there is one.
    """
    text = _in_short(view, sea, names, ended)
    lists = [(f" {subject}: ", items) for subject, items in _lists(view, sea) if items]
    stored_numbers = [
        min(KEPT, length(f"{subject}{', '.join(items)}.")) for subject, items in lists
    ]
    for order, (label, items) in enumerate(lists, 1):
        room = LONGEST_ALT - length(f"{text}{label}.") - sum(stored_numbers[order:])
        text = f"{text}{label}{listed(items, room)}."
    return text


def _in_short(view: DeepSeaVoyageView, sea: SeaView, names: Names, ended: str) -> str:
    """Return the part whose length is bounded."""
    called = {seat: f"{seat.upper()} {visible(names[seat])}".strip() for seat in SEATS}
    head = HEADS[view.row_one]
    sentences = (
        head(title=DeepSeaVoyage.title, number=sea.number, side=sea.board.side),
        ended,
        _state(view, sea, called),
        *(_player(view, sea.board, side, called) for side in Side),
        *(
            _("{ways} in steps: {steps}.", ways=label, steps=steps_of(ways))
            for label, ways in _ways(view, sea)
        ),
        _bank(sea),
    )
    return " ".join(filter(None, sentences))


def _bank(sea: SeaView) -> str:
    if not sea.left:
        return _("Left in the bank: nothing.")
    return _("Left in the bank: {pieces}.", pieces=" ".join(sea.left))


def _lists(view: DeepSeaVoyageView, sea: SeaView) -> Iterator[tuple[str, list[str]]]:
    """Yield the lists of unbounded length with their headings, most important first."""
    if view.stage_of(sea) is not Stage.OWN_SECRET:
        yield _("Submitted"), [*map(_submitted, view.submissions_on(sea))]
    for label, ways in _ways(view, sea):
        yield label, [_way(ship, way) for ship, way in ways.items() if way]
    yield _("Placed, latest first"), [_laid(placement) for placement in reversed(sea.placed)]
    for tile, called in TILES.items():
        cells = sea.board.grid.cells(sea.board.tiles(tile))
        yield called(), [*map(ends, runs(cells))]


def _submitted(submission: Submission) -> str:
    placement = submission.placement
    return _laid(placement) if placement else _("{seat} a pass", seat=submission.seat.upper())


def steps_of(ways: Ways) -> str:
    """Return the length of each ship's path in steps."""
    no_way = pgettext("way", "none")
    return ", ".join(
        f"{SHIPS[ship]()} {way.steps if way else no_way}" for ship, way in ways.items()
    )


def _laid(placement: Placement) -> str:
    return " ".join((placement.seat.upper(), placement.letter, *map(str, placement.cells)))


def _way(ship: Ship, way: ShipPath) -> str:
    cells = listed([*map(str, way.cells)], ROOM_FOR_WAY, " ")
    return _("{ship} by {cells}", ship=SHIPS[ship], cells=cells)


def _player(view: DeepSeaVoyageView, board: Board, side: Side, called: Names) -> str:
    seat = view.player_of(side)
    starts = ", ".join(f"{SHIPS[ship]()} {board.starts[ship]}" for ship in side.ships)
    if seat is None:
        return _("{side}, {starts}.", side=SIDES[side], starts=starts)
    return _("{side}: {player}, {starts}.", side=SIDES[side], player=called[seat], starts=starts)


def _state(view: DeepSeaVoyageView, sea: SeaView, called: Names) -> str:
    match view.stage_of(sea):
        case Stage.OWN_SECRET:
            return _own_secret(view.own_submission(sea))
        case Stage.COUNTED:
            return _counted(sea, called)
        case stage:
            seat = view.seat_on(sea)
            return STAGES[stage](
                closed=sea.closed and CLOSED[sea.closed],
                loser=sea.lost_by and called[sea.lost_by],
                player=seat and called[seat],
            )


def _own_secret(own: Submission | None) -> str:
    if own and own.placement:
        cells = " ".join(map(str, own.placement.cells))
        piece = f"{own.placement.letter} ({cells})"
        return _("Your secret for this round: the {piece}.", piece=piece)
    return _("Your secret for this round: a pass.")


def _counted(sea: SeaView, called: Names) -> str:
    score = sea.score
    ec, dmo = _arrived(score.ec if score else None), _arrived(score.dmo if score else None)
    if score and score.winner:
        won_by = called[score.winner]
        return _("EC {ec}, DMO {dmo}: won by {winner}.", ec=ec, dmo=dmo, winner=won_by)
    return _("EC {ec}, DMO {dmo}: no winner.", ec=ec, dmo=dmo)


def _arrived(steps: int | None) -> str:
    if not steps:
        return _("no arrival")
    return ngettext("{count} step", "{count} steps", steps, count=steps)


def _ways(view: DeepSeaVoyageView, sea: SeaView) -> Iterator[tuple[str, Ways]]:
    kinds = ((_("Routes"), view.routes_on(sea)), (_("Shortest routes"), dict(sea.ways)))
    return ((label, ways) for label, ways in kinds if ways)
