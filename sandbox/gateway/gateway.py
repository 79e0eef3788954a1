"""The gateway's sessions: their events, their ends and disturbances."""

from collections.abc import Iterable
from secrets import token_urlsafe

from sandbox.gateway.payloads import Payloads
from sandbox.gateway.sessions import CloseCode, Connection, Intent, Op, Session, encode, frame
from sandbox.rate_limits import Limiter
from sandbox.state.models import Guild, Json, Member
from sandbox.state.world import World


class Gateway:
    """All sessions, and the connections to their clients."""

    def __init__(self, world: World, payloads: Payloads, limiter: Limiter, granted: Intent) -> None:
        self.world = world
        self.payloads = payloads
        self.limiter = limiter
        self.granted = granted
        self.sessions: dict[str, Session] = {}
        self.unavailable: set[int] = set()  # guilds in an outage
        self.connections: set[Connection] = set()

    def publish(self, event: str, payload: Json, sessions: Iterable[Session]) -> None:
        """Send one event to some sessions."""
        data = encode(payload)
        for session in sessions:
            session.dispatch(event, data)

    def reached(self, guild_id: int | None) -> list[Session]:
        """Return the sessions that get a guild's events, or those of no guild (None)."""
        if guild_id in self.unavailable:
            return []
        return [
            session
            for session in self.sessions.values()
            if session.shard.carries(guild_id)
            and (guild_id is None or (guild_id, session.user.id) in self.world.members)
        ]

    def show_guild(self, session: Session, guild: Guild, *, joined: bool = False) -> None:
        """Send a whole guild; to a user who has just joined, without the `unavailable` field."""
        payload = self.payloads.guild_create(
            guild, session.user, self._members_shown(session, guild)
        )
        if not joined:
            payload["unavailable"] = False
        session.dispatch("GUILD_CREATE", encode(payload))

    def add_session(self, session: Session) -> None:
        """Add a new session, and forget those that were not resumed in time."""
        self.sessions = {
            key: other_session
            for key, other_session in self.sessions.items()
            if not other_session.expired()
        }
        self.sessions[session.id] = session

    def forget(self, session: Session) -> None:
        """End a session: it cannot be resumed."""
        self.sessions.pop(session.id, None)

    def drop_bot(self) -> None:
        """Cut the bot's connections; it can resume its sessions."""
        for connection in self._bot_connections():
            connection.abort()

    def invalidate_bot(self) -> None:
        """Forget the bot's sessions, and tell it with opcode 9."""
        for connection in self._bot_connections():
            connection.send(frame(Op.INVALID_SESSION, data=False))
        for session in self._bot_sessions():
            self.forget(session)

    def reconnect_bot(self) -> None:
        """Ask the bot to reconnect and resume (opcode 7)."""
        for connection in self._bot_connections():
            connection.send(frame(Op.RECONNECT))

    def reset_token(self) -> None:
        """Reset the bot's token and end its sessions, as after identifying too often."""
        for connection in self._bot_connections():
            connection.close(CloseCode.AUTHENTICATION_FAILED)
        for session in self._bot_sessions():
            self.forget(session)
        self.world.change_bot_token(token_urlsafe())

    def close(self) -> None:
        """Close every socket, as when the service restarts."""
        for connection in self.connections:
            connection.close(CloseCode.SERVICE_RESTART)

    def _members_shown(self, session: Session, guild: Guild) -> list[Member]:
        """Return the members GUILD_CREATE lists: to a bot without presences, only itself."""
        if session.user.bot and Intent.GUILD_PRESENCES not in session.intents:
            return [self.world.member(guild.id, session.user.id)]
        return self.world.members_of(guild.id)

    def _bot_sessions(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.user.bot]

    def _bot_connections(self) -> list[Connection]:
        return [session.connection for session in self._bot_sessions() if session.connection]
