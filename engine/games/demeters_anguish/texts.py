"""The texts of Demeter's Anguish."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import ClassVar, Final

from engine.game import AnyGame
from engine.games.demeters_anguish import symbols
from engine.games.demeters_anguish.board import Flower, Garden, Rock, named
from engine.games.demeters_anguish.notation import HALVES, Half
from engine.games.demeters_anguish.position import DemetersAnguishView, Done, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.matches.entries import Cause
from engine.seats import SEATS, Seat
from engine.text_boards import TextBoard
from engine.texts import (
    FIRST,
    FIRST_LABELS,
    PLACE_OF_ROW_ONE,
    REPLACEABLE,
    GameTexts,
    Seating,
    choose_first,
    chosen_first,
    ended,
)
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

DECIDING: Final = {
    5: Sentence("So pentominoes decide: {ec} to {dmo}."),
    4: Sentence("So tetrominoes decide: {ec} to {dmo}."),
    3: Sentence("So trominoes decide: {ec} to {dmo}."),
    2: Sentence("So dominoes decide: {ec} to {dmo}."),
}
"""The deciding pieces if cells are equal, by size."""
ALL_EQUAL: Final = Sentence("Every size is equal too, so the DMO wins.")
PASSES: Final = {
    (Half.FLOWER, False): Sentence("passes the flower"),
    (Half.FLOWER, True): Sentence("passes the flower (out of time)"),
    (Half.ROCK, False): Sentence("passes the rock"),
    (Half.ROCK, True): Sentence("passes the rock (out of time)"),
}
"""A half that was passed, and whether by the clock; "Ada ..." is put before it."""
FREE_PASS: Final = Sentence(
    "This first turn doesn't count towards the two passed turns that end the match."
)
OPENING: Final = Sentence(
    "`flower U G7 H7 I7 G8 I8` opens with a flower (you can leave the letter out); `pass` opens "
    "without one."
)
TURN: Final = Sentence(
    "`flower U G7 H7 I7 G8 I8` (you can leave the letter out), `rock G9` or `rock G9 H9 G10 H10`, "
    "`pass flower`, `pass rock` or `pass`."
)
# The first seat is filled in: a match may fix it, the rules of any match leave it open.
RULES: Final = Sentence(
    "In your own garden you are Demeter and plant flowers; in the other player's you are Hades and "
    "lay rocks. Flowers are the 21 polyominoes of one to five cells, each once, turned and flipped "
    "as you like. A flower must not touch your other flowers by a side, and must touch at least "
    "one of them by a corner (except the first); rocks make no difference to that. A rock is one "
    "cell, or a block of two by two. Everything lies on empty cells.\n"
    "Both of you open with a flower in secret. {beginning} After that, each turn is a flower and a "
    "rock, in one message or two: `flower U G7 H7 I7 G8 I8 / rock G9`; or `pass flower`, `pass "
    "rock`, or `pass` for everything still missing. You can leave the letter out: F I L N P T U V "
    "W X Y Z have five cells, I O T S L four, I L three, I two. Anything missing when your time "
    "and reserve run out counts as passed.\n"
    "The match ends when two whole turns in a row are passed, when both of you type `agree`, or "
    "when no flower fits in either garden. More cells under flowers win; then more pentominoes, "
    "then tetrominoes, trominoes, dominoes; then the DMO. `concede` ends the match at once."
)
OPEN_CHOICE: Final = Sentence(
    "Then the DMO says who goes first (unless the host has fixed it), with a rock only."
)
CHOSEN: Final = Sentence("Then the DMO says who goes first, with a rock only.")
FIXED: Final = Sentence("Then the {seat} goes first, with a rock only.")


class DemetersAnguishTexts(GameTexts):
    """The game's own words."""

    words: ClassVar[Mapping[str, Sentence]] = {
        **FIRST_LABELS,
        "pass": Sentence("Pass"),
        "agree": Sentence("Agree to end"),
    }
    boards: ClassVar[Mapping[str, Sentence]] = {
        Seat.EC: Sentence("EC's garden"),
        Seat.DMO: Sentence("DMO's garden"),
    }

    def rules(self) -> Words:
        return RULES.about(beginning=OPEN_CHOICE)

    def rules_of(self, game: AnyGame) -> Words:
        return RULES.about(beginning=FIXED.about(seat=game.first.upper()) if game.first else CHOSEN)

    def understood(self, view: DemetersAnguishView) -> Words:
        if view.own is None:
            return ""
        if isinstance(view.own.laid, Flower):
            return Sentence("Your opening: {flower}.", flower=_planted(view.own.laid))
        return Sentence("Your opening: a pass, without a flower.")

    def can_hide(self, view: DemetersAnguishView) -> bool:
        """Return True until the openings are shown."""
        return view.phase is not Phase.PLAY

    def sayable(self, game: AnyGame, view: DemetersAnguishView) -> tuple[str, ...]:
        """Return the words for a turn; the opening's pass is secret."""
        return super().sayable(game, view) if view.to_move is None else ("pass", "agree")

    def notation(self, view: DemetersAnguishView) -> Words:
        if view.phase is Phase.OPENING:
            return OPENING
        return FIRST if view.to_move is None else TURN

    def role(self, game: AnyGame, seat: Seat) -> Words:  # noqa: ARG002
        return Sentence(
            "Demeter in {own}'s garden and Hades in {other}'s",
            own=seat.upper(),
            other=seat.opponent.upper(),
        )

    def request(
        self, seating: Seating, view: DemetersAnguishView, seats: tuple[Seat, ...]
    ) -> Words:
        name = seating.mentions(seats)
        if view.phase is Phase.OPENING:
            return Sentence(
                "{players} open in secret, with the button below or in a direct message to me: "
                "{opening} {replaceable} If time runs out, you pass.",
                players=name,
                opening=OPENING,
                replaceable=REPLACEABLE,
            )
        if view.to_move is None:
            return Sentence("{request} Then the openings are shown.", request=choose_first(name))
        halves = [_wanted(seating, view.to_move, half) for half in view.missing]
        return Sentence(
            "{player} your turn: {halves}, or `pass`.", player=name, halves=listing(halves)
        )

    def news(self, seating: Seating, view: DemetersAnguishView, cause: Cause) -> Words:
        if view.phase is Phase.CHOICE:
            return (
                Sentence("Both openings are in.")
                if cause.seat
                else Sentence("Time is up for the openings.")
            )
        if not view.latest:
            return _agreed(seating, view, cause)
        if view.has_opened:
            openings = Joined([_opening(seating, opening) for opening in view.latest])
            return Joined([_begins(seating, view, cause), openings], "\n")
        return _made(seating, view)

    def score(self, seating: Seating, view: DemetersAnguishView) -> Words:
        """Return the cells under flowers and, if equal, the pieces that decide."""
        cells = [f"{seating.name(seat)} {view.garden(seat).cells}" for seat in SEATS]
        text = Sentence("Cells under flowers: {cells}.", cells=listing(cells))
        if view.ec.cells != view.dmo.cells:
            return text
        tiebreak = view.decided_by
        if tiebreak is None:
            return Joined([text, ALL_EQUAL])
        return Joined([text, DECIDING[tiebreak.size].about(ec=tiebreak.ec, dmo=tiebreak.dmo)])

    def alt(self, picture: str, view: DemetersAnguishView, names: Names) -> Words:
        owners = tuple(seat for seat in SEATS if picture == f"{seat}-garden") or SEATS
        return GardensDescription(view, names, owners)

    def text_boards(self, view: DemetersAnguishView) -> tuple[TextBoard, ...]:
        return symbols.boards(view)


def _planted(flower: Flower) -> Words:
    return Joined([named(flower.piece), f"({Joined(flower.cells)})"])


def _begins(seating: Seating, view: DemetersAnguishView, cause: Cause) -> Words:
    if view.to_move and seating.game.first:
        return Sentence(
            "The openings are over. {player} goes first.", player=seating.name(view.to_move)
        )
    return chosen_first(seating, cause, view.to_move)


def _opening(seating: Seating, opening: Done) -> Words:
    player = seating.name(opening.seat)
    if isinstance(opening.laid, Flower):
        flower = _planted(opening.laid)
        return Sentence("{player} opens with {flower}.", player=player, flower=flower)
    if opening.by_clock:
        return Sentence("{player} opens with a pass (out of time).", player=player)
    return Sentence("{player} opens with a pass.", player=player)


def _made(seating: Seating, view: DemetersAnguishView) -> Words:
    """Tell the latest halves, and those still missing from the turn."""
    seat = view.latest[0].seat
    made = listing([_half(seating, event) for event in view.latest])
    text = Joined([seating.name(seat), " ", made, "."], "")
    if view.has_passed_first_turn:
        return Joined([text, FREE_PASS])
    if view.to_move is not seat:
        return text
    missing = listing([HALVES[half] for half in view.missing])
    to_come = Sentence("Still to come: the {halves}.", halves=missing)
    return Joined([text, to_come])


def _half(seating: Seating, done: Done) -> Words:
    """Return the predicate of a half, to follow its player's name."""
    match done.laid:
        case Flower() as flower:
            return Sentence("plants {flower}", flower=_planted(flower))
        case Rock(cells):
            owner = seating.name(done.owner)
            return Sentence(
                "lays a rock in {owner}'s garden ({cells})", owner=owner, cells=Joined(cells)
            )
        case None:
            return PASSES[done.half, done.by_clock]


def _wanted(seating: Seating, seat: Seat, half: Half) -> Words:
    if half is Half.FLOWER:
        return Sentence("a flower in your own garden")
    return Sentence("a rock in {owner}'s garden", owner=seating.name(seat.opponent))


def _agreed(seating: Seating, view: DemetersAnguishView, cause: Cause) -> Words:
    if cause.seat is None:
        return ""
    player = seating.name(cause.seat)
    if len(view.agreed) == len(SEATS):
        return Sentence("{player} also agrees to end the match.", player=player)
    return Sentence(
        "{player} agrees to end the match here. If {other} types `agree` too before anybody "
        "plants, lays a rock or passes, the gardens are counted.",
        player=player,
        other=seating.name(cause.seat.opponent),
    )


# Alt texts

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
class GardensDescription(Wording):
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
    if isinstance(view.own.laid, Flower):
        return Sentence("Your opening, still secret, is {flower}.", flower=_flower(view.own.laid))
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


TEXTS: Final = {DemetersAnguish.name: DemetersAnguishTexts()}
