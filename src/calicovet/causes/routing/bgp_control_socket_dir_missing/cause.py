"""BIRD cannot make its control socket, because /var/run/calico is not there for it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import BgpSaid, PathSeen
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BIRD_SOCKET_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message

_KEY = "bgp-control-socket-dir-missing"
_SOCKETS = frozenset({"/var/run/calico/bird.ctl", "/run/calico/bird.ctl"})


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, BgpSaid, _KEY)
    socket = case.node.one(PathSeen, lambda found: found.present and found.path in _SOCKETS)
    if said is not None:
        error = said.detail("error").strip() or "?"
        # Where something stands at the socket's place, its directory is there.
        sign = hints if error.lower().endswith("in use") else proves
        yield sign(said, path=said.detail("path"), error=error)
    elif socket is not None:
        yield denies(socket)


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunKubectl(
                "see-the-mounts",
                commands=(
                    command(
                        "kubectl -n {namespace} get daemonset calico-node -o yaml"
                        " | grep -B2 -A4 var-run-calico",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("mount-the-directory", risk=Risk.ROLLS_ALL_NODES),
            RestartPod(),
        ),
        reaches=StageId.BIRD_RUNNING,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name="bgp-control-socket-dir-missing",
    code="BGP008",
    stage=StageId.BIRD_RUNNING,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(BgpSaid, PathSeen),
    decided_by=(BgpSaid,),
    failures=(
        fails(
            How.MISSING,
            How.READ_ONLY,
            How.PERMISSION_DENIED,
            How.NOT_A_DIRECTORY,
            How.NO_SPACE,
            thing=ThingClass.PATH,
            value="calico-run",
            by=Speaker.BIRD,
        ),
        fails(
            How.MISSING,
            How.READ_ONLY,
            How.PERMISSION_DENIED,
            How.NOT_A_DIRECTORY,
            thing=ThingClass.BIRD,
            by=Speaker.BIRD,
            doing=(Act.CREATE, Act.LISTEN),
        ),
        BIRD_SOCKET_UNANSWERED,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.1,
    unforeseen=Unforeseen.SHOWN_BY_OTHER_CHECK,
)
