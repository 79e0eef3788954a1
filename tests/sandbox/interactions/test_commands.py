"""A plain client reaches the limits on commands, in registering and in using them."""

import pytest

from sandbox.state.permissions import Permission

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(3, 11)


def command(**fields):
    return {"name": "ping", "description": "x", **fields}


def option(kind=STRING, name="word", **fields):
    return {"type": kind, "name": name, "description": "x", **fields}


def choices(count):
    return [{"name": str(number), "value": str(number)} for number in range(count)]


def options(count):
    return [option(name=f"o{number}") for number in range(count)]


def sub(*inner, kind=1, name="sub"):
    return option(kind, name, options=list(inner))


LONG_CHOICES = [{"name": f"{number:0100}", "value": "x"} for number in range(25)]
ACCEPTED = {
    "a name of 32": command(name="x" * 32),
    "a description of 100": command(description="x" * 100),
    "25 options": command(options=options(25)),
    "25 choices": command(options=[option(choices=choices(25))]),
    "a group of subcommands": command(options=[sub(sub(option()), kind=2)]),
    "letters of any language": command(name="задача"),
}
REFUSED = {
    "a name over 32": command(name="x" * 33),
    "no name": command(name=""),
    "capitals": command(name="Ping"),
    "a blank": command(name="a b"),
    "no description": command(description=""),
    "a description over 100": command(description="x" * 101),
    "26 options": command(options=options(26)),
    "26 choices": command(options=[option(choices=choices(26))]),
    "a choice over 100": command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])]),
    "a text among numbers": command(
        options=[option(INTEGER, choices=[{"name": "one", "value": "one"}])]
    ),
    "two options of one name": command(options=[option(), option()]),
    "an option of no type": command(options=[option(12)]),
    "the required after the optional": command(
        options=[option(), option(name="must", required=True)]
    ),
    "choices and completion": command(options=[option(choices=choices(1), autocomplete=True)]),
    "a subcommand beside an option": command(options=[sub(), option()]),
    "a group within a group": command(options=[sub(sub(kind=2), kind=2)]),
    "a subcommand within a subcommand": command(options=[sub(sub())]),
    "8,000 characters": command(
        options=[option(name=f"o{number}", choices=LONG_CHOICES) for number in range(4)]
    ),
}


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED)
async def test_within_the_limit(clients, body):
    [registered] = await clients.register(body)
    assert registered["name"] == body["name"]


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
async def test_beyond_the_limit(clients, body):
    assert (await clients.bot.expect(400, "PUT", clients.commands, [body])).code == 50035
    assert (await clients.bot.expect(400, "POST", clients.commands, body)).code == 50035
    assert await clients.bot.get(clients.commands) == []


async def test_a_hundred_commands_are_the_most(clients):
    many = [command(name=f"c{number}") for number in range(101)]
    assert (await clients.bot.expect(400, "PUT", clients.commands, many)).code == 50035
    await clients.bot.expect(200, "PUT", clients.commands, many[:100])
    assert (await clients.bot.expect(400, "POST", clients.commands, many[100])).code == 50035


async def test_a_command_keeps_its_id_and_others_go(clients):
    [ping] = await clients.register(command())
    again, pong = await clients.register(command(description="y"), command(name="pong"))
    assert (again["id"], again["description"]) == (ping["id"], "y")
    [left] = await clients.register(command(name="pong"))
    assert left["id"] == pong["id"]
    assert (await clients.use(clients.ada, ping)).code == 10063


async def test_commands_are_read_changed_and_removed_one_by_one(clients):
    made = (await clients.bot.expect(200, "POST", clients.commands, command())).body
    item = f"{clients.commands}/{made['id']}"
    assert (await clients.bot.get(item))["name"] == "ping"
    changed = (await clients.bot.expect(200, "PATCH", item, {"description": "new"})).body
    assert changed["description"] == "new"
    await clients.bot.expect(204, "DELETE", item)
    assert (await clients.bot.call("GET", item)).code == 10063


async def test_a_guild_has_commands_of_its_own(clients):
    path = f"/applications/{clients.app}/guilds/{clients.guild}/commands"
    await clients.bot.expect(200, "PUT", path, [command(name="local")])
    await clients.register(command(name="global"))
    assert [item["name"] for item in await clients.bot.get(path)] == ["local"]
    listed = await clients.ada.get(clients.commands)
    assert {item["name"] for item in listed} == {"local", "global"}
    [local] = await clients.bot.get(path)
    dm_id = await clients.ada.direct()
    assert (await clients.use(clients.ada, local, channel_id=dm_id)).code == 50013


async def test_a_command_may_ask_for_permissions(clients):
    manage = str(int(Permission.MANAGE_GUILD))
    [hidden] = await clients.register(command(default_member_permissions=manage))
    assert await clients.ada.get(clients.commands) == []
    assert len(await clients.hana.get(clients.commands)) == 1
    assert (await clients.use(clients.ada, hidden)).code == 50013
    assert (await clients.use(clients.hana, hidden)).status == 204


@pytest.mark.parametrize("where", [{"contexts": [0]}, {"dm_permission": False}])
async def test_a_command_of_guilds_only_is_refused_in_a_dm(clients, where):
    [registered] = await clients.register(command(**where))
    dm_id = await clients.ada.direct()
    assert (await clients.use(clients.ada, registered, channel_id=dm_id)).code == 50013
    assert (await clients.use(clients.ada, registered)).status == 204


USED = [
    option(STRING, "word", required=True, min_length=2, max_length=4),
    option(STRING, "pace", choices=choices(2)),
    option(INTEGER, "turn", min_value=10, max_value=20),
    option(NUMBER, "share", max_value=1.5),
    option(BOOLEAN, "loud"),
    option(USER, "who"),
    option(CHANNEL, "room", channel_types=[0]),
    option(ROLE, "role"),
    option(MENTIONABLE, "whoever"),
    option(11, "file"),
]
WORD = {"type": STRING, "name": "word", "value": "abcd"}


def given(kind, name, value):
    return [WORD, {"type": kind, "name": name, "value": value}]


REFUSED_USES = {
    "nothing where something is required": [],
    "a text too short": [{**WORD, "value": "a"}],
    "a text too long": [{**WORD, "value": "abcde"}],
    "a number for a text": [{**WORD, "value": 7}],
    "an option twice": [WORD, WORD],
    "an option that is not there": given(STRING, "other", "x"),
    "an option of another type": given(STRING, "turn", "15"),
    "what is not among the choices": given(STRING, "pace", "9"),
    "a number too small": given(INTEGER, "turn", 9),
    "a number too large": given(INTEGER, "turn", 21),
    "a fraction for a whole number": given(INTEGER, "turn", 10.5),
    "a text for a number": given(NUMBER, "share", "1"),
    "a number over its limit": given(NUMBER, "share", 1.6),
    "a text for yes or no": given(BOOLEAN, "loud", "yes"),
    "a user who is not there": given(USER, "who", "1"),
    "a channel that is not there": given(CHANNEL, "room", "1"),
    "a role that is not there": given(ROLE, "role", "1"),
    "nobody": given(MENTIONABLE, "whoever", "1"),
    "a file that was not sent": given(11, "file", "0"),
    "an id that is none": given(USER, "who", "Ada"),
}


@pytest.mark.parametrize("filled", REFUSED_USES.values(), ids=REFUSED_USES)
async def test_a_use_that_does_not_fit_is_refused(clients, filled):
    [registered] = await clients.register(command(options=USED))
    answer = await clients.use(clients.ada, registered, filled)
    assert (answer.status, answer.code) == (400, 50035)


async def test_a_use_that_fits_brings_what_it_names(clients):
    [registered] = await clients.register(command(options=USED))
    dealer = await clients.watch_as_bot()
    filled = [
        {"type": USER, "name": "who", "value": clients.bob.id},
        {"type": MENTIONABLE, "name": "whoever", "value": clients.guild},
        {"type": CHANNEL, "name": "room", "value": clients.other_room},
        {"type": ROLE, "name": "role", "value": clients.guild},
        {"type": NUMBER, "name": "share", "value": 0.25},
        {"type": BOOLEAN, "name": "loud", "value": True},
        {"type": INTEGER, "name": "turn", "value": 20},
    ]
    assert (await clients.use(clients.ada, registered, [WORD, *filled])).status == 204
    data = (await dealer.wait("INTERACTION_CREATE"))["data"]
    assert data["options"] == [WORD, *filled]
    assert data["resolved"]["users"][clients.bob.id]["username"] == "bob"
    assert data["resolved"]["members"][clients.bob.id]["permissions"]
    assert data["resolved"]["roles"][clients.guild]["name"] == "@everyone"
    assert data["resolved"]["channels"][clients.other_room]["permissions"]


async def test_a_command_on_a_message_brings_that_message(clients):
    [registered] = await clients.register({"name": "Inspect", "type": 3})
    dealer = await clients.watch_as_bot()
    posted = await clients.bob.say(clients.room, "D4 C4")
    more = {"type": 3, "target_id": posted["id"]}
    assert (await clients.use(clients.ada, registered, more=more)).status == 204
    data = (await dealer.wait("INTERACTION_CREATE"))["data"]
    assert data["resolved"]["messages"][data["target_id"]]["content"] == "D4 C4"


async def test_one_subcommand_is_used_at_a_time(clients):
    [registered] = await clients.register(command(options=[sub(option()), sub(name="other")]))
    item = {"type": 1, "name": "sub", "options": []}
    other = {"type": 1, "name": "other", "options": []}
    assert (await clients.use(clients.ada, registered, [item, other])).code == 50035
    assert (await clients.use(clients.ada, registered, [])).code == 50035
    assert (await clients.use(clients.ada, registered, [item])).status == 204


async def test_only_what_can_be_completed_is(clients):
    [registered] = await clients.register(command(options=USED))
    typed = {"type": STRING, "name": "word", "value": "a", "focused": True}
    data = {"id": registered["id"], "name": "ping", "type": 1, "options": [typed]}
    assert (await clients.interact(clients.ada, 4, data)).code == 50035
