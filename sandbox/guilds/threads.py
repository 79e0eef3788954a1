"""Changes to threads: starting, joining, archiving and deleting them."""

from dataclasses import dataclass

from sandbox.errors import THREAD_EXISTS, THREAD_LOCKED, DiscordError
from sandbox.gateway.events import Events
from sandbox.state.models import HAS_THREAD, Channel, Message, ThreadState, User
from sandbox.state.permissions import Permission
from sandbox.state.snowflakes import now_iso
from sandbox.state.world import World


@dataclass(frozen=True)
class Plan:
    """The beginning of a new thread."""

    name: str
    kind: int
    archive_minutes: int
    rate_limit_per_user: int


@dataclass
class Threads:
    """The changes to threads, with the events about them."""

    world: World
    events: Events

    def begin_at(self, message: Message, author: User, plan: Plan) -> Channel:
        """Start the thread of a message, which takes the message's id."""
        if message.id in self.world.channels:
            raise DiscordError(*THREAD_EXISTS)
        parent = self.world.channel(message.channel_id)
        thread = self.begin(parent, author, plan, message.id)
        message.flags |= HAS_THREAD
        self.world.keep(message)
        self.events.message_updated(message)
        return thread

    def begin(
        self, parent: Channel, author: User, plan: Plan, thread_id: int | None = None
    ) -> Channel:
        """Start a thread, by default without a message."""
        state = ThreadState(
            owner_id=author.id,
            members=[author.id],
            archived=False,
            locked=False,
            archive_minutes=plan.archive_minutes,
            changed_at=now_iso(),
        )
        thread = Channel(
            thread_id or self.world.snowflakes.next(),
            plan.kind,
            plan.name,
            parent.guild_id,
            parent_id=parent.id,
            thread=state,
            rate_limit_per_user=plan.rate_limit_per_user,
        )
        self.world.keep(thread)
        self.events.thread_created(thread)
        return thread

    def change(self, thread: Channel, state: ThreadState) -> None:
        """Change a thread's state; the event also carries what was set on the channel before."""
        thread.thread = state
        self.world.keep(thread)
        self.events.thread_updated(thread)

    def delete(self, thread: Channel) -> None:
        """Delete a thread and its messages."""
        self.events.thread_deleted(thread)
        self.world.drop_channel(thread)

    def note_message(self, author: User, channel: Channel) -> None:
        """Note that somebody writes in a channel: a thread reopens, and they join it."""
        state = channel.thread
        if state is None:
            return
        may = self.world.permissions(author, channel)
        if state["locked"] and not may & Permission.MANAGE_THREADS:
            raise DiscordError(*THREAD_LOCKED)
        if state["archived"]:
            self.change(channel, {**state, "archived": False, "changed_at": now_iso()})
        self.join(author, channel)

    def join(self, user: User, thread: Channel) -> None:
        """Add a user to a thread."""
        state = thread.thread
        if state is None or user.id in state["members"]:
            return
        state["members"].append(user.id)
        self.world.keep(thread)
        self.events.thread_members_changed(thread, joined=[user.id])

    def leave(self, user: User, thread: Channel) -> None:
        """Remove a user from a thread."""
        state = thread.thread
        if state is None or user.id not in state["members"]:
            return
        state["members"].remove(user.id)
        self.world.keep(thread)
        self.events.thread_members_changed(thread, left=[user.id])
