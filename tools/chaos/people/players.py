"""Players who go by what stands in the room, and repeat only what a dead bot cannot have heard.

Texts are never typed twice. A form or a command whose answer fails to come is sent anew.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any, Final

from bot.posts.buttons import OPEN_FORM
from bot.texts.answers import NOT_KEPT, STARTING, TRY_AGAIN, WHICH_MATCH
from bot.values.discord_time import timestamp_ms
from engine.seats import Seat
from sandbox.state.models import Message as Standing
from sandbox.state.snowflakes import seconds_of
from tests.helpers.databases.kept_matches import count_in
from tests.helpers.people import SELECT, Message, Person
from tools.chaos.people import rulings, starts
from tools.chaos.people.match_people import RoomMatch
from tools.chaos.people.patience import FAILED, THINKING_SECONDS, Responses, Violation
from tools.chaos.people.watch import Personal, Post
from tools.chaos.scripts.script import Act, Turn, Way

PROMPT_SECONDS: Final = 2.0
"""Longest hold-up by this machine of a player who still counts as prompt with a short clock."""
RULED: Final = "🛠️"
UNREACHED: Final = "✉️"
ACCEPTED: Final = ("🤫", "✅")
NOT_NOW: Final = (STARTING(), TRY_AGAIN(), NOT_KEPT())
DENIED: Final = {Way.SHUT: 1 << 10, Way.HIDDEN: 1 << 16}
"""The permissions to view a room and to read its history."""
FLOOD: Final = 60
ENDED: Final = "SELECT count(*) FROM matches WHERE id = ? AND reason IS NOT NULL"


async def nothing() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Change:
    """A message that was deleted or edited, and the time."""

    message_id: int
    at: float
    is_deletion: bool


@dataclass
class PlayedMatch(RoomMatch):
    """A match as it is played from a script.

    Attributes:
        began: Time of asking for it.
        acknowledged: Sources of the entries that the Dealer has shown to be stored.
        chatter: Messages that must have no effect.
        floods: Messages typed at once, each to be refused at most once.
        told: Private messages, to be answered once where that is possible.
        refused: Messages in the room to be refused once.
        changes: Deletions and edits that took a move back.
        done: Number of acts by their way.
        former: People who have left a seat to another person.
        is_void: True if this machine has held up a player who had little time.
        trouble: Makes trouble for the posts about its end.
        ended: Becomes true once its end is stored, or false if it never will be.
    """

    began: float = field(default_factory=time.time)
    acknowledged: set[str] = field(default_factory=set)
    chatter: list[int] = field(default_factory=list)
    floods: list[list[int]] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    former: list[tuple[Seat, Person]] = field(default_factory=list)
    submitted: int = 0
    is_void: bool = False
    trouble: Callable[[], Awaitable[None]] = nothing
    ended: asyncio.Future[bool] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def __str__(self) -> str:
        return f"match {self.match_id} ({self.script.name}, room {self.room})"

    async def play(self) -> None:
        """Play the whole script, until the room has been told of its end.

        Raises:
            Violation: Something that had to come did not.
        """
        try:
            if not self.since:
                await starts.open_mirror(self)
            await starts.bring_about(self)
            self.done["waited for both players"] += self.script.asks_ready
            for turn in self.script.turns:
                await self._play(turn)
        except (TimeoutError, Violation) as problem:
            raise Violation(f"{self}: {problem}\n{self._transcript()}") from None

    # Turns

    async def _play(self, turn: Turn) -> None:
        await self._stand(turn.boards_before)
        sources = await asyncio.gather(*(self._do(act, turn) for act in turn.acts))
        if turn is self.script.turns[-1]:
            await self.trouble()
            look = partial(count_in, query=ENDED, number=self.match_id)
            await self.patience.stored(look, bool, "end of the match")
            self.ended.set_result(True)
        await self._stand(turn.boards)
        if turn.boards > turn.boards_before:
            self.acknowledged.update(filter(None, sources))

    async def _stand(self, boards: int) -> None:
        await self.watch.until(lambda: len(self.boards) >= boards, f"board number {boards}")

    async def _do(self, act: Act, turn: Turn) -> str | None:
        """Carry out an act by the method that is named after its way.

        Return its entry's source, if all see that it has counted.
        """
        self.done[act.way.value] += 1
        doing: Callable[[Act, Turn], Awaitable[str | None]] = getattr(
            self, f"_{act.way.name.lower()}"
        )
        return await doing(act, turn)

    async def _say(self, act: Act, _turn: Turn) -> str:
        message = await self._typed(act, act.text)
        return f"message:{message['id']}"

    async def _tell(self, act: Act, _turn: Turn) -> str:
        person = self.people.person(act)
        message_id, answer = await self._told_alone(person, self.people.prefix + act.text)
        return self._acknowledged_alone(act, message_id, answer)

    def _acknowledged_alone(self, act: Act, message_id: int, answer: str) -> str:
        """Return a private message's source, and note it as stored if the answer says so."""
        if not answer.startswith((*ACCEPTED, UNREACHED)):
            raise Violation(f"{act.text!r} was told in private, and: {answer}")
        source = f"message:{message_id}"
        if answer.startswith(ACCEPTED):
            self.acknowledged.add(source)
        return source

    async def _choose(self, act: Act, turn: Turn) -> str | None:
        """Tell it without a room's name; a player of two matches is asked for which one it is."""
        person = self.people.person(act)
        if not self.people.prefix or self._unreached(person):
            return await self._tell(act, turn)
        message = await person.say(await person.direct(), act.text)
        message_id = int(message["id"])
        answers = self.watch.answered[message_id]
        if not await self.patience.until(lambda: answers or self._unreached(person)):
            # Nobody asks, or nobody can be asked.
            again_id, answer = await self._told_alone(
                person, self.people.prefix + act.text, unless=lambda: answers
            )
            if answer.startswith(UNREACHED) and not answers:
                # It is not told which of the two has counted.
                return None
            if answer.startswith(ACCEPTED):
                return self._acknowledged_alone(act, again_id, answer)
            # That was too late, as the first message has counted after all.
            await self.watch.until(lambda: answers, f"answer to the message {message_id}")
        if answers and answers[0].content == WHICH_MATCH():
            await self._answer_question(person, answers)
        answer = [*answers, *self._unreached(person)][-1].content
        self.told.append(message_id)
        return self._acknowledged_alone(act, message_id, answer)

    async def _answer_question(self, person: Person, answers: list[Post]) -> None:
        """Choose this match, as often as it takes until the message is answered for it."""
        question = answers[0].message
        choice = {"component_type": SELECT, "values": [str(self.match_id)]}

        async def answered() -> Any:
            with suppress(AssertionError, LookupError):
                # An earlier choice may have taken the menu away.
                menu = question.components[0]["components"][0]["custom_id"]
                about = {"channel_id": str(question.channel_id), "id": str(question.id)}
                await person.press(about, menu, **choice)
            return await self.patience.until(lambda: len(answers) > 1 or self._unreached(person))

        await self.patience.insist(answered, "an answer to the choice of a match")

    async def _told_alone(
        self, person: Person, text: str, unless: Callable[[], object] = lambda: False
    ) -> tuple[int, str]:
        """Send a private message; return its id and the answer.

        If direct messages are closed, the room is told once that nobody can be answered there, but
        not once the match is over. Nor is a message answered that came while the Dealer was away,
        if an earlier one has ended the phase: `unless` says that this has counted.
        """
        message = await person.say(await person.direct(), text)
        message_id = int(message["id"])
        self.told.append(message_id)
        self._note_delay(message)
        answers = self.watch.answered[message_id]
        await self.watch.until(
            lambda: answers or self._unreached(person) or self._is_over() or unless(),
            f"answer to the message {message_id}",
        )
        if not answers and (self._is_over() or unless()):
            await self.patience.until(lambda: answers)
        return message_id, answers[0].message.content if answers else UNREACHED

    def _is_over(self) -> bool:
        return len(self.boards) >= self.script.boards

    def _unreached(self, person: Person) -> list[Post]:
        expected = f"{UNREACHED} <@{person.id}>"
        return [post for post in self.posts if post.message.content.startswith(expected)]

    async def _typed_and_refused(self, act: Act, text: str) -> Message:
        """Type a text until it is refused; an answer that comes after seconds is never given."""

        async def refused() -> Message | None:
            message = await self._typed(act, text)
            answers = partial(self.watch.answered.__getitem__, int(message["id"]))
            return message if await self.patience.until(answers) else None

        message = await self.patience.insist(refused, f"a refusal of {text!r}", needs_bot=False)
        self.refused.append(int(message["id"]))
        return message

    async def _ask(self, act: Act, _turn: Turn) -> None:
        person = self.people.person(act)
        _, answer = await self._told_alone(person, self.people.prefix + act.text)
        if answer.startswith(ACCEPTED):
            raise Violation(f"{act.text!r} was asked in private, and: {answer}")

    async def _flood(self, act: Act, turn: Turn) -> str:
        lines = await asyncio.gather(*(self._typed(act, act.wrong) for _ in range(FLOOD)))
        self.floods.append([int(line["id"]) for line in lines])
        return await self._say(act, turn)

    async def _say_unheard(self, act: Act, turn: Turn) -> str:
        """Type it while the Dealer cannot read it, until the host, who is told, has resumed."""
        notices = self.watch.posts[int(await self.people.host.direct())]
        message_id = len(notices)

        def is_told() -> bool:
            return any(notice.match_id == self.match_id for notice in notices[message_id:])

        await self._deny(DENIED[act.way])
        try:
            await self.watch.until(is_told, "word for the host that the match is paused")
            source = await self._say(act, turn)
        finally:
            await self._deny(0)
        await self._rule_at_once("resume", "▶️")
        return source

    _shut = _hidden = _say_unheard

    async def _deny(self, permissions: int) -> None:
        """Take these permissions from the Dealer in the room, and give all others back."""
        host, about = self.people.host, {"type": 1, "allow": "0", "deny": str(permissions)}
        path = f"/channels/{self.room}/permissions/{host.world.about['bot_id']}"
        await host.request("PUT", path, json=about)

    async def _think(self, _act: Act, _turn: Turn) -> None:
        await asyncio.sleep(THINKING_SECONDS)

    async def _pause(self, _act: Act, _turn: Turn) -> None:
        await self._rule_at_once("pause", "⏸️")
        await asyncio.sleep(THINKING_SECONDS)
        await self._rule_at_once("resume", "▶️")

    async def _rule_at_once(self, ruling: str, mark: str) -> None:
        """Give a ruling that counts at once, until a line with `mark` tells the room."""
        await rulings.give(self, ruling, self._said_since(mark))

    async def _rule(self, act: Act, turn: Turn) -> None:
        """Give a ruling that is shown first, until its board or line stands in the room."""
        seats = (seat for seat in Seat if act.text.startswith(f"seat {seat}"))
        seat, is_said = next(seats, None), self._said_since(RULED)
        newcomer = await self.people.host.world.newcomer() if seat else None

        def is_told() -> bool:
            if turn.boards > turn.boards_before:
                return len(self.boards) >= turn.boards
            return is_said()

        word = act.text.split()[0]
        self.done["undo ruling" if act.text == "undo ruling" else word] += 1
        await rulings.give_as_shown(self, act.text, is_told, newcomer)
        if seat and newcomer:
            self.former.append((seat, self.people.seated(seat)))
            self.people = self.people.with_another(seat, newcomer)

    def _said_since(self, mark: str) -> Callable[[], bool]:
        """Return a test for a line in the room from now on that begins with a mark."""
        seen = len(self.posts)
        return lambda: any(post.message.content.startswith(mark) for post in self.posts[seen:])

    async def _wait(self, act: Act, turn: Turn) -> None:
        """Leave it to time."""

    async def _chat(self, act: Act, _turn: Turn) -> None:
        self.chatter.append(int((await self._typed(act, act.text))["id"]))

    async def _err(self, act: Act, _turn: Turn) -> None:
        await self._typed_and_refused(act, act.text)

    # Taking back

    async def _take_back(self, act: Act, turn: Turn) -> str:
        message = await self._typed(act, act.text)
        word = await self._typed(act, "takeback")
        await self.watch.until(lambda: self._taken_back_since(word), "word of the take-back")
        self.acknowledged |= {f"message:{item['id']}" for item in (message, word)}
        return await self._say(act, turn)

    async def _delete(self, act: Act, turn: Turn) -> str | None:
        message = await self._held(act, turn)
        self._note_change(message, is_deletion=True)
        await self.people.person(act).delete(message)
        await self.watch.until(
            lambda: self._taken_back_since(message) or len(self.boards) >= turn.boards,
            "take-back, and no move either",
        )
        return await self._say(act, turn) if self._taken_back_since(message) else None

    async def _edit(self, act: Act, turn: Turn) -> None:
        message = await self._held(act, turn)
        self._note_change(message, is_deletion=False)
        # A number has no other letters: without a sign more, nothing would be edited.
        await self.people.person(act).edit(message, f"{act.text.lower().replace(' ', '-')}!")

    async def _mend(self, act: Act, _turn: Turn) -> str:
        message = await self._typed_and_refused(act, act.wrong)
        await asyncio.sleep(THINKING_SECONDS)
        edited = await self.people.person(act).edit(message, act.text)
        edited_ms = timestamp_ms(datetime.fromisoformat(edited["edited_timestamp"]))
        return f"edit:{edited['id']}:{edited_ms}"

    async def _held(self, act: Act, turn: Turn) -> Message:
        """Type a move until it is marked as heard, or stands already."""
        message = await self._typed(act, act.text)
        message_id = int(message["id"])
        await self.watch.until(
            lambda: message_id in self.watch.marked or len(self.boards) >= turn.boards,
            "mark that a move is held",
        )
        return message

    def _note_change(self, message: Message, *, is_deletion: bool) -> None:
        self.changes.append(Change(int(message["id"]), time.time(), is_deletion))

    def _taken_back_since(self, message: Message) -> bool:
        return any(
            "takes the move back" in post.message.content and post.id > int(message["id"])
            for post in self.posts
        )

    # Forms

    async def _fill_in(self, act: Act, turn: Turn) -> str:
        """Send it by form, as often as it takes until one is answered."""
        attempts = count()

        async def filled_in() -> str | None:
            attempt, answer = next(attempts), await self._sent_by_form(act)
            if answer and answer.content.startswith(ACCEPTED):
                return self._acknowledged_form(answer)
            if answer and attempt and len(self.boards) >= turn.boards > turn.boards_before:
                # An earlier one had counted, though its answer was lost.
                return ""
            if answer and not attempt and not answer.content.startswith(NOT_NOW):
                raise Violation(f"{act.text!r} was sent by form, and: {answer.content}")
            return None

        return await self.patience.insist(filled_in, f"an answer to {act.text!r} by form")

    def _acknowledged_form(self, answer: Standing) -> str:
        """Return the source of a form's entry; empty if the answer does not name the form."""
        if not answer.interaction:
            return ""
        source = f"interaction:{answer.interaction['id']}"
        self.acknowledged.add(source)
        return source

    async def _sent_by_form(self, act: Act) -> Standing | None:
        person = self.people.person(act)
        conversation = self.watch.posts[int(await person.direct())]
        ours = (post.number for post in conversation if post.match_id == self.match_id)
        newest = max(ours, default=0)
        forms = (
            (post, button)
            for post in reversed(self.boards)
            for button in post.buttons
            if button.startswith(OPEN_FORM)
        )
        post, button = next(forms, (None, ""))
        if post is None:
            raise Violation("no board has a button for secret submissions")
        responses = Responses(self.watch, person, self.room)
        await person.press({"channel_id": self.room, "id": str(post.id)}, button)
        modal = await self.patience.until(
            lambda: responses.modal(self.match_id) or responses.ending()
        )
        if modal is None or isinstance(modal, Personal):
            return _answer_of(modal)
        responses = Responses(self.watch, person, self.room)
        await person.fill_in(self.room, modal, act.text)
        self.submitted += 1

        def in_private() -> Post | None:
            """Return an answer that came as a direct message, its interaction being too old.

            The answer to an earlier message may come only now; it names that one.
            """
            return next(
                (
                    post
                    for post in conversation
                    if post.match_id == self.match_id
                    and post.number > newest
                    and not post.message.reference_id
                ),
                None,
            )

        answer = await self.patience.until(lambda: responses.ending() or in_private())
        return answer.message if isinstance(answer, Post) else _answer_of(answer)

    # Common parts

    async def _typed(self, act: Act, text: str) -> Message:
        message = await self.people.person(act).say(self.room, text)
        if act.way not in {Way.CHAT, Way.ERR}:
            self._note_delay(message)
        return message

    def _note_delay(self, message: Message) -> None:
        self.submitted += 1
        if not self.script.is_brisk:
            return
        waited = seconds_of(int(message["id"])) - seconds_of(self.boards[-1].id)
        self.is_void = self.is_void or waited > PROMPT_SECONDS

    def _transcript(self) -> str:
        return "\n".join(
            f"  {seconds_of(post.id) - self.began:8.3f} {post.match_id} {post.name} "
            f"{post.message.content!r}"
            for post in self.room_posts[-12:]
        )


def _answer_of(personal: Personal | None) -> Standing | None:
    return None if personal is None or personal.kind == FAILED else personal.about
