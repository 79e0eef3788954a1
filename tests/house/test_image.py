"""The container's image: what it is built on, and what is not in it."""

import re
import sys
from pathlib import Path
from subprocess import run
from sysconfig import get_path

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COPY = re.compile(r"^COPY (?!--)(.+) \S+$", re.MULTILINE)
COPIED = {name for line in COPY.findall(DOCKERFILE) for name in line.split()}
PLAY = "import sys; sys.path[:0] = sys.argv[1:]; from bot.cli import main; main(['play'])"


def test_the_image_is_built_on_a_digest_that_is_named_once():
    stages = re.findall(r"^FROM (\S+)(?: AS (\S+))?$", DOCKERFILE, re.MULTILINE)
    names = {name for _, name in stages}
    (source,) = (source for source, _ in stages if source not in names)
    assert re.fullmatch(r"python:3\.\d+-slim@sha256:[0-9a-f]{64}", source)
    assert len(stages) == DOCKERFILE.count("FROM ")


def test_without_the_stand_in_for_discord_play_says_in_one_line_what_to_install(tmp_path: Path):
    assert {"bot", "engine", "migrations", "rendering"} <= COPIED
    assert "sandbox" not in COPIED
    for name in COPIED:
        (tmp_path / name).symlink_to(ROOT / name)
    # Without what an installation of this folder adds to the path.
    command = [sys.executable, "-S", "-c", PLAY, tmp_path, get_path("purelib")]
    ended = run(command, capture_output=True, text=True, cwd=tmp_path, env={}, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert "`make play`" in line
