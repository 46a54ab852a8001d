"""Tries autodetection methods on every node without changing anything."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from ipaddress import ip_interface

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.identity.node_names import is_called
from calicovet.diagnosis.whatif.same_subnet import Neighbourhood
from calicovet.model.case import NodeView
from calicovet.model.display.natural_order import natural
from calicovet.model.facts import (
    AutodetectionMethod,
    CalicoAddress,
    InternalAddress,
    SettingSeen,
)
from calicovet.model.facts.addresses import Address, Interface
from calicovet.model.record import record
from calicovet.model.subject import UNNAMED_PEER
from calicovet.startup.autodetection.candidates import SETTING, sensible_methods
from calicovet.startup.autodetection.from_partial_evidence import fixed_address, method_in_force
from calicovet.startup.autodetection.what_if import Lack, Outcome, what_if
from calicovet.startup.node_config import read_running_release


class Answer(StrEnum):
    """Whether a method gives every node its own address."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_KNOWN = "not-known"


_ORDER = (Answer.RIGHT, Answer.NOT_KNOWN, Answer.WRONG)
"""What is not known may still be right; what is wrong on one node is wrong."""


@record(kw_only=True)
class Tried:
    """A method on one node."""

    node: str
    """Empty where the text names neither node nor pod."""
    now: Interface | None
    then: Interface | None
    """None where it finds none, or where that is unknown."""
    link: str
    internal: Address | None
    answer: Answer
    beside_peers: bool | None
    """Whether the address is in a network with other nodes; None: not known."""
    error: str
    lacks: Lack | None


@record(kw_only=True)
class Trial:
    """A method on all nodes."""

    method: str
    in_force: bool
    """Calico is set to it already."""
    nodes: tuple[Tried, ...]

    def of(self, answer: Answer) -> tuple[Tried, ...]:
        return tuple(tried for tried in self.nodes if tried.answer is answer)

    @property
    def answer(self) -> Answer:
        return max((tried.answer for tried in self.nodes), key=_ORDER.index)


@record(kw_only=True)
class WhatIf:
    """Methods for one family, the best first."""

    family: int
    trials: tuple[Trial, ...]
    fixed: tuple[tuple[str, str], ...] = ()
    """Nodes whose address is not looked for, and what IP or IP6 says instead."""
    release_unknown: tuple[str, ...] = ()
    """Nodes whose calico-node was taken for a new one."""
    untold: int = 0
    """So many calico-nodes more there are, of which nothing else is known."""

    @property
    def answer(self) -> Answer:
        """That of the best method."""
        best = self.trials[0].answer
        return Answer.NOT_KNOWN if self.untold and best is Answer.RIGHT else best


def nodes_with_addresses(fleet: Fleet, node: str = "") -> tuple[NodeView, ...]:
    """Those on which an address is chosen, in the order in which people count; `node` means one of them."""
    views = [view for view in fleet.nodes if view.name != UNNAMED_PEER and _is_somebody(view)]
    if node:
        views = [view for view in views if view.name and is_called(view.name, node)]
    return tuple(sorted(views, key=lambda view: natural(view.name or view.pod)))


def families_of(views: Iterable[NodeView]) -> tuple[int, ...]:
    """The families that Calico chooses an address of; IPv4 where nothing is known."""
    own: set[int] = set()
    chosen: set[int] = set()
    for view in views:
        own |= {found.address.version for found in view.all(InternalAddress)}
        chosen |= {found.address.version for found in view.all(CalicoAddress)}
        chosen |= {6} if looks_for_ipv6(view) else set()
    # A node may well have addresses of a family that Calico is not asked for.
    return tuple(sorted(chosen | (own & {4}))) or tuple(sorted(own)) or (4,)


def looks_for_ipv6(view: NodeView) -> bool:
    """Whether calico-node is set to look for an IPv6 address."""
    by_method = view.one(AutodetectionMethod, lambda found: found.family == 6)
    asked = view.one(SettingSeen, lambda found: found.name == "IP6")
    if asked is not None:
        return asked.value.strip("\"' ") == "autodetect"
    return by_method is not None


def try_methods(
    views: Sequence[NodeView],
    family: int,
    method: str = "",
    only: Sequence[NodeView] = (),
    untold: int = 0,
) -> WhatIf:
    """What the method, or every sensible one, would choose on each node; `only` are those to tell of."""
    methods = (method,) if method else sensible_methods(views, family)
    told = only or views
    trials = [_trial(each, views, told, family) for each in methods]
    # Of equals, those that assume less come first already.
    ranked = sorted(
        trials, key=lambda trial: (_ORDER.index(trial.answer), -len(trial.of(Answer.RIGHT)))
    )
    return WhatIf(
        family=family,
        trials=tuple(ranked),
        fixed=tuple((_name(view), said) for view in told if (said := fixed_address(view, family))),
        release_unknown=tuple(
            _name(view) for view in told if read_running_release(view.facts) is None
        ),
        untold=untold,
    )


def _is_somebody(view: NodeView) -> bool:
    return bool(view.name or view.pod or view.all(CalicoAddress) or view.all(InternalAddress))


def _name(view: NodeView) -> str:
    return view.name or view.pod


def _trial(method: str, views: Sequence[NodeView], told: Sequence[NodeView], family: int) -> Trial:
    outcomes = what_if(SETTING[family], method, views)
    internals = [_internal(view, family) for view in views]
    reached_by = map(_reached_by, internals, outcomes)
    others = Neighbourhood(each for each in reached_by if each is not None)
    meant = {id(view) for view in told}
    rows = tuple(
        _tried(outcome, internal, others)
        for view, outcome, internal in zip(views, outcomes, internals, strict=True)
        if id(view) in meant
    )
    in_force = any(method_in_force(view, family) == method for view in told)
    return Trial(method=method, in_force=in_force, nodes=rows)


def _tried(outcome: Outcome, internal: Address | None, others: Neighbourhood) -> Tried:
    known = outcome.right is not None and outcome.lacks is None
    answer = Answer.NOT_KNOWN
    if known:
        answer = Answer.RIGHT if outcome.right else Answer.WRONG
    certain = known or outcome.lacks is Lack.INTERNAL
    then = outcome.then if certain else None
    return Tried(
        node=outcome.node,
        now=outcome.now,
        then=then,
        link=outcome.link if certain else "",
        internal=internal,
        answer=answer,
        beside_peers=None if then is None else others.surrounds(then, internal),
        error=outcome.error,
        lacks=outcome.lacks,
    )


def _reached_by(internal: Address | None, outcome: Outcome) -> Interface | None:
    """A node's own address, with its prefix where that is known."""
    if internal is None:
        return None
    known = (each for each in (outcome.then, outcome.now) if each and each.ip == internal)
    return max(known, key=lambda each: -each.network.prefixlen, default=ip_interface(internal))


def _internal(view: NodeView, family: int) -> Address | None:
    found = view.one(InternalAddress, lambda each: each.address.version == family)
    return None if found is None else found.address
