"""Changes to guilds: their members, their roles, and outages."""

import asyncio
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from sandbox.faults import GUILD_OUTAGE
from sandbox.gateway.events import Events
from sandbox.state.models import Guild, Json, Member, Role, User
from sandbox.state.new_world import create_guild, first_members, join
from sandbox.state.snowflakes import WHOLE, Shard
from sandbox.state.world import World

FOREVER = 1e9  # seconds


@dataclass
class Guilds:
    """The changes to guilds, with the events about them."""

    world: World
    events: Events
    _outages: dict[int, asyncio.TimerHandle] = field(default_factory=dict)

    def create(self, shard: Shard = WHOLE, *, for_everyone: bool = False) -> Guild:
        """Create another guild, its events on a shard, for everyone or people of its own."""
        guild = create_guild(self.world, shard)
        joining = self.world.users.values() if for_everyone else first_members(self.world, guild)
        members = [join(self.world, guild, user) for user in joining]
        for member in members:
            self.events.guild_joined(guild, member)
        return guild

    def add(self, guild: Guild, user: User) -> Member:
        """Add a user to a guild, unless they are in it already."""
        present = self.world.members.get((guild.id, user.id))
        if present is not None:
            return present
        member = join(self.world, guild, user)
        for role in self._own_roles(member):
            self.events.role_changed(role, is_new=True)
        self.events.guild_joined(guild, member)
        return member

    def remove(self, member: Member) -> None:
        """Remove a member from their guild; a bot's own role is removed too."""
        own_roles = self._own_roles(member)
        self.world.drop(member)
        self.events.guild_left(self.world.guilds[member.guild_id], member)
        for role in own_roles:
            self.drop_role(role)

    def drop_role(self, role: Role) -> None:
        """Delete a role from its guild, its members and its channels' overwrites."""
        members = self.world.members_of(role.guild_id)
        holders = [member for member in members if role.id in member.roles]
        with self._changing_rights(role.guild_id):
            for member in holders:
                member.roles.remove(role.id)
            for channel in self.world.guild_channels(role.guild_id):
                kept = [overwrite for overwrite in channel.overwrites if overwrite["id"] != role.id]
                channel.overwrites = kept
                self.world.keep(channel)
            self.world.drop(role)
            deleted = {"guild_id": str(role.guild_id), "role_id": str(role.id)}
            self.events.tell_guild("GUILD_ROLE_DELETE", role.guild_id, deleted)
            for member in holders:
                self.events.member_updated(member)

    def change_role(self, role: Role, name: str, permissions: int) -> Role:
        """Give a role another name or other permissions."""
        with self._changing_rights(role.guild_id):
            changed = replace(role, name=name, permissions=permissions)
            self.events.role_changed(changed)
        return changed

    def change_member(self, changed: Member) -> Member:
        """Give a member other roles, another nickname or a time-out."""
        with self._changing_rights(changed.guild_id):
            self.events.member_updated(changed)
        return changed

    def begin_outage(self, guild: Guild, seconds: float | None) -> None:
        """Make a guild unavailable for some seconds, or until `end_outages`: it sends no events."""
        if guild.id in self._outages:
            self._outages[guild.id].cancel()
        else:
            self.events.guild_unavailable(guild)
        loop = asyncio.get_running_loop()
        until = FOREVER if seconds is None else seconds
        self._outages[guild.id] = loop.call_later(until, self._end_outage, guild.id)

    def end_outages(self) -> None:
        """Make every guild available again."""
        for guild_id in list(self._outages):
            self._end_outage(guild_id)

    def outages(self) -> list[Json]:
        """Return the outages under way, as `GET /sandbox/faults` shows them."""
        return [{"fault": GUILD_OUTAGE, "guild_id": str(guild_id)} for guild_id in self._outages]

    def close(self) -> None:
        """Cancel the timers of all outages."""
        for timer in self._outages.values():
            timer.cancel()

    def _end_outage(self, guild_id: int) -> None:
        self._outages.pop(guild_id).cancel()
        self.events.guild_available(self.world.guilds[guild_id])

    def _changing_rights(self, guild_id: int) -> AbstractContextManager[None]:
        """Announce which channels appear or disappear by what the block changes in a guild."""
        return self.events.changing(*self.world.guild_channels(guild_id), only_rights=True)

    def _own_roles(self, member: Member) -> list[Role]:
        roles = (self.world.roles[role_id] for role_id in member.roles)
        return [role for role in roles if role.managed]
