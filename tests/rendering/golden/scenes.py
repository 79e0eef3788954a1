"""Every scene whose pictures are kept by their digests: what is painted, and in which theme."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image, ImageSequence

from engine.game import CONCEDED, Outcome
from engine.games import GAMES
from engine.games.compass_collisions.board import Compass
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.position import Phase as CompassPhase
from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.board_in_play import Closing, Passed, Score
from engine.games.deep_sea_voyage.notation import Route
from engine.games.deep_sea_voyage.position import Phase as SeaPhase
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done
from engine.games.flower_fields.position import Challenged, Doubted, Fate
from engine.grids.grid import NO_CELL, Cell
from engine.kinds.scene import Owner
from engine.options import RowOne
from engine.seats import SEATS
from rendering import Marks, Picture, chances, close_ups_of, painter_of, scene, standings
from rendering.animation import animation
from rendering.themes import USUAL, Theme
from tests.helpers.games.samples import GAMES_OF_EACH_KIND
from tests.rendering.golden import sample_scenes as samples
from tests.rendering.legible import kinds
from tests.rendering.positions import compass_collisions as compass
from tests.rendering.positions import deep_sea_voyage as sea
from tests.rendering.positions import demeters_anguish as gardens
from tests.rendering.positions import fire_and_ice as dominoes
from tests.rendering.positions import flower_fields as bed
from tests.rendering.positions import free_table as tables
from tests.rendering.positions.boards import match_of, seen_in, with_board
from tests.rendering.positions.lines import analysis, line

HERE = Path(__file__).parent
DIGESTS = HERE / "pictures.txt"
"""The digest of each scene, as it was looked at and found good."""
EC, DMO = SEATS

Scene: TypeAlias = Callable[[], Sequence[Image.Image]]
Views: TypeAlias = Mapping[str, Any]


def digest(images: Sequence[Image.Image]) -> str:
    pixels = sha256()
    for image in images:
        pixels.update(str(image.size).encode() + image.convert("RGB").tobytes())
    return pixels.hexdigest()[:16]


def read_digests() -> dict[str, str]:
    lines = DIGESTS.read_text().splitlines() if DIGESTS.exists() else []
    return {name: stored for stored, name in (line.split("  ", 1) for line in lines)}


# ---------------------------------------------------------------------------------- positions


def _fire_and_ice() -> Views:
    laid = (*dominoes.LAID, dominoes.FAR)
    return {
        "start": dominoes.START_VIEW,
        "dominoes on every side": dominoes.view_of(*laid),
        "a standing domino is the latest": dominoes.view_of(*laid[:2]),
        "row 1 at the top": dominoes.view_of(*laid, row_one=RowOne.TOP),
        "full board": dominoes.full_board(0),
    }


def _compass_collisions() -> Views:
    facts = compass.view_of
    slots = facts(phase=CompassPhase.LAYOUTS)
    every_piece = tuple(zip(compass.CELLS[::5], compass.PIECES, strict=False))
    numbers = tuple(zip(compass.CELLS, range(1, 34), strict=False))
    falling = [((Cell(0, 0), 4), (Cell(1, 0), 3), (Cell(2, 0), 2), (Cell(8, 0), number))
               for number in (3, 5)]  # fmt: skip
    standing = tuple((cell, compass.EC_FIRE) for cell in (Cell(0, 0), *compass.CELLS[-4:]))
    sides = [dict(zip(SetName, islice(cycle(Compass), turn, None), strict=False))
             for turn in range(4)]  # fmt: skip
    return {
        "empty": compass.EMPTY,
        "every piece": facts(pieces=every_piece),
        "numbers": facts(numbers=numbers),
        **{f"numbers that fall together, {index}": facts(pieces=standing, numbers=cell)
           for index, cell in enumerate(falling)},
        "a piece on a number": facts(pieces=standing, numbers=((Cell(0, 0), 9), (Cell(1, 1), 31))),
        **{f"turn: {name}": turn for name, turn in compass.TURNS.items()},
        **{f"arrow: {direction} {steps}": facts(events=(compass.step_from_e5(direction, steps),))
           for direction, steps in product(Compass, (1, 2))},
        **{f"{len(handed_in)} sets handed in": replace(slots, submitted=handed_in)
           for handed_in in ((), (EC,), (DMO,), SEATS)},
        "an own layout": replace(slots, own=(compass.UNEVEN, compass.VACANT), viewer=EC),
        "no set placed": compass.waiting(),
        "no set placed, as a seat sees it": replace(compass.waiting(), viewer=EC),
        "the sets of one seat placed": compass.waiting(ec1="north", ec2="south"),
        **{f"sets placed from {next(iter(side.values()))} on": compass.waiting(**side)
           for side in sides},
        "crowded": compass.crowded(0),
        "collapsed": compass.collapsed(0),
    }  # fmt: skip


def _deep_sea_voyage() -> Views:
    secret = {"submissions": (sea.SECRET,), "viewer": EC}
    pieces = sea.view_of(sea.sea_of(1, sea.T, sea.EARLIER, sea.LATER), sea.sea_of(2, sea.EARLIER))
    routes = (Route(1, Ship.RED, sea.LONGER), Route(3, Ship.WHITE, sea.way("A13 A7 G7")))
    shared = tuple((ship, sea.way("C3 C10 G10 G7")) for ship in Ship)
    last = [sea.sea_of(number, closed=Closing.NOTHING_FITS) for number in (2, 3)]
    scores = (Score(24, 26), Score(None, 26), Score(24, 24))
    return {
        "start": sea.START,
        **{f"empire: {empire}": replace(sea.START, empire=empire) for empire in (None, DMO)},
        "pieces": pieces,
        "pieces, row 1 at the top": replace(pieces, row_one=RowOne.TOP),
        "both pick": sea.PLACING,
        "an own piece handed in": replace(sea.PLACING, **secret),
        "another's piece handed in": replace(sea.PLACING, submitted=(EC,), viewer=DMO),
        "own silence handed in": replace(
            sea.PLACING, **{**secret, "submissions": (Passed(EC, 1),)}
        ),
        **{f"closed: {closing}": sea.closed_by(closing) for closing in Closing},
        **{f"lost by {seat}": sea.closed_by(Closing.CUT_OFF, seat) for seat in SEATS},
        "lost, placing over": replace(sea.closed_by(Closing.CUT_OFF, EC), phase=SeaPhase.ROUTES),
        "last board": sea.view_of(sea.sea_of(1), *last, phase=SeaPhase.LAST, picks=((DMO, 1),)),
        "own routes": sea.view_of(phase=SeaPhase.ROUTES, viewer=EC, routes=routes),
        "shortest ways and routes": replace(sea.OVER, routes=routes),
        "ways, row 1 at the top": replace(sea.OVER, routes=routes, row_one=RowOne.TOP),
        "a way shared": sea.view_of(sea.sea_of(1, board=sea.EMPTY, ways=shared)),
        "no way": replace(
            sea.OVER,
            seas=(replace(sea.OVER.seas[0], ways=((Ship.BLACK, None),)), *sea.OVER.seas[1:]),
        ),
        "scores": sea.view_of(
            *(sea.sea_of(number, score=score) for number, score in enumerate(scores, 1)),
            phase=SeaPhase.OVER,
        ),
        "conceded": replace(sea.PLACING, outcome=Outcome(EC, CONCEDED)),
        **{f"crowded, side {side}": crowd
           for side, crowd in zip(sea.SIDES, sea.CROWDS, strict=True)},
    }  # fmt: skip


def _demeters_anguish() -> Views:
    laid = gardens.view_of(gardens.EC_GARDEN, gardens.DMO_GARDEN)
    latest = (Done(DMO, Half.FLOWER, gardens.TROMINO), Done(DMO, Half.ROCK, gardens.LARGE_ROCK))
    stones = ("C3", "D3", "C4", "D4")
    bare = [replace(laid.garden(seat), left=()) for seat in SEATS]
    return {
        "start": gardens.START,
        "an own opening": replace(
            gardens.OPENING, own=Done(DMO, Half.FLOWER, gardens.U), viewer=DMO
        ),
        "laid": laid,
        "laid, row 1 at the top": replace(laid, row_one=RowOne.TOP),
        "laid last": replace(laid, marked=latest),
        "rocks side by side, and a large one": gardens.view_of(
            tuple(map(gardens.rock, stones)), (gardens.rock(*stones),)
        ),
        "empty trays": replace(laid, ec=bare[0], dmo=bare[1]),
        **{f"crowded, {share}": gardens.crowded(2, 0.5, share) for share in (0.3, 1)},
    }


def _flower_field(*, doubting: bool) -> Views:
    view_of = partial(bed.view_of, doubting=doubting)
    standing = partial(view_of, bed.PLANTED)
    fields = {form: (bed.cells(form), bed.cells("F1 G1 F2 G2")) for form in bed.FORMS}
    claim = Challenged(EC, bed.FIELDS, has_unseen=False, succeeded=True)
    fates = [bed.hidden(seat, flower, fate) for seat, flower, fate in zip(
        cycle(SEATS), ("A1R", "B1B", "C1Y", "D1R", "E1B", "F1Y"), cycle(Fate), strict=False
    )]  # fmt: skip
    both = [
        bed.hidden(seat, flower, Fate.CANCELLED) for seat, flower in ((EC, "G7R"), (DMO, "G7Y"))
    ]
    lives = (*range(-1, 13), 21, 111, 999_999)
    views = {
        "empty": view_of(),
        "planted": standing(),
        "planted last": standing(marked=bed.cells("D5 A1")),
        "exploded": standing(exploded=bed.cells("D5 A1"), marked=bed.cells("D3")),
        "undone": view_of("D4Y", latest=replace(claim, undone=bed.flowers("C4R E4B D5Y"))),
        "both fields": standing(latest=claim),
        "both fields, row 1 at the top": standing(latest=claim, row_one=RowOne.TOP),
        "a field over what was planted last": standing(marked=bed.cells("C4 D4"), latest=claim),
        "crowded": replace(
            bed.crowded(0, is_over=True, is_undone=True), doubting=doubting, third=standing().third
        ),
    }
    if not doubting:
        return views
    return {
        **views,
        **{f"field {form}": view_of(latest=replace(claim, fields=field))
           for form, field in fields.items()},
        **{f"{ec} and {dmo} lives": view_of(ec_lives=ec, dmo_lives=dmo)
           for ec, dmo in zip(lives, lives[::-1], strict=True)},
        "doubted": standing(latest=Doubted(DMO, bed.FIELDS, True)),
        **{f"own hidden flowers of {seat}": view_of("A1Y", own=bed.flowers("A1R G7B"), viewer=seat)
           for seat in SEATS},
        "hidden flowers handed in": view_of(turns=0, to_move=None, submitted=(EC,)),
        "hidden flowers": view_of(hidden=(*fates, *both)),
        "hidden flowers under others": view_of(
            "A1Y B1Y C1B D1B E1R F1R G7B", hidden=(*fates, *both), exploded=bed.cells("A1 B1")
        ),
    }  # fmt: skip


def _free_table() -> Views:
    return {
        "maze": tables.MAZE,
        "janggi": tables.JANGGI,
        "janggi, row 1 at the top": replace(tables.JANGGI, row_one=RowOne.TOP),
        **{f"full to {last}": tables.full_board(1, last) for last in tables.SIZES},
        **{f"filled by {owner}": tables.filled_board(owner, "J10") for owner in Owner},
    }


def _ultimate_tic_tac_toe() -> Views:
    seen = seen_in("ultimate-tic-tac-toe")
    boards = seen[30]
    turned = replace(boards, scene=replace(boards.scene, row_one=RowOne.TOP))
    return {
        "start": seen[0],
        "sent to a board": seen[3],
        "boards won": boards,
        "boards won, row 1 at the top": turned,
        "a drawn game": seen[36],
        "a line": seen[-1],
    }


VIEWS: Mapping[str, Callable[[], Views]] = {
    "fire-and-ice": _fire_and_ice,
    "compass-collisions": _compass_collisions,
    "demeters-anguish": _demeters_anguish,
    "deep-sea-voyage": _deep_sea_voyage,
    "doubting-flower-field": partial(_flower_field, doubting=True),
    "flower-field": partial(_flower_field, doubting=False),
    "ultimate-tic-tac-toe": _ultimate_tic_tac_toe,
    "free-table": _free_table,
}


@cache
def views_of(game: str) -> Views:
    if game in VIEWS:
        return VIEWS[game]()
    start, *_, played, _, over = seen_in(game)
    return {"start": start, "played": played, "over": over}


# ------------------------------------------------------------------------------------- scenes


def pictures_of(game: str, view: Any, theme: Theme = USUAL) -> tuple[Picture, ...]:
    kind = GAMES[game]
    close_ups = close_ups_of(kind)
    alone = [close_ups.close_up(view, board, theme) for board in kind.boards] if close_ups else []
    pictures = painter_of(kind).pictures(view, theme)
    return *pictures, *(picture for picture in alone if picture not in pictures)


def _boards(game: str, name: str, theme: Theme = USUAL) -> list[Image.Image]:
    return [picture.image for picture in pictures_of(game, views_of(game)[name], theme)]


def _marked(game: str, name: str, board: str) -> list[Image.Image]:
    cells = (Cell(0, 0), Cell(1, 2), Cell(2, 2), Cell(25, 0))
    marks = Marks(cells, board)
    return [painter_of(GAMES[game]).marked(views_of(game)[name], marks).image]


def _kinds(board: str, theme: Theme) -> list[Image.Image]:
    return [*kinds.OF[board](theme).values()]


def _frames(game: str) -> list[Image.Image]:
    with Image.open(BytesIO(animation(match_of(game)))) as gif:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(gif)]


def _in_play(game: str) -> list[Image.Image]:
    return [picture.image for view in seen_in(game)[3::12] for picture in pictures_of(game, view)]


def _graph(chances_: Sequence[float], theme: Theme = USUAL, *, timed: bool = True) -> Scene:
    return lambda: [chances.picture(analysis(list(chances_), timed=timed), theme).image]


def _standings(lines: Sequence[standings.StandingsLine], theme: Theme = USUAL) -> Scene:
    return lambda: [standings.picture("Spring", lines, theme).image]


MARKED = {
    "fire-and-ice": "dominoes on every side",
    "compass-collisions": "crowded",
    "demeters-anguish": "crowded, 1",
    "deep-sea-voyage": "pieces",
    "doubting-flower-field": "hidden flowers under others",
    "flower-field": "planted",
    "ultimate-tic-tac-toe": "boards won",
    "free-table": "janggi",
}
"""The view that is also painted with marks, and in every theme, if it is not `played`."""


def _of_game(game: str) -> Iterator[tuple[str, Scene]]:
    for name in views_of(game):
        yield name, partial(_boards, game, name)
    boards = () if with_board(GAMES[game]).top_right == NO_CELL else GAMES[game].boards
    for board in boards:
        yield (
            f"cells marked {board}".strip(),
            partial(_marked, game, MARKED.get(game, "played"), board),
        )
    for name in views_of(game):
        if name.endswith("row 1 at the top"):
            yield f"cells marked, {name}", partial(_marked, game, name, GAMES[game].boards[0])
    for theme in Theme:
        yield f"{theme} theme", partial(_boards, game, MARKED.get(game, "played"), theme)
    yield "positions of a match", partial(_in_play, game)
    if game in GAMES_OF_EACH_KIND:
        yield "frames of an animation", partial(_frames, game)


def _of_kinds() -> Iterator[tuple[str, Scene]]:
    for board, theme in product(kinds.OF, Theme):
        yield f"{board}, {theme} theme", partial(_kinds, board, theme)


def _graphs() -> Iterator[tuple[str, Scene]]:
    for theme in Theme:
        yield f"turning points, {theme} theme", _graph([0.5, 0.1, 0.9, 0.2], theme)
    yield "no clocks", _graph([0.5] * 9, timed=False)
    for moves in (1, 60, 1000):
        yield f"{moves} moves", _graph([(0.1, 0.9, 0.5)[index % 3] for index in range(moves + 1)])


def _tables() -> Iterator[tuple[str, Scene]]:
    names = ("Ada", "김민준", "W" * 50)
    players = [line(rank, 6, name) for rank, name in enumerate(names, 1)]
    for theme in Theme:
        yield f"six games, {theme} theme", _standings(players, theme)
    yield "nobody", _standings([])
    yield "more than there is room for", _standings([line(rank) for rank in range(1, 16)])


def _scene(view: samples.SceneOnly, theme: Theme = USUAL) -> Scene:
    return lambda: [picture.image for picture in scene.pictures(view, theme)]


def _scenes() -> Iterator[tuple[str, Scene]]:
    for name, view in samples.SCENES.items():
        for theme in Theme:
            yield f"{name}, {theme} theme", _scene(view, theme)
    on_top = replace(samples.MIDDLE.scene, row_one=RowOne.TOP)
    yield "blocks, row 1 at the top", _scene(samples.SceneOnly(on_top))
    marks = Marks(bed.cells("A1 E5 I9"))
    yield "cells marked", lambda: [scene.marked(samples.MIDDLE, marks).image]


GROUPS: Mapping[str, Callable[[], Iterator[tuple[str, Scene]]]] = {
    **{game: partial(_of_game, game) for game in GAMES},
    "kinds of cell": _of_kinds,
    "scenes": _scenes,
    "graphs": _graphs,
    "standings": _tables,
}


def scenes_of(group: str) -> dict[str, Scene]:
    return {f"{group}: {name}": scene for name, scene in GROUPS[group]()}
