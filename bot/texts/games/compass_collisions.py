"""Compass Collisions: what is said in it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import ClassVar, Final

from bot.texts.alts import Names
from bot.texts.alts import compass_collisions as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import BY_LOT_IF_SILENT, FIRST, choose_first, chosen_first, undone
from bot.texts.seating import Seating, listing, spelled
from bot.texts.submissions import REPLACEABLE
from engine.game import AnyGame, Reason
from engine.games.compass_collisions.board import (
    LONGEST_QUIET,
    SIDE,
    STAGES,
    Compass,
    Element,
    Event,
    EventKind,
    Piece,
)
from engine.games.compass_collisions.layouts import (
    LEAST_IN_SET,
    LENGTHS,
    PIECES,
    SET_ROWS,
    PieceSet,
    SetName,
    free_sets,
    free_sides,
)
from engine.games.compass_collisions.position import CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.entries import Cause, CauseKind
from engine.refusals import Refused
from engine.seats import SEATS, Seat

EXAMPLE: Final = "`layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.`"
ROWS_OF_SET, ROWS_OF_LAYOUT = (listing([*map(str, rows)]) for rows in (SET_ROWS, LENGTHS))
NOTATION: Final = {
    Phase.PRIVILEGE: "`take first` or `take placement`.",
    Phase.FIRST_PLACEMENT: "two sets and their sides, such as `ec1 north, dmo2 south`.",
    Phase.SECOND_PLACEMENT: "a set and its side, such as `ec2 east`.",
    Phase.NAMING: FIRST,
    Phase.PLAY: "one of your pieces and where it goes, such as `D2 N`, `D2 N 2` or `D2 D4`.",
    Phase.REMOVAL: "`remove` and the square of one of your pieces, such as `remove D4`.",
}
CALLED: Final = {element: element.name.capitalize() for element in Element}
LETTERS: Final = ", ".join(f"`{element}` {name}" for element, name in CALLED.items())
CYCLE: Final = ", ".join(
    f"{one} defeats {other}" for one, other in pairwise((*CALLED.values(), CALLED[Element.EARTH]))
)
FAR: Final = ("not at all", "to the next element of the cycle", "to the second", "to the third")
CHANGES: Final = ", ".join(f"{way} {FAR[stages]}" for way, stages in STAGES.items())
ROOM_FOR_FALLS: Final = 600
"""If what fell takes more room than this, it is summed up."""
TIED: Final = "Both lost one at once, so whoever moved last loses."
TIED_BY_COLLAPSE: Final = (
    "Both lost one at once in a collapse, so whoever has fewer pieces loses; if both have the "
    "same number, whoever had fewer when that last differed, or else whoever moved last."
)
EROSION_FILE: Final = (
    f"A text file of {spelled(SIDE)} rows of {spelled(SIDE)} numbers or -: which squares fall when"
)
WARNED_BEFORE: Final = 10
"""A collapse is announced this many moves ahead."""


class CompassCollisionsTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": (
            "I can't read that. A move is one of your pieces and a direction, such as `D2 N` or "
            "`D2 N 2`, or the square to go to, such as `D2 D4`. For anything else, type what the "
            "latest post asks for."
        ),
        "layout-rows": (
            f"A layout is {spelled(len(LENGTHS))} rows, of {ROWS_OF_LAYOUT} characters. {{fault}}"
        ),
        "wrong-count": f"A layout has {PIECES} pieces in all; yours has {{count}}.",
        "too-few": (
            f"Each set needs at least {LEAST_IN_SET} pieces; your set {{set}} has {{count}}."
        ),
        "missing-element": "A layout needs each element at least once; yours has no {elements}.",
        "already-chosen": "You have already taken one, and that is final.",
        "two-sets": "Place two sets at once, such as `ec1 north, dmo2 south`.",
        "set-placed": "`{set}` already stands on a side.",
        "set-twice": "You named `{set}` twice. Place two sets, such as `ec1 north, dmo2 south`.",
        "side-taken": "There is already a set on the {side} side.",
        "side-twice": (
            "You named the {side} side twice. Each set needs a side of its own, such as "
            "`ec1 north, dmo2 south`."
        ),
        "off-board": (
            "{cells}: the board is A1 to {last}. To leave it, name a direction, such as `A5 W`."
        ),
        "not-yours": "You have no piece on {cells}.",
        "not-straight": "{cells} are not one or two squares apart in a straight line.",
        "enemy-between": "An enemy is in between, on {cells}; you can only jump your own pieces.",
        "friend-there": (
            "Your own piece is on {cells}, and a move of two squares can't end on your own piece."
        ),
        "dmo-takes": "Only the DMO chooses between the first move and the placement.",
        "remove-what": (
            "You are out of time, so you give up a piece: type `remove` and the square of one of "
            "yours, such as `remove D4`."
        ),
        "must-remove": (
            "You are out of time, so instead of moving you give up a piece: type `remove` and the "
            "square of one of yours, such as `remove D4`."
        ),
    }
    reasons: ClassVar[Mapping[Reason, str]] = {
        Reason.ELEMENT_LOST: "{loser} has lost an element",
    }
    options: ClassVar[Mapping[str, str]] = {
        "first": "Who goes first (one of the players says if not set)",
        "erosion": EROSION_FILE,
        "turn": "Seconds for a turn (60)",
        "periods": "Reserve periods for the whole match (3)",
        "period": "Seconds in a reserve period (60)",
        "remove": "Seconds to give up a piece once the reserve is gone (60)",
        "setup": "Seconds to hand in the layouts (600)",
        "choice": "Seconds for each choice and placement before the first move (60)",
    }
    rules: ClassVar[str] = (
        f"The cycle: {CYCLE}. "
        "Move one of your pieces one or two squares: `D2 N`, `D2 N 2` or `D2 D4`. One square onto "
        f"an empty one changes the piece: {CHANGES}. Two squares change nothing, and you may jump "
        "your own pieces. One square onto your own piece pushes it, with the line behind it. Onto "
        "an enemy you battle: you defeat the next element, the previous one defeats you, the same "
        "takes both, and the opposite is pushed like a piece of yours. What leaves the board is "
        "gone, and the ground falls with it: every square whose number is at least the count of "
        f"pieces left, in waves. After {LONGEST_QUIET} moves without a loss, the two highest "
        "numbers fall. If you lack an element, you lose; if both do at once, whoever moved last "
        "loses. Out of time and reserve, you give up a piece instead of moving. `concede` ends the "
        "match at once."
    )

    def role(self, game: AnyGame, seat: Seat) -> str:  # noqa: ARG002 - the same in every match
        """By light and dark, as the pictures show them."""
        return "light pieces" if seat is Seat.EC else "dark pieces"

    def understood(self, seating: Seating, view: CompassCollisionsView) -> str:  # noqa: ARG002
        """The viewer's own layout, both sets side by side."""
        if view.own is None:
            return ""
        letters = [slot for each in view.own.sets for row in each for slot in row if slot]
        counts = [f"{letters.count(element)} {CALLED[element]}" for element in Element]
        drawn = _side_by_side(*view.own.sets)
        return (
            f"Your layout ({', '.join(counts)}), seen from outside with the board's edge below, as "
            f"in the picture:\n{drawn}"
        )

    def notation(self, view: CompassCollisionsView) -> str:
        """How to type a layout, a choice, a placement, a move or a removal."""
        if view.phase in NOTATION:
            return NOTATION[view.phase]
        return (
            f"For example {EXAMPLE}: `layout`, then for each of your two sets "
            f"{spelled(len(SET_ROWS))} rows of {ROWS_OF_SET} characters, the one at the edge "
            "first, as read from outside the board.\n"
            f"{LETTERS}, `.` an empty slot; put each row on its own line, or `/` in between.\n"
            f"{PIECES} pieces in all, at least {LEAST_IN_SET} in each set, each element at least "
            "once."
        )

    def request(  # noqa: PLR0911 - one return for each phase
        self, seating: Seating, view: CompassCollisionsView, seats: tuple[Seat, ...]
    ) -> str:
        """What to type now."""
        who = seating.mentions(seats)
        match view.phase:
            case Phase.LAYOUTS:
                return f"{who} {self._ask_for_layouts(seating, view)}"
            case Phase.PRIVILEGE:
                return f"{who} {_ask_for_privilege(seating)} {BY_LOT_IF_SILENT}"
            case Phase.FIRST_PLACEMENT:
                sets = listing([f"`{name}`" for name in SetName])
                return (
                    f"{who} place any two of the sets {sets} on two sides, such as "
                    f"`ec1 north, dmo2 south`. {BY_LOT_IF_SILENT}"
                )
            case Phase.SECOND_PLACEMENT:
                return f"{who} {_ask_for_last_sets(view)} {BY_LOT_IF_SILENT}"
            case Phase.NAMING:
                return choose_first(who)
            case Phase.PLAY:
                return f"{who} your move.{_warning(view)}"
            case Phase.REMOVAL:
                return f"{who} {_ask_for_removal(view)}"

    def done(self, seating: Seating, view: CompassCollisionsView, cause: Cause) -> str:
        """What has just happened, in order."""
        if cause.kind is CauseKind.RULING:
            return undone()
        by_lot = "🎲 Drawn by lot. " if cause.kind is CauseKind.LOT else ""
        before_play = {
            Phase.LAYOUTS: _privileges(seating, view),
            Phase.PRIVILEGE: "Both layouts are in.",
            Phase.FIRST_PLACEMENT: _privileges(seating, view),
            Phase.SECOND_PLACEMENT: _placed(seating, cause, view.just_placed),
            Phase.NAMING: _placed(seating, cause, view.just_placed),
        }
        if view.phase in before_play:
            return by_lot + before_play[view.phase]
        if view.phase is Phase.REMOVAL and view.to_move:
            return f"⌛ {seating.name(view.to_move)} has no time and no reserve left."
        if view.events:
            return " ".join(filter(None, (_turn(seating, view, cause), _lacking(seating, view))))
        return _play_begins(seating, view, cause)

    def alt(self, picture: str, view: CompassCollisionsView, names: Names) -> str:  # noqa: ARG002 - it is one picture
        """The board, or a layout that is still secret."""
        return alts.describe(view, names, self.ended(view))

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """What is wrong with a row, and elements by their names."""
        facts = refusal.facts
        sentence = self.refusals.get(refusal.code, "")
        if refusal.code == "layout-rows":
            return sentence.format(fault=_fault_of_rows(facts))
        if refusal.code == "missing-element":
            lacking = [CALLED[Element(letter)] for letter in facts["elements"]]
            return sentence.format(elements=listing(lacking))
        return super().refusal(game, refusal)

    def _ask_for_layouts(self, seating: Seating, view: CompassCollisionsView) -> str:
        """Of both players, and of the DMO the privilege, which may wait."""
        asked = (
            "hand in your layouts in secret, with the button below or in a direct message to me: "
            f"two sets of pieces, such as {EXAMPLE}. {REPLACEABLE} If time runs out, I draw a "
            "layout by lot."
        )
        if view.chooser:
            return asked
        return (
            f"{asked}\n{seating.name(Seat.DMO)} can already choose: {_ask_for_privilege(seating)}"
        )


def _owned(piece: Piece) -> str:
    return f"{piece.owner.upper()} {CALLED[piece.element]}"


# Before the first move


def _side_by_side(one: PieceSet, other: PieceSet) -> str:
    """Both sets as the pictures show them: the row of 7, which goes to the edge, is the lowest."""
    rows = [
        f"{''.join(slot or '.' for slot in left):^7}    {''.join(slot or '.' for slot in right):^7}"
        for left, right in reversed([*zip(one, other, strict=True)])
    ]
    return "\n".join(("```", " Set 1      Set 2", *map(str.rstrip, rows), "```"))


def _fault_of_rows(facts: Mapping[str, str]) -> str:
    if "rows" in facts:
        return f"Yours has {facts['rows']}: put each row on its own line, or `/` in between."
    if "blanks" in facts:
        return f"Row {facts['row']} has a blank in it; type an empty slot as `.`."
    return f"Row {facts['row']} has {facts['length']} and needs {facts['wanted']}."


def _ask_for_privilege(seating: Seating) -> str:
    if seating.game.first:
        return (
            "type `take placement` to place the first two sets, or `take first` to leave that to "
            "the other player and place the last two (who goes first is already fixed)."
        )
    return (
        "type `take first` to say who goes first, or `take placement` to place the first two sets; "
        "the other player gets the one you leave."
    )


def _privileges(seating: Seating, view: CompassCollisionsView) -> str:
    """Who does what before the first move."""
    if view.chooser is None:
        return ""
    placer, namer = seating.name(view.chooser.opponent), seating.name(view.chooser)
    naming = "" if seating.game.first else " and says who goes first"
    shown = "" if view.phase is Phase.LAYOUTS else "Here are both layouts. "
    return f"{shown}{placer} places the first two sets; {namer} places the last two{naming}."


def _placed(seating: Seating, cause: Cause, sides: Sequence[tuple[SetName, Compass]]) -> str:
    stands = listing([f"`{name}` {side}" for name, side in sides])
    return f"{seating.name(cause.seat)} places {stands}." if cause.seat else f"{stands}."


def _play_begins(seating: Seating, view: CompassCollisionsView, cause: Cause) -> str:
    first = view.to_move
    if first is None or seating.game.first is None:
        return chosen_first(seating, cause, first) if first else ""
    by_lot = "" if cause.seat else "🎲 Drawn by lot. "
    return f"{by_lot}{_placed(seating, cause, view.just_placed)} {seating.name(first)} goes first."


def _ask_for_last_sets(view: CompassCollisionsView) -> str:
    one, other = free_sets(view.sides)
    ways = " or ".join(f"`{one} {side}`" for side in free_sides(view.sides))
    return f"put `{one}` and `{other}` on the two free sides; naming one is enough: {ways}."


# Turns


def _warning(view: CompassCollisionsView) -> str:
    left = view.quiet_left
    if left is None or left > WARNED_BEFORE:
        return ""
    moves = "one more move" if left == 1 else f"{left} more moves"
    return f" After {moves} without a loss, the two highest numbers fall."


def _ask_for_removal(view: CompassCollisionsView) -> str:
    own = [cell for cell, piece in view.pieces if piece.owner is view.to_move]
    return (
        "give up a piece of your own instead of moving: type `remove` and its square, such as "
        f"`remove {own[0]}`. {BY_LOT_IF_SILENT}"
    )


def _turn(seating: Seating, view: CompassCollisionsView, cause: Cause) -> str:
    """A move or a removal, and what fell after it."""
    first, *others = view.events
    what = [event for event in others if event.kind is not EventKind.FELL]
    fallen = [event for event in others if event.kind is EventKind.FELL]
    told = _removal(seating, first, cause) or _move(seating, first, what)
    return " ".join(filter(None, (told, _falls(view, fallen))))


def _removal(seating: Seating, event: Event, cause: Cause) -> str:
    if event.kind is not EventKind.REMOVED or event.piece is None:
        return ""
    name, what = seating.name(event.piece.owner), f"{CALLED[event.piece.element]} on {event.cell}"
    if cause.kind is CauseKind.LOT:
        return f"🎲 Drawn by lot: {name} loses {what}."
    return f"{name} gives up {what}."


def _move(seating: Seating, moved: Event, others: list[Event]) -> str:
    """Who moves what from where to where, and what comes of it there."""
    if moved.piece is None:
        return ""
    start = f"{seating.name(moved.piece.owner)} moves {CALLED[moved.piece.element]} {moved.cell}"
    if moved.kind is EventKind.LEFT:
        where = f"onto {moved.to}, which has fallen," if moved.to else "off the board"
        return f"{start} {where} and loses it."
    return f"{start} to {moved.to}{_consequence(moved, others)}."


def _consequence(moved: Event, others: list[Event]) -> str:
    if not others:
        return ""
    if others[0].kind is EventKind.CHANGED and others[0].element:
        return f", where it becomes {CALLED[others[0].element]}"
    if others[0].kind is EventKind.DEFEATED:
        return _battle(moved, others)
    pushed = [_pushed(event) for event in others if event.piece]
    return f" and pushes {listing(pushed)}"


def _battle(moved: Event, defeated: list[Event]) -> str:
    (piece, by), *more = [(event.piece, event.by) for event in defeated if event.piece and event.by]
    if more:
        return f", where it and {_owned(piece)} defeat each other"
    if piece == moved.piece:
        return f", where {_owned(by)} defeats it"
    return f" and defeats {_owned(piece)}"


def _pushed(event: Event) -> str:
    piece = _owned(event.piece) if event.piece else ""
    if event.kind is EventKind.PUSHED:
        return f"{piece} to {event.to}"
    return f"{piece} onto the fallen {event.to}" if event.to else f"{piece} off the board"


def _falls(view: CompassCollisionsView, fallen: list[Event]) -> str:
    """What fell, wave by wave, or in sums where that would be too long."""
    if not fallen:
        return ""
    stalled = f"after {view.longest_quiet} moves without a loss"
    waves = []
    for number, together in groupby(fallen, lambda event: event.wave):
        events = [*together]
        when = stalled if events[0].is_by_stall else f"in wave {number}"
        waves.append(f"{when}: {_squares(events)}")
    told = f"💥 Falling {'; '.join(waves)}."
    return told if len(told) <= ROOM_FOR_FALLS else _sums(fallen, stalled)


def _squares(fallen: list[Event]) -> str:
    """Squares that fell together, those with a piece first."""
    taken = [f"{each.cell} ({_owned(each.piece)})" for each in fallen if each.piece]
    empty = [str(each.cell) for each in fallen if each.piece is None]
    return ", ".join((*taken, f"{', '.join(empty)} (empty)")) if empty else ", ".join(taken)


def _sums(fallen: list[Event], stalled: str) -> str:
    collapsed = f"{stalled.capitalize()} " if fallen[0].is_by_stall else ""
    lost = [
        f"{seat.upper()} loses {_cells(each.cell for each in fallen if _is_of(each, seat))}"
        for seat in SEATS
        if any(_is_of(each, seat) for each in fallen)
    ]
    ground = f"{len(fallen)} squares fall, the last in wave {fallen[-1].wave}"
    return f"💥 {collapsed}{'; '.join((ground, *lost))}."


def _is_of(event: Event, seat: Seat) -> bool:
    return event.piece is not None and event.piece.owner is seat


def _cells(cells: Iterable[object]) -> str:
    return ", ".join(map(str, cells))


def _lacking(seating: Seating, view: CompassCollisionsView) -> str:
    """Which elements a player lacks, once that has ended the match."""
    sentences = [
        f"{seating.name(seat)} has no {listing([CALLED[element] for element in elements])} left."
        for seat, elements in view.lacking
    ]
    if len(sentences) == len(SEATS):
        sentences.append(TIED_BY_COLLAPSE if view.has_collapsed else TIED)
    return " ".join(sentences)


TEXTS: Final = {CompassCollisions.name: CompassCollisionsTexts()}
