"""The outbox and what one player alone is to read: by direct message, or as a form's answer."""

import pytest

from bot.posts.post import Post
from bot.texts.countdowns import countdown_to
from tests.bot.cards import EC
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.office import MATCH, Office
from tests.people import Ear
from tests.waiting import eventually

ANSWERS = {"method": "PATCH", "route": "/webhooks/"}


def private(content: str, **more: object) -> Post:
    return Post(content, to=EC, **more)


async def test_private_posts_reach_their_reader_alone_and_in_order(office: Office):
    ec, dmo = office.world.ec, office.world.dmo
    message = await ec.tell("layout")
    for number in range(5):
        office.put(private(f"letter {number}", board=number % 2 == 0), reader_id=int(ec.id))
    office.put(private("a reply", reply_to=int(message["id"])), reader_id=int(ec.id))
    *posts, reply = await office.told(ec)
    assert [each["content"] for each in posts] == [f"letter {number}" for number in range(5)]
    assert (reply["content"], reply["message_reference"]["message_id"]) == (
        "a reply",
        message["id"],
    )
    assert [sequence for sequence, _ in office.reports] == list(range(1, 7))
    assert await office.told(dmo) == await office.texts() == []


async def test_a_room_and_a_reader_do_not_wait_for_another_reader(office: Office):
    ec, dmo = office.world.ec, office.world.dmo
    slow = {"method": "POST", "route": f"/channels/{await ec.direct()}/messages"}
    await office.world.fault(fault="latency", match=slow, seconds=60)
    office.put(private("slow"), reader_id=int(ec.id))
    office.put(Post("to the room"))
    office.put(private("fast"), reader_id=int(dmo.id))
    await eventually(lambda: len(office.reports) == 2)
    assert {sequence for sequence, _ in office.reports} == {2, 3}


async def test_closed_direct_messages_drop_a_post_and_all_else_goes_on(
    office: Office, caplog: pytest.LogCaptureFixture
):
    ec = office.world.ec
    await office.world.fault(fault="dm-closed", count=None)
    office.put(private("a secret"), reader_id=int(ec.id))
    office.put(Post("to the room"))
    assert await office.texts() == ["to the room"]
    assert dict(office.reports)[1] is None
    assert "a secret" not in caplog.text
    await office.world.clear_faults()
    office.put(private("later"), reader_id=int(ec.id))
    assert [each["content"] for each in await office.told(ec)] == ["later"]


@pytest.mark.parametrize(
    "fault",
    [
        None,
        {"fault": "drop", "after": True, "count": 2},
        {"fault": "drop", "count": 2},
        {"fault": "429", "seconds": 0.01},
    ],
    ids=["at once", "cut after the effect", "cut before it", "429"],
)
async def test_a_token_post_replaces_the_promised_answer_and_is_said_once(
    office: Office, fault: dict[str, object] | None
):
    ec, dmo = office.world.ec, office.world.dmo
    async with Ear(ec) as ear, Ear(dmo) as other:
        token = await office.owes_an_answer(ec)
        if fault:
            await office.world.fault(match=ANSWERS, **fault)
        content = f"a secret until {countdown_to(BEGAN_MS)}"
        office.put(private(content, token=token, board=True), reader_id=int(ec.id))
        (_, promised), (_, answered) = await office.all_reported()
        answer = await ear.answer()
        assert answer["content"] == f"a secret until <t:{BEGAN_MS // 1000}:R>"
        (picture,) = answer["attachments"]
        assert picture["filename"] == f"match-{MATCH}-ec-2-board.png"
        assert answered == int(answer["id"])
        assert not any("a secret" in str(data) for _, data in other.events)
    assert promised
    said = [data for name, data in ear.events if name == "MESSAGE_CREATE"]
    assert said == []
    assert await office.told(ec) == []


async def test_an_answer_whose_token_is_no_good_any_more_becomes_a_direct_message(
    office: Office, caplog: pytest.LogCaptureFixture
):
    ec = office.world.ec
    office.put(private("a secret", token="of-long-ago", board=True), reader_id=int(ec.id))
    office.put(private("after"), reader_id=int(ec.id))
    secret, after = await office.told(ec)
    assert (secret["content"], after["content"]) == ("a secret", "after")
    assert [each["filename"] for each in secret["attachments"]] == [f"match-{MATCH}-ec-1-board.png"]
    assert office.reports[0] == (1, int(secret["id"]))
    assert "of-long-ago" not in caplog.text
    assert "a secret" not in caplog.text


async def test_an_answer_that_its_reader_has_put_away_becomes_a_direct_message(office: Office):
    ec = office.world.ec
    token = await office.owes_an_answer(ec)
    (away,) = office.sandbox.services.world.ephemeral
    del office.sandbox.services.world.ephemeral[away]
    office.put(private("a secret", token=token), reader_id=int(ec.id))
    (secret,) = await office.told(ec)
    assert (secret["content"], office.reports[-1]) == ("a secret", (2, int(secret["id"])))


async def test_an_answer_that_cannot_be_given_in_any_way_is_dropped(office: Office):
    ec = office.world.ec
    await office.world.fault(fault="dm-closed", count=None)
    office.put(private("a secret", token="of-long-ago"), reader_id=int(ec.id))
    office.put(Post("to the room"))
    assert await office.texts() == ["to the room"]
    assert dict(office.reports)[1] is None


async def test_nobody_is_pinged_by_a_private_post(office: Office):
    ec, dmo = office.world.ec, office.world.dmo
    said = f"<@{dmo.id}> @everyone"
    token = await office.owes_an_answer(ec)
    office.put(private(said), reader_id=int(ec.id))
    async with Ear(ec) as ear:
        office.put(private(said, token=token), reader_id=int(ec.id))
        answer = await ear.wait("MESSAGE_UPDATE")
    (post,) = await office.told(ec)
    for each in (answer, post):
        assert (each["mentions"], each["mention_everyone"]) == ([], False)
