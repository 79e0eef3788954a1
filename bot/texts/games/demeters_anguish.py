"""The texts of Demeter's Anguish."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.texts.alts import demeters_anguish as alts
from bot.texts.answers import REPLACEABLE
from bot.texts.game_texts import GameTexts
from bot.texts.language import Text, _, say
from bot.texts.matches import FIRST, choose_first, chosen_first
from bot.texts.seating import Seating, listing
from engine.alts import Names
from engine.game import AnyGame
from engine.games.demeters_anguish.board import Flower, Rock, named
from engine.games.demeters_anguish.notation import HALVES, Half
from engine.games.demeters_anguish.position import DemetersAnguishView, Done, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.grids.grid import Cell
from engine.matches.entries import Cause
from engine.seats import SEATS, Seat

DECIDING: Final = {
    5: Text("So pentominoes decide: {ec} to {dmo}."),
    4: Text("So tetrominoes decide: {ec} to {dmo}."),
    3: Text("So trominoes decide: {ec} to {dmo}."),
    2: Text("So dominoes decide: {ec} to {dmo}."),
    1: Text("So monominoes decide: {ec} to {dmo}."),
}
"""The deciding pieces if cells are equal, by size."""
ALL_EQUAL: Final = Text("Every size is equal too, so the DMO wins.")
PASSES: Final = {
    (Half.FLOWER, False): Text("passes the flower"),
    (Half.FLOWER, True): Text("passes the flower (out of time)"),
    (Half.ROCK, False): Text("passes the rock"),
    (Half.ROCK, True): Text("passes the rock (out of time)"),
}
"""A half that was passed, and whether by the clock; "Ada ..." is put before it."""
FREE_PASS: Final = Text(
    "This first turn doesn't count towards the two passed turns that end the match."
)
OPENING: Final = Text(
    "`flower U G7 H7 I7 G8 I8` opens with a flower (you can leave the letter out); `pass` opens "
    "without one."
)
TURN: Final = Text(
    "`flower U G7 H7 I7 G8 I8` (you can leave the letter out), `rock G9` or `rock G9 H9 G10 H10`, "
    "`pass flower`, `pass rock` or `pass`."
)
# The first seat is filled in: a match may fix it, the rules of any match leave it open.
RULES: Final = Text(
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
OPEN_CHOICE: Final = Text(
    "Then the DMO says who goes first (unless the host has fixed it), with a rock only."
)
CHOSEN: Final = Text("Then the DMO says who goes first, with a rock only.")
FIXED: Final = Text("Then the {seat} goes first, with a rock only.")


class DemetersAnguishTexts(GameTexts):
    """The game's own words."""

    words: ClassVar[Mapping[str, Text]] = {"pass": Text("Pass"), "agree": Text("Agree to end")}
    boards: ClassVar[Mapping[str, Text]] = {
        Seat.EC: Text("EC's garden"),
        Seat.DMO: Text("DMO's garden"),
    }

    def rules(self) -> str:
        return RULES(beginning=OPEN_CHOICE)

    def rules_of(self, game: AnyGame) -> str:
        return RULES(beginning=FIXED(seat=game.first.upper()) if game.first else CHOSEN)

    def understood(self, view: DemetersAnguishView) -> str:
        if view.own is None:
            return ""
        if isinstance(view.own, Flower):
            return _("Your opening: {flower}.", flower=_planted(view.own))
        return _("Your opening: a pass, without a flower.")

    def can_hide(self, view: DemetersAnguishView) -> bool:
        """Return True until the openings are shown."""
        return view.phase is not Phase.PLAY

    def sayable(self, game: AnyGame, view: DemetersAnguishView) -> tuple[str, ...]:  # noqa: ARG002
        """Return the words for a turn; the opening's pass is secret."""
        return () if view.to_move is None else ("pass", "agree")

    def notation(self, view: DemetersAnguishView) -> str:
        if view.phase is Phase.OPENING:
            return OPENING()
        return FIRST() if view.to_move is None else TURN()

    def role(self, game: AnyGame, seat: Seat) -> str:  # noqa: ARG002
        return _(
            "Demeter in {own}'s garden and Hades in {other}'s",
            own=seat.upper(),
            other=seat.opponent.upper(),
        )

    def request(self, seating: Seating, view: DemetersAnguishView, seats: tuple[Seat, ...]) -> str:
        name = seating.mentions(seats)
        if view.phase is Phase.OPENING:
            return _(
                "{players} open in secret, with the button below or in a direct message to me: "
                "{opening} {replaceable} If time runs out, you pass.",
                players=name,
                opening=OPENING,
                replaceable=REPLACEABLE,
            )
        if view.to_move is None:
            return _("{request} Then the openings are shown.", request=choose_first(name))
        requested = [_wanted(seating, view.to_move, half) for half in view.missing]
        return _("{player} your turn: {halves}, or `pass`.", player=name, halves=listing(requested))

    def news(self, seating: Seating, view: DemetersAnguishView, cause: Cause) -> str:
        if view.phase is Phase.CHOICE:
            return _("Both openings are in.") if cause.seat else _("Time is up for the openings.")
        if not view.latest:
            return _agreed(seating, view, cause)
        if view.has_opened:
            openings = " ".join(_opening(seating, opening) for opening in view.latest)
            return f"{_begins(seating, view, cause)}\n{openings}"
        return _made(seating, view)

    def score(self, seating: Seating, view: DemetersAnguishView) -> str:
        """Return the cells under flowers and, if equal, the pieces that decide."""
        cells = [f"{seating.name(seat)} {view.garden(seat).cells}" for seat in SEATS]
        text = _("Cells under flowers: {cells}.", cells=listing(cells))
        if view.ec.cells != view.dmo.cells:
            return text
        tiebreak = view.decided_by
        if tiebreak is None:
            return f"{text} {ALL_EQUAL()}"
        return f"{text} {DECIDING[tiebreak.size](ec=tiebreak.ec, dmo=tiebreak.dmo)}"

    def alt(self, picture: str, view: DemetersAnguishView, names: Names) -> str:
        owners = tuple(seat for seat in SEATS if picture == f"{seat}-garden") or SEATS
        return alts.describe(view, names, owners, self.ended(view))


def _planted(flower: Flower) -> str:
    return f"{say(named(flower.piece))} ({_cells(flower.cells)})"


def _cells(cells: tuple[Cell, ...]) -> str:
    return " ".join(map(str, cells))


def _begins(seating: Seating, view: DemetersAnguishView, cause: Cause) -> str:
    if view.to_move and seating.game.first:
        return _("The openings are over. {player} goes first.", player=seating.name(view.to_move))
    return chosen_first(seating, cause, view.to_move)


def _opening(seating: Seating, opening: Done) -> str:
    player = seating.name(opening.seat)
    if isinstance(opening.laid, Flower):
        flower = _planted(opening.laid)
        return _("{player} opens with {flower}.", player=player, flower=flower)
    if opening.by_clock:
        return _("{player} opens with a pass (out of time).", player=player)
    return _("{player} opens with a pass.", player=player)


def _made(seating: Seating, view: DemetersAnguishView) -> str:
    """Tell the latest halves, and those still missing from the turn."""
    seat = view.latest[0].seat
    made = listing([_half(seating, event) for event in view.latest])
    text = f"{seating.name(seat)} {made}."
    if view.has_passed_first_turn:
        return f"{text} {FREE_PASS()}"
    if view.to_move is not seat:
        return text
    missing = listing([say(HALVES[half]) for half in view.missing])
    to_come = _("Still to come: the {halves}.", halves=missing)
    return f"{text} {to_come}"


def _half(seating: Seating, done: Done) -> str:
    """Return the predicate of a half, to follow its player's name."""
    match done.laid:
        case Flower() as flower:
            return _("plants {flower}", flower=_planted(flower))
        case Rock(cells):
            owner = seating.name(done.owner)
            return _("lays a rock in {owner}'s garden ({cells})", owner=owner, cells=_cells(cells))
        case None:
            return PASSES[done.half, done.by_clock]()


def _wanted(seating: Seating, seat: Seat, half: Half) -> str:
    if half is Half.FLOWER:
        return _("a flower in your own garden")
    return _("a rock in {owner}'s garden", owner=seating.name(seat.opponent))


def _agreed(seating: Seating, view: DemetersAnguishView, cause: Cause) -> str:
    if cause.seat is None:
        return ""
    player = seating.name(cause.seat)
    if len(view.agreed) == len(SEATS):
        return _("{player} also agrees to end the match.", player=player)
    return _(
        "{player} agrees to end the match here. If {other} types `agree` too before anybody "
        "plants, lays a rock or passes, the gardens are counted.",
        player=player,
        other=seating.name(cause.seat.opponent),
    )


TEXTS: Final = {DemetersAnguish.name: DemetersAnguishTexts()}
