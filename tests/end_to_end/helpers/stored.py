"""The bot's stored data, read beside it; and people who play by it."""

from typing import Any

from engine.matches.match import Match
from engine.opponents.choose import typed
from engine.opponents.thinking import Budget, Level
from engine.seats import Seat
from tests.helpers.clocks.waiting import eventually
from tests.helpers.databases.kept_databases import OnFile
from tests.helpers.databases.kept_matches import kept_match
from tests.helpers.people import Person
from tests.helpers.processes.bot_process import BotProcess


def rows(bot: BotProcess, query: str, *values: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in OnFile(bot.database).rows(query, *values)]


def count(bot: BotProcess, what: str, *values: Any) -> int:
    ((number,),) = rows(bot, f"SELECT count(*) FROM {what}", *values)
    return int(number)


def newest_match(bot: BotProcess, room: str) -> Match:
    return _newest(bot, room).match


def sources(bot: BotProcess, room: str) -> list[str]:
    """Return the events behind the entries of a room's newest match."""
    return [source for _, source in _newest(bot, room).entries if source]


def _newest(bot: BotProcess, room: str) -> Any:
    ((number,),) = rows(bot, "SELECT max(id) FROM matches WHERE room_id = ?", int(room))
    return kept_match(OnFile(bot.database), number)


async def act(bot: BotProcess, room: str, person: Person, seat: Seat, number: int) -> None:
    """Type an action of a room's newest match once it is awaited, unless the match is over."""

    def is_awaited() -> bool:
        match = newest_match(bot, room)
        is_theirs = seat in match.to_act and not match.held
        return bool(match.result) or (is_theirs and match.clock.started is not None)

    await eventually(is_awaited)
    match = newest_match(bot, room)
    if match.result:
        return
    text = typed(match, seat, Budget(Level.EASY, seed=number, nodes=20))
    is_secret = match.is_secret(seat, text) and match.game.takes_secrets(match.state)
    message = await (person.tell(text) if is_secret else person.say(room, text))
    await eventually(lambda: f"message:{message['id']}" in sources(bot, room))
