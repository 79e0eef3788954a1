from collections import Counter
from random import Random
from typing import Any

from bot.texts import answers
from engine.games import GAMES
from engine.matches.match import Match
from engine.options import SECONDS, option_kinds
from engine.records.record import read_record
from engine.records.referee import referee
from sandbox.server import Sandbox
from tests.end_to_end.helpers.stored import rows
from tests.helpers import people
from tests.helpers.clocks.waiting import eventually
from tests.helpers.counting import Request, note_requests
from tests.helpers.people import Listener, Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

HOUR = 3_600
MAX_QUESTIONS = 1_000


class World(people.World):
    """A guild with matches, as its people bring them about and see them."""

    async def start(self, room: str, **options: Any) -> Message:
        """Start a match in which EC begins, unless the options say otherwise; its opening post."""
        options = {"first": "ec", "takeback": 0} | options
        return await self.deal(room, "fire-and-ice", **options)

    async def deal(self, room: str, game: str, **options: Any) -> Message:
        """Start a match of EC against DMO, unless the options say otherwise; its opening post."""
        stated = {name: value for name, value in options.items() if value is not None}
        # In the same room there may have been a match of the same game.
        before = await self.host.history(room)
        since = before[-1]["id"] if before else "0"
        await self.host.command(room, f"/{game} start", **self.players | stated)
        return await self.host.read(room, from_dealer(f"## {GAMES[game].title}"), since)

    async def abort(self, room: str) -> None:
        """End the match in a room; it is over when this is done, and no secret awaited there."""
        before = await self.host.history(room)
        await self.host.command(room, "/match abort")
        await self.result_after(room, before[-1])

    async def turn_after(self, room: str, message: Message, mover: Person) -> Message:
        condition = from_dealer("your move", f"<@{mover.id}>")
        return await self.host.read(room, condition, message["id"])

    async def result_after(self, room: str, message: Message) -> Message:
        return await self.host.read(room, from_dealer("🏁"), message["id"])

    async def forged_post(self, room: str, *custom_ids: str) -> Message:
        """Return a post of the Dealer's for everybody, with buttons that are none of that post."""
        buttons = [{"type": 2, "style": 2, "label": "?", "custom_id": name} for name in custom_ids]
        return await self.bot.say(room, "A copy", components=[{"type": 1, "components": buttons}])

    async def record_of(self, result: Message) -> str:
        (record,) = [file for file in result["attachments"] if file["filename"].endswith(".dm")]
        return (await self.file(record)).decode()

    async def deny(self, room: str, denied: int, person: Person | None = None) -> None:
        """Take permissions in a room from somebody, or else the Dealer; 0 gives them all back."""
        await self.overwrite(room, (person or self.bot).id, deny=denied, kind=1)

    async def overwrite(
        self, channel: str, target: str, *, allow: int = 0, deny: int = 0, kind: int = 0
    ) -> None:
        """Set what a role, or with the kind 1 a member, may do in a channel."""
        body = {"type": kind, "allow": str(allow), "deny": str(deny)}
        await self.host.request("PUT", f"/channels/{channel}/permissions/{target}", body)

    async def concede(self, room: str, person: Person | None = None) -> str:
        """Let somebody concede, or else DMO; return the record."""
        conceded = await (person or self.dmo).say(room, "concede")
        return await self.record_of(await self.result_after(room, conceded))

    async def told_to_host(
        self, room: str, *parts: str, next_message: Message | None = None
    ) -> Message:
        direct, since = await self.host.direct(), next_message["id"] if next_message else "0"
        return await self.host.read(direct, from_dealer(*parts, f"<#{room}>"), since)

    async def gaps(self, room: str) -> int:
        posts = await self.host.history(room)
        return sum("was away for" in message["content"] for message in posts)

    async def clock_runs(self, room: str, asking: Person | None = None) -> None:
        """Wait until the clock of the turn runs, as somebody is told who asks for it.

        A connection of its own hears the answers: none to an earlier question is taken for one.
        """
        asking = asking or self.spectator
        async with Listener(asking) as listener:
            for _ in range(MAX_QUESTIONS):
                await asking.command(room, "/match clock")
                if "(deadline <t:" in (await listener.answer())["content"]:
                    return
        raise AssertionError("no clock runs")

    async def played(self, host: Listener, room: str, **options: Any) -> Message:
        opening = await self.start(room, turn=HOUR, **options)
        assert "is starting in" in (await host.answer())["content"]
        await self.clock_runs(room)
        await self.ec.say(room, "concede")
        await self.result_after(room, opening)
        return opening


def unhurried(game: str) -> dict[str, int]:
    """Return options for a slow machine: no phase of a game ends, and nobody is reminded."""
    times = dict.fromkeys(("turn", "choice", "setup", "pregame", "pick", "action", "routes"), HOUR)
    kinds = option_kinds(GAMES[game])
    return {name: time for name, time in times.items() if kinds.get(name) is SECONDS}


async def abort_all(world: World, bot: BotProcess) -> None:
    """Let the host end all matches of a server, but those in rooms that are gone or shut."""
    query = "SELECT room_id FROM matches WHERE guild_id = ? AND reason IS NULL"
    rooms = rows(bot, query, int(world.guild_id))
    if rooms:
        async with Listener(world.host) as ear:
            for (room,) in rooms:
                try:
                    await world.host.command(str(room), "/match abort")
                except AssertionError:
                    continue
                await ear.answer()


def components_of(post: Message) -> list[dict[str, Any]]:
    return [component for row in post["components"] for component in row["components"]]


def labels(post: Message) -> list[str]:
    return [component.get("label") for component in components_of(post)]


def button(post: Message, label: str) -> dict[str, Any]:
    (result,) = [item for item in components_of(post) if item.get("label") == label]
    return result


def button_id(post: Message, label: str) -> str:
    return str(button(post, label)["custom_id"])


def first_button_id(post: Message) -> str:
    return str(components_of(post)[0]["custom_id"])


async def newest_form(person: Person, room: str) -> tuple[Message, str]:
    posts = await person.history(room)
    label = answers.SUBMIT_LABEL()
    return next((post, button_id(post, label)) for post in reversed(posts) if label in labels(post))


async def fill_in_form(ear: Listener, room: str, text: str) -> Message:
    """Send the form of a room's newest post that has one; return the answer."""
    form = await ear.open_form(*await newest_form(ear.person, room))
    await ear.person.fill_in(room, form, text)
    return await ear.answer()


async def press_on(ear: Listener, message: Message, label: str) -> Message:
    """Press a button that changes its own message; return the message as it is then."""
    await ear.person.press(message, button_id(message, label))
    return await ear.change_of(message)


async def said_to(person: Person, channel: str = "") -> list[str]:
    """Return what the Dealer has said in a channel, or else to somebody in private."""
    messages = await person.history(channel or await person.direct())
    return [message["content"] for message in messages if message["author"].get("bot")]


async def answered_in(person: Person, channel: str) -> set[str]:
    """Return the messages of a channel that have a reply."""
    replies = [m.get("message_reference") or {} for m in await person.history(channel)]
    return {reply["message_id"] for reply in replies if reply}


async def fault_is_met(sandbox: Sandbox) -> None:
    """Wait until no fault is left that no request has met."""
    await eventually(lambda: not sandbox.services.faults.waiting())


def judge(record: str) -> dict[str, Any]:
    """Return the end of a record as the referee sees it; every entry must be accepted."""
    *entries, end = referee(record)
    rejected = [entry for entry in entries if entry["verdict"] != "accepted"]
    assert not rejected, rejected
    return end


def random_move(match: Match, generator: Random) -> str:
    (seat,) = match.to_act
    move = generator.choice(list(match.game.legal(match.state, seat)))
    return " ".join(map(str, move.cells))


def count_requests(sandbox: Sandbox, room: str | None = None) -> Counter[str]:
    """Count from now on the bot's requests, or those about a room, by method and route.

    The animation of a match in another room may still be on its way.
    """
    counts = Counter[str]()

    def note(request: Request) -> None:
        if room in {None, request.resource}:
            counts[request.route] += 1

    note_requests(sandbox, note)
    return counts


def shadow(**headers: Any) -> Match:
    """Return a match beside the real one, without a clock, to know the legal moves by."""
    lines = ["game: fire-and-ice", *(f"{name}: {value}" for name, value in headers.items())]
    record = read_record("\n".join(lines))
    return Match.begin(record.game, has_clocks=False).match
