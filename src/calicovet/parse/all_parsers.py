"""The table of readers: which kind of piece is read by whom, and which facts that gives."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    BackendRules,
    BridgeLink,
    ClockCompared,
    CpuFlags,
    CpuPressure,
    DatagramSocket,
    DiskFree,
    EventSeen,
    Fact,
    HostLink,
    HostSetting,
    InotifyInUse,
    KernelOffers,
    LinkCounters,
    LinkOffload,
    LocalhostNamed,
    MountTable,
    ThreadsInUse,
    Unreadable,
    VxlanLink,
)
from calicovet.parse.host import HOST_READERS, host_parser
from calicovet.parse.kube_parsers import KUBE_PARSERS
from calicovet.parse.kubelet import KUBELET_READERS, kubelet_parser
from calicovet.parse.logs.calico_log import (
    CALICO_LOG_GIVES,
    gives_for,
    read_calico_log,
    read_other_log,
)
from calicovet.parse.logs.system_journal import (
    KUBELET_JOURNAL_GIVES,
    RUNTIME_JOURNAL_GIVES,
    read_journal,
)
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.objects.by_kind import gives_in_objects
from calicovet.parse.parser import Parser

Reader = Callable[[Evidence], Iterable[Fact | Unreadable]]


def _with_messages(read: Reader) -> Reader:
    """The reader's own facts, and the known messages that stand in the same text."""

    def both(evidence: Evidence) -> Iterator[Fact | Unreadable]:
        told: set[int] = set()
        for found in read(evidence):
            if isinstance(found, EventSeen):
                told.update(_lines_of(found))
            yield found
        # What stands in an event was found there already, and its reader knows whose event it is.
        yield from (fact for fact in read_messages(evidence) if told.isdisjoint(_lines_of(fact)))

    return both


def _lines_of(fact: Fact) -> Iterator[int]:
    for cited in fact.cited:
        yield from range(cited.line, max(cited.line, cited.last) + 1)


_OWN_MESSAGES: Mapping[EvidenceKind, Parser] = {
    EvidenceKind.TEXT: Parser(read_messages, gives=()),
    EvidenceKind.CALICO_LOG: Parser(read_calico_log, gives=CALICO_LOG_GIVES),
    EvidenceKind.OTHER_LOG: Parser(read_other_log, gives=()),
    EvidenceKind.KUBELET_JOURNAL: Parser(read_journal, gives=KUBELET_JOURNAL_GIVES),
    EvidenceKind.RUNTIME_JOURNAL: Parser(read_journal, gives=RUNTIME_JOURNAL_GIVES),
    EvidenceKind.SYSTEM_JOURNAL: Parser(read_journal, gives=()),
    EvidenceKind.KERNEL_LOG: Parser(read_journal, gives=()),
}


@cache
def parser_of(kind: EvidenceKind) -> Parser | None:
    """Who reads that kind of piece; None for kinds that nobody reads."""
    if kind in _OWN_MESSAGES:
        return _OWN_MESSAGES[kind]
    if kind in KUBELET_READERS:
        return kubelet_parser(kind)
    parser = host_parser(kind) if kind in HOST_READERS else KUBE_PARSERS.get(kind)
    return Parser(_with_messages(parser.read), parser.gives) if parser else None


# `ip link` shows links without their addresses, `ip addr` without -d not what kind a link is.
_IN_PASSING: Mapping[EvidenceKind, frozenset[type[Fact]]] = {
    EvidenceKind.IP_LINK: frozenset({HostLink, VxlanLink, LinkCounters}),
    EvidenceKind.IP_ADDR: frozenset({BridgeLink, VxlanLink, LinkCounters}),
    EvidenceKind.HOST_FILE: frozenset(
        {
            BackendRules,
            MountTable,
            KernelOffers,
            LocalhostNamed,
            InotifyInUse,
            HostSetting,
            LinkCounters,
            LinkOffload,
        }
    ),
    EvidenceKind.CONTAINERD_CONFIG: frozenset({HostSetting}),
    EvidenceKind.CPU_COUNT: frozenset({CpuFlags}),
    EvidenceKind.LOAD: frozenset({ThreadsInUse}),
    EvidenceKind.API_CURL: frozenset({ClockCompared}),
    # TCP and UDP are seldom listed together.
    EvidenceKind.SOCKETS: frozenset({DatagramSocket}),
    # The kubelet watches two file systems of many, and only new ones measure pressure.
    EvidenceKind.KUBELET_STATS: frozenset({DiskFree, CpuPressure}),
}
_TELLS_KINDS = "ip -d "
_OBJECTS = frozenset({EvidenceKind.OBJECTS, EvidenceKind.CLUSTER_INFORMATION})


def parse(piece: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts of a piece, by whoever reads its kind."""
    parser = parser_of(piece.kind)
    yield from (parser.read if parser else read_messages)(piece)


def gives_of(piece: Evidence) -> tuple[type[Fact], ...]:
    """The kinds of fact that a piece would have shown, had there been any."""
    if piece.kind is EvidenceKind.CALICO_LOG:
        return gives_for(piece.about.container)
    if piece.kind in _OBJECTS:
        return gives_in_objects(piece.content)
    if piece.kind is EvidenceKind.KUBELET_METRICS:
        from calicovet.parse.kubelet.metrics import gives_in

        return gives_in(piece.content)
    parser = parser_of(piece.kind)
    passing = _IN_PASSING.get(piece.kind, frozenset())
    if piece.kind is EvidenceKind.IP_LINK and _TELLS_KINDS in piece.taken_by:
        passing -= {VxlanLink}
    return tuple(kind for kind in (parser.gives if parser else ()) if kind not in passing)
