"""BIRD cannot make its control socket, because /var/run/calico is not there for it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, proves
from calicovet.model.facts import BgpSaid, PathSeen
from calicovet.model.plan import AskHuman, Plan, RestartPod, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId

_KEY = "bgp-control-socket-dir-missing"
_SOCKETS = frozenset({"/var/run/calico/bird.ctl", "/run/calico/bird.ctl"})


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(BgpSaid, lambda found: found.key == _KEY)
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
        does_not_help=(Vain.DELETE_POD, Vain.LONGER_PROBE, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="bgp-control-socket-dir-missing",
    stage=StageId.BIRD_RUNNING,
    shows_as=frozenset(
        {
            Shape.RUNNING_NOT_READY,
            Shape.KILLED_WHILE_READY,
            Shape.KILLED_BEFORE_FELIX,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(BgpSaid, PathSeen),
    decided_by=(BgpSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.1,
)
