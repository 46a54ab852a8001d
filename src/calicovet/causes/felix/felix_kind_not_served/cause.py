"""Felix waits for a kind of object that this Kubernetes does not serve."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_KEY = "felix-kind-not-served"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _KEY)
    if said is None:
        return
    over = got_over(node, said)
    if over is not None:
        yield denies(said, over)
    else:
        yield proves(said, kind=said.detail("kind"), release=release_of(node) or "?")


CAUSE = Cause(
    name=_KEY,
    code="FLX036",
    stage=StageId.FELIX_IN_SYNC,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER, *RELEASE_READS),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.NOT_SERVED,
            thing=ThingClass.RESOURCE,
            value=(
                "adminnetworkpolicies",
                "baselineadminnetworkpolicies",
                "clusternetworkpolicies",
            ),
            by=(Speaker.FELIX, Speaker.TYPHA),
        ),
        fails(
            How.NOT_SERVED,
            thing=ThingClass.RESOURCE,
            value=("endpointslices", "services", "networkpolicies"),
            by=(Speaker.FELIX, Speaker.TYPHA, Speaker.CONFD),
            doing=(Act.LIST, Act.WATCH, Act.SYNC, Act.READ),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=("kubectl version", "kubectl api-resources --api-group=discovery.k8s.io"),
                risk=Risk.NONE,
            ),
            AskHuman("one-that-fits", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.LONGER_PROBE),
    ),
    scope=Scope.CLUSTER,
    prior=0.06,
    unforeseen=Unforeseen.RELEASES_CHECKED,
)
