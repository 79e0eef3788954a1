"""The bed of both Flower Fields in words."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.games.flower_fields.board import Colour, Flower
from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    Event,
    Fate,
    GaveUp,
    Passed,
    Phase,
    Planted,
)
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField, FlowerFieldsView
from engine.grid import Cell
from engine.seats import SEATS

RESULTS: Final = {True: "succeeded", False: "failed"}
FATES: Final = {Fate.LIVE: "live", Fate.EXPLODED: "blown up", Fate.CANCELLED: "cancelled"}


def describe(view: FlowerFieldsView, ended: str) -> str:
    """The position in words; `ended` says how the match ended, if it has."""
    game = DoubtingFlowerField if view.doubting else FlowerField
    lives = ", ".join(f"{seat.upper()} {view.lives(seat)}" for seat in SEATS)
    sentences = (
        *(f"{game.title}.", ended or _stage(view), f"Lives: {lives}."),
        _told("Last", _deed(view.latest, view) if view.latest else ""),
        f"Row 1 is at the {view.row_one.value}.",
        *(_cells_of(colour, view) for colour in Colour),
        _told("Latest planting, marked", _listed(view.fresh)),
        _told("Hidden flowers blew up on", _listed(view.exploded)),
        _told("Your hidden flowers", _flowers(view.own, view)),
        _told("Hidden were", _hidden(view)),
    )
    return " ".join(filter(None, sentences))


def _stage(view: FlowerFieldsView) -> str:
    if view.to_move is None:
        if view.phase is Phase.CHOICE:
            return "It is not settled yet who goes first."
        ready = " and ".join(seat.upper() for seat in view.submitted) or "nobody"
        return f"Flowers are being hidden; submitted: {ready}."
    if view.must_answer:
        return f"{view.to_move.upper()} is to doubt or accept."
    if view.committed:
        return f"{view.to_move.upper()} is to name two fields."
    may_doubt = ", and may doubt" if view.may_doubt else ""
    return f"{view.to_move.upper()} is to move{may_doubt}."


def _deed(event: Event, view: FlowerFieldsView) -> str:  # noqa: PLR0911 - one for each event
    seat = event.seat.upper()
    match event:
        case Planted(flowers=flowers, exploded=exploded):
            blown_up = f"; hidden flowers blew up on {_listed(exploded)}" if exploded else ""
            return f"{seat} planted {_flowers(flowers, view)}{blown_up}"
        case Committed():
            return f"{seat} began a challenge"
        case Challenged(succeeded=succeeded, undone=undone):
            crossed = f"; undone, crossed out: {_flowers(undone, view)}" if undone else ""
            return f"{seat}'s challenge with {_fields(view)} {RESULTS[succeeded]}{crossed}"
        case Doubted(succeeded=succeeded, put_back=put_back):
            back = f"; put back: {_flowers(put_back, view)}" if put_back else ""
            return f"{seat}'s doubt of {_fields(view)} {RESULTS[succeeded]}{back}"
        case GaveUp():
            return f"{seat} gave up the challenge"
        case Accepted(by_clock=by_clock):
            return f"{seat} accepted the claim" + " (out of time)" * by_clock
        case Passed():
            return f"{seat} passed"


def _fields(view: FlowerFieldsView) -> str:
    solid, dashed = (" ".join(map(str, field)) for field in view.fields)
    return f"{solid} (solid line) and {dashed} (dashed line)"


def _cells_of(colour: Colour, view: FlowerFieldsView) -> str:
    cells = sorted(flower.cell for flower in view.flowers if flower.colour is colour)
    return f"{_dye(colour, view).capitalize()}: {_listed(cells) or 'none'}."


def _hidden(view: FlowerFieldsView) -> str:
    return ", ".join(
        f"{each.seat.upper()} {_flowers((each.flower,), view)} ({FATES[each.fate]})"
        for each in view.hidden
    )


def _flowers(flowers: Iterable[Flower], view: FlowerFieldsView) -> str:
    return ", ".join(f"{flower.cell} {_dye(flower.colour, view)}" for flower in flowers)


def _listed(cells: Iterable[Cell]) -> str:
    return ", ".join(map(str, cells))


def _told(what: str, facts: str) -> str:
    """A sentence, unless there is nothing to tell."""
    return f"{what}: {facts}." if facts else ""


def _dye(colour: Colour, view: FlowerFieldsView) -> str:
    return colours(view.third)[colour]


def colours(third: str) -> Mapping[Colour, str]:
    """What the colours are called: the third differs in the two games."""
    return {Colour.RED: "red", Colour.BLUE: "blue", Colour.YELLOW: third}
