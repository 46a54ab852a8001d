"""Runs of the live command, and what a test wants to know of them."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from calicovet.model.record import record
from lab.control_plane import ControlPlane
from lab.users import ADMIN

_CALICOVET = Path(sys.executable).with_name("calicovet")


@record(kw_only=True)
class Run:
    """How it ended, what it answered and what it said beside."""

    exit: int
    answer: dict[str, Any]
    told: str

    @property
    def causes(self) -> dict[str, str]:
        return {cause["name"]: cause["verdict"] for cause in self.answer["summary"]["causes"]}

    @property
    def sick(self) -> set[str]:
        return {node["node"] for node in self.answer["nodes"] if node["state"] == "sick"}

    @property
    def reasons(self) -> set[str]:
        """Why there are gaps."""
        return {gap["reason"] for gap in self.answer["gaps"]}

    @property
    def to_close(self) -> str:
        """How the gaps are closed, in one text."""
        return "\n".join(gap["how_to_close"] for gap in self.answer["gaps"])

    @property
    def requests(self) -> int:
        found = re.search(r"(\d+) requests", self.told)
        assert found is not None, self.told
        return int(found[1])


def look(control_plane: ControlPlane, *flags: str, user: str = ADMIN) -> Run:
    """One live look, to its end."""
    done = control_plane.run("calicovet", "-v", "-o", "json", *flags, user=user)
    return _told(done.returncode, done.stdout, done.stderr)


def _told(code: int, answer: str, told: str) -> Run:
    assert "Traceback" not in told, told
    return Run(exit=code, answer=json.loads(answer or "{}"), told=told)


@record
class Looking:
    """A live look that is under way."""

    process: subprocess.Popen[str]

    def end(self, seconds: float = 60) -> Run:
        answer, told = self.process.communicate(timeout=seconds)
        return _told(self.process.returncode, answer, told)


@contextmanager
def looking(control_plane: ControlPlane, flags: Sequence[str] = ()) -> Iterator[Looking]:
    """A live look that begins with the block; it does not outlive it."""
    process = subprocess.Popen(
        control_plane.namespace.line(
            *(str(_CALICOVET), "-v", "-o", "json"),
            *("--kubeconfig", str(control_plane.kubeconfig()), *flags),
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Looking(process)
    finally:
        process.kill()
        process.wait()
