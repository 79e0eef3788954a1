"""A scene as symbols: won and open cells, heavy lines, and hands of cards."""

from engine.kinds.scene import Scene
from engine.kinds.scene_symbols import CardSign, GroundSign, SceneCellKind, boards
from engine.text_boards import Mark, TextBoard, legend, written
from tests.rendering.golden.sample_scenes import BOTH, MIDDLE, TRICK, SceneOnly, cells


def board_of(view: SceneOnly) -> TextBoard:
    (board,) = boards(view)
    return board


def test_a_board_in_blocks_is_written_as_a_reader_expects_it():
    board = board_of(MIDDLE)
    assert written(board).split("\n") == [
        "  A  B  C    D  E  F    G  H  I",
        "9 .d xd .d | o  .  .  | x  .  x",
        "8 xd xd .d | .  .  x  | x  o  .",
        "7 .d xd xd | .  o  x  | .  o  x",
        "  -------------------------------",
        "6 o= x= o= | xd od od | o  _  o",
        "5 o= o= x=*| xd xd .d | o  x  x",
        "4 x= o= x= | xd .d xd | _  x  x",
        "  -------------------------------",
        "3 o  o  .  | .e .e .e | oe .e oe",
        "2 .  o  o  | oe oe oe | oe oe .e",
        "1 x  x  .  | .e .e .e | oe .e .e",
    ]
    assert {*legend([board])} == {
        *(SceneCellKind.EMPTY, SceneCellKind.OPEN, SceneCellKind.EC, SceneCellKind.DMO),
        *GroundSign,
        Mark.LATEST,
    }


def test_hands_are_written_in_rows():
    board = board_of(TRICK)
    assert written(board).split("\n") == [
        "EC  SCORE!/* GROW-    CLAIM!*  BLOCK!   STEAL-",
        "DMO SCORE-   GROW!    CLAIM-   BLOCK!*  STEAL!*",
    ]
    assert legend([board]) == (*CardSign, Mark.LATEST)


def test_hands_stand_below_the_board():
    assert written(board_of(BOTH)).split("\n")[-3:] == [
        "1 .  .  .e .d .=",
        "EC  SCORE-  GROW!   CLAIM-  BLOCK-  STEAL-",
        "DMO SCORE-  GROW-/  CLAIM-  BLOCK-  STEAL-",
    ]


def test_an_open_cell_that_the_latest_move_touched_is_marked():
    (cell,) = cells("B2")
    board = board_of(SceneOnly(Scene(cell, latest=(cell,), open_cells=(cell,))))
    assert written(board).split("\n") == ["  A B", "2 . _*", "1 . ."]
