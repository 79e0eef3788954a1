"""Rules that are written differently in one place: play, pictures and sentences all follow."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.texts import answers
from bot.texts.language import say
from bot.texts.seating import Seating
from engine.game import AnyGame
from engine.games import GAMES
from engine.grids.grid import Cell
from engine.grids.polyominoes import POLYOMINOES
from engine.matches.entries import Cause, CauseKind
from engine.options import OptionError, descriptions, read_options
from engine.refusals import Refused
from engine.seats import PUBLIC, SEATS, Seat
from engine.texts import GameTexts, texts_of
from engine.words.alts import LONGEST_ALT
from rendering import Painter, deep_sea_voyage, fire_and_ice, flower_fields, painter_of
from rendering.compass_collisions import board as compass_collisions
from tests.games.deep_sea_voyage.positions import rows_of
from tests.helpers.games.changed_rules import changed_rules
from tests.helpers.games.random_play import random_states

NAMES = {Seat.EC: "Ada", Seat.DMO: "Bob"}
EC, DMO = SEATS
STATES = 40
MANY_STATES = 120


@dataclass(frozen=True)
class Parts:
    """A game under its rules, changed or not."""

    game: AnyGame
    texts: GameTexts
    painter: Painter

    @property
    def seating(self) -> Seating:
        return Seating(self.game, {EC: 1, DMO: 2}, NAMES)

    def image(self, view: Any) -> Image.Image:
        """Return the first picture of a view."""
        (picture, *_) = self.painter.pictures(view)
        return Image.open(BytesIO(picture.png)).convert("RGB")

    def alt(self, view: Any) -> str:
        (picture, *_) = self.painter.pictures(view)
        return say(self.texts.alt(picture.name, view, NAMES))

    def after(self, *lines: str) -> Any:
        """Return the state after some lines, each of a seat."""
        state = self.game.begin()
        for line in lines:
            seat, text = line.split(maxsplit=1)
            state = self.game.act(state, Seat(seat), self.game.read(state, Seat(seat), text))
        return state

    def view(self, *lines: str) -> Any:
        """Return what everybody sees after some lines."""
        return self.game.view(self.after(*lines), PUBLIC)

    def refusal(self, *lines: str) -> str:
        """Return why the last of some lines is refused."""
        self.after(*lines[:-1])
        with pytest.raises(Refused) as refused:
            self.after(*lines)
        return answers.refusal(refused.value)


Changed = Callable[..., Parts]


@pytest.fixture
def changed(request: pytest.FixtureRequest) -> Iterator[Changed]:
    """Yield the game that a test's marker changes: the class by its name, and typed options.

    It can be played.
    """
    with changed_rules(*request.param) as rules:

        def parts_of(name: str, **options: str) -> Parts:
            kind = getattr(rules, name)
            game = kind(**read_options(kind, options))
            parts = Parts(game, texts_of(kind), painter_of(kind))
            check_that_it_can_be_played(parts)
            return parts

        yield parts_of


def rules_with(folder: str, module: str, old: str, new: str) -> pytest.MarkDecorator:
    """Return the fixture `changed`, with one passage of a game's rules replaced."""
    return pytest.mark.parametrize(
        "changed", [(folder, module, old, new)], indirect=True, ids=[folder]
    )


def check_that_it_can_be_played(parts: Parts) -> None:
    """Check that random states are shown and described."""
    for state in islice(random_states(parts.game, Random(1), STATES), None, None, 3):
        view = parts.game.view(state, PUBLIC)
        assert parts.image(view).width
        assert parts.game.title in parts.alt(view)
        assert len(parts.alt(view)) <= LONGEST_ALT
        if seats := parts.game.to_act(state):
            assert parts.texts.request(parts.seating, view, seats)


# A Battle of Fire and Ice


@rules_with("fire_and_ice", "rules", "side: ClassVar[int] = 9", "side: ClassVar[int] = 10")
def test_fire_and_ice_on_a_larger_board(changed: Changed):
    parts = changed("FireAndIce", first="ec")
    assert parts.refusal("ec K1 K2") == "K1 and K2: the board is A1 to J10."
    assert (
        parts.image(parts.view("ec D4 C4")).width
        == 10 * fire_and_ice.CELL + 2 * fire_and_ice.MARGIN
    )


# Compass Collisions


LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
PLACED = (
    *(f"{seat} {LAYOUT}" for seat in SEATS),
    *("dmo take first", "ec ec1 north, dmo1 south", "dmo ec2 east", "dmo first ec"),
)


@rules_with("compass_collisions", "board", "SIDE: Final = 9", "SIDE: Final = 11")
def test_compass_collisions_on_a_larger_board(changed: Changed):
    parts = changed("CompassCollisions")
    assert "the board is A1 to K11" in parts.refusal(*PLACED, "ec L1 N")
    view = parts.view(*PLACED)
    assert parts.image(view).width == 11 * compass_collisions.CELL + 2 * compass_collisions.MARGIN
    assert Cell.parse("J11") in {cell for cell, _ in view.pieces}
    assert "eleven rows of eleven numbers" in str(descriptions(type(parts.game))["erosion"])
    with pytest.raises(OptionError, match="expected 11 rows"):
        read_options(type(parts.game), {"erosion": "1"})


@rules_with("compass_collisions", "board", "LONGEST_QUIET: Final = 40", "LONGEST_QUIET: Final = 6")
def test_compass_collisions_with_a_shorter_quiet(changed: Changed):
    parts = changed("CompassCollisions")
    assert "After 6 moves without a loss, the two highest numbers fall" in say(parts.texts.rules())
    state = parts.after(*PLACED)
    view = parts.game.view(state, PUBLIC)
    assert "After 6 more moves without a loss: A1, I9." in say(parts.texts.standing(view))
    quiet = replace(state, field=replace(state.field, quiet=5))
    view = parts.game.view(quiet, PUBLIC)
    assert "After one more move without a loss: A1, I9." in say(parts.texts.standing(view))
    assert "After one more move without a loss: A1, I9." in parts.alt(view)


@rules_with("compass_collisions", "board", "Compass.NORTH: 1,", "Compass.NORTH: 3,")
def test_compass_collisions_with_another_change_northwards(changed: Changed):
    parts, usual = changed("CompassCollisions"), "north to the next element of the cycle"
    assert usual not in say(parts.texts.rules())
    assert "changes the piece: north to the third, east to the second" in say(parts.texts.rules())


@rules_with("compass_collisions", "erosion", "31 - index", "30 - index")
def test_compass_collisions_whose_squares_fall_later(changed: Changed):
    parts = changed("CompassCollisions")
    view = parts.view(*PLACED)
    assert "Next to fall: A1, at 30." in parts.alt(view)
    assert "Numbers: A1 30, I9 29" in parts.alt(view)


EVERY = "return sum(1 for _ in takewhile"
EVERY_THIRD = f"return 0 if count % 3 else {EVERY.removeprefix('return ')}"
LOST = {"defeated", "left", "dropped", "removed"}


@rules_with("compass_collisions", "board", EVERY, EVERY_THIRD)
def test_compass_collisions_whose_squares_fall_after_every_third_lost_piece(changed: Changed):
    parts, announced = changed("CompassCollisions"), 0
    for seed in range(6):
        views = [
            parts.game.view(state, PUBLIC)
            for state in random_states(parts.game, Random(seed), MANY_STATES)
        ]
        for before, result in pairwise(views):
            first = {
                event.cell for event in result.events if event.kind == "fell" and event.wave == 1
            }
            is_one_lost = sum(event.kind in LOST for event in result.events) == 1
            if before.pieces and first and is_one_lost:
                assert first == {*before.falls_next[: len(first)]}
                assert (len(before.pieces) - 1) % 3 == 0 == before.falls_at % 3
                announced += 1
    assert announced


@rules_with("compass_collisions", "layouts", "MIN_IN_SET: Final = 4", "MIN_IN_SET: Final = 7")
def test_compass_collisions_with_larger_sets(changed: Changed):
    parts = changed("CompassCollisions")
    text = parts.refusal("ec layout EWFA... / EW... / ... / EWFAEWF / AEW.. / ...")
    assert text == "Each set needs at least 7 pieces; your set 1 has 6."
    view = parts.game.view(parts.game.begin(), EC)
    assert "at least 7 in each set" in say(parts.texts.notation(view))


# Demeter's Anguish


@rules_with("demeters_anguish", "rules", "side: ClassVar[int] = 15", "side: ClassVar[int] = 16")
def test_demeters_anguish_in_larger_gardens(changed: Changed):
    parts = changed("DemetersAnguish", first="ec")
    usual = parts.view("ec pass", "dmo flower A1")
    grown, shrunk = (parts.image(replace(usual, side=side)) for side in (16, 15))
    assert parts.image(usual).size == grown.size > shrunk.size


@rules_with("demeters_anguish", "rules", "side: ClassVar[int] = 15", "side: ClassVar[int] = 11")
def test_demeters_anguish_in_smaller_gardens(changed: Changed):
    parts = changed("DemetersAnguish", first="ec")
    text = parts.refusal("ec pass", "dmo flower A1", "ec rock L1")
    assert text == "L1: the gardens are A1 to K11."


@rules_with("demeters_anguish", "rules", "= POLYOMINOES\n", "= POLYOMINOES[12:]\n")
def test_demeters_anguish_with_fewer_pieces(changed: Changed):
    parts = changed("DemetersAnguish", first="ec")
    before, result = (parts.view("ec pass", f"dmo {text}") for text in ("pass", "flower I A1 A2"))
    assert parts.alt(before).count("Left: all pieces.") == 2
    assert "Left: tetrominoes I O T S L, trominoes I L, monomino." in parts.alt(result)
    trays = [parts.image(replace(before, pieces=pieces)) for pieces in (before.pieces, POLYOMINOES)]
    assert trays[0].tobytes() != trays[1].tobytes()


@rules_with("demeters_anguish", "board", "(5, 4, 3, 2)", "(2, 3, 4, 5)")
def test_demeters_anguish_where_small_pieces_decide(changed: Changed):
    parts = changed("DemetersAnguish", first="ec")
    lines = (
        *("ec flower A1 A2 A3 A4 A5", "dmo flower A1 A2 A3", "ec pass"),
        *("dmo flower B4 B5 / pass rock", "ec pass", "dmo pass"),
    )
    state = parts.after(*lines)
    assert (state.outcome.winner, state.outcome.reason.code) == (DMO, "both-passed")
    text = say(parts.texts.score(parts.seating, parts.game.reveal(state)))
    assert text.endswith("**Ada** 5 and **Bob** 5. So dominoes decide: 0 to 1.")


# Deep Sea Voyage

SMALL = rows_of(11, "W A11, K K11, D F6, R A1, B K1")
NO_X = 'if piece.size == PIECE_SIZE and piece.letter != "X"'


@rules_with("deep_sea_voyage", "board", "MIN_SIDE: Final = 13", "MIN_SIDE: Final = 11")
def test_deep_sea_voyage_on_smaller_boards(changed: Changed):
    parts = changed("DeepSeaVoyage", first="ec", board1=SMALL, board2=SMALL, board3=SMALL)
    assert "board 1: 11 by 11, row 1 at the bottom." in parts.alt(parts.view())
    lines = ("ec ready", "dmo ready", "ec board 1", "dmo board 2", "ec A2 A3 A4 A5 L1")
    assert parts.refusal(*lines) == "L1: this board is A1 to K11."


@rules_with("deep_sea_voyage", "board_in_play", "if piece.size == PIECE_SIZE", NO_X)
def test_deep_sea_voyage_with_a_smaller_bank(changed: Changed):
    parts = changed("DeepSeaVoyage", first="ec")
    assert "each of the 11 once on each board" in say(parts.texts.rules())
    view = parts.view()
    assert "Left in the bank: F I L N P T U V W Y Z." in parts.alt(view)
    usual = GAMES["deep-sea-voyage"](first=EC)
    whole, *_ = deep_sea_voyage.pictures(usual.view(usual.begin(), PUBLIC))
    assert parts.image(view).tobytes() != whole.image.convert("RGB").tobytes()


# Flower Field and Doubting Flower Field


@rules_with("flower_fields", "board", "SIDE: Final = 7", "SIDE: Final = 9")
def test_flower_fields_on_a_larger_board(changed: Changed):
    for name in ("DoubtingFlowerField", "FlowerField"):
        parts = changed(name, first="ec")
        lines = ("ec hide A1 red, I9 blue", "dmo hide A2 red, A3 blue")
        hidden = lines if name == "DoubtingFlowerField" else ()
        assert parts.refusal(*hidden, "ec J1 red") == "J1: the board is A1 to I9."
        view = parts.view(*hidden)
        assert parts.image(view).width == 9 * flower_fields.CELL + 2 * flower_fields.MARGIN
        third = "Yellow" if name == "DoubtingFlowerField" else "Purple"
        assert f"{third}: E5." in parts.alt(view)
    parts = changed("DoubtingFlowerField")
    assert "in any two cells but E5" in say(parts.texts.notation(parts.view()))


@rules_with(
    "flower_fields", "rules", "max_unseen: ClassVar[int] = 2", "max_unseen: ClassVar[int] = 1"
)
def test_doubting_flower_field_with_fewer_unseen_cells(changed: Changed):
    parts = changed("DoubtingFlowerField", first="ec")
    lines = ("ec hide A1 red, A2 blue", "dmo hide A6 red, A7 blue", "ec D5 red")
    text = parts.refusal(*lines, "dmo challenge D4 D5 C4 C5 / D4 D5 E4 E5")
    assert text.startswith("A challenge may include at most one cell without a flower, and ")
    assert "may include up to one cell without a flower" in say(parts.texts.rules())


@rules_with(
    "flower_fields",
    "notation",
    'third: ClassVar[str] = "purple"',
    'third: ClassVar[str] = "yellow"',
)
def test_flower_field_in_the_colours_of_the_other_game(changed: Changed):
    parts = changed("FlowerField", first="ec")
    view = parts.view("ec D5 yellow")
    assert "Yellow: D4, D5." in parts.alt(view)
    assert "Colours are red, blue and yellow." in say(parts.texts.rules())
    other = replace(view, third="purple")
    assert parts.image(view).tobytes() != parts.image(other).tobytes()


# Five-Card Trick


@rules_with("five_card_trick", "cards", 'STEAL = "steal"', 'STEAL = "steal"\n    WAGER = "wager"')
def test_five_card_trick_with_a_sixth_card(changed: Changed):
    parts = changed("FiveCardTrick")
    assert "play two of six cards" in say(parts.texts.rules())
    lines = ("ec score grow", "dmo claim block wager", "ec claim steal", "dmo score grow")
    view = parts.view(*lines, "ec wa bl wa", "dmo claim steal")
    assert view.ec.lights == frozenset()
    assert view.dmo.lights == {"score", "grow", "claim", "block", "steal"}
    news = parts.texts.news(parts.seating, view, Cause(CauseKind.ACTION, DMO))
    assert "All six lights are on" in say(news)
    assert "STEAL, WAGER (just played)" in parts.alt(view)


# Ultimate Tic-Tac-Toe


@rules_with(
    "ultimate_tic_tac_toe", "rules", "CENTRE: Final = Cell(4, 4)", "CENTRE: Final = Cell(0, 0)"
)
def test_ultimate_tic_tac_toe_with_a_corner_barred_at_first(changed: Changed):
    parts = changed("UltimateTicTacToe", first="ec")
    assert parts.refusal("ec A1") == "No game may begin on A1."
    assert parts.after("ec E5").position.next_board == 5
    view = parts.view()
    assert "No game may begin on A1." in say(parts.texts.rules())
    assert "anywhere but on A1" in say(parts.texts.request(parts.seating, view, (EC,)))
    assert "Cells to play on: A2-I9, B1-I1." in parts.alt(view)
