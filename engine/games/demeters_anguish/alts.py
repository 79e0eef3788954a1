"""Alt texts of Demeter's Anguish."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from engine.games.demeters_anguish.board import Flower, Garden, Rock
from engine.games.demeters_anguish.notation import HALVES, Half
from engine.games.demeters_anguish.position import DemetersAnguishView, Done, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import Seat
from engine.texts import PLACE_OF_ROW_ONE, ended
from engine.words.alts import LONGEST_ALT, Names, length, visible
from engine.words.sentences import (
    Catalogue,
    Joined,
    Plural,
    Sentence,
    WordInContext,
    Wording,
    Words,
    listing,
)

KINDS: Final = {
    5: Sentence("pentominoes {letters}"),
    4: Sentence("tetrominoes {letters}"),
    3: Sentence("trominoes {letters}"),
    2: Sentence("domino"),
    1: Sentence("monomino"),
}
"""The names of the remaining pieces of a size; letters are for sizes with several."""
PASSED: Final = {
    (Half.FLOWER, False): Sentence("{seat} passed the flower"),
    (Half.FLOWER, True): Sentence("{seat} passed the flower (out of time)"),
    (Half.ROCK, False): Sentence("{seat} passed the rock"),
    (Half.ROCK, True): Sentence("{seat} passed the rock (out of time)"),
}
"""A half that was passed, and whether by the clock."""


@dataclass(frozen=True, slots=True)
class Description(Wording):
    """The gardens of `owners` in words, without the oldest pieces if there are too many."""

    view: DemetersAnguishView
    names: Names
    owners: Sequence[Seat]

    def said(self, catalogue: Catalogue) -> str:
        """Return as much of them as there is room for."""
        gardens = [self.view.garden(owner) for owner in self.owners]
        most = max(max(len(garden.flowers), len(garden.rocks)) for garden in gardens)
        if length(whole := self._told(most).said(catalogue)) <= LONGEST_ALT:
            return whole
        too_much = bisect_left(
            range(most),
            LONGEST_ALT + 1,
            key=lambda latest: length(self._told(latest).said(catalogue)),
        )
        return self._told(too_much - 1).said(catalogue)

    def _told(self, latest: int) -> Wording:
        """Tell of the latest flowers and rocks, some of each in each garden."""
        view = self.view
        last = Joined([*map(_done, view.marked)], "; ")
        return Joined(
            [
                f"{DemetersAnguish.title}.",
                ended(view) or _stage(view),
                _own(view),
                Sentence("Last: {last}.", last=last) if view.marked else "",
                PLACE_OF_ROW_ONE[view.row_one],
                *(_garden(view, owner, self.names[owner], latest) for owner in self.owners),
            ]
        )


def _stage(view: DemetersAnguishView) -> Words:
    if view.to_move is not None:
        halves = listing([HALVES[half] for half in view.missing])
        return Sentence("{seat} to move: {halves}.", seat=view.to_move.upper(), halves=halves)
    if view.phase is Phase.CHOICE:
        return Sentence("It isn't decided yet who goes first.")
    if view.phase is Phase.PLAY:
        # A turn that is shown without its mover.
        return ""
    if not view.submitted:
        return Sentence("Waiting for the opening flowers; submitted: nobody.")
    inside = listing([seat.upper() for seat in view.submitted])
    return Sentence("Waiting for the opening flowers; submitted: {seats}.", seats=inside)


def _own(view: DemetersAnguishView) -> Words:
    if view.own is None:
        return ""
    if isinstance(view.own, Flower):
        return Sentence("Your opening, still secret, is {flower}.", flower=_flower(view.own))
    return Sentence("Your opening, still secret, is a pass.")


def _done(done: Done) -> Words:
    seat = done.seat.upper()
    match done.laid:
        case Flower() as flower:
            return Sentence("{seat} planted {flower}", seat=seat, flower=_flower(flower))
        case Rock() as rock:
            return Sentence(
                "{seat} laid a rock on {cells} in {owner}'s garden",
                seat=seat,
                cells=_rock(rock),
                owner=done.owner.upper(),
            )
        case None:
            return PASSED[done.half, done.by_clock].about(seat=seat)


def _garden(view: DemetersAnguishView, owner: Seat, name: str, latest: int) -> Words:
    garden, seen = view.garden(owner), visible(name)
    covered = Plural(
        "{owner}'s garden{name}: {count} cell under flowers.",
        "{owner}'s garden{name}: {count} cells under flowers.",
        owner=owner.upper(),
        name=f" ({seen})" if seen else "",
        count=garden.cells,
    )
    left = Sentence("all pieces") if garden.left == view.pieces else _left(garden)
    text = Sentence(
        "Flowers: {flowers}. Rocks: {rocks}. Left: {left}.",
        flowers=_latest([*map(_flower, garden.flowers)], latest),
        rocks=_latest([*map(_rock, garden.rocks)], latest),
        left=left,
    )
    return Joined([covered, text])


def _latest(pieces: Sequence[Words], count: int) -> Words:
    if not pieces:
        return WordInContext("flowers or rocks", "none")
    hidden = max(0, len(pieces) - count)
    earlier = Sentence("{count} earlier", count=hidden) if hidden else ""
    return Joined([earlier, *pieces[hidden:]], "; ")


def _left(garden: Garden) -> Words:
    if not garden.left:
        return WordInContext("left", "no piece")
    by_size = groupby(garden.left, key=attrgetter("size"))
    kinds = (
        KINDS[size].about(letters=" ".join(piece.letter for piece in pieces))
        for size, pieces in by_size
    )
    return Joined([*kinds], ", ")


def _flower(flower: Flower) -> str:
    return " ".join((flower.piece.letter, *map(str, flower.cells))).lstrip()


def _rock(rock: Rock) -> Words:
    first, last = min(rock.cells), max(rock.cells)
    return str(first) if first == last else Sentence("{first} to {last}", first=first, last=last)
