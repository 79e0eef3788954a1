"""Deep Sea Voyage: what is said in it."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from bot.texts.alts import Names
from bot.texts.alts import deep_sea_voyage as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import undone
from bot.texts.seating import Seating, listing
from engine.games.deep_sea_voyage.board import Side, Way
from engine.games.deep_sea_voyage.board_in_play import Closing, Placement
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
)
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import AnyGame
from engine.seats import SEATS, Seat

TITLES: Final = {Side.EMPIRE: "the Empire", Side.MARAUDER: "the Marauder"}
FLEETS: Final = {Side.EMPIRE: "red and white ships", Side.MARAUDER: "blue and black ships"}
PLACING: Final = (
    "`T A13 A12 A11 B12 C12` places a pentomino on your board (the letter may be left out); "
    "`pass` places none. The latest one counts, and `lock` ends it for you."
)
ROUTES: Final = (
    "`route 1 red A18 A10 F10`: the board, your ship, and the tiles from its start to a dropoff at "
    "which it turns; several routes on lines of their own or parted by `/`. The shortest one for "
    "each ship counts, and `lock` ends it for you."
)
NOTATION: Final = {
    Phase.PREGAME: "`ready`, and `empire` or `marauder` from the DMO.",
    Phase.PICK: "the number of an open board, such as `board 2`.",
    Phase.PLACING: PLACING,
    Phase.LAST: "`T A13 A12 A11 B12 C12` (the letter may be left out), or `pass`.",
    Phase.ROUTES: ROUTES,
}
MOST_CELLS: Final = 12
"""So many cells of a text are named at most; a message may hold hundreds."""
CLOSINGS: Final = {
    Closing.BANK_EMPTY: "The bank of board {number} is empty: the board is closed.",
    Closing.NOTHING_FITS: "Nothing left in the bank of board {number} fits there: it is closed.",
}
# The sides are put in: in one match they may be fixed, in the rules of any they are left open.
RULES: Final = (
    "Each side has two ships on each of three boards. They go by sides over empty tiles, "
    "channels, dropoffs and starts, and each wants to the nearest dropoff; walls stop them. "
    "Place pentominoes, which become walls, to lengthen the other side's ways: five empty "
    "tiles, no starts, and each of the 12 once on a board.\n"
    "{sides} In odd rounds the Empire picks a board first, in even rounds the "
    "Marauder; the other picks another one. Then both secretly place a pentomino or pass, and "
    "both are shown at once. Whoever leaves any of the four ships without a way to a dropoff "
    "has lost that board. A board is also closed when its bank is empty or nothing left fits. "
    "On the last open board turns are public and alternate.\n"
    "Once both pass, or no board is open, each hands in routes for their ships in secret (or the "
    "true shortest ways are taken, if the host has set that). On each board that nobody lost "
    "the smaller sum of steps wins, and a ship without a route has not arrived. More boards "
    "win; if they are equal, the DMO wins. `concede` gives the match up at once."
)
CHOSEN: Final = "The DMO chooses a side"


class DeepSeaVoyageTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": (
            "I cannot read that. A placement is five different cells, as `T A13 A12 A11 B12 C12`; "
            "a route is `route 1 red A18 A10 F10`; a board is picked by `board 2`; and `pass`, "
            "`lock` and `ready` are said alone."
        ),
        "wrong-phase": "Not now: what is wanted at this point stands in the latest post.",
        "no-such-board": "There is no board {board}: the boards are 1, 2 and 3, as in `board 2`.",
        "already-chosen": "The sides are settled already.",
        "dmo-chooses": (
            "Only the DMO chooses a side. Type `ready` once you have seen enough of the boards."
        ),
        "already-ready": "You are ready already.",
        "locked": "You have locked, and that cannot be undone.",
        "board-closed": "Board {board} is closed.",
        "board-taken": "Board {board} is taken in this round.",
        "off-board": "{cells}: this board is A1 to {last}.",
        "not-a-pentomino": "A pentomino is five cells joined by their sides; {cells} are not.",
        "wrong-letter": "{cells}: that is the {piece}, not the {letter}.",
        "not-empty": "Only empty tiles can be covered, and no ship's start: not {cells}.",
        "piece-used": "The {piece} has been placed on this board already ({cells}).",
        "not-your-ship": "The {ship} ships are not yours.",
        "board-lost": "Board {board} was lost by a cut-off; no routes are wanted there.",
        "not-at-start": "The {ship} ship of that board starts at {start}, not {cells}.",
        "not-straight": "{cells}: from each cell to the next it must go straight, and on.",
        "blocked": "The way is blocked at {cells}.",
        "no-dropoff": "A route ends on a dropoff; {cells} is none.",
    }
    options: ClassVar[Mapping[str, str]] = {
        "first": "Who plays the Empire, which picks first in odd rounds (the DMO says if not set)",
        "boards": "A text file of three boards, rows from the top, blank lines between them",
        "board1": "Board 1, rows from the top joined by / (drawn from the seed if not set)",
        "board2": "Board 2, rows from the top joined by / (drawn from the seed if not set)",
        "board3": "Board 3, rows from the top joined by / (drawn from the seed if not set)",
        "early": "Whether two boards won by cut-offs end the match at once (on)",
        "endgame": "Whether players find the routes, or the true shortest ways count (tracked)",
        "pregame": "Seconds for looking at the boards and choosing a side (90)",
        "pick": "Seconds for picking a board (45)",
        "action": "Seconds for a placement (90)",
        "routes": "Seconds for handing in the routes at the end (240)",
    }
    rules: ClassVar[str] = RULES.format(sides=f"{CHOSEN}, unless the host has fixed it.")

    def rules_of(self, game: AnyGame) -> str:
        """Who plays the Empire is said where the host has fixed it."""
        fixed = f"The {game.first.upper()} plays the Empire." if game.first else f"{CHOSEN}."
        return RULES.format(sides=fixed)

    def understood(self, seating: Seating, view: DeepSeaVoyageView) -> str:  # noqa: ARG002
        """The viewer's placement or pass, or the routes that count so far; and a lock."""
        locked = ["You have locked."] if view.viewer in view.finished else []
        kept = [_kept(each) for each in view.own or ()]
        return "\n".join([*locked, *kept]) or "You have locked."

    def amending(self, view: DeepSeaVoyageView) -> str:
        """A route stands beside the others: it takes the place of none that is shorter."""
        if view.phase is Phase.ROUTES:
            return "The shortest route for each ship counts; you may send more"
        return super().amending(view)

    def announced(self, seating: Seating, view: DeepSeaVoyageView, seat: Seat) -> str:
        """That a seat has locked, and nothing before: else a lock without it would be a pass."""
        return f"🔒 {seating.name(seat)} has locked." if seat in view.finished else ""

    def notation(self, view: DeepSeaVoyageView) -> str:
        """How a side, a board, a placement or routes are typed."""
        return NOTATION[view.phase]

    def role(self, game: AnyGame, seat: Seat) -> str:
        """A side with its ships, where the host has fixed it."""
        if game.first is None:
            return "side not chosen yet"
        return _called(Side.EMPIRE if seat is game.first else Side.MARAUDER)

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
                    f"{who} your turn on board {number}, the last one that is open. Here in the "
                    f"room: `T A13 A12 A11 B12 C12` or `pass`. {_bank(view, number)}"
                )
            case _:
                wanted = [str(sea.number) for sea in view.seas if sea.lost_by is None]
                return (
                    f"{who} nothing more is placed. Hand in the routes of your ships in secret, by "
                    f"the button below or in a direct message to me, for {_boards(wanted)}. "
                    f"{ROUTES}"
                )

    def done(self, seating: Seating, view: DeepSeaVoyageView, cause: Cause) -> str:
        """The side, the picks, the placements, the passes, and the boards that were closed."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if not view.latest and view.phase is not Phase.OVER:
            return "The time for looking at the boards is over."
        by_lot = "🎲 Drawn by lot: " if cause.kind is CauseKind.LOT else ""
        return by_lot + " ".join(_told(seating, each) for each in view.latest)

    def alt(self, picture: str, view: DeepSeaVoyageView, names: Names) -> str:
        """One of the boards."""
        sea = next(each for each in view.seas if picture == f"board-{each.number}")
        return alts.describe(view, sea, names)

    def score(self, seating: Seating, view: DeepSeaVoyageView) -> str:
        """Each board with its sums and who has won it, the shortest ways, and the boards won."""
        lines = [_scored(seating, sea) for sea in view.seas]
        winners = [sea.score.winner for sea in view.seas if sea.score]
        won = {seat: winners.count(seat) for seat in SEATS}
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


def _boards(numbers: list[str]) -> str:
    return f"board{'' if len(numbers) == 1 else 's'} {listing(numbers)}"


# What is wanted


def _ask_for_side(seating: Seating, view: DeepSeaVoyageView) -> str:
    ready = "Whoever has seen enough of the boards types `ready`; then, or when time is up, "
    if view.empire:
        return f"{ready}round 1 begins."
    return (
        f"{ready}round 1 begins. {seating.name(Seat.DMO)} chooses a side: `empire` "
        f"({FLEETS[Side.EMPIRE]}, picks first in odd rounds) or `marauder` "
        f"({FLEETS[Side.MARAUDER]}). Without a word it is drawn by lot."
    )


def _ask_for_board(view: DeepSeaVoyageView) -> str:
    taken = {number for _, number in view.picks}
    left = [f"`board {each}`" for each in view.open_numbers if each not in taken]
    head = "the other boards are yours to pick from" if view.picks else "you have priority"
    ways = " or ".join(left)
    return f"round {view.round}: {head}. Type {ways}. Without a word it is drawn by lot."


def _ask_for_placements(seating: Seating, view: DeepSeaVoyageView) -> str:
    where = [f"{seating.name(seat)} on board {number}" for seat, number in view.picks]
    banks = " ".join(_bank(view, number) for number in sorted(dict(view.picks).values()))
    return (
        f"round {view.round}: {listing(where)}. Place in secret, by the button below or in a "
        f"direct message to me: {PLACING} Silence is a pass.\n{banks}"
    )


def _bank(view: DeepSeaVoyageView, number: int) -> str:
    return f"Left in the bank of board {number}: {' '.join(view.seas[number - 1].left)}."


# What has happened


def _told(seating: Seating, event: Event) -> str:  # noqa: PLR0911 - one for each event
    match event:
        case Sided(empire):
            sides = [
                f"{seating.name(seat)} plays {_called(side)}"
                for seat, side in ((empire, Side.EMPIRE), (empire.opponent, Side.MARAUDER))
            ]
            return f"{listing(sides)}."
        case Finished(seat, word):
            return f"{seating.name(seat)} {'is ready' if word is Word.READY else 'locks'}."
        case Picked(seat, number, How.LEFT):
            return f"{seating.name(seat)} has board {number}, the only other one."
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
        f"✂️ That leaves a ship without a way: {loser} has lost board {event.number}, and {winner} "
        "has won it."
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
        return f"{board} won by {winner}, since {loser} cut off a ship."
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
