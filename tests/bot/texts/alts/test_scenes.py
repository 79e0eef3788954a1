"""A scene in words, for the games that have no alt text of their own."""

from dataclasses import dataclass

import pytest

from bot.texts.language import Language, say, speaking
from engine.game import OUT_OF_TIME, AnyGame, Outcome
from engine.kinds.scene import Owner, Scene
from engine.kinds.scene_texts import SceneTexts
from engine.matches.entries import Cause
from engine.seats import SEATS, Seat
from engine.texts import Seating
from engine.words.alts import LONGEST_ALT, Names, length
from engine.words.sentences import Words
from tests.rendering.golden.sample_scenes import BOTH, MIDDLE, SCENES, TRICK, crowded, hand
from tests.rendering.positions.fire_and_ice import NAMES


@dataclass(frozen=True)
class View:
    """The scene of a position, the seat to move and the outcome."""

    scene: Scene
    to_move: Seat | None = Seat.EC
    outcome: Outcome | None = None


class SomeTexts(SceneTexts):
    """Texts of a game that have nothing but the alt text."""

    title = "Some Game"

    def role(self, game: AnyGame, seat: Seat) -> Words:
        raise NotImplementedError

    def request(self, seating: Seating, view: View, seats: tuple[Seat, ...]) -> Words:
        raise NotImplementedError

    def news(self, seating: Seating, view: View, cause: Cause) -> Words:
        raise NotImplementedError

    def notation(self, view: View) -> Words:
        raise NotImplementedError

    def rules(self) -> Words:
        raise NotImplementedError


def alt(view: View, names: Names = NAMES) -> str:
    return say(SomeTexts().alt("board", view, names))


def test_all_that_is_on_the_board_is_told():
    assert alt(View(MIDDLE.scene)) == (
        "Some Game. EC to move. The board is 9 by 9. Heavy lines divide it into blocks of 3 by 3. "
        "Row 1 is at the bottom. Latest move: C5. Cells to play on: G4, H6. EC Ada: BOARDS 2. "
        "DMO Bob: BOARDS 2. Won by EC Ada: D1-I3. Won by DMO Bob: A7-C9, D4-F6. "
        "Won by nobody: A4-C6. EC Ada's pieces: A3-B3, A5-A6, B2-H2, B4-B5, C6, D9, E6-G6, E7, G1, "
        "G3, G5, H7-H8, I3, I6. DMO Bob's pieces: A1-B1, A4, A8-B8, B6-B7, B9, C4-C5, C7, D4-D6, "
        "E5, F4, F7-F8, G8-G9, H4-H5, I4-I5, I7, I9."
    )


def test_all_that_is_beside_the_board_is_told():
    assert alt(View(TRICK.scene, to_move=None)) == (
        "Some Game. It isn't decided yet who goes first. EC Ada: CHIPS 12. DMO Bob: CHIPS 9. "
        "The table: POT 3. EC Ada's cards: SCORE (lit, void in the next round, just played), GROW, "
        "CLAIM (lit, just played), BLOCK (lit), STEAL. DMO Bob's cards: SCORE, GROW (lit), CLAIM, "
        "BLOCK (lit, just played), STEAL (lit, just played)."
    )
    assert "EC Ada: COINS 5, LIVES 1." in alt(View(BOTH.scene))


def test_the_tables_things_are_called_so():
    scene = Scene(None, hands=(hand(Owner.TABLE, lit="GROW"),))
    assert "The table's cards: SCORE, GROW (lit), CLAIM" in alt(View(scene))
    assert "The table's pieces: 8 C2." in alt(View(BOTH.scene))


def test_the_end_takes_the_place_of_the_turn():
    ended = alt(View(MIDDLE.scene, outcome=Outcome(Seat.DMO, OUT_OF_TIME)))
    assert ended.startswith("Some Game. The match is over. EC has run out of time. DMO wins. The")


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("name", ["W" * 5000, "🌷" * 5000])
def test_every_scene_fits_what_discord_takes(name: str):
    ended = Outcome(Seat.DMO, OUT_OF_TIME)
    for scene in (*SCENES.values(), *map(crowded, range(20))):
        view = View(scene.scene, outcome=ended)
        assert length(alt(view, dict.fromkeys(SEATS, name))) <= LONGEST_ALT


def test_a_scene_is_told_in_german():
    with speaking(Language.DE):
        assert "Spielbare Felder: G4, H6." in alt(View(MIDDLE.scene))
        assert "Karten von EC Ada: SCORE (leuchtet, in der nächsten Runde wirkungslos, " in alt(
            View(TRICK.scene)
        )
