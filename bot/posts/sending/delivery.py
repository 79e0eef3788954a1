"""One post on its way to Discord: its destination, its attachments, and its tries.

discord.py sends a post and repeats some requests by itself. This module adds what must hold over
all tries, including those of a later process: the same nonce each time, a check for messages
already sent, and a simpler form if Discord rejects the full one.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field, replace
from typing import Any, Final

import discord

from bot.posts.attachments import Attachments, file_stems
from bot.posts.sending.failures import (
    EXPECTED,
    FINAL_STATUSES,
    INVALID_FORM,
    OBSTACLES,
    Failure,
    failure_of,
    missing_permission,
)
from bot.posts.sending.requests import GivenUpError, RateLimiter, RequestGuard
from bot.posts.sending.room import PastMessage, allowed_in, read_history
from bot.texts.clocks import corrected, may_read, with_countdowns
from bot.texts.language import speaking
from bot.texts.matches import HEARD_IN_WORDS, boards_in_words
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.card import Address
from bot.values.discord_time import DiscordClock, local_ms, snowflake_before, snowflake_ms
from bot.values.obstacles import OptionalPermission
from bot.values.post import Acknowledgement, Order, Post, Urgency

log = logging.getLogger(__name__)

ORIGINAL: Final = "@original"

ANIMATIONS: Final = "animations"
AUDIENCE: Final = "audience"

Channel = discord.PartialMessageable | discord.DMChannel
LaneKey = tuple[int, Acknowledgement | str | None]


class WordsMustWaitError(Exception):
    """A reaction is not allowed; its words wait for room, as reactions do not."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A post's destination, and its order.

    Attributes:
        reader_id: The one user who may read it; None if it is for the room.
        is_private_channel: True if it goes to that user's private channel, not to direct messages.
        channel: The channel, or the user who reads it in direct messages.
        lane: Posts in one lane go one at a time: those to a channel, except replies, animations
            and what is told to those who follow along, for which nothing waits.
        order: Posts with the same channel, match and order arrive as they were written.
    """

    reader_id: int | None
    is_private_channel: bool
    channel: int
    lane: LaneKey
    order: tuple[int, int, Order]


def aim_of(post: Post, address: Address) -> Aim:
    """Return where a post goes.

    An answer goes where it was asked for; what nobody asked for goes to the private channel, if its
    reader has one.
    """
    reader_id = address.player_ids[post.recipient] if post.recipient else None
    own = address.private_channels.get(post.recipient) if post.recipient else None
    if post.for_host:
        reader_id = address.host_id
    if post.reply.message_id is not None and post.reply.channel_id != own:
        own = None
    channel = own or reader_id or post.audience or address.room_id
    order = post.order
    lane: LaneKey = channel, order.acknowledgement
    if post.extras.has_animation:
        lane = channel, ANIMATIONS
    elif post.audience is not None:
        lane = channel, AUDIENCE
    in_order = channel, post.place.match_id, order
    return Aim(reader_id, own is not None, channel, lane, in_order)


@dataclass(eq=False)
class Delivery:
    """A post, its destination, and the state of its delivery.

    Attributes:
        clock: Discord's time; a post's first try may improve it.
        is_new: True if this process wrote it, so it cannot have been sent before.
        is_obsolete: Returns whether the match has moved on from its turn.
        put_at: Entry into the outbox, in seconds of the monotonic clock.
        guard: Guard of its requests.
        is_plain: True for its simplest form, after Discord rejected the full one.
        was_invalid: True once Discord has called its form invalid.
        is_in_words: True if it goes without the files or reactions the Dealer may not add.
        aim: Where it goes.
        is_paced: True if it waits for room among the messages to its channel: no reaction, nothing
            in private, nothing urgent, to which the rest of a room's window belongs.
        lack: Missing permission, if known.
        correction: Its message's text with countdowns corrected for a late arrival: they count from
            the instant of sending, the clock from the one at which it stands. None if they are near
            enough.
    """

    client: discord.Client
    clock: DiscordClock
    limiter: InitVar[RateLimiter]
    post: Post
    address: Address
    attachments: Attachments
    is_new: bool
    is_obsolete: Callable[[], bool]
    put_at: float = field(default_factory=time.monotonic, init=False)
    guard: RequestGuard = field(init=False)
    is_plain: bool = field(default=False, init=False)
    was_invalid: bool = field(default=False, init=False)
    is_in_words: bool = field(default=False, init=False)
    aim: Aim = field(init=False)
    is_paced: bool = field(init=False)
    lack: OptionalPermission | None = field(default=None, init=False)
    correction: str | None = field(default=None, init=False)

    def __post_init__(self, limiter: RateLimiter) -> None:
        urgency = self.post.worth.urgency
        self.urgency = max(urgency, Urgency.PRACTICE) if self.address.is_practice else urgency
        self.guard = RequestGuard(limiter, self.urgency, self.is_stale)
        self.aim = aim_of(self.post, self.address)
        self._nonce = nonce_of(self.post, self.address.began_ms)
        is_message = self.aim.reader_id is None and not self.post.reply.reaction
        self.is_paced = is_message and not self.post.order.is_urgent
        self._form = self.post
        self._is_first_try = self._tells_time = self.is_new
        self._may_stand = not self.is_new
        self._owes_answer = self.post.reply.token is not None

    # Expiry

    def is_stale(self) -> bool:
        """Return whether it is no longer worth sending."""
        if self.post.worth.expires_with_turn and self.is_obsolete():
            return True
        expires_ms = self.post.worth.expires_ms
        return expires_ms is not None and self.clock.now_ms() > expires_ms

    def until_stale(self, seconds: float | None = None) -> float | None:
        """Shorten a number of seconds (None: for ever) to its remaining worth."""
        if self.post.worth.expires_ms is None:
            return seconds
        left = max(0.0, (self.post.worth.expires_ms + 1 - self.clock.now_ms()) / 1000)
        return left if seconds is None else min(left, seconds)

    # Tries

    async def attempt(self, comes_after: int = 0) -> int:
        """Try once to deliver it, after the message `comes_after`.

        Returns:
            The message that it became, or that it reacts to.

        Raises:
            GivenUpError: It is not worth sending any more.
            WordsMustWaitError: It goes to the room as a message instead of a reaction.
            Exception: It has not arrived, as far as is known; `fail` judges it.
        """
        self._tells_time, self._is_first_try = self._is_first_try, False
        async with self.guard.watching():
            if self._owes_answer:
                answered = await self._answer()
                if answered is not None:
                    return answered
            self._form = await self._choose_form()
            channel = await self._open_channel()
            reply = self._form.reply
            if reply.reaction and reply.message_id:
                await self.guard.take_permit()
                marked = channel.get_partial_message(reply.message_id)
                await marked.add_reaction(reply.reaction)
                return reply.message_id
            if self._may_stand or self.guard.is_nonce_too_old:
                sent = await self._already_sent(channel, comes_after)
                if sent:
                    return sent
            return await self._send(channel)

    def fail(self, error: Exception) -> Failure:
        """Judge a failed try, and choose the form of the next one."""
        failure = failure_of(self.post, error, is_in_words=self.is_in_words)
        is_invalid = failure is Failure.NOT_TAKEN and getattr(error, "code", 0) == INVALID_FORM
        if is_invalid and not self.was_invalid:
            # Once, that says nothing: the post keeps its pictures.
            self.was_invalid, failure = True, Failure.PASSING
        if failure is Failure.UNDELIVERABLE and self.aim.is_private_channel:
            self.aim = aim_of(self.post, replace(self.address, private_channels={}))
            failure = Failure.CHANNEL_CLOSED
        if failure is Failure.NOT_TAKEN and self.is_plain:
            log.error("post %s is dropped: Discord rejects it: %s", self._nonce, error)
            return Failure.UNDELIVERABLE
        if failure is Failure.NOT_TAKEN:
            self.is_plain = True
        elif failure is Failure.PART_FORBIDDEN:
            self.is_in_words, self.lack = True, missing_permission(self.post, error)
        elif failure in OBSTACLES:
            # The room takes no posts at all, so that one permission is not the reason.
            self.is_in_words, self.lack = False, None
        is_known = isinstance(error, EXPECTED)
        is_grave = failure is Failure.UNAUTHORIZED or not is_known
        level, trace = logging.ERROR if is_grave else logging.WARNING, None if is_known else error
        log.log(level, "post %s: %s: %s", self._nonce, failure.value, error, exc_info=trace)
        return failure

    async def _answer(self) -> int | None:
        """Fill in the answer that an interaction was promised; return the message.

        A second try finds it there and changes nothing, so it is never said twice. None if Discord
        no longer takes an answer, and the post goes to its reader like any other.
        """
        webhook = discord.Webhook.partial(
            self.client.application_id or 0, self.post.reply.token or "", client=self.client
        )
        # Discord calls the answer by a name, and its id is not known here; discord.py wants ids.
        edit: Any = webhook.edit_message
        files, buttons = await self.attachments.files(self.post), self.attachments.buttons()
        try:
            message = await edit(
                ORIGINAL,
                content=self._content(),
                attachments=files,
                allowed_mentions=discord.AllowedMentions.none(),
                **({"view": buttons} if buttons else {}),
            )
        except discord.HTTPException as error:
            if error.status not in FINAL_STATUSES:
                raise
            log.warning("post %s can no longer answer its interaction: %s", self._nonce, error)
            self._owes_answer = False
            return None
        return int(message.id)

    async def _choose_form(self) -> Post:
        """Use words if the gateway has reported that the Dealer lacks a permission in the room."""
        lack, guild_id = self.post.optional_permission, self.address.guild_id
        allowed = allowed_in(self.client, guild_id, self.aim.channel) if lack else None
        if lack and allowed and allowed.send_messages and not getattr(allowed, lack.value):
            if self.post.extras.has_animation:
                # It would say nothing in words.
                raise GivenUpError
            self.is_in_words, self.lack = True, lack
        if self.is_in_words:
            if self.post.reply.reaction and self.aim.reader_id is None and not self.is_paced:
                raise WordsMustWaitError
            return await self._in_words()
        post = self.post
        return await self.attachments.with_figures(post) if post.extras.has_record else post

    async def _in_words(self) -> Post:
        """Return the post for a room that allows no files or no reactions.

        The boards' alt texts follow its text, as far as they fit; a reaction becomes a short reply.
        """
        post = await self.attachments.with_figures(self.post)
        with speaking(self.address.language):
            if post.reply.reaction:
                reply = replace(post.reply, reaction=None)
                return replace(post, content=HEARD_IN_WORDS(), reply=reply)
            left = LONGEST_MESSAGE - len(with_countdowns(post.content, self.address.began_ms))
            boards = boards_in_words(await self.attachments.alts(post), left)
        extras = replace(post.extras, has_board=False, has_record=False)
        return replace(post, content=post.content + boards, extras=extras)

    async def _open_channel(self) -> Channel:
        aim = self.aim
        if aim.reader_id is not None and not aim.is_private_channel:
            return await self.client.create_dm(discord.Object(aim.reader_id))
        return self.client.get_partial_messageable(aim.channel, guild_id=self.address.guild_id)

    async def _already_sent(self, channel: Channel, comes_after: int) -> int | None:
        """Find the message it became in the channel's history, if only that can tell."""
        is_one_form = self.post.optional_permission is None
        forms = (self.post,) if is_one_form else (self.post, await self._in_words())
        began = snowflake_before(self.address.began_ms)
        after_id = max(comes_after, self.post.place.comes_after, began)
        message = await _find_message(self.client, forms, channel.id, after_id)
        if message:
            log.info("post %s had already arrived", self._nonce)
            stood_ms = snowflake_ms(message.id)
            self.correction = corrected(self._form.content, message.content, stood_ms)
            return message.id
        # From now on the nonce is enough: it also covers a try that is still on its way.
        self._may_stand, self.guard.unsure_since = False, None
        return None

    async def _send(self, channel: Channel) -> int:
        buttons = self.attachments.buttons()
        more: dict[str, Any] = {"view": buttons} if buttons else {}
        if not self.is_plain:
            files = await self.attachments.files(self._form)
            if self.post.extras.has_animation and not files:
                raise GivenUpError
            more |= {"files": files}
            if self._form.reply.message_id:
                # It is posted even if the message that it answers is gone.
                more["reference"] = discord.MessageReference(
                    message_id=self._form.reply.message_id,
                    channel_id=channel.id,
                    fail_if_not_exists=False,
                )
        await self.guard.take_permit()
        sent_ms = local_ms()
        message = await channel.send(
            self._content(),
            nonce=self._nonce,
            allowed_mentions=allowed_mentions(self.post),
            **more,
        )
        if self._tells_time:
            # Discord may answer a later try with the message of an earlier one.
            self.clock.observe(snowflake_ms(message.id), sent_ms)
        self.correction = corrected(self._form.content, message.content, snowflake_ms(message.id))
        return message.id

    def _content(self) -> str:
        content = with_countdowns(self._form.content, self.clock.now_ms())
        return content[:LONGEST_MESSAGE] if self.is_plain else content

    # Correction

    async def correct(self, message_id: int, text: str) -> None:
        """Correct its message, in one try, and only while its turn lasts."""
        guard = RequestGuard(self.guard.limiter, max(self.urgency, Urgency.USUAL), self.is_obsolete)
        try:
            async with guard.watching():
                message = (await self._open_channel()).get_partial_message(message_id)
                # Fields not named stay: its files and buttons.
                await message.edit(content=text, allowed_mentions=allowed_mentions(self.post))
        except (*EXPECTED, GivenUpError) as error:
            log.warning("message %s keeps a countdown that is off: %r", message_id, error)


def nonce_of(post: Post, began_ms: int) -> str:
    """Return the nonce by which Discord recognises a repeated post, at most 25 characters."""
    # Private posts use lower case: a host who plays reads two kinds of posts in one conversation.
    number = f"{post.readers[0].upper()}{post.place.number:x}"
    return f"{post.place.match_id:x}.{began_ms:x}.{number}"


def allowed_mentions(post: Post) -> discord.AllowedMentions:
    """Return the mentions of a post: the users it names, and nobody else."""
    users = [discord.Object(user_id) for user_id in post.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


async def _find_message(
    client: discord.Client, forms: tuple[Post, ...], channel_id: int, after_id: int
) -> PastMessage | None:
    """Find the later message that a post has already become, in any form; None if there is none.

    Neither discord.py nor Discord can tell: Discord forgets a nonce after some minutes and does not
    show it in the history. So the names of its files identify it or, without files, its text.

    Raises:
        discord.HTTPException: Discord does not show the channel's history.
    """
    me = client.user.id if client.user else 0
    async for _, message in read_history(client, channel_id, after_id, frozenset({me})):
        if message and message.author.id == me and any(_is_it(form, message) for form in forms):
            return message
    return None


def _is_it(post: Post, message: PastMessage) -> bool:
    if message.files:
        starts = tuple(f"{stem}{end}" for stem in file_stems(post) for end in "-.")
        return any(file.startswith(starts) for file in message.files)
    # If the message it replied to was already gone, the reply became a plain message.
    answered = {None, post.reply.message_id}
    return may_read(post.content, message.content) and message.replied_to in answered
