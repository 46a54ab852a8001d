"""A program of Calico ends with a Go panic that no other cause explains."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, indicates
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import Crashed
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ANY_PROGRAM_FAILS
from calicovet.signals.crashes import RELEASE_READS, crash_words, is_calico_nodes, release_of


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
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.LONGER_PROBE),
    )


CAUSE = Cause(
    name="generic-go-panic",
    code="GEN001",
    stage=StageId.IMAGES_PRESENT,
    shows_as=ANY_PROGRAM_FAILS,
    reads=(Crashed, *RELEASE_READS),
    decided_by=(Crashed,),
    failures=(fails(How.PANIC),),
    examine=examine,
    plan=plan,
    generic=True,
    prior=0.04,
    unforeseen=Unforeseen.CRASH,
)
