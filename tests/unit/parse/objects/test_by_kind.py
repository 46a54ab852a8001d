"""Objects by their kind, and fragments by their fields."""

from typing import TypeVar

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    ApiEndpoint,
    AutodetectionMethod,
    CalicoAddress,
    CalicoVersion,
    ContainerImage,
    ContainerState,
    CrdListed,
    DatastoreReady,
    EventSeen,
    Fact,
    KubeletCgroupDriver,
    KubeletVersion,
    ManagedBy,
    NodeListed,
    OperatorStatus,
    OwnerKind,
    PodListed,
    PoolSeen,
    Probe,
    ProbeFailed,
    ProbeSpec,
    ResourceLimit,
    ServiceAddress,
    SettingSeen,
    Unreadable,
    WorkloadListed,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.objects.by_kind import read_kubeadm_config, read_objects

F = TypeVar("F", bound=Fact)


def piece(content: str, about: Subject = NO_SUBJECT) -> Evidence:
    return Evidence(id="e", kind=EvidenceKind.OBJECTS, content=content, about=about)


def facts(kind: type[F], content: str, about: Subject = NO_SUBJECT) -> list[F]:
    return [fact for fact in read_objects(piece(content, about)) if isinstance(fact, kind)]


DAEMONSET = """\
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: calico-node
  namespace: calico-system
  annotations:
    argocd.argoproj.io/tracking-id: x
  labels:
    app.kubernetes.io/managed-by: Helm
    kustomize.toolkit.fluxcd.io/name: y
  managedFields:
  - manager: tigera-operator
  - manager: kube-controller-manager
  ownerReferences:
  - kind: Installation
    name: default
spec:
  template:
    spec:
      initContainers:
      - name: install-cni
        image: calico/cni:v3.26.1
      containers:
      - name: calico-node
        image: calico/node:v3.26.1
        env:
        - name: IP_AUTODETECTION_METHOD
          value: first-found
        livenessProbe:
          tcpSocket: {port: 9099}
          periodSeconds: 30s
        resources:
          limits: {memory: 128Mi}
      - name: sidecar
        image: example/other:v1.0.0
status:
  desiredNumberScheduled: 4
  currentNumberScheduled: 4
  numberReady: 3
"""


def test_a_daemonset_says_what_its_pods_are_told() -> None:
    assert facts(ProbeSpec, DAEMONSET) == [
        ProbeSpec(probe=Probe.LIVENESS, handler="tcp", asks=":9099", period=30)
    ]
    assert facts(AutodetectionMethod, DAEMONSET) == [AutodetectionMethod(method="first-found")]
    assert facts(ResourceLimit, DAEMONSET) == [ResourceLimit(resource="memory", value="128Mi")]
    assert facts(CalicoVersion, DAEMONSET) == [CalicoVersion(low="v3.26.1", by="image")]
    assert [image.tag for image in facts(ContainerImage, DAEMONSET)] == ["v3.26.1", "v3.26.1"]
    assert facts(WorkloadListed, DAEMONSET) == [
        WorkloadListed(kind="daemonset", name="calico-node", desired=4, current=4, ready=3)
    ]


def test_a_daemonsets_facts_are_about_no_node() -> None:
    found = facts(Fact, DAEMONSET, Subject(node="n1", pod="p"))
    assert {(fact.about.node, fact.about.pod) for fact in found} == {("", "")}


def test_every_trace_of_an_owner_is_told() -> None:
    assert {(found.owner, found.by) for found in facts(ManagedBy, DAEMONSET)} == {
        (OwnerKind.OPERATOR, "owner Installation/default"),
        (OwnerKind.ARGO_CD, "argocd.argoproj.io/tracking-id"),
        (OwnerKind.HELM, "app.kubernetes.io/managed-by=Helm"),
        (OwnerKind.FLUX, "kustomize.toolkit.fluxcd.io/name"),
        (OwnerKind.OPERATOR, "manager tigera-operator"),
        (OwnerKind.OPERATOR, "namespace calico-system"),
    }


def test_a_distributions_own_chart_is_told_from_any_other() -> None:
    text = "kind: DaemonSet\nmetadata:\n  name: rke2-canal\n  annotations:\n    meta.helm.sh/release-name: rke2-canal\n  labels: {app.kubernetes.io/managed-by: nobody}"
    assert facts(ManagedBy, text) == [
        ManagedBy(owner=OwnerKind.HELM_CHART_CONFIG, by="meta.helm.sh/release-name")
    ]


def test_another_daemonset_only_counts() -> None:
    text = DAEMONSET.replace("calico-node", "kube-proxy").replace("calico/", "x/")
    assert {type(fact) for fact in facts(Fact, text)} == {WorkloadListed}


@pytest.mark.parametrize(
    ("field", "method"),
    [
        ("{kubernetes: NodeInternalIP}", "kubernetes-internal-ip"),
        ("{firstFound: true}", "first-found"),
        ("{interface: eth.*}", "interface=eth.*"),
        ("{skipInterface: br-.*}", "skip-interface=br-.*"),
        ("{canReach: 8.8.8.8}", "can-reach=8.8.8.8"),
        ("{cidrs: [10.0.0.0/8, 172.16.0.0/12]}", "cidr=10.0.0.0/8,172.16.0.0/12"),
    ],
)
def test_the_installations_method_has_the_variables_form(field: str, method: str) -> None:
    text = f"kind: Installation\nmetadata: {{name: default}}\nspec:\n  calicoNetwork:\n    bgp: Disabled\n    nodeAddressAutodetectionV4: {field}\n"
    (found,) = facts(AutodetectionMethod, text)
    assert (found.method, found.family, found.cited[0].line) == (method, 4, 6)
    assert ManagedBy(owner=OwnerKind.OPERATOR, by="Installation default") in facts(ManagedBy, text)
    assert SettingSeen(name="calicoNetwork.bgp", value="Disabled", where="installation") in facts(
        SettingSeen, text
    )


def test_what_the_operator_computed_stands_in_for_a_silent_spec() -> None:
    text = "kind: Installation\nspec: {}\nstatus:\n  computed:\n    calicoNetwork:\n      nodeAddressAutodetectionV6: {firstFound: true}\n      nodeAddressAutodetectionV4: {firstFound: false}\n"
    assert facts(AutodetectionMethod, text) == [AutodetectionMethod(method="first-found", family=6)]


def test_an_operators_status_is_told_by_condition() -> None:
    text = "kind: TigeraStatus\nmetadata: {name: calico}\nstatus:\n  conditions:\n  - {type: Degraded, status: 'True', reason: PodFailure, message: bad}\n"
    assert facts(OperatorStatus, text) == [
        OperatorStatus(
            component="calico", type="Degraded", status="True", reason="PodFailure", message="bad"
        )
    ]


def test_a_pool_and_the_clusters_information() -> None:
    text = (
        "kind: IPPool\nmetadata: {name: p}\nspec: {cidr: 10.0.0.0/16, disabled: true, ipipMode: Always, vxlanMode: Never, nodeSelector: all()}\n"
        "---\nkind: IPPool\nmetadata: {name: q}\n"
        "---\nkind: ClusterInformation\nspec: {datastoreReady: false, calicoVersion: v3.26.1}\n"
        "---\nkind: ClusterInformation\nspec: {datastoreReady: perhaps}\n"
    )
    assert facts(PoolSeen, text) == [
        PoolSeen(
            name="p",
            cidr="10.0.0.0/16",
            disabled=True,
            ipip="Always",
            vxlan="Never",
            node_selector="all()",
        )
    ]
    assert facts(DatastoreReady, text) == [DatastoreReady(ready=False)]
    assert facts(CalicoVersion, text) == [CalicoVersion(low="v3.26.1", by="cluster")]


def test_configurations_are_settings() -> None:
    text = "kind: FelixConfiguration\nspec: {bpfEnabled: true}\n---\nkind: BGPConfiguration\nspec: {asNumber: 64512}\n"
    assert facts(SettingSeen, text) == [
        SettingSeen(name="bpfEnabled", value="true", where="felixconfiguration"),
        SettingSeen(name="asNumber", value="64512", where="bgpconfiguration"),
    ]


def test_config_maps_are_read_by_their_name() -> None:
    text = """\
kind: ConfigMap
metadata: {name: kubeadm-config}
data:
  ClusterConfiguration: |
    networking:
      podSubnet: 10.244.0.0/16
---
kind: ConfigMap
metadata: {name: calico-config}
data:
  veth_mtu: "1440"
  cni_network_config: |-
    {
      "name": "k8s-pod-network"
    }
---
kind: ConfigMap
metadata: {name: kubelet-config-1.20}
data:
  kubelet: |
    cgroupDriver: systemd
---
kind: ConfigMap
metadata: {name: other}
data: {a: b}
"""
    found = facts(SettingSeen, text)
    assert found == [
        SettingSeen(name="podSubnet", value="10.244.0.0/16", where="kubeadm"),
        SettingSeen(name="veth_mtu", value="1440", where="configmap"),
    ]
    assert found[0].cited[0].line == 6
    assert facts(KubeletCgroupDriver, text) == [KubeletCgroupDriver(driver="systemd")]


def test_kubeadms_and_the_kubelets_own_configurations() -> None:
    text = (
        "kind: ClusterConfiguration\nnetworking: {podSubnet: 10.1.0.0/16, serviceSubnet: 10.96.0.0/12}\n"
        "---\nkind: InitConfiguration\nnodeRegistration: {kubeletExtraArgs: {cgroup-driver: cgroupfs}}\n"
        "---\nkind: JoinConfiguration\nnodeRegistration:\n  kubeletExtraArgs: [{name: cgroup-driver, value: systemd}]\n"
        "---\nkind: KubeletConfiguration\ncgroupDriver: systemd\n"
        "---\nkind: KubeletConfiguration\ncgroupDriver: ''\n"
    )
    assert [found.name for found in facts(SettingSeen, text)] == ["podSubnet", "serviceSubnet"]
    drivers = facts(KubeletCgroupDriver, text, Subject(node="n1"))
    assert [(found.driver, found.about.node) for found in drivers] == [
        ("cgroupfs", "n1"),
        ("systemd", "n1"),
        ("systemd", "n1"),
    ]


def test_the_api_servers_addresses() -> None:
    text = (
        "kind: Endpoints\nmetadata: {name: kubernetes}\nsubsets: [{addresses: [{ip: 10.0.0.1}, {ip: 'fd00::1'}], ports: [{port: 6443}]}]\n"
        "---\nkind: EndpointSlice\nmetadata: {name: kubernetes}\nendpoints: [{addresses: [10.0.0.2]}]\nports: [{port: 6443}]\n"
        "---\nkind: Service\nmetadata: {name: kubernetes}\nspec: {clusterIP: 10.96.0.1}\n"
        "---\nkind: Endpoints\nmetadata: {name: other}\nsubsets: [{addresses: [{ip: 10.0.0.9}]}]\n"
        "---\nkind: EndpointSlice\nmetadata: {name: other-abc}\nendpoints: [{addresses: [10.0.0.9]}]\n"
        "---\nkind: Service\nmetadata: {name: other}\nspec: {clusterIP: 10.96.0.9}\n"
    )
    assert [found.address for found in facts(ApiEndpoint, text)] == [
        "10.0.0.1:6443",
        "[fd00::1]:6443",
        "10.0.0.2:6443",
    ]
    assert facts(ServiceAddress, text) == [ServiceAddress(address="10.96.0.1")]


def test_only_calicos_crds_are_listed() -> None:
    text = "kind: CustomResourceDefinition\nmetadata: {name: ippools.crd.projectcalico.org}\n---\nkind: CustomResourceDefinition\nmetadata: {name: a.example.org}\n"
    assert facts(CrdListed, text) == [CrdListed(name="ippools.crd.projectcalico.org")]


def test_events_know_their_object_their_count_and_their_node() -> None:
    text = """\
apiVersion: v1
items:
- kind: Event
  involvedObject: {kind: Pod, name: calico-node-x, namespace: kube-system, fieldPath: "spec.containers{calico-node}"}
  message: "Liveness probe failed: refused"
  reason: Unhealthy
  type: Warning
  count: 7
  source: {component: kubelet, host: n1}
  lastTimestamp: "2024-01-01T00:00:00Z"
kind: List
"""
    (seen,) = facts(EventSeen, text)
    assert seen.about == Subject(
        node="n1", namespace="kube-system", pod="calico-node-x", container="calico-node"
    )
    assert (seen.count, seen.source, seen.object) == (7, "kubelet", "pod/calico-node-x")
    (failed,) = facts(ProbeFailed, text)
    assert failed.at is not None
    assert failed.cited[0].line == 5


def test_a_list_lends_its_kind_to_items_without_one() -> None:
    text = (
        '{"kind": "NodeList", "items": [{"metadata": {"name": "a"}}, {"metadata": {"name": "b"}}]}'
    )
    assert [found.about.node for found in facts(NodeListed, text)] == ["a", "b"]


def test_a_cut_list_keeps_the_pods_before_the_cut() -> None:
    pod = '{"kind": "Pod", "metadata": {"name": "web-%d"}, "spec": {"containers": [{"name": "c"}]}, "status": {"phase": "Running"}}'
    text = (
        '{"kind": "List", "items": [\n'
        + ",\n".join(pod % number for number in range(3))
        + ',\n{"kind": "Po'
    )
    assert [found.about.pod for found in facts(PodListed, text)] == ["web-0", "web-1", "web-2"]


# Fragments


def test_a_probe_between_dots_is_calico_nodes() -> None:
    text = "...\n        livenessProbe:\n          httpGet:\n            host: 127.0.0.1\n            path: /liveness\n            port: 9099\n          initialDelaySeconds: 5\n          failureThreshold: 6\n...\n"
    (spec,) = facts(ProbeSpec, text)
    assert spec == ProbeSpec(
        probe=Probe.LIVENESS, handler="http", asks="127.0.0.1:9099/liveness", delay=5, failures=6
    )
    assert (spec.about.container, spec.cited[0].line) == ("calico-node", 2)


def test_a_bare_list_of_variables_is_an_environment() -> None:
    text = '- name: IP_AUTODETECTION_METHOD\n  value: "interface=eth0"\n- name: IP\n  value: autodetect\n'
    assert facts(AutodetectionMethod, text) == [AutodetectionMethod(method="interface=eth0")]
    assert [found.cited[0].line for found in facts(SettingSeen, text)] == [2, 4]


def test_a_bare_list_of_something_else_is_not() -> None:
    assert facts(SettingSeen, "- name: some-volume\n  value: x\n") == []


def test_dots_in_the_midst_of_a_daemonset_hide_nothing_below() -> None:
    text = "kind: DaemonSet\nmetadata:\n  name: other\n  ...\nspec:\n        env:\n        - name: IP\n          value: autodetect\n"
    assert facts(SettingSeen, text) == []
    own = text.replace("other", "calico-node")
    assert facts(SettingSeen, own) == [SettingSeen(name="IP", value="autodetect")]


def test_a_container_of_another_program_is_left_alone() -> None:
    assert (
        facts(
            Fact, "containers:\n- name: web\n  image: nginx:1.2.3\n  env: [{name: A, value: b}]\n"
        )
        == []
    )


def test_a_container_without_a_name_is_known_by_its_image() -> None:
    text = "image: calico/node:v3.20.0\nlivenessProbe: {exec: {command: [a, b]}}\nreadinessProbe: {grpc: {port: 1}}\n"
    liveness, readiness = facts(ProbeSpec, text)
    assert (liveness.asks, liveness.about.container) == ("a b", "calico-node")
    assert readiness.handler == ""


def test_the_status_of_a_pod_stands_alone() -> None:
    text = "status:\n  containerStatuses:\n  - name: calico-node\n    image: calico/node:v3.20.0\n    imageID: x\n    state:\n      running: {startedAt: '2024-01-01T00:00:00Z'}\n    ready: true\n"
    (state,) = facts(ContainerState, text, Subject(pod="calico-node-x"))
    assert (state.about.pod, state.about.container, state.ready) == (
        "calico-node-x",
        "calico-node",
        True,
    )


def test_fields_that_only_one_object_has_are_enough() -> None:
    text = (
        "cgroupDriver: systemd\n---\nspec:\n  calicoNetwork:\n    nodeAddressAutodetectionV4:\n      interface: eth0\n"
        "---\nannotations:\n  projectcalico.org/IPv4Address: 10.0.0.1/24\n---\nspec:\n  datastoreReady: true\n"
        "---\nnodeInfo:\n  kubeletVersion: v1.20.1\n---\nnetworking:\n  podSubnet: 10.0.0.0/8\n"
        "---\nnodeRegistration:\n  kubeletExtraArgs:\n    cgroup-driver: cgroupfs\n"
    )
    about = Subject(node="n1")
    assert [found.driver for found in facts(KubeletCgroupDriver, text, about)] == [
        "systemd",
        "cgroupfs",
    ]
    assert facts(AutodetectionMethod, text) == [AutodetectionMethod(method="interface=eth0")]
    assert facts(DatastoreReady, text) == [DatastoreReady(ready=True)]
    assert facts(KubeletVersion, text) == [KubeletVersion(version="v1.20.1")]
    assert [found.about.node for found in facts(CalicoAddress, text, about)] == ["n1"]
    assert facts(SettingSeen, text) == [
        SettingSeen(name="podSubnet", value="10.0.0.0/8", where="kubeadm")
    ]


def test_the_head_of_a_foreign_object_holds_for_the_rest_behind_a_fault() -> None:
    text = (
        "kind: Deployment\nmetadata: {name: web}\n"
        + "a: b: c\n" * 12
        + "livenessProbe:\n  httpGet: {port: 80}\n"
    )
    assert facts(ProbeSpec, text) == []


@pytest.mark.parametrize("text", ["just words", "12", "- a\n- b", "[" * 5000])
def test_what_is_no_object_is_owned_up_to(text: str) -> None:
    (unread,) = read_objects(piece(text))
    assert isinstance(unread, Unreadable)


def test_an_empty_piece_says_nothing() -> None:
    assert list(read_objects(piece(" \n"))) == []


def test_kinds_that_say_nothing_say_nothing() -> None:
    assert (
        facts(Fact, "kind: LimitRange\nmetadata: {name: x}\nspec: {env: [{name: A, value: b}]}")
        == []
    )


def test_the_flags_of_kubeadm_tell_the_pods_network() -> None:
    for text in (
        "kubeadm init --pod-network-cidr=10.244.0.0/16 --v=5",
        "    - --cluster-cidr=10.244.0.0/16",
        '"--cluster-cidr=10.244.0.0/16",',
    ):
        assert SettingSeen(name="podSubnet", value="10.244.0.0/16", where="kubeadm") in list(
            read_kubeadm_config(piece(text))
        )
    assert list(read_kubeadm_config(piece("kubeadm init"))) == []
