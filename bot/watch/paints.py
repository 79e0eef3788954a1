"""The colours of the signs on text boards: those of each game's pictures."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engine.game import AnyGame
from engine.games.compass_collisions.board import Element
from engine.games.deep_sea_voyage.board import Ship
from engine.games.free_table.table import Owner
from engine.seats import Seat
from rendering.canvas import WHITE, Color
from rendering.compass_collisions import colors as compass_collisions
from rendering.deep_sea_voyage import colors as deep_sea_voyage
from rendering.demeters_anguish import colors as demeters_anguish
from rendering.fire_and_ice import colors as fire_and_ice
from rendering.flower_fields import colors as flower_fields
from rendering.free_table import colors as free_table
from rendering.text import compass_collisions as compass_signs
from rendering.text import deep_sea_voyage as sea_signs
from rendering.text import demeters_anguish as garden_signs
from rendering.text import fire_and_ice as domino_signs
from rendering.text import flower_fields as bed_signs
from rendering.text import free_table as table_signs
from rendering.text.grid import Mark, Sign
from rendering.themes import USUAL


class Paint(NamedTuple):
    """What a sign is shown in: the colour of its symbol, and that of its cell."""

    ink: Color
    ground: Color


Paints: TypeAlias = Mapping[Sign, Paint]


def _fire_and_ice() -> Paints:
    colors, kind = fire_and_ice.COLORS[USUAL], domino_signs.Kind
    return {
        kind.EMPTY: Paint(colors.ink, colors.well),
        kind.START: Paint(colors.star, colors.domino),
        kind.WHITE: Paint(colors.outline, colors.domino),
        kind.RED: Paint(colors.flame, colors.red),
        kind.BLUE: Paint(colors.crystal, colors.blue),
        Mark.LATEST: Paint(colors.outline, colors.mark),
    }


def _compass_collisions() -> Paints:
    colors, kind = compass_collisions.COLORS[USUAL], compass_signs.Kind
    marked = Paint(colors.dark, colors.mark)
    lights: Paints = {
        compass_signs.PIECES[Seat.EC, each]: Paint(colors.dark, colors.lights[each])
        for each in Element
    }
    darks: Paints = {
        compass_signs.PIECES[Seat.DMO, each]: Paint(colors.light, colors.darks[each])
        for each in Element
    }
    return {
        kind.EMPTY: Paint(colors.faint, colors.well),
        kind.NUMBER: Paint(colors.ink, colors.well),
        kind.HIGH: Paint(colors.ink, colors.well),
        kind.ZONE: Paint(colors.ink, colors.zone),
        kind.HOLE: Paint(colors.faint, colors.hole),
        **lights,
        **darks,
        compass_signs.Falling.NEXT: marked,
        compass_signs.Falling.COLLAPSE: Paint(colors.ink, colors.well),
        Mark.LATEST: marked,
    }


def _demeters_anguish() -> Paints:
    colors, kind = demeters_anguish.COLORS[USUAL], garden_signs.Kind
    petals: Paints = {
        each: Paint(colors.ink if size == 5 else colors.ground, colors.petals[size])
        for size, each in garden_signs.OF_SIZE.items()
    }
    return {
        kind.EMPTY: Paint(colors.ink, colors.soil),
        kind.ROCK: Paint(colors.ground, colors.rock[1]),
        kind.SECRET: Paint(colors.ink, colors.soil),
        **petals,
        Mark.LATEST: Paint(colors.ground, colors.mark),
    }


def _deep_sea_voyage() -> Paints:
    colors, kind, way = deep_sea_voyage.COLORS[USUAL], sea_signs.Kind, sea_signs.Way
    ships = {
        Ship.RED: Paint(colors.dark, colors.red),
        Ship.WHITE: Paint(colors.dark, colors.light),
        Ship.BLUE: Paint(colors.light, colors.blue),
        Ship.BLACK: Paint(colors.light, colors.dark),
    }
    return {
        kind.EMPTY: Paint(colors.ink, colors.sea),
        kind.WALL: Paint(colors.frame, colors.wall),
        kind.CHANNEL: Paint(colors.dark, colors.channel),
        kind.DROPOFF: Paint(colors.dark, colors.dropoff),
        kind.EMPIRE: Paint(colors.empire, colors.wall),
        kind.MARAUDER: Paint(colors.marauder, colors.wall),
        kind.HANDED_IN: Paint(colors.sea, colors.ink),
        **{kind[each.name]: paint for each, paint in ships.items()},
        **{way[each.name]: paint for each, paint in ships.items()},
        way.SEVERAL: Paint(colors.dark, colors.ink),
        Mark.LATEST: Paint(colors.dark, colors.mark),
    }


def _free_table() -> Paints:
    colors, kind = free_table.COLORS[USUAL], table_signs.Kind
    owners = {each: Paint(colors.of(each)[1], colors.of(each)[0]) for each in Owner}
    pieces: Paints = {table_signs.PIECES[each]: paint for each, paint in owners.items()}
    fillings: Paints = {table_signs.FILLINGS[each]: paint for each, paint in owners.items()}
    return {
        kind.EMPTY: Paint(colors.ink, colors.well),
        **pieces,
        **fillings,
        Mark.LATEST: Paint(colors.ground, colors.mark),
    }


def _flower_fields() -> Paints:
    colors, kind, field = flower_fields.COLORS[USUAL], bed_signs.Kind, bed_signs.Field
    dyes = {kind[each.name]: colors.petals[each] for each in flower_fields.Dye}
    return {
        kind.EMPTY: Paint(colors.ink, colors.meadow),
        **{each: Paint(colors.dark, dye) for each, dye in dyes.items()},
        # Dark would not stand out from it as well.
        kind.RED: Paint(WHITE, dyes[kind.RED]),
        **dict.fromkeys(bed_signs.HIDDEN.values(), Paint(colors.bud_ink, colors.bud)),
        kind.UNDONE: Paint(colors.light, colors.meadow),
        kind.BLOWN_UP: Paint(colors.dark, colors.orange),
        field.FIRST: Paint(colors.dark, colors.light),
        field.SECOND: Paint(colors.dark, colors.orange),
        field.BOTH: Paint(colors.dark, colors.light),
        Mark.LATEST: Paint(colors.dark, colors.lawn),
    }


OF_GAMES: Final[Mapping[str, Callable[[], Paints]]] = {
    "fire_and_ice": _fire_and_ice,
    "compass_collisions": _compass_collisions,
    "demeters_anguish": _demeters_anguish,
    "deep_sea_voyage": _deep_sea_voyage,
    "flower_fields": _flower_fields,
    "free_table": _free_table,
}
"""By the folder of the rules."""


@cache
def paints_of(game: type[AnyGame]) -> Paints:
    """What each sign of a game is shown in."""
    return OF_GAMES[game.folder()]()
