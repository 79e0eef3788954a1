"""The folder of a site: its manifest and its files."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_bytes
from typing import Final

from pydantic import TypeAdapter

from engine.clocks import Seconds
from engine.seats import Seat

MANIFEST: Final = "site.json"
OWN: Final = re.compile(r"(?:(?:matches|players)/)?[a-z0-9-]+\.(?:html|png|dm|css|js)", re.ASCII)
"""The paths of a site's files. Whatever else its manifest may name is left alone."""


class NoSiteError(Exception):
    """Error for a folder that cannot become a site; the message is a clause."""


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """The manifest's entry of a drawn match.

    Attributes:
        digest: Digest of the sources of its files.
        thinking: Each seat's time in all, longest think, and the step of that.
        files: Paths of its files.
    """

    digest: str
    steps: int
    thinking: dict[Seat, tuple[Seconds, Seconds, int]]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a site: its matches by number, and the paths of its other files."""

    matches: Mapping[int, ManifestEntry]
    pages: tuple[str, ...] = ()

    @property
    def files(self) -> set[str]:
        """The paths of all its files."""
        return {*self.pages, *(file for entry in self.matches.values() for file in entry.files)}


_STORED: Final = TypeAdapter(Manifest)


def open_site(folder: Path) -> Manifest:
    """Return a site's manifest; a new or empty folder becomes a site.

    A manifest that cannot be read is as good as none: everything is drawn anew.

    Raises:
        NoSiteError: Something else is in the folder.
        OSError: It cannot be made or read.
    """
    manifest = folder / MANIFEST
    if manifest.is_file():
        try:
            return _STORED.validate_json(manifest.read_bytes())
        except ValueError:
            return Manifest({})
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise NoSiteError("it has other things in it: name a new folder, or one with a site")
    note(folder, Manifest({}))
    return Manifest({})


def note(folder: Path, manifest: Manifest) -> None:
    """Write the manifest."""
    put(folder, MANIFEST, _STORED.dump_json(manifest))


def put(folder: Path, path: str, content: bytes) -> bool:
    """Write a file atomically; return False if it was there with this content."""
    file = folder / path
    try:
        if file.read_bytes() == content:
            return False
    except FileNotFoundError:
        file.parent.mkdir(exist_ok=True)
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(file)
    return True


def key_of(folder: Path) -> bytes:
    """Return the secret by which a site names its players, in a file beside it; made once.

    Raises:
        NoSiteError: It cannot be read or written.
    """
    file = Path(f"{folder.resolve()}.key")
    try:
        file.touch(0o600)
        if not file.stat().st_size:
            file.write_bytes(token_bytes())
        return file.read_bytes()
    except OSError as error:
        raise NoSiteError(f"{file} cannot be read or written ({error.strerror})") from None


def remove(folder: Path, paths: Iterable[str]) -> int:
    """Remove files of a site; return the number of those that existed."""
    found_paths = [
        folder / path for path in paths if OWN.fullmatch(path) and (folder / path).is_file()
    ]
    for file in found_paths:
        file.unlink()
    return len(found_paths)
