"""Discord's JSON for users, guilds, channels, messages and all other records."""

from typing import Any
from urllib.parse import quote

from sandbox.gateway.sessions import Intent
from sandbox.state.models import (
    API_PATH,
    DM_CHANNEL,
    FORWARD_REFERENCE,
    HAS_THREAD,
    PIN_NOTICE,
    REPLY,
    THREAD_STARTER,
    VOICE_CHANNEL,
    Channel,
    Guild,
    Json,
    Member,
    Message,
    Role,
    ThreadState,
    User,
)
from sandbox.state.snowflakes import timestamp_of
from sandbox.state.world import World

GATEWAY_PATH = "/gateway"
ATTACHMENT_SCHEME = "attachment://"
# System messages and replies that come with the message they refer to; forwards do not.
SHOWING_ANOTHER = (PIN_NOTICE, REPLY, THREAD_STARTER)
SNAPSHOT_PARTS = (
    *("type", "content", "embeds", "attachments", "components", "sticker_items"),
    *("timestamp", "edited_timestamp", "flags", "mentions", "mention_roles"),
)
EMBED_MEDIA = {  # the parts of an embed that show a picture, and where each names it
    "image": "url",
    "thumbnail": "url",
    "video": "url",
    "author": "icon_url",
    "footer": "icon_url",
}


class Payloads:
    """The translation of records to Discord's JSON, with the sandbox's addresses."""

    def __init__(self, world: World, host: str, port: int) -> None:
        self._world = world
        self.address = f"http://{host}:{port}"
        self.api = self.address + API_PATH
        self.gateway = f"ws://{host}:{port}{GATEWAY_PATH}"

    def user(self, user: User) -> Json:
        """Return a user as others see it."""
        return {
            "id": str(user.id),
            "username": user.username,
            "global_name": None if user.bot else user.display_name,
            "discriminator": "0001" if user.bot else "0",
            "avatar": None,
            "bot": user.bot,
            "public_flags": 0,
        }

    def me(self, user: User) -> Json:
        """Return a user as they see themselves."""
        own = {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0, "email": None}
        return {**self.user(user), **own}

    def member(self, member: Member) -> Json:
        """Return a member, without the user."""
        return {
            "roles": [str(role_id) for role_id in member.roles],
            "nick": member.nick,
            "avatar": None,
            "joined_at": member.joined_at,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": member.communication_disabled_until,
        }

    def full_member(self, member: Member) -> Json:
        """Return a member with the user."""
        return {**self.member(member), "user": self.user(self._world.users[member.user_id])}

    def role(self, role: Role) -> Json:
        """Return a role of the guild; a managed one is the bot's own."""
        tags = {"tags": {"bot_id": str(self._world.bot.id)}} if role.managed else {}
        return {
            **tags,
            "id": str(role.id),
            "name": role.name,
            "color": role.color,
            "colors": {
                "primary_color": role.color,
                "secondary_color": None,
                "tertiary_color": None,
            },
            "hoist": False,
            "position": role.position,
            "permissions": str(int(role.permissions)),
            "managed": role.managed,
            "mentionable": False,
            "flags": 0,
        }

    def channel(self, channel: Channel, viewer: User) -> Json:
        """Return a channel; a DM names only the viewer's counterpart."""
        last = channel.last_message_id
        payload: Json = {
            "id": str(channel.id),
            "type": channel.type,
            "last_message_id": None if last is None else str(last),
            "flags": 0,
        }
        if channel.type == DM_CHANNEL:
            others = [self._world.users[user_id] for user_id in channel.recipients]
            recipients = [self.user(other) for other in others if other != viewer]
            return {**payload, "recipients": recipients}
        if channel.thread is not None:
            return {**payload, **self._thread(channel, channel.thread, viewer)}
        if channel.type == VOICE_CHANNEL:
            payload |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        return {
            **payload,
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "topic": channel.topic,
            "position": channel.position,
            "parent_id": None,
            "nsfw": False,
            "rate_limit_per_user": channel.rate_limit_per_user,
            "permission_overwrites": [
                {name: value if name == "type" else str(value) for name, value in overwrite.items()}
                for overwrite in channel.overwrites
            ],
        }

    def thread_member(self, thread: Channel, user_id: int) -> Json:
        """Return somebody's membership in a thread."""
        joined = timestamp_of(thread.id)
        return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}

    def _thread(self, channel: Channel, state: ThreadState, viewer: User) -> Json:
        count = len(self._world.histories[channel.id])
        payload: Json = {
            "guild_id": str(channel.guild_id),
            "parent_id": str(channel.parent_id),
            "owner_id": str(state["owner_id"]),
            "name": channel.name,
            "rate_limit_per_user": channel.rate_limit_per_user,
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(state["members"]),
            "thread_metadata": {
                "archived": state["archived"],
                "locked": state["locked"],
                "auto_archive_duration": state["archive_minutes"],
                "archive_timestamp": state["changed_at"],
                "create_timestamp": timestamp_of(channel.id),
            },
        }
        if viewer.id in state["members"]:
            payload["member"] = self.thread_member(channel, viewer.id)
        return payload

    def guild(self, guild: Guild) -> Json:
        """Return a guild, without its channels and members."""
        return {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner_id": str(guild.owner_id),
            "roles": [self.role(role) for role in self._world.roles_of(guild.id)],
            "emojis": [],
            "stickers": [],
            "features": [],
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": guild.preferred_locale,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "description": None,
        }

    def guild_create(self, guild: Guild, viewer: User, members: list[Member]) -> Json:
        """Return a guild as GUILD_CREATE shows it to one user."""
        return {
            **self.guild(guild),
            "joined_at": self._world.members[guild.id, viewer.id].joined_at,
            "large": False,
            "member_count": len(self._world.members_of(guild.id)),
            "members": [self.full_member(member) for member in members],
            "channels": self.known_channels(guild, viewer),
            "threads": [
                self.channel(thread, viewer)
                for thread in self._world.seen_threads(guild.id, viewer)
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def known_channels(self, guild: Guild, viewer: User) -> list[Json]:
        """Return a guild's channels: every one for a bot, for people those that they see."""
        return [
            self.channel(channel, viewer)
            for channel in self._world.guild_channels(guild.id)
            if self._world.knows(viewer, channel)
        ]

    def application(self, flags: int) -> Json:
        """Return the bot's application."""
        bot = self._world.bot
        return {
            "id": str(bot.id),
            "name": bot.display_name,
            "icon": None,
            "description": "",
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": self.user(self._world.owner),
            "team": None,
            "flags": flags,
            "flags_new": str(flags),
            "bot": self.user(bot),
        }

    def attachment(self, channel_id: int, attachment: Json) -> Json:
        """Return an attachment with the address of its file."""
        name = quote(attachment["filename"])
        url = f"{self.address}/attachments/{channel_id}/{attachment['id']}/{name}"
        return {**attachment, "id": str(attachment["id"]), "url": url, "proxy_url": url}

    def message(self, message: Message, viewer: User) -> Json:
        """Return a message as REST shows it to one user, with the reactions."""
        payload = self.message_without_reactions(message)
        reactions = [
            {
                "emoji": {"id": None, "name": emoji},
                "count": len(user_ids),
                "count_details": {"burst": 0, "normal": len(user_ids)},
                "me": viewer.id in user_ids,
                "me_burst": False,
                "burst_colors": [],
            }
            for emoji, user_ids in message.reactions.items()
        ]
        return {**payload, "reactions": reactions} if reactions else payload

    def message_event(self, message: Message) -> Json:
        """Return a message as the gateway shows it: in the guild, with the author's membership."""
        payload = self.message_without_reactions(message)
        channel = self._world.channels[message.channel_id]
        payload["channel_type"] = channel.type
        if channel.guild_id is not None:
            payload["guild_id"] = str(channel.guild_id)
            member = self._world.members.get((channel.guild_id, message.author_id))
            if member is not None:
                payload["member"] = self.member(member)
        return payload

    def message_without_reactions(self, message: Message) -> Json:
        """Return the part of a message that is the same for everyone."""
        payload = self._message_alone(message)
        if message.reference_id is None and message.reference_channel_id is None:
            return payload
        payload["message_reference"] = self._reference(message)
        if message.type in SHOWING_ANOTHER:
            referenced = self._referenced(message)
            payload["referenced_message"] = referenced and self._message_alone(referenced)
        return payload

    def _referenced(self, message: Message) -> Message | None:
        channel_id = message.reference_channel_id or message.channel_id
        return self._world.histories[channel_id].get(message.reference_id or 0)

    def _message_alone(self, message: Message) -> Json:
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": message.type,
            "author": self.user(self._world.users[message.author_id]),
            "content": message.content,
            "timestamp": timestamp_of(message.id),
            "edited_timestamp": message.edited_timestamp,
            "tts": message.tts,
            "flags": message.flags,
            "flags_new": str(message.flags),
            "pinned": message.pinned,
            "mentions": [self.user(self._world.users[mention]) for mention in message.mentions],
            "mention_roles": [str(role_id) for role_id in message.mention_roles],
            "mention_everyone": message.mention_everyone,
            **self._rich_parts(message),
        }
        if message.sticker_items:
            payload["sticker_items"] = message.sticker_items
        if message.poll is not None:
            payload["poll"] = message.poll
        if message.snapshots:
            payload["message_snapshots"] = [
                self._snapshot(snapshot) for snapshot in message.snapshots
            ]
        if message.flags & HAS_THREAD and message.id in self._world.channels:
            thread = self.channel(self._world.channels[message.id], self._world.bot)
            payload["thread"] = {key: thread[key] for key in thread if key != "member"}
        if message.application_id is not None:
            payload["application_id"] = payload["webhook_id"] = str(message.application_id)
        if message.interaction is not None:
            payload |= self._interaction_metadata(message.interaction, message.channel_id)
        return payload

    def _snapshot(self, forwarded: Json) -> Json:
        """Return a forwarded message: its content without its author."""
        payload = self._message_alone(Message(**forwarded))
        return {"message": {key: payload[key] for key in SNAPSHOT_PARTS if key in payload}}

    def _rich_parts(self, message: Message) -> Json:
        """Return attachments that no embed shows, embeds and components, with their addresses."""
        files = [self.attachment(message.channel_id, file) for file in message.attachments]
        named = {ATTACHMENT_SCHEME + file["filename"]: file for file in files}
        shown = embedded_names(message.embeds)
        return {
            "attachments": [file for file in files if file["filename"] not in shown],
            "embeds": _with_files(message.embeds, named),
            "components": _with_files(message.components, named),
        }

    def _interaction_metadata(self, interaction: Json, channel_id: int) -> Json:
        """Return the interaction that a message answers, in Discord's current and older form."""
        user = self.user(self._world.users[interaction["user_id"]])
        metadata = {
            "id": str(interaction["id"]),
            "type": interaction["type"],
            "user": user,
            "authorizing_integration_owners": {
                "0": str(self._world.channels[channel_id].guild_id or 0)
            },
        }
        if "name" not in interaction:
            return {"interaction_metadata": metadata}
        older = {"id": metadata["id"], "type": 2, "name": interaction["name"], "user": user}
        return {"interaction_metadata": metadata, "interaction": older}

    def _reference(self, message: Message) -> Json:
        channel_id = message.reference_channel_id or message.channel_id
        kind = FORWARD_REFERENCE if message.snapshots else 0
        reference: Json = {"type": kind, "channel_id": str(channel_id)}
        if message.reference_id is not None:
            reference["message_id"] = str(message.reference_id)
        channel = self._world.channels.get(channel_id)
        if channel is not None and channel.guild_id is not None:
            reference["guild_id"] = str(channel.guild_id)
        return reference


def application_flags(granted: Intent) -> int:
    """Return the application's flags, which say which privileged intents it was granted."""
    flags = (
        (Intent.GUILD_PRESENCES, 1 << 13),
        (Intent.GUILD_MEMBERS, 1 << 15),
        (Intent.MESSAGE_CONTENT, 1 << 19),
    )
    return sum(flag for intent, flag in flags if intent in granted)


def embedded_names(embeds: list[Json]) -> set[str]:
    """Return the names of the attached files that embeds show."""
    urls = [
        str((embed.get(part) or {}).get(name))
        for embed in embeds
        for part, name in EMBED_MEDIA.items()
    ]
    return {
        url.removeprefix(ATTACHMENT_SCHEME) for url in urls if url.startswith(ATTACHMENT_SCHEME)
    }


def without_content(payload: Json, bot: User) -> Json:
    """Return a message as a bot without the message content intent gets it."""
    if payload["author"]["id"] == str(bot.id):
        return payload
    if any(user["id"] == str(bot.id) for user in payload["mentions"]):
        return payload
    blank: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
    values = {key: value for key, value in payload.items() if key != "poll"}
    if "message_snapshots" in payload:
        blank["message_snapshots"] = [
            {"message": {**snapshot["message"], **blank}}
            for snapshot in payload["message_snapshots"]
        ]
    referenced = payload.get("referenced_message")
    if referenced:
        blank["referenced_message"] = without_content(referenced, bot)
    return {**values, **blank}


def _with_files(part: Any, files: dict[str, Json]) -> Any:
    """Return part of a message, with `attachment://` addresses replaced by real ones."""
    if isinstance(part, list):
        return [_with_files(piece, files) for piece in part]
    if not isinstance(part, dict):
        return part
    file, icon = files.get(str(part.get("url"))), files.get(str(part.get("icon_url")))
    if file is not None:
        payload = {key: file[key] for key in ("url", "proxy_url", "width", "height") if key in file}
        return {**part, **payload}
    if icon is not None:
        return {**part, "icon_url": icon["url"], "proxy_icon_url": icon["proxy_url"]}
    return {key: _with_files(value, files) for key, value in part.items()}
