"""The fields of a registry row."""

from enum import Enum, IntEnum, StrEnum, auto
from typing import NamedTuple, Self

from calicovet.model.facts.base import Fact
from calicovet.model.language import Language


class Where(Enum):
    """Where the command of a kind runs."""

    CLUSTER = auto()
    """Wherever kubectl reaches the API server."""
    PROXY = auto()
    """The same, but a kubelet answers, through the API server."""
    HOST = auto()
    """On the node itself."""
    ANYWHERE = auto()
    """Text from a person; no command is known."""


class Turn(IntEnum):
    """When the host script runs a probe: what decides most comes first, since its time may be short."""

    SYSTEM = auto()
    HEALTH = auto()
    """Whether the host itself is well."""
    LINKS = auto()
    """Links, addresses, routes: what calico-node chooses its address from."""
    KUBELET = auto()
    RUNTIME = auto()
    CALICO_LOG = auto()
    NODE_LOGS = auto()
    KERNEL_LOG = auto()
    OTHER_LOGS = auto()
    API_SERVER = auto()
    """The way to the API server."""
    LEFT_OVER = auto()
    """What Calico writes, and what others left behind."""
    IN_THE_WAY = auto()
    """File systems, firewalls, programs that take hold of links, what the kernel offers."""
    KERNEL = auto()
    RULES = auto()


class HostProbe(NamedTuple):
    """A command line that only reads, as a human types it; left out where its program is missing."""

    line: str
    when: str = ""
    """A shell condition; where it does not hold, there is nothing to see."""
    each: str = ""
    """`name in words`: the line is run for every word, as `$name`."""
    seconds: int = 5
    turn: Turn = Turn.SYSTEM


def at(turn: Turn, *probes: str | HostProbe) -> tuple[HostProbe, ...]:
    """Probes of one turn; a plain line has no more to say."""
    return tuple(
        HostProbe(each, turn=turn) if isinstance(each, str) else each._replace(turn=turn)
        for each in probes
    )


def file(path: str) -> HostProbe:
    """A file that may be there."""
    return HostProbe(f"cat {path}", f"$root test -e {path}")


class Row(NamedTuple):
    """One evidence kind."""

    where: Where
    command: str = ""
    """The line that a human types, with holes for namespace, pod, container, node, service, endpoint.
    Empty: no request is ever made for that kind."""
    of_all: str = ""
    """The line for all calico-node pods, where the name of the one in question is not known."""
    shows: tuple[type[Fact], ...] = ()
    """The fact types that it is the preferred source of."""
    read_as: str = ""
    """The kind as which the output of the command is recognised, if it is another one: the kind is asked
    for by its own name, so that the question says what is looked for."""
    of_cluster: bool = False
    """What it says holds for every node, and is not one node's own."""
    programs: tuple[str, ...] = ()
    """The programs that print it, whatever their options. Those that print several kinds (`ip`,
    `journalctl`, `kubectl`, `crictl`) have their grammar in `parse/commands`."""
    files: str = ""
    """A pattern of the files that hold it; the rows are tried in their order."""
    probes: tuple[HostProbe, ...] = ()
    """What the host script runs."""
    container_probes: tuple[HostProbe, ...] = ()
    """What runs in calico-node's container instead. It shares its host's network, kernel and processors,
    but has its own files: a file is read only where it certainly is the host's."""
    asks: tuple[str, str] | None = None
    """The question that the command answers, in English and in Chinese; `{container}` and `{node}` are
    filled. None: the report uses the general question."""

    def question(self, language: Language) -> str:
        """The question in that language; empty if the row has none."""
        return self.asks[list(Language).index(language)] if self.asks else ""


def kubectl(
    name: str,
    command: str = "",
    *,
    of_all: str = "",
    where: Where = Where.CLUSTER,
    shows: tuple[type[Fact], ...] = (),
    read_as: str = "",
    of_cluster: bool = False,
    files: str = "",
    probes: tuple[HostProbe, ...] = (),
    container_probes: tuple[HostProbe, ...] = (),
    asks: tuple[str, str] | None = None,
) -> tuple[str, Row]:
    """A kind that is obtained from the API server; hosts may show it too."""
    return name, Row(
        where=where,
        command=command,
        of_all=of_all,
        shows=shows,
        read_as=read_as,
        of_cluster=of_cluster,
        files=files,
        probes=probes,
        container_probes=container_probes,
        asks=asks,
    )


def host(
    name: str,
    command: str = "",
    *,
    shows: tuple[type[Fact], ...] = (),
    read_as: str = "",
    programs: str = "",
    files: str = "",
    probes: tuple[HostProbe, ...] = (),
    container_probes: tuple[HostProbe, ...] = (),
    asks: tuple[str, str] | None = None,
) -> tuple[str, Row]:
    """A kind that a node shows; the names of programs stand in one text."""
    return name, Row(
        where=Where.HOST,
        command=command,
        shows=shows,
        read_as=read_as,
        programs=tuple(programs.split()),
        files=files,
        probes=probes,
        container_probes=container_probes,
        asks=asks,
    )


class KindWithRow(StrEnum):
    """A kind is its name, and knows its row."""

    row: Row

    def __new__(cls, name: str, row: Row | None = None) -> Self:
        # mypy takes the look-up of a kind by its name for a call of this.
        assert row is not None
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.row = row
        return kind
