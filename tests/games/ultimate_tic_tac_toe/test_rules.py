"""The cells that can be taken in Ultimate Tic-Tac-Toe, and what is shown between two games."""

import pytest

from bot.texts.language import say
from bot.texts.seating import Seating
from engine.games.ultimate_tic_tac_toe.rules import UltimateState, UltimateTicTacToe
from engine.grids.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.seats import PUBLIC, Seat
from engine.texts import texts_of

GAME = UltimateTicTacToe(first=Seat.EC)
NAMES = {Seat.EC: "Ada", Seat.DMO: "Bob"}
NEARLY_DRAWN = (
    *("G8", "A6", "B8", "F4", "H2", "E5", "E6", "F9", "I8", "I4", "G2", "C4", "I2", "I6", "H8"),
    *("D6", "C9", "H5", "A7", "A2", "B5", "G6", "F1", "E7", "E2", "D1", "C3", "F3", "D3", "C2"),
    *("C6", "B2", "A4", "E9", "E8"),
)


def after(*typed: str) -> UltimateState:
    state = GAME.begin()
    for text in typed:
        seat = state.to_move
        assert seat is not None
        state = GAME.act(state, seat, GAME.read(state, seat, text))
    return state


def cells_to_take(state: UltimateState) -> list[Cell]:
    assert state.to_move is not None
    return [*GAME.moves(state, state.to_move)]


@pytest.mark.parametrize(
    ("typed", "next_board", "count"),
    [
        ((), None, 80),
        (("E6",), 8, 9),
        (("E6", "D7", "A1"), 1, 8),
        (("5.4", "4.1", "1.1", "1.2", "2.6", "6.1", "1.5", "5.1", "1.9"), 9, 9),
        (("5.4", "4.1", "1.1", "1.2", "2.6", "6.1", "1.5", "5.1", "1.9", "9.1"), None, 66),
        (("5.1", "1.5", "5.9", "9.5", "5.5"), None, 70),
    ],
)
def test_a_move_sends_to_a_board_or_to_every_open_one(
    typed: tuple[str, ...], next_board: int | None, count: int
):
    state = after(*typed)
    assert state.next_board == next_board
    assert len(cells_to_take(state)) == count
    assert {*GAME.view(state, PUBLIC).scene.open_cells} == {*cells_to_take(state)}


def test_a_drawn_game_is_shown_and_told_until_the_next_one_is_begun():
    state = after(*NEARLY_DRAWN, "D9")
    view, seating = GAME.view(state, PUBLIC), Seating(GAME, {Seat.EC: 1, Seat.DMO: 2}, NAMES)
    assert len(view.scene.pieces) == len(NEARLY_DRAWN) + 1
    assert not view.scene.open_cells
    news = say(texts_of(UltimateTicTacToe).news(seating, view, Cause(CauseKind.ACTION, Seat.DMO)))
    assert news.endswith("Game 1 is drawn. The board is cleared, and **Bob** begins game 2.")
    assert len(GAME.view(after(*NEARLY_DRAWN, "D9", "A1"), PUBLIC).scene.pieces) == 1
