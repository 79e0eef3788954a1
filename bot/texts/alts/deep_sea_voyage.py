"""The boards of Deep Sea Voyage in words."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import Final, TypeAlias

from bot.texts.alts import LONGEST_ALT, Names, length, visible
from engine.games.deep_sea_voyage.board import Board, Ship, Side, Tile, Way
from engine.games.deep_sea_voyage.board_in_play import Closing, Placement
from engine.games.deep_sea_voyage.position import (
    DeepSeaVoyageView,
    SeaView,
    Stage,
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
    side, row_one = sea.board.side, f"row 1 at the {view.row_one.value}"
    sentences = (
        f"{DeepSeaVoyage.title}, board {sea.number}: {side} by {side}, {row_one}.",
        ended,
        f"{_state(view, sea, called)}.",
        *(f"{_player(view, each, called)}, {_starts(sea.board, each)}." for each in Side),
        *(f"{what} in steps: {_all_steps(ways)}." for what, ways in _ways(view, sea).items()),
        f"Left in the bank: {' '.join(sea.left) or 'nothing'}.",
    )
    return " ".join(filter(None, sentences))


def _lists(view: DeepSeaVoyageView, sea: SeaView) -> Iterator[tuple[str, list[str]]]:
    """What there may be much of, by what it is; the most important comes first."""
    yield "Handed in", [*map(_submitted, view.submissions_on(sea))]
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
    seat = view.player_of(side)
    return f"{side.capitalize()}: {called[seat]}" if seat else side.capitalize()


CLOSED: Final = {
    Closing.CUT_OFF: "Closed: a ship is cut off",
    Closing.BANK_EMPTY: "Closed: the bank is empty",
    Closing.NOTHING_FITS: "Closed: nothing more fits",
}
STAGES: Final = {
    Stage.OWN_SECRET: "Your secret for this round: {own}",
    Stage.LOST: "{closed}, lost by {loser}",
    Stage.COUNTED: "EC {ec}, DMO {dmo}: won by {winner}",
    Stage.CLOSED: "{closed}",
    Stage.PLAYED: "{player} plays here",
    Stage.LEFT_OUT: "Nobody plays here in this round",
    Stage.ROUTES: "Routes are being handed in",
    Stage.NOT_COUNTED: "Not counted",
    Stage.OPEN: "Open",
}


def _state(view: DeepSeaVoyageView, sea: SeaView, called: Called) -> str:
    """A board's stage in a few words; a name stands at the end."""
    own, seat, score = view.own_submission(sea), view.seat_on(sea), sea.score
    return STAGES[view.stage_of(sea)].format(
        own=f"the {own.placement.letter}" if own and own.placement else "a pass",
        closed=sea.closed and CLOSED[sea.closed],
        loser=sea.lost_by and called[sea.lost_by],
        ec=_arrived(score.ec if score else None),
        dmo=_arrived(score.dmo if score else None),
        winner=called[score.winner] if score and score.winner else "nobody",
        player=seat and called[seat],
    )


def _arrived(steps: int | None) -> str:
    return f"{steps} steps" if steps else "no arrival"


def _ways(view: DeepSeaVoyageView, sea: SeaView) -> dict[str, Ways]:
    """Each kind of way that is shown of a board."""
    kinds = {"Routes": view.routes_on(sea), "Shortest": dict(sea.ways)}
    return {what: ways for what, ways in kinds.items() if ways}


def _steps(way: Way | None) -> str:
    return str(way.steps) if way else "none"
