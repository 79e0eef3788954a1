"""Views of both Flower Fields to be painted: whole random games, and beds as full as can be."""

from dataclasses import replace
from functools import cache, partial
from itertools import islice, product
from random import Random

from engine.games.flower_fields.board import Colour, Flower
from engine.games.flower_fields.notation import Claim, Plant, Word
from engine.games.flower_fields.position import Challenged, Fate, Phase
from engine.games.flower_fields.rules import FlowerFieldsView, Hidden
from engine.grids.grid import Cell
from engine.grids.polyominoes import POLYOMINOES, orientations
from engine.options import RowOne
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.flower_fields.positions import cells, doubting, flower_field, flowers

SIDE = 7
CONSIDERED = 3_000
"""Out of how many legal actions one is chosen."""
CELLS = [Cell(*place) for place in product(range(SIDE), repeat=2)]

EMPTY = FlowerFieldsView(
    side=SIDE,
    phase=Phase.TURN,
    doubting=True,
    third="yellow",
    flowers=(),
    ec_lives=5,
    dmo_lives=5,
    to_move=Seat.EC,
    committed=False,
    may_doubt=False,
    must_answer=False,
    latest=None,
    earlier=(),
    marked=(),
    exploded=(),
    submitted=(),
    own=(),
    hidden=(),
    row_one=RowOne.BOTTOM,
    viewer=PUBLIC,
)
# How often each kind of action is chosen where it can be.
WEIGHTS = {Plant: 30, Claim: 2, Word.CHALLENGE: 1, Word.GIVE_UP: 1, Word.DOUBT: 20, Word.PASS: 1}


def view_of(planted="", **facts):
    """The public's view of a turn, with flowers such as `C4R D4Y`."""
    third = "yellow" if facts.get("doubting", True) else "purple"
    return replace(EMPTY, flowers=flowers(planted), third=third, **facts)


def hidden(seat, flower, fate=Fate.LIVE):
    """A hidden flower such as `A1R`, as it is shown at the end."""
    return Hidden(seat, flowers(flower)[0], fate)


@cache
def random_game(seed, row_one, *, doubts):
    """What the public sees of a game in which all choices are made by lot, and its end."""
    generator = Random(seed)
    game = (doubting if doubts else flower_field)(row1=row_one, lives="9")
    state = game.begin()
    views = [game.view(state, PUBLIC)]
    while state.outcome is None:
        seat = game.to_act(state)[0]
        actions = _by_kind(islice(game.legal(state, seat), CONSIDERED))
        weights = [WEIGHTS.get(kind, 1) for kind in actions]
        kind = generator.choices(list(actions), weights)[0]
        state = game.act(state, seat, generator.choice(actions[kind]))
        views.append(game.view(state, PUBLIC))
    return (*views, game.reveal(state))


def _by_kind(actions):
    kinds = {}
    for action in actions:
        kind = action if isinstance(action, Word) else type(action)
        kinds.setdefault(kind, []).append(action)
    return kinds


def crowded(seed, *, is_over, is_undone):
    """A full bed with all that can be marked on it at once."""
    generator = Random(seed)
    planted = [Flower(cell, generator.choice(list(Colour))) for cell in CELLS]
    places = generator.sample(CELLS, 6)
    undone = [each for each in planted if is_undone and each.cell in places[2:4]]
    fates = [
        Hidden(seat, Flower(cell, generator.choice(list(Colour))), Fate.EXPLODED)
        for seat, cell in zip(SEATS * 2, places, strict=False)
    ]
    claim = (_any_field(generator), _any_field(generator))
    return replace(
        EMPTY,
        flowers=tuple(each for each in planted if each not in undone),
        ec_lives=9,
        dmo_lives=10,
        latest=Challenged(Seat.EC, claim, is_undone, is_undone, tuple(undone)),
        marked=tuple(places[4:]),
        exploded=tuple(places[:4]),
        hidden=tuple(fates) if is_over else (),
    )


def _any_field(generator):
    piece = generator.choice([each for each in POLYOMINOES if each.size == 4])
    form = generator.choice(orientations(piece))
    east, north = (generator.randrange(SIDE - max(ends)) for ends in zip(*form, strict=True))
    return tuple(Cell(cell.column + east, cell.row + north) for cell in form)


GAMES = [
    partial(random_game, seed, row_one, doubts=doubts)
    for doubts in (True, False)
    for seed, row_one in enumerate(RowOne)
]
EXTREMES = list(product((False, True), repeat=2))

PLANTED = "D4Y C4R E4R D5R D3B"
STANDING = view_of(PLANTED)
FIELDS = (cells("C4 D4 E4 D5"), cells("C4 D4 E4 D3"))
# Every form of four cells, some turned.
FORMS = ("A1 A2 A3 A4", "C6 D6 C7 D7", "B3 C3 D3 C2", "E2 E3 F3 F4", "G5 G6 G7 F7")
