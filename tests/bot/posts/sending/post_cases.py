"""One post of each kind, each in a channel of its own, and what must stand there in the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.texts.clocks import countdown
from bot.texts.matches import HEARD
from bot.values.post import Extras, Post, Reply
from engine.clocks import Seconds
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.outboxes import OutboxHarness

KINDS: dict[str, Callable[[int], Post]] = {
    "message": lambda _: Post(f"turn {countdown(Seconds(60))}"),
    "picture": lambda _: Post("turn", extras=Extras(has_board=True)),
    "reply": lambda message: Post("no", reply=Reply(message_id=message)),
    "reaction": lambda message: Post(reply=Reply(reaction=HEARD, message_id=message)),
    "private": lambda message: Post("no", recipient=EC, reply=Reply(message_id=message)),
}


@dataclass
class PostCase:
    """A post of one kind and the channel it goes to."""

    outbox: OutboxHarness
    channel: str
    post: Post

    def put(self) -> None:
        """Put in the post, and another after it."""
        for post in (self.post, Post("after", recipient=self.post.recipient)):
            self.outbox.put(post, room=None if post.recipient else self.channel)

    async def fault(self, **fault: Any) -> None:
        match = {"method": "POST", "route": f"/channels/{self.channel}/messages"}
        if self.post.reply.reaction:
            match = {"method": "PUT", "route": f"/channels/{self.channel}/messages/*"}
        await self.outbox.world.fault(match=match, **fault)

    async def stands_once(self) -> list[int]:
        """Check that both posts stand once and in order; the ids of their messages."""
        message, *messages = await self.outbox.world.ec.history(self.channel)
        if self.post.reply.reaction:
            assert [reaction["emoji"]["name"] for reaction in message["reactions"]] == [
                self.post.reply.reaction
            ]
            messages.insert(0, message)
        texts = [message["content"].partition("<")[0] for message in messages]
        first = "E6 E7" if self.post.reply.reaction else self.post.content.partition("\x02")[0]
        assert texts == [first, "after"]
        assert len(messages[0]["attachments"]) == self.post.extras.has_board
        return [int(message["id"]) for message in messages]


async def cases_of(outbox: OutboxHarness) -> list[PostCase]:
    """Return a post of each kind, with a player's message in its channel that it may answer."""
    ec, cases = outbox.world.ec, list[PostCase]()
    for kind, post_of in KINDS.items():
        channel = await ec.direct() if kind == "private" else await outbox.world.new_room()
        message = await ec.say(channel, "E6 E7")
        cases.append(PostCase(outbox, channel, post_of(int(message["id"]))))
    return cases
