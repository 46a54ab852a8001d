"""`df` and `df -i`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import DiskFree, Fact, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

# A long device name pushes the rest of its row to the next line: the end of the row is enough.
_ROW = r"(?:^|\s)(\d{1,3})%\s+(/\S*(?: \S+)*)$"
_HEADER = r"\s*(?:Filesystem|文件系统)\s"
_READ_ONLY = r"\s*(?:/dev/(?:loop|sr)\d|squashfs\b|iso9660\b)|\S+\s+(?:squashfs|iso9660)\s"


def read_disks(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """How full each mounted file system is; images that are full by nature are left out."""
    inodes = pattern(r"\bdf\s(?:.*\s)?-\w*i").search(evidence.taken_by) is not None
    for number, line in numbered(evidence):
        if pattern(_HEADER).match(line):
            inodes = "inode" in line.lower() or "IUse" in line
            continue
        found = pattern(_ROW).search(line)
        if found is None or int(found[1]) > 100 or pattern(_READ_ONLY).match(line):
            continue
        yield DiskFree(
            mount=found[2],
            used_percent=int(found[1]),
            inodes=inodes,
            about=evidence.about,
            cited=cite(evidence, number),
        )


PARSER = Parser(read_disks, gives=(DiskFree,))
