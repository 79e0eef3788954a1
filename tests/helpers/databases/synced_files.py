"""The files of a database as a power cut would leave them: as of their last syncs.

SQLite asks the system for every file through a table of functions. Here its `sync` is followed by
a copy of the file, made before the database may go on; what was never synced is in no copy.
"""

import _sqlite3
import ctypes
import os
import shutil
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, Final

OK: Final = 0
FULL: Final = 13
SUFFIXES: Final = ("", "-wal")
"""Of the database and its log; what else lies beside them is made anew from these."""

_KEPT: Final[list[object]] = []
"""Objects that SQLite now calls and reads, which must not be thrown away."""


class NotHooked(Exception):  # noqa: N818 - a fact about this Python
    """The SQLite that Python uses cannot be found from here."""


# The name is an address: the file system keeps it, and a copy of Python's would be gone too soon.
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
CLOSE = CFUNCTYPE(c_int, c_void_p)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)


class Methods(Structure):
    """`sqlite3_io_methods`, up to its third version."""

    _fields_ = [
        ("version", c_int),
        ("close", CLOSE),
        ("read", c_void_p),
        ("write", WRITE),
        ("truncate", c_void_p),
        ("sync", SYNC),
        *((f"other_{number}", c_void_p) for number in range(13)),
    ]


class File(Structure):
    """`sqlite3_file`; what a file system keeps with it comes after."""

    _fields_ = [("methods", POINTER(Methods))]


class FileSystem(Structure):
    """`sqlite3_vfs`, as far as it is read here."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", OPEN),
    ]


class Recorder:
    """Keeps, in a folder, a copy of each file of a database as it stood at its last sync."""

    def __init__(
        self,
        folder: Path,
        before_sync: Callable[[str], None] = lambda _: None,
        refuses: Callable[[str], bool] | None = None,
    ) -> None:
        """Keep copies in a folder; `refuses` says of a file whether its disk is full just now."""
        self._folder = folder
        self._before_sync = before_sync
        self._refuses = refuses

    def install(self) -> None:
        """Watch every file that this process opens through SQLite from now on.

        Raises:
            NotHooked: Python's SQLite cannot be found.
        """
        find = _library().sqlite3_vfs_find
        find.restype, find.argtypes = POINTER(FileSystem), [c_char_p]
        system = find(None).contents
        # Read into a function of its own: the field itself is about to be changed.
        original = OPEN(ctypes.cast(system.open, c_void_p).value or 0)

        def open_file(
            this: int, name: int | None, file: int, flags: int, granted: "ctypes._Pointer[c_int]"
        ) -> int:
            status = original(this, name, file, flags, granted)
            if status == OK and name:
                self._watch(file, os.fsdecode(ctypes.string_at(name)))
            return status

        replacement = OPEN(open_file)
        _KEPT.extend([original, replacement])
        system.open = replacement
        self._folder.mkdir(parents=True, exist_ok=True)

    def _watch(self, file: int, path: str) -> None:
        header = File.from_address(file)
        methods = header.methods.contents
        original = SYNC(self._address(methods.sync))

        def sync(this: int, flags: int) -> int:
            self._before_sync(path)
            status = original(this, flags)
            if status == OK:
                self._copy(path)
            return status

        watched = Methods.from_buffer_copy(methods)
        watched.sync = SYNC(sync)
        _KEPT.extend([original, watched])
        if self._refuses:
            watched.write = self._limited(WRITE(self._address(methods.write)), path)
        header.methods = ctypes.pointer(watched)

    def _limited(self, original: Any, path: str) -> Any:
        """Return a way to write to a file that fails while the disk is full."""
        refuses = self._refuses or (lambda _: False)

        def write(this: int, data: int, size: int, offset: int) -> int:
            if refuses(path):
                return FULL
            status: int = original(this, data, size, offset)
            return status

        limited = WRITE(write)
        _KEPT.extend([original, limited])
        return limited

    @staticmethod
    def _address(method: Any) -> int:
        return ctypes.cast(method, c_void_p).value or 0

    def _copy(self, path: str) -> None:
        """Copy a synced file; a process that dies meanwhile leaves the copy before."""
        name = Path(path).name
        unfinished = self._folder / f"{name}.part"
        shutil.copyfile(path, unfinished)
        unfinished.replace(self._folder / name)


def undo_unsynced(database: Path, synced: Path) -> None:
    for suffix in (*SUFFIXES, "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    copy_synced(synced, database)


def copy_synced(synced: Path, database: Path) -> None:
    for suffix in SUFFIXES:
        copy = synced / (database.name + suffix)
        if copy.exists():
            shutil.copyfile(copy, database.with_name(database.name + suffix))


def _library() -> ctypes.CDLL:
    """Return the very SQLite that Python's module uses, its own or the system's."""
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    if not hasattr(library, "sqlite3_vfs_find"):
        raise NotHooked("Python's SQLite lets nobody look in")
    return library
