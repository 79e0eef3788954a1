"""Every scene looks as it did when somebody looked at it and found it good."""

import pytest
from PIL import features

from tests.rendering.golden.scenes import GROUPS, digest, read_digests, scenes_of

MADE_WITH = {"freetype2": "2.14.3", "raqm": "0.11.0"}
"""The libraries in the wheel of Pillow that wrote the letters of the kept digests."""


@pytest.mark.parametrize("group", GROUPS)
def test_every_scene_looks_as_when_it_was_approved(group: str):
    stored = {
        name: digest for name, digest in read_digests().items() if name.startswith(f"{group}: ")
    }
    results = {name: digest(scene()) for name, scene in scenes_of(group).items()}
    changed = [name for name in results | stored if results.get(name) != stored.get(name)]
    installed = {name: features.version(name) for name in MADE_WITH}
    assert not changed, (
        "`make pictures` paints what has changed, to look at, and keeps the new digests. "
        f"Letters may differ with other libraries than {MADE_WITH}; installed: {installed}"
    )
