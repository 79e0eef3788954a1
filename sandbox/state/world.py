"""Everything that exists, from guilds to messages; every change is stored."""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar, get_args

from sandbox.errors import unknown
from sandbox.state import permissions
from sandbox.state.models import (
    TEXT_CHANNEL,
    AuditEntry,
    Channel,
    Command,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
)
from sandbox.state.permissions import ALL, IN_A_DM, IN_TIME_OUT, NONE, Permission
from sandbox.state.snowflakes import WHOLE, Shard, Snowflakes, iso, seconds_of
from sandbox.state.storage import Store

PARTS = ("host", "ec", "dmo", "spectator")
Record = Guild | Role | User | Member | Channel | Message | Command | AuditEntry
Kept = TypeVar("Kept", bound=Record)
Key = TypeVar("Key")

KINDS = {kind.__name__.lower(): kind for kind in get_args(Record)}
KIND_OF = {record_class: kind for kind, record_class in KINDS.items()}


@dataclass(frozen=True)
class Upload:
    """A file as it was sent."""

    filename: str
    content_type: str
    data: bytes


class Index(dict[Key, Kept]):
    """Records of one kind by their keys; one that does not exist is an error of the request."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label

    def __missing__(self, _: Key) -> Kept:
        raise unknown(self._label)


class World:
    """All state that outlives a connection; a new world is empty (see `new_world`).

    Attributes:
        histories: The messages of each channel by their ids, the oldest first: ids grow.
        ephemeral: The ephemeral messages, which end with the run.
    """

    def __init__(self, store: Store, shift: float = 0.0) -> None:
        self.store = store
        self.guilds = Index[int, Guild]("Guild")
        self.roles = Index[int, Role]("Role")
        self.users = Index[int, User]("User")
        self.members = Index[tuple[int, int], Member]("Member")  # by guild and user
        self.channels = Index[int, Channel]("Channel")
        self.commands = Index[int, Command]("application command")
        self.audit_log: dict[int, AuditEntry] = {}
        self.ephemeral = Index[int, Message]("Message")
        self.histories = defaultdict[int, Index[int, Message]](partial(Index, "Message"))
        self._indexes: dict[type[Record], dict[int, Any]] = {
            Guild: self.guilds,
            Role: self.roles,
            User: self.users,
            Channel: self.channels,
            Command: self.commands,
            AuditEntry: self.audit_log,
        }
        last = 0
        for kind, body in store.load():
            first = min(self.guilds, default=body["id"])
            record: Record = KINDS[kind](**_completed(kind, body, first))
            last = max(last, record.id)
            index, key = self._place(record)
            index[key] = record
        self.snowflakes = Snowflakes(last, shift)

    @property
    def guild(self) -> Guild:
        """The oldest guild."""
        return next(iter(self.guilds.values()))

    @property
    def owner(self) -> User:
        """The owner of every guild."""
        return next(user for user in self.users.values() if user.part == "owner")

    @property
    def bot(self) -> User:
        """The bot."""
        return next(user for user in self.users.values() if user.bot)

    def change_bot_token(self, token: str) -> None:
        """Change the bot's token."""
        self.keep(replace(self.bot, token=token))

    def keep(self, record: Kept) -> Kept:
        """Store a record that is new or has changed; return it."""
        index, key = self._place(record)
        index[key] = record
        if not (isinstance(record, Message) and record.only_for):
            self.store.keep(KIND_OF[type(record)], record.id, vars(record))
        return record

    def has(self, record: Record) -> bool:
        """Return whether a record has been kept and not been deleted since."""
        index, key = self._place(record)
        return key in index

    def drop(self, record: Record) -> None:
        """Delete a record."""
        index, key = self._place(record)
        del index[key]
        self.store.forget(KIND_OF[type(record)], record.id)

    def drop_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [other for other in self.channels.values() if other.parent_id == channel.id]:
            self.drop_channel(thread)
        for message in self.histories.pop(channel.id, {}).values():
            self.store.forget("message", message.id)
        self.drop(channel)

    def keep_upload(self, upload: Upload) -> int:
        """Store a file; return its id."""
        file_id = self.snowflakes.next()
        self.store.keep_file(file_id, upload.data)
        return file_id

    def user_of_token(self, token: str) -> User | None:
        """Return the user with that token."""
        return next((user for user in self.users.values() if user.token == token), None)

    def role(self, guild_id: int, role_id: int) -> Role:
        """Return a guild's role."""
        role = self.roles[role_id]
        if role.guild_id != guild_id:
            raise unknown("Role")
        return role

    def permissions(self, user: User, channel: Channel) -> Permission:
        """Return a user's permissions in a channel."""
        if channel.guild_id is None:
            return IN_A_DM if user.id in channel.recipients else NONE
        member = self.members.get((channel.guild_id, user.id))
        if member is None:
            return NONE
        whole = self.channels[channel.parent_id] if channel.parent_id else channel
        guild, to_post = self.guilds[channel.guild_id], permissions.to_post_in(channel)
        granted = permissions.channel_permissions(guild, self.roles, member, whole, to_post)
        return granted & IN_TIME_OUT if self.is_timed_out(member) else granted

    def guild_permissions(self, member: Member) -> Permission:
        """Return a member's permissions in the guild before any channel's overwrites."""
        guild = self.guilds[member.guild_id]
        granted = permissions.guild_permissions(guild, self.roles, member)
        return granted & IN_TIME_OUT if self.is_timed_out(member) else granted

    def is_timed_out(self, member: Member) -> bool:
        """Return whether a member is in time-out, which owners and administrators never are."""
        until, guild = member.communication_disabled_until, self.guilds[member.guild_id]
        if until is None or until < iso(seconds_of(self.snowflakes.next())):
            return False
        return permissions.guild_permissions(guild, self.roles, member) != ALL

    def sees(self, user: User, channel: Channel) -> bool:
        """Return whether a user may view a channel."""
        return bool(self.permissions(user, channel) & Permission.VIEW_CHANNEL)

    def knows(self, user: User, channel: Channel) -> bool:
        """Return whether a user knows of a channel: bots know every one, people those they see."""
        return user.bot or self.sees(user, channel)

    def people(self) -> list[User]:
        """Return the people who have a part, in the order in which they came."""
        return [user for user in self.users.values() if user.part in PARTS]

    def people_of(self, guild: Guild) -> list[User]:
        """Return the people who came with a guild, even if they have left it since."""
        first = self.guild.id
        return [person for person in self.people() if (person.home or first) == guild.id]

    def guilds_of(self, user: User) -> list[Guild]:
        """Return the guilds that a user is in."""
        return [guild for guild in self.guilds.values() if (guild.id, user.id) in self.members]

    def members_of(self, guild_id: int) -> list[Member]:
        """Return a guild's members."""
        return [member for member in self.members.values() if member.guild_id == guild_id]

    def roles_of(self, guild_id: int) -> list[Role]:
        """Return a guild's roles."""
        return [role for role in self.roles.values() if role.guild_id == guild_id]

    def guild_channels(self, guild_id: int) -> list[Channel]:
        """Return a guild's channels in their order, without threads."""
        everywhere = self.channels.values()
        channels = [
            channel for channel in everywhere if channel.guild_id == guild_id and not channel.thread
        ]
        return sorted(channels, key=lambda channel: (channel.position, channel.id))

    def seen_threads(self, guild_id: int, user: User) -> list[Channel]:
        """Return a guild's threads that are not archived and that a user may view."""
        return [
            channel
            for channel in self.channels.values()
            if channel.guild_id == guild_id
            and channel.thread
            and not channel.thread["archived"]
            and self.sees(user, channel)
        ]

    def dms(self, user: User) -> list[Channel]:
        """Return the DMs that a user takes part in."""
        return [channel for channel in self.channels.values() if user.id in channel.recipients]

    def dm(self, one: User, other: User) -> Channel | None:
        """Return the DM of two users, if one of them has opened it."""
        return next((dm for dm in self.dms(one) if other.id in dm.recipients), None)

    def add_guild(self, name: str, everyone: Permission, shard: Shard = WHOLE) -> Guild:
        """Add a guild without members, with its shard and everyone's permissions."""
        while not shard.carries(guild_id := self.snowflakes.next()):
            pass  # each millisecond's ids belong to the next shard
        guild = self.keep(Guild(guild_id, name, self.owner.id))
        self.keep(Role(guild.id, guild.id, "@everyone", everyone, 0))
        return guild

    def add_channel(
        self, guild_id: int, name: str, topic: str | None = None, kind: int = TEXT_CHANNEL
    ) -> Channel:
        """Add a channel below a guild's others."""
        position = len(self.channels)
        channel_id = self.snowflakes.next()
        return self.keep(Channel(channel_id, kind, name, guild_id, position, topic))

    def add_role(
        self, guild_id: int, name: str, permissions: int, *, managed: bool = False
    ) -> Role:
        """Add a role above a guild's others."""
        position = len(self.roles_of(guild_id))
        role_id = self.snowflakes.next()
        bits = int(permissions)
        return self.keep(Role(role_id, guild_id, name, bits, position, managed=managed))

    def add_user(self, name: str, part: str, home: int | None = None) -> User:
        """Add a person who comes with a guild, but has yet to join it."""
        user_id = self.snowflakes.next()
        token = f"person.{user_id}"
        return self.keep(User(user_id, name.lower(), name, token, part, home=home))

    def _place(self, record: Record) -> tuple[dict[Any, Any], object]:
        """Return the index that a record belongs to, and its key there."""
        match record:
            case Member():
                return self.members, (record.guild_id, record.user_id)
            case Message(only_for=None):
                return self.histories[record.channel_id], record.id
            case Message():
                return self.ephemeral, record.id
        return self._indexes[type(record)], record.id


def _completed(kind: str, body: Json, first_guild: int) -> Json:
    """Return a record's fields; records older than second guilds belong to the first guild."""
    match kind:
        case "role":
            return {"guild_id": first_guild, **body}
        case "member":
            return {"guild_id": first_guild, "user_id": body["id"], **body}
    return body
