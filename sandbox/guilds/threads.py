"""Changes to threads: starting, joining, archiving and deleting them."""

from dataclasses import dataclass

from sandbox.errors import THREAD_EXISTS, THREAD_LOCKED, DiscordError
from sandbox.gateway.events import Events
from sandbox.state.models import HAS_THREAD, Channel, Message, ThreadState, User
from sandbox.state.permissions import Permission
from sandbox.state.snowflakes import now_iso
from sandbox.state.world import World


@dataclass
class Threads:
    """The changes to threads, with the events about them."""

    world: World
    events: Events

    def begin_at(self, message: Message, thread: Channel) -> None:
        """Start the thread of a message, which has the message's id."""
        if message.id in self.world.channels:
            raise DiscordError(*THREAD_EXISTS)
        self.begin(thread)
        message.flags |= HAS_THREAD
        self.world.keep(message)
        self.events.message_updated(message)

    def begin(self, thread: Channel) -> None:
        """Start a thread."""
        self.world.keep(thread)
        self.events.thread_created(thread)

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
