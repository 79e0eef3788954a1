"""The options that a person gives a command: checked against its definition, and resolved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import bad_length, invalid_form, missing_field, wrong_choice, wrong_type
from sandbox.fields import Form, check_length, snowflake
from sandbox.gateway.payloads import Payloads
from sandbox.interactions import command_definitions as commands
from sandbox.state.models import Channel, Json, Message, User
from sandbox.state.world import World

SAFE_INTEGER = 2**53


@dataclass
class Resolver:
    """The collector of what ids in an interaction stand for, sent by Discord in `resolved`."""

    _world: World
    _payloads: Payloads
    _person: User
    _channel: Channel
    _attachments: dict[str, Json]
    _resolved: dict[str, Json] = field(default_factory=dict)

    def result(self) -> Json:
        """Return everything resolved so far, as part of an interaction's data."""
        return {"resolved": self._resolved} if self._resolved else {}

    def user(self, _: Json, value: object, path: str) -> str:
        """Resolve a user, and their membership if they are in the guild."""
        user = self._world.users.get(snowflake(value, path))
        if user is None:
            raise wrong_choice(path)
        self._add("users", user.id, self._payloads.user(user))
        member = self._world.members.get((self._channel.guild_id or 0, user.id))
        if member is not None:
            payload = self._payloads.member(member)
            permissions = str(int(self._world.permissions(user, self._channel)))
            self._add("members", user.id, {**payload, "permissions": permissions})
        return str(user.id)

    def role(self, _: Json, value: object, path: str) -> str:
        """Resolve a role."""
        role = self._world.roles.get(snowflake(value, path))
        if role is None or not self._within_reach(role.guild_id):
            raise wrong_choice(path)
        self._add("roles", role.id, self._payloads.role(role))
        return str(role.id)

    def mentionable(self, definition: Json, value: object, path: str) -> str:
        """Resolve a user or a role."""
        is_role = snowflake(value, path) in self._world.roles
        return (self.role if is_role else self.user)(definition, value, path)

    def channel(self, definition: Json, value: object, path: str) -> str:
        """Resolve a channel that the person sees, of one of the types defined."""
        person, types = self._person, definition.get("channel_types")
        channel = self._world.channels.get(snowflake(value, path))
        if (
            channel is None
            or channel.guild_id is None
            or not self._within_reach(channel.guild_id)
            or not self._world.sees(person, channel)
            or (types and channel.type not in types)
        ):
            raise wrong_choice(path)
        payload = self._payloads.channel(channel, person)
        permissions = str(int(self._world.permissions(person, channel)))
        self._add("channels", channel.id, {**payload, "permissions": permissions})
        return str(channel.id)

    def message(self, message: Message) -> None:
        """Resolve a message."""
        payload = self._payloads.message(message, self._world.bot)
        self._add("messages", message.id, payload)

    def attachment(self, _: Json, value: object, path: str) -> str:
        """Resolve one of the uploaded files."""
        stored = self._attachments.get(str(value))
        if stored is None:
            raise wrong_choice(path)
        payload = self._payloads.attachment(self._channel.id, stored)
        self._add("attachments", stored["id"], {**payload, "ephemeral": True})
        return str(stored["id"])

    def _within_reach(self, guild_id: int) -> bool:
        """Return whether things of a guild can be chosen here: in that guild, or in a DM."""
        return self._channel.guild_id in (None, guild_id)

    def _add(self, kind: str, record_id: int, record: Json) -> None:
        self._resolved.setdefault(kind, {})[str(record_id)] = record


@dataclass
class OptionReader:
    """The reader of one use's options; for autocomplete, some may still be missing."""

    _resolver: Resolver
    completing: bool

    def read(self, holder: Json, values: Form) -> list[Json]:
        """Return the options given to a command or subcommand, as the bot gets them."""
        definitions = {option["name"]: option for option in holder.get("options") or ()}
        filled = values.forms("options", len(definitions))
        read = [self._read_option(definitions, option) for option in filled]
        names = [option["name"] for option in read]
        self._check_presence(definitions, names, values.at("options"))
        return read

    def _read_option(self, definitions: dict[str, Json], option: Form) -> Json:
        given = option.body
        definition = definitions.get(str(given.get("name")))
        if definition is None or given.get("type", definition["type"]) != definition["type"]:
            raise wrong_choice(option.path)
        head = {"name": definition["name"], "type": definition["type"]}
        if definition["type"] <= commands.SUBCOMMAND_GROUP:
            return {**head, "options": self.read(definition, option)}
        if self.completing and given.get("focused"):
            if not definition.get("autocomplete"):
                raise wrong_choice(option.path)
            return {**head, "value": given.get("value", ""), "focused": True}
        read = VALUES[definition["type"]]
        value = read(self._resolver, definition, given.get("value"), option.at("value"))
        return {**head, "value": value}

    def _check_presence(self, definitions: dict[str, Json], names: list[str], path: str) -> None:
        if len(set(names)) < len(names):
            raise invalid_form(path, "APPLICATION_COMMAND_OPTIONS_DUPLICATE", "Each only once.")
        kinds = [definition["type"] for definition in definitions.values()]
        if len(names) != 1 and any(kind <= commands.SUBCOMMAND_GROUP for kind in kinds):
            raise bad_length(path, 1, 1)
        for name, definition in definitions.items():
            if definition.get("required") and name not in names and not self.completing:
                raise missing_field(f"{path}.{name}")


def _read_string(_: Resolver, definition: Json, value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise wrong_type(path, "string")
    limit = definition.get("max_length", commands.STRING_LENGTH)
    check_length(value, path, definition.get("min_length", 0), limit)
    _check_choice(definition, value, path)
    return value


def _read_number(_: Resolver, definition: Json, value: Any, path: str) -> object:
    whole = definition["type"] == commands.INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise wrong_type(path, "integer" if whole else "number")
    least = definition.get("min_value", -SAFE_INTEGER)
    if not least <= value <= definition.get("max_value", SAFE_INTEGER):
        raise wrong_choice(path)
    _check_choice(definition, value, path)
    return value


def _read_boolean(_: Resolver, __: Json, value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(path, "boolean")
    return value


def _check_choice(definition: Json, value: object, path: str) -> None:
    choices = definition.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise wrong_choice(path)


VALUES: Mapping[int, Callable[[Resolver, Json, Any, str], object]] = {
    commands.STRING: _read_string,
    commands.INTEGER: _read_number,
    commands.NUMBER: _read_number,
    commands.BOOLEAN: _read_boolean,
    commands.USER: Resolver.user,
    commands.CHANNEL: Resolver.channel,
    commands.ROLE: Resolver.role,
    commands.MENTIONABLE: Resolver.mentionable,
    commands.ATTACHMENT: Resolver.attachment,
}
