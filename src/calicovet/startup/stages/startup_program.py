"""Stages of the start-up program in container calico-node."""

from calicovet.model.facts import (
    AccessForbidden,
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    ContainerExit,
    ContainerState,
    FatalLine,
    KilledByProbe,
    Milestone,
    NodeNameUsed,
    PodListed,
    ProbeFailed,
    Running,
    Said,
    StartupSaid,
)
from calicovet.model.stage import StageId
from calicovet.startup.event_reasons import CRASHED, CREATE_TROUBLE, IMAGE_TROUBLE
from calicovet.startup.node_config import Config
from calicovet.startup.pod_readiness import is_main
from calicovet.startup.stages.stage import Stage, reached, said, seen, seen_where

_ANY_PROGRAM = frozenset({"generic-native-crash", "generic-illegal-instruction"})
"""Crashes that are told in the same words of every program."""
_NOT_STARTED = CREATE_TROUBLE | IMAGE_TROUBLE
TUNNEL_KEYS = ("tunnel*", "pool-exhausted*", "pool-none-for-node*")


def _networking(config: Config) -> bool:
    # Up to v3.25 an address is chosen even where Calico only does policy.
    always = config.release is not None and config.release < (3, 26)
    return always or config.backend != "none"


def _is_tunnel(fact: Said) -> bool:
    return fact.key.startswith(tuple(key[:-1] for key in TUNNEL_KEYS))


def _ends_startup(fact: Said) -> bool:
    """Whether the start-up program ended with it; a crash may be any program's where no source names one."""
    known = bool(fact.about.container or fact.about.pod or fact.speaker or fact.detail("program"))
    ends = fact.fatal and is_main(fact) and not _is_tunnel(fact)
    return ends and (known or fact.key not in _ANY_PROGRAM)


def _is_running(state: ContainerState) -> bool:
    begun = (
        state.phase in (Running.RUNNING, Running.TERMINATED) and state.reason not in _NOT_STARTED
    )
    return begun and not state.init and is_main(state)


STAGES = (
    Stage(
        id=StageId.CONTAINER_STARTED,
        after=(StageId.BPF_PREPARED,),
        passed_by=seen_where(ContainerState, _is_running)
        + seen_where(PodListed, lambda pod: pod.status == "Running" or pod.status in CRASHED)
        + seen_where(
            ContainerExit, lambda ended: is_main(ended) and ended.reason not in _NOT_STARTED
        )
        + seen_where(ProbeFailed, is_main)
        + seen(KilledByProbe)
        + reached(Milestone.STARTUP_BEGAN),
        failed_by=seen_where(PodListed, lambda pod: pod.status in _NOT_STARTED)
        + seen_where(
            ContainerState,
            lambda state: not state.init and is_main(state) and state.reason in _NOT_STARTED,
        ),
    ),
    Stage(
        id=StageId.NODE_NAMED,
        after=(StageId.CONTAINER_STARTED,),
        passed_by=reached(Milestone.NODE_NAMED, Milestone.DATASTORE_CHECK_BEGAN)
        + seen_where(NodeNameUsed, lambda used: used.where == "log"),
        failed_by=said(StartupSaid, "name-invalid:hostname", "name-file-not-written:read"),
        speaks=True,
    ),
    Stage(
        id=StageId.DATASTORE_REACHED,
        after=(StageId.NODE_NAMED,),
        passed_by=reached(Milestone.DATASTORE_REACHED, Milestone.DATASTORE_CHECK_SKIPPED),
        failed_by=said(StartupSaid, "ds-unauthorized*", "ds-client*", "ds-etcd-without-kubernetes*")
        # The check asks for a node that does not exist.
        + seen_where(AccessForbidden, lambda denied: denied.name == "foo"),
        stuck_by=said(StartupSaid, "ds-retry*"),
        speaks=True,
    ),
    Stage(
        id=StageId.HOST_IPAM_UPGRADED,
        after=(StageId.DATASTORE_REACHED,),
        applies=lambda config: config.release is None or config.release >= (3, 31),
        failed_by=said(StartupSaid, "ds-migration-or-ipam-upgrade-failed:host"),
    ),
    Stage(
        id=StageId.NODE_READ,
        after=(StageId.HOST_IPAM_UPGRADED,),
        passed_by=reached(Milestone.NODE_READ),
        failed_by=said(
            StartupSaid,
            *("ds-node-read-failed*", "ds-kubeadm-config-timeout*", "name-node-object-missing"),
            # The check for data of the old model has no separate stage; it stands just before.
            *("name-invalid:line-break", "ds-migration-or-ipam-upgrade-failed"),
            fatal=True,
        ),
    ),
    Stage(
        id=StageId.ADDRESS_CHOSEN,
        after=(StageId.NODE_READ,),
        applies=_networking,
        passed_by=reached(Milestone.ADDRESS_CHOSEN)
        + seen(AddressAutodetected, AddressFromEnvironment, AddressOnLink),
        failed_by=seen(AddressNotDetected)
        + said(
            StartupSaid,
            *("ip-autodetect*", "ip6-autodetect*", "ip-method-invalid*", "ip-environment-invalid*"),
            fatal=True,
        ),
        speaks=True,
    ),
    Stage(
        id=StageId.ADDRESS_UNIQUE,
        after=(StageId.ADDRESS_CHOSEN,),
        applies=_networking,
        passed_by=reached(Milestone.NODE_CONFIGURED),
        failed_by=said(StartupSaid, "ip-conflict*", fatal=True),
        speaks=True,
    ),
    Stage(
        id=StageId.NODE_SAVED,
        after=(StageId.ADDRESS_UNIQUE,),
        failed_by=said(
            StartupSaid,
            *("ds-node-write-failed*", "name-node-object-missing:create", "name-invalid"),
            fatal=True,
        ),
    ),
    Stage(
        id=StageId.POOLS_READY,
        after=(StageId.NODE_SAVED,),
        passed_by=reached(Milestone.POOLS_READY),
        # A bad AS number ends the run before the Node is saved; it counts here because people correct it
        # in the same place as the settings of pools.
        failed_by=said(StartupSaid, "pool-env-invalid*", "pool-create-conflict*", fatal=True),
    ),
    Stage(
        id=StageId.DEFAULTS_SAVED,
        after=(StageId.POOLS_READY,),
        failed_by=said(StartupSaid, "ds-defaults-failed*", fatal=True),
    ),
    Stage(
        id=StageId.STARTUP_FINISHED,
        after=(StageId.DEFAULTS_SAVED,),
        passed_by=reached(Milestone.STARTUP_FINISHED),
        # A message that many steps may print says only that the program did not get to its end.
        failed_by=reached(Milestone.STARTUP_ENDED)
        + seen_where(StartupSaid, _ends_startup)
        + seen_where(FatalLine, lambda line: line.process == "startup"),
        fails_after=StageId.CONTAINER_STARTED,
        speaks=True,
    ),
)
