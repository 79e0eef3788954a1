"""The events of a free table, part by part, and the items on it, in words for posts.

Players' and hosts' own text is quoted on one line, where nothing in it is Markdown.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.texts.language import Text, _, ngettext
from bot.texts.seating import Seating, listing, shortened
from engine.games.free_table import view as events
from engine.games.free_table.table import Hand, Item, ItemKind
from engine.games.free_table.view import TableView
from engine.scene import FILLED, Owner, Piece
from engine.seats import SEATS, Seat

LONGEST_DONE: Final = 1150
"""Longest account of a line in a post: two sealed texts of the greatest length, and more."""
LONGEST_STANDING: Final = 350
"""Longest account in a post of the things beside the board."""
LONGEST_HELD: Final = 200
"""The longest list of a seat's closed items in a result: an envelope may go with it."""
LONGEST_OPEN_TEXT: Final = 30
"""Longest lasting part of an opened text; the post that opened it has all of it."""
BETWEEN: Final = " · "
HOST: Final = Text("**Host**")
OWNED: Final = {
    Owner.EC: Text("EC's {label}"),
    Owner.DMO: Text("DMO's {label}"),
    Owner.TABLE: Text("the table's {label}"),
}
"""A piece with its label, by whose it is."""
PIECE_OF: Final = {
    Owner.EC: Text("EC's piece"),
    Owner.DMO: Text("DMO's piece"),
    Owner.TABLE: Text("the table's piece"),
}
"""A piece without a label, by whose it is."""


# Actions


def event(seating: Seating, done: events.TableEvent) -> str:
    """Tell a line's actions in order, or the outcome of a turn that has closed."""
    parts = [_part(seating, done.seat, ga) for ga in done.happening]
    text = within(parts, LONGEST_DONE)
    if any(isinstance(ga, events.HandedIn | events.TurnTimedOut) for ga in done.happening):
        # Each of them says whose it is.
        return f"{text}."
    name = HOST() if done.seat is None else seating.name(done.seat)
    return _("{player}: {done}.", player=name, done=text)


def _part(seating: Seating, seat: Seat | None, done: events.LineEvent) -> str:
    match done:
        case events.Laid() | events.Emptied() | events.Moved():
            return _on_board(seat, done)
        case events.ItemsOpened(opener, items) if opener is seat:
            return _("shows {items}", items=_all_shown(items))
        case events.Rolled() | events.DeckMade() | events.Dealt() | events.ItemsOpened():
            return _of_lots(seating, done)
        case events.WordsPlayed(text):
            return quoted(text)
        case events.HandedIn() | events.TurnTimedOut():
            return _of_turn(seating, done)
        case _:
            return _beside(seating, done)


def _on_board(seat: Seat | None, done: events.Laid | events.Emptied | events.Moved) -> str:
    match done:
        case events.Laid(cell, piece, before) if before:
            return _(
                "{piece} on {cell} in place of {before}",
                piece=_piece(seat, piece),
                cell=cell,
                before=_piece(seat, before),
            )
        case events.Laid(cell, piece):
            return _("{piece} on {cell}", piece=_piece(seat, piece), cell=cell)
        case events.Emptied(cell, piece):
            return _("{cell} empty ({piece} gone)", cell=cell, piece=_piece(seat, piece))
        case events.Moved(start, goal, _, taken) if taken:
            return _(
                "{start} to {goal}, takes {taken}",
                start=start,
                goal=goal,
                taken=_piece(seat, taken),
            )
        case events.Moved(start, goal):
            return _("{start} to {goal}", start=start, goal=goal)


def _piece(seat: Seat | None, piece: Piece) -> str:
    """Name a piece, with its owner unless that is the player who typed the line."""
    is_own = seat is not None and piece.owner.seat is seat
    if is_own or (seat is None and piece.owner is Owner.TABLE):
        return {"": _("a piece"), FILLED: _("a filled cell")}.get(piece.label, piece.label)
    label = _("filled cell") if piece.label == FILLED else piece.label
    return OWNED[piece.owner](label=label) if label else PIECE_OF[piece.owner]()


def _of_lots(seating: Seating, done: events.LineEvent) -> str:
    match done:
        case events.Rolled(count, faces, None, dice):
            rolled = " ".join(map(str, dice))
            return _("🎲 {count}d{faces}: {dice}", count=count, faces=faces, dice=rolled)
        case events.Rolled(count, faces, seat) if seat:
            player = seating.name(seat)
            return _("🎲 {count}d{faces} for {player}", count=count, faces=faces, player=player)
        case events.DeckMade(count):
            return ngettext("a deck of {count} card", "a deck of {count} cards", count, count=count)
        case events.Dealt(count, None, cards):
            return _("deals {cards}", cards=" ".join(cards))
        case events.Dealt(count, seat) if seat:
            player = seating.name(seat)
            return ngettext(
                "deals {player} {count} card",
                "deals {player} {count} cards",
                count,
                player=player,
                count=count,
            )
        case events.ItemsOpened(seat, items):
            return _("{player} shows {items}", player=seating.name(seat), items=_all_shown(items))
    raise TypeError(done)


def _all_shown(items: Iterable[Item]) -> str:
    return listing([_shown(item) for item in items])


def _shown(item: Item, limit: int = LONGEST_DONE) -> str:
    text = shortened(item.text or "", limit)
    return quoted(text) if item.kind is ItemKind.TEXT else text


def _of_turn(seating: Seating, done: events.HandedIn | events.TurnTimedOut) -> str:
    player = seating.name(done.seat)
    match done:
        case events.TurnTimedOut(passes=True):
            return _("{player}: sent nothing in time, so the turn passes", player=player)
        case events.TurnTimedOut() | events.HandedIn(is_in=False):
            return _("{player}: sent nothing in time", player=player)
        case events.HandedIn(text=None, number=number):
            return _("{player}: a secret text, closed item {number}", player=player, number=number)
        case events.HandedIn(text=text):
            return _("{player}: {text}", player=player, text=quoted(text or ""))


def _beside(seating: Seating, done: events.LineEvent) -> str:
    match done:
        case events.Counted(owner, name, before, value):
            whose = "" if owner is Owner.TABLE else f"{owner} "
            change = _("new") if before is None else f"{value - before:+}"
            return f"{whose}{name} {value} ({change})"
        case events.TurnOpened(seats):
            players = listing([seating.name(seat) for seat in seats])
            return _("next up: {players}", players=players)
        case _:
            return _("board and hands as at the start")


# Items on the table


def standing(view: TableView) -> str:
    """Return counters, open items, the number of closed ones and the deck; empty if none.

    The viewer's own closed items are shown in `holding`, in private.
    """
    owned = ((owner, ", ".join(_owned(view, owner))) for owner in Owner)
    parts = [f"**{owner}** {text}" for owner, text in owned if text]
    if view.deck is not None:
        parts.append(_("**deck** {count}", count=view.deck))
    return within(parts, LONGEST_STANDING)


def _owned(view: TableView, owner: Owner) -> Iterator[str]:
    yield from (f"{counter.name} {counter.value}" for counter in view.counters_of(owner))
    texts = [_shown(item, LONGEST_OPEN_TEXT) for item in view.open_of(owner).items]
    if texts:
        yield _("open {items}", items=" ".join(texts))
    items = view.closed_of(owner.seat).items if owner.seat else ()
    if closed := sum(item.text is None for item in items):
        yield _("{count} closed", count=closed)


def holding(hand: Hand, limit: int = LONGEST_DONE) -> str:
    """Return an owner's closed items with their numbers; empty without any."""
    items = [f"{item.number}: {_shown(item, LONGEST_OPEN_TEXT)}" for item in hand.items]
    return within(items, limit)


def held(view: TableView) -> Iterator[str]:
    """Yield each seat's closed items at the end of the match."""
    for seat in SEATS:
        if items := holding(view.closed_of(seat), LONGEST_HELD):
            yield _("**{seat}** held closed: {items}", seat=seat, items=items)


def read_by_host(seating: Seating, view: TableView) -> tuple[str, ...]:
    """Return the secret texts that lie closed, with their owners and numbers."""
    return tuple(
        _("{player}, {number}: {text}", player=seating.name(seat), number=item.number, text=text)
        for seat in SEATS
        for item in view.closed_of(seat).items
        if item.kind is ItemKind.TEXT and (text := quoted(item.text or ""))
    )


def quoted(text: str) -> str:
    """Quote somebody's text on one line.

    >>> quoted("score  `grow`")
    "`score 'grow'`"
    """
    seen = "".join(character if character.isprintable() else " " for character in text)
    return f"`{' '.join(seen.split()).replace('`', chr(39))}`"


def within(parts: Iterable[str], limit: int) -> str:
    """Join as many parts as `limit` characters hold, and the number left out."""
    all_parts = [*parts]
    for count in range(len(all_parts), -1, -1):
        left_out = len(all_parts) - count
        more = [_("{count} more", count=left_out)] if left_out else []
        text = BETWEEN.join((*all_parts[:count], *more))
        if len(text) <= limit:
            return text
    return ""
