"""Methods tried on all nodes of a text."""

from ipaddress import ip_address, ip_interface

from calicovet.diagnosis.assembly.pipeline import assemble
from calicovet.diagnosis.whatif.trial import (
    Answer,
    WhatIf,
    families_of,
    nodes_with_addresses,
    try_methods,
)
from calicovet.model.case import NodeView
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import (
    AutodetectionMethod,
    CalicoAddress,
    Fact,
    HostLink,
    InternalAddress,
    SettingSeen,
)

BRIDGE = HostLink(name="nerdctl0", position=9, addresses=(ip_interface("10.4.0.1/24"),))


def host(name: str, own: str, *more: Fact, whole: bool = True) -> NodeView:
    nic = HostLink(name="ens160", position=1, addresses=(ip_interface(own),))
    facts = (InternalAddress(address=ip_interface(own).ip), *((nic,) if whole else ()), *more)
    return NodeView(name, facts, frozenset({HostLink}) if whole else frozenset())


GOOD = host("a", "10.51.0.100/24")
BAD = host("b", "10.51.0.101/24", BRIDGE)
UNKNOWN = host("c", "10.51.0.102/24", whole=False)


def answers(found: WhatIf) -> dict[str, Answer]:
    return {trial.method: trial.answer for trial in found.trials}


def test_what_is_right_everywhere_comes_first_and_what_is_wrong_somewhere_last() -> None:
    found = try_methods([GOOD, BAD], 4)
    assert found.answer is Answer.RIGHT
    assert found.trials[0].method == "kubernetes-internal-ip"
    assert found.trials[-1].method == "first-found"
    assert answers(found)["first-found"] is Answer.WRONG


def test_what_may_be_right_comes_before_what_is_wrong() -> None:
    found = answers(try_methods([GOOD, BAD, UNKNOWN], 4))
    assert found["cidr=10.51.0.0/24"] is Answer.NOT_KNOWN
    assert [*found].index("cidr=10.51.0.0/24") < [*found].index("first-found")


def test_an_address_that_nothing_shows_on_the_host_is_not_known() -> None:
    (trial,) = try_methods([GOOD, UNKNOWN], 4, "kubernetes-internal-ip").trials
    tried = trial.nodes[1]
    assert (tried.answer, tried.then) == (Answer.NOT_KNOWN, None)


def test_a_bridge_that_two_hosts_have_is_no_network_with_peers() -> None:
    other = host("d", "10.51.0.103/24", BRIDGE)
    (trial,) = try_methods([BAD, other], 4, "first-found").trials
    assert [tried.beside_peers for tried in trial.nodes] == [False, False]


def test_the_nodes_own_network_is_that_of_its_peers() -> None:
    (trial,) = try_methods([GOOD, BAD], 4, "kubernetes-internal-ip").trials
    assert [tried.beside_peers for tried in trial.nodes] == [True, True]


def test_an_address_of_unknown_prefix_may_lie_in_a_peers_network() -> None:
    told = NodeView(
        "e",
        [
            InternalAddress(address=ip_address("10.51.0.104")),
            CalicoAddress(address=ip_interface("10.51.0.104/32")),
        ],
    )
    (near,) = try_methods([told, GOOD], 4, "kubernetes-internal-ip", [told]).trials[0].nodes
    far = host("f", "192.0.2.7/24")
    (apart,) = try_methods([told, far], 4, "kubernetes-internal-ip", [told]).trials[0].nodes
    assert (near.beside_peers, apart.beside_peers) == (True, None)


def test_a_node_alone_has_no_peers() -> None:
    (tried,) = try_methods([GOOD], 4, "first-found").trials[0].nodes
    assert tried.beside_peers is None


def test_one_node_is_told_of_and_judged_with_all() -> None:
    found = try_methods([GOOD, BAD], 4, only=[GOOD])
    assert answers(found)["first-found"] is Answer.RIGHT
    assert answers(found)["skip-interface=^nerdctl0$"] is Answer.RIGHT


def test_the_method_in_force_is_marked() -> None:
    view = host("a", "10.51.0.100/24", AutodetectionMethod(method="first-found"))
    in_force = {trial.method: trial.in_force for trial in try_methods([view], 4).trials}
    assert in_force["first-found"] and not in_force["kubernetes-internal-ip"]


def test_an_address_that_is_set_by_hand_is_told() -> None:
    by_hand = SettingSeen(name="IP", value="10.51.0.100", where="env")
    looked_for = SettingSeen(name="IP", value="autodetect", where="env")
    views = [host("a", "10.51.0.100/24", by_hand), host("b", "10.51.0.101/24", looked_for)]
    assert try_methods(views, 4, "first-found").fixed == (("a", "10.51.0.100"),)


def test_ipv6_is_tried_where_calico_looks_for_it() -> None:
    second = InternalAddress(address=ip_address("2001:db8::5"))
    stored = CalicoAddress(address=ip_interface("2001:db8::5/64"))
    asked = SettingSeen(name="IP6", value="autodetect", where="env")
    switched_off = SettingSeen(name="IP6", value="none", where="env")
    by_method = AutodetectionMethod(method="first-found", family=6)
    assert families_of([GOOD]) == (4,)
    assert families_of([host("a", "10.0.0.1/24", second)]) == (4,)
    assert families_of([host("a", "10.0.0.1/24", second, stored)]) == (4, 6)
    assert families_of([host("a", "10.0.0.1/24", second, asked)]) == (4, 6)
    assert families_of([host("a", "10.0.0.1/24", second, by_method, switched_off)]) == (4,)
    assert families_of([NodeView("a", [second])]) == (6,)
    assert families_of([]) == (4,)


def test_nodes_are_counted_as_people_do_and_found_by_their_short_names() -> None:
    table = "NAME         STATUS   ROLES    AGE   VERSION\n"
    table += "".join(f"w{number}.local   Ready    <none>   44h   v1.28.2\n" for number in (10, 2))
    piece = Evidence(id="x", kind=EvidenceKind.NODE_TABLE, content=table, whole=True)
    fleet = assemble(Snapshot((piece,)))
    assert [view.name for view in nodes_with_addresses(fleet)] == ["w2.local", "w10.local"]
    assert [view.name for view in nodes_with_addresses(fleet, "w10")] == ["w10.local"]
