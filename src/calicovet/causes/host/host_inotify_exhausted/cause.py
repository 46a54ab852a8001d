"""The host has no inotify instances or watches left."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates
from calicovet.model.facts import Said, Sysctl
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import Ineffective, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_KEY = "host-inotify-exhausted"
_INSTANCES = "fs.inotify.max_user_instances"
_FEW = 512


def examine(case: Case) -> Iterator[Sign]:
    watcher = message(case.node, Said, _KEY)
    files = message(case.node, Said, f"{_KEY}:files")
    if watcher is None and files is None:
        return
    limit = case.node.one(Sysctl, lambda found: found.name == _INSTANCES)
    few = limit is not None and limit.value.isdecimal() and int(limit.value[:12]) <= _FEW
    words = {"limit": limit.value} if limit else {}
    shown = only_known(limit)
    if watcher is not None and (few or limit is None):
        yield indicates(watcher, *shown, **words)
    elif few and files is not None:
        # The same words stand for the limit on open files of one process.
        yield hints(files, *shown, **words)
    elif watcher is not None:
        yield hints(watcher, *shown, **words)
    elif limit is None and files is not None:
        yield hints(files, **words)


CAUSE = Cause(
    name="host-inotify-exhausted",
    code="HST010",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, Sysctl),
    decided_by=(Sysctl,),
    failures=(
        fails(How.NO_WATCHES),
        fails(
            How.FAILED,
            How.NO_FILES,
            How.NO_WATCHES,
            How.NO_SPACE,
            How.FULL,
            thing=ThingClass.INOTIFY,
        ),
        fails(How.NO_FILES),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "count-them",
                commands=(
                    "sysctl fs.inotify.max_user_instances fs.inotify.max_user_watches",
                    "find /proc/*/fd -lname anon_inode:inotify 2>/dev/null | cut -d/ -f3 | sort | uniq -c | sort -n | tail",
                ),
                risk=Risk.NONE,
            ),
            set_kernel(
                "raise-them",
                "calico-inotify",
                ("fs.inotify.max_user_instances", 8192),
                ("fs.inotify.max_user_watches", 1048576),
            ),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    ),
    prior=0.5,
)
