"""systemd-networkd takes hold of the links that are Felix' own."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.facts import KernelSaid
from calicovet.model.remediation.plan import Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_NAME = "host-systemd-networkd"
_FILE = "/etc/systemd/network/05-calico.network"
_TEXT = "[Match]\\nName=cali* tunl0 vxlan.calico vxlan-v6.calico wireguard.cali wg-v6.cali\\n\\n[Link]\\nUnmanaged=yes\\n"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    held = node.one(KernelSaid, lambda found: found.key == f"{_NAME}:row")
    # Every pod that comes or goes gives this line, also where networkd only looks on.
    carrier = node.one(KernelSaid, lambda found: found.key == _NAME and found.count > 2)
    if held is not None:
        more = (carrier,) if carrier else ()
        yield indicates(held, *more, link=held.detail("link"), setup=held.detail("setup"))
    elif left := node.one(KernelSaid, lambda found: found.key == f"{_NAME}:unmanaged"):
        yield denies(left)
    elif carrier is not None:
        yield hints(carrier, link=carrier.detail("link"), setup="?")


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "who-matches-them",
                commands=(
                    "networkctl list --no-pager",
                    "grep -rn -A3 '^.Match' /etc/systemd/network /run/systemd/network",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "leave-them-alone",
                commands=(f"printf '{_TEXT}' > {_FILE}", "networkctl reload"),
                undo=("networkctl reload",),
                makes=(_FILE,),
            ),
            RunOnNode(
                "see-that-it-does",
                commands=("networkctl list --no-pager | grep -E 'cali|tunl0|wireguard'",),
                risk=Risk.NONE,
            ),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_BOUND,
    shows_as=frozenset({Shape.RUNNING_NOT_READY, Shape.READY_BUT_FLAPPING, Shape.READY_BUT_BROKEN}),
    reads=(KernelSaid,),
    examine=examine,
    plan=plan,
    may_lie_dormant=True,
    prior=0.3,
)
