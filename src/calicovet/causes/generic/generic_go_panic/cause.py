"""A program of Calico ends with a Go panic that is nobody's known cause."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, indicates
from calicovet.model.facts import Crashed
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command, part
from calicovet.model.stage import Shape, StageId
from calicovet.startup.crashes import RELEASE_READS, crash_words, is_calico_nodes, release_of


def examine(case: Case) -> Iterator[Sign]:
    crash = case.node.one(Crashed, is_calico_nodes)
    if crash is not None:
        yield indicates(crash, **crash_words(crash, release_of(case.node)))


def plan(case: Case) -> Plan:
    crash = case.node.one(Crashed, is_calico_nodes)
    # Typha's trace is in another pod than the node's own.
    about = crash.about if crash is not None and crash.about.pod else None
    pod = about.pod if about else case.node.pod or part("<pod>")
    namespace = (about.namespace if about else "") or case.node.namespace or part("<namespace>")
    # A container that never restarted has no previous log, and is no reason to stop at.
    log = part(
        "kubectl logs -n {namespace} {pod} --all-containers --ignore-errors",
        namespace=namespace,
        pod=pod,
    )
    # A service that crashes is started again inside of its container, so both runs may have it.
    commands = (
        command("{log} > trace.txt", log=log),
        command("{log} --previous >> trace.txt", log=log),
    )
    return Plan(
        steps=(
            RunKubectl("keep-the-trace", commands=commands, risk=Risk.NONE),
            AskHuman("find-the-bug", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESET_NODE, Vain.LONGER_PROBE),
    )


CAUSE = Cause(
    name="generic-go-panic",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(Crashed, *RELEASE_READS),
    decided_by=(Crashed,),
    examine=examine,
    plan=plan,
    generic=True,
    prior=0.04,
)
