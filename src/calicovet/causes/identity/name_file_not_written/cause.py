"""Start-up cannot write its name to /var/lib/calico, which is missing or read-only."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    EventSeen,
    Milestone,
    MilestoneReached,
    PathSeen,
    StartupSaid,
)
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import open_mount
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "name-file-not-written"
_FILE = "/var/lib/calico/nodename"
_LONG = timedelta(minutes=2)
_AFTER = (Milestone.STARTUP_FINISHED, Milestone.SERVICES_STARTED)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if said := message(node, StartupSaid, _NAME, f"{_NAME}:write"):
        yield proves(said, path=_FILE, error=said.detail("error") or "?")
        return
    if said := message(node, StartupSaid, f"{_NAME}:read"):
        yield indicates(said, path=_FILE, error=said.detail("error") or "?")
        return
    file = node.one(PathSeen, lambda seen: seen.path == _FILE)
    if file is not None and file.present:
        yield denies(file)
        return
    missing = only_known(file)
    if asked := _asked_in_vain(node):
        yield hints(*asked, *missing, path=_FILE, error="stat")


def _asked_in_vain(node: NodeView) -> tuple[EventSeen | MilestoneReached, ...]:
    """The probe finds no file for minutes, although start-up says that it came to its end."""
    event = node.one(
        EventSeen,
        lambda seen: (
            "failed to stat() nodename file" in seen.message and (seen.over or _LONG / 2) > _LONG
        ),
    )
    ended = node.one(MilestoneReached, lambda reached: reached.milestone in _AFTER)
    return (event, ended) if event and ended else ()


CAUSE = Cause(
    name=_NAME,
    code="NAM004",
    stage=StageId.STARTUP_FINISHED,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.RUNNING_NOT_READY}),
    reads=(StartupSaid, PathSeen, EventSeen, MilestoneReached),
    failures=(
        fails(
            How.READ_ONLY,
            How.PERMISSION_DENIED,
            How.NOT_PERMITTED,
            How.MISSING,
            How.NOT_A_DIRECTORY,
            How.IS_A_DIRECTORY,
            How.FAILED,
            thing=ThingClass.PATH,
            value=("nodename", "calico-data"),
            by=(Speaker.STARTUP, Speaker.RC_LOCAL, Speaker.NODE_SERVICES, Speaker.COMPLETE_STARTUP),
            doing=(Act.WRITE, Act.CREATE),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-first",
                commands=(
                    "ls -ld /var/lib/calico",
                    "df -h /var/lib/calico",
                    "findmnt -T /var/lib/calico",
                ),
                risk=Risk.NONE,
            ),
            open_mount("open-the-mount", "/var/lib/calico"),
            AskHuman("restore-the-directory", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        reaches=StageId.STARTUP_FINISHED,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET),
    ),
    prior=0.5,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
