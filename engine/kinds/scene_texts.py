"""The alt text of a scene: whatever its picture shows, in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, TypeAlias

from engine.grids.grid import Cell
from engine.kinds import scene_symbols
from engine.kinds.scene import FILLED, Card, Owner, Scene
from engine.seats import SEATS
from engine.text_boards import TextBoard
from engine.texts import PLACE_OF_ROW_ONE, GameTexts, ended
from engine.words.alts import LONGEST_ALT, Description, Fitted, Names, areas, ends, runs, visible
from engine.words.sentences import Joined, Sentence, Words, listing

AltLists: TypeAlias = Iterator[tuple[Words, Fitted]]
"""Lists in an alt text, each below its heading."""

ROOM_FOR_CELLS: Final = 100
"""Longest text of the latest move's cells, in characters."""
LIT: Final = Sentence("lit")
VOID: Final = Sentence("void in the next round")
LATEST: Final = Sentence("just played")
LATEST_MOVE: Final = Sentence("Latest move: {cells}.")
UNDECIDED: Final = Sentence("It isn't decided yet who goes first.")


class SceneTexts(GameTexts):
    """The words of a game whose views are scenes.

    Attributes:
        title: The game's title.
    """

    title: ClassVar[str]

    def now(self, view: Any) -> Words:
        """Say in an alt text whose turn it is, while the match goes on."""
        if view.to_move is None:
            return UNDECIDED
        return Sentence("{seat} to move.", seat=view.to_move.upper())

    def alt(self, picture: str, view: Any, names: Names) -> Words:  # noqa: ARG002 - there is one
        """Describe a scene; lists that are too long end in a count."""
        now = ended(view) if view.outcome else self.now(view)
        sentences = Joined([f"{self.title}.", now, *board_of(view.scene, LATEST_MOVE)])
        return Description(sentences, tuple(_lists(view.scene, names)))

    def text_boards(self, view: Any) -> tuple[TextBoard, ...]:
        return scene_symbols.boards(view)


def board_of(scene: Scene, latest: Sentence) -> Iterator[Words]:
    """Yield sentences about the board, if any; `latest` names the cells that were touched."""
    if scene.last is None:
        return
    if scene.centred:
        lengths = listing(str(len(row)) for row in scene.centred)
        yield Sentence("The board has rows of {lengths} cells from the top.", lengths=lengths)
    else:
        size = {"columns": scene.last.column + 1, "rows": scene.last.row + 1}
        yield Sentence("The board is {columns} by {rows}.", **size)
        if scene.block:
            yield Sentence(
                "Heavy lines divide it into blocks of {side} by {side}.", side=scene.block
            )
        yield PLACE_OF_ROW_ONE[scene.row_one]
    if any(scene.edges):
        rows, columns = (f"{names[0]}-{names[-1]}" for names in scene.edges)
        yield Sentence(
            "Rows are called {rows} at the right, columns {columns} at the top.",
            rows=rows,
            columns=columns,
        )
    if scene.latest:
        yield latest.about(cells=Fitted([*map(scene.name_of, scene.latest)], ROOM_FOR_CELLS))
    if not scene.pieces:
        yield Sentence("It is empty.")


def owners_called(names: Names) -> Mapping[Owner, Words]:
    """Return whose things are described, by the seats and the players' names."""
    seats = ((Owner(seat), f"{seat.upper()} {visible(names.get(seat, ''))}") for seat in SEATS)
    return {
        **{owner: player.strip() for owner, player in seats},
        Owner.TABLE: Sentence("The table"),
    }


def pieces_of(scene: Scene, players: Mapping[Owner, Words]) -> AltLists:
    """Yield each owner's pieces in straight runs, by their labels."""
    for owner, player in players.items():
        if pieces := [*_pieces(scene, owner)]:
            items, counts = zip(*pieces, strict=True)
            own = Sentence("{player}'s pieces", player=player)
            heading = own if owner.seat else Sentence("The table's pieces")
            yield heading, Fitted(items, LONGEST_ALT, counts=counts)


def _lists(scene: Scene, names: Names) -> AltLists:
    players = owners_called(names)
    if scene.open_cells:
        yield Sentence("Cells to play on"), _areas(scene.open_cells)
    for owner, player in players.items():
        counts = [counter for counter in scene.counters if counter.owner is owner]
        if counts:
            yield player, Fitted([f"{item.label} {item.number}" for item in counts], LONGEST_ALT)
    for hand in scene.hands:
        own = Sentence("{player}'s cards", player=players[hand.owner])
        heading = own if hand.owner.seat else Sentence("The table's cards")
        yield heading, Fitted([*map(_card, hand.cards)], LONGEST_ALT)
    for owner, player in players.items():
        if won := [cell for cell, winner in scene.grounds if winner is owner]:
            own = Sentence("Won by {player}", player=player)
            yield own if owner.seat else Sentence("Won by nobody"), _areas(won)
    yield from pieces_of(scene, players)


def _areas(cells: Iterable[Cell]) -> Fitted:
    found = [*areas(cells)]
    return Fitted([ends(area) for area in found], LONGEST_ALT, counts=[*map(len, found)])


def _pieces(scene: Scene, owner: Owner) -> Iterator[tuple[Words, int]]:
    """Yield an owner's pieces in straight runs, each with the number of its cells."""
    by_label = dict[str, list[Cell]]()
    for cell, piece in scene.pieces:
        if piece.owner is owner:
            by_label.setdefault(piece.label, []).append(cell)
    for label in sorted(by_label, key=_in_order):
        cells = by_label[label]
        text = Sentence("filled") if label == FILLED else label
        if scene.centred:
            yield from ((Joined([text, scene.name_of(cell)]), 1) for cell in cells)
        else:
            yield from ((Joined([text, ends(run)]), len(run)) for run in runs(cells))


def _in_order(label: str) -> str:
    return label.zfill(2) if label.isdigit() else label


def _card(card: Card) -> Words:
    states = ((card.is_lit, LIT), (card.is_void, VOID), (card.is_latest, LATEST))
    if told := [words for is_so, words in states if is_so]:
        return Joined([card.label, Joined(["(", Joined(told, ", "), ")"], "")])
    return card.label
