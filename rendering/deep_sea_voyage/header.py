"""What stands above a board: its number and stage, and who plays which side."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, SeaView, Stage
from engine.seats import SEATS, Seat
from rendering import Names
from rendering.canvas import Brush, Color, writable
from rendering.deep_sea_voyage.tiles import ship_stamp
from rendering.deep_sea_voyage.tools import (
    GOLD,
    ICON,
    IVORY,
    LINE,
    MARGIN,
    NIGHT,
    PLAIN,
    PLATE,
    PLUM,
    SAND,
    SEA,
    TOP,
    WIDTH,
    Place,
    Style,
    sprite_of,
    write,
)

Called: TypeAlias = Mapping[Seat, str]
"""Each seat with its player's name, as far as it can be written."""

QUIET: Final = Style(SEA, IVORY, 10)
LIT: Final = Style(GOLD, NIGHT, 10)
STYLES: Final = {Side.EMPIRE: Style(SAND, NIGHT, 70), Side.MARAUDER: Style(PLUM, IVORY, 70)}
# On a side's plate, the distance between its ships.
ICON_STEP: Final = 32
TITLE: Final = 90
GAP: Final = 8
# Where the line with both sides begins, and how wide their plates are.
SECOND_LINE: Final = 37
HALF_WIDTH: Final = (WIDTH - 2 * MARGIN - GAP) // 2


def show_header(image: Image.Image, view: DeepSeaVoyageView, sea: SeaView, names: Names) -> None:
    """The board's number and state; below them, who plays which side."""
    called = {seat: f"{seat.upper()} {writable(names[seat])}".strip() for seat in SEATS}
    write(image, f"Board {sea.number}", (MARGIN, 0), (TITLE, LINE), PLAIN)
    left = MARGIN + TITLE
    style = LIT if view.seat_on(sea) or (sea.score and sea.score.winner) else QUIET
    _show_plate(image, (left, TOP), WIDTH - MARGIN - left, _state(view, sea, called), style)
    for side, left in ((Side.EMPIRE, MARGIN), (Side.MARAUDER, MARGIN + HALF_WIDTH + GAP)):
        place = (left, SECOND_LINE)
        _show_plate(image, place, HALF_WIDTH, _player(view, side, called), STYLES[side])
        for order, ship in enumerate(side.ships):
            ship_stamp(ship, ICON).onto(image, (left + 4 + ICON_STEP * order, SECOND_LINE + 1))


def _show_plate(image: Image.Image, place: Place, width: int, text: str, style: Style) -> None:
    (left, top), size = place, (width, PLATE)
    image.paste(sprite_of(size, _paint_plate, width=width, color=style.ground), place)
    inside = (width - style.indent - 8, PLATE - 4)
    write(image, text, (left + style.indent, top + 2), inside, style)


def _paint_plate(brush: Brush, width: int, color: Color) -> None:
    brush.plate((0, 0, width, PLATE), 6, color)


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
