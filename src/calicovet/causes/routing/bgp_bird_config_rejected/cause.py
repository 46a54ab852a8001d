"""confd writes a configuration that BIRD does not take, or writes none."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    BgpNotEstablished,
    BgpSaid,
    CrdNotServed,
    Fact,
    LookupFailed,
    Milestone,
    MilestoneReached,
    PeerState,
    ProbeFailed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BIRD_SOCKET_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message

_KEY = "bgp-bird-config-rejected"
_ON_THE_WAY = (ApiCallFailed, AccessForbidden, CrdNotServed, LookupFailed)
_A_MINUTE = 60
"""BIRD is tried again every second."""
_GOES_ON = 20
_BIRD_RUNS = frozenset(
    {Milestone.BIRD_CONFIG_WRITTEN, Milestone.BIRD_BEGAN, Milestone.BGP_ESTABLISHED}
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    refused = _refused(node)
    stopped = _said(node, f"{_KEY}:confd")
    checked = node.one(BgpSaid, _is_failed_check)
    if refused is not None:
        if (taken := _taken_since(node, refused)) is not None:
            yield denies(refused, taken)
            return
        yield proves(refused, what=refused.detail("error").strip() or "?")
    elif stopped is not None:
        # That confd cannot ask the API server is a matter of the way there.
        if not _has_a_reason_of_its_own(node, stopped):
            yield proves(stopped, what=f"confd: failed to {stopped.detail('what')}")
    elif checked is not None:
        yield indicates(checked, what=checked.detail("error").strip())
    else:
        yield from _without_a_file(case)


def _is_failed_check(said: BgpSaid) -> bool:
    # A check that could not even be run says nothing of the file.
    could_not_run = said.detail("error").startswith("fork/exec")
    return said.key == f"{_KEY}:check" and not could_not_run


def _without_a_file(case: Case) -> Iterator[Sign]:
    """Every start lacks the file for some seconds; only one that lacks it for long is sick of it."""
    node = case.node
    missing = _said(node, f"{_KEY}:no-file")
    if missing is None:
        return
    if (answer := _answer_of_bird(node, missing)) is not None:
        yield denies(missing, answer)
        return
    if any(_said(peer.unread(), f"{_KEY}:no-file") is not None for peer in case.fair):
        # A healthy node has logged the same at its start.
        return
    fails = node.one(ProbeFailed, lambda found: found.count >= _GOES_ON and "BIRD" in found.text)
    what = f"{missing.detail('path')}: No such file or directory"
    if missing.count >= _A_MINUTE:
        yield indicates(missing, what=what)
    elif fails is not None:
        yield indicates(missing, fails, what=what)
    elif missing.count > 1:
        yield hints(missing, what=what)


def _answer_of_bird(node: NodeView, missing: BgpSaid) -> Fact | None:
    """What only a BIRD that runs shows: its own start, its peers, or sessions that it lists as not established."""
    answers = (
        node.one(MilestoneReached, lambda found: found.milestone in _BIRD_RUNS),
        node.one(BgpNotEstablished),
        node.one(PeerState),
    )
    return next((found for found in answers if found and not _is_before(found, missing)), None)


def _is_before(fact: Fact, missing: BgpSaid) -> bool:
    """Whether the file was missing later, so that BIRD has gone since."""
    return fact.at is not None and missing.at is not None and fact.at < missing.at


def _refused(node: NodeView) -> BgpSaid | None:
    """BIRD's own word, where it says it at every try: confd writes the first file though its check failed."""
    at_the_check, by_bird = _said(node, _KEY), _said(node, f"{_KEY}:bird")
    if by_bird is not None and by_bird.count > 1:
        return by_bird
    return at_the_check or by_bird


def _taken_since(node: NodeView, refused: BgpSaid) -> MilestoneReached | None:
    """The line by which confd reports that it has written a later file."""
    return node.one(
        MilestoneReached,
        lambda found: (
            found.milestone is Milestone.BIRD_CONFIG_WRITTEN
            and refused.at is not None
            and found.at is not None
            and found.at > refused.at
        ),
    )


def _said(node: NodeView, key: str) -> BgpSaid | None:
    return message(node, BgpSaid, key)


def _has_a_reason_of_its_own(node: NodeView, said: BgpSaid) -> bool:
    """Whether the same line reports a call that failed on its way."""
    failed: list[Fact] = []
    for kind in _ON_THE_WAY:
        failed.extend(node.all(kind))
    return any(not set(said.cited).isdisjoint(fact.cited) for fact in failed)


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    pod = case.node.pod or "POD"
    return Plan(
        steps=(
            RunKubectl(
                "see-what-is-refused",
                commands=(
                    command(
                        "kubectl -n {namespace} exec {pod} -c calico-node --"
                        " bird -p -c /etc/calico/confd/config/bird.cfg",
                        namespace=namespace,
                        pod=pod,
                    ),
                    "kubectl get bgppeers.crd.projectcalico.org,"
                    "bgpconfigurations.crd.projectcalico.org -o yaml",
                    # By itself: older releases have no such kind, and then nothing would be shown.
                    "kubectl get bgpfilters.crd.projectcalico.org -o yaml",
                    command(
                        "kubectl -n {namespace} get configmap bird-templates -o yaml",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("mend-the-object", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        reaches=StageId.BIRD_RUNNING,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LONGER_PROBE, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name="bgp-bird-config-rejected",
    code="BGP005",
    stage=StageId.BIRD_RUNNING,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(BgpSaid, MilestoneReached, ProbeFailed, BgpNotEstablished, PeerState, *_ON_THE_WAY),
    decided_by=(BgpSaid,),
    failures=(
        fails(
            How.INVALID_VALUE,
            How.CORRUPT,
            How.UNKNOWN_FLAG,
            How.FAILED,
            How.EXIT,
            thing=ThingClass.BIRD_CONFIG,
        ),
        fails(How.EXIT, How.FAILED, thing=ThingClass.PROGRAM, value="bird", by=Speaker.CONFD),
        BIRD_SOCKET_UNANSWERED,
    ),
    examine=examine,
    plan=plan,
    prior=0.4,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
