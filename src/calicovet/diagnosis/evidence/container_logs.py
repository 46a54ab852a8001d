"""Which container's log would show a kind of fact at the stage that was reached."""

from collections.abc import Collection, Mapping

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    AccessForbidden,
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    BgpSaid,
    CniInstallSaid,
    ContainerState,
    CrdNotServed,
    Fact,
    FelixHealth,
    FelixSaid,
    IpamUpgradeSaid,
    LogShown,
    ManagedBy,
    OwnerKind,
    PodListed,
    Running,
    StartupSaid,
)
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape, StageId, StageState
from calicovet.startup.node_config import read_config
from calicovet.startup.pod_readiness import init_progress
from calicovet.startup.stages.init_containers import stage_of
from calicovet.startup.stages.terminations import claims
from calicovet.startup.versions import has

MAIN = "calico-node"

LOG_TELLS = frozenset(
    {Shape.EXITS_AT_STARTUP, Shape.STUCK_AT_STARTUP, Shape.INIT_FAILING, Shape.INIT_STUCK}
)
"""Where a container ends or hangs, and says why."""

_INIT_STAGES = (StageId.IPAM_UPGRADED, StageId.CNI_INSTALLED, StageId.BPF_PREPARED)
_BY_INIT: Mapping[type[Fact], StageId] = {
    IpamUpgradeSaid: StageId.IPAM_UPGRADED,
    CniInstallSaid: StageId.CNI_INSTALLED,
}
_BY_MAIN = frozenset(
    {
        StartupSaid,
        FelixSaid,
        BgpSaid,
        FelixHealth,
        AddressAutodetected,
        AddressFromEnvironment,
        AddressNotDetected,
        AddressOnLink,
    }
)
_BY_ANY = frozenset({AccessForbidden, CrdNotServed})
"""What the API server answers each of them."""
_OVER = (StageState.PASSED, StageState.SKIPPED)
_AMONG_INITS = frozenset({Shape.INIT_STUCK, Shape.INIT_FAILING})
_SAID_TO_RUN = frozenset({"crash-loop", "restarts", "liveness", "not-ready"})


def log_for(
    kind: type[Fact], beside: Collection[type[Fact]], view: NodeView, stages: Localisation
) -> str:
    """The container whose log would show that kind of fact; empty: none has it, or not any more.

    What any container may say is looked for where the kinds beside it are said.
    """
    if no_log_yet(view, stages):
        return ""
    asked = container_in_question(view, stages)
    if kind in _BY_ANY:
        return asked
    if kind in _BY_INIT:
        return _of_init(_BY_INIT[kind], asked, view, stages)
    if kind is FelixSaid:
        # What prepares BPF for Felix speaks with its words.
        return asked if asked not in ("upgrade-ipam", "install-cni") else ""
    if kind in _BY_MAIN:
        return asked if asked == MAIN else ""
    families = {one in _BY_MAIN for one in beside if one in _BY_MAIN or one in _BY_INIT}
    return asked if not families or (asked == MAIN) in families else ""


def _of_init(stage: StageId, asked: str, view: NodeView, stages: Localisation) -> str:
    if stages.states.get(stage) not in _OVER:
        return init_container_for(stage, view)
    # What installs the plugin and what prepares BPF are one family of words.
    beyond = asked not in (MAIN, "upgrade-ipam", "install-cni")
    return asked if beyond and stage is StageId.CNI_INSTALLED else ""


def no_log_yet(view: NodeView, stages: Localisation) -> bool:
    """Whether nothing shows that a container has run, though it is known how the pod began."""
    if stages.shape is not None:
        return stages.shape in BEFORE_ANY_LOG
    listed = view.unread().one(PodListed)
    if listed is not None:
        progress = init_progress(listed)
        return progress is not None and progress[0] == 0
    bound = stages.states.get(StageId.POD_BOUND) is StageState.PASSED
    unknown = stages.states.get(StageId.IMAGES_PRESENT) is StageState.UNKNOWN
    return bound and unknown and not claims(view.facts) & _SAID_TO_RUN


def container_in_question(view: NodeView, stages: Localisation) -> str:
    """The container whose log is of interest: the init container that does not end, or calico-node.

    Empty: it is one of the init containers, and it is unknown which.
    """
    for stage in _INIT_STAGES:
        stopped = stages.states.get(stage) in (StageState.STUCK, StageState.FAILED)
        if stopped and (container := init_container_for(stage, view)):
            return container
    listed = view.unread().one(PodListed)
    at_init = listed is not None and listed.status.startswith("Init:")
    if stages.shape in _AMONG_INITS or at_init:
        return _init_in_question(view, listed, stages)
    return MAIN


def _init_in_question(view: NodeView, listed: PodListed | None, stages: Localisation) -> str:
    named = _unfinished(view) or _last_of_operator(view, listed) or _last_heard(view, stages)
    if named:
        return named
    open_stages = (stage for stage in _INIT_STAGES if stages.states.get(stage) not in _OVER)
    containers = (init_container_for(stage, view) for stage in open_stages)
    return next((container for container in containers if container), "")


def init_container_for(stage: StageId, view: NodeView) -> str:
    """The init container that achieves the stage; empty: the pod has none, or its name is unknown.

    The pod's own list decides; where it was not shown, how Calico was installed, and its release.
    """
    config = read_config(view.unread())
    if config.init_containers is not None:
        there = [name for name in config.init_containers if stage_of(name) is stage]
        unfinished = _unfinished(view)
        return unfinished if unfinished in there else next(iter(there[-1:]), "")
    if stage is StageId.IPAM_UPGRADED:
        bare = config.operator or config.datastore == "etcdv3" or view.pod.startswith("canal-")
        return "" if bare else "upgrade-ipam"
    if stage is StageId.CNI_INSTALLED:
        return "install-cni"
    if has(config.release, "bpffs-is-prepared") is False:
        return "flexvol-driver"
    # The operator makes it only where Felix uses BPF.
    return "" if config.operator else "mount-bpffs"


def _unfinished(view: NodeView) -> str:
    """The first init container that has not ended well, where their states are shown."""
    newest: dict[str, ContainerState] = {}
    for state in view.unread().all(ContainerState, lambda state: state.init):
        newest.setdefault(state.about.container, state)
    for state in sorted(newest.values(), key=lambda state: state.position):
        if not (state.phase is Running.TERMINATED and not state.exit_code):
            return state.about.container
    return ""


def _last_of_operator(view: NodeView, listed: PodListed | None) -> str:
    """install-cni, which is the last where the operator made the pod, if a list says that the last one runs."""
    done, total = init_progress(listed) or (0, 0)
    made = view.unread().one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    return "install-cni" if made is not None and 0 < done == total - 1 else ""


def _last_heard(view: NodeView, stages: Localisation) -> str:
    """The last init container with a log that was read: those before it have completed."""
    shown = view.unread().one(LogShown, lambda log: log.about.container not in ("", MAIN))
    if shown is None or stages.states.get(stage_of(shown.about.container)) in _OVER:
        return ""
    return shown.about.container


def shown(view: NodeView, container: str, *, previous: bool) -> LogShown | None:
    """What was shown of that log, the most of it; None: nothing was."""
    logs = view.unread().all(
        LogShown,
        lambda log: (
            log.lines > 0
            and (log.about.container or MAIN) == container
            and log.about.previous is previous
        ),
    )
    return max(logs, key=lambda log: (log.whole and not log.breaks_off, log.lines), default=None)
