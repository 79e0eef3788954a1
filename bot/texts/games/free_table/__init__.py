"""The texts of the free table."""

from typing import Final, cast

from bot.texts.alts import free_table as alts
from bot.texts.game_texts import GameTexts
from bot.texts.games.free_table import sentences
from bot.texts.language import Text, _
from bot.texts.matches import FIRST, choose_first, chosen_first
from bot.texts.seating import Seating
from engine.alts import Names
from engine.game import AnyGame
from engine.games.free_table.parts import TurnMode
from engine.games.free_table.rules import FreeTable
from engine.games.free_table.view import Dealt, Order, Phase, Rolled, TableView
from engine.matches.entries import Cause
from engine.seats import Seat

CELLS: Final = Text("cells such as `B2 B3`, or `!` and words.")
WORDS: Final = Text("`!` and words, such as `!bid 5`.")
SECRETLY: Final = Text("any text; in a direct message with `!` before it, such as `!score grow`.")
HOST_READS: Final = Text("👁️ **The host reads this.**")
STAYS_CLOSED: Final = Text("For everyone else it stays closed until it is opened.")
OPENED_TOGETHER: Final = Text("I open both together.")
OPENED_THEN: Final = Text("I open it as soon as it is in.")
ROUND: Final = Text("**Round {number}.**")
BOARD_RULES: Final = Text(
    "One cell places a piece, two move one, `E4=K` puts a K there and `E4=-` empties the cell."
)
ORDERS: Final = {
    Order.TURNS: Text("A move passes the turn."),
    Order.JUDGED: Text("After each move the host rules, and no clock runs until then."),
    Order.ROUNDS: Text(
        "In each round both of you send a text in secret; both are opened together, then the host "
        "rules."
    ),
}


class FreeTableTexts(GameTexts):
    """The game's own words."""

    def rules(self) -> str:
        return _(
            "This is a table, not a rulebook: your hands move the pieces, and the host judges. `!` "
            "means that it counts: `!bid 5` is a move in words, `!roll 2d6` rolls dice, `!open 2` "
            "opens your closed item 2. Everything else is chat. `/rules free-table` has "
            "everything; `concede` ends the match at once."
        )

    def rules_of(self, game: AnyGame) -> str:
        table = cast("FreeTable", game)
        lines = [self.rules(), ORDERS[table.order]()]
        if table.board is not None:
            lines.append(BOARD_RULES())
        if table.envelope:
            lines.append(_("✉️ The host has sealed an envelope; I open it at the end."))
        return " ".join(lines)

    def role(self, game: AnyGame, seat: Seat) -> str:
        if cast("FreeTable", game).board is None:
            return seat.upper()
        return _("discs") if seat is Seat.EC else _("squares")

    # Posts

    def request(self, seating: Seating, view: TableView, seats: tuple[Seat, ...]) -> str:
        name = seating.mentions(seats)
        match view.phase:
            case Phase.HOST if view.order is Order.ROUNDS:
                return _(
                    "{host} please rule, then type `!next` for the next round.", host=seating.host
                )
            case Phase.HOST:
                return _("{host} please rule, then type `!next`.", host=seating.host)
            case Phase.CHOICE:
                return choose_first(name)
            case Phase.TURN if view.mode is TurnMode.ALOUD:
                return _("{players} your move: {notation}", players=name, notation=_aloud(view))
            case Phase.TURN:
                number = ROUND(number=view.round) if view.round else ""
                return f"{number} {_in_secret(name, view)}".lstrip()
        return ""

    def news(self, seating: Seating, view: TableView, cause: Cause) -> str:
        if view.latest is None:
            return chosen_first(seating, cause, next(iter(view.to_move), None))
        return sentences.event(seating, view.latest)

    def standing(self, view: TableView) -> str:
        return sentences.standing(view)

    def revealed(self, view: TableView) -> str:
        lines = [*sentences.held(view)]
        if view.envelope:
            lines.append(_("✉️ The host's envelope: {text}", text=sentences.quoted(view.envelope)))
        return "\n".join(lines)

    def notation(self, view: TableView) -> str:
        if view.phase is Phase.CHOICE:
            return FIRST()
        return _aloud(view) if view.mode is TurnMode.ALOUD else SECRETLY()

    # Private views

    def understood(self, view: TableView) -> str:
        texts = (handing.text for handing in view.handed_in if handing.seat is view.viewer)
        text = next(texts, None)
        return _("Understood: {text}.", text=sentences.quoted(text)) if text else ""

    def can_hide(self, view: TableView) -> bool:
        """Return True while texts are handed in, or anything lies closed for all to see."""
        is_secret = view.phase is Phase.TURN and view.mode is not TurnMode.ALOUD
        return is_secret or any(hand.items for hand in view.closed)

    def holdings(self, view: TableView) -> str:
        held = (
            sentences.holding(view.closed_of(view.viewer)) if isinstance(view.viewer, Seat) else ""
        )
        return _("Your closed items: {items}", items=held) if held else ""

    def is_dealt(self, view: TableView) -> bool:
        value = view.latest.happening if view.latest else ()
        return any(isinstance(deal, Rolled | Dealt) and deal.seat is view.viewer for deal in value)

    def host_reading(self, seating: Seating, view: TableView) -> tuple[str, ...]:
        return sentences.read_by_host(seating, view)

    def alt(self, picture: str, view: TableView, names: Names) -> str:  # noqa: ARG002 - there is one
        return alts.describe(view, names, self.ended(view))


def _aloud(view: TableView) -> str:
    return WORDS() if view.last is None else CELLS()


def _in_secret(name: str, view: TableView) -> str:
    asked = _(
        "{players} send your text in secret: with the button below, or in a direct message to me "
        "with `!` before it, such as `!score grow`.",
        players=name,
    )
    if view.mode is TurnMode.SECRET:
        return f"{HOST_READS()} {asked} {STAYS_CLOSED()}"
    opened = OPENED_TOGETHER() if len(view.to_move) > 1 else OPENED_THEN()
    return f"{asked} {opened}"


TEXTS: Final = {FreeTable.name: FreeTableTexts()}
