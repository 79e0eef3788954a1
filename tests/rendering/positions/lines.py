"""Sources of the graph of a match and of the standings."""

from engine.clocks import Seconds
from engine.game import Outcome
from engine.games import GAMES
from engine.games.fire_and_ice.rules import NO_LEGAL_MOVE
from engine.opponents.analysis import Analysis, JudgedMove, Move
from engine.seats import SEATS, Seat
from rendering.standings import StandingsLine

TITLES = [game.title for game in GAMES.values()]


def analysis(chances: list[float], *, timed: bool = True) -> Analysis:
    """Return a match by the EC's chance at its start and after each move."""
    moves = [
        JudgedMove(
            number + 1,
            Move(SEATS[number % 2], "E6 E7", Seconds(number % 50) if timed else None),
            chances[number],
            chances[number + 1],
        )
        for number in range(len(chances) - 1)
    ]
    return Analysis(tuple(moves), Outcome(Seat.EC, NO_LEGAL_MOVE))


def line(rank: int, games: int = 1, name: str = "Ada", score: str = "2 : 1") -> StandingsLine:
    """Return a player of the standings who has played so many games."""
    by_game = tuple((title, score) for title in TITLES[:games])
    return StandingsLine(rank, name, 2, 1, by_game, "12:30", "1:04")
