"""Demeter's Anguish: what is said in it."""

from collections.abc import Mapping
from typing import ClassVar, Final, cast

from bot.texts.alts import Names
from bot.texts.alts import demeters_anguish as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import FIRST, choose_first, chosen_first, undone
from bot.texts.seating import Seating, listing
from bot.texts.submissions import REPLACEABLE
from engine.game import AnyGame, Reason
from engine.games.demeters_anguish.board import Flower, Rock
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.rules import DemetersAnguish, DemetersAnguishView, Done, Phase
from engine.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.polyominoes import Polyomino
from engine.refusals import Refused
from engine.seats import SEATS, Seat

KINDS: Final = {5: "pentomino", 4: "tetromino", 3: "tromino", 2: "domino", 1: "monomino"}
HALVES: Final = {Half.FLOWER: "flower", Half.ROCK: "rock"}
OPENING: Final = (
    "`flower U G7 H7 I7 G8 I8` opens with a flower (you can leave the letter out); `pass` opens "
    "without one."
)
TURN: Final = (
    "`flower U G7 H7 I7 G8 I8` (you can leave the letter out), `rock G9` or `rock G9 H9 G10 H10`, "
    "`pass flower`, `pass rock` or `pass`."
)
# Who goes first is put in: a match may fix it, the rules of any match leave it open.
RULES: Final = (
    "In your own garden you are Demeter and plant flowers; in the other player's you are Hades and "
    "lay rocks. Flowers are the 21 polyominoes of one to five cells, each once, turned and flipped "
    "as you like. A flower must not touch your other flowers by a side, and must touch at least "
    "one of them by a corner (except the first); rocks make no difference to that. A rock is one "
    "cell, or a block of two by two. Everything lies on empty cells.\n"
    "Both of you open with a flower in secret. Then {beginning}, with a rock only. After that, "
    "each turn is a flower and a rock, in one message or two: `flower U G7 H7 I7 G8 I8 / rock G9`; "
    "or `pass flower`, `pass rock`, or `pass` for all that is missing. You can leave the letter "
    "out: F I L N P T U V W X Y Z have five cells, I O T S L four, I L three, I two. What is "
    "missing when your time and reserve run out is passed.\n"
    "The match ends when two whole turns in a row are passed, when both of you type `agree`, or "
    "when no flower fits in either garden. More cells under flowers win; then more pentominoes, "
    "then tetrominoes, trominoes, dominoes; then the DMO. `concede` ends the match at once."
)
CHOSEN: Final = "the DMO says who goes first"


class DemetersAnguishTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": (
            "I can't read that. Type a flower as `flower U G7 H7 I7 G8 I8` and a rock as `rock "
            "G9`, each on its own line or with `/` in between, and each cell once; or `pass "
            "flower`, `pass rock`, `pass` or `agree`."
        ),
        "wrong-phase": (
            "Not now. First both players open with a flower (or `pass`) in secret, then the DMO "
            "says who goes first; only then do flowers, rocks, passes and `agree` count in the "
            "room."
        ),
        "half-without-word": (
            "Start each half with `flower` or `rock`, as in `flower U G7 H7 I7 G8 I8 / rock G9`."
        ),
        "half-done": "There is no {half} left to play or pass this turn.",
        "already-agreed": (
            "You have already agreed, which holds until somebody plants, lays or passes."
        ),
        "off-board": "{cells}: the gardens are A1 to {last}.",
        "not-a-flower": "A flower is one to five cells joined by their sides; {cells} are not.",
        "not-a-rock": "A rock is one cell or a block of two by two; {cells} are neither.",
        "wrong-letter": "{cells}: that is {piece}, not {letter}.",
        "occupied": "{cells} {are} already covered.",
        "piece-used": "You have already planted {piece}; each piece grows once.",
        "touches-flower": "{touching} a flower of yours by a side ({cells}).",
        "no-corner": "{cells} would not meet any of your flowers at a corner.",
    }
    reasons: ClassVar[Mapping[Reason, str]] = {
        Reason.NO_FLOWER_FITS: "No more flowers fit",
        Reason.BOTH_PASSED: "Both players passed",
        Reason.AGREED: "Both players agreed to end it",
    }
    options: ClassVar[Mapping[str, str]] = {
        "row1": "Where the picture has row 1 (at the bottom if not set)",
        "turn": "Seconds for both halves of a turn (120)",
        "reserve": "Seconds of reserve for the whole match (300)",
        "setup": "Seconds for the secret opening flowers (600)",
        "choice": "Seconds to choose who goes first (60)",
    }
    rules: ClassVar[str] = RULES.format(beginning=f"{CHOSEN} (unless the host has fixed it)")

    def rules_of(self, game: AnyGame) -> str:
        """The rules with who goes first, if the host has fixed it."""
        fixed = f"the {game.first.upper()} goes first" if game.first else CHOSEN
        return RULES.format(beginning=fixed)

    def understood(self, seating: Seating, view: DemetersAnguishView) -> str:  # noqa: ARG002
        """The opening; where the other one was in and nobody is asked, both are shown by now."""
        shown = (each.laid for each in view.latest if each.seat is view.viewer)
        opening = view.own or next(shown, None)
        if isinstance(opening, Flower):
            return f"Your opening: {_planted(opening)}."
        return "Your opening: a pass, without a flower."

    def notation(self, view: DemetersAnguishView) -> str:
        """How to type an opening, a choice or the halves of a turn."""
        if view.phase is Phase.OPENING:
            return OPENING
        return FIRST if view.to_move is None else TURN

    def role(self, game: AnyGame, seat: Seat) -> str:  # noqa: ARG002
        """Whose garden is whose."""
        own, other = seat.upper(), seat.opponent.upper()
        return f"Demeter in {own}'s garden and Hades in {other}'s"

    def request(self, seating: Seating, view: DemetersAnguishView, seats: tuple[Seat, ...]) -> str:
        """An opening, a choice, or the halves of a turn."""
        who = seating.mentions(seats)
        if view.phase is Phase.OPENING:
            return (
                f"{who} open in secret, with the button below or in a direct message to me: "
                f"{OPENING} {REPLACEABLE} If time runs out, you pass."
            )
        if view.to_move is None:
            return f"{choose_first(who)} Then the openings are shown."
        return f"{who} your turn: {_wanted(seating, view.to_move, view.missing)}."

    def done(self, seating: Seating, view: DemetersAnguishView, cause: Cause) -> str:
        """Both openings, the halves just made or passed, or an agreement."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if view.phase is Phase.CHOICE:
            return "Both openings are in." if cause.seat else "Time is up for the openings."
        if not view.latest:
            return _agreed(seating, view, cause)
        if view.has_opened:
            return f"{_begins(seating, view, cause)}\n{_opened(seating, view.latest)}"
        return _made(seating, view)

    def score(self, seating: Seating, view: DemetersAnguishView) -> str:
        """The cells under flowers, and the pieces that decide where those are equal."""
        cells = [f"{seating.name(seat)} {view.garden(seat).cells}" for seat in SEATS]
        said = f"Cells under flowers: {listing(cells)}."
        if view.ec.cells != view.dmo.cells:
            return said
        tiebreak = view.decided_by
        if tiebreak is None:
            return f"{said} Every size is equal too, so the DMO wins."
        return f"{said} So {KINDS[tiebreak.size]}es decide: {tiebreak.ec} to {tiebreak.dmo}."

    def alt(self, picture: str, view: DemetersAnguishView, names: Names) -> str:
        """Both gardens, or one of them large."""
        owners = tuple(seat for seat in SEATS if picture == f"{seat}-garden") or SEATS
        return alts.describe(view, names, owners, self.ended(view))

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """Pieces and touching cells are named."""
        match refusal.code, refusal.facts:
            case "wrong-letter", {"letter": letter, "piece": piece}:
                named = _called(piece, len(refusal.cells))
                said = Refused(refusal.code, refusal.cells, {"letter": letter, "piece": named})
            case "piece-used", {"piece": piece, "size": size}:
                said = Refused(refusal.code, refusal.cells, {"piece": _called(piece, int(size))})
            case "touches-flower", {"touching": touching}:
                cells = touching.split()
                touch = f"{listing(cells)} touch{'es' if len(cells) == 1 else ''}"
                said = Refused(refusal.code, refusal.cells, {"touching": touch})
            case _:
                said = refusal
        return super().refusal(game, said)


def _called(letter: str, size: int) -> str:
    """A piece by its name: the two smallest need no letter."""
    return f"the {KINDS[size]}" if size <= 2 else f"the {letter} {KINDS[size]}"


def _name(piece: Polyomino) -> str:
    return _called(piece.letter, piece.size)


def _planted(flower: Flower) -> str:
    return f"{_name(flower.piece)} ({_cells(flower.cells)})"


def _cells(cells: tuple[Cell, ...]) -> str:
    return " ".join(map(str, cells))


def _begins(seating: Seating, view: DemetersAnguishView, cause: Cause) -> str:
    first = view.to_move
    if first is None:
        return ""
    if cast("DemetersAnguish", seating.game).first is not None:
        return f"The openings are over. {seating.name(first)} goes first."
    return chosen_first(seating, cause, first)


def _opened(seating: Seating, openings: tuple[Done, ...]) -> str:
    """Both openings, which are secret no longer."""
    return " ".join(f"{seating.name(each.seat)} opens with {_opening(each)}." for each in openings)


def _opening(opening: Done) -> str:
    if isinstance(opening.laid, Flower):
        return _planted(opening.laid)
    return "a pass (out of time)" if opening.by_clock else "a pass"


def _made(seating: Seating, view: DemetersAnguishView) -> str:
    """The halves that were just made or passed, and what is still missing of the turn."""
    seat = view.latest[0].seat
    made = listing([_half(seating, each) for each in view.latest])
    said = f"{seating.name(seat)} {made}."
    if view.to_move is not seat:
        return said
    return f"{said} Still to come: the {listing([HALVES[half] for half in view.missing])}."


def _half(seating: Seating, done: Done) -> str:
    match done.laid:
        case Flower() as flower:
            return f"plants {_planted(flower)}"
        case Rock(cells):
            return f"lays a rock in {seating.name(done.owner)}'s garden ({_cells(cells)})"
        case None:
            passed = f"passes the {HALVES[done.half]}"
            return f"{passed} (out of time)" if done.by_clock else passed


def _wanted(seating: Seating, seat: Seat, missing: tuple[Half, ...]) -> str:
    """What a turn still wants, as a clause."""
    wanted = {
        Half.FLOWER: "a flower in your own garden",
        Half.ROCK: f"a rock in {seating.name(seat.opponent)}'s garden",
    }
    return f"{listing([wanted[half] for half in missing])}, or `pass`"


def _agreed(seating: Seating, view: DemetersAnguishView, cause: Cause) -> str:
    if cause.seat is None:
        return ""
    if len(view.agreed) == len(SEATS):
        return f"{seating.name(cause.seat)} also agrees to end the match."
    other = seating.name(cause.seat.opponent)
    return (
        f"{seating.name(cause.seat)} agrees to end the match here. If {other} types `agree` too "
        "before anybody plants, lays or passes, the gardens are counted."
    )


TEXTS: Final = {DemetersAnguish.name: DemetersAnguishTexts()}
