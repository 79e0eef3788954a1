"""A host's ruling: at once, or after a preview and a confirmation."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from sandbox.state.models import Message as Standing
from tests.helpers.databases.kept_matches import count_in
from tests.helpers.people import Person
from tools.chaos.people.match_people import RoomMatch

GIVEN: Final = (
    "SELECT count(*) FROM entries WHERE match_id = ? AND who = 'host' AND source IS NOT NULL"
)
CONFIRM: Final = 0
REASON: Final = "A reason"


async def give(match: RoomMatch, ruling: str, is_told: Callable[[], Any]) -> None:
    """Give a ruling that counts at once, as often as it takes until the room is told of it.

    Nobody gives another while one is still on its way: that one could take effect after it.
    """

    async def ordered() -> Any:
        await _order(match, f"/match {ruling}")
        return await match.patience.until(is_told)

    await match.patience.insist(ordered, f"the ruling {ruling!r}")


async def give_as_shown(
    match: RoomMatch, ruling: str, is_told: Callable[[], Any], by: Person | None = None
) -> None:
    """Give a ruling by confirming it, until it has counted once, and the room is told.

    A standing question is confirmed whichever process asked it. A host would see in the match's
    log whether it has counted; only otherwise another question is asked.
    """
    before, question = await _given(match), None

    async def confirmed() -> Any:
        nonlocal question
        if await _given(match) > before:
            return await match.patience.watch.until(is_told, f"word of the ruling {ruling!r}")
        if question is None or not question.components:
            command, options = _command(ruling, by)
            question = await _order(match, command, **options)
        if question is not None and question.components:
            await _confirm(match, question)
        return None

    await match.patience.insist(confirmed, f"the ruling {ruling!r}")


async def _order(match: RoomMatch, command: str, **options: Any) -> Standing | None:
    """Give a command; return the message that answers it, if one does."""
    host = match.people.host
    deed = host.command(match.room, command, **options)
    return await match.patience.answer_to(host, match.room, deed)


async def _confirm(match: RoomMatch, question: Standing) -> None:
    host, about = match.people.host, {"channel_id": match.room, "id": str(question.id)}
    button = question.components[0]["components"][CONFIRM]["custom_id"]
    deed = host.press(about, button)
    await match.patience.answer_to(host, match.room, deed, lambda: not question.components)


async def _given(match: RoomMatch) -> int:
    return await match.patience.stored(partial(count_in, query=GIVEN, number=match.match_id))


def _command(ruling: str, by: Person | None) -> tuple[str, dict[str, Any]]:
    word, *rest = ruling.split(maxsplit=2)
    match word, rest:
        case "undo", []:
            return "/match undo", {}
        case "undo", _:
            return "/match undo", {"what": "ruling"}
        case "time", [seat, change]:
            return "/match time", {"player": seat, "amount": int(change)}
        case "award", [seat]:
            return "/match award", {"player": seat, "reason": REASON}
        case "say", [seat, text]:
            return "/match say", {"player": seat, "text": text}
        case "seat", [seat, *_] if by:
            return "/match replace", {"player": seat, "by": by.id}
    raise ValueError(ruling)
