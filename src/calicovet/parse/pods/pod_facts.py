"""Facts from pod records; no other module makes them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from ipaddress import ip_address

from calicovet.model.facts import (
    AutodetectionMethod,
    CalicoVersion,
    Citation,
    ContainerExit,
    ContainerImage,
    ContainerPrivileged,
    ContainerState,
    Fact,
    InternalAddress,
    ManagedBy,
    PodListed,
    PodPhase,
    ProbeSpec,
    ResourceLimit,
    SettingSeen,
)
from calicovet.model.subject import Subject
from calicovet.parse.calico_names import INIT_CONTAINERS, is_calico_node
from calicovet.parse.parser import cited_lines
from calicovet.parse.pods.images import is_calico, release_of, tag_of
from calicovet.parse.pods.owners import owners_of_pod
from calicovet.parse.pods.pod_record import ContainerRecord, PodRecord, StateRecord
from calicovet.parse.pods.status import row_of

TEMPLATE_GIVES: tuple[type[Fact], ...] = (
    ContainerImage,
    ContainerPrivileged,
    CalicoVersion,
    ProbeSpec,
    SettingSeen,
    AutodetectionMethod,
    ResourceLimit,
    ManagedBy,
)
GIVES: tuple[type[Fact], ...] = (
    PodListed,
    PodPhase,
    InternalAddress,
    ContainerState,
    ContainerExit,
    *TEMPLATE_GIVES,
)


def pod_facts(pod: PodRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """What a pod says; of pods other than calico-node only that and how they run."""
    whole = about_pod(pod, about)
    yield from _address(pod, evidence, whole)
    yield from _listed(pod, evidence, whole)
    if not runs_calico_node(pod):
        return
    if pod.phase:
        yield PodPhase(
            about=whole,
            cited=cited_lines(evidence, (pod.phase_line, *pod.why_lines, pod.started_line)),
            phase=pod.phase,
            reason=pod.reason,
            message=pod.message,
            started=pod.started,
            going=pod.going,
        )
    for owner, by, line in owners_of_pod(pod):
        yield ManagedBy(
            about=Subject(namespace=whole.namespace),
            cited=(Citation(evidence, line),),
            owner=owner,
            by=by,
        )
    for container in pod.containers:
        yield from _state_facts(container, evidence, whole)
    yield from template_facts(pod.containers, evidence, whole)


def about_pod(pod: PodRecord, about: Subject) -> Subject:
    """The subject of the pod's facts: itself, or the subject of the piece where it is not named."""
    if pod.name and about.pod and pod.name != about.pod:
        about = Subject(namespace=about.namespace)
    return replace(
        about,
        node=pod.node or about.node,
        namespace=pod.namespace or about.namespace,
        pod=pod.name or about.pod,
        container="" if pod.name else about.container,
    )


def runs_calico_node(pod: PodRecord) -> bool:
    """By its name; where that was not pasted, by its containers."""
    if pod.name:
        return is_calico_node(pod.name) or any(
            container.name == "calico-node" for container in pod.containers
        )
    named = [container for container in pod.containers if container.name or container.image]
    return not named or any(is_of_calico_node(container) for container in named)


def is_of_calico_node(container: ContainerRecord) -> bool:
    """Whether a container belongs to a calico-node pod."""
    return (
        container.name == "calico-node"
        or container.name in INIT_CONTAINERS
        or is_calico(container.image)
    )


def _address(pod: PodRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """The node's own address, which stands with every pod that was bound to it."""
    if not pod.node:
        return
    try:
        address = ip_address(pod.host_address)
    except ValueError:
        return
    node = Subject(node=pod.node)
    yield InternalAddress(about=node, cited=(Citation(evidence, pod.node_line),), address=address)


def _listed(pod: PodRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    row = row_of(pod)
    if row is None or not about.pod:
        return
    yield PodListed(
        about=about,
        cited=cited_lines(evidence, _lines_of_row(pod)),
        ready=row.ready,
        total=row.total,
        status=row.status,
        restarts=row.restarts,
    )


def _lines_of_row(pod: PodRecord) -> Iterator[int]:
    """The lines of which the row is made: in a text, that of the status stands for all."""
    yield pod.phase_line
    yield from pod.why_lines
    for container in pod.containers:
        state = container.state
        if state is not None and state.exit_code != 0 and state.reason != "PodInitializing":
            yield state.reason_line
        if not container.init and not container.ready:
            yield container.ready_line
        if container.restarts:
            yield container.restarts_line


def _state_facts(container: ContainerRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    about = replace(about, container=container.name or about.container)
    state, last = container.state, container.last_state
    if state is not None:
        yield ContainerState(
            about=about,
            cited=_cited_state(state, evidence),
            init=container.init,
            position=container.position,
            phase=state.phase,
            reason=state.reason,
            message=state.message,
            exit_code=state.exit_code,
            ready=container.ready,
            restarts=container.restarts,
            started=state.started,
            finished=state.finished,
            container_id=container.container_id,
        )
        yield from _known_messages(state, evidence, about)
    if last is not None:
        yield ContainerExit(
            about=about,
            cited=_cited_state(last, evidence),
            reason=last.reason,
            exit_code=last.exit_code,
            message=last.message,
            started=last.started,
            finished=last.finished,
        )
        yield from _known_messages(last, evidence, replace(about, previous=True))


def _cited_state(state: StateRecord, evidence: str) -> tuple[Citation, ...]:
    return cited_lines(evidence, state.leaves) or (Citation(evidence, state.line, state.last_line),)


def _known_messages(state: StateRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """What the kubelet or the container's own last words say of its state."""
    if not state.message:
        return
    from calicovet.parse.messages.scan import facts_in_text

    cited = (Citation(evidence, state.message_line or state.line),)
    for message in state.message.split("\n"):
        yield from facts_in_text(message, about, cited, state.finished)


def template_facts(
    containers: Iterable[ContainerRecord], evidence: str, about: Subject
) -> Iterator[Fact]:
    """What containers are told to be; the same for a pod and for the DaemonSet that makes it."""
    containers = tuple(containers)
    for container in containers:
        yield from _container_facts(
            container, evidence, replace(about, container=container.name or about.container)
        )
    yield from _versions(containers, evidence, about)


def _container_facts(container: ContainerRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    if container.image:
        yield ContainerImage(
            about=about,
            cited=(Citation(evidence, container.image_line),),
            image=container.image,
            tag=tag_of(container.image),
        )
    if container.privileged is not None:
        yield ContainerPrivileged(
            about=about,
            cited=(Citation(evidence, container.privileged_line),),
            privileged=container.privileged,
        )
    for limit in container.limits:
        yield ResourceLimit(
            about=about,
            cited=(Citation(evidence, limit.line),),
            resource=limit.name,
            value=limit.value,
        )
    if container.name in ("", "calico-node"):
        yield from _probe_facts(container, evidence, about)
    for variable in container.environment:
        yield from variable_facts(variable.name, variable.value, variable.line, evidence, about)


def _probe_facts(container: ContainerRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    for probe in container.probes:
        yield ProbeSpec(
            about=about,
            cited=cited_lines(evidence, (probe.line, *probe.leaves)),
            probe=probe.probe,
            handler=probe.handler,
            asks=probe.asks,
            delay=probe.delay,
            timeout=probe.timeout,
            period=probe.period,
            failures=probe.failures,
        )


def variable_facts(
    name: str, value: str, line: int, evidence: str, about: Subject
) -> Iterator[Fact]:
    """An environment variable; the method of autodetection is a separate fact."""
    cited = (Citation(evidence, line),)
    yield SettingSeen(about=about, cited=cited, name=name, value=value)
    families = {"IP_AUTODETECTION_METHOD": 4, "IP6_AUTODETECTION_METHOD": 6}
    if name in families and value and not value.startswith("<"):
        yield AutodetectionMethod(about=about, cited=cited, method=value, family=families[name])


def _versions(
    containers: Iterable[ContainerRecord], evidence: str, about: Subject
) -> Iterator[Fact]:
    """The release by the node's own image; the CNI plugin's stands in for it from v3 on, when both were released together."""
    released = [
        (container, release)
        for container in containers
        if is_calico(container.image) and (release := release_of(container.image))
    ]
    own = [pair for pair in released if pair[0].name in ("calico-node", "")]
    for container, release in own or released[:1]:
        if not own and release.startswith(("v1.", "v2.")):
            continue
        yield CalicoVersion(
            about=about,
            cited=(Citation(evidence, container.image_line),),
            low=release,
            by="image",
        )
