"""Deep Sea Voyage: what is said in it."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from bot.texts.alts import Names
from bot.texts.alts import deep_sea_voyage as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import BY_LOT_IF_SILENT, undone
from bot.texts.seating import Seating, listing, spelled
from engine.game import AnyGame, Reason
from engine.games.deep_sea_voyage.board import NUMBERS, Side, Way
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Closing, Placement
from engine.games.deep_sea_voyage.notation import Word
from engine.games.deep_sea_voyage.position import (
    Closed,
    DeepSeaVoyageView,
    Event,
    Finished,
    How,
    Passed,
    Phase,
    Picked,
    Placed,
    Route,
    SeaView,
    Sided,
    Submission,
    side_of,
)
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.seats import SEATS, Seat

TITLES: Final = {Side.EMPIRE: "the Empire", Side.MARAUDER: "the Marauder"}
FLEETS: Final = {Side.EMPIRE: "red and white ships", Side.MARAUDER: "blue and black ships"}
PLACING: Final = (
    "`T A13 A12 A11 B12 C12` places a pentomino on your board (you can leave the letter out); "
    "`pass` places none. The latest one counts; `lock` makes it final."
)
ROUTES: Final = (
    "`route 1 red A18 A10 F10`: the board, your ship, and the tiles from its start to a dropoff at "
    "which it turns; put each route on its own line, or `/` in between. The shortest route for "
    "each ship counts; `lock` makes them final."
)
NOTATION: Final = {
    Phase.PREGAME: "`ready`, or as the DMO `empire` or `marauder`.",
    Phase.PICK: "the number of an open board, such as `board 2`.",
    Phase.PLACING: PLACING,
    Phase.LAST: "`T A13 A12 A11 B12 C12` (you can leave the letter out) or `pass`.",
    Phase.ROUTES: ROUTES,
}
MOST_CELLS: Final = 12
"""The most cells of a route to be named; a message may hold hundreds."""
CLOSINGS: Final = {
    Closing.BANK_EMPTY: "The bank of board {number} is empty, so the board is closed.",
    Closing.NOTHING_FITS: "Nothing left in the bank of board {number} fits, so it is closed.",
}
BOARDS: Final = listing([*map(str, NUMBERS)])
# Who plays which side is put in: a match may fix it, the rules of any match leave it open.
RULES: Final = (
    f"Each side has two ships on each of {spelled(len(NUMBERS))} boards. Ships move from side to "
    "side over empty tiles, channels, dropoffs and starts, and each wants to reach the nearest "
    "dropoff; walls stop them. Place pentominoes, which become walls, to lengthen the other "
    "side's ways: five empty tiles that are no ship's start, and each of the {pieces} once on each "
    "board.\n"
    "{sides} In odd rounds the Empire picks a board first, in even rounds the Marauder; the other "
    "side picks another one. Then both players secretly place a pentomino or pass, and both are "
    "shown at once. If you leave any of the four ships without a way to a dropoff, you lose that "
    "board. A board is also closed when its bank is empty or nothing left in it fits. On the last "
    "open board, turns are public and alternate.\n"
    "Once both players pass, or no board is open, each of you hands in routes for your ships in "
    "secret (or the true shortest ways count, if the host chose that). On each board that nobody "
    "lost, the smaller sum of steps wins, and a ship without a route has not arrived. More boards "
    "win; if they are equal, the DMO wins. `concede` ends the match at once."
)
CHOSEN: Final = "The DMO chooses a side"


def _rules(sides: str) -> str:
    """How it is played, with a sentence on who plays which side."""
    return RULES.format(sides=sides, pieces=len(PENTOMINOES))


class DeepSeaVoyageTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": (
            "I can't read that. Place a pentomino by five different cells, such as `T A13 A12 A11 "
            "B12 C12`; hand in a route such as `route 1 red A18 A10 F10`; pick a board such as "
            "`board 2`; or type just `pass`, `lock` or `ready`."
        ),
        "wrong-phase": "Not now: the latest post says what to type.",
        "no-such-board": f"There is no board {{board}}: the boards are {BOARDS}, as in `board 2`.",
        "already-chosen": "The sides are already settled.",
        "dmo-chooses": (
            "Only the DMO chooses a side. Type `ready` once you have seen enough of the boards."
        ),
        "already-ready": "You are already ready.",
        "locked": "You have locked, and that is final.",
        "board-closed": "Board {board} is closed.",
        "board-taken": "Board {board} is taken this round.",
        "off-board": "{cells}: this board is A1 to {last}.",
        "not-a-pentomino": "A pentomino is five cells joined by their sides; {cells} are not.",
        "wrong-letter": "{cells}: that is the {piece}, not the {letter}.",
        "not-empty": (
            "You can only cover empty tiles, and no ship's start; {cells} can't be covered."
        ),
        "piece-used": "The {piece} has already been placed on this board ({cells}).",
        "not-your-ship": "The {ship} ships aren't yours.",
        "board-lost": "Board {board} was lost by cutting off a ship, so it needs no routes.",
        "not-at-start": "The {ship} ship on that board starts at {start}, not {cells}.",
        "not-straight": (
            "{cells}: a route goes straight from each cell to a different one, along a row or a "
            "column."
        ),
        "blocked": "The way is blocked at {cells}.",
        "no-dropoff": "A route ends on a dropoff, and {cells} is not one.",
    }
    reasons: ClassVar[Mapping[Reason, str]] = {
        Reason.BOARDS: "The boards have been counted",
    }
    options: ClassVar[Mapping[str, str]] = {
        "first": "Who plays the Empire, which picks first in odd rounds (the DMO says if not set)",
        "row1": "Where the pictures have row 1 (at the bottom if not set)",
        "boards": "A text file of three boards, rows from the top, blank lines in between",
        "board1": "Board 1, rows from the top joined by / (drawn from the seed if not set)",
        "board2": "Board 2, rows from the top joined by / (drawn from the seed if not set)",
        "board3": "Board 3, rows from the top joined by / (drawn from the seed if not set)",
        "early": "Whether winning two boards by cut-offs ends the match at once (on)",
        "endgame": "Whether players find the routes, or the true shortest ways count (tracked)",
        "pregame": "Seconds to look at the boards and choose a side (90)",
        "pick": "Seconds to pick a board (45)",
        "action": "Seconds to place a pentomino (90)",
        "routes": "Seconds to hand in the routes at the end (240)",
    }
    rules: ClassVar[str] = _rules(f"{CHOSEN}, unless the host has fixed it.")

    def rules_of(self, game: AnyGame) -> str:
        """The rules with who plays the Empire, if the host has fixed it."""
        fixed = f"The {game.first.upper()} plays the Empire." if game.first else f"{CHOSEN}."
        return _rules(fixed)

    def understood(self, seating: Seating, view: DeepSeaVoyageView) -> str:  # noqa: ARG002
        """The viewer's placement, pass or best routes so far, and whether they have locked."""
        locked = ["You have locked."] if view.viewer in view.finished else []
        kept = [_kept(each) for each in view.own or ()]
        return "\n".join([*locked, *kept]) or "You have locked."

    def amending(self, view: DeepSeaVoyageView) -> str:
        """A route does not replace a shorter one."""
        if view.phase is Phase.ROUTES:
            return "The shortest route for each ship counts, and you can send more"
        return super().amending(view)

    def announced(self, seating: Seating, view: DeepSeaVoyageView, seat: Seat) -> str:
        """Only that a seat has locked: news of a submission would give away a later pass."""
        return f"🔒 {seating.name(seat)} has locked." if seat in view.finished else ""

    def notation(self, view: DeepSeaVoyageView) -> str:
        """How to type a side, a board, a placement or routes."""
        return NOTATION[view.phase]

    def role(self, game: AnyGame, seat: Seat) -> str:
        """A side with its ships, if the host has fixed it."""
        if game.first is None:
            return "side not chosen yet"
        return _called(side_of(seat, game.first))

    def request(self, seating: Seating, view: DeepSeaVoyageView, seats: tuple[Seat, ...]) -> str:
        """What to type now, and on which boards."""
        who = seating.mentions(seats)
        match view.phase:
            case Phase.PREGAME:
                return f"{who} {_ask_for_side(seating, view)}"
            case Phase.PICK:
                return f"{who} {_ask_for_board(view)}"
            case Phase.PLACING:
                return f"{who} {_ask_for_placements(seating, view)}"
            case Phase.LAST:
                (number,) = view.open_numbers
                return (
                    f"{who} your turn on board {number}, the last open one. Type it here in the "
                    f"room: `T A13 A12 A11 B12 C12` or `pass`. {_bank(view, number)}"
                )
            case _:
                return (
                    f"{who} the placing is over. Hand in routes for your ships on "
                    f"{_boards(view.routed_numbers)} in secret, with the button below or in a "
                    f"direct message to me: {ROUTES}"
                )

    def done(self, seating: Seating, view: DeepSeaVoyageView, cause: Cause) -> str:
        """The side, the picks, the placements, the passes, and the boards that were closed."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if not view.latest and view.phase is not Phase.OVER:
            return "Time is up for looking at the boards."
        by_lot = "🎲 Drawn by lot: " if cause.kind is CauseKind.LOT else ""
        return by_lot + " ".join(_told(seating, each) for each in view.latest)

    def alt(self, picture: str, view: DeepSeaVoyageView, names: Names) -> str:
        """One of the boards."""
        sea = next(each for each in view.seas if picture == f"board-{each.number}")
        return alts.describe(view, sea, names, self.ended(view))

    def score(self, seating: Seating, view: DeepSeaVoyageView) -> str:
        """Each board with its sums, who won it and the shortest ways; then the boards won."""
        lines = [_scored(seating, sea) for sea in view.seas]
        won = {seat: view.boards_won(seat) for seat in SEATS}
        counted = listing([f"{seating.name(seat)} {won[seat]}" for seat in SEATS])
        tied = "; equal, so the DMO wins" if won[Seat.EC] == won[Seat.DMO] else ""
        return "\n".join((*lines, f"Boards won: {counted}{tied}."))


def _called(side: Side) -> str:
    return f"{TITLES[side]} ({FLEETS[side]})"


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells))


def _line(cells: tuple[Cell, ...]) -> str:
    """The cells of a route; of very many the first ones and the last."""
    if len(cells) <= MOST_CELLS:
        return _cells(cells)
    return f"{_cells(cells[: MOST_CELLS - 1])} ... {cells[-1]}"


def _boards(numbers: tuple[int, ...]) -> str:
    return f"board{'' if len(numbers) == 1 else 's'} {listing([*map(str, numbers)])}"


# What is wanted


def _ask_for_side(seating: Seating, view: DeepSeaVoyageView) -> str:
    ready = (
        "Type `ready` once you have seen enough of the boards. When both are ready, or time is up, "
    )
    if view.empire:
        return f"{ready}round 1 begins."
    return (
        f"{ready}round 1 begins. {seating.name(Seat.DMO)} chooses a side: `empire` "
        f"({FLEETS[Side.EMPIRE]}, picks first in odd rounds) or `marauder` "
        f"({FLEETS[Side.MARAUDER]}). {BY_LOT_IF_SILENT}"
    )


def _ask_for_board(view: DeepSeaVoyageView) -> str:
    left = [f"`board {each}`" for each in view.pickable]
    head = "pick one of the other boards" if view.picks else "you have priority, so pick a board"
    ways = " or ".join(left)
    return f"round {view.round}: {head}. Type {ways}. {BY_LOT_IF_SILENT}"


def _ask_for_placements(seating: Seating, view: DeepSeaVoyageView) -> str:
    where = [f"{seating.name(seat)} on board {number}" for seat, number in view.picks]
    banks = " ".join(_bank(view, number) for number in sorted(dict(view.picks).values()))
    return (
        f"round {view.round}: {listing(where)}. Place in secret, with the button below or in a "
        f"direct message to me: {PLACING} If time runs out with nothing in, you pass.\n{banks}"
    )


def _bank(view: DeepSeaVoyageView, number: int) -> str:
    return f"Left in the bank of board {number}: {' '.join(view.sea(number).left)}."


# What has happened


def _told(seating: Seating, event: Event) -> str:  # noqa: PLR0911 - one for each event
    match event:
        case Sided(empire):
            sides = [
                f"{seating.name(seat)} plays {_called(side_of(seat, empire))}"
                for seat in (empire, empire.opponent)
            ]
            return f"{listing(sides)}."
        case Finished(seat, word):
            return f"{seating.name(seat)} {'is ready' if word is Word.READY else 'locks'}."
        case Picked(seat, number, How.LEFT):
            return f"{seating.name(seat)} gets board {number}, the only one left."
        case Picked(seat, number):
            return f"{seating.name(seat)} plays on board {number}."
        case Placed(number, placement):
            lies = _cells(placement.cells)
            return (
                f"{seating.name(event.seat)} places the {placement.letter} on board {number} "
                f"({lies})."
            )
        case Passed(seat, by_clock):
            return f"{seating.name(seat)} passes{' (out of time)' if by_clock else ''}."
        case Closed():
            return _closed(seating, event)


def _closed(seating: Seating, event: Closed) -> str:
    if event.lost_by is None:
        return CLOSINGS[event.why].format(number=event.number)
    loser, winner = seating.name(event.lost_by), seating.name(event.lost_by.opponent)
    return (
        f"✂️ That cuts off a ship: {loser} has lost board {event.number}, and {winner} has won it."
    )


def _kept(own: Submission | Route) -> str:
    match own:
        case Route(number, ship, way):
            return f"Your {ship} ship on board {number}: {way.steps} steps ({_line(way.cells)})."
        case Submission(_, number, Placement() as placement):
            lies = _cells(placement.cells)
            return f"On board {number} you place the {placement.letter} ({lies})."
        case Submission(_, number):
            return f"On board {number} you pass."


# The end


def _scored(seating: Seating, sea: SeaView) -> str:
    """One board's sums, and the true shortest ways."""
    board = f"Board {sea.number}:"
    if sea.lost_by:
        loser, winner = seating.name(sea.lost_by), seating.name(sea.lost_by.opponent)
        return f"{board} won by {winner}, because {loser} cut off a ship."
    ways = ", ".join(f"{ship} {_steps(way)}" for ship, way in sea.ways)
    shortest = f"Shortest ways: {ways}."
    if sea.score is None:
        return f"{board} not counted. {shortest}"
    sums = [
        f"{seating.name(seat)} {'has not arrived' if total is None else total}"
        for seat, total in ((Seat.EC, sea.score.ec), (Seat.DMO, sea.score.dmo))
    ]
    won = f"won by {seating.name(sea.score.winner)}" if sea.score.winner else "won by nobody"
    return f"{board} {won} ({', '.join(sums)}). {shortest}"


def _steps(way: Way | None) -> str:
    return "none" if way is None else str(way.steps)


TEXTS: Final = {DeepSeaVoyage.name: DeepSeaVoyageTexts()}
