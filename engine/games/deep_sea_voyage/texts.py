"""The texts of Deep Sea Voyage."""

from collections.abc import Mapping
from functools import reduce
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Final, cast

from engine.game import AnyGame
from engine.games.deep_sea_voyage import alts, symbols
from engine.games.deep_sea_voyage.board import NUMBERS, SHIP_NAMES, Side
from engine.games.deep_sea_voyage.board_in_play import (
    PENTOMINOES,
    Closing,
    Move,
    Passed,
    Placement,
    Sea,
)
from engine.games.deep_sea_voyage.notation import Route, Word
from engine.games.deep_sea_voyage.position import (
    DeepSeaVoyageView,
    Event,
    Finished,
    Phase,
    Picked,
    Sided,
    side_of,
)
from engine.games.deep_sea_voyage.rules import MAJORITY, SECRET, DeepSeaVoyage
from engine.grids.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.seats import SEATS, Seat
from engine.text_boards import TextBoard
from engine.texts import BY_LOT_IF_SILENT, GameTexts, Seating
from engine.words.alts import Names
from engine.words.sentences import Joined, Plural, Sentence, Words, listing, spelled

SIDES: Final = {
    Side.EMPIRE: Sentence("the Empire, red and white ships"),
    Side.MARAUDER: Sentence("the Marauder, blue and black ships"),
}
PLACING: Final = Sentence(
    "`T A13 A12 A11 B12 C12` places a pentomino on your board (you can leave the letter out); "
    "`pass` places none. The latest one counts; `lock` makes it final."
)
ROUTES: Final = Sentence(
    "`route 1 red A18 A10 F10`: the board, your ship, and the tiles at which it turns, from its "
    "start to a dropoff; put each route on its own line, or `/` in between. The shortest route for "
    "each ship counts; `lock` makes them final."
)
NOTATION: Final = {
    Phase.PREGAME: Sentence("`ready`, or `empire` or `marauder` if you're the DMO."),
    Phase.PICK: Sentence("the number of an open board, such as `board 2`."),
    Phase.PLACING: PLACING,
    Phase.LAST: Sentence("`T A13 A12 A11 B12 C12` (you can leave the letter out) or `pass`."),
    Phase.ROUTES: ROUTES,
}
PICK_FIRST: Final = Sentence(
    "{who} round {round}: you have priority, so pick a board. Type {ways}."
)
PICK_SECOND: Final = Sentence("{who} round {round}: pick one of the other boards. Type {ways}.")
TIME_IS_UP: Final = (
    Sentence("Time is up for looking at the boards."),
    Sentence("⌛ Time is up for the routes."),
)
"""The text if nothing else has happened, before the first round and at the end."""
MAX_CELLS: Final = 12
"""The most cells of a route to be named; a message may hold hundreds."""
TOTAL: Final = Sentence("Boards won: {counted}.")
EQUAL: Final = Sentence("Boards won: {counted}; equal, so the DMO wins.")
CLOSINGS: Final = {
    Closing.CUT_OFF: Sentence(
        "✂️ That cuts off a ship: {loser} has lost board {number}, and {winner} has won it."
    ),
    Closing.BANK_EMPTY: Sentence("The bank of board {number} is empty, so the board is closed."),
    Closing.NOTHING_FITS: Sentence(
        "Nothing left in the bank of board {number} fits, so it is closed."
    ),
}
# The sides' players are filled in: a match may fix them, the rules of any match leave them open.
RULES: Final = Sentence(
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
    "win; on a tie, the DMO wins. `concede` ends the match at once.",
    boards=spelled(len(NUMBERS)),
    pieces=len(PENTOMINOES),
)


class DeepSeaVoyageTexts(GameTexts):
    """The game's own words."""

    boards: ClassVar[Mapping[str, Sentence]] = {
        str(number): Sentence("Board {number}", number=number) for number in NUMBERS
    }
    words: ClassVar[Mapping[str, Sentence]] = {
        "ready": Sentence("Ready"),
        "empire": Sentence("Empire"),
        "marauder": Sentence("Marauder"),
        **{f"board {number}": label for number, label in boards.items()},
        "lock": Sentence("Lock"),
        "pass": Sentence("Pass"),
    }

    def rules(self) -> Words:
        return RULES.about(sides=Sentence("The DMO chooses a side, unless the host has fixed it."))

    def rules_of(self, game: AnyGame) -> Words:
        sides = (
            Sentence("The {seat} plays the Empire.", seat=game.first.upper())
            if game.first
            else Sentence("The DMO chooses a side.")
        )
        return RULES.about(sides=sides)

    def understood(self, view: DeepSeaVoyageView) -> Words:
        """Return the viewer's placement, pass or best routes so far, and their lock."""
        locked = Sentence("You've locked.") if view.viewer in view.finished else ""
        return Joined([locked, *map(_kept, view.own), self.missing(view)], "\n")

    def missing(self, view: DeepSeaVoyageView) -> Words:
        """Return the ships without a route, on boards that nobody has lost."""
        ships = [
            Sentence(
                "board {number} ({ships})",
                number=number,
                ships=Joined([SHIP_NAMES[ship] for _number, ship in group], ", "),
            )
            for number, group in groupby(view.missing_routes, itemgetter(0))
        ]
        return Sentence("Without a route: {ships}.", ships=listing(ships)) if ships else ""

    def can_hide(self, view: DeepSeaVoyageView) -> bool:
        """Return True while placements or routes are handed in."""
        return view.phase in SECRET

    def amending(self, view: DeepSeaVoyageView) -> Words:
        """Say that a route does not replace a shorter one."""
        if view.phase is Phase.ROUTES:
            return Sentence("The shortest route for each ship counts, and you can send more")
        return super().amending(view)

    def announced(self, seating: Seating, view: DeepSeaVoyageView, seat: Seat) -> Words:
        """Tell only that a seat has locked: news of a submission would give away a later pass."""
        if seat not in view.finished:
            return ""
        return Sentence("🔒 {player} has locked.", player=seating.name(seat))

    def sayable(self, game: AnyGame, view: DeepSeaVoyageView) -> tuple[str, ...]:  # noqa: ARG002
        """Return the lock in secret phases, which end once both have locked; a pass in public."""
        match view.phase:
            case Phase.PREGAME:
                ready = () if view.finished == SEATS else ("ready",)
                return (*ready, *(() if view.empire else Side))
            case Phase.PICK:
                return tuple(f"board {number}" for number in view.pickable)
            case Phase.LAST:
                return ("pass",)
        return ("lock",) if view.phase in SECRET else ()

    def notation(self, view: DeepSeaVoyageView) -> Words:
        return NOTATION[view.phase]

    def role(self, game: AnyGame, seat: Seat) -> Words:
        return SIDES[side_of(seat, game.first)] if game.first else Sentence("side not chosen yet")

    def request(self, seating: Seating, view: DeepSeaVoyageView, seats: tuple[Seat, ...]) -> Words:
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
                return Plural(
                    "{who} submit routes for your ships on board {numbers} in secret, with the "
                    "button below or in a direct message to me: {how}",
                    "{who} submit routes for your ships on boards {numbers} in secret, with the "
                    "button below or in a direct message to me: {how}",
                    len(view.routed_numbers),
                    who=name,
                    numbers=listing(view.routed_numbers),
                    how=ROUTES,
                )

    def news(self, seating: Seating, view: DeepSeaVoyageView, cause: Cause) -> Words:
        text: Words = Joined([_told(seating, event) for event in view.latest])
        acted = {event.seat for event in view.latest if isinstance(event, Placement | Passed)}
        if not view.latest:
            text = TIME_IS_UP[view.phase is Phase.OVER]
        elif cause.kind is CauseKind.LOT:
            text = Sentence("🎲 Drawn by lot: {told}", told=text)
        elif cause.kind is CauseKind.TIME and acted == {*SEATS}:
            # Both acted in secret.
            text = Sentence("⌛ Time is up. {told}", told=text)
        is_over = view.phase is Phase.OVER or (view.phase is Phase.ROUTES and acted)
        return Joined([text, _ending(seating, view)]) if is_over else text

    def alt(self, picture: str, view: DeepSeaVoyageView, names: Names) -> Words:
        sea = next(sea for sea in view.seas if picture == f"board-{sea.number}")
        return alts.describe(view, sea, names)

    def text_boards(self, view: DeepSeaVoyageView) -> tuple[TextBoard, ...]:
        return symbols.boards(view)

    def score(self, seating: Seating, view: DeepSeaVoyageView) -> Words:
        """Return each board's sums, winner and shortest paths, then the number of boards won."""
        lines = [_scored(seating, sea) for sea in view.seas]
        won = {seat: view.boards_won(seat) for seat in SEATS}
        counted = listing([f"{seating.name(seat)} {won[seat]}" for seat in SEATS])
        total = EQUAL if won[Seat.EC] == won[Seat.DMO] else TOTAL
        return Joined([*lines, total.about(counted=counted)], "\n")


def _line(cells: tuple[Cell, ...]) -> Words:
    if len(cells) <= MAX_CELLS:
        return Joined(cells)
    return Joined([*cells[: MAX_CELLS - 1], "...", cells[-1]])


# Requests


def _ask_for_side(seating: Seating, view: DeepSeaVoyageView, name: str) -> Words:
    ready = Sentence(
        "{who} type `ready` once you have seen enough of the boards. When both are ready, or time "
        "is up, round 1 begins.",
        who=name,
    )
    if view.empire:
        return ready
    choice = Sentence(
        "{player} chooses a side: `empire` (red and white ships, picks first in odd rounds) or "
        "`marauder` (blue and black ships).",
        player=seating.name(Seat.DMO),
    )
    return Joined([ready, choice, BY_LOT_IF_SILENT])


def _ask_for_board(view: DeepSeaVoyageView, name: str) -> Words:
    boards: list[Words] = [f"`board {number}`" for number in view.pickable]
    ways = reduce(
        lambda others, last: Sentence("{others} or {last}", others=others, last=last), boards
    )
    asked = PICK_SECOND if view.picks else PICK_FIRST
    return Joined([asked.about(who=name, round=view.round, ways=ways), BY_LOT_IF_SILENT])


def _ask_for_placements(seating: Seating, view: DeepSeaVoyageView, name: str) -> Words:
    where = listing(
        Sentence("{player} on board {number}", player=seating.name(seat), number=number)
        for seat, number in view.picks
    )
    asked = Sentence(
        "{who} round {round}: {where}. Place in secret, with the button below or in a direct "
        "message to me: {how} If you submit nothing in time, you pass.",
        who=name,
        round=view.round,
        where=where,
        how=PLACING,
    )
    banks = Joined([_bank(view, number) for number in sorted(dict(view.picks).values())])
    return Joined([asked, banks], "\n")


def _ask_for_last_board(view: DeepSeaVoyageView, name: str) -> Words:
    (number,) = view.open_numbers
    asked = Sentence(
        "{who} your turn on board {number}, the last open one. Type it here in the room: "
        "`T A13 A12 A11 B12 C12` or `pass`.",
        who=name,
        number=number,
    )
    return Joined([asked, _bank(view, number)])


def _bank(view: DeepSeaVoyageView, number: int) -> Words:
    pieces = " ".join(view.sea(number).left)
    return Sentence("Left in the bank of board {number}: {pieces}.", number=number, pieces=pieces)


# News


def _told(seating: Seating, event: Event) -> Words:  # noqa: PLR0911 - one for each event
    name = seating.name
    match event:
        case Sided(empire):
            return Sentence(
                "{empire} plays the Empire (red and white ships) and {marauder} plays the "
                "Marauder (blue and black ships).",
                empire=name(empire),
                marauder=name(empire.opponent),
            )
        case Finished(seat, Word.READY):
            return Sentence("{player} is ready.", player=name(seat))
        case Finished(seat):
            return Sentence("{player} locks.", player=name(seat))
        case Picked(seat, number, is_leftover=True):
            return Sentence(
                "{player} gets board {number}, the only one left.", player=name(seat), number=number
            )
        case Picked(seat, number):
            return Sentence("{player} plays on board {number}.", player=name(seat), number=number)
        case Placement(seat, number):
            return Sentence(
                "{player} places the {piece} on board {number} ({cells}).",
                player=name(seat),
                piece=event.letter,
                number=number,
                cells=Joined(event.cells),
            )
        case Passed(seat, by_clock=True):
            return Sentence("{player} passes (out of time).", player=name(seat))
        case Passed(seat):
            return Sentence("{player} passes.", player=name(seat))
        case Sea():
            return _closing(seating, event)


def _closing(seating: Seating, sea: Sea) -> Words:
    if sea.closed is None:
        return ""
    loser, winner = (seat and seating.name(seat) for seat in (sea.lost_by, sea.winner))
    return CLOSINGS[sea.closed].about(number=sea.number, loser=loser, winner=winner)


def _kept(own: Move | Route) -> Words:
    match own:
        case Route(number, ship, way):
            return Plural(
                "Your {ship} ship on board {number}: {count} step ({cells}).",
                "Your {ship} ship on board {number}: {count} steps ({cells}).",
                ship=SHIP_NAMES[ship],
                number=number,
                count=way.steps,
                cells=_line(way.cells),
            )
        case Placement(_, number):
            return Sentence(
                "On board {number} you place the {piece} ({cells}).",
                number=number,
                piece=own.letter,
                cells=Joined(own.cells),
            )
        case Passed(_, number):
            return Sentence("On board {number} you pass.", number=number)


# The end


def _ending(seating: Seating, view: DeepSeaVoyageView) -> Words:
    winners = [sea.lost_by.opponent for sea in view.seas if sea.lost_by]
    ahead = [seat for seat in SEATS if winners.count(seat) == MAJORITY]
    if ahead and cast("DeepSeaVoyage", seating.game).early:
        return Sentence(
            "{player} has won {count} boards by cut-offs, which decides the match at once.",
            player=seating.name(ahead[0]),
            count=spelled(MAJORITY),
        )
    if view.open_numbers:
        return Sentence("Placing ended because both players passed.")
    return Sentence("Placing ended because no board was left open.")


def _scored(seating: Seating, sea: Sea) -> Words:
    if sea.lost_by:
        return Sentence(
            "Board {number}: won by {winner}, because {loser} cut off a ship.",
            number=sea.number,
            winner=seating.name(sea.lost_by.opponent),
            loser=seating.name(sea.lost_by),
        )
    shortest = Sentence("Shortest routes: {ways}.", ways=alts.steps_of(dict(sea.ways)))
    return Joined([_result(seating, sea), shortest])


def _result(seating: Seating, sea: Sea) -> Words:
    number, score = sea.number, sea.score
    if score is None:
        return Sentence("Board {number}: not counted.", number=number)
    totals = ((Seat.EC, score.ec), (Seat.DMO, score.dmo))
    sums = Joined([_sum(seating.name(seat), total) for seat, total in totals], ", ")
    if score.winner is None:
        return Sentence("Board {number}: no winner ({sums}).", number=number, sums=sums)
    name = seating.name(score.winner)
    return Sentence(
        "Board {number}: won by {winner} ({sums}).", number=number, winner=name, sums=sums
    )


def _sum(player: str, total: int | None) -> Words:
    if total is None:
        return Sentence("{player} didn't arrive", player=player)
    return f"{player} {total}"


TEXTS: Final = {DeepSeaVoyage.name: DeepSeaVoyageTexts()}
