"""How the debug pod gets from its image into the host, whatever the image has."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from calicovet.world.hosts.script import host_script
from calicovet.world.runners.debug_pod_manifest import manifest
from calicovet.world.runners.output import transcript_of

SCRIPT = 'echo "of the host"'


def entered(image: Path, *programs: str, script: str = SCRIPT) -> str:
    """What the pod's command prints in an image that has these programs, and a shell."""
    shell = shutil.which("sh")
    assert shell is not None
    (image / "sh").symlink_to(shell)
    for name in programs:
        program = image / name
        program.write_text(f'#!{shell}\nprintf "%s\\n" {name} "$@"\n')
        program.chmod(0o755)
    pod = json.loads(manifest("x", "n1", "calico/node:v3.31.0", script))
    line = pod["spec"]["containers"][0]["command"]
    done = subprocess.run(
        line, env={"PATH": str(image)}, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("others", [(), ("coreutils",)])
def test_by_chroot_where_the_image_has_it(tmp_path: Path, others: tuple[str, ...]) -> None:
    # By its path: a busybox asked for `sh` would take its own, and its own programs with it.
    expected = f"chroot\n/host\n/bin/sh\n-c\n{SCRIPT}\n"
    assert entered(tmp_path, "chroot", *others) == expected


def test_by_the_program_that_contains_it_in_calico_nodes_own_image(tmp_path: Path) -> None:
    expected = f"coreutils\n--coreutils-prog=chroot\n/host\n/bin/sh\n-c\n{SCRIPT}\n"
    assert entered(tmp_path, "coreutils") == expected


def test_a_shell_that_fails_is_not_taken_for_the_host(tmp_path: Path) -> None:
    """Some shells print in their complaint the script they were given."""
    script = host_script("n1")
    said = entered(tmp_path, script=script)
    for output in (said, f"{script}: line 2: exec: coreutils: not found\n"):
        shown = transcript_of(output.encode(), "n1", source="x", taken_by="x", cut=False)
        assert shown is None
