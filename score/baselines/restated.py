"""Baselines: what three tools report of a pod, restated from their sources; none is run.

Each gives lines of text. They speak of symptoms; where the text they hand on holds a sentence that
names a cause (the same sentences as for grep), they are counted as naming it.
"""

from collections.abc import Callable, Iterable, Iterator

from score.baselines.grep import hits_in
from score.baselines.pods import Container, Pod, pods_of
from score.sample import Answer, Sample
from score.sight import Sight

_MANY_RESTARTS = 5
"""popeye's default."""
_ERRORS = frozenset(
    {
        "CrashLoopBackOff",
        "ImagePullBackOff",
        "CreateContainerConfigError",
        "PreCreateHookError",
        "CreateContainerError",
        "PreStartHookError",
        "RunContainerError",
        "ImageInspectError",
        "ErrImagePull",
        "ErrImageNeverPull",
        "InvalidImageName",
    }
)
_OF_CREATION = frozenset({"FailedCreatePodSandBox", "FailedMount"})
_HEALTHY = frozenset({"Running", "Completed"})

Report = Callable[[Pod], Iterable[str]]


def popeye(pod: Pod) -> Iterator[str]:
    """Codes 201 to 207 of popeye's linter of pods and container statuses."""
    if pod.phase not in ("Running", "Succeeded"):
        yield f"[POP-207] Pod is in an unhappy phase ({pod.phase})"
    for each in pod.containers:
        ready = int(each.ready)
        if each.waiting:
            yield f"[POP-203] Pod is waiting [{ready}/1] {each.waiting}"
        elif not each.ready:
            yield f"[POP-204] Pod is not ready [{ready}/1]"
        elif each.restarts > _MANY_RESTARTS:
            yield f"[POP-205] Pod was restarted ({each.restarts}) times"


def k8sgpt(pod: Pod) -> Iterator[str]:
    """The failures that k8sgpt's analyzer of pods gives to the model, not what that makes of them."""
    if pod.phase == "Pending":
        yield from (each.message for each in pod.warnings if each.reason == "FailedScheduling")
    for each in pod.containers:
        yield from _of_container(pod, each)


def _of_container(pod: Pod, each: Container) -> Iterator[str]:
    latest = pod.warnings[0] if pod.warnings else None
    if each.waiting in _ERRORS and each.message:
        yield each.message
    if each.waiting == "CrashLoopBackOff":
        ended = f"the last termination reason is {each.last_reason}"
        yield f"{ended} container={each.name} pod={pod.name}"
    if latest is None:
        return
    if each.waiting in ("ContainerCreating", "PodInitializing") and latest.reason in _OF_CREATION:
        yield latest.message
    if not each.waiting and not each.ready and latest.reason == "Unhealthy":
        yield latest.message


def troubleshoot(pod: Pod) -> Iterator[str]:
    """What clusterPodStatuses says of a pod that is not healthy: its status, and the message in it."""
    if pod.status in _HEALTHY and all(each.ready or each.init for each in pod.containers):
        return
    yield f"Pod {pod.name} status is {pod.status or pod.phase}"
    for each in pod.containers:
        if each.waiting and each.last_exit is not None:
            yield each.last_message or f"ExitCode:{each.last_exit}"
    yield from (each.message for each in pod.warnings if each.reason == "FailedScheduling")


def answer_of(report: Report, sample: Sample, sight: Sight) -> Answer:
    """The causes of which a sentence stands in what the tool reports."""
    text = "\n".join(line for pod in pods_of(sight, sample.node) for line in report(pod))
    hits = sorted(hits_in(text), key=lambda hit: -len(hit.words))
    return Answer(tuple(dict.fromkeys(hit.cause for hit in hits)))
