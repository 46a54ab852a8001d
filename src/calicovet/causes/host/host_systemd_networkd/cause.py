"""systemd-networkd takes hold of the links that are Felix' own."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.facts import KernelSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import LINK_TAKEN_DOWN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import message, only_known

_NAME = "host-systemd-networkd"
_FILE = "/etc/systemd/network/05-calico.network"
_TEXT = "[Match]\\nName=cali* tunl0 vxlan.calico vxlan-v6.calico wireguard.cali wg-v6.cali\\n\\n[Link]\\nUnmanaged=yes\\n"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    held = message(node, KernelSaid, f"{_NAME}:row")
    # Every pod that comes or goes gives this line, also where networkd only looks on.
    carrier = node.one(KernelSaid, lambda found: found.key == _NAME and found.count > 2)
    if held is not None:
        more = only_known(carrier)
        yield indicates(held, *more, link=held.detail("link"), setup=held.detail("setup"))
    elif left := message(node, KernelSaid, f"{_NAME}:unmanaged"):
        yield denies(left)
    elif carrier is not None:
        yield hints(carrier, link=carrier.detail("link"), setup="?")


CAUSE = Cause(
    name=_NAME,
    code="HST019",
    stage=StageId.POD_BOUND,
    shows_as=RUNS_BUT_FAILS,
    reads=(KernelSaid,),
    failures=(
        LINK_TAKEN_DOWN,
        fails(How.CONFLICT, How.LINK_DOWN, thing=ThingClass.PROGRAM, value="systemd-networkd"),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    may_lie_dormant=True,
    prior=0.3,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
