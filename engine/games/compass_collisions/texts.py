"""The texts of Compass Collisions."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final

from engine.game import AnyGame
from engine.games.compass_collisions import board, layouts, symbols, turns
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.entries import Cause, CauseKind
from engine.seats import SEATS, Seat
from engine.text_boards import TextBoard
from engine.texts import (
    BY_LOT_IF_SILENT,
    FIRST,
    FIRST_LABELS,
    REPLACEABLE,
    GameTexts,
    Seating,
    choose_first,
    chosen_first,
    ended,
)
from engine.words.alts import Fitted, Names, visible
from engine.words.sentences import Joined, Plural, Sentence, Words, listing, spelled

EXAMPLE: Final = "`layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.`"
NOTATION: Final = {
    Phase.PRIVILEGE: Sentence("`take first` or `take placement`."),
    Phase.FIRST_PLACEMENT: Sentence("two sets and their sides, such as `ec1 north, dmo2 south`."),
    Phase.SECOND_PLACEMENT: Sentence("a set and its side, such as `ec2 east`."),
    Phase.NAMING: FIRST,
    Phase.PLAY: Sentence(
        "one of your pieces and where it goes, such as `D2 N`, `D2 N 2` or `D2 D4`."
    ),
    Phase.REMOVAL: Sentence("`remove` and the square of one of your pieces, such as `remove D4`."),
}
INTRODUCED: Final = {**board.ELEMENT_NAMES, board.Element.AIR: Sentence("Air (Wind)")}
"""The elements where they are first named: the game's designer calls Air by both names."""
CYCLE: Final = (*board.Element, board.Element.EARTH)
CHANGES: Final = (
    Sentence("{way} not at all"),
    Sentence("{way} to the next element of the cycle"),
    Sentence("{way} to the second"),
    Sentence("{way} to the third"),
)
"""The change by a step, by the number of places along the cycle."""
PRIVILEGES: Final = Sentence(
    "{placer} places the first two sets; {namer} places the last two and says who goes first."
)
PRIVILEGES_IF_FIRST_IS_FIXED: Final = Sentence(
    "{placer} places the first two sets; {namer} places the last two."
)
DRAWN: Final = Sentence("🎲 Drawn by lot.")

LAST_TURN: Final = Sentence("Last turn: {items}.")
FELL: Final = Sentence("Fell: {items}.")
NUMBERS: Final = Sentence("Numbers: {items}.")
FALLEN: Final = Sentence("Fallen squares: {items}.")
# Longest length of each list, so that the whole never takes more than 1,024 characters.
ROOM: Final = {LAST_TURN: 250, FELL: 250, FALLEN: 120, NUMBERS: 70}
ROOM_FOR_GROUND: Final = 40

DOING: Final = {
    Phase.LAYOUTS: Sentence("Waiting for layouts; submitted: {submitted}."),
    Phase.PRIVILEGE: Sentence("Both layouts are in. DMO has to take first or placement."),
    Phase.FIRST_PLACEMENT: Sentence("{placer} has to place two of the sets."),
    Phase.SECOND_PLACEMENT: Sentence("{namer} has to place the last two sets."),
    Phase.NAMING: Sentence("{namer} has to say who goes first."),
    Phase.PLAY: Sentence("{mover} to move."),
    Phase.REMOVAL: Sentence("{mover} has to give up a piece."),
}
HAPPENED: Final = {
    board.EventKind.MOVED: Sentence("{piece} moved from {cell} to {to}"),
    board.EventKind.CHANGED: Sentence("changed into {element}"),
    board.EventKind.PUSHED: Sentence("{piece} pushed from {cell} to {to}"),
    board.EventKind.DEFEATED: Sentence("{piece} defeated on {cell}"),
    board.EventKind.LEFT: Sentence("{piece} lost from {cell} off the board"),
    board.EventKind.DROPPED: Sentence("{piece} lost from {cell} onto the fallen {to}"),
    board.EventKind.FELL: Sentence("{cell} with {piece}"),
    board.EventKind.REMOVED: Sentence("{piece} given up on {cell}"),
}


class CompassCollisionsTexts(GameTexts):
    """The game's own words."""

    words: ClassVar[Mapping[str, Sentence]] = {
        **FIRST_LABELS,
        "take first": Sentence("Take first"),
        "take placement": Sentence("Take placement"),
    }

    def rules(self) -> Words:
        cycle = [
            Sentence(
                "{one} defeats {other}", one=board.ELEMENT_NAMES[element], other=INTRODUCED[other]
            )
            for element, other in pairwise(CYCLE)
        ]
        changes = [
            CHANGES[stages].about(way=board.COMPASS_NAMES[way])
            for way, stages in board.STAGES.items()
        ]
        return Sentence(
            "The cycle: {cycle}. Move one of your pieces one or two squares: `D2 N`, `D2 N 2` or "
            "`D2 D4`. One square onto an empty one changes the piece: {changes}. Two squares "
            "change nothing, and you may jump your own pieces. One square onto your own piece "
            "pushes it, with the line behind it. Moving onto an enemy starts a battle: you defeat "
            "the next element, the previous one defeats you, the same takes both, and the opposite "
            "is pushed like a piece of yours. A piece that leaves the board is gone, and the "
            "ground falls with it: every square whose number is at least the count of pieces left, "
            "in waves. After {moves} moves without a loss, the two highest numbers fall. If you "
            "lack an element, you lose; if both do at once, the one who moved last loses. When "
            "you're out of time and reserve, you give up a piece instead of moving. `concede` ends "
            "the match at once.",
            cycle=Joined(cycle, ", "),
            changes=Joined(changes, ", "),
            moves=board.LONGEST_QUIET,
        )

    def role(self, game: AnyGame, seat: Seat) -> Words:  # noqa: ARG002 - the same in every match
        return Sentence("light pieces") if seat is Seat.EC else Sentence("dark pieces")

    def understood(self, view: CompassCollisionsView) -> Words:
        if not view.own:
            return ""
        letters = "".join(row for piece_set in view.own for row in piece_set)
        counts = [
            Joined([letters.count(element), board.ELEMENT_NAMES[element]])
            for element in board.Element
        ]
        return Sentence(
            "Your layout ({counts}), seen from outside with the board's edge below, as in the "
            "picture:\n{drawn}",
            counts=Joined(counts, ", "),
            drawn=_side_by_side(*view.own),
        )

    def can_hide(self, view: CompassCollisionsView) -> bool:
        """Return True until all sets are shown."""
        return not view.sets

    def sayable(self, game: AnyGame, view: CompassCollisionsView) -> tuple[str, ...]:
        """Return the privileges, or who goes first."""
        if view.phase is Phase.PRIVILEGE:
            return ("take first", "take placement")
        return super().sayable(game, view)

    def notation(self, view: CompassCollisionsView) -> Words:
        if view.phase in NOTATION:
            return NOTATION[view.phase]
        letters = [Joined([f"`{element}`", name]) for element, name in INTRODUCED.items()]
        return Sentence(
            "For example {example}: `layout`, then for each of your two sets {rows} rows of "
            "{lengths} characters, the one at the edge first, as read from outside the board.\n"
            "{letters}, `.` an empty slot; put each row on its own line, or `/` in between.\n"
            "{pieces} pieces in all, at least {least} in each set, each element at least once.",
            example=EXAMPLE,
            rows=spelled(len(layouts.SET_ROWS)),
            lengths=listing(layouts.SET_ROWS),
            letters=Joined(letters, ", "),
            pieces=layouts.PIECES,
            least=layouts.MIN_IN_SET,
        )

    def request(
        self, seating: Seating, view: CompassCollisionsView, seats: tuple[Seat, ...]
    ) -> Words:
        name = seating.mentions(seats)
        match view.phase:
            case Phase.LAYOUTS:
                return Joined([name, _ask_for_layouts(seating, view)])
            case Phase.PRIVILEGE:
                asked = _ask_for_privilege(seating)
            case Phase.FIRST_PLACEMENT:
                asked = Sentence(
                    "place any two of the sets {sets} on two sides, such as `ec1 north, dmo2 "
                    "south`.",
                    sets=listing([f"`{name}`" for name in layouts.SetName]),
                )
            case Phase.SECOND_PLACEMENT:
                asked = _ask_for_last_sets(view)
            case Phase.NAMING:
                return choose_first(name)
            case Phase.PLAY:
                return Joined(
                    [Sentence("{who} your move.", who=name), *_ground_holds(seating, view)]
                )
            case _:
                asked = Sentence(
                    "give up a piece of your own instead of moving: type `remove` and its square, "
                    "such as `remove {cell}`.",
                    cell=next(cell for cell, piece in view.pieces if piece.owner is view.to_move),
                )
        return Joined([name, asked, BY_LOT_IF_SILENT])

    def standing(self, view: CompassCollisionsView) -> Words:
        return _ground(view)

    def news(self, seating: Seating, view: CompassCollisionsView, cause: Cause) -> Words:
        before_play = {
            Phase.LAYOUTS: _privileges(seating, view),
            Phase.PRIVILEGE: Sentence("Both layouts are in."),
            Phase.FIRST_PLACEMENT: _privileges(seating, view),
            Phase.SECOND_PLACEMENT: _placed(seating, view, cause),
            Phase.NAMING: _placed(seating, view, cause),
        }
        if view.phase in before_play:
            by_lot = DRAWN if cause.kind is CauseKind.LOT else ""
            return Joined([by_lot, before_play[view.phase]])
        if view.phase is Phase.REMOVAL and view.to_move:
            player = seating.name(view.to_move)
            return Sentence("⌛ {player} is out of time and reserve.", player=player)
        if view.events:
            return turns.told(seating, view, cause)
        return _play_begins(seating, view, cause)

    def alt(self, picture: str, view: CompassCollisionsView, names: Names) -> Words:  # noqa: ARG002 - it is one picture
        """Describe the position and the last turn, or the result."""
        deeds = [event for event in view.events if event.kind is not board.EventKind.FELL]
        return Joined(
            [
                f"{CompassCollisions.title}.",
                ended(view) if view.outcome else _what_is_done(view),
                _list(LAST_TURN, [_told(event) for event in deeds]),
                _list(FELL, [_told(event) for event in view.falls]),
                *_sets(view),
                *(_pieces(view, names, seat) for seat in SEATS if view.pieces or view.falls),
                _ground(view),
                _list(NUMBERS, [f"{cell} {number}" for cell, number in view.numbers]),
                _list(FALLEN, [str(cell) for cell in view.removed]),
            ]
        )

    def text_boards(self, view: CompassCollisionsView) -> tuple[TextBoard, ...]:
        return symbols.boards(view)


# Before the first move


def _side_by_side(one: layouts.PieceSet, other: layouts.PieceSet) -> Words:
    """Draw both sets like the pictures: the row of 7, which goes to the edge, is the lowest."""
    rows = [f"{left:^7}    {right:^7}" for left, right in reversed([*zip(one, other, strict=True)])]
    # Each title stands over the middle of its column of 7; 4 blanks are in between.
    titles = Sentence(" Set 1      Set 2")
    return Joined(["```", titles, *map(str.rstrip, rows), "```"], "\n")


def _ask_for_layouts(seating: Seating, view: CompassCollisionsView) -> Words:
    asked = Sentence(
        "submit your layouts in secret, with the button below or in a direct message to me: two "
        "sets of pieces, such as {example}. {replaceable} If time runs out, I draw a layout for "
        "you.",
        example=EXAMPLE,
        replaceable=REPLACEABLE,
    )
    if view.chooser:
        return asked
    player, choice = seating.name(Seat.DMO), _ask_for_privilege(seating)
    may_choose = Sentence("{player} can already choose: {choice}", player=player, choice=choice)
    return Joined([asked, may_choose], "\n")


def _ask_for_privilege(seating: Seating) -> Words:
    if seating.game.first:
        return Sentence(
            "type `take placement` to place the first two sets, or `take first` to leave that to "
            "the other player and place the last two (who goes first is already fixed)."
        )
    return Sentence(
        "type `take first` to say who goes first, or `take placement` to place the first two sets; "
        "the other player gets the one you leave."
    )


def _privileges(seating: Seating, view: CompassCollisionsView) -> Words:
    """Say who acts when before the first move."""
    if view.chooser is None:
        return ""
    text = PRIVILEGES_IF_FIRST_IS_FIXED if seating.game.first else PRIVILEGES
    text = text.about(placer=seating.name(view.chooser.opponent), namer=seating.name(view.chooser))
    if view.phase is Phase.LAYOUTS:
        return text
    rows = [f"`{name}`: `{' / '.join(pieces)}`" for name, pieces in view.sets]
    shown = Sentence("Here are both layouts, each set with its row at the edge first:")
    return Joined([text, shown, *rows], "\n")


def _ask_for_last_sets(view: CompassCollisionsView) -> Words:
    (name, other), (side, opposite) = layouts.free_sets(view.sides), layouts.free_sides(view.sides)
    return Sentence(
        "put `{one}` and `{other}` on the two free sides; naming one is enough: `{one} {side}` or "
        "`{one} {other_side}`.",
        one=name,
        other=other,
        side=side,
        other_side=opposite,
    )


def _placed(seating: Seating, view: CompassCollisionsView, cause: Cause) -> Words:
    """Tell of the two sets that were placed last."""
    sets = listing(
        [
            Sentence("`{set}` {side}", set=name, side=board.COMPASS_NAMES[side])
            for name, side in view.sides[-2:]
        ]
    )
    if cause.seat is None:
        return Joined([sets, "."], "")
    return Sentence("{player} places {sets}.", player=seating.name(cause.seat), sets=sets)


def _play_begins(seating: Seating, view: CompassCollisionsView, cause: Cause) -> Words:
    first = view.to_move
    if first is None or seating.game.first is None:
        return chosen_first(seating, cause, first)
    by_lot = "" if cause.seat else DRAWN
    goes_first = Sentence("{player} goes first.", player=seating.name(first))
    return Joined([by_lot, _placed(seating, view, cause), goes_first])


def _ground_holds(seating: Seating, view: CompassCollisionsView) -> Iterator[Sentence]:
    """Yield that a stall takes no more ground, in the one turn that begins without any."""
    is_first = not (view.events or view.quiet)
    if not view.numbers and (view.falls or is_first):
        yield Sentence("No numbered square is left, so nothing more falls.")
        if not seating.is_practice:
            yield Sentence("If neither of you can win, a host may award the match.")


# Alt texts


def _ground(view: CompassCollisionsView) -> Words:
    """Return the facts that decide about the ground: pieces, next fall, moves until a collapse.

    Empty outside turns, and once there are no numbers.
    """
    if not view.numbers or view.phase not in IN_PLAY or view.outcome:
        return ""
    next_to_fall, collapsing = (
        Fitted([*map(str, cells)], ROOM_FOR_GROUND) for cells in (view.falls_next, view.collapsing)
    )
    fall = Sentence(
        "Pieces in all: {count}. Next to fall: {cells}, at {number}.",
        count=len(view.pieces),
        cells=next_to_fall,
        number=view.falls_at,
    )
    collapse = Plural(
        "After one more move without a loss: {cells}.",
        "After {count} more moves without a loss: {cells}.",
        count=board.LONGEST_QUIET - view.quiet,
        cells=collapsing,
    )
    return Joined([fall, collapse])


def _what_is_done(view: CompassCollisionsView) -> Sentence:
    submitted = [seat.upper() for seat in view.submitted]
    return DOING[view.phase].about(
        submitted=listing(submitted) if submitted else Sentence("nobody"),
        placer=_seat(view.chooser.opponent if view.chooser else None),
        namer=_seat(view.chooser),
        mover=_seat(view.to_move),
    )


def _seat(seat: Seat | None) -> Words:
    return seat.upper() if seat else Sentence("Nobody")


def _list(sentence: Sentence, items: Sequence[Words]) -> Words:
    return sentence.about(items=Fitted(items, ROOM[sentence])) if items else ""


def _told(event: board.Event) -> Words:
    if event.kind is board.EventKind.FELL and event.piece is None:
        return str(event.cell)
    return HAPPENED[event.kind].about(
        piece=turns.owned(event.piece),
        cell=event.cell,
        to=event.to,
        element=board.ELEMENT_NAMES[event.element] if event.element else "",
    )


def _sets(view: CompassCollisionsView) -> Iterator[Words]:
    """List the sets and their sides until all of them stand on the board."""
    if view.own:
        for order, pieces in enumerate(view.own, 1):
            yield Sentence("Your set {number}: {rows}.", number=order, rows=" / ".join(pieces))
    elif view.phase not in IN_PLAY:
        sides = dict(view.sides)
        for name, pieces in view.sets:
            side = board.COMPASS_NAMES[sides[name]] if name in sides else ""
            title = Joined([name.called, side], ", ")
            yield Joined([title, f"{' / '.join(pieces)}."], ": ")


def _pieces(view: CompassCollisionsView, names: Names, seat: Seat) -> Sentence:
    own = [(piece.element, str(cell)) for cell, piece in view.pieces if piece.owner is seat]
    groups = []
    for element in board.Element:
        cells = [cell for owned, cell in own if owned is element]
        where = f"({' '.join(cells)})" if cells else ""
        groups.append(Joined([board.ELEMENT_NAMES[element], len(cells), where]))
    return Sentence(
        "{player} has {count}: {pieces}.",
        player=f"{seat.upper()} {visible(names[seat])}".strip(),
        count=len(own),
        pieces=Joined(groups, ", "),
    )


TEXTS: Final = {CompassCollisions.name: CompassCollisionsTexts()}
