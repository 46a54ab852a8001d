"""Calico's own Node object, as `calicoctl get node -o yaml` prints it."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import CalicoAddress, Fact, InternalAddress, PodCidr
from calicovet.parse.objects.by_kind import read_objects

NODE = """\
kind: Node
metadata:
  name: k3s-master
spec:
  addresses:
  - address: 192.0.2.200/32
    type: CalicoNodeIP
  - address: 10.0.0.2
    type: InternalIP
  bgp:
    ipv4Address: 192.0.2.200/32
status:
  podCIDRs:
  - 10.42.0.0/24
"""


def found() -> list[Fact]:
    evidence = Evidence(id="e", kind=EvidenceKind.OBJECTS, content=NODE)
    return [fact for fact in read_objects(evidence) if isinstance(fact, Fact)]


def test_it_shows_both_addresses_of_the_node() -> None:
    (internal,) = (fact for fact in found() if isinstance(fact, InternalAddress))
    (chosen,) = (fact for fact in found() if isinstance(fact, CalicoAddress))
    assert (str(internal.address), str(chosen.address)) == ("10.0.0.2", "192.0.2.200/32")
    assert {internal.about.node, chosen.about.node} == {"k3s-master"}


def test_it_does_not_say_that_there_is_no_pod_cidr() -> None:
    assert not any(isinstance(fact, PodCidr) for fact in found())
