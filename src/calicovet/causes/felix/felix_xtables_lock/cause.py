"""Felix does not get the lock of xtables, or cannot open it."""

from collections.abc import Callable, Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import RULES_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over
from calicovet.signals.messages import only_known

_EXIT_4 = "felix-xtables-lock"
_OPEN = "felix-xtables-lock:open"
_HELD = "felix-xtables-lock:held"
_ACQUIRE = "felix-xtables-lock:acquire"
_REJECTED = "felix-iptables-restore-rejected"
_MANY = 6


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    unopened = felix_said(node, _OPEN)
    held, waited = felix_said(node, _HELD), felix_said(node, _EXIT_4, _ACQUIRE)
    if unopened is not None:
        yield proves(unopened, error="/run/xtables.lock")
    elif waited is not None:
        told = (waited, *only_known(held))
        error = "exit status 4" if waited.key == _EXIT_4 else "Failed to acquire iptables lock"
        yield _sign(node, waited, held is not None)(*told, error=error)
    elif held is not None:
        # Everybody waits for the lock now and then.
        lasting = held.count >= _MANY and got_over(node, held) is None
        yield (indicates if lasting else hints)(held, error="xtables lock")


def _sign(node: NodeView, waited: FelixSaid, held: bool) -> Callable[..., Sign]:
    """How strong the failed wait is as evidence: the nft backend ends with 4 for a refused rule as well."""
    if got_over(node, waited) is not None or (felix_said(node, _REJECTED) and not held):
        return hints
    return proves if held or waited.key == _ACQUIRE else indicates


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunOnNode(
                "measure",
                commands=(
                    "time iptables-save | wc -l",
                    "lslocks | grep xtables; fuser -v /run/xtables.lock",
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "see-the-mount",
                commands=(
                    command(
                        "kubectl -n {namespace} get daemonset calico-node -o yaml"
                        " | grep -n -e xtables.lock -e IPTABLESLOCK",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-it-free", risk=Risk.ROLLS_ALL_NODES),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="felix-xtables-lock",
    code="FLX011",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.TIMED_OUT,
            How.BUSY,
            How.SLOW,
            How.MISSING,
            How.PERMISSION_DENIED,
            How.READ_ONLY,
            How.IS_A_DIRECTORY,
            How.NOT_A_DIRECTORY,
            How.FAILED,
            How.CONFLICT,
            thing=ThingClass.XTABLES_LOCK,
        ),
        fails(
            How.EXIT,
            thing=ThingClass.PROGRAM,
            value=("iptables-restore", "ip6tables-restore"),
            saying="4",
            by=Speaker.FELIX,
        ),
        fails(
            How.BUSY,
            How.TIMED_OUT,
            thing=ThingClass.PROGRAM,
            value=("iptables-restore", "ip6tables-restore"),
            by=Speaker.FELIX,
        ),
        RULES_NOT_WRITTEN,
    ),
    examine=examine,
    plan=plan,
    explains=("felix-dataplane-hang",),
    caused_by=("host-overload-probe-kill",),
    prior=0.4,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
