"""A describe whose beginning was not pasted."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import ContainerState
from calicovet.parse.pods import read_pod_describe

NAMELESS = """\
    Image:          quay.io/calico/node:v3.31.3
    Command:
      calico-node
      -init
    State:          Terminated
      Reason:       Completed
      Exit Code:    0
    Ready:          True
"""
INSTALL = """\
  install-cni:
    Image:          quay.io/calico/cni:v3.31.3
    State:          Terminated
      Exit Code:    0
"""
MAIN = """\
Containers:
  calico-node:
    Image:          quay.io/calico/node:v3.31.3
    State:          Waiting
      Reason:       CrashLoopBackOff
"""


def states(content: str) -> list[tuple[str, bool]]:
    evidence = Evidence(id="e", kind=EvidenceKind.POD_DESCRIBE, content=content)
    return [
        (fact.about.container, fact.init)
        for fact in read_pod_describe(evidence)
        if isinstance(fact, ContainerState)
    ]


def test_what_stands_before_the_containers_is_an_init_container() -> None:
    assert states(NAMELESS + MAIN) == [("", True), ("calico-node", False)]


def test_what_stands_before_an_init_container_is_one_too() -> None:
    assert states(NAMELESS + INSTALL) == [("", True), ("install-cni", True)]


def test_a_lone_container_of_the_main_image_is_the_main_one() -> None:
    assert states(NAMELESS) == [("calico-node", False)]
