"""All that comes to stand in the sandbox, from the sandbox's own point of view."""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.features.panels.posts import PRESSED
from bot.texts import matches
from sandbox.server import Sandbox
from sandbox.state.models import LOADING
from sandbox.state.models import Message as Standing

NONCE: Final = re.compile(r"([0-9a-f]+)\.[0-9a-f]+\.([A-Z])([0-9a-f]+)")
"""The nonce of a match's post: the match, when it began, for whom the post is, and its place."""
FENCED: Final = re.compile(r"\n```\n(.*?)\n```", re.DOTALL)
"""A board in words at the end of a post."""


@dataclass(frozen=True)
class Post:
    """A message of the bot's, as it was when it came to stand.

    Attributes:
        message: Message, which may be edited later.
        content: Text at first.
        match_id: Match named by its nonce; 0 if it has none.
        readers: Initial of its readers.
        number: Place among the posts for the same readers.
        buttons: Ids of its first buttons.
    """

    message: Standing
    content: str
    match_id: int = 0
    readers: str = ""
    number: int = 0
    buttons: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The unique name among the posts of its match."""
        return f"{self.readers}{self.number}"

    @property
    def id(self) -> int:
        """The id of its message."""
        return self.message.id

    @property
    def is_panel(self) -> bool:
        """True for the panel of a match that waits for its players."""
        return any(button.startswith(PRESSED) for button in self.buttons)

    @property
    def is_board(self) -> bool:
        """True if it shows the position."""
        return bool(self._pictures) or self.is_in_words

    @property
    def is_in_words(self) -> bool:
        """True if it shows the position in words, as the Dealer may not attach files."""
        return bool(self.match_id and FENCED.search(self.message.content))

    @property
    def told(self) -> tuple[str, ...]:
        """The text and the description of each picture."""
        if not self.is_in_words:
            return self.message.content, *(file["description"] for file in self._pictures)
        return FENCED.split(self.message.content)[0], *FENCED.findall(self.message.content)

    @property
    def _pictures(self) -> list[Any]:
        files = self.message.attachments
        return [file for file in files if file["filename"].endswith(".png")]


@dataclass(frozen=True)
class Personal:
    """An event of an interaction, or a message, shown to one person alone."""

    kind: str
    about: Any


@dataclass
class Watch:
    """The posts that stand, and a way to wait for more.

    Attributes:
        patience_seconds: Longest wait for an expected event.
        posts: The bot's posts by channel, in the order of arrival.
        answered: The bot's posts by the message that they answer.
        marked: Messages that the bot has marked as heard and held.
        personal: Private answers by person.
    """

    sandbox: Sandbox
    patience_seconds: float
    posts: dict[int, list[Post]] = field(default_factory=lambda: defaultdict(list))
    answered: dict[int, list[Post]] = field(default_factory=lambda: defaultdict(list))
    marked: set[int] = field(default_factory=set)
    personal: dict[int, list[Personal]] = field(default_factory=lambda: defaultdict(list))
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        events = self.sandbox.services.events
        for name, seen in (
            ("message_created", self._created),
            ("message_updated", self._updated),
            ("reaction_changed", self._reacted),
            ("to_person", self._told),
        ):
            setattr(events, name, self._seeing(getattr(events, name), seen))

    def boards(self, channel_id: int) -> list[Post]:
        """Return the posts of a room that show the position."""
        return [post for post in self.posts[channel_id] if post.is_board]

    async def until(
        self, condition: Callable[[], Any], label: str, patience: float | None = None
    ) -> Any:
        """Wait until something is there, and return it.

        Raises:
            TimeoutError: It has not come; the text says what.
        """
        patience = self.patience_seconds if patience is None else patience
        ends = time.monotonic() + patience
        while not (result := condition()):
            changed, left = self._changed, ends - time.monotonic()
            try:
                async with asyncio.timeout(max(0.0, left)):
                    await changed.wait()
            except TimeoutError:
                raise TimeoutError(f"in {patience:.0f} s there was no {label}") from None
        return result

    def nudge(self) -> None:
        """Let those who wait look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    def _seeing(self, tell: Callable[..., None], seen: Callable[..., None]) -> Callable[..., None]:
        def both(*value: Any, **named: Any) -> None:
            seen(*value, **named)
            tell(*value, **named)
            self.nudge()

        return both

    def _created(self, message: Standing, nonce: str | int | None) -> None:
        if message.author_id != self.sandbox.services.world.bot.id:
            return
        if message.only_for:
            self.personal[message.only_for].append(Personal("answer", message))
            return
        named = NONCE.fullmatch(str(nonce))
        components = (component for row in message.components for component in row["components"])
        buttons = tuple(button["custom_id"] for button in components if "custom_id" in button)
        post = Post(message, message.content, buttons=buttons)
        if named:
            match_id, number = int(named[1], 16), int(named[3], 16)
            post = replace(post, readers=named[2], match_id=match_id, number=number)
        self.posts[message.channel_id].append(post)
        if message.reference_id:
            self.answered[message.reference_id].append(post)
        if message.reference_id and message.content == matches.HEARD_IN_WORDS():
            self.marked.add(message.reference_id)

    def _updated(self, message: Standing) -> None:
        if message.only_for and not message.flags & LOADING:
            self.personal[message.only_for].append(Personal("filled in", message))

    def _reacted(
        self, message: Standing, _channel: Any, user_id: int, _emoji: str, *, is_added: bool
    ) -> None:
        if is_added and user_id == self.sandbox.services.world.bot.id:
            self.marked.add(message.id)

    def _told(self, person_id: int, event: str, payload: Any) -> None:
        self.personal[person_id].append(Personal(event, payload))
