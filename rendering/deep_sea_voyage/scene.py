"""What is shown of a board below its heading; equal scenes look the same."""

from dataclasses import dataclass

from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import Placement
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, SeaView
from engine.grids.polyominoes import Polyomino
from rendering.canvas import Grid
from rendering.deep_sea_voyage.colors import Colors
from rendering.deep_sea_voyage.tools import grid_of
from rendering.deep_sea_voyage.ways import Shown, ways_on


@dataclass(frozen=True, slots=True)
class Scene:
    """One board as a viewer sees it.

    Attributes:
        colors: Those of a theme.
        sea: The board, and what lies on it.
        grid: Where its tiles lie.
        pieces: The pentominoes in its bank at the start.
        placed: The pieces on it, each with the side that placed it.
        latest: The one to be marked.
        handed_in: The placements handed in for this round.
        ways: The ways that are shown, by their kind.
        is_done: Whether it is finished.
    """

    colors: Colors
    sea: SeaView
    grid: Grid
    pieces: tuple[Polyomino, ...]
    placed: tuple[tuple[Side | None, Placement], ...]
    latest: Placement | None
    handed_in: tuple[Placement, ...]
    ways: Shown
    is_done: bool


def scene_of(view: DeepSeaVoyageView, sea: SeaView, colors: Colors) -> Scene:
    """What is seen of a board; whatever concerns only the others is not in it."""
    return Scene(
        colors=colors,
        sea=sea,
        grid=grid_of(sea.board.side, view.row_one),
        pieces=view.pieces,
        placed=tuple((view.side_of(each.seat), each) for each in sea.placed),
        latest=view.latest_on(sea),
        handed_in=tuple(
            each.placement for each in view.submissions_on(sea) if each.placement is not None
        ),
        ways=ways_on(view, sea),
        is_done=view.is_done(sea),
    )
