"""The sandbox's records: people, guilds, channels, messages, commands; their fields fit JSON."""

from dataclasses import dataclass, field
from typing import Any, TypedDict

Json = dict[str, Any]

API_PATH = "/api/v10"

TEXT_CHANNEL = 0
DM_CHANNEL = 1
VOICE_CHANNEL = 2
ANNOUNCEMENT_CHANNEL = 5
ANNOUNCEMENT_THREAD = 10
PUBLIC_THREAD = 11

DEFAULT_MESSAGE = 0
PIN_NOTICE = 6
REPLY = 19
THREAD_NOTICE = 18
CHAT_INPUT_COMMAND = 20
THREAD_STARTER = 21

FORWARD_REFERENCE = 1

SUPPRESS_EMBEDS = 1 << 2
HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
HAS_SNAPSHOT = 1 << 14
COMPONENTS_V2 = 1 << 15


class Overwrite(TypedDict):
    """A channel's permission overwrite for one role (type 0) or member (type 1)."""

    id: int
    type: int
    allow: int
    deny: int


class ThreadState(TypedDict):
    """The part of a thread that other channels do not have."""

    owner_id: int
    members: list[int]
    archived: bool
    locked: bool
    archive_minutes: int  # after so many minutes without a message it may be archived
    changed_at: str  # when it was last archived or reopened


@dataclass(frozen=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    preferred_locale: str = "en-US"


@dataclass(frozen=True)
class Role:
    """A role of a guild; the one with the guild's id is `@everyone`."""

    id: int
    guild_id: int
    name: str
    permissions: int
    position: int
    color: int = 0
    managed: bool = False


@dataclass(frozen=True)
class User:
    """A person or the bot; `part` is the person's part (host, ec, dmo, spectator)."""

    id: int
    username: str
    display_name: str
    token: str
    part: str
    bot: bool = False
    home: int | None = None  # the guild that a person came with; None is the first one


@dataclass
class Member:
    """A user's place in a guild."""

    id: int
    guild_id: int
    user_id: int
    roles: list[int]
    joined_at: str
    nick: str | None = None
    communication_disabled_until: str | None = None  # the end of a time-out


@dataclass
class Channel:
    """A channel of a guild, a thread of one, or the DM of two users."""

    id: int
    type: int
    name: str
    guild_id: int | None = None
    position: int = 0
    topic: str | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    recipients: list[int] = field(default_factory=list)
    last_message_id: int | None = None
    parent_id: int | None = None  # a thread's channel
    thread: ThreadState | None = None
    rate_limit_per_user: int = 0  # slow mode: seconds between two messages of one member


@dataclass
class Message:
    """A message as it is now; `only_for` is the one user who sees an ephemeral message."""

    id: int
    channel_id: int
    author_id: int
    type: int = DEFAULT_MESSAGE
    content: str = ""
    edited_timestamp: str | None = None
    flags: int = 0
    tts: bool = False
    pinned: bool = False
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    reference_id: int | None = None
    reference_channel_id: int | None = None  # its channel, if it is another
    sticker_items: list[Json] = field(default_factory=list)
    poll: Json | None = None
    snapshots: list[Json] = field(default_factory=list)  # forwarded messages, as they were
    reactions: dict[str, list[int]] = field(default_factory=dict)
    application_id: int | None = None
    interaction: Json | None = None
    only_for: int | None = None


@dataclass(frozen=True)
class Command:
    """An application command as registered: global, or one guild's."""

    id: int
    guild_id: int | None
    body: Json


@dataclass(frozen=True)
class AuditEntry:
    """A line of a guild's audit log, as Discord tells it."""

    id: int
    guild_id: int
    body: Json
