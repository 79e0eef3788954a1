"""A position's end is worked out once, however often a match asks."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.game import Game
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.games.demeters_anguish.board import Plot
from engine.games.fire_and_ice.board import Board
from engine.matches.match import Match
from engine.matches.standing import standing
from engine.seats import PUBLIC, SEATS
from tests.engine.games.deep_sea_voyage.positions import sailing
from tests.engine.games.demeters_anguish.positions import U, anguish, say_all
from tests.engine.playing import begun, fire_and_ice, played


def counted(
    monkeypatch: pytest.MonkeyPatch, owner: type[Any], name: str, calls: Counter[str]
) -> None:
    """Count how often a method or property is worked out."""
    given = vars(owner)[name]
    worked_out: Callable[..., Any] = given.fget if isinstance(given, property) else given

    def counting(*values: Any, **named: Any) -> Any:
        calls[name] += 1
        return worked_out(*values, **named)

    now = property(counting) if isinstance(given, property) else counting
    monkeypatch.setattr(owner, name, now)


def asked(match: Match) -> None:
    """Everything anybody asks about a match."""
    for viewer in (PUBLIC, *SEATS):
        match.view(viewer)
    standing(match)
    assert match.next_wake() is None or match.to_act


def test_fire_and_ice_looks_for_moves_once_for_each_move(
    monkeypatch: pytest.MonkeyPatch,
):
    calls = Counter[str]()
    match = begun(fire_and_ice(first="ec", takeback="0"))
    counted(monkeypatch, Board, "has_room_for", calls)
    asked(played(match, "ec @1 E6 E7"))
    assert calls == {"has_room_for": 1}


def test_what_fits_in_the_gardens_is_looked_up_once_for_each_half(monkeypatch: pytest.MonkeyPatch):
    calls = Counter[str]()
    match = say_all(begun(anguish(first="ec")), f"ec {U}", "dmo pass")
    counted(monkeypatch, Plot, "takes_a_flower", calls)
    asked(say_all(match, "ec rock A1"))
    assert calls == {"takes_a_flower": 1}


def test_each_board_at_sea_is_counted_once(monkeypatch: pytest.MonkeyPatch):
    calls = Counter[str]()
    match = sailing()
    counted(monkeypatch, DeepSeaVoyage, "_score", calls)
    game: Game[Any, Any, Any] = match.game
    over = game._over(match.state)  # type: ignore[attr-defined]
    for viewer in (PUBLIC, *SEATS):
        assert game.view(over, viewer).seas[0].score is not None
    assert over.outcome
    assert calls == {"_score": 3}
