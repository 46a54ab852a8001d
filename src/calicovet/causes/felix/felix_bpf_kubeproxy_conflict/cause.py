"""BPF and kube-proxy both program the services, and each undoes what the other does."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates
from calicovet.model.facts import (
    ApiCallFailed,
    Fact,
    FelixSaid,
    KubeProxySaid,
    KubeProxyState,
    PodListed,
    SettingSeen,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    Risk,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_AT_TIMES
from calicovet.signals.messages import message

_KEY = "felix-bpf-kubeproxy-conflict"
_BPF = frozenset({"bpfEnabled", "FELIX_BPFENABLED"})
_CLEANUP = frozenset(
    {"bpfKubeProxyIptablesCleanupEnabled", "FELIX_BPFKUBEPROXYIPTABLESCLEANUPENABLED"}
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    busy = _busy_port(node)
    bpf = _setting(node, _BPF)
    if bpf is None:
        if busy is not None:
            yield hints(busy)
        return
    if bpf.value.lower() != "true":
        yield denies(bpf)
        return
    cleanup = _setting(node, _CLEANUP)
    if cleanup is not None and cleanup.value.lower() == "false":
        # Felix was told to let kube-proxy's rules be.
        yield denies(cleanup)
        return
    proxy = node.one(KubeProxyState)
    if busy is not None:
        yield indicates(bpf, busy)
    elif proxy is not None:
        harm = _harm(node)
        # Both may run side by side for long; only a symptom shows that they conflict.
        yield hints(bpf, proxy) if harm is None else indicates(bpf, proxy, harm)


def _busy_port(node: NodeView) -> FelixSaid | None:
    return message(node, FelixSaid, _KEY)


def _setting(node: NodeView, names: frozenset[str]) -> SettingSeen | None:
    return node.one(SettingSeen, lambda found: found.name in names)


def _harm(node: NodeView) -> Fact | None:
    """Rules that kube-proxy cannot write, calls that fail, or a calico-node that restarts."""
    return (
        message(node, KubeProxySaid, "kube-proxy-no-rules")
        or node.one(ApiCallFailed)
        or node.one(PodListed, lambda found: found.restarts > 1)
    )


def plan(case: Case) -> Plan:
    fields = [Field(("spec", "bpfKubeProxyIptablesCleanupEnabled"), False)]
    if _busy_port(case.node) is not None:
        # kube-proxy answers there as well, so Felix need not.
        fields.append(Field(("spec", "bpfKubeProxyHealthzPort"), 0))
    return Plan(
        steps=(
            EditObject(
                key="let-its-rules-be",
                kind=CalicoKind.FELIX_CONFIGURATION,
                fields=tuple(fields),
            ),
            AskHuman("or-without-kube-proxy", risk=Risk.CLUSTER_WIDE),
        ),
    )


CAUSE = Cause(
    name="felix-bpf-kubeproxy-conflict",
    code="FLX024",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_AT_TIMES,
    reads=(FelixSaid, SettingSeen, KubeProxyState, KubeProxySaid, ApiCallFailed, PodListed),
    decided_by=(SettingSeen,),
    failures=(
        fails(How.CONFLICT, thing=ThingClass.CONTAINER, value="kube-proxy", by=Speaker.FELIX),
        fails(How.ADDRESS_IN_USE, thing=ThingClass.PORT, value="10256"),
    ),
    examine=examine,
    plan=plan,
    writes=(
        edits(
            CalicoKind.FELIX_CONFIGURATION,
            "spec.bpfKubeProxyIptablesCleanupEnabled",
            "spec.bpfKubeProxyHealthzPort",
        ),
    ),
    scope=Scope.CLUSTER,
    may_lie_dormant=True,
    prior=0.2,
)
