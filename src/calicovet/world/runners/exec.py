"""Runs a reduced host script inside calico-node through the user's kubectl."""

import os
import re
from pathlib import Path
from threading import Event

from calicovet.model.commands.shell import command, fits
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request
from calicovet.model.subject import Subject
from calicovet.world.access.rbac_rules import Rule
from calicovet.world.kube.target import KubeFlags
from calicovet.world.runners.kubectl import kubectl_for
from calicovet.world.runners.output import MOST, by_hand, transcript_of
from calicovet.world.runners.process import Ending, Ran, run_program

CONTAINER = "calico-node"
_WAYS_TO_FAIL: tuple[tuple[str, GapReason], ...] = (
    (r"timed? ?out|deadline exceeded", GapReason.TIMED_OUT),
    (r"is forbidden|Forbidden|Unauthorized", GapReason.FORBIDDEN),
    (r"error dialing backend|no route to host|connection refused|EOF", GapReason.UNREACHABLE),
    (r"container not found|not created or running|completed pod|not running", GapReason.ABSENT),
    (r"not found|does not exist|no such file|is not valid for pod", GapReason.ABSENT),
)
_LOG_LINE = re.compile(r"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ ")
_DENIED = re.compile(r'cannot (\w+) resource "([\w./-]+)" in API group "([\w.-]*)"')


def run_in_calico_node(
    node: str,
    namespace: str,
    pod: str,
    script: str,
    *,
    flags: KubeFlags,
    timeout: float,
    stop: Event,
) -> Evidence | Gap:
    """What the script shows inside the pod's calico-node, or why kubectl did not get there."""
    request = Request(EvidenceKind.PASTE, Subject(node=node))
    if not (fits("namespace", namespace) and fits("pod", pod)):
        return Gap(request, GapReason.ABSENT, "exec: not a pod's name", by_hand(node))
    there = ("-n", namespace, "exec", "-i", pod, "-c", CONTAINER, "--", "sh", "-s")
    # The script is to end before we lose patience.
    seconds = f"CALICOVET_SECONDS={max(5, int(timeout) - 5)}\n"
    feed = (seconds + script).encode()
    try:
        with kubectl_for(flags, os.environ, Path.home()) as kubectl:
            ran = run_program(
                ("kubectl", *kubectl.flags, *there),
                feed,
                timeout=timeout,
                stop=stop,
                most=MOST,
                environment=kubectl.environment,
            )
    except OSError as error:
        detail = f"kubectl: {error.strerror or error}"
        return Gap(
            request, GapReason.NOT_CONFIGURED, detail, f"kubectl on PATH; or {by_hand(node)}"
        )
    shown = transcript_of(
        ran.output,
        node,
        source=f"exec {namespace}/{pod}",
        taken_by=command(
            "kubectl -n {namespace} exec -i {pod} -c {container} -- sh -s",
            namespace=namespace,
            pod=pod,
            container=CONTAINER,
        ),
        cut=ran.ending is not Ending.BY_ITSELF or ran.status != 0,
    )
    return shown or _gap(request, ran, namespace, pod)


def _gap(request: Request, ran: Ran, namespace: str, pod: str) -> Gap:
    hand = by_hand(request.about.node)
    if ran.ending is Ending.TIMED_OUT:
        return Gap(request, GapReason.TIMED_OUT, f"exec {namespace}/{pod}: timed out", hand)
    if ran.ending is Ending.STOPPED:
        return Gap(request, GapReason.STOPPED, f"exec {namespace}/{pod}: stopped", hand)
    complaints = _without_debris(ran.complaints)
    for sign, reason in _WAYS_TO_FAIL:
        if said := re.search(rf".*(?:{sign}).*", complaints):
            detail = said[0].strip()[:300]
            close = _grant(said[0], namespace) if reason is GapReason.FORBIDDEN else hand
            return Gap(request, reason, detail, close or hand)
    said_at_all = complaints.strip() or ran.output.decode(errors="replace").strip()
    detail = said_at_all.partition("\n")[0].strip()[:300] or f"kubectl ended with {ran.status}"
    return Gap(request, GapReason.UNREACHABLE, detail, hand)


def _without_debris(complaints: str) -> str:
    """What kubectl says to people; its own log lines only where there is nothing else."""
    lines = complaints.splitlines()
    return "\n".join([line for line in lines if not _LOG_LINE.match(line)] or lines)


def _grant(said: str, namespace: str) -> str:
    """The rule that the API server misses; empty where it was not a rule that said no."""
    denied = _DENIED.search(said)
    if denied is None:
        return ""
    verb, resource, group = denied.groups()
    # Over WebSockets a command begins with a GET, and which verb is asked for depends on the release.
    verbs = "get, create" if resource == "pods/exec" else verb
    return f"RBAC {Rule(group, resource, verbs, namespace)}"
