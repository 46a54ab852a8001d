"""A hundred incidents in one process: the demos again and again, through the whole core."""

import sys
from itertools import cycle, islice
from pathlib import Path

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id


def main(folder: Path) -> None:
    catalogue = tuple(load_catalogue())
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))]
    for order, text in enumerate(islice(cycle(texts), 100)):
        paste = Evidence(
            id=evidence_id("paste", order, text),
            kind=EvidenceKind.PASTE,
            content=text,
            source="paste",
        )
        diagnose(Snapshot(evidence=(paste,)), catalogue)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
