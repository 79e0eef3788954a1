"""Alt texts of both Flower Fields."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.games.flower_fields import position
from engine.games.flower_fields.board import Flower, FlowerColor, color_names
from engine.games.flower_fields.position import Event, Fate, FlowerFieldsView, Phase
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.seats import SEATS
from engine.texts import PLACE_OF_ROW_ONE, ended
from engine.words.sentences import Fact, Joined, Sentence, WordInContext, Words, listing

FATES: Final = {
    Fate.LIVE: Sentence("live"),
    Fate.EXPLODED: Sentence("blown up"),
    Fate.CANCELLED: Sentence("cancelled"),
}
COLORS: Final = {
    "red": Sentence("red"),
    "blue": Sentence("blue"),
    "yellow": Sentence("yellow"),
    "purple": Sentence("purple"),
}
"""The colours of both games, by what is typed."""
CAPITALIZED: Final = {
    "red": Sentence("Red"),
    "blue": Sentence("Blue"),
    "yellow": Sentence("Yellow"),
    "purple": Sentence("Purple"),
}
CHALLENGES: Final = {
    True: Sentence("{seat}'s challenge with {fields} succeeded"),
    False: Sentence("{seat}'s challenge with {fields} failed"),
}
DOUBTS: Final = {
    True: Sentence("{seat}'s doubt of {fields} succeeded"),
    False: Sentence("{seat}'s doubt of {fields} failed"),
}


def describe(view: FlowerFieldsView) -> Words:
    """Describe the position."""
    game = DoubtingFlowerField if view.doubting else FlowerField
    lives = ", ".join(f"{seat.upper()} {view.lives(seat)}" for seat in SEATS)
    return Joined(
        [
            f"{game.title}.",
            ended(view) or _stage(view),
            Sentence("Lives: {lives}.", lives=lives),
            Sentence("Last: {deed}.", deed=_deed(view.latest, view)) if view.latest else "",
            PLACE_OF_ROW_ONE[view.row_one],
            *(_cells_in(color, view) for color in FlowerColor),
            _told(Sentence("Latest planting, marked: {facts}."), view.fresh),
            _told(Sentence("Hidden flowers blew up on: {facts}."), view.exploded),
            _told(Sentence("Your hidden flowers: {facts}."), _flowers(view.own, view)),
            _told(Sentence("Hidden flowers: {facts}."), _hidden(view)),
        ]
    )


def named(color: FlowerColor, third: str) -> Words:
    """Return a colour's name; the two games differ in the third."""
    return COLORS[color_names(third)[color]]


def _stage(view: FlowerFieldsView) -> Words:
    if view.to_move is None:
        return _before_turns(view)
    seat = view.to_move.upper()
    if view.must_answer:
        return Sentence("{seat} has to doubt or accept.", seat=seat)
    if view.committed:
        return Sentence("{seat} has to name two fields.", seat=seat)
    if view.may_doubt:
        return Sentence("{seat} to move, and may doubt.", seat=seat)
    return Sentence("{seat} to move.", seat=seat)


def _before_turns(view: FlowerFieldsView) -> Words:
    """Say how the match begins; empty for a turn shown without its mover."""
    if view.phase is Phase.CHOICE:
        return Sentence("It isn't decided yet who goes first.")
    if view.phase is not Phase.HIDING:
        return ""
    if not view.submitted:
        return Sentence("Players are hiding flowers; submitted: nobody.")
    ready = listing([seat.upper() for seat in view.submitted])
    return Sentence("Players are hiding flowers; submitted: {seats}.", seats=ready)


def _deed(event: Event, view: FlowerFieldsView) -> Words:  # noqa: PLR0911 - one for each event
    seat = event.seat.upper()
    match event:
        case position.Planted(flowers=flowers, exploded=exploded):
            planted = Sentence(
                "{seat} planted {flowers}", seat=seat, flowers=Joined(_flowers(flowers, view), ", ")
            )
            return _with(planted, Sentence("hidden flowers blew up on {facts}"), exploded)
        case position.Committed():
            return Sentence("{seat} began a challenge", seat=seat)
        case position.Challenged(succeeded=succeeded, undone=undone):
            challenged = CHALLENGES[succeeded].about(seat=seat, fields=_fields(view))
            return _with(
                challenged, Sentence("undone, crossed out: {facts}"), _flowers(undone, view)
            )
        case position.Doubted(succeeded=succeeded, put_back=put_back):
            doubted = DOUBTS[succeeded].about(seat=seat, fields=_fields(view))
            return _with(doubted, Sentence("put back: {facts}"), _flowers(put_back, view))
        case position.GaveUp():
            return Sentence("{seat} gave up the challenge", seat=seat)
        case position.Accepted(by_clock=True):
            return Sentence("{seat} accepted the claim (out of time)", seat=seat)
        case position.Accepted():
            return Sentence("{seat} accepted the claim", seat=seat)
        case position.Passed():
            return Sentence("{seat} passed", seat=seat)


def _with(deed: Words, came_of_it: Sentence, facts: Sequence[Fact]) -> Words:
    return Joined([deed, _told(came_of_it, facts)], "; ")


def _fields(view: FlowerFieldsView) -> Words:
    solid, dashed = (" ".join(map(str, field)) for field in view.fields)
    return Sentence("{solid} (solid line) and {dashed} (dashed line)", solid=solid, dashed=dashed)


def _cells_in(color: FlowerColor, view: FlowerFieldsView) -> Words:
    cells = sorted(flower.cell for flower in view.flowers if flower.color is color)
    return Sentence(
        "{color}: {cells}.",
        color=CAPITALIZED[color_names(view.third)[color]],
        cells=Joined(cells, ", ") if cells else WordInContext("cells", "none"),
    )


def _flowers(flowers: Iterable[Flower], view: FlowerFieldsView) -> list[Words]:
    return [Joined([flower.cell, named(flower.color, view.third)]) for flower in flowers]


def _hidden(view: FlowerFieldsView) -> list[Words]:
    return [
        Sentence(
            "{seat} {flower} ({fate})",
            seat=hidden.seat.upper(),
            flower=Joined(_flowers([hidden.flower], view)),
            fate=FATES[hidden.fate],
        )
        for hidden in view.hidden
    ]


def _told(sentence: Sentence, facts: Sequence[Fact]) -> Words:
    return sentence.about(facts=Joined(facts, ", ")) if facts else ""
