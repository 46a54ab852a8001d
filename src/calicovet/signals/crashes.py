"""Crashes of programs: whose they are, and how to search for them."""

from collections.abc import Iterator

from calicovet.model.case import NodeView
from calicovet.model.cause import Sign, denies
from calicovet.model.facts import CalicoVersion, ContainerImage, Crashed, Fact, FelixSaid, Said
from calicovet.signals.message_owner import Whose, names_calico_node, whose
from calicovet.signals.messages import message, proves_if_confirmed
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import Release

RELEASE_READS: tuple[type[Fact], ...] = (CalicoVersion, ContainerImage)
"""What `release_of` asks for."""

_OTHERS = frozenset({"kube-controllers", "operator", "kube-proxy", "kubelet", "cni-plugin"})
_OTHER_CODE = ("/kube-controllers/", "/apiserver/", "/calicoctl/", "/calicoctl.", "/operator/")
_PROGRAMS = ("calico", "bird", "confd", "felix", "start_runit", "runsv")
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
    return bool(crash.process or crash.about.container) or crash.frame.startswith(_REPOSITORIES)


def told_of_a_death(node: NodeView, key: str) -> Said | None:
    """What is said under that key or its variants, unless another pod says it."""
    return node.one(
        Said, lambda said: said.key.partition(":")[0] == key and whose(said) is not Whose.OTHERS
    )


def is_surely_calicos(said: Said) -> bool:
    """Whether the log it stands in, or the program it names, is Calico's; else it may be anybody's."""
    name = said.detail("program").rpartition("/")[2]
    return whose(said) is Whose.OURS or bool(said.about.container) or name.startswith(_PROGRAMS)


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


def known_panic(node: NodeView, key: str, fixed: tuple[int, int]) -> Iterator[Sign]:
    """What a frame of a known bug says: with the crash all, alone much, and nothing once it is fixed."""
    frame = message(node, FelixSaid, key)
    if frame is None:
        return
    release = release_of(node)
    if release is not None and release >= fixed:
        yield denies(frame, *node.all(CalicoVersion)[:1])
        return
    crash = node.one(Crashed, is_calico_nodes)
    words = {"release": release or "?"}
    yield proves_if_confirmed(frame, crash, **words)
