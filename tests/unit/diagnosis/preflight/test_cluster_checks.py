"""Checks of a cluster, and how nodes are told together."""

from ipaddress import ip_address

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.assemble import Fleet
from calicovet.diagnosis.exhibits import Shelf
from calicovet.diagnosis.preflight.foresee import Foreseen, foresee
from calicovet.diagnosis.preflight.form import Answer, Result, Site
from calicovet.diagnosis.preflight.table import CHECKS
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ApiEndpoint,
    CalicoVersion,
    CrdListed,
    DatastoreReady,
    Fact,
    InternalAddress,
    KubeletSaid,
    KubeletVersion,
    LocalhostNamed,
    PoolSeen,
    ServiceAddress,
    SettingSeen,
)
from calicovet.model.preflight import AccountMay, Asked
from calicovet.model.subject import Subject

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
    return BY_NAME[name].ask(Site(node=cluster, others=others, asked=asked or Asked()))


def answer(
    name: str, *facts: Fact, others: tuple[NodeView, ...] = (), asked: Asked | None = None
) -> str:
    result = ask(name, *facts, others=others, asked=asked)
    return "" if result is None else str(result.answer)


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
    fleet = Fleet(
        nodes=views,
        cluster=NodeView(None, ()),
        shelf=Shelf(),
        facts=(),
        neighbours=(),
        pairings=(),
        unreadable=(),
    )
    return foresee(fleet, CAUSES).foreseen
