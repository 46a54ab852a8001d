"""What an image's name says: registry, repository, tag."""

import re
from functools import cache


@cache
def _release() -> re.Pattern[str]:
    return re.compile(r"v?(\d{1,3}\.\d{1,3}\.\d{1,3})(?:-build\d+|-(?:amd|arm)64|-\d+)?$")


@cache
def _build() -> re.Pattern[str]:
    return re.compile(r"v\d{1,3}\.\d{1,3}\.\d{1,3}-[0-9a-zA-Z.-]{1,60}$")


def tag_of(image: str) -> str:
    """What follows the colon; empty for a digest or where there is none."""
    name, _, tag = image.partition("@")[0].rpartition(":")
    return tag if name and "/" not in tag else ""


def is_calico(image: str) -> bool:
    """Whether the project made it, by its name."""
    return "calico" in image.lower()


def release_of(image: str) -> str:
    """The release of Calico in the tag, with its `v`; a build keeps its own name; empty where the tag names none."""
    tag = tag_of(image)
    found = _release().match(tag)
    if found is not None:
        return f"v{found[1]}"
    return tag if _build().match(tag) else ""
