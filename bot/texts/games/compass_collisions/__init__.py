"""The texts of Compass Collisions."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.texts.alts import compass_collisions as alts
from bot.texts.answers import REPLACEABLE
from bot.texts.game_texts import GameTexts
from bot.texts.games.compass_collisions import turns
from bot.texts.language import Text, _, say
from bot.texts.matches import BY_LOT_IF_SILENT, FIRST, choose_first, chosen_first
from bot.texts.seating import Seating, listing, spelled
from engine.alts import Names
from engine.game import AnyGame
from engine.games.compass_collisions import board, layouts
from engine.games.compass_collisions.position import CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.entries import Cause, CauseKind
from engine.seats import Seat

EXAMPLE: Final = "`layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.`"
NOTATION: Final = {
    Phase.PRIVILEGE: Text("`take first` or `take placement`."),
    Phase.FIRST_PLACEMENT: Text("two sets and their sides, such as `ec1 north, dmo2 south`."),
    Phase.SECOND_PLACEMENT: Text("a set and its side, such as `ec2 east`."),
    Phase.NAMING: FIRST,
    Phase.PLAY: Text("one of your pieces and where it goes, such as `D2 N`, `D2 N 2` or `D2 D4`."),
    Phase.REMOVAL: Text("`remove` and the square of one of your pieces, such as `remove D4`."),
}
CYCLE: Final = (*board.Element, board.Element.EARTH)
CHANGES: Final = (
    Text("{way} not at all"),
    Text("{way} to the next element of the cycle"),
    Text("{way} to the second"),
    Text("{way} to the third"),
)
"""The change by a step, by the number of places along the cycle."""
DRAWN: Final = Text("🎲 Drawn by lot.")


class CompassCollisionsTexts(GameTexts):
    """The game's own words."""

    def rules(self) -> str:
        cycle = (
            _(
                "{one} defeats {other}",
                one=board.ELEMENT_NAMES[element],
                other=alts.INTRODUCED[other],
            )
            for element, other in pairwise(CYCLE)
        )
        changes = (
            CHANGES[stages](way=board.COMPASS_NAMES[way]) for way, stages in board.STAGES.items()
        )
        return _(
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
            cycle=", ".join(cycle),
            changes=", ".join(changes),
            moves=board.LONGEST_QUIET,
        )

    def role(self, game: AnyGame, seat: Seat) -> str:  # noqa: ARG002 - the same in every match
        return _("light pieces") if seat is Seat.EC else _("dark pieces")

    def understood(self, view: CompassCollisionsView) -> str:
        if view.own is None:
            return ""
        letters = [slot for piece_set in view.own.sets for row in piece_set for slot in row if slot]
        counts = (
            f"{letters.count(element)} {say(board.ELEMENT_NAMES[element])}"
            for element in board.Element
        )
        return _(
            "Your layout ({counts}), seen from outside with the board's edge below, as in the "
            "picture:\n{drawn}",
            counts=", ".join(counts),
            drawn=_side_by_side(*view.own.sets),
        )

    def can_hide(self, view: CompassCollisionsView) -> bool:
        """Return True until all sets are shown."""
        return not view.sets

    def notation(self, view: CompassCollisionsView) -> str:
        if view.phase in NOTATION:
            return NOTATION[view.phase]()
        letters = (f"`{element}` {say(name)}" for element, name in alts.INTRODUCED.items())
        return _(
            "For example {example}: `layout`, then for each of your two sets {rows} rows of "
            "{lengths} characters, the one at the edge first, as read from outside the board.\n"
            "{letters}, `.` an empty slot; put each row on its own line, or `/` in between.\n"
            "{pieces} pieces in all, at least {least} in each set, each element at least once.",
            example=EXAMPLE,
            rows=spelled(len(layouts.SET_ROWS)),
            lengths=listing(layouts.SET_ROWS),
            letters=", ".join(letters),
            pieces=layouts.PIECES,
            least=layouts.MIN_IN_SET,
        )

    def request(
        self, seating: Seating, view: CompassCollisionsView, seats: tuple[Seat, ...]
    ) -> str:
        name = seating.mentions(seats)
        match view.phase:
            case Phase.LAYOUTS:
                return f"{name} {_ask_for_layouts(seating, view)}"
            case Phase.PRIVILEGE:
                asked = _ask_for_privilege(seating)
            case Phase.FIRST_PLACEMENT:
                asked = _(
                    "place any two of the sets {sets} on two sides, such as `ec1 north, dmo2 "
                    "south`.",
                    sets=listing([f"`{name}`" for name in layouts.SetName]),
                )
            case Phase.SECOND_PLACEMENT:
                asked = _ask_for_last_sets(view)
            case Phase.NAMING:
                return choose_first(name)
            case Phase.PLAY:
                return _joined(_("{who} your move.", who=name), *_ground_holds(seating, view))
            case _:
                asked = _(
                    "give up a piece of your own instead of moving: type `remove` and its square, "
                    "such as `remove {cell}`.",
                    cell=next(cell for cell, piece in view.pieces if piece.owner is view.to_move),
                )
        return f"{name} {asked} {BY_LOT_IF_SILENT()}"

    def standing(self, view: CompassCollisionsView) -> str:
        return alts.ground(view)

    def news(self, seating: Seating, view: CompassCollisionsView, cause: Cause) -> str:
        before_play = {
            Phase.LAYOUTS: _privileges(seating, view),
            Phase.PRIVILEGE: _("Both layouts are in."),
            Phase.FIRST_PLACEMENT: _privileges(seating, view),
            Phase.SECOND_PLACEMENT: _placed(seating, cause, view.just_placed),
            Phase.NAMING: _placed(seating, cause, view.just_placed),
        }
        if view.phase in before_play:
            by_lot = DRAWN() if cause.kind is CauseKind.LOT else ""
            return _joined(by_lot, before_play[view.phase])
        if view.phase is Phase.REMOVAL and view.to_move:
            player = seating.name(view.to_move)
            return _("⌛ {player} is out of time and reserve.", player=player)
        if view.events:
            return turns.told(seating, view, cause)
        return _play_begins(seating, view, cause)

    def alt(self, picture: str, view: CompassCollisionsView, names: Names) -> str:  # noqa: ARG002 - it is one picture
        return alts.describe(view, names, self.ended(view))


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


# Before the first move


def _side_by_side(one: layouts.PieceSet, other: layouts.PieceSet) -> str:
    """Draw both sets like the pictures: the row of 7, which goes to the edge, is the lowest."""
    rows = [
        f"{''.join(slot or '.' for slot in left):^7}    {''.join(slot or '.' for slot in right):^7}"
        for left, right in reversed([*zip(one, other, strict=True)])
    ]
    # Each title stands over the middle of its column of 7; 4 blanks are in between.
    titles = _(" Set 1      Set 2")
    return "\n".join(("```", titles, *map(str.rstrip, rows), "```"))


def _ask_for_layouts(seating: Seating, view: CompassCollisionsView) -> str:
    asked = _(
        "submit your layouts in secret, with the button below or in a direct message to me: two "
        "sets of pieces, such as {example}. {replaceable} If time runs out, I draw a layout for "
        "you.",
        example=EXAMPLE,
        replaceable=REPLACEABLE,
    )
    if view.chooser:
        return asked
    player, choice = seating.name(Seat.DMO), _ask_for_privilege(seating)
    may_choose = _("{player} can already choose: {choice}", player=player, choice=choice)
    return f"{asked}\n{may_choose}"


def _ask_for_privilege(seating: Seating) -> str:
    if seating.game.first:
        return _(
            "type `take placement` to place the first two sets, or `take first` to leave that to "
            "the other player and place the last two (who goes first is already fixed)."
        )
    return _(
        "type `take first` to say who goes first, or `take placement` to place the first two sets; "
        "the other player gets the one you leave."
    )


def _privileges(seating: Seating, view: CompassCollisionsView) -> str:
    """Say who acts when before the first move."""
    if view.chooser is None:
        return ""
    players = {
        "placer": seating.name(view.chooser.opponent),
        "namer": seating.name(view.chooser),
    }
    if seating.game.first:
        text = _("{placer} places the first two sets; {namer} places the last two.", **players)
    else:
        text = _(
            "{placer} places the first two sets; {namer} places the last two and says who goes "
            "first.",
            **players,
        )
    if view.phase is Phase.LAYOUTS:
        return text
    rows = (f"`{name}`: `{alts.rows(pieces)}`" for name, pieces in view.sets)
    shown = _("Here are both layouts, each set with its row at the edge first:")
    return "\n".join((text, shown, *rows))


def _ask_for_last_sets(view: CompassCollisionsView) -> str:
    (name, other), (side, opposite) = layouts.free_sets(view.sides), layouts.free_sides(view.sides)
    return _(
        "put `{one}` and `{other}` on the two free sides; naming one is enough: `{one} {side}` or "
        "`{one} {other_side}`.",
        one=name,
        other=other,
        side=side,
        other_side=opposite,
    )


def _placed(
    seating: Seating, cause: Cause, sides: Sequence[tuple[layouts.SetName, board.Compass]]
) -> str:
    sets = listing(
        [_("`{set}` {side}", set=name, side=board.COMPASS_NAMES[side]) for name, side in sides]
    )
    if cause.seat is None:
        return f"{sets}."
    return _("{player} places {sets}.", player=seating.name(cause.seat), sets=sets)


def _play_begins(seating: Seating, view: CompassCollisionsView, cause: Cause) -> str:
    first = view.to_move
    if first is None or seating.game.first is None:
        return chosen_first(seating, cause, first)
    by_lot = "" if cause.seat else DRAWN()
    goes_first = _("{player} goes first.", player=seating.name(first))
    return _joined(by_lot, _placed(seating, cause, view.just_placed), goes_first)


def _ground_holds(seating: Seating, view: CompassCollisionsView) -> Iterator[str]:
    """Yield that a stall takes no more ground, in the one turn that begins without any."""
    fell = any(event.kind is board.EventKind.FELL for event in view.events)
    is_first = not (view.events or view.quiet)
    if not view.numbers and (fell or is_first):
        yield _("No numbered square is left, so nothing more falls.")
        if not seating.is_practice:
            yield _("If neither of you can win, a host may award the match.")


TEXTS: Final = {CompassCollisions.name: CompassCollisionsTexts()}
