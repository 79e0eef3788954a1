"""All choices of all games are pressed, and the bot is killed once presses are acknowledged.

What was acknowledged counts once, and the room is told of it once, as if it had been typed.
"""

import re
from asyncio import gather
from collections import deque
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.notation import CONCEDE
from engine.options import option_kinds
from engine.seats import PUBLIC, Seat
from engine.texts import texts_of
from sandbox.interactions.interactions import InteractionKind
from sandbox.server import Sandbox
from tests.bot.posts.transcripts import scripts
from tests.end_to_end.helpers.apart import own_bot, own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import HOUR, World, unhurried
from tests.end_to_end.moves.test_acknowledged import is_dead, killing_at
from tests.games.compass_collisions.positions import EC_LAYOUT
from tests.games.deep_sea_voyage.positions import STARTS, WORKED, rows_of
from tests.games.template_game.rules import CELLS, LastCell
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess

EC, DMO = Seat.EC, Seat.DMO
AT_ONCE: Final = 5
"""Number of presses at once, each in another match."""
DELAYS_MS: Final = (0, 5, 10, 15, 20)
"""Times from the last acknowledgement of these presses to the end of the bot, in turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """A text that is typed or, if there is news that the room is told of it, pressed."""

    seat: Seat
    text: str
    news: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """A match, begun with these options, in which choices are pressed."""

    game: str
    steps: tuple[Step, ...]
    options: dict[str, Any] = field(default_factory=dict)


def laid(cells: str) -> tuple[Step, ...]:
    """Return the first three moves of a match of Black Hole."""
    laid_by = ((EC, "Ada", 1), (DMO, "Bob", 1), (EC, "Ada", 2))
    return tuple(
        Step(seat, cell, f"**{name}** lays {number} on {cell}.")
        for (seat, name, number), cell in zip(laid_by, cells, strict=True)
    )


I_GO_FIRST: Final = Step(DMO, "first me", "**Bob** chooses to go first.")
THEY_GO_FIRST: Final = Step(DMO, "first them", "**Bob** lets **Ada** go first.")
TAKEN_BACK: Final = "**Ada** takes the move back."
LAYOUTS: Final = (Step(EC, EC_LAYOUT), Step(DMO, EC_LAYOUT))
OPENINGS: Final = (Step(EC, "pass"), Step(DMO, "pass"))
LAST_CLAIM: Final = (
    *(Step(EC, "hide C4 blue, A1 blue"), Step(DMO, "hide A7 red, G1 blue")),
    *(Step(EC, "E4 red"), Step(DMO, "D5 red, D3 blue")),
    Step(EC, "challenge C4 D3 D4 D5 / D3 D4 D5 E4"),
)
FULL_FIELD: Final = Path(scripts.__file__).parent / "flower-field/records/full.record"
PLANTINGS: Final = tuple(
    Step(Seat(seat), flowers)
    for seat, flowers in re.findall(r"(ec|dmo) @[0-9]+ (\w\d .*)", FULL_FIELD.read_text())
)
CLOSED: Final = rows_of(13, f"{STARTS}, D G7", fill="C")
NINE_CELLS: Final = tuple(
    Step(seat, str(cell), f"**{name}** takes {cell}.")
    for (seat, name), cell in zip(cycle([(EC, "Ada"), (DMO, "Bob")]), CELLS, strict=False)
)
"""All moves of the template: the first are choices of a select, the last five have buttons."""


def asks_who_begins(game: AnyGame) -> bool:
    """Return whether a match begins with the choice of who goes first."""
    return I_GO_FIRST.text in texts_of(game).sayable(game, game.view(game.begin(), PUBLIC))


def some_move(game: AnyGame) -> str:
    """Return a text for a first move of the EC."""
    return game.write(next(iter(game.legal(game.begin(), EC))))


SCRIPTS: Final = (
    *(
        Script(name, (choice,))
        for name, game in GAMES.items()
        if asks_who_begins(game())
        for choice in (I_GO_FIRST, THEY_GO_FIRST)
    ),
    *(
        Script(
            name,
            (Step(EC, some_move(game(first=EC))), Step(EC, "takeback", TAKEN_BACK)),
            {"first": "ec", "takeback": HOUR},
        )
        for name, game in GAMES.items()
        if "takeback" in option_kinds(game) and not game.is_judged
    ),
    *(
        Script("black-hole", laid(cells), {"first": "ec", "takeback": 0})
        for cells in ("ABC", "DEF", "GHI", "JKL", "MNO", "PQR", "STU")
    ),
    Script(
        "compass-collisions",
        (
            *(*LAYOUTS, Step(DMO, "take first", "**Ada** places the first two sets;")),
            *(Step(EC, "ec1 south, dmo2 west"), Step(DMO, "dmo1 north"), I_GO_FIRST),
        ),
    ),
    Script(
        "compass-collisions",
        (
            *(*LAYOUTS, Step(DMO, "take placement", "**Bob** places the first two sets;")),
            *(Step(DMO, "ec1 south, dmo2 west"), Step(EC, "dmo1 north")),
            Step(EC, "first them", "**Ada** lets **Bob** go first."),
        ),
    ),
    Script("demeters-anguish", (*OPENINGS, I_GO_FIRST)),
    Script(
        "demeters-anguish",
        (
            *(*OPENINGS, THEY_GO_FIRST, Step(EC, "pass", "**Ada** passes the rock.")),
            Step(DMO, "agree", "**Bob** agrees to end the match here."),
        ),
    ),
    Script(
        "deep-sea-voyage",
        (
            Step(DMO, "marauder", "**Ada** plays the Empire"),
            *(Step(EC, "ready", "**Ada** is ready."), Step(DMO, "ready")),
            Step(EC, "board 1", "**Ada** plays on board 1."),
            Step(DMO, "board 3", "**Bob** plays on board 3."),
            Step(EC, "lock", "**Ada** has locked."),
        ),
        {"seed": 1},
    ),
    Script(
        "deep-sea-voyage",
        (
            *(Step(EC, "ready"), Step(DMO, "empire", "**Bob** plays the Empire")),
            *(Step(DMO, "ready"), Step(DMO, "board 2", "**Bob** plays on board 2.")),
        ),
        {"seed": 1},
    ),
    Script(
        "deep-sea-voyage",
        (*(Step(EC, "ready"), Step(DMO, "ready")), Step(DMO, "pass", "**Bob** passes.")),
        {"first": "dmo", "early": "off", "board1": WORKED, "board2": CLOSED, "board3": CLOSED},
    ),
    *(
        Script("doubting-flower-field", (*LAST_CLAIM, answer), {"first": "ec", "lives": 1})
        for answer in (
            Step(DMO, "doubt", "**Bob** doubts the claim"),
            Step(DMO, "accept", "**Bob** accepts the claim."),
        )
    ),
    Script("flower-field", (THEY_GO_FIRST, *PLANTINGS, Step(DMO, "pass", "**Bob** passes."))),
    Script(
        "flower-field",
        (
            *(I_GO_FIRST, Step(DMO, "D3 red"), Step(EC, "challenge")),
            Step(EC, "give up", "**Ada** gives up the challenge."),
        ),
    ),
    Script(LastCell.name, NINE_CELLS),
)


def presses(script: Script) -> list[str]:
    return [step.text for step in script.steps if step.news]


@pytest.fixture(scope="module", name="forker")
def forker_with_template() -> Iterator[Forker]:
    """Yield a process that forks bots with the template game, which is dealt here as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, LastCell.name, LastCell)
        with Forker("tests.helpers.processes.forked_bot_with_template") as forker:
            yield forker


def test_every_choice_that_a_game_declares_is_pressed():
    games = {**GAMES, LastCell.name: LastCell}
    texts = {name: type(texts_of(kind)) for name, kind in games.items()}
    declared = {
        (texts[name], word)
        for name, kind in games.items()
        for word in texts[name].words
        if kind().is_submission(word)
    }
    pressed = {(texts[script.game], word) for script in SCRIPTS for word in presses(script)}
    assert declared - pressed == set()


class PressedMatch:
    """A match that is played as its script says, with people of its own."""

    def __init__(self, script: Script, followed: FollowedMatch) -> None:
        self.script = script
        self.followed = followed
        self.steps = deque(script.steps)

    async def begin(self) -> None:
        game, options = self.script.game, self.script.options
        headers = "".join(f"{name}: {value}\n" for name, value in options.items())
        await self.followed.deal(game, headers, **unhurried(game), **options)

    async def type_on(self) -> None:
        """Type what comes before the next press."""
        while self.steps and not self.steps[0].news:
            step = self.steps.popleft()
            await self.followed.types(step.seat, step.text)

    async def press(self) -> None:
        step, post = self.steps[0], self.followed.board
        person = self.followed.world.people[step.seat]
        await person.press(post, **choice(post, self.script.game, step.text))

    async def follow(self) -> None:
        """Wait until the room is told of the press."""
        step, post_id = self.steps.popleft(), self.followed.board["id"]
        host, room = self.followed.world.host, self.followed.room
        await host.read(room, from_dealer(step.news), post_id)
        await self.followed.follow(step.seat, step.text, {"id": f"{int(post_id) + 1}"})

    async def end(self) -> None:
        """Check that all that was said is in the record, and was told, once."""
        texts = [step.text for step in self.script.steps]
        if not self.followed.is_over:
            texts.append(CONCEDE)
            await self.followed.types(EC, CONCEDE)
        record = await self.followed.ends_like_its_record()
        assert re.findall(r"^(?:ec|dmo) @\S+ (.+)$", record, re.MULTILINE) == texts
        posts = await self.followed.world.host.history(self.followed.room)
        for news in (step.news for step in self.script.steps if step.news):
            assert sum(news in post["content"] for post in posts) == 1, news


async def test_presses_that_were_acknowledged_count_and_are_told_once(
    sandbox: Sandbox, bot: BotProcess, world: World
):
    async with AsyncExitStack() as stack:
        matches = [
            PressedMatch(script, await followed_match(stack, await world.new_guild()))
            for script in SCRIPTS
        ]
        await gather(*(match.begin() for match in matches))
        for after_ms in cycle(DELAYS_MS):
            await gather(*(match.type_on() for match in matches))
            await gather(*(match.end() for match in matches if not match.steps))
            matches = sorted(
                (match for match in matches if match.steps), key=lambda match: -len(match.steps)
            )
            if not matches:
                break
            together = matches[:AT_ONCE]
            with killing_at(sandbox, bot, InteractionKind.COMPONENT, after_ms, count=len(together)):
                await gather(*(match.press() for match in together))
                await is_dead(bot)
            await bot.start()
            await gather(*(match.follow() for match in together))


async def followed_match(stack: AsyncExitStack, world: World) -> FollowedMatch:
    return FollowedMatch(world, await stack.enter_async_context(Listener(world.spectator)))


def choice(post: Message, game: str, word: str) -> dict[str, Any]:
    """Return the use of the button or of the select that says a word."""
    label = str(texts_of(GAMES[game]).words[word])
    for item in (item for row in post["components"] for item in row["components"]):
        use = {"custom_id": item["custom_id"], "component_type": item["type"]}
        if item.get("label") == label:
            return use
        for option in item.get("options", ()):
            if option["label"] == label:
                return {**use, "values": [option["value"]]}
    raise AssertionError(f"{label} is not offered: {post['components']}")
