"""Posts for a mirror room: once each, after everything else, and in nobody's way."""

from dataclasses import replace

from bot.values.post import Extras, Post, Urgency, Worth
from tests.helpers.rooms.outboxes import OutboxHarness, note_permits

TURN = Post("turn", extras=Extras(has_board=True), worth=Worth(urgency=Urgency.TURN))


async def mirrored(outbox: OutboxHarness, content: str = "again") -> Post:
    """Return a board for a mirror room of its own."""
    mirror = int(await outbox.world.new_room())
    return Post(
        content,
        extras=Extras(has_board=True),
        audience=mirror,
        worth=Worth(expires_with_turn=True, urgency=Urgency.AUDIENCE),
    )


async def test_it_goes_to_the_mirror_room_and_counts_for_no_other(outbox: OutboxHarness):
    post = await mirrored(outbox)
    for other_post in (TURN, post, replace(post, content="more")):
        outbox.put(other_post)
    assert await outbox.texts() == ["turn"]
    assert await outbox.texts(str(post.audience)) == ["again", "more"]
    (first, _) = await outbox.posts(str(post.audience))
    assert [attachment["filename"] for attachment in first["attachments"]] == [
        "match-7-audience-2-board.png"
    ]


async def test_everything_else_goes_out_before_it(outbox: OutboxHarness):
    asked = note_permits(outbox.limiter)
    post = await mirrored(outbox)
    outbox.hold()
    for other_post in (post, TURN, Post("said", worth=Worth(urgency=Urgency.REPORT))):
        outbox.put(other_post, room=await outbox.world.new_room())
    await outbox.holds(3)
    outbox.release()
    await outbox.all_reported()
    order = [sequence for sequence, _ in outbox.reports]
    assert order[-1] == 1
    assert max(asked) is Urgency.AUDIENCE


async def test_a_board_that_lags_behind_is_left_out_and_the_result_is_not(outbox: OutboxHarness):
    post = await mirrored(outbox)
    outbox.hold()
    outbox.put(post, is_obsolete=lambda: True)
    outbox.put(
        replace(post, content="result", worth=replace(post.worth, expires_with_turn=False)),
        is_obsolete=lambda: True,
    )
    outbox.release()
    assert await outbox.texts(str(post.audience)) == ["result"]
    assert outbox.reports[0] == (1, None)


async def test_a_mirror_room_that_is_gone_is_told_of_and_stops_no_match(outbox: OutboxHarness):
    post = await mirrored(outbox)
    await outbox.world.host.request("DELETE", f"/channels/{post.audience}")
    outbox.put(post)
    outbox.put(TURN)
    assert await outbox.texts() == ["turn"]
    assert outbox.mirrors_lost == [post.audience]
    assert outbox.obstacles == []
    assert outbox.lacks == []


async def test_a_mirror_room_that_is_slow_to_answer_keeps_no_turn_waiting(outbox: OutboxHarness):
    post = await mirrored(outbox)
    route = {"method": "POST", "route": f"/channels/{post.audience}/messages"}
    await outbox.world.fault(fault="latency", match=route, seconds=600)
    outbox.put(post)
    for number in range(3):
        outbox.put(replace(TURN, content=f"turn {number}"))
    # The board for the mirror room is still on its way.
    outbox._awaited -= 1
    assert await outbox.texts() == ["turn 0", "turn 1", "turn 2"]
    assert [sequence for sequence, _ in outbox.reports] == [2, 3, 4]
