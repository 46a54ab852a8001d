"""A rule on the host uses an extension of iptables that the image does not have."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import BackendRules, FelixSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import RULES_NOT_READ
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over
from calicovet.signals.messages import only_known

_SAVE = "felix-iptables-foreign-extension"
_PANIC = "felix-iptables-module-missing:save"
_LIBRARY = "felix-iptables-foreign-extension:library"
_OTHERWISE = (
    "felix-nft-incompatible-rules",
    "felix-nft-incompatible-rules:table",
    "felix-iptables-module-missing",
    "felix-iptables-module-missing:who",
    "felix-iptables-module-missing:nft",
    "felix-iptables-module-missing:insmod",
    "felix-iptables-module-missing:cannot-run",
    "felix-ip6tables-unavailable",
    "felix-ip6tables-unavailable:table",
    "felix-xtables-lock:open",
    "felix-xtables-lock:held",
)
"""What names another reason for the failed save."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    library = felix_said(node, _LIBRARY)
    save = felix_said(node, _PANIC, _SAVE)
    if save is not None and (_was_stopped(save) or got_over(node, save) is not None):
        return
    if library is not None:
        told = (library, *only_known(save))
        sign = indicates if save is None else proves
        yield sign(*told, extension=library.detail("extension"))
    elif save is not None and felix_said(node, *_OTHERWISE) is None:
        backend = save.detail("backend")
        on_host = node.one(
            BackendRules, lambda rules: bool(rules.count) and rules.backend == backend
        )
        # The host reads with the same backend what the image cannot read.
        sign = hints if on_host is None else indicates
        yield sign(save, *only_known(on_host), extension="?")


def _was_stopped(save: FelixSaid) -> bool:
    """Whether the save was killed, as happens when Felix itself is killed."""
    return save.detail("error").startswith("signal")


def plan(case: Case) -> Plan:
    save = felix_said(case.node, _PANIC, _SAVE)
    backend = save.detail("backend") if save is not None else ""
    # What Felix runs; the plain name may stand for the other backend, here or there.
    program = f"iptables-{backend}-save" if backend else "iptables-save"
    return Plan(
        steps=(
            RunOnNode(
                "compare",
                commands=(
                    command("{program} >/dev/null; echo host: $?", program=program),
                    command(
                        'crictl exec "$(crictl ps -q --name calico-node | head -n 1)" {program}'
                        " >/dev/null; echo container: $?",
                        program=program,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("remove-the-rule", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.LONGER_PROBE),
    )


CAUSE = Cause(
    name="felix-iptables-foreign-extension",
    code="FLX020",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, BackendRules, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.MISSING,
            How.MISSING_LIBRARY,
            How.OBJECT_MISSING,
            thing=ThingClass.RULES,
            value="foreign",
        ),
        fails(
            How.MISSING_LIBRARY,
            How.OBJECT_MISSING,
            How.MISSING,
            thing=ThingClass.RULES,
            by=Speaker.FELIX,
            doing=(Act.SAVE, Act.DETECT, Act.READ, Act.LIST),
        ),
        RULES_NOT_READ,
    ),
    examine=examine,
    plan=plan,
    prior=0.2,
    unforeseen=Unforeseen.HOST_RULES,
)
