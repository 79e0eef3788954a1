"""The guild, its people, rooms and messages: everything there is, kept as it changes."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sandbox.errors import unknown
from sandbox.history import History
from sandbox.models import (
    DM_CHANNEL,
    TEXT_CHANNEL,
    Channel,
    Command,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from sandbox.permissions import (
    BOT,
    EVERYONE,
    HOST,
    IN_A_DM,
    NONE,
    Permission,
    channel_permissions,
)
from sandbox.snowflakes import Snowflakes, now_iso
from sandbox.storage import Store

PARTS = ("host", "ec", "dmo", "spectator")
FIRST_PEOPLE = (("Hana", "host"), ("Ada", "ec"), ("Bob", "dmo"), ("Sam", "spectator"))
FIRST_CHANNELS = ("general", "dm1-game-room", "dm2-game-room")
GUILD_NAME = "The Genius"
BOT_NAME = "Dealer"
OWNER_NAME = "Producer"

Record = Guild | Role | User | Member | Channel | Message | Command
Found = TypeVar("Found")

KINDS: dict[str, type[Any]] = {
    "guild": Guild,
    "role": Role,
    "user": User,
    "member": Member,
    "channel": Channel,
    "message": Message,
    "command": Command,
}
KIND_OF = {record_class: kind for kind, record_class in KINDS.items()}


@dataclass(frozen=True)
class Upload:
    """A file as it was sent."""

    filename: str
    content_type: str
    data: bytes


class World:
    """All state that outlives a connection; the first run founds it."""

    guild: Guild
    bot: User
    owner: User

    def __init__(self, store: Store, bot_token: str) -> None:
        self.store = store
        self.roles: dict[int, Role] = {}
        self.users: dict[int, User] = {}
        self.members: dict[int, Member] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, Command] = {}
        self.ephemeral: dict[int, Message] = {}  # these end with the run
        self._histories: dict[int, History] = {}
        self._dms: dict[frozenset[int], Channel] = {}
        self._by_token: dict[str, User] = {}
        last = 0
        for kind, body in store.load():
            record: Record = KINDS[kind](**body)
            last = max(last, record.id)
            self._take_in(record)
        self.snowflakes = Snowflakes(last)
        if not last:
            self._begin(bot_token)
        elif self.bot.token != bot_token:
            del self._by_token[self.bot.token]
            self.keep(replace(self.bot, token=bot_token))

    def keep(self, record: Record) -> None:
        """Keep a record that is new or has changed."""
        self._take_in(record)
        if not (isinstance(record, Message) and record.only_for):
            self.store.keep(KIND_OF[type(record)], record.id, vars(record))

    def drop(self, record: Message | Command) -> None:
        """Forget a record for good."""
        match record:
            case Command():
                del self.commands[record.id]
            case Message(only_for=None):
                self.history(record.channel_id).remove(record.id)
            case Message():
                del self.ephemeral[record.id]
        self.store.forget(KIND_OF[type(record)], record.id)

    def drop_channel(self, channel: Channel) -> None:
        """Forget a channel with all that was said in it."""
        del self.channels[channel.id]
        for message in self._histories.pop(channel.id).all():
            self.store.forget("message", message.id)
        self.store.forget("channel", channel.id)

    def keep_upload(self, upload: Upload) -> int:
        """Keep a file's bytes and give them an id."""
        file_id = self.snowflakes.next()
        self.store.keep_file(file_id, upload.data)
        return file_id

    def user_of_token(self, token: str) -> User | None:
        """Whoever holds that token."""
        return self._by_token.get(token)

    def user(self, user_id: int) -> User:
        """The user of that id."""
        return _existing(self.users.get(user_id), "User")

    def member(self, user_id: int) -> Member:
        """The guild's member of that id."""
        return _existing(self.members.get(user_id), "Member")

    def role(self, role_id: int) -> Role:
        """The guild's role of that id."""
        return _existing(self.roles.get(role_id), "Role")

    def channel(self, channel_id: int) -> Channel:
        """The channel of that id."""
        return _existing(self.channels.get(channel_id), "Channel")

    def message(self, channel_id: int, message_id: int) -> Message:
        """A channel's message that everybody in it sees."""
        return _existing(self.history(channel_id).get(message_id), "Message")

    def history(self, channel_id: int) -> History:
        """A channel's messages."""
        return self._histories[channel_id]

    def permissions(self, user: User, channel: Channel) -> Permission:
        """What a user may do in a channel."""
        if channel.type == DM_CHANNEL:
            return IN_A_DM if user.id in channel.recipients else NONE
        member = self.members.get(user.id)
        if member is None:
            return NONE
        return channel_permissions(self.guild, self.roles, member, channel)

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether a user may know what is said in a channel."""
        return bool(self.permissions(user, channel) & Permission.VIEW_CHANNEL)

    def people(self) -> list[User]:
        """The people who play a part, in the order in which they joined."""
        return [user for user in self.users.values() if user.part in PARTS]

    def guild_channels(self) -> list[Channel]:
        """The guild's channels in their order."""
        channels = [one for one in self.channels.values() if one.type == TEXT_CHANNEL]
        return sorted(channels, key=lambda channel: (channel.position, channel.id))

    def dms(self, user: User) -> list[Channel]:
        """The DMs that a user takes part in."""
        return [one for one in self._dms.values() if user.id in one.recipients]

    def dm(self, one: User, other: User) -> Channel | None:
        """The DM of two users, if one of them has opened it."""
        return self._dms.get(frozenset((one.id, other.id)))

    def add_dm(self, opener: User, other: User) -> Channel:
        """Open the DM of two users."""
        recipients = [opener.id, other.id]
        channel = Channel(self.snowflakes.next(), DM_CHANNEL, "", recipients=recipients)
        self.keep(channel)
        return channel

    def add_channel(self, name: str, topic: str | None = None) -> Channel:
        """Add a text channel below the others."""
        position = len(self.channels)
        channel_id = self.snowflakes.next()
        channel = Channel(channel_id, TEXT_CHANNEL, name, self.guild.id, position, topic)
        self.keep(channel)
        return channel

    def add_role(self, name: str, permissions: Permission, *, managed: bool = False) -> Role:
        """Add a role above the others."""
        role_id = self.snowflakes.next()
        role = Role(role_id, name, permissions, len(self.roles), managed=managed)
        self.keep(role)
        return role

    def add_user(self, name: str, part: str) -> User:
        """Let a person join the guild; a host gets the role that manages it."""
        user_id = self.snowflakes.next()
        user = User(user_id, name.lower(), name, f"person.{user_id}", part)
        self.keep(user)
        hosts = [role.id for role in self.roles.values() if role.name == "Host"]
        self.keep(Member(user_id, hosts if part == "host" else [], now_iso()))
        return user

    def _take_in(self, record: Record) -> None:
        match record:
            case Guild():
                self.guild = record
            case Role():
                self.roles[record.id] = record
            case User():
                self._take_in_user(record)
            case Member():
                self.members[record.id] = record
            case Channel():
                self._take_in_channel(record)
            case Command():
                self.commands[record.id] = record
            case Message(only_for=None):
                self._histories[record.channel_id].add(record)
            case Message():
                self.ephemeral[record.id] = record

    def _take_in_user(self, user: User) -> None:
        self.users[user.id] = user
        self._by_token[user.token] = user
        if user.bot:
            self.bot = user
        elif user.part == "owner":
            self.owner = user

    def _take_in_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self._histories.setdefault(channel.id, History())
        if channel.type == DM_CHANNEL:
            self._dms[frozenset(channel.recipients)] = channel

    def _begin(self, bot_token: str) -> None:
        """Found the world of a first run."""
        guild_id = self.snowflakes.next()
        self.keep(Role(guild_id, "@everyone", EVERYONE, 0))
        self.add_role("Referee", NONE)
        self.add_role("Host", HOST)
        bot_role = self.add_role(BOT_NAME, BOT, managed=True)
        owner = self.add_user(OWNER_NAME, "owner")
        self.keep(Guild(guild_id, GUILD_NAME, owner.id))
        bot_id = self.snowflakes.next()
        self.keep(User(bot_id, BOT_NAME, BOT_NAME, bot_token, "bot", bot=True))
        self.keep(Member(bot_id, [bot_role.id], now_iso()))
        for name in FIRST_CHANNELS:
            self.add_channel(name)
        for name, part in FIRST_PEOPLE:
            self.add_user(name, part)


def _existing(found: Found | None, what: str) -> Found:
    if found is None:
        raise unknown(what)
    return found
