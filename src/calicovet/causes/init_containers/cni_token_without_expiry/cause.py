"""install-cni crashes on a token that never expires, where the API server offers no TokenRequest."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen
from calicovet.model.facts import CniInstallSaid, Crashed
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import Shape, StageId
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.messages import message, proves_if_confirmed

_KEY = "cni-token-without-expiry"
_WORDS = "not float64"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    frame = message(node, CniInstallSaid, _KEY)
    if frame is None:
        return
    crash = node.one(Crashed, lambda found: _WORDS in found.words)
    words = {"release": release_of(node) or "?"}
    yield proves_if_confirmed(frame, crash, **words)


CAUSE = Cause(
    name=_KEY,
    code="INI017",
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
    failures=(
        fails(
            How.PANIC,
            How.INVALID_VALUE,
            How.NOT_FOUND,
            How.MISSING,
            thing=ThingClass.TOKEN,
            value="expiry",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("give-it-a-token", risk=Risk.CLUSTER_WIDE),),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    scope=Scope.CLUSTER,
    prior=0.04,
    unforeseen=Unforeseen.IN_SECRETS,
)
