"""Large packets get lost on the way to the API server, small ones do not."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates
from calicovet.model.facts import KernelSaid, Said
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_KEY = "api-mtu-blackhole"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(Said, lambda found: found.key == _KEY)
    if said is None:
        return
    ping = case.node.one(KernelSaid, lambda found: found.key == f"{_KEY}:ping")
    if ping is not None:
        yield indicates(said, ping, mtu=ping.detail("mtu"))
    else:
        # A slow API server sounds just the same.
        yield hints(said, mtu="?")


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "measure",
                commands=(
                    "ip link show | grep mtu",
                    "ping -c2 -M do -s 1472 <api-server>; ping -c2 -M do -s 1372 <api-server>",
                    # Who has no certificate is refused in a few bytes.
                    "kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=10s"
                    " get --raw /openapi/v2 | wc -c",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("one-mtu", risk=Risk.TOUCHES_HOST),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    )


CAUSE = Cause(
    name="api-mtu-blackhole",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, KernelSaid),
    examine=examine,
    plan=plan,
    explains=("felix-datastore-unreachable", "ipamup-node-or-api-unreachable"),
    prior=0.2,
)
