"""Stores of state: in memory, or in a SQLite file that a later run continues from."""

import json
import queue
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from sandbox.state.models import Json

SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    kind TEXT, id INTEGER, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""

KEEP_RECORD = "INSERT OR REPLACE INTO records VALUES (?, ?, ?)"
FORGET_RECORD = "DELETE FROM records WHERE kind = ? AND id = ?"
KEEP_FILE = "INSERT OR REPLACE INTO files VALUES (?, ?)"

Write = tuple[str, tuple[object, ...]]


class Store:
    """A store that keeps attachments in memory; records live in the world, and end with it."""

    def __init__(self) -> None:
        self._files: dict[int, bytes] = {}

    def load(self) -> Iterator[tuple[str, Json]]:
        """Yield every record kept so far with its kind, the older ids first."""
        return iter(())

    def keep(self, kind: str, record_id: int, record: Json) -> None:
        """Keep a record, in place of an earlier one of that kind and id."""

    def forget(self, kind: str, record_id: int) -> None:
        """Drop a record."""

    def keep_file(self, file_id: int, data: bytes) -> None:
        """Keep an attachment's bytes; they can be read at once."""
        self._files[file_id] = data

    def file(self, file_id: int) -> bytes | None:
        """Return an attachment's bytes."""
        return self._files.get(file_id)

    def close(self) -> None:
        """Finish what is still to be written."""


class FileStore(Store):
    """A store in a SQLite file; a thread does the writing, so that no request waits."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._reader = self._connect()
        self._reader.executescript(SCHEMA)
        self._writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._write_all, name="sandbox-store", daemon=True)
        self._thread.start()

    def load(self) -> Iterator[tuple[str, Json]]:
        """Yield every record kept so far with its kind, the older ids first."""
        for kind, body in self._reader.execute("SELECT kind, body FROM records ORDER BY id"):
            yield kind, json.loads(body)

    def keep(self, kind: str, record_id: int, record: Json) -> None:
        """Keep a record as it is at this moment."""
        self._enqueue(KEEP_RECORD, (kind, record_id, json.dumps(record)))

    def forget(self, kind: str, record_id: int) -> None:
        """Drop a record."""
        self._enqueue(FORGET_RECORD, (kind, record_id))

    def keep_file(self, file_id: int, data: bytes) -> None:
        """Keep an attachment's bytes; they are read from memory until they are written."""
        super().keep_file(file_id, data)
        self._enqueue(KEEP_FILE, (file_id, data))

    def file(self, file_id: int) -> bytes | None:
        """Return an attachment's bytes, written yet or not."""
        data = super().file(file_id)
        if data is not None:
            return data
        row = self._reader.execute("SELECT data FROM files WHERE id = ?", (file_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def close(self) -> None:
        """Write what is left, and close the file."""
        self._writes.put(None)
        self._thread.join()
        self._reader.close()
        if self._failure is not None:
            raise self._failure

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # A crash of the process loses nothing that was written; only a power cut could.
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    def _enqueue(self, statement: str, parameters: tuple[object, ...]) -> None:
        if self._failure is not None:
            raise self._failure
        self._writes.put((statement, parameters))

    def _write_all(self) -> None:
        connection = self._connect()
        try:
            while self._write_batch(connection):
                pass
        except sqlite3.Error as error:
            self._failure = error
        finally:
            connection.close()

    def _write_batch(self, connection: sqlite3.Connection) -> bool:
        """Write all that waits in one transaction; return whether more may come."""
        batch = [self._writes.get()]
        while not self._writes.empty():
            batch.append(self._writes.get())
        writes = [write for write in batch if write is not None]
        connection.execute("BEGIN")
        for statement, parameters in writes:
            connection.execute(statement, parameters)
        connection.execute("COMMIT")
        for statement, parameters in writes:
            if statement == KEEP_FILE:
                self._files.pop(cast("int", parameters[0]))
        return batch[-1] is not None
