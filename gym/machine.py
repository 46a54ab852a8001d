"""One machine of the gym: its own network, mounts, processes, cgroups and files, on one kernel.

Everything that runs on it dies with its first process, and every file it writes lies in its folder.
"""

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from lab.errors import LabError
from lab.namespace import Namespace
from lab.patience import Patience
from lab.processes import Process

CGROUPS = Path("/sys/fs/cgroup")

_OWN = ("var/lib/containerd", "var/lib/kubelet", "var/log", "tmp")
"""Folders outside the layered root: containerd stacks its own layers, which layers do not support."""
_NAMESPACES = ("--mount", "--uts", "--ipc", "--pid", "--cgroup")
_BOOT = Path(__file__).with_name("boot.sh")
_STARTED = "the machine is up"


class Machine:
    """Runs as long as its block; `run` and `line` act inside."""

    def __init__(self, name: str, folder: Path, network: Namespace, starter: Executor) -> None:
        self.name = name
        self.network = network
        self.folder = folder
        self._starter = starter
        self._cgroup = network.name
        self._first: Process | None = None
        self._pid = 0

    def start(self) -> None:
        """Boots it: nothing runs yet but its first process."""
        for own in _OWN:
            (self.folder / own).mkdir(parents=True, exist_ok=True)
        for part in ("root", "upper", "work"):
            (self.folder / part).mkdir(exist_ok=True)
        make_cgroups(self._cgroup)
        log = self.folder / "boot.log"
        log.unlink(missing_ok=True)
        self._first = self.launch("first process", self._boot_line(), log)
        patience = Patience(20, f"{self.name} boots ({log})")
        while _STARTED not in log.read_text(encoding="utf-8", errors="replace"):
            self._first.need_alive()
            patience.wait()
        self._pid = _child(self._first.pid)

    def stop(self) -> None:
        """Power off: whatever ran on it is dead; its files stay."""
        if self._first is not None:
            self._first.kill()
            self._first = None
        remove_cgroups(self._cgroup)

    def launch(self, name: str, line: Sequence[str], log: Path) -> Process:
        """A process that lives as long as the cluster, whichever thread asks for it."""
        return self._starter.submit(Process, name, line, log, environment=ENVIRONMENT).result()

    def line(self, *line: str) -> tuple[str, ...]:
        """The command line that runs `line` inside, in the machine's cgroups."""
        joins = "; ".join(f"echo $$ >{path}/cgroup.procs" for path in _cgroups(self._cgroup))
        return ("sh", "-c", f'{joins}; exec "$@"', "sh", *self._enter(), *line)

    def run(
        self, *line: str, text: str = "", seconds: float = 60
    ) -> subprocess.CompletedProcess[str]:
        """What a command inside printed and how it ended; it is not slowed by the machine's limits."""
        return subprocess.run(
            [*self._enter(), *line],
            input=text,
            capture_output=True,
            text=True,
            errors="replace",
            env=ENVIRONMENT,
            timeout=seconds,
            check=False,
        )

    def sh(self, script: str, *, text: str = "", seconds: float = 60) -> str:
        """What a shell script inside printed; it has to succeed."""
        done = self.run("sh", "-ec", script, text=text, seconds=seconds)
        if done.returncode:
            said = (done.stderr or done.stdout).strip()
            raise LabError(f"on {self.name}: {script}: ended with {done.returncode}", said)
        return done.stdout

    def write(self, path: str, text: str) -> None:
        """Puts a file there, and the folders that lead to it."""
        quoted = shlex.quote(path)
        self.sh(f"mkdir -p $(dirname {quoted}); cat >{quoted}", text=text)

    def read(self, path: str) -> str:
        """A file's text; empty when there is none."""
        done = self.run("cat", path)
        return done.stdout if done.returncode == 0 else ""

    def set_limit(self, controller: str, setting: str, value: int) -> None:
        """Sets a limit of everything that runs on the machine, such as cpu.cfs_quota_us."""
        (CGROUPS / controller / self._cgroup / setting).write_text(f"{value}\n")

    def pids(self, name: str) -> tuple[int, ...]:
        """Processes of this name on the machine, by their numbers outside."""
        inside = Path(f"/proc/{self._pid}/ns/pid").readlink()
        found = []
        for path in Path("/proc").iterdir():
            # Any of them may end while it is looked at.
            try:
                named = path.name.isdecimal() and (path / "comm").read_text().strip() == name
                if named and (path / "ns/pid").readlink() == inside:
                    found.append(int(path.name))
            except OSError:
                continue
        return tuple(sorted(found))

    def signal(self, name: str, number: signal.Signals) -> None:
        """Sends a signal to every process of this name on the machine; there has to be one."""
        found = self.pids(name)
        if not found:
            raise LabError(f"no {name} runs on {self.name}")
        for pid in found:
            os.kill(pid, number)

    def _enter(self) -> tuple[str, ...]:
        if not self._pid:
            raise LabError(f"{self.name} is switched off")
        return ("nsenter", "--target", str(self._pid), "--net", *_NAMESPACES, "--wdns=/", "--")

    def _boot_line(self) -> Sequence[str]:
        joins = "; ".join(f"echo $$ >{path}/cgroup.procs" for path in _cgroups(self._cgroup))
        boot = ("bash", str(_BOOT), str(self.folder), self.name, " ".join(_OWN), _STARTED)
        apart = ("nsenter", f"--net={self.network.path}", "unshare", *_NAMESPACES)
        return ("sh", "-c", f'{joins}; exec "$@"', "sh", *apart, "--fork", "--kill-child", *boot)


ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LC_ALL": "C.UTF-8",
}
"""What programs on a machine get: nothing of the person's own."""


def make_cgroups(name: str) -> None:
    """The machine's own corner of every hierarchy."""
    for path in _cgroups(name):
        path.mkdir(exist_ok=True)
    for setting in ("cpuset.cpus", "cpuset.mems"):
        # Nothing may enter a cpuset before it has processors and memory.
        whole = (CGROUPS / "cpuset" / setting).read_text()
        (CGROUPS / "cpuset" / name / setting).write_text(whole)


def remove_cgroups(name: str) -> None:
    """Removes what is left of them, innermost first."""
    for top in _cgroups(name):
        for path, _, _ in os.walk(top, topdown=False):
            patience = Patience(10, f"{path} is empty")
            while not _removed(Path(path)):
                patience.wait()


def _removed(path: Path) -> bool:
    try:
        path.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        # The last processes are still going.
        return False
    return True


def _cgroups(name: str) -> tuple[Path, ...]:
    return tuple(path / name for path in sorted(CGROUPS.iterdir()) if path.is_dir())


def _child(pid: int) -> int:
    done = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0])
