"""Crashes of programs: whose they are, and how somebody would search for them."""

from calicovet.model.case import NodeView
from calicovet.model.facts import CalicoVersion, ContainerImage, Crashed, Fact
from calicovet.startup.config import read_running_release
from calicovet.startup.messages_of import names_calico_node
from calicovet.startup.versions import Release

RELEASE_READS: tuple[type[Fact], ...] = (CalicoVersion, ContainerImage)
"""What `release_of` asks for."""

_OTHERS = frozenset({"kube-controllers", "operator", "kube-proxy", "kubelet", "cni-plugin"})
_OTHER_CODE = ("/kube-controllers/", "/apiserver/", "/calicoctl/", "/calicoctl.", "/operator/")
_REPOSITORIES = "github.com/projectcalico/"


def release_of(node: NodeView) -> Release | None:
    """The release of calico-node that runs here; None: not known."""
    return read_running_release((*node.all(CalicoVersion), *node.all(ContainerImage)))


def is_calico_nodes(crash: Crashed) -> bool:
    """Whether calico-node cannot do without what crashed: its own programs, or Typha."""
    if crash.process in _OTHERS or any(code in crash.frame for code in _OTHER_CODE):
        return False
    pod = crash.about.pod
    if pod:
        return names_calico_node(pod) or "calico-typha" in pod
    return bool(crash.process or crash.about.container or crash.frame)


def short_frame(crash: Crashed) -> str:
    """The function as people search for it: felix/calc.(*PolicyResolver).Flush."""
    return crash.frame.removeprefix(_REPOSITORIES).removeprefix("calico/")


def crash_words(crash: Crashed, release: Release | None) -> dict[str, object]:
    """What a document says of a crash."""
    return {
        "words": crash.words,
        "frame": short_frame(crash) or "?",
        "place": crash.place or "?",
        "release": release or "?",
    }
