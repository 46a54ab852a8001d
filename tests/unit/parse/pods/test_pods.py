"""Pods: tables and describe; the same pod as an object says the same."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TypeVar

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    AutodetectionMethod,
    CalicoVersion,
    ContainerExit,
    ContainerImage,
    ContainerState,
    EventSeen,
    Fact,
    InternalAddress,
    ManagedBy,
    OwnerKind,
    PodListed,
    PodPhase,
    Probe,
    ProbeFailed,
    ProbeSpec,
    ResourceLimit,
    Running,
    SettingSeen,
    Unreadable,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.objects.by_kind import read_objects
from calicovet.parse.pods import read_pod_describe, read_pod_table

F = TypeVar("F", bound=Fact)
Reader = Callable[[Evidence], Iterator[Fact | Unreadable]]


def all_facts(read: Reader, content: str, about: Subject = NO_SUBJECT) -> list[Fact]:
    evidence = Evidence(id="e", kind=EvidenceKind.TEXT, content=content, about=about)
    return [fact for fact in read(evidence) if isinstance(fact, Fact)]


def table(kind: type[F], content: str, about: Subject = NO_SUBJECT) -> list[F]:
    return [fact for fact in all_facts(read_pod_table, content, about) if isinstance(fact, kind)]


def described(kind: type[F], content: str, about: Subject = NO_SUBJECT) -> list[F]:
    return [fact for fact in all_facts(read_pod_describe, content, about) if isinstance(fact, kind)]


# Tables


def test_a_row_shows_readiness_status_restarts_and_age() -> None:
    (listed,) = table(
        PodListed, "NAME READY STATUS RESTARTS AGE\ncalico-node-x   0/1   Init:0/3   2   30m\n"
    )
    assert listed == PodListed(
        ready=0, total=1, status="Init:0/3", restarts=2, age=timedelta(minutes=30)
    )
    assert listed.about.pod == "calico-node-x"
    assert listed.cited[0].line == 2


def test_the_last_restart_may_stand_behind_the_count() -> None:
    (listed,) = table(
        PodListed,
        "calico-node-x 0/1 CrashLoopBackOff 157 (2m33s ago) 57d 10.0.0.7 n1 <none> <none>",
    )
    assert (listed.restarts, listed.age) == (157, timedelta(days=57))
    assert listed.restarted_ago == timedelta(minutes=2, seconds=33)
    assert (listed.ip, listed.about.node) == ("10.0.0.7", "n1")


def test_a_namespace_before_the_name_is_the_pods() -> None:
    (listed,) = table(PodListed, "calico-system   calico-node-x   1/1   Running   0   5d")
    assert listed.about == Subject(namespace="calico-system", pod="calico-node-x")


def test_the_pieces_namespace_holds_where_the_row_has_none() -> None:
    (listed,) = table(PodListed, "calico-node-x 1/1 Running 0 5d", Subject(namespace="kube-system"))
    assert listed.about.namespace == "kube-system"


def test_a_name_may_carry_its_kind() -> None:
    (listed,) = table(PodListed, "pod/calico-node-x 1/1 Running 0 5d")
    assert listed.about.pod == "calico-node-x"


def test_labels_behind_the_age_are_neither_address_nor_node() -> None:
    (listed,) = table(PodListed, "calico-node-x 1/1 Running 0 5d k8s-app=calico-node,x=y")
    assert (listed.ip, listed.about.node) == ("", "")


def test_a_pod_without_address_has_its_node_all_the_same() -> None:
    (listed,) = table(PodListed, "calico-node-x 0/1 Pending 0 5d <none> n1 <none> <none>")
    assert (listed.ip, listed.about.node) == ("", "n1")


@pytest.mark.parametrize(
    "row", ["calico-node-x 0/1 Pending", "calico-node-x 0/1 Running 3", "calico-node-x 0/1 Error x"]
)
def test_a_row_may_end_early(row: str) -> None:
    (listed,) = table(PodListed, row)
    assert listed.age is None


def test_a_row_that_wraps_is_put_together() -> None:
    text = (
        "NAME   READY   STATUS   RESTARTS   AGE   IP\n   NODE   NOMINATED NODE   READINESS GATES\n"
        "calico-node-x   1/1   Running   0   2d   10.0.0.7\n   n1   <none>   <none>\n"
        "calico-node-y   1/1   Running   0   2d   10.0.0.8\n   n2   <none>   <none>\n"
    )
    assert [listed.about.node for listed in table(PodListed, text)] == ["n1", "n2"]


def test_a_prompt_below_a_row_is_not_its_end() -> None:
    text = "NAME READY STATUS RESTARTS AGE IP NODE\ncalico-node-x 1/1 Running 0 2d 10.0.0.7\nroot@n1:~#\n"
    (listed,) = table(PodListed, text)
    assert listed.about.node == ""


@pytest.mark.parametrize(
    "name", ["calico-node-x", "calico-typha-5d-x", "kube-proxy-x", "etcd-m1", "canal-x"]
)
def test_pods_on_the_host_network_have_the_nodes_address(name: str) -> None:
    (address,) = table(InternalAddress, f"{name} 1/1 Running 0 5d 10.0.0.7 n1 <none> <none>")
    assert address.address == ip_address("10.0.0.7")
    assert address.about == Subject(node="n1")


@pytest.mark.parametrize(
    "row",
    [
        "coredns-x 1/1 Running 0 5d 10.244.0.7 n1 <none> <none>",
        "calico-kube-controllers-x 1/1 Running 0 5d 10.244.0.7 n1 <none> <none>",
        "calico-node-x 1/1 Running 0 5d 10.0.0.7",
        "calico-node-x 1/1 Running 0 5d 999.0.0.7 n1",
    ],
)
def test_other_addresses_are_not_the_nodes(row: str) -> None:
    assert table(InternalAddress, row) == []


def test_the_namespace_betrays_the_owner_once() -> None:
    rows = "calico-node-x 1/1 Running 0 5d\ncalico-node-y 1/1 Running 0 5d\n"
    assert table(ManagedBy, rows, Subject(namespace="calico-system")) == [
        ManagedBy(owner=OwnerKind.OPERATOR, by="namespace calico-system")
    ]
    assert table(ManagedBy, rows, Subject(namespace="elsewhere")) == []


def test_other_pods_in_that_namespace_betray_nothing() -> None:
    assert table(ManagedBy, "calico-system coredns-x 1/1 Running 0 5d") == []


def test_a_row_of_calico_node_that_cannot_be_read_is_owned_up_to() -> None:
    evidence = Evidence(
        id="e", kind=EvidenceKind.POD_TABLE, content="NAME READY\ncalico-node-x ???\nother ???\n"
    )
    (unread,) = read_pod_table(evidence)
    assert isinstance(unread, Unreadable)
    assert unread.line == 2


@pytest.mark.parametrize(
    "text", ["", "No resources found.", "1/1 Running", "Some Prose 1/2 of it", "x 1/1"]
)
def test_other_text_lists_no_pods(text: str) -> None:
    assert table(PodListed, text) == []


# Describe

DESCRIBED = """\
Name:                 calico-node-kz8ft
Namespace:            kube-system
Priority:             2000001000
Node:                 jenny/192.168.2.108
Start Time:           Sat, 18 Jan 2020 22:18:05 +0800
Labels:               controller-revision-hash=868fbfb8bc
                      k8s-app=calico-node
Annotations:          meta.helm.sh/release-name: calico
Status:               Running
IP:                   192.168.2.108
IPs:
  IP:           192.168.2.108
Controlled By:        DaemonSet/calico-node
Init Containers:
  upgrade-ipam:
    Container ID:  docker://c5bfeb485cba
    Image:         calico/cni:v3.11.1
    Image ID:      docker-pullable://calico/cni@sha256:e493
    Port:          <none>
    Command:
      /opt/cni/bin/calico-ipam
      -upgrade
    State:          Terminated
      Reason:       Completed
      Exit Code:    0
      Started:      Sat, 18 Jan 2020 22:18:06 +0800
      Finished:     Sat, 18 Jan 2020 22:18:07 +0800
    Ready:          True
    Restart Count:  0
    Environment:
      KUBERNETES_NODE_NAME:        (v1:spec.nodeName)
      CALICO_NETWORKING_BACKEND:  <set to the key 'calico_backend' of config map 'calico-config'>  Optional: false
    Mounts:
      /host/opt/cni/bin from cni-bin-dir (rw)
Containers:
  calico-node:
    Container ID:   docker://aaaabbbb
    Image:          calico/node:v3.11.1
    State:          Waiting
      Reason:       CrashLoopBackOff
      Message:      back-off 5m0s restarting failed container
    Last State:     Terminated
      Reason:       Error
      Exit Code:    137
      Started:      Sat, 18 Jan 2020 22:20:00 +0800
      Finished:     Sat, 18 Jan 2020 22:21:00 +0800
    Ready:          False
    Restart Count:  12
    Limits:
      cpu:  2
    Requests:
      cpu:      250m
    Liveness:   exec [/bin/calico-node -felix-live -bird-live] delay=10s timeout=1s period=10s #success=1 #failure=6
    Readiness:  http-get http://localhost:9099/readiness delay=0s timeout=5s period=10s #success=1 #failure=3
    Environment Variables from:
      kubernetes-services-endpoint  ConfigMap  Optional: true
    Environment:
      DATASTORE_TYPE:           kubernetes
      PASSWORD:                 <set to the key 'p' in secret 's'>  Optional: false
      IP_AUTODETECTION_METHOD:  can-reach=8.8.8.8
      IP:                       autodetect
    Mounts:
      /lib/modules from lib-modules (ro)
Conditions:
  Type              Status
  Ready             False
Volumes:
  config:
    Type:      ConfigMap (a volume populated by a ConfigMap)
    Name:      other-name
    Optional:  false
QoS Class:       Burstable
Tolerations:     :NoSchedule
"""
EVENTS = """\
Events:
  Type     Reason     Age                From             Message
  ----     ------     ----               ----             -------
  Warning  Unhealthy  36m (x3 over 40m)  kubelet, jenny   Liveness probe failed: refused
"""
OBJECT = """\
apiVersion: v1
kind: Pod
metadata:
  name: calico-node-kz8ft
  namespace: kube-system
  annotations:
    meta.helm.sh/release-name: calico
  labels:
    k8s-app: calico-node
  ownerReferences:
  - kind: DaemonSet
    name: calico-node
spec:
  nodeName: jenny
  initContainers:
  - name: upgrade-ipam
    image: calico/cni:v3.11.1
    env:
    - name: KUBERNETES_NODE_NAME
      valueFrom:
        fieldRef:
          apiVersion: v1
          fieldPath: spec.nodeName
    - name: CALICO_NETWORKING_BACKEND
      valueFrom:
        configMapKeyRef:
          key: calico_backend
          name: calico-config
  containers:
  - name: calico-node
    image: calico/node:v3.11.1
    env:
    - name: DATASTORE_TYPE
      value: kubernetes
    - name: PASSWORD
      valueFrom:
        secretKeyRef: {key: p, name: s}
    - name: IP_AUTODETECTION_METHOD
      value: can-reach=8.8.8.8
    - name: IP
      value: autodetect
    livenessProbe:
      exec:
        command: [/bin/calico-node, -felix-live, -bird-live]
      initialDelaySeconds: 10
      failureThreshold: 6
    readinessProbe:
      httpGet:
        host: localhost
        path: /readiness
        port: 9099
      timeoutSeconds: 5
    resources:
      limits:
        cpu: "2"
status:
  hostIP: 192.168.2.108
  phase: Running
  startTime: "2020-01-18T14:18:05Z"
  initContainerStatuses:
  - name: upgrade-ipam
    containerID: docker://c5bfeb485cba
    image: calico/cni:v3.11.1
    imageID: docker-pullable://x
    lastState: {}
    ready: true
    restartCount: 0
    state:
      terminated:
        exitCode: 0
        reason: Completed
        startedAt: "2020-01-18T14:18:06Z"
        finishedAt: "2020-01-18T14:18:07Z"
  containerStatuses:
  - name: calico-node
    containerID: docker://aaaabbbb
    image: calico/node:v3.11.1
    imageID: docker-pullable://x
    lastState:
      terminated:
        exitCode: 137
        reason: Error
        startedAt: "2020-01-18T14:20:00Z"
        finishedAt: "2020-01-18T14:21:00Z"
    ready: false
    restartCount: 12
    state:
      waiting:
        reason: CrashLoopBackOff
        message: back-off 5m0s restarting failed container
"""


def test_describe_and_object_say_the_same() -> None:
    assert set(all_facts(read_pod_describe, DESCRIBED)) == set(all_facts(read_objects, OBJECT))


def test_a_pod_says_where_and_how_it_runs() -> None:
    facts = all_facts(read_pod_describe, DESCRIBED)
    assert InternalAddress(address=ip_address("192.168.2.108")) in facts
    assert PodListed(ready=0, total=1, status="CrashLoopBackOff", restarts=12) in facts
    assert PodPhase(phase="Running", started=datetime(2020, 1, 18, 14, 18, 5, tzinfo=UTC)) in facts
    assert CalicoVersion(low="v3.11.1", by="image") in facts
    assert ManagedBy(owner=OwnerKind.HELM, by="meta.helm.sh/release-name") in facts
    assert ManagedBy(owner=OwnerKind.MANIFEST, by="namespace kube-system") in facts


def test_containers_stand_in_their_own_order() -> None:
    states = described(ContainerState, DESCRIBED)
    assert [(state.about.container, state.init, state.position) for state in states] == [
        ("upgrade-ipam", True, 0),
        ("calico-node", False, 0),
    ]
    assert states[0].phase is Running.TERMINATED
    assert states[0].container_id == "c5bfeb485cba"
    assert states[1] == ContainerState(
        init=False,
        position=0,
        phase=Running.WAITING,
        reason="CrashLoopBackOff",
        message="back-off 5m0s restarting failed container",
        ready=False,
        restarts=12,
        container_id="aaaabbbb",
    )


def test_the_last_state_is_how_the_run_before_ended() -> None:
    (ended,) = described(ContainerExit, DESCRIBED)
    assert (ended.reason, ended.exit_code) == ("Error", 137)
    assert ended.finished == datetime(2020, 1, 18, 14, 21, tzinfo=UTC)


def test_probes_are_read_with_their_numbers() -> None:
    assert described(ProbeSpec, DESCRIBED) == [
        ProbeSpec(
            probe=Probe.LIVENESS,
            handler="exec",
            asks="/bin/calico-node -felix-live -bird-live",
            delay=10,
            failures=6,
        ),
        ProbeSpec(
            probe=Probe.READINESS, handler="http", asks="localhost:9099/readiness", timeout=5
        ),
    ]


def test_variables_limits_and_the_method_are_read() -> None:
    settings = {setting.name: setting.value for setting in described(SettingSeen, DESCRIBED)}
    assert settings["IP"] == "autodetect"
    assert (
        settings["CALICO_NETWORKING_BACKEND"]
        == "<set to the key 'calico_backend' of config map 'calico-config'>"
    )
    assert "cpu" not in settings
    assert described(AutodetectionMethod, DESCRIBED) == [
        AutodetectionMethod(method="can-reach=8.8.8.8")
    ]
    assert described(ResourceLimit, DESCRIBED) == [ResourceLimit(resource="cpu", value="2")]


def test_every_fact_cites_the_line_of_its_value() -> None:
    lines = DESCRIBED.splitlines()
    for fact in all_facts(read_pod_describe, DESCRIBED):
        line = lines[fact.cited[0].line - 1]
        if isinstance(fact, SettingSeen):
            assert fact.name in line
        if isinstance(fact, ContainerImage):
            assert fact.image in line
        if isinstance(fact, ProbeSpec):
            assert fact.probe in line.lower()
        if isinstance(fact, ContainerExit):
            assert "Last State" in line


def test_events_are_about_the_pod() -> None:
    (failed,) = described(ProbeFailed, DESCRIBED + EVENTS)
    assert (failed.count, failed.about.pod, failed.about.node) == (3, "calico-node-kz8ft", "jenny")


def test_several_pods_are_told_apart() -> None:
    text = DESCRIBED + EVENTS + "\n\n" + (DESCRIBED + EVENTS).replace("kz8ft", "other")
    assert {fact.about.pod for fact in described(EventSeen, text)} == {
        "calico-node-kz8ft",
        "calico-node-other",
    }
    assert len(described(PodPhase, text)) == 2


def test_lost_indentation_loses_nothing() -> None:
    flat = "\n".join(
        line.strip() for line in DESCRIBED.splitlines() if "Name:      other" not in line
    )
    assert set(described(ContainerState, flat)) == set(described(ContainerState, DESCRIBED))
    assert set(described(ProbeSpec, flat)) == set(described(ProbeSpec, DESCRIBED))
    assert set(described(AutodetectionMethod, flat)) == set(
        described(AutodetectionMethod, DESCRIBED)
    )


def test_a_fragment_is_about_the_pieces_pod() -> None:
    fragment = DESCRIBED.partition("Containers:\n  calico-node:\n")[2]
    about = Subject(node="n1", pod="calico-node-q")
    (state,) = described(ContainerState, fragment, about)
    assert state.about == Subject(node="n1", pod="calico-node-q", container="calico-node")
    assert state.reason == "CrashLoopBackOff"


def test_a_state_alone_is_a_containers() -> None:
    (state,) = described(
        ContainerState,
        "State:  Running\n  Started:  Sat, 18 Jan 2020 22:18:06 +0800\nReady:  True\n",
    )
    assert (state.phase, state.ready, state.about.container) == (Running.RUNNING, True, "")


def test_a_container_is_known_by_the_lines_below_its_name() -> None:
    text = "  install-cni:\n    Image:  calico/cni:v3.20.0\n    State:  Unheard-of\n"
    (state,) = described(ContainerState, text)
    assert (state.about.container, state.init, state.phase) == (
        "install-cni",
        True,
        Running.UNKNOWN,
    )
    assert described(CalicoVersion, text) == [CalicoVersion(low="v3.20.0", by="image")]


def test_of_other_pods_only_how_they_run_is_told() -> None:
    other = DESCRIBED.replace("calico-node", "coredns").replace("calico/", "coredns/")
    kinds = {type(fact) for fact in all_facts(read_pod_describe, other)}
    assert kinds == {PodListed, InternalAddress}


def test_a_fragment_of_other_containers_gives_no_facts() -> None:
    fragment = "Containers:\n  coredns:\n    Image:  coredns:1.8\n    State:  Running\n"
    assert all_facts(read_pod_describe, fragment) == []


def test_single_variables_are_read_and_other_keys_are_not() -> None:
    facts = all_facts(
        read_pod_describe, "  IP_AUTODETECTION_METHOD:  first-found\n  IP:  10.0.0.1\n  OTHER:  x\n"
    )
    assert facts == [
        SettingSeen(name="IP_AUTODETECTION_METHOD", value="first-found"),
        AutodetectionMethod(method="first-found"),
    ]


def test_a_node_that_is_not_there_is_not_known() -> None:
    (phase,) = described(PodPhase, "Name: calico-node-x\nNode:  <none>\nStatus:  Pending\n")
    assert phase.about.node == ""


def test_a_message_of_several_lines_belongs_to_the_state() -> None:
    text = "Containers:\n  calico-node:\n    State:  Terminated\n      Reason:  Error\n      Message:  first\nsecond line\n      Exit Code:  1\n      Signal:  9\n"
    (state,) = described(ContainerState, text)
    assert (state.message, state.exit_code) == ("first\nsecond line", 1)


@pytest.mark.parametrize(
    ("phase", "state", "row"),
    [
        ("Pending", "Waiting\n      Reason: PodInitializing", "Init:0/1"),
        ("Pending", "Running", "Init:0/1"),
        ("Pending", "Waiting\n      Reason: CrashLoopBackOff", "Init:CrashLoopBackOff"),
        ("Pending", "Terminated\n      Reason: Error\n      Exit Code: 1", "Init:Error"),
        ("Pending", "Terminated\n      Exit Code: 2", "Init:ExitCode:2"),
        ("Running", "Terminated\n      Exit Code: 0", "ExitCode:3"),
    ],
)
def test_the_status_is_the_one_that_get_would_print(phase: str, state: str, row: str) -> None:
    text = f"Name: calico-node-x\nStatus: {phase}\nInit Containers:\n  install-cni:\n    State: {state}\nContainers:\n  calico-node:\n    State: Terminated\n      Exit Code: 3\n"
    (listed,) = described(PodListed, text)
    assert listed.status == row


def test_a_running_pod_is_running() -> None:
    text = "Name: calico-node-x\nStatus: Running\nContainers:\n  calico-node:\n    State: Running\n    Ready: True\n"
    assert described(PodListed, text) == [PodListed(ready=1, total=1, status="Running")]


@pytest.mark.parametrize(
    ("image", "tag", "releases"),
    [
        ("docker.io/calico/node:v3.26.1", "v3.26.1", ["v3.26.1"]),
        ("rancher/mirrored-calico-node:v3.25.0", "v3.25.0", ["v3.25.0"]),
        ("rancher/hardened-calico:v3.26.3-build20231109", "v3.26.3-build20231109", ["v3.26.3"]),
        ("reg:5000/calico/node:3.20.0", "3.20.0", ["v3.20.0"]),
        (
            "calico/node:v3.27.0-0.dev-123-gabc",
            "v3.27.0-0.dev-123-gabc",
            ["v3.27.0-0.dev-123-gabc"],
        ),
        ("calico/node@sha256:abc", "", []),
        ("reg:5000/calico/node", "", []),
        ("calico/node:latest", "latest", []),
    ],
)
def test_an_image_shows_its_release(image: str, tag: str, releases: list[str]) -> None:
    text = f"Name: calico-node-x\nContainers:\n  calico-node:\n    Image: {image}\n"
    (found,) = described(ContainerImage, text)
    assert (found.image, found.tag) == (image, tag)
    assert [version.low for version in described(CalicoVersion, text)] == releases


def test_an_old_cni_plugin_has_separate_releases() -> None:
    text = (
        "Name: calico-node-x\nContainers:\n  install-cni:\n    Image: quay.io/calico/cni:v1.11.0\n"
    )
    assert described(CalicoVersion, text) == []


def test_probes_in_strange_words_are_left_out() -> None:
    text = "Name: calico-node-x\nContainers:\n  calico-node:\n    Liveness:  something else\n    Readiness: tcp-socket :9099 delay=1m0s timeout=1s\n"
    assert described(ProbeSpec, text) == [
        ProbeSpec(probe=Probe.READINESS, handler="tcp", asks=":9099", delay=60)
    ]


@pytest.mark.parametrize(
    "text", ["", "\n", ":", "Name:", "a:\n b:\n  c:", "Events:\n", "Containers:\n\n  x"]
)
def test_nothing_is_read_from_next_to_nothing(text: str) -> None:
    assert all_facts(read_pod_describe, text) == []


def test_numbers_that_are_none_are_not_known() -> None:
    text = "Containers:\n  calico-node:\n    State:  Terminated\n      Exit Code:  --5\n    Restart Count:  many\n"
    (state,) = described(ContainerState, text)
    assert (state.exit_code, state.restarts) == (None, None)


PENDING = """\
apiVersion: v1
kind: Pod
metadata: {{name: calico-node-7hxkd, namespace: kube-system}}
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - {terms}:
          - {{key: {key}, operator: In, values: [rack-4]}}
  containers:
  - {{name: calico-node, image: calico/node:v3.28.2}}
status: {{phase: Pending}}
"""


def test_a_row_of_a_pod_that_waits_for_the_scheduler_is_on_no_node() -> None:
    (row,) = table(
        PodListed,
        "calico-node-pzsdk   0/1   Pending   0   8s   <none>   <none>   <none>   <none>\n",
    )
    assert row.about.node == ""


@pytest.mark.parametrize(
    ("terms", "key", "node"),
    [
        ("matchFields", "metadata.name", "rack-4"),
        ("matchExpressions", "kubernetes.io/hostname", ""),
    ],
)
def test_a_pod_that_waits_for_the_scheduler_belongs_to_the_node_it_was_made_for(
    terms: str, key: str, node: str
) -> None:
    facts = all_facts(read_objects, PENDING.format(terms=terms, key=key))
    (phase,) = (fact for fact in facts if isinstance(fact, PodPhase))
    assert phase.about.node == node
