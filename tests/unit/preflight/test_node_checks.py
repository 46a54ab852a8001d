"""Checks of a node by its objects: each thing that is in the way, beside its twin that is not."""

from ipaddress import ip_address, ip_interface

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    CalicoAddress,
    DaemonSetSelects,
    DaemonSetTolerates,
    Fact,
    InternalAddress,
    MachineIdentity,
    NodeCondition,
    NodeLabels,
    NodeTaint,
    Toleration,
)
from calicovet.model.subject import Subject
from calicovet.preflight.all_checks import CHECKS
from calicovet.preflight.check import Result, Site

BY_NAME = {check.name: check for check in CHECKS}
CAUSES = {cause.name: cause for cause in load_catalogue()}
ALIVE, SILENT = (NodeCondition(type="Ready", status=each) for each in ("True", "Unknown"))


def node(name: str, *facts: Fact) -> NodeView:
    return NodeView(name, facts)


def at(name: str, own: str, stored: str = "", *facts: Fact) -> NodeView:
    """A node of that InternalIP, and what Calico has stored for it."""
    known = (CalicoAddress(address=ip_interface(stored)),) if stored else ()
    return node(name, InternalAddress(address=ip_address(own)), *known, *facts)


def ask(name: str, view: NodeView, *others: NodeView) -> Result | None:
    result = BY_NAME[name].ask(Site(node=view, others=others, causes=CAUSES))
    assert result is None or result.cause in ("", *BY_NAME[name].foresees)
    return result


def said(name: str, view: NodeView, *others: NodeView) -> tuple[str, str]:
    result = ask(name, view, *others)
    return ("", "") if result is None else (str(result.answer), result.cause)


def test_a_kubelet_that_is_silent() -> None:
    assert said("kubelet", node("n1", SILENT)) == ("bad", "node-kubelet-dead")
    assert said("kubelet", node("n1", ALIVE))[0] == "ok"
    # Before there is a network, no node is ready.
    assert said("kubelet", node("n1", NodeCondition(type="Ready", status="False")))[0] == "ok"
    assert ask("kubelet", node("n1")) is None


def test_an_address_that_two_nodes_have() -> None:
    own = at("n1", "10.0.0.1")
    assert said("own-address", own, at("n2", "10.0.0.2"))[0] == "ok"
    alive, stale = at("n2", "10.0.0.1", "", ALIVE), at("n2", "10.0.0.1", "", SILENT)
    assert said("own-address", own, alive) == ("bad", "ip-conflict-duplicate")
    assert said("own-address", own, stale) == ("bad", "ip-conflict-stale-node")


def test_an_address_that_calico_has_stored_twice() -> None:
    own, twin = at("n1", "10.0.0.1", "10.4.0.1/24"), at("n2", "10.0.0.2", "10.4.0.1/24")
    assert said("own-address", own, twin) == ("bad", "ip-conflict-duplicate")
    assert said("own-address", own, at("n2", "10.0.0.2", "10.0.0.2/24"))[0] == "ok"


def test_a_stored_address_is_odd_where_others_have_their_own() -> None:
    odd = at("n1", "10.0.0.1", "192.168.7.1/24")
    usual = tuple(at(f"n{each}", f"10.0.0.{each}", f"10.0.0.{each}/24") for each in (2, 3))
    assert said("stored-address", odd, *usual) == ("risk", "ip-wrong-nic-multihomed")
    # A separate network for pods, on every node.
    meant = tuple(at(f"n{each}", f"10.0.0.{each}", f"192.168.7.{each}/24") for each in (2, 3))
    assert ask("stored-address", odd, *meant) is None


def test_a_taint_that_calico_node_does_not_tolerate() -> None:
    some = DaemonSetTolerates(tolerations=(Toleration(key="CriticalAddonsOnly", exists=True),))
    every = DaemonSetTolerates(tolerations=(Toleration(exists=True),))
    own = NodeTaint(key="dedicated", value="db", effect="NoSchedule")
    passing = NodeTaint(key="node.kubernetes.io/not-ready", effect="NoSchedule")
    soft = NodeTaint(key="dedicated", value="db", effect="PreferNoSchedule")
    assert said("taints", node("n1", own, some)) == ("bad", "sched-taint-not-tolerated")
    assert said("taints", node("n1", own, every))[0] == "ok"
    assert said("taints", node("n1", passing, soft, some))[0] == "ok"
    assert ask("taints", node("n1", own)) is None


def test_a_label_that_the_daemonset_asks_for() -> None:
    selects = DaemonSetSelects(labels=(("kubernetes.io/os", "linux"),))
    has = NodeLabels(labels=(("kubernetes.io/os", "linux"), ("a", "b")))
    lacks = NodeLabels(labels=(("a", "b"),))
    cause = "sched-node-selector-or-affinity"
    assert said("selected", node("n1", selects, lacks)) == ("bad", cause)
    assert said("selected", node("n1", selects, has))[0] == "ok"
    assert ask("selected", node("n1", has)) is None


def test_a_node_that_a_migration_has_not_reached() -> None:
    label = ("projectcalico.org/operator-node-migration", "migrated")
    selects = DaemonSetSelects(labels=(label,))
    waiting = NodeLabels(labels=((label[0], "pre-operator"),))
    assert said("selected", node("n1", selects, waiting)) == ("bad", "sched-migration-label-stuck")
    assert said("selected", node("n1", selects, NodeLabels(labels=(label,))))[0] == "ok"


def test_a_machine_that_is_another_one_s_copy() -> None:
    def machine(name: str, number: str) -> NodeView:
        return node(name, MachineIdentity(machine=number, about=Subject(node=name)))

    own = machine("n1", "8ad9")
    cause = "host-cloned-vm-identity"
    assert said("identity", own, machine("n2", "8ad9")) == ("risk", cause)
    assert said("identity", own, machine("n2", "77f0"))[0] == "ok"
