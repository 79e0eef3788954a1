"""The house and what is said to it in private: for which match, in which order, and answered."""

import pytest

from bot.matches.runner import MatchRunner
from bot.posts.post import Post
from bot.texts import common as words
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.entries import Entry
from engine.matches.match import Match
from rendering import painter_of
from tests.bot.support import DMO, EC, eventually, in_outbox
from tests.bot.town import Town
from tests.people import Message, from_dealer

LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
OTHER = "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE."
LONGEST_POST = 2000


def secrets_of(runner: MatchRunner) -> list[str]:
    return [entry.text for entry in runner.match.entries if entry.who.seat]


async def hear(town: Town, message: Message, *, is_edit: bool = False) -> None:
    """Let the house hear a private message, as the gateway would tell of it."""
    await town.registry.direct_messages.hear(await town.private(message), is_edit=is_edit)


async def answered(town: Town, message: Message) -> str:
    person = next(p for p in town.world.people.values() if p.id == message["author"]["id"])
    return (await person.reply(message))["content"]


# What was said while nobody listened


async def test_secrets_are_read_in_the_order_in_which_both_players_sent_them(town: Town):
    runner = await town.open(CompassCollisions())
    await town.world.ec.tell(LAYOUT)
    await town.world.dmo.tell(OTHER)
    # Both were in by now, so that this one comes too late.
    late = await town.world.ec.tell(OTHER)
    await town.hear(runner)
    assert "Nothing counts here now" in await answered(town, late)
    assert secrets_of(runner) == [LAYOUT, OTHER]


async def test_a_secret_that_was_edited_unheard_counts_as_it_is_now(town: Town):
    runner = await town.open(CompassCollisions())
    message = await town.world.ec.tell(LAYOUT)
    await town.hear(runner)
    await eventually(lambda: secrets_of(runner) == [LAYOUT])
    await town.restart()
    await town.world.ec.edit(message, OTHER)
    again = town.registry.runner_in(int(town.room))
    for _ in range(2):
        await town.hear(again)
    await town.world.dmo.tell(LAYOUT)
    await town.hear(again)
    await eventually(lambda: len(secrets_of(again)) == 3)
    assert secrets_of(again) == [LAYOUT, OTHER, LAYOUT]


async def test_who_sits_at_several_matches_is_asked_once_also_after_a_restart(town: Town):
    rooms = (town.room, await town.world.new_room())
    for room in rooms:
        await town.open(CompassCollisions(), room)
    await town.registry.stop()
    message = await town.world.ec.tell(LAYOUT)
    for _ in range(2):
        await town.restart()
        assert await answered(town, message) == words.WHICH_MATCH
    assert (await town.said_to(town.world.ec)).count(words.WHICH_MATCH) == 1


@pytest.mark.parametrize("behind_ms", [0, 10_000])
async def test_all_that_was_missed_is_heard_however_far_the_local_clock_is_behind(
    town: Town, behind_ms: int
):
    runner, other = (
        await town.open(),
        await town.open(CompassCollisions(), await town.world.new_room()),
    )
    town.registry.clock._offset_ms -= behind_ms
    await town.world.ec.say(town.room, "E6 E7")
    await town.world.ec.tell(LAYOUT)
    await town.hear(runner)
    await town.hear(other)
    await eventually(lambda: runner.match.to_act == (DMO,))
    await eventually(lambda: other.match.to_act == (DMO,))


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_who_has_no_direct_messages_keeps_no_room_from_being_read(
    town: Town, status: int, caplog: pytest.LogCaptureFixture
):
    runner = await town.open(CompassCollisions())
    await town.world.dmo.tell(OTHER)
    opening = {"method": "POST", "route": "/users/@me/channels"}
    await town.world.fault(fault="5xx-before", status=status, match=opening, count=1)
    await town.hear(runner)
    await eventually(lambda: secrets_of(runner) == [OTHER])
    assert OTHER not in caplog.text


async def test_a_posts_picture_is_as_its_reader_might_see_the_board_then(town: Town):
    runner = await town.open(CompassCollisions())
    for text in (LAYOUT, OTHER):
        await hear(town, await town.world.ec.tell(text))
    await eventually(lambda: len(secrets_of(runner)) == 2)
    entries = runner.match.entries
    then = Match.replay(runner.match.game, entries[: entries.index(said(entries, LAYOUT)) + 1])
    painter, names = painter_of(then.game), runner.card.names
    drawn = []
    for reader in (EC, DMO, None):
        post = in_outbox(Post(board=True, to=reader), runner.card.id, 9, len(then.entries))
        pictures = town.registry._parcel(runner.card, runner.match, post).pictures()
        assert pictures == painter.pictures(then.view(reader), names)
        drawn.append(pictures)
    assert drawn[0] != painter.pictures(runner.match.view(EC), names)
    assert drawn[0] != drawn[1] == drawn[2]


def said(entries: tuple[Entry, ...], text: str) -> Entry:
    return next(entry for entry in entries if entry.text == text)


# For which match


async def test_an_edit_is_for_the_match_of_its_message_unless_it_names_another_room(town: Town):
    one, other = [
        await town.open(CompassCollisions(), room)
        for room in (town.room, await town.world.new_room())
    ]
    there = f"<#{other.card.room_id}> "
    message = await town.world.ec.tell(f"<#{one.card.room_id}> {LAYOUT}")
    await hear(town, message)
    await eventually(lambda: secrets_of(one) == [LAYOUT])
    await hear(town, await town.world.ec.edit(message, OTHER), is_edit=True)
    await eventually(lambda: secrets_of(one) == [LAYOUT, OTHER])
    await hear(town, await town.world.ec.edit(message, there + LAYOUT), is_edit=True)
    await eventually(lambda: secrets_of(other) == [LAYOUT])
    assert secrets_of(one) == [LAYOUT, OTHER]


@pytest.mark.parametrize(
    ("room", "answer"),
    [
        ("", words.NO_SEAT),
        ("arena", "You sit at no live match in arena."),
        ("*" * 3_000, "\\*" * 9),
    ],
)
def test_who_sits_at_no_match_is_told_so_in_one_message(room: str, answer: str):
    said = words.no_seat(room)
    assert answer in said
    assert len(said) <= LONGEST_POST


async def test_a_message_from_before_a_match_is_none_for_it_when_it_is_edited(town: Town):
    message = await town.world.ec.tell("hello")
    runner = await town.open(CompassCollisions())
    await hear(town, await town.world.ec.edit(message, LAYOUT), is_edit=True)
    assert runner._events.empty()
    assert await town.said_to(town.world.ec) == []


# Whoever takes no direct messages


async def test_who_takes_no_direct_messages_breaks_nothing_by_writing_some(town: Town):
    await town.world.fault(fault="dm-closed", count=None)
    await hear(town, await town.world.spectator.tell("hello"))
    for room in (town.room, await town.world.new_room()):
        await town.open(CompassCollisions(), room)
    await hear(town, await town.world.ec.tell(LAYOUT))


async def test_the_room_is_told_of_a_player_who_cannot_be_answered(town: Town):
    runner = await town.open(CompassCollisions())
    await town.world.fault(fault="dm-closed", count=None)
    await hear(town, await town.world.ec.tell("layout"))
    told = await town.world.host.read(town.room, from_dealer("cannot answer you in private"))
    assert [user["id"] for user in told["mentions"]] == [town.world.ec.id]
    assert "button" in told["content"]
    await hear(town, await town.world.ec.tell(LAYOUT))
    await town.world.host.read(town.room, from_dealer("has submitted"))
    assert secrets_of(runner) == [LAYOUT]


async def test_the_room_is_told_of_it_once_over_all_restarts(town: Town):
    await town.open(CompassCollisions())
    await town.world.fault(fault="dm-closed", count=None)
    await hear(town, await town.world.ec.tell("layout"))
    await town.world.host.read(town.room, from_dealer("cannot answer you in private"))
    await town.restart()
    told = (await town.store.latest_match(int(town.room))).sequence
    await hear(town, await town.world.ec.tell("layout"))
    stored = await town.store.latest_match(int(town.room))
    while stored.sequence == told or stored.waiting:
        stored = await town.store.latest_match(int(town.room))
    said = [each["content"] for each in await town.world.host.history(town.room)]
    assert sum("cannot answer you in private" in each for each in said) == 1


# The end


async def test_a_registry_that_stops_takes_nothing_more(town: Town):
    await town.registry.start()
    assert town.registry.is_open
    await town.registry.stop()
    assert not town.registry.is_open


async def test_a_secret_that_is_kept_is_answered_once_over_all_restarts(town: Town):
    runner = await town.open(CompassCollisions())
    message = await town.world.ec.tell(LAYOUT)
    await hear(town, message)
    await eventually(lambda: secrets_of(runner) == [LAYOUT])
    await answered(town, message)
    for _ in range(2):
        await town.restart()
    again = town.registry.runner_in(int(town.room))
    assert (secrets_of(again), again.match.received) == ([LAYOUT], {EC})
    assert len(await town.said_to(town.world.ec)) == 1


@pytest.mark.parametrize("fault", ["5xx-before", "5xx-after", "drop"])
async def test_a_question_is_asked_once_though_the_connection_is_bad(town: Town, fault: str):
    for room in (town.room, await town.world.new_room()):
        await town.open(CompassCollisions(), room)
    message = await town.world.ec.tell(LAYOUT)
    posting = {"method": "POST", "route": "/channels/{channel_id}/messages"}
    await town.world.fault(fault=fault, status=503, after=True, match=posting, count=1)
    await hear(town, message)
    assert await answered(town, message) == words.WHICH_MATCH
    assert (await town.said_to(town.world.ec)).count(words.WHICH_MATCH) == 1


async def test_who_was_asked_which_match_is_not_answered_anew_when_one_is_left(town: Town):
    one, other = [
        await town.open(CompassCollisions(), room)
        for room in (town.room, await town.world.new_room())
    ]
    message = await town.world.ec.tell("whatever")
    await hear(town, message)
    assert await answered(town, message) == words.WHICH_MATCH
    host = await town.world.host.say(town.room, "stop")
    await town.registry.rule(other, "abort", int(host["id"]))
    await town.hear(one)
    layout = await town.world.ec.tell(LAYOUT)
    await town.hear(one)
    await answered(town, layout)
    said = await town.world.ec.history(await town.world.ec.direct())
    replies = [
        m for m in said if (m.get("message_reference") or {}).get("message_id") == message["id"]
    ]
    assert len(replies) == 1
