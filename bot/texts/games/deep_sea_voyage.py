"""The texts of Deep Sea Voyage."""

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Final, cast

from bot.texts.alts import deep_sea_voyage as alts
from bot.texts.game_texts import GameTexts
from bot.texts.language import Text, _, ngettext
from bot.texts.matches import BY_LOT_IF_SILENT
from bot.texts.seating import Seating, listing, spelled
from engine.alts import Names
from engine.game import AnyGame
from engine.games.deep_sea_voyage.board import NUMBERS, Side
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Closing, Placement
from engine.games.deep_sea_voyage.notation import Route, Word
from engine.games.deep_sea_voyage.position import (
    Closed,
    DeepSeaVoyageView,
    Event,
    Finished,
    Passed,
    Phase,
    Picked,
    PickReason,
    Placed,
    SeaView,
    Sided,
    Submission,
    side_of,
)
from engine.games.deep_sea_voyage.rules import MAJORITY, SECRET, DeepSeaVoyage
from engine.grids.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.seats import SEATS, Seat

SIDES: Final = {
    Side.EMPIRE: Text("the Empire, red and white ships"),
    Side.MARAUDER: Text("the Marauder, blue and black ships"),
}
PLACING: Final = Text(
    "`T A13 A12 A11 B12 C12` places a pentomino on your board (you can leave the letter out); "
    "`pass` places none. The latest one counts; `lock` makes it final."
)
ROUTES: Final = Text(
    "`route 1 red A18 A10 F10`: the board, your ship, and the tiles at which it turns, from its "
    "start to a dropoff; put each route on its own line, or `/` in between. The shortest route for "
    "each ship counts; `lock` makes them final."
)
NOTATION: Final = {
    Phase.PREGAME: Text("`ready`, or `empire` or `marauder` if you're the DMO."),
    Phase.PICK: Text("the number of an open board, such as `board 2`."),
    Phase.PLACING: PLACING,
    Phase.LAST: Text("`T A13 A12 A11 B12 C12` (you can leave the letter out) or `pass`."),
    Phase.ROUTES: ROUTES,
}
TIME_IS_UP: Final = (
    Text("Time is up for looking at the boards."),
    Text("⌛ Time is up for the routes."),
)
"""The text if nothing else has happened, before the first round and at the end."""
MAX_CELLS: Final = 12
"""The most cells of a route to be named; a message may hold hundreds."""
CLOSINGS: Final = {
    Closing.BANK_EMPTY: Text("The bank of board {number} is empty, so the board is closed."),
    Closing.NOTHING_FITS: Text("Nothing left in the bank of board {number} fits, so it is closed."),
}
# The sides' players are filled in: a match may fix them, the rules of any match leave them open.
RULES: Final = Text(
    "Each side has two ships on each of {boards} boards. Ships move along rows and columns over "
    "empty tiles, channels, dropoffs and starts, each to the nearest dropoff; walls stop them. "
    "Place pentominoes, which become walls, to lengthen the other side's routes: five empty tiles "
    "that are no ship's start, each of the {pieces} once on each board.\n"
    "{sides} In odd rounds the Empire picks a board first, in even rounds the Marauder; the other "
    "side picks another one. Then both players secretly place a pentomino or pass, and both are "
    "shown at once. If you leave any of the four ships without a way to a dropoff, you lose that "
    "board. A board is also closed when its bank is empty or nothing left in it fits. On the last "
    "open board, turns are public and alternate.\n"
    "Once both players pass, or no board is open, each of you submits routes for your ships in "
    "secret (or the true shortest routes count, if the host chose so). On each board that nobody "
    "lost, the smaller sum of steps wins, and a ship without a route doesn't arrive. More boards "
    "win; on a tie, the DMO wins. `concede` ends the match at once."
)


def _rules(sides: str) -> str:
    return RULES(boards=spelled(len(NUMBERS)), pieces=len(PENTOMINOES), sides=sides)


class DeepSeaVoyageTexts(GameTexts):
    """The game's own words."""

    refusals: ClassVar[Mapping[str, Text]] = {}
    words: ClassVar[Mapping[str, Text]] = {"lock": Text("Lock")}
    boards: ClassVar[Mapping[str, Text]] = {
        str(number): Text("Board {number}", number=number) for number in NUMBERS
    }

    def rules(self) -> str:
        return _rules(_("The DMO chooses a side, unless the host has fixed it."))

    def rules_of(self, game: AnyGame) -> str:
        if game.first:
            return _rules(_("The {seat} plays the Empire.", seat=game.first.upper()))
        return _rules(_("The DMO chooses a side."))

    def understood(self, view: DeepSeaVoyageView) -> str:
        """Return the viewer's placement, pass or best routes so far, and their lock."""
        stored_lines = [_kept(route) for route in view.own or ()]
        locked = [_("You've locked.")] if view.viewer in view.finished else []
        return "\n".join(filter(None, (*locked, *stored_lines, self.missing(view))))

    def missing(self, view: DeepSeaVoyageView) -> str:
        """Return the ships without a route, on boards that nobody has lost."""
        ships = [
            _(
                "board {number} ({ships})",
                number=number,
                ships=", ".join(alts.SHIPS[ship]() for _number, ship in group),
            )
            for number, group in groupby(view.missing_routes, itemgetter(0))
        ]
        return _("Without a route: {ships}.", ships=listing(ships)) if ships else ""

    def can_hide(self, view: DeepSeaVoyageView) -> bool:
        """Return True while placements or routes are handed in."""
        return view.phase in SECRET

    def amending(self, view: DeepSeaVoyageView) -> str:
        """Say that a route does not replace a shorter one."""
        if view.phase is Phase.ROUTES:
            return _("The shortest route for each ship counts, and you can send more")
        return super().amending(view)

    def announced(self, seating: Seating, view: DeepSeaVoyageView, seat: Seat) -> str:
        """Tell only that a seat has locked: news of a submission would give away a later pass."""
        if seat not in view.finished:
            return ""
        return _("🔒 {player} has locked.", player=seating.name(seat))

    def sayable(self, game: AnyGame, view: DeepSeaVoyageView) -> tuple[str, ...]:  # noqa: ARG002
        """Return the lock in secret phases, which end once both have locked."""
        return ("lock",) if view.phase in SECRET else ()

    def notation(self, view: DeepSeaVoyageView) -> str:
        return NOTATION[view.phase]()

    def role(self, game: AnyGame, seat: Seat) -> str:
        if game.first is None:
            return _("side not chosen yet")
        return SIDES[side_of(seat, game.first)]()

    def request(self, seating: Seating, view: DeepSeaVoyageView, seats: tuple[Seat, ...]) -> str:
        name = seating.mentions(seats)
        match view.phase:
            case Phase.PREGAME:
                return _ask_for_side(seating, view, name)
            case Phase.PICK:
                return _ask_for_board(view, name)
            case Phase.PLACING:
                return _ask_for_placements(seating, view, name)
            case Phase.LAST:
                return _ask_for_last_board(view, name)
            case _:
                return ngettext(
                    "{who} submit routes for your ships on board {numbers} in secret, with the "
                    "button below or in a direct message to me: {how}",
                    "{who} submit routes for your ships on boards {numbers} in secret, with the "
                    "button below or in a direct message to me: {how}",
                    len(view.routed_numbers),
                    who=name,
                    numbers=listing(view.routed_numbers),
                    how=ROUTES,
                )

    def news(self, seating: Seating, view: DeepSeaVoyageView, cause: Cause) -> str:
        text = " ".join(_told(seating, event) for event in view.latest)
        acted = {event.seat for event in view.latest if isinstance(event, Placed | Passed)}
        if not view.latest:
            text = TIME_IS_UP[view.phase is Phase.OVER]()
        elif cause.kind is CauseKind.LOT:
            text = _("🎲 Drawn by lot: {told}", told=text)
        elif cause.kind is CauseKind.TIME and acted == {*SEATS}:
            # Both acted in secret.
            text = _("⌛ Time is up. {told}", told=text)
        is_over = view.phase is Phase.OVER or (view.phase is Phase.ROUTES and acted)
        return f"{text} {_ending(seating, view)}" if is_over else text

    def alt(self, picture: str, view: DeepSeaVoyageView, names: Names) -> str:
        sea = next(other_sea for other_sea in view.seas if picture == f"board-{other_sea.number}")
        return alts.describe(view, sea, names, self.ended(view))

    def score(self, seating: Seating, view: DeepSeaVoyageView) -> str:
        """Return each board's sums, winner and shortest paths, then the number of boards won."""
        lines = [_scored(seating, sea) for sea in view.seas]
        won = {seat: view.boards_won(seat) for seat in SEATS}
        counted = listing([f"{seating.name(seat)} {won[seat]}" for seat in SEATS])
        if won[Seat.EC] == won[Seat.DMO]:
            total = _("Boards won: {counted}; equal, so the DMO wins.", counted=counted)
        else:
            total = _("Boards won: {counted}.", counted=counted)
        return "\n".join((*lines, total))


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells))


def _line(cells: tuple[Cell, ...]) -> str:
    if len(cells) <= MAX_CELLS:
        return _cells(cells)
    return f"{_cells(cells[: MAX_CELLS - 1])} ... {cells[-1]}"


# Requests


def _ask_for_side(seating: Seating, view: DeepSeaVoyageView, name: str) -> str:
    ready = _(
        "{who} type `ready` once you have seen enough of the boards. When both are ready, or time "
        "is up, round 1 begins.",
        who=name,
    )
    if view.empire:
        return ready
    choice = _(
        "{player} chooses a side: `empire` (red and white ships, picks first in odd rounds) or "
        "`marauder` (blue and black ships).",
        player=seating.name(Seat.DMO),
    )
    return f"{ready} {choice} {BY_LOT_IF_SILENT()}"


def _ask_for_board(view: DeepSeaVoyageView, name: str) -> str:
    ways = reduce(
        lambda other_names, last: _("{others} or {last}", others=other_names, last=last),
        [f"`board {number}`" for number in view.pickable],
    )
    if view.picks:
        asked = _(
            "{who} round {round}: pick one of the other boards. Type {ways}.",
            who=name,
            round=view.round,
            ways=ways,
        )
    else:
        asked = _(
            "{who} round {round}: you have priority, so pick a board. Type {ways}.",
            who=name,
            round=view.round,
            ways=ways,
        )
    return f"{asked} {BY_LOT_IF_SILENT()}"


def _ask_for_placements(seating: Seating, view: DeepSeaVoyageView, name: str) -> str:
    where = [
        _("{player} on board {number}", player=seating.name(seat), number=number)
        for seat, number in view.picks
    ]
    asked = _(
        "{who} round {round}: {where}. Place in secret, with the button below or in a direct "
        "message to me: {how} If you submit nothing in time, you pass.",
        who=name,
        round=view.round,
        where=listing(where),
        how=PLACING,
    )
    banks = " ".join(_bank(view, number) for number in sorted(dict(view.picks).values()))
    return f"{asked}\n{banks}"


def _ask_for_last_board(view: DeepSeaVoyageView, name: str) -> str:
    (number,) = view.open_numbers
    asked = _(
        "{who} your turn on board {number}, the last open one. Type it here in the room: "
        "`T A13 A12 A11 B12 C12` or `pass`.",
        who=name,
        number=number,
    )
    return f"{asked} {_bank(view, number)}"


def _bank(view: DeepSeaVoyageView, number: int) -> str:
    pieces = " ".join(view.sea(number).left)
    return _("Left in the bank of board {number}: {pieces}.", number=number, pieces=pieces)


# News


def _told(seating: Seating, event: Event) -> str:  # noqa: PLR0911 - one for each event
    match event:
        case Sided(empire):
            return _(
                "{empire} plays the Empire (red and white ships) and {marauder} plays the "
                "Marauder (blue and black ships).",
                empire=seating.name(empire),
                marauder=seating.name(empire.opponent),
            )
        case Finished(seat, Word.READY):
            return _("{player} is ready.", player=seating.name(seat))
        case Finished(seat):
            return _("{player} locks.", player=seating.name(seat))
        case Picked(seat, number, PickReason.LEFT):
            return _(
                "{player} gets board {number}, the only one left.",
                player=seating.name(seat),
                number=number,
            )
        case Picked(seat, number):
            return _("{player} plays on board {number}.", player=seating.name(seat), number=number)
        case Placed(number, placement):
            return _(
                "{player} places the {piece} on board {number} ({cells}).",
                player=seating.name(event.seat),
                piece=placement.letter,
                number=number,
                cells=_cells(placement.cells),
            )
        case Passed(seat, by_clock=True):
            return _("{player} passes (out of time).", player=seating.name(seat))
        case Passed(seat):
            return _("{player} passes.", player=seating.name(seat))
        case Closed():
            return _closed(seating, event)


def _closed(seating: Seating, event: Closed) -> str:
    if event.lost_by is None:
        return CLOSINGS[event.reason](number=event.number)
    return _(
        "✂️ That cuts off a ship: {loser} has lost board {number}, and {winner} has won it.",
        loser=seating.name(event.lost_by),
        number=event.number,
        winner=seating.name(event.lost_by.opponent),
    )


def _kept(own: Submission | Route) -> str:
    match own:
        case Route(number, ship, way):
            return ngettext(
                "Your {ship} ship on board {number}: {count} step ({cells}).",
                "Your {ship} ship on board {number}: {count} steps ({cells}).",
                way.steps,
                ship=alts.SHIPS[ship],
                number=number,
                count=way.steps,
                cells=_line(way.cells),
            )
        case Submission(_, number, Placement() as placement):
            return _(
                "On board {number} you place the {piece} ({cells}).",
                number=number,
                piece=placement.letter,
                cells=_cells(placement.cells),
            )
        case Submission(_, number):
            return _("On board {number} you pass.", number=number)


# The end


def _ending(seating: Seating, view: DeepSeaVoyageView) -> str:
    winners = [sea.lost_by.opponent for sea in view.seas if sea.lost_by]
    ahead = [seat for seat in SEATS if winners.count(seat) == MAJORITY]
    if ahead and cast("DeepSeaVoyage", seating.game).early:
        return _(
            "{player} has won {count} boards by cut-offs, which decides the match at once.",
            player=seating.name(ahead[0]),
            count=spelled(MAJORITY),
        )
    if view.open_numbers:
        return _("Placing ended because both players passed.")
    return _("Placing ended because no board was left open.")


def _scored(seating: Seating, sea: SeaView) -> str:
    if sea.lost_by:
        return _(
            "Board {number}: won by {winner}, because {loser} cut off a ship.",
            number=sea.number,
            winner=seating.name(sea.lost_by.opponent),
            loser=seating.name(sea.lost_by),
        )
    shortest = _("Shortest routes: {ways}.", ways=alts.steps_of(dict(sea.ways)))
    return f"{_result(seating, sea)} {shortest}"


def _result(seating: Seating, sea: SeaView) -> str:
    if sea.score is None:
        return _("Board {number}: not counted.", number=sea.number)
    totals = ((Seat.EC, sea.score.ec), (Seat.DMO, sea.score.dmo))
    sums = ", ".join(_sum(seating.name(seat), total) for seat, total in totals)
    if sea.score.winner is None:
        return _("Board {number}: no winner ({sums}).", number=sea.number, sums=sums)
    return _(
        "Board {number}: won by {winner} ({sums}).",
        number=sea.number,
        winner=seating.name(sea.score.winner),
        sums=sums,
    )


def _sum(player: str, total: int | None) -> str:
    return _("{player} didn't arrive", player=player) if total is None else f"{player} {total}"


TEXTS: Final = {DeepSeaVoyage.name: DeepSeaVoyageTexts()}
