"""What is said about practice: where it can be played, and when it begins."""

from collections.abc import Sequence
from typing import Final

from bot.texts.language import Text, _, ngettext
from bot.texts.seating import at_most, listing, spelled

DEALT: Final = Text("Your match has started. Good luck!")
DEALT_NEXT: Final = Text(
    "You are still practising, or I'm analysing a match for you. Your new match starts as soon as "
    "that's done."
)
ROOM_OPENED: Final = Text("Anybody can now use `/practice` in <#{room}>.")
ROOM_CLOSED: Final = Text(
    "<#{room}> is no longer open for practice. A match already under way there continues."
)


def answer(before: int | None, *, is_busy: bool) -> str:
    """The answer to `/practice`.

    Args:
        before: How many wait before them for the room; None where the match is dealt.
        is_busy: Whether something else of theirs went on when they asked.
    """
    if before is None:
        return DEALT()
    if is_busy:
        return DEALT_NEXT()
    told = _(
        "There is a match in this room, or one about to start. Yours starts when you reach the "
        "front of the queue."
    )
    if not before:
        return told
    count = spelled(before).capitalize()
    queue = ngettext("One player before you.", "{count} players before you.", before, count=count)
    return f"{told} {queue}"


def elsewhere(room_ids: Sequence[int]) -> str:
    """This room is not open for practice; where one can practise."""
    rooms = listing(at_most([f"<#{room_id}>" for room_id in room_ids]))
    if not rooms:
        return _("This room isn't open for practice. Use `/practice` in a direct message with me.")
    return _(
        "This room isn't open for practice. Practise in {rooms}, or use `/practice` in a direct "
        "message with me.",
        rooms=rooms,
    )
