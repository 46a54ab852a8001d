"""Changes on their way to an API server: what is sent, what is never sent, and what a no means."""

import json
from collections.abc import Iterator
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
from calicovet.model.remediation.send_result import Made, Refusal, Refused
from calicovet.world.cluster.object_writes import NotOurs, apply, is_ours, read, rehearse, undo
from calicovet.world.kube.client import Client
from tests.support.recording_server import Said
from tests.support.small_cluster import status
from tests.support.small_objects import daemonset, pod
from tests.support.writable_cluster import WritableCluster
from tests.unit.world.kube.targets import client_of


def ref(kind: str, plural: str, name: str, version: str = "v1", namespace: str = "") -> ObjectRef:
    return ObjectRef(api_version=version, kind=kind, plural=plural, name=name, namespace=namespace)


DAEMONSET = ref("DaemonSet", "daemonsets", "calico-node", "apps/v1", "kube-system")
MAP = ref("ConfigMap", "configmaps", "kubernetes-services-endpoint", "v1", "kube-system")
POD = ref("Pod", "pods", "calico-node-x7k2p", "v1", "kube-system")
PATCH = PatchObject(
    ref=DAEMONSET,
    operations=(
        Operation(Op.TEST, "/metadata/generation", 1),
        Operation(Op.ADD, "/spec/minReadySeconds", 5),
    ),
    undo=(
        Operation(Op.TEST, "/spec/minReadySeconds", 5),
        Operation(Op.REMOVE, "/spec/minReadySeconds"),
    ),
)
CREATION = CreateObject(
    ref=MAP, body={"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": MAP.name}}
)
DELETION = DeletePod(ref=POD, uid="uid-1")


@pytest.fixture
def cluster() -> Iterator[WritableCluster]:
    with WritableCluster([daemonset(1), pod("calico-node-x7k2p", "n1")]) as cluster:
        yield cluster


@pytest.fixture
def client(cluster: WritableCluster) -> Client:
    return client_of(cluster.url)


def refused(answer: object) -> Refused:
    assert isinstance(answer, Refused)
    return answer


def taken(answer: Any) -> Any:
    assert not isinstance(answer, Refused)
    return answer


@pytest.mark.parametrize("change", [PATCH, CREATION, DELETION], ids=["patch", "create", "delete"])
def test_a_rehearsal_says_so_and_changes_nothing(
    change: Change, cluster: WritableCluster, client: Client
) -> None:
    before = json.dumps(cluster.objects)
    assert not isinstance(rehearse(client, change), Refused)
    assert json.dumps(cluster.objects) == before
    assert len(cluster.rehearsed) == 1 and cluster.written == []
    assert "dryRun=All" in cluster.seen[-1].path


def test_a_deletion_is_rehearsed_by_its_body_which_is_what_servers_read(
    cluster: WritableCluster, client: Client
) -> None:
    rehearse(client, DELETION)
    assert json.loads(cluster.seen[-1].body)["dryRun"] == ["All"]
    apply(client, DELETION)
    assert "dryRun" not in json.loads(cluster.seen[-1].body)


def test_a_patch_carries_its_tests_and_who_sends_it(
    cluster: WritableCluster, client: Client
) -> None:
    answer = taken(apply(client, PATCH))
    sent = cluster.seen[-1]
    assert answer["spec"]["minReadySeconds"] == 5
    assert sent.header("content-type") == "application/json-patch+json"
    assert "fieldManager=calicovet" in sent.path and "fieldValidation=Strict" in sent.path
    assert json.loads(sent.body)[0] == {"op": "test", "path": "/metadata/generation", "value": 1}


@pytest.mark.parametrize("change", [PATCH, CREATION], ids=["patch", "create"])
def test_an_undo_leaves_the_objects_as_they_were(
    change: Change, cluster: WritableCluster, client: Client
) -> None:
    before = _without_counters(cluster)
    metadata = taken(apply(client, change))["metadata"]
    made = Made(uid=metadata["uid"], resource_version=metadata["resourceVersion"])
    assert _without_counters(cluster) != before
    assert not isinstance(undo(client, change, made, rehearsal=True), Refused)
    assert _without_counters(cluster) != before
    assert not isinstance(undo(client, change, made), Refused)
    assert _without_counters(cluster) == before


def _without_counters(cluster: WritableCluster) -> str:
    kept = json.loads(json.dumps(cluster.objects))
    for each in kept:
        del each["metadata"]["generation"], each["metadata"]["resourceVersion"]
    return json.dumps(kept)


def test_an_object_that_was_changed_since_is_drift(
    cluster: WritableCluster, client: Client
) -> None:
    cluster.touch("DaemonSet", "calico-node", lambda each: None)
    assert refused(apply(client, PATCH)).why is Refusal.DRIFT


def test_one_that_another_user_made_is_drift(cluster: WritableCluster, client: Client) -> None:
    apply(client, CREATION)
    assert refused(apply(client, CREATION)).why is Refusal.DRIFT


def test_another_pod_of_the_same_name_is_not_deleted(client: Client) -> None:
    other = DeletePod(ref=POD, uid="uid-of-yesterday")
    assert refused(apply(client, other)).why is Refusal.DRIFT


def test_what_was_created_and_changed_since_is_not_deleted(
    cluster: WritableCluster, client: Client
) -> None:
    metadata = taken(apply(client, CREATION))["metadata"]
    made = Made(uid=metadata["uid"], resource_version=metadata["resourceVersion"])
    cluster.touch("ConfigMap", MAP.name, lambda each: each.update(data={"a": "b"}))
    assert refused(undo(client, CREATION, made)).why is Refusal.DRIFT


def test_what_is_forbidden_names_the_rule(cluster: WritableCluster, client: Client) -> None:
    cluster.locked.add("daemonsets.apps")
    no = refused(rehearse(client, PATCH))
    assert no.why is Refusal.FORBIDDEN
    assert no.rule == '{apiGroups: ["apps"], resources: [daemonsets], verbs: [patch]}'


def test_who_gives_away_what_he_has_not_got_is_not_told_of_a_missing_rule(
    cluster: WritableCluster, client: Client
) -> None:
    said = 'user "ada" (groups=[]) is attempting to grant RBAC permissions not currently held: …'
    cluster.fail("daemonsets", lambda _: status(403, said, "Forbidden"))
    no = refused(rehearse(client, PATCH))
    assert (no.why, no.rule, no.said) == (Refusal.FORBIDDEN, "", said)


def test_a_webhook_that_says_no_is_no_drift(cluster: WritableCluster, client: Client) -> None:
    said = 'admission webhook "policy" denied the request: no'
    cluster.fail("daemonsets", lambda _: status(400, said, "BadRequest"))
    no = refused(rehearse(client, PATCH))
    assert (no.why, no.said) == (Refusal.REFUSED, said)


def test_an_object_that_would_be_invalid_is_no_drift(
    cluster: WritableCluster, client: Client
) -> None:
    said = 'DaemonSet.apps "calico-node" is invalid: spec.selector: Required value'
    cluster.fail("daemonsets", lambda _: status(422, said, "Invalid"))
    assert refused(rehearse(client, PATCH)).why is Refusal.REFUSED


@pytest.mark.parametrize("code", [500, 504])
def test_a_server_in_trouble_leaves_open_whether_it_was_done(
    code: int, cluster: WritableCluster, client: Client
) -> None:
    cluster.fail("daemonsets", code)
    assert refused(apply(client, PATCH)).why is Refusal.NO_ANSWER


def test_nothing_is_sent_twice(cluster: WritableCluster, client: Client) -> None:
    cluster.fail("daemonsets", 503)
    apply(client, PATCH)
    assert len(cluster.seen) == 1


def test_an_object_that_is_not_there_is_none_and_one_that_may_not_be_read_is_not(
    cluster: WritableCluster, client: Client
) -> None:
    assert read(client, MAP) is None
    cluster.forbidden.add("configmaps")
    assert refused(read(client, MAP)).why is Refusal.FORBIDDEN


@pytest.mark.parametrize(
    "where",
    [
        ref("Secret", "secrets", "calico-node-token", "v1", "kube-system"),
        ref("Node", "nodes", "node-1"),
        ref("ConfigMap", "configmaps", "coredns", "v1", "kube-system"),
        ref("DaemonSet", "daemonsets", "kube-proxy", "apps/v1", "kube-system"),
        ref("ClusterRole", "clusterroles", "cluster-admin", "rbac.authorization.k8s.io/v1"),
        ref("IPPool", "ippools", "default", "example.com/v1"),
    ],
    ids=lambda where: where.title,
)
def test_nothing_else_is_ever_written(
    where: ObjectRef, cluster: WritableCluster, client: Client
) -> None:
    change = PatchObject(ref=where, operations=(), undo=())
    assert not is_ours(change)
    for send in (rehearse, apply):
        with pytest.raises(NotOurs):
            send(client, change)
    with pytest.raises(NotOurs):
        undo(client, change, Made())
    assert cluster.seen == []


def test_only_pods_of_calico_node_are_deleted(cluster: WritableCluster, client: Client) -> None:
    other = DeletePod(ref=ref("Pod", "pods", "coredns-5d78c", "v1", "kube-system"), uid="u")
    with pytest.raises(NotOurs):
        apply(client, other)
    assert cluster.seen == []


@pytest.mark.parametrize(
    "where",
    [
        DAEMONSET,
        MAP,
        ref("DaemonSet", "daemonsets", "rke2-canal", "apps/v1", "kube-system"),
        ref("Installation", "installations", "default", "operator.tigera.io/v1"),
        ref("IPPool", "ippools", "default-ipv4-ippool", "crd.projectcalico.org/v1"),
        ref("FelixConfiguration", "felixconfigurations", "node.n1", "crd.projectcalico.org/v1"),
        ref("ClusterRole", "clusterroles", "calico-node", "rbac.authorization.k8s.io/v1"),
        ref("ConfigMap", "configmaps", "calico-config", "v1", "kube-system"),
    ],
    ids=lambda where: where.title,
)
def test_calicos_own_objects_may_be(where: ObjectRef) -> None:
    assert is_ours(PatchObject(ref=where, operations=(), undo=()))


@pytest.mark.parametrize(
    "body",
    [
        b"<html>please log in</html>",
        b"{}",
        b"[]",
        b"null",
        b'{"kind":"Status","status":"Success"}',
        b'{"kind":"DaemonSet","metadata":{"name":"another"}}',
        b'{"a":' * 100_000,
    ],
)
def test_an_answer_that_is_not_the_object_is_no_answer(
    body: bytes, cluster: WritableCluster, client: Client
) -> None:
    cluster.fail("daemonsets", lambda _: Said(body))
    assert refused(apply(client, PATCH)).why is Refusal.NO_ANSWER
    assert refused(read(client, DAEMONSET)).why is Refusal.NO_ANSWER
