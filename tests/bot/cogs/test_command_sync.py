"""Discord has the commands already, whatever it adds, leaves out or reorders."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from bot.cogs.interactions import are_same
from tests.helpers.rooms.dealers import unconnected

ADDED = {"id": "1", "application_id": "2", "version": "3", "name_localizations": None}
SOME = ("dealer", "fire-and-ice", "match", "rules")
LEFT_OUT = {"required": False, "options": [], "nsfw": False}


@pytest.fixture
async def ours() -> list[dict[str, Any]]:
    client = unconnected()
    await client.setup_hook()
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def parts_of(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from parts_of(item)
    elif isinstance(value, dict):
        yield value
        yield from parts_of(list(value.values()))


def stored(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    messages = deepcopy(commands)
    for part in parts_of(messages):
        for name, default in LEFT_OUT.items():
            if part.get(name) == default:
                del part[name]
        part |= {"name_localizations": None}
    for command in messages:
        del command["type"]
        command.update(ADDED)
        command["contexts"].reverse()
        permissions = command["default_member_permissions"]
        command["default_member_permissions"] = None if permissions is None else str(permissions)
    return messages[::-1]


async def test_commands_as_discord_shows_them_are_the_same(ours: list[dict[str, Any]]):
    assert are_same(ours, stored(ours))


async def test_every_part_that_differs_is_a_difference(ours: list[dict[str, Any]]):
    ours = [command for command in ours if command["name"] in SOME]
    there = stored(ours)
    count = 0
    for part in [*parts_of(there)]:
        for name in part.keys() - ADDED.keys() - {"dm_permission"}:
            value = part[name]
            part[name] = other_than(value)
            assert not are_same(ours, there), (part, name)
            part[name] = value
            count += 1
    assert are_same(ours, there)
    assert count > len(ours)


def other_than(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case str():
            return f"{value}1"
        case list():
            return value[1:]
        case None:
            return "8"
    return value + 1


@pytest.mark.parametrize("more", [{"choices": [{"name": "a", "value": "a"}]}, {"max_value": 9}])
async def test_more_or_less_on_either_side_is_a_difference(
    ours: list[dict[str, Any]], more: dict[str, Any]
):
    there = stored(ours)
    option = next(part for part in parts_of(there) if part.get("name") == "room")
    option |= more
    assert not are_same(ours, there)
    assert not are_same(ours, stored(ours)[1:])
    assert not are_same(ours[1:], stored(ours))
