"""The boards of Deep Sea Voyage in words."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import Final, TypeAlias

from bot.texts.alts import LONGEST_ALT, Names, length, visible
from engine.games.deep_sea_voyage.board import Board, Ship, Side, Tile, Way
from engine.games.deep_sea_voyage.board_in_play import Closing, Placement
from engine.games.deep_sea_voyage.position import (
    DeepSeaVoyageView,
    Phase,
    Score,
    SeaView,
    Submission,
)
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grid import Cell
from engine.seats import SEATS, Seat

Ways: TypeAlias = Mapping[Ship, Way | None]
"""A way of each ship; None where it has none."""
Called: TypeAlias = Mapping[Seat, str]
"""Each seat with its player's name."""


# How many characters are kept for each list that is still to come, and for the cells of a way.
KEPT: Final = 60
ROOM_FOR_WAY: Final = 40


def describe(view: DeepSeaVoyageView, sea: SeaView, names: Names, ended: str) -> str:
    """A board in words; where there is too much to list, it is counted.

    `ended` says how the match ended, if it has.
    """
    told = _in_short(view, sea, names, ended)
    lists = [(f" {what}: ", items) for what, items in _lists(view, sea) if items]
    for order, (what, items) in enumerate(lists, 1):
        kept = sum(min(KEPT, length(f"{each}{', '.join(more)}.")) for each, more in lists[order:])
        room = LONGEST_ALT - length(f"{told}{what}.") - kept
        told = f"{told}{what}{_listed(items, room, ', ')}."
    return told


def _in_short(view: DeepSeaVoyageView, sea: SeaView, names: Names, ended: str) -> str:
    """All of which there is never much."""
    called = {seat: f"{seat.upper()} {visible(names[seat])}".strip() for seat in SEATS}
    side = sea.board.side
    sentences = (
        f"{DeepSeaVoyage.title}, board {sea.number}: {side} by {side}, row 1 at the bottom.",
        ended,
        f"{_state(view, sea, called)}.",
        *(f"{_player(view, each, called)}, {_starts(sea.board, each)}." for each in Side),
        *(f"{what} in steps: {_all_steps(ways)}." for what, ways in _ways(view, sea).items()),
        f"Left in the bank: {' '.join(sea.left) or 'nothing'}.",
    )
    return " ".join(filter(None, sentences))


def _lists(view: DeepSeaVoyageView, sea: SeaView) -> Iterator[tuple[str, list[str]]]:
    """What there may be much of, by what it is; the most important comes first."""
    handed_in = (each for each in view.submissions if each.number == sea.number)
    yield "Handed in", [_submitted(each) for each in handed_in]
    for what, ways in _ways(view, sea).items():
        yield what, [_way(ship, way) for ship, way in ways.items() if way]
    yield "Placed, latest first", [_laid(each) for each in reversed(sea.placed)]
    for what, tile in TILE_WORDS.items():
        yield what, [*_runs(cell for cell, letter in sea.board.letters.items() if letter == tile)]


TILE_WORDS: Final = {"Dropoffs": Tile.DROPOFF, "Channels": Tile.CHANNEL, "Walls": Tile.WALL}


def _submitted(submission: Submission) -> str:
    placement = submission.placement
    return _laid(placement) if placement else f"{submission.seat.upper()} a pass"


def _starts(board: Board, side: Side) -> str:
    return ", ".join(f"{ship} {board.starts[ship]}" for ship in side.ships)


def _all_steps(ways: Ways) -> str:
    return ", ".join(f"{ship} {_steps(way)}" for ship, way in ways.items())


def _laid(placement: Placement) -> str:
    return " ".join((placement.seat.upper(), placement.letter, *map(str, placement.cells)))


def _way(ship: Ship, way: Way) -> str:
    return f"{ship} by {_listed([*map(str, way.cells)], ROOM_FOR_WAY, ' ')}"


def _runs(cells: Iterable[Cell]) -> Iterator[str]:
    """Tiles as straight runs, each by both its ends."""
    rest = set(cells)
    while rest:
        start = min(rest)
        run = max((_run(start, step, rest) for step in ((0, 1), (1, 0))), key=len)
        yield "-".join(dict.fromkeys((str(run[0]), str(run[-1]))))
        rest -= {*run}


def _run(start: Cell, step: tuple[int, int], cells: Collection[Cell]) -> list[Cell]:
    ahead = (Cell(start.column + at * step[0], start.row + at * step[1]) for at in count())
    return [*takewhile(cells.__contains__, ahead)]


def _listed(items: Sequence[str], room: int, glue: str) -> str:
    """As many items as there is room for, and how many more there are; or only how many.

    >>> [_listed(["A1", "B1", "C1", "D1", "E1"], room, " ") for room in (14, 13, 4)]
    ['A1 B1 C1 D1 E1', 'A1 and 4 more', '5']
    """
    whole, count_of = glue.join(items), len(items)
    if len(whole) <= room:
        return whole
    cut = (
        f"{glue.join(items[:shown])} and {count_of - shown} more" for shown in range(1, count_of)
    )
    fitting = [*takewhile(lambda text: len(text) <= room, cut)]
    return fitting[-1] if fitting else str(count_of)


def _player(view: DeepSeaVoyageView, side: Side, called: Called) -> str:
    """A side, and who plays it once that is settled."""
    seats = [called[seat] for seat in SEATS if view.side_of(seat) is side]
    return ": ".join((side.capitalize(), *seats))


CLOSED: Final = {
    Closing.CUT_OFF: "Closed: a ship is cut off",
    Closing.BANK_EMPTY: "Closed: the bank is empty",
    Closing.NOTHING_FITS: "Closed: nothing more fits",
}
IDLE: Final = {
    Phase.PLACING: "Nobody plays here in this round",
    Phase.ROUTES: "Routes are being handed in",
    Phase.OVER: "Not counted",
}


def _state(view: DeepSeaVoyageView, sea: SeaView, called: Called) -> str:
    """What is to be said of a board in a few words; a name stands at the end."""
    if secret := _secret(view, sea):
        return secret
    if sea.lost_by:
        return f"{CLOSED[Closing.CUT_OFF]}, lost by {called[sea.lost_by]}"
    if sea.score:
        return _result(sea.score, called)
    if sea.closed:
        return CLOSED[sea.closed]
    if seat := view.seat_on(sea):
        return f"{called[seat]} plays here"
    return IDLE.get(Phase.OVER if sea.ways else view.phase, "Open")


def _secret(view: DeepSeaVoyageView, sea: SeaView) -> str:
    """What a board's player is told of the own placement that is handed in."""
    for each in view.submissions:
        if each.seat is view.viewer and each.number == sea.number:
            what = f"the {each.placement.letter}" if each.placement else "a pass"
            return f"Your secret for this round: {what}"
    return ""


def _result(score: Score, called: Called) -> str:
    ec, dmo = (f"{steps} steps" if steps else "no arrival" for steps in (score.ec, score.dmo))
    winner = called[score.winner] if score.winner else "nobody"
    return f"EC {ec}, DMO {dmo}: won by {winner}"


def _ways(view: DeepSeaVoyageView, sea: SeaView) -> dict[str, Ways]:
    """Each kind of way that is shown of a board; once all is shown, ships without one are told."""
    routes: Ways = {each.ship: each.way for each in view.routes if each.number == sea.number}
    if routes and sea.ways:
        routes = {ship: routes.get(ship) for ship in Ship}
    return {what: ways for what, ways in (("Routes", routes), ("Shortest", dict(sea.ways))) if ways}


def _steps(way: Way | None) -> str:
    return str(way.steps) if way else "none"
