"""The incidents that ship with the program: where their proof stands, and which names they hold."""

from dataclasses import dataclass
from pathlib import Path

import calicovet

FOLDER = Path(calicovet.__file__).parent / "app" / "demos"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    name: str
    decisive: tuple[str, ...] = ()
    """Lines that hold one of these carry the proof; without them nothing is proven."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Nodes, and other names of the same length: columns stay where they are."""

    def text(self) -> str:
        return (FOLDER / f"{self.name}.md").read_text(encoding="utf-8")


_JENNY = (("jenny", "karla"),)
_TEST = (("test-master", "east-leader"), ("test-node1", "east-host8"))
_NUMBERED = (("node13", "host77"), ("node11", "host52"))
_TWO = (("node-4", "rack-8"), ("node-9", "rack-3"), ("node-5", "rack-6"))

DEMOS = (
    Demo(name="new-node-restarts", renamed=_NUMBERED),
    Demo(
        name="new-node-restarts-with-host-files",
        decisive=("SystemdCgroup = false",),
        renamed=_NUMBERED,
    ),
    Demo(
        name="requests-hang-on-one-node",
        decisive=("nerdctl0", "10.4.0.1"),
        renamed=(
            ("ce-demo-1", "kx-prod-5"),
            ("ce-demo-2", "kx-prod-9"),
            ("ce-demo-3", "kx-prod-7"),
        ),
    ),
    Demo(name="init-stuck-runtime", renamed=_TEST),
    Demo(
        name="init-stuck-runtime-with-journal",
        decisive=("dockerd[",),
        renamed=_TEST,
    ),
    Demo(name="two-nodes-crash", renamed=_TWO),
    Demo(
        name="two-nodes-crash-with-load",
        decisive=("load average",),
        renamed=_TWO,
    ),
    Demo(name="init-stuck-migration", renamed=_JENNY),
    Demo(
        name="init-stuck-migration-with-log",
        decisive=("failed to migrate ipam",),
        renamed=_JENNY,
    ),
)
