"""A simulated run of the start-up program: logs, writes, end."""

from collections.abc import Mapping, Sequence

from calicovet.model.facts.addresses import Address, HostLink, Interface
from calicovet.model.facts.milestones import Milestone
from calicovet.model.record import record
from calicovet.model.stage import StageId
from calicovet.startup.autodetection.go_ip import Network
from calicovet.startup.autodetection.interface_names import first_match
from calicovet.startup.autodetection.select import Choice, SourceFor, choose_address
from calicovet.startup.simulation.pools import Pools, predict_pools
from calicovet.startup.versions import Release, exclude_list, has
from lab.node_name import choose_node_name

_ONLY_FOR_NETWORKING = (3, 26)
"""Before, an address was looked for even where Calico only does policy."""
_LINKS_ARE_WRITTEN = (3, 31)
"""From then on the Node carries a list of its links, and a new one is reason to check for conflicts."""
_NAMES_ITS_LINK = frozenset({"last-in-listing", "matching-interface", "in-cidr"})
_LOGGED_CHOICES = _NAMES_ITS_LINK | {"source-of-route", "environment"}
"""kubernetes-internal-ip is not among them: it logs only the change on the Node."""


@record(kw_only=True)
class KnownNode:
    """What the cluster knows of a node."""

    stored: tuple[Interface, ...] = ()
    """What Calico has written on it."""
    internal: tuple[Address, ...] = ()
    """Its InternalIPs, in the Node's own order."""


@record(kw_only=True)
class Start:
    """Everything that decides a run; nothing in here is unknown."""

    environment: Mapping[str, str]
    links: tuple[HostLink, ...]
    """In the kernel's own order."""
    release: Release
    source_for: SourceFor | None = None
    stored_name: str = ""
    host: str = ""
    nodes: Mapping[str, KnownNode]
    pools: tuple[Network, ...] = ()
    kubeadm: tuple[str, ...] = ()
    """The podSubnets of kubeadm-config, as they stand there between commas."""


@record(kw_only=True)
class SimulatedStart:
    """How the run goes."""

    name: str
    milestones: tuple[Milestone, ...]
    """In the order in which they are told for the last time."""
    failed: StageId | None = None
    """The stage that it ends at; None: it gets through."""
    error: str = ""
    choices: Mapping[int, Choice]
    """By family; a family that was not come to is missing."""
    stored: tuple[Interface, ...] = ()
    """What is written on the Node in the end, IPv4 first."""
    pools: Pools

    @property
    def exit_code(self) -> int:
        return 1 if self.failed else 0

    @property
    def named_links(self) -> tuple[str, ...]:
        """The links that the run names as those of its addresses."""
        chosen = (self.choices.get(family) for family in (4, 6))
        return tuple(each.link for each in chosen if each and each.why in _NAMES_ITS_LINK)


class _Ends(Exception):
    """The run is over before its end."""

    def __init__(self, stage: StageId, error: str) -> None:
        super().__init__(error)
        self.stage = stage
        self.error = error


def simulate(start: Start) -> SimulatedStart:
    """What this run of the start-up program prints and writes, stage by stage."""
    return _Run(start).foretold()


class _Run:
    def __init__(self, start: Start) -> None:
        self.start = start
        self.said: list[Milestone] = []
        self.choices: dict[int, Choice] = {}
        self.stored: dict[int, Interface] = {}
        self.pools = Pools()
        self.name = ""

    def foretold(self) -> SimulatedStart:
        failed, error = None, ""
        try:
            self._go()
        except _Ends as end:
            failed, error = end.stage, end.error
            self._say(Milestone.STARTUP_ENDED)
        return SimulatedStart(
            name=self.name,
            milestones=tuple(dict.fromkeys(reversed(self.said)))[::-1],
            failed=failed,
            error=error,
            choices=self.choices,
            stored=tuple(self.stored[family] for family in (4, 6) if family in self.stored),
            pools=self.pools,
        )

    def _go(self) -> None:
        self._begin()
        node = self.start.nodes.get(self.name)
        self._read(node)
        if self._networking or self.start.release < _ONLY_FOR_NETWORKING:
            self._settle_addresses(node or KnownNode())
        if self._networking:
            self._settle_as_number()
        if node is None:
            raise _Ends(StageId.NODE_SAVED, "operation Create is not supported on Node")
        self._write()
        self._make_pools()
        self._say(Milestone.STARTUP_FINISHED)
        if self._networking and not has(self.start.release, "network-is-marked-last"):
            self._say(Milestone.NETWORK_MARKED_AVAILABLE)

    def _say(self, milestone: Milestone) -> None:
        self.said.append(milestone)

    def _setting(self, name: str) -> str:
        return self.start.environment.get(name, "")

    @property
    def _networking(self) -> bool:
        return self._setting("CALICO_NETWORKING_BACKEND") != "none"

    def _begin(self) -> None:
        self._say(Milestone.STARTUP_BEGAN)
        chosen = choose_node_name(
            nodename=self._setting("NODENAME"),
            stored=self.start.stored_name,
            hostname=self._setting("HOSTNAME"),
            host=self.start.host,
        )
        if chosen is None:
            raise _Ends(StageId.NODE_NAMED, "Unable to determine hostname")
        self.name = chosen.name
        self._say(Milestone.NODE_NAMED)
        # The program begins to speak before it knows its name, and names its version after.
        self._say(Milestone.STARTUP_BEGAN)
        if self._setting("WAIT_FOR_DATASTORE") == "true":
            self._say(Milestone.DATASTORE_CHECK_BEGAN)
            self._say(Milestone.DATASTORE_REACHED)
        else:
            self._say(Milestone.DATASTORE_CHECK_SKIPPED)

    def _read(self, node: KnownNode | None) -> None:
        if node is not None:
            self.stored = {address.version: address for address in node.stored}
            return
        self._say(Milestone.NODE_READ)
        if has(self.start.release, "internal-ip-method"):
            raise _Ends(StageId.NODE_READ, "Failed to read Node from datastore")

    def _settle_addresses(self, node: KnownNode) -> None:
        if not node.stored:
            self._say(Milestone.NODE_READ)
        before = dict(self.stored)
        for family in (4, 6):
            self._choose(family, node)
        chosen = {family: choice.address for family, choice in self.choices.items()}
        if not any(chosen.values()) and self._networking:
            raise _Ends(
                StageId.ADDRESS_CHOSEN,
                "No IPv4 or IPv6 addresses configured or detected, required for Calico networking",
            )
        changed = {family for family in (4, 6) if chosen[family] != before.get(family)}
        if changed:
            self._say(Milestone.ADDRESS_CHOSEN)
        if changed or self._links_are_news():
            self._check_conflicts()

    def _choose(self, family: int, node: KnownNode) -> None:
        suffix = "" if family == 4 else "6"
        choice = choose_address(
            self._setting(f"IP{suffix}_AUTODETECTION_METHOD"),
            self.start.links,
            family=family,
            release=self.start.release,
            internal=next((own for own in node.internal if own.version == family), None),
            source_for=self.start.source_for,
            environment_ip=self._setting(f"IP{suffix}"),
            stored=self.stored.get(family),
            none_left_out=True,
        )
        self.choices[family] = choice
        if choice.address is None and choice.error:
            if not choice.ends_at_once:
                self._clear(4, 6)
            raise _Ends(StageId.ADDRESS_CHOSEN, choice.error)
        kept_aloud = choice.why == "kept" and self._setting(f"IP{suffix}") != ""
        if choice.why in _LOGGED_CHOICES or kept_aloud:
            self._say(Milestone.ADDRESS_CHOSEN)

    def _clear(self, *families: int) -> None:
        """What was to be found by itself is taken off the Node; the rest of it is written as it is by now."""
        cleared = {
            family
            for family in families
            if self._setting("IP" if family == 4 else "IP6") == "autodetect"
        }
        if cleared and self.name in self.start.nodes:
            self._write()
            self.stored = {
                family: kept for family, kept in self.stored.items() if family not in cleared
            }

    def _write(self) -> None:
        for family, choice in self.choices.items():
            if choice.address is not None:
                self.stored[family] = choice.address

    def _links_are_news(self) -> bool:
        """Whether a list of links is written on a Node that has none yet."""
        if self.start.release < _LINKS_ARE_WRITTEN:
            return False
        asked = any(self._setting(name) not in ("", "none") for name in ("IP", "IP6"))
        excluded = exclude_list(self.start.release)[0]
        return asked and any(first_match(excluded, link.name) is None for link in self.start.links)

    def _check_conflicts(self) -> None:
        if self._setting("DISABLE_NODE_IP_CHECK") == "true":
            return
        theirs = {
            address.ip
            for name, node in self.start.nodes.items()
            if name != self.name
            for address in node.stored
        }
        taken = [
            family
            for family, choice in self.choices.items()
            if choice.address is not None and choice.address.ip in theirs
        ]
        if taken:
            self._clear(*taken)
            raise _Ends(StageId.ADDRESS_UNIQUE, f"IPv{taken[-1]} address conflict")

    def _settle_as_number(self) -> None:
        text = self._setting("AS")
        if text and not _is_as_number(text):
            # Told as a fault of the pools' settings, though nothing was written before it.
            raise _Ends(
                StageId.POOLS_READY,
                f"The AS number specified in the environment (AS={text}) is not valid",
            )
        self._say(Milestone.NODE_CONFIGURED)

    def _make_pools(self) -> None:
        self.pools = predict_pools(
            self.start.environment,
            kubeadm=self.start.kubeadm,
            existing=self.start.pools,
            host_addresses=_addresses(self.start.links),
            release=self.start.release,
        )
        if self.pools.said:
            self._say(Milestone.POOLS_READY)
        if self.pools.error:
            raise _Ends(StageId.POOLS_READY, self.pools.error)


def _addresses(links: Sequence[HostLink]) -> tuple[Address, ...]:
    return tuple(address.ip for link in links for address in link.addresses)


def _is_as_number(text: str) -> bool:
    """Whether Calico takes it: a plain number of 32 bits, or two of 16 with a dot between."""
    high, dot, low = text.partition(".")
    if dot:
        return all(part.isdecimal() and int(part) < 2**16 for part in (high, low))
    return text.isdecimal() and int(text) < 2**32
