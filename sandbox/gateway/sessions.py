"""Gateway sessions: the events that one client asks for, kept across its connections."""

import asyncio
import json
import time
from collections import deque
from enum import IntEnum, IntFlag
from secrets import token_hex

from aiohttp import web

from sandbox.gateway.compression import Compress
from sandbox.state.models import User
from sandbox.state.snowflakes import Shard

REPLAY_LENGTH = 5000  # events kept for a client that resumes
RESUMABLE_SECONDS = 300.0


class Intent(IntFlag):
    """The intents that the sandbox has events for, and all privileged ones."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


EVERY_INTENT = 0b11_0011_0001_1111_1111_1111_1111  # only the bits that mean something
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    VOICE_STATE_UPDATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_GUILD_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """The reason why the gateway closes a socket."""

    SERVICE_RESTART = 1012
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    RATE_LIMITED = 4008
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


def encode(payload: object) -> str:
    """Return JSON without spaces."""
    return json.dumps(payload, separators=(",", ":"))


def frame(op: Op, data: object = None) -> str:
    """Return a frame that is not an event."""
    return encode({"op": op, "d": data, "s": None, "t": None})


class Connection:
    """One socket with a queue of its own, so that a slow client holds nobody up."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self._socket = socket
        self._transport = transport
        self.compress: Compress | None = None
        self._closing = False
        self._frames: asyncio.Queue[str | int] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        """Queue a frame."""
        self._frames.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the socket with a code, once all that is queued has been sent."""
        self._closing = True
        self._frames.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection without closing it properly."""
        self._transport.abort()

    async def stop(self) -> None:
        """Stop writing to the socket, which is closed or closing."""
        if not self._closing:
            self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        while isinstance(next_one := await self._frames.get(), str):
            try:
                if self.compress is None:
                    await self._socket.send_str(next_one)
                else:
                    await self._socket.send_bytes(self.compress(next_one.encode()))
            except ConnectionError:
                return
        await self._socket.close(code=next_one)


class Session:
    """One client's stream of events, numbered, and replayed to a client that resumes."""

    def __init__(self, user: User, intents: Intent, shard: Shard) -> None:
        self.id = token_hex(16)
        self.user = user
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.connection: Connection | None = None
        self._lost_at = 0.0
        self._sent: deque[tuple[int, str]] = deque(maxlen=REPLAY_LENGTH)

    def dispatch(self, event: str, data: str) -> None:
        """Send an event whose data is JSON already, or keep it until the client resumes."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self._sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)

    def attach(self, connection: Connection) -> None:
        """Send over this connection from now on."""
        if self.connection is not None:
            self.connection.close(4000)
        self.connection = connection

    def detach(self, connection: Connection) -> None:
        """Note that the connection is gone; the events are kept for a while."""
        if self.connection is connection:
            self.connection = None
            self._lost_at = time.monotonic()

    def expired(self) -> bool:
        """Return whether the client has been away for too long to resume."""
        return self.connection is None and time.monotonic() - self._lost_at > RESUMABLE_SECONDS

    def can_replay(self, sequence: int) -> bool:
        """Return whether every event after that number is still kept."""
        oldest = self._sent[0][0] if self._sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, sequence: int) -> None:
        """Resend every event after that number."""
        for number, text in self._sent:
            if number > sequence and self.connection is not None:
                self.connection.send(text)
