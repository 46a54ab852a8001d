"""A BGP password cannot be read, or is not the same at both ends."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import BgpSaid, PeerState
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED, BGP_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import message

_KEY = "bgp-password-secret"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    unread = message(node, BgpSaid, _KEY)
    dropped = message(node, BgpSaid, f"{_KEY}:kernel")
    if unread is not None:
        yield proves(unread, what=f"{unread.detail('what')}: password not read")
    elif dropped is not None:
        rows = node.all(PeerState)
        if rows and all("Established" in row.info for row in rows):
            yield denies(*rows)
        else:
            yield indicates(dropped, what=f"MD5 hash {dropped.detail('error').lower()}")


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    account = f"system:serviceaccount:{namespace}:calico-node"
    return Plan(
        steps=(
            RunKubectl(
                "find-the-secret",
                commands=(
                    "kubectl get bgppeers.crd.projectcalico.org,"
                    "bgpconfigurations.crd.projectcalico.org -o yaml | grep -A4 secretKeyRef",
                    command("kubectl -n {namespace} get secrets", namespace=namespace),
                    command(
                        "kubectl -n {namespace} auth can-i get secrets --as={user}",
                        namespace=namespace,
                        user=account,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("give-the-password", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.BGP_ESTABLISHED,
    )


CAUSE = Cause(
    name="bgp-password-secret",
    code="BGP009",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=RUNS_BUT_FAILS,
    reads=(BgpSaid, PeerState),
    decided_by=(BgpSaid,),
    failures=(
        fails(How.UNAUTHORIZED, thing=ThingClass.CONFIG, value="bgp-password"),
        fails(
            How.NOT_FOUND,
            How.MISSING,
            How.MISMATCH,
            How.INVALID_VALUE,
            How.FORBIDDEN,
            thing=ThingClass.CONFIG,
            value="bgp-password",
        ),
        fails(
            How.NOT_FOUND,
            How.MISMATCH,
            How.INVALID_VALUE,
            thing=ThingClass.BGP_PEER,
            by=Speaker.KERNEL,
        ),
        BGP_UNANSWERED,
        BGP_NOT_ESTABLISHED,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.1,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
