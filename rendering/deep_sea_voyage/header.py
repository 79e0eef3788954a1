"""The header of a board: its number and stage, and the players' sides."""

from typing import Final

from PIL import Image

from engine.games.deep_sea_voyage.alts import CLOSED, arrived
from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase, Stage
from rendering.deep_sea_voyage.colors import Colors
from rendering.deep_sea_voyage.tiles import ship_stamp
from rendering.deep_sea_voyage.tools import EDGE, ICON, PLATE, TOP, WIDTH, line_of

TITLE: Final = 100
GAP: Final = 6
SECOND_LINE: Final = TOP + PLATE + 1
# The width of either side's plate.
HALF_WIDTH: Final = (WIDTH - 2 * EDGE - GAP) // 2


def show_header(image: Image.Image, view: DeepSeaVoyageView, sea: Sea, colors: Colors) -> None:
    """Show the board's number and state, and below them the players' sides."""
    image.paste(line_of(f"Board {sea.number}", TITLE, colors), (EDGE, TOP))
    # It is lit if somebody plays there, or has won it.
    is_lit = view.seat_on(sea) or (view.phase is Phase.OVER and sea.winner)
    plate = (colors.mark, colors.dark) if is_lit else (colors.sea, colors.ink)
    left = EDGE + TITLE
    image.paste(line_of(_state(view, sea), WIDTH - EDGE - left, colors, plate), (left, TOP))
    for side, left in zip(Side, (EDGE, EDGE + HALF_WIDTH + GAP), strict=True):
        # The text is to the right of the side's ships.
        plate = colors.of_side(side), colors.dark
        line = line_of(_player(view, side), HALF_WIDTH, colors, plate, 2 * ICON + 8)
        image.paste(line, (left, SECOND_LINE))
        for order, ship in enumerate(side.ships):
            corner = (left + 6 + (ICON + 2) * order, SECOND_LINE + (PLATE - ICON) // 2)
            ship_stamp(ship, ICON, colors).onto(image, corner)


def _player(view: DeepSeaVoyageView, side: Side) -> str:
    seat = view.player_of(side)
    return f"{side.capitalize()}: {seat.upper()}" if seat else side.capitalize()


STAGES: Final = {
    Stage.OWN_SECRET: "Your secret for this round: {own}",
    Stage.LOST: "{closed}, lost by {loser}",
    Stage.COUNTED: "EC {ec}, DMO {dmo}: {winner} won",
    Stage.CLOSED: "{closed}",
    Stage.PLAYED: "{player} plays here",
    Stage.LEFT_OUT: "Nobody plays here this round",
    Stage.ROUTES: "Waiting for routes",
    Stage.NOT_COUNTED: "Not counted",
    Stage.OPEN: "Open",
}


def _state(view: DeepSeaVoyageView, sea: Sea) -> str:
    own, seat, score = view.own_submission(sea), view.seat_on(sea), sea.score
    return STAGES[view.stage_of(sea)].format(
        own=f"the {own.letter}" if isinstance(own, Placement) else "a pass",
        closed=sea.closed and CLOSED[sea.closed],
        loser=sea.lost_by and sea.lost_by.upper(),
        ec=arrived(score.ec if score else None),
        dmo=arrived(score.dmo if score else None),
        winner=score.winner.upper() if score and score.winner else "nobody",
        player=seat and seat.upper(),
    )
