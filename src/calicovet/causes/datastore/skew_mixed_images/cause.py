"""Parts of Calico come from different releases."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates
from calicovet.model.facts import ContainerImage, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AN_INSTALLATION,
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS_AT_TIMES
from calicovet.signals.messages import message

_KEY = "skew-mixed-images"
_IMAGE = re.compile(
    r"(?:^|/)(?:mirrored-)?(?:calico[-/])?(?P<part>node|cni|pod2daemon-flexvol|typha|kube-controllers)[:@]"
)
_RELEASE = re.compile(r"v?(\d{1,2})\.(\d{1,3})\.")


def examine(case: Case) -> Iterator[Sign]:
    typha = message(case.node, Said, _KEY)
    if typha is not None:
        yield indicates(typha, one="Felix", other="Typha")
        return
    flag = message(case.node, Said, f"{_KEY}:flag")
    if flag is not None:
        # A manifest of a later release asks for what the image does not know yet.
        yield indicates(flag, one=f"DaemonSet (-{flag.detail('flag')})", other="calico/node")
        return
    parts = _parts(case.node)
    main = parts.get("node")
    if main is None:
        return
    image, release = main
    others = {name: found for name, found in parts.items() if name != "node"}
    odd = next(((name, found) for name, found in others.items() if found[1] != release), None)
    if odd is not None:
        name, (theirs, _) = odd
        # The driver of volumes has hardly changed in years.
        sign = hints if name == "pod2daemon-flexvol" else indicates
        yield sign(image, theirs, one=image.image, other=theirs.image)
    elif others:
        yield denies(image, *(found[0] for found in others.values()))


def _parts(node: NodeView) -> dict[str, tuple[ContainerImage, tuple[str, str]]]:
    """The newest image of each part of Calico, with its major and minor release."""
    parts: dict[str, tuple[ContainerImage, tuple[str, str]]] = {}
    for found in node.all(ContainerImage):
        part, release = _IMAGE.search(found.image), _RELEASE.match(found.tag)
        if part is not None and release is not None and "calico" in found.image:
            parts.setdefault(part["part"], (found, (release[1], release[2])))
    return parts


CAUSE = Cause(
    name="skew-mixed-images",
    code="DAT017",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS_AT_TIMES,
    reads=(Said, ContainerImage),
    decided_by=(ContainerImage,),
    failures=(
        fails(
            How.UNKNOWN_FLAG,
            by=(
                Speaker.STARTUP,
                Speaker.TYPHA,
                Speaker.INSTALL_CNI,
                Speaker.UPGRADE_IPAM,
                Speaker.MOUNT_BPFFS,
                Speaker.HOSTPATH_INIT,
                Speaker.PROBE,
                Speaker.OPERATOR,
            ),
        ),
        fails(How.NOT_SUPPORTED, How.MISMATCH, How.TOO_OLD, How.TOO_NEW, thing=ThingClass.TYPHA),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "list-them",
                commands=(
                    "kubectl get pods -A -o 'custom-columns=NAME:.metadata.name,INIT:.spec.initContainers[*].image,IMAGES:.spec.containers[*].image' | grep -i -e calico -e typha",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("finish-the-upgrade", risk=Risk.ROLLS_ALL_NODES),
        ),
        within=AN_INSTALLATION,
        does_not_help=(Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    ),
    scope=Scope.CLUSTER,
    may_lie_dormant=True,
    prior=0.4,
)
