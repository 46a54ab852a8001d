"""How to close a gap, in the reader's language: commands and rules stay as they are."""

import re

from calicovet.report.words import Words

_PHRASES = (
    (re.compile(r"(?P<rule>RBAC \{.*\}) in namespace (?P<namespace>\S+)"), "close.in-namespace"),
    (re.compile(r"in the kubelet's configuration (?P<settings>.+)"), "close.kubelet-configuration"),
    (re.compile(r"bind ClusterRole (?P<role>\S+) to the API server's own user"), "close.bind"),
    (
        re.compile(
            r"on (?P<node>\S+), as root: (?P<line>.+) \((?P<script>.+) prints it\), then (?P<flag>.+)"
        ),
        "close.host-script",
    ),
    (
        re.compile(r"(?P<flag>--debug-pod=IMAGE), an image with a shell that the node has"),
        "close.image",
    ),
)


def closing(way: str, frame: Words) -> str:
    """The way in the frame's words where they are known."""
    for phrase, key in _PHRASES:
        if found := phrase.fullmatch(way):
            return frame.say(key, **found.groupdict())
    return way
