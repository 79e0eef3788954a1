"""Interactions: from a person's action to the bot's answer, with Discord's deadlines."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from secrets import token_urlsafe

from sandbox import errors
from sandbox.fields import Form
from sandbox.gateway.events import Events
from sandbox.gateway.payloads import Payloads
from sandbox.interactions.command_definitions import STRING, read_choices
from sandbox.messages.attachments import FILE_SIZE
from sandbox.messages.components import check_modal
from sandbox.messages.content import read_fields, wants_ephemeral
from sandbox.messages.messages import Messages, Uploads
from sandbox.state.models import (
    CHAT_INPUT_COMMAND,
    DEFAULT_MESSAGE,
    EPHEMERAL,
    LOADING,
    REPLY,
    Channel,
    Json,
    Message,
    User,
)
from sandbox.state.world import World

ACKNOWLEDGE_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


class InteractionKind(IntEnum):
    """The kind of a person's action."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Callback(IntEnum):
    """The kind of a bot's answer."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ANSWERED = (Callback.MESSAGE, Callback.DEFERRED_MESSAGE)
UPDATING = (Callback.DEFERRED_UPDATE, Callback.UPDATE)
CALLBACKS: Mapping[InteractionKind, tuple[Callback, ...]] = {
    InteractionKind.COMMAND: (*ANSWERED, Callback.MODAL),
    InteractionKind.COMPONENT: (*ANSWERED, *UPDATING, Callback.MODAL),
    InteractionKind.AUTOCOMPLETE: (Callback.CHOICES,),
    InteractionKind.MODAL_SUBMIT: (*ANSWERED, *UPDATING),
}


@dataclass(frozen=True)
class Action:
    """A person's checked action: the data for the bot, and the message with the component used."""

    kind: InteractionKind
    data: Json
    nonce: str | None
    name: str | None = None
    message: Message | None = None


@dataclass
class Interaction:
    """One interaction under way."""

    id: int
    token: str
    person: User
    channel: Channel
    action: Action
    locale: str
    deadline: asyncio.TimerHandle
    expires: float
    acknowledged: bool = False
    original: Message | None = None
    messages: dict[int, Message] = field(default_factory=dict)


@dataclass
class Interactions:
    """All interactions that can still be answered or followed up."""

    _world: World
    _payloads: Payloads
    _events: Events
    _messages: Messages
    _by_token: dict[str, Interaction] = field(default_factory=dict)
    _modals: dict[int, tuple[Interaction, Json]] = field(default_factory=dict)

    def begin(self, person: User, channel: Channel, action: Action, locale: str) -> None:
        """Send an interaction to the bot, and tell the person so; `locale` is the person's."""
        self._forget_expired()
        token = token_urlsafe(48)
        interaction_id = self._world.snowflakes.next()
        loop = asyncio.get_running_loop()
        deadline = loop.call_later(ACKNOWLEDGE_SECONDS, self._fail, token)
        expires = self._world.snowflakes.now() + ACKNOWLEDGE_SECONDS
        interaction = Interaction(
            interaction_id, token, person, channel, action, locale, deadline, expires
        )
        self._by_token[token] = interaction
        self._report("INTERACTION_CREATE", interaction)
        self._events.to_bot("INTERACTION_CREATE", self._payload(interaction), channel.guild_id)

    def answer(self, interaction_id: int, token: str, body: Json, uploads: Uploads) -> Json:
        """Carry out the bot's answer; return its result."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise errors.unknown("interaction")
        if self._world.snowflakes.now() > interaction.expires and not interaction.acknowledged:
            interaction.deadline.cancel()
            self._fail(token)
            raise errors.unknown("interaction")
        if interaction.acknowledged:
            raise errors.DiscordError(*errors.ALREADY_ACKNOWLEDGED)
        callback = self._read_callback(interaction, body)
        self._carry_out(interaction, callback, Form(body).part("data"), uploads)
        interaction.acknowledged = True
        interaction.deadline.cancel()
        self._report("INTERACTION_SUCCESS", interaction)
        return self._result(interaction, callback)

    def acknowledged(self, token: str) -> Interaction:
        """Return the acknowledged interaction of a token."""
        interaction = self._by_token.get(token)
        if interaction is None or not interaction.acknowledged:
            raise errors.unknown("Webhook")
        if self._world.snowflakes.age(interaction.id) > TOKEN_SECONDS:
            raise errors.DiscordError(*errors.INVALID_WEBHOOK_TOKEN)
        return interaction

    def follow_up(self, interaction: Interaction, payload: Json, uploads: Uploads) -> Message:
        """Post another message; the first one fills a deferred answer."""
        original = interaction.original
        if original is not None and original.flags & LOADING:
            self._messages.edit(original, payload, uploads)
            return original
        origin = self._origin(interaction, payload, REPLY if original else DEFAULT_MESSAGE)
        message, _ = self._messages.post(
            self._world.bot, interaction.channel, payload, uploads, **origin
        )
        interaction.messages[message.id] = message
        return message

    def message_of(self, interaction: Interaction, name: str) -> Message:
        """Return a message of an interaction's token: `@original`, or one by its id."""
        if name == "@original":
            message = interaction.original
        else:
            message = interaction.messages.get(int(name)) if name.isdigit() else None
        if message is None or not self._world.has(message):
            raise errors.unknown("Message")
        return message

    def open_modal(self, modal_id: int, person: User) -> tuple[Interaction, Json]:
        """Return the modal with that id, if it is open for that person, and what opened it."""
        modal = self._modals.get(modal_id)
        if modal is None or modal[0].person.id != person.id:
            raise errors.unknown("interaction")
        return modal

    def close_modal(self, modal_id: int) -> None:
        """Forget a modal that has been submitted."""
        del self._modals[modal_id]

    def close(self) -> None:
        """Cancel every deadline."""
        for interaction in self._by_token.values():
            interaction.deadline.cancel()

    def _read_callback(self, interaction: Interaction, body: Json) -> Callback:
        allowed = CALLBACKS[interaction.action.kind]
        if interaction.action.message is None:
            allowed = tuple(callback for callback in allowed if callback not in UPDATING)
        if body.get("type") not in allowed:
            raise errors.wrong_choice("type")
        return Callback(body["type"])

    def _carry_out(
        self, interaction: Interaction, callback: Callback, form: Form, uploads: Uploads
    ) -> None:
        message, data = interaction.action.message, form.body
        match callback:
            case Callback.MESSAGE:
                self._post_answer(interaction, data, uploads)
            case Callback.DEFERRED_MESSAGE:
                self._post_answer(interaction, data, uploads, is_loading=True)
            case Callback.CHOICES:
                self._complete(interaction, form)
            case Callback.MODAL:
                self._open_modal(interaction, form)
            case Callback.UPDATE if message is not None:
                self._messages.edit(message, data, uploads)
                interaction.original = message
            case Callback.DEFERRED_UPDATE:
                interaction.original = message

    def _post_answer(
        self, interaction: Interaction, data: Json, uploads: Uploads, *, is_loading: bool = False
    ) -> None:
        author, channel = self._world.bot, interaction.channel
        kind = DEFAULT_MESSAGE if interaction.action.message is None else REPLY
        if interaction.action.kind is InteractionKind.COMMAND:
            kind = CHAT_INPUT_COMMAND
        origin = self._origin(interaction, data, kind)
        if is_loading:
            flags = read_fields({"flags": data.get("flags")}).get("flags", 0)
            message = self._messages.notice(author, channel, flags=LOADING | flags, **origin)
        else:
            message, _ = self._messages.post(author, channel, data, uploads, **origin)
        interaction.original = interaction.messages[message.id] = message

    def _complete(self, interaction: Interaction, data: Form) -> None:
        focused = _focused(interaction.action.data)
        choices = read_choices(data, focused.get("type", STRING))
        payload = {"choices": choices, "nonce": interaction.action.nonce}
        event = "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE"
        self._events.to_person(interaction.person.id, event, payload)

    def _open_modal(self, interaction: Interaction, modal: Form) -> None:
        check_modal(modal)
        self._modals[interaction.id] = interaction, modal.body
        payload = {
            "id": str(interaction.id),
            "channel_id": str(interaction.channel.id),
            "application": {"id": str(self._world.bot.id), "name": self._world.bot.display_name},
            "nonce": interaction.action.nonce,
            **modal.body,
        }
        self._events.to_person(interaction.person.id, "INTERACTION_MODAL_CREATE", payload)

    def _origin(self, interaction: Interaction, payload: Json, kind: int) -> Json:
        """Return the fields that an answer has because of its interaction."""
        action = interaction.action
        values: Json = {
            "id": interaction.id,
            "type": int(action.kind),
            "user_id": interaction.person.id,
        }
        if action.name is not None:
            values["name"] = action.name
        referred = interaction.original or action.message
        return {
            "type": kind,
            "application_id": self._world.bot.id,
            "interaction": values,
            "only_for": interaction.person.id if wants_ephemeral(payload) else None,
            "reference_id": referred.id if referred is not None and kind == REPLY else None,
        }

    def _payload(self, interaction: Interaction) -> Json:
        world, channel, person = self._world, interaction.channel, interaction.person
        permissions = str(int(world.permissions(person, channel)))
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": int(interaction.action.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.action.data,
            "channel_id": str(channel.id),
            "channel": {**self._payloads.channel(channel, world.bot), "permissions": permissions},
            "app_permissions": str(int(world.permissions(world.bot, channel))),
            "locale": interaction.locale,
            "entitlements": [],
            "attachment_size_limit": FILE_SIZE,
            "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
            "context": 0 if channel.guild_id is not None else 1,
        }
        if interaction.action.message is not None:
            payload["message"] = self._payloads.message(interaction.action.message, world.bot)
        if channel.guild_id is None:
            return {**payload, "user": self._payloads.user(person)}
        member = self._payloads.full_member(world.members[channel.guild_id, person.id])
        guild_id = str(channel.guild_id)
        spoken = world.guilds[channel.guild_id].preferred_locale
        return {
            **payload,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": spoken, "features": []},
            "guild_locale": spoken,
            "member": {**member, "permissions": permissions},
        }

    def _result(self, interaction: Interaction, callback: Callback) -> Json:
        """Return what the bot gets for its answer if it asks for it."""
        about: Json = {"id": str(interaction.id), "type": int(interaction.action.kind)}
        resource: Json = {"type": int(callback)}
        message = interaction.original
        if message is not None:
            about["response_message_id"] = str(message.id)
            about["response_message_loading"] = bool(message.flags & LOADING)
            about["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
            resource["message"] = self._payloads.message(message, self._world.bot)
        return {"interaction": about, "resource": resource}

    def _report(self, event: str, interaction: Interaction) -> None:
        payload = {"id": str(interaction.id), "nonce": interaction.action.nonce}
        self._events.to_person(interaction.person.id, event, payload)

    def _fail(self, token: str) -> None:
        """Invalidate the token of an interaction that the bot has not answered in time."""
        self._report("INTERACTION_FAILURE", self._by_token.pop(token))

    def _forget_expired(self) -> None:
        """Forget interactions that ended long ago; they are in the order in which they began."""
        while self._by_token:
            oldest = next(iter(self._by_token.values()))
            if self._world.snowflakes.age(oldest.id) <= 2 * TOKEN_SECONDS:
                return
            del self._by_token[oldest.token]
            self._modals.pop(oldest.id, None)


def _focused(data: Json) -> Json:
    """Return the option that a person is filling in, however deeply nested."""
    for option in data.get("options") or ():
        if option.get("focused"):
            return dict(option)
        deeper = _focused(option)
        if deeper:
            return deeper
    return {}
