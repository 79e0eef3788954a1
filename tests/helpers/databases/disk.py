"""The files of a test: their names in a folder, and the bytes of a database."""

from pathlib import Path


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def bytes_of(database: Path) -> bytes:
    """Return everything in the file of a database, including newer changes."""
    files = (database.with_name(database.name + suffix) for suffix in ("", "-wal"))
    return b"".join(file.read_bytes() for file in files if file.exists())
