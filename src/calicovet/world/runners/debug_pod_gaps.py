"""Why a debug pod failed, and other ways in."""

from calicovet.model.commands.shell import command
from calicovet.model.evidence import Gap, GapReason, Request
from calicovet.world.access.rbac_rules import Rule
from calicovet.world.cluster.gaps import gap_for
from calicovet.world.kube.errors import ApiError, ApiRefused
from calicovet.world.runners.debug_pod_state import PodSeen
from calicovet.world.runners.output import by_hand

_PRIVILEGED = "pod-security.kubernetes.io/enforce=privileged"


def was_turned_away(error: ApiError) -> bool:
    """Whether the pod was certainly not made; a server in trouble may have made it all the same."""
    return isinstance(error, ApiRefused) and error.status < 500


def not_created(wish: Request, error: ApiError, pods: str) -> Gap:
    """Admission, a quota or missing rights turned the pod away."""
    hand, namespace = by_hand(wish.about.node), pods.split("/")[4]
    if not isinstance(error, ApiRefused) or error.status not in (401, 403):
        return gap_for(error, wish, pods, hand)
    close = f"RBAC {Rule('', 'pods, pods/log', 'create, get, delete', namespace)}"
    if "PodSecurity" in error.message:
        close = f"a namespace with the label {_PRIVILEGED}, such as kube-system; or {hand}"
    elif "quota" in error.message or "LimitRange" in error.message:
        close = f"another namespace than {namespace}; or {hand}"
    elif not _is_by_rbac(error.message):
        close = hand
    return Gap(wish, GapReason.FORBIDDEN, error.message[:300], close)


def _is_by_rbac(message: str) -> bool:
    return "cannot create resource" in message or not message


def not_started(wish: Request, pod: PodSeen, image: str) -> Gap:
    """The kubelet rejected it, its image is missing, or no kubelet picked it up."""
    hand, status, waiting = by_hand(wish.about.node), pod.status, pod.status.waiting
    if waiting is not None and waiting.reason != "ContainerCreating":
        close = f"another image than {image}; or {hand}" if "Image" in waiting.reason else hand
        return Gap(wish, GapReason.ABSENT, f"{waiting.reason}: {waiting.message}"[:300], close)
    if status.reason:
        return Gap(wish, GapReason.FORBIDDEN, f"{status.reason}: {status.message}"[:300], hand)
    detail = "the kubelet did not start the debug pod"
    return Gap(wish, GapReason.TIMED_OUT, detail, hand)


def not_read(wish: Request, error: ApiError, log: str) -> Gap:
    return gap_for(error, wish, log, by_hand(wish.about.node))


def showed_nothing(wish: Request, said: str) -> Gap:
    """It ran, but not the script: no shell on the host, or no chroot in the image."""
    detail = said[:300] or "the debug pod printed nothing"
    return Gap(wish, GapReason.ABSENT, detail, by_hand(wish.about.node))


def not_removed(wish: Request, name: str, namespace: str) -> Gap:
    """Nothing is missing but order: the pod is still there."""
    close = command(
        "kubectl -n {namespace} delete pod {name} --force --grace-period=0",
        namespace=namespace,
        name=name,
    )
    # About no node, though it was on one: that must be told of a peer's, too.
    left = Request(wish.kind)
    return Gap(left, GapReason.FORBIDDEN, f"debug pod {name} could not be removed", close)
