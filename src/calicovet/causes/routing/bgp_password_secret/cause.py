"""A BGP password cannot be read, or is not the same at both ends."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, indicates, proves
from calicovet.model.facts import BgpSaid, PeerState
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId

_KEY = "bgp-password-secret"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    unread = node.one(BgpSaid, lambda found: found.key == _KEY)
    dropped = node.one(BgpSaid, lambda found: found.key == f"{_KEY}:kernel")
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
        does_not_help=(Vain.DELETE_POD, Vain.CHANGE_ADDRESS, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name="bgp-password-secret",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=frozenset({Shape.RUNNING_NOT_READY, Shape.READY_BUT_FLAPPING, Shape.READY_BUT_BROKEN}),
    reads=(BgpSaid, PeerState),
    decided_by=(BgpSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.1,
)
