"""A plain client breaks the rules on interactions: deadlines, tokens, kinds of answers."""

import pytest

from sandbox.interactions import interactions
from sandbox.state.permissions import Permission

EPHEMERAL, LOADING = 64, 128
ORIGINAL = "/messages/@original"
ANSWER = {"type": 4, "data": {"content": "done"}}
PEOPLE_MENU = {"type": 5, "custom_id": "who"}


def text_row(**field):
    entry = {"type": 4, "custom_id": "move", "label": "Move", "style": 1, **field}
    return {"type": 1, "components": [entry]}


MODAL = {"custom_id": "m", "title": "Note", "components": [text_row(min_length=2, max_length=5)]}


@pytest.fixture
async def command(clients):
    [command] = await clients.register({"name": "ping", "description": "x"})
    return command


@pytest.fixture
async def interaction(clients, command, dealer):
    assert (await clients.use(clients.ada, command)).status == 204
    return await dealer.wait("INTERACTION_CREATE")


@pytest.fixture
async def panel(clients):
    buttons = [
        {"type": 2, "style": 1, "label": "A", "custom_id": "go"},
        {"type": 2, "style": 1, "label": "B", "custom_id": "off", "disabled": True},
        {"type": 2, "style": 5, "label": "C", "url": "https://e.org"},
    ]
    options = [{"label": str(number), "value": str(number)} for number in range(3)]
    menu = {"type": 3, "custom_id": "menu", "options": options, "min_values": 2, "max_values": 2}
    rows = [{"type": 1, "components": row} for row in (buttons, [menu], [PEOPLE_MENU])]
    return await clients.bot.say(clients.room, "panel", components=rows)


async def webhook(clients, interaction, method, message="", body=None):
    path = f"/webhooks/{clients.app}/{interaction['token']}{message}"
    return await clients.bot.call(method, path, body)


async def test_the_bot_is_told_what_it_needs(clients, interaction, command):
    assert interaction["data"] == {"id": command["id"], "name": "ping", "type": 1, "options": []}
    assert interaction["member"]["user"]["id"] == clients.ada.id
    assert int(interaction["app_permissions"]) & Permission.ATTACH_FILES
    assert not int(interaction["member"]["permissions"]) & Permission.MANAGE_GUILD
    assert interaction["channel"]["id"] == interaction["channel_id"] == clients.room
    assert (interaction["guild_id"], interaction["context"]) == (clients.guild, 0)
    assert interaction["attachment_size_limit"] == 10 * 1024 * 1024


async def test_in_a_dm_it_is_a_user_who_acts(clients, command, dealer):
    dm_id = await clients.ada.direct()
    await clients.use(clients.ada, command, channel_id=dm_id)
    answers = await dealer.wait("INTERACTION_CREATE")
    assert (answers["user"]["id"], answers["context"]) == (clients.ada.id, 1)
    assert "member" not in answers
    assert "guild_id" not in answers


@pytest.fixture
def short_deadline(monkeypatch):
    monkeypatch.setattr("sandbox.interactions.interactions.ACKNOWLEDGE_SECONDS", 0.01)


async def test_an_interaction_without_an_answer_in_time_fails(
    clients, watcher, short_deadline, interaction
):
    await watcher.wait("INTERACTION_FAILURE", nonce="1")
    answer = await clients.respond(interaction, ANSWER)
    assert (answer.status, answer.code) == (404, 10062)
    assert (await webhook(clients, interaction, "POST", body={"content": "x"})).code == 10015


async def test_the_deadline_is_three_seconds_and_the_token_lives_a_quarter_hour():
    assert interactions.ACKNOWLEDGE_SECONDS == 3
    assert interactions.TOKEN_SECONDS == 900


async def test_deadline_and_token_end_by_the_sandboxs_clock(
    clients, watcher, interaction, command, dealer
):
    await clients.respond(interaction, ANSWER)
    await clients.use(clients.ada, command)
    later = await dealer.wait("INTERACTION_CREATE")
    await clients.control("POST", "clock", {"shift": interactions.ACKNOWLEDGE_SECONDS + 1})
    answer = await clients.respond(later, ANSWER)
    assert (answer.status, answer.code) == (404, 10062)
    await watcher.wait("INTERACTION_FAILURE", nonce="1")
    late = {"content": "late"}
    assert (await webhook(clients, interaction, "POST", body=late)).status == 200
    await clients.control("POST", "clock", {"shift": interactions.TOKEN_SECONDS + 1})
    for method, message in (("POST", ""), ("PATCH", ORIGINAL)):
        answer = await webhook(clients, interaction, method, message, late)
        assert (answer.status, answer.code) == (401, 50027)


async def test_an_answer_is_given_once_and_a_refused_one_anew(clients, interaction):
    wrong = {"type": 4, "data": {"content": "x" * 2001}}
    assert (await clients.respond(interaction, wrong)).code == 50035
    assert (await clients.respond(interaction, ANSWER)).status == 200
    answer = await clients.respond(interaction, ANSWER)
    assert (answer.status, answer.code) == (400, 40060)


async def test_an_answer_tells_about_its_message_if_asked(clients, interaction):
    body = (await clients.respond(interaction, ANSWER)).body
    message = body["resource"]["message"]
    assert body["interaction"]["response_message_id"] == message["id"]
    assert (body["resource"]["type"], message["type"]) == (4, 20)
    assert (await webhook(clients, interaction, "GET", ORIGINAL)).body == message


async def test_an_answer_tells_nothing_if_not_asked(clients, interaction):
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    await clients.bot.expect(204, "POST", path, ANSWER)


async def test_a_wrong_token_and_one_without_an_answer_are_unknown(clients, interaction):
    wrong = {**interaction, "token": "wrong"}
    assert (await clients.respond(wrong, ANSWER)).code == 10062
    for unknown in (wrong, interaction):
        assert (await webhook(clients, unknown, "POST", body={"content": "x"})).code == 10015


async def test_an_ephemeral_message_is_reached_through_its_token_only(
    clients, interaction, watcher
):
    rows = [{"type": 1, "components": [PEOPLE_MENU]}]
    secret = {"type": 4, "data": {"content": "psst", "flags": EPHEMERAL, "components": rows}}
    message = (await clients.respond(interaction, secret)).body["resource"]["message"]
    choice = {"component_type": 5, "values": [clients.bob.id]}
    assert (await clients.press(clients.bob, message, "who", **choice)).code == 10008
    assert (await clients.press(clients.ada, message, "who", **choice)).status == 204
    path = f"{clients.messages}/{message['id']}"
    assert (await clients.bot.call("PATCH", path, {"content": "x"})).code == 10008
    assert (await clients.ada.call("GET", path)).code == 10008
    path, change = f"/messages/{message['id']}", {"content": "still"}
    changed = await webhook(clients, interaction, "PATCH", path, change)
    assert changed.body["flags"] == EPHEMERAL
    assert (await watcher.wait("MESSAGE_UPDATE"))["content"] == "still"
    assert (await webhook(clients, interaction, "DELETE", ORIGINAL)).status == 204
    await watcher.wait("MESSAGE_DELETE", id=message["id"])
    assert (await webhook(clients, interaction, "GET", ORIGINAL)).code == 10008


async def test_the_bot_is_not_told_of_its_ephemeral_messages(clients, interaction, dealer):
    secret = {"type": 4, "data": {"content": "psst", "flags": EPHEMERAL}}
    await clients.respond(interaction, secret)
    await clients.ada.say(clients.room, "open")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "open"


async def test_a_token_does_not_reach_messages_of_others(clients, interaction):
    await clients.respond(interaction, ANSWER)
    posted = await clients.bot.say(clients.room, "not yours")
    for message in (posted["id"], "1", "nonsense"):
        assert (await webhook(clients, interaction, "GET", f"/messages/{message}")).code == 10008


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 10, None])
async def test_a_command_is_not_answered_with_what_fits_others(clients, interaction, kind):
    assert (await clients.respond(interaction, {"type": kind, "data": {}})).code == 50035


async def test_completion_is_answered_with_choices_only_and_at_most_25(clients, dealer):
    option = {"type": 3, "name": "word", "description": "x", "autocomplete": True}
    [command] = await clients.register({"name": "ask", "description": "x", "options": [option]})
    typed = {"type": 3, "name": "word", "value": "a", "focused": True}
    data = {"id": command["id"], "name": "ask", "type": 1, "options": [typed]}
    await clients.interact(clients.ada, 4, data)
    asked = await dealer.wait("INTERACTION_CREATE")
    assert asked["data"]["options"] == [typed]
    assert (await clients.respond(asked, ANSWER)).code == 50035
    many = [{"name": str(number), "value": str(number)} for number in range(26)]
    too_many = {"type": 8, "data": {"choices": many}}
    assert (await clients.respond(asked, too_many)).code == 50035
    fitting = {"type": 8, "data": {"choices": many[:25]}}
    assert (await clients.respond(asked, fitting)).status == 200


async def test_a_deferred_answer_loads_until_it_is_filled(clients, interaction):
    body = (await clients.respond(interaction, {"type": 5, "data": {"flags": EPHEMERAL}})).body
    assert body["interaction"]["response_message_loading"]
    assert body["interaction"]["response_message_ephemeral"]
    assert body["resource"]["message"]["flags"] == EPHEMERAL | LOADING
    filled = await webhook(clients, interaction, "PATCH", ORIGINAL, {"content": "done"})
    assert (filled.body["flags"], filled.body["edited_timestamp"]) == (EPHEMERAL, None)
    again = await webhook(clients, interaction, "PATCH", ORIGINAL, {"content": "more"})
    assert again.body["edited_timestamp"] is not None


async def test_a_follow_up_refers_to_the_answer(clients, interaction):
    original = (await clients.respond(interaction, ANSWER)).body["resource"]["message"]
    more = (await webhook(clients, interaction, "POST", body={"content": "more"})).body
    assert more["message_reference"]["message_id"] == original["id"]
    assert more["mentions"] == []


REFUSED_PRESSES = {
    "a row": {"custom_id": None, "component_type": 1},
    "a button that is not there": {"custom_id": "none"},
    "a disabled button": {"custom_id": "off"},
    "a button said to be a menu": {"custom_id": "go", "component_type": 3},
    "too few values": {"custom_id": "menu", "component_type": 3, "values": ["1"]},
    "too many values": {"custom_id": "menu", "component_type": 3, "values": ["0", "1", "2"]},
    "a value that is not offered": {"custom_id": "menu", "component_type": 3, "values": ["1", "9"]},
}


@pytest.mark.parametrize("data", REFUSED_PRESSES.values(), ids=REFUSED_PRESSES)
async def test_a_press_that_cannot_be_is_refused(clients, panel, data):
    assert (await clients.press(clients.ada, panel, **data)).code == 50035


async def test_a_press_comes_with_its_message_and_may_update_it(clients, panel, dealer):
    await clients.press(clients.ada, panel, "menu", component_type=3, values=["0", "2"])
    pressed = await dealer.wait("INTERACTION_CREATE")
    assert pressed["data"]["values"] == ["0", "2"]
    assert pressed["message"]["id"] == panel["id"]
    update = {"type": 7, "data": {"content": "chosen", "components": []}}
    body = (await clients.respond(pressed, update)).body
    assert body["resource"]["message"]["content"] == "chosen"
    assert body["resource"]["message"]["edited_timestamp"] is not None


async def test_a_menu_of_people_brings_who_was_chosen(clients, panel, dealer):
    await clients.press(clients.ada, panel, "who", component_type=5, values=[clients.bob.id])
    chosen = (await dealer.wait("INTERACTION_CREATE"))["data"]
    assert chosen["resolved"]["users"][clients.bob.id]["username"] == "bob"


async def test_a_deferred_update_leaves_the_message_as_it_is(clients, panel, dealer):
    await clients.press(clients.ada, panel, "go")
    pressed = await dealer.wait("INTERACTION_CREATE")
    assert (await clients.respond(pressed, {"type": 6})).status == 200
    assert (await clients.ada.get(clients.messages))[0]["content"] == "panel"
    changed = await webhook(clients, pressed, "PATCH", ORIGINAL, {"content": "x"})
    assert changed.body["id"] == panel["id"]


async def test_a_message_of_a_person_has_nothing_to_press(clients):
    posted = await clients.bob.say(clients.room, "x")
    assert (await clients.press(clients.ada, posted, "go")).code == 10002


@pytest.fixture
async def modal(clients, interaction, watcher):
    assert (await clients.respond(interaction, {"type": 9, "data": MODAL})).status == 200
    return await watcher.wait("INTERACTION_MODAL_CREATE")


async def submit(clients, person, modal, value):
    data = {"id": modal["id"], "custom_id": "m", "components": [text_row(value=value)]}
    return await clients.interact(person, 5, data)


@pytest.mark.parametrize("value", ["", "x", "x" * 6])
async def test_a_modal_s_fields_are_filled_within_their_limits(clients, modal, value):
    assert (await submit(clients, clients.ada, modal, value)).code == 50035
    assert (await submit(clients, clients.ada, modal, "D4")).status == 204


async def test_a_modal_is_submitted_once_and_by_its_person(clients, modal, dealer):
    assert (await submit(clients, clients.bob, modal, "D4")).code == 10062
    assert (await submit(clients, clients.ada, modal, "D4")).status == 204
    submitted = await dealer.wait("INTERACTION_CREATE")
    [row] = submitted["data"]["components"]
    assert (submitted["type"], row["components"][0]["value"]) == (5, "D4")
    assert (await clients.respond(submitted, {"type": 9, "data": MODAL})).code == 50035
    assert (await submit(clients, clients.ada, modal, "D4")).code == 10062


REFUSED_MODALS = {
    "a title over 45": {**MODAL, "title": "x" * 46},
    "a custom_id over 100": {**MODAL, "custom_id": "x" * 101},
    "six fields": {**MODAL, "components": [text_row(custom_id=str(number)) for number in range(6)]},
    "no fields": {**MODAL, "components": []},
    "a label over 45": {**MODAL, "components": [text_row(label="x" * 46)]},
    "a button": {
        **MODAL,
        "components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "b"}]}],
    },
}


@pytest.mark.parametrize("modal", REFUSED_MODALS.values(), ids=REFUSED_MODALS)
async def test_a_modal_beyond_the_limits_is_refused(clients, interaction, modal):
    assert (await clients.respond(interaction, {"type": 9, "data": modal})).code == 50035


async def test_interactions_reach_rooms_that_both_sides_see_only(clients, command):
    await clients.overwrite(clients.guild, deny=Permission.VIEW_CHANNEL)
    assert (await clients.use(clients.ada, command)).code == 50001
    dm_id = await clients.ada.direct(clients.bob.id)
    assert (await clients.use(clients.ada, command, channel_id=dm_id)).code == 10002


async def test_commands_need_the_permission_to_use_them(clients, command):
    await clients.overwrite(clients.guild, deny=Permission.USE_APPLICATION_COMMANDS)
    assert (await clients.use(clients.ada, command)).code == 50013
    await clients.overwrite(clients.guild)
    assert (await clients.use(clients.ada, command)).status == 204


@pytest.mark.parametrize(
    "wrong", [{"application_id": "1"}, {"type": 9}, {"channel_id": "1"}, {"data": 7}]
)
async def test_a_request_that_names_nothing_is_refused(clients, command, wrong):
    data = {"id": command["id"], "name": "ping", "type": 1}
    body = {"type": 2, "application_id": clients.app, "channel_id": clients.room, "data": data}
    assert (await clients.ada.call("POST", "/interactions", body)).status == 204
    assert (await clients.ada.call("POST", "/interactions", {**body, **wrong})).status in (400, 404)
