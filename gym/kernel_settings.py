"""Settings of this machine's kernel that kubelets and faults change, kept and put back."""

import json
from pathlib import Path

ALL = Path("/proc/sys")

_CHANGED = (
    # A kubelet sets these when it starts.
    "vm/overcommit_memory",
    "vm/panic_on_oom",
    "kernel/panic",
    "kernel/panic_on_oops",
    "kernel/keys/root_maxkeys",
    "kernel/keys/root_maxbytes",
    # One for all network namespaces.
    "net/netfilter/nf_conntrack_max",
    # Faults may lower these.
    "fs/inotify/max_user_instances",
    "fs/inotify/max_user_watches",
    "fs/file-max",
    "kernel/pid_max",
)

_ROOM = {"fs/inotify/max_user_instances": 1024, "fs/inotify/max_user_watches": 524_288}
"""What is meant for one machine must do for several: containerd alone takes a few of them."""


class KernelSettings:
    """Kept in a file, so that a later run can put back what a killed one has left changed."""

    def __init__(self, kept: Path, settings: Path = ALL) -> None:
        self._kept = kept
        self._settings = settings

    def save(self) -> None:
        """Keeps them as they are now."""
        there = (name for name in _CHANGED if (self._settings / name).exists())
        values = {name: (self._settings / name).read_text().strip() for name in there}
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        self._kept.write_text(json.dumps(values, indent=2))

    def make_room(self) -> None:
        """Raises what several nodes on one kernel would use up."""
        for name, enough in _ROOM.items():
            path = self._settings / name
            if path.exists() and int(path.read_text()) < enough:
                path.write_text(str(enough))

    def restore(self) -> tuple[str, ...]:
        """Puts back what was kept, if anything was, and forgets it; names of what had changed."""
        if not self._kept.exists():
            return ()
        values: dict[str, str] = json.loads(self._kept.read_text())
        changed = tuple(
            name
            for name, value in values.items()
            if (self._settings / name).read_text().strip() != value
        )
        for name in changed:
            (self._settings / name).write_text(values[name])
        self._kept.unlink()
        return changed
