"""What a seat may type at random, in any game, so that a match goes on."""

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any

from engine.choice import Chosen
from engine.games.compass_collisions import board as battlefield
from engine.games.compass_collisions import rules as compass
from engine.games.deep_sea_voyage import rules as sea
from engine.games.demeters_anguish import rules as demeter
from engine.games.fire_and_ice import notation as fire
from engine.games.flower_fields import rules as flowers
from engine.grid import Cell
from engine.matches.match import AnyGame, Match
from engine.seats import Seat
from tests.random_play import CONSIDERED

CLAIMS_CONSIDERED = 50
CLAIMS = 0.15
"""How often a planting is challenged, where that is possible."""


def random_text(match: Match, seat: Seat, generator: Random) -> str:
    """Something legal; what has been submitted in a phase of secrets is locked next."""
    if seat in match.received:
        return sea.Word.LOCK.value
    legal = match.game.legal(match.state, seat)
    if isinstance(match.game, flowers.FlowerFields) and generator.random() < CLAIMS:
        claims = list(islice(filter(_is_claim, legal), CLAIMS_CONSIDERED))
        legal = iter(claims) if claims else match.game.legal(match.state, seat)
    actions = list(islice(legal, CONSIDERED))
    # Words pass, give up or bind; they are for when nothing else is left.
    action = generator.choice([each for each in actions if not _is_word(each)] or actions)
    return text_of(match.game, action)


def text_of(game: AnyGame, action: Any) -> str:
    """An action as it is typed."""
    return TEXTS[type(action)](game, action)


def _is_claim(action: Any) -> bool:
    return isinstance(action, flowers.Claim)


def _is_word(action: Any) -> bool:
    if isinstance(action, demeter.Halves):
        return any(isinstance(each, demeter.Passing) for each in action.typed)
    return isinstance(action, sea.Word | flowers.Word)


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells))


def _half(half: demeter.TypedHalf) -> str:
    match half:
        case demeter.Planting(cells=cells):
            return f"flower {_cells(cells)}"
        case demeter.Laying(cells=cells):
            return f"rock {_cells(cells)}"
        case demeter.Passing(half=which):
            return f"pass {which}"


def _flowers(game: Any, planted: Iterable[flowers.Flower]) -> str:
    words = {colour: word for word, colour in game.colour_words.items()}
    return ", ".join(f"{each.cell} {words[each.colour]}" for each in planted)


def _route(route: sea.TypedRoute) -> str:
    return f"route {route.number} {route.ship} {_cells(route.cells)}"


TEXTS: dict[type, Callable[[Any, Any], str]] = {
    Chosen: lambda _, each: f"first {each.first}",
    fire.Move: lambda _, each: _cells(each.cells),
    battlefield.Move: lambda _, each: f"{each.source} {each.direction} {each.steps}",
    compass.Submission: lambda _, each: "layout " + " / ".join(each.rows),
    compass.Take: lambda _, each: f"take {each.privilege}",
    compass.Placement: lambda _, each: ", ".join(f"{name} {side}" for name, side in each.sides),
    compass.Removal: lambda _, each: f"remove {each.cell}",
    demeter.Halves: lambda _, each: " / ".join(map(_half, each.typed)),
    sea.TakeSide: lambda _, each: each.side.value,
    sea.Pick: lambda _, each: f"board {each.number}",
    sea.Placing: lambda _, each: _cells(each.cells),
    sea.Routing: lambda _, each: " / ".join(map(_route, each.routes)),
    sea.Word: lambda _, each: each.value,
    flowers.Hiding: lambda game, each: f"hide {_flowers(game, each.flowers)}",
    flowers.Plant: lambda game, each: _flowers(game, each.flowers),
    flowers.Claim: lambda _, each: "challenge " + " / ".join(map(_cells, each.fields)),
    flowers.Word: lambda _, each: each.value,
}
