"""Two programs play each other through the line protocol, each looking at its own seat only."""

import json
from typing import Any

import pytest

from bot.cli.opponent import Session, answer
from engine.games import GAMES
from engine.opponents.thinking import Budget, Level
from engine.records.referee import referee
from engine.seats import SEATS, Seat
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample


class Program:
    """A program that plays a seat."""

    def __init__(self, kind: type[Any], seat: Seat) -> None:
        self._session = Session.begin(kind, Budget(Level.GREEDY, nodes=50))
        self.ask("new seed 3")
        self.ask(f"seats {seat}")

    def ask(self, line: str) -> str:
        self._session, text = answer(self._session, line)
        return text.removesuffix("\n\n")


@pytest.mark.parametrize("name", sample(PLAYED, GAMES_OF_EACH_KIND))
def test_two_programs_that_tell_each_other_everything_agree_to_the_end(name: str):
    programs = {seat: Program(GAMES[name], seat) for seat in SEATS}
    while programs[Seat.EC].ask("result") == "= null":
        entries = 0
        for seat in SEATS:
            chosen = programs[seat].ask(f"genmove {seat}")
            if chosen.startswith("= "):
                entries += 1
                assert programs[seat.opponent].ask(f"play {seat} {chosen[2:]}") == "="
        assert entries, "nobody is to act, but it is not over"
    here, there = programs.values()
    for question in ("result", "position", "record"):
        assert here.ask(question) == there.ask(question)
    record = here.ask("record").removeprefix("=\n").removesuffix(".")
    *entries, end = referee(record)
    assert {entry["verdict"] for entry in entries} == {"accepted"}
    assert end["result"] == json.loads(here.ask("result")[2:])
