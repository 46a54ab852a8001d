"""The kernel's table of connections is full, and new ones are dropped."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import KernelSaid, Sysctl
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "host-conntrack-full"
_COUNT = "nf_conntrack_count"
_MAX = "nf_conntrack_max"
_NEARLY = 0.95
_FAR_FROM = 0.5


def examine(case: Case) -> Iterator[Sign]:
    told = message(case.node, KernelSaid, _KEY)
    count, most = _setting(case.node, _COUNT), _setting(case.node, _MAX)
    shown = (count, most) if count and most else ()
    words = {"count": count.value, "most": most.value} if count and most else {}
    share = int(count.value) / max(int(most.value), 1) if count and most else None
    full = share is not None and share >= _NEARLY
    if told is not None and share is not None and share < _FAR_FROM:
        # It was full once.
        yield hints(told, *shown, **words)
    elif told is not None:
        yield (proves if full else indicates)(told, *shown, **words)
    elif full:
        yield indicates(*shown, **words)
    elif share is not None and share < _FAR_FROM:
        yield denies(*shown)


def _setting(node: NodeView, name: str) -> Sysctl | None:
    return node.one(
        Sysctl,
        lambda found: (
            found.name.rpartition(".")[2] == name
            and found.value.isdecimal()
            and len(found.value) < 12
        ),
    )


def plan(case: Case) -> Plan:
    most = _setting(case.node, _MAX)
    before = int(most.value) if most else 262144
    return Plan(
        steps=(
            RunOnNode(
                "look-at-it",
                commands=(f"sysctl net.netfilter.{_COUNT} net.netfilter.{_MAX}",),
                risk=Risk.NONE,
            ),
            set_kernel(
                "make-it-larger",
                "calico-conntrack",
                (f"net.netfilter.{_MAX}", max(1048576, 2 * before)),
            ),
        ),
    )


CAUSE = Cause(
    name="host-conntrack-full",
    code="HST014",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(KernelSaid, Sysctl),
    decided_by=(KernelSaid, Sysctl),
    failures=(
        fails(How.FULL, thing=ThingClass.CONNTRACK),
        api_fails(How.TIMED_OUT, How.SLOW),
    ),
    examine=examine,
    plan=plan,
    explains=(
        "felix-datastore-unreachable",
        "ds-kubeadm-config-timeout",
        "api-endpoint-unreachable",
        "host-dns-broken",
    ),
    prior=0.3,
)
