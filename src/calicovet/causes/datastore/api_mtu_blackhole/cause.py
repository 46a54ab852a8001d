"""Large packets get lost on the way to the API server, small ones do not."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates
from calicovet.model.facts import KernelSaid, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message

_KEY = "api-mtu-blackhole"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, Said, _KEY)
    if said is None:
        return
    ping = message(case.node, KernelSaid, f"{_KEY}:ping")
    if ping is not None:
        yield indicates(said, ping, mtu=ping.detail("mtu"))
    else:
        # A slow API server sounds just the same.
        yield hints(said, mtu="?")


CAUSE = Cause(
    name="api-mtu-blackhole",
    code="DAT024",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(Said, KernelSaid),
    failures=(
        api_fails(How.SLOW),
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.CONFIG, value="mtu"),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    explains=("felix-datastore-unreachable", "ipamup-node-or-api-unreachable"),
    prior=0.2,
)
