"""Which classes of things each `How` can apply to."""

from collections.abc import Iterable, Mapping

from calicovet.model.failures.how import CERTIFICATES, How
from calicovet.model.failures.thing import Thing, ThingClass

_C = ThingClass

SERVERS = frozenset(
    {
        *(_C.API_SERVER, _C.ETCD, _C.DATASTORE, _C.TYPHA, _C.REGISTRY, _C.WEBHOOK, _C.KUBELET),
        *(_C.RUNTIME, _C.METADATA_SERVICE, _C.PROXY, _C.RESOLVER, _C.FELIX, _C.BIRD),
        *(_C.BGP_PEER, _C.PEER, _C.PORT),
    }
)
_NAMED_SERVERS = SERVERS - {_C.DATASTORE}
_FILES = (
    *(_C.XTABLES_LOCK, _C.PATH, _C.SYSCTL, _C.CGROUP, _C.BIRD_CONFIG, _C.RUNTIME, _C.BIRD),
    *(_C.LSM, _C.INOTIFY),
)
_HOLDS_FILES = (_C.VOLUME, _C.DISK, _C.IMAGE, _C.PROGRAM)
_KERNEL = (
    *(_C.IPSET, _C.BPF, _C.NETLINK, _C.LINK, _C.RULES, _C.ROUTE, _C.MODULE, _C.SYSCTL, _C.LSM),
    *(_C.CGROUP, _C.PROCESSES, _C.INOTIFY, _C.XTABLES_LOCK),
)
_USES_KERNEL = (_C.PROGRAM, _C.PATH, _C.RESOURCE)
_PROGRAMS = (_C.PROGRAM, _C.CONTAINER, _C.PROBE, _C.SANDBOX)
_SETTINGS = (
    *(_C.CONFIG, _C.POOL, _C.NODE_NAME, _C.CNI_CONFIG, _C.BIRD_CONFIG, _C.ADDRESS, _C.SYSCTL),
    *(_C.IPSET, _C.IMAGE),
)

_Tiers = tuple[Iterable[ThingClass], ...]
_ROWS: tuple[tuple[Iterable[How], _Tiers], ...] = (
    (
        (
            *(How.REFUSED, How.TIMED_OUT, How.SLOW, How.NO_ROUTE, How.UNREACHABLE, How.RESET),
            *(How.EOF, How.CANCELLED, How.NO_SERVER),
            *(How.SERVER_ERROR, How.FOREIGN_ANSWER, How.NOT_TLS, *CERTIFICATES),
        ),
        (_NAMED_SERVERS, (_C.DATASTORE, _C.PROBE)),
    ),
    ((How.RATE_LIMITED,), (_NAMED_SERVERS, (_C.DATASTORE, _C.PROBE, _C.CPU))),
    (
        (How.UNAUTHORIZED,),
        (
            (
                _C.API_SERVER,
                _C.ETCD,
                _C.DATASTORE,
                _C.REGISTRY,
                _C.IMAGE,
                _C.METADATA_SERVICE,
                _C.PROXY,
            ),
        ),
    ),
    ((How.NOT_RESOLVED,), ((_C.HOST_NAME,),)),
    ((How.ADDRESS_IN_USE, How.CANNOT_ASSIGN), ((_C.PORT, _C.LINK), (_C.ADDRESS, _C.NODE))),
    (
        (How.FORBIDDEN, How.NOT_SERVED, How.NOT_FOUND, How.INVALID_OBJECT, How.DENIED, How.QUOTA),
        ((_C.RESOURCE, _C.IMAGE, _C.POOL), (_C.VOLUME, _C.POD, _C.NODE, _C.ADDRESS, _C.CONTAINER)),
    ),
    (
        (
            *(How.MISSING, How.PERMISSION_DENIED, How.READ_ONLY, How.CORRUPT),
            *(How.NOT_A_DIRECTORY, How.IS_A_DIRECTORY, How.WRONG_TYPE),
        ),
        (_FILES, _HOLDS_FILES, (_C.PROTOCOL, _C.BPF, _C.CNI_CONFIG, _C.LIBRARY, _C.TYPHA)),
    ),
    ((How.NO_SPACE,), ((_C.ETCD,), _FILES, _HOLDS_FILES)),
    ((How.BEING_DELETED,), ((_C.RESOURCE,), (_C.POD, _C.NODE))),
    ((How.BUSY,), ((_C.XTABLES_LOCK, _C.PATH, _C.LINK), (_C.PROGRAM, _C.DATASTORE))),
    ((How.NOT_EXECUTABLE,), ((_C.PATH,), (_C.PROGRAM,))),
    (
        (
            *(How.EXIT, How.KILLED, How.EXEC_FORMAT, How.MISSING_PROGRAM, How.UNKNOWN_FLAG),
            How.SEGFAULT,
        ),
        ((_C.LSM,), _PROGRAMS, (_C.BIRD_CONFIG, _C.IPSET, _C.RULES)),
    ),
    ((How.EVICTED,), ((_C.DISK,), (*_PROGRAMS, _C.POD))),
    ((How.PANIC, How.RESTARTING), ((_C.LIBRARY,), (*_PROGRAMS, _C.POD))),
    ((How.MISSING_LIBRARY,), ((_C.LIBRARY,), (_C.PROGRAM,))),
    ((How.ILLEGAL_INSTRUCTION,), ((_C.PROGRAM,), (_C.CPU,))),
    ((How.KILLED_BY_PROBE,), ((_C.PROBE,), (_C.CONTAINER,))),
    ((How.HUNG,), ((_C.FELIX, _C.RUNTIME, _C.KUBELET), (_C.PROGRAM, _C.CPU))),
    ((How.OUT_OF_MEMORY,), ((_C.CGROUP, _C.PROGRAM, _C.CONTAINER), (_C.MEMORY,))),
    ((How.NO_THREADS,), ((_C.PROCESSES, _C.LSM), (_C.PROGRAM,))),
    ((How.NO_FILES, How.NO_WATCHES), ((_C.INOTIFY,), (_C.FILES,))),
    ((How.INSUFFICIENT,), ((_C.CPU, _C.MEMORY, _C.DISK), (_C.NODE, _C.POD))),
    ((How.FULL,), ((_C.CONNTRACK, _C.BPF, _C.IPSET, _C.POOL), (_C.DISK, _C.RULES))),
    (
        (
            *(How.INVALID_ARGUMENT, How.NOT_SUPPORTED, How.NOT_PERMITTED, How.VERIFIER_REFUSED),
            *(How.ALREADY_EXISTS, How.OBJECT_MISSING, How.LINK_DOWN),
        ),
        (_KERNEL, _USES_KERNEL),
    ),
    ((How.MODULE_MISSING,), ((_C.MODULE, _C.RULES), (_C.PROGRAM, _C.LINK))),
    (
        (How.INVALID_VALUE, How.OVERLAP, How.DISABLED),
        (_SETTINGS, (_C.RESOURCE, _C.RULES, _C.DATASTORE)),
    ),
    (
        (How.MISMATCH, How.TOO_OLD, How.TOO_NEW),
        (
            (_C.CGROUP, _C.IPSET, _C.BGP_PEER, _C.RULES, _C.BPF, _C.CONFIG, _C.CERTIFICATE),
            (_C.NODE, _C.TYPHA, _C.IMAGE, _C.PROGRAM),
        ),
    ),
    ((How.TOO_LARGE,), ((_C.LINK, _C.RESOURCE, _C.CONFIG),)),
    (
        (How.CONFLICT,),
        (
            (_C.ADDRESS, _C.BIRD, _C.LINK, _C.XTABLES_LOCK, _C.PROGRAM),
            (_C.RESOURCE, _C.BGP_PEER, _C.CONTAINER),
        ),
    ),
    ((How.CLOCK_SKEW,), ((_C.CLOCK,),)),
    (
        (How.NOT_READY,),
        (
            (_C.FELIX, _C.BIRD, _C.TYPHA, _C.CNI_CONFIG, _C.KUBELET, _C.DATASTORE),
            (_C.CONTAINER,),
            (_C.BPF, _C.RUNTIME, _C.NODE, _C.POD),
        ),
    ),
)
FITTING: Mapping[How, tuple[frozenset[ThingClass], ...]] = {
    kind: tuple(frozenset(tier) for tier in tiers) for hows, tiers in _ROWS for kind in hows
}
"""The classes at which such a failure can be: those of the first tier that the line names come first."""

UNNAMED: Mapping[How, Thing] = {
    How.UNAUTHORIZED: Thing(_C.API_SERVER),
    How.NO_SPACE: Thing(_C.DISK),
    How.OUT_OF_MEMORY: Thing(_C.MEMORY),
    How.NO_FILES: Thing(_C.FILES),
    How.NO_WATCHES: Thing(_C.INOTIFY),
    How.NO_THREADS: Thing(_C.PROCESSES),
    How.CLOCK_SKEW: Thing(_C.CLOCK),
    How.NOT_RESOLVED: Thing(_C.HOST_NAME),
    How.CERTIFICATE_NOT_YET_VALID: Thing(_C.CERTIFICATE),
    How.CERTIFICATE_EXPIRED: Thing(_C.CERTIFICATE),
    How.CERTIFICATE_DATES: Thing(_C.CERTIFICATE),
    How.CERTIFICATE_WRONG_NAME: Thing(_C.CERTIFICATE),
    How.UNKNOWN_AUTHORITY: Thing(_C.CERTIFICATE),
    How.HANDSHAKE: Thing(_C.CERTIFICATE),
    How.ILLEGAL_INSTRUCTION: Thing(_C.CPU),
}
"""What fails so can only be this, where the line names nothing else."""

GOALS = frozenset(
    {
        *(_C.IMAGE, _C.SANDBOX, _C.RESOURCE, _C.POOL, _C.WEBHOOK, _C.LINK, _C.CNI_CONFIG, _C.TOKEN),
        *(_C.VOLUME, _C.PROBE, _C.CONTAINER, _C.BIRD_CONFIG, _C.BPF, _C.IPSET, _C.RULES),
        *(_C.ADDRESS, _C.CONFIG, _C.SYSCTL, _C.PROGRAM, _C.TYPHA, _C.DATASTORE, _C.PATH, _C.PROXY),
        *(_C.NODE, _C.NODE_NAME, _C.MODULE, _C.CGROUP, _C.FELIX, _C.BIRD),
    }
)
"""What an outer verb may be about."""

_PROSE: tuple[tuple[Iterable[How], _Tiers], ...] = (
    (
        (How.NO_ROUTE, How.TIMED_OUT, How.REFUSED),
        (
            (_C.BGP_PEER, _C.TYPHA, _C.PORT, _C.PROTOCOL, _C.REGISTRY),
            (*_NAMED_SERVERS, _C.FIREWALL),
            (_C.ADDRESS,),
        ),
    ),
    ((How.CORRUPT,), ((_C.PROTOCOL, _C.IMAGE, _C.CNI_CONFIG),)),
    ((How.HUNG,), ((_C.TYPHA, _C.RUNTIME, _C.FELIX),)),
    ((How.SLOW,), ((_C.BIRD, _C.PROBE),)),
    ((How.UNAUTHORIZED,), ((_C.TOKEN,),)),
    ((How.CERTIFICATE_EXPIRED,), ((_C.CERTIFICATE,),)),
    ((How.NOT_RESOLVED,), ((_C.HOST_NAME,),)),
    ((How.TOO_LARGE,), ((_C.CONFIG,),)),
    (
        (How.MISMATCH,),
        (
            (_C.CONFIG, _C.CGROUP, _C.SYSCTL, _C.PROXY, _C.ETCD, _C.LINK, _C.NODE_NAME),
            (_C.BGP_PEER, _C.IMAGE),
            (_C.ADDRESS, _C.HOST_NAME, _C.API_SERVER, _C.PROGRAM, _C.KERNEL, _C.CLOCK, _C.POOL),
        ),
    ),
    (
        (How.CONFLICT,),
        (
            (_C.CNI_CONFIG,),
            (_C.PROGRAM, _C.NODE, _C.BIRD, _C.NODE_NAME),
            (_C.CONFIG, _C.LINK, _C.POOL, _C.ADDRESS),
        ),
    ),
    ((How.OVERLAP,), ((_C.CONFIG,), (_C.POOL,))),
    ((How.CANNOT_ASSIGN,), ((_C.ADDRESS,),)),
    ((How.ADDRESS_IN_USE,), ((_C.PORT, _C.FELIX),)),
    ((How.DISABLED,), ((_C.SYSCTL, _C.CONFIG),)),
    ((How.DENIED,), ((_C.LSM, _C.SYSCTL, _C.FIREWALL, _C.NODE),)),
    ((How.INVALID_VALUE,), ((_C.CONFIG, _C.SYSCTL, _C.PROXY),)),
    ((How.OUT_OF_MEMORY,), ((_C.MEMORY,),)),
    ((How.RATE_LIMITED,), ((_C.REGISTRY, _C.IMAGE), (_C.CPU,))),
    ((How.FULL,), ((_C.CONNTRACK, _C.POOL, _C.CPU),)),
    ((How.FAILED,), ((_C.IMAGE, _C.REGISTRY),)),
    (
        (How.NOT_READY,),
        ((_C.CONTAINER, _C.TYPHA, _C.RUNTIME, _C.KUBELET), (_C.BGP_PEER, _C.BIRD)),
    ),
    ((How.LINK_DOWN,), ((_C.LINK,),)),
    ((How.MODULE_MISSING,), ((_C.MODULE,),)),
    ((How.UNREACHABLE,), ((_C.ROUTE,),)),
    ((How.FORBIDDEN,), ((_C.RESOURCE,),)),
    ((How.EVICTED,), ((_C.DISK,),)),
    ((How.NOT_EXECUTABLE, How.READ_ONLY), ((_C.PATH, _C.DISK),)),
    (
        (How.NOT_FOUND, How.MISSING),
        ((_C.ADDRESS, _C.CNI_CONFIG, _C.ROUTE, _C.CONFIG, _C.IMAGE, _C.RESOURCE),),
    ),
    (
        (How.TOO_OLD, How.TOO_NEW),
        ((_C.BPF,), (_C.KERNEL, _C.API_SERVER, _C.PROGRAM, _C.RUNTIME, _C.RESOURCE)),
    ),
    ((How.NOT_SUPPORTED,), ((_C.KERNEL,),)),
)
FITTING_IN_PROSE: Mapping[How, tuple[frozenset[ThingClass], ...]] = {
    kind: tuple(frozenset(tier) for tier in tiers) for hows, tiers in _PROSE for kind in hows
}
"""The same for what people write: they name settings and traffic where programs name servers and objects."""
