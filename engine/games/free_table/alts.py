"""Alt texts of a free table: the board, and each owner's things beside it."""

from collections.abc import Iterator
from typing import Final

from engine.games.free_table.table import Hand, ItemKind
from engine.games.free_table.view import Phase, TableView
from engine.kinds.scene_texts import UNDECIDED, board_of, owners_called, pieces_of
from engine.scene import Owner
from engine.texts import ended
from engine.words.alts import LONGEST_ALT, Description, Fitted, Names
from engine.words.sentences import Joined, Plural, Sentence, Words, listing

DOING: Final = {
    Phase.CHOICE: UNDECIDED,
    Phase.HOST: Sentence("Waiting for the host."),
    Phase.OVER: Sentence("The match is over."),
}
LAST_LINE: Final = Sentence("Last line: {cells}.")


def describe(view: TableView, names: Names) -> Words:
    """Describe the position; lists that are too long end in a count."""
    now = ended(view) if view.outcome else _phase(view)
    sentences = Joined([f"{view.title}.", now, *board_of(view.scene, LAST_LINE)])
    return Description(sentences, tuple(_lists(view, names)))


def _phase(view: TableView) -> Words:
    if view.phase is not Phase.TURN:
        return DOING[view.phase]
    seats = [seat.upper() for seat in view.to_move]
    return Plural("{seats} to move.", "{seats} to move.", len(seats), seats=listing(seats))


def _lists(view: TableView, names: Names) -> Iterator[tuple[Words, Fitted]]:
    players = owners_called(names)
    yield from pieces_of(view.scene, players)
    for owner, player in players.items():
        if beside := [*_beside(view, owner)]:
            yield player, Fitted(beside, LONGEST_ALT)


def _beside(view: TableView, owner: Owner) -> Iterator[Words]:
    """Yield an owner's counters, open items, and closed ones, shown if the viewer may know them."""
    yield from (f"{counter.name} {counter.value}" for counter in view.counters_of(owner))
    text, texts = _told(view.open_of(owner))
    if text:
        yield Sentence("open: {items}", items=text)
    if texts:
        yield Plural("{count} text open", "{count} texts open", count=texts)
    known, other_count = _told(view.closed_of(owner.seat)) if owner.seat else ("", 0)
    if known:
        yield Sentence("closed: {items}", items=known)
    if other_count:
        yield Sentence("{count} closed", count=other_count)


def _told(hand: Hand) -> tuple[str, int]:
    """Return the dice and cards the viewer may know, and the number of other items."""
    known = [item.text for item in hand.items if item.text and item.kind is not ItemKind.TEXT]
    return " ".join(known), len(hand.items) - len(known)
