"""/proc/PID/mountinfo."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Mount, MountTable
from calicovet.parse.host.lines import cite, numbered, pattern

# 27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
_ROW = r"\d{1,9} \d{1,9} \d{1,7}:\d{1,9} \S+ (/\S*) (\S+) ((?:\S+ ){0,4})- (\S+) \S* (\S+)$"


def read_mounts(evidence: Evidence) -> Iterator[MountTable]:
    """The table of mounts, cited at that of the root."""
    mounts: list[Mount] = []
    root = 0
    for number, line in numbered(evidence):
        found = pattern(_ROW).match(line)
        if found is None:
            continue
        point, options, tags, kind, own = found.groups()
        root = number if point == "/" else root
        mounts.append(
            Mount(
                point=point,
                kind=kind,
                # A bind may be read-only or noexec though the file system is not, and the other way round.
                options=tuple(dict.fromkeys((*options.split(","), *own.split(",")))),
                shared="shared:" in tags,
            )
        )
    if root:
        yield MountTable(mounts=tuple(mounts), about=evidence.about, cited=cite(evidence, root))
