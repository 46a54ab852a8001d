"""What a host script does on a folder of the test's own, without root: only `id` is not the real one."""

import os
import subprocess
from pathlib import Path

import pytest

from calicovet.model.remediation.change import NoScript
from calicovet.model.remediation.plan import (
    AskHuman,
    DrainNode,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
    Step,
)
from calicovet.report.fixes.host_script import scripts_in
from calicovet.report.fixes.script_text import STATE
from tests.support.host_scripts import plan_of, script_of


class Host:
    """A folder in which scripts run, and programs that write down how they were called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.programs.mkdir()
        self.put_program("id", "echo 0")
        self.put_program("systemctl", 'echo "systemctl $*" >>"$CALLS"')

    def put_program(self, name: str, body: str) -> None:
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def run(self, script: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        path = self.folder / "fix.sh"
        path.write_text(script.replace(STATE, str(self.folder / "state")))
        environment = {
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "CALLS": str(self.folder / "calls"),
            **variables,
        }
        return subprocess.run(
            ["sh", path, *words], capture_output=True, text=True, env=environment, check=False
        )

    @property
    def calls(self) -> list[str]:
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def _edit(path: Path, saw: str = "") -> RunOnNode:
    return RunOnNode(
        "look-first",
        commands=(f"sed -i s/old/new/ {path}",),
        undo=("systemctl restart kubelet",),
        edits=(str(path),),
        saw=saw,
    )


class TestDoing:
    def test_it_changes_the_file_and_keeps_what_was_there(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        done = host.run(script_of(_edit(path)))
        assert done.returncode == 0, done.stderr
        assert path.read_text() == "new\n"
        [kept] = (host.folder / "state").glob(f"*/files{path}")
        assert kept.read_text() == "old\n"

    def test_each_step_is_told_before_it_is_done(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        done = host.run(script_of(_edit(path), RestartUnit(("kubelet",))))
        assert "1/2 " in done.stdout
        assert "2/2 restart kubelet on the node" in done.stdout
        assert "undo" in done.stdout

    def test_a_second_run_leaves_the_back_up_alone_and_restarts_nothing(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        script = script_of(_edit(path, saw=f"grep -q old {path}"), RestartUnit(("kubelet",)))
        host.run(script)
        again = host.run(script)
        assert again.returncode == 0, again.stderr
        assert host.calls == ["systemctl restart kubelet"]
        [kept] = (host.folder / "state").glob(f"*/files{path}")
        assert kept.read_text() == "old\n"

    def test_what_a_user_set_back_is_done_again(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        script = script_of(_edit(path, saw=f"grep -q old {path}"), RestartUnit(("kubelet",)))
        host.run(script)
        path.write_text("old again\n")
        host.run(script)
        assert path.read_text() == "new again\n"
        assert len(host.calls) == 2

    def test_a_restart_alone_is_done_each_time(self, host: Host) -> None:
        script = script_of(RestartUnit(("containerd",)))
        host.run(script)
        host.run(script)
        assert len(host.calls) == 2


class TestRefusing:
    def test_who_is_not_root_is_turned_away(self, host: Host) -> None:
        host.put_program("id", "echo 1000")
        done = host.run(script_of(RestartUnit(("containerd",))))
        assert done.returncode == 2
        assert "root" in done.stderr
        assert not host.calls

    @pytest.mark.parametrize("name", ["node-1", "node-1.example.com", "NODE-1"])
    def test_the_host_is_known_by_its_short_and_its_long_name(self, host: Host, name: str) -> None:
        host.put_program("uname", f"echo {name}")
        assert host.run(script_of(RestartUnit(("x",)), node="node-1")).returncode == 0

    def test_a_long_node_name_fits_a_short_host_name(self, host: Host) -> None:
        host.put_program("uname", "echo node-1")
        assert host.run(script_of(RestartUnit(("x",)), node="node-1.example.com")).returncode == 0

    @pytest.mark.parametrize("name", ["node-2", "node-1.other.com", "node-10"])
    def test_another_host_is_turned_away_unless_forced(self, host: Host, name: str) -> None:
        host.put_program("uname", f"echo {name}")
        script = script_of(RestartUnit(("x",)), node="node-1.example.com")
        done = host.run(script)
        assert done.returncode == 2
        assert name in done.stderr
        assert "FORCE=1" in done.stderr
        assert not host.calls
        assert host.run(script, FORCE="1").returncode == 0

    def test_without_the_tool_nothing_is_changed(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        step = RunOnNode("look-first", commands=(f"echo new > {path}", "no-such-tool -x"))
        done = host.run(script_of(step))
        assert done.returncode == 2
        assert "no-such-tool" in done.stderr
        assert path.read_text() == "old\n"
        assert not (host.folder / "state").exists()

    def test_a_host_that_is_not_as_the_plan_saw_it_is_left_alone(self, host: Host) -> None:
        first, second = host.folder / "first", host.folder / "second"
        first.write_text("old\n")
        second.write_text("something else\n")
        done = host.run(script_of(_edit(first), _edit(second, saw=f"grep -q old {second}")))
        assert done.returncode == 2
        assert first.read_text() == "old\n"
        assert not (host.folder / "state").exists()

    def test_an_unknown_word_is_no_order(self, host: Host) -> None:
        assert host.run(script_of(RestartUnit(("x",))), "udno").returncode == 2
        assert not host.calls


class TestUndoing:
    def test_a_file_comes_back_with_its_bytes_mode_and_time(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_bytes(b"old\r\nno end")
        path.chmod(0o640)
        os.utime(path, ns=(1_600_000_000_123_456_789, 1_600_000_000_123_456_789))
        script = script_of(_edit(path))
        host.run(script)
        path.chmod(0o666)
        done = host.run(script, "undo")
        assert done.returncode == 0, done.stderr
        assert path.read_bytes() == b"old\r\nno end"
        assert path.stat().st_mode & 0o777 == 0o640
        assert path.stat().st_mtime_ns == 1_600_000_000_123_456_789

    def test_a_file_that_was_not_there_goes_with_the_folders_made_for_it(self, host: Host) -> None:
        path = host.folder / "etc" / "conf.d" / "calico.conf"
        step = RunOnNode(
            "look-first",
            commands=(f"mkdir -p {path.parent}", f"echo x > {path}"),
            makes=(str(path),),
        )
        script = script_of(step)
        host.run(script)
        assert path.exists()
        assert host.run(script, "undo").returncode == 0
        assert not (host.folder / "etc").exists()

    def test_a_folder_that_others_have_used_since_stays(self, host: Host) -> None:
        path = host.folder / "etc" / "calico.conf"
        step = RunOnNode(
            "look-first",
            commands=(f"mkdir -p {path.parent}", f"echo x > {path}"),
            makes=(str(path),),
        )
        script = script_of(step)
        host.run(script)
        (path.parent / "other.conf").write_text("theirs\n")
        host.run(script, "undo")
        assert [each.name for each in path.parent.iterdir()] == ["other.conf"]

    def test_what_was_moved_away_comes_back_whole(self, host: Host) -> None:
        folder = host.folder / "networks" / "k8s-pod-network"
        folder.mkdir(parents=True, mode=0o750)
        (folder / "10.4.0.7").write_text("eth0\n")
        script = script_of(RunOnNode("look-first", moves=(str(folder),)))
        host.run(script)
        assert not folder.exists()
        host.run(script, "undo")
        assert (folder / "10.4.0.7").read_text() == "eth0\n"
        assert folder.stat().st_mode & 0o777 == 0o750

    def test_a_file_in_the_place_of_a_folder_comes_back(self, host: Host) -> None:
        path = host.folder / "bin"
        path.write_text("no folder\n")
        step = RunOnNode("look-first", commands=(f"mkdir -p {path}",), moves=(str(path),))
        script = script_of(step)
        host.run(script)
        (path / "calico").write_text("plugin\n")
        host.run(script, "undo")
        assert path.read_text() == "no folder\n"
        [aside] = (host.folder / "state").glob(f"*/later{path}.*/calico")
        assert aside.read_text() == "plugin\n"

    def test_a_link_comes_back_as_a_link(self, host: Host) -> None:
        target, path = host.folder / "stub.conf", host.folder / "resolv.conf"
        target.write_text("nameserver 127.0.0.53\n")
        path.symlink_to(target)
        step = RunOnNode(
            "look-first",
            commands=(f"rm {path}", f"echo nameserver 10.0.0.2 > {path}"),
            edits=(str(path),),
        )
        script = script_of(step)
        host.run(script)
        assert not path.is_symlink()
        host.run(script, "undo")
        assert path.is_symlink()
        assert path.read_text() == "nameserver 127.0.0.53\n"

    def test_what_others_have_changed_since_is_not_lost(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        script = script_of(_edit(path))
        host.run(script)
        path.write_text("new\ntheirs\n")
        host.run(script, "undo")
        assert path.read_text() == "old\n"
        [aside] = (host.folder / "state").glob(f"*/later{path}.*")
        assert aside.read_text() == "new\ntheirs\n"

    def test_the_last_step_is_taken_back_first(self, host: Host) -> None:
        steps = [
            RunOnNode("look-first", commands=(f": {name}",), undo=(f"systemctl back {name}",))
            for name in ("one", "two")
        ]
        script = script_of(*steps)
        host.run(script)
        host.run(script, "undo")
        assert host.calls == ["systemctl back two", "systemctl back one"]

    def test_files_come_back_before_the_restart_that_reads_them(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        host.put_program("systemctl", f'cat {path} >>"$CALLS"')
        script = script_of(_edit(path), RestartUnit(("kubelet",)))
        host.run(script)
        host.run(script, "undo")
        assert host.calls == ["new", "old"]

    def test_there_is_nothing_to_take_back_twice(self, host: Host) -> None:
        script = script_of(RestartUnit(("kubelet",)))
        assert host.run(script, "undo").returncode == 2
        host.run(script)
        assert host.run(script, "undo").returncode == 0
        assert host.run(script, "undo").returncode == 2

    def test_after_an_undo_it_can_be_done_again_with_a_separate_back_up(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        script = script_of(_edit(path, saw=f"grep -q old {path}"))
        host.run(script)
        host.run(script, "undo")
        path.write_text("old, and more\n")
        host.run(script)
        assert path.read_text() == "new, and more\n"
        host.run(script, "undo")
        assert path.read_text() == "old, and more\n"

    def test_one_that_cannot_be_taken_back_does_not_keep_the_others(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        lost = RunOnNode("look-first", commands=(":",), undo=("false",))
        script = script_of(_edit(path), lost)
        host.run(script)
        done = host.run(script, "undo")
        assert done.returncode == 1
        assert "false" in done.stderr
        assert path.read_text() == "old\n"


class TestStoppingInTheMiddle:
    def test_it_says_where_it_stopped_and_the_undo_works(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        script = script_of(_edit(path), RunOnNode("look-first", commands=("false",)))
        done = host.run(script)
        assert done.returncode == 1
        assert "step 2" in done.stderr
        assert "Steps done: 1" in done.stderr
        assert "undo" in done.stderr
        assert host.run(script, "undo").returncode == 0
        assert path.read_text() == "old\n"

    def test_nothing_after_the_failure_is_done(self, host: Host) -> None:
        script = script_of(RunOnNode("look-first", commands=("false", "systemctl x")))
        host.run(script)
        assert not host.calls

    def test_a_second_try_goes_on_where_the_first_one_stopped(self, host: Host) -> None:
        path = host.folder / "config"
        path.write_text("old\n")
        host.put_program("systemctl", "exit 1")
        script = script_of(_edit(path, saw=f"grep -q old {path}"), RestartUnit(("kubelet",)))
        assert host.run(script).returncode == 1
        host.put_program("systemctl", 'echo "systemctl $*" >>"$CALLS"')
        assert host.run(script).returncode == 0
        assert host.calls == ["systemctl restart kubelet"]


class TestWhatIsInIt:
    def test_what_only_looks_is_not_in_it(self) -> None:
        plan = plan_of(RunOnNode("look-first", commands=("df -h",), risk=Risk.NONE), RestartPod())
        assert scripts_in(plan) == ()

    def test_a_hole_keeps_a_step_and_those_behind_it_out(self) -> None:
        plan = plan_of(
            RunOnNode("look-first", commands=("sed -i s/x/<mirror>/ /etc/x",)),
            RestartUnit(("containerd",)),
        )
        assert [step.no_script for step in plan.steps] == [NoScript.HOLE, NoScript.WAITS]
        assert scripts_in(plan) == ()

    def test_a_redirection_is_no_hole(self) -> None:
        plan = plan_of(RunOnNode("look-first", commands=("sort </etc/hosts >/tmp/x",)))
        assert len(scripts_in(plan)) == 1

    def test_what_is_done_to_the_whole_cluster_is_not_done_on_this_host(self) -> None:
        step = RunOnNode("look-first", commands=("kubeadm x",), risk=Risk.CLUSTER_WIDE)
        assert [each.no_script for each in plan_of(step).steps] == [NoScript.ELSEWHERE]

    def test_the_steps_of_other_hands_are_told_in_its_head(self) -> None:
        steps: tuple[Step, ...] = (DrainNode(), RestartUnit(("containerd",)), RestartPod())
        head = script_of(*steps, node="node-1").partition("\nset -eu\n")[0]
        assert "Before it, where kubectl works: kubectl drain node-1" in head
        assert "After it, where kubectl works: kubectl -n kube-system delete pod" in head
        assert "Restarts: containerd" in head

    def test_its_head_warns_of_a_reboot(self) -> None:
        step = RunOnNode("look-first", commands=("reboot",), risk=Risk.MOVES_WORKLOADS)
        head = script_of(step).partition("\nset -eu\n")[0]
        assert "Restarts: the host" in head
        assert "drain it first" in head

    def test_its_head_lists_restarts_that_are_part_of_a_step(self) -> None:
        step = RunOnNode("look-first", commands=("systemctl restart kubelet",))
        assert "Restarts: kubelet\n" in script_of(step)

    def test_what_the_user_has_to_decide_first_stands_in_its_head(self) -> None:
        head = script_of(AskHuman("look-first"), RestartUnit(("x",))).partition("\nset -eu\n")[0]
        assert "Decide first:" in head

    def test_the_other_way_has_a_script_where_the_plan_itself_has_none(self) -> None:
        plan = plan_of(RestartPod(), instead=(RestartUnit(("containerd",)),))
        assert [script.steps[0].units for script in scripts_in(plan)] == [("containerd",)]

    def test_equal_plans_have_equal_scripts(self) -> None:
        assert script_of(RestartUnit(("x",)), node="a") == script_of(RestartUnit(("x",)), node="a")


class TestNamesFromEvidence:
    def test_a_nodes_name_is_never_a_command(self, host: Host) -> None:
        trap = host.folder / "trap"
        name = f"x'\ntouch {trap}\n'; touch {trap}; $(touch {trap})"
        host.run(script_of(RestartUnit(("kubelet",)), node=name), FORCE="1")
        assert host.calls == ["systemctl restart kubelet"]
        assert not trap.exists()

    def test_a_file_may_have_any_name(self, host: Host) -> None:
        path = host.folder / 'it\'s $(a) "file"; `x`'
        path.write_text("old\n")
        script = script_of(RunOnNode("look-first", moves=(str(path),)))
        assert host.run(script).returncode == 0
        assert not path.exists()
        assert host.run(script, "undo").returncode == 0
        assert path.read_text() == "old\n"
