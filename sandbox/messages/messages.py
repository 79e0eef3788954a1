"""Posting, editing and deleting messages, for REST as for answers to interactions."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from sandbox import errors
from sandbox.fields import Form
from sandbox.gateway.events import Events
from sandbox.gateway.payloads import embedded_names
from sandbox.guilds.threads import Threads
from sandbox.messages import content
from sandbox.messages.attachments import FILES, attachment, describe, described_files
from sandbox.messages.mentions import set_mentions
from sandbox.state.models import (
    COMPONENTS_V2,
    EPHEMERAL,
    FORWARD_REFERENCE,
    HAS_SNAPSHOT,
    LOADING,
    REPLY,
    Channel,
    Json,
    Message,
    User,
)
from sandbox.state.permissions import Permission
from sandbox.state.world import Upload, World

NONCE_SECONDS = 300.0  # the memory of a nonce
EDITED_BY = ("content", "embeds", "components", "attachments")

Uploads = Mapping[int, Upload]


@dataclass
class Messages:
    """The writer of messages, with the events about them."""

    world: World
    events: Events
    threads: Threads
    _nonces: dict[tuple[int, str], Message] = field(default_factory=dict)

    def post(
        self, author: User, channel: Channel, payload: Json, uploads: Uploads, **fields: Any
    ) -> tuple[Message, str | int | None]:
        """Post a message; if its nonce is enforced and was used before, return that message.

        `fields` are those of the message that no payload sets, as the interaction that it answers.
        """
        nonce = content.read_nonce(payload)
        key = (author.id, str(nonce))
        if nonce is not None and payload.get("enforce_nonce"):
            first = self._posted_with(key)
            if first is not None:
                return first, nonce
        message = self._compose(self._new(author, channel, fields), payload, uploads)
        self.threads.note_message(author, channel)
        self._publish(channel, message, nonce)
        if nonce is not None:
            self._nonces[key] = message
        return message, nonce

    def notice(self, author: User, channel: Channel, **fields: Any) -> Message:
        """Post a system message in somebody's name, or one that waits for a deferred answer."""
        message = self._new(author, channel, fields)
        self._publish(channel, message, None)
        return message

    def edit(self, message: Message, payload: Json, uploads: Uploads) -> None:
        """Edit a message; fields that the request does not name stay as they are."""
        if message.poll is not None:
            raise errors.DiscordError(*errors.POLL_UNEDITABLE)
        draft = Message(**vars(message))
        fields = content.read_fields(payload)
        kept_flags = message.flags & (EPHEMERAL | COMPONENTS_V2)
        for name, value in fields.items():
            setattr(draft, name, value)
        draft.flags = (draft.flags if "flags" in fields else message.flags & ~LOADING) | kept_flags
        files = described_files(payload, uploads)
        draft.attachments = _kept_attachments(draft, payload)
        content.check_whole(draft)
        if content.is_empty(draft) and not files:
            raise errors.DiscordError(*errors.EMPTY_MESSAGE)
        draft.attachments = draft.attachments + [self._keep(*file) for file in files]
        if "content" in payload:
            set_mentions(self.world, draft, payload)
        loading = message.flags & LOADING
        if not loading and (uploads or any(name in payload for name in EDITED_BY)):
            draft.edited_timestamp = self.world.snowflakes.now_iso()
        vars(message).update(vars(draft))
        self.events.message_updated(message)

    def delete(self, message: Message) -> None:
        """Delete a message."""
        self.world.drop(message)
        self.events.message_deleted(message)

    def forget_nonces(self) -> None:
        """Forget every nonce, as happens by itself after a while."""
        self._nonces.clear()

    def _posted_with(self, key: tuple[int, str]) -> Message | None:
        """Return an author's recent message with a nonce, in any channel, unless it was deleted."""
        first = self._nonces.get(key)
        if first is None or self.world.snowflakes.age(first.id) > NONCE_SECONDS:
            return None
        return first if self.world.has(first) else None

    def _compose(self, message: Message, payload: Json, uploads: Uploads) -> Message:
        for name, value in content.read_fields(payload).items():
            setattr(message, name, value | message.flags if name == "flags" else value)
        message.poll = content.read_poll(payload, message.id)
        message.sticker_items = content.read_stickers(payload)
        files = described_files(payload, uploads)
        content.check_whole(message)
        self._refer(message, payload)
        if content.is_empty(message) and not files:
            raise errors.DiscordError(*errors.EMPTY_MESSAGE)
        set_mentions(self.world, message, payload)
        message.attachments = [self._keep(*file) for file in files]
        return message

    def _new(self, author: User, channel: Channel, fields: Json) -> Message:
        message = Message(self.world.snowflakes.next(), channel.id, author.id, **fields)
        if message.only_for is not None:
            message.flags |= EPHEMERAL
        return message

    def _publish(self, channel: Channel, message: Message, nonce: str | int | None) -> None:
        self.world.keep(message)
        if message.only_for is None:
            channel.last_message_id = message.id
            self.world.keep(channel)
        self.events.message_created(message, nonce)

    def _refer(self, message: Message, payload: Json) -> None:
        reference = Form(payload).part("message_reference")
        if not reference.body:
            return
        if reference.body.get("type") == FORWARD_REFERENCE:
            self._forward(message, reference)
            return
        message_id = reference.id("message_id")
        if self.world.histories[message.channel_id].get(message_id) is not None:
            message.reference_id = message_id
            message.type = REPLY
        elif reference.body.get("fail_if_not_exists", True):
            text = "There is no such message here."
            raise errors.invalid_form("message_reference", "REPLIES_UNKNOWN_MESSAGE", text)

    def _forward(self, message: Message, reference: Form) -> None:
        """Put another message, as it is now, into an otherwise empty one."""
        if not content.is_empty(message):
            text = "A forwarded message comes without anything else."
            raise errors.invalid_form("message_reference", "MESSAGE_FORWARD_NOT_EMPTY", text)
        source = self.world.channels[reference.id("channel_id")]
        author = self.world.users[message.author_id]
        if not self.world.permissions(author, source) & Permission.READ_MESSAGE_HISTORY:
            raise errors.DiscordError(*errors.MISSING_ACCESS)
        original = self.world.histories[source.id][reference.id("message_id")]
        message.snapshots = deepcopy(original.snapshots or [vars(original)])
        message.reference_id, message.reference_channel_id = original.id, source.id
        message.flags |= HAS_SNAPSHOT

    def _keep(self, upload: Upload, payload: Json) -> Json:
        return attachment(self.world.keep_upload(upload), upload, payload)


def _kept_attachments(message: Message, payload: Json) -> list[Json]:
    """Return the attachments that an edit keeps: listed or embedded ones; by default all."""
    if "attachments" not in payload:
        return message.attachments
    kept = Form(payload).forms("attachments", FILES)
    listed = {str(description.body.get("id")): description.body for description in kept}
    shown = embedded_names(message.embeds)
    return [
        describe(file, listed.get(str(file["id"]), {}))
        for file in message.attachments
        if str(file["id"]) in listed or file["filename"] in shown
    ]
