"""Short records for tests, and whole matches with their histories."""

from functools import cache

from engine.matches.match import Match
from engine.records.history import HistoryStep, fresh_match, history
from engine.records.referee import referee
from engine.seats import Seat
from tests.helpers.matches.played import entries_of
from tests.helpers.matches.scripts import write_script

HEAD = "game: fire-and-ice\n"
PLAYERS = {Seat.EC: "Ada", Seat.DMO: "Bob"}


def judged(body: str, **headers: str) -> list[dict]:
    lines = [f"{key}: {value}\n" for key, value in headers.items()]
    return referee(HEAD + "".join(lines) + "\n" + body)


@cache
def whole(game: str) -> tuple[Match, tuple[HistoryStep, ...]]:
    """Return a whole match of a game with its clocks, and its steps."""
    script = write_script(game, 1)
    match = Match.replay(script.dealt(), entries_of(script))
    return match, history(fresh_match(match), match.entries)
