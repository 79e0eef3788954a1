"""A client's socket: it identifies or resumes, sends heartbeats, and asks for members."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import cast

from aiohttp import WSMsgType, web

from sandbox.faults import Faults
from sandbox.gateway.compression import compression
from sandbox.gateway.gateway import Gateway
from sandbox.gateway.payloads import application_flags
from sandbox.gateway.sessions import (
    EVERY_INTENT,
    PRIVILEGED,
    CloseCode,
    Connection,
    Intent,
    Op,
    Session,
    encode,
    frame,
)
from sandbox.rate_limits import Window
from sandbox.state.models import Guild, Json, Member
from sandbox.state.snowflakes import WHOLE, read_shard

HEARTBEAT_MILLISECONDS = 41_250
CHUNK_LENGTH = 1000
NORMAL_CLOSES = (1000, 1001)  # a client that closes with these does not mean to resume
SOCKET_CLOSE_SECONDS = 2.0


class CloseError(Exception):
    """Error for a client that broke one of the gateway's rules, and is disconnected with a code."""

    def __init__(self, code: CloseCode) -> None:
        super().__init__(code)
        self.code = code


async def serve(gateway: Gateway, faults: Faults, request: web.Request) -> web.StreamResponse:
    """Talk with one client until its socket closes."""
    transport = cast("asyncio.Transport", request.transport)
    socket = web.WebSocketResponse(compress=False, timeout=SOCKET_CLOSE_SECONDS)
    if faults.gateway_is_cut():
        transport.abort()
        return socket
    await socket.prepare(request)
    connection = Connection(socket, transport)
    connection.compress = compression(request.query.get("compress"))
    gateway.connections.add(connection)
    client = Client(gateway, connection)
    try:
        async for message in socket:
            client.receive(message.data if message.type is WSMsgType.TEXT else "")
    finally:
        gateway.connections.discard(connection)
        client.gone(socket.close_code)
        await connection.stop()
    return socket


class Client:
    """One connected client, from HELLO until its socket closes."""

    def __init__(self, gateway: Gateway, connection: Connection) -> None:
        self._gateway = gateway
        self._connection = connection
        self._session: Session | None = None
        self._sent = Window()
        self._answers: Mapping[int, Callable[[Json], None]] = {
            Op.HEARTBEAT: self._heartbeat,
            Op.IDENTIFY: self._identify,
            # Presence and voice mean nothing here.
            **dict.fromkeys((Op.PRESENCE_UPDATE, Op.VOICE_STATE_UPDATE), lambda _: None),
            Op.RESUME: self._resume,
            Op.REQUEST_GUILD_MEMBERS: self._request_members,
        }
        connection.send(frame(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS}))

    def receive(self, text: str) -> None:
        """Answer one frame; close the socket of a client that breaks the rules."""
        try:
            self._answer(text)
        except CloseError as error:
            self._connection.close(error.code)

    def gone(self, close_code: int | None) -> None:
        """Note that the socket is closed; unless the client ended its session, it can resume."""
        if self._session is None:
            return
        self._session.detach(self._connection)
        if close_code in NORMAL_CLOSES:
            self._gateway.sessions.pop(self._session.id, None)

    def _answer(self, text: str) -> None:
        if self._gateway.limiter.frame_too_many(self._sent):
            raise CloseError(CloseCode.RATE_LIMITED)
        try:
            received = json.loads(text)
            op, data = received["op"], received.get("d")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CloseError(CloseCode.DECODE_ERROR) from error
        answer = self._answers.get(op) if isinstance(op, int) else None
        if answer is None:
            raise CloseError(CloseCode.UNKNOWN_OPCODE)
        if op != Op.HEARTBEAT and not isinstance(data, dict):
            raise CloseError(CloseCode.DECODE_ERROR)
        if self._session is None and op not in (Op.HEARTBEAT, Op.IDENTIFY, Op.RESUME):
            raise CloseError(CloseCode.NOT_AUTHENTICATED)
        answer(data)

    def _heartbeat(self, _: object) -> None:
        self._connection.send(frame(Op.HEARTBEAT_ACK))

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            raise CloseError(CloseCode.ALREADY_AUTHENTICATED)
        gateway, session = self._gateway, self._new_session(data)
        if session.user.bot and gateway.limiter.identifies_too_soon(session.shard.id):
            self._connection.send(frame(Op.INVALID_SESSION, data=False))
            return
        self._session = session
        gateway.add_session(session)
        session.attach(self._connection)
        ready = self._ready(session)
        if data.get("shard") is not None:
            ready["shard"] = [session.shard.id, session.shard.count]
        session.dispatch("READY", encode(ready))
        if Intent.GUILDS in session.intents:
            for guild in self._guilds(session):
                if guild.id not in gateway.unavailable:
                    gateway.show_guild(session, guild)

    def _new_session(self, data: Json) -> Session:
        gateway = self._gateway
        user = gateway.world.user_of_token(str(data.get("token")).removeprefix("Bot "))
        if user is None:
            raise CloseError(CloseCode.AUTHENTICATION_FAILED)
        if not user.bot:
            return Session(user, Intent(EVERY_INTENT), WHOLE)
        if not gateway.limiter.count_identify():
            gateway.reset_token()
            raise CloseError(CloseCode.AUTHENTICATION_FAILED)
        intents, shard = _intents(data, gateway.granted), read_shard(data.get("shard"))
        if shard is None:
            raise CloseError(CloseCode.INVALID_SHARD)
        session = Session(user, intents, shard)
        if gateway.limiter.guilds_too_many(len(self._guilds(session))):
            raise CloseError(CloseCode.SHARDING_REQUIRED)
        return session

    def _ready(self, session: Session) -> Json:
        world, payloads, user = self._gateway.world, self._gateway.payloads, session.user
        dms = [] if user.bot else world.dms(user)
        ready: Json = {
            "v": 10,
            "user": payloads.me(user),
            "session_id": session.id,
            "resume_gateway_url": payloads.gateway,
            "guilds": [
                {"id": str(guild.id), "unavailable": True} for guild in self._guilds(session)
            ],
            "private_channels": [payloads.channel(channel, user) for channel in dms],
        }
        if user.bot:
            flags = application_flags(self._gateway.granted)
            ready["application"] = {"id": str(user.id), "flags": flags}
        return ready

    def _guilds(self, session: Session) -> list[Guild]:
        guilds = self._gateway.world.guilds_of(session.user)
        return [guild for guild in guilds if session.shard.carries(guild.id)]

    def _resume(self, data: Json) -> None:
        session = self._gateway.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if (
            session is None
            or session.user.token != str(data.get("token")).removeprefix("Bot ")
            or not isinstance(sequence, int)
            or not session.can_replay(sequence)
        ):
            self._connection.send(frame(Op.INVALID_SESSION, data=False))
            return
        self._session = session
        session.attach(self._connection)
        session.replay(sequence)
        session.dispatch("RESUMED", "{}")

    def _request_members(self, data: Json) -> None:
        session = cast("Session", self._session)
        asked = str(data.get("guild_id"))
        guild_id = int(asked) if asked.isdigit() else 0
        if guild_id not in [guild.id for guild in self._guilds(session)]:
            return
        members = self._members_asked_for(session, guild_id, data)
        shown = [self._gateway.payloads.full_member(member) for member in members]
        firsts = range(0, max(1, len(shown)), CHUNK_LENGTH)
        for index, first in enumerate(firsts):
            payload = {
                "guild_id": asked,
                "members": shown[first : first + CHUNK_LENGTH],
                "chunk_index": index,
                "chunk_count": len(firsts),
                "not_found": [],
                "nonce": data.get("nonce"),
            }
            session.dispatch("GUILD_MEMBERS_CHUNK", encode(payload))

    def _members_asked_for(self, session: Session, guild_id: int, data: Json) -> list[Member]:
        world = self._gateway.world
        members = world.members_of(guild_id)
        requested = data.get("user_ids")
        if requested is not None:
            listed = requested if isinstance(requested, list) else [requested]
            ids = {int(user_id) for user_id in listed}
            return [member for member in members if member.user_id in ids]
        query, limit = str(data.get("query", "")).lower(), int(data.get("limit", 0))
        if not query and not limit and Intent.GUILD_MEMBERS not in session.intents:
            raise CloseError(CloseCode.DISALLOWED_INTENTS)
        named = [
            member for member in members if world.users[member.user_id].username.startswith(query)
        ]
        return named[: limit or None]


def _intents(data: Json, granted: Intent) -> Intent:
    value = data.get("intents")
    if not isinstance(value, int) or value & ~EVERY_INTENT:
        raise CloseError(CloseCode.INVALID_INTENTS)
    intents = Intent(value)
    if intents & PRIVILEGED & ~granted:
        raise CloseError(CloseCode.DISALLOWED_INTENTS)
    return intents
