"""Discord's permission bits, and the sum of roles and overwrites."""

from enum import IntFlag

from sandbox.state.models import VOICE_CHANNEL, Channel, Guild, Member, Role


class Permission(IntFlag):
    """The permissions that the sandbox enforces or grants, with Discord's bits."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


NONE = Permission(0)
ALL = Permission(sum(Permission))
# The bot's invitation and the members' role grant these. Everyone's role grants the rest of
# Discord's defaults but none of them, so that taking one from a role takes it from its members.
TAKING_PART = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)
EVERYONE = (
    Permission.EMBED_LINKS
    | Permission.MENTION_EVERYONE
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.SEND_POLLS
)
HOST = (
    TAKING_PART
    | Permission.KICK_MEMBERS
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_ROLES
    | Permission.MANAGE_THREADS
    | Permission.MODERATE_MEMBERS
    | Permission.PIN_MESSAGES
)
IN_TIME_OUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
IN_A_DM = (
    TAKING_PART
    | Permission.EMBED_LINKS
    | Permission.SEND_POLLS
    | Permission.USE_APPLICATION_COMMANDS
)


def guild_permissions(guild: Guild, roles: dict[int, Role], member: Member) -> Permission:
    """Return a member's permissions in the guild before any channel's overwrites, or a time-out."""
    if member.user_id == guild.owner_id:
        return ALL
    granted = roles[guild.id].permissions
    for role_id in member.roles:
        granted |= roles[role_id].permissions
    if granted & Permission.ADMINISTRATOR:
        return ALL
    return Permission(granted)


def to_post_in(channel: Channel) -> Permission:
    """Return the permission to post in a channel; threads have one of their own."""
    in_thread = channel.thread is not None
    return Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES


def channel_permissions(
    guild: Guild,
    roles: dict[int, Role],
    member: Member,
    channel: Channel,
    to_post: Permission = Permission.SEND_MESSAGES,
) -> Permission:
    """Return a member's permissions in a channel, after all overwrites that apply.

    Without the permission `to_post`, a member may not attach or embed anything either.
    """
    granted = guild_permissions(guild, roles, member)
    if granted == ALL:
        return ALL
    for targets in ({guild.id}, set(member.roles), {member.user_id}):
        allow = deny = 0
        for overwrite in channel.overwrites:
            if overwrite["id"] in targets:
                allow |= overwrite["allow"]
                deny |= overwrite["deny"]
        granted = Permission((granted & ~deny) | allow)
    if not granted & Permission.VIEW_CHANNEL:
        return NONE  # nothing can be done in a channel that one does not see
    if channel.type == VOICE_CHANNEL and not granted & Permission.CONNECT:
        return NONE  # nor in a voice channel's chat without connecting to it
    if not granted & to_post:
        granted &= ~(Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE)
    return granted
