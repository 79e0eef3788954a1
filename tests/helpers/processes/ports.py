"""Ports of this machine for servers that are told theirs before they listen."""

import errno
import socket
from random import Random
from typing import Final

PORTS: Final = range(20_000, 32_000)
"""None that the system gives to whoever asks for any: another test would soon have it."""


def free_port() -> int:
    for port in Random().sample(PORTS, len(PORTS)):
        with socket.socket() as taken:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                taken.bind(("127.0.0.1", port))
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                return port
    raise OSError(errno.EADDRINUSE, "all ports are taken")
