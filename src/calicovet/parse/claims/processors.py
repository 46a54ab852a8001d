"""Processor architectures and counts in prose."""

import re
from collections.abc import Iterator
from functools import cache

_NAMES = (
    ("arm64", r"arm64|aarch64|armv8l?|graviton\d?|kunpeng|鲲鹏|飞腾|apple silicon"),
    ("arm64", r"(?:raspberry ?pi|树莓派)[^,;，。；]{0,40}?\b64[ -]?(?:bits?\b|位)"),
    ("arm", r"armv[67]l?|armhf|arm32"),
    ("amd64", r"amd64|x86[_-]64|x86(?![_-]\d)"),
    ("ppc64le", r"ppc64le"),
    ("s390x", r"s390x"),
)
# Part of a longer name, of an image's or a file's: linux/arm64 alone is a machine's.
_INSIDE = r"(?:(?<![a-z0-9/._:@-])|(?<=\blinux/)(?<!platform linux/)(?<!platform=linux/))"
_AFTER = r"(?![a-z0-9_]|[-.:/](?!v8)\w)"
_OF_AN_IMAGE = re.compile(
    r"^[\s`'\")]{0,3}(?:(?:architecture|arch|version|docker|container|only|架构|版本|的)\s?){0,3}"
    r"(?:images?|manifests?|binar(?:y|ies)|tags?|镜像|清单)"
)
_IMAGE_IS = re.compile(
    r"(?:image|binary|镜像)s?\W{0,3}(?:is|are|was|were|is for|for|是|为|都是)\W{0,3}$"
)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    # Chinese sets no space around names: only ASCII letters make a word.
    return tuple(
        (name, re.compile(f"{_INSIDE}(?:{words}){_AFTER}", re.ASCII)) for name, words in _NAMES
    )


def processors_in(text: str) -> Iterator[str]:
    """The processors of machines that the words name, in the words of images; not those of images."""
    text = text[:4000].lower()
    for name, pattern in _patterns():
        if any(not _is_of_an_image(text, found) for found in pattern.finditer(text)):
            yield name


def _is_of_an_image(text: str, found: re.Match[str]) -> bool:
    before, after = text[max(0, found.start() - 40) : found.start()], text[found.end() :]
    return _OF_AN_IMAGE.search(after) is not None or _IMAGE_IS.search(before) is not None
