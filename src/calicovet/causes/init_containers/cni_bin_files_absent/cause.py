"""install-cni of v3.16.0 and v3.16.1 replaces only programs that are there already."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import CniInstallSaid
from calicovet.model.plan import AskHuman, NoUndo, Plan, RestartPod, Risk, RunOnNode, Vain
from calicovet.model.shell import command, part
from calicovet.model.stage import Shape, StageId
from calicovet.startup.crashes import RELEASE_READS, release_of

_KEY = "cni-bin-files-absent"
_BROKEN = ((3, 16), (3, 16, 2))


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(CniInstallSaid, lambda found: found.key == _KEY)
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


def plan(case: Case) -> Plan:
    names = part("bandwidth calico calico-ipam flannel host-local install loopback portmap tuning")
    return Plan(
        steps=(AskHuman("newer-release", risk=Risk.CLUSTER_WIDE),),
        instead=Plan(
            steps=(
                RunOnNode(
                    "make-the-files",
                    commands=(command("cd /opt/cni/bin && touch {names}", names=names),),
                    risk=Risk.TOUCHES_HOST,
                    no_undo=NoUndo.ONLY_ADDS,
                ),
                RestartPod(),
            )
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name=_KEY,
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.CONTAINER_NOT_CREATED,
        }
    ),
    reads=(CniInstallSaid, *RELEASE_READS),
    decided_by=(CniInstallSaid,),
    examine=examine,
    plan=plan,
    prior=0.02,
)
