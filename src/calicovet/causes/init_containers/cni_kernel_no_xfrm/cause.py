"""The CNI plugin wants a netlink family that this kernel was built without."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, proves
from calicovet.model.facts import CalicoVersion, CniPluginSaid, ContainerImage, KernelVersion
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import load_modules
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.startup.versions import Release, read_release

_NAME = "cni-kernel-no-xfrm"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, CniPluginSaid, _NAME)
    if said is None:
        return
    kernel = node.one(KernelVersion)
    words = {"kernel": kernel.version if kernel is not None else "?"}
    told = node.one(CalicoVersion, lambda found: not found.high)
    image = node.one(ContainerImage, lambda found: found.about.container == "calico-node")
    release = read_release(told.low if told else image.tag if image else "")
    if release is not None and not _asks_for_all_families(release):
        # The plugin on the host may be older than the pod that should have replaced it.
        yield hints(said, **words) if said.at is not None else denies(*_shown(node))
        return
    yield proves(said, **words)


def _shown(node: NodeView) -> tuple[CalicoVersion | ContainerImage, ...]:
    return (*node.all(CalicoVersion)[:1], *node.all(ContainerImage)[:1])


def _asks_for_all_families(release: Release) -> bool:
    """From v3.27.0 on the plugin opened every family that its library knows; v3.27.4 and v3.28.1 open one."""
    return (3, 27) <= release < (3, 27, 4) or (3, 28) <= release < (3, 28, 1)


CAUSE = Cause(
    name=_NAME,
    code="INI015",
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset({Shape.READY_BUT_BROKEN}),
    reads=(CniPluginSaid, CalicoVersion, ContainerImage, KernelVersion),
    decided_by=(CniPluginSaid,),
    failures=(
        fails(
            How.NOT_SUPPORTED, How.MODULE_MISSING, thing=ThingClass.NETLINK, by=Speaker.CNI_PLUGIN
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-kernel",
                commands=("uname -r", "modinfo xfrm_user", "zgrep CONFIG_XFRM /proc/config.gz"),
                risk=Risk.NONE,
            ),
            AskHuman("a-release-that-does-without", risk=Risk.CLUSTER_WIDE),
        ),
        instead=Plan(steps=(load_modules("load-the-module", "calico-xfrm", ("xfrm_user",)),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    ),
    prior=0.1,
    unforeseen=Unforeseen.OLD_RELEASE,
)
