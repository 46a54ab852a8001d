"""`rollback` and `fix --list` on journals that an attacker wrote: nothing is sent, and the message is clear."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    ObjectRef,
    Op,
    Operation,
    PatchObject,
)
from calicovet.model.remediation.send_result import Made
from calicovet.world.journals.journal_file import JournalWriter, begin_journal
from calicovet.world.journals.seal import sealed
from tests.support.bridge_incident import CAUSE, VARIABLE, incident, variables
from tests.support.recording_server import Said, Seen
from tests.support.writable_cluster import WritableCluster
from tests.unit.app.commands.test_fix import Shell

ANOTHER_CAUSE = "rbac-forbidden"
RBAC = "rbac.authorization.k8s.io/v1"
CONTAINERS = "/spec/template/spec/containers"
BINDING = {
    "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "calico-x"},
    "subjects": [{"kind": "ServiceAccount", "name": "calico-x", "namespace": "kube-system"}],
}


@pytest.fixture
def cluster() -> Iterator[WritableCluster]:
    with incident() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))


@pytest.fixture
def shell(cluster: WritableCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(cluster, tmp_path, capsys)


def ref(kind: str, plural: str, name: str, version: str = "v1", where: str = "") -> ObjectRef:
    return ObjectRef(api_version=version, kind=kind, plural=plural, name=name, namespace=where)


DAEMONSET = ref("DaemonSet", "daemonsets", "calico-node", "apps/v1", "kube-system")
ROLE = ref("ClusterRole", "clusterroles", "calico-node", RBAC)


def patches(about: ObjectRef, *undo: Operation) -> PatchObject:
    """A change that looks harmless, with another undo: only that would be sent."""
    return PatchObject(ref=about, operations=(), undo=undo)


def puts(path: str, value: object, op: Op = Op.ADD) -> Operation:
    return Operation(op, path, value)


def creates(about: ObjectRef, **body: object) -> CreateObject:
    place = {"namespace": about.namespace} if about.namespace else {}
    head = {"apiVersion": about.api_version, "kind": about.kind}
    return CreateObject(ref=about, body={**head, "metadata": {"name": about.name, **place}, **body})


def bound(role: str, subject: str) -> dict[str, object]:
    return {
        "roleRef": {**BINDING["roleRef"], "name": role},  # type: ignore[dict-item]
        "subjects": [{"kind": "ServiceAccount", "name": subject, "namespace": "kube-system"}],
    }


SECRET = ref("Secret", "secrets", "calico-node", where="kube-system")
POD = ref("Pod", "pods", "calico-node-p0001", where="kube-system")
ADMIN = ref("ClusterRoleBinding", "clusterrolebindings", "cluster-admin", RBAC)
CALICO_BINDING = ref("ClusterRoleBinding", "clusterrolebindings", "calico-x", RBAC)
NAMESPACE = ref("Namespace", "namespaces", "kube-system")
SUBJECT = {"kind": "User", "name": "mallory"}
WILD = {"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}
VARIABLES = f"{CONTAINERS}/0/env"
FOREIGN: dict[str, Change] = {
    "a secret": patches(SECRET, puts("/data/password", "eA==")),
    "a created secret": creates(SECRET, data={}),
    "a pod's image": patches(POD, puts("/spec/containers/0/image", "evil", Op.REPLACE)),
    "a created pod": creates(POD, spec={"containers": []}),
    "a binding of cluster-admin": patches(ADMIN, puts("/subjects/-", SUBJECT)),
    "a created binding of cluster-admin": creates(ADMIN, **bound("cluster-admin", "calico-x")),
    "a binding to cluster-admin": creates(CALICO_BINDING, **bound("cluster-admin", "calico-x")),
    "a binding of another account": creates(CALICO_BINDING, **bound("calico-x", "default")),
    "a namespace, which the undo deletes": creates(NAMESPACE),
    "a node": patches(ref("Node", "nodes", "node-1"), puts("/spec/unschedulable", True)),
    "kube-proxy": patches(
        ref("DaemonSet", "daemonsets", "kube-proxy", "apps/v1", "kube-system"),
        puts(f"{VARIABLES}/-", {"name": VARIABLE, "value": "x"}),
    ),
    "another program's deployment": patches(
        ref("Deployment", "deployments", "calico-node", "apps/v1", "kube-system"),
        puts("/spec/replicas", 0, Op.REPLACE),
    ),
    "a webhook": patches(
        ref(
            "MutatingWebhookConfiguration",
            "mutatingwebhookconfigurations",
            "calico",
            "admissionregistration.k8s.io/v1",
        ),
        puts("/webhooks/0/clientConfig/url", "https://evil", Op.REPLACE),
    ),
    "another pod": DeletePod(ref=ref("Pod", "pods", "coredns-x", where="kube-system"), uid="u"),
    "a service that is said to be a pod": DeletePod(
        ref=ref("Pod", "services", "calico-node-x", where="kube-system"), uid="u"
    ),
    "a foreign image": patches(DAEMONSET, puts(f"{CONTAINERS}/0/image", "evil", Op.REPLACE)),
    "a foreign container": patches(
        DAEMONSET, puts(f"{CONTAINERS}/-", {"name": "x", "image": "evil"})
    ),
    "all containers": patches(
        DAEMONSET, puts(CONTAINERS, [{"name": "calico-node", "image": "evil"}], Op.REPLACE)
    ),
    "a container without its image": patches(
        DAEMONSET, Operation(Op.REMOVE, f"{CONTAINERS}/0/image")
    ),
    "a volume of the host": patches(
        DAEMONSET, puts("/spec/template/spec/volumes", [{"name": "x", "hostPath": {"path": "/"}}])
    ),
    "a command": patches(DAEMONSET, puts(f"{CONTAINERS}/0/command", ["sh", "-c", "evil"])),
    "a variable of another cause": patches(
        DAEMONSET, puts(f"{VARIABLES}/-", {"name": "LD_PRELOAD", "value": "/x.so"})
    ),
    "a variable from a secret": patches(
        DAEMONSET, puts(VARIABLES, [{"name": "X", "valueFrom": {"secretKeyRef": {}}}])
    ),
    "the whole object": patches(DAEMONSET, puts("/spec", {}, Op.REPLACE)),
    "its owner": patches(DAEMONSET, puts("/metadata/ownerReferences", [])),
    "its finalizers": patches(DAEMONSET, puts("/metadata/finalizers", ["x"])),
    "a setting of another cause": patches(
        ref("FelixConfiguration", "felixconfigurations", "default", "crd.projectcalico.org/v1"),
        puts("/spec/defaultEndpointToHostAction", "Accept"),
    ),
    "a status": patches(DAEMONSET, puts("/status/numberReady", 9)),
    "an annotation whose name has a stroke": patches(
        DAEMONSET, puts("/spec/template/metadata/annotations/container.apparmor.security~1x", "x")
    ),
    "a place that only looks like one of ours": patches(
        DAEMONSET, puts(f"/spec/template~1spec/containers/0/env/{VARIABLE}", "x")
    ),
    "a directive for all variables": patches(DAEMONSET, puts(VARIABLES, {"$patch": "replace"})),
    "a directive beside the containers": patches(
        DAEMONSET, puts("/spec/template/spec/$setElementOrder~1containers", [{"name": "x"}])
    ),
    "another version of the object": patches(
        DAEMONSET, puts("/metadata/resourceVersion", "0", Op.REPLACE)
    ),
    "no version of the object": patches(
        DAEMONSET, Operation(Op.REMOVE, "/metadata/resourceVersion")
    ),
    "a look at a field of others": patches(
        DAEMONSET, puts(f"{CONTAINERS}/0/image", "guessed", Op.TEST)
    ),
    "a look at a secret": patches(SECRET, puts("/data/password", "eA==", Op.TEST)),
}
FOREIGN_TO_ANOTHER: dict[str, Change] = {
    "a wildcard rule": patches(ROLE, puts("/rules/-", WILD)),
    "rules that are replaced": patches(ROLE, puts("/rules", [WILD], Op.REPLACE)),
    "a rule that is widened": patches(ROLE, puts("/rules/0/verbs/-", "*")),
    "two rules that are removed": patches(
        ROLE, Operation(Op.REMOVE, "/rules/1"), Operation(Op.REMOVE, "/rules/0")
    ),
    "an aggregation": patches(ROLE, puts("/aggregationRule", {"clusterRoleSelectors": [{}]})),
    "another role": patches(
        ref("ClusterRole", "clusterroles", "cluster-admin", RBAC), Operation(Op.REMOVE, "/rules/0")
    ),
    "a created role": creates(ROLE, rules=[WILD]),
    "a wildcard rule that was added": PatchObject(
        ref=ROLE,
        operations=(puts("/rules/-", WILD),),
        undo=(Operation(Op.REMOVE, "/rules/0"),),
    ),
    "a binding of cluster-admin": creates(CALICO_BINDING, **bound("cluster-admin", "calico-x")),
    "a binding of another account": creates(CALICO_BINDING, **bound("calico-x", "default")),
    "a binding of everybody": creates(
        CALICO_BINDING, **{**bound("calico-x", "calico-x"), "subjects": [SUBJECT]}
    ),
}


def written(shell: Shell, change: Change, cause: str = CAUSE) -> Path:
    """A journal with a valid seal that says that the change was made: no attacker gets nearer than that."""
    writer = begin_journal(
        shell.journals,
        plan="abc12345",
        causes=(cause,),
        nodes=("node-2",),
        context="here",
        server=shell.cluster.url,
        authority="",
        changes=(change,),
    )
    writer.sending(0)
    writer.done(0, Made(uid="uid-0", resource_version="1001"))
    return writer.path


def real(shell: Shell) -> Path:
    """A journal of a change that `fix` really made, with its rollback still to come."""
    assert shell.fix("--apply", "--plan", shell.plan(), "--within", "0") == 0
    shell.cluster.seen.clear()
    [path] = shell.journals.glob("*.jsonl")
    return path


def need_nothing_sent(shell: Shell, journal: str) -> None:
    """Neither a rehearsal nor a confirmed rollback sends anything, and both say so."""
    for flags in (("--dry-run",), ("--plan", "00000000"), ("--dry-run", "-o", "json")):
        code = shell._rollback(journal, *flags)
        assert code in (1, 4), (shell.out, shell.err)
        assert shell.cluster.written == [] and shell.cluster.rehearsed == []
        assert shell.cluster.seen == []
        assert "unexpected error" not in shell.err


def states(shell: Shell) -> list[str]:
    return [each["state"] for each in json.loads(shell.out)["changes"]]


@pytest.mark.parametrize("change", FOREIGN.values(), ids=FOREIGN)
def test_a_change_that_no_plan_of_the_cause_makes_is_never_sent(
    change: Change, shell: Shell
) -> None:
    path = written(shell, change)
    need_nothing_sent(shell, path.name.removesuffix(".jsonl"))
    assert states(shell) == ["not-ours"]
    assert shell._rollback(str(path)) == 1
    assert "changes that `fix` does not make" in shell.out
    assert "kubectl" not in shell.out


@pytest.mark.parametrize("change", FOREIGN_TO_ANOTHER.values(), ids=FOREIGN_TO_ANOTHER)
def test_a_rule_that_no_plan_takes_away_is_never_sent(change: Change, shell: Shell) -> None:
    path = written(shell, change, ANOTHER_CAUSE)
    need_nothing_sent(shell, path.name.removesuffix(".jsonl"))
    assert states(shell) == ["not-ours"]


@pytest.mark.parametrize("cause", ["no-such-cause", "", "*", "../x"])
def test_a_journal_of_no_known_cause_is_never_sent(cause: str, shell: Shell) -> None:
    undo = puts(f"{VARIABLES}/-", {"name": VARIABLE, "value": "x"})
    written(shell, patches(DAEMONSET, undo), cause)
    need_nothing_sent(shell, "abc12345")


def test_one_foreign_change_keeps_all_others_from_being_sent(shell: Shell) -> None:
    path = real(shell)
    begun = json.loads(path.read_text().splitlines()[0])
    ours = begun["changes"][0]
    good = PatchObject(
        ref=DAEMONSET,
        operations=tuple(Operation(Op(e["op"]), e["path"], e.get("value")) for e in ours["patch"]),
        undo=tuple(Operation(Op(e["op"]), e["path"], e.get("value")) for e in ours["undo"]),
    )
    path.unlink()
    writer = begin_journal(
        shell.journals,
        plan="abc12345",
        causes=(CAUSE,),
        nodes=(),
        context="here",
        server=shell.cluster.url,
        authority="",
        changes=(good, FOREIGN["a secret"]),
    )
    for number in (0, 1):
        writer.sending(number)
        writer.done(number, Made(uid="u", resource_version="1"))
    need_nothing_sent(shell, "abc12345")
    assert states(shell) == ["not-ours", "left"]


def test_a_number_that_means_another_container_is_not_sent(
    shell: Shell, cluster: WritableCluster
) -> None:
    def beside(each: dict[str, Any]) -> None:
        value = [{"name": VARIABLE, "value": "theirs"}]
        each["spec"]["template"]["spec"]["containers"].append({"name": "proxy", "env": value})

    cluster.touch("DaemonSet", "calico-node", beside)
    undo = puts(f"{CONTAINERS}/1/env/0/value", "evil", Op.REPLACE)
    written(shell, patches(DAEMONSET, undo))
    before = json.dumps(cluster.objects)
    assert shell._rollback("abc12345") == 1
    assert {seen.method for seen in cluster.seen} == {"GET"}
    assert json.dumps(cluster.objects) == before


def test_a_removal_that_takes_more_with_it_is_not_sent(
    shell: Shell, cluster: WritableCluster
) -> None:
    written(shell, patches(DAEMONSET, Operation(Op.REMOVE, "/spec/template/spec")))
    assert shell._rollback("abc12345") == 1
    assert {seen.method for seen in cluster.seen} <= {"GET"}


# Names that lead elsewhere

ODD_NAMES = (
    *(
        "..",
        ".",
        "../secrets/x",
        "%2e%2e",
        "%2E%2E%2Fsecrets",
        "a/b",
        "a?dryRun=All",
        "a#b",
        "a%00",
    ),
    *("calico-node/status", "calico-node\n", "CALICO-NODE", "calico-nodé", "", " ", "a" * 254),
)


@pytest.mark.parametrize("field", ["name", "namespace", "resource", "apiVersion", "kind"])
@pytest.mark.parametrize("value", [value for value in ODD_NAMES if value])
def test_a_name_that_leads_elsewhere_makes_it_no_journal(
    field: str, value: str, shell: Shell
) -> None:
    path = real(shell)
    altered(path, lambda begun: begun["changes"][0].update({field: value}))
    need_nothing_sent(shell, str(path))
    assert "is no journal that can be read" in shell.err


@pytest.mark.parametrize("part", ["", ".", ".."])
def test_a_path_has_no_dot_segments(part: str) -> None:
    for field in ("name", "namespace", "plural", "api_version"):
        parts = {"kind": "X", "name": "x", "plural": "xs", "api_version": "v1", "namespace": "n"}
        if (field, part) == ("namespace", ""):
            continue
        with pytest.raises(ValueError, match="segment"):
            _ = ObjectRef(**{**parts, field: part}).path


def test_names_are_percent_encoded_in_a_path() -> None:
    odd = ref("X", "xs", "a/../b?c#d%2e", where="n/m")
    assert odd.path == "/api/v1/namespaces/n%2Fm/xs/a%2F..%2Fb%3Fc%23d%252e"


# Seals


def altered(path: Path, change: Callable[[Any], object]) -> None:
    first, *rest = path.read_bytes().splitlines()
    begun = json.loads(first)
    change(begun)
    path.write_bytes(b"\n".join([json.dumps(begun).encode(), *rest, b""]))


def _lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Path], None]:
    def apply(path: Path) -> None:
        path.write_bytes(b"".join(line + b"\n" for line in change(path.read_bytes().splitlines())))

    return apply


def _without_seals(path: Path) -> None:
    told = [json.loads(line) for line in path.read_text().splitlines()]
    for each in told:
        del each["seal"]
    told[0]["schema"] = "calicovet-journal/v1"
    path.write_text("".join(json.dumps(each) + "\n" for each in told))


def _value(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"kubernetes-internal-ip", b"interface=evil.*"))


def _torn_first(path: Path) -> None:
    first, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([first[: len(first) // 2] + b"\n", *rest]))


TAMPERED: dict[str, Callable[[Path], None]] = {
    "an old one": _without_seals,
    "a value": _value,
    "reordered": _lines(lambda lines: [lines[0], *reversed(lines[1:])]),
    "one removed": _lines(lambda lines: [lines[0], *lines[2:]]),
    "one duplicated": _lines(lambda lines: [*lines, lines[-1]]),
    "the first one twice": _lines(lambda lines: [lines[0], *lines]),
    "the first one removed": _lines(lambda lines: lines[1:]),
    "the first one torn": _torn_first,
    "one appended": _lines(lambda lines: [*lines, b'{"entry":"undone","at":"x","number":0}']),
    "garbage appended": _lines(lambda lines: [*lines, b"garbage", b"more"]),
    "garbage between": _lines(lambda lines: [lines[0], b"garbage", *lines[1:]]),
    "blank lines": _lines(lambda lines: [lines[0], b"", *lines[1:]]),
    "a field added": lambda path: altered(path, lambda begun: begun.update(extra=1)),
    "a seal of zeros": lambda path: altered(path, lambda begun: begun.update(seal="0" * 64)),
}


@pytest.mark.parametrize("tamper", TAMPERED.values(), ids=TAMPERED)
def test_a_journal_that_was_altered_is_shown_and_never_sent(
    tamper: Callable[[Path], None], shell: Shell
) -> None:
    path = real(shell)
    tamper(path)
    need_nothing_sent(shell, str(path))
    assert variables(shell.cluster) == {VARIABLE: "kubernetes-internal-ip"}


def resealed(path: Path, change: Callable[[Any], object]) -> None:
    """The journal with another first line and seals that are valid all the same."""
    key = path.with_name(KEY).read_bytes()
    told = [json.loads(line) for line in path.read_bytes().splitlines()]
    change(told[0])
    lines: list[bytes] = []
    for each in told:
        del each["seal"]
        before = (json.loads(lines[-1])["seal"].encode(),) if lines else ()
        lines.append(sealed(json.dumps(each, separators=(",", ":")).encode(), key, *before))
    path.write_bytes(b"".join(line + b"\n" for line in lines))


NO_OPERATIONS: dict[str, dict[str, object]] = {
    "a move": {"op": "move", "from": "/spec/template", "path": VARIABLES},
    "a copy": {"op": "copy", "from": "/spec/template/spec/volumes", "path": VARIABLES},
    "an operation of no name": {"op": "", "path": VARIABLES},
    "capitals": {"op": "Replace", "path": VARIABLES, "value": []},
    "a merge patch": {"spec": {"template": None}},
    "a source beside the path": {
        "op": "add",
        "from": "/metadata",
        "path": f"{VARIABLES}/-",
        "value": {"name": VARIABLE, "value": "x"},
    },
    "no leading stroke": {"op": "remove", "path": VARIABLES[1:]},
    "the whole object": {"op": "replace", "path": "", "value": {}},
    "half an escape": {"op": "remove", "path": f"{VARIABLES}~"},
    "an unknown escape": {"op": "remove", "path": f"{VARIABLES}~2"},
    "a removal with a value": {"op": "remove", "path": VARIABLES, "value": 1},
    "no value": {"op": "add", "path": VARIABLES},
}


@pytest.mark.parametrize("operation", NO_OPERATIONS.values(), ids=NO_OPERATIONS)
@pytest.mark.parametrize("where", ["patch", "undo"])
def test_what_is_no_operation_of_ours_makes_it_no_journal(
    where: str, operation: dict[str, object], shell: Shell
) -> None:
    path = real(shell)
    resealed(path, lambda begun: begun["changes"][0][where].append(operation))
    need_nothing_sent(shell, str(path))
    assert "is no journal that can be read" in shell.err


def test_a_journal_that_was_sealed_again_is_a_journal(
    shell: Shell, cluster: WritableCluster
) -> None:
    """What the forms above differ from."""
    path = real(shell)
    resealed(path, lambda begun: begun.update(nodes=[]))
    assert shell.rollback(str(path)) == 0
    assert variables(cluster) == {}


def test_a_journal_is_undone_once_however_many_copies_of_it_there_are(
    shell: Shell, cluster: WritableCluster
) -> None:
    path = real(shell)
    copies = [path.with_name(f"20990101T00000{number}Z-abc12345.jsonl") for number in (0, 1)]
    copies[0].write_bytes(path.read_bytes())
    copies[0].chmod(0o600)
    copies[1].hardlink_to(path)
    assert shell.rollback(str(path)) == 0
    cluster.seen.clear()
    before = json.dumps(cluster.objects)
    for copy in copies:
        assert shell._rollback(str(copy), "--plan", "00000000") in (0, 1)
    assert cluster.written == [] and json.dumps(cluster.objects) == before


def test_an_old_journal_prints_its_undo_as_commands(shell: Shell) -> None:
    path = real(shell)
    _without_seals(path)
    assert shell._rollback(str(path)) == 1
    assert "written by an earlier release" in shell.out
    assert "kubectl -n kube-system patch daemonset" in " ".join(shell.out.split())
    assert "Nothing was sent" in shell.out


def test_lines_of_another_journal_of_the_same_key_do_not_fit(shell: Shell) -> None:
    path = real(shell)
    other = begin_journal(
        shell.journals,
        plan="fff00000",
        causes=(CAUSE,),
        nodes=(),
        context="here",
        server=shell.cluster.url,
        authority="",
        changes=(patches(DAEMONSET),),
    )
    other.sending(0)
    line = other.path.read_bytes().splitlines()[1]
    path.write_bytes(path.read_bytes() + line + b"\n")
    need_nothing_sent(shell, str(path))


def test_a_journal_of_another_machine_is_never_sent(shell: Shell) -> None:
    path = real(shell)
    key = shell.journals / "seal.key"
    kept = key.read_bytes()
    key.write_bytes(bytes(reversed(kept)))
    need_nothing_sent(shell, str(path))
    key.unlink()
    need_nothing_sent(shell, str(path))
    assert json.loads(shell.out)["seal"] == "no-key"


def test_what_a_crash_cut_off_is_still_undone(shell: Shell, cluster: WritableCluster) -> None:
    path = real(shell)
    path.write_bytes(path.read_bytes()[:-20])
    assert shell.rollback(str(path)) == 0
    assert variables(cluster) == {}


def test_a_journal_that_is_altered_while_the_user_confirms_is_not_sent(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = real(shell)
    assert shell._rollback(str(path), "--dry-run", "-o", "json") == 0
    plan = json.loads(shell.out)["plan"]
    undoing = JournalWriter.undoing

    def late(self: JournalWriter, number: int) -> None:
        _value(path)
        undoing(self, number)

    monkeypatch.setattr(JournalWriter, "undoing", late)
    assert shell._rollback(str(path), "--plan", plan) == 4
    assert "is not as it was written" in shell.err
    assert shell.cluster.written == []


def test_what_was_not_shown_is_not_sent(shell: Shell, cluster: WritableCluster) -> None:
    """The first look finds nothing to undo; then another program brings the change back."""
    path = real(shell)
    changed = _first(cluster.object("DaemonSet", "calico-node")).pop("env")
    looks: list[str] = []

    def bring_back(seen: Seen) -> Said:
        looks.append(seen.method)
        if len(looks) == 2:
            _first(cluster.object("DaemonSet", "calico-node"))["env"] = changed
        return cluster.answer_without_faults(seen)

    cluster.fail("/daemonsets/calico-node", bring_back)
    assert shell._rollback(str(path)) == 1
    assert "is not the one that was shown" in shell.out
    assert cluster.written == [] and len(looks) > 1


def test_what_is_about_to_be_sent_keeps_its_colours(shell: Shell) -> None:
    path = real(shell)
    assert shell._rollback(str(path), "--dry-run", "-o", "json") == 0
    plan = json.loads(shell.out)["plan"]
    assert shell._rollback(str(path), "--plan", plan, "--color=always") == 0
    assert "\x1b[" in shell.out and r"\x1b" not in shell.out


# Files

KEY = "seal.key"


def _linked(path: Path) -> None:
    aside = path.with_name("aside")
    path.rename(aside)
    path.symlink_to(aside)


UNSAFE: dict[str, Callable[[Path], object]] = {
    "a linked journal": _linked,
    "a journal that others may write": lambda path: path.chmod(0o666),
    "a linked key": lambda path: _linked(path.with_name(KEY)),
    "a key that others may read": lambda path: path.with_name(KEY).chmod(0o644),
    "a key that the group may write": lambda path: path.with_name(KEY).chmod(0o620),
    "a folder that others may write": lambda path: path.parent.chmod(0o777),
    "a sticky folder that others may write": lambda path: path.parent.chmod(0o1777),
    "a linked folder": lambda path: _linked(path.parent),
    "an empty key": lambda path: path.with_name(KEY).write_bytes(b""),
    "a key of zeros": lambda path: path.with_name(KEY).write_bytes(bytes(32)),
    "a long key": lambda path: path.with_name(KEY).write_bytes(bytes(33)),
}
if os.getuid() == 0:
    UNSAFE |= {
        "another user's journal": lambda path: os.chown(path, 12345, -1),
        "another user's key": lambda path: os.chown(path.with_name(KEY), 12345, -1),
        "another user's folder": lambda path: os.chown(path.parent, 12345, -1),
    }


@pytest.mark.parametrize("spoil", UNSAFE.values(), ids=UNSAFE)
def test_what_others_may_have_written_is_never_sent(
    spoil: Callable[[Path], object], shell: Shell
) -> None:
    path = real(shell)
    spoil(path)
    need_nothing_sent(shell, str(path))
    assert json.loads(shell.out)["seal"] != "sealed"


@pytest.mark.parametrize(
    "spoil",
    [name for name in UNSAFE if "journal" not in name and name != "a key of zeros"],
)
def test_where_others_may_write_no_plan_is_applied(spoil: str, shell: Shell) -> None:
    path = real(shell)
    UNSAFE[spoil](path)
    path.unlink()
    shell.cluster.touch("DaemonSet", "calico-node", lambda each: _first(each).pop("env"))
    plan = shell.plan()
    assert shell.fix("--apply", "--plan", plan, "--within", "0") == 4
    assert shell.cluster.written == []
    assert str(path.parent) in shell.err


def _first(each: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = each["spec"]["template"]["spec"]["containers"][0]
    return found


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5 << 30)


BEGUN = b'{"entry":"begun","at":"2026-11-16T07:00:00+00:00","schema":"calicovet-journal/v2",'
UNREADABLE: dict[str, Callable[[Path], object]] = {
    "5 GB": _sparse,
    "a pipe": _pipe,
    "a folder": lambda path: path.mkdir(),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "garbage": lambda path: path.write_bytes(os.urandom(100_000)),
    "NUL": lambda path: path.write_bytes(b"\0" * 10_000),
    "one long line": lambda path: path.write_bytes(b"{" * (1 << 20)),
    "many lines": lambda path: path.write_bytes(b"{}\n" * (1 << 20)),
    "deep lists": lambda path: path.write_bytes(BEGUN + b'"plan":' + b"[" * 100_000),
    "deep objects": lambda path: path.write_bytes(b'{"entry":' * 100_000),
    "a deep value": lambda path: path.write_bytes(
        BEGUN
        + b'"plan":"","causes":[],"nodes":[],"context":"","server":"","changes":[{"do":"create",'
        + b'"apiVersion":"v1","kind":"ConfigMap","resource":"configmaps","name":"calico-config",'
        + b'"namespace":"kube-system","body":{"data":'
        + b"[" * 900
        + b"]" * 900
        + b'}}],"seal":""}\n'
    ),
    "a huge integer": lambda path: path.write_bytes(BEGUN + b'"plan":' + b"9" * 5_000 + b"}\n"),
    "a huge number of a change": lambda path: path.write_bytes(
        BEGUN
        + b'"plan":"","causes":[],"nodes":[],"context":"","server":"","changes":[],"seal":""}\n'
        + b'{"entry":"sending","at":"2026-11-16T07:00:00+00:00","number":'
        + b"9" * 5_000
        + b"}\n{}\n"
    ),
    "half characters": lambda path: path.write_bytes(b'{"entry":"\\ud800"}\n\xff\xfe\n'),
}


@pytest.mark.parametrize("make", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_journal_is_one_message_and_hides_no_other(
    make: Callable[[Path], object], shell: Shell
) -> None:
    good = real(shell)
    path = shell.journals / "20990101T000000Z-bad00000.jsonl"
    make(path)
    need_nothing_sent(shell, path.name.removesuffix(".jsonl"))
    assert "is no journal that can be read" in shell.err
    assert shell.run("fix", "--list", "--lang", "en") == 0
    assert good.name.removesuffix(".jsonl") in shell.out


@pytest.mark.parametrize(
    "name", ["x" * 300, "x" * 300 + ".jsonl", "a\0b", "a\0b.jsonl", "\udcff.jsonl"]
)
def test_a_name_that_is_no_file_is_wrong_usage(name: str, shell: Shell) -> None:
    real(shell)
    assert shell._rollback(name) in (2, 4)
    assert "unexpected error" not in shell.err and shell.cluster.seen == []


def test_key_and_journals_are_made_for_this_user_only(shell: Shell) -> None:
    old = os.umask(0)
    try:
        path = real(shell)
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.with_name(KEY).stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_sealed_journal_of_ours_is_undone(shell: Shell, cluster: WritableCluster) -> None:
    path = real(shell)
    assert shell.rollback(str(path)) == 0
    assert variables(cluster) == {}
