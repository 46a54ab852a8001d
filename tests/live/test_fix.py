"""`fix --apply` and `rollback` against a real API server, on a cluster whose state is changed underneath."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calicovet.app.services.fix_apply import Cluster as Place
from calicovet.app.services.fix_apply import carry_out
from calicovet.app.services.fix_rollback import undo_entries
from calicovet.model.remediation.change import Change
from calicovet.model.remediation.fix import UndoState
from calicovet.model.remediation.send_result import Made, Refused
from calicovet.remedy.patches.object_patch import patch_of
from calicovet.world.cluster import object_writes
from calicovet.world.journals.journal_file import JournalWriter, read_journal
from calicovet.world.kube.client import Client, open_client
from calicovet.world.kube.config import load_target
from calicovet.world.kube.target import KubeFlags
from lab.objects import Object
from tests.live.cluster import Cluster
from tests.live.retold.plain import BRIDGE, cluster_with_sick, node, pod, pod_name, startup_log
from tests.support.fault_proxy import Fault, fault_proxy
from tests.unit.app.services.test_fix_apply import ENDPOINT, ROLL, ROLLED, fix_of

CAUSE = "ip-wrong-bridge"
SICK = 2
DAEMONSET = "/apis/apps/v1/namespaces/kube-system/daemonsets/calico-node"
INSTALLATION = "/apis/operator.tigera.io/v1/installations/default"
VARIABLE = {"name": "IP_AUTODETECTION_METHOD", "value": "kubernetes-internal-ip"}
_ROLES = Path(__file__).parents[2] / "deploy" / "rbac"


class Shell:
    """Runs the program inside the lab, with a separate home directory."""

    def __init__(self, cluster: Cluster, home: Path) -> None:
        self.cluster = cluster
        self.control_plane = cluster.control_plane
        self.home = home

    def run(self, *words: str, user: str = "admin") -> CompletedProcess[str]:
        done = self.control_plane.run(
            *("calicovet", *words, "--lang", "en"),
            user=user,
            environment={"XDG_STATE_HOME": str(self.home)},
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def fix(self, *flags: str, user: str = "admin") -> CompletedProcess[str]:
        return self.run("fix", CAUSE, *flags, user=user)

    def planned(self, *flags: str, user: str = "admin") -> dict[str, Any]:
        done = self.fix("-o", "json", *flags, user=user)
        assert done.stdout, done.stderr
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def apply(self, *flags: str, user: str = "admin") -> CompletedProcess[str]:
        plan = self.planned(user=user)["plan"]["id"]
        return self.fix("--apply", "--plan", plan, *flags, user=user)

    def rollback(self, journal: str, user: str = "admin") -> CompletedProcess[str]:
        """Looks first at what would be sent, and confirms it."""
        seen = self.run("rollback", journal, "--dry-run", "-o", "json", user=user)
        plan = json.loads(seen.stdout)["plan"]
        return self.run("rollback", journal, *(("--plan", plan) if plan else ()), user=user)

    @property
    def journals(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = json.loads(self.run("fix", "--list", "-o", "json").stdout)[
            "journals"
        ]
        return told

    def get(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.control_plane.client.get(path)
        return found

    def env(self) -> list[dict[str, Any]]:
        containers = self.get(DAEMONSET)["spec"]["template"]["spec"]["containers"]
        found: list[dict[str, Any]] = containers[0].get("env", [])
        return found


@pytest.fixture
def shell(cluster: Cluster, tmp_path: Path) -> Shell:
    """Five nodes by manifest; on node-2 calico-node has taken the address of a bridge."""
    cluster_with_sick(cluster, 5, [SICK])
    return Shell(cluster, tmp_path / "state")


def again(cluster: Cluster, number: int, *, well: bool) -> None:
    """calico-node starts again on that node."""
    address = f"172.31.1.{1 + number}"
    cluster.load([node(number, stored="" if well else "10.4.0.1/24"), pod(number, ready=well)])
    chosen = f"eth0: {address}/24" if well else BRIDGE
    text = startup_log(f"node-{number}", chosen)
    cluster.log(f"node-{number}", pod_name(number), "calico-node", text)


@contextmanager
def underneath(shell: Shell, path: str, happens: Callable[[], None]) -> Iterator[None]:
    """What a controller would do: something happens once the object's generation has changed."""
    before = shell.get(path)["metadata"]["generation"]
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.1):
            if shell.get(path)["metadata"]["generation"] != before:
                happens()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join(10)


def spec(value: dict[str, Any]) -> Any:
    return value["spec"]


# Plans


def test_a_plan_is_rehearsed_and_changes_nothing(shell: Shell) -> None:
    before = shell.get(DAEMONSET)
    told = shell.planned()
    assert [each["taken"] for each in told["rehearsed"]] == [True]
    assert shell.get(DAEMONSET) == before


def test_only_questions_and_rehearsals_are_sent(shell: Shell) -> None:
    def watch(path: str, before: int) -> Fault:
        return None

    with fault_proxy(shell.control_plane, watch) as proxy:
        shell.fix("--kubeconfig", proxy.kubeconfig)
    writes = [path for path in proxy.asked if "fieldManager=calicovet" in path]
    assert writes and all("dryRun=All" in path for path in writes)


# Applied


def test_applied_and_kept(shell: Shell) -> None:
    with underneath(shell, DAEMONSET, lambda: again(shell.cluster, SICK, well=True)):
        done = shell.apply("--within", "60s")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Reached: calico-node got as far as expected." in done.stdout
    assert shell.env() == [VARIABLE]
    assert [each["state"] for each in shell.journals] == ["kept"]
    managers = {each["manager"] for each in shell.get(DAEMONSET)["metadata"]["managedFields"]}
    assert "calicovet" in managers


def test_applied_and_not_kept(shell: Shell) -> None:
    done = shell.apply("--within", "3s")
    assert done.returncode == 1
    assert f"node-2: {CAUSE} is still the cause" in done.stdout
    assert [each["state"] for each in shell.journals] == ["not-kept"]


def test_applied_and_made_worse(shell: Shell) -> None:
    with underneath(shell, DAEMONSET, lambda: again(shell.cluster, 1, well=False)):
        done = shell.apply("--within", "60s")
    assert done.returncode == 1
    assert "node-1: was healthy, is unhealthy now" in done.stdout
    assert [each["state"] for each in shell.journals] == ["worse"]


def test_the_undo_leaves_the_object_as_before(shell: Shell) -> None:
    before = spec(shell.get(DAEMONSET))
    assert shell.apply("--within", "0").returncode == 0
    assert spec(shell.get(DAEMONSET)) != before
    [journal] = shell.journals
    rehearsed = shell.run("rollback", journal["journal"], "--dry-run")
    assert rehearsed.returncode == 0 and shell.env() == [VARIABLE]
    assert shell.rollback(journal["journal"]).returncode == 0
    assert spec(shell.get(DAEMONSET)) == before
    assert [each["state"] for each in shell.journals] == ["undone"]


def test_what_was_changed_since_is_not_overwritten(shell: Shell) -> None:
    shell.apply("--within", "0")
    shell.control_plane.kubectl(
        *("-n", "kube-system", "set", "env", "daemonset/calico-node"),
        "IP_AUTODETECTION_METHOD=interface=eth0",
    )
    done = shell.rollback(shell.journals[0]["journal"])
    assert done.returncode == 1
    assert "changed since; not overwritten" in " ".join(done.stdout.split())
    assert shell.env()[0]["value"] == "interface=eth0"


def test_what_was_undone_by_hand_is_as_before(shell: Shell) -> None:
    shell.apply("--within", "0")
    shell.control_plane.kubectl(
        *("-n", "kube-system", "set", "env", "daemonset/calico-node"), "IP_AUTODETECTION_METHOD-"
    )
    done = shell.rollback(shell.journals[0]["journal"])
    assert done.returncode == 0, done.stdout
    assert "is as before already" in done.stdout


def test_ctrl_c_while_waiting_leaves_the_change_and_says_how_to_take_it_back(shell: Shell) -> None:
    plan = shell.planned()["plan"]["id"]
    process = subprocess.Popen(
        shell.control_plane.namespace.line(
            *(sys.executable, "-m", "calicovet", "fix", CAUSE, "--apply", "--plan", plan),
            *("--lang", "en", "--kubeconfig", str(shell.control_plane.kubeconfig())),
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(shell.home)},
    )
    assert process.stderr is not None
    while "waiting for calico-node" not in (line := process.stderr.readline()):
        assert line
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert process.returncode == 1
    [journal] = shell.journals
    assert f"calicovet rollback {journal['journal']}" in out
    assert shell.env() == [VARIABLE]


# Drift, and two at once


def test_a_plan_that_is_not_todays_is_not_applied(shell: Shell) -> None:
    plan = shell.planned()["plan"]["id"]
    shell.control_plane.kubectl(
        *("-n", "kube-system", "set", "env", "daemonset/calico-node"),
        "FELIX_LOGSEVERITYSCREEN=Info",
    )
    done = shell.fix("--apply", "--plan", plan)
    assert done.returncode == 1
    assert [each["name"] for each in shell.env()] == ["FELIX_LOGSEVERITYSCREEN"]
    assert shell.journals == []


@contextmanager
def at_the_prompt(shell: Shell) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`fix --apply` on a terminal, waiting for the plan's id."""
    master, slave = os.openpty()
    process = subprocess.Popen(
        shell.control_plane.namespace.line(
            *(str(Path(sys.executable).with_name("calicovet")), "fix", CAUSE, "--apply"),
            *("--within", "0", "--lang", "en"),
            *("--kubeconfig", str(shell.control_plane.kubeconfig())),
        ),
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(shell.home)},
    )
    try:
        assert process.stderr is not None
        told = ""
        while "to apply it: " not in told:
            letter = process.stderr.read(1)
            assert letter, told
            told += letter
        yield process, master
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


def test_drift_while_one_reads_the_plan_is_refused_and_nothing_is_half_done(shell: Shell) -> None:
    plan = shell.planned()["plan"]["id"]
    with at_the_prompt(shell) as (process, keyboard):
        shell.control_plane.kubectl(
            *("-n", "kube-system", "set", "env", "daemonset/calico-node"), "FELIX_X=y"
        )
        os.write(keyboard, f"{plan}\n".encode())
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "was changed since the plan was made" in " ".join(out.split())
    assert "Nothing was done" in out
    assert [each["name"] for each in shell.env()] == ["FELIX_X"]


def test_of_two_people_at_once_the_second_is_refused(shell: Shell) -> None:
    plan = shell.planned()["plan"]["id"]
    with at_the_prompt(shell) as (process, keyboard):
        assert shell.fix("--apply", "--plan", plan, "--within", "0").returncode == 0
        os.write(keyboard, f"{plan}\n".encode())
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "Nothing was done" in out
    assert [each["state"] for each in shell.journals] == ["applied"]
    assert shell.env() == [VARIABLE]


# Rights


def _bind(shell: Shell, user: str, name: str) -> None:
    role: Object = yaml.safe_load((_ROLES / f"{name}.yaml").read_text(encoding="utf-8"))
    shell.control_plane.load([role])
    shell.control_plane.bind(user, f"calicovet-{name}")


def test_who_may_only_read_gets_a_plan_and_nothing_is_applied(shell: Shell) -> None:
    _bind(shell, "reader", "read")
    told = shell.planned(user="reader")
    [sent] = told["rehearsed"]
    assert sent["refused"]["why"] == "forbidden"
    rule = '{apiGroups: ["apps"], resources: [daemonsets], verbs: [patch]}'
    assert sent["refused"]["needs"] == rule
    done = shell.fix("--apply", "--plan", told["plan"]["id"], user="reader")
    assert done.returncode == 4
    assert rule in done.stdout and "Nothing was done" in done.stdout
    assert shell.env() == [] and shell.journals == []


def test_the_role_for_fixing_suffices(shell: Shell) -> None:
    _bind(shell, "fixer", "fix")
    before = spec(shell.get(DAEMONSET))
    assert shell.apply("--within", "0", user="fixer").returncode == 0
    assert shell.env() == [VARIABLE]
    assert shell.rollback(shell.journals[0]["journal"], user="fixer").returncode == 0
    assert spec(shell.get(DAEMONSET)) == before


# Crashes


def test_a_crash_while_a_change_is_under_way_is_told_and_can_be_rolled_back(shell: Shell) -> None:
    """The server has made the change, and the program dies before it hears of it."""
    before = spec(shell.get(DAEMONSET))
    plan = shell.planned()["plan"]["id"]
    (shell.home / "calicovet" / "journals").mkdir(parents=True)
    process = subprocess.Popen(
        shell.control_plane.namespace.line(
            *(sys.executable, "-c", _DIES, "fix", CAUSE, "--apply", "--plan", plan),
            *("--kubeconfig", str(shell.control_plane.kubeconfig())),
        ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_STATE_HOME": str(shell.home)},
    )
    assert process.wait(60) == -signal.SIGKILL
    assert shell.env() == [VARIABLE]
    [journal] = shell.journals
    assert journal["state"] == "broken-off"
    assert shell.rollback(journal["journal"]).returncode == 0
    assert spec(shell.get(DAEMONSET)) == before
    assert [each["state"] for each in shell.journals] == ["undone"]


_DIES = """
import os, signal, sys
from calicovet.app.main import main
from calicovet.world.journals.journal_file import JournalWriter
JournalWriter.done = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main(sys.argv[1:])
"""


@contextmanager
def in_process(shell: Shell) -> Iterator[Client]:
    """A client of our own, in this very process."""
    with shell.control_plane.entered():
        flags = KubeFlags(kubeconfig=str(shell.control_plane.kubeconfig()))
        client = open_client(load_target(flags, {}, Path.home()), threading.Event())
        try:
            yield client
        finally:
            client.abort()


@pytest.mark.parametrize("method", ["sending", "done"])
@pytest.mark.parametrize("number", [0, 1])
def test_a_crash_between_two_changes_can_be_rolled_back(
    method: str, number: int, shell: Shell
) -> None:
    old = shell.get(DAEMONSET)
    roll = patch_of(ROLL.ref, old, _rolled(old))
    assert roll is not None
    assert _killed(lambda: _carried_out(shell, (ENDPOINT, roll), dies_at=(method, number)))
    [path] = shell.home.glob("*.jsonl")
    with in_process(shell) as client:
        journal = read_journal(path, keys=shell.home)
        undone = undo_entries(client, journal, JournalWriter(path, shell.home))
    nothing = (method, number) == ("sending", 0)
    assert bool(undone) is not nothing
    assert {undo.state for undo in undone} <= {UndoState.UNDONE}
    assert read_journal(path, keys=shell.home).state == ("nothing-done" if nothing else "undone")
    assert spec(shell.get(DAEMONSET)) == spec(old)
    maps = shell.get("/api/v1/namespaces/kube-system/configmaps")["items"]
    assert ENDPOINT.ref.name not in {each["metadata"]["name"] for each in maps}


def _rolled(daemonset: dict[str, Any]) -> dict[str, Any]:
    """The same with the annotation that a change of the API server's address adds."""
    copy: dict[str, Any] = json.loads(json.dumps(daemonset))
    copy["spec"]["template"]["metadata"].setdefault("annotations", {}).update(ROLLED)
    return copy


def _killed(work: Callable[[], None]) -> bool:
    """Whether the work, in a child process, ended it as by kill -9."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def _carried_out(shell: Shell, changes: tuple[Change, ...], dies_at: tuple[str, int]) -> None:
    method, number = dies_at
    really = getattr(JournalWriter, method)

    def die(self: JournalWriter, at: int, *more: object) -> None:
        if at == number:
            os.kill(os.getpid(), signal.SIGKILL)
        really(self, at, *more)

    setattr(JournalWriter, method, die)
    with in_process(shell) as client:
        place = Place(client=client, context="", server="", journals=shell.home)
        carry_out(fix_of(changes), place, lambda *_: None)


_names = st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True)
_variables = st.lists(
    st.fixed_dictionaries({"name": _names, "value": st.text("ab/~ 0é", min_size=1, max_size=8)}),
    max_size=4,
    unique_by=lambda each: each["name"],
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(before=_variables, after=_variables)
def test_an_undo_on_a_real_server_gives_back_any_list_of_variables(
    before: list[dict[str, str]], after: list[dict[str, str]], shell: Shell
) -> None:
    def with_env(value: dict[str, Any], env: list[dict[str, str]]) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(json.dumps(value))
        container = copy["spec"]["template"]["spec"]["containers"][0]
        container.pop("env", None)
        if env:
            container["env"] = env
        return copy

    with in_process(shell) as client:
        current = shell.get(DAEMONSET)
        first = patch_of(ROLL.ref, current, with_env(current, before))
        if first is not None:
            assert not isinstance(object_writes.apply(client, first), Refused)
        old = shell.get(DAEMONSET)
        change = patch_of(ROLL.ref, old, with_env(old, after))
        if change is None:
            return
        assert not isinstance(object_writes.apply(client, change), Refused)
        assert shell.env() == after
        assert not isinstance(object_writes.undo(client, change, Made()), Refused)
    assert spec(shell.get(DAEMONSET)) == spec(old)


# Under the operator


@pytest.fixture
def operated(cluster: Cluster, tmp_path: Path) -> Shell:
    """The same under the operator, whose Installation detects the first address it finds."""
    cluster_with_sick(cluster, 5, [SICK])
    installation = {
        "apiVersion": "operator.tigera.io/v1",
        "kind": "Installation",
        "metadata": {"name": "default"},
        "spec": {
            "calicoNetwork": {
                "nodeAddressAutodetectionV4": {"firstFound": True},
                "ipPools": [{"cidr": "10.244.0.0/16", "encapsulation": "VXLAN"}],
            }
        },
    }
    cluster.load([installation])
    shell = Shell(cluster, tmp_path / "state")
    uid = shell.get(INSTALLATION)["metadata"]["uid"]
    owner = {
        "apiVersion": "operator.tigera.io/v1",
        "kind": "Installation",
        "name": "default",
        "uid": uid,
        "controller": True,
        "blockOwnerDeletion": True,
    }
    patch = json.dumps({"metadata": {"ownerReferences": [owner]}})
    where = ("-n", "kube-system", "patch", "daemonset", "calico-node", "--type", "merge")
    cluster.control_plane.kubectl(*where, "-p", patch)
    return shell


def test_under_the_operator_the_installation_is_changed_and_first_found_goes(
    operated: Shell,
) -> None:
    before = operated.get(INSTALLATION)["spec"]
    untouched = spec(operated.get(DAEMONSET))
    told = operated.planned()
    assert [each["object"] for each in told["rehearsed"]] == ["Installation/default"]
    assert "Installation/default" in told["plan"]["chain"][0]
    with underneath(operated, INSTALLATION, lambda: again(operated.cluster, SICK, well=True)):
        done = operated.apply("--within", "60s")
    assert done.returncode == 0, done.stdout + done.stderr
    network = operated.get(INSTALLATION)["spec"]["calicoNetwork"]
    assert network["nodeAddressAutodetectionV4"] == {"kubernetes": "NodeInternalIP"}
    assert spec(operated.get(DAEMONSET)) == untouched
    assert operated.rollback(operated.journals[0]["journal"]).returncode == 0
    assert operated.get(INSTALLATION)["spec"] == before
