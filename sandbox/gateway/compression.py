"""Transport compression: each connection has one context, flushed after every message."""

import zlib
from collections.abc import Callable

try:
    import zstandard
except ImportError:  # a client with another library for it gets plain text, which it takes as well
    zstandard = None  # type: ignore[assignment]

Compress = Callable[[bytes], bytes]


def compression(name: str | None) -> Compress | None:
    """Return the compression of a new connection by Discord's name; None where there is none."""
    if name == "zlib-stream":
        zlib_context = zlib.compressobj()
        return lambda data: zlib_context.compress(data) + zlib_context.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream" and zstandard is not None:
        context, block = zstandard.ZstdCompressor().compressobj(), zstandard.COMPRESSOBJ_FLUSH_BLOCK
        return lambda data: context.compress(data) + context.flush(block)  # no frame ends
    return None
