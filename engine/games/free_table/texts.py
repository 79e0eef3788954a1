"""The texts of the free table.

Players' and hosts' own text is quoted on one line, where nothing in it is Markdown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from engine.game import AnyGame
from engine.games.free_table.line import Lot
from engine.games.free_table.position import (
    HandedIn,
    Order,
    Phase,
    TableEvent,
    TableView,
    TurnTimedOut,
)
from engine.games.free_table.rules import FreeTable
from engine.games.free_table.table import Item, ItemKind, owned_by, quoted
from engine.games.free_table.verbs import TurnMode
from engine.kinds import scene_symbols
from engine.kinds.scene import Owner
from engine.kinds.scene_texts import UNDECIDED, board_of, owners_called, pieces_of
from engine.matches.entries import Cause
from engine.seats import SEATS, Seat
from engine.text_boards import TextBoard
from engine.texts import FIRST, GameTexts, Seating, choose_first, chosen_first, ended
from engine.words.alts import LONGEST_ALT, Description, Fitted, Names
from engine.words.sentences import Catalogue, Joined, Plural, Sentence, Wording, Words, listing

LONGEST_DONE: Final = 1150
"""Longest account of a line in a post: two sealed texts of the greatest length, and more."""
LONGEST_STANDING: Final = 350
"""Longest account in a post of the things beside the board."""
LONGEST_HELD: Final = 200
"""The longest list of a seat's closed items in a result: an envelope may go with it."""
LONGEST_OPEN_TEXT: Final = 30
"""Longest lasting part of an opened text; the post that opened it has all of it."""
BETWEEN: Final = " · "

CELLS: Final = Sentence("cells such as `B2 B3`, or `!` and words.")
WORDS: Final = Sentence("`!` and words, such as `!bid 5`.")
SECRETLY: Final = Sentence(
    "any text; in a direct message with `!` before it, such as `!score grow`."
)
BOARD_RULES: Final = Sentence(
    "One cell places a piece, two move one, `E4=K` puts a K there and `E4=-` empties the cell."
)
ORDERS: Final = {
    Order.TURNS: Sentence("A move passes the turn."),
    Order.JUDGED: Sentence("After each move the host rules, and no clock runs until then."),
    Order.ROUNDS: Sentence(
        "In each round both of you send a text in secret; both are opened together, then the host "
        "rules."
    ),
}


class FreeTableTexts(GameTexts):
    """The game's own words."""

    def rules(self) -> Words:
        return Sentence(
            "This is a table, not a rulebook: your hands move the pieces, and the host judges. `!` "
            "means that it counts: `!bid 5` is a move in words, `!roll 2d6` rolls dice, `!open 2` "
            "opens your closed item 2. Everything else is chat. `/rules free-table` has "
            "everything; `concede` ends the match at once."
        )

    def rules_of(self, game: AnyGame) -> Words:
        table = cast("FreeTable", game)
        sealed = Sentence("✉️ The host has sealed an envelope; I open it at the end.")
        of_board = BOARD_RULES if table.board is not None else ""
        of_envelope = sealed if table.envelope else ""
        return Joined([self.rules(), ORDERS[table.order], of_board, of_envelope])

    def role(self, game: AnyGame, seat: Seat) -> Words:
        if cast("FreeTable", game).board is None:
            return seat.upper()
        return Sentence("discs") if seat is Seat.EC else Sentence("squares")

    # Posts

    def request(self, seating: Seating, view: TableView, seats: tuple[Seat, ...]) -> Words:
        name = seating.mentions(seats)
        match view.phase:
            case Phase.HOST if view.order is Order.ROUNDS:
                return Sentence(
                    "{host} please rule, then type `!next` for the next round.", host=seating.host
                )
            case Phase.HOST:
                return Sentence("{host} please rule, then type `!next`.", host=seating.host)
            case Phase.CHOICE:
                return choose_first(name)
            case Phase.TURN if view.mode is TurnMode.ALOUD:
                notation = self.notation(view)
                return Sentence("{players} your move: {notation}", players=name, notation=notation)
            case Phase.TURN:
                number = Sentence("**Round {number}.**", number=view.round) if view.round else ""
                return Joined([number, *_in_secret(name, view)])
        return ""

    def news(self, seating: Seating, view: TableView, cause: Cause) -> Words:
        if view.latest is None:
            return chosen_first(seating, cause, next(iter(view.to_move), None))
        return _told(seating, view.latest)

    def standing(self, view: TableView) -> Words:
        """Return counters, open items, the number of closed ones and the deck; empty if none.

        The viewer's own closed items are among `holdings`, in private.
        """
        owned = ((owner, [*_owned(view, owner)]) for owner in Owner)
        parts: list[Words] = [
            Joined([f"**{owner}**", Joined(things, ", ")]) for owner, things in owned if things
        ]
        if view.deck is not None:
            parts.append(Sentence("**deck** {count}", count=view.deck))
        return Within(parts, LONGEST_STANDING)

    def revealed(self, view: TableView) -> Words:
        lines = [
            Sentence("**{seat}** held closed: {items}", seat=seat, items=_held(items, LONGEST_HELD))
            for seat in SEATS
            if (items := owned_by(seat, view.closed))
        ]
        if view.envelope:
            text = quoted(view.envelope)
            lines.append(Sentence("✉️ The host's envelope: {text}", text=text))
        return Joined(lines, "\n")

    def notation(self, view: TableView) -> Words:
        if view.phase is Phase.CHOICE:
            return FIRST
        if view.mode is not TurnMode.ALOUD:
            return SECRETLY
        return WORDS if view.last is None else CELLS

    # Private views

    def understood(self, view: TableView) -> Words:
        texts = view.turn.texts if view.turn else ()
        text = next((text for seat, text in texts if seat is view.viewer), None)
        return Sentence("Understood: {text}.", text=quoted(text)) if text else ""

    def can_hide(self, view: TableView) -> bool:
        """Return True while texts are handed in, or anything lies closed for all to see."""
        is_secret = view.phase is Phase.TURN and view.mode is not TurnMode.ALOUD
        return is_secret or bool(view.closed)

    def holdings(self, view: TableView) -> Words:
        if not isinstance(view.viewer, Seat):
            return ""
        items = owned_by(view.viewer, view.closed)
        held = _held(items, LONGEST_DONE)
        return Sentence("Your closed items: {items}", items=held) if items else ""

    def is_dealt(self, view: TableView) -> bool:
        value = view.latest.happening if view.latest else ()
        return any(isinstance(deal, Lot) and deal.seat is view.viewer for deal in value)

    def host_reading(self, seating: Seating, view: TableView) -> tuple[Words, ...]:
        """Return the secret texts that lie closed, with their owners and numbers."""
        return tuple(
            Sentence(
                "{player}, {number}: {text}",
                player=seating.name(seat),
                number=item.number,
                text=item.named(),
            )
            for seat in SEATS
            for item in owned_by(seat, view.closed)
            if item.kind is ItemKind.TEXT
        )

    def alt(self, picture: str, view: TableView, names: Names) -> Words:  # noqa: ARG002 - there is one
        now = ended(view) if view.outcome else _doing(view)
        sentences = Joined([f"{view.title}.", now, *board_of(view.scene, LAST_LINE)])
        return Description(sentences, tuple(_lists(view, names)))

    def text_boards(self, view: TableView) -> tuple[TextBoard, ...]:
        return scene_symbols.boards(view)


@dataclass(frozen=True, slots=True)
class Within(Wording):
    """As many words as there is room for, and the number left out.

    Attributes:
        parts: The words.
        limit: The number of characters for them.
    """

    parts: Sequence[Words]
    limit: int

    def said(self, catalogue: Catalogue) -> str:
        for count in range(len(self.parts), -1, -1):
            left_out = len(self.parts) - count
            more = [Sentence("{count} more", count=left_out)] if left_out else []
            text = Joined([*self.parts[:count], *more], BETWEEN).said(catalogue)
            if len(text) <= self.limit:
                return text
        return ""


def _in_secret(name: str, view: TableView) -> Iterator[Words]:
    is_for_host = view.mode is TurnMode.SECRET
    if is_for_host:
        yield Sentence("👁️ **The host reads this.**")
    yield Sentence(
        "{players} send your text in secret: with the button below, or in a direct message to me "
        "with `!` before it, such as `!score grow`.",
        players=name,
    )
    if is_for_host:
        yield Sentence("For everyone else it stays closed until it is opened.")
    elif len(view.to_move) > 1:
        yield Sentence("I open both together.")
    else:
        yield Sentence("I open it as soon as it is in.")


# Actions


def _told(seating: Seating, done: TableEvent) -> Words:
    """Tell a line's actions in order, or the outcome of a turn that has closed."""
    text = Within([event.told(seating, done.seat) for event in done.happening], LONGEST_DONE)
    if any(isinstance(event, HandedIn | TurnTimedOut) for event in done.happening):
        # Each of them says whose it is.
        return Joined([text, "."], "")
    name = Sentence("**Host**") if done.seat is None else seating.name(done.seat)
    return Sentence("{player}: {done}.", player=name, done=text)


# Items on the table


def _owned(view: TableView, owner: Owner) -> Iterator[Words]:
    yield from (f"{counter.name} {counter.value}" for counter in owned_by(owner, view.counters))
    texts = [item.named(LONGEST_OPEN_TEXT) for item in owned_by(owner, view.open)]
    if texts:
        yield Sentence("open {items}", items=" ".join(texts))
    if closed := sum(item.text is None for item in owned_by(owner, view.closed)):
        yield Sentence("{count} closed", count=closed)


def _held(items: Sequence[Item], limit: int) -> Words:
    """Return an owner's closed items with their numbers."""
    return Within([f"{item.number}: {item.named(LONGEST_OPEN_TEXT)}" for item in items], limit)


# Alt texts

DOING: Final = {
    Phase.CHOICE: UNDECIDED,
    Phase.HOST: Sentence("Waiting for the host."),
    Phase.OVER: Sentence("The match is over."),
}
LAST_LINE: Final = Sentence("Last line: {cells}.")


def _doing(view: TableView) -> Words:
    if view.phase is not Phase.TURN:
        return DOING[view.phase]
    seats = [seat.upper() for seat in view.to_move]
    return Plural("{seats} to move.", "{seats} to move.", len(seats), seats=listing(seats))


def _lists(view: TableView, names: Names) -> Iterator[tuple[Words, Fitted]]:
    players = owners_called(names)
    yield from pieces_of(view.scene, players)
    for owner, player in players.items():
        if beside := [*_beside_board(view, owner)]:
            yield player, Fitted(beside, LONGEST_ALT)


def _beside_board(view: TableView, owner: Owner) -> Iterator[Words]:
    """Yield an owner's counters, open items, and closed ones, shown if the viewer may know them."""
    yield from (f"{counter.name} {counter.value}" for counter in owned_by(owner, view.counters))
    text, texts = _known(owned_by(owner, view.open))
    if text:
        yield Sentence("open: {items}", items=text)
    if texts:
        yield Plural("{count} text open", "{count} texts open", count=texts)
    known, unknown = _known(owned_by(owner, view.closed))
    if known:
        yield Sentence("closed: {items}", items=known)
    if unknown:
        yield Sentence("{count} closed", count=unknown)


def _known(items: Sequence[Item]) -> tuple[str, int]:
    """Return the dice and cards the viewer may know, and the number of other items."""
    known = [item.text for item in items if item.text and item.kind is not ItemKind.TEXT]
    return " ".join(known), len(items) - len(known)


TEXTS: Final = {FreeTable.name: FreeTableTexts()}
