"""Each kind of letter in a lane of its own, and what is there when it has been delivered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.posts.post import Post
from bot.texts.countdowns import countdown
from bot.texts.matches import HEARD
from engine.clocks import Seconds
from tests.bot.cards import EC
from tests.bot.office import Office
from tests.people import Message, Person


@dataclass
class Case:
    """A kind of letter in a lane of its own, and what is there when it has been delivered."""

    office: Office
    channel: str
    reader: Person | None
    post: Callable[[int], Post]
    said: Message

    @classmethod
    async def of(cls, office: Office, kind: str) -> "Case":
        ec = office.world.ec
        reader = ec if kind == "private" else None
        channel = await ec.direct() if reader else await office.world.new_room()
        said = await ec.say(channel, "E6 E7")
        return cls(office, channel, reader, KINDS[kind], said)

    def put(self) -> None:
        """The letter, and another after it."""
        for post in (self.post(int(self.said["id"])), Post("after", to=self.to)):
            reader_id = int(self.reader.id) if self.reader else None
            self.office.put(post, room=self.channel, reader_id=reader_id)

    @property
    def to(self) -> Any:
        return EC if self.reader else None

    async def fault(self, **fault: Any) -> None:
        """Let something go wrong with the letter's request."""
        match = {"method": "POST", "route": f"/channels/{self.channel}/messages"}
        if self.post(1).reaction:
            match = {"method": "PUT", "route": f"/channels/{self.channel}/messages/*"}
        await self.office.world.fault(match=match, **fault)

    async def stands_once(self) -> list[int]:
        """Everything is there once and in order; the ids in that order."""
        said, *posts = await self.office.world.ec.history(self.channel)
        post = self.post(int(self.said["id"]))
        if post.reaction:
            assert [each["emoji"]["name"] for each in said["reactions"]] == [post.reaction]
            posts.insert(0, said)
        texts = [each["content"].partition("<")[0] for each in posts]
        told = "E6 E7" if post.reaction else post.content.partition("\x02")[0]
        assert texts == [told, "after"]
        assert len(posts[0]["attachments"]) == post.board
        return [int(each["id"]) for each in posts]


KINDS: dict[str, Callable[[int], Post]] = {
    "post": lambda _: Post(f"turn {countdown(Seconds(60))}"),
    "picture": lambda _: Post("turn", board=True),
    "reply": lambda message: Post("no", reply_to=message),
    "reaction": lambda message: Post(reaction=HEARD, reply_to=message),
    "private": lambda message: Post("no", to=EC, reply_to=message),
}


async def cases_of(office: Office) -> list[Case]:
    return [await Case.of(office, kind) for kind in KINDS]
