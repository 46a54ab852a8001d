"""The pod asks for a program that the images of this release do not have."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates
from calicovet.model.commands.shell import command
from calicovet.model.facts import Claimed, ContainerImage, RuntimeSaid, Topic
from calicovet.model.failures.shared import PROGRAM_NOT_RUN
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import Whose, home_of, whose
from calicovet.signals.messages import proves_if_confirmed
from calicovet.startup.versions import read_release

_NAME = "img-command-not-in-image"
_DAMAGED = "img-corrupt-layer:file"
"""On one node alone, that is damage."""
_ANY = (f"{_NAME}:any", f"{_NAME}:probe")
_PROGRAMS = ("calico", "start_runit", "install-cni", "flexvol", "/opt/cni/bin/")
"""Programs that only containers of calico-node run."""
_GONE = (3, 16)
"""Since then install-cni is a program, and the script is gone."""


def examine(case: Case) -> Iterator[Sign]:
    script = _said(case.node, _NAME)
    if script is not None:
        image = case.node.one(ContainerImage, _is_without_script)
        words = {"path": script.detail("path"), "image": image.image if image else "?"}
        yield proves_if_confirmed(script, image, **words)
        return
    said = _said(case.node, _DAMAGED, *_ANY)
    if said is None:
        return
    words = {"path": said.detail("path"), "image": "?"}
    if any(_said(peer.unread(), said.key) for peer in case.peers.showing(RuntimeSaid)):
        yield indicates(said, **words)
    elif said.key in _ANY:
        # Where others are well, it may be damage, or the first node of a roll-out.
        yield (hints if _others_work(case) else indicates)(said, **words)


def _said(node: NodeView, *keys: str) -> RuntimeSaid | None:
    return node.one(RuntimeSaid, lambda said: said.key in keys and _is_ours(said))


def _is_ours(said: RuntimeSaid) -> bool:
    """Whether it is a container of calico-node; a line that names no pod is matched by the program."""
    if said.key not in _ANY:
        return whose(said) is not Whose.OTHERS
    told = any(name in said.detail("path") for name in _PROGRAMS)
    return whose(said) is Whose.OURS or (whose(said) is Whose.UNKNOWN and told)


def _others_work(case: Case) -> bool:
    said = case.node.one(Claimed, lambda claim: claim.topic is Topic.OTHERS_HEALTHY)
    return bool(case.fair) or said is not None


def _is_without_script(found: ContainerImage) -> bool:
    release = read_release(found.tag or found.image.rpartition(":")[2])
    return "cni" in found.image and release is not None and release >= _GONE


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, _said(case.node, _NAME, _DAMAGED, *_ANY))
    return Plan(
        steps=(
            RunKubectl(
                "compare-images",
                commands=(
                    command(
                        "kubectl -n {namespace} get ds calico-node -o yaml"
                        " | grep -E 'image:|command:' -A1",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("one-release", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="IMG010",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            # A probe's program is missed while the container runs, or is killed for it.
            Shape.RUNNING_NOT_READY,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(RuntimeSaid, ContainerImage),
    decided_by=(RuntimeSaid,),
    failures=(*PROGRAM_NOT_RUN[1:],),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.06,
    unforeseen=Unforeseen.NEEDS_REGISTRY,
)
