"""Alt texts of Demeter's Anguish."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from bot.texts.alts import ROW_ONE
from bot.texts.language import Text, _, ngettext, pgettext, say
from bot.texts.seating import listing
from engine.alts import LONGEST_ALT, Names, length, visible
from engine.games.demeters_anguish.board import Flower, Garden, Rock
from engine.games.demeters_anguish.notation import HALVES, Half
from engine.games.demeters_anguish.position import DemetersAnguishView, Done, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import Seat

KINDS: Final = {
    5: Text("pentominoes {letters}"),
    4: Text("tetrominoes {letters}"),
    3: Text("trominoes {letters}"),
    2: Text("domino"),
    1: Text("monomino"),
}
"""The names of the remaining pieces of a size; letters are for sizes with several."""
PASSED: Final = {
    (Half.FLOWER, False): Text("{seat} passed the flower"),
    (Half.FLOWER, True): Text("{seat} passed the flower (out of time)"),
    (Half.ROCK, False): Text("{seat} passed the rock"),
    (Half.ROCK, True): Text("{seat} passed the rock (out of time)"),
}
"""A half that was passed, and whether by the clock."""


def describe(view: DemetersAnguishView, names: Names, owners: Sequence[Seat], ended: str) -> str:
    """Describe the gardens of `owners`, leaving out the oldest pieces if there are too many.

    `ended` is the result, if there is one.
    """
    laid = {owner: _laid(view.garden(owner)) for owner in owners}
    limit = max(len(name) for both in laid.values() for name in both)

    last = "; ".join(map(_done, view.marked))
    last_turn = _("Last: {last}.", last=last) if last else ""

    def told(latest: int) -> str:
        sentences = (
            *(f"{DemetersAnguish.title}.", ended or _stage(view), _own(view), last_turn),
            ROW_ONE[view.row_one](),
            *(_garden(view, owner, names[owner], laid[owner], latest) for owner in owners),
        )
        return " ".join(filter(None, sentences))

    if _fits(whole := told(limit)):
        return whole
    too_much = bisect_left(range(limit), True, key=lambda latest: not _fits(told(latest)))  # noqa: FBT003
    return told(too_much - 1)


def _fits(text: str) -> bool:
    return length(text) <= LONGEST_ALT


def _stage(view: DemetersAnguishView) -> str:
    if view.to_move is not None:
        halves = listing([say(HALVES[half]) for half in view.missing])
        return _("{seat} to move: {halves}.", seat=view.to_move.upper(), halves=halves)
    if view.phase is Phase.CHOICE:
        return _("It isn't decided yet who goes first.")
    if view.phase is Phase.PLAY:
        # A turn that is shown without its mover.
        return ""
    if not view.submitted:
        return _("Waiting for the opening flowers; submitted: nobody.")
    inside = listing([seat.upper() for seat in view.submitted])
    return _("Waiting for the opening flowers; submitted: {seats}.", seats=inside)


def _own(view: DemetersAnguishView) -> str:
    if view.own is None:
        return ""
    if isinstance(view.own, Flower):
        return _("Your opening, still secret, is {flower}.", flower=_flower(view.own))
    return _("Your opening, still secret, is a pass.")


def _done(done: Done) -> str:
    seat = done.seat.upper()
    match done.laid:
        case Flower() as flower:
            return _("{seat} planted {flower}", seat=seat, flower=_flower(flower))
        case Rock() as rock:
            return _(
                "{seat} laid a rock on {cells} in {owner}'s garden",
                seat=seat,
                cells=_rock(rock),
                owner=done.owner.upper(),
            )
        case None:
            return PASSED[done.half, done.by_clock](seat=seat)


def _laid(garden: Garden) -> tuple[list[str], list[str]]:
    return [*map(_flower, garden.flowers)], [*map(_rock, garden.rocks)]


def _garden(
    view: DemetersAnguishView,
    owner: Seat,
    name: str,
    laid: tuple[list[str], list[str]],
    latest: int,
) -> str:
    garden, (flowers, rocks), seen = view.garden(owner), laid, visible(name)
    covered = ngettext(
        "{owner}'s garden{name}: {count} cell under flowers.",
        "{owner}'s garden{name}: {count} cells under flowers.",
        garden.cells,
        owner=owner.upper(),
        name=f" ({seen})" if seen else "",
        count=garden.cells,
    )
    left = _("all pieces") if garden.left == view.pieces else _left(garden)
    text = _(
        "Flowers: {flowers}. Rocks: {rocks}. Left: {left}.",
        flowers=_listed(flowers, latest),
        rocks=_listed(rocks, latest),
        left=left,
    )
    return f"{covered} {text}"


def _listed(pieces: list[str], latest: int) -> str:
    hidden = max(0, len(pieces) - latest)
    earlier = [_("{count} earlier", count=hidden)] if hidden else []
    return "; ".join(earlier + pieces[hidden:]) or pgettext("flowers or rocks", "none")


def _left(garden: Garden) -> str:
    by_size = {
        size: [piece.letter for piece in garden.left if piece.size == size] for size in KINDS
    }
    kinds = (KINDS[size](letters=" ".join(letters)) for size, letters in by_size.items() if letters)
    return ", ".join(kinds) or pgettext("left", "no piece")


def _flower(flower: Flower) -> str:
    return " ".join((flower.piece.letter, *map(str, flower.cells))).lstrip()


def _rock(rock: Rock) -> str:
    first, last = min(rock.cells), max(rock.cells)
    return str(first) if first == last else _("{first} to {last}", first=first, last=last)
