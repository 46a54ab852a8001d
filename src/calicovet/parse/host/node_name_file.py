"""/var/lib/calico/nodename, and the name in the CNI configuration."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import NodeNameUsed
from calicovet.parse.host.command_words import commands_of
from calicovet.parse.host.lines import cite, numbered, pattern

_FILE = r"\S*/var/lib/calico/nodename"
_PRINTS = r"(?:sudo\s+)?(?:cat|head|tail|more|less)\s(?:.*\s)?/var/lib/calico/nodename\b"
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?"
_CONFLIST = rf"\"nodename\"\s{{0,40}}:\s{{0,40}}\"({_NAME})\""


def read_node_names(evidence: Evidence) -> Iterator[NodeNameUsed]:
    """The name that calico-node stored, and the name that the CNI plugin uses."""
    for number, line in numbered(evidence):
        # A name with underscores is an unfilled placeholder.
        for found in pattern(_CONFLIST).finditer(line):
            yield NodeNameUsed(
                name=found[1], where="conflist", about=evidence.about, cited=cite(evidence, number)
            )
    yield from _of_file(evidence)


def _of_file(evidence: Evidence) -> Iterator[NodeNameUsed]:
    """The file's only line, by its place among the outputs where several commands gave one each."""
    commands = commands_of(evidence) or (evidence.source,)
    place = next((at for at, command in enumerate(commands) if _prints(command)), None)
    shown = [(number, line.strip()) for number, line in numbered(evidence) if line.strip()]
    if place is None or len(shown) != len(commands):
        return
    number, name = shown[place]
    if pattern(_NAME).fullmatch(name):
        yield NodeNameUsed(
            name=name, where="file", about=evidence.about, cited=cite(evidence, number)
        )


def _prints(command: str) -> bool:
    return (
        pattern(_PRINTS).match(command) is not None or pattern(_FILE).fullmatch(command) is not None
    )
