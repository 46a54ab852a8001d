"""install-cni crashes on a token that never expires, where the API server offers no TokenRequest."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import CniInstallSaid, Crashed
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import Shape, StageId
from calicovet.signals.crashes import RELEASE_READS, release_of

_KEY = "cni-token-without-expiry"
_WORDS = "not float64"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    frame = node.one(CniInstallSaid, lambda found: found.key == _KEY)
    if frame is None:
        return
    crash = node.one(Crashed, lambda found: _WORDS in found.words)
    words = {"release": release_of(node) or "?"}
    yield indicates(frame, **words) if crash is None else proves(frame, crash, **words)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(AskHuman("give-it-a-token", risk=Risk.CLUSTER_WIDE),),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_KEY,
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(CniInstallSaid, Crashed, *RELEASE_READS),
    decided_by=(CniInstallSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.04,
)
