"""install-cni of v3.16.0 and v3.16.1 replaces only programs that are there already."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import CniInstallSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_NOT_RUN_OR_FAILS
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.messages import message

_KEY = "cni-bin-files-absent"
_BROKEN = ((3, 16), (3, 16, 2))


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, CniInstallSaid, _KEY)
    if said is None:
        return
    release = release_of(case.node)
    words = {"path": said.detail("path"), "release": release or "?"}
    if release is None:
        yield indicates(said, **words)
    elif _BROKEN[0] <= release < _BROKEN[1]:
        yield proves(said, **words)
    else:
        yield denies(said)


_NAMES = part("bandwidth calico calico-ipam flannel host-local install loopback portmap tuning")


CAUSE = Cause(
    name=_KEY,
    code="INI019",
    stage=StageId.CNI_INSTALLED,
    shows_as=INIT_NOT_RUN_OR_FAILS,
    reads=(CniInstallSaid, *RELEASE_READS),
    decided_by=(CniInstallSaid,),
    failures=(fails(How.MISSING, thing=ThingClass.PATH, value="cni-bin", by=Speaker.INSTALL_CNI),),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("newer-release", risk=Risk.CLUSTER_WIDE),),
        instead=Plan(
            steps=(
                RunOnNode(
                    "make-the-files",
                    commands=(command("cd /opt/cni/bin && touch {names}", names=_NAMES),),
                    risk=Risk.TOUCHES_HOST,
                    no_undo=NoUndo.ONLY_ADDS,
                ),
                RestartPod(),
            )
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    ),
    prior=0.02,
    unforeseen=Unforeseen.OLD_RELEASE,
)
