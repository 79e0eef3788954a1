"""The gateway's sessions: their events, their ends and disturbances."""

from collections.abc import Iterable
from secrets import token_urlsafe

from sandbox.gateway.payloads import Payloads
from sandbox.gateway.sessions import CloseCode, Connection, Intent, Op, Session, encode, frame
from sandbox.rate_limits import Limiter
from sandbox.state.models import Guild, Json
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
        members = self.world.members_of(guild.id)
        # A bot without presences gets only itself.
        if session.user.bot and Intent.GUILD_PRESENCES not in session.intents:
            members = [self.world.members[guild.id, session.user.id]]
        payload = self.payloads.guild_create(guild, session.user, members)
        if not joined:
            payload["unavailable"] = False
        session.dispatch("GUILD_CREATE", encode(payload))

    def add_session(self, session: Session) -> None:
        """Add a new session, and forget those that were not resumed in time."""
        self.sessions = {key: kept for key, kept in self.sessions.items() if not kept.expired()}
        self.sessions[session.id] = session

    def disturb_bot(self, fault: str) -> None:
        """Tell the bot to reconnect (opcode 7), forget its sessions (9) or cut its connections."""
        for connection in self._bot_connections():
            match fault:
                case "reconnect":
                    connection.send(frame(Op.RECONNECT))
                case "invalid-session":
                    connection.send(frame(Op.INVALID_SESSION, data=False))
                case _:
                    connection.abort()
        if fault == "invalid-session":
            self._forget_bot()

    def reset_token(self) -> None:
        """Reset the bot's token and end its sessions, as after identifying too often."""
        for connection in self._bot_connections():
            connection.close(CloseCode.AUTHENTICATION_FAILED)
        self._forget_bot()
        self.world.change_bot_token(token_urlsafe())

    def close(self) -> None:
        """Close every socket, as when the service restarts."""
        for connection in self.connections:
            connection.close(CloseCode.SERVICE_RESTART)

    def _forget_bot(self) -> None:
        self.sessions = {key: kept for key, kept in self.sessions.items() if not kept.user.bot}

    def _bot_connections(self) -> list[Connection]:
        bots = (session for session in self.sessions.values() if session.user.bot)
        return [session.connection for session in bots if session.connection]
