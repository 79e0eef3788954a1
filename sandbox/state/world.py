"""Everything that exists, from guilds to messages; every change is stored."""

from bisect import bisect_left, bisect_right, insort
from dataclasses import dataclass, replace
from typing import TypeVar, get_args

from sandbox.errors import unknown
from sandbox.state.models import (
    DM_CHANNEL,
    TEXT_CHANNEL,
    Channel,
    Command,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
)
from sandbox.state.permissions import IN_A_DM, NONE, Permission, channel_permissions, to_post_in
from sandbox.state.snowflakes import WHOLE, Shard, Snowflakes, now_iso
from sandbox.state.storage import Store

PARTS = ("host", "ec", "dmo", "spectator")
Record = Guild | Role | User | Member | Channel | Message | Command
Kept = TypeVar("Kept", bound=Record)
Found = TypeVar("Found")

KINDS = {kind.__name__.lower(): kind for kind in get_args(Record)}
KIND_OF = {record_class: kind for kind, record_class in KINDS.items()}


@dataclass(frozen=True)
class Upload:
    """A file as it was sent."""

    filename: str
    content_type: str
    data: bytes


class History:
    """A channel's messages; ids grow, so a new message always goes to the end."""

    def __init__(self) -> None:
        self._messages: dict[int, Message] = {}
        self._ids: list[int] = []

    def add(self, message: Message) -> None:
        """Add a message."""
        if message.id not in self._messages:
            insort(self._ids, message.id)
        self._messages[message.id] = message

    def remove(self, message_id: int) -> None:
        """Remove a message."""
        del self._messages[message_id]
        del self._ids[bisect_left(self._ids, message_id)]

    def get(self, message_id: int) -> Message | None:
        """Return the message with that id, if there is one."""
        return self._messages.get(message_id)

    def all(self) -> list[Message]:
        """Return every message, oldest first."""
        return list(self._messages.values())

    def before(self, message_id: int | None, limit: int) -> list[Message]:
        """Return the newest messages, or those just before an id, newest first."""
        end = len(self._ids) if message_id is None else bisect_left(self._ids, message_id)
        return self._page(max(0, end - limit), end)

    def after(self, message_id: int, limit: int) -> list[Message]:
        """Return the messages just after an id, newest first."""
        start = bisect_right(self._ids, message_id)
        return self._page(start, start + limit)

    def around(self, message_id: int, limit: int) -> list[Message]:
        """Return the messages around an id, with that message itself, newest first."""
        start = max(0, bisect_left(self._ids, message_id) - limit // 2)
        return self._page(start, start + limit)

    def pinned(self) -> list[Message]:
        """Return the pinned messages, newest first."""
        return [message for message in self._page(0, len(self._ids)) if message.pinned]

    def _page(self, start: int, end: int) -> list[Message]:
        return [self._messages[some_id] for some_id in reversed(self._ids[start:end])]


class World:
    """All state that outlives a connection; a new world is empty (see `new_world`)."""

    bot: User
    owner: User

    def __init__(self, store: Store) -> None:
        self.store = store
        self.guilds: dict[int, Guild] = {}
        self.roles: dict[int, Role] = {}
        self.users: dict[int, User] = {}
        self.members: dict[tuple[int, int], Member] = {}  # by guild and user
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, Command] = {}
        self.ephemeral: dict[int, Message] = {}  # these end with the run
        self._histories: dict[int, History] = {}
        self._dms: dict[frozenset[int], Channel] = {}
        self._by_token: dict[str, User] = {}
        last = 0
        for kind, body in store.load():
            first = min(self.guilds, default=body["id"])
            record: Record = KINDS[kind](**_completed(kind, body, first))
            last = max(last, record.id)
            self._index(record)
        self.snowflakes = Snowflakes(last)

    @property
    def guild(self) -> Guild:
        """The oldest guild."""
        return next(iter(self.guilds.values()))

    def change_bot_token(self, token: str) -> None:
        """Change the bot's token."""
        del self._by_token[self.bot.token]
        self.keep(replace(self.bot, token=token))

    def keep(self, record: Kept) -> Kept:
        """Store a record that is new or has changed; return it."""
        self._index(record)
        if not (isinstance(record, Message) and record.only_for):
            self.store.keep(KIND_OF[type(record)], record.id, vars(record))
        return record

    def drop(self, record: Message | Command | Member | Role) -> None:
        """Delete a record."""
        match record:
            case Member():
                del self.members[record.guild_id, record.user_id]
            case Role():
                del self.roles[record.id]
            case Command():
                del self.commands[record.id]
            case Message(only_for=None):
                self.history(record.channel_id).remove(record.id)
            case Message():
                del self.ephemeral[record.id]
        self.store.forget(KIND_OF[type(record)], record.id)

    def drop_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        everywhere = list(self.channels.values())
        for thread in (other for other in everywhere if other.parent_id == channel.id):
            self.drop_channel(thread)
        del self.channels[channel.id]
        for message in self._histories.pop(channel.id).all():
            self.store.forget("message", message.id)
        self.store.forget("channel", channel.id)

    def keep_upload(self, upload: Upload) -> int:
        """Store a file; return its id."""
        file_id = self.snowflakes.next()
        self.store.keep_file(file_id, upload.data)
        return file_id

    def user_of_token(self, token: str) -> User | None:
        """Return the user with that token."""
        return self._by_token.get(token)

    def user(self, user_id: int) -> User:
        """Return the user with that id."""
        return _existing(self.users.get(user_id), "User")

    def guild_with(self, guild_id: int) -> Guild:
        """Return the guild with that id."""
        return _existing(self.guilds.get(guild_id), "Guild")

    def member(self, guild_id: int, user_id: int) -> Member:
        """Return a guild's member."""
        return _existing(self.members.get((guild_id, user_id)), "Member")

    def role(self, guild_id: int, role_id: int) -> Role:
        """Return a guild's role."""
        role = self.roles.get(role_id)
        return _existing(role if role and role.guild_id == guild_id else None, "Role")

    def channel(self, channel_id: int) -> Channel:
        """Return the channel with that id."""
        return _existing(self.channels.get(channel_id), "Channel")

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a channel's message, unless it is ephemeral."""
        return _existing(self.history(channel_id).get(message_id), "Message")

    def history(self, channel_id: int) -> History:
        """Return a channel's messages."""
        return self._histories[channel_id]

    def permissions(self, user: User, channel: Channel) -> Permission:
        """Return a user's permissions in a channel."""
        if channel.guild_id is None:
            return IN_A_DM if user.id in channel.recipients else NONE
        member = self.members.get((channel.guild_id, user.id))
        if member is None:
            return NONE
        whole = self.channels[channel.parent_id] if channel.parent_id else channel
        guild = self.guilds[channel.guild_id]
        return channel_permissions(guild, self.roles, member, whole, to_post_in(channel))

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
        return [dm for dm in self._dms.values() if user.id in dm.recipients]

    def dm(self, one: User, other: User) -> Channel | None:
        """Return the DM of two users, if one of them has opened it."""
        return self._dms.get(frozenset((one.id, other.id)))

    def add_dm(self, opener: User, other: User) -> Channel:
        """Open the DM of two users."""
        recipients = [opener.id, other.id]
        return self.keep(Channel(self.snowflakes.next(), DM_CHANNEL, "", recipients=recipients))

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

    def add_bot(self, name: str, token: str) -> User:
        """Add the bot, which is in no guild yet."""
        return self.keep(User(self.snowflakes.next(), name, name, token, "bot", bot=True))

    def add_member(self, guild_id: int, user: User, roles: list[int]) -> Member:
        """Add a user to a guild."""
        return self.keep(Member(self.snowflakes.next(), guild_id, user.id, roles, now_iso()))

    def _index(self, record: Record) -> None:
        match record:
            case Guild():
                self.guilds[record.id] = record
            case Role():
                self.roles[record.id] = record
            case User():
                self._index_user(record)
            case Member():
                self.members[record.guild_id, record.user_id] = record
            case Channel():
                self.channels[record.id] = record
                self._histories.setdefault(record.id, History())
                if record.type == DM_CHANNEL:
                    self._dms[frozenset(record.recipients)] = record
            case Command():
                self.commands[record.id] = record
            case Message(only_for=None):
                self._histories[record.channel_id].add(record)
            case Message():
                self.ephemeral[record.id] = record

    def _index_user(self, user: User) -> None:
        self.users[user.id] = user
        self._by_token[user.token] = user
        if user.bot:
            self.bot = user
        elif user.part == "owner":
            self.owner = user


def _completed(kind: str, body: Json, first_guild: int) -> Json:
    """Return a record's fields; records older than second guilds belong to the first guild."""
    match kind:
        case "role":
            return {"guild_id": first_guild, **body}
        case "member":
            return {"guild_id": first_guild, "user_id": body["id"], **body}
    return body


def _existing(result: Found | None, label: str) -> Found:
    if result is None:
        raise unknown(label)
    return result
