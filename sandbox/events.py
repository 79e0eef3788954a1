"""What happens, told to those who may know of it: each event, its intent and its audience."""

import time

from sandbox.gateway import Gateway
from sandbox.models import Channel, Json, Member, Message, User
from sandbox.payloads import Payloads, without_content
from sandbox.sessions import Intent, Session
from sandbox.world import World

MESSAGES = (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES)
REACTIONS = (Intent.GUILD_MESSAGE_REACTIONS, Intent.DIRECT_MESSAGE_REACTIONS)
TYPING = (Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING)


class Events:
    """Publishes what has changed in the world."""

    def __init__(self, world: World, payloads: Payloads, gateway: Gateway) -> None:
        self._world = world
        self._payloads = payloads
        self._gateway = gateway

    def message_created(self, message: Message, nonce: str | int | None) -> None:
        """A message stands in its channel."""
        payload = self._payloads.message_event(message)
        if nonce is not None:
            payload["nonce"] = nonce
        self._publish_message("MESSAGE_CREATE", message, payload)

    def message_updated(self, message: Message) -> None:
        """A message has changed, through an edit or otherwise."""
        payload = self._payloads.message_event(message)
        self._publish_message("MESSAGE_UPDATE", message, payload)

    def message_deleted(self, message: Message) -> None:
        """A message is gone."""
        channel = self._world.channel(message.channel_id)
        payload = {"id": str(message.id), **_place(channel)}
        self._gateway.publish("MESSAGE_DELETE", payload, self._readers(message, channel))

    def messages_deleted(self, channel: Channel, message_ids: list[int]) -> None:
        """Several messages are gone at once."""
        payload = {"ids": [str(one) for one in message_ids], **_place(channel)}
        self._gateway.publish("MESSAGE_DELETE_BULK", payload, self._audience(channel, MESSAGES))

    def pins_updated(self, channel: Channel, last_pin: str | None) -> None:
        """A message has been pinned, or is no longer."""
        payload = {"last_pin_timestamp": last_pin, **_place(channel)}
        audience = self._audience(channel, (Intent.GUILDS, Intent.DIRECT_MESSAGES))
        self._gateway.publish("CHANNEL_PINS_UPDATE", payload, audience)

    def reaction_added(self, message: Message, channel: Channel, user: User, emoji: str) -> None:
        """Somebody has reacted to a message."""
        payload = self._reaction(message, channel, emoji) | {"user_id": str(user.id)}
        payload["message_author_id"] = str(message.author_id)
        if channel.guild_id is not None:
            payload["member"] = self._payloads.full_member(self._world.members[user.id])
        audience = self._audience(channel, REACTIONS)
        self._gateway.publish("MESSAGE_REACTION_ADD", payload, audience)

    def reaction_removed(
        self, message: Message, channel: Channel, user_id: int, emoji: str
    ) -> None:
        """Somebody's reaction is gone."""
        payload = self._reaction(message, channel, emoji) | {"user_id": str(user_id)}
        audience = self._audience(channel, REACTIONS)
        self._gateway.publish("MESSAGE_REACTION_REMOVE", payload, audience)

    def reactions_cleared(self, message: Message, channel: Channel, emoji: str | None) -> None:
        """All reactions to a message are gone, or all with one emoji."""
        payload = {"message_id": str(message.id), **_place(channel)}
        event = "MESSAGE_REACTION_REMOVE_ALL"
        if emoji is not None:
            event = "MESSAGE_REACTION_REMOVE_EMOJI"
            payload["emoji"] = {"id": None, "name": emoji}
        self._gateway.publish(event, payload, self._audience(channel, REACTIONS))

    def typing(self, user: User, channel: Channel) -> None:
        """Somebody is writing."""
        payload: Json = {
            "user_id": str(user.id),
            "timestamp": int(time.time()),
            **_place(channel),
        }
        if channel.guild_id is not None:
            payload["member"] = self._payloads.full_member(self._world.members[user.id])
        audience = [one for one in self._audience(channel, TYPING) if one.user.id != user.id]
        self._gateway.publish("TYPING_START", payload, audience)

    def dm_opened(self, channel: Channel) -> None:
        """A DM exists; bots are not told."""
        for session in self._gateway.sessions.values():
            if session.user.id in channel.recipients and not session.user.bot:
                self._tell_of_channel("CHANNEL_CREATE", channel, session)

    def channel_created(self, channel: Channel) -> None:
        """The guild has a new channel."""
        for session in self._guild_sessions(Intent.GUILDS):
            if self._knows(session.user, channel):
                self._tell_of_channel("CHANNEL_CREATE", channel, session)

    def channel_deleted(self, channel: Channel) -> None:
        """The guild has lost a channel."""
        for session in self._guild_sessions(Intent.GUILDS):
            if self._knows(session.user, channel):
                self._tell_of_channel("CHANNEL_DELETE", channel, session)

    def who_knows(self, channel: Channel) -> set[int]:
        """Whoever knows of a channel, asked before it changes."""
        return {
            session.user.id
            for session in self._guild_sessions(Intent.GUILDS)
            if self._knows(session.user, channel)
        }

    def channel_updated(self, channel: Channel, knew: set[int]) -> None:
        """A channel has changed; to some it may have appeared or disappeared by that."""
        for session in self._guild_sessions(Intent.GUILDS):
            knows = self._knows(session.user, channel)
            if session.user.id in knew:
                event = "CHANNEL_UPDATE" if knows else "CHANNEL_DELETE"
                self._tell_of_channel(event, channel, session)
            elif knows:
                self._tell_of_channel("CHANNEL_CREATE", channel, session)

    def member_added(self, member: Member) -> None:
        """Somebody has joined the guild."""
        self._publish_member("GUILD_MEMBER_ADD", member)

    def member_updated(self, member: Member) -> None:
        """A member's roles or nickname have changed."""
        self._publish_member("GUILD_MEMBER_UPDATE", member)

    def to_bot(self, event: str, payload: Json, guild_id: int | None) -> None:
        """An event that only the bot gets, on the shard that it belongs to."""
        sessions = self._gateway.sessions.values()
        bots = [one for one in sessions if one.user.bot and one.carries(guild_id)]
        self._gateway.publish(event, payload, bots)

    def to_person(self, user_id: int, event: str, payload: Json) -> None:
        """An event that only one person gets."""
        self._gateway.publish(event, payload, self._sessions_of(user_id))

    def _publish_message(self, event: str, message: Message, payload: Json) -> None:
        channel = self._world.channel(message.channel_id)
        whole: list[Session] = []
        blanked: list[Session] = []
        for session in self._readers(message, channel):
            reads = channel.guild_id is None or Intent.MESSAGE_CONTENT in session.intents
            (whole if reads else blanked).append(session)
        self._gateway.publish(event, payload, whole)
        if blanked:
            shown = without_content(payload, self._world.bot)
            self._gateway.publish(event, shown, blanked)

    def _publish_member(self, event: str, member: Member) -> None:
        payload = self._payloads.full_member(member)
        payload["guild_id"] = str(self._world.guild.id)
        self._gateway.publish(event, payload, self._guild_sessions(Intent.GUILD_MEMBERS))

    def _tell_of_channel(self, event: str, channel: Channel, session: Session) -> None:
        payload = self._payloads.channel(channel, session.user)
        self._gateway.publish(event, payload, [session])

    def _reaction(self, message: Message, channel: Channel, emoji: str) -> Json:
        return {
            "message_id": str(message.id),
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
            **_place(channel),
        }

    def _readers(self, message: Message, channel: Channel) -> list[Session]:
        if message.only_for is not None:
            return self._sessions_of(message.only_for)
        return self._audience(channel, MESSAGES)

    def _sessions_of(self, user_id: int) -> list[Session]:
        return [one for one in self._gateway.sessions.values() if one.user.id == user_id]

    def _audience(self, channel: Channel, intents: tuple[Intent, Intent]) -> list[Session]:
        intent = intents[channel.guild_id is None]
        return [
            session
            for session in self._gateway.sessions.values()
            if intent in session.intents
            and session.carries(channel.guild_id)
            and self._world.sees(session.user, channel)
        ]

    def _guild_sessions(self, intent: Intent) -> list[Session]:
        guild_id = self._world.guild.id
        sessions = self._gateway.sessions.values()
        return [one for one in sessions if intent in one.intents and one.carries(guild_id)]

    def _knows(self, user: User, channel: Channel) -> bool:
        """Whether a channel is shown to a user: to a bot each, to people those that they see."""
        return user.bot or self._world.sees(user, channel)


def _place(channel: Channel) -> Json:
    place = {"channel_id": str(channel.id)}
    if channel.guild_id is not None:
        place["guild_id"] = str(channel.guild_id)
    return place
