"""The gateway's events, and the sessions that may get them, by intents and permissions.

Whatever is said to have changed here is stored as well.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sandbox.gateway.gateway import Gateway
from sandbox.gateway.payloads import Payloads, without_content
from sandbox.gateway.sessions import Intent, Session
from sandbox.state.models import Channel, Guild, Json, Member, Message, Role, User
from sandbox.state.world import World

MESSAGES = (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES)
REACTIONS = (Intent.GUILD_MESSAGE_REACTIONS, Intent.DIRECT_MESSAGE_REACTIONS)
TYPING = (Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING)
THREADS = (Intent.GUILDS, Intent.GUILDS)
PINS = (Intent.GUILDS, Intent.DIRECT_MESSAGES)


class Events:
    """The sender of events about changes in the world."""

    def __init__(self, world: World, payloads: Payloads, gateway: Gateway) -> None:
        self._world = world
        self._payloads = payloads
        self._gateway = gateway

    def message_created(self, message: Message, nonce: str | int | None) -> None:
        """Announce a new message."""
        named = {} if nonce is None else {"nonce": nonce}
        self._publish_message("MESSAGE_CREATE", message, named)

    def message_updated(self, message: Message) -> None:
        """Announce a message that has changed, by an edit or otherwise."""
        self._world.keep(message)
        self._publish_message("MESSAGE_UPDATE", message, {})

    def message_deleted(self, message: Message) -> None:
        """Announce that a message has been deleted."""
        channel = self._world.channels[message.channel_id]
        payload = {"id": str(message.id), **_place(channel)}
        self._gateway.publish("MESSAGE_DELETE", payload, self._readers(message, channel))

    def reaction_changed(
        self, message: Message, channel: Channel, user_id: int, emoji: str, *, is_added: bool
    ) -> None:
        """Announce that somebody has added or lost a reaction."""
        self._world.keep(message)
        payload: Json = {
            "user_id": str(user_id),
            "message_id": str(message.id),
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        if is_added:
            payload |= self._member(channel, user_id)
            payload["message_author_id"] = str(message.author_id)
        event = "MESSAGE_REACTION_ADD" if is_added else "MESSAGE_REACTION_REMOVE"
        self.tell(event, channel, REACTIONS, payload)

    def typing(self, user: User, channel: Channel) -> None:
        """Announce that somebody is writing."""
        now = int(self._world.snowflakes.now())
        payload = {"user_id": str(user.id), "timestamp": now, **_place(channel)}
        audience = self._audience(channel, TYPING)
        others = [session for session in audience if session.user.id != user.id]
        self._gateway.publish("TYPING_START", payload | self._member(channel, user.id), others)

    def dm_opened(self, channel: Channel) -> None:
        """Announce a new DM; bots get no event."""
        for session in self._gateway.sessions.values():
            if session.user.id in channel.recipients and not session.user.bot:
                self._send_channel("CHANNEL_CREATE", channel, session)

    def channel_created(self, channel: Channel) -> None:
        """Announce a new channel."""
        for session in self._knowing(channel):
            self._send_channel("CHANNEL_CREATE", channel, session)

    def channel_deleted(self, channel: Channel) -> None:
        """Announce that a channel is being deleted."""
        for session in self._knowing(channel):
            self._send_channel("CHANNEL_DELETE", channel, session)

    def thread_changed(self, thread: Channel, *, is_new: bool = False) -> None:
        """Announce a thread that is new, or whose name or state has changed."""
        self._world.keep(thread)
        for session in self._audience(thread, THREADS):
            payload = self._payloads.channel(thread, session.user)
            if is_new:
                payload["newly_created"] = True
            event = "THREAD_CREATE" if is_new else "THREAD_UPDATE"
            self._gateway.publish(event, payload, [session])

    def thread_deleted(self, thread: Channel) -> None:
        """Announce that a thread is being deleted."""
        payload = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "parent_id": str(thread.parent_id),
            "type": thread.type,
        }
        self._gateway.publish("THREAD_DELETE", payload, self._audience(thread, THREADS))

    def thread_member_changed(self, thread: Channel, user_id: int, *, joins: bool) -> None:
        """Announce that a user joined or left a thread; bots need the members intent for others."""
        self._world.keep(thread)
        payload = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "member_count": len(thread.thread["members"]) if thread.thread else 0,
            "added_members": [self._payloads.thread_member(thread, user_id)] if joins else [],
            "removed_member_ids": [] if joins else [str(user_id)],
        }
        audience = [
            session
            for session in self._audience(thread, THREADS)
            if Intent.GUILD_MEMBERS in session.intents or session.user.id == user_id
        ]
        self._gateway.publish("THREAD_MEMBERS_UPDATE", payload, audience)

    @contextmanager
    def changing(self, *channels: Channel, only_rights: bool = False) -> Iterator[None]:
        """Announce what the block changes in channels; for some they appear or disappear by it."""
        knew = [self._knowing(channel) for channel in channels]
        yield
        for channel, before in zip(channels, knew, strict=True):
            after = self._knowing(channel)
            for session in before:
                if session not in after:
                    self._send_channel("CHANNEL_DELETE", channel, session)
            for session in after:
                if session not in before:
                    self._send_channel("CHANNEL_CREATE", channel, session)
                elif not only_rights:
                    self._send_channel("CHANNEL_UPDATE", channel, session)

    def guild_unavailable(self, guild: Guild) -> None:
        """Announce that a guild becomes unavailable."""
        self.tell_guild("GUILD_DELETE", guild.id, {"id": str(guild.id), "unavailable": True})
        self._gateway.unavailable.add(guild.id)

    def guild_available(self, guild: Guild) -> None:
        """Announce that a guild is available again, without the events missed meanwhile."""
        self._gateway.unavailable.discard(guild.id)
        for session in self._guild_sessions(guild.id, Intent.GUILDS):
            self._gateway.show_guild(session, guild)

    def guild_joined(self, guild: Guild, member: Member) -> None:
        """Announce that a user has joined a guild."""
        for session in self._guild_sessions(guild.id, Intent.GUILDS):
            if session.user.id == member.user_id:
                self._gateway.show_guild(session, guild, joined=True)
        self._publish_member("GUILD_MEMBER_ADD", member)

    def guild_left(self, guild: Guild, member: Member) -> None:
        """Announce that a user has left a guild, or was removed from it."""
        own = self._sessions_of(member.user_id)
        own = [session for session in own if session.shard.carries(guild.id)]
        self._gateway.publish("GUILD_DELETE", {"id": str(guild.id)}, own)
        user = self._payloads.user(self._world.users[member.user_id])
        payload = {"guild_id": str(guild.id), "user": user}
        self.tell_guild("GUILD_MEMBER_REMOVE", guild.id, payload, Intent.GUILD_MEMBERS)

    def member_updated(self, member: Member) -> None:
        """Announce a member's new roles or nickname; a bot always hears of itself."""
        self._world.keep(member)
        self._publish_member("GUILD_MEMBER_UPDATE", member)

    def role_changed(self, role: Role, *, is_new: bool = False) -> None:
        """Announce a role that is new, or whose name or permissions have changed."""
        self._world.keep(role)
        event = "GUILD_ROLE_CREATE" if is_new else "GUILD_ROLE_UPDATE"
        payload = {"guild_id": str(role.guild_id), "role": self._payloads.role(role)}
        self.tell_guild(event, role.guild_id, payload)

    def to_bot(self, event: str, payload: Json, guild_id: int | None) -> None:
        """Send an event to the bot only, on the guild's shard."""
        bots = [session for session in self._gateway.reached(guild_id) if session.user.bot]
        self._gateway.publish(event, payload, bots)

    def to_person(self, user_id: int, event: str, payload: Json) -> None:
        """Send an event to one person only."""
        self._gateway.publish(event, payload, self._sessions_of(user_id))

    def tell(
        self, event: str, channel: Channel, intents: tuple[Intent, Intent], payload: Json
    ) -> None:
        """Send an event that names its channel to those who see that."""
        audience = self._audience(channel, intents)
        self._gateway.publish(event, payload | _place(channel), audience)

    def tell_guild(
        self, event: str, guild_id: int, payload: Json, intent: Intent = Intent.GUILDS
    ) -> None:
        """Send an event about a guild as a whole to its members."""
        self._gateway.publish(event, payload, self._guild_sessions(guild_id, intent))

    def _publish_message(self, event: str, message: Message, more: Json) -> None:
        payload = {**self._payloads.message_event(message), **more}
        channel = self._world.channels[message.channel_id]
        whole: list[Session] = []
        blanked: list[Session] = []
        for session in self._readers(message, channel):
            reads = channel.guild_id is None or Intent.MESSAGE_CONTENT in session.intents
            (whole if reads else blanked).append(session)
        self._gateway.publish(event, payload, whole)
        if blanked:
            shown_items = without_content(payload, self._world.bot)
            self._gateway.publish(event, shown_items, blanked)

    def _publish_member(self, event: str, member: Member) -> None:
        payload = self._payloads.full_member(member)
        payload["guild_id"] = str(member.guild_id)
        sessions = [
            session
            for session in self._gateway.reached(member.guild_id)
            if Intent.GUILD_MEMBERS in session.intents
            or (event == "GUILD_MEMBER_UPDATE" and session.user.id == member.user_id)
        ]
        self._gateway.publish(event, payload, sessions)

    def _send_channel(self, event: str, channel: Channel, session: Session) -> None:
        payload = self._payloads.channel(channel, session.user)
        self._gateway.publish(event, payload, [session])

    def _member(self, channel: Channel, user_id: int) -> Json:
        if channel.guild_id is None:
            return {}
        member = self._world.members[channel.guild_id, user_id]
        return {"member": self._payloads.full_member(member)}

    def _readers(self, message: Message, channel: Channel) -> list[Session]:
        if message.only_for is not None:
            return self._sessions_of(message.only_for)
        return self._audience(channel, MESSAGES)

    def _sessions_of(self, user_id: int) -> list[Session]:
        sessions = self._gateway.sessions.values()
        return [session for session in sessions if session.user.id == user_id]

    def _audience(self, channel: Channel, intents: tuple[Intent, Intent]) -> list[Session]:
        intent = intents[channel.guild_id is None]
        sessions = self._guild_sessions(channel.guild_id, intent)
        return [session for session in sessions if self._world.sees(session.user, channel)]

    def _knowing(self, channel: Channel) -> list[Session]:
        """Return the sessions of those who know of a channel."""
        sessions = self._guild_sessions(channel.guild_id, Intent.GUILDS)
        return [session for session in sessions if self._world.knows(session.user, channel)]

    def _guild_sessions(self, guild_id: int | None, intent: Intent) -> list[Session]:
        return [session for session in self._gateway.reached(guild_id) if intent in session.intents]


def _place(channel: Channel) -> Json:
    place = {"channel_id": str(channel.id)}
    if channel.guild_id is not None:
        place["guild_id"] = str(channel.guild_id)
    return place
