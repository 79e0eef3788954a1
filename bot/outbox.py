"""Delivers letters to Discord: in order for each reader, paced below its limits, once each."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, Protocol

import aiohttp
import discord

from bot.discord_clock import DiscordClock
from bot.letters import with_countdowns
from bot.panels import form_button
from bot.store import NumberedLetter
from rendering import Picture

log = logging.getLogger(__name__)

REQUESTS_A_SECOND: Final = 45
BURST: Final = 5
REFUSED: Final = (400, 401, 403, 404)
ORIGINAL: Final = "@original"
PUT_AWAY: Final = 10008
"""Discord's code for a message that is gone, such as an answer that its reader has put away."""
FIRST_RETRY_SECONDS: Final = 0.5
LONGEST_RETRY_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Parcel:
    """A letter with what goes with it, made when it is about to be sent.

    Attributes:
        guild_id: The guild of the room.
        room_id: The room.
        reader_id: The user who alone is to read it; None where it is for the room.
        letter: What is to be told.
        pictures: Draws the pictures of the position; called in a worker thread.
        record: Writes the match record.
        began_ms: When the match began, which tells it from one of another database.
        is_new: Whether this process wrote the letter, so that it cannot have been sent before.
        is_moot: Whether the match has moved on so that the letter is not worth sending any more.
    """

    guild_id: int
    room_id: int
    reader_id: int | None
    letter: NumberedLetter
    pictures: Callable[[], tuple[Picture, ...]]
    record: Callable[[], str]
    began_ms: int
    is_new: bool
    is_moot: Callable[[], bool]

    @property
    def lane(self) -> int:
        """What keeps its order: the room, or what one user reads in private."""
        return self.reader_id or self.room_id

    @property
    def nonce(self) -> str:
        """The same at every try, so that Discord recognises a repetition."""
        return f"{self.letter.match_id:x}.{self.began_ms:x}.{self.letter.sequence:x}"

    @property
    def file_stem(self) -> str:
        """Tells match and sequence, so that a post can be recognised by its file."""
        return f"match-{self.letter.match_id}-{self.letter.sequence}"


class Report(Protocol):
    """Is told what became of a letter: the message it stands as, or None if it was dropped."""

    def __call__(self, letter: NumberedLetter, message_id: int | None) -> None:
        """Take the report."""


class Pace:
    """Spaces requests out to a rate, after a burst."""

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = 1 / rate
        self._burst = burst
        self._next = 0.0

    async def wait(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        self._next = max(self._next, now - self._burst * self._interval) + self._interval
        await asyncio.sleep(max(0.0, self._next - now))


class Outbox:
    """One queue and one task for each room or reader that has letters waiting."""

    def __init__(self, client: discord.Client, clock: DiscordClock, report: Report) -> None:
        self._client = client
        self._clock = clock
        self._report = report
        self._pace = Pace(REQUESTS_A_SECOND, BURST)
        self._queues: dict[int, asyncio.Queue[Parcel]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def put(self, parcel: Parcel) -> None:
        """Send a letter after all that were put for its reader before."""
        lane = parcel.lane
        self._queues.setdefault(lane, asyncio.Queue()).put_nowait(parcel)
        if lane not in self._tasks:
            self._tasks[lane] = asyncio.create_task(self._empty(lane), name=f"outbox {lane}")

    async def close(self) -> None:
        """Stop; what is not delivered stays waiting in the store."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _empty(self, lane: int) -> None:
        queue = self._queues[lane]
        while not queue.empty():
            parcel = queue.get_nowait()
            self._report(parcel.letter, await self._deliver(parcel))
        del self._tasks[lane], self._queues[lane]

    async def _deliver(self, parcel: Parcel) -> int | None:
        """Try until it stands; None where it is not worth it, or can never stand."""
        retry_seconds, is_first = FIRST_RETRY_SECONDS, parcel.is_new
        while not self._is_stale(parcel):
            try:
                return await self._try(parcel, is_first=is_first)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                if _is_hopeless(parcel, error):
                    log.warning("letter %s is dropped: %s", parcel.nonce, error)
                    return None
                log.warning("letter %s failed: %s; trying again", parcel.nonce, error)
            except Exception:
                log.exception("letter %s failed; trying again", parcel.nonce)
            is_first = False
            await asyncio.sleep(retry_seconds)
            retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
        return None

    def _is_stale(self, parcel: Parcel) -> bool:
        expires_ms = parcel.letter.letter.expires_ms
        if expires_ms is None:
            return False
        return self._clock.now_ms() > expires_ms or parcel.is_moot()

    async def _try(self, parcel: Parcel, *, is_first: bool) -> int:
        letter = parcel.letter.letter
        if letter.token:
            return await self._answer_or_post(parcel, letter.token, is_first=is_first)
        if letter.reaction and letter.reply_to:
            room = await self._channel(parcel)
            await self._pace.wait()
            await room.get_partial_message(letter.reply_to).add_reaction(letter.reaction)
            return letter.reply_to
        return await self._post(parcel, is_first=is_first)

    async def _channel(self, parcel: Parcel) -> discord.PartialMessageable | discord.DMChannel:
        if parcel.reader_id is None:
            return self._client.get_partial_messageable(parcel.room_id, guild_id=parcel.guild_id)
        return await self._client.create_dm(discord.Object(parcel.reader_id))

    async def _answer_or_post(self, parcel: Parcel, token: str, *, is_first: bool) -> int:
        """Answer an interaction, or tell its giver where that was never promised an answer."""
        try:
            return await self._answer(parcel, token)
        except discord.HTTPException as error:
            if error.status not in REFUSED or error.code == PUT_AWAY:
                raise
        return await self._post(parcel, is_first=is_first)

    async def _answer(self, parcel: Parcel, token: str) -> int:
        """Put a letter in the place of the answer that an interaction still owes.

        A second try finds it there and changes nothing, so it cannot be said twice.
        """
        letter = parcel.letter.letter
        webhook = discord.Webhook.partial(
            self._client.application_id or 0, token, client=self._client
        )
        # Discord has a name for the answer, whose id is not known here; the library wants ids.
        edit: Any = webhook.edit_message
        message = await edit(
            ORIGINAL,
            content=with_countdowns(letter.content, self._clock.now_ms()),
            attachments=await self._files(parcel),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        return int(message.id)

    async def _post(self, parcel: Parcel, *, is_first: bool) -> int:
        letter = parcel.letter.letter
        channel = await self._channel(parcel)
        files = await self._files(parcel)
        await self._pace.wait()
        sent_ms = self._clock.local_ms()
        message = await channel.send(
            with_countdowns(letter.content, self._clock.now_ms()),
            files=files,
            nonce=parcel.nonce,
            allowed_mentions=_mentions(letter.pings),
            **_form(parcel),
            **_reference(channel.id, letter.reply_to),
        )
        if is_first:
            # A later try may be answered with the message of an earlier one.
            self._clock.observe(message.id, sent_ms, self._clock.local_ms())
        return message.id

    async def _files(self, parcel: Parcel) -> list[discord.File]:
        letter = parcel.letter.letter
        pictures = await _pictures(parcel) if letter.board else ()
        files = picture_files(pictures, f"{parcel.file_stem}-")
        if letter.record:
            name = f"{parcel.file_stem}.dm"
            files.append(discord.File(BytesIO(parcel.record().encode()), name))
        return files


def picture_files(pictures: tuple[Picture, ...], prefix: str = "") -> list[discord.File]:
    """Pictures as described attachments."""
    return [
        discord.File(BytesIO(each.png), f"{prefix}{each.name}.png", description=each.alt)
        for each in pictures
    ]


async def _pictures(parcel: Parcel) -> tuple[Picture, ...]:
    """The pictures, drawn beside the event loop; a match must go on without them, if need be."""
    try:
        return await asyncio.to_thread(parcel.pictures)
    except Exception:
        log.exception("the pictures of letter %s cannot be drawn", parcel.nonce)
        return ()


def _mentions(pings: tuple[int, ...]) -> discord.AllowedMentions:
    users = [discord.Object(user_id) for user_id in pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _form(parcel: Parcel) -> dict[str, Any]:
    """The button for secret submissions, where one goes with a letter."""
    return {"view": form_button(parcel.letter.match_id)} if parcel.letter.letter.form else {}


def _reference(channel_id: int, message_id: int | None) -> dict[str, Any]:
    """What makes a post a reply; it is posted all the same if the other is gone."""
    if message_id is None:
        return {}
    reference = discord.MessageReference(
        message_id=message_id, channel_id=channel_id, fail_if_not_exists=False
    )
    return {"reference": reference}


def _is_hopeless(parcel: Parcel, error: Exception) -> bool:
    """Whether trying again cannot help.

    The message to mark is gone or takes no more marks; the reader takes no direct messages, or
    the time in which an interaction can be answered is over.
    """
    letter = parcel.letter.letter
    may_fail = letter.reaction is not None or letter.to is not None
    return may_fail and isinstance(error, discord.HTTPException) and error.status in REFUSED
