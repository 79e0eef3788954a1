"""People's use of commands, components and modals, checked before the bot is told."""

from collections.abc import Callable, Mapping
from typing import Any

from sandbox import errors
from sandbox.fields import Form, check_length
from sandbox.interactions import command_definitions as commands
from sandbox.interactions.command_options import OptionReader, Resolver
from sandbox.interactions.interactions import Action, InteractionKind
from sandbox.messages import components
from sandbox.messages.attachments import attachment, described_files
from sandbox.rest.request import Request
from sandbox.state.models import Channel, Command, Json, Message, User
from sandbox.state.permissions import Permission
from sandbox.state.world import World


def interact(request: Request) -> None:
    """Check a person's action, and send it to the bot."""
    world, form = request.services.world, request.form
    if form.id("application_id") != world.bot.id:
        raise errors.unknown("Application")
    channel = world.channels[form.id("channel_id")]
    if not world.sees(request.caller, channel):
        raise errors.DiscordError(*errors.MISSING_ACCESS)
    if not world.sees(world.bot, channel):
        raise errors.unknown("Application")  # in a DM of two people, for example
    request.refuse_in_time_out(channel)
    if not isinstance(form.body.get("data"), dict):
        raise errors.missing_field("data")
    if form.body.get("type") not in list(InteractionKind):
        raise errors.wrong_choice("type")
    action = READERS[form.body["type"]](request, channel, form.part("data"))
    request.services.interactions.begin(request.caller, channel, action, request.locale)


def _read_command(request: Request, channel: Channel, data: Form) -> Action:
    world, kind = request.services.world, InteractionKind(request.fields["type"])
    command = world.commands.get(data.id("id"))
    if command is None or data.body.get("name") != command.body["name"]:
        raise errors.unknown("application command")
    if not _may_use(world, request.caller, channel, command):
        raise errors.DiscordError(*errors.MISSING_PERMISSIONS)
    resolver = _resolver(request, channel, data.body)
    reader = OptionReader(resolver, completing=kind is InteractionKind.AUTOCOMPLETE)
    payload: Json = {
        "id": str(command.id),
        "name": command.body["name"],
        "type": command.body["type"],
    }
    if command.guild_id is not None:
        payload["guild_id"] = str(command.guild_id)
    if payload["type"] == commands.CHAT_INPUT:
        payload["options"] = reader.read(command.body, data)
    else:
        payload |= _target(request, channel, resolver, data, payload["type"])
    payload |= resolver.result()
    return Action(kind, payload, _nonce(request.fields), name=_full_name(payload))


def _may_use(world: World, person: User, channel: Channel, command: Command) -> bool:
    permissions = world.permissions(person, channel)
    is_permitted = channel.guild_id is None or (
        commands.permitted(command, permissions)
        and bool(permissions & Permission.USE_APPLICATION_COMMANDS)
    )
    return is_permitted and commands.usable_in(command, channel.guild_id)


def _target(request: Request, channel: Channel, resolver: Resolver, data: Form, kind: int) -> Json:
    target_id = data.id("target_id")
    if kind == commands.MESSAGE_COMMAND:
        message = request.services.world.histories[channel.id][target_id]
        resolver.message(message)
    else:
        resolver.user({}, target_id, "data.target_id")
    return {"target_id": str(target_id)}


def _read_component(request: Request, channel: Channel, data: Form) -> Action:
    message = _component_message(request, channel)
    component = components.find(message.components, data.text("custom_id", *components.CUSTOM_ID))
    if component is None or component["type"] != data.body.get("component_type"):
        raise errors.wrong_choice("data.custom_id")
    if component.get("disabled") or component.get("style") == components.LINK_STYLE:
        raise errors.wrong_choice("data.custom_id")
    payload: Json = {
        "custom_id": component["custom_id"],
        "component_type": component["type"],
        "id": component["id"],
    }
    if component["type"] != components.BUTTON:
        resolver = _resolver(request, channel, {})
        payload["values"] = _read_values(resolver, component, data.body.get("values"))
        payload |= resolver.result()
    return Action(InteractionKind.COMPONENT, payload, _nonce(request.fields), message=message)


def _component_message(request: Request, channel: Channel) -> Message:
    world, message_id = request.services.world, request.form.id("message_id")
    message = world.ephemeral.get(message_id) or world.histories[channel.id].get(message_id)
    if message is None or message.only_for not in (None, request.caller.id):
        raise errors.unknown("Message")
    if message.author_id != world.bot.id:
        raise errors.unknown("Application")
    return message


def _read_values(resolver: Resolver, select: Json, given_value: Any) -> list[str]:
    values = given_value or []
    if not isinstance(values, list):
        raise errors.wrong_type("data.values", "list")
    least, limit = select.get("min_values", 1), select.get("max_values", 1)
    if select.get("required") is False:
        least = 0
    check_length(values, "data.values", least, limit)
    for value in values:
        _check_value(resolver, select, value)
    return [str(value) for value in values]


def _check_value(resolver: Resolver, select: Json, value: object) -> None:
    path = "data.values"
    if select["type"] != components.STRING_SELECT:
        RESOLVED[select["type"]](resolver, select, value, path)
    elif value not in [option["value"] for option in select["options"]]:
        raise errors.wrong_choice(path)


def _read_modal(request: Request, channel: Channel, data: Form) -> Action:
    modal_id = data.id("id")
    opener, definition = request.services.interactions.open_modal(modal_id, request.caller)
    values = {
        component["custom_id"]: component
        for component in components.walk(data.body.get("components") or ())
        if "custom_id" in component
    }
    resolver = _resolver(request, channel, {})
    submitted = [_submitted(resolver, part, values) for part in definition["components"]]
    payload = {"custom_id": definition["custom_id"], "components": submitted}
    request.services.interactions.close_modal(modal_id)
    return Action(
        InteractionKind.MODAL_SUBMIT,
        {**payload, **resolver.result()},
        _nonce(request.fields),
        message=opener.action.message,
    )


def _submitted(resolver: Resolver, component: Json, values: dict[str, Json]) -> Json:
    """Return a component of a modal with the value given, in the shape that bots get."""
    head = {"type": component["type"], "id": component["id"]}
    if component["type"] == components.ACTION_ROW:
        children = [_submitted(resolver, child, values) for child in component["components"]]
        return {**head, "components": children}
    if component["type"] == components.LABEL:
        return {**head, "component": _submitted(resolver, component["component"], values)}
    if "custom_id" not in component:
        return head
    filled = values.get(component["custom_id"], {})
    head["custom_id"] = component["custom_id"]
    if component["type"] == components.TEXT_INPUT:
        return {**head, "value": _read_text(component, filled)}
    if component["type"] in components.SELECTS:
        return {**head, "values": _read_values(resolver, component, filled.get("values"))}
    return {**head, **{key: filled[key] for key in ("value", "values") if key in filled}}


def _read_text(field: Json, filled: Json) -> str:
    value = filled.get("value") or ""
    path = f"data.components.{field['custom_id']}"
    if not isinstance(value, str):
        raise errors.wrong_type(path, "string")
    if not value:
        if field.get("required", True):
            raise errors.missing_field(path)
        return value
    least, limit = field.get("min_length") or 0, field.get("max_length") or 4000
    check_length(value, path, least, limit)
    return value


def _resolver(request: Request, channel: Channel, data: Json) -> Resolver:
    world = request.services.world
    listed = data.get("attachments") or [{"id": str(number)} for number in request.uploads]
    files = described_files({"attachments": listed}, request.uploads)
    stored = {
        str(payload.get("id")): attachment(world.keep_upload(upload), upload, payload)
        for upload, payload in files
    }
    return Resolver(world, request.services.payloads, request.caller, channel, stored)


def _nonce(body: Json) -> str | None:
    nonce = body.get("nonce")
    return None if nonce is None else str(nonce)


def _full_name(payload: Json) -> str:
    names, holder = [payload["name"]], payload
    while (options := holder.get("options")) and options[0]["type"] <= commands.SUBCOMMAND_GROUP:
        holder = options[0]
        names.append(holder["name"])
    return " ".join(names)


RESOLVED: Mapping[int, Callable[[Resolver, Json, object, str], str]] = {
    components.USER_SELECT: Resolver.user,
    components.ROLE_SELECT: Resolver.role,
    components.MENTIONABLE_SELECT: Resolver.mentionable,
    components.CHANNEL_SELECT: Resolver.channel,
}
READERS: Mapping[InteractionKind, Callable[[Request, Channel, Form], Action]] = {
    InteractionKind.COMMAND: _read_command,
    InteractionKind.COMPONENT: _read_component,
    InteractionKind.AUTOCOMPLETE: _read_command,
    InteractionKind.MODAL_SUBMIT: _read_modal,
}
