"""A player who types a hundred messages at once delays nobody and still gets an answer."""

from bot.texts.matches import HEARD
from bot.values.effects import Acknowledgements
from bot.values.post import AcknowledgementKind, Post, Reply
from tests.helpers.rooms.cards import DMO, EC


def test_each_kind_of_answer_is_limited_separately_for_each_player():
    posts = [
        Post(item, reply=Reply(message_id=index, reaction=reaction, acknowledges=seat))
        for item in ("one", "two", "three")
        for seat in (EC, DMO)
        for index, reaction in ((1, None), (1, HEARD), (None, None))
    ]
    answers, waiting = Acknowledgements().limit([*posts, Post("paused")], 1, 0)
    assert [message.content for message in answers] == 6 * ["one"] + ["paused"]
    assert {up.post.content for up in waiting.follow_ups.values()} == {"three"}
    kind = (EC, AcknowledgementKind.ANNOUNCEMENT)
    follower, rest = waiting.settle(kind)
    assert (follower.post.acknowledgement, follower.replaced_count) == (kind, 1)
    assert len(rest.follow_ups) == len(rest.in_flight) == 5
    assert rest.settle(kind) == (None, rest)
