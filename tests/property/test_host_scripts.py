"""Whatever a file holds and however it is guarded, doing and undoing gives back the same file."""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from calicovet.model.remediation.plan import RunOnNode
from calicovet.report.fixes.script_text import STATE
from tests.support.host_scripts import script_of

# Who is not root can neither read nor write what he forbids himself.
_MODES = st.integers(0, 0o777).map(lambda mode: mode | 0o600)
_TIMES = st.integers(0, 2_000_000_000_000_000_000)
_CHANGES = st.sampled_from(
    (
        "printf changed > {path}",
        "printf more >> {path}",
        "rm {path}",
        "rm {path} && mkdir {path}",
        "rm {path} && ln -s /nowhere {path}",
        "chmod 0 {path} && touch {path}",
        "mv {path} {path}.away && printf new > {path} && rm {path}.away",
    )
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(content=st.binary(max_size=300), mode=_MODES, time=_TIMES, change=_CHANGES)
def test_a_file_survives_doing_and_undoing(
    content: bytes, mode: int, time: int, change: str
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "file"
        path.write_bytes(content)
        path.chmod(mode)
        os.utime(path, ns=(time, time))
        step = RunOnNode("look-first", commands=(change.format(path=path),), edits=(str(path),))
        script = folder / "fix.sh"
        script.write_text(script_of(step).replace(STATE, f"{folder}/state"))
        _run_as_root(folder, script)
        _run_as_root(folder, script, "undo")
        assert not path.is_symlink()
        assert path.read_bytes() == content
        assert path.stat().st_mode & 0o777 == mode
        assert path.stat().st_mtime_ns == time


def _run_as_root(folder: Path, *words: object) -> None:
    """As far as a script can tell."""
    program = folder / "id"
    program.write_text("#!/bin/sh\necho 0\n")
    program.chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", *map(str, words)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
