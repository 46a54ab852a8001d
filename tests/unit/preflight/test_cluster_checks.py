"""Checks of a cluster, and how nodes are told together."""

from ipaddress import ip_address

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ApiEndpoint,
    CalicoVersion,
    ContainerImage,
    CrdListed,
    DatastoreReady,
    Fact,
    InternalAddress,
    KubeletSaid,
    KubeletVersion,
    LocalhostNamed,
    OperatorStatus,
    PoolSeen,
    ServiceAddress,
    SettingSeen,
)
from calicovet.model.preflight_answers import AccountMay, Asked
from calicovet.model.subject import Subject
from calicovet.preflight.all_checks import CHECKS
from calicovet.preflight.check import Answer, Result, Site
from calicovet.preflight.run import Foreseen, foresee
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import Release

BY_NAME = {check.name: check for check in CHECKS}
CAUSES = load_catalogue()
ACCOUNT = "system:serviceaccount:kube-system:calico-node"
MAY = AccountMay(account=ACCOUNT, verb="get", resource="nodes", allowed=True)
MAY_NOT = AccountMay(account=ACCOUNT, verb="watch", resource="pods", allowed=False)
NOT_SAID = AccountMay(account=ACCOUNT, verb="watch", resource="pods", allowed=None)


def node(name: str, *facts: Fact) -> NodeView:
    return NodeView(name, facts)


def at(address: str, name: str = "n1") -> NodeView:
    about = Subject(node=name)
    return node(name, InternalAddress(address=ip_address(address), about=about))


def ask(
    name: str, *facts: Fact, others: tuple[NodeView, ...] = (), asked: Asked | None = None
) -> Result | None:
    cluster = NodeView(None, facts, frozenset({ApiEndpoint}))
    release = read_running_release(facts)
    causes = {cause.name: cause for cause in CAUSES}
    site = Site(node=cluster, others=others, causes=causes, asked=asked or Asked(), release=release)
    result = BY_NAME[name].ask(site)
    assert result is None or result.cause in ("", *BY_NAME[name].foresees)
    return result


def answer(
    name: str, *facts: Fact, others: tuple[NodeView, ...] = (), asked: Asked | None = None
) -> str:
    result = ask(name, *facts, others=others, asked=asked)
    return "" if result is None else str(result.answer)


def fleet_of(*views: NodeView, cluster: NodeView | None = None) -> Fleet:
    return Fleet(
        nodes=views,
        cluster=cluster or NodeView(None, ()),
        evidence_index=EvidenceIndex(),
        facts=(),
        neighbours=(),
        pairings=(),
        unreadable=(),
    )


def pool(cidr: str, **more: bool) -> PoolSeen:
    return PoolSeen(name=cidr, cidr=cidr, disabled=more.get("disabled", False))


def test_a_pool_must_not_hold_a_node() -> None:
    nodes = (at("10.0.0.5"),)
    assert answer("pools-and-nodes", pool("10.0.0.0/16"), others=nodes) == "bad"
    assert answer("pools-and-nodes", pool("10.1.0.0/16"), others=nodes) == "ok"
    assert answer("pools-and-nodes", pool("10.0.0.0/16", disabled=True), others=nodes) != "bad"


def test_the_pool_that_would_be_made_is_looked_at_before_there_is_one() -> None:
    subnet = SettingSeen(name="podSubnet", value="10.0.0.0/16", where="kubeadm")
    made = ask("pools-and-nodes", subnet, others=(at("10.0.0.5"),))
    assert made is not None and (made.answer, made.key) == (Answer.BAD, "bad-made")
    # Start-up itself keeps away from the hosts' networks.
    assert answer("pools-and-nodes", others=(at("192.168.0.5"),)) == "ok"


def test_a_pool_must_not_overlap_with_services() -> None:
    service = ServiceAddress(address="10.96.0.1")
    subnet = SettingSeen(name="serviceSubnet", value="10.96.0.0/12", where="kubeadm")
    assert answer("pools-and-services", pool("10.96.0.0/16"), service) == "bad"
    assert answer("pools-and-services", pool("10.100.0.0/16"), service, subnet) == "bad"
    assert answer("pools-and-services", pool("10.244.0.0/16"), service, subnet) == "ok"


def test_pools_among_themselves_and_in_the_pods_network() -> None:
    assert answer("pools-and-pools", pool("10.0.0.0/16"), pool("10.0.4.0/24")) == "bad"
    assert answer("pools-and-pools", pool("10.0.0.0/16"), pool("10.1.0.0/16")) == "ok"
    subnet = SettingSeen(name="podSubnet", value="10.244.0.0/16", where="kubeadm")
    assert answer("pools-and-subnet", pool("10.0.0.0/16"), subnet) == "risk"
    assert answer("pools-and-subnet", pool("10.244.0.0/17"), subnet) == "ok"
    assert answer("pools-enabled", pool("10.0.0.0/16", disabled=True)) == "bad"


def test_a_service_without_addresses() -> None:
    service = ServiceAddress(address="10.96.0.1")
    assert answer("api-service", service) == "bad"
    assert answer("api-service", service, ApiEndpoint(address="10.0.0.1:6443")) == "ok"


def test_resources_are_missed_only_where_calico_is_installed() -> None:
    some = CrdListed(name="ippools.crd.projectcalico.org")
    assert answer("resources", some) == ""
    assert answer("resources", some, asked=Asked(account=(MAY,))) == "bad"


def test_the_account_of_calico_node() -> None:
    assert answer("account", asked=Asked(account=(MAY, MAY))) == "ok"
    assert answer("account", asked=Asked(account=(MAY, MAY_NOT))) == "bad"
    assert answer("account", asked=Asked(account=(MAY, NOT_SAID))) == "not-known"
    none = ask("account", asked=Asked(account=(MAY_NOT, MAY_NOT)))
    assert none is not None and none.key == "bad-all"


def test_a_locked_datastore() -> None:
    assert answer("datastore", DatastoreReady(ready=False)) == "bad"
    assert answer("datastore", DatastoreReady(ready=True)) == "ok"


def test_releases_that_were_never_tested_together() -> None:
    def together(calico: str, kubernetes: str) -> str:
        nodes = (node("n1", KubeletVersion(version=kubernetes)),)
        return answer("releases", CalicoVersion(low=calico, by="image"), others=nodes)

    assert together("v3.28.1", "v1.30.2") == "ok"
    assert together("v3.28.1", "v1.33.0") == "risk"
    assert together("v3.28.1", "v1.20.9") == "bad"
    assert together("v3.17.0", "v1.30.2") == "ok"


def test_nodes_that_are_alike_are_told_together_and_the_worst_first() -> None:
    right, wrong = LocalhostNamed(addresses=("127.0.0.1",)), LocalhostNamed(addresses=("::1",))
    views = (node("n10", wrong), node("n2", wrong), node("n1", right))
    found = [each for each in told(views) if each.check.name == "localhost"]
    assert [(str(each.result.answer), each.nodes) for each in found] == [
        ("bad", ("n2", "n10")),
        ("ok", ("n1",)),
    ]


def test_what_programs_have_complained_of_is_no_matter() -> None:
    conntrack = KubeletSaid(key="host-conntrack-full", about=Subject(node="n1"))
    found = [each.result.answer for each in told((node("n1", conntrack),))]
    assert Answer.BAD not in found and Answer.RISK not in found


def test_a_host_is_not_asked_about_a_cluster() -> None:
    assert {each.check.of_cluster for each in told((node("n1"),))} == {False}


def told(views: tuple[NodeView, ...]) -> tuple[Foreseen, ...]:
    fleet = fleet_of(*views)
    return foresee(fleet, CAUSES).foreseen


BY_POLICY = "spec.containers[0].privileged: Forbidden: disallowed by cluster policy"
REFUSED = (
    'pods "calico-node-x7k2p" is forbidden: violates PodSecurity "baseline:latest": host namespaces'
)
BY_WEBHOOK = 'failed calling webhook "w": failed to call webhook: connect: connection refused'


@pytest.mark.parametrize(
    ("refusal", "expected", "cause"),
    [
        (REFUSED, "bad", "sched-podsecurity-denied"),
        (BY_WEBHOOK, "bad", "sched-admission-webhook-failing"),
        (BY_POLICY, "bad", "sched-privileged-disallowed"),
        ('admission webhook "w" denied the request: no', "bad", ""),
        ("", "ok", ""),
        (None, "not-known", ""),
    ],
)
def test_a_pod_that_would_not_be_admitted(refusal: str | None, expected: str, cause: str) -> None:
    result = ask("admission", asked=Asked(refusal=refusal))
    assert result is not None and (str(result.answer), result.cause) == (expected, cause)


def test_another_network_beside_calico_s() -> None:
    def beside(*names: str) -> str:
        return answer("other-networks", asked=Asked(daemonsets=names))

    assert beside("kube-system/kube-proxy", "kube-flannel/kube-flannel-ds") == "risk"
    assert beside("kube-system/kube-proxy", "kube-system/calico-node") == "ok"
    assert answer("other-networks") == ""


def test_policies_alone_stand_beside_another_network() -> None:
    backend = SettingSeen(name="CALICO_NETWORKING_BACKEND", value="none")
    flannel = Asked(daemonsets=("kube-flannel/kube-flannel-ds",))
    assert answer("other-networks", backend, asked=flannel) == "ok"


def test_two_installations() -> None:
    def of(*places: str) -> str:
        names = tuple(f"{place}/calico-node" for place in places)
        return answer("one-installation", asked=Asked(daemonsets=names))

    assert of("kube-system", "calico-system") == "bad"
    assert of("calico-system") == of() == "ok"


def test_keys_of_config_maps_that_are_not_there() -> None:
    assert answer("config-maps", asked=Asked(lacking=("calico-config/calico_backend",))) == "bad"
    assert answer("config-maps", asked=Asked(lacking=())) == "ok"
    assert answer("config-maps") == ""


def test_an_operator_that_is_not_content() -> None:
    def says(status: str) -> Result | None:
        message = "kubeadm configuration is missing required podSubnet field"
        ill = OperatorStatus(component="calico", type="Degraded", status=status, message=message)
        return ask("operator", ill)

    degraded, content = says("True"), says("False")
    assert degraded is not None and content is not None
    assert (degraded.answer, degraded.cause) == (Answer.RISK, "op-kubeadm-podsubnet-missing")
    assert content.answer is Answer.OK


def test_images_of_two_releases() -> None:
    def image(name: str, tag: str) -> ContainerImage:
        return ContainerImage(image=f"docker.io/calico/{name}:{tag}", tag=tag)

    mixed = ask("images", image("node", "v3.26.1"), image("cni", "v3.25.0"))
    assert mixed is not None and mixed.cause == "skew-mixed-images"
    assert answer("images", image("node", "v3.26.1"), image("cni", "v3.26.1")) == "ok"


def test_a_release_that_is_still_to_come_is_asked_about() -> None:
    runs = CalicoVersion(low="v3.26.1", by="image")
    cluster = NodeView(None, (runs,))
    kubelet = node("n1", KubeletVersion(version="v1.28.2"), runs)
    fleet = fleet_of(kubelet, cluster=cluster)

    def told(to: Release | None) -> str:
        found = foresee(fleet, CAUSES, asked=Asked(), to=to).foreseen
        return next(str(each.result.answer) for each in found if each.check.name == "releases")

    assert told(None) == "ok"
    assert told(Release(3, 33)) == "risk"


def test_without_a_node_nothing_was_looked_at() -> None:
    found = foresee(fleet_of(), CAUSES, asked=Asked(refusal=""))
    assert found.of(Answer.OK) and found.answer is Answer.NOT_KNOWN
