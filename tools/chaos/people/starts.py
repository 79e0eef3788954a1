"""The beginning of a match: at a host's command, or once both players are ready."""

from typing import Final

from bot.features.audience import texts
from bot.features.panels import texts as panels
from bot.features.panels.panel import Button
from bot.texts import hosting
from engine.seats import SEATS, Seat
from tests.helpers.people import Person
from tools.chaos.people.match_people import RoomMatch
from tools.chaos.people.watch import Post

SET_UP: Final = panels.set_up("{room}", None)
PROMISES: Final = tuple(
    text.partition("{room}")[0]
    for text in (hosting.STARTED.source, hosting.ROOM_TAKEN.source, SET_UP)
)
COUNTS: Final = ("You're ready", panels.READY(), panels.OVER())
"""The beginnings of the answer to *Ready* if it counts, or need not count any more."""
MIRRORED: Final = texts.MIRROR_SET(channel=0).partition("<#")[0]
STARTED: Final = (panels.STARTING(), panels.OVER())
"""The same of *Start now*."""
HELD_UP: Final = panels.COULD_NOT_BEGIN(hitch="").partition("\n")[0]
READY: Final = list(Button).index(Button.READY)
START: Final = list(Button).index(Button.START)
"""At which place a panel has these buttons."""


async def open_mirror(match: RoomMatch) -> None:
    """Ask until the room's boards are copied for the audience."""
    host = match.people.host

    async def mirrored() -> bool | None:
        deed = host.command(match.room, "/match mirror", channel=match.people.mirror)
        answer = await match.patience.answer_to(host, match.room, deed)
        return (answer is not None and answer.content.startswith(MIRRORED)) or None

    await match.patience.insist(mirrored, "a mirror of the room")


async def bring_about(match: RoomMatch) -> None:
    """Ask and press until the first board stands."""
    ready = set[Seat]()

    async def begun() -> list[Post] | None:
        if not match.panels:
            await _ask(match)
        if match.panels and not match.boards:
            await _press_ready(match, ready)
        return match.boards or None

    await match.patience.insist(begun, "the start of the match")


async def _ask(match: RoomMatch) -> None:
    """Give the command; where a match is promised, wait for its first board or panel."""
    host, people, script = match.people.host, match.people, match.script

    def standing() -> list[Post]:
        return [*match.boards, *match.panels]

    deed = host.command(
        match.room,
        f"/{script.game} start",
        script.files or None,
        ec=people.ec.id,
        dmo=people.dmo.id,
        ready=script.asks_ready,
        **script.options,
    )
    answer = await match.patience.answer_to(host, match.room, deed, standing)
    if answer and any(promise in answer.content for promise in PROMISES):
        await match.patience.watch.until(standing, "first board, or panel")


async def _press_ready(match: RoomMatch, ready: set[Seat]) -> None:
    """Press *Ready* for players not known to be ready.

    An acknowledged press is not repeated: it must have been stored.
    """
    for seat in set(SEATS) - ready:
        player = match.people.seated(seat)
        if not match.boards and await _is_answered(match, player, READY, COUNTS):
            ready.add(seat)
    if ready == {*SEATS}:
        await match.patience.watch.until(
            lambda: match.boards or _is_held_up(match), "match once both were ready"
        )
    if _is_held_up(match) and not match.boards:
        await _is_answered(match, match.people.host, START, STARTED)


def _is_held_up(match: RoomMatch) -> bool:
    """Return whether the match could not begin in time: a host has to start it."""
    return HELD_UP in match.panels[-1].message.content


async def _is_answered(
    match: RoomMatch, person: Person, button: int, expected: tuple[str, ...]
) -> bool:
    """Return whether a press of a panel's button is answered as expected."""
    panel = match.panels[-1]
    about = {"channel_id": match.room, "id": str(panel.id)}
    deed = person.press(about, panel.buttons[button])
    answer = await match.patience.answer_to(person, match.room, deed, lambda: match.boards)
    # The buttons are gone as soon as both are ready: an earlier press has counted.
    is_over = answer is None and not panel.message.components
    return is_over or (answer is not None and answer.content.startswith(expected))
