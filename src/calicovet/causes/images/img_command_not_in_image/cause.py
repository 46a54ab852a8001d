"""The pod asks for a program that the images of this release do not have."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import ContainerImage, RuntimeSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import Whose, home_of, whose
from calicovet.startup.versions import read_release

_NAME = "img-command-not-in-image"
_ANY = "img-corrupt-layer:file"
"""On one node alone, that is damage."""
_GONE = (3, 16)
"""Since then install-cni is a program, and the script is gone."""


def examine(case: Case) -> Iterator[Sign]:
    script = _said(case.node, _NAME)
    if script is not None:
        image = case.node.one(ContainerImage, _is_without_script)
        words = {"path": script.detail("path"), "image": image.image if image else "?"}
        yield indicates(script, **words) if image is None else proves(script, image, **words)
        return
    said = _said(case.node, _ANY)
    if said is not None and any(_said(peer.unread(), _ANY) for peer in case.peers):
        yield indicates(said, path=said.detail("path"), image="?")


def _said(node: NodeView, key: str) -> RuntimeSaid | None:
    return node.one(RuntimeSaid, lambda said: said.key == key and whose(said) is not Whose.OTHERS)


def _is_without_script(found: ContainerImage) -> bool:
    release = read_release(found.tag or found.image.rpartition(":")[2])
    return "cni" in found.image and release is not None and release >= _GONE


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, _said(case.node, _NAME) or _said(case.node, _ANY))
    return Plan(
        steps=(
            RunKubectl(
                "compare-images",
                commands=(
                    f"kubectl -n {namespace} get ds calico-node -o yaml"
                    " | grep -E 'image:|command:' -A1",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("one-release", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset({Shape.CONTAINER_NOT_CREATED, Shape.INIT_FAILING, Shape.EXITS_AT_STARTUP}),
    reads=(RuntimeSaid, ContainerImage),
    decided_by=(RuntimeSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.06,
)
