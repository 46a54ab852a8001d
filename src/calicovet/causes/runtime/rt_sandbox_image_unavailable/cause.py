"""The pause image, without which no pod gets a sandbox, cannot be had."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command, fits
from calicovet.model.facts import LookupFailed, PodListed, RuntimeSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import PULL
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, RestartUnit, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_NOT_STARTED
from calicovet.signals.message_owner import Whose, told, whose

_NAME = "rt-sandbox-image-unavailable"
_CONFIG = "/etc/containerd/config.toml"
_OF_CRIO = "/etc/crio/crio.conf.d/99-pause-image.conf"
_VAIN = (Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.REINSTALL_CALICO)


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is None:
        return
    # All sandboxes of a node are made of one image, but the other pod's may be an older failure.
    # A resolver that knows no name keeps images away, too.
    unsure = whose(said) is Whose.OTHERS or _asked_the_resolver(case.node, said)
    sign = indicates if unsure else proves
    if whose(said) is Whose.OTHERS and _has_a_sandbox(case.node):
        sign = hints
    yield sign(said, image=said.detail("image"))


def _has_a_sandbox(node: NodeView) -> bool:
    """Whether containers of calico-node run or have run in the pod's sandbox."""
    listed = node.unread().one(PodListed)
    return listed is not None and listed.status.endswith(("CrashLoopBackOff", "Running"))


def _asked_the_resolver(node: NodeView, said: RuntimeSaid) -> bool:
    return node.one(LookupFailed, lambda failed: failed.cited == said.cited) is not None


def plan(case: Case) -> Plan:
    said = told(case.node, RuntimeSaid, _NAME)
    image = said.detail("image") if said else ""
    image = image if fits("image", image) else ""
    if said is not None and said.key.endswith(":docker"):
        return Plan(
            steps=(
                RunOnNode(
                    "bring-the-image-docker",
                    commands=(
                        command("docker pull <mirror>/{last:pause image}", last=_last(image)),
                        command(
                            "docker tag <mirror>/{last:pause image} {image:pause image}",
                            last=_last(image),
                            image=image,
                        ),
                    ),
                    undo=(command("docker rmi {image:pause image}", image=image),),
                ),
            ),
            reaches=StageId.SANDBOX_READY,
            does_not_help=_VAIN,
        )
    if said is not None and said.key.endswith(":crio"):
        return _plan_for_crio(image)
    return Plan(
        steps=(
            RunOnNode(
                "point-to-a-mirror",
                commands=(
                    command(
                        "sed -i -E {change} {config}",
                        change=rf's#^( *sandbox(_image)? = ).*#\1"{_mirrored(image)}"#',
                        config=_CONFIG,
                    ),
                ),
                undo=("systemctl restart containerd kubelet",),
                edits=(_CONFIG,),
            ),
            RestartUnit(("containerd", "kubelet")),
        ),
        reaches=StageId.SANDBOX_READY,
        instead=Plan(
            steps=(
                RunOnNode(
                    "bring-the-image",
                    commands=(
                        command(
                            "ctr -n k8s.io images pull <mirror>/{last:pause image}",
                            last=_last(image),
                        ),
                        command(
                            "ctr -n k8s.io images tag <mirror>/{last:pause image} {image:pause image}",
                            last=_last(image),
                            image=image,
                        ),
                    ),
                    undo=(command("ctr -n k8s.io images rm {image:pause image}", image=image),),
                ),
            )
        ),
        does_not_help=_VAIN,
    )


def _plan_for_crio(image: str) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "point-to-a-mirror",
                commands=(
                    command(
                        "printf {text} > {of_crio}",
                        text=rf'[crio.image]\npause_image = "{_mirrored(image)}"\n',
                        of_crio=_OF_CRIO,
                    ),
                ),
                undo=("systemctl restart crio kubelet",),
                makes=(_OF_CRIO,),
            ),
            RestartUnit(("crio", "kubelet")),
        ),
        reaches=StageId.SANDBOX_READY,
        instead=Plan(
            steps=(
                RunOnNode(
                    "bring-the-image",
                    commands=(
                        command(
                            "skopeo copy docker://<mirror>/{last:pause image} containers-storage:{image:pause image}",
                            last=_last(image),
                            image=image,
                        ),
                    ),
                    undo=(command("crictl rmi {image:pause image}", image=image),),
                ),
            )
        ),
        does_not_help=_VAIN,
    )


def _mirrored(image: str) -> str:
    return f"<mirror>/{_last(image) or '<pause image>'}"


def _last(image: str) -> str:
    return image.rpartition("/")[2]


CAUSE = Cause(
    name=_NAME,
    code="RUN005",
    stage=StageId.SANDBOX_READY,
    shows_as=CONTAINERS_NOT_STARTED,
    reads=(RuntimeSaid, LookupFailed, PodListed),
    decided_by=(RuntimeSaid,),
    failures=(fails(*PULL, How.RATE_LIMITED, How.FAILED, thing=ThingClass.IMAGE, value="pause"),),
    examine=examine,
    plan=plan,
    caused_by=("host-dns-broken", "host-time-skew"),
    prior=0.8,
    unforeseen=Unforeseen.NEEDS_REGISTRY,
)
