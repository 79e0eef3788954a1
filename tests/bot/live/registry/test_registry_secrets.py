"""The house and what is said to it in private: for which match, in which order, and answered."""

import pytest

from bot.live.runner import MatchRunner
from bot.posts.attachments import attachments_of
from bot.posts.boards import described_pictures
from bot.texts import answers
from bot.values.post import DisplaySettings, Extras, Post
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.match import Match
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message, from_dealer
from tests.helpers.rooms.cards import DMO, EC, in_outbox
from tests.helpers.rooms.outboxes import POSTS
from tests.helpers.rooms.servers import Server, typed_in

LONGEST_POST = 2000


async def hear(server: Server, message: Message, *, is_edit: bool = False) -> None:
    """Let the house hear a private message, as the gateway would tell of it."""
    await server.direct_messages.hear(await server.private(message), is_edit=is_edit)


async def answer_to(server: Server, message: Message) -> str:
    """Return the answer to a message of the EC's."""
    return (await server.world.ec.reply(message))["content"]


@pytest.fixture
async def both(server: Server) -> list[MatchRunner]:
    """Open two matches with secrets and the same players."""
    rooms = (server.room, await server.world.new_room())
    return [await server.open(CompassCollisions(), room) for room in rooms]


# Missed messages


async def test_a_secret_that_was_edited_unheard_counts_as_it_is_now(server: Server):
    runner = await server.open(CompassCollisions())
    message = await server.world.ec.tell(EC_LAYOUT)
    await server.hear(runner)
    await eventually(lambda: typed_in(runner) == [EC_LAYOUT])
    await server.restart()
    await server.world.ec.edit(message, DMO_LAYOUT)
    again = server.runners.in_room(int(server.room))
    for _ in range(2):
        await server.hear(again)
    await server.world.dmo.tell(EC_LAYOUT)
    await server.hear(again)
    await eventually(lambda: len(typed_in(again)) == 3)
    assert typed_in(again) == [EC_LAYOUT, DMO_LAYOUT, EC_LAYOUT]


@pytest.mark.usefixtures("both")
async def test_who_sits_at_several_matches_is_asked_once_also_after_a_restart(server: Server):
    await server.stop()
    message = await server.world.ec.tell(EC_LAYOUT)
    for _ in range(2):
        await server.restart()
        assert await answer_to(server, message) == answers.WHICH_MATCH()
    assert (await server.said_to(server.world.ec)).count(answers.WHICH_MATCH()) == 1


async def test_all_that_was_missed_is_heard_however_far_the_local_clock_is_behind(
    server: Server,
):
    runner, other = (
        await server.open(),
        await server.open(CompassCollisions(), await server.world.new_room()),
    )
    server.clock._known_at_ms += 10_000
    await server.world.ec.say(server.room, "E6 E7")
    await server.world.ec.tell(EC_LAYOUT)
    await server.hear(runner)
    await server.hear(other)
    await eventually(lambda: runner.match.to_act == (DMO,))
    await eventually(lambda: other.match.to_act == (DMO,))


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_who_has_no_direct_messages_keeps_no_room_from_being_read(
    server: Server, status: int, caplog: pytest.LogCaptureFixture
):
    runner = await server.open(CompassCollisions())
    await server.world.dmo.tell(DMO_LAYOUT)
    opening = {"method": "POST", "route": "/users/@me/channels"}
    await server.world.fault(fault="5xx-before", status=status, match=opening, count=1)
    await server.hear(runner)
    await eventually(lambda: typed_in(runner) == [DMO_LAYOUT])
    assert DMO_LAYOUT not in caplog.text


async def test_a_posts_picture_is_as_its_reader_might_see_the_board_then(server: Server):
    runner = await server.open(CompassCollisions())
    for text in (EC_LAYOUT, DMO_LAYOUT):
        await hear(server, await server.world.ec.tell(text))
    await eventually(lambda: len(typed_in(runner)) == 2)
    entries = runner.match.entries
    texts = [entry.text for entry in entries]
    then = Match.replay(runner.match.game, entries[: texts.index(EC_LAYOUT) + 1])
    names = runner.card.names
    drawn = []
    for reader in (EC, DMO, None):
        post = in_outbox(
            Post(extras=Extras(has_board=True), recipient=reader),
            runner.card.id,
            9,
            len(then.entries),
        )
        pictures = attachments_of(
            runner.card, runner.match, post, lambda *_: DisplaySettings()
        ).pictures()
        assert pictures == described_pictures(then, reader, names)
        drawn.append(pictures)
    assert drawn[0] != described_pictures(runner.match, EC, names)
    assert drawn[0] != drawn[1] == drawn[2]


# Choice of the match


async def test_an_edit_is_for_the_match_of_its_message_unless_it_names_another_room(
    server: Server, both: list[MatchRunner]
):
    runner, other = both
    there = f"<#{other.card.room_id}> "
    message = await server.world.ec.tell(f"<#{runner.card.room_id}> {EC_LAYOUT}")
    await hear(server, message)
    await eventually(lambda: typed_in(runner) == [EC_LAYOUT])
    await hear(server, await server.world.ec.edit(message, DMO_LAYOUT), is_edit=True)
    await eventually(lambda: typed_in(runner) == [EC_LAYOUT, DMO_LAYOUT])
    await hear(server, await server.world.ec.edit(message, there + EC_LAYOUT), is_edit=True)
    await eventually(lambda: typed_in(other) == [EC_LAYOUT])
    assert typed_in(runner) == [EC_LAYOUT, DMO_LAYOUT]


@pytest.mark.parametrize(
    ("room", "answer"),
    [
        ("", answers.NO_SEAT()),
        ("arena", "You aren't playing in a live match in arena."),
        ("*" * 3_000, "\\*" * 9),
    ],
)
def test_who_sits_at_no_match_is_told_so_in_one_message(room: str, answer: str):
    text = answers.no_seat(room)
    assert answer in text
    assert len(text) <= LONGEST_POST


async def test_a_message_from_before_a_match_is_none_for_it_when_it_is_edited(server: Server):
    message = await server.world.ec.tell("hello")
    runner = await server.open(CompassCollisions())
    await hear(server, await server.world.ec.edit(message, EC_LAYOUT), is_edit=True)
    assert runner._queue.waiting.empty()
    assert await server.said_to(server.world.ec) == []


# Players without direct messages


async def test_who_takes_no_direct_messages_breaks_nothing_by_writing_some(server: Server):
    await server.world.fault(fault="dm-closed", count=None)
    await hear(server, await server.world.spectator.tell("hello"))
    for room in (server.room, await server.world.new_room()):
        await server.open(CompassCollisions(), room)
    await hear(server, await server.world.ec.tell(EC_LAYOUT))


async def test_the_room_is_told_of_a_player_who_cannot_be_answered_once_over_all_restarts(
    server: Server,
):
    await server.open(CompassCollisions())
    await server.world.fault(fault="dm-closed", count=None)
    await hear(server, await server.world.ec.tell("layout"))
    message = await server.world.host.read(server.room, from_dealer("can't answer you in private"))
    assert [user["id"] for user in message["mentions"]] == [server.world.ec.id]
    assert "button" in message["content"]
    await server.restart()
    count = (await server.store.latest_match(int(server.room))).last_sequence
    await hear(server, await server.world.ec.tell("layout"))
    stored = await server.store.latest_match(int(server.room))
    while stored.last_sequence == count or stored.waiting:
        stored = await server.store.latest_match(int(server.room))
    messages = [message["content"] for message in await server.world.host.history(server.room)]
    assert sum("can't answer you in private" in message for message in messages) == 1
    await hear(server, await server.world.ec.tell(EC_LAYOUT))
    await server.world.host.read(server.room, from_dealer("has submitted"))


# The end


async def test_a_registry_that_stops_takes_nothing_more(server: Server):
    await server.start()
    assert server.registry.is_open
    await server.stop()
    assert not server.registry.is_open


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("fault", ["5xx-before", "5xx-after", "drop"])
async def test_a_question_is_asked_once_though_the_connection_is_bad(server: Server, fault: str):
    message = await server.world.ec.tell(EC_LAYOUT)
    await server.world.fault(fault=fault, status=503, after=True, match=POSTS, count=1)
    await hear(server, message)
    assert await answer_to(server, message) == answers.WHICH_MATCH()
    assert (await server.said_to(server.world.ec)).count(answers.WHICH_MATCH()) == 1


async def test_who_was_asked_which_match_is_not_answered_anew_when_one_is_left(
    server: Server, both: list[MatchRunner]
):
    runner, other = both
    message = await server.world.ec.tell("whatever")
    await hear(server, message)
    assert await answer_to(server, message) == answers.WHICH_MATCH()
    host = await server.world.host.say(server.room, "stop")
    await other.rule("abort", int(host["id"]))
    await server.hear(runner)
    layout = await server.world.ec.tell(EC_LAYOUT)
    await server.hear(runner)
    await answer_to(server, layout)
    messages = await server.world.ec.history(await server.world.ec.direct())
    references = [message.get("message_reference") or {} for message in messages]
    assert [to.get("message_id") for to in references].count(message["id"]) == 1
