"""The gardens of Demeter's Anguish in words."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from bot.texts.alts import LONGEST_ALT, Names, length, visible
from engine.games.demeters_anguish.board import Flower, Garden, Rock
from engine.games.demeters_anguish.rules import DemetersAnguish, DemetersAnguishView, Done, Phase
from engine.seats import Seat

KINDS: Final = {5: "pentominoes", 4: "tetrominoes", 3: "trominoes", 2: "domino", 1: "monomino"}


def describe(view: DemetersAnguishView, names: Names, owners: Sequence[Seat], ended: str) -> str:
    """Gardens in words; where that is too much, what was laid first is left out.

    Args:
        view: What is seen.
        names: What the players are called.
        owners: Whose gardens.
        ended: How the match ended, if it has.
    """
    gardens = [view.garden(owner) for owner in owners]
    most = max(len(each) for garden in gardens for each in (garden.flowers, garden.rocks))

    def told(latest: int) -> str:
        sentences = (
            *(f"{DemetersAnguish.title}.", ended or _stage(view), _own(view), _last_turn(view)),
            f"Row 1 is at the {view.row_one.value}.",
            *(_garden(view, owner, names[owner], latest) for owner in owners),
        )
        return " ".join(filter(None, sentences))

    if _fits(whole := told(most)):
        return whole
    too_much = bisect_left(range(most), True, key=lambda latest: not _fits(told(latest)))  # noqa: FBT003
    return told(too_much - 1)


def _fits(text: str) -> bool:
    return length(text) <= LONGEST_ALT


def _stage(view: DemetersAnguishView) -> str:
    if view.to_move is not None:
        return f"{view.to_move.upper()} is to move: {' and '.join(view.missing)}."
    if view.phase is Phase.CHOICE:
        return "It is not settled yet who goes first."
    inside = " and ".join(seat.upper() for seat in view.submitted) or "nobody"
    return f"Opening flowers are being handed in; submitted: {inside}."


def _own(view: DemetersAnguishView) -> str:
    if view.own is None:
        return ""
    flower = f"is {_flower(view.own)}" if isinstance(view.own, Flower) else "is a pass"
    return f"Your opening, still secret, {flower}."


def _last_turn(view: DemetersAnguishView) -> str:
    last = "; ".join(map(_done, view.marked))
    return f"Last: {last}." if last else ""


def _done(done: Done) -> str:
    seat = done.seat.upper()
    match done.laid:
        case Flower() as flower:
            return f"{seat} planted {_flower(flower)}"
        case Rock() as rock:
            return f"{seat} laid a rock on {_rock(rock)} in {done.owner.upper()}'s garden"
        case None:
            return f"{seat} passed the {done.half}" + " (out of time)" * done.by_clock


def _garden(view: DemetersAnguishView, owner: Seat, name: str, latest: int) -> str:
    garden = view.garden(owner)
    left = "all pieces" if garden.left == view.pieces else _left(garden)
    return (
        f"{owner.upper()}'s garden{_called(name)}: {garden.cells} cells under flowers. "
        f"Flowers: {_listed([_flower(each) for each in garden.flowers], latest)}. "
        f"Rocks: {_listed([_rock(each) for each in garden.rocks], latest)}. "
        f"Left: {left}."
    )


def _called(name: str) -> str:
    """A name in brackets."""
    seen = visible(name)
    return f" ({seen})" if seen else ""


def _listed(pieces: list[str], latest: int) -> str:
    """The latest of them; how many more there are is said."""
    hidden = max(0, len(pieces) - latest)
    return "; ".join([f"{hidden} earlier"] * bool(hidden) + pieces[hidden:]) or "none"


def _left(garden: Garden) -> str:
    kinds = (_of_size(garden, size) for size in KINDS)
    return ", ".join(filter(None, kinds)) or "no piece"


def _of_size(garden: Garden, size: int) -> str:
    """What is left of a size; letters are for those of which there are several."""
    letters = [piece.letter for piece in garden.left if piece.size == size]
    if not letters:
        return ""
    return " ".join((KINDS[size], *letters)) if size > 2 else KINDS[size]


def _flower(flower: Flower) -> str:
    return " ".join((flower.piece.letter, *map(str, flower.cells))).lstrip()


def _rock(rock: Rock) -> str:
    """A cell, or two opposite corners."""
    ends = dict.fromkeys((min(rock.cells), max(rock.cells)))
    return " to ".join(map(str, ends))
