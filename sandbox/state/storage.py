"""A store of state: in memory, or in a SQLite file that a later run continues from."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sandbox.state.models import Json

IN_MEMORY = ":memory:"
OWNER_ALONE = 0o600  # the file has what everybody says in private, and their tokens
# A crash of the process loses nothing that was written; only a power cut could.
SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS records (
    kind TEXT, id INTEGER, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""


class Store:
    """A store of attachments and, if it has a file, of records; no write waits for the disk.

    Without a file, records live in the world, and end with it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._keeps_records = path is not None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(OWNER_ALONE)
            _narrow(path)
        self._database = sqlite3.connect(path or IN_MEMORY, isolation_level=None)
        self._database.executescript(SCHEMA)

    def load(self) -> Iterator[tuple[str, Json]]:
        """Yield every record kept so far with its kind, the older ids first."""
        for kind, body in self._database.execute("SELECT kind, body FROM records ORDER BY id"):
            yield kind, json.loads(body)

    def keep(self, kind: str, record_id: int, record: Json) -> None:
        """Keep a record as it is at this moment, in place of an earlier one of its kind and id."""
        if self._keeps_records:
            row = (kind, record_id, json.dumps(record))
            self._database.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", row)

    def forget(self, kind: str, record_id: int) -> None:
        """Drop a record."""
        key = (kind, record_id)
        self._database.execute("DELETE FROM records WHERE kind = ? AND id = ?", key)

    def keep_file(self, file_id: int, data: bytes) -> None:
        """Keep an attachment's bytes."""
        self._database.execute("INSERT INTO files VALUES (?, ?)", (file_id, data))

    def file(self, file_id: int) -> bytes | None:
        """Return an attachment's bytes."""
        found = self._database.execute("SELECT data FROM files WHERE id = ?", (file_id,)).fetchone()
        return None if found is None else bytes(found[0])

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _narrow(path: Path) -> None:
    """Keep other users from a file and what SQLite has left beside it; new ones take after it."""
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError, PermissionError):
            path.with_name(path.name + suffix).chmod(OWNER_ALONE)
