"""Alt texts of both Flower Fields."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.texts.alts import ROW_ONE
from bot.texts.language import Text, _, pgettext
from bot.texts.seating import listing
from engine.games.flower_fields.board import Flower, FlowerColor
from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    Event,
    Fate,
    FlowerFieldsView,
    GaveUp,
    Passed,
    Phase,
    Planted,
)
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.grids.grid import Cell
from engine.seats import SEATS

FATES: Final = {
    Fate.LIVE: Text("live"),
    Fate.EXPLODED: Text("blown up"),
    Fate.CANCELLED: Text("cancelled"),
}
COLORS: Final = {
    "red": Text("red"),
    "blue": Text("blue"),
    "yellow": Text("yellow"),
    "purple": Text("purple"),
}
"""The colours of both games, by what is typed."""
CHALLENGES: Final = {
    True: Text("{seat}'s challenge with {fields} succeeded"),
    False: Text("{seat}'s challenge with {fields} failed"),
}
DOUBTS: Final = {
    True: Text("{seat}'s doubt of {fields} succeeded"),
    False: Text("{seat}'s doubt of {fields} failed"),
}


def describe(view: FlowerFieldsView, ended: str) -> str:
    """Describe the position; `ended` is the result, if there is one."""
    game = DoubtingFlowerField if view.doubting else FlowerField
    lives = ", ".join(f"{seat.upper()} {view.lives(seat)}" for seat in SEATS)
    hidden = (
        f"{flower.seat.upper()} {_flowers((flower.flower,), view)} ({FATES[flower.fate]()})"
        for flower in view.hidden
    )
    sentences = (
        f"{game.title}.",
        ended or _stage(view),
        _("Lives: {lives}.", lives=lives),
        _("Last: {deed}.", deed=_deed(view.latest, view)) if view.latest else "",
        ROW_ONE[view.row_one](),
        *(_cells_of(color, view) for color in FlowerColor),
        _told(_("Latest planting, marked"), _listed(view.fresh)),
        _told(_("Hidden flowers blew up on"), _listed(view.exploded)),
        _told(_("Your hidden flowers"), _flowers(view.own, view)),
        _told(_("Hidden flowers"), ", ".join(hidden)),
    )
    return " ".join(filter(None, sentences))


def _stage(view: FlowerFieldsView) -> str:
    if view.to_move is None:
        return _before_turns(view)
    seat = view.to_move.upper()
    if view.must_answer:
        return _("{seat} has to doubt or accept.", seat=seat)
    if view.committed:
        return _("{seat} has to name two fields.", seat=seat)
    if view.may_doubt:
        return _("{seat} to move, and may doubt.", seat=seat)
    return _("{seat} to move.", seat=seat)


def _before_turns(view: FlowerFieldsView) -> str:
    """Say how the match begins; empty for a turn shown without its mover."""
    if view.phase is Phase.CHOICE:
        return _("It isn't decided yet who goes first.")
    if view.phase is not Phase.HIDING:
        return ""
    if not view.submitted:
        return _("Players are hiding flowers; submitted: nobody.")
    ready = listing([seat.upper() for seat in view.submitted])
    return _("Players are hiding flowers; submitted: {seats}.", seats=ready)


def _deed(event: Event, view: FlowerFieldsView) -> str:  # noqa: PLR0911 - one for each event
    seat = event.seat.upper()
    match event:
        case Planted(flowers=flowers, exploded=exploded):
            planted = _("{seat} planted {flowers}", seat=seat, flowers=_flowers(flowers, view))
            return _with(planted, Text("hidden flowers blew up on {facts}"), _listed(exploded))
        case Committed():
            return _("{seat} began a challenge", seat=seat)
        case Challenged(succeeded=succeeded, undone=undone):
            challenged = CHALLENGES[succeeded](seat=seat, fields=_fields(view))
            return _with(challenged, Text("undone, crossed out: {facts}"), _flowers(undone, view))
        case Doubted(succeeded=succeeded, put_back=put_back):
            doubted = DOUBTS[succeeded](seat=seat, fields=_fields(view))
            return _with(doubted, Text("put back: {facts}"), _flowers(put_back, view))
        case GaveUp():
            return _("{seat} gave up the challenge", seat=seat)
        case Accepted(by_clock=True):
            return _("{seat} accepted the claim (out of time)", seat=seat)
        case Accepted():
            return _("{seat} accepted the claim", seat=seat)
        case Passed():
            return _("{seat} passed", seat=seat)


def _with(deed: str, came_of_it: Text, facts: str) -> str:
    return f"{deed}; {came_of_it(facts=facts)}" if facts else deed


def _fields(view: FlowerFieldsView) -> str:
    solid, dashed = (" ".join(map(str, field)) for field in view.fields)
    return _("{solid} (solid line) and {dashed} (dashed line)", solid=solid, dashed=dashed)


def _cells_of(color: FlowerColor, view: FlowerFieldsView) -> str:
    cells = sorted(flower.cell for flower in view.flowers if flower.color is color)
    listed = _listed(cells) or pgettext("cells", "none")
    return _told(colors(view.third)[color].capitalize(), listed)


def _flowers(flowers: Iterable[Flower], view: FlowerFieldsView) -> str:
    dyes = colors(view.third)
    return ", ".join(f"{flower.cell} {dyes[flower.color]}" for flower in flowers)


def _listed(cells: Iterable[Cell]) -> str:
    return ", ".join(map(str, cells))


def _told(label: str, facts: str) -> str:
    return f"{label}: {facts}." if facts else ""


def colors(third: str) -> Mapping[FlowerColor, str]:
    """Name the colours; the two games differ in the third."""
    return {
        FlowerColor.RED: COLORS["red"](),
        FlowerColor.BLUE: COLORS["blue"](),
        FlowerColor.YELLOW: COLORS[third](),
    }
