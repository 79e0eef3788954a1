"""A position's end is worked out once, however often a match asks; nothing is listed for it."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.clocks import Seconds
from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.games.compass_collisions.board import Battlefield
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.games.demeters_anguish.board import Garden
from engine.games.fire_and_ice.board import Room
from engine.games.flower_fields.board import Bed
from engine.games.free_table.rules import FreeTable
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun
from tests.games.deep_sea_voyage.positions import sailing
from tests.games.demeters_anguish.positions import U, anguish, say_all
from tests.helpers.games.random_play import CONSIDERED


def counted(
    monkeypatch: pytest.MonkeyPatch, owner: type[Any], name: str, calls: Counter[str]
) -> None:
    """Count how often a method or property is worked out."""
    value = vars(owner)[name]
    worked_out: Callable[..., Any] = value.fget if isinstance(value, property) else value

    def counting(*values: Any, **named: Any) -> Any:
        calls[name] += 1
        return worked_out(*values, **named)

    now = property(counting) if isinstance(value, property) else counting
    monkeypatch.setattr(owner, name, now)


def asked(match: Match) -> None:
    for viewer in (PUBLIC, *SEATS):
        match.view(viewer)
    match.standing()
    assert match.next_wake() is None or match.to_act


def test_what_fits_in_the_gardens_is_looked_up_once_for_each_half(monkeypatch: pytest.MonkeyPatch):
    calls = Counter[str]()
    match = say_all(begun(anguish(first="ec")), f"ec {U}", "dmo pass")
    counted(monkeypatch, Garden, "takes_a_flower", calls)
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


MOVES = 20
LISTING: dict[str, tuple[type[Any], str, int]] = {
    "fire-and-ice": (Room, "takes_any", 1),
    "compass-collisions": (Battlefield, "moves", 0),
    "demeters-anguish": (Garden, "flowers_that_fit", 2),
    "deep-sea-voyage": (Sea, "fits", 1),
    "doubting-flower-field": (Bed, "plantings_that_fit", 0),
    "flower-field": (Bed, "plantings_that_fit", 0),
    "free-table": (FreeTable, "legal", 0),
}
"""Methods that list all actions in games of no kind of those, and their calls for a move.

One call is to see whether the next seat can play, in Demeter's Anguish one for each garden; for
others, views may show once where it can.
"""


def listing_of(game: type[AnyGame]) -> tuple[type[Any], str, int]:
    """Return the method that lists the actions of a game of a kind, and its calls for a move."""
    return next(
        (kind, listing, at_most)
        for listing, at_most in (("moves", 1), ("candidates", 0))
        for kind in game.mro()
        if listing in vars(kind)
    )


def random_log(game: AnyGame) -> tuple[Entry, ...]:
    generator, match, now = Random(1), begun(game, by_posts=True), Seconds(0)
    for _ in range(MOVES):
        if match.result:
            break
        match = match.enter(Entry(Speaker.DEALER, now, "posted")).match
        seat = generator.choice(match.to_act)
        actions = list(islice(game.legal(match.state, seat), CONSIDERED))
        text = game.write(generator.choice(actions))
        now += Seconds(7)
        match = match.enter(Entry(Speaker(seat.value), now, text)).match.draw_lots().match
    return match.entries


@pytest.mark.parametrize("name", GAMES)
def test_a_match_lists_no_legal_moves_and_goes_through_them_once_for_a_move(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    game, calls = GAMES[name](first=Seat.EC), Counter[str]()
    log = random_log(game)
    owner, listing, at_most = LISTING.get(name) or listing_of(GAMES[name])
    counted(monkeypatch, owner, listing, calls)
    for other_kind in (kind for kind in GAMES[name].mro() if "legal" in vars(kind)):
        counted(monkeypatch, other_kind, "legal", calls)
    asked(Match.replay(game, log))
    moves = sum(entry.speaker.seat is not None for entry in log)
    assert moves >= MOVES // 2
    assert calls["legal"] == 0
    assert calls[listing] <= at_most * moves
