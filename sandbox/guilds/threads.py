"""Changes to threads by their routes and by messages: joining, archiving and reopening them."""

from dataclasses import dataclass

from sandbox.errors import THREAD_LOCKED, DiscordError
from sandbox.gateway.events import Events
from sandbox.state.models import Channel, ThreadState, User
from sandbox.state.permissions import Permission
from sandbox.state.world import World


@dataclass
class Threads:
    """The changes to threads, with the events about them."""

    world: World
    events: Events

    def change(self, thread: Channel, state: ThreadState) -> None:
        """Change a thread's state; the event also carries what was set on the channel before."""
        thread.thread = state
        self.events.thread_changed(thread)

    def note_message(self, author: User, channel: Channel) -> None:
        """Note that somebody writes in a channel: a thread reopens, and they join it."""
        state = channel.thread
        if state is None:
            return
        may = self.world.permissions(author, channel)
        if state["locked"] and not may & Permission.MANAGE_THREADS:
            raise DiscordError(*THREAD_LOCKED)
        if state["archived"]:
            changed_at = self.world.snowflakes.now_iso()
            self.change(channel, {**state, "archived": False, "changed_at": changed_at})
        self.change_member(author, channel, joins=True)

    def change_member(self, user: User, thread: Channel, *, joins: bool) -> None:
        """Add a user to a thread, or remove them from it."""
        state = thread.thread
        if state is None or joins == (user.id in state["members"]):
            return
        if joins:
            state["members"].append(user.id)
        else:
            state["members"].remove(user.id)
        self.events.thread_member_changed(thread, user.id, joins=joins)
