"""What a step on a host changes is kept first, and given back as it was."""

import subprocess
from pathlib import Path

from calicovet.model.remediation.plan import RunOnNode
from calicovet.remedy.kubectl.commands import save_files, undo_on_node


def _typed(commands: tuple[str, ...], root: Path) -> None:
    script = "\n".join(commands).replace("/root/", f"{root}/root/")
    subprocess.run(["sh", "-euc", script], check=True, capture_output=True)


def _host(root: Path) -> None:
    for folder in ("root", "default", "sysconfig"):
        (root / folder).mkdir()


def test_files_of_one_name_are_kept_apart_and_given_back(tmp_path: Path) -> None:
    _host(tmp_path)
    one, other = tmp_path / "default/kubelet", tmp_path / "sysconfig/kubelet"
    one.write_text("ONE")
    other.write_text("OTHER")
    step = RunOnNode("x", edits=(str(one), str(other)))
    _typed(save_files(step), tmp_path)
    one.write_text("changed")
    other.write_text("changed, too")
    _typed(undo_on_node(step), tmp_path)
    assert (one.read_text(), other.read_text()) == ("ONE", "OTHER")


def test_of_two_places_the_one_that_the_host_lacks_is_not_made(tmp_path: Path) -> None:
    _host(tmp_path)
    one, other = tmp_path / "default/kubelet", tmp_path / "sysconfig/kubelet"
    one.write_text("ONE")
    step = RunOnNode("x", edits=(str(one), str(other)))
    _typed(save_files(step), tmp_path)
    one.write_text("changed")
    _typed(undo_on_node(step), tmp_path)
    assert one.read_text() == "ONE"
    assert not other.exists()


def test_what_the_step_made_is_empty_again(tmp_path: Path) -> None:
    _host(tmp_path)
    one, other = tmp_path / "default/kubelet", tmp_path / "sysconfig/kubelet"
    step = RunOnNode("x", edits=(str(one), str(other)))
    _typed(save_files(step), tmp_path)
    one.write_text("KUBELET_EXTRA_ARGS=--node-ip=10.0.0.9")
    _typed(undo_on_node(step), tmp_path)
    assert one.read_text() == ""


def test_a_lone_file_keeps_its_short_name() -> None:
    step = RunOnNode("x", edits=("/etc/hosts",))
    assert save_files(step) == ("cp -a /etc/hosts /root/hosts.before",)
    assert undo_on_node(step) == ("cp -a /root/hosts.before /etc/hosts",)


def test_values_of_the_kernel_are_kept_apart_by_their_paths() -> None:
    paths = ("/proc/sys/net/ipv6/conf/all/x", "/proc/sys/net/ipv6/conf/default/x")
    kept = {line.rpartition(" > ")[2] for line in save_files(RunOnNode("x", edits=paths))}
    assert len(kept) == 2
