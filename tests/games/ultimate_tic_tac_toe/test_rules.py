"""Ultimate Tic-Tac-Toe between two games: the board, and the news of a draw."""

from bot.texts.language import say
from bot.texts.seating import Seating
from engine.games.ultimate_tic_tac_toe.rules import UltimateState, UltimateTicTacToe
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


def test_a_drawn_game_is_shown_and_told_until_the_next_one_is_begun():
    state = after(*NEARLY_DRAWN, "D9")
    view, seating = GAME.view(state, PUBLIC), Seating(GAME, {Seat.EC: 1, Seat.DMO: 2}, NAMES)
    assert len(view.scene.pieces) == len(NEARLY_DRAWN) + 1
    assert not view.scene.open_cells
    news = say(texts_of(UltimateTicTacToe).news(seating, view, Cause(CauseKind.ACTION, Seat.DMO)))
    assert news.endswith("Game 1 is drawn. The board is cleared, and **Bob** begins game 2.")
    assert len(GAME.view(after(*NEARLY_DRAWN, "D9", "A1"), PUBLIC).scene.pieces) == 1
