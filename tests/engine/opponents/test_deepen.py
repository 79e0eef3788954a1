"""The deepening of the opponents' search, on a simple game."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.opponents.thinking import WON, Budget, SearchBudget, deepen


@dataclass(frozen=True)
class Pile:
    """A pile of which both take up to three in turn; whoever takes the last wins."""

    left: int

    @property
    def key(self) -> int:
        return self.left

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def value(self) -> float:
        return -WON if self.is_over else 0.0

    def moves(self) -> Sequence[int]:
        return range(1, min(3, self.left) + 1)

    def after(self, move: int) -> "Pile":
        return Pile(self.left - move)


def searched(left: int, nodes: int) -> list[tuple[float, int]]:
    return deepen(Pile(left), SearchBudget(Budget(nodes=nodes), 0))


def test_a_win_is_found_however_many_moves_away():
    for left in range(5, 30):
        value, move = searched(left, 100_000)[0]
        if left % 4:
            assert (value, move) == (WON, left % 4)
        else:
            assert value == -WON


def test_the_search_ends_when_there_is_nothing_more_to_look_at():
    thinking = SearchBudget(Budget(nodes=10**9), 0)
    deepen(Pile(3), thinking)
    assert thinking.nodes < 20


@dataclass(frozen=True)
class Choice:
    """Three moves; the reply to the first, which looks best, is bad for it."""

    path: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        return self.path

    @property
    def is_over(self) -> bool:
        return False

    def value(self) -> float:
        match self.path:
            case (move,):
                return float(move)
            case (0, _):
                return -5.0
            case _:
                return 0.0

    def moves(self) -> Sequence[int]:
        return (0, 1, 2)

    def after(self, move: int) -> "Choice":
        return Choice((*self.path, move))


def test_what_a_depth_has_got_to_counts_though_the_budget_ends_in_it():
    first = 3
    of_each_move = 4
    shallow = deepen(Choice(), SearchBudget(Budget(nodes=first), 0))
    assert [move for _, move in shallow] == [0, 1, 2]
    deeper = deepen(Choice(), SearchBudget(Budget(nodes=first + 2 * of_each_move), 0))
    assert deeper[0] == (0.0, 1)
    assert {move for _, move in deeper} == {0, 1, 2}
    assert [value for value, _ in deeper] == sorted(
        (position for position, _ in deeper), reverse=True
    )
