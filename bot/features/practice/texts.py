"""Practice: where and when it is played."""

from collections.abc import Sequence
from typing import Final

from bot.texts.language import Text, _, say
from bot.texts.seating import at_most
from engine.words.sentences import Plural, listing, spelled

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
    """Answer `/practice`.

    Args:
        before: Number of players ahead in the room's queue; None if the match is dealt.
        is_busy: True if they had something else going on when they asked.
    """
    if before is None:
        return DEALT()
    if is_busy:
        return DEALT_NEXT()
    text = _(
        "There is a match in this room, or one about to start. Yours starts when you reach the "
        "front of the queue."
    )
    if not before:
        return text
    count = say(spelled(before)).capitalize()
    queue = Plural("One player before you.", "{count} players before you.", before, count=count)
    return f"{text} {say(queue)}"


def elsewhere(room_ids: Sequence[int]) -> str:
    """Say that a room is not open for practice, and which ones are."""
    if not room_ids:
        return _("This room isn't open for practice. Use `/practice` in a direct message with me.")
    return _(
        "This room isn't open for practice. Practise in {rooms}, or use `/practice` in a direct "
        "message with me.",
        rooms=listing(at_most([f"<#{room_id}>" for room_id in room_ids])),
    )
