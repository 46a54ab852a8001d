"""The runtime is older than the only cgroups that the host offers."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import Claimed, Fact, OsImage, RuntimeSaid, RuntimeVersion, Topic
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import boot_with
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import POD_NOT_INITIALISED
from calicovet.signals.message_owner import told
from calicovet.startup.versions import read_release

_NAME = "rt-cgroup-v2-unsupported"
_FIRST = {"docker": (20, 10), "containerd": (1, 4)}
_V2_BY_DEFAULT = re.compile(
    r"ubuntu\D{0,12}(?:21\.10|2[2-9])|debian\D{0,20}(?:1[1-9])|fedora\D{0,20}(?:3[1-9]|4\d)"
    r"|(?:centos|red hat|rocky|alma|oracle)\D{0,40}(?:9|1\d)(?:\D|$)|arch linux|sle micro",
    re.IGNORECASE,
)


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is None:
        return
    runtime, system = _runtime(case.node), _system(case.node)
    old = _is_old(runtime[1])
    if old is False and runtime[0] is not None:
        # It can do both; then a mount of the old sort is missing for another reason.
        yield denies(runtime[0])
        return
    facts = tuple(fact for fact in (said, runtime[0] if old else None, system) if fact)
    sign = {1: hints, 2: indicates, 3: proves}[len(facts)]
    yield sign(*facts, runtime=runtime[1] or "?")


def _runtime(node: NodeView) -> tuple[Fact | None, str]:
    shown = node.one(RuntimeVersion)
    if shown is not None:
        return shown, shown.version
    claim = node.one(Claimed, lambda found: found.topic is Topic.RUNTIME_VERSION)
    return (claim, claim.value) if claim else (None, "")


def _system(node: NodeView) -> Fact | None:
    """What shows that the host has the new cgroups only, by its release."""
    shown = node.one(OsImage, lambda found: _V2_BY_DEFAULT.search(found.version) is not None)
    return shown or node.one(
        Claimed,
        lambda found: found.topic is Topic.OS and _V2_BY_DEFAULT.search(found.value) is not None,
    )


def _is_old(runtime: str) -> bool | None:
    name, _, version = runtime.partition("://")
    first, release = _FIRST.get(name), read_release(version)
    return None if first is None or release is None else release < first


CAUSE = Cause(
    name=_NAME,
    code="RUN010",
    stage=StageId.SANDBOX_READY,
    shows_as=POD_NOT_INITIALISED,
    reads=(RuntimeSaid, RuntimeVersion, OsImage),
    decided_by=(RuntimeVersion,),
    failures=(
        fails(
            How.MISSING,
            How.NOT_FOUND,
            How.OBJECT_MISSING,
            How.NOT_SUPPORTED,
            thing=ThingClass.CGROUP,
            by=(Speaker.RUNTIME, Speaker.KUBELET),
        ),
        fails(How.TOO_OLD, thing=ThingClass.RUNTIME),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-cgroups",
                commands=("stat -fc %T /sys/fs/cgroup", "docker version", "containerd --version"),
                risk=Risk.NONE,
            ),
            DrainNode(),
            AskHuman("update-the-runtime", risk=Risk.MOVES_WORKLOADS),
        ),
        reaches=StageId.CONTAINER_STARTED,
        within=A_REBOOT,
        instead=Plan(
            steps=(boot_with("boot-with-the-old-cgroups", "systemd.unified_cgroup_hierarchy=0"),),
            within=A_REBOOT,
        ),
    ),
    prior=0.3,
)
