"""NetworkManager takes hold of the links that are Felix' own."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.facts import KernelSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import LINK_TAKEN_DOWN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import message, only_known

_KEY = "host-networkmanager"
_FILE = "/etc/NetworkManager/conf.d/calico.conf"
_LINKS = (
    "interface-name:cali*;interface-name:tunl*;interface-name:vxlan.calico;"
    "interface-name:vxlan-v6.calico;interface-name:wireguard.cali;interface-name:wg-v6.cali"
)


def examine(case: Case) -> Iterator[Sign]:
    managed = case.node.all(KernelSaid, lambda found: found.key == _KEY)
    # "Externally" means that NetworkManager only looks on; it may still take down what it sees.
    held = next((row for row in managed if not row.detail("how")), None)
    journal = message(case.node, KernelSaid, f"{_KEY}:journal")
    if held is not None:
        more = only_known(journal)
        yield indicates(held, *more, link=held.detail("link"), state=held.detail("state"))
    elif managed:
        row = managed[0]
        yield hints(row, link=row.detail("link"), state=row.detail("state"))
    elif journal is not None:
        yield hints(journal, link=journal.detail("link"), state="?")
    elif left := message(case.node, KernelSaid, f"{_KEY}:unmanaged"):
        yield denies(left)


CAUSE = Cause(
    name="host-networkmanager",
    code="HST012",
    stage=StageId.POD_BOUND,
    shows_as=RUNS_BUT_FAILS,
    reads=(KernelSaid,),
    failures=(
        LINK_TAKEN_DOWN,
        fails(How.CONFLICT, How.LINK_DOWN, thing=ThingClass.PROGRAM, value="networkmanager"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "leave-them-alone",
                commands=(
                    f"printf '[keyfile]\\nunmanaged-devices+={_LINKS}\\n' > {_FILE}",
                    "systemctl reload NetworkManager",
                ),
                undo=("systemctl reload NetworkManager",),
                makes=(_FILE,),
            ),
            RunOnNode(
                "see-that-it-does",
                commands=("nmcli -t dev | grep -E '^(cali|tunl0|vxlan|wireguard|wg-v6)'",),
                risk=Risk.NONE,
            ),
        ),
    ),
    may_lie_dormant=True,
    prior=0.6,
)
